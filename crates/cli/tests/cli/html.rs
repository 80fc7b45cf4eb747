//! `pgn html`.

use crate::rig::{BAD, Dir, pgn};

const GAMES: &str = "\
[White \"Tal, M.\"]\n[Black \"<b>&\"]\n[Date \"1960.05.01\"]\n[Result \"1-0\"]\n\n\
1. e4 {[%clk 0:05:00] [%eval 0.3] best} e5 (1... c5 $16) 2. Nf3 $22 1-0\n\n\
[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n1. d4 *\n";

#[test]
fn a_page_has_the_games() {
    let dir = Dir::with("two.games.pgn", GAMES);
    let ran = dir.pgn(&["html", "two.games.pgn"]).status(0);
    let page = ran.out();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(page.contains("<title>two</title>") && page.contains("<h1>two</h1>"));
    assert_eq!(page.matches("<li><details").count(), 2);
    assert_eq!(page.matches("<details open>").count(), 1);
    assert!(page.contains("<b>&lt;b&gt;&amp;</b>") && page.contains("<i>best</i>"));
    assert_eq!(ran.err(), "pgn: 2 games (188 bytes): no errors; wrote 2\n");
    assert_eq!(dir.pgn(&["html", "-q", "two.games.pgn", "-o", "a.html"]).status(0).out(), "");
    assert_eq!(dir.read("a.html"), page);
    for jobs in ["1", "4"] {
        assert_eq!(dir.pgn(&["html", "-j", jobs, "two.games.pgn"]).status(0).out(), page);
    }
    let nothing = pgn(&["html", "-q"], "").status(0);
    assert!(nothing.out().contains("<h1>Chess games</h1>") && !nothing.out().contains("<li>"));
}

#[test]
fn options_say_what_is_in_it() {
    let with = |args: &[&str]| pgn(&[&["html", "-q"], args].concat(), GAMES).status(0).out().to_owned();
    let plain = with(&[]);
    for (args, there, not_there) in [
        (&["--title", "A <b>"][..], "<h1>A &lt;b&gt;</h1>", "<b>A"),
        (&["--figurine"], "2.\u{a0}♘f3", "Nf3"),
        (&["--lang", "de"], "2.\u{a0}Sf3", "Nf3"),
        (&["--no-comments"], "e5", "<i>best</i>"),
        (&["--no-variations"], "data-m=\"Mc0kGV\"", "class=v1>(1"),
        (&["--no-clocks"], "data-e=", "data-c="),
        (&["--no-evals"], "data-c=", "data-e="),
        (&["--few-signs"], "zugzwang", "Nf3\u{a0}"),
        (&["--flip"], "<div class=\"pgn\" data-flip>", "<div class=\"pgn\">"),
        (&["--theme", "blue"], "#86a4be", "#b68a63"),
        (&["--pieces", "discs"], "a38 38 0 1 1", "C100"),
        (&["--fragment"], "<pgn-viewer", "<html"),
    ] {
        let page = with(args);
        assert!(page.contains(there) && !page.contains(not_there), "{args:?}");
        assert_ne!(page, plain, "{args:?}");
    }
}

#[test]
fn games_with_errors_are_shown_as_far_as_they_go() {
    let ran = pgn(&["html"], BAD).status(1);
    assert!(ran.out().contains("<mark>"), "{}", ran.out());
    assert!(ran.err().contains("1 with errors"), "{}", ran.err());
    assert!(!pgn(&["html", "--on-error", "drop"], BAD).status(1).out().contains("<mark>"));
    let records = pgn(&["html", "--from", "epd"], "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";\n").status(0);
    assert!(records.out().contains("data-s=\"4k3/8/8/8/8/8/4P3/4K3 w\""));
}

#[test]
fn what_is_refused_writes_nothing() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.write("games.txt", GAMES);
    for (args, message) in [
        (&["a.pgn", "-o", "b.pgn"][..], "b.pgn: its extension asks for pgn, which `pgn convert` writes"),
        (&["games.txt", "-o", "games.txt"], "games.txt: it is an input; choose another file for -o"),
        (&["a.pgn", "--max-games", "1", "-o", "b.html"], "more than 1 games: choose"),
        (
            &["a.pgn", "--max-games", "1", "-o", "b.html"],
            "b.html: not written: the output would be incomplete",
        ),
        (&["none.pgn", "-o", "b.html"], "none.pgn"),
        (&["--lang", "de", "--figurine"], "cannot be used with"),
    ] {
        let ran = dir.pgn(&[&["html"], args].concat()).status(2);
        assert!(ran.err().contains(message), "{args:?}: {}", ran.err());
    }
    assert_eq!(dir.names(), ["a.pgn", "games.txt"]);
    assert_eq!(dir.read("games.txt"), GAMES);
}

#[test]
fn only_the_first_games_have_final_boards_without_scripts() {
    let games = "1. e4 {here is a comment so that blocks are more than one} e5 *\n\n".repeat(10_000);
    let page = pgn(&["html", "-q"], &games).status(0);
    assert_eq!(page.out().matches("<noscript>").count(), 100);
    assert_eq!(page.out().matches("<li>").count(), 10_000);
}

#[test]
fn whatever_is_read_can_be_a_page() {
    for pattern in [
        "(1. e4 ",
        ") ",
        "{",
        "[x ",
        "1. e4 (1. d4) ",
        "$999 ",
        "-- ",
        "Ke3 ",
        "<a> ",
        "\u{feff}",
        "\u{202e}\u{1}",
    ] {
        let text = pattern.repeat(10_000);
        for input in
            [text.clone(), format!("1. e4 {text}"), format!("[White \"{text}\"]\n\n1. e4 {{{text}}} *")]
        {
            let ran = pgn(&["html", "-q"], &input);
            assert!(ran.0.status.code().is_some_and(|code| code < 2), "{pattern}: {}", ran.err());
            assert!(ran.out().ends_with("</html>\n"), "{pattern}");
        }
    }
}
