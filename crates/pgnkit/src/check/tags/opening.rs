use pgnkit_syntax::{Applicability, Code, Diagnostic, Sink};

use super::{Value, with_value};
use crate::check::Finished;
use crate::read::Known;

/// Section 9.4.1.
pub(super) fn check_eco<S: Sink + ?Sized>(value: &Value<'_>, sink: &mut S) {
    if is_eco(value.bytes) {
        return;
    }
    // Everybody understands these, but the standard has nothing for openings that are not known.
    let says_unknown = matches!(value.bytes, b"?" | b"-");
    let code = if says_unknown { Code::UnusualUnknown } else { Code::InvalidEco };
    if sink.wants(code) {
        let upper = value.bytes.to_ascii_uppercase();
        let mended = if is_eco(&upper) { String::from_utf8(upper).ok() } else { None };
        let diagnostic = value.expected(code, "a code of the form `B97` or `E35/07`");
        sink.report(with_value(diagnostic, value, Applicability::Safe, mended));
    }
}

fn is_eco(text: &[u8]) -> bool {
    let [b'A'..=b'E', digits @ ..] = text else { return false };
    match *digits {
        [a, b] => [a, b].iter().all(u8::is_ascii_digit),
        [a, b, b'/', c, d] => [a, b, c, d].iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// A SubVariation refines a Variation (section 9.3.3).
pub(super) fn check_sub_variation<S: Sink + ?Sized>(value: &Value<'_>, game: &Finished<'_>, sink: &mut S) {
    if game.tag(Known::VARIATION).is_none() && sink.wants(Code::MissingVariation) {
        let message = "expected a Variation tag beside SubVariation";
        sink.report(Diagnostic::new(Code::MissingVariation, value.tag.span, message));
    }
}
