//! Comments and the commands in them.

use serde_json::Value;

use super::Comparison;
use super::game::typed;
use super::value::{list, optional_list, required, show, string};
use crate::expect::{Comment, EmbeddedCommand};

pub fn comment(out: &mut Comparison, expected: &Comment, found: &Value) {
    let (text, commands) = match expected {
        Comment::Plain(text) => (text, None),
        Comment::Full(full) => (&full.text, full.commands.as_ref()),
    };
    match found {
        Value::String(_) => words(out, text, found),
        Value::Object(_) => required(out, "text", found, |out, found| words(out, text, found)),
        found => out.differs(format_args!("expected a comment, found {}", show(found))),
    }
    if let Some(commands) = commands {
        required(out, "commands", found, |out, found| list(out, commands, found, command));
    }
}

/// Compares texts in which a run of white space is one space and there is none at the ends.
fn words(out: &mut Comparison, expected: &str, found: &Value) {
    let collapse = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    match found {
        Value::String(found) => string(out, &collapse(expected), &Value::String(collapse(found))),
        found => string(out, expected, found),
    }
}

fn command(out: &mut Comparison, expected: &EmbeddedCommand, found: &Value) {
    required(out, "name", found, |out, found| string(out, &expected.name, found));
    optional_list(out, "operands", &expected.operands, found, |out, expected, found| {
        words(out, expected, found)
    });
    if let Some(expected) = &expected.typed {
        typed(out, expected, found);
    }
}
