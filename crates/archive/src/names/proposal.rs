//! How a name is best written, of all its spellings.

use std::collections::BTreeMap;

use super::item::{Item, Parsed};
use super::survey::Subject;
use crate::spelling::{Name, Word};

/// Why a name is best written so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// It is the only spelling.
    Only,
    /// It is the most frequent one.
    MostFrequent,
    /// It is the fullest one.
    Fullest,
    /// It is one of the spellings, written as the standard asks (section 8.1.1): the family, a comma, the other names.
    Standard,
    /// It is the name in the federation's list.
    Federation,
}

impl Reason {
    /// The words it is called by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Only => "the only spelling",
            Self::MostFrequent => "most frequent",
            Self::Fullest => "fullest",
            Self::Standard => "in the form of the standard",
            Self::Federation => "in the federation's list",
        }
    }
}

/// The proposed spelling of a group, whose spellings are in order of their games.
pub(super) fn of(subject: Subject, members: &[&Item]) -> (String, Reason) {
    let Some(first) = members.first() else { return (String::new(), Reason::Only) };
    if members.len() == 1 {
        return (first.text.to_string(), Reason::Only);
    }
    if subject == Subject::Player
        && let Some(found) = player(members)
    {
        return found;
    }
    (first.text.to_string(), Reason::MostFrequent)
}

/// A way to write a name, with the games of the spellings that it is made of.
struct Candidate {
    games: u64,
    /// Words and letters besides the family.
    given: (usize, usize),
}

fn player(members: &[&Item]) -> Option<(String, Reason)> {
    let names = || {
        members.iter().filter_map(|item| match &item.parsed {
            Parsed::Name(name) => Some((*item, name)),
            _ => None,
        })
    };
    // The family as it is written most often where a comma tells it, or else a single word with initials.
    let (mut with_comma, mut with_initials) = (BTreeMap::new(), BTreeMap::new());
    let mut longest = 0;
    for (item, name) in names().filter(|(_, name)| name.family.is_some_and(|count| count < name.words.len()))
    {
        let words: Vec<&str> = name.family().iter().map(|word| word.letters.as_str()).collect();
        longest = longest.max(name.words.len() - words.len());
        let families = if item.text.contains(',') { &mut with_comma } else { &mut with_initials };
        *families.entry(words).or_insert(0) += item.profile.games;
    }
    let families = if with_comma.is_empty() { with_initials } else { with_comma };
    let (family, _) = families.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(&a.0)))?;
    let mut candidates: BTreeMap<String, Candidate> = BTreeMap::new();
    for (item, name) in names() {
        let Some(text) = standard_form(&item.text, name, &family) else { continue };
        let given = name.words.iter().filter(|word| !family.contains(&word.letters.as_str()));
        let whole = |word: &&Word| !word.is_initial();
        let given: (usize, usize) =
            (given.clone().filter(whole).count(), given.map(|word| word.letters.len()).sum());
        // Of more words than others have beside the family one may be of the family.
        if !item.text.contains(',') && given.0 > longest {
            continue;
        }
        candidates.entry(text).or_insert(Candidate { games: 0, given }).games += item.profile.games;
    }
    // A spelling of a few games among hundreds may be wrong.
    let most = candidates.values().map(|candidate| candidate.games).max()?;
    let best = candidates.iter().filter(|(_, candidate)| candidate.games * 50 >= most).max_by(|a, b| {
        let rank = |(text, candidate): (&String, &Candidate)| {
            (candidate.given.0, candidate.given.1, !is_loud(text), candidate.games)
        };
        rank(*a).cmp(&rank(*b)).then_with(|| b.0.cmp(a.0))
    });
    let (text, _) = best?;
    let at = members.iter().position(|item| *item.text == **text);
    let reason = match at {
        Some(0) => Reason::MostFrequent,
        Some(_) => Reason::Fullest,
        None => Reason::Standard,
    };
    Some((text.clone(), reason))
}

/// Whether a word of it is in capital letters.
fn is_loud(text: &str) -> bool {
    let is_loud = |word: &str| {
        let letters = || word.chars().filter(|c| c.is_alphabetic());
        letters().count() > 1 && letters().all(char::is_uppercase)
    };
    text.split_whitespace().any(is_loud)
}

/// A spelling as `Family, Given`, without titles and parentheses; `None` where the family cannot be found in it.
fn standard_form(text: &str, name: &Name, family: &[&str]) -> Option<String> {
    let text = text.split_once('(').map_or(text, |(name, _)| name).trim();
    let is_title = |word: &str| {
        !name
            .words
            .iter()
            .any(|known| crate::spelling::words(word).iter().any(|found| found.letters == known.letters))
    };
    let clean = |part: &str| {
        let words: Vec<&str> = part.split_whitespace().filter(|word| !is_title(word)).collect();
        words.join(" ")
    };
    let letters = |part: &str| -> Vec<String> {
        crate::spelling::words(part).into_iter().map(|word| word.letters).collect()
    };
    if let Some((found, given)) = text.split_once(',') {
        let (found, given) = (clean(found), clean(given));
        let is_it = letters(&found) == family;
        return (is_it && !given.is_empty()).then(|| format!("{found}, {given}"));
    }
    let text = clean(text);
    let words: Vec<&str> = text.split(' ').collect();
    // The family first or last.
    for at in 1..words.len() {
        let (before, after) = (words[..at].join(" "), words[at..].join(" "));
        if letters(&before) == family {
            return Some(format!("{before}, {after}"));
        }
        if letters(&after) == family {
            return Some(format!("{after}, {before}"));
        }
    }
    None
}
