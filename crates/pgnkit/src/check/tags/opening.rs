use pgnkit_syntax::{Applicability, Code, Diagnostic, Sink};

use super::{Value, with_value};
use crate::check::Finished;
use crate::openings::Eco;
use crate::read::Known;

/// Section 9.4.1.
pub(super) fn check_eco(value: &Value<'_>, sink: &mut dyn Sink) {
    if is_eco(value.bytes) {
        return;
    }
    // Everybody understands these, but the standard has nothing for openings that are not known.
    let says_unknown = matches!(value.bytes, b"?" | b"-");
    let code = if says_unknown { Code::UnusualUnknown } else { Code::InvalidEco };
    if sink.wants(code) {
        let upper = value.bytes.to_ascii_uppercase();
        let fixed = if is_eco(&upper) { String::from_utf8(upper).ok() } else { None };
        let diagnostic = value.expected(code, "a code of the form `B97` or `E35/07`");
        sink.report(with_value(diagnostic, value, Applicability::Safe, fixed));
    }
}

/// A code, optionally with a line of it after a slash.
fn is_eco(text: &[u8]) -> bool {
    let Some((code, line)) = text.split_at_checked(3) else { return false };
    Eco::from_bytes(code).is_some() && matches!(line, [] | [b'/', b'0'..=b'9', b'0'..=b'9'])
}

/// A SubVariation refines a Variation (section 9.3.3).
pub(super) fn check_sub_variation(value: &Value<'_>, game: &Finished<'_>, sink: &mut dyn Sink) {
    if game.tag(Known::VARIATION).is_none() && sink.wants(Code::MissingVariation) {
        let message = "expected a Variation tag beside SubVariation";
        sink.report(Diagnostic::new(Code::MissingVariation, value.tag.span, message));
    }
}
