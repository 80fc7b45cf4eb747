//! Comments, glyphs and variations of a game, by numbers of places.
//!
//! Places are numbered: 0 is the start of the game, and *n* is after the *n*-th half-move of the main line. Then come the variations in the
//! order of the text, each with a place before its first move, which may have comments of its own, and one after each of its moves.

use pgnkit::chess::{Move, Position};

use crate::moves;

/// A place: the line, 0 for the main line, and the half-moves of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place {
    line: u32,
    plies: u32,
}

/// A variation.
#[derive(Debug, Default)]
struct Line {
    /// The move that it replaces.
    replaces: Place,
    plies: u32,
    moves: Vec<u8>,
}

/// What is beside the moves of a game, as it is visited.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    at: Place,
    /// The places that the open variations interrupt.
    outer: Vec<Place>,
    /// Variations; only the first are of this game, the others are memory.
    lines: Vec<Line>,
    count: usize,
    text: String,
    comments: Vec<(Place, usize)>,
    nags: Vec<(Place, u8)>,
}

/// A variation with the numbers of its places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberedLine<'t> {
    /// The place after the move that it replaces.
    pub(crate) node: i32,
    /// The place before its first move.
    pub(crate) start: i32,
    pub(crate) plies: i32,
    pub(crate) moves: &'t [u8],
}

impl Tree {
    pub(crate) fn clear(&mut self) {
        self.at = Place::default();
        self.outer.clear();
        self.count = 0;
        self.text.clear();
        self.comments.clear();
        self.nags.clear();
    }

    /// A move of the main line.
    pub(crate) fn play(&mut self) {
        self.at.plies += 1;
    }

    /// A move of a variation.
    pub(crate) fn play_in_variation(&mut self, before: &Position, mv: Move) {
        self.at.plies += 1;
        if let Some(line) = (self.at.line as usize).checked_sub(1).and_then(|at| self.lines.get_mut(at)) {
            line.plies = self.at.plies;
            moves::push(before, mv, &mut line.moves);
        }
    }

    pub(crate) fn comment(&mut self, comment: &str) {
        push_words(comment, &mut self.text);
        self.comments.push((self.at, self.text.len()));
    }

    pub(crate) fn nag(&mut self, nag: u8) {
        self.nags.push((self.at, nag));
    }

    pub(crate) fn begin_variation(&mut self) {
        if self.count == self.lines.len() {
            self.lines.push(Line::default());
        }
        let line = &mut self.lines[self.count];
        line.replaces = self.at;
        line.plies = 0;
        line.moves.clear();
        self.count += 1;
        self.outer.push(self.at);
        self.at = Place { line: self.count as u32, plies: 0 };
    }

    pub(crate) fn end_variation(&mut self) {
        self.at = self.outer.pop().unwrap_or_default();
    }

    fn lines(&self) -> &[Line] {
        self.lines.get(..self.count).unwrap_or_default()
    }

    /// The number of the start of each line; `plies` are those of the main line.
    pub(crate) fn starts(&self, plies: usize) -> Vec<i64> {
        let mut next = plies as i64 + 1;
        let mut starts = vec![0];
        starts.extend(self.lines().iter().map(|line| {
            let start = next;
            next += i64::from(line.plies) + 1;
            start
        }));
        starts
    }

    /// The comments with their places, in the order of the text. Of those that belong to a move of the main line and are alone there,
    /// the ones that are `derived` from other columns are left out.
    pub(crate) fn comments<'t>(
        &'t self,
        starts: &'t [i64],
        mut is_derived: impl FnMut(usize, &str) -> bool + 't,
    ) -> impl Iterator<Item = (i32, &'t str)> {
        self.comments.iter().enumerate().filter_map(move |(at, &(place, end))| {
            let start = at.checked_sub(1).map_or(0, |before| self.comments[before].1);
            let text = self.text.get(start..end).unwrap_or_default();
            let is_beside = |other: Option<usize>| {
                other.and_then(|at| self.comments.get(at)).is_some_and(|(other, _)| *other == place)
            };
            let is_alone = place.line == 0 && !is_beside(at.checked_sub(1)) && !is_beside(Some(at + 1));
            let is_left_out = is_alone && is_derived(place.plies as usize, text);
            (!is_left_out).then(|| (number(starts, place), text))
        })
    }

    pub(crate) fn nags<'t>(&'t self, starts: &'t [i64]) -> impl Iterator<Item = (i32, u8)> {
        self.nags.iter().map(|(place, nag)| (number(starts, *place), *nag))
    }

    pub(crate) fn variations<'t>(&'t self, starts: &'t [i64]) -> impl Iterator<Item = NumberedLine<'t>> {
        self.lines().iter().enumerate().map(|(at, line)| NumberedLine {
            node: number(starts, line.replaces),
            start: number(starts, Place { line: at as u32 + 1, plies: 0 }),
            plies: line.plies as i32,
            moves: &line.moves,
        })
    }
}

/// Games have fewer places than that: each has more than a byte of text.
fn number(starts: &[i64], place: Place) -> i32 {
    let start = starts.get(place.line as usize).copied().unwrap_or_default();
    i32::try_from(start + i64::from(place.plies)).unwrap_or(i32::MAX)
}

/// Appends a comment with one space between its words: white space means nothing, but in embedded commands it stays.
fn push_words(comment: &str, out: &mut String) {
    let comment = comment.trim_ascii();
    let is_space = |byte: u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let (mut before, mut is_plain) = (b'.', true);
    for &byte in comment.as_bytes() {
        is_plain &= !is_space(byte) || byte == b' ' && before != b' ';
        before = byte;
    }
    if is_plain {
        out.push_str(comment);
    } else if comment.contains("[%") {
        out.extend(comment.chars().map(|c| if matches!(c, '\t'..='\r') { ' ' } else { c }));
    } else {
        for (at, word) in
            comment.split(|c| matches!(c, ' ' | '\t'..='\r')).filter(|word| !word.is_empty()).enumerate()
        {
            if at > 0 {
                out.push(' ');
            }
            out.push_str(word);
        }
    }
}
