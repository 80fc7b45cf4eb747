//! Boards by a pattern: a FEN with signs for what may be on a square.

use pgnkit::chess::{Bitboard, Color, PieceKind, Position};

use super::super::moment::{ALL, ANY_PIECE, EMPTY, Moment, content, exchanged, piece, squares_with};
use super::Progress;
use super::home::Home;

/// Patterns of which one must fit, for the side that the condition calls White: White first.
#[derive(Clone, Debug)]
pub(in crate::condition) struct Pattern([Vec<Board>; 2]);

/// In what other ways a pattern may be on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::condition) struct Symmetry {
    /// With the colours exchanged, from the other side of the board.
    pub(in crate::condition) either_color: bool,
    /// With left and right exchanged.
    pub(in crate::condition) mirrored: bool,
    /// By quarter turns.
    pub(in crate::condition) turned: bool,
    /// Elsewhere, as long as no square that it demands something of leaves the board.
    pub(in crate::condition) shifted: bool,
}

/// A pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Board {
    /// Those first that fewest positions meet.
    demands: Vec<Demand>,
    /// Ranks that can be in several ways.
    ways: Vec<Ways>,
    /// Pawns that it demands where they begin.
    home: Home,
}

/// The ways in which a rank can be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ways {
    /// Contents demanded anywhere in the rank: eight kinds at most.
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
    pub(in crate::condition) fn new(text: &str, symmetry: Symmetry) -> Result<Self, String> {
        let mut written = vec![ranks(text.trim())?];
        if symmetry.mirrored {
            written.extend(written.clone().iter().map(|ranks| ranks.iter().map(reversed).collect()));
        }
        let exchanged = |ranks: &Vec<RankPattern>| ranks.iter().rev().map(with_colors_exchanged).collect();
        let other: Vec<Vec<RankPattern>> = written.iter().map(exchanged).collect();
        let [mut white, mut black] = [boards(&written, symmetry)?, boards(&other, symmetry)?];
        // Either colour: both views test the same boards.
        if symmetry.either_color {
            white.extend(black.iter().cloned());
            black = white.clone();
        }
        Ok(Self([white, black]))
    }

    #[inline]
    pub(super) fn look(&self, position: &Position) -> Progress {
        if self.fits(position, Color::White) {
            Progress::Found
        } else if self.0[Color::White.index()].iter().any(|board| board.home.may_come(position)) {
            Progress::Open
        } else {
            Progress::Hopeless
        }
    }

    pub(in crate::condition) fn is_on(&self, moment: &Moment<'_>) -> bool {
        self.fits(moment.position, moment.view)
    }

    #[inline]
    fn fits(&self, position: &Position, view: Color) -> bool {
        self.0[view.index()].iter().any(|board| board.fits(position))
    }
}

/// The boards of patterns, turned and shifted where that is asked for.
fn boards(written: &[Vec<RankPattern>], symmetry: Symmetry) -> Result<Vec<Board>, String> {
    let mut boards: Vec<Board> = written.iter().map(|ranks| Board::new(ranks)).collect::<Result<_, _>>()?;
    if symmetry.turned {
        for at in 0..boards.len() {
            let mut turned = boards[at].clone();
            for _ in 0..3 {
                // Each turn begins from the one before. No turn moves a square off the board, so that it always succeeds.
                turned = turned.moved(|squares| Some(turned_left(squares))).unwrap_or(turned);
                boards.push(turned.clone());
            }
        }
    }
    if symmetry.shifted {
        for at in 0..boards.len() {
            let steps = (-7..8).flat_map(|files| (-7..8).map(move |ranks| (files, ranks)));
            let steps = steps.filter(|step| *step != (0, 0));
            let shifted: Vec<_> =
                steps.filter_map(|step| boards[at].moved(|squares| shifted(squares, step))).collect();
            boards.extend(shifted);
        }
    }
    // A symmetric pattern gives the same board more than once.
    let mut different: Vec<Board> = Vec::new();
    for board in boards {
        if !different.contains(&board) {
            different.push(board);
        }
    }
    Ok(different)
}

/// By a quarter turn.
fn turned_left(squares: Bitboard) -> Bitboard {
    let turned = |square: u64| 8 * (square % 8) + (7 - square / 8);
    Bitboard((0..64).filter(|square| squares.0 & 1 << square != 0).map(|square| 1 << turned(square)).sum())
}

/// By some files and ranks; none where a square leaves the board.
fn shifted(squares: Bitboard, (files, ranks): (i32, i32)) -> Option<Bitboard> {
    let to = |square: i32| {
        let (file, rank) = (square % 8 + files, square / 8 + ranks);
        ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| 1_u64 << (8 * rank + file))
    };
    let each = (0..64).filter(|square| squares.0 & 1 << square != 0).map(to);
    each.sum::<Option<u64>>().map(Bitboard)
}

fn reversed(rank: &RankPattern) -> RankPattern {
    rank.iter().rev().copied().collect()
}

fn with_colors_exchanged(rank: &RankPattern) -> RankPattern {
    rank.iter().map(|part| part.map(exchanged)).collect()
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

impl Board {
    fn new(ranks: &[RankPattern]) -> Result<Self, String> {
        let (mut all, mut several) = (Vec::new(), Vec::new());
        for (parts, number) in ranks.iter().zip((0..8_u32).rev()) {
            let mut ways: Vec<_> = squares(parts).iter().map(|sets| demands(sets, number)).collect();
            match ways.len() {
                0 => return Err(format!("expected eight squares on rank {}", number + 1)),
                1 => ways.remove(0).into_iter().for_each(|demand| add(&mut all, demand)),
                _ => several.push(Ways::new(&ways)),
            }
        }
        Ok(Self::of(all, several))
    }

    fn of(mut demands: Vec<Demand>, ways: Vec<Ways>) -> Self {
        let of = |kind| Color::ALL.map(|color| content(color, kind));
        // Kings are on one square of all; of other pieces and of empty squares many are rarer than one.
        demands.sort_by_key(|demand| {
            let is_king = of(PieceKind::King).contains(&demand.contents);
            (!is_king, 64 - demand.squares.len(), demand.contents)
        });
        let mut home = Home::default();
        for demand in &demands {
            for (color, pawn) in Color::ALL.into_iter().zip(of(PieceKind::Pawn)) {
                if demand.contents == pawn {
                    home.add_pawns(color, demand.squares);
                }
            }
        }
        Self { demands, ways, home }
    }

    /// With its squares moved; none where they cannot be.
    fn moved(&self, to: impl Fn(Bitboard) -> Option<Bitboard>) -> Option<Self> {
        let mut demands: Vec<Demand> = Vec::new();
        for demand in &self.demands {
            demands.push(Demand { squares: to(demand.squares)?, ..*demand });
        }
        let ways = self.ways.iter().map(|ways| ways.moved(&to)).collect::<Option<_>>()?;
        Some(Self::of(demands, ways))
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

    /// Those that can be moved; none where no one can.
    fn moved(&self, to: impl Fn(Bitboard) -> Option<Bitboard>) -> Option<Self> {
        let each = self.squares.chunks_exact(self.contents.len().max(1));
        let squares: Vec<_> = each
            .filter_map(|way| way.iter().map(|squares| to(*squares)).collect::<Option<Vec<_>>>())
            .flatten()
            .collect();
        (!squares.is_empty()).then(|| Self { contents: self.contents.clone(), squares })
    }

    fn fit(&self, position: &Position) -> bool {
        // The squares of each content are found once a position and not once a way: there may be dozens of ways.
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

/// The demands of a rank.
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
        let symmetry = Symmetry { either_color, mirrored, ..Symmetry::default() };
        let pattern = Pattern::new(pattern, symmetry).unwrap();
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
            let found = Pattern::new(pattern, Symmetry::default());
            let found = found.map(|pattern| pattern.look(&fen.parse().unwrap()));
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
    fn elsewhere() {
        let corner = "7k/6pp/8/8/8/8/8/K7 w - - 0 1";
        let middle = "8/8/8/3k4/2pp4/8/8/K7 w - - 0 1";
        let lying = "8/8/8/8/8/3R4/2kp4/K7 w - - 0 1";
        for (pattern, fen, turned, shifted, expected) in [
            ("???????k/??????pp/*/*/*/*/*/*", corner, false, false, true),
            ("???????k/??????pp/*/*/*/*/*/*", middle, false, false, false),
            ("???????k/??????pp/*/*/*/*/*/*", middle, false, true, true),
            ("?k/pp/*/*/*/*/*/*", corner, false, true, false),
            ("?k*/pp*/*/*/*/*/*/*", corner, false, true, true),
            // A square that must be empty is not off the board.
            ("?k1*/pp?*/*/*/*/*/*/*", corner, false, true, false),
            ("?k1*/pp?*/*/*/*/*/*/*", middle, false, true, true),
            ("Rp*/?k*/*/*/*/*/*/*", lying, true, false, false),
            ("Rp*/?k*/*/*/*/*/*/*", lying, true, true, true),
            ("kR*/p?*/*/*/*/*/*/*", lying, true, true, false),
            ("?R*/kp*/*/*/*/*/*/*", lying, false, true, true),
            ("pR*/k?*/*/*/*/*/*/*", lying, true, true, false),
        ] {
            let symmetry = Symmetry { turned, shifted, ..Symmetry::default() };
            let found = Pattern::new(pattern, symmetry).map(|pattern| pattern.look(&fen.parse().unwrap()));
            assert_eq!(found == Ok(Progress::Found), expected, "{pattern} {fen}");
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
            let error = Pattern::new(pattern, Symmetry::default()).unwrap_err();
            assert!(error.starts_with(message), "{pattern}: {error}");
        }
    }
}
