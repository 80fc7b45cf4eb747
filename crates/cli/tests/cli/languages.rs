//! Piece letters of other languages, and other notations.

use crate::rig::{Dir, pgn};

const GERMAN: &str = "1. e4 e5 2. Sf3 {Sf3} Sc6 3. Lb5 (3. Lc4 Lc5) 3... a6 *\n";
const ENGLISH: &str = "1. e4 e5 2. Nf3 {Sf3} 2... Nc6 3. Bb5 (3. Bc4 Bc5) 3... a6 *\n";

/// The movetext of the first game.
fn movetext(output: &str) -> &str {
    output.split_once("\n\n").map_or(output, |(_, moves)| moves.trim_end_matches('\n'))
}

#[test]
fn written() {
    for (args, expected) in [
        (&["--to", "pgn"][..], "1. e4 e5 2. Nf3 {Sf3} 2... Nc6 3. Bb5 (3. Bc4 Bc5) 3... a6 *"),
        (&["--to", "san"], "1. e4 e5 2. Nf3 {Sf3} 2... Nc6 3. Bb5 (3. Bc4 Bc5) 3... a6 *"),
        (&["--to", "san", "--lang", "de"], "1. e4 e5 2. Sf3 {Sf3} 2... Sc6 3. Lb5 (3. Lc4 Lc5) 3... a6 *"),
        (&["--to", "san", "--lang", "ru"], "1. e4 e5 2. Кf3 {Sf3} 2... Кc6 3. Сb5 (3. Сc4 Сc5) 3... a6 *"),
        (&["--to", "fan"], "1. e4 e5 2. ♘f3 {Sf3} 2... ♘c6 3. ♗b5 (3. ♗c4 ♗c5) 3... a6 *"),
        (&["--to", "uci"], "1. e2e4 e7e5 2. g1f3 {Sf3} 2... b8c6 3. f1b5 (3. f1c4 f8c5) 3... a7a6 *"),
        (
            &["--to", "lan"],
            "1. e2-e4 e7-e5 2. Ng1-f3 {Sf3} 2... Nb8-c6 3. Bf1-b5 (3. Bf1-c4 Bf8-c5) 3...\na7-a6 *",
        ),
        (
            &["--to", "lan", "--lan-style", "letter", "--lang", "nl"],
            "1. e2e4 e7e5 2. Pg1f3 {Sf3} 2... Pb8c6 3. Lf1b5 (3. Lf1c4 Lf8c5) 3... a7a6 *",
        ),
        (
            &["--to", "lan", "--lan-style", "hyphen"],
            "1. e2-e4 e7-e5 2. g1-f3 {Sf3} 2... b8-c6 3. f1-b5 (3. f1-c4 f8-c5) 3... a7-a6 *",
        ),
    ] {
        let ran = pgn(&[&["convert"][..], args].concat(), ENGLISH).status(0);
        assert_eq!(movetext(ran.out()), expected, "{args:?}");
    }
}

#[test]
fn what_is_shown_has_suffixes() {
    let game = "1. e4 $1 e5 $6 $14 2. Nf3 $7 *\n";
    for (form, expected) in [
        ("san", "1. e4! e5?! $14 2. Nf3 $7 *"),
        ("fan", "1. e4! e5?! $14 2. \u{2658}f3 $7 *"),
        ("lan", "1. e2-e4 $1 1... e7-e5 $6 $14 2. Ng1-f3 $7 *"),
        ("pgn", "1. e4 $1 1... e5 $6 $14 2. Nf3 $7 *"),
    ] {
        let ran = pgn(&["convert", "--to", form], game).status(0);
        assert_eq!(movetext(ran.out()), expected, "{form}");
        assert_eq!(pgn(&["fmt"], ran.bytes()).status(0).out(), pgn(&["fmt"], game).status(0).out());
    }
}

#[test]
fn what_is_exchanged_has_english_letters() {
    for args in [
        &["--to", "pgn", "--lang", "de"][..],
        &["--to", "uci", "--lang", "de"],
        &["--to", "fan", "--lang", "de"],
        &["--to", "lan", "--lan-style", "squares", "--lang", "de"],
        &["--to", "json", "--lang", "de"],
        &["--to", "san", "--lan-style", "full"],
        &["--to", "san", "--lang", "xx"],
    ] {
        let ran = pgn(&[&["convert"][..], args].concat(), ENGLISH).status(2);
        assert!(ran.out().is_empty() && !ran.err().is_empty(), "{args:?}");
    }
}

#[test]
fn read() {
    let english = pgn(&["fmt"], ENGLISH).status(0).out().to_owned();
    for args in [
        &["fmt", "--lang", "de"][..],
        &["fmt", "--lang", "auto"],
        &["convert", "--to", "pgn", "--from-lang", "de"],
        &["convert", "--to", "san", "--from-lang", "auto"],
    ] {
        assert_eq!(pgn(args, GERMAN).status(0).out(), english, "{args:?}");
    }
    // Nothing is guessed.
    pgn(&["fmt"], GERMAN).status(1);
    // The language that is named, and no other.
    pgn(&["fmt", "--lang", "fr"], GERMAN).status(1);
    pgn(&["fmt", "--lang", "de"], ENGLISH).status(1);
    // A game of each kind, in blocks that end anywhere.
    let many = [GERMAN, ENGLISH, "1. e4 e5 2. Cf3 Cc6 3. Fb5 *\n"]
        .map(|game| format!("[Event \"?\"]\n\n{game}\n"))
        .concat();
    let many = many.repeat(3000);
    let one = pgn(&["fmt", "--lang", "auto", "-j", "1"], &many).status(0).out().to_owned();
    assert_eq!(one.matches("2. Nf3").count(), 9000);
    assert_eq!(pgn(&["fmt", "--lang", "auto", "-j", "4"], &many).status(0).out(), one);
}

#[test]
fn said() {
    let shown = |args: &[&str]| {
        let ran = pgn(&[&["check", "-q", "--notes", "--format", "concise"][..], args].concat(), GERMAN);
        ran.status(0).out().to_owned()
    };
    for lang in ["de", "auto"] {
        let found = shown(&["--lang", lang]);
        assert!(found.contains("1:13: note[PGN-M016] national-piece-letters: "), "{found}");
        assert_eq!(found.matches("M016").count(), 1, "{found}");
    }
    // A place behind the note is known.
    let ran = pgn(&["check", "-q", "--lang", "auto", "--format", "json"], "1. e4 e5 2. Sf3 Sc6 3. 0-0 Lb5 *");
    assert!(ran.out().contains("illegal-move"), "{}", ran.out());
    let dir = Dir::with("a.pgn", GERMAN);
    dir.pgn(&["check", "--fix", "--lang", "de", "a.pgn"]).status(2);
}

#[test]
fn there_and_back() {
    let english = pgn(&["fmt"], ENGLISH).status(0).out().to_owned();
    for lang in
        ["cs", "da", "nl", "en", "et", "fi", "fr", "hu", "is", "it", "no", "pl", "pt", "ro", "ru", "es", "sv"]
    {
        let shown = pgn(&["convert", "--to", "san", "--lang", lang], ENGLISH).status(0).out().to_owned();
        assert_eq!(pgn(&["fmt", "--lang", lang], &shown).status(0).out(), english, "{lang}");
    }
}
