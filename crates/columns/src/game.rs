//! A game as it is visited: what its columns need of it.

use std::ops::Range;

use pgnkit::annotations::Annotations;
use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{Color, Position};
use pgnkit::syntax::Span;
use pgnkit::{EndOfGame, Flow, Outcome, Ply, Start, Text, Variation, Visitor};

use crate::annotation::Said;
use crate::moves;
use crate::schema::{Content, Layout};
use crate::tags::Tag;

/// What is asked of games.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Needs {
    /// Something of the moves: without it they are not read.
    pub(crate) play: bool,
    pub(crate) moves: bool,
    pub(crate) said: bool,
    pub(crate) keys: bool,
    pub(crate) san: bool,
    pub(crate) uci: bool,
    pub(crate) nags: bool,
    pub(crate) comments: bool,
    pub(crate) fens: bool,
    /// Whether all of a game is read whatever is asked for, so that its errors are found.
    pub(crate) whole: bool,
}

impl Needs {
    pub(crate) fn of(layout: &Layout) -> Self {
        use Content as C;
        let has = |wanted: &[C]| layout.has(wanted);
        let needs = Self {
            play: true,
            moves: has(&[C::Moves]),
            said: has(&[C::ClocksWhite, C::ClocksBlack, C::Evals, C::Clock, C::Eval]),
            keys: has(&[C::KeyBefore, C::KeyAfter]),
            san: has(&[C::San, C::SanList]),
            uci: has(&[C::Uci, C::UciList]),
            nags: has(&[C::NagList]),
            comments: has(&[C::Comment]),
            fens: has(&[C::FenBefore, C::FenAfter]),
            whole: false,
        };
        let play = layout.rows() != crate::Rows::Games
            || has(&[C::Plies, C::Diagnostics])
            || needs.moves | needs.said | needs.san | needs.uci;
        Self { play, ..needs }
    }
}

/// Texts one after the other.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    text: String,
    ends: Vec<usize>,
}

impl Texts {
    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    pub(crate) fn get(&self, at: usize) -> Option<&str> {
        let end = *self.ends.get(at)?;
        let start = if at == 0 { 0 } else { *self.ends.get(at - 1)? };
        self.text.get(start..end)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).filter_map(|at| self.get(at))
    }
}

/// The game that was visited last.
#[derive(Debug, Default)]
pub(crate) struct Visited {
    needs: Needs,
    /// Whether the next call belongs to another game.
    has_ended: bool,
    text: String,
    tags: Vec<Option<Range<usize>>>,
    others: Vec<(Range<usize>, Range<usize>)>,
    pub(crate) start: Start,
    pub(crate) result: Outcome,
    /// Half-moves of the main line.
    pub(crate) plies: usize,
    pub(crate) moves: Vec<u8>,
    /// What is said of the start and after each half-move.
    pub(crate) said: Vec<Said>,
    /// The keys of the start and after each half-move.
    pub(crate) keys: Vec<u64>,
    pub(crate) san: Texts,
    pub(crate) uci: Texts,
    /// Of the start and after each half-move.
    pub(crate) fens: Texts,
    /// Glyphs, each with the number of half-moves before it.
    pub(crate) nags: Vec<(usize, u8)>,
    /// Comments, likewise.
    pub(crate) comments: Vec<(usize, String)>,
    depth: usize,
    mover: Option<Color>,
}

impl Visited {
    pub(crate) fn new(needs: Needs) -> Self {
        Self { needs, has_ended: true, ..Self::default() }
    }

    pub(crate) fn needs(&mut self) -> &mut Needs {
        &mut self.needs
    }

    /// The value of a tag.
    pub(crate) fn tag(&self, tag: Tag) -> Option<&str> {
        self.text.get(self.tags.get(tag as usize)?.clone()?)
    }

    /// Tags without a column.
    pub(crate) fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        let get = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or_default();
        self.others.iter().map(move |(name, value)| (get(name), get(value)))
    }

    /// The side that has moved after so many half-moves.
    pub(crate) fn mover(&self, plies: usize) -> Color {
        let turn = self.start.position.turn();
        if plies % 2 == 1 { turn } else { !turn }
    }

    fn clear(&mut self) {
        self.has_ended = false;
        self.text.clear();
        self.tags.clear();
        self.tags.resize(Tag::ALL.len(), None);
        self.others.clear();
        self.start = Start::default();
        self.plies = 0;
        self.moves.clear();
        self.said.clear();
        self.keys.clear();
        self.san.clear();
        self.uci.clear();
        self.fens.clear();
        self.nags.clear();
        self.comments.clear();
        self.depth = 0;
    }

    #[inline]
    fn append(&mut self, text: Text<'_>) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(&text.to_str());
        start..self.text.len()
    }

    fn arrive(&mut self, position: &Position) {
        if self.needs.keys {
            self.keys.push(position.polyglot_key());
        }
        if self.needs.fens {
            self.fens.push(position.fen(EnPassant::Always).as_str());
        }
        if self.needs.said {
            self.said.push(Said::default());
        }
    }
}

impl Visitor for Visited {
    #[inline]
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        if self.has_ended {
            self.clear();
        }
        let value = self.append(value);
        match Tag::named(name.as_bytes()) {
            Some(tag) => {
                if let Some(place) = self.tags.get_mut(tag as usize) {
                    *place = Some(value);
                }
            }
            None => {
                let name = self.append(name);
                self.others.push((name, value));
            }
        }
    }

    fn start(&mut self, start: &Start) -> Flow {
        if self.has_ended {
            self.clear();
        }
        self.start = *start;
        if !self.needs.play && !self.needs.whole {
            return Flow::Skip;
        }
        if self.needs.moves {
            moves::push_start(start, &mut self.moves);
        }
        self.mover = Some(!start.position.turn());
        self.arrive(&start.position);
        Flow::Continue
    }

    #[inline]
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        if ply.depth > 0 {
            return Flow::Continue;
        }
        self.plies += 1;
        let mover = ply.before.turn();
        self.mover = Some(mover);
        let needs = self.needs;
        if needs.moves {
            moves::push(ply.before, ply.mv, &mut self.moves);
        }
        if needs.san {
            let mut buffer = [0; 8];
            let length = ply.before.san(ply.mv).write(&mut buffer);
            self.san.push(std::str::from_utf8(&buffer[..length]).unwrap_or_default());
        }
        if needs.uci {
            self.uci.push(ply.mv.to_uci(self.start.mode).as_str());
        }
        self.arrive(ply.after);
        Flow::Continue
    }

    fn unchecked(&mut self, text: Text<'_>) -> Flow {
        if self.depth == 0 {
            self.plies += 1;
            if self.needs.san {
                self.san.push(&text.to_str());
            }
            if self.needs.said {
                self.said.push(Said::default());
            }
        }
        Flow::Continue
    }

    fn nag(&mut self, value: u32, _span: Span) {
        if self.depth == 0
            && self.needs.nags
            && let Ok(nag) = u8::try_from(value)
        {
            self.nags.push((self.plies, nag));
        }
    }

    #[inline]
    fn comment(&mut self, text: Text<'_>) {
        if self.depth > 0 || !(self.needs.said || self.needs.comments) {
            return;
        }
        let comment = text.to_str();
        let mover = self.mover.unwrap_or(Color::White);
        if let Some(said) = self.said.last_mut() {
            said.add(&comment, mover);
        }
        if self.needs.comments {
            let words = Annotations::read([&*comment]).text;
            if !words.is_empty() {
                match self.comments.last_mut() {
                    Some((plies, before)) if *plies == self.plies => {
                        before.push(' ');
                        before.push_str(&words);
                    }
                    _ => self.comments.push((self.plies, words)),
                }
            }
        }
    }

    fn unread(&mut self, _text: Text<'_>) {}

    fn begin_variation(&mut self, _variation: Variation<'_>) -> Flow {
        if !self.needs.whole {
            return Flow::Skip;
        }
        self.depth += 1;
        Flow::Continue
    }

    fn end_variation(&mut self, _span: Span, _has_move: bool) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn end(&mut self, end: &EndOfGame) {
        if self.has_ended {
            self.clear();
        }
        self.result = end.result;
        self.has_ended = true;
    }
}
