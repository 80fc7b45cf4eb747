//! `pgn book`.

use crate::rig::{BAD, Dir, LAX, pgn};

/// A round robin of three.
const EVENT: &str = "[Event \"Riga\"]\n[White \"Tal\"]\n[Black \"Fine\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n\
[Event \"Riga\"]\n[White \"Fine\"]\n[Black \"Keres\"]\n[Result \"1/2-1/2\"]\n\n1. d4 {why} d5 (1... Nf6) 1/2-1/2\n\n\
[Event \"Riga\"]\n[White \"Keres\"]\n[Black \"Tal\"]\n[Result \"0-1\"]\n\n1. c4 $220 0-1\n";

#[test]
fn every_form() {
    let dir = Dir::with("a.pgn", EVENT);
    for (form, file) in [("typst", "b.typ"), ("latex", "b.tex"), ("epub", "b.epub")] {
        let ran = dir.pgn(&["book", "a.pgn", "--title", "A #1 book", "-o", file]).status(0);
        assert_eq!((ran.out(), ran.account()), ("", "pgn: 3 games (269 bytes): no errors; wrote 3"));
        let written = std::fs::read(dir.path(file)).unwrap();
        let ran =
            dir.pgn(&["book", "--to", form, "--title", "A #1 book", "-q", "-j", "2", "a.pgn"]).status(0);
        assert_eq!(
            ran.bytes(),
            written,
            "{form}: the same with any number of threads, and on standard output"
        );
    }
    let typst = dir.read("b.typ");
    // The opening is told by the positions, and the crosstable is there.
    for text in [
        "#let title = \"A #1 book\"",
        "#game(1, \"Tal\", \"Fine\", \"1-0\", \"Tal – Fine\", \"Riga\", \"C60 Ruy Lopez\")\n#m[1\\.e4 e5 2\\.Nf3 Nc6 3\\.Bb5 #b[1\\-0]]",
        "#m[1\\.d4 #c[why] 1\\.\\.\\.d5]\n#v[1\\.\\.\\.Nf6]",
        "#board(\"rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR\"",
        "= Crosstable\n#table-of(\"Riga: 3 players, 3 games\"",
        "#player(\"Keres\", -2, 3)",
        "#opening(\"C60\", \"Ruy Lopez\", 1)",
    ] {
        assert!(typst.contains(text), "{text}");
    }
    let latex = dir.read("b.tex");
    for text in ["\\newcommand{\\booktitle}{A \\#1 book}", "\\diagram{setfen=", "\\parttitle{Crosstable}"] {
        assert!(latex.contains(text), "{text}");
    }
}

#[test]
fn options() {
    for (args, there, missing) in [
        (&["--no-index", "--no-crosstable"][..], "= 1", "= Crosstable"),
        (&["--no-comments", "--no-variations"], "1\\.d4 d5", "why"),
        (&["--no-marked"], "1\\.c4", "#board("),
        (&["--final", "--flip"], "#board(\"R2KQBNR/PPP1PPPP/2N5/3P4/3p2B1/", "nothing"),
        (&["--every", "2"], "after 1...d5", "after 1.d4"),
        (&["--ply", "0,1"], "after 1.d4", "after 1...d5"),
        (&["--lang", "de"], "3\\.Lb5", "3\\.Bb5"),
        (&["--figurine"], "3\\.♗b5", "3\\.Bb5"),
        (&["--paper", "a5", "--columns", "1"], "#let paper = \"a5\"\n#let columns = 1", "us-letter"),
        (&["--theme", "grey"], "#let board-head", "P-hatch'"),
    ] {
        let ran = pgn(&[&["book", "--to", "typst"], args].concat(), EVENT).status(0);
        assert!(args[0] == "--no-index" || ran.out().contains(there), "{args:?}: {there}");
        assert!(!ran.out().contains(missing), "{args:?}: {missing}");
    }
}

#[test]
fn what_has_no_form_or_no_effect_is_refused() {
    let dir = Dir::with("a.pgn", EVENT);
    for (args, message) in [
        (
            &["-o", "b.html"][..],
            "b.html: cannot infer the format; use the extension .typ, .tex, .epub or .pdf",
        ),
        (&["-o", "b.tex", "--to", "epub"], "--to and the extension .tex contradict each other"),
        (&["--to", "epub", "--paper", "a5"], "--paper has no effect on a book as .epub"),
        (&["--to", "latex", "--theme", "grey"], "--theme has no effect on a book as .tex"),
        (&["--to", "typst", "--every", "0"], "expected a number from 1"),
        (&[], "--to"),
    ] {
        let ran = dir.pgn(&[&["book", "a.pgn"], args].concat()).status(2);
        assert!(ran.err().contains(message), "{args:?}: {}", ran.err());
    }
    assert_eq!(dir.names(), ["a.pgn"]);
    let ran = dir.pgn(&["book", "--to", "typst", "a.pgn", "-o", "a.pgn"]).status(2);
    assert!(ran.err().contains("a.pgn: it is an input"), "{}", ran.err());
    assert_eq!(dir.read("a.pgn"), EVENT);
}

#[test]
fn games_with_errors_are_printed_as_far_as_they_are_legal() {
    let dir = Dir::with("a.pgn", [LAX, "\n", BAD].concat());
    let ran = dir.pgn(&["book", "a.pgn", "-o", "b.typ"]).status(1);
    assert!(ran.account().contains("1 with errors; wrote 2"), "{}", ran.err());
    assert!(dir.read("b.typ").contains("#m[1\\.e4 e5 #unread(\"2. Ke3 {why} Nc6\") #b[0\\-1]]"));
    let ran = dir.pgn(&["book", "a.pgn", "-o", "b.typ", "--on-error", "drop"]).status(1);
    assert!(ran.account().contains("1 left out; wrote 1"), "{}", ran.err());
    // A book that would be only a part is not written.
    let before = dir.read("b.typ");
    dir.pgn(&["book", "a.pgn", "missing.pgn", "-o", "b.typ"]).status(2);
    assert_eq!(dir.read("b.typ"), before);
}

#[test]
fn characters_that_latex_lacks_are_counted() {
    let ran = pgn(&["book", "--to", "latex"], "[White \"Таль\"]\n\n1. e4 {中} *\n").status(0);
    assert!(ran.out().contains("{Tal'}"), "{}", ran.out());
    assert!(ran.account().ends_with("; LaTeX: 5 characters replaced"), "{}", ran.err());
}

#[test]
fn pdf_is_made_by_another_program() {
    let dir = Dir::with("a.pgn", EVENT);
    let mut command = dir.command(&["book", "a.pgn", "-o", "b.pdf"]);
    let ran = crate::rig::Ran(command.env("PATH", dir.path("bin")).output().unwrap()).status(2);
    assert!(ran.err().contains("cargo install --path crates/book-pdf"), "{}", ran.err());
    assert_eq!(dir.names(), ["a.pgn"]);
}

/// A program in place of the compiler of PDF.
#[cfg(unix)]
#[test]
fn pdf_is_what_that_program_writes() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = Dir::with("a.pgn", EVENT);
    for (script, status, written) in [
        ("#!/bin/sh\n/bin/grep -c '^#game('\n", 0, Some("3\n")),
        ("#!/bin/sh\n/bin/cat > /dev/null\necho half\nexit 1\n", 2, None),
        ("#!/bin/sh\nexit 1\n", 2, None),
    ] {
        let program = dir.write("bin/pgn-pdf", script);
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = dir.command(&["book", "a.pgn", "-o", "b.pdf"]);
        let ran = crate::rig::Ran(command.env("PATH", dir.path("bin")).output().unwrap()).status(status);
        let found = std::fs::read_to_string(dir.path("b.pdf")).ok();
        assert_eq!(found.as_deref(), written, "{}", ran.err());
        let _ = std::fs::remove_file(dir.path("b.pdf"));
    }
}
