//! Moves that change the outcome by tablebases.

use std::sync::Arc;

use pgnkit::Game;
use pgnkit::chess::Color;
use pgnkit::syntax::{Code, Diagnostic};
use pgnkit_analysis::{AnalyseGames, Evaluator, Grading, Marks, Players, Progress, Scope, Style};
use pgnkit_archive::Account;
use pgnkit_archive::step::{Step as _, StepWorker};
use pgnkit_tablebases::Tablebases;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tablebases/tests/tables");

fn step(style: Style, scope: Scope) -> AnalyseGames {
    AnalyseGames {
        evaluator: Arc::new(Evaluator::default()),
        scope,
        grading: Grading::default(),
        marks: Marks { style, ..Marks::default() },
        tablebases: Some(Arc::new(Tablebases::open([TABLES]).unwrap())),
        adjudicate: true,
        progress: Arc::<Progress>::default(),
    }
}

/// The movetext after the analysis, and what was reported.
fn analysed(text: &str, step: &AnalyseGames) -> (String, Vec<String>) {
    let mut game: Game = text.parse().unwrap();
    let mut sink = Vec::<Diagnostic>::new();
    let StepWorker::Change(mut worker) = step.worker() else { panic!("it edits") };
    worker.apply(&mut game, &mut Account::default(), &mut sink);
    let written = game.to_string();
    let movetext = written.trim_end().rsplit("\n\n").next().unwrap().replace('\n', " ");
    assert!(sink.iter().all(|found| found.code == Code::ResultContradictsTablebase));
    (movetext, sink.into_iter().map(|found| found.message.to_string()).collect())
}

#[test]
fn moves_that_change_the_outcome_are_marked() {
    let start = "[FEN \"8/8/8/8/8/1k6/8/K1R5 w - - 0 1\"]\n[SetUp \"1\"]\n[Result \"1-0\"]\n\n";
    let lichess = step(Style::Lichess, Scope::default());
    let (text, reports) = analysed(&format!("{start}1. Rc3+ {{oh}} Kxc3 1-0"), &lichess);
    assert_eq!(text, "1. Rc3+ $2 {Tablebase: win → draw. Rc7 wins.} {oh} 1... Kxc3 1-0");
    assert_eq!(reports, ["by the tablebase the last position is 1/2-1/2, the result is 1-0"]);
    // The same again, and a glyph of somebody else.
    assert_eq!(analysed(&format!("{start}{text}"), &lichess).0, text);
    let (text, _) = analysed(&format!("{start}1. Rc3+ $4 Kxc3 1-0"), &lichess);
    assert!(text.starts_with("1. Rc3+ $4 {Tablebase: win → draw. "), "{text}");
    let (text, _) = analysed(&format!("{start}1. Rc3+ Kxc3 1-0"), &step(Style::Nags, Scope::default()));
    assert_eq!(text, "1. Rc3+ $2 1... Kxc3 1-0");
    let black = Scope { players: Players::Side(Color::Black), ..Scope::default() };
    let (text, _) = analysed(&format!("{start}1. Rc3+ Kxc3 1-0"), &step(Style::Lichess, black));
    assert_eq!(text, "1. Rc3+ Kxc3 1-0");
}

#[test]
fn results_stay_as_they_are() {
    let step = step(Style::Lichess, Scope::default());
    for (result, expected) in [
        ("1-0", None),
        ("0-1", Some("by the tablebase the last position is 1-0, the result is 0-1")),
        ("*", Some("by the tablebase the last position is 1-0, the result is *")),
    ] {
        let start =
            format!("[FEN \"8/8/8/8/8/3k4/8/K1R5 w - - 0 1\"]\n[SetUp \"1\"]\n[Result \"{result}\"]\n\n");
        let (text, reports) = analysed(&format!("{start}1. Rc8 {result}"), &step);
        assert_eq!(text, format!("1. Rc8 {result}"));
        assert_eq!(reports, Vec::from_iter(expected));
    }
    // Too many men, and rules that tables do not have.
    for text in ["1. e4 e5 1-0", "[Variant \"Atomic\"]\n\n1. e4 e5 1-0"] {
        let (text, reports) = analysed(text, &step);
        assert_eq!((text.as_str(), reports.len()), ("1. e4 e5 1-0", 0));
    }
}
