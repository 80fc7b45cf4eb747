//! The list of what conditions are made of.

use pgnkit_archive::columns::COLUMNS;
use pgnkit_archive::condition::FUNCTIONS;

/// Columns and functions with their kinds, contents and examples.
pub(super) fn table() -> String {
    let mut text = "Columns\n".to_owned();
    for column in COLUMNS {
        push(&mut text, column.name, &column.kind.to_string(), column.doc, column.example);
    }
    text.push_str("\nFunctions\n");
    for function in FUNCTIONS {
        push(&mut text, &function.signature(), &function.gives.to_string(), function.doc, function.example);
    }
    text.push_str("\nTags by their names, as text: Annotator LIKE 'Tal%', \"White\" IS NULL\n");
    text
}

fn push(text: &mut String, name: &str, kind: &str, doc: &str, example: &str) {
    text.push_str(&format!("\n  {name}: {kind}\n      {doc}\n      {example}\n"));
}
