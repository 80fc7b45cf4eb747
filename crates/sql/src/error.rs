//! What went wrong, shown at its place in the query.

use std::fmt;

use datafusion::common::{Column, SchemaError, Span};
use datafusion::error::DataFusionError;
use datafusion::sql::sqlparser::parser::ParserError;
use pgnkit_query::condition::ConditionError;

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The user broke it off.
    Interrupted,
    /// The engine refused or failed.
    Engine(Box<DataFusionError>),
    /// A function about games is given something wrong.
    Condition(ConditionError),
    /// Something is wrong with these words of the query.
    Words {
        /// The words, as the query may have them.
        words: String,
        /// What is wrong.
        message: String,
    },
    /// Something else.
    Other(String),
    /// The reader of the answer has gone.
    BrokenPipe,
}

impl Failure {
    /// Something is wrong with these words.
    pub(crate) fn at(words: &str, message: impl Into<String>) -> Self {
        Self::Words { words: words.to_owned(), message: message.into() }
    }
}

impl From<DataFusionError> for Failure {
    fn from(error: DataFusionError) -> Self {
        Self::Engine(Box::new(error))
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if pgnkit_archive::is_broken_pipe(&error) { Self::BrokenPipe } else { Self::Other(error.to_string()) }
    }
}

/// A place in a text: bytes.
type Place = std::ops::Range<usize>;

/// A failure with the query that it is about.
#[derive(Debug)]
pub struct Shown<'f> {
    /// The failure.
    pub failure: &'f Failure,
    /// The text of all statements.
    pub sql: &'f str,
    /// Names of functions, for suggestions.
    pub functions: &'f [String],
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (message, place) = self.parts();
        write!(f, "{}", safe(&message))?;
        match place {
            Some(place) => underline(self.sql, &place, f),
            None => Ok(()),
        }
    }
}

impl Shown<'_> {
    fn parts(&self) -> (String, Option<Place>) {
        match self.failure {
            Failure::Interrupted => ("interrupted".to_owned(), None),
            Failure::BrokenPipe => ("nobody reads the answer".to_owned(), None),
            Failure::Other(message) => (message.clone(), None),
            Failure::Words { words, message } => (message.clone(), self.find(words)),
            Failure::Condition(error) => self.of_condition(error),
            Failure::Engine(error) => self.of_engine(error),
        }
    }

    fn of_condition(&self, error: &ConditionError) -> (String, Option<Place>) {
        let words = &error.text[error.span.clone()];
        (error.message.clone(), self.find(words))
    }

    fn of_engine(&self, error: &DataFusionError) -> (String, Option<Place>) {
        let span = error.diagnostic().and_then(|found| found.span).and_then(|span| self.place(span));
        match error.find_root() {
            DataFusionError::SQL(error, _) => {
                let text = match &**error {
                    ParserError::TokenizerError(text) | ParserError::ParserError(text) => text.clone(),
                    ParserError::RecursionLimitExceeded => "the query is nested too deep".to_owned(),
                };
                let (text, place) = self.of_parser(&text);
                (text, place.or(span))
            }
            DataFusionError::SchemaError(error, _) => self.of_schema(error, span),
            DataFusionError::External(error) => match error.downcast_ref::<ConditionError>() {
                Some(error) => self.of_condition(error),
                None => (error.to_string(), span),
            },
            DataFusionError::Plan(text) => self.of_plan(text, span),
            DataFusionError::ResourcesExhausted(text) => {
                let text = text.split(" with top memory consumers").next().unwrap_or_default();
                (format!("there is not enough memory ({}); --memory gives more", lower_first(text)), None)
            }
            error => {
                let text = error.strip_backtrace();
                let text = ["Execution error: ", "This feature is not implemented: ", "Arrow error: "]
                    .into_iter()
                    .find_map(|prefix| text.strip_prefix(prefix).map(str::to_owned))
                    .unwrap_or(text);
                (text, span)
            }
        }
    }

    /// `Expected: an expression, found: FROM at Line: 1, Column: 8`
    fn of_parser(&self, text: &str) -> (String, Option<Place>) {
        let Some((message, at)) = text.rsplit_once(" at Line: ") else {
            // The end has no place.
            let end = self.sql.trim_end().len();
            return (expected(text), text.ends_with("EOF").then_some(end..end));
        };
        let numbers: Vec<u64> =
            at.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
        let [line, column, ..] = numbers[..] else { return (expected(text), None) };
        (expected(message), self.word_at(line, column))
    }

    fn of_schema(&self, error: &SchemaError, span: Option<Place>) -> (String, Option<Place>) {
        match error {
            SchemaError::FieldNotFound { field, valid_fields } => {
                let name = field.name();
                if let Some(table) = field.relation.as_ref().map(ToString::to_string)
                    && !valid_fields.iter().any(|valid| valid.relation == field.relation)
                {
                    return (format!("there is no table {table} here"), self.find(&table).or(span));
                }
                let names: Vec<&str> = valid_fields.iter().map(Column::name).collect();
                let mut message = format!("there is no column {name}");
                match nearest(name, names.iter().copied()) {
                    Some(near) => message += &format!("; is it {near}?"),
                    None if names.is_empty() => {}
                    None => message += &format!("; there are {}", shown(&names)),
                }
                (message, span.or_else(|| self.find(name)))
            }
            SchemaError::AmbiguousReference { field } => {
                let name = field.name();
                (
                    format!("several tables have a column {name}; put the name of one of them before it"),
                    span.or_else(|| self.find(name)),
                )
            }
            error => (error.to_string(), span),
        }
    }

    fn of_plan(&self, text: &str, span: Option<Place>) -> (String, Option<Place>) {
        if let Some(name) = text.strip_prefix("Invalid function '").and_then(|rest| rest.split('\'').next()) {
            let mut message = format!("there is no function {name}");
            if pgnkit_columns::Rows::ALL.iter().any(|rows| rows.name() == name) {
                message = format!("{name} gives a table: FROM {name}('games.pgn')");
            } else if let Some(near) = nearest(name, self.functions.iter().map(String::as_str)) {
                message += &format!("; is it {near}?");
            }
            return (message, span.or_else(|| self.find(name)));
        }
        if let Some(name) = text.strip_prefix("table '").and_then(|rest| rest.strip_suffix("' not found")) {
            let name = name.strip_prefix("datafusion.public.").unwrap_or(name);
            let place = span.or_else(|| self.find(name));
            let message = format!(
                "there is no table {name}; a file is in single quotes: 'games.pgn', 'games/', '*.parquet'"
            );
            return (message, place);
        }
        if let Some((message, rest)) = text.split_once(": While expanding wildcard, column ") {
            let name = rest.split('"').nth(1).and_then(|name| name.rsplit('.').next()).unwrap_or_default();
            return (format!("{}: {name}", lower_first(message)), span.or_else(|| self.find(name)));
        }
        // A message that names a file or another word in the query.
        let words = text.split_ascii_whitespace().map(|word| word.trim_end_matches([';', ',', '?', ':']));
        let place = words.filter(|word| word.contains(['.', '/'])).find_map(|word| self.find(word));
        (lower_first(text), span.or(place))
    }

    /// The bytes of a span, which has lines and columns.
    fn place(&self, span: Span) -> Option<Place> {
        let start = self.offset(span.start.line, span.start.column)?;
        let end = self.offset(span.end.line, span.end.column)?.max(start);
        // Some spans are of an identifier without its end.
        let word = self.word_at(span.start.line, span.start.column)?;
        Some(start..end.max(word.end))
    }

    fn offset(&self, line: u64, column: u64) -> Option<usize> {
        let before = usize::try_from(line.checked_sub(1)?).ok()?;
        let start = if before == 0 {
            0
        } else {
            self.sql.match_indices('\n').nth(before - 1).map(|(at, _)| at + 1)?
        };
        let column = usize::try_from(column.checked_sub(1)?).ok()?;
        let line = &self.sql[start..];
        Some(start + line.char_indices().nth(column).map_or(line.len(), |(at, _)| at))
    }

    /// The word, or sign, at a place.
    fn word_at(&self, line: u64, column: u64) -> Option<Place> {
        let start = self.offset(line, column)?;
        let rest = &self.sql[start..];
        let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'));
        let length = match quote {
            Some(quote) => rest[1..].find(quote).map_or(rest.len(), |at| at + 2),
            None => rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()),
        };
        let first = rest.chars().next().map_or(0, char::len_utf8);
        Some(start..start + length.max(first))
    }

    /// Where words are in the query, in any case, as whole words where there are such.
    fn find(&self, words: &str) -> Option<Place> {
        if words.is_empty() {
            return None;
        }
        let (sql, words) = (self.sql.to_ascii_lowercase(), words.to_ascii_lowercase());
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let mut places = sql.match_indices(&words).map(|(start, found)| start..start + found.len());
        let whole = |place: &Place| {
            !is_word(sql[..place.start].chars().next_back()) && !is_word(sql[place.end..].chars().next())
        };
        let first = places.clone().next();
        places.find(whole).or(first)
    }
}

/// A line with words of it underlined.
fn underline(sql: &str, place: &Place, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let start = sql[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let end = sql[place.start..].find('\n').map_or(sql.len(), |at| place.start + at);
    let line = sql[start..end].trim_end();
    let width = |text: &str| unicode_width::UnicodeWidthStr::width(&*safe(text));
    let before = width(&sql[start..place.start]);
    let words = width(&sql[place.start..place.end.min(end).max(place.start)]).max(1);
    // A long line is cut before and after its words.
    let (line, before) = if width(line) > 100 && before > 60 {
        let cut = sql[start..place.start].char_indices().rev().nth(40).map_or(0, |(at, _)| at);
        (format!("… {}", &sql[start + cut..end]), width(&sql[start + cut..place.start]) + 2)
    } else {
        (line.to_owned(), before)
    };
    let line: String = safe(&line).chars().take(before + words + 60).collect();
    write!(f, "\n  {}\n  {}{}", line.trim_end(), " ".repeat(before), "^".repeat(words.min(200)))
}

/// Control characters as signs that cannot steer a terminal.
pub(crate) fn safe(text: &str) -> String {
    pgnkit::render::safe(text)
}

/// A message of the parser as others are.
fn expected(text: &str) -> String {
    let text = lower_first(text).replace("expected: ", "expected ").replace("found: ", "found ");
    text.replace("found EOF", "found the end")
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        // A name in capitals stays.
        Some(first) if !chars.as_str().starts_with(|c: char| c.is_uppercase()) => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

fn shown(names: &[&str]) -> String {
    const MOST: usize = 12;
    let mut text = names.iter().take(MOST).copied().collect::<Vec<_>>().join(", ");
    if names.len() > MOST {
        text += " …";
    }
    text
}

/// Of some names that which a word is probably meant to be.
pub(crate) fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let folded = crate::rewrite::fold(word);
    let most = (folded.chars().count() / 3 + 1).min(3);
    let rank = |name: &str| {
        let name = crate::rewrite::fold(name);
        // On ties prefer the one with the same first letter.
        let begins_otherwise = name.chars().next() != folded.chars().next();
        (strsim::damerau_levenshtein(&name, &folded), begins_otherwise)
    };
    let near = names.map(|name| (rank(name), name)).filter(|((distance, _), _)| *distance <= most);
    near.min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(failure: &Failure, sql: &str) -> String {
        Shown { failure, sql, functions: &[] }.to_string()
    }

    #[test]
    fn words_are_underlined() {
        let failure = Failure::at("withe", "there is no column withe");
        for (sql, expected) in [
            ("select withe", "there is no column withe\n  select withe\n         ^^^^^"),
            (
                "select 1;\nselect \"x\",\n  Withe from y",
                "there is no column withe\n    Withe from y\n    ^^^^^",
            ),
            ("select 'ü', withe", "there is no column withe\n  select 'ü', withe\n              ^^^^^"),
            ("select 1", "there is no column withe"),
        ] {
            assert_eq!(show(&failure, sql), expected);
        }
        let hostile = Failure::at("x", "bad \u{1b}[2J\u{202e}");
        assert!(!show(&hostile, "select \u{1b} x").contains(['\u{1b}', '\u{202e}']));
        let long = format!("select {}, withe, {} from t", "a, ".repeat(1000), "b, ".repeat(1000));
        let shown = show(&failure, &long);
        assert!(shown.lines().all(|line| line.chars().count() < 130), "{shown}");
    }

    #[test]
    fn names_that_are_meant() {
        let names = ["Site", "White", "WhiteElo", "plies"];
        for (word, expected) in [
            ("withe", Some("White")),
            ("white_ello", Some("WhiteElo")),
            ("ply", None),
            ("plys", Some("plies")),
        ] {
            assert_eq!(nearest(word, names.into_iter()), expected, "{word}");
        }
    }
}
