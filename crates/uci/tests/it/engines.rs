//! Real engines, named by paths in `PGNKIT_ENGINES`, with commas: `cargo test -p pgnkit-uci -- --ignored`.

use std::sync::atomic::AtomicBool;

use pgnkit_chess::{Move, Position, Variant, fen};
use pgnkit_uci::{
    Analysis, Analyst, Engine, EngineCommand, EngineError, Interruption, Limits, Root, Timeouts,
};

/// The commands of the engines.
fn commands() -> Vec<EngineCommand> {
    let names =
        std::env::var("PGNKIT_ENGINES").expect("PGNKIT_ENGINES has the engines: /usr/games/stockfish,…");
    names.split(',').map(|name| name.parse().unwrap()).collect()
}

/// A game with castling, a capture en passant and a promotion.
fn game() -> Vec<Move> {
    let text = "e2e4 e7e6 e4e5 d7d5 e5d6 f8d6 g1f3 g8f6 f1e2 e8g8 e1g1 b8c6 d2d4 e6e5 d4e5 c6e5 f3e5 d6e5 d1d8 f8d8 \
                b1c3 c7c6 c1g5 h7h6 g5h4 g7g5 h4g3 e5c3 b2c3 f6e4 g3c7 d8d2 e2d3 e4c3 a2a4 b7b6 f1e1 c8e6 d3a6 d2c2";
    let mut position = Position::START;
    text.split_whitespace()
        .map(|word| {
            let mv = position.parse_uci(word.as_bytes()).unwrap_or_else(|| panic!("{word} in {position}"));
            position.play(mv);
            mv
        })
        .collect()
}

/// The values that must be the same again: all but times.
fn values(analysis: &Analysis) -> (Vec<String>, Option<Move>, Option<u64>) {
    let line =
        |line: &pgnkit_uci::Line| format!("{} {} {:?} {:?}", line.depth, line.score, line.wdl, line.moves);
    (analysis.lines.iter().map(line).collect(), analysis.best_move, analysis.nodes)
}

#[test]
#[ignore = "needs engines: PGNKIT_ENGINES=/usr/games/stockfish,…"]
fn the_same_nodes_give_the_same_answers() {
    let moves = game();
    let cancel = AtomicBool::new(false);
    for command in commands() {
        let run = |multipv| {
            let mut analyst = Analyst::new(command.clone(), Limits::nodes(20_000)).multipv(multipv);
            let mut all = Vec::new();
            let (mut is_exceeded, mut early) = (false, 0);
            for plies in (0..=moves.len()).rev() {
                let root = Root::new(&Position::START, &moves[..plies]).unwrap();
                analyst.begin_game();
                let analysis =
                    analyst.analyse(&root, &cancel).unwrap_or_else(|error| panic!("{command:?}: {error}"));
                assert!(!analysis.lines.is_empty() && analysis.best_move.is_some(), "{command:?}, {plies}");
                for line in &analysis.lines {
                    assert_eq!(line.cut, None, "{command:?}, {plies}");
                }
                is_exceeded |= analysis.interrupted == Some(Interruption::NodesExceeded);
                early += usize::from(analysis.interrupted == Some(Interruption::EndedEarly));
                assert!(analysis.first_failure.is_none());
                all.push(values(&analysis));
            }
            assert_eq!(analyst.starts(), 1);
            (all, is_exceeded, early)
        };
        let has_multipv = {
            let mut analyst = Analyst::new(command.clone(), Limits::depth(1));
            analyst.engine().unwrap().options().get("MultiPV").is_some()
        };
        for multipv in [1, 3].into_iter().filter(|multipv| has_multipv || *multipv == 1) {
            let (one, is_exceeded, early) = run(multipv);
            let (other, _, _) = run(multipv);
            eprintln!(
                "{:?}: {} positions, {multipv} lines; limit of nodes exceeded: {is_exceeded}, ended early: {early}",
                command.program(),
                one.len(),
            );
            // An engine that does not know the limit is stopped by time.
            assert!(is_exceeded || one == other, "{command:?}");
        }
    }
}

#[test]
#[ignore = "needs engines: PGNKIT_ENGINES=/usr/games/stockfish,…"]
fn the_same_depth_gives_the_same_answers() {
    let moves = game();
    let cancel = AtomicBool::new(false);
    for command in commands() {
        let run = || {
            let mut analyst = Analyst::new(command.clone(), Limits::depth(7));
            (0..=moves.len())
                .step_by(3)
                .map(|plies| {
                    let root = Root::new(&Position::START, &moves[..plies]).unwrap();
                    analyst.begin_game();
                    let (lines, best, _) = values(
                        &analyst
                            .analyse(&root, &cancel)
                            .unwrap_or_else(|error| panic!("{command:?}: {error}")),
                    );
                    // Toga's count of nodes differs by a few.
                    (lines, best)
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(run(), run(), "{command:?}");
    }
}

#[test]
#[ignore = "needs engines: PGNKIT_ENGINES=/usr/games/stockfish,…"]
fn variants_are_played_or_refused() {
    let cancel = AtomicBool::new(false);
    for command in commands() {
        let mut engine = Engine::start(&command, Timeouts::default()).unwrap();
        let has_variants = engine.options().get("UCI_Variant").is_some();
        let has_chess960 = engine.options().get("UCI_Chess960").is_some();
        for variant in Variant::ALL {
            let start = variant.start();
            let played = start.legal_moves()[0];
            let moves = [played, start.after(played).legal_moves()[0]];
            let root = Root::new(&start, &moves).unwrap();
            let result =
                engine.begin_game(&start).and_then(|()| engine.search(&root, &Limits::depth(4), 1, &cancel));
            match result {
                Ok(analysis) => {
                    eprintln!("{}: {variant}: {:?}", engine.name(), values(&analysis));
                    assert!(variant == Variant::Standard || has_variants);
                    assert_eq!(analysis.lines[0].cut, None);
                }
                Err(EngineError::NoVariant { offered, .. }) => {
                    let name = variant.name().replace(' ', "").to_lowercase();
                    assert!(
                        !offered.contains(&name) && offered.is_empty() != has_variants,
                        "{variant}: {offered:?}"
                    );
                }
                Err(error) => panic!("{}: {variant}: {error}", engine.name()),
            }
        }
        // Both sides have castled, king takes rook.
        let start = fen::parse(b"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1").unwrap().position;
        let mut position = start;
        let moves: Vec<Move> = ["e1f3", "e8f6", "f1e1", "f8e8"]
            .map(|text| {
                let mv = position.parse_uci(text.as_bytes()).unwrap();
                position.play(mv);
                mv
            })
            .to_vec();
        let root = Root::new(&start, &moves).unwrap();
        match engine.begin_game(&start).and_then(|()| engine.search(&root, &Limits::depth(4), 1, &cancel)) {
            Ok(analysis) => assert!(has_chess960 && analysis.lines[0].cut.is_none()),
            Err(EngineError::NoVariant { variant, .. }) => assert!(!has_chess960 && variant == "Chess960"),
            Err(error) => panic!("{}: {error}", engine.name()),
        }
        let castling: Position = "4k3/8/8/8/8/8/6P1/3RK2R w K - 0 1".parse().unwrap();
        let castles = castling.parse_uci(b"e1g1").unwrap();
        let root = Root::new(&castling, &[]).unwrap();
        let only = Limits { searchmoves: vec![castles], ..Limits::depth(3) };
        match engine.begin_game(&castling).and_then(|()| engine.search(&root, &only, 1, &cancel)) {
            Ok(analysis) => assert_eq!(analysis.best_move, Some(castles)),
            // An engine that knows no `searchmoves` is found out.
            Err(error) => assert!(matches!(error, EngineError::IllegalBestMove { .. }), "{error}"),
        }
        // By itself; not all have a status that says success.
        assert!(engine.quit().is_some(), "{command:?}");
    }
}
