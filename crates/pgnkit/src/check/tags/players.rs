use pgnkit_syntax::{Applicability, Code, Sink};

use super::{Value, with_value};
use crate::check::Finished;
use crate::read::Known;

/// Several players stand in alphabetical order (section 8.1.1.5).
pub(super) fn check_order<S: Sink + ?Sized>(value: &Value<'_>, sink: &mut S) {
    if !value.bytes.contains(&b':') || value.is_address() {
        return;
    }
    let fold = |name: &[u8]| name.trim_ascii().to_ascii_lowercase();
    if !value.items().is_sorted_by_key(fold) && sink.wants(Code::PlayersOrder) {
        let diagnostic = value.expected(Code::PlayersOrder, "several players in alphabetical order");
        sink.report(diagnostic.help("tags such as WhiteTitle follow the order of the names"));
    }
}

/// A tag about the players of one side has one field for each of them (section 9.1).
pub(super) fn check_count<S: Sink + ?Sized>(
    value: &Value<'_>,
    side: Known,
    game: &Finished<'_>,
    sink: &mut S,
) {
    let name = game.tag(side);
    let has_colon = |text: &[u8]| text.contains(&b':');
    if has_colon(&value.bytes) || name.is_some_and(|name| has_colon(name.value.of(game.text))) {
        compare_count(value, side, game, sink);
    }
}

#[cold]
fn compare_count<S: Sink + ?Sized>(value: &Value<'_>, side: Known, game: &Finished<'_>, sink: &mut S) {
    let names = game.tag(side).map(|tag| Value { tag, bytes: tag.value(game.text) });
    if value.is_address() || names.as_ref().is_some_and(Value::is_address) {
        return;
    }
    let players = names.as_ref().map_or(1, |names| names.items().count());
    let fields = value.items().count();
    if fields == players || !sink.wants(Code::PlayerFieldCount) {
        return;
    }
    let side = side.as_str();
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
pub(super) fn check_type<S: Sink + ?Sized>(
    value: &Value<'_>,
    side: Known,
    game: &Finished<'_>,
    sink: &mut S,
) {
    const TYPES: [&[u8]; 2] = [b"human", b"program"];
    check_count(value, side, game, sink);
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
