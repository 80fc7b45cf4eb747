//! Short spellings that fit more than one name.

use std::collections::HashMap;

use super::super::evidence::{self, Evidence, EvidenceSet, MARGIN, REQUIRED_POINTS};
use super::super::item::Item;
use super::super::rounds::Rounds;
use super::Pair;

/// Finds the pairs whose shorter spelling fits another name as well, and counts that against them.
///
/// Of so many only the `most` with the best evidence are looked at; the spelling is marked where one may be among the others.
pub(super) fn look_for(
    items: &[Item],
    rounds: &Rounds<'_>,
    pairs: &mut [Pair],
    most: usize,
    are_cut: &mut [bool],
) {
    let letters: Vec<usize> = items.iter().map(|item| item.parsed.letters()).collect();
    // The pairs of each spelling that is the shorter one, the best first.
    let mut of_shorter: HashMap<u32, Vec<(i32, u32, EvidenceSet)>> = HashMap::new();
    let shorter = |pair: &Pair| {
        if pair.found.has(Evidence::SameWords) {
            return None;
        }
        match letters[pair.one as usize].cmp(&letters[pair.other as usize]) {
            std::cmp::Ordering::Less => Some((pair.one, pair.other)),
            std::cmp::Ordering::Greater => Some((pair.other, pair.one)),
            std::cmp::Ordering::Equal => None,
        }
    };
    for pair in pairs.iter() {
        if let Some((short, long)) = shorter(pair) {
            of_shorter.entry(short).or_default().push((pair.found.points, long, pair.found));
        }
    }
    of_shorter.values_mut().for_each(|all| all.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1))));
    let mut rival_of = |pair: &Pair| {
        let (short, long) = shorter(pair)?;
        let rivals = of_shorter.get(&short)?;
        let found = rivals.iter().take(most).find(|(points, rival, found)| {
            let is_looser = |item| found.has(item) && !pair.found.has(item);
            // M D is Mark D rather than Mikhail.
            let is_fuller = pair.found.has(Evidence::TwoInitials) && !found.has(Evidence::TwoInitials);
            let fits = !is_looser(Evidence::Sound) && !is_looser(Evidence::OtherLetters) && !is_fuller;
            if is_far_rarer(items, pair, *rival, *found) {
                return false;
            }
            let are_in_one_round = rounds.contradict(long, *rival);
            let (long, rival) = (&items[long as usize], &items[*rival as usize]);
            (fits || *points >= pair.found.points)
                && (are_in_one_round
                    || evidence::are_certainly_two(long, rival)
                    || long.parsed.likeness(&rival.parsed).is_none())
        });
        are_cut[short as usize] |= found.is_none() && rivals.len() > most;
        found.map(|(points, rival, _)| (*points, *rival))
    };
    let rivals: Vec<_> = pairs.iter().map(&mut rival_of).collect();
    for (pair, rival) in pairs.iter_mut().zip(rivals) {
        let Some((points, rival)) = rival else { continue };
        let before = pair.found.points;
        pair.rival = Some(rival);
        pair.found.add(Evidence::Unlike);
        // Only far better evidence than that of the other name counts; a family alone may be several.
        if points + MARGIN > before || pair.found.has(Evidence::FamilyOnly) {
            pair.found.points = pair.found.points.min(REQUIRED_POINTS - 1);
        }
    }
}

/// Ratio of games from which on those of a short spelling are unlikely to be the namesake's.
const FAR_MORE: u64 = 10;

/// Whether another name that the shorter spelling of a pair fits has so few games that those of the spelling are not its own,
/// and no better evidence.
fn is_far_rarer(items: &[Item], pair: &Pair, rival: u32, of_rival: EvidenceSet) -> bool {
    let games = |at: u32| items[at as usize].profile.games;
    let few = games(rival).saturating_mul(FAR_MORE);
    few <= games(pair.one)
        && few <= games(pair.other)
        && pair.found.has_games()
        && !pair.found.has(Evidence::FamilyOnly)
        && of_rival.points <= pair.found.points
        && !of_rival.has(Evidence::FideId)
}
