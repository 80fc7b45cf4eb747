//! The page of documentation about duplicates.

use pgnkit_archive::dedup::{Evidence, REQUIRED_POINTS};

#[test]
fn the_weights_in_the_documentation_are_those_of_the_program() {
    let mut table = String::from("| points | named | evidence |\n| ---: | --- | --- |\n");
    for item in Evidence::ALL {
        table.push_str(&format!("| {} | {} | {} |\n", item.points(), item.as_str(), item.doc()));
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/dedup.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let start = page.find("| points |").unwrap();
    let end = start + page[start..].find("\n\n").unwrap() + 1;
    if std::env::var_os("PGN_BLESS").is_some() {
        std::fs::write(&path, [&page[..start], &table, &page[end..]].concat()).unwrap();
    } else {
        assert_eq!(&page[start..end], table);
    }
    assert!(page.contains(&format!("**{REQUIRED_POINTS} points**")));
}
