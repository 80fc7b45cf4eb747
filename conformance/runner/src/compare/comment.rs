//! Comments and the commands in them.

use serde_json::{Value, json};

use super::Comparison;
use super::game::typed;
use super::value::{get, list, optional_list, required, show, string};
use crate::expect::{CommandText, Comment, EmbeddedCommand};

/// Compares the comments of one place. How many a text is divided into means nothing.
pub fn comments(out: &mut Comparison, expected: &[Comment], found: &Value) {
    if out.takes_the_same()
        && let Some(Value::Array(list)) = get(found, "comments")
        && list.len() != expected.len()
        && let Some(joined) = join_found(list)
    {
        return out.member("comments", |out| comment(out, &join(expected), &joined));
    }
    optional_list(out, "comments", expected, found, comment);
}

/// One comment with all text and all commands.
fn join(comments: &[Comment]) -> Comment {
    let (mut texts, mut commands) = (Vec::new(), None);
    for comment in comments {
        match comment {
            Comment::Plain(text) => texts.push(text.as_str()),
            Comment::Full(full) => {
                texts.push(&full.text);
                if let Some(of_this) = &full.commands {
                    commands.get_or_insert_with(Vec::new).extend_from_slice(of_this);
                }
            }
        }
    }
    Comment::Full(CommandText { text: texts.join(" "), commands })
}

/// The same of an answer; `None` if there is something that is no comment.
fn join_found(comments: &[Value]) -> Option<Value> {
    let (mut texts, mut commands) = (Vec::new(), Some(Vec::new()));
    for comment in comments {
        texts.push(comment.as_str().or_else(|| comment.get("text")?.as_str())?);
        match (&mut commands, comment.get("commands")) {
            (Some(all), Some(Value::Array(of_this))) => all.extend_from_slice(of_this),
            // A program that omits the commands of one comment does not express commands.
            _ => commands = None,
        }
    }
    Some(json!({ "text": texts.join(" "), "commands": commands }))
}

fn comment(out: &mut Comparison, expected: &Comment, found: &Value) {
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
