//! Words of names: without diacritics, in Latin letters, and as they sound.

use smallvec::SmallVec;

use super::marks::Marks;

/// A word of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// In lower-case Latin letters without diacritics.
    pub letters: String,
    /// As it sounds, whatever alphabet it was written down in.
    pub sound: String,
    pub(super) marks: Marks,
}

/// Closeness of two spellings of one word, the closest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Closeness {
    /// The same letters.
    Letters,
    /// The same sound.
    Sound,
    /// Forms of one given name: Fritz, Friedrich.
    Form,
    /// A letter of the sound is different, two in long words.
    Near,
}

impl Word {
    fn of(letters: String) -> Self {
        let sound = sound(&letters);
        Self { marks: Marks::new(&letters, &sound), letters, sound }
    }

    /// Whether it is written for a longer one.
    pub fn is_initial(&self) -> bool {
        self.marks.is_initial
    }

    /// Whether a digit is in it, or it is a Roman number: such words are equal or different, never spelled otherwise.
    pub fn is_number(&self) -> bool {
        self.marks.is_number
    }

    /// Whether both may be spellings of one word.
    pub fn is_like(&self, other: &Self) -> bool {
        self.closeness(other).is_some()
    }

    /// Closeness of two spellings of one word; `None` for different words.
    pub fn closeness(&self, other: &Self) -> Option<Closeness> {
        if self.marks.may_have_letters_of(other.marks) && self.letters == other.letters {
            return Some(Closeness::Letters);
        }
        if self.is_number() || other.is_number() {
            return None;
        }
        if self.marks.may_sound_like(other.marks) && self.sound == other.sound {
            return Some(Closeness::Sound);
        }
        let allowed = self.marks.letters_allowed(other.marks);
        let is_near = allowed > 0
            && !self.marks.are_farther_apart(other.marks, allowed)
            && distance(&self.sound, &other.sound) <= allowed;
        is_near.then_some(Closeness::Near)
    }

    /// Whether both begin with the same letter, as they are written.
    pub fn begins_like(&self, other: &Self) -> bool {
        self.letters.chars().next() == other.letters.chars().next()
    }

    /// Whether one of them is the other with an `a` at its end, as the names of women are, or with a Hungarian `né`.
    pub fn is_feminine_of(&self, other: &Self) -> bool {
        let is = |long: &str, short: &str| long.strip_suffix('a').is_some_and(|stem| stem == short);
        let is = |long: &str, short: &str| is(long, short) || is_wife(long, short);
        is(&self.letters, &other.letters) || is(&other.letters, &self.letters)
    }

    /// Whether the shorter one is an initial or the beginning of the longer one.
    pub fn shortens(&self, other: &Self) -> bool {
        if self.is_number() || other.is_number() {
            return false;
        }
        let (one, two) = (self.letters.as_str(), other.letters.as_str());
        if self.is_initial() || other.is_initial() {
            return initial(one) == initial(two) || is_one_letter(one, two) || is_one_letter(two, one);
        }
        (one.starts_with(two) || two.starts_with(one)) && !is_wife(one, two) && !is_wife(two, one)
    }
}

/// Whether one is the wife of the other, as Károlyné is of Károly. Euge is no husband of Eugene, but cut.
fn is_wife(long: &str, short: &str) -> bool {
    long.strip_suffix("ne").is_some_and(|husband| husband == short && !husband.ends_with('e'))
}

/// The words of a text.
pub fn words(text: &str) -> Vec<Word> {
    let folded = fold(text);
    let words = folded.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(|word| Word::of(word.to_owned())).collect()
}

/// The words of a text as they are written, in lower case.
pub fn written(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The words of a text as they are written, so that a word of two with an apostrophe is one.
pub fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let is_within =
        |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '‘' | 'ʻ' | '\u{300}'..='\u{36f}');
    text.split(move |c: char| !is_within(c)).filter(|token| token.contains(char::is_alphanumeric))
}

/// Letters that other languages write for one: Jakov, Yakov, Iakov; Viktor, Wiktor; Karl, Carl. All others are different
/// letters: G is not H, F is not V.
const INITIALS: [(char, char); 4] = [('j', 'i'), ('y', 'i'), ('w', 'v'), ('c', 'k')];

/// A letter of another alphabet that is two of this one, and what else is written for it: Х is Kh, and H.
const DIGRAPHS: [(&str, &str); 5] = [("kh", "h"), ("ks", "x"), ("ts", "c"), ("ts", "z"), ("zh", "j")];

/// The first letter; letters that other languages write for one, as J and Y, count as one.
pub fn initial(word: &str) -> Option<char> {
    let first = word.chars().next()?;
    Some(INITIALS.iter().find(|(letter, _)| *letter == first).map_or(first, |(_, like)| *like))
}

fn is_one_letter(digraph: &str, letter: &str) -> bool {
    DIGRAPHS.contains(&(digraph, letter))
}

/// Lower case, Latin letters, no diacritics, no apostrophes.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            if c != '\'' {
                folded.push(c.to_ascii_lowercase());
            }
            continue;
        }
        for c in c.to_lowercase() {
            match latin(c) {
                Some(letters) => folded.push_str(letters),
                None => folded.push(c),
            }
        }
    }
    folded
}

/// Latin letters for one that has a diacritic or is Cyrillic.
fn latin(c: char) -> Option<&'static str> {
    Some(match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ' | 'ả' | 'ấ' | 'ầ' | 'ậ' | 'æ' | 'а' => "a",
        'ç' => "s",
        'ć' | 'č' | 'ĉ' | 'ч' => "ch",
        'ď' | 'đ' | 'ð' | 'д' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ế' | 'ề' | 'ệ' | 'е' | 'ё' | 'э' | 'є' => {
            "e"
        }
        'ğ' | 'ĝ' | 'ġ' | 'ģ' | 'г' | 'ґ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'и' | 'й' | 'ы' | 'і' | 'ї' => "i",
        'ĵ' | 'ј' => "j",
        'ķ' | 'к' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ł' | 'л' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' | 'н' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'œ' | 'ơ' | 'ố' | 'ộ' | 'о' => "o",
        'ŕ' | 'ř' | 'р' => "r",
        'ś' | 'ŝ' | 'ş' | 'ș' | 'с' => "s",
        'š' | 'ш' => "sh",
        'щ' => "shch",
        'ß' => "ss",
        'ţ' | 'ť' | 'ț' | 'т' => "t",
        'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ư' | 'у' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'з' => "z",
        'ž' | 'ж' => "zh",
        'б' => "b",
        'в' => "v",
        'м' => "m",
        'п' => "p",
        'ф' => "f",
        'х' => "kh",
        'ц' => "ts",
        'ю' => "yu",
        'я' => "ya",
        'ъ' | 'ь' | '\u{300}'..='\u{36f}' | '’' | '‘' | 'ʻ' => "",
        _ => return None,
    })
}

/// Spellings of one sound that begin with a letter, the longer ones first.
fn spellings(first: u8) -> &'static [(&'static str, &'static str)] {
    match first {
        b'a' => &[("ae", "a")],
        b'c' => {
            &[("ch", "s"), ("cz", "s"), ("ce", "se"), ("ci", "si"), ("cy", "si"), ("ck", "k"), ("c", "k")]
        }
        b'f' => &[("f", "v")],
        b'g' => &[("gh", "g")],
        b'k' => &[("kh", "h")],
        b'o' => &[("oe", "o")],
        b'p' => &[("ph", "v")],
        b'q' => &[("q", "k")],
        b's' => &[("ssch", "s"), ("sch", "s"), ("sh", "s"), ("sz", "s")],
        b't' => &[("tsch", "s"), ("tch", "s"), ("ts", "s"), ("tz", "s"), ("th", "t")],
        b'u' => &[("ue", "u")],
        b'x' => &[("x", "ks")],
        b'z' => &[("zh", "s"), ("z", "s")],
        _ => &[],
    }
}

/// A word as it sounds, roughly: Kortschnoj and Korchnoi are the same.
fn sound(letters: &str) -> String {
    let mut sounds = String::with_capacity(letters.len());
    let mut push = |c: char| {
        let c = match c {
            'w' => 'v',
            'y' | 'j' => 'i',
            c => c,
        };
        // Before another vowel only some alphabets write it.
        if matches!(c, 'a' | 'e' | 'o' | 'u') && sounds.len() > 1 && sounds.ends_with('i') {
            sounds.pop();
        }
        if !sounds.ends_with(c) {
            sounds.push(c);
        }
    };
    let mut rest = letters;
    while let Some(first) = rest.chars().next() {
        match spellings(rest.as_bytes()[0]).iter().find(|(spelling, _)| rest.starts_with(spelling)) {
            Some((spelling, sound)) => {
                sound.chars().for_each(&mut push);
                rest = &rest[spelling.len()..];
            }
            None => {
                push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    if sounds.len() > 4 && sounds.ends_with('e') {
        sounds.pop();
    }
    sounds
}

/// The number of letters that are added, left out or replaced to get from one word to another.
pub(super) fn distance(one: &str, other: &str) -> usize {
    let other: SmallVec<[char; 32]> = other.chars().collect();
    let mut row: SmallVec<[usize; 32]> = (0..=other.len()).collect();
    for (above, c) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], above + 1);
        for (at, d) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(c != *d);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_word() {
        for (one, other, is_like) in [
            ("Kortschnoj", "Korchnoi", true),
            ("Корчной", "Kortchnoi", true),
            ("Ushenina", "Uschenina", true),
            ("Nepomniachtchi", "Nepomnyashchy", true),
            ("Непомнящий", "Nepomniachtchi", true),
            ("Hübner", "Huebner", true),
            ("Hübner", "Hubner", true),
            ("Aljechin", "Alekhine", true),
            ("Tartacover", "Tartakower", true),
            ("Dreev", "Dreyev", true),
            ("Ståhlberg", "Stahlberg", true),
            ("Gligorić", "Gligoric", true),
            ("Фишер", "Fischer", true),
            ("Tal", "Tahl", false),
            ("Spassky", "Kasparov", false),
            ("player1", "player2", false),
            ("II", "III", false),
            ("Polgar", "Portisch", false),
        ] {
            let word = |text: &str| words(text).remove(0);
            assert_eq!(word(one).is_like(&word(other)), is_like, "{:?} {:?}", word(one), word(other));
        }
    }

    #[test]
    fn initials_are_equal_or_not() {
        let word = |text: &str| words(text).remove(0);
        for (one, other, fits) in [
            ("H", "Hans", true),
            ("J", "Yakov", true),
            ("V", "Wiktor", true),
            ("K", "Carl", true),
            ("Х", "H", true),
            ("Кс", "X", true),
            ("Ж", "J", true),
        ] {
            assert_eq!(word(one).shortens(&word(other)), fits, "{one} {other}");
        }
        let letters = || 'a'..='z';
        for (one, other) in letters().flat_map(|one| letters().map(move |other| (one, other))) {
            let (a, b) = (word(&one.to_string()), word(&format!("{other}xyz")));
            let is_one = one == other
                || ["ij", "iy", "jy", "vw", "ck"].iter().any(|set| set.contains(one) && set.contains(other));
            assert_eq!(a.shortens(&b), is_one, "{one} {other}");
            assert_eq!(a.shortens(&word(&other.to_string())), is_one, "{one} {other}");
        }
    }

    #[test]
    fn distances() {
        for (one, other, expected) in
            [("", "", 0), ("", "ab", 2), ("abc", "abd", 1), ("abc", "bc", 1), ("ab", "ba", 2)]
        {
            assert_eq!(distance(one, other), expected, "{one} {other}");
        }
    }
}
