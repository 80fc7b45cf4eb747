//! Comments, annotations and escape lines of a move, and the commands in comments.

use std::io::Write as _;

use super::text;
use crate::command::{ClockTime, Command, Commands, Evaluation, Mark, MarkColor, Score};
use crate::game::RawNote;

pub(super) fn write(note: RawNote<'_>, out: &mut Vec<u8>) {
    match note {
        RawNote::Comment(comment) => {
            out.extend_from_slice(b"{\"comment\":");
            text::string(comment, out);
            commands(comment, out);
        }
        RawNote::Nag(nag) => {
            out.extend_from_slice(b"{\"nag\":");
            text::number(nag.into(), out);
        }
        RawNote::Escape(escape) => {
            out.extend_from_slice(b"{\"escape\":");
            text::string(escape, out);
        }
        RawNote::Unread(unread) => {
            out.extend_from_slice(b"{\"unread\":");
            text::string(unread, out);
        }
    }
    out.push(b'}');
}

/// The member `commands` with a comma before it, where there are any.
#[inline]
fn commands(comment: &[u8], out: &mut Vec<u8>) {
    let mut is_first = true;
    for found in Commands::new(comment).flatten() {
        out.extend_from_slice(if is_first { b",\"commands\":[{\"name\":\"" } else { b",{\"name\":\"" });
        is_first = false;
        command(found, comment, out);
    }
    if !is_first {
        out.push(b']');
    }
}

/// A command after the opening quote of its name.
fn command(command: Command<'_>, comment: &[u8], out: &mut Vec<u8>) {
    // Letters and digits.
    let name = command.name.of(comment);
    out.extend_from_slice(name);
    out.extend_from_slice(b"\",\"operands\":[");
    let only = only_operand(command, comment);
    if let Some(operand) = only {
        text::string(operand, out);
    } else {
        for (at, operand) in command.operands().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            text::string(operand.value.of(comment), out);
        }
    }
    out.push(b']');
    match name {
        b"clk" | b"emt" | b"egt" | b"mct" => {
            let time = only.map_or_else(|| command.time(), ClockTime::read);
            if let Some((time, _)) = time {
                out.extend_from_slice(b",\"seconds\":");
                seconds(time, out);
            }
        }
        b"eval" => evaluation(command, out),
        b"csl" | b"cal" => marks(command, out),
        _ => {}
    }
    out.push(b'}');
}

/// The operand of a command that has just one, without quotes, as nearly all have.
fn only_operand<'a>(command: Command<'_>, comment: &'a [u8]) -> Option<&'a [u8]> {
    let operands = command.operands?;
    let is_one = memchr::memchr2(b',', b'"', operands.of(comment)).is_none();
    is_one.then(|| operands.trim(comment).of(comment))
}

fn evaluation(command: Command<'_>, out: &mut Vec<u8>) {
    let Some(Evaluation { score, depth }) = command.evaluation() else { return };
    match score {
        // Writing to memory cannot fail. A number of hundreds of digits is none that JSON has.
        Score::Pawns(pawns) if pawns.is_finite() => {
            let _ = write!(out, ",\"pawns\":{pawns}");
        }
        Score::Pawns(_) => {}
        Score::Mate(moves) => {
            let _ = write!(out, ",\"mate\":{moves}");
        }
    }
    if let Some(depth) = depth {
        out.extend_from_slice(b",\"depth\":");
        text::number(depth.into(), out);
    }
}

/// A time in seconds; most are whole, and there may be one for every move.
fn seconds(time: ClockTime, out: &mut Vec<u8>) {
    match u64::try_from(time.seconds()) {
        Ok(seconds) if time.is_whole() => text::number(seconds, out),
        _ => {
            let _ = write!(out, "{}", time.in_seconds());
        }
    }
}

fn marks(command: Command<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"marks\":[");
    for (at, Mark { color, square, to }) in command.marks().enumerate() {
        let color = match color {
            MarkColor::Green => "green",
            MarkColor::Red => "red",
            MarkColor::Yellow => "yellow",
            MarkColor::Blue => "blue",
        };
        let comma = if at > 0 { "," } else { "" };
        let _ = write!(out, "{comma}{{\"color\":\"{color}\",\"square\":\"{square}\"");
        if let Some(to) = to {
            let _ = write!(out, ",\"to\":\"{to}\"");
        }
        out.push(b'}');
    }
    out.push(b']');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_their_values() {
        for (comment, expected) in [
            ("no [%#] command", ""),
            ("[%clk 0:03:00]", r#"{"name":"clk","operands":["0:03:00"],"seconds":180}"#),
            ("[%emt -0:00:01,25]", r#"{"name":"emt","operands":["-0:00:01","25"],"seconds":-1.25}"#),
            ("[%clk x]", r#"{"name":"clk","operands":["x"]}"#),
            ("[%eval -6.05,12]", r#"{"name":"eval","operands":["-6.05","12"],"pawns":-6.05,"depth":12}"#),
            ("[%eval #-3]", r##"{"name":"eval","operands":["#-3"],"mate":-3}"##),
            (
                "[%csl Gd4][%cal Re2e4,x]",
                concat!(
                    r#"{"name":"csl","operands":["Gd4"],"marks":[{"color":"green","square":"d4"}]},"#,
                    r#"{"name":"cal","operands":["Re2e4","x"],"marks":[{"color":"red","square":"e2","to":"e4"}]}"#
                ),
            ),
            ("[%x]", r#"{"name":"x","operands":[]}"#),
            ("[%x \"a, b\"] [%y", r#"{"name":"x","operands":["a, b"]}"#),
        ] {
            let mut out = Vec::new();
            commands(comment.as_bytes(), &mut out);
            let expected =
                if expected.is_empty() { String::new() } else { format!(",\"commands\":[{expected}]") };
            assert_eq!(String::from_utf8(out).unwrap(), expected, "{comment}");
        }
        let mut out = Vec::new();
        commands(format!("[%eval {}]", "9".repeat(400)).as_bytes(), &mut out);
        assert!(!String::from_utf8(out).unwrap().contains("pawns"));
    }
}
