use pgnkit_syntax::{Applicability, Code, Sink};

use super::{Side, Value, players, with_value};

/// A rating is a number, `-` for players who have none (sections 9.1.2 and 9.1.3).
pub(super) fn check(value: &Value<'_>, side: Side<'_>, sink: &mut dyn Sink) {
    let is_number = !value.bytes.starts_with(b"0") && value.bytes.iter().all(u8::is_ascii_digit);
    if is_number && !side.is_several() {
        return;
    }
    players::check_count(value, side, sink);
    if !value.items().all(is_rating) {
        report(value, sink);
    }
}

fn is_rating(item: &[u8]) -> bool {
    item == b"-" || item.iter().all(u8::is_ascii_digit) && item.iter().any(|&byte| byte != b'0')
}

/// `?` and `0` say plainly enough that there is no rating.
fn is_none(item: &[u8]) -> bool {
    item == b"?" || !item.is_empty() && item.iter().all(|&byte| byte == b'0')
}

#[cold]
fn report(value: &Value<'_>, sink: &mut dyn Sink) {
    let says_none = value.items().all(|item| is_none(item) || is_rating(item));
    let code = if says_none { Code::UnusualUnknown } else { Code::InvalidRating };
    if sink.wants(code) {
        let fixed = (says_none && !value.bytes.contains(&b':')).then_some("-");
        let diagnostic = value.expected(code, "a number, or `-` for no rating");
        sink.report(with_value(diagnostic, value, Applicability::Unsafe, fixed));
    }
}
