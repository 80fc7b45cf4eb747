//! Many games made of some: each begins as a game of a file does, and goes on with moves chosen at random, so that nearly every position after that is
//! its own. For sizes and times of an index where there are not that many real games.
//!
//! `many N FILE.pgn` writes them to standard output. The same arguments give the same games.

use std::error::Error;
use std::io::{BufWriter, Write};

use pgnkit::chess::{Move, Position};

/// Half-moves after which a game leaves the one that it begins as, and those that it has.
const LEAVES: (u64, u64) = (8, 40);
const LENGTH: (u64, u64) = (30, 130);

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit.max(1)
    }

    fn between(&mut self, (low, high): (u64, u64)) -> u64 {
        low + self.below(high - low)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(count), Some(path)) = (arguments.next(), arguments.next()) else {
        return Err("expected a number of games and a file".into());
    };
    let text = std::fs::read(path)?;
    let beginnings: Vec<Vec<Move>> = pgnkit::parse_games(&text)
        .map(|parsed| parsed.game)
        .filter(|game| game.start().position == Position::START)
        .map(|game| game.mainline().map(|node| node.mv()).collect())
        .collect();
    let mut random = Random(1);
    let mut out = BufWriter::with_capacity(1 << 20, std::io::stdout().lock());
    for number in 0..count.parse::<u64>()? {
        write_game(number, &beginnings, &mut random, &mut out)?;
    }
    out.flush()?;
    Ok(())
}

fn write_game(
    number: u64,
    beginnings: &[Vec<Move>],
    random: &mut Random,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let beginning = &beginnings[random.below(beginnings.len() as u64) as usize];
    let result = ["1-0", "0-1", "1/2-1/2"][random.below(3) as usize];
    let (white, black) = (random.below(200_000), random.below(200_000));
    let (year, month, day) = (1990 + random.below(36), 1 + random.below(12), 1 + random.below(28));
    let (elo, other) = (random.between((1200, 2800)), random.between((1200, 2800)));
    writeln!(out, "[Event \"Event {}\"]\n[Site \"?\"]", number / 100)?;
    writeln!(out, "[Date \"{year}.{month:02}.{day:02}\"]\n[Round \"{}\"]", number % 9)?;
    writeln!(out, "[White \"Player {white}\"]\n[Black \"Player {black}\"]\n[Result \"{result}\"]")?;
    writeln!(out, "[WhiteElo \"{elo}\"]\n[BlackElo \"{other}\"]\n")?;
    let (leaves, length) = (random.between(LEAVES) as usize, random.between(LENGTH) as usize);
    let mut position = Position::START;
    for ply in 0..length {
        let mv = match beginning.get(ply).filter(|_| ply < leaves) {
            Some(mv) => *mv,
            None => {
                let legal = position.legal_moves();
                let Some(mv) = legal.get(random.below(legal.len() as u64) as usize) else { break };
                *mv
            }
        };
        if ply % 2 == 0 {
            write!(out, "{}. ", ply / 2 + 1)?;
        }
        write!(out, "{}{}", position.san(mv), if ply % 16 == 15 { '\n' } else { ' ' })?;
        position.play(mv);
    }
    writeln!(out, "{result}\n")
}
