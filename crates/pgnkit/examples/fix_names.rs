//! Writes the names of players in one spelling, and reports what export format could not hold.
//!
//! `fix_names FILE` writes the games of a file to standard output; without a file it does so with three games of its own.

use std::error::Error;
use std::io::{self, Write as _};

use pgnkit::{Export, ExportLosses, GameBuilder, Replayer, diagnostics::Ignore};

const GAMES: &[u8] = b"\
[White \"Carlsen,M\"]\n[Black \"Anand, Viswanathan\"]\n\n1. e4 e5 1-0\n
[White \"V. Anand\"]\n[Black \"Carlsen M.\"]\n\n1. d4 {not {the} {usual one} Nf6 1/2-1/2\n
[White \"Nobody\"]\n[Black \"Somebody\"]\n\n*\n";

/// The spelling that is wanted, if this is another one.
fn corrected(name: &str) -> Option<&'static str> {
    match name {
        "Carlsen,M" | "Carlsen M." | "M. Carlsen" => Some("Carlsen, Magnus"),
        "V. Anand" | "Anand,V" => Some("Anand, Viswanathan"),
        _ => None,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read(file)?,
        None => GAMES.to_vec(),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut replayer, mut builder) = (Replayer::new(&text), GameBuilder::new());
    let (mut changed, mut losses) = (0, ExportLosses::default());
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {
        let game = builder.game_mut();
        for tag in ["White", "Black"] {
            if let Some(name) = game.tag(tag).and_then(corrected) {
                game.set_tag(tag, name)?;
                changed += 1;
            }
        }
        losses += Export::default().write_to(game, &mut out)?;
    }
    out.flush()?;
    eprintln!("{changed} names changed; written otherwise: {losses}");
    if std::env::args().len() == 1 {
        assert_eq!((changed, losses.braces), (3, 1));
    }
    Ok(())
}
