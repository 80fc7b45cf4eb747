//! Games as JSON.
//!
//! ```text
//! game = { "file", "game": number from 1, "text": the game's own text, "line": line }
//! line = { "comments": [before the first move], "moves": [move] }
//! move = { "uci", "nags": [number], "comments": [text], "variations": [line that replaces this move] }
//! ```

use std::io::{self, Write};

use pgnkit::chess::ChessMode;
use pgnkit::syntax::{Encoding, Ignore};
use pgnkit::{GameBuilder, Node, Replayer};
use serde_json::{Value, json};

/// Writes the first `most` games of `text`.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(file: &str, text: &[u8], most: usize, out: &mut impl Write) -> io::Result<()> {
    let mut replayer = Replayer::new(text);
    let mut builder = GameBuilder::new();
    for number in 1..=most {
        let Some(end) = replayer.read_into(&mut builder, &mut Ignore) else { break };
        let game = builder.game();
        let own = end.span.of(text);
        let value = json!({
            "file": file,
            "game": number,
            "text": Encoding::read(own),
            "line": line(game.root(), game.start().mode),
        });
        serde_json::to_writer(&mut *out, &value)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn line(start: Node<'_>, mode: ChessMode) -> Value {
    let moves: Vec<Value> = start
        .following()
        .map(|node| {
            json!({
                "uci": node.mv().to_uci(mode).as_str(),
                "nags": node.nags().collect::<Vec<_>>(),
                "comments": node.comments().collect::<Vec<_>>(),
                "variations": node.variations().map(|variation| line(variation, mode)).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({ "comments": start.comments().collect::<Vec<_>>(), "moves": moves })
}
