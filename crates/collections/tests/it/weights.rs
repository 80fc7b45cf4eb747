//! The pages of documentation about duplicates and names.

use pgnkit_collections::{dedup, names};

#[test]
fn the_weights_in_the_documentation_are_those_of_the_program() {
    let weights = dedup::Evidence::ALL.iter().map(|item| (item.points(), item.as_str(), item.doc()));
    compare("dedup.md", weights, &[dedup::REQUIRED_POINTS]);
    let weights = names::Evidence::ALL.iter().map(|item| (item.points(), item.as_str(), item.doc()));
    compare("names.md", weights, &[names::REQUIRED_POINTS, names::DOUBTFUL_POINTS]);
}

fn compare(page: &str, weights: impl Iterator<Item = (i32, &'static str, &'static str)>, limits: &[i32]) {
    let mut table = String::from("| points | named | evidence |\n| ---: | --- | --- |\n");
    for (points, name, doc) in weights {
        table.push_str(&format!("| {points} | {name} | {doc} |\n"));
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    let page = std::fs::read_to_string(&path).unwrap();
    let start = page.find("| points |").unwrap();
    let end = start + page[start..].find("\n\n").unwrap() + 1;
    if std::env::var_os("PGN_BLESS").is_some() {
        std::fs::write(&path, [&page[..start], &table, &page[end..]].concat()).unwrap();
    } else {
        assert_eq!(&page[start..end], table);
    }
    limits.iter().for_each(|limit| assert!(page.contains(&format!("**{limit} points**"))));
}
