//! Themes beside the tags that lichess has given to its puzzles.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use pgnkit_puzzles::{THEMES, ThemeTester};

use crate::puzzle;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Number of puzzles that lichess has tagged, that the theme finds, and both, as in `agreement.tsv`, which also says why they differ. The
/// puzzles are those by which `pgnkit-query` compares its themes. `PGN_BLESS=1` counts anew.
#[test]
fn themes_agree_with_the_tags_of_puzzles() {
    let table = fs::read_to_string(file("../query/tests/themes/puzzles.csv")).unwrap();
    let tester = ThemeTester::default();
    // Scores are not in the table.
    let themes: Vec<&str> = THEMES
        .iter()
        .map(|theme| theme.name)
        .filter(|name| !["advantage", "crushing"].contains(name))
        .collect();
    let mut counts = vec![[0_u32; 3]; themes.len()];
    let mut puzzles = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [_, fen, moves, tags] = *cells else { panic!("{line}") };
        let puzzle = puzzle(fen, moves);
        let found = tester.themes_of(&puzzle);
        puzzles += 1;
        for (theme, counts) in themes.iter().zip(&mut counts) {
            let is_tagged = tags.split(' ').any(|tag| tag == *theme);
            let is_found = found.contains(theme);
            for (count, is) in counts.iter_mut().zip([is_tagged, is_found, is_tagged && is_found]) {
                *count += u32::from(is);
            }
        }
    }
    assert!(puzzles > 1000, "{puzzles}");
    let path = file("tests/agreement.tsv");
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let mut found = "theme\ttagged\tfound\tboth\twhy\n".to_owned();
    for (theme, [tagged, seen, both]) in themes.iter().zip(counts) {
        let row = expected.lines().find(|row| row.split('\t').next() == Some(theme));
        let why = row.and_then(|row| row.split('\t').nth(4)).unwrap_or_default();
        assert!(tagged == both && seen == both || !why.is_empty() || blesses(), "{theme}: why?");
        writeln!(found, "{theme}\t{tagged}\t{seen}\t{both}\t{why}").unwrap();
    }
    if blesses() {
        fs::write(&path, found).unwrap();
    } else {
        assert_eq!(expected, found, "PGN_BLESS=1 cargo test -p pgnkit-puzzles agree writes it anew");
    }
}

fn blesses() -> bool {
    std::env::var_os("PGN_BLESS").is_some()
}
