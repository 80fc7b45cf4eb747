use std::collections::HashSet;
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use pgnkit::diagnostics::Span;
use pgnkit::{EndOfGame, Flow, Outcome, Ply, Start, Text, Visitor};
use pgnkit_archive::open;

use crate::{DIVIDED, directory};

#[test]
fn games_come_one_after_another_with_their_diagnostics() {
    let text = "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. e4 Ke7 *\n";
    let directory = directory(&[("games.pgn", text.as_bytes())]);
    let mut games = open(directory.path().join("games.pgn")).unwrap().games();
    let first = games.next_game().unwrap().unwrap();
    assert_eq!(
        (first.game.tag("White"), first.game.result(), first.number),
        (Some("A"), Outcome::WhiteWins, 1)
    );
    assert!(!first.has_errors());
    let second = games.next_game().unwrap().unwrap();
    assert_eq!((second.game.tag("White"), second.number), (Some("B"), 2));
    assert!(second.has_errors());
    let found = &second.diagnostics[0];
    assert_eq!((found.diagnostic.code.name(), found.start.line, found.start.column), ("illegal-move", 7, 7));
    assert!(games.next_game().unwrap().is_none());
    assert!(games.next_game().unwrap().is_none());
}

#[test]
fn games_are_skipped_and_headers_read_alone() {
    let game = |number: usize| {
        format!("[Event \"{number}\"]\n[Result \"1-0\"]\n\n1. e4 {{{}}} e5 1-0\n\n", "x".repeat(999))
    };
    let text: String = (1..=5000).map(game).collect();
    let small = "[Event \"a\"]\n\n1. d4 *\n\n[Event \"b\"]\n\n*\n";
    let positions = "4k3/8/8/8/8/8/8/4K3 w - - id \"x\"; bm Kd2;\n4k3/8/8/8/8/8/8/4K3 b - - id \"y\";\n";
    let directory = directory(&[
        ("a.pgn", text.as_bytes()),
        ("b.pgn", small.as_bytes()),
        ("c.epd", positions.as_bytes()),
        ("d.json", b"{\"tags\":[{\"name\":\"Event\",\"value\":\"j\"}],\"moves\":[{\"san\":\"e4\"}]}\n{\"moves\":[]}\n"),
    ]);
    let mut games = open(directory.path()).unwrap().games();
    let event = |games: &mut pgnkit_archive::Games| {
        let read = games.next_game().unwrap()?;
        Some((read.number, read.game.tag("Event").unwrap_or("").to_owned()))
    };
    games.skip_games(4321);
    assert_eq!(event(&mut games), Some((4322, "4322".to_owned())));
    games.skip_games(0);
    assert_eq!(event(&mut games), Some((4323, "4323".to_owned())));
    // What is not there is not skipped in the next input.
    games.skip_games(u64::MAX);
    assert_eq!(event(&mut games), Some((1, "a".to_owned())));
    games.skip_games(9);
    let read = games.next_game().unwrap().unwrap();
    assert_eq!(read.record.as_ref().unwrap().id(), Some("x"));
    assert_eq!(event(&mut games), Some((2, "y".to_owned())));
    games.headers_only();
    let read = games.next_game().unwrap().unwrap();
    assert_eq!((read.game.tag("Event"), read.game.ply_count(), read.record.is_none()), (Some("j"), 0, true));
    games.skip_games(9);
    assert!(games.next_game().unwrap().is_none());
    assert_eq!(games.passed(), 2);

    let mut games = open(directory.path().join("a.pgn")).unwrap().games();
    games.headers_only();
    let mut count = 0;
    while let Some(read) = games.next_game().unwrap() {
        count += 1;
        assert_eq!((read.number, read.game.ply_count(), read.game.result()), (count, 0, Outcome::WhiteWins));
        assert_eq!(read.game.tag("Event"), Some(count.to_string().as_str()));
    }
    assert_eq!(count, 5000);
}

#[test]
fn diagnostics_in_json_come_with_their_game_and_no_other() {
    let object = r#"{"moves":[{"san":"e4"}],"diagnostics":[{"code":"PGN-C001","name":"illegal-move","severity":"error","message":"no","byte_start":9,"byte_end":12}]}"#;
    let lines = format!("{object}\n{{\"moves\":[]}}\n{object}\n");
    let directory = directory(&[("a.pgn", b"1. d4 *"), ("b.json", lines.as_bytes()), ("c.pgn", b"1. e4 *")]);
    let mut games = open(directory.path()).unwrap().games();
    let mut counts = Vec::new();
    while let Some(read) = games.next_game().unwrap() {
        counts.push(read.recorded.len());
        assert!(read.recorded.iter().all(|found| found.span == Span::new(9, 12)));
        assert!(read.diagnostics.iter().all(|found| found.diagnostic.code.name() != "illegal-move"));
    }
    assert_eq!(counts, [0, 1, 0, 1, 0]);
}

#[test]
fn a_missing_file_is_an_error_at_once_and_a_damaged_one_in_its_turn() {
    assert!(open("no-such-file.pgn").is_err());
    // The magic of gzip, and then nothing that could be a stream.
    let damaged = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], b"\xff\xff\xff\xff"].concat();
    let directory = directory(&[("a.pgn", b"1. e4 *"), ("b.pgn.gz", &damaged), ("c.pgn", b"1. d4 d5 *")]);
    let mut games = open(directory.path()).unwrap().games();
    assert_eq!(games.next_game().unwrap().unwrap().game.ply_count(), 1);
    assert!(games.next_game().is_err());
    assert_eq!(games.next_game().unwrap().unwrap().game.ply_count(), 2);
    assert!(games.next_game().unwrap().is_none());
    assert!(open(directory.path()).unwrap().for_each(|_| {}).is_err());
}

#[test]
fn an_empty_file_holds_no_game_and_an_empty_directory_is_reported() {
    let directory = directory(&[("empty.pgn", b"")]);
    assert_eq!(open(directory.path().join("empty.pgn")).unwrap().games().count(), 0);
    let nothing = tempfile::tempdir().unwrap();
    assert!(open(nothing.path()).is_err_and(|error| error.to_string().contains("no file ends in .pgn")));
}

#[test]
fn empty_lines_between_tags_never_divide_a_game() {
    let text = DIVIDED.repeat(20_000);
    let directory = directory(&[("games.pgn", text.as_bytes())]);
    for jobs in [1, 3] {
        let (mut games, mut plies) = (0, 0);
        open(directory.path())
            .unwrap()
            .jobs(jobs)
            .for_each(|read| {
                games += 1;
                plies += read.game.ply_count();
                assert_eq!((read.number, read.game.tag("White")), (games, Some("Tal")));
            })
            .unwrap();
        assert_eq!((games, plies), (20_000, 60_000));
    }
    assert_eq!(open(directory.path()).unwrap().games().count(), 20_000);
}

#[test]
fn every_way_gives_the_same_games_in_the_same_order() {
    let text: String = (1..3000).map(|number| format!("[Round \"{number}\"]\n\n1. e4 e5 *\n\n")).collect();
    let other: String = (3000..3010).map(|number| format!("[Round \"{number}\"]\n\n1. d4 *\n\n")).collect();
    let directory = directory(&[("a.pgn", text.as_bytes()), ("b.pgn", other.as_bytes())]);
    let expected: Vec<String> = (1..3010).map(|number| number.to_string()).collect();
    let rounds = |found: &mut Vec<String>, read: &pgnkit_archive::ReadGame| {
        found.push(read.game.tag("Round").unwrap().to_owned());
    };
    let mut lent = Vec::new();
    let mut games = open(directory.path()).unwrap().games();
    while let Some(read) = games.next_game().unwrap() {
        rounds(&mut lent, read);
    }
    assert_eq!(lent, expected);
    for jobs in 1..=4 {
        let mut found = Vec::new();
        open(directory.path()).unwrap().jobs(jobs).for_each(|read| rounds(&mut found, read)).unwrap();
        assert_eq!(found, expected, "{jobs} jobs");
        let mut found = Vec::new();
        open(directory.path()).unwrap().jobs(jobs).fold(Vec::new, rounds, |part| found.extend(part)).unwrap();
        assert_eq!(found, expected, "{jobs} jobs");
    }
}

#[test]
fn small_files_use_several_threads() {
    let files: Vec<(String, &[u8])> =
        (0..200).map(|number| (format!("{number:03}.pgn"), &b"1. e4 e5 *\n"[..])).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let directory = directory(&files);
    let (threads, changed) = (Mutex::new(HashSet::new()), Condvar::new());
    let mut games = 0;
    open(directory.path())
        .unwrap()
        .jobs(2)
        .fold(
            || 0,
            |count, _| {
                *count += 1;
                // The first thread waits for the second one, which comes only if there is one.
                let mut seen = threads.lock().unwrap();
                seen.insert(thread::current().id());
                changed.notify_all();
                drop(changed.wait_timeout_while(seen, Duration::from_secs(60), |seen| seen.len() < 2));
            },
            |count| games += count,
        )
        .unwrap();
    assert_eq!((games, threads.into_inner().unwrap().len()), (200, 2));
}

/// Counts moves, in variations too.
#[derive(Default)]
struct Moves(usize);

impl Visitor for Moves {
    fn play(&mut self, _: Ply<'_>) -> Flow {
        self.0 += 1;
        Flow::Continue
    }
}

#[test]
fn visitors_see_every_form() {
    let json = b"{\"moves\":[{\"san\":\"e4\"},{\"san\":\"e5\",\"variations\":[{\"moves\":[{\"san\":\"c5\"}]}]}],\"result\":\"*\"}\n";
    let pgc = {
        let mut out = Vec::new();
        let game: pgnkit::Game = "1. e4 e5 (1... c5) *".parse().unwrap();
        pgnkit::pgc::Writer::new().write_game(&game, &mut out).unwrap();
        out
    };
    for (name, text, moves) in [
        ("a.pgn", &b"1. e4 e5 (1... c5) *"[..], 3),
        ("a.jsonl", json, 3),
        ("a.pgc", &pgc, 3),
        ("a.epd", b"4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";\n", 0),
        ("a.fen", b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n", 0),
    ] {
        let directory = directory(&[(name, text)]);
        let mut found = 0;
        open(directory.path()).unwrap().visit(Moves::default, |part| found += part.0).unwrap();
        assert_eq!(found, moves, "{name}");
        assert_eq!(open(directory.path()).unwrap().games().count(), 1, "{name}");
    }
}

/// Writes down the calls.
#[derive(Default)]
struct Calls(Vec<String>);

impl Visitor for Calls {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.0.push(format!("{} {}", name.to_str(), value.to_str()));
    }

    fn start(&mut self, start: &Start) -> Flow {
        self.0.push(start.position.halfmove_clock().to_string());
        Flow::Continue
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.0.push(format!("{}{}", ply.mv.to_uci(Default::default()), ply.span.len()));
        Flow::Continue
    }

    fn comment(&mut self, text: Text<'_>) {
        self.0.push(format!("{{{}}}", text.to_str()));
    }

    fn end(&mut self, end: &EndOfGame) {
        self.0.push(format!("{} {} {}", end.result, end.complete, end.span.len()));
    }
}

#[test]
fn visitors_see_all_of_a_record() {
    let text = b"4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 7; id \"x\"; c0 \"good\"; pv e4 Kd7;\nnonsense\n";
    let directory = directory(&[("a.epd", text)]);
    let mut found = Vec::new();
    open(directory.path()).unwrap().visit(Calls::default, |part| found.extend(part.0)).unwrap();
    let record = ["Event x", "7", "{good}", "e2e465", "e8d765", "* true 65"];
    assert_eq!(found[..6], record);
    assert_eq!(found[6..], ["0", "{nonsense}", "* true 8"]);
}

#[test]
fn games_and_positions_of_one_directory_stay_apart() {
    let directory = directory(&[
        ("a.epd", b"4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";\n"),
        ("b.pgn", b"1. e4 e5 *"),
        ("c.fen", b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"),
        ("d.pgn", b"1. d4 *"),
    ]);
    for jobs in [1, 2] {
        let mut plies = Vec::new();
        let games = open(directory.path()).unwrap().jobs(jobs);
        games.for_each(|read| plies.push(read.game.ply_count())).unwrap();
        assert_eq!(plies, [0, 2, 0, 1], "{jobs} jobs");
    }
    let plies: Vec<_> =
        open(directory.path()).unwrap().games().map(|read| read.unwrap().game.ply_count()).collect();
    assert_eq!(plies, [0, 2, 0, 1]);
}
