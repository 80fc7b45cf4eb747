//! Games of a live broadcast, printed as they complete.
//!
//! Reads the file given as the argument, `-` for standard input, or, without one, a broadcast of three games in small
//! pieces:
//!
//! ```sh
//! cargo run --example live_feed
//! tail -f live.pgn | cargo run --example live_feed -- -
//! ```

use std::fs::File;
use std::io::{self, Read, Write};

use pgnkit::{Feed, FeedGame, Outcome};

/// As broadcasts send them: the game again with each move, and the marker `*` until it is over.
const BROADCAST: &str = "\
[White \"Tal\"]\n[Black \"Fine\"]\n[Result \"*\"]\n\n1. e4 {[%clk 1:30:00]} e5 *\n\n\
[White \"Tal\"]\n[Black \"Fine\"]\n[Result \"*\"]\n\n1. e4 {[%clk 1:30:00]} e5 2. Nf3 *\n\n\
[White \"Tal\"]\n[Black \"Fine\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 1:30:00]} e5 2. Nf3 Nc6 1-0\n\n\
[White \"Euwe\"]\n[Black \"Vidmar\"]\n[Result \"*\"]\n\n1. d4 Nf6 2. c4";

fn show(given: &FeedGame) -> io::Result<()> {
    let game = &given.game;
    let name = |tag| game.tag(tag).unwrap_or("?");
    let state = match game.result() {
        Outcome::Unknown => "in progress".to_owned(),
        result => result.to_string(),
    };
    let (white, black, plies) = (name("White"), name("Black"), game.ply_count());
    writeln!(io::stdout(), "{white} - {black}: {plies} half-moves, {state}")?;
    for found in &given.diagnostics {
        writeln!(io::stdout(), "  at byte {}: {}", given.offset + found.span.start as u64, found.message)?;
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let mut source: Box<dyn Read> = match std::env::args().nth(1).as_deref() {
        None => Box::new(BROADCAST.as_bytes()),
        Some("-") => Box::new(io::stdin()),
        Some(path) => Box::new(File::open(path)?),
    };
    let mut feed = Feed::new();
    let mut piece = [0; 100];
    loop {
        let length = source.read(&mut piece)?;
        if length == 0 {
            break;
        }
        feed.push(&piece[..length]);
        while let Some(given) = feed.next_game() {
            show(&given)?;
        }
    }
    // The last game may have no marker.
    feed.finish();
    while let Some(given) = feed.next_game() {
        show(&given)?;
    }
    Ok(())
}
