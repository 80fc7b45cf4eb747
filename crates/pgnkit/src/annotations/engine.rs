//! Comments that engine tournaments write after each move.

use super::{Annotation, AnnotationValue, Evaluation, PointOfView, Time, TimeSource, is_integer, unit_of};
use crate::command::{ClockForm, ClockTime, Score};

/// The annotations of a comment without commands. Empty unless an engine wrote it: people also write `=` and `/`.
///
/// ```text
/// cutechess = score "/" depth [ " " seconds "s" ] [ "," text ] | "book" [ "," text ]
/// score     = [ sign ] ( 1*digit [ "." 1*digit ] | "M" plies )
/// tcec      = *( field "," ) [ field ]
/// field     = key "=" value | "book" | text
/// ```
pub(super) fn parse_comment(comment: &str) -> Vec<Annotation> {
    cutechess(comment).unwrap_or_else(|| fields(comment))
}

/// Pawns, or mate in so many half-moves, rounded up to moves.
fn score(text: &str) -> Option<Score> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if let Some(plies) = digits.strip_prefix('M') {
        let plies: i32 = plies.parse().ok().filter(|_| is_integer(plies))?;
        let moves = plies / 2 + plies % 2;
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

/// `+0.31/14 2.1s`, with optional text after a comma.
fn cutechess(comment: &str) -> Option<Vec<Annotation>> {
    let start = comment.len() - comment.trim_ascii_start().len();
    let head_end = comment[start..].find(',').map_or(comment.len(), |at| start + at);
    let end = (head_end + 1).min(comment.len());
    let head = comment[start..head_end].trim_ascii_end();
    if head == "book" && (end == comment.len() || !comment[end..].contains('=')) {
        return Some(vec![Annotation { range: start..end, value: AnnotationValue::Book }]);
    }
    let (value, time) = match head.split_once(' ') {
        Some((value, time)) => (value, Some(time.trim_ascii())),
        None => (head, None),
    };
    let (pawns, depth) = value.split_once('/')?;
    let evaluation =
        Evaluation { score: score(pawns)?, view: PointOfView::Mover, depth: Some(number(depth)?) };
    let Some(time) = time else {
        // A result is not a score.
        if !value.starts_with(['+', '-']) && !pawns.contains('.') {
            return None;
        }
        return Some(vec![Annotation { range: start..end, value: AnnotationValue::Evaluation(evaluation) }]);
    };
    let time = seconds(time.strip_suffix('s')?)?;
    let between = start + value.len();
    Some(vec![
        Annotation { range: start..between, value: AnnotationValue::Evaluation(evaluation) },
        Annotation { range: between..end, value: AnnotationValue::Time(time) },
    ])
}

/// `2.1` of `2.1s`.
fn seconds(text: &str) -> Option<Time> {
    let (time, form) = ClockTime::read(text.as_bytes())?;
    let is_plain = matches!(form, ClockForm::Seconds | ClockForm::Fraction) && !text.contains([':', ',']);
    is_plain.then(|| Time { source: TimeSource::Seconds, time, unit: unit_of(text) })
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
            ("-M5/20 0.5s", Some(Score::Mate(-3)), PointOfView::Mover, Some(20), "", "0:00:00.5", ""),
            (
                "+M39/28 1.6s, White mates, at last",
                Some(Score::Mate(20)),
                PointOfView::Mover,
                Some(28),
                "",
                "0:00:01.6",
                "White mates, at last",
            ),
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
