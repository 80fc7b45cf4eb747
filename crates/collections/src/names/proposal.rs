//! The best spelling of a name, made of all its spellings.

use std::collections::BTreeMap;

use super::item::{Item, Parsed};
use super::survey::Subject;
use pgnkit_query::spelling::{Name, Word, initial};

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
    // Of equally frequent ones that which does not shout.
    let most = members.iter().take_while(|item| item.profile.games == first.profile.games);
    let best = most.min_by_key(|item| loudness(&item.text)).unwrap_or(first);
    (best.text.to_string(), Reason::MostFrequent)
}

/// A way to write a name, with the games of the spellings that it is made of.
struct Candidate {
    games: u64,
    /// Words besides the family: those that are written out, and all.
    given: (usize, usize),
    /// The first of them.
    first: String,
}

fn player(members: &[&Item]) -> Option<(String, Reason)> {
    let names = || {
        members.iter().filter_map(|item| match &item.parsed {
            Parsed::Name(name) => Some((*item, name)),
            _ => None,
        })
    };
    // The family as it is written most often before a comma, or else as a single word with initials.
    let (mut with_comma, mut with_initials) = (BTreeMap::new(), BTreeMap::new());
    for (item, name) in names().filter(|(_, name)| name.family.is_some_and(|count| count < name.words.len()))
    {
        let words: Vec<&str> = name.family().iter().map(|word| word.letters.as_str()).collect();
        let families = if item.text.contains(',') { &mut with_comma } else { &mut with_initials };
        *families.entry(words).or_insert(0) += item.profile.games;
    }
    let families = if with_comma.is_empty() { with_initials } else { with_comma };
    let (family, _) = families.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(&a.0)))?;
    // A family that few have is a slip, or half of one.
    let has_family =
        |name: &Name| family.iter().all(|known| name.words.iter().any(|word| word.letters == **known));
    let games_of = |is_wanted: &dyn Fn(&Name) -> bool| -> u64 {
        names().filter(|(_, name)| is_wanted(name)).map(|(item, _)| item.profile.games).sum()
    };
    if games_of(&has_family) * 10 < games_of(&|_| true) {
        return None;
    }
    // The letters that given names are known to begin with.
    let firsts: Vec<char> = names()
        .filter(|(_, name)| {
            name.family.is_some()
                && name.family().iter().map(|word| &*word.letters).eq(family.iter().copied())
        })
        .filter_map(|(_, name)| first_given(name, &family))
        .collect();
    let mut candidates: BTreeMap<String, Candidate> = BTreeMap::new();
    for (item, name) in names() {
        let Some(text) = standard_form(&item.text, name, &family) else { continue };
        let given: Vec<&Word> =
            name.words.iter().filter(|word| !family.contains(&word.letters.as_str())).collect();
        let first = given.first().map(|word| word.letters.clone()).unwrap_or_default();
        // In small letters initials may be a word, too: jd.
        let is_whole = |word: &&&Word| {
            let letters = &word.letters;
            letters.len() > 3
                || (!word.is_initial() && letters.contains(|c: char| !c.is_ascii() || "aeiouy".contains(c)))
        };
        let given = (given.iter().filter(is_whole).count(), given.len());
        // In Sikora Lerch J the second word is of the family, too: where Sikora J is known, a given name begins so.
        let is_known = first_given(name, &family).is_some_and(|first| firsts.contains(&first));
        if !item.text.contains(',') && !is_known {
            continue;
        }
        candidates.entry(text).or_insert(Candidate { games: 0, given, first }).games += item.profile.games;
    }
    // A spelling of a few games among hundreds may be wrong.
    let most = candidates.values().map(|candidate| candidate.games).max()?;
    let best = candidates.iter().filter(|(_, candidate)| candidate.games * 50 >= most).max_by(|a, b| {
        let rank = |(text, candidate): (&String, &Candidate)| {
            let Candidate { games, given, first } = candidate;
            // Zsu is Zsuzsa, cut.
            let is_cut = candidates
                .values()
                .any(|other| other.first.len() > first.len() && other.first.starts_with(first.as_str()));
            (given.0, given.1, !is_cut, std::cmp::Reverse(loudness(text)), *games)
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

/// The first letter of the first word that is not of the family.
fn first_given(name: &Name, family: &[&str]) -> Option<char> {
    let given = name.words.iter().find(|word| !family.contains(&word.letters.as_str()))?;
    initial(&given.letters)
}

/// Number of its words in capital letters only, or in small ones only. `JD` are initials.
fn loudness(text: &str) -> usize {
    let (family, given) = text.split_once(',').unwrap_or(("", text));
    let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).collect::<Vec<_>>();
    let is_loud = |word: &[char], is_given: bool| {
        let is_vowel = |c: &char| matches!(c, 'A' | 'E' | 'I' | 'O' | 'U' | 'Y') || !c.is_ascii();
        let are_initials = is_given && word.len() < 4 && !word.iter().any(is_vowel);
        word.len() > 1 && word.iter().all(|c| c.is_uppercase()) && !are_initials
    };
    let count = |part: &str, is_given: bool| {
        part.split_whitespace().filter(|word| is_loud(&letters(word), is_given)).count()
    };
    let is_quiet = !text.chars().any(char::is_uppercase) && text.chars().any(char::is_lowercase);
    count(family, false) + count(given, true) + usize::from(is_quiet)
}

/// A spelling as `Family, Given`, without titles and parentheses; `None` where the family cannot be found in it.
fn standard_form(text: &str, name: &Name, family: &[&str]) -> Option<String> {
    let text = text.split_once('(').map_or(text, |(name, _)| name).trim();
    let is_initial = |letter: char| name.words.iter().any(|word| word.letters.chars().eq([letter]));
    let is_title = |word: &str| {
        let is_known = |word: &Word| name.words.iter().any(|known| known.letters == word.letters);
        // Initials may be written without periods: JD.
        !pgnkit_query::spelling::words(word)
            .iter()
            .any(|word| is_known(word) || word.letters.chars().all(is_initial))
    };
    let clean = |part: &str| {
        let words: Vec<&str> = part.split_whitespace().filter(|word| !is_title(word)).collect();
        words.join(" ")
    };
    let letters = |part: &str| -> Vec<String> {
        pgnkit_query::spelling::words(part).into_iter().map(|word| word.letters).collect()
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

#[cfg(test)]
mod tests {
    use super::super::profile::Profile;
    use super::*;

    #[test]
    fn the_best_spelling_of_several() {
        for (spellings, expected, reason) in [
            (&["5 Tal M", "2 Tal, Mikhail"][..], "Tal, Mikhail", Reason::Fullest),
            (&["5 Timman Jan H (NED)", "2 Timman J"], "Timman, Jan H", Reason::Standard),
            (&["5 Timman Jan (NED)", "2 Timman Jan"], "Timman Jan (NED)", Reason::MostFrequent),
            (&["1 TAL, Mikhail", "1 Tal, Mikhail"], "Tal, Mikhail", Reason::Fullest),
            (&["9 Tal, M", "7 Tal, Mikhail", "1 Tal, Mihail"], "Tal, Mikhail", Reason::Fullest),
            (&["9 Polgar, Zsu", "7 Polgar, Zsuzsa"], "Polgar, Zsuzsa", Reason::Fullest),
            (&["5 PALLISER, RICHARD JD", "5 Palliser, Richard JD"], "Palliser, Richard JD", Reason::Fullest),
            (
                &["5 PALLISER, Richard JD", "5 palliser, richard jd", "5 Palliser, Richard JD"],
                "Palliser, Richard JD",
                Reason::Fullest,
            ),
            (&["2 LI, Wei", "2 LI, WEI", "2 Li, Wei"], "Li, Wei", Reason::Fullest),
            (&["2 ВАНЯ ПЕТРОВ", "2 Ваня Петров"], "Ваня Петров", Reason::MostFrequent),
            // A rare one may be wrong.
            (&["500 Fischer, Robert", "1 Fischer, Robert Jamez"], "Fischer, Robert", Reason::MostFrequent),
            // A further word may be of the family.
            (&["5 Pomar Salamanca Arturo", "2 Pomar A"], "Pomar, A", Reason::Standard),
            (
                &["5 Pomar Salamanca Arturo", "2 Pomar Salamanca, A"],
                "Pomar Salamanca, Arturo",
                Reason::Standard,
            ),
            (
                &["5 Mestel A Jonathan (ENG)", "2 Mestel A Jonathan"],
                "Mestel A Jonathan (ENG)",
                Reason::MostFrequent,
            ),
            (&["5 Hill Shane Malcolm", "2 Hill S M"], "Hill, Shane Malcolm", Reason::Standard),
            (&["3 J. van der Wiel", "1 Johan van der Wiel"], "van der Wiel, Johan", Reason::Standard),
            (&["3 Dhar-Barua, S", "1 GM Dhar-Barua Saheli"], "Dhar-Barua, Saheli", Reason::Standard),
            (&["3 Hübner R", "1 Hübner, R."], "Hübner, R", Reason::Standard),
            (&["8 Hernandez Rom", "1 Hernandez, Roman CUB"], "Hernandez, Roman", Reason::Standard),
            (
                &["20 Menvielle Lacourrelle A", "1 Menviellie L"],
                "Menvielle Lacourrelle A",
                Reason::MostFrequent,
            ),
        ] {
            let items: Vec<Item> = spellings
                .iter()
                .map(|spelling| {
                    let (games, text) = spelling.split_once(' ').unwrap();
                    let profile = Profile { games: games.parse().unwrap(), ..Profile::default() };
                    Item::new(Subject::Player, text.into(), profile)
                })
                .collect();
            let items: Vec<&Item> = items.iter().collect();
            assert_eq!(of(Subject::Player, &items), (expected.to_owned(), reason), "{spellings:?}");
        }
    }
}
