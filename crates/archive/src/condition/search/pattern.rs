//! Boards by a pattern: a FEN with signs for what may be on a square.

use pgnkit::chess::{Bitboard, Color, PieceKind, Position};

use super::Progress;

/// What can be on a square: nothing, or one of twelve pieces, the white ones first.
const CONTENTS: usize = 13;
const EMPTY: u16 = 1;
const WHITE: u16 = 0b0_0000_0111_1110;
const BLACK: u16 = 0b1_1111_1000_0000;
const ALL: u16 = EMPTY | WHITE | BLACK;

/// Patterns of which one must fit: as it is written, with colours exchanged, from left to right.
#[derive(Clone, Debug)]
pub(in crate::condition) struct Pattern(Vec<Board>);

/// A pattern.
#[derive(Clone, Debug)]
struct Board {
    /// For each content the squares where it may not be.
    forbidden: [Bitboard; CONTENTS],
    /// Ranks that can be in several ways, each with the squares where a content may not be.
    ways: Vec<Vec<[Bitboard; CONTENTS]>>,
}

/// A rank of a pattern: sets of contents, and `None` for any number of squares.
type RankPattern = Vec<Option<u16>>;

impl Pattern {
    /// Reads eight ranks. `?` is any square, `!` one with a piece, `A` a white piece, `a` a black one, `*` any number of
    /// squares, `[Qr]` one of these and `[^Qr]` none of these.
    pub(in crate::condition) fn new(text: &str, either_color: bool, mirrored: bool) -> Result<Self, String> {
        let ranks = ranks(text.trim())?;
        let mut boards = vec![ranks];
        if mirrored {
            boards.extend(boards.clone().iter().map(|ranks| ranks.iter().map(reversed).collect()));
        }
        if either_color {
            boards.extend(boards.clone().iter().map(|ranks| ranks.iter().rev().map(exchanged).collect()));
        }
        boards.iter().map(|ranks: &Vec<RankPattern>| Board::new(ranks)).collect::<Result<_, _>>().map(Self)
    }

    #[inline]
    pub(super) fn look(&self, position: &Position) -> Progress {
        if self.0.iter().any(|board| board.fits(position)) { Progress::Found } else { Progress::Open }
    }
}

fn reversed(rank: &RankPattern) -> RankPattern {
    rank.iter().rev().copied().collect()
}

fn exchanged(rank: &RankPattern) -> RankPattern {
    let exchange = |set: u16| set & EMPTY | (set & WHITE) << 6 | (set & BLACK) >> 6;
    rank.iter().map(|part| part.map(exchange)).collect()
}

/// The ranks of a text, the eighth first.
fn ranks(text: &str) -> Result<Vec<RankPattern>, String> {
    let ranks = text.split('/').map(rank).collect::<Result<Vec<_>, _>>()?;
    if ranks.len() == 8 {
        Ok(ranks)
    } else {
        Err(format!("expected eight ranks with / between them, found {}", ranks.len()))
    }
}

fn rank(text: &str) -> Result<RankPattern, String> {
    let mut parts = Vec::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '1'..='8' => parts.extend((0..sign as usize - '0' as usize).map(|_| Some(EMPTY))),
            '*' if parts.last() == Some(&None) => {}
            '*' => parts.push(None),
            '?' => parts.push(Some(ALL)),
            '!' => parts.push(Some(WHITE | BLACK)),
            '[' => {
                let (mut set, mut any, mut inverted) = (0, false, false);
                loop {
                    match signs.next() {
                        Some(']') if any => break,
                        Some('^') if !any && !inverted => inverted = true,
                        Some(sign) if piece(sign).is_some() => {
                            set |= piece(sign).unwrap_or_default();
                            any = true;
                        }
                        _ => return Err(format!("expected pieces and ] after [ in {text}")),
                    }
                }
                // Not one of these pieces: another one, or none.
                parts.push(Some(if inverted { ALL & !set } else { set }));
            }
            sign => parts.push(Some(piece(sign).ok_or_else(|| {
                format!("expected a piece, a number or one of ? ! A a * [ in {text}, found {sign}")
            })?)),
        }
    }
    Ok(parts)
}

/// The contents that a letter stands for.
fn piece(letter: char) -> Option<u16> {
    let index = |kind: PieceKind, color: Color| 1 << (1 + 6 * color.index() + kind.index());
    match letter {
        'A' => Some(WHITE),
        'a' => Some(BLACK),
        _ => {
            let kind = PieceKind::from_letter(u8::try_from(letter.to_ascii_uppercase()).ok()?)?;
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            Some(index(kind, color))
        }
    }
}

impl Board {
    fn new(ranks: &[RankPattern]) -> Result<Self, String> {
        let mut board = Self { forbidden: [Bitboard::EMPTY; CONTENTS], ways: Vec::new() };
        for (parts, number) in ranks.iter().zip((0..8_u32).rev()) {
            let mut ways: Vec<_> = squares(parts).iter().map(|sets| forbidden(sets, number)).collect();
            match ways.len() {
                0 => return Err(format!("expected eight squares on rank {}", number + 1)),
                1 => {
                    let only = ways.remove(0);
                    board.forbidden.iter_mut().zip(only).for_each(|(all, one)| *all |= one);
                }
                _ => board.ways.push(ways),
            }
        }
        Ok(board)
    }

    fn fits(&self, position: &Position) -> bool {
        is_free(&self.forbidden, position)
            && self.ways.iter().all(|ways| ways.iter().any(|way| is_free(way, position)))
    }
}

/// Whether nothing is where it may not be.
#[inline]
fn is_free(forbidden: &[Bitboard; CONTENTS], position: &Position) -> bool {
    if !(forbidden[0] - position.occupied()).is_empty() {
        return false;
    }
    Color::ALL.into_iter().all(|color| {
        let of_color = &forbidden[1 + 6 * color.index()..];
        let is_free = |kind: &PieceKind| !position.pieces(color, *kind).intersects(of_color[kind.index()]);
        PieceKind::ALL.iter().all(is_free)
    })
}

/// All ways in which the parts can be eight squares.
fn squares(parts: &[Option<u16>]) -> Vec<[u16; 8]> {
    let fixed = parts.iter().filter(|part| part.is_some()).count();
    let any = parts.len() - fixed;
    let mut ways = Vec::new();
    // Squares that are given to each `*`, as the digits of a number.
    let mut lengths = vec![0; any];
    loop {
        if fixed + lengths.iter().sum::<usize>() == 8 {
            let mut next = lengths.iter();
            let mut sets = parts.iter().flat_map(|part| match part {
                Some(set) => vec![*set],
                None => vec![ALL; *next.next().unwrap_or(&0)],
            });
            let way = std::array::from_fn(|_| sets.next().unwrap_or(ALL));
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        let Some(at) = lengths.iter().position(|length| fixed + length < 8) else { return ways };
        lengths[..at].fill(0);
        lengths[at] += 1;
    }
}

/// For each content the squares of a rank where it may not be.
fn forbidden(sets: &[u16; 8], rank: u32) -> [Bitboard; CONTENTS] {
    std::array::from_fn(|content| {
        let squares = sets.iter().zip(0..8).filter(|(set, _)| *set >> content & 1 == 0);
        Bitboard(squares.fold(0, |all, (_, file)| all | 1 << (8 * rank + file)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(pattern: &str, fen: &str, either_color: bool, mirrored: bool) -> bool {
        let pattern = Pattern::new(pattern, either_color, mirrored).unwrap();
        pattern.look(&fen.parse().unwrap()) == Progress::Found
    }

    #[test]
    fn boards_by_pattern() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let castled = "r4rk1/ppp2ppp/2n5/8/8/4B3/PPPQ1PPP/2KR3R w - - 0 1";
        for (pattern, fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", start, true),
            ("rnbqkbnr/*/*/*/*/*/*/RNBQKBNR", start, true),
            ("*/*/*/*/*/*/*/*", castled, true),
            ("rnbqkbnr/*/*/*/*/*/*/RNBQKBNR", castled, false),
            ("????????/aaaaaaaa/8/*/*/8/AAAAAAAA/!!!!!!!!", start, true),
            ("????????/aaaaaaaA/8/*/*/8/AAAAAAAA/!!!!!!!!", start, false),
            ("*/*/*/*/*/*/*/!*", castled, false),
            ("*/*/*/*/*/*/*/*!", castled, true),
            ("*rk?/?????ppp/*/*/*/*/PPP*/??K*", castled, true),
            ("*/*p??p*/*/*/*/*/*/*", castled, true),
            ("*/*p???p*/*/*/*/*/*/*", castled, true),
            ("*/*p?????????/*/*/*/*/*/*/*", castled, false),
            ("*/*/*[Nn]*/*/*/*/*/*", castled, true),
            ("*/*/*[Bb]*/*/*/*/*/*", castled, false),
            ("*/*/*/*/*/*[^B]??*/*/*", castled, true),
            ("*/*/*/*/*/????[^B]???/*/*", castled, false),
            ("*/*/*/*/*/[^B]???????/*/*", castled, true),
            ("*/*/*/*/*/????[AQ]???/*/*", castled, true),
            ("*q*/*/*/*/*/*/*/*", castled, false),
            ("*/*/*/*/*/*/*Q*P*/*", castled, true),
            ("*/*/*/*/*/*/*P*Q*Q*/*", castled, false),
        ] {
            let found =
                Pattern::new(pattern, false, false).map(|pattern| pattern.look(&fen.parse().unwrap()));
            assert_eq!(found.ok() == Some(Progress::Found), expected, "{pattern} {fen}");
        }
    }

    #[test]
    fn the_other_way_round() {
        let bishop = "4k3/8/8/8/8/8/1B6/4K3 w - - 0 1";
        for (pattern, either_color, mirrored, expected) in [
            ("*/*/*/*/*/*/?B*/*", false, false, true),
            ("*/?b*/*/*/*/*/*/*", false, false, false),
            ("*/?b*/*/*/*/*/*/*", true, false, true),
            ("*/*/*/*/*/*/*B?/*", true, false, false),
            ("*/*/*/*/*/*/*B?/*", false, true, true),
            ("*/*b?/*/*/*/*/*/*", true, true, true),
            ("*/*b?/*/*/*/*/*/*", false, true, false),
        ] {
            assert_eq!(is(pattern, bishop, either_color, mirrored), expected, "{pattern}");
        }
    }

    #[test]
    fn what_is_no_pattern() {
        for (pattern, message) in [
            ("", "expected eight ranks with / between them, found 1"),
            ("8/8/8/8/8/8/8", "expected eight ranks with / between them, found 7"),
            ("8/8/8/8/8/8/8/7", "expected eight squares on rank 1"),
            ("8/8/8/8/8/8/8/9", "expected a piece, a number or one of ? ! A a * [ in 9, found 9"),
            ("8/8/8/8/8/8/8/x7", "expected a piece"),
            ("8/8/8/8/8/8/8/[7", "expected pieces and ] after [ in [7"),
            ("8/8/8/8/8/8/8/[]7", "expected pieces and ]"),
            ("8/8/8/*8*1/8/8/8/8", "expected eight squares on rank 5"),
        ] {
            let error = Pattern::new(pattern, false, false).unwrap_err();
            assert!(error.starts_with(message), "{pattern}: {error}");
        }
    }
}
