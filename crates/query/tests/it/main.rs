//! Fields and conditions as their users meet them.

mod condition;
mod early;
mod functions;
mod positions;
mod themes;

/// An opening book: the usual start with e2e4, and the position after it with two answers.
fn book() -> Vec<u8> {
    use pgnkit::chess::Position;
    use pgnkit_formats::book::{BookBuilder, BookMove};

    let mut builder = BookBuilder::new();
    let mut position = Position::START;
    for moves in [&["e2e4"][..], &["c7c5", "e7e5"]] {
        for text in moves {
            let mv = position.parse_uci(text.as_bytes()).unwrap();
            builder.push(position.polyglot_key(), BookMove::of(mv).unwrap(), 1, 0);
        }
        position.play(position.parse_uci(moves[0].as_bytes()).unwrap());
    }
    builder.finish()
}
