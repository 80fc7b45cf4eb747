//! Pairs of games that may be equal, found by their fingerprints.

use super::evidence::Wider;
use crate::fingerprint::Fingerprint;

/// Games with equal hashes up to which each is compared with each.
const ALL: usize = 256;

/// Predecessors that each is compared with if there are more games.
const SOME: usize = 32;

/// Two games by their numbers, the later one first, and whether their bytes may be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) later: u32,
    pub(super) earlier: u32,
    pub(super) is_text: bool,
}

/// The pairs that are worth a look at the games, in the order of the later one, each once.
pub(super) fn pairs(prints: &[Fingerprint], wider: Wider) -> Vec<Pair> {
    let mut search = Search { prints, pairs: Vec::new(), copies: vec![0; prints.len().div_ceil(64)] };
    search.same_text();
    search.same_line();
    search.beginnings_of_players();
    search.beginnings();
    if let Some(plies) = wider.by_moves {
        search.lines_alone(plies);
    }
    if wider.near {
        search.players_of_a_day();
        search.players_of_a_year();
    }
    let mut pairs = search.pairs;
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

struct Search<'p> {
    prints: &'p [Fingerprint],
    pairs: Vec<Pair>,
    /// A bit for each game: whether it probably has the same bytes as an earlier one, which is compared in its place.
    copies: Vec<u64>,
}

impl Search<'_> {
    fn same_text(&mut self) {
        self.groups(
            |print| Some(print.text),
            |search, group| {
                for later in &group[1..] {
                    search.pairs.push(Pair { later: *later, earlier: group[0], is_text: true });
                    search.copies[*later as usize / 64] |= 1 << (*later % 64);
                }
            },
        );
    }

    fn same_line(&mut self) {
        self.groups(
            |print| (!print.bytes_only).then_some(print.line),
            |search, group| {
                search.within(group, |one, other| {
                    let agree = [0, 1].map(|color| one.agrees_in_player(other, color));
                    agree != [false; 2] || (one.agrees_in_date(other) && one.plies >= 30)
                });
            },
        );
    }

    /// Games of the same players that begin alike.
    fn beginnings_of_players(&mut self) {
        let key = |print: &Fingerprint| {
            let [white, black] = print.players.map(u64::from);
            let is_known = print.beginnings[0] > 0 && white > 0 && black > 0;
            is_known.then(|| print.beginnings[0] ^ (white << 32 | black).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        };
        self.groups(key, |search, group| search.within(group, goes_on));
    }

    /// Games that are alike for long, so that one player is enough.
    fn beginnings(&mut self) {
        let key = |print: &Fingerprint| (print.beginnings[1] > 0).then_some(print.beginnings[1]);
        self.groups(key, |search, group| {
            if group.len() <= ALL {
                search.within(group, |one, other| {
                    goes_on(one, other) && [0, 1].iter().any(|color| one.agrees_in_player(other, *color))
                });
            }
        });
    }

    /// Games with the same main line, each with the first of them.
    fn lines_alone(&mut self, plies: usize) {
        let key = |print: &Fingerprint| {
            (!print.bytes_only && usize::from(print.plies) >= plies.max(1)).then_some(print.line)
        };
        self.groups(key, |search, group| {
            let pair = |later: &u32| Pair { later: *later, earlier: group[0], is_text: false };
            search.pairs.extend(group[1..].iter().map(pair));
        });
    }

    /// Games of the same players on one day, that are about as long.
    fn players_of_a_day(&mut self) {
        let key = |print: &Fingerprint| {
            let [white, black] = print.players.map(u64::from);
            let is_known = !print.bytes_only && white > 0 && black > 0 && print.has_day();
            let day = u64::from(print.date).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            is_known.then(|| (white << 32 | black).wrapping_add(day))
        };
        self.groups(key, |search, group| {
            search.within(group, |one, other| one.plies.abs_diff(other.plies) <= 1);
        });
    }

    /// Games of the same players in one year, that are about as long, where the day of one is not known.
    fn players_of_a_year(&mut self) {
        let key = |print: &Fingerprint| {
            let [white, black] = print.players.map(u64::from);
            let is_known = !print.bytes_only && white > 0 && black > 0 && print.year() > 0;
            let year = u64::from(print.year()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            is_known.then(|| (white << 32 | black).wrapping_add(year))
        };
        self.groups(key, |search, group| {
            search.within(group, |one, other| {
                one.plies.abs_diff(other.plies) <= 1
                    && !(one.has_day() && other.has_day())
                    && one.agrees_in_date(other)
            });
        });
    }

    /// Calls for the games with the same key, where there are several, in their order.
    fn groups(&mut self, key: impl Fn(&Fingerprint) -> Option<u64>, mut call: impl FnMut(&mut Self, &[u32])) {
        let mut keys: Vec<(u64, u32)> = Vec::new();
        for (print, number) in self.prints.iter().zip(0..) {
            let is_copy = self.copies[number as usize / 64] >> (number % 64) & 1 == 1;
            if let Some(key) = key(print).filter(|_| !is_copy) {
                keys.push((key, number));
            }
        }
        keys.sort_unstable();
        let mut group = Vec::new();
        for same in keys.chunk_by(|one, other| one.0 == other.0).filter(|same| same.len() > 1) {
            group.clear();
            group.extend(same.iter().map(|(_, number)| *number));
            call(self, &group);
        }
    }

    /// Adds the pairs of a group that `may` be. In large ones, which are those of short games, only games of the same players
    /// are compared.
    fn within(&mut self, group: &[u32], may: impl Fn(&Fingerprint, &Fingerprint) -> bool) {
        let print = |number: u32| &self.prints[number as usize];
        if group.len() <= ALL {
            for (at, later) in group.iter().enumerate() {
                for earlier in &group[..at] {
                    if may(print(*earlier), print(*later)) {
                        self.pairs.push(Pair { later: *later, earlier: *earlier, is_text: false });
                    }
                }
            }
            return;
        }
        let mut by_players = group.to_vec();
        by_players.sort_by_key(|number| print(*number).players);
        for same in by_players.chunk_by(|one, other| print(*one).players == print(*other).players) {
            for (at, later) in same.iter().enumerate() {
                for earlier in &same[at.saturating_sub(SOME)..at] {
                    if may(print(*earlier), print(*later)) {
                        self.pairs.push(Pair { later: *later, earlier: *earlier, is_text: false });
                    }
                }
            }
        }
    }
}

/// Whether one may be the beginning of the other.
fn goes_on(one: &Fingerprint, other: &Fingerprint) -> bool {
    one.line != other.line && one.plies != other.plies && one.agrees_in_date(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_is_found_once_and_copies_by_the_first_of_them() {
        let print = |text, line, plies| Fingerprint {
            text,
            line,
            beginnings: [7, 9],
            players: [1, 2],
            plies,
            ..Fingerprint::default()
        };
        let mut prints =
            vec![print(1, 1, 50), print(1, 1, 50), print(2, 1, 50), print(3, 2, 60), print(1, 1, 50)];
        prints.push(Fingerprint { bytes_only: true, ..print(4, 1, 50) });
        prints[5].beginnings = [0; 2];
        let found = pairs(&prints, Wider::default());
        let found: Vec<_> = found.iter().map(|pair| (pair.earlier, pair.later, pair.is_text)).collect();
        let expected = [(0, 1, true), (0, 2, false), (0, 3, false), (2, 3, false), (0, 4, true)];
        assert_eq!(found, expected);
    }

    #[test]
    fn many_equal_lines_take_linear_time() {
        let print = |number: u32| Fingerprint {
            text: number.into(),
            line: 1,
            players: [number % 10, 1],
            plies: 8,
            ..Fingerprint::default()
        };
        let prints: Vec<_> = (0..20_000).map(print).collect();
        assert!(pairs(&prints, Wider::default()).len() <= prints.len() * SOME);
    }
}
