//! Building games.

use std::time::{Duration, Instant};

use pgnkit::chess::san::SanError;
use pgnkit::chess::{ChessMode, Position};
use pgnkit::epd::Epd;
use pgnkit::{EditError, Game, NodeId};

/// Knights that go out and home, so that every move is legal however long the line is.
const CYCLE: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

fn quickest(mut work: impl FnMut()) -> Duration {
    let measured = (0..5).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    measured.min().unwrap()
}

#[test]
fn sixteen_thousand_plies_are_built_in_linear_time() {
    let mut game = Game::new();
    let time = quickest(|| {
        game = Game::new();
        let mut cursor = game.cursor(NodeId::ROOT).unwrap();
        for san in CYCLE.iter().cycle().take(16_000) {
            cursor.push_san(san).unwrap();
        }
    });
    assert_eq!(game.ply_count(), 16_000);
    assert!(time < Duration::from_millis(100), "{time:?}");

    let moves: Vec<_> = game.mainline().map(|node| node.mv()).collect();
    let time = quickest(|| {
        let mut game = Game::new();
        assert_eq!(game.add_line(NodeId::ROOT, moves.iter().copied()).unwrap().len(), 16_000);
    });
    assert!(time < Duration::from_millis(100), "{time:?}");
}

#[test]
fn going_through_a_game_takes_linear_time() {
    let mut game = Game::new();
    let mut cursor = game.cursor(NodeId::ROOT).unwrap();
    for san in CYCLE.iter().cycle().take(16_000) {
        cursor.push_san(san).unwrap();
    }
    let time = quickest(|| {
        assert_eq!(
            game.mainline_with_positions().filter(|played| played.after == Position::START).count(),
            0
        );
        assert_eq!(game.walk().count(), 16_000);
        assert_eq!(game.nodes().count(), 16_001);
    });
    assert!(time < Duration::from_millis(100), "{time:?}");
}

/// R1: a record with a long line became a game in quadratic time.
#[test]
fn a_record_with_a_long_line_becomes_a_game_in_linear_time() {
    let line = CYCLE.iter().copied().cycle().take(20_000).collect::<Vec<_>>().join(" ");
    let epd: Epd =
        format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv {line};").parse().unwrap();
    let time = quickest(|| assert_eq!(epd.to_game().ply_count(), 20_000));
    assert!(time < Duration::from_millis(200), "{time:?}");
}

#[test]
fn a_cursor_goes_where_the_moves_are() {
    let mut game: Game = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3 Nc6 *".parse().unwrap();
    let ids: Vec<NodeId> = game.nodes().map(|node| node.id()).collect();
    for id in ids {
        let expected = game.node(id).unwrap().position();
        let node = game.node(id).unwrap();
        // To before a variation is a step of its own.
        let depth = node.ply() + usize::from(node.starts_line() && id != NodeId::ROOT);
        let mut cursor = game.cursor(id).unwrap();
        assert_eq!(*cursor.position(), expected);
        let mut steps = 0;
        while let Some(back) = cursor.back() {
            steps += 1;
            let position = *cursor.position();
            assert_eq!(position, cursor.game().node(back).unwrap().position());
        }
        assert_eq!((cursor.id(), *cursor.position()), (NodeId::ROOT, Position::START));
        assert_eq!(steps, depth);
    }
    let mut cursor = game.cursor(NodeId::ROOT).unwrap();
    let e4 = cursor.position().parse_san("e4").unwrap();
    let c5 = cursor.position().after(e4).parse_san("c5").unwrap();
    assert!(cursor.follow(c5).is_none());
    assert!(cursor.follow(e4).is_some() && cursor.follow(c5).is_some());
    assert_eq!(cursor.node().san().to_string(), "c5");
    assert!(cursor.forward().is_some() && cursor.forward().is_some() && cursor.forward().is_none());
    assert_eq!(cursor.node().san().to_string(), "d6");
    assert_eq!(cursor.node().position(), *cursor.position());
    assert!(cursor.push_uci("d2d4").is_ok());
    let end = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6 3. d4) 2. Nf3 Nc6 *\n\n";
    assert!(game.to_string().ends_with(end), "{game}");
}

#[test]
fn what_is_not_legal_is_refused_with_its_reason() {
    let mut game = Game::new();
    let mut cursor = game.cursor(NodeId::ROOT).unwrap();
    let error = cursor.push_san("Bc4").unwrap_err();
    assert!(
        matches!(error, EditError::IllegalMove(error) if matches!(error.reason, SanError::PathBlocked { .. }))
    );
    assert_eq!(error.to_string(), "illegal move: the bishop on f1 is blocked by the pawn on e2");
    assert!(cursor.push_uci("e2e5").is_err() && cursor.push_uci("pawn").is_err());
    let e4 = cursor.position().parse_san("e4").unwrap();
    cursor.push(e4).unwrap();
    let error = cursor.push(e4).unwrap_err();
    assert_eq!(error.to_string(), "illegal move: black has no piece on e2");
    assert_eq!(game.ply_count(), 1);
    let error = game.add_line(NodeId::ROOT, [e4, e4]).unwrap_err();
    assert!(matches!(error, EditError::IllegalMove(error) if error.index == 1));
    assert_eq!(game.nodes().count(), 2, "all of a line or nothing");
    let bughouse = &mut pgnkit::parse_games(b"[Variant \"Bughouse\"]\n\n1. e4 *").next().unwrap().game;
    assert_eq!(bughouse.add_move(NodeId::ROOT, e4), Err(EditError::UnknownStart));
}

/// L6: games of Chess960 could not be made.
#[test]
fn games_of_chess960_come_back() {
    let position: Position = "4k3/8/8/8/8/8/8/4KR2 w F - 0 1".parse().unwrap();
    for game in [Game::from_position(position), Game::from_setup(position, ChessMode::Chess960)] {
        let mut game = game;
        game.cursor(NodeId::ROOT).unwrap().push_uci("e1f1").unwrap();
        assert_eq!(game.mainline().next().unwrap().san().to_string(), "O-O");
        let again: Game = game.to_string().parse().unwrap();
        assert_eq!(again.start(), game.start());
        let uci = |game: &Game| game.mainline().next().unwrap().mv().to_uci(game.start().mode).to_string();
        assert_eq!((uci(&game), uci(&again)), ("e1f1".into(), "e1f1".into()));
        #[cfg(feature = "json")]
        {
            let mut line = Vec::new();
            pgnkit::json::Writer::new().write_game(&game, &mut line);
            let line = String::from_utf8(line).unwrap();
            assert!(line.contains("\"uci\":\"e1f1\"") && line.contains("chess960"), "{line}");
        }
    }
    for number in [0, 1, 518, 700, 959] {
        let mut game = Game::chess960(number).unwrap();
        let mv = game.start().position.legal_moves()[0];
        game.add_move(NodeId::ROOT, mv).unwrap();
        let again: Game = game.to_string().parse().unwrap();
        assert_eq!(again.start(), game.start(), "{number}");
        assert!(again.means_the_same(&game), "{number}");
    }
    let mut game = Game::new();
    game.set_start(position, ChessMode::Standard).unwrap();
    assert_eq!((game.start().mode, game.tag("Variant")), (ChessMode::Chess960, Some("Chess960")));
    game.cursor(NodeId::ROOT).unwrap().push_san("O-O").unwrap();
    assert_eq!(game.set_start(Position::START, ChessMode::Standard), Err(EditError::HasMoves));
    assert!(game.set_tag("Variant", "Standard").is_err() && game.set_tag("Variant", "Fischerandom").is_ok());
    game.truncate_after(NodeId::ROOT).unwrap();
    game.set_start(Position::START, ChessMode::Standard).unwrap();
    assert_eq!(game, Game::new());
}
