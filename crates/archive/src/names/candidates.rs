//! Pairs of spellings that are compared: those that share a word and the beginning of another.

use super::item::{Item, Parsed};
use super::survey::hash;
use crate::spelling::{Name, Word, forms, initial};

/// Spellings of one key that each is compared with, at most: names that thousands have say nothing.
const MAX_NEIGHBOURS: usize = 400;

/// Letters of the sound of a word that may be written with another letter.
const MIN_LETTERS: usize = 6;

/// The names that one is compared with where the key is equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// All of them.
    Any,
    /// All of them: it is a word alone.
    Alone,
    /// Those that are a word alone.
    WithAlone,
}

/// A key of a spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    hash: u32,
    role: Role,
    at: u32,
}

/// Pairs of places in the list, the lower one first, in order.
pub(super) fn pairs(items: &[Item]) -> Vec<(u32, u32)> {
    let mut keys = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let Ok(at) = u32::try_from(at) else { break };
        let mut push = |hash: u32, role: Role| keys.push(Key { hash, role, at });
        match &item.parsed {
            Parsed::Name(name) => name_keys(name, &mut push),
            Parsed::Words(words) => word_keys(words, &mut push),
            Parsed::Opaque => {}
        }
    }
    keys.sort_unstable();
    keys.dedup();
    let mut pairs = Vec::new();
    for block in keys.chunk_by(|one, other| one.hash == other.hash) {
        for (at, one) in block.iter().enumerate().filter(|(_, one)| one.role != Role::WithAlone) {
            pairs.extend(block[at + 1..].iter().take(MAX_NEIGHBOURS).map(|other| (one.at, other.at)));
        }
    }
    pairs.retain(|(one, other)| one != other);
    pairs.iter_mut().for_each(|(one, other)| (*one, *other) = ((*one).min(*other), (*one).max(*other)));
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn name_keys(name: &Name, push: &mut impl FnMut(u32, Role)) {
    let is_family = |at: usize| name.family.is_none_or(|count| at < count);
    let whole = |word: &&Word| !word.is_initial();
    for (at, word) in name.words.iter().enumerate().filter(|(at, word)| is_family(*at) && whole(word)) {
        push(hash(&(&word.sound, "")), if name.words.len() == 1 { Role::Alone } else { Role::WithAlone });
        for (place, other) in name.words.iter().enumerate().filter(|(place, _)| *place != at) {
            push(hash(&(&word.sound, initial(&other.letters))), Role::Any);
            forms(&other.letters).for_each(|form| push(hash(&(&word.sound, initial(form))), Role::Any));
            if !other.is_initial() && (name.family.is_none() || !is_family(place)) {
                with_other_letters(&word.sound, |sound| push(hash(&(sound, &other.sound)), Role::Any));
            }
        }
    }
}

fn word_keys(words: &[Word], push: &mut impl FnMut(u32, Role)) {
    let mut sounds: Vec<&str> = words.iter().map(|word| word.sound.as_str()).collect();
    sounds.sort_unstable();
    push(hash(&sounds), Role::Any);
    let longest = sounds.iter().filter(|sound| !sound.bytes().any(|byte| byte.is_ascii_digit()));
    if let Some(longest) =
        longest.max_by_key(|sound| sound.chars().count()).filter(|sound| sound.chars().count() > 2)
    {
        push(hash(&(*longest, "")), Role::Any);
        with_other_letters(longest, |sound| push(hash(&(sound, words.len())), Role::Any));
    }
}

/// A word and what is left of it without one letter: two that differ in one letter have one of them in common.
fn with_other_letters(sound: &str, mut push: impl FnMut(&str)) {
    if sound.chars().count() < MIN_LETTERS {
        return;
    }
    push(sound);
    let mut without = String::with_capacity(sound.len());
    for (at, c) in sound.char_indices() {
        without.clear();
        without.push_str(&sound[..at]);
        without.push_str(&sound[at + c.len_utf8()..]);
        push(&without);
    }
}
