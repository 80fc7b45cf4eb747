use pgnkit_syntax::{Applicability, Code, Diagnostic, Sink, Span};

use super::{Value, roster};
use crate::check::Finished;
use crate::read::{Known, remove_tag};

/// Values of tags whose value is unknown (sections 8.1.1 and 9).
enum Unknown {
    /// A value, in a tag that every game has.
    Roster(&'static str),
    /// A value.
    Value(&'static str),
    /// The tag is left out.
    Nothing,
}

/// An empty value, where the standard has something else for what is not known (decision A-47).
#[cold]
pub(super) fn check(name: Known, value: &Value<'_>, game: &Finished<'_>, sink: &mut dyn Sink) {
    let Some(unknown) = unknown(name, game) else { return };
    // Outside the roster many collections have empty values, which are not mistaken for anything.
    let code = if matches!(unknown, Unknown::Roster(_)) { Code::EmptyTagValue } else { Code::UnusualUnknown };
    if !sink.wants(code) {
        return;
    }
    let report = |what: &str| {
        let message = format!("expected {what}, found an empty value for {}", name.as_str());
        // The quotes with nothing between them; the second one may be missing.
        let place = value.tag.value;
        let end = place.end + usize::from(game.text.get(place.end) == Some(&b'"'));
        Diagnostic::new(code, Span::new(place.start - 1, end), message)
    };
    sink.report(match unknown {
        Unknown::Roster(text) | Unknown::Value(text) => {
            report(&format!("`{text}`")).fix(Applicability::Safe, value.tag.value, text)
        }
        Unknown::Nothing => remove_tag(game.text, value.tag, report("a value or no tag")),
    });
}

/// `None` where an empty value is no fault, or is reported as another one.
fn unknown(name: Known, game: &Finished<'_>) -> Option<Unknown> {
    Some(match name {
        Known::EVENT
        | Known::SITE
        | Known::DATE
        | Known::ROUND
        | Known::WHITE
        | Known::BLACK
        | Known::RESULT => Unknown::Roster(roster::unknown(name, game)),
        Known::EVENT_DATE | Known::UTC_DATE => Unknown::Value("????.??.??"),
        Known::TIME_CONTROL => Unknown::Value("?"),
        Known::WHITE_TITLE
        | Known::BLACK_TITLE
        | Known::WHITE_ELO
        | Known::BLACK_ELO
        | Known::WHITE_USCF
        | Known::BLACK_USCF
        | Known::WHITE_ECF
        | Known::BLACK_ECF
        | Known::WHITE_NA
        | Known::BLACK_NA => Unknown::Value("-"),
        Known::WHITE_TYPE
        | Known::BLACK_TYPE
        | Known::BOARD
        | Known::ECO
        | Known::TIME
        | Known::UTC_TIME
        | Known::TERMINATION
        | Known::CLOCK
        | Known::WHITE_CLOCK
        | Known::BLACK_CLOCK => Unknown::Nothing,
        _ => return None,
    })
}
