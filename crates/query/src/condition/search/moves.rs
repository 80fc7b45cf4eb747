//! The first moves of a game, with signs for any.

use pgnkit::chess::{Move, Position, san};

use super::super::moment::{Moment, Played};
use super::{Progress, State};

/// The moves that a game begins with.
#[derive(Clone, Debug)]
pub(in crate::condition) struct Moves {
    wanted: Vec<MoveTest>,
    any_order: bool,
}

/// A test of one move: any, one of several, or any other than one.
#[derive(Clone, Debug, PartialEq, Eq)]
enum MoveTest {
    Any,
    One(Box<[Box<str>]>),
    Not(Box<str>),
}

impl Moves {
    /// Reads moves: `*` is any, `e4|d4` one of them, `!e4` another one. In any order each side makes its own.
    pub(in crate::condition) fn new(text: &str, any_order: bool) -> Result<Self, String> {
        let mut wanted = Vec::new();
        let mut position = Some(Position::START);
        for word in words(text) {
            let one = read(word)?;
            if any_order && !matches!(&one, MoveTest::Any | MoveTest::One(_) if !word.contains('|')) {
                return Err(format!("expected moves and * in any order, found {word}"));
            }
            position = match (&one, position.filter(|_| !any_order)) {
                (MoveTest::One(texts), Some(position)) => {
                    Some(played(position, texts)?).filter(|_| texts.len() == 1)
                }
                _ => None,
            };
            wanted.push(one);
        }
        match wanted.len() {
            0 => Err("expected moves, as 'e4 c5 * Bb5'".to_owned()),
            1..=64 => Ok(Self { wanted, any_order }),
            _ => Err("expected at most 64 moves".to_owned()),
        }
    }

    pub(super) fn look(&self, moment: &Moment<'_>, state: &mut State) -> Progress {
        // The start has no move.
        let Some(ply) = moment.played else { return Progress::Open };
        let at = state.plies;
        state.plies += 1;
        let found = if self.any_order { self.free(at, &ply, state.done[0]) } else { self.next(at, &ply) };
        let Some(found) = found else { return Progress::Over };
        state.done[0] |= 1 << found;
        if state.plies == self.wanted.len() { Progress::Found } else { Progress::Open }
    }

    fn next(&self, at: usize, ply: &Played<'_>) -> Option<usize> {
        self.wanted.get(at).filter(|wanted| wanted.is(ply)).map(|_| at)
    }

    /// A move of the side that is not done yet; any one only where no other fits.
    fn free(&self, at: usize, ply: &Played<'_>, done: u64) -> Option<usize> {
        // Every other step is of the same side, which may change the order of its own moves only.
        let of_side = (at % 2..self.wanted.len()).step_by(2);
        let mut open = of_side.filter(|at| done & 1 << at == 0);
        let mut any = None;
        let named = open.find(|&at| match &self.wanted[at] {
            MoveTest::Any => {
                any = any.or(Some(at));
                false
            }
            wanted => wanted.is(ply),
        });
        named.or(any)
    }
}

impl MoveTest {
    fn is(&self, ply: &Played<'_>) -> bool {
        match self {
            Self::Any => true,
            Self::One(texts) => texts.iter().any(|text| is(text, ply)),
            Self::Not(text) => !is(text, ply),
        }
    }
}

/// Whether a text names the move.
fn is(text: &str, ply: &Played<'_>) -> bool {
    named(ply.before, text) == Some(ply.mv)
}

fn named(position: &Position, text: &str) -> Option<Move> {
    san::read(position, text.as_bytes()).ok().map(|reading| reading.mv)
}

/// The position after the moves, of which each must be possible; after the first.
fn played(position: Position, texts: &[Box<str>]) -> Result<Position, String> {
    let mut after = position;
    for (at, text) in texts.iter().enumerate() {
        let mv = named(&position, text)
            .ok_or_else(|| format!("expected a legal move, found {text} after the moves before it"))?;
        if at == 0 {
            after.play(mv);
        }
    }
    Ok(after)
}

/// The words of a text without the numbers of moves.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let without_number = |word: &'_ str| -> usize {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].bytes().take_while(|byte| *byte == b'.').count();
        if dots > 0 { digits + dots } else { 0 }
    };
    text.split_whitespace().map(move |word| &word[without_number(word)..]).filter(|word| !word.is_empty())
}

fn read(word: &str) -> Result<MoveTest, String> {
    let is_move = |text: &str| {
        text.len() >= 2
            && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '0')
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-=+#@".contains(&byte))
    };
    let wrong = || format!("expected a move or *, found {word}");
    match word.strip_prefix('!') {
        _ if word == "*" => Ok(MoveTest::Any),
        Some(other) if is_move(other) => Ok(MoveTest::Not(other.into())),
        None if word.split('|').all(is_move) => Ok(MoveTest::One(word.split('|').map(Into::into).collect())),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_moves() {
        for (text, expected) in [
            ("e4 e5 2. Nf3", "Ok(3)"),
            ("1.e4 * !Nf3 d4|c4", "Ok(4)"),
            ("", "Err(\"expected moves, as 'e4 c5 * Bb5'\")"),
            ("e4 ?", "Err(\"expected a move or *, found ?\")"),
            ("e4 e4", "Err(\"expected a legal move, found e4 after the moves before it\")"),
            ("e4 e5|Ke7", "Err(\"expected a legal move, found Ke7 after the moves before it\")"),
            ("e4 * Qh5xf7", "Ok(3)"),
        ] {
            let found = Moves::new(text, false).map(|moves| moves.wanted.len());
            assert_eq!(format!("{found:?}"), expected, "{text}");
        }
        assert!(Moves::new("d4 !d5", true).is_err());
        assert!(Moves::new("d4|c4", true).is_err());
        assert!(Moves::new(&"* ".repeat(65), false).is_err());
    }
}
