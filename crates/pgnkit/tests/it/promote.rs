//! A variation made the main line in the text: the parts go as they are, the tree is that of [`Game::make_main_line`].

use pgnkit::edit::{EditableGame, TextEditError};
use pgnkit::{Game, NodeId};

/// The node with this move, the last one where there are several.
fn node(game: &Game, san: &str) -> NodeId {
    game.nodes().filter(|node| node.san().to_string() == san).last().unwrap().id()
}

#[test]
fn the_parts_go_with_their_text() {
    for (text, wanted, expected) in [
        ("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *", "c5", "1. e4 c5 (1... e5 2. Nf3 Nc6) 2. Nf3 *"),
        ("1. e4 (1. d4 d5) 1... e5 1-0", "d4", "1. d4 (1. e4 e5) 1... d5 1-0"),
        ("1.e4 (1.d4 d5) e5 1-0", "d4", "1.d4 (1.e4 e5) 1... d5 1-0"),
        ("1. e4 (1. d4) *", "d4", "1. d4 (1. e4) *"),
        ("1. e4 (1. d4)", "d4", "1. d4 (1. e4)"),
        (
            "1. e4 $1 {king's} (1. d4 $2 {queen's} d5) 1... e5 {x} *",
            "d4",
            "1. d4 $2 {queen's} (1. e4 $1 {king's} 1... e5 {x}) 1... d5 *",
        ),
        (
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nc3 *",
            "d5",
            "1. e4 c5 (1... e5 2. Nc3) 2. c3 (2. Nf3 d6) 2... d5 *",
        ),
        (
            "1. e4 e5 (1... e6) (1... c5 (1... c6) 2. Nf3) 2. Nc3 *",
            "c5",
            "1. e4 c5 (1... e5 2. Nc3) (1... e6) (1... c6) 2. Nf3 *",
        ),
        (
            "1. e4 (1. d4) {between} (1. c4) {after} e5 *",
            "c4",
            "1. c4 (1. e4 {between} {after} e5) (1. d4) *",
        ),
        ("1. e4 ({The queen's.} 1. d4 d5) 1... e5 *", "d4", "{The queen's.} 1. d4 (1. e4 e5) 1... d5 *"),
        ("1. e4 e5 ({Sicilian} 1... c5) 2. Nf3 *", "c5", "1. e4 {Sicilian} 1... c5 (1... e5 2. Nf3) *"),
        (
            "1. e4 e5 ; open\n(1... c5 ; half\n2. Nf3) 2. Nc3 *\n",
            "c5",
            "1. e4 c5 ; half\n(1... e5 ; open\n 2. Nc3)\n2. Nf3 *\n",
        ),
        (
            "[White \"a\"]\r\n\r\n1. e4\r\n(1. d4)\r\n*\r\n",
            "d4",
            "[White \"a\"]\r\n\r\n1. d4\r\n(1. e4)\r\n*\r\n",
        ),
        ("1. e4 e5 (1... c5) 2. Nf3 *", "Nf3", "1. e4 e5 (1... c5) 2. Nf3 *"),
    ] {
        let mut game = EditableGame::open(text.as_bytes()).unwrap();
        let target = node(game.game(), wanted);
        let mut tree = game.game().clone();
        tree.make_main_line(target).unwrap();
        game.make_main_line(target).unwrap_or_else(|error| panic!("{text}: {error}"));
        let edited = game.finish().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(String::from_utf8(edited.text.to_vec()).unwrap(), expected, "{text}");
        assert_eq!(expected.parse::<Game>().unwrap(), tree, "{text}");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let text = b"1. e4 {x} (1. d4 d5) 1... e5 *";
    let refused = |edit: fn(&mut EditableGame<'_>, NodeId) -> Result<(), TextEditError>| {
        let mut game = EditableGame::open(text).unwrap();
        let target = node(game.game(), "d4");
        edit(&mut game, target).and_then(|()| game.finish().map(drop)).unwrap_err()
    };
    let of_another_game = |game: &mut EditableGame<'_>, _| {
        let longer: Game = "1. e4 e5 2. d4 d5 3. c4 c5 *".parse().unwrap();
        game.make_main_line(node(&longer, "c5"))
    };
    assert_eq!(refused(of_another_game), TextEditError::NoSuchPlace);
    assert_eq!(
        refused(|game, d4| game.make_main_line(d4).and_then(|()| game.add_comment(d4, "y"))),
        TextEditError::Rearranged
    );
    // A comment after the marker is one on the last move, and would be one on another move.
    let mut game = EditableGame::open(b"1. e4 (1. d4 d5) * {x}").unwrap();
    game.make_main_line(node(game.game(), "d4")).unwrap();
    assert_eq!(game.finish().unwrap_err(), TextEditError::SideEffect);
    // A variation before its move, in a game whose marker ends both.
    let mut game = EditableGame::open(b"[Variant \"x\"] ( N@d4 1/2-1/2 1/2-1/2 ").unwrap();
    let first = game.game().nodes().nth(2).unwrap().id();
    assert_eq!(game.make_main_line(first), Err(TextEditError::SideEffect));
    // Tags are edited beside it.
    let mut game = EditableGame::open(text).unwrap();
    game.make_main_line(node(game.game(), "d5")).unwrap();
    game.set_tag("White", "Tal").unwrap();
    let edited = game.finish().unwrap();
    assert_eq!(
        edited.text.escape_ascii().to_string(),
        r#"[White \"Tal\"]\n\n1. d4 (1. e4 {x} 1... e5) 1... d5 *"#
    );
}
