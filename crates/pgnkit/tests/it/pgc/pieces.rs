//! A stream in pieces is read as the file is.

use pgnkit::pgc::{Dialect, whole_games};

use super::{Found, GAMES, coded, read};

/// Reads a stream in pieces of some length, as the documentation of [`whole_games`] says.
fn in_pieces(file: &[u8], length: usize) -> Vec<String> {
    let (mut kept, mut games) = (Vec::new(), Vec::new());
    let mut take = |bytes: &[u8]| games.extend(read(bytes).0.into_iter().map(|game| game.text));
    for piece in file.chunks(length) {
        kept.extend_from_slice(piece);
        let whole = whole_games(&kept);
        take(&kept[..whole]);
        kept.drain(..whole);
    }
    take(&kept);
    games
}

fn texts(games: Vec<Found>) -> Vec<String> {
    games.into_iter().map(|game| game.text).collect()
}

#[test]
fn pieces_of_any_length_are_the_file() {
    let [standard, other] = [Dialect::Standard, Dialect::Pgn2pgc].map(|dialect| coded(GAMES, dialect));
    let reduced = coded("1. e4 *", Dialect::Standard);
    for file in [
        standard.clone(),
        other.clone(),
        [&standard[..], b"\0\0", &other, b"\x0a\x01\0x", &standard].concat(),
        // A game within another, whose end follows or not.
        [&b"\x05"[..], &reduced, b"\x06", &standard].concat(),
        [&b"\x05\x03\x01\x0d"[..], &reduced, &standard].concat(),
        [&b"\x05\x05"[..], &other, b"\x06\x06", &standard].concat(),
        // What is damaged.
        [&standard[..], b"\x0b", &standard].concat(),
        [&standard[..], b"\x02\xff", &standard].concat(),
        [&standard[..], &b"\x06\x09\x03\x01\x0d"[..], &other].concat(),
        standard[..standard.len() - 3].to_vec(),
        // An event of six characters, whose length is the end of a game.
        [
            coded(&GAMES.replacen("[Event \"", "[Event \"Berlin\"]\n[X \"", 1), Dialect::Pgn2pgc),
            other.clone(),
        ]
        .concat(),
    ] {
        let whole = texts(read(&file).0);
        for length in 1..=file.len().min(300) {
            assert_eq!(in_pieces(&file, length), whole, "pieces of {length}: {file:x?}");
        }
        for length in 0..file.len() {
            let whole_bytes = whole_games(&file[..length]);
            assert!(whole_bytes <= length);
            let start = texts(read(&file[..whole_bytes]).0);
            assert!(whole.starts_with(&start), "{length} bytes of {file:x?}");
        }
    }
}
