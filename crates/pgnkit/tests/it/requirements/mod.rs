//! The requirements on texts, as a table, and what all diagnostics of reading have in common: the form of their messages,
//! and fixes that do what they say.

mod fixes;
mod messages;
mod table;

use pgnkit::syntax::{Code, Severity};

#[test]
fn every_text_gets_the_diagnostics_the_requirements_ask_for() {
    let mut wrong = Vec::new();
    for row in table::rows() {
        for name in &row.expected {
            assert!(Code::from_name(name).is_some(), "{}: {name}", row.id);
        }
        let mut found: Vec<&str> = table::check(&row.text, row.level)
            .iter()
            .filter(|diagnostic| {
                let is_meant = row.is_silent || diagnostic.severity > Severity::Note;
                is_meant || row.expected.contains(&diagnostic.code.name())
            })
            .map(|diagnostic| diagnostic.code.name())
            .collect();
        found.sort_unstable();
        if found != row.expected {
            let text = row.text.escape_ascii();
            let level = row.level.as_str();
            wrong.push(format!(
                "{} {level} {text}\n    expected {:?}\n    found    {found:?}",
                row.id, row.expected
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
