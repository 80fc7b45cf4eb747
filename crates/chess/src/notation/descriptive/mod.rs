//! English descriptive notation: a piece, and the square it goes to or the piece it takes. Files have the names of the
//! pieces that begin the game on them, and ranks are counted from the side of the player who moves. A file without its
//! side, as in `N-B3`, is either of two.

mod fits;

use super::Claim;
use super::castling;
use super::marks::skip_gap;
use super::wings::Wing;
use crate::board::{Color, PieceKind, Square};

/// A move as a word says it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    mover: Named,
    /// The square it goes to, or the piece it takes.
    target: Target,
    promotion: Option<PieceKind>,
}

#[derive(Clone, Copy, Debug)]
enum Target {
    Square(Place),
    Piece(Named),
}

/// A piece by its name.
#[derive(Clone, Copy, Debug)]
struct Named {
    kind: PieceKind,
    /// The side that its name says.
    wing: Option<Wing>,
    /// The files that its name says, of pawns: `BP`.
    files: u8,
    /// The place that is added: `R(R1)`, `N/3`.
    place: Option<Place>,
}

/// Files, and a rank from the side of the player who moves.
#[derive(Clone, Copy, Debug)]
struct Place {
    files: u8,
    rank: Option<u8>,
}

/// All files.
const ANY: u8 = 0xff;

impl Place {
    fn holds(self, square: Square, turn: Color) -> bool {
        let rank = match turn {
            Color::White => square.rank().index(),
            Color::Black => 7 - square.rank().index(),
        };
        self.files & (1 << square.file().index()) != 0 && self.rank.is_none_or(|said| said == rank)
    }
}

/// The move that a text begins with, signs for check aside, and where it ends.
pub(super) fn parse(text: &[u8]) -> Option<(Claim, usize)> {
    if let Some((king_side, end)) = castling(text) {
        return Some((Claim::Castling(Some(king_side)), end));
    }
    let mut cursor = Cursor { text, at: 0 };
    if cursor.takes(b"Castles") || cursor.takes(b"castles") {
        let (side, end) = side_of_castling(text, cursor.at);
        return Some((Claim::Castling(side), end));
    }
    let mover = cursor.piece(Qualifier::Any)?;
    let target = match cursor.sign()? {
        Sign::Moves => Target::Square(cursor.square()?),
        Sign::Takes => Target::Piece(cursor.piece(Qualifier::WithRank)?),
    };
    let promotion = if mover.kind == PieceKind::Pawn { cursor.promotion()? } else { None };
    Some((Claim::Descriptive(Word { mover, target, promotion }), cursor.at))
}

/// The side that follows `Castles`, if one does: `K`, `QR`, `(Q)`.
fn side_of_castling(text: &[u8], at: usize) -> (Option<bool>, usize) {
    let start = skip_gap(text, at);
    let mut cursor = Cursor { text, at: start };
    let is_enclosed = cursor.takes(b"(");
    let side = match cursor.next() {
        Some(b'K') => true,
        Some(b'Q') => false,
        _ => return (None, at),
    };
    cursor.at += 1;
    let _ = cursor.takes(b"R");
    let is_closed = !is_enclosed || cursor.takes(b")");
    if is_closed && super::ends_word(cursor.next()) { (Some(side), cursor.at) } else { (None, at) }
}

enum Sign {
    Moves,
    Takes,
}

/// An addition to the name of a piece in parentheses or after a stroke.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Qualifier {
    /// A file, a rank or both.
    Any,
    /// A rank at least, since a letter would be what a pawn becomes.
    WithRank,
}

struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
}

impl Cursor<'_> {
    fn next(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn takes(&mut self, word: &[u8]) -> bool {
        let is_there = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word));
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    /// `Kt`, in capitals too, or `N`.
    fn knight(&mut self) -> bool {
        self.takes(b"Kt") || self.takes(b"KT") || self.takes(b"N")
    }

    /// Files by name: of one that two have, both.
    fn files(&mut self) -> Option<u8> {
        if self.knight() {
            return Some(1 << 1 | 1 << 6);
        }
        if self.takes(b"R") {
            return Some(1 | 1 << 7);
        }
        if self.takes(b"B") {
            return Some(1 << 2 | 1 << 5);
        }
        let (own, side) = if self.takes(b"K") {
            (4, 0xf0)
        } else if self.takes(b"Q") {
            (3, 0x0f)
        } else {
            return None;
        };
        let both = if self.knight() {
            1 << 1 | 1 << 6
        } else if self.takes(b"R") {
            1 | 1 << 7
        } else if self.takes(b"B") {
            1 << 2 | 1 << 5
        } else {
            return Some(1 << own);
        };
        Some(both & side)
    }

    fn rank(&mut self) -> Option<u8> {
        let rank = self.next().filter(|byte| matches!(byte, b'1'..=b'8'))? - b'1';
        self.at += 1;
        Some(rank)
    }

    fn square(&mut self) -> Option<Place> {
        let files = self.files()?;
        let rank = self.rank()?;
        Some(Place { files, rank: Some(rank) })
    }

    /// `KB`, `Kt`, `QBP`, `R(R1)`.
    fn piece(&mut self, qualifier: Qualifier) -> Option<Named> {
        let start = self.at;
        let (kind, wing, files) = if self.takes(b"P") {
            (PieceKind::Pawn, None, ANY)
        } else {
            let files = self.files()?;
            if self.takes(b"P") {
                (PieceKind::Pawn, None, files)
            } else {
                let first = self.text.get(start).copied();
                let is_knight = files & (1 << 1 | 1 << 6) != 0;
                let kind = match files {
                    0x10 => PieceKind::King,
                    0x08 => PieceKind::Queen,
                    _ if is_knight => PieceKind::Knight,
                    _ if files & (1 | 1 << 7) != 0 => PieceKind::Rook,
                    _ => PieceKind::Bishop,
                };
                let is_one = files.count_ones() == 1 && !matches!(kind, PieceKind::King | PieceKind::Queen);
                let wing = match first {
                    Some(b'K') if is_one => Some(Wing::King),
                    Some(b'Q') if is_one => Some(Wing::Queen),
                    _ => None,
                };
                (kind, wing, ANY)
            }
        };
        Some(Named { kind, wing, files, place: self.place(qualifier) })
    }

    /// `(R1)`, `/K4`, `(3)`, `/Q`; nothing is taken where there is none.
    fn place(&mut self, qualifier: Qualifier) -> Option<Place> {
        let start = self.at;
        let is_enclosed = self.takes(b"(");
        if !is_enclosed && !self.takes(b"/") {
            return None;
        }
        let files = self.files();
        let rank = self.rank();
        let is_closed = !is_enclosed || self.takes(b")");
        let is_said = rank.is_some() || files.is_some() && qualifier == Qualifier::Any;
        if is_closed && is_said {
            return Some(Place { files: files.unwrap_or(ANY), rank });
        }
        self.at = start;
        None
    }

    /// A dash or a sign for taking, with one blank around it or none.
    fn sign(&mut self) -> Option<Sign> {
        let has_blank = self.takes(b" ");
        let takes = self.takes(b"x") || self.takes(b"X") || self.takes("\u{d7}".as_bytes());
        let moves = !takes
            && (self.takes(b"-") || self.takes("\u{2013}".as_bytes()) || self.takes("\u{2014}".as_bytes()));
        if !takes && !moves || has_blank != self.takes(b" ") {
            return None;
        }
        Some(if takes { Sign::Takes } else { Sign::Moves })
    }

    /// The piece a pawn becomes: `=Q`, `(Q)`, `/Kt`, `=(Q)`. The outer option is whether what is there can be read.
    fn promotion(&mut self) -> Option<Option<PieceKind>> {
        let start = self.at;
        let has_sign = self.takes(b"=") || self.takes(b"/");
        let _ = !has_sign && self.text.get(self.at + 1) == Some(&b'(') && self.takes(b" ");
        let is_enclosed = self.takes(b"(");
        if !has_sign && !is_enclosed {
            self.at = start;
            return Some(None);
        }
        let kind = if self.knight() {
            Some(PieceKind::Knight)
        } else if self.takes(b"Q") {
            Some(PieceKind::Queen)
        } else if self.takes(b"R") {
            Some(PieceKind::Rook)
        } else if self.takes(b"B") {
            Some(PieceKind::Bishop)
        } else {
            None
        };
        if kind.is_some() && (!is_enclosed || self.takes(b")")) {
            return Some(kind);
        }
        // A remark in parentheses, or a variation, is none of the move.
        self.at = start;
        if has_sign { None } else { Some(None) }
    }
}
