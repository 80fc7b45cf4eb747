//! Which games belong together.

use super::gather::Print;
use crate::fingerprint::Fingerprint;

/// Why two games are taken for one, the strongest reason first: those for which there is a stronger one are not looked at again.
/// Where several games of both sides are equal so, they belong together in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// The same bytes.
    SameBytes,
    /// The same in export format.
    SameGame,
    /// Event, site, date, round and players, who are known, and the main line.
    SameRosterAndMoves,
    /// The families of both players, and the main line, which is not empty.
    SameMoves,
    /// Event, site, date, round and players, who are known, and the first 16 half-moves, or all of fewer.
    SameBeginning,
    /// The main line, of at least 20 half-moves.
    SameLongMoves,
    /// Event, site, date, round and players, who are known.
    SameRoster,
    /// The first 40 half-moves.
    SameLongBeginning,
    /// The families of both players, and the day.
    SamePlayers,
    /// Only these two are left, and the players of one are unknown.
    Last,
}

impl Level {
    /// All but the last, the strongest first.
    const BY_KEYS: [Self; 9] = [
        Self::SameBytes,
        Self::SameGame,
        Self::SameRosterAndMoves,
        Self::SameMoves,
        Self::SameBeginning,
        Self::SameLongMoves,
        Self::SameRoster,
        Self::SameLongBeginning,
        Self::SamePlayers,
    ];

    /// The words it is called by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SameBytes => "same bytes",
            Self::SameGame => "same game",
            Self::SameRosterAndMoves => "same roster and moves",
            Self::SameBeginning => "same roster and beginning",
            Self::SameMoves => "same players and moves",
            Self::SameLongMoves => "same moves",
            Self::SameRoster => "same roster",
            Self::SameLongBeginning => "same beginning",
            Self::SamePlayers => "same players and date",
            Self::Last => "the only ones left",
        }
    }

    /// Whether games that belong together so have the same content.
    pub(super) fn is_same(self) -> bool {
        self <= Self::SameGame
    }

    /// A key that is equal in games that belong together at this level; `None` if the level does not apply.
    fn key(self, game: &Print) -> Option<(u64, u64)> {
        let Print { print, canonical, roster } = game;
        let is_played = print.plies > 0;
        match self {
            // Two hashes of the content each, so that no chance makes two games one. What comes after the last game of a text may be read as
            // a part of it, and be in the canonical form alone.
            Self::SameBytes => Some((print.text, print.line ^ roster)),
            Self::SameGame => Some((*canonical, print.line)),
            Self::SameRosterAndMoves => (*roster > 0).then_some((*roster, print.line)),
            Self::SameBeginning => {
                let beginning = if print.beginnings[0] > 0 { print.beginnings[0] } else { print.line };
                (*roster > 0).then_some((*roster, beginning))
            }
            Self::SameMoves => players(print).filter(|_| is_played).map(|players| (print.line, players)),
            Self::SameLongMoves => (print.plies >= 20).then_some((print.line, 0)),
            Self::SameRoster => (*roster > 0).then_some((*roster, 0)),
            Self::SameLongBeginning => (print.beginnings[1] > 0).then_some((print.beginnings[1], 0)),
            Self::SamePlayers => {
                players(print).filter(|_| print.has_day()).map(|players| (players, print.date.into()))
            }
            Self::Last => None,
        }
    }
}

/// The families of both players, if they are known.
fn players(print: &Fingerprint) -> Option<u64> {
    let [white, black] = print.players.map(u64::from);
    (white > 0 && black > 0).then_some(white << 32 | black)
}

/// For each game, of the old side and then of the new one, the game of the other side that it belongs to.
#[derive(Debug)]
pub(super) struct Matching {
    /// The number among all, `NONE` where there is no such game.
    pub(super) partners: Vec<u32>,
    pub(super) levels: Vec<Level>,
}

pub(super) const NONE: u32 = u32::MAX;

/// Matches games, of which the first `old` ones are those of the old side.
pub(super) fn matching(prints: &[Print], old: u32) -> Matching {
    let mut found = Matching { partners: vec![NONE; prints.len()], levels: vec![Level::Last; prints.len()] };
    let mut keys: Vec<((u64, u64), u32)> = Vec::new();
    for level in Level::BY_KEYS {
        keys.clear();
        for (print, number) in prints.iter().zip(0..) {
            if found.partners[number as usize] == NONE {
                keys.extend(level.key(print).map(|key| (key, number)));
            }
        }
        keys.sort_unstable();
        for same in keys.chunk_by(|one, other| one.0 == other.0) {
            let (of_old, of_new) = same.split_at(same.partition_point(|(_, number)| *number < old));
            for ((_, one), (_, other)) in of_old.iter().zip(of_new) {
                found.join(*one, *other, level);
            }
        }
    }
    let mut left = (0..).zip(prints).filter(|(number, _)| found.partners[*number as usize] == NONE);
    if let (Some((one, a)), Some((other, b)), None) = (left.next(), left.next(), left.next())
        && one < old
        && other >= old
        && a.roster == 0
        && b.roster == 0
    {
        found.join(one, other, Level::Last);
    }
    found
}

impl Matching {
    fn join(&mut self, one: u32, other: u32, level: Level) {
        for (game, partner) in [(one, other), (other, one)] {
            self.partners[game as usize] = partner;
            self.levels[game as usize] = level;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::gather::PrintMemory;

    /// The partners of the games of the old side, and why.
    fn matched(old: &[&str], new: &[&str]) -> Vec<(Option<u32>, Level)> {
        let print = |text: &&str| {
            let game = pgnkit::parse_games(text.as_bytes()).next().unwrap().game;
            Print::of(&game, text.as_bytes(), &mut PrintMemory::default())
        };
        let prints: Vec<Print> = old.iter().chain(new).map(print).collect();
        let count = old.len() as u32;
        let found = matching(&prints, count);
        let partner = |number: &u32| (*number != NONE).then(|| *number - count);
        found.partners[..old.len()].iter().map(partner).zip(found.levels).collect()
    }

    #[test]
    fn games_find_each_other() {
        let long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7";
        let tal = |moves: &str| format!("[White \"Tal\"]\n[Black \"Fine\"]\n\n{moves} *");
        let renamed = |moves: &str| format!("[White \"Tal, Mikhail\"]\n[Black \"Fine\"]\n\n{moves} *");
        let other = |moves: &str| format!("[White \"Keres\"]\n[Black \"Fine\"]\n\n{moves} *");
        let day = |white: &str, moves: &str| {
            format!(
                "[Event \"A\"]\n[Date \"1960.03.15\"]\n[White \"{white}\"]\n[Black \"Fine\"]\n\n{moves} *"
            )
        };
        let (short, line) = ("1. e4 e5", "1. d4 d5 2. c4");
        for (old, new, expected) in [
            (tal(short), tal(short), Some(Level::SameBytes)),
            (tal(short), tal("1.e4 e5"), Some(Level::SameGame)),
            (tal(short), tal("1. e4 {x} e5"), Some(Level::SameRosterAndMoves)),
            (tal(long), tal(&long[..long.len() - 5]), Some(Level::SameBeginning)),
            (tal(short), renamed(short), Some(Level::SameMoves)),
            (tal(short), other(short), None),
            (tal(long), other(long), Some(Level::SameLongMoves)),
            (tal(short), tal(line), Some(Level::SameRoster)),
            (day("Tal", short), day("Tal, Mikhail", line), Some(Level::SamePlayers)),
            (
                day("Tal", ""),
                day("Tal", "{void}").replace("Event \"A", "Event \"B"),
                Some(Level::SamePlayers),
            ),
            (day("Tal", short), day("Keres", line), None),
            (format!("{short} *"), format!("{line} *"), Some(Level::Last)),
            (tal(short), format!("{line} *"), None),
        ] {
            let found = matched(&[&old], &[&new]);
            let level = found[0].0.map(|_| found[0].1);
            assert_eq!(level, expected, "{old} / {new}");
        }
        // Games of one match that begin alike are told apart by their moves.
        let one = tal(long);
        let other = tal(&long.replace("Nbd7", "c5"));
        let noted = tal(&long.replace("1. e4", "1. e4 {x}").replace("Nbd7", "c5"));
        let moved = one.replace("[Black", "[Site \"Riga\"]\n[Black");
        let found: Vec<_> =
            matched(&[&one, &other], &[&noted, &moved]).into_iter().map(|(at, _)| at).collect();
        assert_eq!(found, [Some(1), Some(0)]);
        // The strongest reason first, and of equals in their order.
        let (a, b, c) = (tal(short), tal("1. e4 {x} e5"), tal("1. e4 {y} e5"));
        let found: Vec<_> = matched(&[&a, &b, &a, &c], &[&c, &a, &b]).into_iter().map(|(at, _)| at).collect();
        assert_eq!(found, [Some(1), Some(2), None, Some(0)]);
    }
}
