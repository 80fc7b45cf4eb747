//! Commands embedded in comments: `[%clk 1:05:23]` (supplement of 2001, section 3.2).
//!
//! ```text
//! command  = "[%" name ( "]" | white operand *( "," operand ) "]" )
//! name     = ( letter / digit ) *( letter / digit / "_" / "-" )   ; ASCII
//! operand  = [ white ] quoted [ white ] | unquoted
//! quoted   = DQUOTE *( any but DQUOTE ) DQUOTE
//! unquoted = *( any but "," and "]" )
//! white    = space or line break
//! ```
//!
//! A quoted text that is not followed by `,` or `]` is part of an unquoted operand. White space around an operand does
//! not belong to its value, and a line break counts as a space, since comments are wrapped (decision A-65). Commands
//! without operands are accepted, although the supplement demands at least one, and names with `_` and `-` after the first
//! character, although it has letters and digits only: chess.com writes `[%c_effect …]` (decision A-65). Names are case-sensitive. Everything
//! else, such as `[% clk 1]` or `[%#]`, is plain text.
//!
//! [`Commands`] reads them; [`set_command`] and [`remove_command`] change one and leave every other byte as it is.

mod clock;
mod edit;
mod operand;
mod usual;

pub use clock::{ClockForm, ClockTime};
pub use edit::{CommandError, remove_command, set_command, write_command};
pub(crate) use operand::TimeOperand;
pub use operand::{Evaluation, Mark, MarkColor, Score};
pub(crate) use usual::{LONGEST_EVAL_AND_CLOCK, eval_and_clock, exact_clock};

use memchr::{memchr, memchr2};
use pgnkit_syntax::Span;

/// Iterator over the commands of a comment.
///
/// A command without its `]` is the last item, an error; it and everything after it is plain text.
///
/// ```
/// use pgnkit::command::Commands;
///
/// let comment = br#"White is toast [%clk 0:00:07][%eval -6.05,"deep, wide"]"#;
/// let mut commands = Commands::new(comment).flatten();
/// let clk = commands.next().unwrap();
/// assert_eq!((clk.name(), clk.span.text(comment)), ("clk", "[%clk 0:00:07]"));
/// let eval = commands.next().unwrap();
/// let values: Vec<_> = eval.operands().map(|operand| operand.value.text(comment)).collect();
/// assert_eq!(values, ["-6.05", "deep, wide"]);
/// assert!(commands.next().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Commands<'a> {
    /// The text up to the end of the comment.
    text: &'a [u8],
    pos: usize,
}

impl<'a> Commands<'a> {
    /// Commands in the text of a comment, without its braces.
    pub fn new(comment: &'a [u8]) -> Self {
        Self { text: comment, pos: 0 }
    }

    /// Commands of the comment at `span` in `text`; their spans refer to `text`.
    pub fn within(text: &'a [u8], span: Span) -> Self {
        let end = span.end.min(text.len());
        Self { text: &text[..end], pos: span.start.min(end) }
    }
}

impl<'a> Iterator for Commands<'a> {
    type Item = Result<Command<'a>, UnterminatedCommand>;

    fn next(&mut self) -> Option<Self::Item> {
        let Self { text, pos } = self;
        loop {
            let start = *pos + memchr(b'[', &text[*pos..])?;
            *pos = start + 1;
            if text.get(start + 1) != Some(&b'%') {
                continue;
            }
            let rest = &text[start + 2..];
            let length = name_length(rest);
            if length == 0 {
                continue;
            }
            let name = Span::new(start + 2, start + 2 + length);
            let operands = match &rest[length..] {
                [b']', ..] => Some(None),
                [b'\r', b'\n', ..] => operand_list(text, name.end + 2).map(Some),
                [byte, ..] if byte.is_ascii_whitespace() => operand_list(text, name.end + 1).map(Some),
                [] => None,
                // The name does not end here, so this is no command.
                _ => continue,
            };
            return Some(match operands {
                Some(operands) => {
                    *pos = operands.unwrap_or(name).end + 1;
                    Ok(Command { text, span: Span::new(start, *pos), name, operands })
                }
                None => {
                    *pos = text.len();
                    Err(UnterminatedCommand { span: Span::new(start, text.len()), name })
                }
            });
        }
    }
}

/// Length of the name of a command that a text begins with.
pub(crate) fn name_length(text: &[u8]) -> usize {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    match text.first() {
        Some(first) if first.is_ascii_alphanumeric() => text.iter().take_while(|byte| is_name(byte)).count(),
        _ => 0,
    }
}

/// One command.
#[derive(Clone, Copy, Debug)]
pub struct Command<'a> {
    text: &'a [u8],
    /// From `[%` to `]`.
    pub span: Span,
    /// Its name.
    pub name: Span,
    /// All operands with their commas, from after the space that follows the name up to the `]`. `None` without
    /// operands.
    pub operands: Option<Span>,
}

impl<'a> Command<'a> {
    /// Its name: ASCII letters and digits, and `_` and `-` after the first of them.
    pub fn name(&self) -> &'a str {
        self.name.text(self.text)
    }

    /// The text at `span`, which must be one of this command's.
    pub(crate) fn text(&self, span: Span) -> &'a str {
        span.text(self.text)
    }

    /// Its operands.
    pub fn operands(&self) -> impl Iterator<Item = Operand> + use<'a> {
        let text = self.text;
        let mut next = self.operands.map(|span| span.start);
        std::iter::from_fn(move || {
            let operand = operand(text, next?)?;
            next = (text[operand.span.end] == b',').then_some(operand.span.end + 1);
            Some(operand)
        })
    }
}

/// One operand of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Everything between the separators.
    pub span: Span,
    /// The value, without surrounding white space and quotes.
    pub value: Span,
    /// Whether it is quoted.
    pub quoted: bool,
}

/// A command without its `]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnterminatedCommand {
    /// From `[%` to the end of the comment.
    pub span: Span,
    /// Its name.
    pub name: Span,
}

impl std::fmt::Display for UnterminatedCommand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a command without its `]`")
    }
}

impl std::error::Error for UnterminatedCommand {}

/// The operands from `start` to the `]` that ends them.
fn operand_list(text: &[u8], start: usize) -> Option<Span> {
    let mut end = operand(text, start)?.span.end;
    while text[end] == b',' {
        end = operand(text, end + 1)?.span.end;
    }
    Some(Span::new(start, end))
}

/// The operand that starts at `start`, followed by a separator.
fn operand(text: &[u8], start: usize) -> Option<Operand> {
    if let Some(quoted) = quoted_operand(text, start) {
        return Some(quoted);
    }
    let end = start + memchr2(b',', b']', text.get(start..)?)?;
    let span = Span::new(start, end);
    Some(Operand { span, value: span.trim(text), quoted: false })
}

fn quoted_operand(text: &[u8], start: usize) -> Option<Operand> {
    let skip_white = |from: usize| {
        let rest = text.get(from..)?;
        Some(from + rest.iter().position(|byte| !byte.is_ascii_whitespace())?)
    };
    let open = skip_white(start)?;
    if text[open] != b'"' {
        return None;
    }
    let value = Span::new(open + 1, open + 1 + memchr(b'"', &text[open + 1..])?);
    let end = skip_white(value.end + 1)?;
    matches!(text[end], b',' | b']').then_some(Operand { span: Span::new(start, end), value, quoted: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each command as `name(operand|operand)`, quoted operands in quotes; `!name` for one that does not end.
    fn shown(comment: &str) -> String {
        let text = comment.as_bytes();
        let command = |found| match found {
            Ok(Command { operands: None, name, .. }) => Span::text(name, text).to_owned(),
            Ok(command) => {
                let operands: Vec<_> = command
                    .operands()
                    .map(|operand| match (operand.value.text(text), operand.quoted) {
                        (value, true) => format!("\"{value}\""),
                        (value, false) => value.to_owned(),
                    })
                    .collect();
                format!("{}({})", command.name(), operands.join("|"))
            }
            Err(UnterminatedCommand { name, .. }) => format!("!{}", name.text(text)),
        };
        Commands::new(text).map(command).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_grammar_of_the_supplement() {
        for (comment, expected) in [
            // CMD-01, CMD-02, CMD-09.
            ("lead [%clk 1:05:23] trail", "clk(1:05:23)"),
            ("[%clk 0:00:07][%eval -6.05] White is toast", "clk(0:00:07) eval(-6.05)"),
            ("[%a1B 2]", "a1B(2)"),
            ("[%c_effect e4;square;e4] [%a-b 2] [%a_]", "c_effect(e4;square;e4) a-b(2) a_"),
            ("[%_a 1] [%a.b 1] [%a+ 1]", ""),
            ("[% clk 1] [%] [%#] [%-x 1] [%clk:1] [clk 1] % ] [", ""),
            ("[[%clk 1]]", "clk(1)"),
            ("[%[%clk 1]", "clk(1)"),
            // CMD-03.
            ("[%clk  1:05:23]", "clk(1:05:23)"),
            ("[%clk ]", "clk()"),
            ("[%clk]", "clk"),
            // CMD-06, with the examples of section 3.2.4.
            (
                "[%command 1:45:12,Nf6,\"very interesting, but wrong\"]",
                "command(1:45:12|Nf6|\"very interesting, but wrong\")",
            ),
            (
                "[%command \"very tense start to the\n    game\",4r1k1/8/8/8/8/8/8/R5K1 w - - 0 1,e4,d4]",
                "command(\"very tense start to the\n    game\"|4r1k1/8/8/8/8/8/8/R5K1 w - - 0 1|e4|d4)",
            ),
            ("[%c ,,]", "c(||)"),
            // CMD-07.
            ("[%c \"a]b, c\",4] x ]", "c(\"a]b, c\"|4)"),
            ("[%c a, \"b,c\" , d ]", "c(a|\"b,c\"|d)"),
            ("[%c \"\"]", "c(\"\")"),
            // A quote that opens nothing is a character.
            ("[%c 5\" x]", "c(5\" x)"),
            ("[%c \"x]", "c(\"x)"),
            ("[%c \"a\"b,c]", "c(\"a\"b|c)"),
            ("[%c \"x] [%d \"y]", "c(\"x) d(\"y)"),
            // CMD-08: an unterminated command is text, and nothing after it counts.
            ("[%clk 1:05:23", "!clk"),
            ("[%clk", "!clk"),
            ("[%clk 1:05:23 [%eval 1", "!clk"),
            ("[%eval 1] [%clk 1:05:23", "eval(1) !clk"),
            // An operand may contain `[`.
            ("[%clk 1:05:23 [%eval 1]", "clk(1:05:23 [%eval 1)"),
            // Comments are wrapped (A-65).
            ("[%clk\n1:05:23] [%clk\r\n1:05:23]", "clk(1:05:23) clk(1:05:23)"),
            ("[%c \u{e9},\u{e8}]", "c(\u{e9}|\u{e8})"),
        ] {
            assert_eq!(shown(comment), expected, "{comment}");
        }
    }

    #[test]
    fn spans_are_places_in_the_text() {
        let text = b"e4 {[%c  a, \"b\" ]} e5 [%d 1]";
        let mut commands = Commands::within(text, Span::new(4, 17)).flatten();
        let command = commands.next().unwrap();
        assert_eq!(command.span.text(text), "[%c  a, \"b\" ]");
        assert_eq!(command.operands.unwrap().text(text), " a, \"b\" ");
        let operands: Vec<_> = command.operands().collect();
        assert_eq!(operands[0].span.text(text), " a");
        assert_eq!(operands[0].value.text(text), "a");
        assert_eq!(operands[1].span.text(text), " \"b\" ");
        assert_eq!(operands[1].value.text(text), "b");
        assert!(commands.next().is_none(), "the comment is over");
    }

    #[test]
    fn time_is_linear() {
        for piece in ["[", "[%", "[%a ", "[%a \"", "[%a \",", "[%a \"\" ", "\",", "[%a b,"] {
            let text = piece.repeat(200_000);
            assert!(Commands::new(text.as_bytes()).count() <= 1, "{piece}");
        }
    }
}
