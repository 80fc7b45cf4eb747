//! `pgn edit`.

use crate::rig::{BAD, Dir, LAX, pgn};

const CRLF: &str = "[White \"Tal,M\"]\r\n[Result \"*\"]\r\n\r\n1.e4   e5{?} 2. Qh5 Ke7 3. Qxe5# *\r\n";

#[test]
fn what_is_asked_for_changes_and_no_other_byte() {
    let input = format!("{{before}}\r\n{CRLF}\r\n{BAD}{LAX}; after");
    let expected = format!(
        "{{before}}\r\n{}\r\n{BAD}{}; after",
        CRLF.replace("[White \"Tal,M\"]", "[Event \"Club \\\"25\\\"\"]\r\n[White \"Tal, M\"]")
            .replace('*', "1-0"),
        LAX.replace("[White", "[Event \"Club \\\"25\\\"\"]\n[White"),
    );
    let args = ["edit", "--set", "Event=Club \"25\"", "--names", "names.tsv", "--result", "board"];
    for jobs in ["1", "2"] {
        let dir = Dir::with("a.pgn", &input);
        dir.write("names.tsv", "kind\tfrom\tto\nplayer\tTal,M\tTal, M\n");
        let ran = dir.pgn(&[&args[..], &["--jobs", jobs, "a.pgn"]].concat()).status(1);
        assert_eq!(ran.out(), expected);
        assert!(
            ran.account().ends_with(": 1 with errors; wrote 3, 1 of them as they were; edited: 2 changed"),
            "{}",
            ran.account()
        );
        assert!(ran.err().starts_with("a.pgn:"), "{}", ran.err());
        assert_eq!(dir.read("a.pgn"), input);
        dir.pgn(&[&args[..], &["-i", "a.pgn"]].concat()).status(1);
        assert_eq!(dir.read("a.pgn"), expected);
        dir.write("b.pgn", &input);
        dir.pgn(&[&args[..], &["-i", "b.pgn"]].concat()).status(1);
        assert_eq!(dir.read("b.pgn"), expected);
        dir.pgn(&[&args[..], &["-o", "c.pgn.gz", "a.pgn"]].concat()).status(1);
        dir.pgn(&["edit", "-i", "--set", "Event=x", "c.pgn.gz"]).status(1);
        let packed = dir.pgn(&["edit", "--set", "Event=Club \"25\"", "c.pgn.gz"]).status(1);
        assert_eq!(packed.out(), expected);
        assert_eq!(dir.names(), ["a.pgn", "b.pgn", "c.pgn.gz", "names.tsv"]);
    }
    let ran = pgn(&["edit", "--set", "Event=x", "--account", "json"], LAX).status(0);
    assert!(ran.account().contains(r#""edited":{"changed":1,"refused":0}"#), "{}", ran.account());
}

#[test]
fn changes_are_shown_before_they_are_made() {
    let dir = Dir::with("a.pgn", format!("{LAX}\n{LAX}"));
    dir.write("b.pgn", LAX.replace("Tal", "Fine"));
    let args = ["edit", "--rename", "White=Annotator", "a.pgn", "b.pgn"];
    let diff = dir.pgn(&[&args[..], &["--diff"]].concat()).status(1);
    assert_eq!(
        diff.out(),
        "--- a/a.pgn\n+++ b/a.pgn\n@@ -1,9 +1,9 @@\n-[White \"Tal\"]\n+[Annotator \"Tal\"]\n [Result \"1-0\"]\n \n \
         1.e4 e5 2.Nf3! Nc6 {good} (2... d6) 3.Bb5 1-0\n \n-[White \"Tal\"]\n+[Annotator \"Tal\"]\n [Result \"1-0\"]\n \n \
         1.e4 e5 2.Nf3! Nc6 {good} (2... d6) 3.Bb5 1-0\n--- a/b.pgn\n+++ b/b.pgn\n@@ -1,4 +1,4 @@\n-[White \"Fine\"]\n\
         +[Annotator \"Fine\"]\n [Result \"1-0\"]\n \n 1.e4 e5 2.Nf3! Nc6 {good} (2... d6) 3.Bb5 1-0\n"
    );
    assert!(diff.account().ends_with(": no errors; edited: 3 changed"), "{}", diff.account());
    let check = dir.pgn(&[&args[..], &["--check"]].concat()).status(1);
    assert_eq!(check.out(), "a.pgn: 2 games would change\nb.pgn: 1 game would change\n");
    let nothing = ["edit", "--set-missing", "White=x", "a.pgn", "b.pgn"];
    for option in ["--diff", "--check"] {
        let ran = dir.pgn(&[&nothing[..], &[option]].concat()).status(0);
        assert_eq!(ran.out(), "");
    }
    assert_eq!(dir.read("a.pgn"), format!("{LAX}\n{LAX}"));
}

/// A file in which nothing changes keeps its time and whatever else it is.
#[cfg(unix)]
#[test]
fn a_file_without_a_change_is_not_replaced() {
    use std::os::unix::fs::MetadataExt as _;
    for text in [LAX, BAD, "", "no game\n", "<html>\n"] {
        let dir = Dir::with("a.pgn", text);
        let inode = || dir.path("a.pgn").metadata().unwrap().ino();
        let before = inode();
        dir.pgn(&["edit", "-i", "--set-missing", "White=x", "a.pgn"]);
        assert_eq!((inode(), dir.read("a.pgn").as_str()), (before, text));
        assert_eq!(dir.names(), ["a.pgn"]);
    }
}

#[test]
fn games_that_cannot_be_edited_are_named() {
    let text = b"[White \"M\xfcller\"]\n\n1. e4 *\n\n[White \"x\"]\n\n*\n";
    let ran = pgn(&["edit", "--set", "Site=\u{141}\u{f3}d\u{17a}"], text).status(1);
    assert_eq!(
        ran.err().lines().next(),
        Some(
            "pgn: <stdin>:1: game 1 is left as it is: the game is in ISO 8859-1, which does not have the character '\u{141}'"
        )
    );
    assert!(
        ran.account().ends_with(": no errors; wrote 2, 1 of them as they were; edited: 1 changed, 1 refused"),
        "{}",
        ran.account()
    );
    let many = "[A \"\"]\n[B \"\"]\n\n*\n\n".repeat(30);
    let ran = pgn(&["edit", "--rename", "A=B"], &many).status(1);
    assert_eq!(ran.out(), many);
    assert_eq!(ran.err().lines().count(), 12, "{}", ran.err());
}

#[test]
fn a_condition_chooses_games() {
    let other = LAX.replace("Tal", "Fine");
    let text = format!("{LAX}\n{other}\n{BAD}");
    // The errors of a game that is not chosen are not looked for.
    for (condition, tal, fine, status) in [
        ("white = 'Tal'", true, false, 0),
        ("NOT white = 'Tal'", false, true, 1),
        ("black = 'x' OR plies > 4 AND result = '1-0'", true, true, 0),
        ("date = '1960'", false, false, 0),
    ] {
        let ran = pgn(&["edit", "--where", condition, "--set", "Event=x"], &text).status(status);
        let edited =
            |game: &str, is: bool| if is { format!("[Event \"x\"]\n{game}") } else { game.to_owned() };
        assert_eq!(
            ran.out(),
            format!("{}\n{}\n{BAD}", edited(LAX, tal), edited(&other, fine)),
            "{condition}"
        );
    }
}

#[test]
fn an_event_begins_with_the_first_day_of_its_rounds() {
    let game = |event: &str, date: &str, round: &str, more: &str| {
        format!("[Event \"{event}\"]\n[Site \"Riga\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n{more}\n*\n\n")
    };
    let dated = |event: &str, date: &str, round: &str, day: &str| {
        game(event, date, round, &format!("[EventDate \"{day}\"]\n"))
    };
    let old = [
        game("Cup", "1992.12.30", "2", ""),
        game("Cup", "1992.12.28", "1", ""),
        game("Cup", "1993.01.02", "3.1", ""),
        game("Cup", "1993.03.01", "1", ""),
        game("Cup", "1993.03.01", "1", "[EventDate \"1993.02.28\"]\n"),
        game("Cup", "1993.03.02", "2", "[EventDate \"????.??.??\"]\n"),
        game("Cup", "1993.03.??", "2", ""),
        game("Cup", "1993.03.02", "-", ""),
        game("?", "1993.03.02", "1", ""),
    ];
    let new = [
        dated("Cup", "1992.12.30", "2", "1992.12.28"),
        dated("Cup", "1992.12.28", "1", "1992.12.28"),
        dated("Cup", "1993.01.02", "3.1", "1992.12.28"),
        dated("Cup", "1993.03.01", "1", "1993.03.01"),
        old[4].clone(),
        dated("Cup", "1993.03.02", "2", "1993.03.01"),
        old[6].clone(),
        old[7].clone(),
        old[8].clone(),
    ];
    let dir = Dir::with("a.pgn", old[..3].concat());
    dir.write("b.pgn", old[3..].concat());
    let ran = dir.pgn(&["edit", "--event-date", "b.pgn", "a.pgn"]).status(0);
    assert_eq!(ran.out(), [&new[3..], &new[..3]].concat().concat());
    let ran = pgn(&["edit", "--event-date"], LAX).status(2);
    assert!(ran.err().contains("<stdin>: --event-date needs to read its input twice"), "{}", ran.err());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let dir = Dir::with("a.pgn", LAX);
    dir.write("a.fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    dir.write("names.tsv", "kind\tfrom\nplayer\tx\n");
    for (args, expected) in [
        (&["a.pgn"][..], "there is nothing to do"),
        (&["--set", "Event", "a.pgn"], "expected TAG=VALUE"),
        (&["--set", "My Tag=x", "a.pgn"], "the name of a tag is letters"),
        (&["--set", "Result=2-0", "a.pgn"], "a result is 1-0"),
        (&["--rename", "Event", "a.pgn"], "expected OLD=NEW"),
        (
            &["--set", "A=x", "--where", "white", "a.pgn"],
            "expected a condition, as white = '…', found only white",
        ),
        (
            &["--set", "A=x", "--where", "withe = 'x'", "a.pgn"],
            "found withe; is it white?\n  withe = 'x'\n  ^^^^^",
        ),
        (&["--names", "names.tsv", "a.pgn"], "names.tsv: line 1: there is no column to"),
        (&["--names", "missing.tsv", "a.pgn"], "missing.tsv: "),
        (&["--set", "A=x", "--on-error", "drop", "a.pgn"], "edit keeps every game"),
        (
            &["--set", "A=x", "-o", "a.json", "--to", "csv", "a.pgn"],
            "a.json: --to csv and the extension of json",
        ),
        (&["--set", "A=x", "a.fen"], "a.fen: left out, contains positions"),
        (&["--set", "A=x", "-i", "missing.pgn"], "missing.pgn"),
    ] {
        let ran = dir.pgn(&[&["edit"], args].concat()).status(2);
        assert!(ran.err().contains(expected), "{args:?}: {}", ran.err());
    }
    let json = pgn(&["convert", "--to", "json"], LAX).status(0);
    let ran = pgn(&["edit", "--set", "A=x", "--from", "json"], json.bytes()).status(2);
    assert!(ran.err().contains("left out, it is not PGN"), "{}", ran.err());
    assert_eq!(dir.read("a.pgn"), LAX);
}

#[test]
fn hostile_input_is_survived() {
    let patterns = [
        "*\n",
        "(",
        "{",
        "[A \"",
        "[A \"x\"]\n",
        "\n\n[A \"x\"]\n",
        "1. e4 (",
        "{}",
        "$1 ",
        "e4 {x} ",
        "\u{7f}",
    ];
    for pattern in patterns {
        let text = pattern.repeat((16 << 10) / pattern.len());
        let args =
            ["edit", "--set", "A=y", "--order", "--no-comments", "--no-variations", "--max-plies", "3"];
        let ran = pgn(&args, &text);
        assert!(ran.0.status.code().is_some_and(|code| code < 2), "{pattern}: {}", ran.err());
        assert!(!ran.err().contains("panicked"), "{pattern}: {}", ran.err());
    }
}
