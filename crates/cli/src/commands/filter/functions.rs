//! The list of what conditions are made of.

use pgnkit::render::safe;
use pgnkit_query::condition::{FUNCTIONS, Function, POSITIONS, Themes};
use pgnkit_query::fields::COLUMNS;

/// Columns and functions with their kinds, contents and examples.
pub(super) fn table(themes: &Themes) -> String {
    let mut text = "Columns\n".to_owned();
    for column in COLUMNS {
        push(&mut text, column.name, &column.type_and_unit(), column.doc, column.example);
    }
    push_all(&mut text, "Functions", FUNCTIONS);
    push_all(&mut text, "Of positions: by themselves, or in position(…), sequence(…), count(…)", POSITIONS);
    text.push_str("\nThemes: theme('name')\n");
    for theme in themes.iter() {
        text.push_str(&format!("\n  {}\n      {}\n", safe(theme.name()), safe(&theme.doc())));
    }
    text.push_str("\nTags by their names, as text: Annotator LIKE 'Tal%', \"White\" IS NULL\n");
    text
}

fn push_all(text: &mut String, title: &str, functions: &[Function]) {
    text.push_str(&format!("\n{title}\n"));
    for function in functions {
        push(text, &function.signature(), &function.type_and_unit(), function.doc, function.example);
    }
}

fn push(text: &mut String, name: &str, kind: &str, doc: &str, example: &str) {
    text.push_str(&format!("\n  {name}: {kind}\n      {doc}\n      {example}\n"));
}
