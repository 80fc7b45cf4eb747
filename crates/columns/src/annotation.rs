//! Clock and evaluation in comments.

use pgnkit::annotations::{AnnotationValue, TimeSource, parse_comment};
use pgnkit::chess::Color;
use pgnkit::command::{ClockTime, Score};

/// The evaluation that mate in no moves would have: mate in n is so much less n, for Black likewise below zero.
pub const MATE: i16 = i16::MAX;

/// The highest evaluation that is no mate.
const HIGHEST: f64 = 32_000.0;

/// What programs say of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Said {
    /// The clock of the side that has moved.
    pub(crate) clock: Option<ClockTime>,
    /// The evaluation for White, as the column has it.
    pub(crate) eval: Option<i16>,
}

impl Said {
    /// Adds what a comment says; what was said before counts.
    #[inline]
    pub(crate) fn add(&mut self, comment: &str, mover: Color) {
        let said = match usual(comment.as_bytes()) {
            Some(said) => said,
            None if comment.bytes().any(|byte| byte.is_ascii_digit()) => general(comment, mover),
            None => return,
        };
        self.clock = self.clock.or(said.clock);
        self.eval = self.eval.or(said.eval);
    }
}

/// What a comment of any program says.
fn general(comment: &str, mover: Color) -> Said {
    let mut said = Said::default();
    for found in parse_comment(comment) {
        match found.value {
            AnnotationValue::Time(time) if time.source.command() == TimeSource::Clk => {
                said.clock = said.clock.or(Some(time.time));
            }
            AnnotationValue::Evaluation(evaluation) if said.eval.is_none() => {
                said.eval = evaluation.for_white(mover).and_then(centipawns);
            }
            _ => {}
        }
    }
    said
}

fn centipawns(score: Score) -> Option<i16> {
    match score {
        Score::Pawns(pawns) if pawns.is_finite() => {
            Some((pawns * 100.0).round().clamp(-HIGHEST, HIGHEST) as i16)
        }
        Score::Pawns(_) => None,
        Score::Mate(moves) => mate(moves),
    }
}

fn mate(moves: i32) -> Option<i16> {
    let left = i16::try_from(moves.unsigned_abs()).ok().filter(|left| *left < MATE - HIGHEST as i16)?;
    match moves.signum() {
        1 => Some(MATE - left),
        -1 => Some(left - MATE),
        // Nobody says for whom.
        _ => None,
    }
}

/// What a comment of lichess says that holds nothing but `[%eval 0.17]` and `[%clk 0:02:58]`; `None` for all others.
#[inline]
fn usual(comment: &[u8]) -> Option<Said> {
    let mut said = Said::default();
    let mut rest = comment.trim_ascii_start();
    if let Some(after) = rest.strip_prefix(b"[%eval ") {
        let (eval, after) = usual_eval(after)?;
        said.eval = eval;
        rest = after.trim_ascii_start();
    }
    if let Some(after) = rest.strip_prefix(b"[%clk ") {
        let close = after.iter().position(|byte| *byte == b']')?;
        said.clock = Some(ClockTime::read(&after[..close])?.0);
        rest = after[close + 1..].trim_ascii_start();
    }
    rest.is_empty().then_some(said)
}

/// An evaluation with two decimal places, or a mate, up to its bracket.
#[inline]
fn usual_eval(text: &[u8]) -> Option<(Option<i16>, &[u8])> {
    let (is_mate, digits) = match text {
        [b'#', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    let (is_negative, digits) = match digits {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, digits),
    };
    let length = digits.iter().position(|byte| !byte.is_ascii_digit())?;
    let number = digits
        .get(..length)
        .filter(|digits| (1..=3).contains(&digits.len()))?
        .iter()
        .fold(0_i32, |number, digit| 10 * number + i32::from(digit - b'0'));
    let signed = |number: i32| if is_negative { -number } else { number };
    match (is_mate, &digits[length..]) {
        (true, [b']', rest @ ..]) => Some((mate(signed(number)), rest)),
        (false, [b'.', tens @ b'0'..=b'9', ones @ b'0'..=b'9', b']', rest @ ..]) => {
            let hundredths = i32::from(10 * (tens - b'0') + (ones - b'0'));
            let value = signed(100 * number + hundredths).clamp(-(HIGHEST as i32), HIGHEST as i32);
            Some((Some(value as i16), rest))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_way_agrees_with_the_long_one() {
        let comments = [
            " [%eval 0.17] [%clk 0:02:58] ",
            "[%eval -12.05]",
            "[%clk 1:00:00]",
            "[%clk 0:00:09.7]",
            "[%eval #3] [%clk 0:00:01]",
            "[%eval #-12]",
            "[%eval #0]",
            "[%eval 999.99]",
            "[%eval -0.00]",
            "[%clk -0:00:05]",
            "",
            "  ",
        ];
        for comment in comments {
            for mover in Color::ALL {
                let said = usual(comment.as_bytes()).unwrap_or_else(|| panic!("{comment}"));
                assert_eq!(said, general(comment, mover), "{comment}");
            }
        }
        for other in
            ["[%eval 17]", "[%eval 0.1]", "[%eval 1.234]", "good [%clk 0:00:01]", "[%clk x]", "[%clk 0:00:01"]
        {
            assert_eq!(usual(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn mates_are_at_the_ends() {
        let eval = |comment: &str, mover| {
            let mut said = Said::default();
            said.add(comment, mover);
            said.eval
        };
        assert_eq!(eval("[%eval #1]", Color::White), Some(32_766));
        assert_eq!(eval("[%eval #-2]", Color::White), Some(-32_765));
        assert_eq!(eval("[%eval #9999]", Color::White), None);
        assert_eq!(eval("[%eval 5000.00]", Color::White), Some(32_000));
        // cutechess gives scores for the side that moves.
        assert_eq!(eval("+0.50/12 1.2s", Color::Black), Some(-50));
        assert_eq!(eval("a good move", Color::Black), None);
    }
}
