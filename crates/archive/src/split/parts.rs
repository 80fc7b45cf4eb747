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
    /// The name it would have if another one did not differ from that in case alone.
    pub instead_of: Option<String>,
}

/// Divides games, which come in the order of their keys, among files.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    limits: Limits,
    key: Vec<u8>,
    /// The name of the file in lower case, and how many names there were with the same.
    lower: String,
    same: u64,
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
        let name = numbered(name_of(key), self.number);
        if self.same == 1 {
            return Some(Part { name, instead_of: None });
        }
        // Before the ending, which says what the file is.
        let file = name.rfind('/').map_or(0, |at| at + 1);
        let ending = [".pgn", ".PGN"].iter().find_map(|ending| name[file..].rfind(ending));
        let at = ending.map_or(name.len(), |at| file + at);
        let other = format!("{} ({}){}", &name[..at], self.same, &name[at..]);
        Some(Part { name: other, instead_of: Some(name) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_begin_where_names_change_or_limits_are_reached() {
        let keys = ["TAL-\0.pgn", "Tal-\0.pgn", "Tal-\0.pgn", "Tal-\0.pgn", "Tal-\0.pgn", "fine-\0.pgn"];
        let mut sorted: Vec<Vec<u8>> = Vec::new();
        for name in keys {
            let mut key = Vec::new();
            super::super::append_key(name, &mut key);
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
}
