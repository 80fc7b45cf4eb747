//! A quick filter for comments that need no closer check.

use pgnkit_syntax::Span;

use crate::bytes::{HIGH, ONES};
use crate::read::{Text, Visitor};

/// Collects the comments that may contain a faulty command. It sees every comment of every game, and nearly all of them
/// have either no command at all or the commands that servers write after each move: an exact clock, perhaps after an
/// evaluation.
pub(super) struct CommentFilter<'a> {
    pub(super) text: &'a [u8],
    pub(super) doubtful: &'a mut Vec<Span>,
}

impl Visitor for CommentFilter<'_> {
    #[inline(always)]
    fn comment(&mut self, text: Text<'_>) {
        let span = text.span();
        if is_clock(self.text, span) {
            return;
        }
        if span.len() > LONGEST_EVAL_AND_CLOCK {
            self.doubtful.push(span);
        } else {
            self.second_look(span);
        }
    }
}

impl CommentFilter<'_> {
    /// Looks at a comment that is short enough.
    #[inline(never)]
    fn second_look(&mut self, span: Span) {
        if !is_eval_and_clock(span.of(self.text)) {
            self.doubtful.push(span);
        }
    }
}

/// Leaves only comments with a command, of comments in the order of the text.
pub(super) fn retain_commands(text: &[u8], comments: &mut Vec<Span>) {
    let (Some(first), Some(last)) = (comments.first(), comments.last()) else { return };
    // Most games with other comments have no command at all, which is seen at once.
    if has_command(Span::new(first.start, last.end).of(text)) {
        comments.retain(|comment| has_command(comment.of(text)));
    } else {
        comments.clear();
    }
}

/// Whether a text contains `[%`.
fn has_command(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'[', rest) {
        rest = &rest[at + 1..];
        if rest.first() == Some(&b'%') {
            return true;
        }
    }
    false
}

/// Length of `[%clk 0:00:00]`.
const CLOCK: usize = 14;
/// Length of `[%eval ` and of `] `.
const EVAL: usize = 7;
const EVAL_END: usize = 2;
/// With a value of eight characters and a space on either side.
const LONGEST_EVAL_AND_CLOCK: usize = 1 + EVAL + 8 + EVAL_END + CLOCK + 1;

/// Whether a comment is nothing but `[%clk d:dd:dd]`, or that with one character on either side, which is a space.
#[inline(always)]
fn is_clock(text: &[u8], span: Span) -> bool {
    let more = span.end.wrapping_sub(span.start).wrapping_sub(CLOCK);
    if more & !2 != 0 {
        return false;
    }
    let start = span.start + more / 2;
    start.checked_add(CLOCK).and_then(|end| text.get(start..end)?.first_chunk()).is_some_and(is_exact_clock)
}

/// Whether a comment is nothing but `[%eval value] [%clk d:dd:dd]`, or that with a space on either side.
fn is_eval_and_clock(comment: &[u8]) -> bool {
    let comment = match comment {
        [b' ', inner @ .., b' '] => inner,
        _ => comment,
    };
    comment
        .split_last_chunk()
        .is_some_and(|(eval, clock)| is_exact_clock(clock) && is_eval(comment, eval.len()))
}

#[inline(always)]
fn word(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

/// Whether a text is `[%clk d:dd:dd]` with minutes and seconds below 60.
#[inline(always)]
fn is_exact_clock(clock: &[u8; CLOCK]) -> bool {
    // Bytes that differ from the pattern in their lower half only, by no more than their place allows.
    let differs = word(clock, 6) ^ u64::from_le_bytes(*b"0:00:00]");
    let allowed = u64::from_le_bytes([9, 0, 5, 9, 0, 5, 9, 0]);
    word(clock, 0) << 16 == u64::from_le_bytes(*b"\0\0[%clk ")
        && (differs | differs.wrapping_add(15 * ONES - allowed)) & (0xf0 * ONES) == 0
}

/// Whether the first `length` bytes of a comment are `[%eval value] ` with a short value of plain characters.
#[inline(always)]
fn is_eval(comment: &[u8], length: usize) -> bool {
    let Some(value_length @ 1..=8) = length.checked_sub(EVAL + EVAL_END) else { return false };
    // All characters from `#` to `9`: signs, digits, the point, the comma; no quote, no bracket, no space.
    let value = word(comment, EVAL);
    let high_enough = (value | HIGH).wrapping_sub(u64::from(b'#') * ONES);
    let too_high = (value & !HIGH) + u64::from(0x7f - b'9') * ONES;
    let odd = (!high_enough | too_high | value) & HIGH & (u64::MAX >> (64 - 8 * value_length));
    odd == 0
        && word(comment, 0) << 8 == u64::from_le_bytes(*b"\0[%eval ")
        && comment[..length].ends_with(b"] ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual() {
        for (comment, usual) in [
            ("[%clk 0:01:00]", true),
            (" [%clk 9:59:59] ", true),
            ("x[%clk 0:00:00]x", true),
            ("[%eval 0.17] [%clk 0:01:00]", true),
            (" [%eval #-12] [%clk 0:01:00] ", true),
            (" [%eval -12.3,45] [%clk 0:01:00] ", true),
            (" [%eval 0.17,123] [%clk 0:01:00] ", true),
            (" [%eval 1] [%clk 0:01:00] ", true),
            // All that is not certain has to be looked at again.
            (" [%clk 0:00:00]", false),
            ("[%clk 0:60:00]", false),
            ("[%clk 0:01:60]", false),
            ("[%clk 0:01:0x]", false),
            ("[%clk 0:01:0:]", false),
            ("[%clk 0:01:00 ", false),
            ("[%clk x:01:00]", false),
            ("[%clk ::01:00]", false),
            ("[%clk /:01:00]", false),
            ("[%clk 0.01:00]", false),
            ("[%clk 00:01:00]", false),
            ("[%emt 0:01:00]", false),
            ("  [%clk 0:01:00]", false),
            ("[%clk 0:01:00] x", false),
            ("[%eval ] [%clk 0:01:00]", false),
            ("[%eval 123456.78] [%clk 0:01:00]", false),
            ("[%eval 0.1 ] [%clk 0:01:00]", false),
            ("[%eval  0.1] [%clk 0:01:00]", false),
            ("[%eval \"0\"] [%clk 0:01:00]", false),
            ("[%eval ] [%k] [%clk 0:01:00]", false),
            ("[%eval 0.1][%clk 0:01:00]", false),
            ("[%eval \u{e9}] [%clk 0:01:00]", false),
            ("[%eval 0:1] [%clk 0:01:00]", false),
            ("[%evam 0.1] [%clk 0:01:00]", false),
            ("", false),
            (" ", false),
        ] {
            // Once at the end of the text, and once with text after it.
            for following in ["", "} 1... e5 2. Nf3"] {
                let text = format!("{comment}{following}");
                let (text, span) = (text.as_bytes(), Span::new(0, comment.len()));
                let found = is_clock(text, span) || is_eval_and_clock(span.of(text));
                assert_eq!(found, usual, "{comment}");
            }
        }
    }
}
