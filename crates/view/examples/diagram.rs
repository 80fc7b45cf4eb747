//! The position after the moves of a game, as a picture: `cargo run -p pgnkit-view --example diagram > board.svg`.

use pgnkit::Game;
use pgnkit_view::{Diagram, PieceSet, Theme};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game: Game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 {[%csl Ga4][%cal Rb5c6,Rc6e5]} *".parse()?;
    let last = game.mainline().last().ok_or("no moves")?;
    let mut diagram = Diagram::of_node(&last);
    diagram.title = "Ruy Lopez".to_owned();
    print!("{}", diagram.svg().theme(Theme::Green).pieces(PieceSet::Staunton).size(480));
    Ok(())
}
