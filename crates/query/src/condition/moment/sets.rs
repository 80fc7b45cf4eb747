//! Sets of pieces and squares: `Q`, `[RQ]7`, `Nf3`, `pa-c`, `e4`, `d4-5`, `_~k`, `Q@`.

use pgnkit::chess::{Bitboard, Color, PieceKind, Position, attacks};

use super::{Moment, flipped};

// What can be on a square: nothing, or one of twelve pieces, the white ones first.
pub(in crate::condition) const EMPTY: u16 = 1;
pub(in crate::condition) const WHITE: u16 = 0b0_0000_0111_1110;
pub(in crate::condition) const BLACK: u16 = 0b1_1111_1000_0000;
pub(in crate::condition) const ANY_PIECE: u16 = WHITE | BLACK;
pub(in crate::condition) const ALL: u16 = EMPTY | ANY_PIECE;

/// A piece among the contents.
pub(in crate::condition) const fn content(color: Color, kind: PieceKind) -> u16 {
    1 << (1 + 6 * color.index() + kind.index())
}

/// The contents that a letter stands for.
pub(in crate::condition) fn piece(letter: char) -> Option<u16> {
    match letter {
        'A' => Some(WHITE),
        'a' => Some(BLACK),
        _ => {
            let kind = PieceKind::from_letter(u8::try_from(letter.to_ascii_uppercase()).ok()?)?;
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            Some(content(color, kind))
        }
    }
}

/// The same contents with the colours exchanged.
pub(in crate::condition) fn exchanged(contents: u16) -> u16 {
    contents & EMPTY | (contents & WHITE) << 6 | (contents & BLACK) >> 6
}

/// The squares on which there is one of some contents.
#[inline]
pub(in crate::condition) fn squares_with(contents: u16, position: &Position) -> Bitboard {
    match contents {
        EMPTY => !position.occupied(),
        WHITE => position.color(Color::White),
        BLACK => position.color(Color::Black),
        ANY_PIECE => position.occupied(),
        contents if contents.is_power_of_two() => {
            let at = contents.trailing_zeros() as usize - 1;
            position.pieces(Color::ALL[at / 6], PieceKind::ALL[at % 6])
        }
        contents => {
            let empty = if contents & EMPTY == 0 { Bitboard::EMPTY } else { !position.occupied() };
            let pieces = Color::ALL.into_iter().flat_map(|color| PieceKind::ALL.map(|kind| (color, kind)));
            let wanted = pieces.filter(|(color, kind)| contents & content(*color, *kind) != 0);
            wanted.fold(empty, |all, (color, kind)| all | position.pieces(color, kind))
        }
    }
}

/// Pieces and squares: all that is in one of the parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::condition) struct Set(Vec<Part>);

/// Some contents on some squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    contents: u16,
    squares: Bitboard,
    /// Only beside a piece of these.
    beside: Option<u16>,
    /// Only where the move went.
    moved: bool,
}

impl Set {
    /// Reads parts with spaces between them. A part is a piece, as `N`, `a`, `[Qr]`, `!` for any and `_` for none; after it may come a
    /// file, a rank, both, or ranges of them, `@` for the square of the move, and `~k` for those beside a king or another piece. Squares
    /// alone are taken whatever is on them.
    pub(in crate::condition) fn new(text: &str) -> Result<Self, String> {
        let parts: Vec<_> = text
            .split_whitespace()
            .map(|word| {
                Part::new(word).ok_or_else(|| {
                    format!("expected pieces and squares, as N, [QR]7, pa-c, e4, found {word}")
                })
            })
            .collect::<Result<_, _>>()?;
        if parts.is_empty() {
            Err("expected pieces or squares, as 'N', '[QR]7'".to_owned())
        } else {
            Ok(Self(parts))
        }
    }

    /// Its squares.
    pub(super) fn squares(&self, moment: &Moment<'_>) -> Bitboard {
        self.0.iter().map(|part| part.squares(moment)).fold(Bitboard::EMPTY, |all, part| all | part)
    }
}

impl Part {
    fn new(word: &str) -> Option<Self> {
        let (word, beside) = match word.split_once('~') {
            Some((word, piece)) => match contents(piece)? {
                (beside, "") => (word, Some(beside)),
                _ => return None,
            },
            None => (word, None),
        };
        let (word, moved) = word.strip_suffix('@').map_or((word, false), |word| (word, true));
        let (contents, squares) = match squares(word) {
            Some((squares, true)) => (ALL, squares),
            // What is beside a piece, or where the move went, may be anything.
            _ if word.is_empty() && (moved || beside.is_some()) => (ALL, Bitboard::ALL),
            _ => {
                let (contents, rest) = contents(word)?;
                (contents, if rest.is_empty() { Bitboard::ALL } else { squares(rest)?.0 })
            }
        };
        Some(Self { contents, squares, beside, moved })
    }

    #[inline]
    fn squares(&self, moment: &Moment<'_>) -> Bitboard {
        let position = moment.position;
        let with = |contents: u16| match moment.view {
            Color::White => squares_with(contents, position),
            Color::Black => squares_with(exchanged(contents), position),
        };
        let squares = if moment.view == Color::White { self.squares } else { flipped(self.squares) };
        let mut all = with(self.contents) & squares;
        if self.moved {
            all &= moment.real().map_or(Bitboard::EMPTY, |played| played.mv.destination().bit());
        }
        if let Some(beside) = self.beside
            && all.any()
        {
            let around = with(beside).into_iter().map(attacks::king);
            all &= around.fold(Bitboard::EMPTY, |all, one| all | one);
        }
        all
    }
}

/// The contents at the beginning of a word, and the rest.
fn contents(word: &str) -> Option<(u16, &str)> {
    match word.strip_prefix('[') {
        Some(rest) => {
            let (letters, rest) = rest.split_once(']')?;
            let each = letters.chars().map(content_of).collect::<Option<Vec<_>>>()?;
            Some((each.into_iter().reduce(|all, one| all | one)?, rest))
        }
        None => {
            let letter = word.chars().next()?;
            Some((content_of(letter)?, &word[letter.len_utf8()..]))
        }
    }
}

fn content_of(letter: char) -> Option<u16> {
    match letter {
        '!' => Some(ANY_PIECE),
        '_' => Some(EMPTY),
        letter => piece(letter),
    }
}

/// The squares of files and ranks, as `e4`, `a-c2`, `7`, `f`; and whether both are there.
fn squares(text: &str) -> Option<(Bitboard, bool)> {
    let (files, rest) = range(text, b'a')?;
    let (ranks, rest) = range(rest, b'1')?;
    if !rest.is_empty() || files.is_none() && ranks.is_none() {
        return None;
    }
    let has = |range: Option<[u8; 2]>, at: u8| range.is_none_or(|[first, last]| (first..=last).contains(&at));
    let squares = Bitboard::ALL.into_iter().filter(|square| {
        let [file, rank] = square.name();
        has(files, file) && has(ranks, rank)
    });
    let squares = squares.fold(Bitboard::EMPTY, |all, square| all | square.bit());
    Some((squares, files.is_some() && ranks.is_some()))
}

/// A letter or digit at the beginning, or two of them with a hyphen between them; and what comes after it.
fn range(text: &str, first: u8) -> Option<(Option<[u8; 2]>, &str)> {
    let is = |byte: u8| (first..first + 8).contains(&byte);
    match *text.as_bytes() {
        [from, b'-', to, ..] if is(from) && is(to) => (from <= to).then_some((Some([from, to]), &text[3..])),
        [one, ..] if is(one) => Some((Some([one, one]), &text[1..])),
        _ => Some((None, text)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Played;
    use super::*;

    #[test]
    fn sets_of_pieces_and_squares() {
        let position: Position =
            "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1".parse().unwrap();
        let moment = Moment {
            position: &position,
            played: None,
            ply: 0,
            keys: &[],
            annotations: None,
            view: Color::White,
        };
        for (text, as_written, exchanged) in [
            ("N", 2, 2),
            ("Nf3", 1, 1),
            ("Nf", 1, 1),
            ("N3", 2, 2),
            ("n", 2, 2),
            ("[Nn]", 4, 4),
            ("[NQ]c-d", 2, 2),
            ("A", 14, 14),
            ("a7", 1, 1),
            ("aa-h7", 7, 7),
            ("e4-5", 2, 2),
            ("_e", 4, 4),
            ("b7", 1, 1),
            ("b", 0, 0),
            ("R1 r8", 4, 4),
            ("pd5 pd4", 1, 1),
            ("K8", 0, 0),
            ("d2", 1, 1),
            ("Qd2", 1, 1),
            ("!", 28, 28),
        ] {
            let set = Set::new(text).unwrap();
            assert_eq!(set.squares(&moment).len(), as_written, "{text}");
            assert_eq!(set.squares(&moment.exchanged()).len(), exchanged, "{text} exchanged");
        }
        let rank = |text, moment| {
            Set::new(text).unwrap().squares(&moment).first().map(|square| square.rank().digit())
        };
        assert_eq!(rank("K", moment), Some(b'1'));
        assert_eq!(rank("K1", moment.exchanged()), Some(b'8'));
        for text in [
            "", "X", "N9", "Ni", "[N", "[]", "h-a1", "Nf3x", "é", "~", "~x", "~k~k", "@@", "@f3", "~k8",
            "~[k",
        ] {
            assert!(Set::new(text).is_err(), "{text}");
        }
    }

    /// Neighbours of a piece, and the piece that has moved, for each side.
    #[test]
    fn sets_around_a_piece_and_of_the_move() {
        let before: Position =
            "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1".parse().unwrap();
        let mv = before.parse_uci(b"e1g1").unwrap();
        let position = before.after(mv);
        let played = Some(Played { mv, before: &before });
        let moment =
            Moment { position: &position, played, ply: 1, keys: &[], annotations: None, view: Color::White };
        for (text, as_written, exchanged) in [
            ("~k", 5, 5),
            ("_~k", 3, 1),
            ("a~k", 2, 4),
            ("[_a]7~k", 3, 3),
            ("a~K", 0, 0),
            ("~[qk]", 11, 13),
            ("P~K", 3, 1),
            ("@", 1, 1),
            ("K@", 1, 0),
            ("Kg1@", 1, 0),
            ("kg8@", 0, 1),
            ("R@", 0, 0),
            ("@~R", 1, 0),
            ("K@~R", 1, 0),
            ("K@~k", 0, 0),
        ] {
            let set = Set::new(text).unwrap();
            assert_eq!(set.squares(&moment).len(), as_written, "{text}");
            assert_eq!(set.squares(&moment.exchanged()).len(), exchanged, "{text} exchanged");
        }
        assert_eq!(Set::new("@").unwrap().squares(&Moment { played: None, ..moment }).len(), 0);
    }
}
