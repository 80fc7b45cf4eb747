//! `pgn convert --to pgn --dialect`, and `--annotations`, as three of its values were called before.

use crate::rig::pgn;

const GAME: &str = "1. e4 {[%clk 0:02:58.6][%timestamp 14] best} e5 {-0.31/14 2.1s} \
    2. Nf3 {[%draw full,e5,red] [%tqu \"En\",\"a, b\"]} (2. f4 {d=24, mt=1500, tl=58500, n=88, wv=0.27,}) 2... Nc6 {[%eval 0.1} *\n";

fn movetext(dialect: &str) -> (String, String) {
    let ran = pgn(&["convert", "--to", "pgn", "--annotations", dialect], GAME).status(0);
    let text = ran.out().replace('\n', " ");
    let start = text.find("1. e4").unwrap();
    (text[start..].trim_end().to_owned(), ran.account().to_owned())
}

#[test]
fn each_dialect() {
    for (dialect, expected, account) in [
        (
            "lichess",
            "1. e4 {[%emt 0:00:01.4] [%clk 0:02:58.6] best} 1... e5 {[%eval 0.31,14] [%emt 0:00:02.1]} \
             2. Nf3 {[%csl Re5] [%tqu \"En\",\"a, b\"]} (2. f4 {[%eval 0.27,24] [%clk 0:00:58.5] [%emt 0:00:01.5] n=88,}) \
             2... Nc6 {[%eval 0.1} *",
            "; annotations: 7 converted, 2 kept as they are",
        ),
        (
            "supplement",
            "1. e4 {[%emt 0:00:01] [%clk 0:02:58] best} 1... e5 {[%emt 0:00:02][%eval 0.31,14]} \
             2. Nf3 {[%csl Re5] [%tqu \"En\",\"a, b\"]} (2. f4 {[%clk 0:00:58][%emt 0:00:01][%eval 0.27,24] n=88,}) \
             2... Nc6 {[%eval 0.1} *",
            "; annotations: 8 converted, 2 kept as they are, 5 rounded",
        ),
        ("plain", "1. e4 {best} e5 2. Nf3 (2. f4) 2... Nc6 {[%eval 0.1} *", "; annotations: 11 removed"),
    ] {
        let (found, said) = movetext(dialect);
        assert_eq!(found.replace("{best} 1... e5", "{best} e5"), expected, "{dialect}");
        assert!(said.ends_with(account), "{said}");
    }
}

#[test]
fn without_the_option_nothing_changes() {
    let ran = pgn(&["convert", "--to", "pgn"], GAME).status(0);
    assert_eq!(ran.out(), pgn(&["fmt"], GAME).status(0).out());
}

#[test]
fn only_games_have_annotations() {
    let ran = pgn(&["convert", "--to", "fen", "--annotations", "plain"], GAME).status(2);
    assert!(ran.err().contains("--annotations has no effect on what --to fen writes"), "{}", ran.err());
}

#[test]
fn once_more_is_the_same() {
    for dialect in [
        "chessbase",
        "lichess",
        "chesscom",
        "cutechess",
        "fastchess",
        "tcec",
        "winboard",
        "dgt",
        "scid",
        "supplement",
        "plain",
    ] {
        let args = ["convert", "--to", "pgn", "--dialect", dialect];
        let once = pgn(&args, GAME).status(0);
        assert_eq!(pgn(&args, once.bytes()).status(0).out(), once.out(), "{dialect}");
    }
}

#[test]
fn dialects_of_programs() {
    for (dialect, expected, account) in [
        (
            "cutechess",
            "1. e4 {[%emt 0:00:01.4] [%clk 0:02:58.6] best} 1... e5 {-0.31/14 2.1s} \
             2. Nf3 {[%draw full,e5,red] [%tqu \"En\",\"a, b\"]} (2. f4 {+0.27/24 1.5s} {[%clk 0:00:58.5] n=88,}) \
             2... Nc6 {[%eval 0.1} *",
            "; annotations: 4 converted, 4 kept as they are",
        ),
        (
            "chesscom",
            "1. e4 {[%clk 0:02:58.6][%timestamp 14] best} 1... e5 {[%timestamp 21][%eval 0.31,14]} \
             2. Nf3 {[%c_highlight e5;keyPressed;none;opacity;0.8;square;e5;persistent;false] [%tqu \"En\",\"a, b\"]} \
             (2. f4 {[%clk 0:00:58.5][%timestamp 15][%eval 0.27,24] n=88,}) 2... Nc6 {[%eval 0.1} *",
            "; annotations: 6 converted, 2 kept as they are",
        ),
    ] {
        let ran = pgn(&["convert", "--to", "pgn", "--dialect", dialect], GAME).status(0);
        let text = ran.out().replace('\n', " ");
        assert_eq!(text[text.find("1. e4").unwrap()..].trim_end(), expected, "{dialect}");
        assert!(ran.account().ends_with(account), "{}", ran.account());
    }
}

/// The three former names mean the same.
#[test]
fn the_former_option() {
    for dialect in ["lichess", "supplement", "plain"] {
        let [former, now] = ["--annotations", "--dialect"]
            .map(|option| pgn(&["convert", "--to", "pgn", option, dialect], GAME).status(0).out().to_owned());
        assert_eq!(former, now, "{dialect}");
    }
    let ran =
        pgn(&["convert", "--to", "pgn", "--annotations", "plain", "--dialect", "plain"], GAME).status(2);
    assert!(ran.err().contains("cannot be used with"), "{}", ran.err());
}

/// Lichess writes judgements at their moves.
#[test]
fn suffixes() {
    for (dialect, expected) in [("lichess", "1. e4! e5?! $14 *"), ("chesscom", "1. e4 $1 1... e5 $6 $14 *")] {
        let ran = pgn(&["convert", "--to", "pgn", "--dialect", dialect], "1. e4! e5 $6 $14 *\n").status(0);
        assert!(ran.out().contains(expected), "{}", ran.out());
    }
}

/// One option has the dialects of two formats.
#[test]
fn each_format_has_its_dialects() {
    for (to, dialect, error) in [
        (
            "pgn",
            "standard",
            "--dialect standard is none of --to pgn, which has chessbase, lichess, chesscom, cutechess, \
                             fastchess, tcec, winboard, dgt, scid, supplement, plain",
        ),
        ("pgc", "lichess", "--dialect lichess is none of --to pgc, which has standard, pgn2pgc"),
        ("json", "lichess", "--dialect has no effect on what --to json writes"),
    ] {
        let ran = pgn(&["convert", "--to", to, "--dialect", dialect], GAME).status(2);
        assert!(ran.err().contains(error), "{}", ran.err());
    }
    let ran = pgn(&["filter", "--dialect", "lichess", "true"], GAME).status(2);
    assert!(ran.err().contains("--dialect has no effect on games as they are; use --to"), "{}", ran.err());
}
