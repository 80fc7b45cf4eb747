//! Groups of spellings: which are one name, and which may be.

mod clusters;
#[cfg(test)]
mod growth;
mod rivals;
#[cfg(test)]
mod round_tests;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::num::NonZeroUsize;

use super::candidates::{Bounds, Candidates};
use super::evidence::{self, DOUBTFUL_POINTS, Evidence, EvidenceSet};
use super::families::Families;
use super::item::Item;
use super::order;
use super::profile::Profile;
use super::proposal::Reason;
use super::rounds::Rounds;
use super::survey::Subject;
use crate::parts::in_parts;
use clusters::Clusters;

/// All groups of a collection.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Groups {
    /// By subject, those with most games first.
    pub groups: Vec<Group>,
    /// Spellings that were not compared with all that are alike, since hundreds are: each was with those that have most games.
    pub compared_in_part: u64,
}

/// The spellings of a name, or a single one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Group {
    /// The kind of thing that has the name.
    pub subject: Subject,
    /// The best way to write it.
    pub proposed: String,
    /// Why.
    pub reason: Reason,
    /// The games of all spellings.
    pub games: u64,
    /// The first and the last year of these games.
    pub years: Option<(u16, u16)>,
    /// The spellings, those with most games first.
    pub spellings: Vec<Spelling>,
    /// Another name that this may be.
    pub doubt: Option<Doubt>,
    /// The player in a list of the federation.
    pub listed: Option<Listed>,
    /// The last year with a rating, and the rating.
    pub(super) last_rating: Option<(u16, u16)>,
}

/// A spelling.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Spelling {
    /// The value of the tag, as it is written.
    pub text: Box<str>,
    /// The games that have it.
    pub games: u64,
    /// The first and the last year of these games.
    pub years: Option<(u16, u16)>,
    /// The lowest and the highest rating.
    pub ratings: Option<(u16, u16)>,
    /// Numbers of the federation in these games, at most four.
    pub ids: Vec<u64>,
    /// The title in most of these games, where there is one.
    pub title: Option<Box<str>>,
    /// Why it is of this group; nothing for the one with most games.
    pub link: Option<Link>,
}

/// The evidence that a spelling is of a group.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Link {
    /// The spelling of the group that it was compared with.
    pub with: Box<str>,
    /// The points of the evidence.
    pub points: i32,
    found: EvidenceSet,
}

/// The evidence that a group may be another one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Doubt {
    /// The best way to write that name.
    pub proposed: String,
    /// The spellings that were compared, and the evidence.
    pub link: Link,
    /// A third one, which the shorter spelling fits as well.
    pub rival: Option<Box<str>>,
}

impl Link {
    /// The evidence.
    pub fn evidence(&self) -> impl Iterator<Item = Evidence> + use<> {
        self.found.evidence()
    }
}

/// A player in a list of the federation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listed {
    /// The name as it is there.
    pub name: String,
    /// The number of the player.
    pub id: u64,
    /// The title, such as GM.
    pub title: Option<String>,
    /// The rating of the list.
    pub rating: Option<u16>,
    /// The federation.
    pub federation: Option<String>,
    /// The year of birth.
    pub born: Option<u16>,
    /// Why it is this player, or why that is doubtful.
    pub reason: String,
    /// Whether it certainly is.
    pub is_sure: bool,
}

/// A pair of spellings that may be one name.
#[derive(Clone, Copy, Debug)]
struct Pair {
    one: u32,
    other: u32,
    found: EvidenceSet,
    /// Another spelling that the shorter one fits as well.
    rival: Option<u32>,
}

impl Pair {
    fn link(&self, with: u32, items: &[Item]) -> Link {
        Link { with: items[with as usize].text.clone(), points: self.found.points, found: self.found }
    }
}

/// The groups of the spellings of a subject, those with most games first; two are one from so many points on.
pub(super) fn of(
    subject: Subject,
    spellings: HashMap<Box<str>, Profile>,
    required: i32,
    bounds: Bounds,
    jobs: NonZeroUsize,
) -> Groups {
    let mut items: Vec<Item> =
        spellings.into_iter().map(|(text, profile)| Item::new(subject, text, profile)).collect();
    items.sort_unstable_by(|a, b| b.profile.games.cmp(&a.profile.games).then_with(|| a.text.cmp(&b.text)));
    order::find(&mut items);
    let rounds = Rounds::new(&items);
    let families = Families::new(&items);
    let candidates = Candidates::new(&items, bounds);
    let pairs = in_parts(jobs, items.len(), 256, |part| {
        let (mut pairs, mut others) = (Vec::new(), Vec::new());
        for one in part {
            candidates.after(one as u32, &mut others);
            pairs.extend(others.iter().filter_map(|&other| {
                let found = evidence::judge(&items[one], &items[other as usize], &families)?;
                let one = one as u32;
                (!rounds.contradict(one, other)).then_some(Pair { one, other, found, rival: None })
            }));
        }
        pairs
    });
    let mut pairs: Vec<Pair> = pairs.concat();
    let mut are_cut: Vec<bool> = (0..items.len() as u32).map(|at| candidates.is_cut(at)).collect();
    drop(candidates);
    rivals::look_for(&items, &rounds, &mut pairs, bounds.rivals, &mut are_cut);
    let mut clusters = Clusters::new(&items, &rounds, &pairs, required);
    // The best evidence first; of equal one that of the spellings with most games.
    pairs.retain(|pair| pair.found.points >= DOUBTFUL_POINTS);
    pairs.sort_by(|a, b| b.found.points.cmp(&a.found.points).then((a.one, a.other).cmp(&(b.one, b.other))));
    for pair in pairs.iter().filter(|pair| pair.found.points >= required) {
        clusters.join(pair);
    }
    let compared_in_part = are_cut.into_iter().filter(|is_cut| *is_cut).count() as u64;
    Groups { groups: clusters.groups(subject, &pairs), compared_in_part }
}

impl Spelling {
    fn new(item: &Item, link: Option<Link>) -> Self {
        let profile = &item.profile;
        Self {
            text: item.text.clone(),
            games: profile.games,
            years: profile.years,
            ratings: profile.ratings,
            ids: profile.ids.0.keys().copied().collect(),
            title: profile.titles.most().cloned(),
            link,
        }
    }
}
