//! PGN to columns and back: the same bytes as export format.

use std::path::{Path, PathBuf};

use arrow_array::{Array, RecordBatch, cast::AsArray};
use pgnkit::syntax::{Ignore, Span};
use pgnkit::{Export, GameBuilder, Replayer};
use pgnkit_columns::record::Games;
use pgnkit_columns::{Builder, Layout};

/// The rows of the games of a text, and their export format.
fn rows(text: &[u8], layout: &Layout) -> (RecordBatch, Vec<Vec<u8>>) {
    let (mut builder, mut games) = (Builder::new(layout), GameBuilder::new());
    let (mut replayer, mut exports) = (Replayer::new(text), Vec::new());
    while replayer.read_into(&mut games, &mut Ignore).is_some() {
        let game = games.game();
        game.visit(Span::default(), builder.visitor());
        exports.push(Vec::new());
        builder.add(exports.len() as u64, Some(game), &[]);
        Export::default().write_game(game, exports.last_mut().unwrap());
    }
    (builder.finish().unwrap(), exports)
}

/// The rows as PGN, each in export format.
fn back(batch: &RecordBatch) -> Vec<Vec<u8>> {
    let (mut games, mut builder) = (Games::new(batch).unwrap(), GameBuilder::new());
    let read = |row| {
        let (mut text, mut again) = (Vec::new(), Vec::new());
        games.read_into(row, &mut builder).unwrap();
        Export::default().write_game(builder.game(), &mut text);
        games.write_pgn(row, &mut again).unwrap();
        assert_eq!(String::from_utf8_lossy(&text), String::from_utf8_lossy(&again));
        text
    };
    (0..batch.num_rows()).map(read).collect()
}

/// Number of rows that had to be kept as text.
fn round_trip(name: &str, text: &[u8]) -> (usize, usize) {
    let (batch, exports) = rows(text, &Layout::lossless());
    for (found, expected) in back(&batch).iter().zip(&exports) {
        assert_eq!(String::from_utf8_lossy(found), String::from_utf8_lossy(expected), "{name}");
    }
    assert_eq!(batch.num_rows(), exports.len());
    let kept = batch.column_by_name("pgn").unwrap().as_string::<i32>();
    (exports.len(), exports.len() - kept.null_count())
}

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn texts_of_the_repository_survive() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    for directory in
        ["examples", "conformance/cases", "crates/diagnostics/src/code/pages", "crates/pgnkit/tests"]
    {
        files(&root.join(directory), &mut paths);
    }
    let (mut games, mut kept) = (0, 0);
    for path in &paths {
        let (those, texts) = round_trip(&path.display().to_string(), &std::fs::read(path).unwrap());
        (games, kept) = (games + those, kept + texts);
    }
    eprintln!("{} files, {games} games, {kept} kept as text", paths.len());
    assert!(games > 1000 && kept > 10, "{games} games, {kept} kept as text");
}

#[test]
#[ignore]
fn texts_of_a_corpus_survive() {
    let mut paths = Vec::new();
    files(Path::new(&std::env::var("PGN_CORPUS").unwrap()), &mut paths);
    for path in &paths {
        if path.extension().is_some_and(|e| e == "pgn") {
            let (those, texts) = round_trip(&path.display().to_string(), &std::fs::read(path).unwrap());
            if texts > 0 {
                eprintln!("{}: {those} games, {texts} as text", path.display());
            }
        }
    }
}
