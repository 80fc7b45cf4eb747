//! Counts the results of the games of a file, compressed or not, on all cores:
//! `cargo run --example count_results -- games.pgn.zst`

use std::collections::BTreeMap;

use pgnkit::Outcome;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file, found none")?;
    let mut counts = BTreeMap::<Outcome, u64>::new();
    pgnkit_archive::open(path)?.fold(
        BTreeMap::<Outcome, u64>::new,
        |counts, read| *counts.entry(read.game.result()).or_default() += 1,
        |part| part.into_iter().for_each(|(result, count)| *counts.entry(result).or_default() += count),
    )?;
    for (result, count) in counts {
        println!("{result:>7} {count}");
    }
    Ok(())
}
