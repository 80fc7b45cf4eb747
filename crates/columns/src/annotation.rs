//! Clock and evaluation in comments.

use std::fmt::Write as _;

use pgnkit::annotations::{AnnotationValue, TimeSource, parse_comment};
use pgnkit::chess::Color;
use pgnkit::command::{ClockTime, Score};
use pgnkit_facts::score::{HIGHEST_IN_CENTIPAWNS as HIGHEST, MATE_IN_CENTIPAWNS as MATE, centipawns};

use crate::values::MISSING;

/// A time on a clock: whole seconds, rounded down, and nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Clock {
    pub(crate) seconds: i32,
    nanoseconds: u32,
}

impl Clock {
    /// None, in a list.
    pub(crate) const MISSING: Self = Self { seconds: MISSING, nanoseconds: u32::MAX };

    /// Whole seconds.
    #[inline]
    fn whole(seconds: i32) -> Self {
        Self { seconds, nanoseconds: 0 }
    }

    fn of(time: ClockTime) -> Option<Self> {
        let seconds = i32::try_from(time.seconds()).ok()?;
        let rest = time.nanoseconds() - i64::from(seconds) * 1_000_000_000;
        Some(Self { seconds, nanoseconds: u32::try_from(rest).ok()? })
    }

    /// In seconds.
    pub(crate) fn exact(self) -> f64 {
        // Rounded once: the fraction of a decimal number is not rounded before.
        (i64::from(self.seconds) * 1_000_000_000 + i64::from(self.nanoseconds)) as f64 / 1e9
    }
}

/// What programs say of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Said {
    /// The clock of the side that has moved.
    pub(crate) clock: Option<Clock>,
    /// The evaluation for White, as the column has it.
    pub(crate) eval: Option<i16>,
    /// The time that the move took.
    pub(crate) emt: Option<Clock>,
    /// The time that the game has lasted.
    pub(crate) egt: Option<Clock>,
    /// The depth of the search.
    pub(crate) depth: Option<i32>,
    /// Values that are none of these, or come again.
    pub(crate) others: u32,
}

impl Said {
    /// What a comment says.
    pub(crate) fn of(comment: &str, mover: Color) -> Self {
        // Commands have brackets, and what else engines say has digits.
        let may_say = comment.bytes().any(|byte| byte.is_ascii_digit() || byte == b'[');
        if may_say { general(comment, mover) } else { Self::default() }
    }
}

/// What a comment of any program says.
fn general(comment: &str, mover: Color) -> Said {
    let mut said = Said::default();
    for found in parse_comment(comment) {
        match found.value {
            AnnotationValue::Time(time) => {
                let column = match time.source.command() {
                    TimeSource::Clk => &mut said.clock,
                    TimeSource::Emt => &mut said.emt,
                    TimeSource::Egt => &mut said.egt,
                    _ => {
                        said.others += 1;
                        continue;
                    }
                };
                said.others += u32::from(column.is_some());
                *column = column.or_else(|| Clock::of(time.time));
            }
            AnnotationValue::Evaluation(evaluation) if said.eval.is_none() => {
                said.eval = evaluation.for_white(mover).and_then(centipawns);
                said.others += u32::from(said.eval.is_none());
                if said.depth.is_none() {
                    said.depth = evaluation.depth.and_then(|depth| i32::try_from(depth).ok());
                }
            }
            AnnotationValue::Depth(depth) if said.depth.is_none() => said.depth = i32::try_from(depth).ok(),
            _ => said.others += 1,
        }
    }
    said
}

/// What a comment of lichess says that holds nothing but `[%eval 0.17]` and `[%clk 0:02:58]`; `None` for all others.
#[inline]
pub(crate) fn usual(comment: &[u8]) -> Option<Said> {
    let mut said = Said::default();
    let mut rest = without_blank(comment);
    if let Some(after) = rest.strip_prefix(b"[%eval ") {
        let (eval, after) = usual_eval(after)?;
        said.eval = eval;
        said.others = u32::from(eval.is_none());
        rest = without_blank(after);
    }
    if let Some(after) = rest.strip_prefix(b"[%clk ") {
        let (clock, after) = usual_clock(after)?;
        said.clock = Some(clock);
        rest = without_blank(after);
    }
    rest.is_empty().then_some(said)
}

#[inline]
fn without_blank(text: &[u8]) -> &[u8] {
    text.strip_prefix(b" ").unwrap_or(text)
}

/// A time of whole seconds and up to ten hours, up to its bracket.
#[inline]
fn usual_clock(text: &[u8]) -> Option<(Clock, &[u8])> {
    let [h, b':', m @ b'0'..=b'5', n, b':', s @ b'0'..=b'5', t, b']', rest @ ..] = text else { return None };
    let [h, m, n, s, t] = [h, m, n, s, t].map(|digit| i32::from(digit.wrapping_sub(b'0')));
    let seconds = h * 3600 + (10 * m + n) * 60 + 10 * s + t;
    (h < 10 && n < 10 && t < 10).then_some((Clock::whole(seconds), rest))
}

/// The time of a comment of which is known that it is `[%clk d:dd:dd]`, perhaps with a space on either side.
#[inline]
pub(crate) fn exact_clock(comment: &[u8]) -> Option<Clock> {
    /// The most that may be added to each character, once it is a number, without its highest bit being set: 127 less the highest digit.
    const ROOM: u64 = u64::from_le_bytes([0x76, 0x7f, 0x7a, 0x76, 0x7f, 0x7a, 0x76, 0x7f]);
    let time = without_blank(comment).get(b"[%clk ".len()..)?.first_chunk::<8>()?;
    // Eight characters at once: each becomes its digit, all others 0.
    let digits = u64::from_le_bytes(*time) ^ u64::from_le_bytes(*b"0:00:00]");
    if (digits.wrapping_add(ROOM) | digits) & 0x8080_8080_8080_8080 != 0 {
        return None;
    }
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let [hours, minutes, seconds] = [digits, pairs >> 16, pairs >> 40].map(|number| (number & 0xff) as i32);
    Some(Clock::whole(hours * 3600 + minutes * 60 + seconds))
}

/// Appends the comment of lichess that says a clock, in seconds, and an evaluation as the column has it: what a move has that
/// is without an entry in the column of comments.
pub(crate) fn write_usual(clock: Option<i64>, eval: Option<i64>, out: &mut String) {
    if let Some(eval) = eval {
        let size = eval.unsigned_abs();
        let is_mate = size > HIGHEST as u64;
        out.push_str(if is_mate { "[%eval #" } else { "[%eval " });
        if eval < 0 {
            out.push('-');
        }
        if is_mate {
            push_number((MATE as u64).saturating_sub(size), out);
        } else {
            push_number(size / 100, out);
            out.push('.');
            push_digit(size / 10, out);
            if !size.is_multiple_of(10) {
                push_digit(size, out);
            }
        }
        out.push(']');
    }
    if let Some(clock) = clock.and_then(|clock| u64::try_from(clock).ok()) {
        out.push_str(if eval.is_some() { " [%clk " } else { "[%clk " });
        push_number(clock / 3600, out);
        for part in [clock / 60 % 60, clock % 60] {
            out.push(':');
            push_digit(part / 10, out);
            push_digit(part, out);
        }
        out.push(']');
    }
}

fn push_number(number: u64, out: &mut String) {
    if number < 10 {
        push_digit(number, out);
    } else {
        // Writing to memory cannot fail.
        let _ = write!(out, "{number}");
    }
}

/// Appends the last digit of a number.
fn push_digit(number: u64, out: &mut String) {
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// An evaluation with one or two decimal places, or a mate, up to its bracket.
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
    let length = digits.iter().take(4).position(|byte| !byte.is_ascii_digit())?;
    let number = digits
        .get(..length)
        .filter(|digits| (1..=3).contains(&digits.len()))?
        .iter()
        .fold(0_i32, |number, digit| 10 * number + i32::from(digit - b'0'));
    let signed = |number: i32| if is_negative { -number } else { number };
    match (is_mate, &digits[length..]) {
        (true, [b']', rest @ ..]) => Some((centipawns(Score::Mate(signed(number))), rest)),
        (false, [b'.', tens @ b'0'..=b'9', rest @ ..]) => {
            let (ones, rest) = match rest {
                [b']', rest @ ..] => (b'0', rest),
                [ones @ b'0'..=b'9', b']', rest @ ..] => (*ones, rest),
                _ => return None,
            };
            let hundredths = i32::from(10 * (tens - b'0') + (ones - b'0'));
            let value = signed(100 * number + hundredths).clamp(-(i32::from(HIGHEST)), i32::from(HIGHEST));
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
            "[%eval 0.0]",
            "[%eval -3.4]",
            "[%clk 1:00:00]",
            "[%eval #3] [%clk 0:00:01]",
            "[%eval #-12]",
            "[%eval #0]",
            "[%eval 999.99]",
            "[%eval -0.00]",
            "",
            "[%clk 9:59:59]",
        ];
        for comment in comments {
            for mover in Color::ALL {
                let said = usual(comment.as_bytes()).unwrap_or_else(|| panic!("{comment}"));
                assert_eq!(said, general(comment, mover), "{comment}");
            }
        }
        for other in [
            "[%eval 17]",
            "[%eval 0.]",
            "[%eval 1.234]",
            "good [%clk 0:00:01]",
            "[%clk x]",
            "[%clk 0:00:01",
            "[%clk 0:00:09.7]",
            "[%clk :0:00:01]",
            "[%clk 0:0::01]",
        ] {
            assert_eq!(usual(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn a_clock_alone_is_read_as_any_comment() {
        let same = |comment: &[u8]| {
            let usual = usual(comment).and_then(|said| said.clock);
            assert_eq!(exact_clock(comment), usual, "{comment:?}");
        };
        for comment in
            ["[%clk 0:02:58]", " [%clk 9:59:59] ", "[%clk 1:00:60]", "[%clk 1:60:00]", "[%clk 1:00:00"]
        {
            same(comment.as_bytes());
        }
        for seconds in 0..10 * 3600 {
            same(
                format!("[%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60).as_bytes(),
            );
        }
        // Any other byte in any place of the time.
        for (at, byte) in (6..14).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
            let mut comment = *b"[%clk 3:25:47]";
            comment[at] = byte;
            same(&comment);
        }
    }

    #[test]
    fn the_usual_comment_is_written_as_it_is_read() {
        let comments = [
            "[%eval 0.17] [%clk 0:02:58]",
            "[%eval 0.0]",
            "[%eval -0.05]",
            "[%eval -1.1] [%clk 1:59:00]",
            "[%eval #3]",
            "[%eval #-12] [%clk 0:00:00]",
            "[%clk 9:34:56]",
        ];
        for comment in comments {
            let said = usual(comment.as_bytes()).unwrap();
            let mut written = String::new();
            write_usual(said.clock.map(|clock| clock.seconds.into()), said.eval.map(i64::from), &mut written);
            assert_eq!(written, comment);
        }
    }

    #[test]
    fn mates_are_at_the_ends() {
        let eval = |comment: &str, mover| Said::of(comment, mover).eval;
        assert_eq!(eval("[%eval #1]", Color::White), Some(32_766));
        assert_eq!(eval("[%eval #-2]", Color::White), Some(-32_765));
        assert_eq!(eval("[%eval #9999]", Color::White), None);
        assert_eq!(eval("[%eval 5000.00]", Color::White), Some(32_000));
        // cutechess gives scores for the side that moves.
        assert_eq!(eval("+0.50/12 1.2s", Color::Black), Some(-50));
        assert_eq!(eval("a good move", Color::Black), None);
    }
}
