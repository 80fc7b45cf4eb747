//! The page of the manual has all themes with their conditions.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use pgnkit_puzzles::THEMES;

#[test]
fn the_page_has_the_themes() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/puzzles.md");
    let mut page = fs::read_to_string(&path).unwrap();
    let mut table = String::from("| theme | condition |\n| --- | --- |\n");
    for theme in THEMES {
        let condition = match theme.condition() {
            Some(text) if text.len() < 100 => format!("{}: `{text}`", theme.doc),
            _ => theme.doc.to_owned(),
        };
        writeln!(table, "| `{}` | {condition} |", theme.name).unwrap();
    }
    let start = page.find("| theme | condition |").unwrap();
    let end = start + page[start..].find("\n\n").unwrap() + 1;
    if std::env::var_os("PGN_BLESS").is_some() {
        page.replace_range(start..end, &table);
        fs::write(&path, page).unwrap();
    } else {
        assert_eq!(page[start..end], table, "PGN_BLESS=1 cargo test -p pgnkit-puzzles page writes it anew");
    }
}
