//! Comments that engine tournaments write after each move.

use super::{Annotation, AnnotationValue, Evaluation, PointOfView, Time, TimeSource, is_integer, unit_of};
use crate::command::{ClockForm, ClockTime, Score};

/// The annotations of a comment without commands. Empty unless an engine wrote it: people also write `=` and `/`.
///
/// ```text
/// cutechess = score "/" depth [ time ] *( "," ( field | text ) ) | "book" [ "," text ]
/// score     = [ sign ] ( 1*digit [ "." 1*digit ] | "M" plies )
/// tcec      = *( field "," ) [ field ]
/// field     = key "=" value | "book" | text
/// ```
pub(super) fn parse_comment(comment: &str) -> Vec<Annotation> {
    cutechess(comment).unwrap_or_else(|| fields(comment))
}

/// Pawns, or mate. Engines count the half-moves to mate from the position in which they think: of `M5` four are left after
/// the move, two moves of the side that mates; of `-M4` three, two moves of the other side.
fn score(text: &str) -> Option<Score> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if let Some(plies) = digits.strip_prefix('M') {
        let plies: i32 = plies.parse().ok().filter(|_| is_integer(plies))?;
        let moves = plies / 2;
        return Some(Score::Mate(if negative { -moves } else { moves }));
    }
    if let Some(moves) = digits.strip_prefix('#') {
        let moves: i32 = moves.parse().ok()?;
        return Some(Score::Mate(if negative { -moves } else { moves }));
    }
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let pawns: f64 = digits.parse().ok().filter(|_| is_number(whole) && is_number(fraction))?;
    Some(Score::Pawns(if negative { 0.0 - pawns } else { pawns }))
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether an engine says that the move gives mate, which the board says as well.
pub(super) fn says_mate(text: &str) -> bool {
    let score = text.trim_ascii().split('/').next().unwrap_or_default();
    matches!(score.strip_prefix(['+', '-']).unwrap_or(score), "M0" | "M1")
        || matches!(score, "+1000.01" | "1000.01")
}

/// Engines of XBoard's protocol give mate in n moves as 100000 centipawns and n, which WinBoard writes as it is: `+1000.03`.
/// They count from the position before the move.
fn with_mate(score: Score) -> Score {
    let Score::Pawns(pawns) = score else { return score };
    let moves = (pawns.abs() * 100.0 - 100_000.0).round();
    if !(1.0..1000.0).contains(&moves) {
        return score;
    }
    let moves = moves as i32;
    Score::Mate(if pawns > 0.0 { moves - 1 } else { -moves })
}

/// Whether a score is a mate as WinBoard writes it.
pub(super) fn is_mate_of_winboard(text: &str) -> bool {
    let score = text.trim_ascii().split('/').next().unwrap_or_default();
    !score.contains(['M', '#']) && self::score(score).is_some_and(|score| with_mate(score) != score)
}

/// Where a word ends that white space or a comma follows.
fn word(text: &str) -> &str {
    text.split(|c: char| c == ',' || c.is_ascii_whitespace()).next().unwrap_or_default()
}

/// `+0.31/14 2.1s`, with fields and text after a comma.
fn cutechess(comment: &str) -> Option<Vec<Annotation>> {
    let start = comment.len() - comment.trim_ascii_start().len();
    let head_end = comment[start..].find(',').map_or(comment.len(), |at| start + at);
    let end = (head_end + 1).min(comment.len());
    if comment[start..head_end].trim_ascii_end() == "book"
        && (end == comment.len() || !comment[end..].contains('='))
    {
        return Some(vec![Annotation { range: start..end, value: AnnotationValue::Book }]);
    }
    let value = word(&comment[start..]);
    let (pawns, depth) = value.split_once('/')?;
    // Zero where the engine says none.
    let (score, depth) = (with_mate(score(pawns)?), Some(number(depth)?).filter(|depth| *depth > 0));
    let said = if says_mate(value) {
        // The board says it, too, and no number of moves is left.
        AnnotationValue::Field
    } else {
        AnnotationValue::Evaluation(Evaluation { score, view: PointOfView::Mover, depth })
    };
    let between = start + value.len();
    let (time, end) = match time_after(comment, between, is_of_engine(pawns)) {
        Some((time, end)) => (Some(time), end),
        // A result is not a score, and what follows a score is a time or the text after a comma.
        None if !value.starts_with(['+', '-']) && !pawns.contains('.') => return None,
        None if !matches!(comment[between..].trim_ascii_start().bytes().next(), None | Some(b',')) => {
            return None;
        }
        None => (None, end_of_separator(comment, between)),
    };
    let mut items =
        vec![Annotation { range: start..if time.is_some() { between } else { end }, value: said }];
    items.extend(time.map(|value| Annotation { range: between..end, value }));
    add_fields(comment, end, &mut items);
    Some(items)
}

/// Whether a score is written as engines write it: with a sign, or two decimals.
fn is_of_engine(score: &str) -> bool {
    score.starts_with(['+', '-']) || score.split_once('.').is_some_and(|(_, fraction)| fraction.len() == 2)
}

/// Where the white space and the comma after a place end; the place itself if there is no comma.
fn end_of_separator(comment: &str, place: usize) -> usize {
    let rest = &comment[place..];
    let blank = rest.len() - rest.trim_ascii_start().len();
    if rest[blank..].starts_with(',') {
        place + blank + 1
    } else if rest.len() == blank {
        comment.len()
    } else {
        place
    }
}

/// The time that follows a score, and where it ends with its comma.
///
/// ```text
/// time = [ "," ] white seconds "s"                  ; cutechess, fastchess
///      | white ( seconds | minutes ":" seconds )    ; WinBoard, with nothing but a comma after it
/// ```
fn time_after(comment: &str, place: usize, is_of_engine: bool) -> Option<(AnnotationValue, usize)> {
    let rest = &comment[place..];
    let blank = rest.len() - rest.trim_ascii_start().len();
    let after_comma = rest[blank..].strip_prefix(',');
    let text = after_comma.unwrap_or(&rest[blank..]).trim_ascii_start();
    let from = comment.len() - text.len();
    let text = word(text);
    let end = end_of_separator(comment, from + text.len());
    let is_last = end > from + text.len() || end == comment.len();
    if let Some(number) = text.strip_suffix('s') {
        if let Some(time) = seconds(number) {
            return Some((AnnotationValue::Time(time), end));
        }
        // A time that was measured badly says nothing of the time used.
        let is_negative = number.strip_prefix('-').and_then(seconds).is_some();
        return is_negative.then_some((AnnotationValue::Field, end));
    }
    let time = winboard_time(text).filter(|_| is_of_engine && after_comma.is_none() && is_last)?;
    Some((AnnotationValue::Time(time), end))
}

/// `41`, `2.3`, `1:36`: seconds, or minutes and seconds.
fn winboard_time(text: &str) -> Option<Time> {
    let Some((minutes, rest)) = text.split_once(':') else { return seconds(text) };
    let two = |digits: &str| number(digits).filter(|number| digits.len() == 2 && *number < 60);
    let (hours, minutes, rest) = match rest.split_once(':') {
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
fn seconds(text: &str) -> Option<Time> {
    let (time, form) = ClockTime::read(text.as_bytes())?;
    let is_plain =
        matches!(form, ClockForm::Seconds | ClockForm::Fraction) && !text.contains([':', ',', '-', '+']);
    is_plain.then(|| Time { source: TimeSource::Seconds, time, unit: unit_of(text) })
}

/// The fields that fastchess writes after a score, `tl=282.807s, n=1656310213, pv="e2e4 e7e5"`.
fn add_fields(comment: &str, from: usize, items: &mut Vec<Annotation>) {
    let mut from = from;
    for part in comment[from..].split_inclusive(',') {
        let range = from..from + part.len();
        from = range.end;
        let text = part.strip_suffix(',').unwrap_or(part).trim_ascii();
        if let Some(value) = field(text).filter(|_| text.contains('=')) {
            items.push(Annotation { range, value });
        }
    }
}

/// `d=24, mt=40815, tl=1955836, wv=0.27,`
fn fields(comment: &str) -> Vec<Annotation> {
    let mut items = Vec::new();
    let mut is_engine = false;
    let mut from = 0;
    for part in comment.split_inclusive(',') {
        let range = from..from + part.len();
        from = range.end;
        if let Some(value) = field(part.strip_suffix(',').unwrap_or(part).trim_ascii()) {
            is_engine |= matches!(
                value,
                AnnotationValue::Time(_) | AnnotationValue::Evaluation(_) | AnnotationValue::Book
            );
            items.push(Annotation { range, value });
        }
    }
    // A single `x=1` is not enough.
    if is_engine && items.len() > 1 { items } else { Vec::new() }
}

fn field(text: &str) -> Option<AnnotationValue> {
    if text == "book" {
        return Some(AnnotationValue::Book);
    }
    let (key, value) = text.split_once('=')?;
    let (key, value) = (key.trim_ascii(), value.trim_ascii());
    if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let said = match key {
        "wv" | "ev" | "Eval" => evaluation(value),
        "mt" | "MoveTime" => time(value, TimeSource::MoveTime),
        "tl" | "TimeLeft" => time(value, TimeSource::TimeLeft),
        "d" | "Depth" => number(value).map(AnnotationValue::Depth),
        _ => None,
    };
    Some(said.unwrap_or(AnnotationValue::Field))
}

/// From White's point of view; whole numbers are centipawns.
fn evaluation(value: &str) -> Option<AnnotationValue> {
    let score = match score(value)? {
        Score::Pawns(centipawns) if is_integer(value) => Score::Pawns(centipawns / 100.0),
        score => score,
    };
    Some(AnnotationValue::Evaluation(Evaluation { score, view: PointOfView::White, depth: None }))
}

/// Thousandths of a second, or a time of a clock.
fn time(value: &str, source: TimeSource) -> Option<AnnotationValue> {
    if value.contains(':') {
        let (time, form) = ClockTime::read(value.as_bytes())?;
        let unit = unit_of(value);
        return (form != ClockForm::HoursMinutes).then_some(AnnotationValue::Time(Time {
            source,
            time,
            unit,
        }));
    }
    // Seconds, as fastchess has them.
    if let Some(number) = value.strip_suffix('s') {
        return Some(AnnotationValue::Time(Time { source, ..seconds(number)? }));
    }
    let milliseconds = i64::from(number(value)?);
    let [time, unit] = [milliseconds * 1_000_000, 1_000_000].map(ClockTime::from_nanoseconds);
    Some(AnnotationValue::Time(Time { source, time, unit }))
}

#[cfg(test)]
mod tests {
    use super::super::Annotations;
    use super::*;

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
