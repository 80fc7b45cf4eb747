//! `pgn check`: what people are shown. The expected texts lie in `snapshots/`.

use crate::rig::{BAD, Dir, LAX, Ran, pgn, snapshot};

fn example() -> Dir {
    let path = format!("{}/../../examples/broken.pgn", env!("CARGO_MANIFEST_DIR"));
    Dir::with("broken.pgn", std::fs::read(path).unwrap())
}

fn text(content: impl AsRef<[u8]>) -> Ran {
    Dir::with("a.pgn", content).pgn(&["check", "-q", "a.pgn"])
}

#[test]
fn the_broken_example() {
    let dir = example();
    snapshot("broken-text", dir.pgn(&["check", "broken.pgn"]).status(1).out());
    let concise = dir.pgn(&["check", "--format", "concise", "broken.pgn"]).status(1);
    snapshot("broken-concise", concise.out());
    assert_eq!(concise.err(), "pgn: 10 games (919 bytes): 5 with errors, 4 with warnings\n");
}

#[test]
fn carets_stand_under_what_they_mean() {
    snapshot("caret-tabs", text("1. e4\te5\t2. Ke3 *\n").status(1).out());
    snapshot("caret-wide", text("1. e4 {\u{68cb}\u{4f60}\u{597d} \u{1f600}} e4 *\n").status(1).out());
    snapshot("caret-combining", text("1. e4 {e\u{301}e\u{301}} e4 *\n").status(1).out());
    snapshot("caret-latin1", text(b"1. e4 {M\xfcller f\xfcr \xdf} e4 {\xe9} *\n").status(1).out());
    snapshot("caret-windows1252", text(b"1. e4 {M\xfcller \x96 \x84x\x93} e4 *\n").status(1).out());
    snapshot("caret-crlf", text("[White \"x\"]\r\n\r\n1. e4\r\n   e4\r\n*\r\n").status(1).out());
    snapshot("caret-end-of-line", text("1. e4 {x\n\n[Event \"y\"]\n\n*\n").status(1).out());
    snapshot("caret-end-of-file", text("1. e4 e5 (1... c5").status(1).out());
}

#[test]
fn of_a_long_line_a_part_is_shown() {
    let words = "{a comment of an engine} ".repeat(1_200);
    let line = format!("1. e4 {words} e5 2. Ke3 {words} *\n");
    let ran = text(&line).status(1);
    snapshot("long-line", ran.out());
    assert!(ran.out().contains(&format!("a.pgn:1:{}\n", line.find("Ke3").unwrap() + 1)));
    // The same in two bytes a character: the column counts characters.
    let wide = text(line.replace('m', "\u{fc}")).status(1);
    assert!(wide.out().contains(&format!("a.pgn:1:{}\n", line.find("Ke3").unwrap() + 1)), "{}", wide.out());
    assert!(!wide.out().contains('\u{fffd}') && !wide.out().contains('\u{c3}'), "{}", wide.out());
}

#[test]
fn a_line_of_many_games() {
    let line = "1. Ke3 * ".repeat(300);
    let ran = pgn(&["check", "--format", "concise", "-q"], line).status(1);
    let columns: Vec<_> = ran.out().lines().map(|line| line.split(':').nth(2).unwrap()).collect();
    assert_eq!(columns.len(), 300);
    assert_eq!((columns[0], columns[299]), ("4", "2695"));
}

#[test]
fn notes_are_shown_when_asked_for() {
    let content = "\u{feff}1. e4 e5 2. Nb1-c3 Nc6 3. Bc4 Qg5 4. Nf3 Qxg2 5. Bf7 *\n";
    let args = ["check", "--format", "concise", "-q"];
    let plain = pgn(&args, content).status(0);
    let notes = pgn(&[&args[..], &["--notes"]].concat(), content).status(0);
    assert!(!plain.out().contains(": note["), "{}", plain.out());
    snapshot("notes", notes.out());
    assert!(notes.out().lines().count() > plain.out().lines().count());
}

#[test]
fn denied_severities_are_errors() {
    let content = "1. e2e4 e5 2. Bc4 a6 3. Bf7 *\n";
    let args = ["check", "--format", "concise", "--account", "json"];
    let run = |more: &[&str]| pgn(&[&args[..], more].concat(), content);
    assert!(run(&[]).status(0).out().starts_with("<stdin>:1:4: warning["));
    let warnings = run(&["--deny", "warnings"]).status(1);
    assert!(warnings.out().starts_with("<stdin>:1:4: error[PGN-M010]"), "{}", warnings.out());
    assert_eq!(warnings.out().lines().count(), 1);
    assert!(warnings.err().contains("\"with_errors\":1"), "{}", warnings.err());
    let notes = run(&["--deny", "notes"]).status(1);
    assert!(notes.out().lines().count() == 2 && !notes.out().contains("note["), "{}", notes.out());
    pgn(&["check", "--deny", "errors"], "").status(2);
}

#[test]
fn findings_of_a_game_are_limited() {
    let content = format!("{}*\n1. e4 e4 *\n", "$ ".repeat(50));
    let count = |args: &[&str]| {
        let ran = pgn(&[&["check", "-q"], args].concat(), &content).status(1);
        ran.out().matches("error[").count()
    };
    assert_eq!(count(&[]), 21);
    assert_eq!(count(&["--max-per-game", "3"]), 4);
    assert_eq!(count(&["--max-per-game", "0"]), 51);
    let ran = pgn(&["check", "--max-per-game", "3"], &content).status(1);
    assert!(ran.out().contains("\u{2026} 47 more in game 1 (--max-per-game 0 shows all)"), "{}", ran.out());
    // All are counted.
    let ran = pgn(&["check", "--max-per-game", "3", "--account", "json"], &content).status(1);
    assert!(ran.err().contains("\"PGN-M006\":50"), "{}", ran.err());
}

#[test]
fn games_are_counted_in_each_file() {
    let dir = Dir::with("a.pgn", LAX.repeat(3));
    dir.write("b.pgn", format!("{LAX}{BAD}"));
    let ran = dir.pgn(&["check", "a.pgn", "b.pgn"]).status(1);
    assert!(ran.out().contains("= note: game 2: Bad \u{2013} ?\n"), "{}", ran.out());
    assert!(ran.err().contains("pgn: 5 games"), "{}", ran.err());
}

#[test]
fn a_title_knows_tags_in_the_wrong_case() {
    let ran = text("[white \"Tal\"]\n[BLACK \"Fine\"]\n[Date \"1960.??.??\"]\n\n1. e4 e4 *\n").status(1);
    assert!(ran.out().contains("game 1: Tal \u{2013} Fine, 1960\n"), "{}", ran.out());
}

#[test]
fn what_every_game_has_is_said_ten_times_and_counted() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
    let dir = Dir::with("fens.epd", fen.repeat(300));
    dir.write("b.pgn", "[EVENT \"a\"]\n\n1. e4 Ke4 *\n\n".repeat(12));
    let shown = |args: &[&str]| {
        let ran = dir.pgn(&[&["check", "fens.epd", "b.pgn"], args].concat()).status(1);
        ["[PGN-E001]:", "[PGN-T003]:", "[PGN-C001]:", "\u{2026} "].map(|text| ran.out().matches(text).count())
    };
    // Errors are shown all the same.
    assert_eq!(shown(&[]), [10, 10, 12, 2]);
    assert_eq!(shown(&["--max-per-code", "1"]), [1, 1, 12, 2]);
    assert_eq!(shown(&["--max-per-code", "11"]), [11, 11, 12, 2]);
    assert_eq!(shown(&["--max-per-code", "12"]), [12, 12, 12, 1]);
    assert_eq!(shown(&["--max-per-code", "0"]), [300, 12, 12, 0]);
    let ran = dir.pgn(&["check", "fens.epd"]).status(0);
    let rest = "\u{2026} 290 more PGN-E001 (fen-counters) in fens.epd (--max-per-code 0 shows all)\n";
    assert!(ran.out().ends_with(&format!("{rest}\n")), "{}", ran.out());
    assert!(ran.err().contains("290 of 300 diagnostics are not shown"), "{}", ran.err());
    // Programs get all of them.
    let lines =
        |format| dir.pgn(&["check", "-q", "--format", format, "fens.epd"]).status(0).out().lines().count();
    assert_eq!(["concise", "json"].map(lines), [300, 300]);
}
