//! How long both take to count lines of moves.

use std::time::{Duration, Instant};

use pgnkit::chess::Variant;
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;

/// Runs of each, one after the other: the best counts.
const RUNS: u32 = 7;

fn best(mut work: impl FnMut() -> u64) -> (u64, Duration) {
    let mut fastest = Duration::MAX;
    let mut count = 0;
    for _ in 0..RUNS {
        let start = Instant::now();
        count = work();
        fastest = fastest.min(start.elapsed());
    }
    (count, fastest)
}

pub fn compare(variant: Variant) {
    // A position from the middle of a game, reached by the same moves everywhere they are legal.
    let mut ours = variant.start();
    let mut random = super::Random(7);
    for _ in 0..16 {
        let moves = ours.legal_moves();
        let mv = moves[random.below(moves.len())];
        let next = ours.after(mv);
        if !next.status().is_over() {
            ours = next;
        }
    }
    let text = ours.to_string();
    let fen: Fen = text.parse().expect("a FEN");
    let theirs = VariantPosition::from_setup(super::peer(variant), fen.into_setup(), CastlingMode::Chess960)
        .expect("a position");
    let depth = if variant == Variant::Crazyhouse { 3 } else { 4 };
    let (count, here) = best(|| ours.perft(depth));
    let (expected, there) = best(|| shakmaty::perft(&theirs, u32::from(depth)));
    assert_eq!(count, expected, "{text}");
    let rate = |time: Duration| count as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{:16} {:8.1} million lines a second, shakmaty {:8.1}: {:.2} times as fast, {text}",
        variant.name(),
        rate(here),
        rate(there),
        there.as_secs_f64() / here.as_secs_f64()
    );
}
