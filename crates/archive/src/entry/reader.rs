//! Reading of entries: from where, to where.

use pgnkit::diagnostics::{Diagnostic, Located};
#[cfg(feature = "epd")]
use pgnkit::epd::Record;
use pgnkit::syntax::{Sink, Span};
use pgnkit::{Checker, EndOfGame, Exporter, GameBuilder, PieceLetters, Replayer, Visitor};

/// Choices about reading that all forms share; each uses those that concern it.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The piece letters of games as text.
    pub letters: PieceLetters,
}

impl ReadOptions {
    /// Moves in other piece letters than those of the standard.
    #[must_use]
    pub fn letters(mut self, letters: PieceLetters) -> Self {
        self.letters = letters;
        self
    }
}

/// The entries of one block, one after the other. A virtual call an entry, never one a move.
pub trait EntryReader {
    /// Reads the next entry into the reader's target and reports to `sink`; `None` when the block has no further whole
    /// entry. What is reported after the last entry belongs to none.
    fn read(&mut self, target: Target<'_>, sink: &mut dyn Sink) -> Option<Span>;

    /// Number of bytes of the block that have been read.
    fn consumed(&self) -> usize;

    /// Keeps the place before the next entry.
    fn save(&mut self);

    /// Goes back to the place that was kept last, so that the same entry is read once more.
    fn restore(&mut self);

    /// Whether reading can stop after this entry and go on with a new reader.
    fn can_pause(&self) -> bool {
        true
    }

    /// Diagnostics written in the entry that was read last.
    fn recorded(&self) -> &[Diagnostic] {
        &[]
    }

    /// Bytes after the last entry that could not be read, once there is no further one.
    fn unread(&self) -> Option<Span> {
        None
    }

    /// Appends the text of the record that was read last: places in what was reported of it count there. Nothing for forms whose entries
    /// are bytes of the block.
    fn write_text(&mut self, _out: &mut Vec<u8>) {}

    /// Number of records that the entry read last stands for and that could not be read at all, which has been reported; 0 for an entry that
    /// was read.
    fn lost(&self) -> u64 {
        0
    }
}

/// The place a reader puts an entry in.
#[allow(missing_debug_implementations)] // visitors have none
pub enum Target<'t> {
    /// A document.
    Build(&'t mut EntryBuf),
    /// Nowhere: it is read and checked, and everything wrong with it is reported.
    Check(&'t mut Checker),
    /// An exporter, which writes the entry while it is read.
    Export(&'t mut dyn GameExporter),
    /// A visitor: a call for each move. Positions have no moves; a visitor sees the game that starts from one.
    Visit(&'t mut dyn Visitor),
}

/// Writes games of a text while it reads them, and others from trees.
pub trait GameExporter {
    /// Reads the next game of a text, which is the one that is written next; `None` when there is none.
    fn read_game(&mut self, replayer: &mut Replayer<'_>, sink: &mut dyn Sink) -> Option<EndOfGame>;

    /// A builder for a game of any source, which is the one that is written next.
    fn builder(&mut self) -> &mut GameBuilder;
}

impl GameExporter for Exporter {
    fn read_game(&mut self, replayer: &mut Replayer<'_>, sink: &mut dyn Sink) -> Option<EndOfGame> {
        self.read_game(replayer, sink)
    }

    fn builder(&mut self) -> &mut GameBuilder {
        self.builder()
    }
}

#[cfg(feature = "json")]
impl GameExporter for pgnkit::json::Exporter {
    fn read_game(&mut self, replayer: &mut Replayer<'_>, sink: &mut dyn Sink) -> Option<EndOfGame> {
        self.read_game(replayer, sink)
    }

    fn builder(&mut self) -> &mut GameBuilder {
        self.builder()
    }
}

/// Memory for one entry, reused for the next.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct EntryBuf {
    /// The game, when the entry is one.
    pub builder: GameBuilder,
    /// The record, when the entry is a position.
    #[cfg(feature = "epd")]
    pub record: Option<Record>,
    /// Diagnostics of the entry with their places in the input, where they are kept.
    pub located: Vec<Located>,
    /// Diagnostics written in the entry itself.
    pub recorded: Vec<Diagnostic>,
}
