//! The options of an engine, as it declares them.

use crate::error::EngineError;
use crate::text::listed;

/// Options that are kept of an engine, and bytes of the line of one; more than any has.
const MOST: usize = 1000;
const LONGEST: usize = 64 << 10;

/// The options of an engine, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    all: Vec<EngineOption>,
}

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineOption {
    /// Its name, which may have blanks; case does not matter.
    pub name: String,
    /// Its values.
    pub kind: OptionKind,
}

/// The values that an option has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The default, if the engine says one.
        default: Option<bool>,
    },
    /// A whole number.
    Spin {
        /// The default.
        default: Option<i64>,
        /// The least value.
        min: Option<i64>,
        /// The greatest value.
        max: Option<i64>,
    },
    /// One of some words.
    Combo {
        /// The default.
        default: Option<String>,
        /// The values; empty if the engine says none, and then every value is sent.
        values: Vec<String>,
    },
    /// Something to be done, without a value.
    Button,
    /// Any text in one line.
    Text {
        /// The default; `<empty>` is the empty text.
        default: Option<String>,
    },
}

impl Options {
    /// The option of that name, whatever its case. Linear in the number of options.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&EngineOption> {
        self.all.iter().find(|option| option.name.eq_ignore_ascii_case(name.trim()))
    }

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &EngineOption> {
        self.all.iter()
    }

    /// Reads what follows `option` in a line. What names no option is left out; of a name that comes again, the last counts.
    pub(crate) fn read(&mut self, text: &str) {
        let Some(option) = (text.len() <= LONGEST).then(|| EngineOption::parse(text)).flatten() else {
            return;
        };
        match self.all.iter().position(|old| old.name.eq_ignore_ascii_case(&option.name)) {
            Some(at) => self.all[at] = option,
            None if self.all.len() < MOST => self.all.push(option),
            None => {}
        }
    }

    /// The command that sets an option, if it exists and can have the value.
    pub(crate) fn command(&self, name: &str, value: &str) -> Result<String, EngineError> {
        let option = self.get(name).ok_or_else(|| EngineError::UnknownOption {
            name: name.to_owned(),
            options: self.all.iter().map(|option| option.name.clone()).collect(),
        })?;
        let invalid = |expected| EngineError::InvalidValue {
            name: option.name.clone(),
            value: value.to_owned(),
            expected,
        };
        let value = option.kind.check(value).map_err(invalid)?;
        let name = &option.name;
        Ok(match value {
            None => format!("setoption name {name}"),
            Some(value) => format!("setoption name {name} value {value}"),
        })
    }
}

impl EngineOption {
    /// Reads `name … type … default … min … max … var …`, in which values may have blanks.
    fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = words.strip_prefix(&["name"])?;
        let is_type =
            |at: &usize| words[*at] == "type" && words.get(at + 1).is_some_and(|word| is_kind(word));
        let at = (0..words.len()).find(is_type)?;
        let name = words[..at].join(" ");
        let (kind, rest) = words[at + 1..].split_first()?;
        if name.is_empty() {
            return None;
        }
        let (mut default, mut min, mut max, mut values) = (None, None, None, Vec::new());
        let is_text = matches!(*kind, "string" | "file" | "path");
        let mut rest = rest;
        while let Some((keyword, after)) = rest.split_first() {
            // All that follows is the default of a text.
            let is_value = |word: &&&str| (is_text && *keyword == "default") || !is_keyword(word);
            let len = after.iter().take_while(is_value).count();
            let value = after[..len].join(" ");
            match *keyword {
                "default" => default = Some(value),
                "min" => min = value.parse().ok(),
                "max" => max = value.parse().ok(),
                "var" => values.push(value),
                _ => {}
            }
            rest = &after[len..];
        }
        let kind = match *kind {
            "check" => OptionKind::Check { default: default.as_deref().and_then(truth) },
            "spin" => {
                // Limits that leave nothing are none.
                let (min, max) = if min > max && max.is_some() { (None, None) } else { (min, max) };
                OptionKind::Spin { default: default.and_then(|default| default.parse().ok()), min, max }
            }
            "combo" => OptionKind::Combo { default, values },
            "button" => OptionKind::Button,
            _ => OptionKind::Text {
                default: default.map(|default| if default == "<empty>" { String::new() } else { default }),
            },
        };
        Some(Self { name, kind })
    }
}

fn is_kind(word: &str) -> bool {
    matches!(word, "check" | "spin" | "combo" | "button" | "string" | "file" | "path")
}

fn is_keyword(word: &str) -> bool {
    matches!(word, "default" | "min" | "max" | "var")
}

fn truth(text: &str) -> Option<bool> {
    [("true", true), ("false", false)]
        .into_iter()
        .find(|(word, _)| word.eq_ignore_ascii_case(text))
        .map(|(_, is)| is)
}

impl OptionKind {
    /// The value as it is sent, `None` for none; or the values that are possible, in words.
    fn check(&self, value: &str) -> Result<Option<String>, String> {
        if value.contains(['\n', '\r', '\0']) {
            return Err("a text in one line".to_owned());
        }
        let trimmed = value.trim();
        match self {
            Self::Check { .. } => match truth(trimmed) {
                Some(value) => Ok(Some(value.to_string())),
                None => Err("`true` or `false`".to_owned()),
            },
            Self::Spin { min, max, .. } => {
                let number = trimmed.parse::<i64>().ok();
                let is_inside = |number: &i64| {
                    min.is_none_or(|min| *number >= min) && max.is_none_or(|max| *number <= max)
                };
                match (number.filter(is_inside), min, max) {
                    (Some(number), _, _) => Ok(Some(number.to_string())),
                    (None, Some(min), Some(max)) => Err(format!("a whole number from {min} to {max}")),
                    (None, Some(min), None) => Err(format!("a whole number from {min}")),
                    (None, None, Some(max)) => Err(format!("a whole number up to {max}")),
                    (None, None, None) => Err("a whole number".to_owned()),
                }
            }
            Self::Combo { values, .. } if values.is_empty() => Ok(Some(trimmed.to_owned())),
            Self::Combo { values, .. } => {
                let words: Vec<&str> = trimmed.split_whitespace().collect();
                match values.iter().find(|value| value.eq_ignore_ascii_case(&words.join(" "))) {
                    Some(value) => Ok(Some(value.clone())),
                    None => Err(format!("one of {}", listed(values.iter(), 40))),
                }
            }
            Self::Button if trimmed.is_empty() => Ok(None),
            Self::Button => Err("no value".to_owned()),
            Self::Text { .. } if value.is_empty() => Ok(Some("<empty>".to_owned())),
            Self::Text { .. } => Ok(Some(value.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(lines: &[&str]) -> Options {
        let mut options = Options::default();
        lines.iter().for_each(|line| options.read(line));
        options
    }

    #[test]
    fn options_as_engines_declare_them() {
        let text = |text: &str| Some(text.to_owned());
        for (line, name, kind) in [
            ("name Ponder type check default false", "Ponder", OptionKind::Check { default: Some(false) }),
            (
                "name Skill Level type spin default 20 min -20 max 20",
                "Skill Level",
                OptionKind::Spin { default: Some(20), min: Some(-20), max: Some(20) },
            ),
            (
                "name  NullMove\tPruning type combo default Fail High var Always var  Fail High var Never",
                "NullMove Pruning",
                OptionKind::Combo {
                    default: text("Fail High"),
                    values: ["Always", "Fail High", "Never"].map(str::to_owned).to_vec(),
                },
            ),
            ("name Clear Hash type button", "Clear Hash", OptionKind::Button),
            (
                "name SyzygyPath type string default <empty>",
                "SyzygyPath",
                OptionKind::Text { default: text("") },
            ),
            ("name Log type string default ", "Log", OptionKind::Text { default: text("") }),
            ("name Log type string", "Log", OptionKind::Text { default: None }),
            (
                "name Nets type file default a min b.nnue",
                "Nets",
                OptionKind::Text { default: text("a min b.nnue") },
            ),
            (
                "name piece type type combo var a",
                "piece type",
                OptionKind::Combo { default: None, values: vec!["a".into()] },
            ),
            (
                "name Odd type spin max 5 min 9 default x",
                "Odd",
                OptionKind::Spin { default: None, min: None, max: None },
            ),
            (
                "name Big type spin default 1 min 0 max 99999999999999999999",
                "Big",
                OptionKind::Spin { default: Some(1), min: Some(0), max: None },
            ),
        ] {
            let options = options(&[line]);
            let found: Vec<_> = options.iter().cloned().collect();
            assert_eq!(found, [EngineOption { name: name.to_owned(), kind }], "{line}");
        }
        for line in [
            "",
            "name",
            "name type spin",
            "name a type",
            "name a type lever",
            "Hash type spin",
            "name type type spin type",
        ] {
            let none = options(&[line]);
            assert!(none.iter().len() <= usize::from(line.starts_with("name type type")), "{line}");
        }
    }

    #[test]
    fn values_are_checked_before_they_are_sent() {
        let options = options(&[
            "name Ponder type check default false",
            "name Hash type spin default 16 min 1 max 1024",
            "name UCI_Variant type combo default chess var chess var Fail High",
            "name Clear Hash type button",
            "name Path type string default <empty>",
            "name Free type combo",
        ]);
        for (name, value, command) in [
            ("ponder", "TRUE", "setoption name Ponder value true"),
            (" Hash ", " 64 ", "setoption name Hash value 64"),
            ("uci_variant", "fail  high", "setoption name UCI_Variant value Fail High"),
            ("Clear Hash", "", "setoption name Clear Hash"),
            ("Path", "/a  b", "setoption name Path value /a  b"),
            ("Path", "", "setoption name Path value <empty>"),
            ("Free", "x", "setoption name Free value x"),
        ] {
            assert_eq!(options.command(name, value).as_deref(), Ok(command));
        }
        for (name, value, error) in [
            ("Ponder", "1", "expected `true` or `false` for `Ponder`, found `1`"),
            ("Hash", "0", "expected a whole number from 1 to 1024 for `Hash`, found `0`"),
            ("Hash", "1e3", "expected a whole number from 1 to 1024 for `Hash`, found `1e3`"),
            ("UCI_Variant", "go", "expected one of `chess`, `Fail High` for `UCI_Variant`, found `go`"),
            ("Clear Hash", "now", "expected no value for `Clear Hash`, found `now`"),
            ("Path", "a\nquit", "expected a text in one line for `Path`, found `a\u{fffd}quit`"),
            (
                "Threads",
                "2",
                "expected an option of the engine, found `Threads`: it has `Ponder`, `Hash`, `UCI_Variant`, `Clear Hash`, \
                 `Path`, `Free`",
            ),
        ] {
            assert_eq!(options.command(name, value).unwrap_err().to_string(), error);
        }
    }

    #[test]
    fn an_engine_cannot_fill_the_memory_with_options() {
        let mut options = Options::default();
        for i in 0..3 * MOST {
            options.read(&format!("name O{i} type button"));
        }
        assert_eq!(options.iter().len(), MOST);
        options.read("name o7 type check default true");
        assert_eq!(options.get("O7").unwrap().kind, OptionKind::Check { default: Some(true) });
        options.read(&format!("name O8 type string default {}", "x".repeat(LONGEST)));
        assert_eq!(options.get("O8").unwrap().kind, OptionKind::Button);
    }
}
