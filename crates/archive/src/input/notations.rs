//! PGN whose moves are in another notation than SAN.

use pgnkit::chess::notation::OtherNotation;
use pgnkit::syntax::{Event, Ignore, Parser};
use pgnkit::{Flow, Ply, Replayer, Visitor};

use super::pgn::{Games, Pgn, replayer};
use super::{Access, EntryReader, InputFormat, Kind, ReadOptions, Sniff, StreamFormat};
use crate::blocks::{BlockView, SplitPoints};
use crate::entry::{MainLine, Title};

/// Games as text, as in PGN, with moves in another notation.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Notated {
    /// The notation of their moves.
    pub notation: OtherNotation,
}

/// Games with moves in ICCF numeric notation.
pub static ICCF: Notated = Notated { notation: OtherNotation::Iccf };
/// Games with moves as coordinates.
pub static SMITH: Notated = Notated { notation: OtherNotation::Smith };
/// Games with moves in English descriptive notation.
pub static DESCRIPTIVE: Notated = Notated { notation: OtherNotation::Descriptive };

/// Moves that games must have at least before their notation is certain.
const ENOUGH: usize = 4;

impl Notated {
    /// Whether a text begins with a move that is no SAN, and all its games can be read in this notation.
    fn is_of_all(self, head: &[u8]) -> bool {
        // The last word may be cut.
        let end = head.iter().rposition(u8::is_ascii_whitespace).unwrap_or(0);
        let text = &head[..end];
        let mut parser = Parser::new(text).with_move_words(self.notation.words());
        let first = loop {
            match parser.next_event(&mut Ignore) {
                Some(Event::Move(span)) => break span,
                Some(Event::Unread(_) | Event::GameEnd(_)) | None => return false,
                Some(_) => {}
            }
        };
        if self.notation.length_in(first.of(text)) != Some(first.len()) {
            return false;
        }
        let mut replayer = Replayer::new(text).notation(self.notation);
        let mut moves = Moves(0);
        while let Some(end) = replayer.read_game(&mut moves, &mut Ignore) {
            if !end.complete {
                return false;
            }
        }
        moves.0 >= ENOUGH
    }
}

/// The number of moves.
struct Moves(usize);

impl Visitor for Moves {
    fn play(&mut self, _: Ply<'_>) -> Flow {
        self.0 += 1;
        Flow::Continue
    }
}

impl InputFormat for Notated {
    fn name(&self) -> &'static str {
        self.notation.name()
    }

    fn summary(&self) -> &'static str {
        match self.notation {
            OtherNotation::Iccf => "PGN with moves in ICCF numeric notation: 5254",
            OtherNotation::Smith => "PGN with moves as coordinates, also with Smith's letters: e2e4, d4e5p",
            _ => "PGN with moves in English descriptive notation: P-K4",
        }
    }

    /// Such files have the names of PGN.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    /// Coordinates are read in PGN, too.
    fn sniff(&self, head: &[u8]) -> Sniff {
        let is_certain = self.notation != OtherNotation::Smith && self.is_of_all(head);
        if is_certain { Sniff::Certain } else { Sniff::No }
    }

    fn access(&self) -> Access<'_> {
        Access::Stream(self)
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("its moves are in another notation than SAN, which is what is written")
    }

    fn title(&self, entry: &[u8]) -> Title {
        Pgn.title(entry)
    }

    fn main_line(&self, entry: &[u8], _: &ReadOptions) -> Option<MainLine> {
        Some(MainLine::of(&mut Replayer::new(entry).notation(self.notation)))
    }

    fn append_reject(&self, stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        Pgn.append_reject(stretch, entry, out);
    }
}

impl StreamFormat for Notated {
    fn split(&self) -> SplitPoints {
        SplitPoints::Games
    }

    fn open<'b>(&self, block: &BlockView<'b>, options: &ReadOptions) -> Box<dyn EntryReader + 'b> {
        let replayer = replayer(block, options.letters).notation(self.notation);
        Box::new(Games { replayer, saved: None })
    }
}
