//! Losses in conversion to PGC.

use std::fmt;

use pgnkit_syntax::{Code, Diagnostic, Span};

/// Parts of a game that PGC cannot hold (sections 20.1 to 20.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Losses {
    /// Comments; there is no record for them.
    pub comments: u64,
    /// Tag pairs with a name or a value of more than 255 characters. Values are cut, pairs with such a name left out.
    pub long_strings: u64,
    /// Characters outside ISO 8859-1, for each of which `?` is written.
    pub characters: u64,
    /// Null moves, which end their line, moves of unknown variants, and moves in a position that has more than 256 of them.
    pub moves_without_ordinal: u64,
    /// Moves after such a move, in its line and in the variations there.
    pub moves_after: u64,
    /// Escape lines of more than 65535 characters, and all of them in the dialect of pgn2pgc. They are left out.
    pub escapes: u64,
    /// Values of the tag Result that are none of the four, in the dialect of pgn2pgc, which knows its games by them. `*` is
    /// written.
    pub results: u64,
}

impl Losses {
    /// Whether nothing is lost.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The sum.
    pub fn total(&self) -> u64 {
        self.parts().iter().map(|(count, ..)| count).sum()
    }

    /// The diagnostic of a game that would lose this.
    pub fn diagnostic(&self, game: Span) -> Diagnostic {
        Diagnostic::new(Code::LostInPgc, game, format!("expected a game that PGC can hold, found {self}"))
            .help("`--lossy` writes the game without it")
    }

    fn parts(&self) -> [(u64, &'static str, &'static str); 7] {
        [
            (self.comments, "comment", "comments"),
            (self.long_strings, "string of more than 255 characters", "strings of more than 255 characters"),
            (self.characters, "character outside ISO 8859-1", "characters outside ISO 8859-1"),
            (self.moves_without_ordinal, "move without an ordinal", "moves without an ordinal"),
            (self.moves_after, "move behind one without an ordinal", "moves behind one without an ordinal"),
            (self.escapes, "escape line", "escape lines"),
            (self.results, "result in other words", "results in other words"),
        ]
    }
}

impl std::ops::AddAssign for Losses {
    fn add_assign(&mut self, other: Self) {
        self.comments += other.comments;
        self.long_strings += other.long_strings;
        self.characters += other.characters;
        self.moves_without_ordinal += other.moves_without_ordinal;
        self.moves_after += other.moves_after;
        self.escapes += other.escapes;
        self.results += other.results;
    }
}

/// `3 comments, 1 character outside ISO 8859-1`; `nothing` where nothing is lost.
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (count, one, many) in self.parts().into_iter().filter(|(count, ..)| *count > 0) {
            write!(f, "{separator}{count} {}", if count == 1 { one } else { many })?;
            separator = ", ";
        }
        if separator.is_empty() { f.write_str("nothing") } else { Ok(()) }
    }
}

impl std::error::Error for Losses {}
