//! Lists of moves, as `moves`, `oldmoves`, `smoves` and mails have them.

use super::about::{About, Names, heading, milliseconds, number, set_match, words};
use super::ends::End;
use super::game::Word;
use super::game::move_word;
use super::lines::Line;

/// Lines between those of a list, after which it has broken off. A page of a terminal asks for the next one.
const MAX_TALK: u32 = 60;

/// A list of moves while it is read.
#[derive(Debug)]
pub(super) struct List {
    /// The number of the game, where a line before the list gives it.
    pub(super) game: Option<u32>,
    pub(super) names: Names,
    pub(super) about: About,
    pub(super) words: Vec<Word>,
    pub(super) black_begins: bool,
    pub(super) begin: usize,
    /// Offset after its last line.
    pub(super) last: usize,
    has_match: bool,
    next_row: u32,
    /// Lines since the last one of the list.
    talk: u32,
}

/// The part of a list that a line is.
#[derive(Debug)]
pub(super) enum Part {
    /// A line of the list.
    Inner,
    /// Its last line.
    End(End),
    /// Another line.
    Other,
    /// A line after which the list does not go on.
    Break,
}

impl List {
    /// A list that begins with a line, which names the players.
    pub(super) fn begin(line: &Line<'_>, game: Option<u32>) -> Option<Self> {
        if !line.text.ends_with(b"---") && memchr::memmem::find(&line.text, b" --- ").is_none() {
            return None;
        }
        let (names, about) = heading(&line.text)?;
        Some(Self {
            game,
            names,
            about,
            words: Vec::new(),
            black_begins: false,
            begin: line.span.start,
            last: line.span.end,
            has_match: false,
            next_row: 1,
            talk: 0,
        })
    }

    pub(super) fn line(&mut self, line: &Line<'_>) -> Part {
        let part = self.part(line);
        match part {
            Part::Inner => {
                self.talk = 0;
                self.last = line.span.end;
            }
            Part::Other if !line.is_blank() => {
                self.talk += 1;
                if self.talk > MAX_TALK {
                    return Part::Break;
                }
            }
            _ => {}
        }
        part
    }

    fn part(&mut self, line: &Line<'_>) -> Part {
        let trimmed = line.text.trim_ascii();
        match trimmed.first() {
            Some(b'0'..=b'9') => self.row(line),
            Some(b'{') => match End::parse(trimmed) {
                Some(end)
                    if !trimmed.starts_with(b"{Game ")
                        || trimmed.get(6).is_some_and(|byte| !byte.is_ascii_digit()) =>
                {
                    self.last = line.span.end;
                    Part::End(end)
                }
                _ => Part::Other,
            },
            Some(b'R' | b'U' | b'r' | b'u') if !self.has_match => match set_match(trimmed, &mut self.about) {
                Some(()) => {
                    self.has_match = true;
                    Part::Inner
                }
                None => Part::Other,
            },
            Some(b'M') if self.words.is_empty() && trimmed.starts_with(b"Move ") => Part::Inner,
            Some(b'-') if trimmed == b"--" => Part::Break,
            Some(b'-') if self.words.is_empty() && trimmed.iter().all(|byte| b"- ".contains(byte)) => {
                Part::Inner
            }
            Some(b'F') if line.text.starts_with(b"From ") => Part::Break,
            _ => Part::Other,
        }
    }

    /// A row: `  9.  Qe2     (1:20.360)      Nd4     (0:25.269)`.
    fn row(&mut self, line: &Line<'_>) -> Part {
        let mut fields = words(&line.text);
        let Some(row) = fields.next().and_then(|word| number(word.strip_suffix(b".")?)) else {
            return Part::Other;
        };
        let at_of = |word: &[u8]| word.as_ptr() as usize - line.text.as_ptr() as usize;
        if row != self.next_row {
            return if memchr::memchr(b'(', &line.text).is_some() { Part::Break } else { Part::Other };
        }
        let before = self.words.len();
        for side in 0..2 {
            let Some(word) = fields.next() else { break };
            let is_left_out = matches!(word, b"..." | b".." | b"none");
            let mut rest = fields.clone();
            let took =
                rest.next().and_then(|time| milliseconds(time.strip_prefix(b"(")?.strip_suffix(b")")?));
            if took.is_some() {
                fields = rest;
            }
            if is_left_out {
                self.black_begins |= side == 0 && self.words.is_empty();
            } else if let Some(text) = move_word(word) {
                self.words.push(Word { text, took, offset: line.offset(at_of(word)) });
            } else {
                self.words.truncate(before);
                return Part::Break;
            }
        }
        self.next_row += 1;
        Part::Inner
    }
}

/// The number in `Movelist for game 34:`.
pub(super) fn number_of_list(line: &[u8]) -> Option<u32> {
    number(line.strip_prefix(b"Movelist for game ")?.trim_ascii().strip_suffix(b":")?)
}
