//! The line of play being read, and the lines it interrupts.

use pgnkit_chess::san::SanWord;
use pgnkit_chess::{Color, Move, Position};

/// Variations deeper than this are kept as text: they would let a hostile file take any amount of memory.
pub(crate) const MAX_DEPTH: usize = 1 << 20;

/// The current line: the position reached, and the one before the last move, from which a variation would start.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The current position and the one before the last move, each in the place of its side to move: playing a move
    /// writes one from the other, and in each place the colour is known.
    white: Position,
    black: Position,
    turn: Color,
    /// Whether a move was played in this line.
    pub(crate) has_move: bool,
    interrupted: Vec<Interrupted>,
}

/// A line that a variation interrupts.
#[derive(Clone, Debug)]
struct Interrupted {
    before: Position,
    position: Position,
    has_move: bool,
    /// Place of the parenthesis that opened the variation.
    opened: usize,
    /// Number of further parentheses opened here before anything else: `(((` needs no more room than `(`.
    repeated: usize,
}

impl Default for Line {
    fn default() -> Self {
        let start = Position::START;
        Self { white: start, black: start, turn: Color::White, has_move: false, interrupted: Vec::new() }
    }
}

impl Line {
    /// Starts over from `position`.
    pub(crate) fn reset(&mut self, position: Position) {
        // In both places: moves of standard chess leave in the other what a variant adds there.
        (self.white, self.black) = (position, position);
        self.go_to(position);
        self.interrupted.clear();
    }

    /// Goes to a position in which nothing was played yet.
    fn go_to(&mut self, position: Position) {
        self.turn = position.turn();
        match self.turn {
            Color::White => self.white = position,
            Color::Black => self.black = position,
        }
        self.has_move = false;
    }

    /// The position reached.
    #[inline(always)]
    pub(crate) fn position(&self) -> &Position {
        match self.turn {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// The position before the last move.
    #[inline(always)]
    pub(crate) fn before(&self) -> &Position {
        match self.turn {
            Color::White => &self.black,
            Color::Black => &self.white,
        }
    }

    /// The side to move.
    #[inline(always)]
    pub(crate) fn turn(&self) -> Color {
        self.turn
    }

    /// Plays the legal move that a word in the shape of SAN names, if there is one; `turn` is whose turn it is. Where
    /// there is none, [`before`](Self::before) is meaningless until the next move: no variation may begin there.
    #[inline(always)]
    pub(crate) fn follow(&mut self, turn: Color, word: SanWord) -> Option<Move> {
        let mv = match turn {
            Color::White => self.white.play_san_into(Color::White, word, &mut self.black)?,
            Color::Black => self.black.play_san_into(Color::Black, word, &mut self.white)?,
        };
        self.played(turn);
        Some(mv)
    }

    /// Plays the legal move of an ordinal, if there is one; `turn` is whose turn it is.
    #[inline(always)]
    pub(crate) fn follow_ordinal(&mut self, turn: Color, ordinal: u8) -> Option<Move> {
        let mv = match turn {
            Color::White => self.white.follow_ordinal(Color::White, ordinal, &mut self.black)?,
            Color::Black => self.black.follow_ordinal(Color::Black, ordinal, &mut self.white)?,
        };
        self.played(turn);
        Some(mv)
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: Move) {
        match self.turn {
            Color::White => self.black = self.white.after(mv),
            Color::Black => self.white = self.black.after(mv),
        }
        self.played(self.turn);
    }

    #[inline(always)]
    fn played(&mut self, turn: Color) {
        self.turn = !turn;
        self.has_move = true;
    }

    /// Starts a variation, opened at `at`, on the last move, or on the next one where there is none. False when it is
    /// too deep.
    pub(crate) fn begin_variation(&mut self, at: usize) -> bool {
        if self.interrupted.len() >= MAX_DEPTH {
            return false;
        }
        let position = *self.position();
        let before = if self.has_move { *self.before() } else { position };
        self.interrupted.push(Interrupted {
            before,
            position,
            has_move: self.has_move,
            opened: at,
            repeated: 0,
        });
        self.go_to(before);
        true
    }

    /// Opening of the variation that is being read; `None` in the main line.
    pub(crate) fn opened(&self) -> Option<usize> {
        self.interrupted.last().map(|line| line.opened)
    }

    /// Number of open variations.
    #[inline(always)]
    pub(crate) fn depth(&self) -> usize {
        self.interrupted.len()
    }

    /// Number of open parentheses of the innermost variation beyond one.
    pub(crate) fn repeated(&self) -> usize {
        self.interrupted.last().map_or(0, |line| line.repeated)
    }

    /// Goes back to the interrupted line, whatever is open of the variation.
    pub(crate) fn abandon_variation(&mut self) {
        if let Some(line) = self.interrupted.pop() {
            self.resume(&line);
        }
    }

    /// Puts an interrupted line back in its place.
    fn resume(&mut self, line: &Interrupted) {
        self.go_to(line.before);
        self.go_to(line.position);
        self.has_move = line.has_move;
    }

    /// Counts a parenthesis opened directly after another one; returns how many there are.
    pub(crate) fn repeat_variation(&mut self) -> usize {
        self.interrupted.last_mut().map_or(0, |line| {
            line.repeated += 1;
            line.repeated
        })
    }

    /// Goes back to the interrupted line, or, where a parenthesis directly before the closed one is still open, to the
    /// beginning of the variation that it opened.
    pub(crate) fn end_variation(&mut self) -> Closed {
        let has_move = self.has_move;
        if let Some(line) = self.interrupted.last_mut().filter(|line| line.repeated > 0) {
            line.repeated -= 1;
            let before = line.before;
            self.go_to(before);
            return if has_move { Closed::OneOfSeveral } else { Closed::Nothing };
        }
        let mut opened = 0;
        if let Some(line) = self.interrupted.pop() {
            opened = line.opened;
            self.resume(&line);
        }
        Closed::Variation { has_move, opened }
    }
}

/// The outcome of a closing parenthesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closed {
    /// A parenthesis that enclosed nothing, inside another.
    Nothing,
    /// A variation that stood at the very beginning of another, which is still open.
    OneOfSeveral,
    /// A variation.
    Variation {
        /// Whether it held a move.
        has_move: bool,
        /// The place of its opening.
        opened: usize,
    },
}
