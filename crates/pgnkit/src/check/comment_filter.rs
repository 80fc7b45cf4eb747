//! A quick filter for comments that need no closer check.

use pgnkit_syntax::Span;

use crate::command::{LONGEST_EVAL_AND_CLOCK, eval_and_clock, exact_clock};
use crate::read::{Text, Visitor};

/// Collects the comments that may contain a faulty command. It sees every comment of every game, and nearly all of them
/// have either no command at all or the commands that servers write after each move: an exact clock, perhaps after an
/// evaluation.
pub(super) struct CommentFilter<'a> {
    pub(super) text: &'a [u8],
    pub(super) doubtful: &'a mut Vec<Span>,
}

impl Visitor for CommentFilter<'_> {
    /// There is nothing to find.
    #[inline(always)]
    fn exact_clock(&mut self, _: Text<'_>) {}

    #[inline(always)]
    fn comment(&mut self, text: Text<'_>) {
        let span = text.span();
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
        if !is_usual(span.of(self.text)) {
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

/// Whether a comment is nothing but `[%clk d:dd:dd]`, perhaps after `[%eval value] `, or that with a space on either side.
fn is_usual(comment: &[u8]) -> bool {
    let comment = match comment {
        [b' ', inner @ .., b' '] => inner,
        _ => comment,
    };
    exact_clock(comment).is_some() || eval_and_clock(comment).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual() {
        for (comment, usual) in [
            ("[%clk 0:01:00]", true),
            (" [%clk 9:59:59] ", true),
            ("[%eval 0.17] [%clk 0:01:00]", true),
            (" [%eval #-12] [%clk 0:01:00] ", true),
            (" [%eval -12.3,45] [%clk 0:01:00] ", true),
            (" [%eval 0.17,123] [%clk 0:01:00] ", true),
            (" [%eval 1] [%clk 0:01:00] ", true),
            // All that is not certain has to be looked at again.
            (" [%clk 0:00:00]", false),
            ("x[%clk 0:00:00]x", false),
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
            assert_eq!(is_usual(comment.as_bytes()), usual, "{comment}");
        }
    }
}
