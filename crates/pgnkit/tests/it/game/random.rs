//! Edits in any order keep a game whole.

use std::collections::HashSet;

use pgnkit::{EditError, Game, NodeId};
use proptest::prelude::*;

const STARTS: [&str; 4] = [
    "1. e4 e5 (1... c5 {S} 2. Nf3 (2. c3)) 2. Nf3 $1 {k} *",
    "{a} 1. d4 ({b} 1. c4 $2 (1. f4) e5) d5 1-0",
    "[FEN \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\"]\n\n*",
    "[Variant \"Chess960\"]\n[FEN \"1r2k1r1/8/8/8/8/8/8/R4K1R w HAgb - 7 30\"]\n\n*",
];

/// A step: what, where, and with what.
type Act = (u8, u8, u8);

fn act(game: &mut Game, (what, place, which): Act) -> Result<(), EditError> {
    let nodes: Vec<NodeId> = game.nodes().map(|node| node.id()).collect();
    let node = nodes[usize::from(place) * nodes.len() / 256];
    match what {
        0..=4 => {
            let moves = game.node(node).expect("a node").position().legal_moves();
            match moves.get(usize::from(which) % moves.len().max(1)) {
                Some(mv) => game.add_move(node, *mv).map(|_| ()),
                None => Ok(()),
            }
        }
        5 => {
            let mut cursor = game.cursor(node)?;
            for step in 0..which % 8 {
                let moves = cursor.position().legal_moves();
                let Some(mv) = moves.get(usize::from(step) * 7 % moves.len().max(1)) else { break };
                let mv = *mv;
                if cursor.follow(mv).is_none() {
                    cursor.push(mv)?;
                }
                cursor.comment("c").nag(which).back();
                cursor.follow(mv);
            }
            Ok(())
        }
        6 => game.remove_variation(node),
        7 => game.remove_move(node),
        8 if which < 60 => game.truncate_after(node),
        9 | 10 => game.promote_variation(node),
        11 => game.demote_variation(node),
        12 => game.make_main_line(node),
        13 => game.add_comment(node, ["x", "two words", "[%clk 0:00:01]", "$5"][usize::from(which % 4)]),
        14 => game.add_nag(node, which),
        15 => game.remove_comment(node, usize::from(which % 3)),
        16 => {
            let other = game.clone();
            game.make_main_line(node)?;
            game.merge(&other)
        }
        _ => Ok(()),
    }
}

/// Every link leads where it should, every move is legal, and the order of the nodes is that of the text.
fn check(game: &Game) {
    let mut seen = HashSet::new();
    for node in game.nodes() {
        assert!(seen.insert(node.id()));
        assert_eq!(game.node(node.id()).map(|node| node.id()), Some(node.id()));
        let Some(parent) = node.parent() else {
            assert_eq!(node.id(), NodeId::ROOT);
            continue;
        };
        assert!(seen.contains(&parent.id()), "a node comes after its parent");
        if node.starts_line() {
            let owner = parent.next().expect("the move that is replaced");
            assert!(owner.variations().any(|start| start.id() == node.id()));
            assert!(node.next().is_some(), "no variation without a move");
        } else {
            assert_eq!(parent.next().map(|next| next.id()), Some(node.id()));
            let position = parent.position();
            assert_eq!(position.check_move(node.mv()), Ok(()));
            assert_eq!(position.san(node.mv()), node.san());
        }
    }
}

proptest! {
    #[test]
    fn edits_keep_the_tree_legal_and_it_reads_back(
        start in 0..STARTS.len(),
        acts in prop::collection::vec((0..17_u8, any::<u8>(), any::<u8>()), 0..60),
    ) {
        let mut game: Game = STARTS[start].parse().unwrap();
        for one in acts {
            let before = game.clone();
            if act(&mut game, one).is_err() {
                prop_assert_eq!(&before, &game, "a refused edit changes nothing: {:?}", one);
            }
            check(&game);
        }
        let text = game.to_string();
        let again: Game = text.parse().unwrap();
        prop_assert_eq!(again.to_string(), &text[..]);
        // Annotations are written in order and before comments, and an annotation of no move as a comment.
        let plain = |game: &Game| {
            let mut game = game.clone();
            let nodes: Vec<NodeId> = game.nodes().map(|node| node.id()).collect();
            nodes.iter().for_each(|node| game.set_nags(*node, &[]).unwrap());
            nodes.iter().for_each(|node| game.remove_comments(*node).unwrap());
            game
        };
        prop_assert!(plain(&again).means_the_same(&plain(&game)));
        let nags = |game: &Game| -> usize { game.nodes().map(|node| node.comments().count()).sum() };
        prop_assert!(nags(&again) >= nags(&game));
    }
}
