//! Boards by a pattern: a FEN with signs for what may be on a square.

use pgnkit::chess::{Bitboard, Color, PieceKind, Position};

use super::Progress;

// What can be on a square: nothing, or one of twelve pieces, the white ones first.
const EMPTY: u16 = 1;
const WHITE: u16 = 0b0_0000_0111_1110;
const BLACK: u16 = 0b1_1111_1000_0000;
const ANY_PIECE: u16 = WHITE | BLACK;
const ALL: u16 = EMPTY | ANY_PIECE;

/// Patterns of which one must fit: as it is written, with colours exchanged, from left to right.
#[derive(Clone, Debug)]
pub(in crate::condition) struct Pattern(Vec<Board>);

/// A pattern.
#[derive(Clone, Debug)]
struct Board {
    demands: Vec<Demand>,
    /// Ranks that can be in several ways.
    ways: Vec<Ways>,
}

/// The ways in which a rank can be.
#[derive(Clone, Debug)]
struct Ways {
    /// What is demanded anywhere in it: eight kinds of squares at most.
    contents: Vec<u16>,
    /// For each way the squares for each of the contents, one way after the other.
    squares: Vec<Bitboard>,
}

/// Squares on which there must be one of a set of contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Demand {
    contents: u16,
    squares: Bitboard,
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
            '!' => parts.push(Some(ANY_PIECE)),
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

/// A piece among the contents.
const fn content(color: Color, kind: PieceKind) -> u16 {
    1 << (1 + 6 * color.index() + kind.index())
}

/// The contents that a letter stands for.
fn piece(letter: char) -> Option<u16> {
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

impl Board {
    fn new(ranks: &[RankPattern]) -> Result<Self, String> {
        let mut board = Self { demands: Vec::new(), ways: Vec::new() };
        for (parts, number) in ranks.iter().zip((0..8_u32).rev()) {
            let mut ways: Vec<_> = squares(parts).iter().map(|sets| demands(sets, number)).collect();
            match ways.len() {
                0 => return Err(format!("expected eight squares on rank {}", number + 1)),
                1 => ways.remove(0).into_iter().for_each(|demand| add(&mut board.demands, demand)),
                _ => board.ways.push(Ways::new(&ways)),
            }
        }
        Ok(board)
    }

    fn fits(&self, position: &Position) -> bool {
        let are_met = |demands: &[Demand]| demands.iter().all(|demand| demand.is_met(position));
        are_met(&self.demands) && self.ways.iter().all(|ways| ways.fit(position))
    }
}

impl Ways {
    fn new(ways: &[Vec<Demand>]) -> Self {
        let mut contents: Vec<u16> = ways.iter().flatten().map(|demand| demand.contents).collect();
        contents.sort_unstable();
        contents.dedup();
        let squares_of = |way: &[Demand], contents: u16| {
            let demand = way.iter().find(|demand| demand.contents == contents);
            demand.map_or(Bitboard::EMPTY, |demand| demand.squares)
        };
        let squares =
            ways.iter().flat_map(|way| contents.iter().map(|of| squares_of(way, *of)).collect::<Vec<_>>());
        let squares = squares.collect();
        Self { contents, squares }
    }

    fn fit(&self, position: &Position) -> bool {
        let mut found = [Bitboard::EMPTY; 8];
        for (found, contents) in found.iter_mut().zip(&self.contents) {
            *found = squares_with(*contents, position);
        }
        let is = |(squares, found): (&Bitboard, &Bitboard)| (*squares - *found).is_empty();
        self.squares.chunks_exact(self.contents.len().max(1)).any(|way| way.iter().zip(&found).all(is))
    }
}

/// Adds a demand to others, of which those for the same contents are one.
fn add(demands: &mut Vec<Demand>, new: Demand) {
    match demands.iter_mut().find(|demand| demand.contents == new.contents) {
        Some(demand) => demand.squares |= new.squares,
        None => demands.push(new),
    }
}

impl Demand {
    #[inline]
    fn is_met(self, position: &Position) -> bool {
        (self.squares - squares_with(self.contents, position)).is_empty()
    }
}

/// The squares on which there is one of some contents.
#[inline]
fn squares_with(contents: u16, position: &Position) -> Bitboard {
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

/// What a rank demands.
fn demands(sets: &[u16; 8], rank: u32) -> Vec<Demand> {
    let mut demands = Vec::new();
    for (contents, file) in sets.iter().copied().zip(0..8).filter(|(contents, _)| *contents != ALL) {
        add(&mut demands, Demand { contents, squares: Bitboard(1 << (8 * rank + file)) });
    }
    demands
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
