//! Changing single commands of a comment.

use std::fmt;

use super::{Command, Commands};

/// Returns the comment with this command set and every other byte unchanged.
///
/// The first command of that name gets these operands; later ones stay. If there is none, the command is added after
/// the commands at the beginning of the comment, or else before the text, as lichess and the supplement do. A space
/// separates it, unless the commands before it have none between them.
///
/// An operand that is empty or contains `,`, `]` or white space is written in quotes (section 3.2.4 of the supplement).
///
/// ```
/// use pgnkit::command::set_command;
///
/// assert_eq!(set_command(" [%clk 0:05:00] why? ", "clk", &["0:04:59"])?, " [%clk 0:04:59] why? ");
/// assert_eq!(set_command("[%clk 0:05:00] why?", "emt", &["0:00:03"])?, "[%clk 0:05:00] [%emt 0:00:03] why?");
/// assert_eq!(set_command("why?", "by", &["Tal, Mikhail", "1960"])?, "[%by \"Tal, Mikhail\",1960] why?");
/// # Ok::<(), pgnkit::command::CommandError>(())
/// ```
///
/// # Errors
/// If the name does not consist of ASCII letters and digits, or an operand contains `"` or `}`: commands have no way to
/// write the one, comments none for the other.
pub fn set_command(comment: &str, name: &str, operands: &[&str]) -> Result<String, CommandError> {
    let written = write_command(name, operands)?;
    let mut out = String::with_capacity(comment.len() + written.len() + 1);
    if let Some(old) = commands(comment).find(|command| command.name() == name) {
        out.push_str(&comment[..old.span.start]);
        out.push_str(&written);
        out.push_str(&comment[old.span.end..]);
        return Ok(out);
    }
    let (at, is_glued) = behind_leading(comment);
    let (before, following) = comment.split_at(at);
    let stands_apart = |end: Option<char>| end.is_none_or(char::is_whitespace);
    out.push_str(before);
    if !stands_apart(before.chars().next_back()) && !is_glued {
        out.push(' ');
    }
    out.push_str(&written);
    if !stands_apart(following.chars().next()) {
        out.push(' ');
    }
    out.push_str(following);
    Ok(out)
}

/// Returns the comment without the commands of this name and every other byte unchanged; white space around them stays. What
/// was inside other brackets may leave a command behind: `[%[%clk 0:05:00]a]` becomes `[%a]`.
///
/// ```
/// use pgnkit::command::remove_command;
///
/// assert_eq!(remove_command("[%eval 0.17][%clk 0:05:00] why?", "clk"), "[%eval 0.17] why?");
/// ```
pub fn remove_command(comment: &str, name: &str) -> String {
    let mut out = String::with_capacity(comment.len());
    let mut from = 0;
    for command in commands(comment).filter(|command| command.name() == name) {
        out.push_str(&comment[from..command.span.start]);
        from = command.span.end;
    }
    out.push_str(&comment[from..]);
    out
}

/// The text of a command, with quotes around operands that need them.
///
/// ```
/// assert_eq!(pgnkit::command::write_command("csl", &["Gd4", "Re5"])?, "[%csl Gd4,Re5]");
/// # Ok::<(), pgnkit::command::CommandError>(())
/// ```
///
/// # Errors
/// As [`set_command`].
pub fn write_command(name: &str, operands: &[&str]) -> Result<String, CommandError> {
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(CommandError::Name);
    }
    let mut out = format!("[%{name}");
    for (at, operand) in operands.iter().enumerate() {
        if operand.contains(['"', '}']) {
            return Err(CommandError::Operand { index: at });
        }
        out.push(if at == 0 { ' ' } else { ',' });
        if operand.is_empty() || operand.contains(|c: char| matches!(c, ',' | ']') || c.is_ascii_whitespace())
        {
            out.extend(['"']);
            out.push_str(operand);
            out.push('"');
        } else {
            out.push_str(operand);
        }
    }
    out.push(']');
    Ok(out)
}

fn commands(comment: &str) -> impl Iterator<Item = Command<'_>> {
    Commands::new(comment.as_bytes()).flatten()
}

/// The end of the commands at the beginning of a comment, and whether they have no space between them; without
/// commands, the end of leading white space.
fn behind_leading(comment: &str) -> (usize, bool) {
    let is_white = |text: &str| text.bytes().all(|byte| byte.is_ascii_whitespace());
    let start = comment.len() - comment.trim_ascii_start().len();
    let (mut end, mut count, mut is_glued) = (start, 0, true);
    for command in commands(comment) {
        let between = &comment[end..command.span.start];
        if !is_white(between) {
            break;
        }
        is_glued &= between.is_empty();
        end = command.span.end;
        count += 1;
    }
    (end, is_glued && count > 1)
}

/// A command that cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommandError {
    /// The name does not consist of ASCII letters and digits.
    Name,
    /// The operand at `index`, from 0, contains `"` or `}`.
    Operand {
        /// Index of the operand.
        index: usize,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => f.write_str("expected a name of ASCII letters and digits"),
            Self::Operand { index } => {
                write!(f, "expected operand {} without `\"` and `}}`", index + 1)
            }
        }
    }
}

impl std::error::Error for CommandError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_command_changes_and_nothing_else() {
        for (comment, name, operands, expected) in [
            ("", "clk", &["1"][..], "[%clk 1]"),
            (" ", "clk", &["1"], " [%clk 1]"),
            ("text", "clk", &["1"], "[%clk 1] text"),
            ("  text\n", "clk", &["1"], "  [%clk 1] text\n"),
            ("text [%eval 2] more", "clk", &["1"], "[%clk 1] text [%eval 2] more"),
            (" [%clk 2] ", "emt", &["1"], " [%clk 2] [%emt 1] "),
            ("[%a 1][%b 2]text", "c", &["3"], "[%a 1][%b 2][%c 3] text"),
            ("[%a 1] [%b 2]text", "c", &["3"], "[%a 1] [%b 2] [%c 3] text"),
            ("[%clk 2]", "clk", &["1"], "[%clk 1]"),
            ("x[%clk\n2]y[%clk 3]", "clk", &["1"], "x[%clk 1]y[%clk 3]"),
            ("[%foo  a , \"b]\"][%clk]z", "clk", &["1"], "[%foo  a , \"b]\"][%clk 1]z"),
            ("[%clk 1", "emt", &["1"], "[%emt 1] [%clk 1"),
            ("\u{e9}[%clk 2]\u{e8}", "clk", &["1"], "\u{e9}[%clk 1]\u{e8}"),
            ("", "c", &[], "[%c]"),
            ("", "c", &["", "a,b", "c]", "d e", "f"], "[%c \"\",\"a,b\",\"c]\",\"d e\",f]"),
            ("[%CLK 2]", "clk", &["1"], "[%CLK 2] [%clk 1]"),
        ] {
            let set = set_command(comment, name, operands).unwrap();
            assert_eq!(set, expected, "{comment}");
            let found = commands(&set).find(|command| command.name() == name).unwrap();
            let read: Vec<_> = found.operands().map(|operand| operand.value.text(set.as_bytes())).collect();
            assert_eq!(read, operands, "{comment}");
            assert_eq!(set_command(&set, name, operands).unwrap(), set, "once more");
        }
    }

    #[test]
    fn what_cannot_be_written_is_refused() {
        for (name, operands, error) in [
            ("", &["1"][..], CommandError::Name),
            ("a b", &["1"], CommandError::Name),
            ("c-k", &["1"], CommandError::Name),
            ("\u{e9}", &["1"], CommandError::Name),
            ("c", &["1", "a\"b"], CommandError::Operand { index: 1 }),
            ("c", &["}"], CommandError::Operand { index: 0 }),
        ] {
            assert_eq!(set_command("x", name, operands), Err(error), "{name}");
        }
    }

    #[test]
    fn commands_go_and_nothing_else() {
        for (comment, expected) in [
            ("", ""),
            ("text", "text"),
            ("[%clk 1]", ""),
            (" a [%clk 1] b [%clk] [%emt 2] ", " a  b  [%emt 2] "),
            ("[%clk 1] [%clk 2", " [%clk 2"),
            ("\u{e9}[%clk 2]\u{e8}", "\u{e9}\u{e8}"),
        ] {
            assert_eq!(remove_command(comment, "clk"), expected, "{comment}");
        }
    }
}
