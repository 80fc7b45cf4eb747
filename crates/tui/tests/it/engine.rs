//! The engine beside the board.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use pgnkit::command::Score;
use pgnkit_tui::{Analysis, App, EngineLine, EngineOptions, EngineReport, Follower, Look};
use pgnkit_uci::{EngineCommand, LiveOptions};

use crate::fake::engine_that;
use crate::rig::{Reader, golden};
use crate::screens::{VARIATIONS, explorer, plain};

const PATIENCE: Duration = Duration::from_secs(60);

impl Reader {
    fn with_engine(mut self, lines: u16) -> Self {
        self.app =
            std::mem::replace(&mut self.app, App::new("", Look::default(), (0, 0))).with_engine(Some(lines));
        self
    }

    /// Has an engine say the first moves in the order of their squares, if one is wanted.
    fn hear(&mut self) -> &mut Self {
        let Some(position) = self.app.analysing() else { return self };
        let scores = [Score::Pawns(0.31), Score::Pawns(-12.5), Score::Mate(-4)];
        let lines = scores.into_iter().zip(position.legal_moves().into_iter().skip(4)).map(|(score, mv)| {
            let (mut at, mut moves) = (position, vec![]);
            let mut next = Some(mv);
            while let Some(mv) = next.filter(|_| moves.len() < 30) {
                moves.push(mv);
                at.play(mv);
                next = at.legal_moves().iter().last().copied();
            }
            EngineLine { score, moves }
        });
        let found = EngineReport {
            engine: "Stockfish 17".to_owned(),
            depth: 24,
            nodes: Some(12_345_678),
            nps: Some(850_000),
            lines: lines.collect(),
        };
        self.app.analysed(position, Analysis::Found(found));
        self
    }
}

fn reader(text: &str, size: (u16, u16), look: Look) -> Reader {
    Reader::sized("games.pgn", text, size, look).with_engine(3)
}

#[test]
fn screens() {
    let mut german = Look::default();
    german.notation = pgnkit::Notation::San("de".parse().unwrap());
    for (name, size, look, keys) in [
        ("engine-80x24", (80, 24), Look::default(), "a Right"),
        ("engine-160x50", (160, 50), Look::default(), "a f"),
        ("engine-plain-80x24", (80, 24), plain(), "Right Down Right a"),
        ("engine-44x14", (44, 14), plain(), "a"),
        ("engine-german-80x24", (80, 24), german, "End a"),
    ] {
        let mut reader = reader(VARIATIONS, size, look);
        golden(format!("tests/it/screens/{name}.txt"), &reader.press(keys).hear().screen());
    }
    let mut beside = reader(VARIATIONS, (80, 24), Look::default()).exploring(explorer());
    golden("tests/it/screens/engine-explorer-80x24.txt", &beside.press("a x").hear().screen());
    let mut failed = reader(VARIATIONS, (80, 24), Look::default());
    let position = failed.press("a").app.analysing().unwrap();
    let why = "expected an engine that plays atomic, found one that plays standard chess: use one for variants, such as \
               Fairy-Stockfish, or leave these games out";
    failed.app.analysed(position, Analysis::Failed(why.to_owned()));
    golden("tests/it/screens/engine-failed-80x24.txt", &failed.screen());
}

#[test]
fn it_is_asked_only_while_it_is_wanted_and_seen() {
    let asked = |reader: &Reader| reader.app.analysing().map(|position| position.to_string());
    let mut reader = reader(&format!("{VARIATIONS}{VARIATIONS}"), (80, 24), Look::default());
    assert_eq!(asked(reader.press("a Enter")), None);
    let start = asked(reader.press("a"));
    assert!(start.is_some());
    assert!(reader.screen().contains("engine: begins"));
    for (keys, is_wanted) in
        [("?", false), ("x", true), ("Esc", false), ("Enter", true), ("a", false), ("a", true)]
    {
        assert_eq!(asked(reader.press(keys)).is_some(), is_wanted, "{keys}");
    }
    assert_ne!(asked(reader.press("Right")), start);
    // What was said of another position is not shown.
    reader.hear();
    assert!(reader.screen().contains("depth 24"));
    assert!(!reader.press("Right").screen().contains("depth 24"));
    // A game that is over, one of unknown rules, and no engine at all.
    let mate = "[FEN \"6k1/8/5QK1/8/8/8/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Qg7# 1-0\n";
    let mut over = Reader::of("games.pgn", mate).with_engine(2);
    assert_eq!(asked(over.press("End a")), None);
    let screen = over.screen();
    assert!(screen.contains("the game is over here: checkmate"), "{screen}");
    let mut strange = Reader::of("games.pgn", "[Variant \"Chaturanga\"]\n\n1. e4 *\n").with_engine(2);
    assert!(strange.press("a").status().contains("the position is not known"));
    assert_eq!(asked(&strange), None);
    let mut none = Reader::of("games.pgn", VARIATIONS);
    assert_eq!(none.press("a").status(), "there is no engine: pgn show --interactive --engine stockfish");
}

#[test]
fn the_way_to_a_position_is_as_long_as_it_can_come_again() {
    let text = "1. e4 e5 2. Nf3 (2. Nc3 Nf6 3. Nb1 -- 4. Bc4 Nc6) 2... Nf6 3. Ng1 *\n";
    for (keys, plies) in [
        ("", 0),
        ("End", 3),
        ("Right", 0),
        ("Right Right Right", 1),
        ("Right Right v Right Right", 3),
        ("Right Right v End", 2),
    ] {
        let mut reader = Reader::of("games.pgn", text).with_engine(1);
        reader.press(keys).press("a");
        let (mut at, moves) = reader.app.way().unwrap();
        assert_eq!(moves.len(), plies, "{keys}");
        moves.iter().for_each(|mv| at.play(*mv));
        assert_eq!(Some(at), reader.app.analysing(), "{keys}");
    }
}

fn follower(command: EngineCommand) -> Follower {
    let mut live = LiveOptions::new(command);
    live.pause = Duration::ZERO;
    live.timeouts.quit = PATIENCE;
    Follower::new(EngineOptions { live, lines: 2 })
}

/// Follows until a text is on the screen.
fn until(follower: &mut Follower, reader: &mut Reader, text: &str) {
    let start = Instant::now();
    loop {
        follower.follow(&mut reader.app);
        let screen = reader.screen();
        if screen.contains(text) {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "no {text:?} on\n{screen}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn lines_of(journal: &Path) -> Vec<String> {
    fs::read_to_string(journal).unwrap_or_default().lines().map(str::to_owned).collect()
}

#[test]
fn an_engine_follows_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let (command, journal) = engine_that("plays", folder.path());
    let mut follower = follower(command);
    let mut reader = Reader::of("games.pgn", VARIATIONS).with_engine(2);
    assert!(!follower.follow(&mut reader.app) && lines_of(&journal).is_empty());
    reader.press("a");
    until(&mut follower, &mut reader, "depth 7, 500k/s, 5.00k nodes, Fake");
    reader.press("Right");
    // The score is White's.
    until(&mut follower, &mut reader, "-0.30 1...");
    until(&mut follower, &mut reader, "-0.20 1...");
    // It is off, and ends while nobody waits for it.
    reader.press("a");
    let start = Instant::now();
    while lines_of(&journal).last().is_none_or(|line| line != "quit") {
        assert!(!follower.follow(&mut reader.app) && start.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(!reader.screen().contains("depth 7"));
    // On again: another process, and the end of the reader is its end.
    reader.press("a");
    until(&mut follower, &mut reader, "-0.30 1...");
    drop(follower);
    let lines = lines_of(&journal);
    assert_eq!(lines.iter().filter(|line| line.starts_with("start")).count(), 2);
    assert_eq!(lines.last().unwrap(), "quit");
}

#[test]
fn an_engine_that_fails_is_a_message() {
    let folder = tempfile::tempdir().unwrap();
    for (behaviour, text) in [
        ("crashes", "the engine ended in its"),
        ("is not there", "found no program"),
        ("hangs", "expected `uciok` within"),
    ] {
        let (command, _) = match behaviour {
            "is not there" => (EngineCommand::new("/no/such/engine"), folder.path().to_owned()),
            _ => engine_that(behaviour, folder.path()),
        };
        let mut follower = follower(command);
        if behaviour == "hangs" {
            let mut options = LiveOptions::new(engine_that(behaviour, folder.path()).0);
            options.timeouts.start = Duration::from_millis(80);
            follower = Follower::new(EngineOptions { live: options, lines: 2 });
        }
        let mut reader = Reader::of("games.pgn", VARIATIONS).with_engine(2);
        reader.press("a");
        until(&mut follower, &mut reader, "engine: failed");
        assert!(reader.screen().contains(text), "{behaviour}\n{}", reader.screen());
        // The reader goes on.
        reader.press("Right");
        until(&mut follower, &mut reader, "engine: failed");
        assert!(reader.press("a").screen().contains("1.e4 e5"));
    }
}
