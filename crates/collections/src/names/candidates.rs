//! Pairs of spellings that are compared: those that share a word and the beginning of another.

use super::item::{Item, Parsed};
use super::survey::hash;
use pgnkit_query::spelling::{Name, Word, forms, initial};

/// Limits of comparisons, so that the work grows as the number of names: names that thousands have say nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Spellings that one is compared with where they share a word and the beginning of another.
    pub(super) alike: usize,
    /// The same where a letter of a word differs: each word has as many such keys as it has letters.
    pub(super) other_letters: usize,
    /// Names of which each may be that of a short spelling.
    pub(super) rivals: usize,
}

impl Bounds {
    /// Those of every collection.
    pub(super) const USUAL: Self = Self { alike: 400, other_letters: 64, rivals: 64 };
}

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
    /// Whether it is only equal where letters are left out.
    is_near: bool,
    role: Role,
    at: u32,
}

/// Pairs of places in the list, the lower one first, in order; and marks at the places of those that are not compared with all
/// that are alike.
pub(super) fn pairs(items: &[Item], bounds: Bounds) -> (Vec<(u32, u32)>, Vec<bool>) {
    let mut keys = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let Ok(at) = u32::try_from(at) else { break };
        let mut push = |hash: u32, role: Role, is_near: bool| keys.push(Key { hash, is_near, role, at });
        match &item.parsed {
            Parsed::Name(name) => name_keys(name, &mut push),
            Parsed::Words(words) => word_keys(words, &mut push),
            Parsed::Opaque => {}
        }
    }
    keys.sort_unstable();
    keys.dedup();
    let mut pairs = Vec::new();
    let mut are_cut = vec![false; items.len()];
    for block in keys.chunk_by(|one, other| (one.hash, one.is_near) == (other.hash, other.is_near)) {
        let most = if block[0].is_near { bounds.other_letters } else { bounds.alike };
        // Of too many each is compared with the first, which have most games, and with those that follow it.
        let (first, next) = if block.len() > most { (most / 2, most / 2) } else { (0, most) };
        let with_all = block.iter().take_while(|key| key.role != Role::WithAlone).count();
        for (at, one) in block[..with_all].iter().enumerate() {
            let others = &block[at + 1..];
            let others = if at < first { others } else { &others[..others.len().min(next)] };
            pairs.extend(others.iter().map(|other| (one.at, other.at)));
        }
        for (at, key) in block.iter().enumerate().skip(first) {
            let is_cut_before = first < with_all && at - first > next;
            are_cut[key.at as usize] |= is_cut_before || (at < with_all && block.len() - 1 - at > next);
        }
    }
    pairs.retain(|(one, other)| one != other);
    pairs.iter_mut().for_each(|(one, other)| (*one, *other) = ((*one).min(*other), (*one).max(*other)));
    pairs.sort_unstable();
    pairs.dedup();
    (pairs, are_cut)
}

fn name_keys(name: &Name, push: &mut impl FnMut(u32, Role, bool)) {
    let is_family = |at: usize| name.family.is_none_or(|count| at < count);
    let whole = |word: &&Word| !word.is_initial();
    for (at, word) in name.words.iter().enumerate().filter(|(at, word)| is_family(*at) && whole(word)) {
        push(
            hash(&(&word.sound, "")),
            if name.words.len() == 1 { Role::Alone } else { Role::WithAlone },
            false,
        );
        for (place, other) in name.words.iter().enumerate().filter(|(place, _)| *place != at) {
            push(hash(&(&word.sound, initial(&other.letters))), Role::Any, false);
            forms(&other.letters)
                .for_each(|form| push(hash(&(&word.sound, initial(form))), Role::Any, false));
            if !other.is_initial() && (name.family.is_none() || !is_family(place)) {
                with_other_letters(&word.sound, |sound| push(hash(&(sound, &other.sound)), Role::Any, true));
            }
        }
    }
}

fn word_keys(words: &[Word], push: &mut impl FnMut(u32, Role, bool)) {
    let mut sounds: Vec<&str> = words.iter().map(|word| word.sound.as_str()).collect();
    sounds.sort_unstable();
    push(hash(&sounds), Role::Any, false);
    let longest = sounds.iter().filter(|sound| !sound.bytes().any(|byte| byte.is_ascii_digit()));
    if let Some(longest) =
        longest.max_by_key(|sound| sound.chars().count()).filter(|sound| sound.chars().count() > 2)
    {
        push(hash(&(*longest, "")), Role::Any, false);
        with_other_letters(longest, |sound| push(hash(&(sound, words.len())), Role::Any, true));
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
