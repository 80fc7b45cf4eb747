//! Finds the games that reach a position in their main line, on all cores, without building documents:
//! `cargo run --example reaches_position -- games.pgn "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"`

use pgnkit::chess::Position;
use pgnkit::{EndOfGame, Flow, Ply, Start, Variation, Visitor};

/// Looks for a position.
struct Reaches {
    key: u64,
    /// Whether the game at hand has reached it.
    found: bool,
    /// Games, and those that reached it.
    games: u64,
    hits: u64,
}

impl Visitor for Reaches {
    fn start(&mut self, start: &Start) -> Flow {
        self.found = start.position.repetition_key() == self.key;
        if self.found { Flow::Skip } else { Flow::Continue }
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.found = ply.after.repetition_key() == self.key;
        // The rest of the game is passed over.
        if self.found { Flow::Stop } else { Flow::Continue }
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        Flow::Skip
    }

    fn end(&mut self, _: &EndOfGame) {
        self.games += 1;
        self.hits += u64::from(self.found);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(fen)) = (arguments.next(), arguments.next()) else {
        return Err("expected a file and a FEN".into());
    };
    let wanted: Position = fen.parse()?;
    let key = wanted.repetition_key();
    let (mut games, mut hits) = (0, 0);
    let make = || Reaches { key, found: false, games: 0, hits: 0 };
    pgnkit_archive::open(path)?.visit(make, |part| {
        games += part.games;
        hits += part.hits;
    })?;
    println!("{hits} of {games} games reach it");
    Ok(())
}
