//! Comments, annotations and escape lines of a move, and the commands in comments.

use std::io::Write as _;

use pgnkit_chess::Color;

use super::text;
use crate::annotations::{Annotations, is_integer};
use crate::bytes::append_number;
use crate::command::{
    ClockTime, Command, Commands, Evaluation, LONGEST_EVAL_AND_CLOCK, Mark, Score, eval_and_clock,
    exact_clock,
};
use crate::game::RawNote;

/// Writes a note after a move of `mover`.
pub(super) fn write(note: RawNote<'_>, mover: Color, out: &mut Vec<u8>) {
    match note {
        RawNote::Comment(comment, padded) => {
            out.extend_from_slice(b"{\"comment\":");
            if !usual(comment, padded, out) {
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

/// Writes the member `notes`, with a comma before it, for a move that has one comment, where that is nothing but
/// `[%clk d:dd:dd]`, with a space on either side or none: what most moves have that have anything.
#[inline]
pub(super) fn only_exact_clock(comment: &[u8], out: &mut Vec<u8>) -> bool {
    const BEFORE: &str = r#","notes":[{"comment":""#;
    const BARE: &[u8; 97] =
        br#","notes":[{"comment":"[%clk 0:00:00]","commands":[{"name":"clk","operands":["0:00:00"],"seconds":"#;
    const SPACED: &[u8; 99] =
        br#","notes":[{"comment":" [%clk 0:00:00] ","commands":[{"name":"clk","operands":["0:00:00"],"seconds":"#;
    const TIME_AT: usize = BEFORE.len() + "[%clk ".len();
    if let Ok(text) = <&[u8; 14]>::try_from(comment)
        && let Some(time) = exact_clock(text)
    {
        times(BARE, TIME_AT, time, out);
    } else if let Ok([b' ', text @ .., b' ']) = <&[u8; 16]>::try_from(comment)
        && let Some(time) = exact_clock(text)
    {
        times(SPACED, TIME_AT + 1, time, out);
    } else {
        return false;
    }
    out.push(b']');
    true
}

/// Appends a form with a time in two places, from `at` on and before its end, the seconds, and the end of the note.
#[inline(always)]
fn times<const LENGTH: usize>(form: &[u8; LENGTH], at: usize, time: &[u8; 7], out: &mut Vec<u8>) {
    const END: usize = r#"0:00:00"],"seconds":"#.len();
    out.extend_from_slice(form);
    if let Some(place) = out.last_chunk_mut::<LENGTH>() {
        place[at..][..7].copy_from_slice(time);
        place[LENGTH - END..][..7].copy_from_slice(time);
    }
    append_number(seconds_of(time), out);
    out.extend_from_slice(b"}]}");
}

/// The seconds of an exact clock.
#[inline]
fn seconds_of(time: &[u8; 7]) -> u64 {
    let [h, _, m, n, _, s, t] = time.map(|digit| u64::from(digit.wrapping_sub(b'0')));
    3600 * h + 60 * (10 * m + n) + 10 * s + t
}

/// Writes the text of a comment and the member `commands`, as they would be written of any, where it is nothing but
/// `[%clk d:dd:dd]`, perhaps after `[%eval value] `, with a space on either side or none: what servers write after each move.
#[inline]
fn usual(comment: &[u8], padded: &[u8], out: &mut Vec<u8>) -> bool {
    const ROOM: usize = 48;
    let Some(text) = padded.first_chunk::<ROOM>().filter(|_| comment.len() <= LONGEST_EVAL_AND_CLOCK) else {
        return false;
    };
    let inside = comment.strip_prefix(b" ").unwrap_or(comment);
    let inside = inside.strip_suffix(b" ").unwrap_or(inside);
    let (time, eval) = match exact_clock(inside) {
        Some(time) => (time, None),
        None => match eval_and_clock(inside) {
            Some((value, time)) => match Score::read(value) {
                Some(score) => (time, Some((value, score))),
                None => return false,
            },
            None => return false,
        },
    };
    out.push(b'"');
    let end = out.len() + comment.len();
    out.extend_from_slice(text);
    out.truncate(end);
    out.extend_from_slice(b"\",\"commands\":[");
    if let Some((value, score)) = eval {
        out.extend_from_slice(b"{\"name\":\"eval\",\"operands\":[");
        text::plain_string(value, out);
        out.extend_from_slice(b"],");
        // It is short, and so a number that JSON has.
        score_member(score, out);
        out.extend_from_slice(b"},");
    }
    clock(time, out);
    true
}

/// The command of an exact clock, and the end of the list.
#[inline]
fn clock(time: &[u8; 7], out: &mut Vec<u8>) {
    const FORM: &[u8; 47] = br#"{"name":"clk","operands":["0:00:00"],"seconds":"#;
    const TIME_AT: usize = br#"{"name":"clk","operands":[""#.len();
    out.extend_from_slice(FORM);
    if let Some(place) = out.last_chunk_mut::<{ FORM.len() }>() {
        place[TIME_AT..][..7].copy_from_slice(time);
    }
    append_number(seconds_of(time), out);
    out.extend_from_slice(b"}]");
}

/// The member `values` with a comma before it, for the comment of an engine.
fn values(comment: &[u8], mover: Color, out: &mut Vec<u8>) {
    // Every dialect has one of them; most comments have neither.
    if memchr::memchr2(b'/', b'=', comment).is_none() && !comment.trim_ascii_start().starts_with(b"book") {
        return;
    }
    let found = Annotations::of_engine(comment);
    let start = out.len();
    // Each member is written with a comma after it; the last one becomes the brace.
    out.extend_from_slice(b",\"values\":{");
    if let Some(time) = found.clock {
        out.extend_from_slice(b"\"clk\":");
        seconds(time.time, out);
        out.push(b',');
    }
    if let Some(time) = found.move_time {
        out.extend_from_slice(b"\"emt\":");
        seconds(time.time, out);
        out.push(b',');
    }
    if let Some(evaluation) = found.evaluation {
        if let Some(score) = evaluation.for_white(mover).filter(is_writable) {
            score_member(score, out);
            out.push(b',');
        }
        if let Some(depth) = evaluation.depth {
            out.extend_from_slice(b"\"depth\":");
            append_number(depth.into(), out);
            out.push(b',');
        }
    }
    if found.is_book {
        out.extend_from_slice(b"\"book\":true,");
    }
    match out.last_mut() {
        Some(comma) if *comma == b',' => *comma = b'}',
        _ => out.truncate(start),
    }
}

/// Whether JSON has the number of a score: it has none of hundreds of digits.
fn is_writable(score: &Score) -> bool {
    !matches!(score, Score::Pawns(pawns) if !pawns.is_finite())
}

/// The member `pawns` or `mate`.
fn score_member(score: Score, out: &mut Vec<u8>) {
    match score {
        Score::Pawns(value) => {
            out.extend_from_slice(b"\"pawns\":");
            pawns(value, out);
        }
        Score::Mate(moves) => {
            out.extend_from_slice(b"\"mate\":");
            if moves < 0 {
                out.push(b'-');
            }
            append_number(moves.unsigned_abs().into(), out);
        }
    }
}

/// A number with the fewest digits that say which it is. Nearly all have two decimals at the most.
fn pawns(value: f64, out: &mut Vec<u8>) {
    let size = value.abs();
    let hundredths = (size * 100.0 + 0.5) as u64;
    // With up to 15 digits every decimal number is another one of `f64`, so these are the fewest.
    if hundredths >= 1_000_000_000_000_000 || hundredths as f64 / 100.0 != size {
        // Writing to memory cannot fail.
        let _ = write!(out, "{value}");
        return;
    }
    if value.is_sign_negative() {
        out.push(b'-');
    }
    append_number(hundredths / 100, out);
    append_fraction((hundredths % 100 * 10) as u32, out);
}

/// Thousandths after a number, without zeros at the end.
fn append_fraction(thousandths: u32, out: &mut Vec<u8>) {
    if thousandths == 0 {
        return;
    }
    let [hundreds, tens, ones] =
        [thousandths / 100, thousandths / 10 % 10, thousandths % 10].map(|digit| digit as u8);
    out.extend_from_slice(&[b'.', b'0' + hundreds, b'0' + tens, b'0' + ones]);
    let zeros = if ones != 0 { 0 } else { 1 + usize::from(tens == 0) };
    out.truncate(out.len() - zeros);
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
    if is_writable(&score) {
        out.push(b',');
        score_member(score, out);
    }
    if let Some(depth) = depth {
        out.extend_from_slice(b",\"depth\":");
        append_number(depth.into(), out);
    }
}

/// A time in seconds; most are of whole thousandths, and there may be several for every move.
fn seconds(time: ClockTime, out: &mut Vec<u8>) {
    const MILLISECOND: u64 = 1_000_000;
    match u64::try_from(time.nanoseconds()) {
        Ok(time) if time % MILLISECOND == 0 => {
            let milliseconds = time / MILLISECOND;
            append_number(milliseconds / 1000, out);
            append_fraction((milliseconds % 1000) as u32, out);
        }
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

    /// A comment with what comes after it, written as such, and as any other.
    fn both_ways(comment: &str) -> [String; 2] {
        let mut alone = Vec::new();
        if only_exact_clock(comment.as_bytes(), &mut alone) {
            let mut other = b",\"notes\":[".to_vec();
            write(RawNote::Comment(comment.as_bytes(), comment.as_bytes()), Color::White, &mut other);
            other.push(b']');
            assert_eq!(String::from_utf8(alone).unwrap(), String::from_utf8(other).unwrap());
        }
        let padded = format!("{comment}{}", "\"".repeat(64));
        let (mut found, mut expected) = (Vec::new(), Vec::new());
        let raw = RawNote::Comment(&padded.as_bytes()[..comment.len()], padded.as_bytes());
        write(raw, Color::White, &mut found);
        expected.extend_from_slice(b"{\"comment\":");
        text::string(comment.as_bytes(), &mut expected);
        commands(comment.as_bytes(), &mut expected);
        expected.push(b'}');
        [found, expected].map(|text| String::from_utf8(text).unwrap())
    }

    #[test]
    fn what_servers_write_is_written_as_any_other_command() {
        let (mut usual_ones, mut exact_ones) = (0, 0);
        let times = [
            "0:05:00",
            "9:59:59",
            "0:00:00",
            "0:60:00",
            "0:00:60",
            "10:00:00",
            "0:0:00",
            "0:00:00.5",
            "x:00:00",
        ];
        let evals = [
            "",
            "0.17",
            "-0.00",
            "+0.5",
            "0.0",
            "7",
            "#3",
            "#-12",
            "12345678",
            "-1234.56",
            "123456789",
            "0.17,12",
            "34,19",
            "",
            "#",
            "-",
            "0.",
            ".5",
            "1.2.3",
            "\"0\"",
            "#+3",
            "0 1",
            "0]1",
            "-#3",
            "%",
            "00.50",
        ];
        for time in times {
            for (at, eval) in evals.iter().enumerate() {
                let eval = if at == 0 { String::new() } else { format!("[%eval {eval}] ") };
                for (before, after) in
                    [("", ""), (" ", ""), ("", " "), (" ", " "), ("  ", ""), ("", " x"), ("\t", "")]
                {
                    let comment = format!("{before}{eval}[%clk {time}]{after}");
                    let [found, expected] = both_ways(&comment);
                    assert_eq!(found, expected);
                    let padded = format!("{comment}{}", " ".repeat(64));
                    exact_ones += usize::from(only_exact_clock(comment.as_bytes(), &mut Vec::new()));
                    usual_ones += usize::from(usual(comment.as_bytes(), padded.as_bytes(), &mut Vec::new()));
                }
            }
        }
        // With three times, four ways of spaces, and no or one of eleven values.
        assert_eq!(usual_ones, 3 * 4 * (1 + 11));
        assert_eq!(exact_ones, 3 * 2);
    }

    #[test]
    fn short_numbers_are_written_as_all_others() {
        let hundredths = (-20_000i64..20_000).chain([-99_999_999_999_999, 1_234_567_890, 99_999_999_999_999]);
        let tens = (-320..308).map(|power| 10f64.powi(power)).chain([
            0.1 + 0.2,
            1e15,
            1e16 / 3.0,
            0.005,
            999.995,
            -0.0,
        ]);
        for value in hundredths.map(|number| number as f64 / 100.0).chain(tens) {
            let mut out = Vec::new();
            pawns(value, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), value.to_string());
        }
        for nanoseconds in
            (-3..5_000).map(|number| number * 1_000_000).chain([1, 999_999, 1_000_001, i64::MAX, i64::MIN])
        {
            let (time, mut out) = (ClockTime::from_nanoseconds(nanoseconds), Vec::new());
            seconds(time, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), time.in_seconds().to_string());
        }
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
