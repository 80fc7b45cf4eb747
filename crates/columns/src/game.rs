//! A game as it is visited: what its columns need of it.

use std::borrow::Cow;
use std::ops::Range;

use pgnkit::annotations::Annotations;
use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{Color, Position};
use pgnkit::internals::unchecked_word;
use pgnkit::syntax::Span;
use pgnkit::{EndOfGame, Flow, Outcome, Ply, Start, Text, Variation, Visitor};
use pgnkit_facts::{GameValues, variant_name};

use crate::annotation::{Said, exact_clock, usual, write_usual};
use crate::moves;
use crate::said::SaidOfMoves;
use crate::schema::{Content, Layout};
use crate::tags::Tag;
use crate::tree::Tree;

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
    pub(crate) legal_fens: bool,
    /// A column for each value that comments of moves have; without one it is lost.
    each: Each,
    /// Comments, glyphs and variations wherever they are.
    pub(crate) tree: bool,
    /// Columns that say what comments may leave unsaid.
    clocks: bool,
    evals: bool,
    /// Something of each move besides its bytes.
    more: bool,
    /// Whether all of a game is read whatever is asked for, so that its errors are found.
    pub(crate) whole: bool,
}

/// The columns of what is said of a move.
#[derive(Clone, Copy, Debug, Default)]
struct Each {
    clock: bool,
    emt: bool,
    egt: bool,
    eval: bool,
    depth: bool,
}

impl Each {
    /// Values that no column takes.
    fn lost(self, said: &Said) -> u64 {
        let lost = |has_column: bool, is_said: bool| u64::from(is_said && !has_column);
        u64::from(said.others)
            + lost(self.clock, said.clock.is_some())
            + lost(self.emt, said.emt.is_some())
            + lost(self.egt, said.egt.is_some())
            + lost(self.eval, said.eval.is_some())
            + lost(self.depth, said.depth.is_some())
    }
}

impl Needs {
    pub(crate) fn of(layout: &Layout) -> Self {
        use Content as C;
        let has = |wanted: &[C]| layout.has(wanted);
        let needs = Self {
            play: true,
            moves: has(&[C::Moves]),
            said: has(&[
                C::ClocksWhite,
                C::ClocksBlack,
                C::Evals,
                C::Clock,
                C::Emt,
                C::Egt,
                C::Eval,
                C::EvalDepth,
            ]),
            keys: has(&[C::KeyBefore, C::KeyAfter]),
            san: has(&[C::San, C::SanList]),
            uci: has(&[C::Uci, C::UciList]),
            nags: has(&[C::NagList]),
            comments: has(&[C::Comment]),
            fens: has(&[C::FenBefore, C::FenAfter]),
            legal_fens: has(&[C::LegalFenBefore, C::LegalFenAfter]),
            each: Each {
                clock: has(&[C::Clock]),
                emt: has(&[C::Emt]),
                egt: has(&[C::Egt]),
                eval: has(&[C::Eval]),
                depth: has(&[C::EvalDepth]),
            },
            tree: has(C::OF_TREES),
            clocks: has(&[C::ClocksWhite]) && has(&[C::ClocksBlack]),
            evals: has(&[C::Evals]),
            more: false,
            whole: false,
        };
        let more = needs.keys | needs.san | needs.uci | needs.fens | needs.legal_fens;
        let play = layout.rows() != crate::Rows::Games
            || has(&[C::Plies, C::Diagnostics])
            || needs.moves | needs.said | needs.san | needs.uci | needs.tree;
        Self { play, more, ..needs }
    }
}

/// Texts one after the other.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Texts {
    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn push(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
        self.ends.push(self.text.len());
    }

    pub(crate) fn get(&self, at: usize) -> Option<&[u8]> {
        let end = *self.ends.get(at)?;
        let start = if at == 0 { 0 } else { *self.ends.get(at - 1)? };
        self.text.get(start..end)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        // They were texts.
        (0..self.ends.len()).filter_map(|at| std::str::from_utf8(self.get(at)?).ok())
    }
}

/// What is in a game and in none of its columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// Comments of the main line that hold more than a clock in whole seconds and an evaluation, which have columns.
    pub comments: u64,
    /// Glyphs of the main line.
    pub glyphs: u64,
    /// Variations of the main line, with all that is in them.
    pub variations: u64,
    /// Values in comments on moves, in rows with a column for their words: squares and arrows, other commands, and what has a column that is not there.
    pub values: u64,
    /// Half-moves that are not kept, because the rules are not known.
    pub moves: u64,
}

/// The game that was visited last.
#[derive(Debug, Default)]
pub(crate) struct Visited {
    needs: Needs,
    /// Whether the next call belongs to another game.
    has_ended: bool,
    text: String,
    tags: [Option<Range<usize>>; Tag::ALL.len()],
    /// Those that are there.
    present: Vec<Tag>,
    others: Vec<(Range<usize>, Range<usize>)>,
    pub(crate) start: Start,
    pub(crate) result: Outcome,
    /// Half-moves of the main line.
    pub(crate) plies: usize,
    pub(crate) moves: Vec<u8>,
    pub(crate) said: SaidOfMoves,
    /// The keys of the start and after each half-move.
    pub(crate) keys: Vec<u64>,
    pub(crate) san: Texts,
    pub(crate) uci: Texts,
    /// One per position, including the start.
    pub(crate) fens: Texts,
    /// The same with en passant squares only where they matter.
    pub(crate) legal_fens: Texts,
    /// Glyphs, each with the number of half-moves before it.
    pub(crate) nags: Vec<(usize, u8)>,
    /// Comments, likewise.
    pub(crate) comments: Vec<(usize, String)>,
    pub(crate) tree: Tree,
    pub(crate) left_out: LeftOut,
    depth: usize,
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
        self.text.get(self.tags[tag as usize].clone()?)
    }

    /// Tags that may have a column, as they come.
    pub(crate) fn present(&self) -> &[Tag] {
        &self.present
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
        for tag in self.present.drain(..) {
            self.tags[tag as usize] = None;
        }
        self.others.clear();
        self.start = Start::default();
        self.plies = 0;
        self.moves.clear();
        self.said.clear();
        self.keys.clear();
        self.san.clear();
        self.uci.clear();
        self.fens.clear();
        self.legal_fens.clear();
        self.nags.clear();
        self.comments.clear();
        self.tree.clear();
        self.left_out = LeftOut::default();
        self.depth = 0;
    }

    #[inline]
    fn append(&mut self, text: Text<'_>) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(&text.to_str());
        start..self.text.len()
    }

    /// Notes what is said of the last move; what was said before counts.
    #[inline]
    fn say(&mut self, said: &Said) {
        if self.needs.said {
            self.said.say(self.plies, said);
        }
    }

    fn other_comment(&mut self, comment: &str) {
        self.left_out.comments += u64::from(!self.needs.comments);
        if !(self.needs.said || self.needs.comments) {
            return;
        }
        let said = Said::of(comment, self.mover(self.plies));
        self.say(&said);
        if self.needs.comments {
            // Rows of moves have no place before the first one.
            self.left_out.values += if self.plies > 0 { self.needs.each.lost(&said) } else { 0 };
            let words = Annotations::read([comment]).text;
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

    /// What is asked of a move besides its bytes.
    fn more(&mut self, ply: Ply<'_>) {
        if self.needs.san {
            let mut buffer = [0; 8];
            let length = ply.san().write(&mut buffer);
            self.san.push(&buffer[..length]);
        }
        if self.needs.uci {
            self.uci.push(ply.mv.to_uci(self.start.mode).as_bytes());
        }
        if self.needs.keys {
            let key = self.keys.last().map(|key| ply.after.polyglot_key_after(ply.before, *key));
            self.keys.push(key.unwrap_or_else(|| ply.after.polyglot_key()));
        }
        self.arrive(ply.after);
    }

    /// Appends the comment that the columns of clocks and evaluations make of what is said after so many half-moves.
    pub(crate) fn write_usual(&self, plies: usize, out: &mut String) {
        if plies == 0 {
            return;
        }
        let clock = self.said.clock(plies).filter(|_| self.needs.clocks);
        let eval = self.said.eval(plies).filter(|_| self.needs.evals);
        write_usual(clock.map(|clock| clock.seconds.into()), eval.map(i64::from), out);
    }

    fn arrive(&mut self, position: &Position) {
        if self.needs.fens {
            self.fens.push(position.fen(EnPassant::Always).as_str().as_bytes());
        }
        if self.needs.legal_fens {
            self.legal_fens.push(position.fen(EnPassant::Legal).as_str().as_bytes());
        }
    }
}

impl GameValues for Visited {
    fn tag_value(&self, name: &str) -> Option<&str> {
        match Tag::named(name.as_bytes()) {
            Some(tag) => self.tag(tag),
            None => self.others().find(|(other, _)| *other == name).map(|(_, value)| value),
        }
    }

    fn result(&self) -> Outcome {
        self.result
    }

    /// No column has it.
    fn marker(&self) -> Option<Outcome> {
        None
    }

    fn plies(&self) -> usize {
        self.plies
    }

    fn variant(&self) -> Cow<'_, str> {
        variant_name(&self.start, self.tag(Tag::Variant))
    }

    /// Its column is made of the game itself.
    fn movetext(&self) -> String {
        String::new()
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
                if self.tags[tag as usize].replace(value).is_none() {
                    self.present.push(tag);
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
        if self.needs.keys {
            self.keys.push(start.position.polyglot_key());
        }
        self.arrive(&start.position);
        Flow::Continue
    }

    #[inline]
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        if ply.depth > 0 {
            if self.needs.tree {
                self.tree.play_in_variation(ply.before, ply.mv);
            }
            return Flow::Continue;
        }
        self.plies += 1;
        self.tree.play();
        if self.needs.moves {
            moves::push(ply.before, ply.mv, &mut self.moves);
        }
        if self.needs.more {
            self.more(ply);
        }
        Flow::Continue
    }

    fn unchecked(&mut self, text: Text<'_>) -> Flow {
        if self.depth == 0 {
            self.plies += 1;
            self.tree.play();
            if self.needs.san {
                self.san.push(unchecked_word(&text.to_str()).as_bytes());
            } else {
                self.left_out.moves += 1;
            }
        }
        Flow::Continue
    }

    fn nag(&mut self, value: u32, _span: Span) {
        if self.needs.tree {
            if let Ok(nag) = u8::try_from(value) {
                self.tree.nag(nag);
            }
            return;
        }
        if self.depth > 0 {
            return;
        }
        match u8::try_from(value) {
            Ok(nag) if self.needs.nags => self.nags.push((self.plies, nag)),
            _ => self.left_out.glyphs += 1,
        }
    }

    #[inline]
    fn comment(&mut self, text: Text<'_>) {
        if self.needs.tree {
            self.tree.comment(&text.to_str());
        }
        if self.depth > 0 {
            return;
        }
        match usual(text.as_bytes()) {
            Some(said) => {
                if self.needs.comments && self.plies > 0 {
                    self.left_out.values += self.needs.each.lost(&said);
                }
                self.say(&said);
            }
            None => self.other_comment(&text.to_str()),
        }
    }

    #[inline(always)]
    fn exact_clock(&mut self, text: Text<'_>) {
        let Needs { tree, comments, said, .. } = self.needs;
        match exact_clock(text.as_bytes()) {
            Some(clock) if self.depth == 0 && said && !tree && !comments => {
                self.said.say_clock(self.plies, clock);
            }
            _ => self.comment(text),
        }
    }

    fn unread(&mut self, _text: Text<'_>) {}

    fn begin_variation(&mut self, _variation: Variation<'_>) -> Flow {
        self.left_out.variations += u64::from(self.depth == 0 && !self.needs.tree);
        if !self.needs.whole && !self.needs.tree {
            return Flow::Skip;
        }
        self.depth += 1;
        if self.needs.tree {
            self.tree.begin_variation();
        }
        Flow::Continue
    }

    fn end_variation(&mut self, _span: Span, _has_move: bool) {
        self.depth = self.depth.saturating_sub(1);
        if self.needs.tree {
            self.tree.end_variation();
        }
    }

    fn end(&mut self, end: &EndOfGame) {
        if self.has_ended {
            self.clear();
        }
        self.result = end.result;
        self.has_ended = true;
    }
}
