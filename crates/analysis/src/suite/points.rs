//! Points of moves, as the Strategic Test Suite gives them.

use pgnkit::chess::{Move, Position};
use pgnkit::epd::Epd;

/// Points of moves: `c0 "f5=10, Be5+=2"`, or names in `c9` (UCI) or `c7` (SAN) with their points in `c8`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Points(Vec<(Move, u32)>);

impl Points {
    /// The points of a record; none where its comments are of another kind. Moves that are not legal are left out.
    #[must_use]
    pub fn of(epd: &Epd) -> Self {
        let position = epd.position();
        let pairs = pairs(epd.comment(0).unwrap_or_default())
            .or_else(|| zip(epd.comment(9)?, epd.comment(8)?))
            .or_else(|| zip(epd.comment(7)?, epd.comment(8)?));
        let mut points: Vec<(Move, u32)> = Vec::new();
        for (name, number) in pairs.unwrap_or_default() {
            if let Some(mv) = read(&position, name) {
                points.push((mv, number));
            }
        }
        Self(points)
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The points of a move: 0 if it is not among those that have some. A move that is there twice has those of its first place.
    #[must_use]
    pub fn of_move(&self, mv: Move) -> u32 {
        self.0.iter().find(|(other, _)| *other == mv).map_or(0, |(_, number)| *number)
    }

    /// The most points that a move has; `None` without any.
    #[must_use]
    pub fn most(&self) -> Option<u32> {
        self.0.iter().map(|(_, number)| *number).max()
    }
}

/// Moves and numbers of a text that has nothing else: `f5=10, Be5+=2`.
fn pairs(text: &str) -> Option<Vec<(&str, u32)>> {
    let words = text.split([',', ';', ' ', '\t']).filter(|word| !word.is_empty());
    let pairs: Vec<_> = words
        .map(|word| {
            // The sign of a promotion comes first.
            let (name, number) = word.rsplit_once('=')?;
            Some((name, number.parse().ok()?))
        })
        .collect::<Option<_>>()?;
    (!pairs.is_empty()).then_some(pairs)
}

/// Moves of one text with the numbers of another.
fn zip<'t>(names: &'t str, numbers: &str) -> Option<Vec<(&'t str, u32)>> {
    let words = |text| str::split(text, [',', ' ', '\t']).filter(|word: &&str| !word.is_empty());
    let numbers: Vec<u32> = words(numbers).map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let names: Vec<&'t str> = names.split([',', ' ', '\t']).filter(|word| !word.is_empty()).collect();
    (names.len() == numbers.len() && !names.is_empty()).then(|| names.into_iter().zip(numbers).collect())
}

fn read(position: &Position, name: &str) -> Option<Move> {
    let mv = position.parse_san(name).ok().or_else(|| position.parse_uci(name.as_bytes()));
    mv.filter(|mv| !mv.is_null())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::tests::read;

    #[test]
    fn points_of_moves() {
        let undermine = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";
        let promotion = "1n5k/P7/8/8/8/8/8/K7 w - -";
        for (fields, operations, expected, most) in [
            (
                undermine,
                "c0 \"f5=100, Bf2=46, Bg4=23, fxg5=22, Bg7=19, Kh1=10, Be3=5, b3=1, h3=1, h4=1\";",
                &[("f5", 100), ("Bf2", 46), ("b3", 1), ("Kg2", 0)][..],
                Some(100),
            ),
            (
                undermine,
                "c7 \"f5 Bf2 Bg4\"; c8 \"10 7 3\"; c9 \"f4f5 d4f2 f3g4\";",
                &[("Bg4", 3), ("Kh1", 0)],
                Some(10),
            ),
            (undermine, "c7 \"f5 Bf2\"; c8 \"10 7\";", &[("f5", 10), ("Bf2", 7)], Some(10)),
            (undermine, "c8 \"10 7\"; c9 \"f4f5 d4f2\"; c0 \"a comment\";", &[("Bf2", 7)], Some(10)),
            (
                promotion,
                "c0 \"a8=Q=7, axb8=N=10 a8=R+=2\";",
                &[("a8=Q", 7), ("axb8=N", 10), ("a8=R", 2), ("a8=N", 0)],
                Some(10),
            ),
            // Unknown moves have no points, the others have.
            (undermine, "c0 \"Qh9=10, f5=4, Bf5=7, --=5\";", &[("f5", 4)], Some(4)),
            (undermine, "c0 \"f5=4, f5=9\";", &[("f5", 4)], Some(9)),
            // Something else.
            (undermine, "c0 \"f5=4, and more\";", &[("f5", 0)], None),
            (undermine, "c0 \"diff=10\";", &[("f5", 0)], None),
            (undermine, "c0 \"f5=-1\";", &[("f5", 0)], None),
            (undermine, "c0 \"f5=99999999999\";", &[("f5", 0)], None),
            (undermine, "c0 \"\";", &[("f5", 0)], None),
            (undermine, "c7 \"f5 Bf2\"; c8 \"10\";", &[("f5", 0)], None),
            (undermine, "c8 \"10\";", &[("f5", 0)], None),
        ] {
            let epd = read(&format!("{fields} {operations}"));
            let points = Points::of(&epd);
            assert_eq!((points.most(), points.is_empty()), (most, most.is_none()), "{operations}");
            for (san, number) in expected {
                let mv = epd.position().parse_san(san).unwrap();
                assert_eq!(points.of_move(mv), *number, "{operations} {san}");
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn any_comment_is_read(zero in "\\PC{0,40}", names in "([a-h][1-8]|[KQ]?[a-h]x?[1-8]|=|,| |[0-9]){0,40}", numbers in "[0-9 ,]{0,30}") {
            let mut epd = Epd::new(Position::START, pgnkit::chess::ChessMode::Standard);
            for (rank, text) in [(0, &zero), (7, &names), (8, &numbers), (9, &names)] {
                epd.set(pgnkit::epd::Operation::text(pgnkit::epd::Opcode::comment(rank).unwrap(), text));
            }
            let points = Points::of(&epd);
            assert!(points.0.iter().all(|(mv, _)| Position::START.is_legal(*mv)));
        }
    }
}
