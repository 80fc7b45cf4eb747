//! Boards of text, and positions in words.

use pgnkit::Game;
use pgnkit::chess::{Color, Position};
use pgnkit_view::Diagram;

fn end_of(text: &str) -> Diagram {
    let game: Game = text.parse().unwrap();
    let last = game.mainline().last().unwrap_or(game.root());
    Diagram::of_node(&last)
}

#[test]
fn boards() {
    let text = "1. e4 e5 2. Ke2 Ke7 3. Kd3 *";
    let mut diagram = end_of(text);
    assert_eq!(
        diagram.text().letters().to_string(),
        "8 r n b q . b n r\n7 p p p p k p p p\n6 . . . . . . . .\n5 . . . . p . . .\n4 . . . . P . . .\n\
         3 . . .[K]. . . .\n2 P P P P[.]P P P\n1 R N B Q . B N R\n  a b c d e f g h\n\n\
         Black to move. Last move: e2 to d3.\n"
    );
    diagram.bottom = Color::Black;
    diagram.coordinates = false;
    assert_eq!(
        diagram.text().to_string(),
        "♖ ♘ ♗ . ♕ ♗ ♘ ♖\n♙ ♙ ♙[.]♙ ♙ ♙ ♙\n. . . .[♔]. . .\n. . . ♙ . . . .\n. . . ♟ . . . .\n. . . . . . . .\n\
         ♟ ♟ ♟ ♚ ♟ ♟ ♟ ♟\n♜ ♞ ♝ . ♛ ♝ ♞ ♜\n\nBlack to move. Last move: e2 to d3.\n"
    );
    let castled = end_of("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *");
    assert!(castled.text().letters().to_string().contains("\n1 R N B Q[.]R[K].\n"));
    let beside = end_of("1. e4 e5 2. Ke2 a6 3. Ke1 a5 4. Qe2 a4 5. Kd1 *");
    assert!(beside.text().letters().to_string().contains("\n1 R N B[K|.]B N R\n"));
}

#[test]
fn words() {
    let start = Diagram::new(Position::START);
    assert_eq!(
        start.description(),
        "White: king e1, queen d1, rooks a1 h1, bishops c1 f1, knights b1 g1, pawns a2 b2 c2 d2 e2 f2 g2 h2. \
         Black: king e8, queen d8, rooks a8 h8, bishops c8 f8, knights b8 g8, pawns a7 b7 c7 d7 e7 f7 g7 h7. \
         White to move."
    );
    for (game, end) in [
        ("1. f3 e5 2. g4 Qh4# 0-1", "White to move, checkmate. Last move: d8 to h4."),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *", "Black to move, check. Last move: h5 to f7."),
        (
            "1. e4 {[%cal Ge2e4,Rd2d4] [%csl Bd5]} *",
            "Last move: e2 to e4. Green arrow from e2 to e4. Red arrow from d2 to d4. Blue square d5.",
        ),
        ("1. e4 {[%draw arrow,e2,e4,yellow] [%mark e4 red]} *", "Yellow arrow from e2 to e4. Red square e4."),
        ("1. e4 -- *", "pawns a7 b7 c7 d7 e7 f7 g7 h7. White to move."),
        ("{[%csl Ge4]} *", "White to move. Green square e4."),
    ] {
        let found = end_of(game).description();
        assert!(found.ends_with(end), "{game}: {found}");
    }
    let house = end_of("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Bxd2 P@e4 *");
    let found = house.description();
    assert!(found.contains("pawns a2 b2 c2 f2 g2 h2, in hand queen pawn. Black:"), "{found}");
    assert!(found.contains("h7, in hand pawn. White to move. Last move: put on e4."), "{found}");
    assert!(
        house
            .text()
            .to_string()
            .ends_with("White in hand: 1♙ 1♕\nBlack in hand: 1♟\nWhite to move. Last move: put on e4.\n")
    );
    let three = end_of("[Variant \"Three-check\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *");
    assert!(three.description().contains("2 checks to go. Black:"), "{}", three.description());
}
