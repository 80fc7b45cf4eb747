//! `pgn dedup`.

use crate::rig::{BAD, Dir, pgn};

const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2";

fn game(white: &str, event: &str, moves: &str) -> String {
    format!(
        "[Event \"{event}\"]\n[Date \"1972.07.11\"]\n[White \"{white}\"]\n[Black \"Spassky, Boris\"]\n\n{moves} 1-0\n\n"
    )
}

/// Four games of one, one that only looks so, and one that is another.
fn games() -> [String; 6] {
    [
        game("Fischer, R", "Reykjavik", MOVES),
        game("Fischer, Robert James", "World Championship", MOVES),
        game("Fischer, R", "Reykjavik", &MOVES.replace("6. Re1", "{a comment} 6. Re1")),
        game("Fischer, R", "Reykjavik", MOVES),
        game("Fischer, R", "Reykjavik", "1. d4 d5"),
        game("Larsen, B", "Reykjavik", MOVES),
    ]
}

#[test]
fn the_game_that_is_asked_for_stays() {
    let games = games();
    let input = games.concat();
    for (args, expected) in [
        (&[][..], &[2, 4, 5][..]),
        (&["--keep", "best", "--jobs", "1", "--memory", "1M"], &[2, 4, 5]),
        (&["--keep", "first"], &[0, 4, 5]),
        (&["--keep", "last"], &[3, 4, 5]),
    ] {
        let ran = pgn(&[&["dedup"], args].concat(), &input).status(0);
        let expected: String = expected.iter().map(|at| games[*at].as_str()).collect();
        assert_eq!(ran.out(), expected, "{args:?}");
        assert!(ran.account().contains("no errors; wrote 3; duplicates: "), "{}", ran.account());
    }
    let ran = pgn(&["dedup", "--account", "json"], &input).status(0);
    assert!(ran.account().contains(r#""duplicates":{"beginning_of_the_other":0,"other_spelling":1,"same_bytes":0,"same_game":2,"same_moves":0}"#), "{}", ran.account());
}

#[test]
fn each_duplicate_is_listed_with_its_reason() {
    let dir = Dir::with("a.pgn", games()[..2].concat());
    dir.write("b.pgn", games()[2..].concat());
    let files = ["a.pgn", "b.pgn"];
    let list = |args: &[&str]| dir.pgn(&[&["dedup", "--list"], args, &files].concat()).status(0);
    let expected = "\
a.pgn, game 1: Fischer, R – Spassky, Boris, Reykjavik, 1972.07.11, 1-0
  same game: b.pgn, game 1: Fischer, R – Spassky, Boris, Reykjavik, 1972.07.11, 1-0
  13 points: White, Black, event, day, 20 half-moves
a.pgn, game 2: Fischer, Robert James – Spassky, Boris, World Championship, 1972.07.11, 1-0
  other spelling: b.pgn, game 1: Fischer, R – Spassky, Boris, Reykjavik, 1972.07.11, 1-0
  9 points: White alike, Black, other event, day, 20 half-moves
b.pgn, game 2: Fischer, R – Spassky, Boris, Reykjavik, 1972.07.11, 1-0
  same game: b.pgn, game 1: Fischer, R – Spassky, Boris, Reykjavik, 1972.07.11, 1-0
  13 points: White, Black, event, day, 20 half-moves
";
    assert_eq!(list(&[]).out(), expected);
    let json = list(&["--report", "json"]);
    let lines: Vec<serde_json::Value> =
        json.out().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1]["duplicate"]["game"], 2);
    assert_eq!(lines[1]["kept"]["input"], "b.pgn");
    assert_eq!(lines[1]["reason"], "other spelling");
    assert_eq!(lines[1]["evidence"][0], "White alike");
    let csv = list(&["--report", "csv"]);
    assert_eq!(csv.out().lines().count(), 4);
    assert!(
        csv.out().contains("\na.pgn,2,\"Fischer, Robert James – Spassky, Boris, World Championship"),
        "{}",
        csv.out()
    );
    assert_eq!(dir.names(), files);
}

#[test]
fn duplicates_are_joined() {
    let games = [
        game("Fischer, R", "Reykjavik", &MOVES.replace("1. e4", "1. e4 {best} (1. d4 d5)")),
        game("Fischer, Robert James", "Reykjavik", &MOVES.replace("1. e4", "1. e4! (1. d4 Nf6)")),
        game("Fischer, R", "Reykjavik", MOVES),
        game("Larsen, B", "Reykjavik", MOVES),
    ];
    let dir = Dir::with("a.pgn", games.concat());
    let ran = dir.pgn(&["dedup", "--keep", "merge", "a.pgn", "--removed", "b.pgn"]).status(0);
    let one = ran.out().to_owned();
    assert!(
        one.contains("{also White \"Fischer, Robert James\"} 1. e4 $1 {best} (1. d4 d5 (1... Nf6)) 1...\ne5"),
        "{one}"
    );
    assert!(one.starts_with("[Event \"Reykjavik\"]") && one.ends_with(&games[3]), "{one}");
    assert_eq!(dir.read("b.pgn"), [&*games[1], &games[2]].concat());
    let account = "joined comments: 1 of duplicates, 1 added; joined games: 1 with something added; \
        joined half-moves: 48 of duplicates, 47 there already, 1 added; joined tags: 10 of duplicates, 9 there already, 1 added, 1 of these in comments";
    assert!(ran.account().ends_with(account), "{}", ran.account());
    // What is there already is not written anew.
    let ran = pgn(
        &["dedup", "--keep", "merge"],
        [&*games[1], &games[1], &games[2].replace("R\"", "Robert James\"")].concat(),
    )
    .status(0);
    assert_eq!(ran.out(), games[1]);
    // What would be lost stays.
    let odd = games[1].replace("2. Nf3", "{a {brace} 2. Nf3");
    let ran = pgn(&["dedup", "--keep", "merge"], [&*games[0], &odd].concat()).status(0);
    assert!(ran.out().ends_with(&odd), "{}", ran.out());
    assert!(ran.account().contains("1 left apart, not to lose anything"), "{}", ran.account());
    dir.pgn(&["dedup", "--keep", "merge", "a.pgn", "--against", "b.pgn"]).status(2);
    // In place, too.
    dir.pgn(&["dedup", "--keep", "merge", "-i", "a.pgn"]).status(0);
    assert_eq!(dir.read("a.pgn"), one);
}

#[test]
fn what_is_taken_out_can_be_written_elsewhere() {
    let games = games();
    let dir = Dir::with("a.pgn", ["; first\n", &games.concat(), "; last\n"].concat());
    let ran = dir.pgn(&["dedup", "-i", "--removed", "out.pgn.zst", "--report", "text", "a.pgn"]).status(0);
    assert_eq!(ran.out().lines().count(), 9);
    let kept = [&*games[2], &games[4], &games[5], "; last\n\n"].concat();
    assert_eq!(dir.read("a.pgn"), kept);
    let removed = zstd::decode_all(&*std::fs::read(dir.path("out.pgn.zst")).unwrap()).unwrap();
    assert_eq!(String::from_utf8(removed).unwrap(), ["; first\n", &games[0], &games[1], &games[3]].concat());
    // Of several files one table.
    dir.write("b.pgn", games[..2].concat());
    dir.write("c.pgn", games[..2].concat());
    let ran = dir.pgn(&["dedup", "-i", "b.pgn", "c.pgn", "--report", "csv"]).status(0);
    assert_eq!(ran.out().lines().count(), 3, "{}", ran.out());
    assert_eq!([dir.read("b.pgn"), dir.read("c.pgn")], [&*games[1], &games[1]]);
    // Nothing more to be found.
    let ran = dir.pgn(&["dedup", "-i", "a.pgn"]).status(0);
    assert!(ran.account().ends_with("3 games (554 bytes): no errors; wrote 3"), "{}", ran.account());
    assert_eq!(dir.read("a.pgn"), kept);
}

#[test]
fn only_what_is_new() {
    let games = games();
    let dir = Dir::with("old.pgn", [&*games[1], BAD].concat());
    dir.write("new.pgn", [&*games[2], &games[4], BAD, &games[4], &games[5]].concat());
    let ran = dir.pgn(&["dedup", "new.pgn", "--against", "old.pgn"]).status(1);
    assert_eq!(ran.out(), [&*games[4], &games[5]].concat());
    assert!(ran.account().contains("5 games "), "{}", ran.account());
    assert!(
        ran.account().contains("wrote 2; duplicates: 2 same bytes, 1 other spelling; known games: 2 read"),
        "{}",
        ran.account()
    );
    dir.pgn(&["dedup", "new.pgn", "--against", "missing.pgn", "-o", "x.pgn"]).status(2);
    dir.pgn(&["dedup", "-i", "new.pgn", "--against", "old.pgn"]).status(1);
    assert_eq!(dir.read("new.pgn"), [&*games[4], &games[5]].concat());
    assert_eq!(dir.names(), ["new.pgn", "old.pgn"]);
}

#[test]
fn games_with_errors_are_duplicates_only_to_the_byte() {
    let other = BAD.replace('\n', " \n");
    let input = [BAD, &other, BAD].concat();
    let ran = pgn(&["dedup"], &input).status(1);
    assert!(ran.account().contains("3 with errors; wrote 2; duplicates: 1 same bytes"), "{}", ran.account());
    assert_eq!(pgn(&["dedup", "--on-error", "drop"], &input).status(1).out(), "");
}

#[test]
fn what_cannot_be_done() {
    let dir = Dir::with("a.pgn", games().concat());
    dir.write("b.pgn", games().concat());
    for (args, expected) in [
        (&["--report", "text", "a.pgn"][..], "--report: the games go to standard output already"),
        (
            &["--removed", "x.pgn", "-o", "x.pgn", "a.pgn"],
            "x.pgn: it is the output of --removed, too; choose another file for -o",
        ),
        (&["--removed", "a.pgn", "-o", "x.pgn", "a.pgn"], "a.pgn: it is an input"),
        (&["--removed", "x.pgn", "-i", "a.pgn", "b.pgn"], "--removed: with -i only for one file"),
        (&["--to", "csv", "-o", "x.json", "a.pgn"], "x.json: --to csv and the extension of json"),
        (&["--temp-dir", "missing", "a.pgn"], "--temp-dir: there is no directory missing"),
        (&["--list", "-i", "a.pgn"], "cannot be used with"),
        (
            &["a.pgn", "missing.pgn", "-o", "x.pgn", "--removed", "y.pgn"],
            "x.pgn: not written: the output would be incomplete",
        ),
    ] {
        let ran = dir.pgn(&[&["dedup"], args].concat()).status(2);
        assert!(ran.err().contains(expected), "{args:?} {}", ran.err());
        assert_eq!(dir.read("a.pgn"), games().concat());
        assert_eq!(dir.names(), ["a.pgn", "b.pgn"], "{args:?}");
    }
}

#[test]
fn near_twins_are_listed_where_they_are_asked_for() {
    let twin = |from: &str, to: &str| game("Fischer, R", "Reykjavik", &MOVES.replace(from, to));
    for (why, other, is_near) in [
        ("another last move", twin("12. Bc2", "12. a4"), true),
        ("no last move", twin(" 12. Bc2", ""), false),
        ("a transposition", twin("4. Ba4 Nf6 5. O-O Be7", "4. Ba4 Be7 5. O-O Nf6"), true),
        ("another move", twin("9. h3", "9. a3"), true),
        ("another player", game("Larsen, B", "Reykjavik", &MOVES.replace("12. Bc2", "12. a4")), false),
        ("another day", twin("12. Bc2", "12. a4").replace("1972.07.11", "1972.07.13"), false),
    ] {
        let input = game("Fischer, R", "Reykjavik", MOVES) + &other;
        let ran = pgn(&["dedup", "--list", "--near"], &input).status(0);
        assert_eq!(ran.out().contains("  near twin: "), is_near, "{why}: {}", ran.out());
        assert!(!pgn(&["dedup", "--list"], &input).status(0).out().contains("near twin"), "{why}");
        assert!(ran.account().contains("near twin") == is_near, "{why}: {}", ran.account());
    }
    // Without a day the year, the event or site and the round say that it is one game.
    let in_year = |other: &str, from: &str, to: &str| {
        let tags = |date: &str| {
            format!(
                "[Event \"Match\"]\n[Site \"Bonn\"]\n[Date \"{date}\"]\n[Round \"6\"]\n[White \"Tal, M\"]\n[Black \"Fine, R\"]\n"
            )
        };
        let one = format!("{}[Result \"*\"]\n\n{MOVES} *\n\n", tags("1972.??.??"));
        let moves = MOVES.replace("12. Bc2", "12. a4");
        one + &format!("{}[Result \"*\"]\n\n{moves} *\n\n", tags(other).replace(from, to))
    };
    for (why, input, is_near) in [
        ("the year", in_year("1972.??.??", "", ""), true),
        ("a day in one", in_year("1972.07.11", "", ""), true),
        ("another year", in_year("1973.??.??", "", ""), false),
        ("no year", in_year("????.??.??", "", ""), false),
        ("another round", in_year("1972.??.??", "\"6\"", "\"7\""), false),
        ("no round", in_year("1972.??.??", "\"6\"", "\"?\""), false),
        ("another event", in_year("1972.??.??", "Match", "Candidates"), false),
        ("no event, the same site", in_year("1972.??.??", "Match", "?"), true),
    ] {
        let ran = pgn(&["dedup", "--list", "--near"], &input).status(0);
        assert_eq!(ran.out().contains("  near twin: "), is_near, "{why}: {}", ran.out());
    }
    // They are no duplicates.
    pgn(&["dedup", "--near"], "").status(2);
}

#[test]
fn moves_alone_are_enough_where_that_is_asked_for() {
    let players = ["Fischer, R", "Larsen, B", "Tal, M", "?", "Fischer, R"];
    let input: String = players.iter().map(|player| game(player, player, MOVES)).collect();
    for (args, stay) in [
        (&[][..], 4),
        (&["--by-moves"], 4),
        (&["--by-moves=23"], 1),
        (&["--by-moves=24"], 4),
        (&["--by-moves=1", "--keep", "last"], 1),
        (&["--by-moves=1", "--keep", "first"], 1),
    ] {
        let ran = pgn(&[&["dedup"], args].concat(), &input).status(0);
        assert_eq!(ran.out().matches("[Event ").count(), stay, "{args:?}: {}", ran.out());
    }
    let ran = pgn(&["dedup", "--list", "--by-moves=20"], &input).status(0);
    assert!(ran.out().contains("  moves alone: "), "{}", ran.out());
}
