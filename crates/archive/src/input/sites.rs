//! Games of sites as their interfaces give them: records of text, each of which becomes a game in PGN that is read like any other.

use std::fmt;
use std::ops::Range;

use pgnkit::syntax::{Code, CodeSet, Diagnostic, Parser, Sink, Span};
use pgnkit::{PieceLetters, Replayer};
use pgnkit_formats::sites::{SiteError, chess_com, lichess};

use super::pgn::{Pgn, read_game};
use super::{
    Access, EntryReader, InputFormat, Kind, ReadOptions, Sniff, StreamFormat, Target, append_line, first_line,
};
use crate::blocks::{BlockView, SplitPoints};
use crate::entry::Title;

/// Records of a site.
pub struct SiteRecords {
    name: &'static str,
    summary: &'static str,
    /// Whether an input that begins with this line is of this form.
    begins: fn(&[u8]) -> bool,
    /// Division of the bytes into records.
    division: Division,
    /// Appends the PGN of a record; nothing for one that is no game.
    convert: fn(&[u8], &mut String) -> Result<(), SiteError>,
}

enum Division {
    Lines,
    /// Functions for blocks, and one that finds the next record that is whole.
    Whole(SplitPoints, fn(&[u8]) -> Option<Range<usize>>),
}

/// Games of lichess in JSON, one a line.
pub static LICHESS: SiteRecords = SiteRecords {
    name: "lichess",
    summary: "Games of lichess as JSON, one a line",
    begins: lichess::begins_game,
    division: Division::Lines,
    convert: lichess::game,
};

/// Puzzles of lichess.
pub static LICHESS_PUZZLES: SiteRecords = SiteRecords {
    name: "lichess-puzzles",
    summary: "Puzzles of lichess as CSV: games from the position, with the solution",
    begins: lichess::begins_puzzle,
    division: Division::Lines,
    convert: lichess::puzzle,
};

/// Archives of chess.com.
pub static CHESS_COM: SiteRecords = SiteRecords {
    name: "chesscom",
    summary: "Archives of chess.com as JSON, with the PGN of each game",
    begins: chess_com::begins_archive,
    division: Division::Whole(
        SplitPoints::Whole { all: whole_games, first: whole_game },
        chess_com::next_game,
    ),
    convert: chess_com::game,
};

fn whole_game(bytes: &[u8]) -> usize {
    chess_com::next_game(bytes).map_or(0, |game| game.end)
}

fn whole_games(bytes: &[u8]) -> usize {
    let mut end = 0;
    while let Some(game) = chess_com::next_game(&bytes[end..]) {
        end += game.end;
    }
    end
}

impl fmt::Debug for SiteRecords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SiteRecords").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Whether a content that begins so is of a site.
pub(super) fn begins_site(head: &[u8]) -> bool {
    first_line(head).is_some_and(lichess::begins_evaluation)
        || cfg!(feature = "databases") && pgnkit_formats::sites::livechess::begins_round(head)
        || [&LICHESS, &CHESS_COM].into_iter().any(|form| form.sniff(head) == Sniff::Certain)
}

impl InputFormat for SiteRecords {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    /// Those of JSON and CSV, which say nothing: the content decides.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        let line = match self.division {
            Division::Lines => first_line(head),
            Division::Whole(..) => Some(head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head)),
        };
        if line.is_some_and(self.begins) { Sniff::Certain } else { Sniff::No }
    }

    fn access(&self) -> Access<'_> {
        Access::Stream(self)
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("it holds games as a site gives them, which are in no export format")
    }

    fn title(&self, entry: &[u8]) -> Title {
        let mut text = String::new();
        match (self.convert)(entry, &mut text) {
            Ok(()) => Pgn.title(text.as_bytes()),
            Err(_) => Title::default(),
        }
    }

    fn append_reject(&self, _stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        if !entry.is_empty() {
            append_line(entry, out);
        }
    }
}

impl StreamFormat for SiteRecords {
    fn split(&self) -> SplitPoints {
        match self.division {
            Division::Lines => SplitPoints::Lines,
            Division::Whole(points, _) => points,
        }
    }

    fn open<'b>(&self, block: &BlockView<'b>, options: &ReadOptions) -> Box<dyn EntryReader + 'b> {
        let next = match self.division {
            Division::Lines => next_line,
            Division::Whole(_, next) => next,
        };
        Box::new(Records {
            bytes: block.bytes,
            is_last: block.is_last,
            next,
            convert: self.convert,
            letters: options.letters,
            at: 0,
            saved: 0,
            text: String::new(),
            lost: false,
        })
    }
}

/// The next line that is not empty.
pub(super) fn next_line(bytes: &[u8]) -> Option<Range<usize>> {
    let start = bytes.iter().position(|byte| !matches!(byte, b'\n' | b'\r'))?;
    let length = memchr::memchr2(b'\n', b'\r', &bytes[start..]);
    Some(start..length.map_or(bytes.len(), |length| start + length))
}

/// Reads the records of a block.
struct Records<'b> {
    bytes: &'b [u8],
    is_last: bool,
    next: fn(&[u8]) -> Option<Range<usize>>,
    convert: fn(&[u8], &mut String) -> Result<(), SiteError>,
    letters: PieceLetters,
    at: usize,
    saved: usize,
    /// The PGN of the last record.
    text: String,
    /// Whether the last record gave no game.
    lost: bool,
}

impl Records<'_> {
    /// The next record. At the end of the input, one that breaks off counts, too.
    fn next_record(&self) -> Option<Span> {
        let rest = &self.bytes[self.at..];
        let found = (self.next)(rest).or_else(|| {
            let start = rest.iter().position(|byte| *byte == b'{')?;
            self.is_last.then_some(start..rest.len())
        })?;
        Some(Span::new(self.at + found.start, self.at + found.end))
    }
}

impl EntryReader for Records<'_> {
    fn read(&mut self, mut target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        loop {
            let record = self.next_record()?;
            self.at = record.end;
            self.text.clear();
            self.lost = false;
            let sink = &mut AtRecord { record, sink };
            if let Err(error) = (self.convert)(record.of(self.bytes), &mut self.text) {
                self.lost = true;
                sink.report(Diagnostic::new(Code::DamagedRecord, record, error.to_string()));
                return Some(record);
            }
            if self.text.is_empty() {
                continue;
            }
            let mut game = Replayer::from_parser(Parser::new(self.text.as_bytes())).letters(self.letters);
            if read_game(&mut game, &mut target, sink).is_none() {
                self.lost = true;
                let text = "expected a game in the PGN of the record, found none".to_owned();
                sink.report(Diagnostic::new(Code::DamagedRecord, record, text));
            }
            return Some(record);
        }
    }

    fn consumed(&self) -> usize {
        self.at
    }

    fn save(&mut self) {
        self.saved = self.at;
    }

    fn restore(&mut self) {
        self.at = self.saved;
    }

    fn lost(&self) -> u64 {
        u64::from(self.lost)
    }
}

/// Reports of the text of a record, at the record: the text is in no file.
pub(super) struct AtRecord<'s> {
    pub(super) record: Span,
    pub(super) sink: &'s mut dyn Sink,
}

impl Sink for AtRecord<'_> {
    fn wants(&self, code: Code) -> bool {
        self.sink.wants(code)
    }

    fn wants_any(&self, codes: &CodeSet) -> bool {
        self.sink.wants_any(codes)
    }

    fn report(&mut self, mut diagnostic: Diagnostic) {
        let record = self.record;
        // The first word of it is enough to be shown.
        diagnostic.span = Span::new(record.start, record.start + 1);
        diagnostic.labels.clear();
        diagnostic.fix = None;
        self.sink.report(diagnostic);
    }
}
