//! Values in two encodings in one game, through everything that writes.

use std::fs;

use crate::rig::{Dir, Ran, pgn};

/// Names in UTF-8; a comment, an escape line and an unread move in Windows-1252.
const MIXED: &[u8] =
    "[Event \"Łódź\"]\n[White \"Tal, Žofie\"]\n[Black \"Bürger\"]\n[Result \"1-0\"]\n\n".as_bytes();
const MOVES: &[u8] = b"1. e4 {\x84gro\xdf\x94 M\xfcller} 1... e5 {\xc5\x81\xc3\xb3d\xc5\xba} 2. Nf3 1-0\n\n";
const WORDS: [&str; 5] = ["Łódź", "Tal, Žofie", "Bürger", "„groß” Müller", "{Łódź}"];

fn mixed() -> Vec<u8> {
    [MIXED, MOVES].concat()
}

/// The output, each line in its own encoding.
fn shown(bytes: &[u8]) -> String {
    pgnkit::diagnostics::Encoding::read_movetext(bytes).into_owned()
}

#[track_caller]
fn holds(what: &str, text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "{what}: {word} in\n{text}");
    }
    assert!(!text.contains('Ã') && !text.contains('Å') && !text.contains('\u{fffd}'), "{what}:\n{text}");
}

#[test]
fn everything_that_writes_games() {
    for args in [
        &["fmt", "-q"][..],
        &["fmt", "-q", "--on-error", "keep"],
        &["sort", "-q", "--by", "white"],
        &["sort", "-q", "--fmt", "--by", "black"],
        &["merge", "-q"],
        &["dedup", "-q"],
        &["filter", "-q", "white = 'Tal, Žofie' AND black LIKE 'Bür%' AND event = 'Łódź'"],
        &["filter", "-q", "comment LIKE '%groß%'"],
        &["edit", "-q", "--set", "Annotator=Ťhomas"],
        &["edit", "-q", "--set", "White=Tal, Žofie"],
        &["eco", "-q"],
        &["clocks", "-q", "--add", "emt"],
        &["convert", "-q", "--to", "pgn"],
    ] {
        let ran = pgn(args, mixed());
        if ran.0.status.code() == Some(2) {
            panic!("{args:?}: {}", String::from_utf8_lossy(&ran.0.stderr));
        }
        holds(&format!("{args:?}"), &shown(ran.bytes()), &WORDS);
    }
    for (args, words) in [
        (&["convert", "-q", "--to", "json"][..], &WORDS[..4]),
        (&["convert", "-q", "--to", "csv"], &WORDS[3..4]),
        (&["show", "--plain"], &WORDS[1..4]),
        (&["html", "-q"], &WORDS[..4]),
        (&["check", "-q", "--notes", "--format", "json", "--select", "ALL"], &[]),
        (&["epd", "from-pgn", "-q"], &WORDS[1..3]),
        (&["diagram", "-"], &WORDS[1..3]),
    ] {
        holds(&format!("{args:?}"), pgn(args, mixed()).out(), words);
    }
}

#[test]
fn there_and_back_through_columns() {
    let expected = pgn(&["fmt", "-q"], mixed());
    for form in ["parquet", "arrow", "json"] {
        let lossless: &[&str] = if form == "json" { &[] } else { &["--lossless"] };
        let columns = pgn(&[&["convert", "-q", "--to", form], lossless].concat(), mixed());
        assert_eq!(pgn(&["fmt", "-q"], columns.bytes()).out(), expected.out(), "{form}");
    }
}

#[test]
fn in_place_only_what_is_meant_changes() {
    let dir = Dir::with("a.pgn", mixed());
    let bytes = |dir: &Dir| fs::read(dir.path("a.pgn")).unwrap();
    dir.pgn(&["edit", "-q", "-i", "--set", "Black=Ťhomas", "a.pgn"]).status(0);
    let expected = shown(&mixed()).replace("Bürger", "Ťhomas");
    assert_eq!(shown(&bytes(&dir)), expected);
    assert!(bytes(&dir).windows(5).any(|part| part == b"gro\xdf\x94"));
    dir.pgn(&["sort", "-q", "-i", "a.pgn"]).status(0);
    assert_eq!(shown(&bytes(&dir)), expected);
    let ran: Ran = dir.pgn(&["fmt", "-q", "-i", "a.pgn"]).status(0);
    assert_eq!(ran.err(), "");
    holds("fmt -i", &dir.read("a.pgn"), &["Ťhomas", "„groß” Müller", "{Łódź}"]);
}
