//! Spellings put together, none of which contradicts another.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::super::evidence::{self, Evidence};
use super::super::item::Item;
use super::super::profile::wider;
use super::super::proposal::{self, Reason};
use super::super::rounds::{GAMES_OF_A_SLIP, Rounds};
use super::super::survey::Subject;
use super::{Doubt, Group, Link, Pair, Spelling};

/// Spellings put together.
pub(super) struct Clusters<'i> {
    items: &'i [Item],
    rounds: &'i Rounds<'i>,
    /// The cluster of each spelling.
    of: Vec<u32>,
    /// The spellings of each cluster in order; none of one that has become part of another.
    members: Vec<Vec<u32>>,
    games: Vec<u64>,
    years: Vec<Option<(u16, u16)>>,
    /// Clusters that each cannot be one with before both have so many games.
    refused: HashMap<u32, HashMap<u32, u64>>,
    /// The full names that each spelling fits, and the other way round; and whether it surely is that name, and not rather another
    /// one.
    fuller: HashMap<u32, Vec<(u32, bool)>>,
}

/// Spellings of a name, at most: each new one is compared with all of them, and no name has so many.
const MAX_MEMBERS: usize = 256;

impl<'i> Clusters<'i> {
    pub(super) fn new(items: &'i [Item], rounds: &'i Rounds<'i>, pairs: &[Pair], required: i32) -> Self {
        let whole =
            |at: u32| items[at as usize].parsed.words().iter().filter(|word| !word.is_initial()).count();
        let mut fuller: HashMap<u32, Vec<(u32, bool)>> = HashMap::new();
        let games = |at: u32| items[at as usize].profile.games;
        for pair in pairs {
            let (one, other) = (whole(pair.one), whole(pair.other));
            let full = if one > other { pair.one } else { pair.other };
            let is_sure = pair.found.points >= required && one.max(other) > 1;
            let has_initials = || pair.found.has(Evidence::Initials) && one != other;
            let is_rather_another = || pair.rival.is_some_and(|rival| games(rival) >= games(full));
            if is_sure || (has_initials() && is_rather_another()) {
                fuller.entry(pair.one).or_default().push((pair.other, is_sure));
                fuller.entry(pair.other).or_default().push((pair.one, is_sure));
            }
        }
        let all = 0..items.len() as u32;
        Self {
            items,
            rounds,
            of: all.clone().collect(),
            members: all.map(|at| vec![at]).collect(),
            games: items.iter().map(|item| item.profile.games).collect(),
            years: items.iter().map(|item| item.profile.years).collect(),
            refused: HashMap::new(),
            fuller,
        }
    }

    /// The clusters of a pair, the one with most games first; `None` if it is one.
    fn sides(&self, pair: &Pair) -> Option<(u32, u32)> {
        let (one, other) = (self.of[pair.one as usize], self.of[pair.other as usize]);
        let rank = |at: u32| {
            (std::cmp::Reverse(self.games[at as usize]), self.members[at as usize].first().copied())
        };
        (one != other).then(|| if rank(one) <= rank(other) { (one, other) } else { (other, one) })
    }

    /// Whether no spelling of one contradicts one of the other, slips aside.
    fn agree(&mut self, one: u32, other: u32) -> bool {
        let games = self.games[one as usize].min(self.games[other as usize]);
        if self
            .refused
            .get(&one)
            .and_then(|refused| refused.get(&other))
            .is_some_and(|needed| games < *needed)
        {
            return false;
        }
        let needed = self.games_needed(one, other, games);
        if needed > games {
            self.refuse(one, other, needed);
        }
        needed <= games
    }

    /// The games that both must have so that what contradicts that they are one are slips. Contradictions are counted only until
    /// there are too many for those that both have.
    fn games_needed(&self, one: u32, other: u32, games: u64) -> u64 {
        let (items, rounds) = (self.items, self.rounds);
        let [a, b] = [one, other].map(|at| &self.members[at as usize]);
        let is_one_life = !items[one as usize].parsed.is_of_people()
            || !evidence::are_lives_apart(self.years[one as usize], self.years[other as usize]);
        if a.len() + b.len() > MAX_MEMBERS || !is_one_life {
            return u64::MAX;
        }
        let mut needed = 0;
        for (one, other) in a.iter().flat_map(|a| b.iter().map(move |b| (*a, *b))) {
            let (a, b) = (&items[one as usize], &items[other as usize]);
            if a.parsed.likeness(&b.parsed).is_none() || evidence::are_certainly_two(a, b) {
                return u64::MAX;
            }
            if needed <= games {
                needed += rounds.against(one, other).saturating_mul(GAMES_OF_A_SLIP);
            }
        }
        needed
    }

    pub(super) fn join(&mut self, pair: &Pair) {
        let Some((one, other)) = self.sides(pair) else { return };
        if !self.agree(one, other) || self.is_detour(one, other) {
            return;
        }
        let moved = std::mem::take(&mut self.members[other as usize]);
        moved.iter().for_each(|at| self.of[*at as usize] = one);
        let members = &mut self.members[one as usize];
        members.extend(moved);
        members.sort_unstable();
        self.games[one as usize] += self.games[other as usize];
        self.years[one as usize] = wider(self.years[one as usize], self.years[other as usize]);
        // What it is now contradicts no less: what was refused stays refused, until there are more games.
        for (third, needed) in self.refused.remove(&other).unwrap_or_default() {
            if let Some(refused) = self.refused.get_mut(&third) {
                refused.remove(&other);
            }
            self.refuse(one, third, needed);
        }
    }

    /// Whether initials in one fit names of the other, but more often others that have as many games: then no third spelling with
    /// initials brings them together. `Timoshchenko, G` is rather Gennadi, though `Timoshenko, G` is Georgy.
    fn is_detour(&self, one: u32, other: u32) -> bool {
        let [few, many] = [one, other].map(|at| (self.members[at as usize].len(), at));
        let ((_, few), (_, many)) = if few <= many { (few, many) } else { (many, few) };
        let fuller = self.members[few as usize].iter().filter_map(|at| self.fuller.get(at)).flatten();
        let mut counts = [0, 0];
        for (_, is_sure) in fuller.filter(|(at, _)| self.of[*at as usize] == many) {
            counts[usize::from(*is_sure)] += 1;
        }
        counts[0] > counts[1]
    }

    fn refuse(&mut self, one: u32, other: u32, needed: u64) {
        for (one, other) in [(one, other), (other, one)] {
            let before = self.refused.entry(one).or_default().entry(other).or_default();
            *before = needed.max(*before);
        }
    }

    /// The evidence for each spelling but the first one of a cluster: the best that binds it to one that is bound to the first.
    fn links(&self, pairs: &[Pair]) -> Vec<Option<Link>> {
        let mut links: Vec<Option<Link>> = vec![None; self.items.len()];
        let mut within: HashMap<u32, Vec<&Pair>> = HashMap::new();
        for pair in pairs.iter().filter(|pair| self.sides(pair).is_none()) {
            within.entry(self.of[pair.one as usize]).or_default().push(pair);
        }
        for (cluster, pairs) in within {
            let mut of: HashMap<u32, Vec<usize>> = HashMap::new();
            for (at, pair) in pairs.iter().enumerate() {
                of.entry(pair.one).or_default().push(at);
                of.entry(pair.other).or_default().push(at);
            }
            let Some(first) = self.members[cluster as usize].first() else { continue };
            let mut bound = HashSet::from([*first]);
            // The pairs are in order of their points.
            let mut next: BinaryHeap<Reverse<usize>> = BinaryHeap::new();
            next.extend(of.get(first).into_iter().flatten().copied().map(Reverse));
            while let Some(Reverse(at)) = next.pop() {
                let pair = pairs[at];
                let (at, with) = match (bound.contains(&pair.one), bound.contains(&pair.other)) {
                    (true, false) => (pair.other, pair.one),
                    (false, true) => (pair.one, pair.other),
                    _ => continue,
                };
                links[at as usize] = Some(pair.link(with, self.items));
                bound.insert(at);
                next.extend(of.get(&at).into_iter().flatten().copied().map(Reverse));
            }
        }
        links
    }

    pub(super) fn groups(mut self, subject: Subject, pairs: &[Pair]) -> Vec<Group> {
        let items = self.items;
        let mut links = self.links(pairs);
        let mut doubts: HashMap<u32, (u32, &Pair)> = HashMap::new();
        let members = self.members.iter().map(|members| members.iter().map(|at| &items[*at as usize]));
        let letters: Vec<_> =
            members.map(|members| members.map(|item| item.parsed.letters()).max()).collect();
        for pair in pairs {
            let Some((one, other)) = self.sides(pair) else { continue };
            // The shorter name may be the longer one.
            let letters = |at: u32| letters[at as usize];
            let (host, guest) = if letters(one) < letters(other) { (other, one) } else { (one, other) };
            if !doubts.contains_key(&guest) && self.agree(one, other) {
                doubts.insert(guest, (host, pair));
            }
        }
        let proposals: HashMap<u32, (String, Reason)> = (0..items.len() as u32)
            .filter(|at| !self.members[*at as usize].is_empty())
            .map(|at| {
                let members: Vec<&Item> =
                    self.members[at as usize].iter().map(|at| &items[*at as usize]).collect();
                (at, proposal::of(subject, &members))
            })
            .collect();
        let mut groups: Vec<Group> = Vec::with_capacity(proposals.len());
        for (at, members) in self.members.iter().enumerate().filter(|(_, members)| !members.is_empty()) {
            let at = at as u32;
            let Some((proposed, reason)) = proposals.get(&at).cloned() else { continue };
            let doubt = doubts.get(&at).and_then(|(host, pair)| {
                let with = if self.of[pair.one as usize] == *host { pair.one } else { pair.other };
                let rival = pair.rival.map(|rival| items[rival as usize].text.clone());
                Some(Doubt { proposed: proposals.get(host)?.0.clone(), link: pair.link(with, items), rival })
            });
            let spellings =
                members.iter().map(|at| Spelling::new(&items[*at as usize], links[*at as usize].take()));
            groups.push(Group {
                subject,
                proposed,
                reason,
                games: self.games[at as usize],
                years: self.years[at as usize],
                spellings: spellings.collect(),
                doubt,
                listed: None,
                last_rating: members.iter().filter_map(|at| items[*at as usize].profile.last_rating).max(),
            });
        }
        groups.sort_by(|a, b| {
            b.games.cmp(&a.games).then_with(|| a.spellings[0].text.cmp(&b.spellings[0].text))
        });
        groups
    }
}
