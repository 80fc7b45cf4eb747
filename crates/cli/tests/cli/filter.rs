//! `pgn filter`.

use crate::rig::{BAD, Dir, LAX, pgn};

const MATE: &str = "[White \"Morphy, P\"]\n[Result \"0-1\"]\n[Annotator \"me\"]\n\n1.f3  e5 2.g4 Qh4# 0-1\n";

const VARIATIONS: &str = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Kd8 ( 1... Kd7 2.Kd2 ) ( 1... Ke7 ) 2.e3 *\n";

fn text() -> String {
    format!("{LAX}\n{MATE}\n{BAD}")
}

#[test]
fn games_that_match_are_written_as_they_are() {
    let text = text();
    for (condition, expected, status, account) in [
        ("white = 'Tal'", format!("{LAX}\n"), 0, "no errors in what was read; wrote 1"),
        ("white <> 'Tal'", format!("{MATE}\n{BAD}"), 0, "no errors in what was read; wrote 2"),
        ("ends_in('mate')", format!("{MATE}\n"), 1, "1 with errors; wrote 1"),
        ("movetext LIKE '%Qh4#%'", format!("{MATE}\n"), 1, "1 with errors; wrote 1"),
        ("result = '0-1' AND plies > 9", String::new(), 1, "1 with errors"),
        ("white = 'Bad'", BAD.to_owned(), 0, "no errors in what was read; wrote 1"),
    ] {
        for jobs in ["1", "2"] {
            let ran = pgn(&["filter", condition, "-j", jobs], &text).status(status);
            assert_eq!(ran.out(), expected, "{condition}");
            assert!(ran.account().ends_with(account), "{}", ran.account());
        }
    }
}

#[test]
fn what_matches_and_what_does_not_go_to_two_files() {
    let dir = Dir::with("a.pgn", format!("{}; after\n", text()));
    dir.pgn(&["filter", "white = 'Tal'", "a.pgn", "-o", "tal.pgn.gz", "--not-to", "others.pgn"]).status(0);
    assert_eq!(dir.pgn(&["filter", "TRUE", "tal.pgn.gz"]).out(), format!("{LAX}\n"));
    assert_eq!(dir.read("others.pgn"), format!("{MATE}\n{BAD}; after\n\n"));
    assert_eq!(dir.names(), ["a.pgn", "others.pgn", "tal.pgn.gz"]);
    let same = dir.pgn(&["filter", "TRUE", "a.pgn", "-o", "x.pgn", "--not-to", "x.pgn"]).status(2);
    assert_eq!(same.err(), "pgn: x.pgn: it is the output of --not-to, too; choose another file for -o\n");
    let input = dir.pgn(&["filter", "TRUE", "a.pgn", "--not-to", "a.pgn"]).status(2);
    assert!(input.err().starts_with("pgn: a.pgn: it is an input"), "{}", input.err());
    let missing =
        dir.pgn(&["filter", "TRUE", "a.pgn", "no.pgn", "-o", "x.pgn", "--not-to", "y.pgn"]).status(2);
    assert!(missing.err().contains("x.pgn: not written"), "{}", missing.err());
    assert_eq!(dir.names(), ["a.pgn", "others.pgn", "tal.pgn.gz"]);
    // An output is never an input.
    let before = dir.read("a.pgn");
    let ran = dir.pgn(&["filter", "white = 'Tal'", "a.pgn", "-o", "a.pgn"]).status(2);
    assert_eq!(ran.err(), "pgn: a.pgn: it is an input; choose another file for -o\n");
    assert_eq!(dir.read("a.pgn"), before);
}

#[test]
fn games_are_counted_and_listed() {
    let dir = Dir::with("a.pgn", text());
    dir.write("b.pgn", "\n\n[White \"A\"]\n[Black \"B\"]\n[Event \"C\"]\n[Date \"1999.??.??\"]\n\n*\n");
    let count = dir.pgn(&["filter", "white IS NOT NULL", "--count", "a.pgn", "b.pgn"]).status(0);
    assert_eq!(count.out(), "4\n");
    let list = dir.pgn(&["filter", "white <> 'Tal'", "--list", "a.pgn", "b.pgn"]).status(0);
    let expected = "a.pgn:6: game 2: Morphy, P – ?, 0-1\na.pgn:12: game 3: Bad – ?, 0-1\nb.pgn:3: game 1: A – B, C, 1999.??.??, *\n";
    assert_eq!(list.out(), expected);
    // The first game has comments, which that form does not hold.
    assert_eq!(dir.pgn(&["convert", "--to", "pgc", "a.pgn", "-o", "a.pgc"]).status(1).out(), "");
    let list = dir.pgn(&["filter", "ends_in('mate')", "--list", "a.pgc"]).status(0);
    assert_eq!(list.out(), "a.pgc: game 1: Morphy, P – ?, 0-1\n");
}

#[test]
fn a_list_says_why_games_match() {
    let dir = Dir::with("a.pgn", format!("{MATE}\n{VARIATIONS}"));
    for (condition, expected) in [
        ("Annotator = 'me'", "a.pgn:1: game 1: Morphy, P – ?, 0-1; Annotator me\n"),
        (
            "Annotator IN ('me', 'you') AND is_mate",
            "a.pgn:1: game 1: Morphy, P – ?, 0-1; Annotator me; after 2... Qh4#\n",
        ),
        (
            "line('f3 .. Qh4') AND reaches('f3')",
            "a.pgn:1: game 1: Morphy, P – ?, 0-1; after 1. f3; after 2... Qh4#\n",
        ),
        ("position(ply = 0 AND turn = 'black')", "a.pgn:7: game 2: ? – ?, *; at the start\n"),
        ("position(san = 'Kd2', variations => true)", "a.pgn:7: game 2: ? – ?, *; after 2. Kd2\n"),
        ("count(turn = 'white') = 3 AND white IS NOT NULL", "a.pgn:1: game 1: Morphy, P – ?, 0-1\n"),
    ] {
        assert_eq!(
            dir.pgn(&["filter", condition, "--list", "a.pgn"]).status(0).out(),
            expected,
            "{condition}"
        );
    }
}

#[test]
fn places_that_match_are_marked() {
    let dir = Dir::with("a.pgn", format!("{MATE}\n{VARIATIONS}"));
    for (condition, mark, expected) in [
        ("is_mate", "--tag-match", MATE.replace("Qh4#", "Qh4# {match}")),
        ("is_mate", "--tag-match=it is mate", MATE.replace("Qh4#", "Qh4# {it is mate}")),
        (
            "is_mate AND reaches('f3')",
            "--tag-match=$146",
            MATE.replace("f3", "f3 $146").replace("Qh4#", "Qh4# $146"),
        ),
        (
            "position(ply = 0 AND turn = 'black')",
            "--tag-match",
            VARIATIONS.replace("1... Kd8", "{match} 1... Kd8"),
        ),
        (
            "position(san = 'Ke7', variations => true)",
            "--tag-match",
            VARIATIONS.replace("Ke7", "Ke7 {match}"),
        ),
        ("position(san = 'e3')", "--tag-match", VARIATIONS.replace("e3", "e3 {match}")),
        ("line('Kd7 Kd2', variations => true)", "--tag-match=$1", VARIATIONS.replace("Kd2 )", "Kd2 $1 )")),
    ] {
        let marked = dir.pgn(&["filter", condition, mark, "a.pgn"]).status(0);
        assert_eq!(marked.out().trim_end(), expected.trim_end(), "{condition} {mark}");
    }
    // What is marked is found as before, and no game is changed that is not chosen.
    dir.pgn(&["filter", "is_mate", "--tag-match", "a.pgn", "-o", "b.pgn"]).status(0);
    assert_eq!(dir.pgn(&["filter", "comment = 'match' AND is_mate", "--count", "b.pgn"]).out(), "1\n");
    for (args, message) in [
        (&["white = 'Tal'", "--tag-match"][..], "nothing to mark"),
        (&["count(is_check) > 0", "--tag-match"], "nothing to mark"),
        (&["is_mate", "--tag-match=a}b"], "without }"),
        (&["is_mate", "--tag-match=$256"], "expected $0 to $255"),
    ] {
        let refused = dir.pgn(&[&["filter"], args, &["a.pgn"]].concat()).status(2);
        assert!(refused.err().contains(message), "{}", refused.err());
    }
}

#[test]
fn themes_may_be_those_of_the_user() {
    let dir = Dir::with("a.pgn", text());
    dir.write("pgn.toml", "");
    dir.write("themes/short.sql", "-- A short game.\nplies < 5");
    dir.write("themes/fools-mate.sql", "theme('short') AND ends_in(mate)");
    assert_eq!(dir.pgn(&["filter", "theme('fools-mate')", "a.pgn"]).status(1).out(), format!("{MATE}\n"));
    let listed = dir.pgn(&["filter", "--functions"]).status(0);
    assert!(listed.out().contains("short"), "{}", listed.out());
    let unknown = dir.pgn(&["filter", "theme('shot')", "a.pgn"]).status(2);
    assert!(unknown.err().contains("is it short?"), "{}", unknown.err());
    dir.write("themes/bad.sql", "plyes < 5");
    let wrong = dir.pgn(&["filter", "theme('short')", "a.pgn"]).status(2);
    assert!(wrong.err().contains("is it plies?") && wrong.err().contains("themes"), "{}", wrong.err());
}

#[test]
fn games_are_chosen_by_number_and_up_to_a_limit() {
    let dir = Dir::with("a.pgn", text());
    for (args, expected) in [
        (&["--games", "2", "a.pgn"][..], format!("{MATE}\n")),
        (&["--games", "1,3-", "a.pgn"], format!("{LAX}\n{BAD}")),
        (&["--games", "1-2", "--where", "result = '0-1'", "a.pgn"], format!("{MATE}\n")),
        (&["--games", "1", "a.pgn", "a.pgn"], format!("{LAX}\n{LAX}\n")),
        (&["result = '0-1'", "--limit", "1", "a.pgn", "a.pgn"], format!("{MATE}\n")),
        (&["--where", "TRUE", "--limit", "0", "a.pgn"], String::new()),
    ] {
        for not_to in [&[][..], &["--not-to", "o.pgn"]] {
            let ran = dir.pgn(&[&["filter"], args, not_to].concat()).status(0);
            assert_eq!(ran.out(), expected, "{args:?}");
        }
    }
    dir.pgn(&["filter", "result = '0-1'", "--limit", "1", "a.pgn", "--not-to", "o.pgn"]).status(0);
    assert_eq!(dir.read("o.pgn"), format!("{LAX}\n{BAD}"));
    let wrong = dir.pgn(&["filter", "--games", "0", "a.pgn"]).status(2);
    assert!(wrong.err().contains("expected numbers of games from 1"), "{}", wrong.err());
}

/// Beside --games, too; what is no file there is a condition, and never both.
#[test]
fn a_condition_beside_numbers_is_one() {
    let dir = Dir::with("a.pgn", text());
    for args in [
        &["--games", "1-2", "result = '0-1'", "a.pgn", "--count"][..],
        &["result = '0-1'", "--games", "1-2", "a.pgn", "--count"],
        &["--count", "--games", "1-2", "--where", "result = '0-1'", "a.pgn"],
    ] {
        let ran = dir.pgn(&[&["filter"], args].concat()).status(0);
        assert_eq!(ran.out(), "1\n", "{args:?}");
        assert!(!ran.err().contains("cannot open"), "{}", ran.err());
    }
    for (args, message) in [
        (&["--games", "1", "--where", "TRUE", "plies > 1", "a.pgn"][..], "two conditions; join them by AND"),
        (&["--where", "TRUE", "plies > 1", "a.pgn"], "two conditions; join them by AND"),
        (&["--games", "1", "plies >", "a.pgn"], "expected an expression, found the end"),
    ] {
        let refused = dir.pgn(&[&["filter"], args, &["--count"]].concat()).status(2);
        assert!(refused.err().contains(message) && refused.out().is_empty(), "{}", refused.err());
    }
    assert_eq!(
        dir.pgn(&["filter", "--games", "1", "missing.pgn", "a.pgn", "--count"]).status(2).out(),
        "1\n"
    );
}

#[test]
fn conditions_take_lists_and_repertoires_from_files() {
    let dir = Dir::with("a.pgn", text());
    dir.write("names.txt", "Tal\nMorphy, P\n");
    dir.write("rep.pgn", "1. f3 (1. e4) e5 2. g4 *\n");
    for (condition, expected) in [
        ("white IN @names.txt", "2\n"),
        ("white NOT IN @'names.txt'", "1\n"),
        ("follows('rep.pgn', white) AND ends_in('mate')", "1\n"),
    ] {
        assert_eq!(dir.pgn(&["filter", condition, "--count", "a.pgn"]).out(), expected, "{condition}");
    }
    let long = "x".repeat(20_000);
    dir.write("long.txt", format!("{long}\nTal\n"));
    assert_eq!(dir.pgn(&["filter", "--where", "white IN @long.txt", "--count", "a.pgn"]).out(), "1\n");
    let missing = dir.pgn(&["filter", "white IN @missing.txt", "a.pgn"]).status(2);
    assert!(missing.err().contains("missing.txt") && missing.err().contains("^^^^"), "{}", missing.err());
}

#[test]
fn what_is_probably_not_meant_is_noticed() {
    let dir = Dir::with("a.pgn", text());
    for (args, message) in [
        (&["filter", "position(eval > 300)", "a.pgn"][..], "eval is in pawns, and a mate is 1000"),
        (&["filter", "white like Tal%", "a.pgn"], "text is in single quotes, as 'Tal%'"),
        (&["filter", "blunders('x') > 1", "a.pgn"], "`pgn filter --functions` lists columns and functions"),
        (&["sort", "--by", "elo", "a.pgn"], "is it whiteelo?"),
        (&["filter", "elo > 2000", "a.pgn"], "is it whiteelo?"),
    ] {
        let ran = dir.pgn(args);
        assert!(ran.err().contains(message), "{args:?}: {}", ran.err());
    }
}

#[test]
fn games_are_sorted_and_split_by_rounds_as_numbers() {
    let game = |round: &str| format!("[Round \"{round}\"]\n\n1. e4 *\n\n");
    let dir = Dir::with("a.pgn", ["10.1", "2.12", "2.3"].map(game).concat());
    let sorted = dir.pgn(&["sort", "--by", "round_number, board", "a.pgn"]).status(0);
    assert_eq!(sorted.out(), ["2.3", "2.12", "10.1"].map(game).concat());
    let sorted = dir.pgn(&["sort", "--by", "board - round_number desc", "a.pgn"]).status(0);
    assert_eq!(sorted.out(), ["2.12", "2.3", "10.1"].map(game).concat());
    dir.pgn(&["split", "--by", "round_number", "a.pgn"]).status(0);
    assert_eq!(dir.names(), ["10.pgn", "2.pgn", "a.pgn"]);
}

#[test]
fn games_with_errors_are_tested_like_all_others() {
    let text = text();
    // What is not known of the moves after the error is NULL, for the condition and for its negation.
    let all = pgn(&["filter", "plies >= 0"], &text).status(1);
    assert_eq!(all.out(), text.as_str().to_owned());
    assert!(all.err().starts_with("<stdin>:15:13: error[PGN-C001]"), "{}", all.err());
    for condition in ["reaches('e4 e5 Nf3')", "NOT reaches('e4 e5 Nf3')"] {
        assert!(!pgn(&["filter", condition], &text).status(1).out().contains("Bad"), "{condition}");
    }
    assert_eq!(pgn(&["filter", "white = 'Bad' AND reaches('e4 e5')"], &text).status(0).out(), BAD);
    let dropped = pgn(&["filter", "TRUE", "--on-error", "drop"], &text).status(1);
    assert_eq!(dropped.out(), format!("{LAX}\n{MATE}\n"));
    let stopped = pgn(&["filter", "TRUE", "--on-error", "stop"], &text).status(1);
    assert_eq!(stopped.out(), format!("{LAX}\n{MATE}\n"));
    let formatted = pgn(&["filter", "white <> 'Tal'", "--fmt"], &text).status(1);
    assert!(
        formatted.out().starts_with("[Event \"?\"]\n") && formatted.out().contains("[White \"Bad\"]\n"),
        "{}",
        formatted.out()
    );
}

#[test]
fn what_is_wrong_is_said() {
    let dir = Dir::with("a.pgn", text());
    let word = dir.pgn(&["filter", "withe = 'Tal'", "a.pgn"]).status(2);
    assert_eq!(
        word.err(),
        "pgn: expected a column or a tag, found withe; is it white?\n  withe = 'Tal'\n  ^^^^^\n"
    );
    let file = dir.pgn(&["filter", "a.pgn"]).status(2);
    assert!(file.err().ends_with("\nthe condition comes before the files\n"), "{}", file.err());
    let tag = dir.pgn(&["filter", "Anotator = 'me'", "a.pgn"]).status(0);
    assert_eq!(tag.account(), "pgn: no game has the tag Anotator; is it Annotator?");
    assert_eq!(dir.pgn(&["filter", "Anotator = 'me'", "-q", "a.pgn"]).status(0).err(), "");
    dir.pgn(&["filter"]).status(2);
    dir.write("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
    assert!(
        dir.pgn(&["filter", "TRUE", "a.epd"])
            .status(2)
            .err()
            .contains("contains positions (EPD or FEN), not games")
    );
    let functions = dir.pgn(&["filter", "--functions"]).status(0);
    assert!(
        functions.out().contains("\n  player('name'): condition\n")
            && functions.out().contains("\n  elo_min: number, rating points\n")
    );
}

#[test]
fn text_after_the_last_game_goes_where_that_goes() {
    const FIRST: &str = "[White \"a\"]\n\n1. e4 1-0\n\n";
    const LAST: &str = "[White \"b\"]\n\n1. d4 0-1 resigns\n\n";
    const REST: &str = "; a remark\n%escaped\n\n";
    for (condition, chosen, others) in [
        ("true", [FIRST, LAST, REST].concat(), String::new()),
        ("white = 'b'", [LAST, REST].concat(), FIRST.to_owned()),
        ("white = 'a'", FIRST.to_owned(), [LAST, REST].concat()),
        ("false", String::new(), [FIRST, LAST, REST].concat()),
    ] {
        let dir = Dir::with("g.pgn", [FIRST, LAST, REST].concat());
        assert_eq!(dir.pgn(&["filter", "-q", condition, "g.pgn"]).out(), chosen, "{condition}");
        let both = dir.pgn(&["filter", "-q", condition, "g.pgn", "--not-to", "others.pgn"]);
        assert_eq!(
            (both.out(), dir.read("others.pgn").as_str()),
            (chosen.as_str(), others.as_str()),
            "{condition}"
        );
    }
}
