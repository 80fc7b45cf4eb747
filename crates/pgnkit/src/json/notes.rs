//! Comments, annotations and escape lines of a move, and the commands in comments.

use std::io::Write as _;

use pgnkit_chess::Color;
use pgnkit_syntax::internals::ends_exact_clock;

use super::text;
use crate::annotations::{Annotations, is_integer};
use crate::bytes::append_number;
use crate::command::{ClockTime, Command, Commands, Evaluation, Mark, Score};
use crate::game::RawNote;

/// Writes a note after a move of `mover`.
pub(super) fn write(note: RawNote<'_>, mover: Color, out: &mut Vec<u8>) {
    match note {
        RawNote::Comment(comment) => {
            out.extend_from_slice(b"{\"comment\":");
            if let Some(time) = exact_clock(comment) {
                clock(comment, time, out);
            } else {
                text::string(comment, out);
                if !commands(comment, out) {
                    values(comment, mover, out);
                }
            }
        }
        RawNote::Nag(nag) => {
            out.extend_from_slice(b"{\"nag\":");
            append_number(nag.into(), out);
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

/// The time of a comment that is nothing but `[%clk d:dd:dd]`, with a space on either side or none: what servers write after
/// each move.
#[inline]
fn exact_clock(comment: &[u8]) -> Option<&[u8; 7]> {
    let comment = comment.strip_prefix(b" ").unwrap_or(comment);
    let time = comment.strip_suffix(b" ").unwrap_or(comment).strip_prefix(b"[%clk ")?;
    let end: &[u8; 8] = time.try_into().ok()?;
    ends_exact_clock(*end).then(|| end.first_chunk())?
}

/// The text of such a comment and the member `commands`, as they would be written of any other.
fn clock(comment: &[u8], time: &[u8; 7], out: &mut Vec<u8>) {
    text::plain_string(comment, out);
    out.extend_from_slice(b",\"commands\":[{\"name\":\"clk\",\"operands\":[\"");
    out.extend_from_slice(time);
    out.extend_from_slice(b"\"],\"seconds\":");
    let [h, _, m, n, _, s, t] = time.map(|digit| u64::from(digit.wrapping_sub(b'0')));
    append_number(3600 * h + 60 * (10 * m + n) + 10 * s + t, out);
    out.extend_from_slice(b"}]");
}

/// The member `values` with a comma before it, for the comment of an engine.
fn values(comment: &[u8], mover: Color, out: &mut Vec<u8>) {
    // Every dialect has one of them; most comments have neither.
    if memchr::memchr2(b'/', b'=', comment).is_none() && !comment.trim_ascii_start().starts_with(b"book") {
        return;
    }
    let Ok(comment) = std::str::from_utf8(comment) else { return };
    let found = Annotations::read([comment]);
    let start = out.len();
    let mut member = |name: &str, write: &dyn Fn(&mut Vec<u8>)| {
        let before = if out.len() == start { ",\"values\":{" } else { "," };
        // Writing to memory cannot fail.
        let _ = write!(out, "{before}\"{name}\":");
        write(out);
    };
    for (name, time) in [("clk", found.clock), ("emt", found.move_time), ("egt", found.game_time)] {
        if let Some(time) = time {
            member(name, &|out| seconds(time.time, out));
        }
    }
    if let Some(evaluation) = found.evaluation {
        match evaluation.for_white(mover) {
            Some(Score::Pawns(pawns)) if pawns.is_finite() => member("pawns", &|out| {
                let _ = write!(out, "{pawns}");
            }),
            Some(Score::Mate(moves)) => member("mate", &|out| {
                let _ = write!(out, "{moves}");
            }),
            _ => {}
        }
        if let Some(depth) = evaluation.depth {
            member("depth", &|out| append_number(depth.into(), out));
        }
    }
    if found.is_book {
        member("book", &|out| out.extend_from_slice(b"true"));
    }
    if out.len() > start {
        out.push(b'}');
    }
}

/// The member `commands` with a comma before it, where there are any; whether there are.
#[inline]
fn commands(comment: &[u8], out: &mut Vec<u8>) -> bool {
    let mut is_first = true;
    for found in Commands::new(comment).flatten() {
        out.extend_from_slice(if is_first { b",\"commands\":[{\"name\":\"" } else { b",{\"name\":\"" });
        is_first = false;
        command(found, comment, out);
    }
    if !is_first {
        out.push(b']');
    }
    !is_first
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
    // Centipawns, from a point of view that differs among programs.
    if depth.is_some() && command.operands().next().is_some_and(|score| is_integer(command.text(score.value)))
    {
        return;
    }
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
        append_number(depth.into(), out);
    }
}

/// A time in seconds; most are whole, and there may be one for every move.
fn seconds(time: ClockTime, out: &mut Vec<u8>) {
    match u64::try_from(time.seconds()) {
        Ok(seconds) if time.is_whole() => append_number(seconds, out),
        _ => {
            let _ = write!(out, "{}", time.in_seconds());
        }
    }
}

fn marks(command: Command<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"marks\":[");
    for (at, Mark { color, square, to }) in command.marks().enumerate() {
        let color = color.name();
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
    fn comments_of_engines_have_values() {
        for (comment, expected) in [
            ("a plain comment, 1/2", ""),
            ("bookish", ""),
            ("book", r#"{"book":true}"#),
            ("-0.31/14 2.1s, solid", r#"{"emt":2.1,"pawns":0.31,"depth":14}"#),
            ("+M5/20 0.5s", r#"{"emt":0.5,"mate":-2,"depth":20}"#),
            (
                "d=24, mt=40815, tl=1955836, wv=0.27, pd=Nf6",
                r#"{"clk":1955.836,"emt":40.815,"pawns":0.27,"depth":24}"#,
            ),
        ] {
            let mut out = Vec::new();
            values(comment.as_bytes(), Color::Black, &mut out);
            let expected =
                if expected.is_empty() { String::new() } else { format!(",\"values\":{expected}") };
            assert_eq!(String::from_utf8(out).unwrap(), expected, "{comment}");
        }
    }

    #[test]
    fn an_exact_clock_is_written_as_any_other_command() {
        let mut exact = 0;
        for time in [
            "0:05:00",
            "9:59:59",
            "0:00:00",
            "0:60:00",
            "0:00:60",
            "10:00:00",
            "0:0:00",
            "0:00:00.5",
            "x:00:00",
        ] {
            for (before, after) in
                [("", ""), (" ", ""), ("", " "), (" ", " "), ("  ", ""), ("", " x"), ("\t", "")]
            {
                let comment = format!("{before}[%clk {time}]{after}");
                let (mut found, mut expected) = (Vec::new(), Vec::new());
                write(RawNote::Comment(comment.as_bytes()), Color::White, &mut found);
                expected.extend_from_slice(b"{\"comment\":");
                text::string(comment.as_bytes(), &mut expected);
                commands(comment.as_bytes(), &mut expected);
                expected.push(b'}');
                assert_eq!(String::from_utf8(found).unwrap(), String::from_utf8(expected).unwrap());
                exact += usize::from(exact_clock(comment.as_bytes()).is_some());
            }
        }
        assert_eq!(exact, 3 * 4);
    }

    #[test]
    fn commands_have_their_values() {
        for (comment, expected) in [
            ("no [%#] command", ""),
            ("[%clk 0:03:00]", r#"{"name":"clk","operands":["0:03:00"],"seconds":180}"#),
            ("[%emt -0:00:01,25]", r#"{"name":"emt","operands":["-0:00:01","25"],"seconds":-1.25}"#),
            ("[%clk x]", r#"{"name":"clk","operands":["x"]}"#),
            ("[%eval -6.05,12]", r#"{"name":"eval","operands":["-6.05","12"],"pawns":-6.05,"depth":12}"#),
            ("[%eval 34,19]", r#"{"name":"eval","operands":["34","19"]}"#),
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
