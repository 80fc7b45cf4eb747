//! `pgn clocks`.

use crate::rig::{Dir, pgn};

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[TimeControl \"180+2\"]\n\n\
    1. e4 {[%clk 0:02:58] [%eval 0.31,14] best} e5 {[%emt 0:00:05]} 2. Nf3 {[%clk 0:02:50]} Nc6 *\n";

#[test]
fn a_table_is_shown() {
    let expected = "\
1. A – B, 180+2
              used     clock      game      eval
   1. e4   0:00:04~  0:02:58   0:00:04~    +0.31
   1... e5  ";
    let out = pgn(&["clocks"], GAME).status(0);
    assert_eq!(out.out(), pgn(&["clocks", "--table"], GAME).status(0).out());
    let lines: Vec<&str> = out.out().lines().collect();
    assert_eq!(lines[0], expected.lines().next().unwrap());
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
    assert_eq!(words(lines[1]), "used clock game eval");
    assert_eq!(words(lines[2]), "1. e4 0:00:04~ 0:02:58 0:00:04~ +0.31");
    assert_eq!(words(lines[3]), "1... e5 0:00:05 0:02:57~ 0:00:05~ –");
    assert_eq!(words(lines[4]), "2. Nf3 0:00:10~ 0:02:50 0:00:14~ –");
    assert_eq!(words(lines[5]), "2... Nc6 – – – –");
    assert_eq!(lines.len(), 7);
}

#[test]
fn a_table_names_contradictions() {
    let game = "[TimeControl \"60\"]\n\n1. e4 {[%clk 0:05:00]} *\n";
    let ran = pgn(&["clocks"], game).status(0);
    assert!(ran.out().contains("! a clock runs backwards: expected 0:01:00, found 0:05:00"), "{}", ran.out());
    assert!(ran.account().ends_with("; times: 1 in contradiction"), "{}", ran.account());
}

#[test]
fn names_of_players_reach_no_terminal_with_control_sequences() {
    let game = "[White \"\u{1b}[31mX\"]\n\n1. e4 *\n";
    assert!(!pgn(&["clocks"], game).status(0).out().contains('\u{1b}'));
}

#[test]
fn json_lines() {
    let dir = Dir::with("a, \"b\".pgn", format!("{GAME}\n{GAME}"));
    let ran = dir.pgn(&["clocks", "--json", "a, \"b\".pgn"]).status(0);
    let rows: Vec<serde_json::Value> =
        ran.out().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 8);
    let expected = serde_json::json!({
        "file": "a, \"b\".pgn", "game": 2, "ply": 1, "number": 1, "color": "white", "san": "e4",
        "clock_before_ms": 180_000, "clock_ms": 178_000, "clock_source": "clk",
        "used_ms": 4000, "used_source": "clocks", "game_time_ms": 4000, "game_time_source": "clocks",
        "eval_pawns": 0.31, "mate": null, "depth": 14, "contradiction": null,
    });
    assert_eq!(rows[4], expected);
    assert_eq!(rows[5]["clock_source"], "move-times");
    assert_eq!(rows[7]["used_ms"], serde_json::Value::Null);
}

#[test]
fn comma_separated_values() {
    let dir = Dir::with("a,b.pgn", GAME);
    dir.write("c.pgn", GAME);
    let ran = dir.pgn(&["clocks", "--csv", "a,b.pgn", "c.pgn"]).status(0);
    let lines: Vec<&str> = ran.out().lines().collect();
    assert!(lines[0].starts_with("file,game,ply,number,color,san,"), "{}", lines[0]);
    assert_eq!(lines[1], "\"a,b.pgn\",1,1,1,white,e4,180000,178000,clk,4000,clocks,4000,clocks,0.31,,14,");
    // Games are numbered as in other tables, so that rows belong together.
    assert!(lines[5].starts_with("c.pgn,2,1,1,white,e4,"), "{}", lines[5]);
    assert!(lines[0].ends_with(",eval_pawns,mate,depth,contradiction"), "{}", lines[0]);
    let columns = lines[0].split(',').count();
    assert!(lines[5..].iter().all(|line| line.split(',').count() == columns));
}

#[test]
fn times_are_added_and_the_rest_stays() {
    let ran = pgn(&["clocks", "--add", "emt"], GAME).status(0);
    let text = ran.out().replace('\n', " ");
    assert!(
        text.contains(
            "1. e4 {[%clk 0:02:58] [%eval 0.31,14] [%emt 0:00:04] best} 1... e5 {[%emt 0:00:05]} 2. Nf3 {[%clk 0:02:50] [%emt 0:00:10]} 2... Nc6 *"
        ),
        "{text}"
    );
    assert!(ran.account().ends_with("wrote 1; times: 2 added, 1 kept, 1 unknown"), "{}", ran.account());
    let again = pgn(&["clocks", "--add", "emt"], ran.bytes()).status(0);
    assert_eq!(again.out(), ran.out());
    // And back: what followed of the clocks gives the clocks.
    let back = pgn(&["clocks", "--add", "clk", "--replace"], ran.bytes()).status(0);
    assert!(back.out().contains("[%clk 0:02:58]") && back.out().contains("[%clk 0:02:50]"), "{}", back.out());
}

#[test]
fn in_place_and_to_a_file() {
    let dir = Dir::with("a.pgn", GAME);
    let to_stdout = dir.pgn(&["clocks", "--add", "egt", "a.pgn"]).status(0).out().to_owned();
    dir.pgn(&["clocks", "--add", "egt", "a.pgn", "-o", "b.pgn"]).status(0);
    dir.pgn(&["clocks", "--add", "egt", "-i", "a.pgn"]).status(0);
    assert_eq!(dir.read("a.pgn"), to_stdout);
    assert_eq!(dir.read("b.pgn"), to_stdout);
    assert_eq!(dir.names(), ["a.pgn", "b.pgn"]);
}

#[test]
fn the_same_on_every_number_of_threads() {
    let games = GAME.repeat(4000);
    for form in [&["--json"][..], &["--csv"], &["--table"], &["--add", "clk"]] {
        let run = |jobs| pgn(&[&["clocks", "-j", jobs], form].concat(), &games).status(0).out().to_owned();
        let one = run("1");
        assert_eq!(one, run("3"), "{form:?}");
    }
    let ran = pgn(&["clocks", "--csv"], &games).status(0);
    assert!(
        ran.out().lines().last().unwrap().starts_with("standard input,4000,")
            || ran.out().contains(",4000,4,2,black,Nc6"),
        "{:?}",
        ran.out().lines().last()
    );
}

#[test]
fn the_account_as_json() {
    let ran = pgn(&["clocks", "--add", "emt", "--account", "json"], GAME).status(0);
    let account: serde_json::Value = serde_json::from_str(ran.account()).unwrap();
    assert_eq!(
        account["times"],
        serde_json::json!({"added": 2, "kept": 1, "unknown": 1, "in_contradiction": 0})
    );
}

#[test]
fn wrong_arguments() {
    for args in [
        &["clocks", "--replace"][..],
        &["clocks", "--json", "--csv"],
        &["clocks", "--add", "mct"],
        &["clocks", "-i", "a.pgn"],
        &["clocks", "--add", "emt", "--table"],
        &["clocks", "--add", "emt", "-i"],
    ] {
        pgn(args, "").status(2);
    }
    let dir = Dir::with("a.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n");
    let ran = dir.pgn(&["clocks", "a.epd"]).status(2);
    assert!(ran.err().contains("contains positions (EPD or FEN), not games"), "{}", ran.err());
}

#[test]
fn games_with_errors() {
    let broken = "[TimeControl \"60\"]\n\n1. e4 {[%clk 0:00:55]} e5 2. Ke3 {why} *\n";
    let ran = pgn(&["clocks", "--add", "emt"], broken).status(1);
    assert!(ran.out().contains("[%emt 0:00:05]") && ran.out().contains("Ke3"), "{}", ran.out());
    assert_eq!(pgn(&["clocks", "--json", "--on-error", "drop"], broken).status(1).out(), "");
}

#[test]
fn the_name_of_the_output_says_what_is_written() {
    let dir = Dir::with("a.pgn", "1. e4 {[%clk 0:01:00]} *\n");
    for (name, beginning) in [("t.csv", "file,game,"), ("t.json", "{"), ("t.JSONL", "{"), ("t.txt", "1. ?")] {
        dir.pgn(&["clocks", "-o", name, "a.pgn"]).status(0);
        assert!(dir.read(name).starts_with(beginning), "{name}: {}", dir.read(name));
    }
    dir.pgn(&["clocks", "-o", "t.csv.gz", "a.pgn"]).status(0);
    assert!(std::fs::read(dir.path("t.csv.gz")).unwrap().starts_with(b"\x1f\x8b"));
    for (args, message) in [
        (&["--json", "-o", "x.csv"][..], "x.csv: its extension asks for CSV, the options ask for JSON"),
        (
            &["--table", "-o", "x.csv.zst"],
            "x.csv.zst: its extension asks for CSV, the options ask for tables",
        ),
        (&["--add", "emt", "--to", "csv", "-o", "x.json"], "x.json: --to csv and the extension of json"),
        (&["--to", "json"], "--to has no effect with times; --report has their formats"),
        (&["-o", "x.pgn"], "x.pgn: its extension asks for games, into which --add writes times"),
    ] {
        let ran = dir.pgn(&[&["clocks", "a.pgn"], args].concat()).status(2);
        assert!(ran.err().contains(message), "{}", ran.err());
        assert!(!dir.names().iter().any(|name| name.starts_with('x')));
    }
    dir.pgn(&["clocks", "--add", "emt", "-o", "b.pgn", "a.pgn"]).status(0);
}
