//! `--where`, `--games` and `--limit`, which every command that reads games has.

use crate::rig::{Dir, Ran, pgn};

const GAMES: &str = "; before\n[Event \"E\"]\n[White \"Tal\"]\n[Black \"Fine\"]\n[Date \"1960.03.15\"]\n[Result \"1-0\"]\n\n\
    1. e4 {[%clk 1:00:00]} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
    [White \"Fine\"]\n[Black \"Keres\"]\n[Date \"1937.??.??\"]\n[Result \"0-1\"]\n\n1. d4 Nf6 (1... d5) 2. Kd2 Ke3 0-1\n\n\
    [White \"Keres\"]\n[Black \"Tal\"]\n[Date \"1961.??.??\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 d5 2. g3 1/2-1/2\n\n\
    {between}\n[White \"Tal\"]\n[Black \"Fine\"]\n[Result \"*\"]\n\n1. e4 c5 *\n\n; behind\n";

/// Conditions that are decided by tags, by the marker, by moves, and by a whole game.
const CONDITIONS: [&str; 5] = [
    "white = 'Tal'",
    "result = '1/2-1/2'",
    "plies < 6",
    "movetext LIKE '%e5%'",
    "ends_in('mate') OR black = 'Tal'",
];

/// Commands whose output is that of the chosen games alone.
const COMMANDS: [&str; 17] = [
    "fmt",
    "convert --to fan",
    "convert --to lan",
    "convert --to uci",
    "convert --to epd",
    "clocks --add clk",
    "sort",
    "merge",
    "merge --tree",
    "dedup",
    "stats",
    "stats --of players",
    "stats crosstable",
    "names --report csv",
    "book --to typst",
    "html",
    "epd from-pgn",
];

#[test]
fn a_command_with_a_condition_is_that_command_after_filter() {
    for condition in CONDITIONS {
        let chosen = pgn(&["filter", condition], GAMES);
        for command in COMMANDS {
            let words: Vec<&str> = command.split(' ').collect();
            let after = pgn(&words, chosen.out());
            for jobs in ["1", "3"] {
                let with = pgn(&[&words[..], &["--where", condition, "-j", jobs]].concat(), GAMES);
                assert_eq!(with.out(), after.out(), "{command} --where {condition:?}\n{}", with.err());
            }
        }
    }
}

#[test]
fn games_are_chosen_by_number_and_not_more_than_so_many() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.write("b.pgn", GAMES);
    for (options, expected) in [
        (&["--games", "2-3"][..], "Fine Keres Fine Keres"),
        (&["--games", "4,1"], "Tal Tal Tal Tal"),
        (&["--limit", "5"], "Tal Fine Keres Tal Tal"),
        (&["--limit", "0"], ""),
        (&["--games", "2-", "--limit", "4"], "Fine Keres Tal Fine"),
        (&["--where", "white = 'Tal'", "--games", "2-"], "Tal Tal"),
        (&["--where", "white = 'Tal'", "--limit", "3"], "Tal Tal Tal"),
    ] {
        for command in [&["convert", "--to", "csv", "--rows", "games"][..], &["merge", "--as-given"]] {
            let ran = dir.pgn(&[command, options, &["a.pgn", "b.pgn"]].concat());
            let names: Vec<String> = match command[0] {
                "merge" => ran
                    .out()
                    .lines()
                    .filter_map(|line| line.strip_prefix("[White \""))
                    .map(str::to_owned)
                    .collect(),
                _ => ran.out().lines().skip(1).map(str::to_owned).collect(),
            };
            let names: Vec<&str> = names
                .iter()
                .map(|line| {
                    ["Tal", "Fine", "Keres"]
                        .into_iter()
                        .min_by_key(|name| line.find(name).unwrap_or(usize::MAX))
                        .unwrap()
                })
                .collect();
            assert_eq!(names.join(" "), expected, "{command:?} {options:?}: {}", ran.err());
        }
    }
}

/// The errors of other games are not those of the chosen ones, and no finding of theirs is shown.
#[test]
fn only_the_chosen_games_are_checked() {
    let all = pgn(&["check", "--report", "concise"], GAMES).status(1);
    let bad = pgn(&["check", "--report", "concise", "--where", "white = 'Fine'"], GAMES).status(1);
    assert_eq!(bad.out(), all.out());
    assert!(bad.account().starts_with("pgn: 4 games ("), "{}", bad.account());
    assert!(bad.account().contains(", 1 selected: 1 with errors"), "{}", bad.account());
    let good = pgn(&["check", "--report", "concise", "--where", "white <> 'Fine'"], GAMES).status(0);
    assert_eq!(good.out(), "");
    assert!(good.account().contains(", 3 selected: no errors in what was read"), "{}", good.account());
    let json = pgn(&["check", "--games", "2", "--account", "json"], GAMES).status(1);
    assert!(json.err().contains("\"selected\":1"), "{}", json.err());
}

/// Commands that change games in place keep the others as they are; those that would drop them refuse.
#[test]
fn in_place_no_game_is_lost() {
    let dir = Dir::with("a.pgn", GAMES);
    let set = GAMES.replacen("[Result \"1/2-1/2\"]\n", "[Result \"1/2-1/2\"]\n[Annotator \"x\"]\n", 1);
    for options in [
        &["--where", "white = 'Keres'"][..],
        &["--games", "3"],
        &["--where", "black = 'Tal'", "--limit", "1"],
    ] {
        dir.write("a.pgn", GAMES);
        dir.pgn(&[&["edit", "-i", "--set", "Annotator=x"], options, &["a.pgn"]].concat()).status(0);
        assert_eq!(dir.read("a.pgn"), set, "{options:?}");
    }
    dir.write("a.pgn", GAMES);
    for command in [
        &["fmt", "-i"][..],
        &["sort", "-i"],
        &["dedup", "-i"],
        &["clocks", "--add", "clk", "-i"],
        &["check", "--fix"],
    ] {
        for options in [&["--where", "white = 'Keres'"][..], &["--games", "3"], &["--limit", "1"]] {
            let ran = dir.pgn(&[command, options, &["a.pgn"]].concat()).status(2);
            assert!(ran.err().contains("cannot be used with"), "{}", ran.err());
        }
        assert_eq!(dir.read("a.pgn"), GAMES);
    }
}

/// Games of other inputs than those of the command line are not chosen from.
#[test]
fn other_games_are_read_whole() {
    let dir = Dir::with("a.pgn", GAMES);
    let dated =
        |year: u16, white: &str| format!("[Date \"{year}.01.01\"]\n[White \"{white}\"]\n\n1. e4 *\n\n");
    dir.write("old.pgn", dated(1960, "Old"));
    dir.pgn(&["split", "--archive", "tree", "old.pgn"]).status(0);
    dir.write("new.pgn", format!("{}{}", dated(1960, "New"), dated(1960, "Other")));
    dir.pgn(&["split", "--archive", "tree", "--where", "white = 'New'", "new.pgn"]).status(0);
    let names = dir.pgn(&["convert", "--to", "csv", "--rows", "games", "--tags", "White", "tree"]);
    assert!(names.out().contains("Old") && names.out().contains("New"), "{}", names.out());
    assert!(!names.out().contains("Other"), "{}", names.out());
    // What is in another file is known, whatever its number there.
    for options in [&["--games", "2"][..], &["--where", "white = 'Fine'"], &["--games", "2-", "--limit", "1"]]
    {
        let reversed = dir.pgn(&["sort", "--by", "date desc", "a.pgn"]);
        dir.write("b.pgn", reversed.out());
        let ran = dir.pgn(&[&["dedup", "--against", "b.pgn"], options, &["a.pgn"]].concat());
        assert_eq!(ran.out(), "", "{options:?} {}", ran.err());
    }
    // The first day of an event is that of all its games.
    let round = |day: u8, white: &str| {
        format!(
            "[Event \"Cup\"]\n[Site \"Riga\"]\n[Date \"1960.01.{day:02}\"]\n[Round \"{day}\"]\n[White \"{white}\"]\n\n*\n\n"
        )
    };
    dir.write("c.pgn", round(3, "A") + &round(1, "B"));
    let ran = dir.pgn(&["edit", "--event-date", "--where", "white = 'A'", "c.pgn"]).status(0);
    assert!(ran.out().contains("[EventDate \"1960.01.01\"]"), "{}", ran.out());
    // Of findings that are known none is said to be gone.
    dir.pgn(&["check", "--baseline", "known.json", "--update-baseline", "a.pgn"]);
    let ran = dir.pgn(&["check", "--baseline", "known.json", "--where", "white = 'Tal'", "a.pgn"]);
    assert!(!ran.err().contains("no longer found"), "{}", ran.err());
}

/// All forms of input are read again from the same place.
#[test]
fn every_form_is_chosen_from() {
    let moves = |ran: &Ran| {
        let rows = ran.out().lines().skip(1).map(|row| row.split(',').nth(6).unwrap().to_owned());
        rows.collect::<Vec<_>>().join(" ")
    };
    let csv = ["convert", "--to", "csv"];
    let dir = Dir::with("a.pgn", GAMES);
    // The binary coding has no comments.
    let comments = ["; before\n", "{[%clk 1:00:00]} ", "{between}\n", "\n; behind\n"];
    dir.write("plain.pgn", comments.iter().fold(GAMES.to_owned(), |text, comment| text.replace(comment, "")));
    for (to, from, name) in [("json", "a.pgn", "a.jsonl"), ("pgc", "plain.pgn", "a.pgc")] {
        dir.pgn(&["convert", "--to", to, from, "-o", name]);
        for condition in ["black = 'Fine' AND plies > 2", "black = 'Fine' AND movetext LIKE '%Qh5%'"] {
            let ran = dir.pgn(&[&csv[..], &["--where", condition, name]].concat());
            assert_eq!(moves(&ran), "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", "{name} {condition} {}", ran.err());
        }
    }
    let lines = "e4 e5 Nf3\nd4 * c4 *\n\ne4 c5\n";
    let of_lines = |options: &[&str]| moves(&pgn(&[&csv[..], &["--from", "lines"], options].concat(), lines));
    assert_eq!(of_lines(&["--games", "2-3"]), "d2d4 c2c4");
    assert_eq!(of_lines(&["--where", "plies = 1"]), "d2d4 c2c4");
    assert_eq!(of_lines(&["--where", "movetext LIKE '%e4%'"]), "e2e4 e7e5 g1f3 e2e4 c7c5");
    let records = "4k3/8/8/8/8/8/8/4K3 w - -\n4k3/8/8/8/8/8/8/R3K3 w - -\n";
    let ran = pgn(&["epd", "sort", "--games", "2"], records).status(0);
    assert_eq!(ran.out(), "4k3/8/8/8/8/8/8/R3K3 w - -\n");
}
