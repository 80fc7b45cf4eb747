//! Logs and mails of chess servers.

use std::io::{self, Read};
use std::sync::Arc;

use pgnkit::syntax::{Code, Diagnostic, Parser, Sink, Span};
use pgnkit::{PieceLetters, Replayer};
use pgnkit_formats::ics::{Counts, Log, LogGame, begins_log};

use super::pgn::{Pgn, read_game};
use super::{
    Access, EntryReader, InputFormat, Kind, Locations, ReadOptions, RecordSlice, RecordSlices, RecordStore,
    Sniff, Target,
};
use crate::entry::{MainLine, Title};
use crate::source::Opened;

/// Logs of sessions on chess servers, and games that they have sent by mail.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ServerLog;

/// Logs of chess servers.
pub static ICS: ServerLog = ServerLog;

impl InputFormat for ServerLog {
    fn name(&self) -> &'static str {
        "ics"
    }

    fn summary(&self) -> &'static str {
        "Logs and mails of chess servers (FICS, ICC): lists of moves, boards"
    }

    /// Such files have all names.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        if begins_log(head) { Sniff::Certain } else { Sniff::No }
    }

    fn access(&self) -> Access<'_> {
        Access::Records(self)
    }

    fn locations(&self) -> Locations {
        Locations::Records("game")
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("it is a log of a chess server, which is in no export format")
    }

    fn title(&self, entry: &[u8]) -> Title {
        Pgn.title(entry)
    }

    fn main_line(&self, entry: &[u8], options: &ReadOptions) -> Option<MainLine> {
        Pgn.main_line(entry, options)
    }

    fn append_reject(&self, stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        Pgn.append_reject(stretch, entry, out);
    }
}

/// The longest log that is read, in bytes: games are followed from its beginning to its end.
const LONGEST: u64 = 1 << 30;
/// Games of a slice.
const SLICE: usize = 256;

impl RecordStore for ServerLog {
    fn open(&self, opened: Opened) -> io::Result<RecordSlices> {
        let mut text = Vec::new();
        opened.take(LONGEST + 1).read_to_end(&mut text)?;
        if text.len() as u64 > LONGEST {
            let text = "it is a log of more than 1 GiB; divide it";
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
        }
        let mut log = Log::parse(&text);
        let (mut slices, mut games, mut at) = (Vec::new(), Vec::new(), 0);
        let mut cut = |games: &mut Vec<LogGame>, end: usize, notes| {
            let bytes = (end - at) as u64;
            at = end;
            slices.push(LogSlice { games: std::mem::take(games), bytes, notes });
        };
        while let Some(game) = log.next_game() {
            let end = game.span.end;
            games.push(game);
            if games.len() == SLICE {
                cut(&mut games, end, None);
            }
        }
        cut(&mut games, text.len(), not_games(log.counts()));
        Ok(Box::new(slices.into_iter().map(|slice| Ok(Arc::new(slice) as Arc<dyn RecordSlice>))))
    }
}

/// Says what of a log is no game.
fn not_games(counts: Counts) -> Option<String> {
    let parts = [
        (counts.talk, "lines of talk"),
        (counts.boards, "boards without a move"),
        (counts.ends, "ends of games without moves"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<_> = parts.map(|(count, what)| format!("{count} {what}")).collect();
    (!parts.is_empty()).then(|| format!("not games, and left out: {}", parts.join(", ")))
}

/// Some games of a log.
#[derive(Debug)]
struct LogSlice {
    games: Vec<LogGame>,
    bytes: u64,
    /// The report after the last game.
    notes: Option<String>,
}

impl RecordSlice for LogSlice {
    fn count(&self) -> usize {
        self.games.len()
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn open<'r>(&'r self, skipped: usize, options: &ReadOptions) -> Box<dyn EntryReader + 'r> {
        let letters = options.letters;
        Box::new(Reader {
            slice: self,
            letters,
            first: skipped,
            next: skipped,
            saved: skipped,
            is_over: false,
        })
    }
}

struct Reader<'r> {
    slice: &'r LogSlice,
    letters: PieceLetters,
    /// The first game that is read, and the next one.
    first: usize,
    next: usize,
    saved: usize,
    is_over: bool,
}

impl EntryReader for Reader<'_> {
    fn read(&mut self, mut target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        let mut report = |code, text| sink.report(Diagnostic::new(code, Span::default(), text));
        let Some(game) = self.slice.games.get(self.next) else {
            if !std::mem::replace(&mut self.is_over, true)
                && let Some(notes) = &self.slice.notes
            {
                report(Code::ContentLeftOut, notes.clone());
            }
            return None;
        };
        for fault in &game.faults {
            report(Code::DamagedRecord, fault.reason.to_string());
        }
        let parser = Parser::new(game.pgn.as_bytes());
        read_game(&mut Replayer::from_parser(parser).letters(self.letters), &mut target, sink);
        self.next += 1;
        Some(Span::new(self.next - 1 - self.first, self.next - self.first))
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
        if let Some(game) = self.next.checked_sub(1).and_then(|at| self.slice.games.get(at)) {
            out.extend_from_slice(game.pgn.as_bytes());
        }
    }
}
