//! The forms in which games and positions are stored, and the one list of them.
//!
//! A new form is a file in this folder with an implementation of [`InputFormat`], and one word in [`INPUTS`]: names on
//! the command line, endings of files, directory walks, archives, sniffing and error texts follow. Forms that a crate
//! feature leaves out are not in the list. A form is a [`StreamFormat`], if blocks of its bytes can be read alone, or
//! else a [`RecordStore`], which is opened before it is read.

mod at;
#[cfg(feature = "columns")]
mod columns;
#[cfg(any(feature = "databases", feature = "index"))]
mod database;
#[cfg(all(feature = "sites", feature = "epd"))]
mod evaluations;
#[cfg(feature = "databases")]
mod ics;
#[cfg(feature = "json")]
mod json;
mod lines;
mod notations;
#[cfg(feature = "pgc")]
mod pgc;
pub mod pgn;
#[cfg(feature = "epd")]
mod positions;
mod records;
#[cfg(feature = "sites")]
mod sites;

use std::borrow::Cow;
use std::fmt::Debug;

use pgnkit::Game;
use pgnkit::diagnostics::{Diagnostic, Located};
#[cfg(feature = "epd")]
use pgnkit::epd::RecordFormat;
use pgnkit::syntax::{Sink, Span};

use crate::blocks::BlockView;
use crate::blocks::SplitPoints;
use crate::entry::{MainLine, Title};

pub use crate::entry::{
    EntryBuf, EntryReader, GameExporter, Kind, Locations, ReadOptions, Recognition, RecordSlice,
    RecordSlices, Target,
};
pub use crate::source::Lookup;
pub use at::At;
#[cfg(feature = "columns")]
pub use columns::{ARROW, ARROWS, Columns, PARQUET};
#[cfg(feature = "databases")]
pub use database::{CHESSBASE, ChessBase, SCID, Scid};
#[cfg(feature = "index")]
pub use database::{INDEX, Indexed, game_of};
#[cfg(all(feature = "databases", feature = "sites"))]
pub use database::{LIVECHESS, LiveChess};
#[cfg(all(feature = "sites", feature = "epd"))]
pub use evaluations::{EvaluationLines, LichessEvaluations};
#[cfg(feature = "databases")]
pub use ics::{ICS, ServerLog};
#[cfg(feature = "json")]
pub use json::Json;
pub use lines::Lines;
pub use notations::{DESCRIPTIVE, ICCF, Notated, SMITH};
#[cfg(feature = "pgc")]
pub use pgc::Pgc;
pub use pgn::{Pgn, replayer};
#[cfg(feature = "epd")]
pub use positions::{EPD, FEN, PositionLine, Positions};
pub use records::RecordStore;
#[cfg(feature = "sites")]
pub use sites::{CHESS_COM, LICHESS, LICHESS_PUZZLES, SiteRecords};

/// Every form that can be read. The order is that of error texts and of the help.
pub static INPUTS: &[&dyn InputFormat] = &[
    &Pgn,
    &Lines,
    &ICCF,
    &SMITH,
    &DESCRIPTIVE,
    #[cfg(feature = "epd")]
    &EPD,
    #[cfg(feature = "epd")]
    &FEN,
    // Their marks are seen before those of any object of JSON.
    #[cfg(feature = "sites")]
    &LICHESS,
    #[cfg(feature = "sites")]
    &LICHESS_PUZZLES,
    #[cfg(all(feature = "sites", feature = "epd"))]
    &LichessEvaluations,
    #[cfg(feature = "sites")]
    &CHESS_COM,
    #[cfg(all(feature = "databases", feature = "sites"))]
    &LIVECHESS,
    #[cfg(feature = "json")]
    &Json,
    #[cfg(feature = "pgc")]
    &Pgc,
    #[cfg(feature = "databases")]
    &SCID,
    #[cfg(feature = "databases")]
    &CHESSBASE,
    #[cfg(feature = "databases")]
    &ICS,
    #[cfg(feature = "index")]
    &INDEX,
    #[cfg(feature = "columns")]
    &PARQUET,
    #[cfg(feature = "columns")]
    &ARROW,
    #[cfg(feature = "columns")]
    &ARROWS,
];

/// Certainty of the detection of a format by the first bytes of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sniff {
    /// It is another form.
    No,
    /// Any bytes could be this form.
    Possible,
    /// Likely, but overridden by an explicit default.
    Likely,
    /// It cannot be anything else.
    Certain,
}

/// A form in which games or positions are stored.
pub trait InputFormat: Debug + Sync {
    /// The name people use, such as `pgn`.
    fn name(&self) -> &'static str;

    /// Content, in a few words for help texts.
    fn summary(&self) -> &'static str;

    /// Endings of file names, without a dot, in lower case.
    fn extensions(&self) -> &'static [&'static str];

    /// The rule by which files with these endings are read when they are found in a directory.
    fn recognition(&self) -> Recognition {
        Recognition::Name
    }

    /// The kind of its entries.
    fn holds(&self) -> Kind;

    /// Whether an input that begins with `head`, the first kilobytes, is of this form.
    fn sniff(&self, head: &[u8]) -> Sniff;

    /// The way to its entries.
    fn access(&self) -> Access<'_>;

    /// Counting of places.
    fn locations(&self) -> Locations {
        Locations::Lines
    }

    /// Whether a game can be read by its number, in no more time than any other.
    fn reads_by_number(&self) -> bool {
        false
    }

    /// Whether the output of a formatter can take the place of the input, or be compared with it; the reason if not.
    fn rewritable(&self) -> Result<(), &'static str> {
        Ok(())
    }

    /// The names that people know an entry by, read from its bytes; of a record, from its text.
    fn title(&self, entry: &[u8]) -> Title;

    /// Ends of the plies of the main line of an entry, for forms in which they can be found.
    fn main_line(&self, _entry: &[u8], _options: &ReadOptions) -> Option<MainLine> {
        None
    }

    /// Appends the original bytes of an entry to a file of rejected entries of this form. `stretch` holds all that was
    /// read since the entry before, `entry` the entry itself.
    fn append_reject(&self, stretch: &[u8], entry: &[u8], out: &mut Vec<u8>);

    /// The form of a record, for forms that hold positions.
    #[cfg(feature = "epd")]
    fn record_format(&self) -> RecordFormat {
        RecordFormat::Epd
    }

    /// Whether fixes of diagnostics can be applied to the bytes.
    fn is_fixable(&self) -> bool {
        false
    }
}

/// The way to the entries of a form.
#[derive(Clone, Copy, Debug)]
pub enum Access<'f> {
    /// Inputs are streams of bytes, which are split anywhere between entries.
    Stream(&'f dyn StreamFormat),
    /// Inputs are opened first, and then have records.
    Records(&'f dyn RecordStore),
}

/// A form whose inputs are streams of entries. They have no state: the bytes of a block are all that is needed to read it.
pub trait StreamFormat: Debug {
    /// Points at which a stream can be split into blocks.
    fn split(&self) -> SplitPoints;

    /// Opens the entries of a block.
    fn open<'b>(&self, block: &BlockView<'b>, options: &ReadOptions) -> Box<dyn EntryReader + 'b>;
}

impl dyn InputFormat + '_ {
    /// Points at which a stream of this form can be split; `None` if it has records.
    pub fn split(&self) -> Option<SplitPoints> {
        match self.access() {
            Access::Stream(format) => Some(format.split()),
            Access::Records(_) => None,
        }
    }

    /// Opens the entries of a block.
    pub(crate) fn open<'b>(&self, block: &BlockView<'b>, options: &ReadOptions) -> Box<dyn EntryReader + 'b> {
        match (block.records, self.access()) {
            (Some(records), _) => records.open(records.count() - block.bytes.len(), options),
            (None, Access::Stream(format)) => format.open(block, options),
            // Blocks of such a form have records.
            (None, Access::Records(_)) => Box::new(NoEntries),
        }
    }
}

/// The entries of a block without any.
struct NoEntries;

impl EntryReader for NoEntries {
    fn read(&mut self, _target: Target<'_>, _sink: &mut dyn Sink) -> Option<Span> {
        None
    }

    fn consumed(&self) -> usize {
        0
    }

    fn save(&mut self) {}

    fn restore(&mut self) {}
}

/// An entry that was read: a game, or a position with operations.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Entry<'e> {
    /// The entry that was read.
    pub content: Content<'e>,
    /// Diagnostics with their places in the input, where an output asks for them.
    pub located: &'e [Located],
    /// Diagnostics written in the entry itself, as JSON has them: those of the text it was made from.
    pub recorded: &'e [Diagnostic],
}

/// The document of an entry.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Content<'e> {
    /// A game.
    Game(&'e Game),
    /// A record of a position.
    #[cfg(feature = "epd")]
    Position(PositionLine<'e>),
}

impl<'e> Content<'e> {
    /// The game: of a position, the one that starts from it.
    pub fn to_game(self) -> Cow<'e, Game> {
        match self {
            Self::Game(game) => Cow::Borrowed(game),
            #[cfg(feature = "epd")]
            Self::Position(position) => Cow::Owned(position.to_game()),
        }
    }
}

impl EntryBuf {
    /// The entry that was read last, which is at `span` of `block` and of a form that holds `format`.
    #[cfg_attr(not(feature = "epd"), expect(unused_variables, reason = "there are only games"))]
    pub fn entry<'e>(&'e self, format: &dyn InputFormat, block: &'e [u8], span: Span) -> Entry<'e> {
        // The buffer may still hold an entry of the other kind, from another input.
        let Self { located, recorded, .. } = self;
        #[cfg(feature = "epd")]
        if format.holds() == Kind::Positions {
            let epd = self.record.as_ref().and_then(|record| record.epd.as_ref());
            let position = PositionLine { epd, line: span.of(block), format: format.record_format() };
            return Entry { content: Content::Position(position), located, recorded };
        }
        Entry { content: Content::Game(self.builder.game()), located, recorded }
    }
}

/// The form of that name.
pub fn by_name(name: &str) -> Option<&'static dyn InputFormat> {
    INPUTS.iter().copied().find(|format| format.name() == name)
}

/// The form that the ending of a file name implies, compressed or not.
pub fn by_file_name(name: &str) -> Option<&'static dyn InputFormat> {
    let extension = extension(name)?;
    INPUTS.iter().copied().find(|format| format.extensions().iter().any(|known| *known == extension))
}

/// The form of an input that its name implies, and where the ending is used for much else, or says nothing, its first bytes.
pub(crate) fn by_name_and_content(name: &str, head: &[u8]) -> Option<&'static dyn InputFormat> {
    let named = by_file_name(name);
    match named {
        Some(format) if matches!(format.recognition(), Recognition::Name) => named,
        _ => match by_content(head) {
            (found, Sniff::Certain) => Some(found),
            _ => named,
        },
    }
}

/// The form that the first bytes of an input imply, and how certain that is.
pub fn by_content(head: &[u8]) -> (&'static dyn InputFormat, Sniff) {
    let sniffed = INPUTS.iter().map(|format| (*format, format.sniff(head)));
    // Of equally certain ones the first.
    sniffed.rev().max_by_key(|(_, sniff)| *sniff).unwrap_or((&Pgn, Sniff::Possible))
}

/// The ending of a file name in lower case, that of a compressed form taken off.
pub(crate) fn extension(name: &str) -> Option<String> {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase();
    let packed = crate::source::COMPRESSED_EXTENSIONS
        .iter()
        .find_map(|extension| name.strip_suffix(extension)?.strip_suffix('.'));
    let (_, extension) = packed.unwrap_or(&name).rsplit_once('.')?;
    Some(extension.to_owned())
}

/// The first line of a text that is not empty, without a byte order mark.
fn first_line(head: &[u8]) -> Option<&[u8]> {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    head.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii).find(|line| !line.is_empty())
}

/// Appends a line and a line break: the original bytes of an entry that is a line.
fn append_line(line: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(line);
    out.push(b'\n');
}

#[cfg(all(test, feature = "epd", feature = "json", feature = "pgc"))]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_by_the_first_line() {
        for (text, expected) in [
            ("", "pgn"),
            ("\n\n1. e4 *", "pgn"),
            ("[Event \"8/8/8/8/8/8/8/8 w\"]", "pgn"),
            ("\u{feff}\r\n4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;", "epd"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ; bm Kd2", "epd"),
            ("4k3/8/8/8/8/8/8/4K3 w - -", "epd"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1\nrest", "fen"),
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", "pgn"),
            ("\n {\"tags\" : []}", "json"),
            ("{ }", "json"),
            ("{\"quoted\" and no member} 1. e4 *", "pgn"),
            ("{comment} 1. e4 *", "pgn"),
            ("{\"", "pgn"),
            ("\u{5}\u{3}\u{1}\r\u{6}", "pgc"),
            ("\0\n\u{1}\0x\u{5}", "pgc"),
            ("\n\u{1}\0x[A \"\"]", "pgn"),
            ("\0", "pgn"),
        ] {
            assert_eq!(by_content(text.as_bytes()).0.name(), expected, "{text}");
        }
    }

    #[test]
    fn forms_are_told_by_name() {
        for (name, expected) in [
            ("a.epd", Some("epd")),
            ("A.EPD.zst", Some("epd")),
            ("x.fen.gz", Some("fen")),
            ("epd", None),
            ("a.txt", None),
            ("a.pgn", Some("pgn")),
            ("dir.pgn/a", None),
            ("a.jsonl.gz", Some("json")),
            ("a.json", Some("json")),
            ("a.pgn.gz.gz", None),
            ("apgn", None),
            ("a.gz", None),
            (".pgn", Some("pgn")),
        ] {
            assert_eq!(by_file_name(name).map(InputFormat::name), expected, "{name}");
        }
    }

    #[test]
    fn names_and_endings_belong_to_one_form_each() {
        let mut names: Vec<_> = INPUTS.iter().map(|format| format.name()).collect();
        let mut endings: Vec<_> = INPUTS.iter().flat_map(|format| format.extensions()).collect();
        let count = (names.len(), endings.len());
        names.sort_unstable();
        names.dedup();
        endings.sort_unstable();
        endings.dedup();
        assert_eq!((names.len(), endings.len()), count);
    }
}
