//! Any game comes back, and any bytes are read.

use pgnkit::chess::fen;
use pgnkit::pgc::{Dialect, Reader, Writer, whole_games};
use pgnkit::syntax::{Collect, Ignore};
use pgnkit::{Game, GameBuilder, NodeId};
use proptest::prelude::*;

use super::read;
use crate::properties::cases;

const STARTS: [&str; 4] = [
    "",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1k6/2p1p3/8/3P1P2/4Q2Q/1q4q1/P6P/K6Q w - - 0 1",
];

/// A step of making a game: what, and which.
type Step = (u8, u8);

/// A game made of steps: moves at the end of the line, variations at any node, annotations, tags.
fn game(start: usize, steps: &[Step]) -> Game {
    let mut game = match fen::parse(STARTS[start].as_bytes()) {
        Ok(read) => Game::from_position(read.position),
        Err(_) => Game::new(),
    };
    let mut nodes = vec![NodeId::ROOT];
    for &(what, which) in steps {
        let some = nodes[usize::from(which) * nodes.len() / 256];
        let last = nodes[nodes.len() - 1];
        match what {
            0..=9 => {
                let at = if what == 0 { some } else { last };
                let moves = game.node(at).expect("a node").position().legal_moves();
                if let Some(mv) = moves.as_slice().get(usize::from(which) % moves.len().max(1)) {
                    nodes.push(game.add_move(at, *mv).expect("a legal move"));
                }
            }
            10 if some != NodeId::ROOT => game.add_nag(some, which).expect("a node"),
            11 => {
                let name = ["White", "Event", "Annotator", "PlyCount", "Opening"][usize::from(which % 5)];
                // Control characters are refused.
                let _ =
                    game.set_tag(name, &char::from(which.max(b' ')).to_string().repeat(usize::from(which)));
            }
            _ => {}
        }
    }
    game
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn a_game_comes_back(start in 0..4_usize, steps in prop::collection::vec((0..12_u8, any::<u8>()), 0..400)) {
        let game = game(start, &steps);
        for dialect in [Dialect::Standard, Dialect::Pgn2pgc] {
            let mut file = Vec::new();
            let written = Writer::new().dialect(dialect).write_game(&game, &mut file);
            prop_assert_eq!(written, Ok(()));
            let (games, _) = read(&file);
            prop_assert_eq!(games.len(), 1);
            prop_assert_eq!(&games[0].text, &game.to_string());
            prop_assert!(games[0].end.complete && games[0].end.span.len() == file.len());
            // Noops after it, so that nothing can begin before its end and end after it.
            prop_assert_eq!(whole_games(&[&file[..], &[0; 2000]].concat()), file.len());
            prop_assert_eq!(super::recoded(&file, dialect), file);
        }
    }

    #[test]
    fn bytes_are_read(file in prop::collection::vec(prop_oneof![4 => 0..12_u8, 2 => 0..40_u8, 1 => any::<u8>()], 0..200)) {
        let (games, found) = read(&file);
        for one in &found {
            prop_assert!(one.span.start <= one.span.end && one.span.end <= file.len(), "{:?}", one);
        }
        let mut end = 0;
        for game in &games {
            prop_assert!(end <= game.end.span.start && game.end.span.end <= file.len());
            end = game.end.span.end;
        }
        // What was read can be written and is read as the same.
        let (mut reader, mut builder, mut writer) = (Reader::new(&file), GameBuilder::new(), Writer::new());
        while reader.read_into(&mut builder, &mut Ignore).is_some() {
            let mut again = Vec::new();
            writer.write_lossy(builder.game(), &mut again);
            let mut found = Collect::default();
            let mut second = GameBuilder::new();
            prop_assert!(Reader::new(&again).read_into(&mut second, &mut found).is_some());
        }
    }
}
