//! Result tag and termination marker (sections 8.1.1.7 and 8.2.6).

use pgnkit_chess::{Color, Position};
use pgnkit_syntax::{Applicability, Code, Diagnostic, Fix, Outcome, RawTag, Severity, Sink, Span, quoted};

use super::names::Known;
use super::tags::TagSection;
use crate::game::is_unknown;
use crate::write::as_written;

/// The result that counts (decision A-13): where one of marker and tag says nothing, the other; where both say
/// something else, the tag, unless the board shows mate. The game ends at `end`.
#[inline]
pub(crate) fn resolve(
    text: &[u8],
    tags: &TagSection,
    marker: Option<(Outcome, Span)>,
    end: usize,
    last: &Position,
    sink: &mut dyn Sink,
) -> Outcome {
    let Some(tag) = tags.get(text, Known::RESULT) else {
        return marker.map_or(Outcome::Unknown, |(outcome, _)| outcome);
    };
    // Nearly always both are there, and say the same in the same letters.
    if let Some((outcome, _)) = marker
        && Outcome::from_exact(tag.value.of(text)) == Some(outcome)
    {
        return outcome;
    }
    resolve_odd(text, tag, marker, end, last, sink)
}

/// Whether text may hold a termination marker: each has one of these signs.
fn may_hold_marker(text: &[u8]) -> bool {
    text.iter().any(|byte| matches!(byte, b'*' | b'-' | b':' | b'/' | 0x80..))
}

/// The same for a Result tag that is not as the marker.
#[cold]
fn resolve_odd(
    text: &[u8],
    tag: &RawTag,
    marker: Option<(Outcome, Span)>,
    end: usize,
    last: &Position,
    sink: &mut dyn Sink,
) -> Outcome {
    let found = tag.value(text);
    let value = as_written(&found);
    let exact = Outcome::from_exact(&value);
    let tagged = exact.or_else(|| understood(&value));
    let says_nothing = is_unknown(&value);
    if exact.is_none() && !value.is_empty() && sink.wants(Code::InvalidResult) {
        let mut message = format!("expected one of 1-0 0-1 1/2-1/2 *, found {}", quoted(&found));
        // A `?` means the same as `*`.
        let unknown = || marker.map_or(Outcome::Unknown, |(outcome, _)| outcome);
        let meant = tagged.filter(|_| !says_nothing).or_else(|| says_nothing.then(unknown));
        let fix = meant.map(|meant| Fix::replace(Applicability::Safe, tag.value, meant.as_str()));
        let severity = if meant.is_some() { Severity::Warning } else { Severity::Error };
        if meant.is_none() {
            message.push_str(", which is no result; it is kept as it is");
        }
        sink.report(
            Diagnostic::new(Code::InvalidResult, tag.value, message).severity(severity).maybe_fix(fix),
        );
    }
    let Some((marked, span)) = marker else { return tagged.unwrap_or_default() };
    let Some(tagged) = tagged.filter(|_| exact.is_some() || !says_nothing) else { return marked };
    if tagged == marked {
        return tagged;
    }
    if sink.wants(Code::ResultMismatch) {
        // If one of the two is unknown there is no contradiction; and a mate decides between two.
        let shown = mated(last);
        let certain = [tagged, marked].iter().any(|one| *one == Outcome::Unknown || Some(*one) == shown);
        let severity = if certain { Severity::Warning } else { Severity::Error };
        let message =
            format!("expected one result, found `{tagged}` in the Result tag and the marker `{marked}`");
        let fix = match (tagged, marked) {
            // Another marker after it would contradict.
            (known, Outcome::Unknown) => (!may_hold_marker(&text[span.end..end.max(span.end)]))
                .then(|| Fix::replace_token(Applicability::Safe, text, span, known.as_str())),
            // The tag would say something that it did not say.
            (Outcome::Unknown, known) => Some(Fix::replace(Applicability::Unsafe, tag.value, known.as_str())),
            (_, marked) if Some(marked) == shown => {
                Some(Fix::replace(Applicability::Unsafe, tag.value, marked.as_str()))
            }
            (tagged, _) if Some(tagged) == shown => {
                Some(Fix::replace_token(Applicability::Unsafe, text, span, tagged.as_str()))
            }
            _ => None,
        };
        let mut diagnostic = Diagnostic::new(Code::ResultMismatch, span, message)
            .severity(severity)
            .label(tag.span, "the Result tag")
            .maybe_fix(fix);
        if let Some(shown) = shown {
            diagnostic = diagnostic.help(format!("the board shows mate: the result is `{shown}`"));
        }
        sink.report(diagnostic);
    }
    match (tagged, marked) {
        (Outcome::Unknown, other) | (other, Outcome::Unknown) => other,
        _ => mated(last).unwrap_or(tagged),
    }
}

/// The result that a mate on the board means.
fn mated(last: &Position) -> Option<Outcome> {
    last.is_checkmate().then(|| match last.turn() {
        Color::White => Outcome::BlackWins,
        Color::Black => Outcome::WhiteWins,
    })
}

/// The result that a value of the tag Result means (decision A-77): a marker in any spelling, with white space around it or a
/// remark after it; a word for a draw; a win without play.
pub(crate) fn understood(value: &[u8]) -> Option<Outcome> {
    let value = as_written(value);
    let value = value.trim_ascii();
    let marker = value.iter().position(|byte| matches!(byte, b' ' | b'(' | b'\t')).unwrap_or(value.len());
    let compact: Vec<u8> = value.iter().copied().filter(|byte| *byte != b' ').collect();
    let word = value.to_ascii_lowercase();
    let marked = Outcome::from_lax(&compact).or_else(|| Outcome::from_lax(&value[..marker]));
    marked.or_else(|| Outcome::from_forfeit(&compact)).or(match &word[..] {
        b"white wins" | b"white won" => Some(Outcome::WhiteWins),
        b"black wins" | b"black won" => Some(Outcome::BlackWins),
        b"draw" | b"drawn" | b"remis" | b"remise" | b"nulle" | b"tablas" | b"patta" | b"empate" => {
            Some(Outcome::Draw)
        }
        b"0.5-0.5" | b"0.5:0.5" => Some(Outcome::Draw),
        b"" => Some(Outcome::Unknown),
        _ if is_unknown(value) => Some(Outcome::Unknown),
        _ => None,
    })
}
