use pgnkit_syntax::{Applicability, Code, Sink};

use super::{Side, Value, players, with_value};

/// The titles of FIDE: over the board, of women, and of online play (decision A-42). `-` is no title.
const TITLES: [&[u8]; 13] =
    [b"GM", b"IM", b"FM", b"-", b"WGM", b"WIM", b"WFM", b"CM", b"WCM", b"AGM", b"AIM", b"AFM", b"ACM"];

/// Section 9.1.1.
pub(super) fn check(value: &Value<'_>, side: Side<'_>, sink: &mut dyn Sink) {
    players::check_count(value, side, sink);
    if value.items().all(|item| TITLES.contains(&item)) || !sink.wants(Code::UnknownTitle) {
        return;
    }
    let upper = value.bytes.to_ascii_uppercase();
    let is_known = upper.split(|&byte| byte == b':').all(|item| TITLES.contains(&item));
    let fixed = if is_known { String::from_utf8(upper).ok() } else { None };
    let diagnostic = value.expected(Code::UnknownTitle, "a title of FIDE, such as `GM`, or `-`");
    sink.report(with_value(diagnostic, value, Applicability::Safe, fixed));
}
