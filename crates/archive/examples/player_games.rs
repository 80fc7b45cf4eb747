//! Finds the games of one player by their tags, and replays only those, on all cores:
//! `cargo run --example player_games -- games.pgn "Tal, Mikhail"`
//!
//! The moves of all other games are skipped at scanning speed. In `examples/games.pgn` of the repository, `Fischer, Robert J`
//! has 124 of 432 games, and 9,180 of 31,671 half-moves are played.

use pgnkit::{EndOfGame, Flow, Outcome, Ply, Start, Text, Variation, Visitor};

/// The games of a player among some games.
#[derive(Default)]
struct PlayerGames<'n> {
    name: &'n str,
    /// Whether the player has the pieces in the game at hand: White's, Black's.
    plays: [bool; 2],
    games: u64,
    found: u64,
    /// Half-moves of the main lines that were played.
    plies: u64,
    /// Wins, draws and losses of the player.
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Visitor for PlayerGames<'_> {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        if name == "White" {
            self.plays[0] = value == self.name;
        } else if name == "Black" {
            self.plays[1] = value == self.name;
        }
    }

    fn start(&mut self, _: &Start) -> Flow {
        if self.plays.contains(&true) { Flow::Continue } else { Flow::Skip }
    }

    fn play(&mut self, _: Ply<'_>) -> Flow {
        self.plies += 1;
        Flow::Continue
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        Flow::Skip
    }

    fn end(&mut self, end: &EndOfGame) {
        self.games += 1;
        let plays = std::mem::take(&mut self.plays);
        self.found += u64::from(plays.contains(&true));
        match (end.result, plays) {
            (Outcome::Draw, [true, _] | [_, true]) => self.draws += 1,
            (Outcome::WhiteWins, [true, _]) | (Outcome::BlackWins, [_, true]) => self.wins += 1,
            (Outcome::WhiteWins, [_, true]) | (Outcome::BlackWins, [true, _]) => self.losses += 1,
            _ => {}
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(name)) = (arguments.next(), arguments.next()) else {
        return Err("expected a file and the name of a player".into());
    };
    let mut total = PlayerGames::default();
    let make = || PlayerGames { name: &name, ..PlayerGames::default() };
    pgnkit_archive::open(path)?.visit(make, |part| {
        total.games += part.games;
        total.found += part.found;
        total.plies += part.plies;
        total.wins += part.wins;
        total.draws += part.draws;
        total.losses += part.losses;
    })?;
    let PlayerGames { games, found, plies, wins, draws, losses, .. } = total;
    println!("{found} of {games} games, {plies} plies: {wins} won, {draws} drawn, {losses} lost");
    Ok(())
}
