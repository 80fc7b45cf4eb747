//! Statistics over all games of a directory, on all cores, whatever their form:
//! `cargo run --example statistics -- directory`

use std::ops::AddAssign;

use pgnkit_archive::ReadGame;

/// Counts of some games.
#[derive(Debug, Default)]
struct Statistics {
    games: u64,
    plies: usize,
    longest: usize,
    with_errors: u64,
    captures: usize,
}

impl Statistics {
    fn add_game(&mut self, read: &ReadGame) {
        let plies = read.game.ply_count();
        self.games += 1;
        self.plies += plies;
        self.longest = self.longest.max(plies);
        self.captures += read.game.mainline().filter(|node| node.mv().is_capture()).count();
        self.with_errors += u64::from(read.has_errors());
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.longest = self.longest.max(other.longest);
        self.with_errors += other.with_errors;
        self.captures += other.captures;
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file or directory, found none")?;
    let mut total = Statistics::default();
    pgnkit_archive::open(path)?.fold(Statistics::default, Statistics::add_game, |part| total += part)?;
    let Statistics { games, plies, longest, with_errors, captures } = total;
    println!("{games} games, {with_errors} with errors");
    println!("{plies} plies, {captures} of them captures; the longest game has {longest}");
    Ok(())
}
