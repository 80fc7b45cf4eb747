//! What a game is in memory, and equality.

use pgnkit::epd::Epd;
use pgnkit::{Cursor, Game, GameBuilder, NodeId, Step};

/// L1: memory that a foreign language gives an object is aligned to 16 bytes at the most, and mostly to 8.
const _: () = assert!(align_of::<Game>() <= 8);
const _: () = assert!(align_of::<GameBuilder>() <= 8);
const _: () = assert!(align_of::<Epd>() <= 8);
const _: () = assert!(align_of::<pgnkit::TagError>() <= 8);
const _: () = assert!(size_of::<Cursor<'_>>() > 0);

#[test]
fn a_walk_gives_each_node_its_position() {
    let text = "{a} 1. e4 (1. d4 d5 (1... Nf6 2. c4) (1... f5) 2. c4) 1... e5 (1... c5) (1... e6) 2. Nf3 (2. f4 exf4) *";
    let game: Game = text.parse().unwrap();
    let mut walk = game.walk();
    let (mut moves, mut depth, mut deepest, mut order) = (0, 0, 0, vec![NodeId::ROOT]);
    while let Some(step) = walk.next() {
        match step {
            Step::Move(played) => {
                moves += 1;
                assert_eq!(played.after, played.node.position());
                assert_eq!(played.before.after(played.node.mv()), played.after);
                assert_eq!(played.node.is_main_line(), depth == 0);
                order.push(played.node.id());
            }
            Step::BeginVariation { start, position } => {
                depth += 1;
                assert_eq!((start.position(), start.starts_line()), (position, true));
                order.push(start.id());
            }
            Step::EndVariation { .. } => depth -= 1,
            _ => unreachable!(),
        }
        deepest = deepest.max(depth);
        assert_eq!(walk.depth(), depth, "where the next step is");
    }
    assert_eq!((moves, depth, deepest), (13, 0, 2));
    assert_eq!(order, game.nodes().map(|node| node.id()).collect::<Vec<_>>());
    let line = game.mainline().nth(1).unwrap().variations().next().unwrap();
    let played = line.following().with_positions().last().unwrap();
    assert_eq!(played.after, played.node.position());
    assert_eq!(game.mainline_with_positions().count(), 3);
    assert_eq!(game.mainline().nth(1).unwrap().children().count(), 2);
    assert_eq!(game.mainline().last().unwrap().children().count(), 0);
}

#[test]
fn games_are_equal_where_they_hold_the_same() {
    let game = |text: &str| text.parse::<Game>().unwrap();
    let base = game("[White \"Tal\"]\n[ECO \"B20\"]\n\n1. e4! {a b} e5 (1... c5) *");
    assert_eq!(base, game("[White \"Tal\"]\n[ECO \"B20\"]\n\n1.e2-e4 $1 {a b} 1... e7e5 (c5)"));
    let mut longer = game("[White \"Tal\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 {a longer game} a6 4. Ba4 *");
    longer.clone_from(&base);
    assert_eq!(longer, base);
    for other in [
        "[ECO \"B20\"]\n[White \"Tal\"]\n\n1. e4! {a b} e5 (1... c5) *",
        "[White \"Tal\"]\n[ECO \"B20\"]\n\n1. e4! {a  b} e5 (1... c5) *",
        "[White \"Tal\"]\n[ECO \"B20\"]\n\n1. e4! {a b} e5 (1... c5) 1-0",
        "[White \"Tal\"]\n[ECO \"B20\"]\n\n1. e4! {a b} e5 (1... c6) *",
        "[White \"Tal\"]\n[ECO \"B20\"]\n\n1. e4! {a b} e5 *",
        "[White \"Tal\"]\n[ECO \"B20\"]\n\n1. e4 {a b} e5 (1... c5) *",
    ] {
        assert_ne!(base, game(other), "{other}");
    }
    // However it came to be.
    let mut edited = base.clone();
    let e5 = edited.mainline().nth(1).unwrap().id();
    edited.truncate_after(e5).unwrap();
    let sicilian = edited.mainline().nth(1).unwrap().variations().next().unwrap().id();
    edited.promote_variation(sicilian).unwrap();
    assert_ne!(edited, base);
    edited.promote_variation(e5).unwrap();
    assert_eq!(edited, base);
}
