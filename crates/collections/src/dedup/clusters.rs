//! Which of the games that are one stay.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::evidence::{Reason, Verdict};
use super::facts::Quality;

/// The game that stays of those that are one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Keep {
    /// The one that comes first.
    First,
    /// The one that comes last.
    Last,
    /// The longest; of equally long ones the one with more annotation, then with more tags, then with longer values in the
    /// roster, then the first.
    #[default]
    Best,
    /// The same, with the comments, variations, annotations and tags of its duplicates: values of tags that are different are in comments
    /// before the first move. A duplicate of which anything would be lost stays.
    Merge,
}

impl Keep {
    /// All of them, in the order in which lists show them.
    pub const ALL: [Self; 4] = [Self::Best, Self::First, Self::Last, Self::Merge];

    /// The word it is called by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::First => "first",
            Self::Last => "last",
            Self::Merge => "merge",
        }
    }

    /// One line about it.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Best => {
                "The longest; then the one with more annotation, more tags, longer values; then the first"
            }
            Self::First => "The first",
            Self::Last => "The last",
            Self::Merge => "The best, with comments, variations, glyphs and tags of the others",
        }
    }
}

/// A game that is a duplicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Duplicate {
    /// Its number among all games, from 0.
    pub game: u32,
    /// The number of the game that stays.
    pub kept: u32,
    /// Why.
    pub verdict: Verdict,
}

/// Two games that are one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    pub(super) later: u32,
    pub(super) earlier: u32,
    pub(super) verdict: Verdict,
    /// Whether what is equal to one of them is equal to the other.
    pub(super) is_class: bool,
}

/// The games that stay and have a near twin that stays, each as if it were its duplicate.
///
/// They are looked for after the duplicates, so that what is a duplicate does not depend on them.
pub(super) fn near_twins(
    matches: &[Match],
    qualities: &HashMap<u32, Quality>,
    duplicates: &[Duplicate],
    keep: Keep,
    known: u32,
) -> Vec<Duplicate> {
    let kept: HashMap<u32, u32> = duplicates.iter().map(|found| (found.game, found.kept)).collect();
    let near = matches.iter().filter(|found| !found.verdict.reason.is_of_one_game());
    let staying = near.filter_map(|found| {
        let [one, other] = [found.later, found.earlier].map(|game| kept.get(&game).copied().unwrap_or(game));
        let (later, earlier) = (one.max(other), one.min(other));
        // Both may be duplicates of the same game by now.
        (later != earlier).then_some(Match { later, earlier, ..*found })
    });
    of_matches(&staying.collect::<Vec<_>>(), qualities, keep, known)
}

/// The duplicates, in the order of the games. The first `known` games are there already and are none.
pub(super) fn duplicates(
    matches: &[Match],
    qualities: &HashMap<u32, Quality>,
    keep: Keep,
    known: u32,
) -> Vec<Duplicate> {
    let of_one: Vec<Match> =
        matches.iter().filter(|found| found.verdict.reason.is_of_one_game()).copied().collect();
    of_matches(&of_one, qualities, keep, known)
}

fn of_matches(
    matches: &[Match],
    qualities: &HashMap<u32, Quality>,
    keep: Keep,
    known: u32,
) -> Vec<Duplicate> {
    let mut games: Vec<u32> = matches.iter().flat_map(|found| [found.later, found.earlier]).collect();
    games.sort_unstable();
    games.dedup();
    let place = |game: u32| games.partition_point(|other| *other < game);

    // Games that are the same are one class: what is equal to one of them is equal to all.
    let mut classes = Classes::new(games.len());
    let (same, others): (Vec<&Match>, Vec<&Match>) = matches.iter().partition(|found| found.is_class);
    for found in &same {
        classes.join(place(found.later), place(found.earlier));
    }
    let rank = |game: u32| {
        let quality = qualities.get(&game).copied().unwrap_or_default();
        let by = match keep {
            Keep::First => (Quality::default(), Reverse(game)),
            Keep::Last => (Quality::default(), Reverse(u32::MAX - game)),
            Keep::Best | Keep::Merge => (quality, Reverse(game)),
        };
        // Games of the archive that others are added to outrank all new ones.
        (game < known, by)
    };
    let mut members: HashMap<usize, Vec<u32>> = HashMap::new();
    for (at, game) in games.iter().enumerate() {
        members.entry(classes.of(at)).or_default().push(*game);
    }
    // Each class is represented by its best game, and classes are visited from the best representative down.
    let mut order: Vec<(usize, u32)> = Vec::with_capacity(members.len());
    for (class, members) in &members {
        order.extend(members.iter().copied().max_by_key(|game| rank(*game)).map(|best| (*class, best)));
    }
    order.sort_unstable_by_key(|(_, best)| Reverse(rank(*best)));

    let mut beside: HashMap<usize, Vec<(usize, Verdict)>> = HashMap::new();
    for found in &others {
        let (one, other) = (classes.of(place(found.later)), classes.of(place(found.earlier)));
        beside.entry(one).or_default().push((other, found.verdict));
        beside.entry(other).or_default().push((one, found.verdict));
    }
    // The best first: whatever is equal to a game that stays does not. Similarity is no equivalence, so that a game which is
    // similar only to a game that leaves stays.
    let mut staying: HashMap<usize, u32> = HashMap::new();
    let mut leaving: HashMap<u32, (u32, Option<Verdict>)> = HashMap::new();
    for (class, best) in order {
        let neighbours = beside.get(&class).map_or(&[][..], Vec::as_slice);
        let found = neighbours.iter().filter_map(|(other, verdict)| Some((*staying.get(other)?, *verdict)));
        let strongest = found.min_by_key(|(_, verdict)| (verdict.reason, Reverse(verdict.points)));
        let (kept, verdict) = match strongest.filter(|_| best >= known) {
            Some((kept, verdict)) => (kept, Some(verdict)),
            None => {
                staying.insert(class, best);
                (best, None)
            }
        };
        for game in &members[&class] {
            if *game != kept && *game >= known {
                leaving.insert(*game, (kept, verdict));
            }
        }
    }
    // Of games of one class the reason is that of the match with the one that stays, or of the nearest one.
    let mut texts = Classes::new(games.len());
    let mut between: HashMap<(u32, u32), Verdict> = HashMap::new();
    let mut any: HashMap<u32, Verdict> = HashMap::new();
    for found in same {
        let Match { later, earlier, verdict, .. } = *found;
        if verdict.reason == Reason::SameBytes {
            texts.join(place(later), place(earlier));
        } else {
            between.insert((earlier, later), verdict);
            any.entry(earlier).or_insert(verdict);
            any.insert(later, verdict);
        }
    }
    let mut of_class = |game: u32, kept: u32| {
        // The first of those with the same bytes is the one that was compared.
        let [one, other] = [game, kept].map(|game| games[texts.of(place(game))]);
        if one == other {
            return Some(Verdict::SAME_BYTES);
        }
        between.get(&(one.min(other), one.max(other))).or_else(|| any.get(&one)).copied()
    };
    let mut duplicates: Vec<_> = leaving
        .into_iter()
        .filter_map(|(game, (kept, verdict))| {
            let verdict = verdict.or_else(|| of_class(game, kept))?;
            Some(Duplicate { game, kept, verdict })
        })
        .collect();
    duplicates.sort_unstable_by_key(|duplicate| duplicate.game);
    duplicates
}

/// Sets of games that are joined.
pub(super) struct Classes {
    above: Vec<usize>,
}

impl Classes {
    /// Sets of one each.
    pub(super) fn new(count: usize) -> Self {
        Self { above: (0..count).collect() }
    }

    pub(super) fn of(&mut self, mut at: usize) -> usize {
        while self.above[at] != at {
            // Halves the path, which keeps later look-ups short without recursion.
            self.above[at] = self.above[self.above[at]];
            at = self.above[at];
        }
        at
    }

    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        // The smaller place is the root: the first game of a set, on which reasons rely.
        self.above[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(earlier: u32, later: u32, reason: Reason) -> Match {
        let verdict = Verdict { reason, points: 9, found: None };
        Match { later, earlier, verdict, is_class: reason <= Reason::SameGame }
    }

    #[test]
    fn which_games_stay() {
        use Reason::{Beginning, OtherSpelling, SameBytes, SameGame, SameMoves};
        for (matches, keep, known, expected) in [
            (&[(0, 1, SameBytes), (0, 5, SameBytes)][..], Keep::First, 0, &[(1, 0), (5, 0)][..]),
            (&[(0, 1, SameBytes), (0, 5, SameBytes)], Keep::Last, 0, &[(0, 5), (1, 5)]),
            (&[(0, 1, SameBytes), (0, 5, SameBytes)], Keep::Last, 1, &[(1, 0), (5, 0)]),
            (&[(0, 1, SameGame), (1, 2, SameBytes)], Keep::First, 0, &[(1, 0), (2, 0)]),
            // What is alike only to a duplicate stays.
            (&[(0, 1, SameMoves), (1, 2, Beginning)], Keep::First, 0, &[(1, 0)]),
            (&[(0, 1, SameMoves), (1, 2, Beginning), (0, 2, Beginning)], Keep::First, 0, &[(1, 0), (2, 0)]),
            // To one of several that are the same is to all.
            (&[(0, 1, SameBytes), (0, 2, OtherSpelling)], Keep::Last, 0, &[(0, 2), (1, 2)]),
            (&[(0, 1, SameBytes), (0, 2, OtherSpelling)], Keep::First, 0, &[(1, 0), (2, 0)]),
            // Games that are there already are never left out.
            (&[(0, 1, SameMoves), (1, 2, SameMoves)], Keep::Last, 2, &[(2, 1)]),
        ] {
            let matches: Vec<_> =
                matches.iter().map(|(one, other, reason)| found(*one, *other, *reason)).collect();
            let duplicates = duplicates(&matches, &HashMap::new(), keep, known);
            let pairs: Vec<_> = duplicates.iter().map(|found| (found.game, found.kept)).collect();
            assert_eq!(pairs, expected, "{matches:?} {keep:?}");
        }
    }

    #[test]
    fn the_reason_is_that_of_the_game_that_stays() {
        use Reason::{Beginning, SameBytes, SameGame};
        let matches =
            [found(0, 1, SameBytes), found(0, 2, SameGame), found(0, 3, SameBytes), found(2, 4, Beginning)];
        for (keep, expected) in [
            (Keep::First, &[(1, SameBytes), (2, SameGame), (3, SameBytes), (4, Beginning)][..]),
            (Keep::Last, &[(0, Beginning), (1, Beginning), (2, Beginning), (3, Beginning)]),
        ] {
            let duplicates = duplicates(&matches, &HashMap::new(), keep, 0);
            let reasons: Vec<_> = duplicates.iter().map(|found| (found.game, found.verdict.reason)).collect();
            assert_eq!(reasons, expected, "{keep:?}");
        }
        let duplicates = duplicates(&matches[..3], &HashMap::new(), Keep::Last, 0);
        let reasons: Vec<_> = duplicates.iter().map(|found| (found.game, found.verdict.reason)).collect();
        assert_eq!(reasons, [(0, SameBytes), (1, SameBytes), (2, SameGame)]);
    }
}
