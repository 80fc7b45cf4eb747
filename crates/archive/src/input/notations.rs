//! PGN whose moves are in another notation than SAN.

use pgnkit::Replayer;
use pgnkit::chess::notation::OtherNotation;

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

    fn sniff(&self, _head: &[u8]) -> Sniff {
        Sniff::No
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
