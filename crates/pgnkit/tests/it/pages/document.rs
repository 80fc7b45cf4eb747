//! `docs/diagnostics.md`: all pages in one document, made from them.

use std::fmt::Write;
use std::path::Path;

use pgnkit::syntax::{Area, Code};

const INTRODUCTION: &str = "\
# Diagnostics

What `pgn check` and the library can say of a text, one page for each code. Codes are stable and never reused;
`pgn explain CODE` shows a page on the terminal. The examples are tested: the wrong one gives the diagnostic, the right one none.

*Severity*: an **error** is where something had to be guessed, was skipped or left out; a **warning** is where the text
breaks a rule and its meaning is certain; a **note** is advice. *Section* is the clause of the PGN standard of 1994 that
is broken, or, with an S before it, of its supplement of 2001. *Fix*: **safe** when one is offered that keeps moves, tags and
comments as they are; **unsafe** when it may change what the text means; **none** when people have to look. Numbers such as
A-09 are the project's [decisions](../conformance/DECISIONS.md) where the standard is silent or contradicts itself.

*Level*: `pgn check --level` says how much is asked of a text: **import**, that it can be read without guessing and makes
sense; **export**, that it is export format besides; **archive**, what public archives ask for as well. So a *note, from
export a warning* is advice at import and breaks a rule at export and archive, and a *warning, from export* is not looked
for at import.

<!-- Made from crates/diagnostics/src/code/pages by `PGN_BLESS=1 cargo test -p pgnkit --all-features pages`. -->
";

fn document() -> String {
    let mut out = INTRODUCTION.to_owned();
    let mut area = None;
    for &code in Code::ALL {
        if area.replace(code.area()) != Some(code.area()) {
            let title = title(code.area());
            let _ = write!(
                out,
                "\n## {title}\n\n| code | name | severity | what it is |\n| --- | --- | --- | --- |\n"
            );
        }
        let (name, severity) = (code.name(), code.severity().as_str());
        let anchor = format!("{name}-{}", code.to_string().to_ascii_lowercase());
        let _ = writeln!(out, "| {code} | [{name}](#{anchor}) | {severity} | {} |", code.summary());
    }
    for code in Code::ALL {
        out.push_str("\n---\n\n");
        // One level down: the document has a title of its own.
        let mut in_example = false;
        for line in code.page().lines() {
            in_example ^= line.starts_with("```");
            let deeper = if line.starts_with('#') && !in_example { "#" } else { "" };
            let _ = writeln!(out, "{deeper}{line}");
        }
    }
    out
}

fn title(area: Area) -> &'static str {
    match area {
        Area::Lexical => "L: characters, comments, strings, escapes",
        Area::Syntax => "S: games, tag pairs, variations, termination",
        Area::Tags => "T: tag names and values",
        Area::Movetext => "M: numbers, annotations, spelling of moves",
        Area::Chess => "C: legality, positions, results",
        Area::Commands => "K: embedded commands and clocks",
        Area::Export => "X: export style",
        Area::Epd => "E: records of Extended Position Description",
        Area::Pgc => "B: records of PGC, the binary coding",
        Area::Json => "J: games as JSON",
        Area::Records => "R: records of databases, rows of tables",
        other => panic!("no title for {other:?}"),
    }
}

#[test]
fn the_document_has_the_pages_as_they_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics.md");
    let made = document();
    if std::env::var_os("PGN_BLESS").is_some() {
        return std::fs::write(&path, made).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == made,
        "docs/diagnostics.md is not what the pages say: PGN_BLESS=1 cargo test -p pgnkit --all-features pages writes it anew"
    );
}
