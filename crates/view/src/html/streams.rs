//! What the script needs of the moves, in a few characters for each.
//!
//! Moves are given by squares and not by their rules: the page has none. Squares and numbers are digits of base64.

use pgnkit::chess::{Color, PieceKind, Position, Square};
use pgnkit::command::{ClockTime, Mark, Score};

use crate::diagram::LastMove;
use crate::sheet::PrintedMove;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The streams of a game, one place for each move, in the order in which they are printed.
#[derive(Debug, Default)]
pub(super) struct Streams {
    /// Squares of a move: from, to. Then, where moving that piece is not all that happens, `~` and the other squares with what is on them
    /// afterwards, up to `;`; `[` and the pieces in hand up to `]` if they change; `+` for a check. Variations are in parentheses.
    pub(super) moves: String,
    /// Time left, as the difference to that of the same colour before.
    pub(super) clocks: Numbers,
    /// Evaluation in hundredths of a pawn, as the difference to the one before; `#` and moves to mate.
    pub(super) evaluations: Numbers,
    /// Marks: the number of the place in digits of ten, then for each `G`, `R`, `Y` or `B`, and one or two squares twice.
    pub(super) marks: String,
    /// Places so far.
    count: usize,
    times: Vec<Option<(Color, ClockTime)>>,
    last_score: i64,
}

impl Streams {
    pub(super) fn begin_variation(&mut self) {
        self.moves.push('(');
    }

    pub(super) fn end_variation(&mut self) {
        self.moves.push(')');
    }

    /// Adds a move; its marks are those that are [drawn](crate::Diagram::drawn_marks).
    pub(super) fn add(&mut self, mv: &PrintedMove<'_>, marks: &[Mark]) {
        self.count += 1;
        add_move(&mut self.moves, mv);
        self.times.push(mv.clock.map(|clock| (mv.before.turn(), clock)));
        match mv.score {
            None => self.evaluations.gap(),
            Some(Score::Mate(moves)) => {
                self.evaluations.text.push('#');
                self.evaluations.number(i64::from(moves));
            }
            Some(Score::Pawns(pawns)) => {
                // Far beyond any evaluation; 0 for what is no number.
                let score = (pawns * 100.0).round().clamp(-1e9, 1e9) as i64;
                self.evaluations.number(score - self.last_score);
                self.last_score = score;
            }
        }
        self.add_marks(self.count, marks);
    }

    pub(super) fn add_marks(&mut self, place: usize, marks: &[Mark]) {
        if marks.is_empty() {
            return;
        }
        self.marks.push_str(&format!("{}{place}", if self.marks.is_empty() { "" } else { " " }));
        for mark in marks {
            self.marks.push(mark.color.letter());
            square(&mut self.marks, mark.square);
            square(&mut self.marks, mark.to.unwrap_or(mark.square));
        }
    }

    /// Writes the clocks: in tenths of a second, with a `!` before them, if any of them has such.
    pub(super) fn finish(&mut self) {
        let whole = self.times.iter().flatten().all(|(_, time)| time.is_whole());
        let unit = if whole { 1_000_000_000 } else { 100_000_000 };
        if !whole {
            self.clocks.text.push('!');
        }
        let mut last = [0; 2];
        for time in std::mem::take(&mut self.times) {
            match time {
                None => self.clocks.gap(),
                Some((color, time)) => {
                    let time = time.nanoseconds().div_euclid(unit);
                    self.clocks.number(time - last[color.index()]);
                    last[color.index()] = time;
                }
            }
        }
    }
}

/// Whole numbers, each in as few digits as it needs, with gaps.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    text: String,
    has_any: bool,
}

impl Numbers {
    fn gap(&mut self) {
        self.text.push('.');
    }

    /// Five bits a digit, lowest first; the sixth says that more follow, and the lowest is the sign, as source maps have it.
    fn number(&mut self, number: i64) {
        self.has_any = true;
        let mut bits = (number.unsigned_abs() << 1) | u64::from(number < 0);
        loop {
            let more = bits >> 5;
            let digit = (bits & 31) | if more > 0 { 32 } else { 0 };
            self.text.push(digit_char(digit as usize));
            bits = more;
            if bits == 0 {
                return;
            }
        }
    }

    /// The text, if it has any number, without the gaps at its end.
    pub(super) fn as_text(&self) -> Option<&str> {
        self.has_any.then(|| self.text.trim_end_matches('.'))
    }
}

fn add_move(out: &mut String, mv: &PrintedMove<'_>) {
    let (before, after) = (&mv.before, &mv.after);
    let squares = LastMove::of(mv.node.mv());
    let to = squares.map_or(0, |squares| squares.to.index());
    let from = squares.map_or(0, |squares| squares.from.unwrap_or(squares.to).index());
    out.push(digit_char(from));
    out.push(digit_char(to));
    let moved = Square::new(from as u8).and_then(|from| before.piece_at(from));
    let mut is_more = false;
    for index in 0..64_usize {
        let Some(at) = Square::new(index as u8) else { continue };
        let expected = match index {
            _ if from == to => before.piece_at(at),
            _ if index == from => None,
            _ if index == to => moved,
            _ => before.piece_at(at),
        };
        let there = after.piece_at(at);
        if there != expected {
            if !is_more {
                out.push('~');
            }
            is_more = true;
            out.push(digit_char(index));
            out.push(there.map_or('.', |piece| piece.letter()));
        }
    }
    if is_more {
        out.push(';');
    }
    let in_hand = pocket(after);
    if in_hand != pocket(before) {
        out.push('[');
        out.push_str(&in_hand);
        out.push(']');
    }
    if after.is_check() {
        out.push('+');
    }
}

/// The pieces in hand as FEN has them.
fn pocket(position: &Position) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            let piece = pgnkit::chess::Piece { color, kind };
            for _ in 0..position.pocket(color, kind) {
                text.push(piece.letter());
            }
        }
    }
    text
}

fn square(out: &mut String, square: Square) {
    out.push(digit_char(square.index()));
}

fn digit_char(digit: usize) -> char {
    char::from(DIGITS[digit & 63])
}

#[cfg(test)]
mod tests {
    use pgnkit::Game;

    use crate::sheet::{Item, Sheet};

    use super::*;

    fn streams(text: &str) -> Streams {
        let game = Game::read(text.as_bytes(), &mut pgnkit::diagnostics::Ignore).unwrap();
        let mut streams = Streams::default();
        for item in Sheet::new(&game).items() {
            match item {
                Item::Move(mv) => streams.add(&mv, &[]),
                Item::BeginVariation => streams.begin_variation(),
                Item::EndVariation => streams.end_variation(),
                _ => {}
            }
        }
        streams.finish();
        streams
    }

    #[test]
    fn moves_are_squares_and_what_else_changes() {
        for (text, expected) in [
            ("1. e4 e5 (1... c5) 2. Nf3 *", "Mc0k(yi)GV"),
            ("1. e4 Nf6 2. e5 d5 3. exd6 *", "Mc-tckzjkr~j.;"),
            ("1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O *", "Mc0kGV-tFM90EG~FRH.;"),
            ("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=Q+ *", "w4~4Q;+"),
            ("[FEN \"7k/8/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. -- *", "AA"),
            ("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *", "Mczjcj[P]7j[Pp]cc~cP;[p]"),
        ] {
            let moves = streams(text).moves;
            assert_eq!(moves, expected, "{text}");
        }
    }

    #[test]
    fn numbers_are_differences_with_gaps() {
        let of = |text| {
            let streams = streams(text);
            let text = |numbers: &Numbers| numbers.as_text().map(str::to_owned);
            (text(&streams.clocks), text(&streams.evaluations))
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(of("1. e4 e5 *"), (None, None));
        assert_eq!(
            of("1. e4 {[%clk 0:01:00] [%eval 0.1]} e5 2. d4 {[%clk 0:00:58] [%eval #-3]} e6 *"),
            (some("4D.F"), some("U.#H"))
        );
        assert_eq!(of("1. e4 {[%clk 0:00:00.5]} *").0, some("!K"));
        assert_eq!(of("1. e4 {[%eval 0.16]} *").1, some("gB"));
        assert!(of(&format!("1. e4 {{[%eval {}]}} *", "9".repeat(400))).1.is_none_or(|text| text.len() < 8));
    }
}
