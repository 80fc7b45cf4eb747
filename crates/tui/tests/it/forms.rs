//! All forms of input.

use std::io::Write as _;

use pgnkit::Game;
use pgnkit_tui::{App, Look};

use crate::rig::Reader;

const GAMES: &str = "[White \"Tal\"]\n[Black \"Fine\"]\n\n1. e4 e5 *\n\n[White \"Morphy\"]\n[Black \"Count\"]\n\n1. d4 d5 2. c4 *\n";

fn gzip(text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_ref()).unwrap();
    encoder.finish().unwrap()
}

/// The games in another form.
fn written(write: impl Fn(&Game, &mut Vec<u8>)) -> Vec<u8> {
    let mut out = Vec::new();
    for read in pgnkit_archive::from_reader("", GAMES.as_bytes()).unwrap() {
        write(&read.unwrap().game, &mut out);
    }
    out
}

fn json() -> Vec<u8> {
    written(|game, out| {
        pgnkit::json::Writer::new().write_game(game, out);
        out.push(b'\n');
    })
}

fn pgc() -> Vec<u8> {
    written(|game, out| pgnkit::pgc::Writer::new().write_game(game, out).unwrap())
}

#[test]
fn every_form_is_listed_and_read_again() {
    let utf16: Vec<u8> =
        std::iter::once(0xfeff).chain(GAMES.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for (name, content) in [
        ("a.pgn", GAMES.as_bytes().to_vec()),
        ("bom.pgn", [b"\xef\xbb\xbf", GAMES.as_bytes()].concat()),
        ("a.pgn.gz", gzip(GAMES)),
        ("a.json", json()),
        ("a.json.gz", gzip(json())),
        ("a.pgc", pgc()),
        ("utf16.pgn", utf16),
    ] {
        let mut reader = Reader::of(name, content);
        assert!(reader.screen().contains("2 games"), "{name}: {}", reader.screen());
        let screen = reader.press("End Enter End").screen();
        assert!(screen.contains("Morphy – Count") && screen.contains("1.d4 d5 2.c4"), "{name}: {screen}");
        assert_eq!(reader.selected(), "c4", "{name}");
        let screen = reader.press("p").screen();
        assert!(screen.contains("Tal – Fine") && screen.contains("1.e4 e5 *"), "{name}: {screen}");
        assert!(reader.failures.is_empty(), "{name}");
    }
}

#[test]
fn records_are_games_that_begin_there() {
    let records = "8/8/8/8/8/5k2/6q1/7K w - - id \"mate\";\n4k3/8/8/8/8/8/8/4K3 b - - bm Kd7;\n";
    let mut reader = Reader::of("a.epd", records);
    assert!(reader.screen().contains("2 games"));
    assert!(reader.press("Down Enter C").copied[0].starts_with("4k3/8/8/8/8/8/8/4K3 b - - "));
    let mut reader = Reader::of("a.fen", "8/8/8/8/8/5k2/6q1/7K w - - 0 1\n4k3/8/8/8/8/8/8/4K3 b - - 0 1\n");
    assert!(reader.press("Enter C").copied[0].starts_with("8/8/8/8/8/5k2/6q1/7K w - - "));
}

#[test]
fn several_files_and_directories() {
    let directory = tempfile::tempdir().unwrap();
    for (name, content) in [("a.pgn", GAMES), ("b.pgn", "[White \"Short\"]\n\n1. e4 *\n")] {
        std::fs::write(directory.path().join(name), content).unwrap();
    }
    std::fs::write(directory.path().join("c.pgn.gz"), gzip("[White \"Polgar\"]\n\n1. c4 *\n")).unwrap();
    let app = App::new("many", Look::default(), (80, 24));
    let mut reader = Reader::open(vec![directory.path().to_owned()], app, (80, 24));
    assert!(reader.screen().contains("4 games"));
    assert!(reader.press("g '3' Enter Enter").screen().contains("1.e4 *"));
    assert!(reader.press("n").screen().contains("Polgar"));
}

#[test]
fn files_that_change_or_vanish() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.pgn");
    std::fs::write(&path, GAMES).unwrap();
    let app = App::new("a.pgn", Look::default(), (120, 24));
    let mut reader = Reader::open(vec![path.clone()], app, (120, 24));
    std::fs::write(&path, format!("{GAMES} ")).unwrap();
    assert!(reader.press("Enter").status().ends_with("a.pgn has changed; leave and open it again"));
    std::fs::remove_file(&path).unwrap();
    assert!(reader.press("Enter").status().contains("a.pgn: "), "{}", reader.status());
    assert!(reader.screen().contains("2 games"));
}

#[test]
fn games_with_errors_show_what_could_be_read() {
    let text = "[White \"Tal\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n";
    let mut reader = Reader::of("a.pgn", format!("{text}\n{text}"));
    let screen = reader.press("Down Enter").screen();
    assert!(screen.contains("1 error (d)"), "{screen}");
    assert!(screen.contains("1.e4 e5 2. Ke3 Nc6"), "{screen}");
    let screen = reader.press("d").screen();
    assert!(screen.contains("error PGN-C001") && screen.contains(", line 9, column "), "{screen}");
}

/// Games of an index have no text in a file: they are read by their numbers.
#[cfg(feature = "index")]
#[test]
fn games_of_an_index() {
    use pgnkit_collections::position_index::GatherGames;
    use pgnkit_index::IndexBuilder;

    let mut builder = IndexBuilder::new(&std::env::temp_dir(), 1 << 20);
    let annotated = "[White \"Anderssen\"]\n\n1. c4 {English} e5 (1... c5) 1-0\n";
    let games = GatherGames::default().of_text(format!("{GAMES}\n{annotated}").as_bytes());
    builder.add(&games.batch, 0, 0).unwrap();
    let index = builder.finish(&["a.pgn".to_owned()], Vec::new()).unwrap();
    let mut reader = Reader::of("a.idx", &index);
    assert!(reader.screen().contains("3 games"), "{}", reader.screen());
    let mut found = Vec::new();
    for keys in ["Home Enter End", "n End", "n End"] {
        let screen = reader.press(keys).screen();
        for (players, moves) in
            [("Tal – Fine", "1.e4 e5 *"), ("Morphy – Count", "1.d4 d5 2.c4"), ("Anderssen", "1...c5")]
        {
            if screen.contains(players) && screen.contains(moves) {
                found.push(players);
            }
        }
    }
    found.sort_unstable();
    assert_eq!(found, ["Anderssen", "Morphy – Count", "Tal – Fine"]);
    assert!(reader.failures.is_empty());
    let mut reader = Reader::of("a.idx.gz", gzip(&index));
    assert!(reader.screen().contains("3 games"));
    assert!(reader.press("Enter").screen().contains("unpack the index"), "{}", reader.screen());
}
