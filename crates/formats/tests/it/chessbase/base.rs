//! The small base that tests of other crates read: `base/own.cbh` and the files beside it.

use std::fs;
use std::path::Path;

use super::names::whole;
use super::read;

/// A game with a variation, comments and glyphs, after the one with all names.
const GAME: &str = "{before} 1. e4 $1 c5 (1... e5 2. Nf3 {two} Nc6) 2. Nf3 {a} d6 3. Bb5+ Bd7 4. O-O *\n";

#[test]
fn the_base_of_other_tests_is_what_the_writer_writes() {
    let mut files = whole();
    files.push_game(&pgnkit::parse_games(GAME.as_bytes()).next().unwrap().game, 0);
    let (games, damage) = read(&files);
    assert!(damage.is_empty() && games.len() == 2, "{damage:?}");
    assert!(games[1].contains("(1... e5 2. Nf3 {two} 2... Nc6)"), "{}", games[1]);
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/chessbase/base");
    let [players, tournaments, annotators, sources, teams, titles] = &files.names;
    for (ending, bytes) in [
        ("cbh", &files.headers),
        ("cbg", &files.moves),
        ("cba", &files.annotations),
        ("cbj", &files.extras),
        ("cbp", players),
        ("cbt", tournaments),
        ("cbc", annotators),
        ("cbs", sources),
        ("cbe", teams),
        ("cbl", titles),
        ("cbtt", &files.ends),
    ] {
        let path = place.join(format!("own.{ending}"));
        if std::env::var_os("PGN_BLESS").is_some() {
            fs::create_dir_all(&place).unwrap();
            fs::write(&path, bytes).unwrap();
        }
        let found = fs::read(&path).unwrap();
        assert!(found == *bytes, "{}: made anew by PGN_BLESS=1", path.display());
    }
}
