//! A spelling, taken apart, and how like another one it is written.

use pgnkit::Nation;

use super::evidence::{Evidence, EvidenceSet};
use super::nations::in_parentheses;
use super::profile::Profile;
use super::rounds::Seat;
use super::survey::{Subject, hash};
use pgnkit_query::spelling::{Agreement, Closeness, Generation, Name, Word, words};

/// A spelling with what is known of it.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) text: Box<str>,
    pub(super) hash: u32,
    pub(super) parsed: Parsed,
    /// The nation in parentheses.
    pub(super) nation: Option<[u8; 3]>,
    pub(super) profile: Profile,
    /// Rounds of events in order, each game once.
    pub(super) seats: Vec<Seat>,
}

/// The words of a spelling.
#[derive(Debug)]
pub(super) enum Parsed {
    /// The name of a player.
    Name(Name),
    /// An event or a site.
    Words(Vec<Word>),
    /// A text that is equal only to itself.
    Opaque,
}

#[cfg(test)]
thread_local! {
    static COMPARED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Names that this thread has compared.
#[cfg(test)]
pub(super) fn compared() -> u64 {
    COMPARED.get()
}

impl Item {
    pub(super) fn new(subject: Subject, text: Box<str>, mut profile: Profile) -> Self {
        let mut seats = std::mem::take(&mut profile.seats);
        seats.sort_unstable();
        seats.dedup();
        seats.shrink_to_fit();
        let parsed = match subject {
            Subject::Player => Parsed::player(&text),
            Subject::Site => Parsed::site(&text),
            _ => Parsed::of_words(words(&text)),
        };
        let nation = in_parentheses(&text).filter(|_| subject == Subject::Player);
        Self { hash: hash(&*text), parsed, nation, profile, seats, text }
    }
}

impl Parsed {
    fn player(text: &str) -> Self {
        // Players who consulted are several.
        if text.contains([':', '&', '/', '\\', '+']) {
            return Self::Opaque;
        }
        Name::read(text).map_or(Self::Opaque, |mut name| {
            name.find_family();
            Self::Name(name)
        })
    }

    /// A site; the code of its nation is the nation.
    fn site(text: &str) -> Self {
        let (place, nation) = match Nation::of_site(text) {
            Some(nation) if text.len() > 3 && nation.is_nation() => (&text[..text.len() - 3], nation.name()),
            _ => (text, ""),
        };
        let mut all = words(place);
        all.extend(words(nation));
        Self::of_words(all)
    }

    fn of_words(mut words: Vec<Word>) -> Self {
        if words.is_empty() {
            return Self::Opaque;
        }
        words.sort_by(|one, other| one.letters.cmp(&other.letters));
        Self::Words(words)
    }

    /// Whether it is the name of somebody, who lives only so long.
    pub(super) fn is_of_people(&self) -> bool {
        matches!(self, Self::Name(_))
    }

    /// All its words.
    pub(super) fn words(&self) -> &[Word] {
        match self {
            Self::Name(name) => &name.words,
            Self::Words(words) => words,
            Self::Opaque => &[],
        }
    }

    /// Number of letters of its words, as a measure of how much it says.
    pub(super) fn letters(&self) -> usize {
        self.words().iter().map(|word| word.letters.len()).sum()
    }

    /// Likeness to the spelling of another one; `None` for different names.
    pub(super) fn likeness(&self, other: &Self) -> Option<EvidenceSet> {
        #[cfg(test)]
        COMPARED.set(COMPARED.get() + 1);
        match (self, other) {
            (Self::Name(one), Self::Name(other)) => names(one, other),
            (Self::Words(one), Self::Words(other)) => word_lists(one, other),
            _ => None,
        }
    }
}

fn names(one: &Name, other: &Name) -> Option<EvidenceSet> {
    let (generations, both) = ([one.generation, other.generation], [Generation::Senior, Generation::Junior]);
    if both.into_iter().all(|generation| generations.contains(&Some(generation))) {
        return None;
    }
    let agreement = one.agreement(other).filter(|agreement| !agreement.feminine)?;
    let Agreement {
        whole,
        equal,
        initials,
        shortened,
        is_cut,
        is_second,
        more_words,
        more_family,
        closeness,
        ..
    } = agreement;
    let mut found = EvidenceSet::default();
    // The same initials in another order are those of somebody else: V I is not I V.
    found.add(if agreement.is_whole() && closeness == Closeness::Letters && !is_second {
        Evidence::SameWords
    } else if whole > 1 && more_words == 0 {
        Evidence::AllWords
    } else if whole > 1 {
        Evidence::MoreWords
    } else if shortened + initials > 0 {
        Evidence::Initials
    } else {
        Evidence::FamilyOnly
    });
    // Above, all words are the same.
    if equal > 0 && whole > 1 && closeness != Closeness::Letters {
        found.add(Evidence::EqualName);
    }
    if is_cut {
        found.add(Evidence::Cut);
    }
    if is_second && whole == 1 {
        found.add(Evidence::SecondName);
    }
    if found.has(Evidence::Initials) && shortened + initials > 1 {
        found.add(Evidence::TwoInitials);
    }
    match closeness {
        Closeness::Letters => {}
        Closeness::Sound => found.add(Evidence::Sound),
        Closeness::Form => found.add(Evidence::OtherForm),
        Closeness::Near => found.add(Evidence::OtherLetters),
    }
    if more_family {
        found.add(Evidence::FamilyInFront);
    } else if more_words > 0 && whole == 1 && !found.has(Evidence::FamilyOnly) {
        found.add(Evidence::MoreFamily);
    }
    if one.generation != other.generation {
        found.add(Evidence::Generation);
    }
    Some(found)
}

/// The words of events and sites, in any order.
fn word_lists(one: &[Word], other: &[Word]) -> Option<EvidenceSet> {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let mut left = vec![true; long.len()];
    let (mut closeness, mut whole, mut shortened) = (Closeness::Letters, 0, 0);
    for word in short {
        let fits = |at: &usize| left[*at];
        let close =
            (0..long.len()).filter(fits).filter_map(|at| Some((word.closeness(&long[at])?, at))).min();
        let found = match close {
            Some((found, at)) => {
                closeness = closeness.max(found);
                whole += 1;
                at
            }
            // The beginning of a word; one letter may be the name of a group.
            None => {
                let is_short = |at: &usize| {
                    let with = &long[*at];
                    word.letters.len() > 1 && with.letters.len() > 1 && word.shortens(with) && left[*at]
                };
                shortened += 1;
                (0..long.len()).find(is_short)?
            }
        };
        left[found] = false;
    }
    let mut more = long.iter().zip(&left).filter(|(_, left)| **left).map(|(word, _)| word).peekable();
    let has_more = more.peek().is_some();
    // Another year, round or group is another event.
    if more.any(|word| word.is_number() || word.letters.len() == 1) || whole == 0 {
        return None;
    }
    let mut found = EvidenceSet::default();
    found.add(match (has_more, shortened) {
        (false, 0) if closeness == Closeness::Letters => Evidence::SameWords,
        (false, 0) => Evidence::AllWords,
        (false, _) => Evidence::Initials,
        (true, 0) if whole > 1 => Evidence::MoreWords,
        (true, _) => Evidence::FamilyOnly,
    });
    match closeness {
        Closeness::Letters => {}
        Closeness::Sound => found.add(Evidence::Sound),
        Closeness::Form => found.add(Evidence::OtherForm),
        Closeness::Near => found.add(Evidence::OtherLetters),
    }
    Some(found)
}
