use std::collections::HashSet;

use super::name_of;
use super::pattern::numbered;

/// The most that a file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Games.
    pub games: Option<u64>,
    /// Bytes; a single game may have more.
    pub bytes: Option<u64>,
}

/// A file that begins.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// Its name.
    pub name: String,
    /// The name it would have if that were not taken.
    pub instead_of: Option<String>,
    /// Whether the taken name differs from that in case alone; otherwise other values make the same name.
    pub is_other_case: bool,
}

/// Divides games, which come in the order of their keys, among files.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    limits: Limits,
    key: Vec<u8>,
    /// The name of the file in lower case, and how many names there were with the same.
    lower: String,
    same: u64,
    is_other_case: bool,
    /// All names so far, in lower case.
    taken: HashSet<String>,
    number: u64,
    games: u64,
    bytes: u64,
    any: bool,
}

impl Parts {
    /// Files with these limits.
    pub fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Takes a game with its key; the file that begins with it, if one does.
    pub fn next(&mut self, key: &[u8], text: &[u8]) -> Option<Part> {
        let bytes = text.len() as u64;
        let is_other = !self.any || self.key != key;
        let is_full = self.limits.games.is_some_and(|most| self.games >= most)
            || self.limits.bytes.is_some_and(|most| self.games > 0 && self.bytes + bytes > most);
        if is_other {
            let lower = name_of(key).to_lowercase();
            self.same = if self.any && lower == self.lower { self.same + 1 } else { 1 };
            self.is_other_case = self.same > 1 && name_of(&self.key) != name_of(key);
            self.lower = lower;
            self.key = key.to_vec();
            self.number = 0;
        }
        self.any = true;
        if !is_other && !is_full {
            self.games += 1;
            self.bytes += bytes;
            return None;
        }
        self.number += 1;
        (self.games, self.bytes) = (1, bytes);
        let natural = numbered(name_of(key), self.number);
        let mut turn = self.same;
        let mut name = of_turn(&natural, turn);
        while !self.taken.insert(name.to_lowercase()) {
            turn += 1;
            name = of_turn(&natural, turn);
        }
        let instead_of = Some(natural).filter(|natural| *natural != name);
        Some(Part { name, instead_of, is_other_case: self.is_other_case })
    }
}

/// The name of the file that is so many times taken, this one included: with a number before the ending, which says what the file is.
fn of_turn(name: &str, turn: u64) -> String {
    if turn < 2 {
        return name.to_owned();
    }
    let file = name.rfind('/').map_or(0, |at| at + 1);
    let ending = [".pgn", ".PGN"].iter().find_map(|ending| name[file..].rfind(ending));
    let at = ending.map_or(name.len(), |at| file + at);
    format!("{} ({turn}){}", &name[..at], &name[at..])
}

#[cfg(test)]
mod tests {
    use super::super::pattern::Name;
    use super::*;

    #[test]
    fn files_begin_where_names_change_or_limits_are_reached() {
        let keys = ["TAL-\0.pgn", "Tal-\0.pgn", "Tal-\0.pgn", "Tal-\0.pgn", "Tal-\0.pgn", "fine-\0.pgn"];
        let mut sorted: Vec<Vec<u8>> = Vec::new();
        for name in keys {
            let (mut key, name) = (Vec::new(), Name { name: name.to_owned(), spelling: None });
            super::super::append_key(&name, &mut key);
            sorted.push(key);
        }
        sorted.sort();
        let names = |limits: Limits| -> Vec<String> {
            let mut parts = Parts::new(limits);
            sorted.iter().filter_map(|key| Some(parts.next(key, b"1. e4 *\n\n")?.name)).collect()
        };
        assert_eq!(names(Limits::default()), ["fine-1.pgn", "TAL-1.pgn", "Tal-1 (2).pgn"]);
        let two = ["fine-1.pgn", "TAL-1.pgn", "Tal-1 (2).pgn", "Tal-2 (2).pgn"];
        assert_eq!(names(Limits { games: Some(2), bytes: None }), two);
        assert_eq!(names(Limits { games: None, bytes: Some(18) }), two);
        assert_eq!(names(Limits { games: None, bytes: Some(1) }).len(), 6);
    }

    #[test]
    fn no_name_is_given_twice() {
        let mut sorted: Vec<Vec<u8>> = Vec::new();
        for (name, spelling) in [
            ("a_b.pgn", None),
            ("a_b.pgn", Some("a/b.pgn")),
            ("a_b.pgn", Some("a:b.pgn")),
            ("a_b (2).pgn", None),
            ("A_B.pgn", None),
            ("a1\0.pgn", None),
            ("a11.pgn", None),
        ] {
            let (name, spelling) = (name.to_owned(), spelling.map(str::to_owned));
            let mut key = Vec::new();
            super::super::append_key(&Name { name, spelling }, &mut key);
            sorted.push(key);
        }
        sorted.sort();
        let mut parts = Parts::new(Limits::default());
        let names: Vec<_> = sorted.iter().filter_map(|key| parts.next(key, b"1. e4 *\n\n")).collect();
        let shown: Vec<_> = names.iter().map(|part| (part.name.as_str(), part.is_other_case)).collect();
        let expected = [
            ("a11.pgn", false),
            ("a11 (2).pgn", false),
            ("a_b (2).pgn", false),
            ("A_B.pgn", false),
            ("a_b (3).pgn", true),
            ("a_b (4).pgn", false),
            ("a_b (5).pgn", false),
        ];
        assert_eq!(shown, expected);
    }
}
