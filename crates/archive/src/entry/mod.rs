//! Words about entries that all parts of the stream share: their kind, their places, the names people know them by.

mod main_line;
mod reader;
mod records;
mod title;

pub use main_line::MainLine;
pub use reader::{EntryBuf, EntryReader, GameExporter, ReadOptions, Target};
pub use records::{RecordSlice, RecordSlices};
pub use title::Title;

/// The two kinds of entries that inputs have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Games: tags, moves, result.
    Games,
    /// Positions with operations: records of EPD or FEN.
    Positions,
}

impl Kind {
    /// The reason for leaving out an input of the other kind where this one is wanted.
    pub fn mismatch(self) -> &'static str {
        match self {
            Self::Games => "contains positions (EPD or FEN), not games",
            Self::Positions => "contains games, not positions (EPD or FEN)",
        }
    }

    /// Whether it is the kind that is wanted.
    ///
    /// # Errors
    /// With the [reason](Self::mismatch) for leaving an input out.
    pub fn must_be(self, wanted: Self) -> Result<(), &'static str> {
        if self == wanted { Ok(()) } else { Err(wanted.mismatch()) }
    }
}

/// Counting of places in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Locations {
    /// Lines and columns.
    Lines,
    /// Bytes: the form has no lines.
    Offsets,
    /// Records and half-moves: the text of an entry is made of its record, and is in no file. This is the word for a record, such as `row`.
    Records(&'static str),
}

/// The rule by which files of a form are recognised when they are found in a directory or an archive.
#[derive(Clone, Copy, Debug)]
pub enum Recognition {
    /// The ending of the name.
    Name,
    /// The ending, and first bytes that this accepts: the ending is used for much else.
    NameAndHead(fn(&[u8]) -> bool),
    /// Not at all: such a file is read where it is named itself. Its games are those of other files.
    Never,
}
