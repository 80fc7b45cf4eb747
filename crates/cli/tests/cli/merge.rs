//! `pgn merge`.

use crate::rig::{BAD, Dir, pgn};

#[test]
fn files_become_one() {
    let game = |white: &str| format!("[White \"{white}\"]\n\n1.e4 *\n\n");
    let [a, b, c] = ["a", "b", "c"].map(game);
    let dir = Dir::with("1.pgn", [&*c, a.trim_end()].concat());
    // Without an end, and without a newline.
    dir.write("2.pgn", format!("{b}[White \"open\"]\n\n1.e4"));
    dir.write("3.pgn", &a);
    let open = "[White \"open\"]\n\n1.e4\n\n";
    for (args, expected) in [
        (&[][..], [&*a, &a, &b, &c, open].concat()),
        (&["--unique"], [&*a, &b, &c, open].concat()),
        (&["--as-given"], [&*c, &a, &b, open, &a].concat()),
        (&["--as-given", "--memory", "1M", "-j", "1"], [&*c, &a, &b, open, &a].concat()),
    ] {
        let ran = dir.pgn(&[&["merge", "1.pgn", "2.pgn", "3.pgn"], args].concat());
        assert_eq!(ran.out(), expected, "{args:?}");
    }
    dir.pgn(&["merge", "1.pgn", "3.pgn", "--as-given", "-o", "1.pgn"]).status(2);
    dir.pgn(&["merge", "1.pgn", "3.pgn", "--as-given", "-o", "new"]).status(0);
    std::fs::rename(dir.path("new"), dir.path("1.pgn")).unwrap();
    assert_eq!(dir.read("1.pgn"), [&*c, &a, &a].concat());
    let ran = dir.pgn(&["merge", "3.pgn", "missing.pgn", "-o", "1.pgn"]).status(2);
    assert!(ran.err().contains("pgn: 1.pgn: not written: the output would be incomplete\n"), "{}", ran.err());
    dir.pgn(&["merge", "--as-given", "--unique", "1.pgn"]).status(2);
}

fn played(white: &str, date: &str, moves: &str, result: &str) -> String {
    format!(
        "[White \"{white}\"]\n[Black \"Fine\"]\n[Date \"{date}\"]\n[Event \"Riga\"]\n\n{moves} {result}\n\n"
    )
}

/// The movetext of each game of a text.
fn movetexts(text: &str) -> Vec<String> {
    let parts = text.split("\n\n").filter(|part| !part.starts_with('[') && !part.trim().is_empty());
    parts.map(|part| part.replace('\n', " ")).collect()
}

#[test]
fn games_become_a_tree() {
    let one = played("Tal", "1960.03.15", "1. d4 {best} d5 2. c4", "1-0");
    let other = played("Keres", "1961.??.??", "1. c4! d5 2. d4 e6", "0-1");
    let third = played("Keres", "1962.??.??", "1. d4 d5 {best} (1... f5)", "*");
    for (games, args, expected) in [
        (
            &[&one, &other][..],
            &[][..],
            &[
                "1. d4 {best} (1. c4 $1 1... d5 2. d4 e6 {Keres - Fine, 1961, 0-1}) 1... d5 2. c4 {Tal - Fine, 1960, 1-0} *",
            ][..],
        ),
        (
            &[&one, &other],
            &["--normalise"],
            &[
                "1. d4 {best} (1. c4 $1 1... d5 2. d4 {transposes to 1. d4 d5 2. c4}) 1... d5 2. c4 {Tal - Fine, 1960, 1-0} 2... e6 {Keres - Fine, 1961, 0-1} *",
            ],
        ),
        (
            &[&third, &one],
            &["--as-given"],
            &["1. d4 {best} 1... d5 {best} {Keres - Fine, 1962} (1... f5) 2. c4 {Tal - Fine, 1960, 1-0} *"],
        ),
        // A game that no other one begins like stays as it is.
        (
            &[&one, &one, &other],
            &["--max-plies", "5"],
            &["1. d4 {best} 1... d5 2. c4 {Tal - Fine, 1960, 1-0} *", "1. c4! d5 2. d4 e6 0-1"],
        ),
        (&[&one], &[], &["1. d4 {best} d5 2. c4 1-0"]),
    ] {
        let input: String = games.iter().map(|game| game.as_str()).collect();
        let ran = pgn(&[&["merge", "--tree"], args].concat(), &input).status(0);
        assert_eq!(movetexts(ran.out()), expected, "{args:?}");
        assert!(games.len() == 1 || ran.out().starts_with("[Event \"Riga\"]\n"), "{}", ran.out());
    }
    let ran = pgn(&["merge", "--tree"], [&*one, &other, &third].concat()).status(0);
    let account = "wrote 1; joined comments: 3 in, 6 out; joined games: 3 in, 1 out; joined half-moves: 10 in, 8 out; joined lines: 3 with players and result; joined tags: 3 left out";
    assert!(ran.account().ends_with(account), "{}", ran.account());
}

#[test]
fn what_cannot_be_joined_stays_as_it_is() {
    let one = played("Tal", "1960.03.15", "1. d4 d5", "1-0");
    let other = played("Keres", "1961.??.??", "1. d4 e6", "0-1");
    let problem = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n\n";
    let duck = "[Variant \"Duck\"]\n\n1. e4@a3 *\n\n";
    let ran = pgn(&["merge", "--tree", "--as-given"], [BAD, &one, problem, &other, duck].concat()).status(1);
    let apart = [BAD, problem, duck].concat();
    assert!(ran.out().ends_with(&apart), "{}", ran.out());
    assert_eq!(movetexts(&ran.out()[..ran.out().len() - apart.len()]).len(), 1);
    assert!(
        ran.account().contains("1 with errors; wrote 4; games apart: 3 as they were"),
        "{}",
        ran.account()
    );
    assert!(ran.err().contains("<stdin>"), "{}", ran.err());
    // Files of so many games.
    let dir = Dir::with("a.pgn", [&*one, &other, problem, problem, BAD].concat());
    dir.pgn(&["merge", "--tree", "a.pgn", "--max-games", "2", "-o", "s-{n}.pgn.gz"]).status(1);
    assert_eq!(dir.names(), ["a.pgn", "s-1.pgn.gz", "s-2.pgn.gz"]);
    for args in [
        &["--max-games", "2", "-o", "s.pgn"][..],
        &["--max-games", "2"],
        &["--to", "csv", "-o", "s.json"],
        &["--fmt"],
        &["--max-plies", "0"],
    ] {
        dir.pgn(&[&["merge", "--tree", "a.pgn"], args].concat()).status(2);
    }
    dir.pgn(&["merge", "--normalise", "a.pgn"]).status(2);
    let ran = dir.pgn(&["merge", "--tree", "a.pgn", "missing.pgn", "-o", "x.pgn"]).status(2);
    assert!(ran.err().contains("nothing is written"), "{}", ran.err());
    assert_eq!(dir.names().len(), 3);
}

/// What was joined comes back as lines.
#[test]
fn lines_of_a_tree_are_those_of_its_games() {
    let moves =
        ["1. e4 e5 2. Nf3 Nc6", "1. e4 c5 2. Nf3 d6", "1. e4 c5 2. c3", "1. d4 d5", "1. e4 e5 2. Nf3 Nf6"];
    let games: String = moves.iter().map(|moves| played("Tal", "1960.??.??", moves, "1-0")).collect();
    let tree = pgn(&["merge", "--tree"], &games).status(0);
    let lines = pgn(&["split", "--variations"], tree.out()).status(0);
    let plain = pgn(&["fmt", "--no-comments"], lines.out()).status(0);
    let mut found = movetexts(plain.out());
    found.sort();
    let mut expected: Vec<String> = moves.iter().map(|moves| format!("{moves} *")).collect();
    expected.sort();
    assert_eq!(found, expected);
}
