//! Search as one types: games that have every word in some field.

use memchr::memmem::Finder;

use super::texts::lower;
use super::{Field, GameList, TABLES};

/// Words whose bits are in one mark.
const WORDS: usize = 8;
/// Games whose own texts are looked at, at most; and no more than an eighth of all.
const FEW: usize = 60_000;
/// Games that are gone through at a time, column by column.
const ROWS: usize = 1 << 12;

/// The games that have all words of a text, each in any field, in any case.
///
/// Each different text of the list is searched once, and then only its number is looked up for each game. As long as the
/// text grows at its end, only games that were found are looked at again, by their texts when they are few.
#[derive(Debug, Default)]
pub struct Search {
    text: String,
    groups: Vec<Group>,
    /// The games found, in their order.
    rows: Vec<u32>,
    /// Games of the list that were looked at.
    seen: usize,
}

/// Up to eight words, with the texts that have them.
#[derive(Debug, Default)]
struct Group {
    words: Vec<String>,
    marks: [Vec<u8>; TABLES],
    /// Whether a table has any text with one of the words.
    has: [bool; TABLES],
}

impl Search {
    /// Searches a list.
    pub fn new(text: &str, list: &GameList) -> Self {
        let mut search = Self { text: text.to_owned(), groups: groups(text), ..Self::default() };
        search.extend(list);
        search
    }

    /// Searches for another text. Among the games found so far, where all of them that have it must be.
    pub fn change(&mut self, text: &str, list: &GameList) {
        if !text.starts_with(&self.text) || self.seen < list.len() {
            *self = Self::new(text, list);
            return;
        }
        self.text = text.to_owned();
        self.groups = groups(text);
        if self.rows.len() <= FEW.min(list.len() / 8) {
            self.look_at_rows(list);
            return;
        }
        for group in &mut self.groups {
            group.mark(list);
            self.rows.retain(|row| group.matches(list, *row as usize));
        }
    }

    /// Keeps the games found whose texts have all words: quicker than marking the texts of all games.
    fn look_at_rows(&mut self, list: &GameList) {
        let finders: Vec<_> = self.groups.iter().flat_map(|group| &group.words).map(Finder::new).collect();
        let mut texts = Vec::new();
        self.rows.retain(|row| {
            texts.clear();
            for field in Field::ALL {
                let text = list.text(*row as usize, field);
                let start = texts.len();
                if text.is_ascii() {
                    texts.extend_from_slice(text.as_bytes());
                    texts[start..].make_ascii_lowercase();
                } else {
                    texts.extend_from_slice(lower(text).as_bytes());
                }
                // No word has one in it.
                texts.push(b' ');
            }
            finders.iter().all(|finder| finder.find(&texts).is_some())
        });
    }

    /// Searches the games that the list has got since.
    pub fn extend(&mut self, list: &GameList) {
        let Self { groups, rows, seen, .. } = self;
        groups.iter_mut().for_each(|group| group.mark(list));
        let mut marks = [0; ROWS];
        while *seen < list.len() {
            let count = ROWS.min(list.len() - *seen);
            let mut found = [true; ROWS];
            for group in groups.iter() {
                group.add_marks(list, *seen, &mut marks[..count]);
                found
                    .iter_mut()
                    .zip(&marks[..count])
                    .for_each(|(found, mark)| *found &= *mark == group.all());
            }
            // Lists of more than four thousand million games do not fit into memory.
            let of = |at: usize| u32::try_from(*seen + at).unwrap_or(u32::MAX);
            rows.extend(found[..count].iter().enumerate().filter(|(_, found)| **found).map(|(at, _)| of(at)));
            *seen += count;
        }
    }

    /// The text that is searched for.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The games that were found, in their order, from 0.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }
}

fn groups(text: &str) -> Vec<Group> {
    let words: Vec<String> = text.split_whitespace().map(lower).collect();
    words.chunks(WORDS).map(|words| Group { words: words.to_vec(), ..Group::default() }).collect()
}

impl Group {
    /// A mark with the bits of all words.
    fn all(&self) -> u8 {
        u8::MAX >> (WORDS - self.words.len())
    }

    /// Marks the texts that have none yet.
    fn mark(&mut self, list: &GameList) {
        for ((texts, marks), has) in list.texts.iter().zip(&mut self.marks).zip(&mut self.has) {
            let before = marks.len();
            texts.mark(&self.words, marks);
            *has |= marks[before..].iter().any(|mark| *mark != 0);
        }
    }

    /// The words that games have, one game after the other.
    fn add_marks(&self, list: &GameList, first: usize, marks: &mut [u8]) {
        marks.fill(0);
        for field in Field::ALL {
            if self.has[field.table()] {
                list.columns[field as usize].add_marks(first, &self.marks[field.table()], marks);
            }
        }
    }

    fn matches(&self, list: &GameList, row: usize) -> bool {
        let mark = |field: Field| {
            let number = list.columns[field as usize].get(row) as usize;
            self.marks[field.table()].get(number).copied().unwrap_or(0)
        };
        let fields = Field::ALL.into_iter().filter(|field| self.has[field.table()]);
        fields.fold(0, |marks, field| marks | mark(field)) == self.all()
    }
}
