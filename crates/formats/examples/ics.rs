//! The games of a log of an internet chess server in PGN: `ics FILE`. Faults and numbers are on standard error.

use std::error::Error;
use std::fs;

use pgnkit_formats::ics::Log;

fn main() -> Result<(), Box<dyn Error>> {
    let text = fs::read(std::env::args().nth(1).ok_or("usage: ics FILE")?)?;
    let mut log = Log::parse(&text);
    let mut games = 0_u64;
    for game in log.games() {
        games += 1;
        print!("{}", game.pgn);
        for fault in &game.faults {
            eprintln!("game {games}, {fault}");
        }
    }
    let counts = log.counts();
    eprintln!(
        "{games} games in {} lines; not in games: {} lines of talk, {} boards, {} ends; {} lists joined to boards, {} half-moves taken back",
        counts.lines, counts.talk, counts.boards, counts.ends, counts.joined_lists, counts.taken_back
    );
    Ok(())
}
