use pgnkit_syntax::{Code, Diagnostic, Sink, Span, quoted};

use super::Value;
use crate::Nation;

/// The nation is the last word of the site (section 8.1.1.2), one of the codes of section 15.
pub(super) fn check(value: &Value<'_>, sink: &mut dyn Sink) {
    // Three capital letters alone are no nation but something else, such as the name of a server.
    let [.., b' ', a, b, c] = *value.bytes else { return };
    let code = [a, b, c];
    if !code.iter().all(u8::is_ascii_uppercase) || Nation::is_code(code) || !sink.wants(Code::UnknownNation) {
        return;
    }
    let end = value.tag.value.end;
    let span = if value.tag.encoded { value.tag.value } else { Span::new(end - 3, end) };
    if Nation::is_later_code(code) {
        return;
    }
    let message = format!("expected the code of a nation, found {}", quoted(&code));
    sink.report(Diagnostic::new(Code::UnknownNation, span, message));
}
