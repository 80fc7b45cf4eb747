//! The parts of JSON, and how they are shown.

use serde_json::Value;

use super::Comparison;

/// Characters shown of a value.
const SHOWN: usize = 72;
/// Characters shown before the first difference.
const BEFORE: usize = 12;

/// The member `name`; `null` is as good as none.
pub fn get<'v>(found: &'v Value, name: &str) -> Option<&'v Value> {
    found.get(name).filter(|value| !value.is_null())
}

/// Compares the member `name`, which is asked for.
pub fn required(
    out: &mut Comparison,
    name: &str,
    found: &Value,
    compare: impl FnOnce(&mut Comparison, &Value),
) {
    out.member(name, |out| match get(found, name) {
        Some(found) => compare(out, found),
        None => out.not_expressed(),
    });
}

/// Compares a list item by item, up to the first that differs: what follows is often only shifted.
pub fn list<E>(
    out: &mut Comparison,
    expected: &[E],
    found: &Value,
    compare: impl Fn(&mut Comparison, &E, &Value),
) {
    let Value::Array(found) = found else {
        return out.differs(format_args!("expected a list, found {}", show(found)));
    };
    let before = out.differences.len();
    for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
        out.item(index, |out| compare(out, expected, found));
        if out.differences.len() > before {
            break;
        }
    }
    if expected.len() != found.len() {
        let surplus = found.get(expected.len()).map(|item| format!(", the first too many {}", show(item)));
        let surplus = surplus.unwrap_or_default();
        out.differs(format_args!(
            "expected {}, found {}{surplus}",
            items(expected.len()),
            items(found.len())
        ));
    }
}

/// Compares a list of which an absent one means that there is nothing in it, on both sides.
pub fn optional_list<E>(
    out: &mut Comparison,
    name: &str,
    expected: &[E],
    found: &Value,
    compare: impl Fn(&mut Comparison, &E, &Value),
) {
    out.member(name, |out| match get(found, name) {
        Some(found) => list(out, expected, found, compare),
        None if expected.is_empty() => {}
        None => out.not_expressed(),
    });
}

/// Compares a text.
pub fn string(out: &mut Comparison, expected: &str, found: &Value) {
    match found {
        Value::String(found) if found == expected => {}
        Value::String(found) => {
            let (expected, found) = excerpts(expected, found);
            out.differs(format_args!("expected {expected}, found {found}"));
        }
        found => out.differs(format_args!("expected {}, found {}", show(&expected.into()), show(found))),
    }
}

/// Compares any value. Members that are not expected do not matter.
pub fn any(out: &mut Comparison, expected: &Value, found: &Value) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(_)) => {
            for (name, expected) in expected {
                out.member(name, |out| match found.get(name) {
                    Some(found) => any(out, expected, found),
                    None => out.not_expressed(),
                });
            }
        }
        (Value::Array(expected), found) => list(out, expected, found, any),
        (Value::String(expected), found) => string(out, expected, found),
        (Value::Number(expected), Value::Number(found)) if expected.as_f64() == found.as_f64() => {}
        (expected, found) if expected == found => {}
        (expected, found) => out.differs(format_args!("expected {}, found {}", show(expected), show(found))),
    }
}

fn items(count: usize) -> String {
    if count == 1 { "1 item".to_owned() } else { format!("{count} items") }
}

/// A value on one line, shortened.
pub fn show(value: &Value) -> String {
    shorten(&value.to_string())
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Two different texts in quotes, long ones only around the first difference.
pub fn excerpts(expected: &str, found: &str) -> (String, String) {
    let common = expected.chars().zip(found.chars()).take_while(|(a, b)| a == b).count();
    let longest = expected.chars().count().max(found.chars().count());
    let skip = if longest > SHOWN { common.saturating_sub(BEFORE) } else { 0 };
    let excerpt = |text: &str| {
        let part: String = text.chars().skip(skip).take(SHOWN).collect();
        let more = text.chars().count() > skip + SHOWN;
        format!("{}{part:?}{}", if skip > 0 { "…" } else { "" }, if more { "…" } else { "" })
    };
    (excerpt(expected), excerpt(found))
}
