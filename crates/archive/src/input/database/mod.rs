//! Databases: those of other programs, whose decoders are in `pgnkit-formats`, and indexes, as forms of the stream.
//!
//! A form opens its files and cuts its index into [`Stretch`]es of games; all else is here.

#[cfg(feature = "databases")]
mod chessbase;
#[cfg(feature = "databases")]
mod file;
#[cfg(feature = "index")]
mod indexed;
#[cfg(all(feature = "databases", feature = "sites"))]
mod livechess;
#[cfg(feature = "databases")]
mod scid;

use std::fmt;

use pgnkit::syntax::{Code, Diagnostic, Sink, Span};
use pgnkit::{Export, GameBuilder, Replayer, Visitor};

use super::{EntryReader, ReadOptions, RecordSlice, Target};

#[cfg(feature = "databases")]
pub use chessbase::{CHESSBASE, ChessBase};
#[cfg(feature = "databases")]
use file::{Part, SharedFile};
#[cfg(feature = "index")]
pub use indexed::{INDEX, Indexed, game_of};
#[cfg(all(feature = "databases", feature = "sites"))]
pub use livechess::{LIVECHESS, LiveChess};
#[cfg(feature = "databases")]
pub use scid::{SCID, Scid};

/// Games of a stretch of an index.
const STRETCH: usize = 512;

/// The games of a stretch of an index, with all that is needed to read them on any thread.
trait Stretch: fmt::Debug + Send + Sync {
    /// The number of games.
    fn count(&self) -> usize;

    /// Bytes of the index.
    fn bytes(&self) -> u64;

    /// Games between those of the stretch before and these that nobody needs.
    fn left_out_before(&self) -> u64 {
        0
    }

    /// Opens the games.
    fn open(&self) -> Box<dyn Games + '_>;

    /// Reports of the stretch besides those of its games.
    fn notes(&self) -> &[Note] {
        &[]
    }
}

/// A report.
type Note = (Code, String);

/// Reads the games of a stretch.
trait Games {
    /// Reads a game, by its number in the stretch. Returns the number of games that the report stands for if nothing could be read, and
    /// else 0.
    fn read(&mut self, game: usize, into: Into<'_>, sink: &mut dyn FnMut(Note)) -> u64;
}

/// The place that a game is read into.
enum Into<'i> {
    Builder(&'i mut GameBuilder),
    Visitor(&'i mut dyn Visitor),
}

/// A stretch as the stream has it.
#[derive(Debug)]
struct Slice<S>(S);

impl<S: Stretch> RecordSlice for Slice<S> {
    fn count(&self) -> usize {
        self.0.count()
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    fn left_out_before(&self) -> u64 {
        self.0.left_out_before()
    }

    fn open<'r>(&'r self, skipped: usize, _options: &ReadOptions) -> Box<dyn EntryReader + 'r> {
        Box::new(Reader {
            games: self.0.open(),
            notes: self.0.notes(),
            count: self.0.count(),
            first: skipped,
            next: skipped,
            saved: skipped,
            lost: 0,
            builder: GameBuilder::new(),
            text: Vec::new(),
        })
    }
}

struct Reader<'r> {
    games: Box<dyn Games + 'r>,
    /// Reports that come after the last game.
    notes: &'r [Note],
    count: usize,
    /// The first game that is read, and the next one.
    first: usize,
    next: usize,
    saved: usize,
    lost: u64,
    /// Memory for games that are checked.
    builder: GameBuilder,
    /// The text of the last game, if it was made.
    text: Vec<u8>,
}

fn report((code, text): Note, sink: &mut dyn Sink) {
    sink.report(Diagnostic::new(code, Span::default(), text));
}

impl EntryReader for Reader<'_> {
    fn read(&mut self, target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        if self.next == self.count {
            std::mem::take(&mut self.notes).iter().cloned().for_each(|note| report(note, sink));
            return None;
        }
        let game = self.next;
        self.next += 1;
        self.text.clear();
        let mut read = |into| self.games.read(game, into, &mut |note| report(note, sink));
        self.lost = match target {
            Target::Build(buffer) => read(Into::Builder(&mut buffer.builder)),
            Target::Export(exporter) => read(Into::Builder(exporter.builder())),
            Target::Visit(visitor) => read(Into::Visitor(visitor)),
            // Rules are about texts.
            Target::Check(checker) => {
                let lost = read(Into::Builder(&mut self.builder));
                if lost == 0 {
                    Export::default().write_game(self.builder.game(), &mut self.text);
                    checker.check_game(&mut Replayer::new(&self.text), sink);
                }
                lost
            }
        };
        Some(Span::new(game - self.first, self.next - self.first))
    }

    fn consumed(&self) -> usize {
        self.next - self.first
    }

    fn save(&mut self) {
        self.saved = self.next;
    }

    fn restore(&mut self) {
        self.next = self.saved;
    }

    fn write_text(&mut self, out: &mut Vec<u8>) {
        if self.text.is_empty()
            && let Some(game) = self.next.checked_sub(1)
            && self.games.read(game, Into::Builder(&mut self.builder), &mut |_| {}) == 0
        {
            Export::default().write_game(self.builder.game(), &mut self.text);
        }
        out.extend_from_slice(&self.text);
    }

    fn lost(&self) -> u64 {
        self.lost
    }
}
