//! Faults of the input.

use std::fmt;

use serde_json::Value;

use super::value::{get, show};
use super::{Comparison, Strictness};
use crate::expect::Diagnostic;

/// Whether the answer says that something is wrong.
pub fn reported(answer: &Value, rejected: bool) -> bool {
    rejected
        || get(answer, "diagnostics")
            .is_some_and(|found| found.as_array().is_none_or(|list| !list.is_empty()))
}

/// Compares the diagnostics of an answer.
pub fn compare(out: &mut Comparison, expected: &[Diagnostic], answer: &Value, rejected: bool) {
    if out.strictness == Strictness::Lenient && !expected.is_empty() {
        return;
    }
    match get(answer, "diagnostics") {
        Some(Value::Array(found)) if found.is_empty() && rejected && expected.is_empty() => {
            out.differs("expected nothing reported, found status 10");
        }
        Some(Value::Array(found)) => {
            let rest = pair(out, expected, found);
            for surplus in rest.surplus {
                out.differs(format_args!("expected no {}", Named(surplus)));
            }
            match &rest.unnamed[..] {
                // Nobody can say whether they are what was expected.
                [_, ..] if !rest.absent.is_empty() => out.not_expressed(),
                [surplus, ..] if expected.is_empty() => {
                    out.differs(format_args!("expected nothing reported, found {}", show(surplus)));
                }
                [surplus, ..] => out.differs(format_args!("expected no more, found {}", show(surplus))),
                [] => absent(out, &rest.absent),
            }
        }
        Some(found) => out.differs(format_args!("expected a list, found {}", show(found))),
        None if expected.is_empty() && rejected => out.differs("expected nothing reported, found status 10"),
        None if expected.is_empty() => {}
        None => out.not_expressed(),
    }
}

/// Looks for the expected notes in those of an answer, which may have more.
pub fn notes(out: &mut Comparison, expected: &[Diagnostic], found: &Value) {
    let Value::Array(found) = found else {
        return out.differs(format_args!("expected a list, found {}", show(found)));
    };
    let rest = pair(out, expected, found);
    if rest.unnamed.is_empty() {
        absent(out, &rest.absent);
    } else if !rest.absent.is_empty() {
        out.not_expressed();
    }
}

fn absent(out: &mut Comparison, absent: &[&Diagnostic]) {
    for diagnostic in absent {
        match diagnostic.offset {
            Some(offset) => out.differs(format_args!("expected {} at {offset}, found none", diagnostic.kind)),
            None => out.differs(format_args!("expected {}, found none", diagnostic.kind)),
        }
    }
}

/// The diagnostics left over after each expected one is matched with one of its kind.
struct Rest<'d> {
    absent: Vec<&'d Diagnostic>,
    surplus: Vec<&'d Value>,
    unnamed: Vec<&'d Value>,
}

/// Gives each expected diagnostic one of its kind, if possible at its offset.
fn pair<'d>(out: &mut Comparison, expected: &'d [Diagnostic], found: &'d [Value]) -> Rest<'d> {
    let (mut surplus, unnamed): (Vec<&Value>, Vec<&Value>) =
        found.iter().partition(|item| kind(item).is_some());
    let take = |surplus: &mut Vec<&'d Value>, fits: &dyn Fn(&Value) -> bool| {
        surplus.iter().position(|item| fits(item)).map(|at| surplus.remove(at))
    };
    let mut open = Vec::new();
    for diagnostic in expected {
        let exact = |item: &Value| kind(item) == Some(&diagnostic.kind) && offset(item) == diagnostic.offset;
        if take(&mut surplus, &exact).is_none() {
            open.push(diagnostic);
        }
    }
    let mut absent = Vec::new();
    for diagnostic in open {
        match take(&mut surplus, &|item| kind(item) == Some(&diagnostic.kind)) {
            Some(item) => {
                if let (Some(expected), Some(found)) = (diagnostic.offset, offset(item)) {
                    out.differs(format_args!(
                        "expected {} at {expected}, found it at {found}",
                        diagnostic.kind
                    ));
                }
            }
            None => absent.push(diagnostic),
        }
    }
    Rest { absent, surplus, unnamed }
}

fn kind(item: &Value) -> Option<&str> {
    item.get("kind").and_then(Value::as_str)
}

fn offset(item: &Value) -> Option<u64> {
    item.get("offset").and_then(Value::as_u64)
}

/// A diagnostic of an answer by its kind and place.
struct Named<'d>(&'d Value);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(kind(self.0).unwrap_or("diagnostic"))?;
        offset(self.0).map_or(Ok(()), |offset| write!(f, " at {offset}"))
    }
}
