//! Selection of diagnostics by code, area and name, and their severities.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::{Area, Code, CodeSet, Diagnostic, Level, Severity};

/// A name for one kind of diagnostic, for several, or for all.
///
/// ```
/// use pgnkit_diagnostics::{Code, Selector};
///
/// assert_eq!("illegal-move".parse(), Ok(Selector::Code(Code::IllegalMove)));
/// assert!("C".parse::<Selector>().unwrap().matches(Code::IllegalMove));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Selector {
    /// `ALL`.
    All,
    /// `C`, `PGN-C`, `chess`.
    Area(Area),
    /// `C0`, `C01`: the digits, and how many there are.
    Prefix(Area, u16, u8),
    /// `PGN-C001`, `C001`, `illegal-move`.
    Code(Code),
}

const AREAS: [(Area, &str); 11] = [
    (Area::Lexical, "lexical"),
    (Area::Syntax, "syntax"),
    (Area::Tags, "tags"),
    (Area::Movetext, "movetext"),
    (Area::Chess, "chess"),
    (Area::Commands, "commands"),
    (Area::Export, "export"),
    (Area::Epd, "epd"),
    (Area::Pgc, "pgc"),
    (Area::Json, "json"),
    (Area::Records, "records"),
];

impl Selector {
    /// All selectors that people are likely to type, each with its meaning.
    pub fn known() -> impl Iterator<Item = (String, &'static str)> {
        let areas = AREAS.iter().map(|(_, name)| ((*name).to_owned(), "an area"));
        let codes = Code::ALL.iter().map(|code| (code.to_string(), code.name()));
        let names = Code::ALL.iter().map(|code| (code.name().to_owned(), "a name"));
        core::iter::once(("ALL".to_owned(), "everything")).chain(areas).chain(codes).chain(names)
    }

    /// The names of all areas.
    pub fn areas() -> impl Iterator<Item = &'static str> {
        AREAS.iter().map(|(_, name)| *name)
    }

    /// Whether a code is meant.
    pub fn matches(self, code: Code) -> bool {
        match self {
            Self::All => true,
            Self::Area(area) => code.area() == area,
            Self::Prefix(area, digits, count) => {
                let rest = 10u16.pow(3 - u32::from(count.min(3)));
                code.area() == area && code.number() / rest == digits
            }
            Self::Code(wanted) => code == wanted,
        }
    }

    /// Whether it means codes that are not looked for at the level, too: where it names one, or the area that is all
    /// about another level.
    fn means_any_level(self) -> bool {
        matches!(self, Self::Code(_) | Self::Area(Area::Export) | Self::Prefix(Area::Export, ..))
    }

    /// The more specific of two selectors wins.
    fn specificity(self) -> u8 {
        match self {
            Self::All => 0,
            Self::Area(_) => 1,
            Self::Prefix(_, _, count) => 1 + count,
            Self::Code(_) => 4,
        }
    }
}

impl FromStr for Selector {
    type Err = UnknownSelectorError;

    fn from_str(text: &str) -> Result<Self, UnknownSelectorError> {
        let unknown = || UnknownSelectorError(text.to_owned());
        let lower = text.trim().to_ascii_lowercase();
        if lower == "all" {
            return Ok(Self::All);
        }
        if let Some(code) = Code::from_name(&lower) {
            return Ok(Self::Code(code));
        }
        if let Some((area, _)) = AREAS.iter().find(|(_, name)| *name == lower) {
            return Ok(Self::Area(*area));
        }
        let short = lower.strip_prefix("pgn-").unwrap_or(&lower);
        let letter = short.chars().next().ok_or_else(unknown)?;
        let (area, _) =
            AREAS.iter().find(|(area, _)| area.letter().eq_ignore_ascii_case(&letter)).ok_or_else(unknown)?;
        let digits = &short[letter.len_utf8()..];
        let selector = match digits.len() {
            0 => Self::Area(*area),
            count @ 1..=2 if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                Self::Prefix(*area, digits.parse().map_err(|_| unknown())?, count as u8)
            }
            _ => return Err(unknown()),
        };
        let matches_one = Code::ALL.iter().any(|code| selector.matches(*code));
        if matches_one { Ok(selector) } else { Err(unknown()) }
    }
}

/// A word that selects nothing: it is no code, no area and no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSelectorError(String);

impl UnknownSelectorError {
    /// The word.
    pub fn word(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UnknownSelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown code, area or name {}", crate::quoted(self.0.as_bytes()))
    }
}

impl core::error::Error for UnknownSelectorError {}

/// The selection that one place asks for, such as a configuration file or a command line.
#[derive(Clone, Debug, Default)]
pub struct SelectionLayer {
    /// Replaces what is selected by default, and by the layer below.
    pub select: Option<Vec<Selector>>,
    /// Is added to it.
    pub extend_select: Vec<Selector>,
    /// Is taken away.
    pub ignore: Vec<Selector>,
    /// Adds whatever is a note.
    pub notes: bool,
}

/// The decision for each code: whether it is selected, and its severity.
#[derive(Clone, Debug)]
pub struct Selection {
    level: Level,
    selected: CodeSet,
    /// Codes whose diagnostics are made: the selected ones, and those that decide whether a game is clean.
    made: CodeSet,
    severity: Vec<Option<Severity>>,
    /// Whether notes of codes that are usually more severe are selected, too.
    notes: bool,
}

impl Selection {
    /// The selection of a level: by severities that are changed, by a configuration file, and by a command line, which
    /// wins.
    pub fn resolve(
        level: Level,
        severities: &[(Selector, Severity)],
        file: &SelectionLayer,
        command: &SelectionLayer,
    ) -> Self {
        let mut ordered = severities.to_vec();
        ordered.sort_by_key(|(selector, _)| selector.specificity());
        let severity: Vec<_> = Code::ALL
            .iter()
            .map(|code| {
                let found = ordered.iter().rev().find(|(selector, _)| selector.matches(*code));
                found.map(|(_, severity)| *severity)
            })
            .collect();
        let at_level = |code: Code| severity[code as usize].or(code.severity_at(level));
        let looked_for = |code: &Code| code.severity_at(level).is_some();
        let all = || Code::ALL.iter().copied();
        let mut selected: CodeSet =
            all().filter(looked_for).filter(|code| at_level(*code) >= Some(Severity::Warning)).collect();
        let mut made: CodeSet =
            all().filter(|code| code.severity_at(Level::Import) >= Some(Severity::Warning)).collect();
        for (layer, other_ignore) in [(file, None), (command, Some(&file.ignore))] {
            // What the file ignores stays ignored when the command line selects anew.
            let other_ignore = other_ignore.filter(|_| layer.select.is_some());
            if layer.select.is_some() {
                selected = CodeSet::EMPTY;
            }
            let adds =
                layer.select.iter().flatten().chain(&layer.extend_select).map(|selector| (selector, true));
            let removes = layer.ignore.iter().chain(other_ignore.into_iter().flatten());
            if layer.notes {
                let notes = all().filter(looked_for).filter(|code| at_level(*code) == Some(Severity::Note));
                notes.for_each(|code| selected.insert(code));
            }
            // Where both are as specific, the one that ignores wins: it comes last, and the sort is stable.
            let mut changes: Vec<_> = adds.chain(removes.map(|selector| (selector, false))).collect();
            changes.sort_by_key(|(selector, _)| selector.specificity());
            for (selector, adds) in changes {
                let is_meant = |code: &Code| looked_for(code) || selector.means_any_level();
                for code in all().filter(|code| selector.matches(*code) && (!adds || is_meant(code))) {
                    if adds { selected.insert(code) } else { selected.remove(code) }
                }
            }
        }
        selected.iter().for_each(|code| made.insert(code));
        let asks_for_more =
            |layer: &SelectionLayer| layer.notes || layer.select.is_some() || !layer.extend_select.is_empty();
        let notes = asks_for_more(file) || asks_for_more(command);
        Self { level, selected, made, severity, notes }
    }

    /// Whether diagnostics of this code are made: selected ones, and those that decide whether a game is clean.
    #[inline]
    pub fn makes(&self, code: Code) -> bool {
        self.made.contains(code)
    }

    /// Whether diagnostics of any of these codes are made.
    #[inline]
    pub fn makes_any(&self, codes: &CodeSet) -> bool {
        self.made.intersects(codes)
    }

    /// Whether a diagnostic is shown and counted: its code is selected, and so are notes where it is one although its
    /// code is usually more severe.
    pub fn takes(&self, diagnostic: &Diagnostic) -> bool {
        let is_note = || self.severity(diagnostic) == Severity::Note;
        let is_usual = || diagnostic.code.severity_at(self.level) == Some(Severity::Note);
        self.selects(diagnostic.code) && (self.notes || !is_note() || is_usual())
    }

    /// The same, and these codes are selected as well.
    #[must_use]
    pub fn and(mut self, codes: &[Code]) -> Self {
        for &code in codes {
            self.selected.insert(code);
            self.made.insert(code);
        }
        self
    }

    /// Whether diagnostics of this code are shown and counted.
    pub fn selects(&self, code: Code) -> bool {
        self.selected.contains(code)
    }

    /// The codes that are selected.
    pub fn selected(&self) -> CodeSet {
        self.selected
    }

    /// The level that decides where nothing else does.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The severity of a diagnostic: as it is set, or as it is at this level.
    pub fn severity(&self, diagnostic: &Diagnostic) -> Severity {
        let set = self.severity.get(diagnostic.code as usize).copied().flatten();
        set.unwrap_or_else(|| self.level.severity(diagnostic))
    }
}

/// Everything but notes of level import.
impl Default for Selection {
    fn default() -> Self {
        Self::resolve(Level::Import, &[], &SelectionLayer::default(), &SelectionLayer::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selectors(text: &str) -> Vec<Selector> {
        text.split_whitespace().map(|word| word.parse().unwrap()).collect()
    }

    fn layer(select: &str, extend_select: &str, ignore: &str) -> SelectionLayer {
        let select = (!select.is_empty()).then(|| selectors(select));
        SelectionLayer {
            select,
            extend_select: selectors(extend_select),
            ignore: selectors(ignore),
            notes: false,
        }
    }

    fn rules(
        severities: &[(Selector, Severity)],
        file: &SelectionLayer,
        command: &SelectionLayer,
    ) -> Selection {
        Selection::resolve(Level::Import, severities, file, command)
    }

    #[test]
    fn a_level_selects_what_breaks_its_rules() {
        let none = SelectionLayer::default();
        let at = |level, command: &SelectionLayer| Selection::resolve(level, &[], &none, command);
        let code = Code::NonCanonicalMove;
        let diagnostic = Diagnostic::new(code, Default::default(), "");
        assert!(!at(Level::Import, &none).selects(code));
        assert!(at(Level::Export, &none).selects(code));
        assert_eq!(at(Level::Export, &none).severity(&diagnostic), Severity::Warning);
        assert_eq!(at(Level::Import, &none).severity(&diagnostic), Severity::Note);
        let notes = SelectionLayer { notes: true, ..SelectionLayer::default() };
        assert!(
            at(Level::Import, &notes).selects(code) && at(Level::Export, &notes).selects(Code::EscapeLine)
        );
        let of_export = |select| at(Level::Import, &layer(select, "", "")).selects(Code::MissingRosterTag);
        assert!(!of_export("ALL") && !of_export("T") && of_export("T012"));
    }

    #[test]
    fn selectors_are_read_in_every_spelling() {
        use Selector::{All, Area as InArea, Code as One};
        for (text, expected) in [
            ("ALL", All),
            ("all", All),
            ("C", InArea(Area::Chess)),
            ("PGN-C", InArea(Area::Chess)),
            ("pgn-t", InArea(Area::Tags)),
            ("Tags", InArea(Area::Tags)),
            ("C001", One(Code::IllegalMove)),
            ("PGN-c001", One(Code::IllegalMove)),
            ("illegal-move", One(Code::IllegalMove)),
            ("M01", Selector::Prefix(Area::Movetext, 1, 2)),
        ] {
            assert_eq!(text.parse::<Selector>().unwrap(), expected, "{text}");
        }
        for text in ["", "Q", "C999", "C9", "C0011", "PGN-", "PGN", "illegal", "C 001", "\u{e9}1", "C+1"] {
            assert!(text.parse::<Selector>().is_err(), "{text}");
        }
        assert_eq!("nonsense".parse::<Selector>().unwrap_err().word(), "nonsense");
    }

    #[test]
    fn the_more_specific_wins_and_the_command_line_beats_the_file() {
        let none = SelectionLayer::default();
        let selects = |file: &SelectionLayer, command: &SelectionLayer, code: Code| {
            rules(&[], file, command).selects(code)
        };
        // By default all but notes; `extend` adds, `select` replaces.
        assert!(selects(&none, &none, Code::IllegalMove) && !selects(&none, &none, Code::Glyph));
        assert!(selects(&none, &layer("", "glyph", ""), Code::Glyph));
        assert!(selects(&none, &layer("", "glyph", ""), Code::IllegalMove));
        assert!(selects(&none, &layer("M", "", ""), Code::Glyph));
        assert!(!selects(&none, &layer("M", "", ""), Code::IllegalMove));
        // Specificity within a layer.
        assert!(selects(&none, &layer("C001", "", "C"), Code::IllegalMove));
        assert!(!selects(&none, &layer("C001", "", "C"), Code::AmbiguousMove));
        assert!(!selects(&none, &layer("C001", "", "illegal-move"), Code::IllegalMove));
        assert!(!selects(&none, &layer("ALL", "", "M01"), Code::LaxMove));
        assert!(selects(&none, &layer("ALL", "", "M01"), Code::Glyph));
        // Layers.
        assert!(!selects(&layer("", "", "C"), &none, Code::IllegalMove));
        assert!(selects(&layer("", "", "C001"), &layer("", "C", ""), Code::IllegalMove));
        assert!(!selects(&layer("", "", "C001"), &layer("C", "", ""), Code::IllegalMove));
        assert!(selects(&layer("", "", "C001"), &layer("C001 C", "", ""), Code::AmbiguousMove));
        assert!(!selects(&layer("M", "T", ""), &layer("C", "", ""), Code::MissingSetUp));
        assert!(!selects(&layer("C001", "", ""), &layer("", "", "C"), Code::IllegalMove));
    }

    #[test]
    fn severities_are_replaced() {
        let severities = [
            ("C".parse().unwrap(), Severity::Note),
            ("C001".parse().unwrap(), Severity::Warning),
            ("glyph".parse().unwrap(), Severity::Error),
        ];
        let rules = rules(&severities, &SelectionLayer::default(), &SelectionLayer::default());
        let severity = |code| rules.severity(&Diagnostic::new(code, Default::default(), ""));
        assert_eq!(severity(Code::IllegalMove), Severity::Warning);
        assert_eq!(severity(Code::AmbiguousMove), Severity::Note);
        assert_eq!(severity(Code::LaxMove), Severity::Warning);
        // What became a note is advice, and not shown unless asked for; what became more is.
        assert!(!rules.selects(Code::AmbiguousMove) && rules.makes(Code::AmbiguousMove));
        assert!(rules.selects(Code::IllegalMove) && rules.selects(Code::Glyph));
        assert!(!rules.makes(Code::EscapeLine));
    }
}
