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

/// Keys that several spellings have.
#[derive(Clone, Copy, Debug)]
struct Block {
    start: u32,
    end: u32,
    /// The end of those that are compared with all after them.
    with_all: u32,
    /// The number that follow it with which each is compared.
    next: u32,
    /// The number at the start that are compared with all.
    first: u32,
}

/// The spellings that each is compared with.
#[derive(Debug)]
pub(super) struct Candidates {
    keys: Vec<Key>,
    blocks: Vec<Block>,
    /// The blocks of each spelling, with the places of its keys, one spelling after the other.
    places: Vec<(u32, u32)>,
    /// The start of those of each spelling, and of one more.
    starts: Vec<u32>,
}

impl Candidates {
    /// Those of these spellings. It takes memory for their keys, and not for their pairs.
    pub(super) fn new(items: &[Item], bounds: Bounds) -> Self {
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
        let mut blocks = Vec::new();
        let mut starts = vec![0; items.len() + 1];
        let mut end = 0;
        for some in keys.chunk_by(|one, other| (one.hash, one.is_near) == (other.hash, other.is_near)) {
            let start = end;
            end += some.len();
            if some.len() == 1 {
                continue;
            }
            let most = if some[0].is_near { bounds.other_letters } else { bounds.alike };
            // Of too many each is compared with the first, which have most games, and with those that follow it.
            let (first, next) = if some.len() > most { (most / 2, most / 2) } else { (0, most) };
            let with_all = start + some.iter().take_while(|key| key.role != Role::WithAlone).count();
            let [start, end, with_all, first, next] = [start, end, with_all, first, next].map(|at| at as u32);
            blocks.push(Block { start, end, with_all, next, first });
            some.iter().for_each(|key| starts[key.at as usize + 1] += 1);
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut places = vec![(0, 0); starts.last().copied().unwrap_or(0) as usize];
        let mut ends = starts.clone();
        for (block, number) in blocks.iter().zip(0..) {
            for place in block.start..block.end {
                let end = &mut ends[keys[place as usize].at as usize];
                places[*end as usize] = (number, place);
                *end += 1;
            }
        }
        Self { keys, blocks, places, starts }
    }

    /// The places in the list that come after one and are compared with it, in order.
    pub(super) fn after(&self, at: u32, others: &mut Vec<u32>) {
        others.clear();
        let mut add = |from: u32, to: u32| {
            let keys = self.keys.get(from as usize..to as usize).unwrap_or_default();
            others.extend(keys.iter().map(|key| key.at).filter(|other| *other > at));
        };
        for &(block, place) in self.places_of(at) {
            let block = self.blocks[block as usize];
            if place < block.with_all {
                let is_first = place - block.start < block.first;
                add(place + 1, if is_first { block.end } else { block.end.min(place + 1 + block.next) });
            }
            // Those before it of another role may come after it in the list.
            if self.keys[block.start as usize].role != self.keys[place as usize].role {
                let end = place.min(block.with_all);
                let first = (block.start + block.first).min(end);
                add(block.start, first);
                add(first.max(place.saturating_sub(block.next)), end);
            }
        }
        others.sort_unstable();
        others.dedup();
    }

    /// Whether one is not compared with all that are alike.
    pub(super) fn is_cut(&self, at: u32) -> bool {
        self.places_of(at).iter().any(|&(block, place)| {
            let block = self.blocks[block as usize];
            let (at, len, with_all) =
                (place - block.start, block.end - block.start, block.with_all - block.start);
            let is_cut_before = block.first < with_all && at > block.first + block.next;
            at >= block.first && (is_cut_before || (at < with_all && len - 1 - at > block.next))
        })
    }

    fn places_of(&self, at: u32) -> &[(u32, u32)] {
        &self.places[self.starts[at as usize] as usize..self.starts[at as usize + 1] as usize]
    }
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
        // Names of which only the numbers are the same are others, unless one has nothing but initials besides.
        let role = match word.is_number() {
            false => Role::Any,
            true if name.words.iter().any(|word| whole(&word) && !word.is_number()) => Role::WithAlone,
            true => Role::Alone,
        };
        for (place, other) in name.words.iter().enumerate().filter(|(place, _)| *place != at) {
            push(hash(&(&word.sound, initial(&other.letters))), role, false);
            forms(&other.letters).for_each(|form| push(hash(&(&word.sound, initial(form))), role, false));
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::profile::Profile;
    use super::super::survey::Subject;
    use super::*;

    const FAMILIES: [&str; 8] =
        ["Smith", "Schmidt", "Kasparov", "Kaspharov", "3 Tal", "4", "van Wely", "Wely"];
    const GIVEN: [&str; 7] = ["", ", J", ", John", ", Johann", ", V", " V", ", 3"];

    /// The pairs, key by key: each of those that are compared with all is, with all or with the next ones.
    fn pairs(candidates: &Candidates) -> (BTreeSet<(u32, u32)>, BTreeSet<u32>) {
        let (mut pairs, mut cut) = (BTreeSet::new(), BTreeSet::new());
        for block in &candidates.blocks {
            let keys = &candidates.keys[block.start as usize..block.end as usize];
            for (one, key) in keys.iter().enumerate() {
                for (other, with) in keys.iter().enumerate().skip(one + 1) {
                    if key.role == Role::WithAlone {
                        continue;
                    }
                    if one < block.first as usize || other - one <= block.next as usize {
                        pairs.insert((key.at.min(with.at), key.at.max(with.at)));
                    } else {
                        cut.extend([key.at, with.at]);
                    }
                }
            }
        }
        pairs.retain(|(one, other)| one != other);
        (pairs, cut)
    }

    #[test]
    fn each_is_compared_with_those_of_its_keys() {
        let mut items = Vec::new();
        for (number, family) in FAMILIES.iter().enumerate() {
            for given in GIVEN {
                for more in ["", " (1)", " (2)"].iter().take(1 + number % 3) {
                    let text = format!("{family}{given}{more}").into_boxed_str();
                    items.push(Item::new(Subject::Player, text, Profile::default()));
                }
            }
        }
        for most in [2, 4, 6, 10, 1_000] {
            let candidates =
                Candidates::new(&items, Bounds { alike: most, other_letters: most / 2, rivals: 8 });
            let (pairs, cut) = pairs(&candidates);
            assert!(most == 2 || pairs.len() > 100, "{}", pairs.len());
            let mut others = Vec::new();
            let mut found = Vec::new();
            for at in 0..items.len() as u32 {
                candidates.after(at, &mut others);
                found.extend(others.iter().map(|other| (at, *other)));
                assert_eq!(candidates.is_cut(at), cut.contains(&at), "{most}: {}", items[at as usize].text);
            }
            assert!(found.iter().eq(&pairs), "{most}");
        }
    }
}
