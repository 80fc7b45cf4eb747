use pgnkit_syntax::{Applicability, Code, Sink};

use super::{Side, Value, names, with_value};

/// The names of the players: their form, and the alphabetical order of several (section 8.1.1.5).
pub(super) fn check_names(value: &Value<'_>, side: Side<'_>, sink: &mut dyn Sink) {
    names::check(value, sink);
    if sink.wants(Code::PlayersOrder) && side.is_several() && !value.is_address() {
        check_order(value, sink);
    }
}

#[cold]
fn check_order(value: &Value<'_>, sink: &mut dyn Sink) {
    let fold = |name: &[u8]| name.trim_ascii().to_ascii_lowercase();
    if !value.items().is_sorted_by_key(fold) {
        let diagnostic = value.expected(Code::PlayersOrder, "several players in alphabetical order");
        sink.report(diagnostic.help("tags such as WhiteTitle follow the order of the names"));
    }
}

/// A tag about the players of one side has one field for each of them (section 9.1).
pub(super) fn check_count(value: &Value<'_>, side: Side<'_>, sink: &mut dyn Sink) {
    if side.is_several() || value.bytes.contains(&b':') {
        compare_count(value, side, sink);
    }
}

#[cold]
fn compare_count(value: &Value<'_>, side: Side<'_>, sink: &mut dyn Sink) {
    let decoded = side.tag().map(|tag| (tag, tag.value(side.game.text)));
    let names = decoded.as_ref().map(|(tag, bytes)| Value { tag, bytes });
    if value.is_address() || names.is_some_and(|names| names.is_address()) {
        return;
    }
    let players = names.map_or(1, |names| names.items().count());
    let fields = value.items().count();
    if fields == players || !sink.wants(Code::PlayerFieldCount) {
        return;
    }
    let side = side.name.as_str();
    let what = match players {
        1 => format!("one field, as {side} has one name"),
        _ => format!("{players} fields joined by colons, as {side} has {players} names"),
    };
    let diagnostic = value.expected(Code::PlayerFieldCount, &what);
    sink.report(match names {
        Some(names) => diagnostic.label(names.tag.value, "the names"),
        None => diagnostic,
    });
}

/// A player is `human` or a `program` (section 9.1.5).
pub(super) fn check_type(value: &Value<'_>, side: Side<'_>, sink: &mut dyn Sink) {
    const TYPES: [&[u8]; 2] = [b"human", b"program"];
    check_count(value, side, sink);
    if value.items().all(|item| TYPES.contains(&item)) || !sink.wants(Code::InvalidPlayerType) {
        return;
    }
    let lower = value.bytes.to_ascii_lowercase();
    let is_type = lower.split(|&byte| byte == b':').all(|item| TYPES.contains(&item));
    let (applicability, text) = match lower.as_slice() {
        _ if is_type => (Applicability::Safe, String::from_utf8(lower).ok()),
        b"computer" | b"engine" => (Applicability::Unsafe, Some("program".to_owned())),
        _ => (Applicability::Unsafe, None),
    };
    let diagnostic = value.expected(Code::InvalidPlayerType, "`human` or `program`");
    sink.report(with_value(diagnostic, value, applicability, text));
}
