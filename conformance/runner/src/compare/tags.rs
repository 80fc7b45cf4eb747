//! Tag pairs.

use serde_json::Value;

use super::Comparison;
use super::game::typed;
use super::value::{list, required, show, string};
use crate::expect::Tag;

/// The seven tag roster with the values that mean "unknown" (section 8.1.1).
const UNKNOWN: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Compares the tag pairs of a game with this result. Their order means nothing, nor does it whether a tag of the
/// roster is there that says only what is so without it.
pub fn tags(out: &mut Comparison, expected: &[Tag], result: Option<&str>, found: &Value) {
    let found = match found {
        Value::Array(found) if out.takes_the_same() => found,
        _ => return list(out, expected, found, tag),
    };
    let says_nothing = |name: &str, value: &str| {
        UNKNOWN.contains(&(name, value)) || name == "Result" && Some(value) == result
    };
    let member = |item: &'_ Value, member: &str| item.get(member).and_then(Value::as_str).map(str::to_owned);
    let mut rest: Vec<&Value> = found.iter().collect();
    for (index, expected) in expected.iter().enumerate() {
        // Several tags with one name keep their order.
        let same = rest.iter().position(|item| member(item, "name").as_ref() == Some(&expected.name));
        match same {
            Some(at) => {
                let found = rest.remove(at);
                out.item(index, |out| tag(out, expected, found));
            }
            None if says_nothing(&expected.name, &expected.value) => {}
            None => out.differs(format_args!("expected {}, found none", expected.name)),
        }
    }
    rest.retain(|item| match (member(item, "name"), member(item, "value")) {
        (Some(name), Some(value)) => !says_nothing(&name, &value),
        _ => true,
    });
    if let Some(surplus) = rest.first() {
        out.differs(format_args!("expected no more, found {}", show(surplus)));
    }
}

fn tag(out: &mut Comparison, expected: &Tag, found: &Value) {
    required(out, "name", found, |out, found| string(out, &expected.name, found));
    required(out, "value", found, |out, found| string(out, &expected.value, found));
    if let Some(expected) = &expected.typed {
        typed(out, expected, found);
    }
}
