//! Names of players, taken apart and compared.

use pgnkit::Nation;

use smallvec::SmallVec;

use super::words::{Closeness, Word, tokens, words};

/// Titles that are written beside names.
const TITLES: [&str; 13] =
    ["gm", "im", "fm", "cm", "nm", "wgm", "wim", "wfm", "wcm", "dr", "prof", "mr", "mrs"];

/// Words that belong to the name of a family and are often left out.
pub(super) const PARTICLES: [&str; 24] = [
    "al", "bin", "da", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el", "ibn", "la", "le",
    "los", "ten", "ter", "van", "vande", "vander", "von", "zu",
];

/// Father or son.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generation {
    Senior,
    Junior,
}

/// Place of the family in names without a comma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    FamilyFirst,
    FamilyLast,
}

/// The name of a player, taken apart.
#[derive(Clone, Debug)]
pub struct Name {
    /// Its words; those of the family first, where it is known which they are.
    pub words: Vec<Word>,
    /// Number of words of the family, if a comma separates it.
    pub family: Option<usize>,
    /// Place of the family, known from initials or from other names of a collection.
    pub order: Option<Order>,
    /// Whether it says that the player is the father or the son.
    pub generation: Option<Generation>,
}

/// Common parts of two names that may be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// Words that are written out in both.
    pub whole: usize,
    /// Those of them whose letters are the same.
    pub equal: usize,
    /// Initials that both have.
    pub initials: usize,
    /// Words of which one has the initial or the beginning alone.
    pub shortened: usize,
    /// Whether one of these is more than an initial: Zsu is cut, but Li is not Lin.
    pub is_cut: bool,
    /// Whether one of these is that of the first given name of one name alone: J L is L.
    pub is_second: bool,
    /// Initials and particles that only one has.
    pub more_initials: usize,
    /// Words that only one has.
    pub more_words: usize,
    /// Whether one of those is in front of the family, or of one that nothing is known of.
    pub more_family: bool,
    /// Closeness of the words that are written out.
    pub closeness: Closeness,
    /// Whether words differ in an `a` at the end.
    pub feminine: bool,
}

/// Words of a name that need no memory of their own while it is compared.
const USUAL_WORDS: usize = 8;

/// A flag for each word of a name.
type Flags = SmallVec<[bool; 2 * USUAL_WORDS]>;

/// Words of a name that have none of the other, with their places.
type Rest<'n> = SmallVec<[(usize, &'n Word); USUAL_WORDS]>;

/// The bytes of words, one after the other.
fn joined<'n>(words: &[(usize, &'n Word)], text: impl Fn(&'n Word) -> &'n str) -> impl Iterator<Item = u8> {
    words.iter().flat_map(move |(_, word)| text(word).bytes())
}

impl Name {
    /// `None` for a player who is not known.
    pub fn read(text: &str) -> Option<Self> {
        if is_unknown(text) {
            return None;
        }
        // What is in parentheses is a rating, a country or a colour.
        let (text, beside) = text.split_once('(').unwrap_or((text, ""));
        let mut generation = tokens(beside).find_map(|token| match token {
            "j" | "jun" => Some(Generation::Junior),
            "s" | "sen" => Some(Generation::Senior),
            token => Generation::of(&token.to_lowercase()),
        });
        // A comma at the end means nothing; the code of a nation is mostly in parentheses.
        let mut text = text.trim_end_matches(|c: char| !c.is_alphanumeric());
        if let Some((name, code)) = text.rsplit_once([' ', ','])
            && is_nation(code)
            && name.contains(char::is_lowercase)
            && tokens(name).count() > 1
        {
            text = name;
        }
        let (family, given) = match text.split_once(',') {
            Some((family, given)) => {
                let is_quiet = family.contains(char::is_lowercase);
                let are_initials = |_, token: &str| are_initials(token, is_quiet);
                let given = plain_words(given, &mut generation, are_initials);
                (plain_words(family, &mut generation, |_, _| false), given)
            }
            None => {
                let is_quiet = text.contains(char::is_lowercase);
                let are_initials = |at, token: &str| at > 0 && are_initials(token, is_quiet);
                (plain_words(text, &mut generation, are_initials), Vec::new())
            }
        };
        let has_comma = text.contains(',') && !family.is_empty();
        let count = family.len();
        let words: Vec<_> = family.into_iter().chain(given).collect();
        if words.is_empty() {
            // The name of an engine may be like a title.
            let words = words_of(text);
            return (!words.is_empty()).then_some(Self {
                words,
                family: None,
                order: None,
                generation: None,
            });
        }
        Some(Self { words, family: has_comma.then_some(count), order: None, generation })
    }

    /// The words that may be of the family.
    pub fn family(&self) -> &[Word] {
        &self.words[..self.family.unwrap_or(self.words.len())]
    }

    /// Finds the family where initials say which words are of it: they are never initials themselves, and come
    /// first (`Petrosian T V`) or last (`J H Timman`).
    pub fn find_family(&mut self) {
        if self.family.is_some() || self.words.iter().any(Word::is_number) {
            return;
        }
        let Some(first) = self.words.iter().position(Word::is_initial) else { return };
        if self.words.iter().all(Word::is_initial) {
            return;
        }
        if self.words.last().is_some_and(Word::is_initial) {
            self.order = Some(Order::FamilyFirst);
            // Of two whole words the second one may be a given name or another one of the family.
            let particles = self.words.iter().take_while(|word| is_particle(word)).count();
            self.family = (first <= particles + 1).then_some(first);
        } else if first == 0 {
            let initials = self.words.iter().take_while(|word| word.is_initial()).count();
            self.words.rotate_left(initials);
            self.order = Some(Order::FamilyLast);
            self.family = Some(self.words.len() - initials);
        }
    }

    /// Its agreement with another name; `None` if both cannot be names of one player.
    pub fn agreement(&self, other: &Self) -> Option<Agreement> {
        // Of as many words each must be one of the other, which numbers are only if they are the same.
        let numbers =
            |name: &Self| name.words.iter().map(|word| word.marks.number()).fold(0, u32::wrapping_add);
        if self.words.len() == other.words.len() && numbers(self) != numbers(other) {
            return None;
        }
        let mut left = Flags::from_elem(true, other.words.len());
        let mut has_family = false;
        let mut found = Agreement {
            whole: 0,
            equal: 0,
            initials: 0,
            shortened: 0,
            is_cut: false,
            is_second: false,
            more_initials: 0,
            more_words: 0,
            more_family: false,
            closeness: Closeness::Letters,
            feminine: false,
        };
        // The closest words first, so that each finds its own.
        let mut pairs = SmallVec::<[_; USUAL_WORDS]>::new();
        for (at, word) in self.words.iter().enumerate().filter(|(_, word)| !word.is_initial()) {
            for (place, with) in other.words.iter().enumerate() {
                // With commas on both sides the names of the families are known.
                let fits = self.is_family(at) == other.is_family(place)
                    || self.family.is_none()
                    || other.family.is_none();
                let is_given = |name: &Self, at| name.family.is_none_or(|count| at >= count);
                let are_given = is_given(self, at) && is_given(other, place);
                let is_form = || are_given && word.marks.forms & with.marks.forms != 0;
                if !fits {
                    continue;
                }
                let closeness = match word.closeness(with) {
                    Some(Closeness::Near) | None if is_form() => Some(Closeness::Form),
                    closeness => closeness,
                };
                if let Some(closeness) = closeness {
                    pairs.push((closeness, at, place));
                }
            }
        }
        pairs.sort_unstable();
        let mut is_found = Flags::from_elem(false, self.words.len());
        let mut are_places_likely = true;
        for (closeness, at, place) in pairs {
            if is_found[at] || !left[place] {
                continue;
            }
            (is_found[at], left[place]) = (true, false);
            let (word, with) = (&self.words[at], &other.words[place]);
            found.whole += 1;
            found.equal += usize::from(closeness == Closeness::Letters);
            found.closeness = found.closeness.max(closeness);
            are_places_likely = self.is_likely(at, other) && other.is_likely(place, self);
            found.feminine |= word.is_feminine_of(with);
            has_family |= self.is_family(at)
                && other.is_family(place)
                && word.letters.len() > 1
                && closeness != Closeness::Form;
        }
        let mut rest: Rest<'_> = self.words.iter().enumerate().filter(|(at, _)| !is_found[*at]).collect();
        let mut others: Rest<'_> = other.words.iter().enumerate().filter(|(at, _)| left[*at]).collect();
        // Yi Fan and Yifan: that is the name, too.
        let is_joined_otherwise = rest.len() != others.len()
            && !rest.is_empty()
            && joined(&rest, |word| &word.sound).eq(joined(&others, |word| &word.sound));
        if is_joined_otherwise {
            found.whole += 1;
            let has_initials = rest.iter().chain(&others).any(|(_, word)| word.is_initial());
            if has_initials || !joined(&rest, |word| &word.letters).eq(joined(&others, |word| &word.letters))
            {
                found.closeness = found.closeness.max(Closeness::Sound);
            }
            rest.clear();
            others.clear();
        }
        // Initials and short forms of what has not been found. Where the first given names are two, one is not that of which the other
        // has an initial besides: Anatoly A is not Avigdor.
        let first = |name: &Self, left: &[(usize, &Word)]| {
            let is_it = |(at, word): &&(usize, &Word)| name.family == Some(*at) && !word.is_initial();
            left.iter().find(is_it).map(|(at, _)| *at)
        };
        let is_known = self.family.is_some() && other.family.is_some();
        let firsts = first(self, &rest).zip(first(other, &others));
        rest.retain(|(at, word)| {
            // Where the families are known no initial is one of the other's family. Particles are where they please.
            let fits = |place: usize, with: &Word| {
                let are_firsts = firsts.is_none_or(|(one, two)| (*at == one) == (place == two));
                !is_known
                    || (self.is_family(*at) == other.is_family(place) && are_firsts)
                    || (is_particle(word) && word.letters == with.letters)
            };
            let short = others.iter().position(|(place, with)| fits(*place, with) && word.shortens(with));
            let Some(short) = short else { return true };
            let (place, with) = others.remove(short);
            let is_first = |name: &Self, at| name.family == Some(at);
            found.is_second |= is_known && is_first(self, *at) != is_first(other, place);
            if word.is_initial() && with.is_initial() {
                found.initials += 1;
            } else {
                found.shortened += 1;
                found.is_cut |= !word.is_initial() && !with.is_initial() && word.letters != with.letters;
            }
            if !word.begins_like(with) {
                found.closeness = found.closeness.max(Closeness::Sound);
            }
            false
        });
        let has_number = rest.iter().chain(&others).any(|(_, word)| word.is_number());
        for (name, words) in [(self, &rest), (other, &others)] {
            for &(at, word) in words {
                if word.is_initial() || is_particle(word) {
                    found.more_initials += 1;
                } else {
                    found.more_words += 1;
                    // A second family comes after the first one: Fraguela Gil.
                    let is_family = |count: usize| at < count && at + 1 < count;
                    let is_in_front =
                        at == 0 && name.family.is_none() && name.order != Some(Order::FamilyLast);
                    found.more_family |= is_in_front || name.family.is_some_and(is_family);
                }
            }
        }
        let is_rest_the_same = rest.is_empty() || others.is_empty();
        // A single word must be the family of both.
        let is_family = has_family && (found.whole > 1 || are_places_likely);
        ((is_family || is_joined_otherwise) && is_rest_the_same && !has_number).then_some(found)
    }

    /// Whether a word is in the place of the family, as far as the order of the names is known.
    fn is_likely(&self, at: usize, other: &Self) -> bool {
        match self.order.or(other.order) {
            _ if self.family.is_some() => true,
            Some(Order::FamilyFirst) => self.words[..at].iter().all(is_particle),
            Some(Order::FamilyLast) => at + 1 == self.words.len(),
            None => true,
        }
    }

    fn is_family(&self, at: usize) -> bool {
        self.family.is_none_or(|count| at < count)
    }
}

impl Generation {
    fn of(word: &str) -> Option<Self> {
        match word {
            "jr" | "junior" => Some(Self::Junior),
            "sr" | "senior" => Some(Self::Senior),
            _ => None,
        }
    }
}

impl Agreement {
    /// Whether all words are the same, in any order.
    pub fn is_whole(&self) -> bool {
        self.shortened == 0 && self.more_initials == 0 && self.more_words == 0
    }
}

/// Whether it is a word of the family that is often left out.
pub fn is_particle(word: &Word) -> bool {
    word.marks.is_particle
}

fn words_of(text: &str) -> Vec<Word> {
    tokens(text).flat_map(words).collect()
}

/// Whether it is the code of a nation.
fn is_nation(code: &str) -> bool {
    let is_code = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    is_code && (Nation::from_code(code).is_some() || Nation::name_today(code).is_some())
}

/// Whether capital letters are initials without periods: AJ, KVS. Where all is in capital letters those with a vowel may be a name: LI.
fn are_initials(token: &str, is_quiet: bool) -> bool {
    let bytes = token.as_bytes();
    let has_vowel = bytes.iter().any(|byte| b"AEIOUY".contains(byte));
    bytes.iter().all(u8::is_ascii_uppercase)
        && match bytes.len() {
            2 => is_quiet || !has_vowel,
            3 => !has_vowel,
            _ => false,
        }
}

/// The words of a text without titles, which are in capital letters or come first: Im may be a name, too. Each letter of the
/// tokens that are initials is a word.
fn plain_words(
    text: &str,
    generation: &mut Option<Generation>,
    are_initials: impl Fn(usize, &str) -> bool,
) -> Vec<Word> {
    let count = tokens(text).count();
    let mut plain = Vec::with_capacity(count);
    // ColinA: the initial comes after the name.
    let split = |token| {
        let (at, last) = str::char_indices(token).next_back()?;
        let (name, initial) = token.split_at(at);
        (last.is_uppercase() && name.ends_with(char::is_lowercase)).then_some([name, initial])
    };
    let apart = tokens(text).flat_map(|token| split(token).unwrap_or([token, ""]));
    for (at, token) in apart.filter(|token| !token.is_empty()).enumerate() {
        let is_loud = token.len() > 1 && token.chars().all(char::is_uppercase);
        for word in words(token) {
            let letters = word.letters.as_str();
            let is_title = count > 1 && (at == 0 || is_loud) && TITLES.contains(&letters);
            let found = Generation::of(letters).filter(|_| at > 0 || count == 1);
            if found.is_some() {
                *generation = found;
            } else if !is_title && are_initials(at, token) {
                plain.extend(token.chars().flat_map(|c| words(c.encode_utf8(&mut [0; 4]))));
            } else if !is_title {
                plain.push(word);
            }
        }
    }
    plain
}

fn is_unknown(text: &str) -> bool {
    let letters: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    matches!(letters.as_str(), "" | "nn" | "unknown" | "anonymous" | "noname")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_names_have_in_common() {
        let found = |one: &str, other: &str| {
            let name = |text: &str| {
                let mut name = Name::read(text).unwrap();
                name.find_family();
                name
            };
            let found = name(one).agreement(&name(other))?;
            let Agreement { whole, initials, shortened, more_initials, more_words, .. } = found;
            Some([whole, initials, shortened, more_initials, more_words])
        };
        for (one, other, expected) in [
            ("Timman Jan H (NED)", "Timman, Jan H", Some([2, 1, 0, 0, 0])),
            ("Timman J", "Timman, Jan H", Some([1, 0, 1, 1, 0])),
            ("J. H. Timman", "Timman, Jan H", Some([1, 1, 1, 0, 0])),
            ("Spassky B V", "Spassky, Boris", Some([1, 0, 1, 1, 0])),
            ("Fraguela Gil, Jose M", "Fraguela, J", Some([1, 0, 1, 1, 1])),
            ("Van der Sterren, Paul", "Sterren, Paul", Some([2, 0, 0, 2, 0])),
            ("Hou, Yifan", "Hou, Yi Fan", Some([2, 0, 0, 0, 0])),
            ("Alexander K", "Kotov Alexander", None),
            ("Jan Timman", "J Timman", Some([1, 0, 1, 0, 0])),
            ("Timman Jan", "J Timman", None),
            ("Petrosian Tigran V", "Petrosian Tigran L", None),
            ("Horvath Im", "Horvath Imre", Some([1, 0, 1, 0, 0])),
            ("GM Horvath Imre", "Horvath Imre IM", Some([2, 0, 0, 0, 0])),
            ("O'Kelly, A", "O’Kelly A", Some([1, 1, 0, 0, 0])),
            ("Rybka 4", "Rybka", None),
            ("Miles AJ", "Miles, Anthony J", Some([1, 1, 1, 0, 0])),
            ("Palliser, RJD", "Palliser, Richard J D", Some([1, 2, 1, 0, 0])),
            ("Ivanov AV", "Ivanov, Alexander", Some([1, 0, 1, 1, 0])),
            ("Ivanov, VA", "Ivanov, Vladimir", Some([1, 0, 1, 1, 0])),
            ("Schneider LA", "Schneider, L.-A.", Some([1, 2, 0, 0, 0])),
            ("WANG, LI", "Wang, L", Some([1, 0, 1, 0, 0])),
            ("McNab, ColinA", "McNab, C A", Some([1, 1, 1, 0, 0])),
            ("Hernandez, Roman CUB", "Hernandez Roman", Some([2, 0, 0, 0, 0])),
            ("Lian TAN", "Tan, Lian", Some([2, 0, 0, 0, 0])),
            ("Bykhovsky, Anatoly A", "Bykhovsky, Avigdor", None),
            ("Bykhovsky, Anatoly A", "Bykhovsky, A", Some([1, 0, 1, 1, 0])),
            ("Mestel, A Jonathan", "Mestel, Jonathan A", Some([2, 1, 0, 0, 0])),
            ("Znosko-Borovsky Euge", "Znosko-Borovsky, Eugene", Some([2, 0, 1, 0, 0])),
            ("Ivanchuk V.,", "Ivanchuk, Vassily", Some([1, 0, 1, 0, 0])),
            ("von Popiel Ignaz", "Popiel I", Some([1, 0, 1, 1, 0])),
        ] {
            assert_eq!(found(one, other), expected, "{one} / {other}");
            assert_eq!(found(other, one), expected, "{other} / {one}");
        }
    }

    #[test]
    fn fathers_and_sons() {
        for (text, expected) in [
            ("Pein, M Jr", Some(Generation::Junior)),
            ("Ochoa de Echaguen, F, Sr.", Some(Generation::Senior)),
            ("Junior 12", None),
            ("Deep Junior 12", Some(Generation::Junior)),
            ("Yudovich Mikhail M (s) (RUS)", Some(Generation::Senior)),
            ("Yudovich M (Jr)", Some(Generation::Junior)),
            ("Jun, Xie", None),
            ("Tal, M", None),
        ] {
            assert_eq!(Name::read(text).unwrap().generation, expected, "{text}");
        }
    }
}
