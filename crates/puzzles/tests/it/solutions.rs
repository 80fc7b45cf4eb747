//! Solutions by an engine, and what every one of them has.

use std::collections::BTreeMap;
use std::sync::Arc;

use pgnkit::Game;
use pgnkit::chess::{ChessMode, Position};
use pgnkit_archive::{FindingFilter, InputError, Inputs, RunEvent, RunInput, RunOptions, Tally, run};
use pgnkit_puzzles::{Candidate, FindPuzzles, KnownPuzzles, Puzzle, PuzzleForm, Rejection, Settings};
use pgnkit_uci::{Analyst, EngineCommand, Limits, Score};
use proptest::prelude::*;

use crate::engine::{SWITCH, arguments};

fn analyst(behaviour: &str) -> Analyst {
    let command = arguments("engine::engine").into_iter().fold(
        EngineCommand::new(std::env::current_exe().unwrap()).variable(SWITCH, behaviour),
        EngineCommand::argument,
    );
    Analyst::new(command, Limits::depth(1))
}

fn settings(moves: std::ops::RangeInclusive<usize>) -> Settings {
    let mut settings = Settings::default();
    settings.moves = moves;
    settings
}

/// The puzzle of a position and the opponent's move.
fn solve(fen: &str, mv: &str, settings: Settings) -> Result<Puzzle, Rejection> {
    let before: Position = fen.parse().unwrap();
    let candidate = Candidate::new(before, before.parse_uci(mv.as_bytes()).unwrap(), ChessMode::Standard);
    let task = FindPuzzles::new(|| analyst("play"), Limits::depth(3), settings);
    let mut analyst = task.analyst();
    let puzzle = task.puzzle_of(&candidate, &Game::new(), &mut analyst).unwrap();
    analyst.quit();
    puzzle
}

fn solution(puzzle: &Puzzle) -> String {
    let moves = puzzle.solution().iter().map(|mv| mv.to_uci(ChessMode::Standard).to_string());
    moves.collect::<Vec<_>>().join(" ")
}

#[test]
fn positions_are_puzzles_or_are_not_for_a_reason() {
    for (fen, mv, moves, expected) in [
        // A mate on the back rank, by one rook or the other.
        ("7k/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "h8g8", 1..=5, Ok("a1a8")),
        ("7k/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "h8g8", 2..=5, Err(Rejection::TooShort)),
        ("7k/5ppp/8/8/8/1R6/8/R5K1 b - - 0 1", "h8g8", 1..=5, Ok("a1a8")),
        ("3r3k/5ppp/8/8/8/2q5/4Q3/4R1K1 b - - 0 1", "h8g8", 2..=5, Ok("e2e8 d8e8 e1e8")),
        ("3r3k/5ppp/8/8/8/2q5/4Q3/4R1K1 b - - 0 1", "h8g8", 1..=1, Err(Rejection::TooLong)),
        // A fork of king and rook.
        ("r3k3/8/8/3N4/8/8/7p/4K3 b - - 0 1", "e8d8", 1..=5, Err(Rejection::NotWon)),
        ("4k3/5p2/r4p2/3N4/5P2/5P2/8/6K1 b - - 0 1", "f6f5", 2..=5, Ok("d5c7 e8d7 c7a6")),
        // A queen that can be taken.
        ("3q2k1/5ppp/8/8/8/8/8/3R2K1 b - - 0 1", "d8d4", 1..=5, Ok("d1d4")),
        ("q5k1/5ppp/8/8/8/4P3/5PPP/3R2K1 b - - 0 1", "a8d5", 2..=5, Err(Rejection::TooShort)),
        // Nothing is won.
        ("4k3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1", "a7a6", 1..=5, Err(Rejection::NotWon)),
        // The only legal move.
        ("k7/1q6/8/8/7P/7P/8/6K1 b - - 0 1", "b7g2", 1..=5, Err(Rejection::Forced)),
        // All that is done is to take back.
        ("4k3/pp6/8/3q4/3Q4/4P3/8/4K2R b - - 0 1", "d5d4", 1..=5, Err(Rejection::Recaptures)),
    ] {
        let found = solve(fen, mv, settings(moves.clone()));
        let found = found.as_ref().map(solution);
        assert_eq!(found.as_deref().map_err(|rejection| **rejection), expected, "{fen} {mv} {moves:?}");
    }
}

/// Checks all that holds of every puzzle, however it was found.
fn check(puzzle: &Puzzle, settings: &Settings) {
    let mut position = puzzle.before;
    let mut keys = vec![position.repetition_key()];
    for mv in &puzzle.moves {
        assert!(position.is_legal(*mv), "{puzzle:?}");
        position.play(*mv);
        assert!(!keys.contains(&position.repetition_key()), "{puzzle:?}");
        keys.push(position.repetition_key());
    }
    assert_eq!(puzzle.solution().len() % 2, 1, "{puzzle:?}");
    assert_eq!(puzzle.choices.len(), puzzle.moves.len() / 2, "{puzzle:?}");
    assert!(settings.moves.contains(&puzzle.choices.len()), "{puzzle:?}");
    assert_eq!(puzzle.mates > 0, position.is_checkmate(), "{puzzle:?}");
    let is_last = |at: usize| at + 1 == puzzle.choices.len();
    for (at, choice) in puzzle.choices.iter().enumerate() {
        assert!(choice.score >= Score::Centipawns(settings.winning), "{puzzle:?}");
        let is_any_mate = puzzle.mates > 0 && is_last(at);
        assert!(is_any_mate || choice.gap().is_none_or(|gap| gap >= settings.margin), "{puzzle:?}");
    }
    assert!(puzzle.choices[0].legal_moves > 1, "{puzzle:?}");
    assert!(puzzle.mates > 0 || puzzle.choices.last().unwrap().legal_moves > 1, "{puzzle:?}");
    // What is written is read again.
    let mut text = Vec::new();
    PuzzleForm::Pgn.write(puzzle, &mut text);
    let game: Game = std::str::from_utf8(&text).unwrap().parse().unwrap();
    assert_eq!(game.start().position, puzzle.before);
    assert_eq!(game.mainline().map(|node| node.mv()).collect::<Vec<_>>(), puzzle.moves);
    text.clear();
    PuzzleForm::Epd.write(puzzle, &mut text);
    let record: pgnkit::epd::Epd = std::str::from_utf8(&text).unwrap().trim_end().parse().unwrap();
    assert_eq!(record.position(), puzzle.position());
    assert_eq!(record.predicted_variation().map(|(mv, _)| mv).collect::<Vec<_>>(), puzzle.solution());
    assert!(record.best_moves().any(|(mv, _)| mv == puzzle.solution()[0]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Random positions of few pieces, random moves of the opponent.
    #[test]
    fn puzzles_are_whole(squares in proptest::sample::subsequence((0..64_usize).collect::<Vec<_>>(), 7).prop_shuffle(), number in 0..40_usize) {
        let mut board = [['1'; 8]; 8];
        for (square, piece) in squares.iter().zip("KkQrnRN".chars()) {
            board[square / 8][square % 8] = piece;
        }
        let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
        let Ok(before) = format!("{} b - - 0 1", rows.join("/")).parse::<Position>() else { return Ok(()) };
        let moves = before.legal_moves();
        if let Some(mv) = moves.get(number % moves.len().max(1)) {
            let settings = settings(1..=4);
            if let Ok(puzzle) = solve(&before.to_string(), mv.to_uci(ChessMode::Standard).as_str(), settings.clone()) {
                check(&puzzle, &settings);
            }
        }
    }
}

const GAMES: &str = "\
[White \"A\"]\n[Black \"B\"]\n[Site \"https://lichess.org/abcdefgh\"]\n\n1. f3 {[%eval -0.7]} e5 {[%eval -0.6]} 2. g4 {[%eval #-1]} Qh4# 0-1\n\n\
[White \"C\"]\n\n1. e4 e5 *\n\n\
[White \"D\"]\n[FEN \"3r3k/5ppp/8/8/8/2q5/4Q3/4R1K1 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Kg2 {[%eval 0]} Kg8 {[%eval #2]} *\n\n\
[White \"E\"]\n\n1. f3 {[%eval -0.7]} e5 {[%eval -0.6]} 2. g4 {[%eval #-1]} Qh4# 0-1\n\n\
[White \"F\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 *\n";

/// The puzzles as CSV, the counts of the account, and the failures.
fn run_games(behaviour: &'static str, jobs: usize) -> (String, BTreeMap<&'static str, Tally>, usize) {
    let path =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("games-{behaviour}-{jobs}.pgn"));
    std::fs::write(&path, GAMES).unwrap();
    let task = FindPuzzles::new(|| analyst(behaviour), Limits::depth(3), settings(1..=5));
    let (mut text, mut failures, mut known) = (Vec::new(), 0, KnownPuzzles::default());
    let mut account = pgnkit_archive::Account::default();
    let filter = Arc::new(FindingFilter::errors(9, 99));
    let inputs: Vec<Result<RunInput, InputError>> =
        Inputs::new(vec![path.clone()]).map(|input| Ok(RunInput::new(input?, Arc::clone(&filter)))).collect();
    let flow = run::run(inputs, &task, &RunOptions::default().jobs(jobs), |event| {
        if let RunEvent::Entries(_, _, done) = event {
            account += &done.account;
            failures += done.value.failures.len();
            for puzzle in done.value.puzzles.iter().filter(|puzzle| known.insert(puzzle)) {
                check(puzzle, &settings(1..=5));
                PuzzleForm::Csv.write(puzzle, &mut text);
            }
        }
        std::ops::ControlFlow::<()>::Continue(())
    });
    assert!(flow.is_ok());
    std::fs::remove_file(&path).unwrap();
    (String::from_utf8(text).unwrap(), account.tallies, failures)
}

#[test]
fn games_give_their_puzzles_in_order_whatever_the_threads() {
    let (text, tallies, failures) = run_games("play", 1);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].contains(",g2g4 d8h4,,,,,mate mateIn1 "), "{text}");
    assert!(lines[0].contains(",https://lichess.org/abcdefgh#3,"), "{text}");
    assert!(lines[1].contains(",h8g8 e2e8 d8e8 e1e8,,,,,mate mateIn2 backRankMate "), "{text}");
    assert_eq!(tallies["puzzles"], [("candidates", 3)]);
    assert_eq!(tallies["left out"], [("games without evaluations", 1), ("games of variants", 1)]);
    assert_eq!(failures, 0);
    assert_eq!(run_games("play", 3).0, text);
}

#[test]
fn failures_of_the_engine_leave_positions_out() {
    for behaviour in ["crash", "bounds"] {
        let (text, tallies, failures) = run_games(behaviour, 1);
        assert_eq!((text.as_str(), failures), ("", 3), "{behaviour}");
        assert_eq!(tallies["puzzles"], [("candidates", 3), ("not analysed", 3)], "{behaviour}");
    }
}

/// lichess's own puzzles, solved by a real engine: `PGNKIT_ENGINES=/usr/games/stockfish cargo test -p pgnkit-puzzles -- --ignored --nocapture`.
#[test]
#[ignore = "it needs an engine, and minutes"]
fn puzzles_of_lichess_have_their_solutions() {
    let command: EngineCommand = std::env::var("PGNKIT_ENGINES").unwrap().parse().unwrap();
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../query/tests/themes/puzzles.csv");
    let limits = Limits::nodes(200_000);
    let task =
        FindPuzzles::new(|| Analyst::new(command.clone(), limits.clone()), limits.clone(), settings(1..=10));
    let mut analyst = task.analyst();
    let mut counts = BTreeMap::new();
    for line in std::fs::read_to_string(table).unwrap().lines().skip(1).step_by(10) {
        let cells: Vec<&str> = line.split(',').collect();
        let known = crate::puzzle(cells[1], cells[2]);
        let candidate = Candidate::new(known.before, known.moves[0], ChessMode::Standard);
        let result = match task.puzzle_of(&candidate, &Game::new(), &mut analyst).unwrap() {
            Ok(puzzle) if puzzle.moves == known.moves => "the same".to_owned(),
            Ok(puzzle) if puzzle.moves.starts_with(&known.moves) => "longer".to_owned(),
            Ok(puzzle) if known.moves.starts_with(&puzzle.moves) => "shorter".to_owned(),
            Ok(puzzle) if known.moves[1] == puzzle.moves[1] => "the same first move".to_owned(),
            Ok(puzzle) => {
                println!("{line}: {}", solution(&puzzle));
                "another".to_owned()
            }
            Err(rejection) => rejection.name().to_owned(),
        };
        *counts.entry(result).or_insert(0) += 1;
    }
    println!("{counts:?}");
    let all: u32 = counts.values().sum();
    let agreed: u32 = ["the same", "longer", "shorter"].iter().filter_map(|name| counts.get(*name)).sum();
    assert!(agreed * 2 > all, "{counts:?}");
}
