mod set;
mod table;

pub use set::CodeSet;
pub use table::Code;

use crate::{Level, Severity};
use alloc::string::ToString;
use table::Row;

/// The part of the standard a diagnostic belongs to; its letter is in the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Area {
    /// `L`: characters, comments, strings, escapes.
    Lexical,
    /// `S`: the shape of games, tag pairs, variations, termination.
    Syntax,
    /// `T`: tag names and values.
    Tags,
    /// `M`: movetext: numbers, annotations, spelling of moves.
    Movetext,
    /// `C`: chess: legality, positions, results.
    Chess,
    /// `K`: embedded commands and clocks.
    Commands,
    /// `X`: export style.
    Export,
    /// `E`: records of Extended Position Description.
    Epd,
    /// `B`: records of PGC, the binary coding.
    Pgc,
    /// `J`: games as JSON.
    Json,
    /// `R`: records of databases and rows of tables.
    Records,
}

impl Area {
    /// The letter in the codes of this area.
    pub const fn letter(self) -> char {
        match self {
            Self::Lexical => 'L',
            Self::Syntax => 'S',
            Self::Tags => 'T',
            Self::Movetext => 'M',
            Self::Chess => 'C',
            Self::Commands => 'K',
            Self::Export => 'X',
            Self::Epd => 'E',
            Self::Pgc => 'B',
            Self::Json => 'J',
            Self::Records => 'R',
        }
    }
}

impl Code {
    fn row(self) -> &'static Row {
        &Self::TABLE[self as usize]
    }

    /// The area.
    pub fn area(self) -> Area {
        self.row().area
    }

    /// The number within the area.
    pub fn number(self) -> u16 {
        self.row().number
    }

    /// The severity, unless a diagnostic says otherwise, at the lowest level at which it is looked for.
    #[inline]
    pub fn severity(self) -> Severity {
        let [import, export, archive] = self.row().severities;
        import.or(export).or(archive).unwrap_or(Severity::Note)
    }

    /// The severity at a level; `None` where it is not looked for.
    ///
    /// ```
    /// use pgnkit_diagnostics::{Code, Level, Severity};
    /// assert_eq!(Code::NonCanonicalMove.severity_at(Level::Import), Some(Severity::Note));
    /// assert_eq!(Code::NonCanonicalMove.severity_at(Level::Export), Some(Severity::Warning));
    /// ```
    #[inline]
    pub fn severity_at(self, level: Level) -> Option<Severity> {
        self.row().severities[level as usize]
    }

    /// The lowest level at which it is looked for.
    pub fn level(self) -> Level {
        Level::ALL.into_iter().find(|level| self.severity_at(*level).is_some()).unwrap_or(Level::Archive)
    }

    /// The kebab name: `illegal-move`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The section of the standard that is broken; of its supplement of 2001 with an `S` before it.
    pub fn section(self) -> &'static str {
        self.row().section
    }

    /// Its meaning in one sentence.
    ///
    /// ```
    /// use pgnkit_diagnostics::Code;
    /// assert_eq!(Code::IllegalMove.summary(), "A move that the rules do not allow.");
    /// ```
    pub fn summary(self) -> &'static str {
        // The doc comments of the table, which begin with a space.
        Self::SUMMARIES[self as usize].trim_ascii()
    }

    /// The page about it, in Markdown: what is wrong, why it matters, an example and how to fix it.
    ///
    /// Every page has the same parts: a title, `# illegal-move (PGN-C001)`; a line with severity, section and fix;
    /// `## What it says`; `## Why it matters`; `## Example`, with a block of PGN marked `pgn bad` that gives this
    /// diagnostic, and one marked `pgn good` that gives none, or blocks of EPD marked `epd bad` and `epd good`, or of
    /// JSON, `json bad` and `json good`; `## What pgnkit does` and `## How to fix it`, if there is more to say. In a
    /// block marked `escaped`, `\x0C` is the byte 0C and `\*9{ab}` is `ab` nine times.
    ///
    /// ```
    /// use pgnkit_diagnostics::Code;
    /// assert!(Code::IllegalMove.page().starts_with("# illegal-move (PGN-C001)\n"));
    /// ```
    pub fn page(self) -> &'static str {
        Self::PAGES[self as usize]
    }

    /// The code that people mean by `PGN-C001`, `C001` or `illegal-move`, in upper or lower case.
    ///
    /// ```
    /// use pgnkit_diagnostics::Code;
    /// for name in ["PGN-C001", "pgn-c001", "c001", "illegal-move"] {
    ///     assert_eq!(Code::from_name(name), Some(Code::IllegalMove));
    /// }
    /// assert_eq!(Code::from_name("C999"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        let is_meant = |code: &&Self| {
            let full = code.to_string();
            name.eq_ignore_ascii_case(code.name())
                || name.eq_ignore_ascii_case(&full)
                || name.eq_ignore_ascii_case(&full["PGN-".len()..])
        };
        Self::ALL.iter().find(is_meant).copied()
    }
}

impl core::fmt::Display for Code {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "PGN-{}{:03}", self.area().letter(), self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::string::String;

    #[test]
    fn codes_and_names_are_unique() {
        let codes: BTreeSet<String> = Code::ALL.iter().map(Code::to_string).collect();
        let names: BTreeSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
        assert_eq!(codes.len(), Code::ALL.len());
        assert_eq!(names.len(), Code::ALL.len());
        assert_eq!(Code::IllegalMove.to_string(), "PGN-C001");
    }
}
