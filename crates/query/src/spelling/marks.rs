//! Marks of a word: most pairs of words are told apart by them, before a letter is compared.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::given;

/// Marks of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marks {
    /// Whether a digit is in it, or it is a Roman number.
    pub(super) is_number: bool,
    /// Whether it has one character, and that is no digit.
    pub(super) is_initial: bool,
    /// Whether it belongs to the name of a family and is often left out.
    pub(super) is_particle: bool,
    /// A hash of its letters, and of its sound: texts with different hashes are different, and need not be read.
    letters: u32,
    sound: u32,
    /// Characters of the sound.
    length: u16,
    /// A bit for each character of the sound; several characters may share one.
    characters: u64,
    /// A bit for each given name that it is a form of.
    pub(super) forms: u64,
}

impl Marks {
    pub(super) fn new(letters: &str, sound: &str) -> Self {
        let is_roman = letters.len() > 1 && letters.bytes().all(|byte| matches!(byte, b'i' | b'v' | b'x'));
        let is_number = is_roman || letters.contains(|c: char| c.is_ascii_digit());
        Self {
            is_number,
            is_initial: letters.chars().nth(1).is_none() && !is_number,
            is_particle: super::players::PARTICLES.contains(&letters),
            letters: hash(letters),
            sound: hash(sound),
            length: u16::try_from(sound.chars().count()).unwrap_or(u16::MAX),
            characters: sound.chars().fold(0, |bits, c| bits | 1 << (c as u32 % 64)),
            forms: given::bits(letters),
        }
    }

    /// A hash of its letters if it is a number, or else 0.
    pub(super) fn number(self) -> u32 {
        if self.is_number { self.letters } else { 0 }
    }

    /// Whether the letters may be the same.
    pub(super) fn may_have_letters_of(self, other: Self) -> bool {
        self.letters == other.letters
    }

    /// Whether the sound may be the same.
    pub(super) fn may_sound_like(self, other: Self) -> bool {
        self.sound == other.sound
    }

    /// The letters that may differ in sounds of which one is as short as the shorter of these.
    pub(super) fn letters_allowed(self, other: Self) -> usize {
        match self.length.min(other.length) {
            0..5 => 0,
            5..10 => 1,
            _ => 2,
        }
    }

    /// Whether more than so many letters have to be added, left out or replaced to get from one sound to the other, as far
    /// as the marks show it. A letter that is replaced changes two bits.
    pub(super) fn are_farther_apart(self, other: Self, letters: usize) -> bool {
        let bits = (self.characters ^ other.characters).count_ones() as usize;
        usize::from(self.length.abs_diff(other.length)) > letters || bits > 2 * letters
    }
}

fn hash(text: &str) -> u32 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish() as u32
}

#[cfg(test)]
mod tests {
    use super::super::words::{distance, words};
    use super::*;

    /// Marks never say more than the letters do.
    #[test]
    fn words_that_are_near_are_near_by_their_marks() {
        let mut all: Vec<String> = given::FORMS
            .iter()
            .flat_map(|forms| forms.iter().flat_map(|form| words(form)))
            .map(|word| word.sound)
            .collect();
        all.sort_unstable();
        all.dedup();
        assert!(all.len() > 100);
        let mut near = 0;
        for one in &all {
            for other in &all {
                let [a, b] = [one, other].map(|sound| Marks::new(sound, sound));
                let apart = distance(one, other);
                near += usize::from(apart == 1);
                for letters in 0..4 {
                    assert!(apart > letters || !a.are_farther_apart(b, letters), "{one} {other} {letters}");
                }
            }
        }
        assert!(near > 20, "{near}");
    }
}
