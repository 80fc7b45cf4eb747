//! Prints every line of a game, variations included, with the position it ends in.
//!
//! `walk_variations FILE` takes the games of a file; without a file it does so with a game of its own.

use std::error::Error;

use pgnkit::chess::Position;
use pgnkit::{Game, Step};

const GAME: &str = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6 2. d4) 2. Nf3 Nc6 *";

/// The moves of each line and the position at its end: variations in the order of the text, the main line last.
fn lines(game: &Game) -> Vec<(Vec<String>, Position)> {
    let mut done = Vec::new();
    // The line being walked, after those that it interrupts.
    let mut open = vec![(Vec::new(), game.start().position)];
    for step in game.walk() {
        match step {
            Step::Move(played) => {
                if let Some((moves, position)) = open.last_mut() {
                    moves.push(played.node.san().to_string());
                    *position = played.after;
                }
            }
            Step::BeginVariation { position, .. } => open.push((Vec::new(), position)),
            Step::EndVariation { .. } => done.extend(open.pop()),
            _ => {}
        }
    }
    done.extend(open);
    done
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(file) = std::env::args().nth(1) else {
        let found = lines(&GAME.parse()?);
        for (moves, position) in &found {
            println!("{:20} {position}", moves.join(" "));
        }
        assert_eq!(found.len(), 4);
        assert_eq!(found[0].0, ["c3", "d5"]);
        return Ok(());
    };
    for parsed in pgnkit::parse_games(&std::fs::read(file)?) {
        for (moves, position) in lines(&parsed.game) {
            println!("{} -> {position}", moves.join(" "));
        }
    }
    Ok(())
}
