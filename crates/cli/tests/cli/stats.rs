//! `pgn stats`.

use crate::rig::{BAD, Dir, pgn, snapshot};

const GAMES: &str = "\
[White \"Tal\"]\n[Black \"Fine\"]\n[Date \"1960.03.15\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2600\"]\n[TimeControl \"60+0\"]\n[Result \"1-0\"]\n\n\
1. e4 {[%clk 0:01:00] [%eval 0.3]} e5 {[%clk 0:00:58] [%eval 0.2]} 2. Qh5 {[%clk 0:00:55] [%eval -2.0]} Nc6 {[%clk 0:00:50]} \
3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
[White \"Fine\"]\n[Black \"Tal\"]\n[Date \"1961.??.??\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2700\"]\n[Result \"1/2-1/2\"]\n\n\
1. d4 d5 1/2-1/2\n\n\
[White \"Spassky\"]\n[Black \"Tal\"]\n[Result \"0-1\"]\n[Termination \"Time forfeit\"]\n\n1. e4 c5 0-1\n\n\
[White \"Spassky\"]\n[Black \"Tal\"]\n[Result \"*\"]\n\n1. e4 c5 *\n\n";

#[test]
fn what_is_shown() {
    let dir = Dir::with("games.pgn", format!("{GAMES}{BAD}"));
    let ran = |args: &[&str]| {
        let one = dir.pgn(&[&["stats", "--jobs", "1"], args, &["games.pgn"]].concat()).status(1);
        let ran = dir.pgn(&[&["stats"], args, &["games.pgn"]].concat()).status(1);
        assert_eq!(one.out(), ran.out());
        format!("{}{}", ran.out(), ran.err())
    };
    snapshot("stats-screen", &ran(&[]));
    let all =
        "results,lengths,endings,years,ratings,openings,variations,players,opponents,time,errors,accuracy";
    snapshot("stats-tables", &ran(&["--of", all]));
    snapshot("stats-json", &ran(&["--of", "players,years,errors", "--report", "json"]));
    snapshot("stats-csv", &ran(&["--of", "players", "--report", "csv"]));
    snapshot("stats-by", &ran(&["--by", "lower(white), year"]));
    snapshot("stats-plot", &ran(&["--of", "years", "--plot", "-", "-q"]));
    snapshot("stats-plot-players", &ran(&["--of", "players", "--plot", "-", "-q"]));
}

/// Games of lichess, of which some have evaluations of all moves.
#[test]
fn accuracy_of_players() {
    let clocks = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/clocks.pgn");
    let text = std::fs::read_to_string(clocks).unwrap();
    // Two players have all games between them.
    let player = |line: &str| match line.split_once(' ') {
        Some((tag @ ("[White" | "[Black"), _)) => format!("{tag} \"{}\"]\n", &tag[1..]),
        _ => format!("{line}\n"),
    };
    let dir = Dir::with("games.pgn", text.lines().map(player).collect::<String>());
    let of =
        |args: &[&str]| dir.pgn(&[&["stats", "--of", "accuracy"], args, &["games.pgn"]].concat()).status(0);
    snapshot("stats-accuracy", of(&[]).out());
    snapshot("stats-accuracy-json", of(&["--report", "json", "--order", "accuracy"]).out());
    snapshot("stats-accuracy-csv", of(&["--report", "csv", "--min-games", "2"]).out());
    snapshot("stats-accuracy-plot", of(&["--plot", "-", "-q"]).out());
    let none = pgn(&["stats", "--of", "accuracy"], "1. e4 *").status(0);
    let note = "… 1 game left out: 1 without evaluations; 1 game in which a player has no name";
    assert_eq!(none.out(), format!("accuracy: 1 game\n{note}\n"));
}

#[test]
fn rows_that_are_chosen() {
    let lines = |args: &[&str]| {
        let ran = pgn(&[&["stats"], args].concat(), GAMES).status(0);
        let names = ran.out().lines().map(|line| line.split("  ").next().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    let players = ["--of", "players"];
    let with = |args: &[&'static str]| lines(&[&players[..], args].concat());
    assert_eq!(with(&[]), ["players: 4 games", "player", "Tal", "Fine", "Spassky"]);
    assert_eq!(
        with(&["--min-games", "3"]),
        ["players: 4 games", "player", "Tal", "… 2 with fewer than 3 games"]
    );
    assert_eq!(with(&["--top", "1"]), ["players: 4 games", "player", "Tal", "… 2 more"]);
    assert_eq!(with(&["--order", "player"])[2..], ["Fine", "Spassky", "Tal"]);
    assert_eq!(with(&["--where", "white = 'Fine'"]), ["players: 1 game", "player", "Fine", "Tal"]);
    assert_eq!(with(&["--where", "white = 'Nobody'"]), ["players: 0 games"]);
    assert_eq!(lines(&["--by", "White"])[1..], ["white", "Spassky", "Fine", "Tal"]);
    assert_eq!(pgn(&["stats"], "").status(0).out(), "0 games\n");
}

/// Games that are read as something else than text count alike.
#[test]
fn every_form_counts_alike() {
    let dir = Dir::with("games.pgn", GAMES);
    // The binary coding has no comments.
    let mut plain = GAMES.to_owned();
    while let Some(start) = plain.find('{') {
        let end = plain.find('}').unwrap();
        plain.replace_range(start..=end, "");
    }
    dir.write("plain.pgn", plain);
    let tables = "results,endings,openings,players,time,errors";
    for (from, to) in [("games.pgn", "games.json"), ("games.pgn", "games.pgn.gz"), ("plain.pgn", "plain.pgc")]
    {
        dir.pgn(&["convert", from, "-o", to]).status(0);
        let [expected, found] = [from, to].map(|name| dir.pgn(&["stats", "--of", tables, name]).status(0));
        assert_eq!(found.out(), expected.out(), "{to}");
    }
    let ran = dir.pgn(&["stats", "games.pgn", "missing.pgn"]).status(2);
    assert!(ran.out().starts_with("4 games, 3 players"), "{}", ran.out());
}

#[test]
fn what_is_asked_for_wrongly() {
    let dir = Dir::with("games.pgn", GAMES);
    for (args, said) in [
        (&["--report", "csv"][..], "--report requires --of or --by"),
        (&["--plot", "x.svg"], "--plot requires --of or --by"),
        (&["--of", "years,players", "--report", "csv"], "--report csv takes one table, found 2"),
        (&["--of", "years,players", "--plot", "x.svg"], "--plot takes one table"),
        (&["--of", "years", "--order", "elos"], "--order: `elos` is none of year, games,"),
        (
            &["--of", "years", "--plot", "games.pgn"],
            "games.pgn: it is an input; choose another file for --plot",
        ),
        (&["--of", "errors", "--where", "plies > 99", "--plot", "x.svg"], "--plot: there is nothing to draw"),
        (&["--by", "dte"], "`dte` is none of date,"),
        (&["--of", "years", "--by", "year"], "cannot be used with"),
        (&["--where", "elo >"], "--where"),
    ] {
        let ran = dir.pgn(&[&["stats"], args, &["games.pgn"]].concat()).status(2);
        assert!(ran.err().contains(said), "{args:?}: {}", ran.err());
        assert_eq!(ran.out(), "", "{args:?}");
    }
    assert_eq!(dir.read("games.pgn"), GAMES);
    dir.pgn(&["stats", "--of", "years", "--plot", "years.svg", "games.pgn"]).status(0);
    assert!(dir.read("years.svg").starts_with("<svg xmlns="));
}

fn event_game(tags: &[(&str, &str)], result: &str) -> String {
    let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    format!("{tags}[Result \"{result}\"]\n\n1. e4 e5 {result}\n\n")
}

/// A round robin, a Swiss with a bye, and matches of teams, their games mixed.
fn events() -> String {
    let linares =
        [("1", "Tal", "Fine", "1-0"), ("2", "Keres", "Tal", "1/2-1/2"), ("3", "Fine", "Keres", "0-1")];
    let linares = linares.map(|(round, white, black, result)| {
        let elo = [("WhiteElo", "2600"), ("BlackElo", "2500")];
        let tags = [
            ("Event", "Linares"),
            ("Date", "1993.02.23"),
            ("Round", round),
            ("White", white),
            ("Black", black),
        ];
        event_game(&[&tags[..], &elo].concat(), result)
    });
    let open = [
        ("1.1", "a", "b", "1-0"),
        ("1.2", "c", "d", "1-0"),
        ("1.3", "e", "f", "1/2-1/2"),
        ("1.4", "g", "bye", "1-0"),
        ("2.1", "a", "c", "0-1"),
        ("2.2", "g", "e", "0-1"),
    ];
    let open = open.map(|(round, white, black, result)| {
        event_game(&[("Event", "Open"), ("Round", round), ("White", white), ("Black", black)], result)
    });
    let league = [("A", "B", "a1", "b1", "1-0"), ("B", "A", "b2", "a2", "1/2-1/2")];
    let league = league.map(|(team, other, white, black, result)| {
        let names = [("White", white), ("Black", black), ("WhiteTeam", team), ("BlackTeam", other)];
        event_game(&[&[("Event", "League"), ("Round", "1")][..], &names].concat(), result)
    });
    let [first, second, third] = linares;
    [first, open.concat(), second, league.concat(), third].concat()
}

#[test]
fn crosstables() {
    let dir = Dir::with("games.pgn", format!("{}{BAD}", events()));
    let ran = |args: &[&str]| {
        // The errors of games that are not chosen are not looked for.
        let status = i32::from(!args.contains(&"--where"));
        let one =
            dir.pgn(&[&["stats", "crosstable", "--jobs", "1"], args, &["games.pgn"]].concat()).status(status);
        let ran = dir.pgn(&[&["stats", "crosstable"], args, &["games.pgn"]].concat()).status(status);
        assert_eq!(one.out(), ran.out());
        format!("{}{}", ran.out(), ran.err())
    };
    snapshot("stats-crosstable", &ran(&["--min-games", "2"]));
    snapshot("stats-crosstable-csv", &ran(&["--where", "event = 'Linares'", "--report", "csv"]));
    snapshot(
        "stats-crosstable-json",
        &ran(&["--as", "swiss", "--where", "event = 'Open'", "--report", "json"]),
    );
    let by = ran(&["--by", "round", "--top", "1"]);
    assert!(by.starts_with("1, 1993.02.23: 6 players, 3 games, 1 round\n"), "{by}");
    let refused =
        dir.pgn(&["stats", "crosstable", "--report", "csv", "--min-games", "2", "games.pgn"]).status(2);
    assert!(
        refused.err().contains("one table at a time; there are 3 events: choose one with --where"),
        "{}",
        refused.err()
    );
    assert_eq!(refused.out(), "");
    // Every form of input, nothing, and what is not there.
    dir.write("plain.pgn", events());
    for to in ["games.json", "games.pgc", "games.pgn.gz"] {
        dir.pgn(&["convert", "plain.pgn", "-o", to]).status(0);
        let [expected, found] =
            ["plain.pgn", to].map(|name| dir.pgn(&["stats", "crosstable", name]).status(0));
        assert_eq!(found.out(), expected.out(), "{to}");
    }
    let none = pgn(&["stats", "crosstable"], "").status(0);
    assert_eq!(none.out(), "");
    let ran = dir.pgn(&["stats", "crosstable", "plain.pgn", "missing.pgn"]).status(2);
    assert!(ran.out().starts_with("Linares, 1993.02.23: 3 players, 3 games, 3 rounds\n"), "{}", ran.out());
}

/// As many players as there are games, which is what nobody has.
#[test]
fn memory_has_a_limit() {
    let games: String = (0..12_000)
        .map(|at| event_game(&[("White", &format!("white {at}")), ("Black", &format!("black {at}"))], "1-0"))
        .collect();
    let dir = Dir::with("games.pgn", games);
    let run = |args: &[&str]| dir.pgn(&[&["stats"], args, &["--memory", "1M", "games.pgn"]].concat());
    let screen = run(&[]).status(0);
    assert!(screen.out().starts_with("12000 games\n"), "{}", screen.out());
    assert!(screen.out().contains("players: not counted, they need more memory\n"), "{}", screen.out());
    for args in [&["--of", "players"][..], &["--of", "opponents"], &["--by", "white"], &["crosstable"]] {
        let ran = run(args).status(2);
        assert!(
            ran.err().contains("they need more than 1 MB; --where chooses games, --memory gives more"),
            "{}",
            ran.err()
        );
        assert_eq!(ran.out(), "", "{args:?}");
    }
    assert!(run(&["--of", "results"]).status(0).out().starts_with("results: 12000 games\n"));
}
