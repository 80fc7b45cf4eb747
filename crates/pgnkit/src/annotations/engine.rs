//! Comments that engine tournaments write after each move.

use std::ops::Range;

use super::parts::{Part, each_part, key_word};
use super::{Annotation, AnnotationValue, Evaluation, PointOfView, Time, TimeSource, unit_of};
use crate::bytes::decimal;
use crate::command::{ClockForm, ClockTime, Score};

/// The annotations of a comment without commands. Empty unless an engine wrote it: people also write `=` and `/`.
pub(super) fn parse_comment(comment: &str) -> Vec<Annotation> {
    let mut items = Vec::new();
    if !each_value::<true>(comment.as_bytes(), |range, value| items.push(Annotation { range, value })) {
        items.clear();
    }
    items
}

/// Gives the values of a comment without commands, which is UTF-8, with their places; fields of which nothing is known only
/// with `FIELDS`. Where the answer is false, no engine wrote it, and what was given is to be forgotten.
///
/// ```text
/// cutechess = score "/" depth [ time ] *( "," ( field | text ) ) | "book" [ "," text ]
/// score     = [ sign ] ( 1*digit [ "." 1*digit ] | "M" plies )
/// tcec      = *( field "," ) [ field ]
/// field     = key "=" value | "book" | text
/// ```
pub(super) fn each_value<const FIELDS: bool>(
    comment: &[u8],
    mut found: impl FnMut(Range<usize>, AnnotationValue),
) -> bool {
    cutechess(comment, &mut found) || fields::<FIELDS>(comment, &mut found)
}

/// Pawns, or mate. Engines count the half-moves to mate from the position in which they think: of `M5` four are left after
/// the move, two moves of the side that mates; of `-M4` three, two moves of the other side.
fn score(text: &[u8]) -> Option<Score> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    match digits {
        [b'M', plies @ ..] => {
            let moves = signed(plies).filter(|_| is_integer(plies))? / 2;
            Some(Score::Mate(if negative { -moves } else { moves }))
        }
        [b'#', moves @ ..] => {
            let moves = signed(moves)?;
            Some(Score::Mate(if negative { moves.saturating_neg() } else { moves }))
        }
        digits => {
            let pawns = decimal(digits)?;
            Some(Score::Pawns(if negative { 0.0 - pawns } else { pawns }))
        }
    }
}

/// A number with a sign or none.
fn signed(text: &[u8]) -> Option<i32> {
    str::from_utf8(text).ok()?.parse().ok()
}

fn is_integer(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok_and(super::is_integer)
}

fn number(text: &[u8]) -> Option<u32> {
    let digit = |byte: &u8| Some(u32::from(byte.wrapping_sub(b'0'))).filter(|digit| *digit < 10);
    if text.len() > 9 {
        return text.iter().try_fold(0u32, |number, byte| number.checked_mul(10)?.checked_add(digit(byte)?));
    }
    if text.is_empty() {
        None
    } else {
        text.iter().try_fold(0, |number, byte| Some(10 * number + digit(byte)?))
    }
}

/// Whether an engine says that the move gives mate, which the board says as well.
pub(super) fn says_mate(text: impl AsRef<[u8]>) -> bool {
    let score = before_slash(text.as_ref());
    let digits = score.strip_prefix(b"+").or(score.strip_prefix(b"-")).unwrap_or(score);
    matches!(digits, b"M0" | b"M1") || matches!(score, b"+1000.01" | b"1000.01")
}

fn before_slash(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii();
    split_once(text, b'/').map_or(text, |(score, _)| score)
}

/// The text before and after the first byte like this.
fn split_once(text: &[u8], byte: u8) -> Option<(&[u8], &[u8])> {
    let at = text.iter().position(|other| *other == byte)?;
    Some((&text[..at], &text[at + 1..]))
}

/// Engines of XBoard's protocol give mate in n moves as 100000 centipawns and n, which WinBoard writes as it is: `+1000.03`.
/// They count from the position before the move.
fn with_mate(score: Score) -> Score {
    let Score::Pawns(pawns) = score else { return score };
    // Nearly all are.
    if pawns.abs() < 1000.0 {
        return score;
    }
    let moves = (pawns.abs() * 100.0 - 100_000.0).round();
    if !(1.0..1000.0).contains(&moves) {
        return score;
    }
    let moves = moves as i32;
    Score::Mate(if pawns > 0.0 { moves - 1 } else { -moves })
}

/// Whether a score is a mate as WinBoard writes it.
pub(super) fn is_mate_of_winboard(text: &str) -> bool {
    let score = before_slash(text.as_bytes());
    !score.iter().any(|byte| matches!(byte, b'M' | b'#'))
        && self::score(score).is_some_and(|score| with_mate(score) != score)
}

/// Where a word ends that white space or a comma follows.
fn word(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| *byte == b',' || byte.is_ascii_whitespace());
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// `+0.31/14 2.1s`, with fields and text after a comma. Gives nothing where the answer is false.
fn cutechess(comment: &[u8], found: &mut impl FnMut(Range<usize>, AnnotationValue)) -> bool {
    let start = comment.len() - comment.trim_ascii_start().len();
    let value = word(&comment[start..]);
    if value.starts_with(b"book") && is_book(comment, start, found) {
        return true;
    }
    let Some((pawns, depth)) = split_once(value, b'/') else { return false };
    let (Some(score), Some(depth)) = (score(pawns), number(depth)) else { return false };
    let said = if says_mate(value) {
        // The board says it, too, and no number of moves is left.
        AnnotationValue::Field
    } else {
        // Zero where the engine says none.
        let (score, depth) = (with_mate(score), Some(depth).filter(|depth| *depth > 0));
        AnnotationValue::Evaluation(Evaluation { score, view: PointOfView::Mover, depth })
    };
    let between = start + value.len();
    let (time, end) = match time_after(comment, between, is_of_engine(pawns)) {
        Some((time, end)) => (Some(time), end),
        // A result is not a score, and what follows a score is a time or the text after a comma.
        None if !matches!(value, [b'+' | b'-', ..]) && !pawns.contains(&b'.') => return false,
        None if !matches!(comment[between..].trim_ascii_start(), [] | [b',', ..]) => return false,
        None => (None, end_of_separator(comment, between)),
    };
    found(start..if time.is_some() { between } else { end }, said);
    if let Some(time) = time {
        found(between..end, time);
    }
    fields_after_score(comment, end, found);
    true
}

#[inline(never)]
fn fields_after_score(comment: &[u8], from: usize, found: &mut impl FnMut(Range<usize>, AnnotationValue)) {
    each_part(comment, from, |range, part| {
        if let Some(value) = field(part).filter(|_| part.equals.is_some()) {
            found(range, value);
        }
    });
}

/// `book`, with text after a comma but no fields.
#[inline(never)]
fn is_book(comment: &[u8], start: usize, found: &mut impl FnMut(Range<usize>, AnnotationValue)) -> bool {
    let head_end = memchr::memchr(b',', &comment[start..]).map_or(comment.len(), |at| start + at);
    let end = (head_end + 1).min(comment.len());
    let is_book = comment[start..head_end].trim_ascii_end() == b"book" && !comment[end..].contains(&b'=');
    if is_book {
        found(start..end, AnnotationValue::Book);
    }
    is_book
}

/// Whether a score is written as engines write it: with a sign, or two decimals.
fn is_of_engine(score: &[u8]) -> bool {
    matches!(score, [b'+' | b'-', ..])
        || split_once(score, b'.').is_some_and(|(_, fraction)| fraction.len() == 2)
}

/// Where the white space and the comma after a place end; the place itself if there is no comma.
fn end_of_separator(comment: &[u8], place: usize) -> usize {
    let rest = &comment[place..];
    match rest.trim_ascii_start() {
        [] => comment.len(),
        [b',', after @ ..] => comment.len() - after.len(),
        _ => place,
    }
}

/// The time that follows a score, and where it ends with its comma.
///
/// ```text
/// time = [ "," ] white seconds "s"                  ; cutechess, fastchess
///      | white ( seconds | minutes ":" seconds )    ; WinBoard, with nothing but a comma after it
/// ```
fn time_after(comment: &[u8], place: usize, is_of_engine: bool) -> Option<(AnnotationValue, usize)> {
    let rest = comment[place..].trim_ascii_start();
    let after_comma = rest.strip_prefix(b",");
    let text = after_comma.unwrap_or(rest).trim_ascii_start();
    let from = comment.len() - text.len();
    let text = word(text);
    let end = end_of_separator(comment, from + text.len());
    let is_last = end > from + text.len() || end == comment.len();
    if let Some(number) = text.strip_suffix(b"s") {
        if let Some(time) = seconds(number) {
            return Some((AnnotationValue::Time(time), end));
        }
        // A time that was measured badly says nothing of the time used.
        let is_negative = number.strip_prefix(b"-").and_then(seconds).is_some();
        return is_negative.then_some((AnnotationValue::Field, end));
    }
    let time = winboard_time(text).filter(|_| is_of_engine && after_comma.is_none() && is_last)?;
    Some((AnnotationValue::Time(time), end))
}

/// `41`, `2.3`, `1:36`: seconds, or minutes and seconds.
fn winboard_time(text: &[u8]) -> Option<Time> {
    let Some((minutes, rest)) = split_once(text, b':') else { return seconds(text) };
    let two = |digits: &[u8]| number(digits).filter(|number| digits.len() == 2 && *number < 60);
    let (hours, minutes, rest) = match split_once(rest, b':') {
        Some((middle, last)) => (number(minutes)?, two(middle)?, last),
        None => (0, number(minutes)?, rest),
    };
    let seconds = (i64::from(hours) * 60 + i64::from(minutes)) * 60 + i64::from(two(rest)?);
    Some(Time {
        source: TimeSource::Seconds,
        time: ClockTime::from_seconds(i32::try_from(seconds).ok()?),
        unit: ClockTime::from_seconds(1),
    })
}

/// `2.1` of `2.1s`.
fn seconds(text: &[u8]) -> Option<Time> {
    let (time, form) = ClockTime::read(text)?;
    let is_plain = matches!(form, ClockForm::Seconds | ClockForm::Fraction)
        && !text.iter().any(|byte| matches!(byte, b':' | b',' | b'-' | b'+'));
    is_plain.then(|| Time { source: TimeSource::Seconds, time, unit: unit_of(text) })
}

/// `d=24, mt=40815, tl=1955836, wv=0.27,`; whether an engine wrote it.
fn fields<const FIELDS: bool>(comment: &[u8], found: &mut impl FnMut(Range<usize>, AnnotationValue)) -> bool {
    let mut is_engine = false;
    let mut count = 0;
    each_part(comment, 0, |range, part| {
        let Some(value) = field(part) else { return };
        is_engine |= matches!(
            value,
            AnnotationValue::Time(_) | AnnotationValue::Evaluation(_) | AnnotationValue::Book
        );
        count += 1;
        if FIELDS || !matches!(value, AnnotationValue::Field) {
            found(range, value);
        }
    });
    // A single `x=1` is not enough.
    is_engine && count > 1
}

/// The value of a field. Inlined, so that what is made is not stored where only its kind is asked for.
#[inline(always)]
fn field(part: Part<'_>) -> Option<AnnotationValue> {
    const WV: u64 = key_word(b"wv");
    const EV: u64 = key_word(b"ev");
    const EVAL: u64 = key_word(b"Eval");
    const MT: u64 = key_word(b"mt");
    const MOVE_TIME: u64 = key_word(b"MoveTime");
    const TL: u64 = key_word(b"tl");
    const TIME_LEFT: u64 = key_word(b"TimeLeft");
    const D: u64 = key_word(b"d");
    const DEPTH: u64 = key_word(b"Depth");
    let Some(equals) = part.equals else {
        return (part.trimmed(part.start..part.end) == b"book").then_some(AnnotationValue::Book);
    };
    let value = || part.trimmed(equals + 1..part.end);
    let said = match part.key(equals) {
        0 => return None,
        WV | EV | EVAL => evaluation(value()),
        MT | MOVE_TIME => time(value(), TimeSource::MoveTime),
        TL | TIME_LEFT => time(value(), TimeSource::TimeLeft),
        D | DEPTH => number(value()).map(AnnotationValue::Depth),
        _ => None,
    };
    Some(said.unwrap_or(AnnotationValue::Field))
}

/// From White's point of view; whole numbers are centipawns.
fn evaluation(value: &[u8]) -> Option<AnnotationValue> {
    let score = match score(value)? {
        // Digits, for the rest.
        Score::Pawns(centipawns) if !value.contains(&b'.') => Score::Pawns(centipawns / 100.0),
        score => score,
    };
    Some(AnnotationValue::Evaluation(Evaluation { score, view: PointOfView::White, depth: None }))
}

/// Thousandths of a second, or a time of a clock.
fn time(value: &[u8], source: TimeSource) -> Option<AnnotationValue> {
    if let Some(milliseconds) = number(value) {
        let [time, unit] = [i64::from(milliseconds) * 1_000_000, 1_000_000].map(ClockTime::from_nanoseconds);
        return Some(AnnotationValue::Time(Time { source, time, unit }));
    }
    if value.contains(&b':') {
        let (time, form) = ClockTime::read(value)?;
        let unit = unit_of(value);
        return (form != ClockForm::HoursMinutes).then_some(AnnotationValue::Time(Time {
            source,
            time,
            unit,
        }));
    }
    // Seconds, as fastchess has them.
    let number = value.strip_suffix(b"s")?;
    Some(AnnotationValue::Time(Time { source, ..seconds(number)? }))
}

#[cfg(test)]
mod tests {
    use super::super::Annotations;
    use super::*;

    #[test]
    #[cfg(feature = "json")]
    fn values_without_text_are_those_with_it() {
        let pieces = [
            "d=35",
            " wv=0.47",
            "wv=47",
            " wv=-M16",
            " wv =-#3",
            "mt=552425",
            " tl=01:56:30",
            " tl=9.5s",
            "mt=9:9",
            " n=1",
            "=",
            " pv=c5 dxc5=Q",
            "book",
            " book ",
            "+0.31/14 2.1s",
            "-M6/20 0.5s",
            "1/2",
            " text",
            "",
            " MoveTime=00:00:07",
            " Depth=12",
            "Eval=-0.00",
            "\u{e9}=1",
            "a b=1",
            "d=99999999999",
            "ev=+1.5",
            "1000.03/9 1:36",
            " 0=40",
        ];
        let mut of_engines = 0;
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    for comment in
                        [format!("{first},{second},{third},"), format!(" {first}, {second} {third}")]
                    {
                        let with_text = Annotations::read([comment.as_str()]);
                        let expected = Annotations { text: String::new(), ..with_text };
                        assert_eq!(Annotations::of_engine(comment.as_bytes()), expected, "{comment}");
                        of_engines += usize::from(expected != Annotations::default());
                    }
                }
            }
        }
        assert!(of_engines > 10_000, "{of_engines}");
    }

    #[test]
    fn what_engines_write() {
        for (comment, score, view, depth, clock, used, text) in [
            ("+0.31/14 2.1s", Some(Score::Pawns(0.31)), PointOfView::Mover, Some(14), "", "0:00:02.1", ""),
            (" 0.00/7 0s ", Some(Score::Pawns(0.0)), PointOfView::Mover, Some(7), "", "0:00:00", ""),
            ("-M6/20 0.5s", Some(Score::Mate(-3)), PointOfView::Mover, Some(20), "", "0:00:00.5", ""),
            (
                "+M39/28 1.6s, White mates, at last",
                Some(Score::Mate(19)),
                PointOfView::Mover,
                Some(28),
                "",
                "0:00:01.6",
                "White mates, at last",
            ),
            // Fastchess: with a comma, with fields; its clock has run backwards.
            ("+1.16/8, 0.004s", Some(Score::Pawns(1.16)), PointOfView::Mover, Some(8), "", "0:00:00.004", ""),
            (
                "+1.16/8, 0.004s, mated",
                Some(Score::Pawns(1.16)),
                PointOfView::Mover,
                Some(8),
                "",
                "0:00:00.004",
                "mated",
            ),
            ("+0.31/14 -0.004s", Some(Score::Pawns(0.31)), PointOfView::Mover, Some(14), "", "", ""),
            ("+0.31/14, -0.004s", Some(Score::Pawns(0.31)), PointOfView::Mover, Some(14), "", "", ""),
            (
                "+1.17/30 21.193s, tl=282.807s, latency=0.188s, n=16563, pv=\"h4h5 d7d5\", White wins",
                Some(Score::Pawns(1.17)),
                PointOfView::Mover,
                Some(30),
                "0:04:42.807",
                "0:00:21.193",
                "White wins",
            ),
            (
                "+0.31/14 2.1s out of book",
                Some(Score::Pawns(0.31)),
                PointOfView::Mover,
                Some(14),
                "",
                "0:00:02.1",
                "out of book",
            ),
            ("+0.31/14, solid", Some(Score::Pawns(0.31)), PointOfView::Mover, Some(14), "", "", "solid"),
            // WinBoard: seconds without a unit, minutes and seconds, tenths.
            ("+0.30/18 41", Some(Score::Pawns(0.3)), PointOfView::Mover, Some(18), "", "0:00:41", ""),
            ("+0.61/18 1:36", Some(Score::Pawns(0.61)), PointOfView::Mover, Some(18), "", "0:01:36", ""),
            ("-0.61/18 75:06", Some(Score::Pawns(-0.61)), PointOfView::Mover, Some(18), "", "1:15:06", ""),
            ("+0.07/9  2.3", Some(Score::Pawns(0.07)), PointOfView::Mover, Some(9), "", "0:00:02.3", ""),
            (
                "0.00/18 41, and then",
                Some(Score::Pawns(0.0)),
                PointOfView::Mover,
                Some(18),
                "",
                "0:00:41",
                "and then",
            ),
            // The move gives mate.
            ("+M1/2 0.010s, White mates", None, PointOfView::Mover, None, "", "0:00:00.01", "White mates"),
            ("-M2/245 0.003s", Some(Score::Mate(-1)), PointOfView::Mover, Some(245), "", "0:00:00.003", ""),
            ("+M3/4 0.022s", Some(Score::Mate(1)), PointOfView::Mover, Some(4), "", "0:00:00.022", ""),
            ("+1.20/9", Some(Score::Pawns(1.2)), PointOfView::Mover, Some(9), "", "", ""),
            (
                "d=35, sd=35, mt=552425, tl=6662575, pv=c5 dxc5, wv=0.47, R50=50,",
                Some(Score::Pawns(0.47)),
                PointOfView::White,
                Some(35),
                "1:51:02.575",
                "0:09:12.425",
                "",
            ),
            (
                "d=30, wv=-M16, mt=7, tl=8, Adjudication: TCEC draw rule",
                Some(Score::Mate(-8)),
                PointOfView::White,
                Some(30),
                "0:00:00.008",
                "0:00:00.007",
                "Adjudication: TCEC draw rule",
            ),
            (
                " ev=-12,d=21,tl=01:56:09,pd=dxe5 ",
                Some(Score::Pawns(-0.12)),
                PointOfView::White,
                Some(21),
                "1:56:09",
                "",
                "",
            ),
            (
                "  Eval = 0.00, Depth = 1, TimeLeft = 02:00:00 ",
                Some(Score::Pawns(0.0)),
                PointOfView::White,
                Some(1),
                "2:00:00",
                "",
                "",
            ),
            ("ev=-#12, d=3", Some(Score::Mate(-12)), PointOfView::White, Some(3), "", "", ""),
            ("book, mb=+0+0+0+0+0,", None, PointOfView::White, None, "", "", ""),
            // No engine writes these.
            ("a=b, c=d", None, PointOfView::White, None, "", "", "a=b, c=d"),
            ("ev=0.5", None, PointOfView::White, None, "", "", "ev=0.5"),
            ("1/2", None, PointOfView::White, None, "", "", "1/2"),
            ("1/2-1/2", None, PointOfView::White, None, "", "", "1/2-1/2"),
            ("+0.3/x 2s", None, PointOfView::White, None, "", "", "+0.3/x 2s"),
            ("3.5/5 2", None, PointOfView::White, None, "", "", "3.5/5 2"),
            ("+0.3/4 2 of them", None, PointOfView::White, None, "", "", "+0.3/4 2 of them"),
            ("+0.3/4 1:66", None, PointOfView::White, None, "", "", "+0.3/4 1:66"),
            ("1/2 3", None, PointOfView::White, None, "", "", "1/2 3"),
            ("+0.3/4 2m", None, PointOfView::White, None, "", "", "+0.3/4 2m"),
            ("and/or", None, PointOfView::White, None, "", "", "and/or"),
            ("", None, PointOfView::White, None, "", "", ""),
        ] {
            let said = Annotations::read([comment]);
            let time = |time: Option<Time>| time.map_or(String::new(), |time| time.time.to_string());
            assert_eq!(said.evaluation.map(|found| found.score), score, "{comment}");
            if let Some(evaluation) = said.evaluation {
                assert_eq!((evaluation.view, evaluation.depth), (view, depth), "{comment}");
            }
            assert_eq!((time(said.clock), time(said.move_time)), (clock.into(), used.into()), "{comment}");
            assert_eq!(said.text, text, "{comment}");
        }
    }

    #[test]
    fn ranges_cover_separators() {
        let comment = "d=3, \u{e9}=4, mt=5 , rest";
        let found: Vec<&str> = parse_comment(comment).into_iter().map(|item| &comment[item.range]).collect();
        assert_eq!(found, ["d=3,", " mt=5 ,"]);
        assert!(Annotations::read(["book"]).is_book);
        assert!(Annotations::read(["book, mb=+0+0,"]).is_book);
        assert_eq!(Annotations::read(["book, by Nunn"]).text, "by Nunn");
    }
}
