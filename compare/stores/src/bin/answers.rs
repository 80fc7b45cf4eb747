//! Times of the answers of an index.
//!
//! `answers INDEX FILE.pgn [N]` asks for the initial position with some filters, and then for N positions (500 unless said) that hardly a game has: each
//! follows a game of the file, and then moves chosen at random, as `many` makes games. Times are those of processor time, which others on the machine do not
//! change much; the index is opened anew for the first of each kind.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use pgnkit::chess::{Move, Position};
use pgnkit_index::{Filter, Index, Lists, Speed};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit.max(1)
    }
}

/// Processor time of this thread so far.
fn time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(games)) = (arguments.next(), arguments.next()) else {
        return Err("expected an index and a file of games".into());
    };
    let count: usize = arguments.next().map_or(Ok(500), |count| count.parse())?;
    let path = Path::new(&path);
    let began = time();
    let index = Index::open(path)?;
    println!("opened in {:?}; {} games", time() - began, index.games());
    for (name, bytes) in index.sizes() {
        println!("{name:<14} {:>8.2} bytes a game", bytes as f64 / index.games() as f64);
    }
    let lists = Lists { top: 4, recent: 8, searched: 400_000, ..Lists::default() };
    let e4 = Position::START.after(Position::START.parse_san("e4")?);
    for (name, filter, months) in filters() {
        for (place, position) in [("start", &Position::START), ("1. e4", &e4)] {
            let index = Index::open(path)?;
            let lists = Lists { months, ..lists };
            let ask = || -> Result<_, Box<dyn Error>> {
                let began = time();
                let found = index.explore(position, &filter, lists)?;
                Ok((time() - began, found.all.games))
            };
            let (first, second) = (ask()?, ask()?);
            println!("{place}, {name:<28} {:>10} games, first {:?}, then {:?}", first.1, first.0, second.0);
        }
    }
    let text = std::fs::read(games)?;
    let beginnings: Vec<Vec<Move>> = pgnkit::parse_games(&text)
        .map(|parsed| parsed.game)
        .filter(|game| game.start().position == Position::START)
        .map(|game| game.mainline().map(|node| node.mv()).collect())
        .collect();
    let mut random = Random(77);
    let mut times = Vec::new();
    let mut found = 0;
    while times.len() < count {
        let position = position(&mut random, &beginnings);
        let began = time();
        let answer = index.explore(&position, &Filter::default(), lists)?;
        times.push((time() - began, position.to_string()));
        found += usize::from(answer.all.games > 0);
    }
    times.sort_unstable();
    let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)].0;
    println!(
        "{count} positions, {found} with games: p50 {:?}, p90 {:?}, p99 {:?}, max {:?}",
        at(50),
        at(90),
        at(99),
        at(100)
    );
    for (time, position) in times.iter().rev().take(5) {
        println!("  {time:?} {position}");
    }
    Ok(())
}

fn filters() -> Vec<(&'static str, Filter, bool)> {
    let mut filters = vec![Filter::default(); 5];
    filters[1].speeds = Some(vec![Speed::Blitz, Speed::Rapid]);
    filters[2].ratings = Some(vec![(1800, 2000), (2200, 2500)]);
    filters[3].since = Some(pgnkit_index::Day::new(2010, 1, 0));
    filters[4].is_decided = true;
    let mut named: Vec<_> = ["open", "speeds", "ratings", "since", "decided"]
        .into_iter()
        .zip(filters)
        .map(|(name, filter)| (name, filter, false))
        .collect();
    named.push(("open, months", Filter::default(), true));
    named
}

/// A position after as many half-moves as games have.
fn position(random: &mut Random, beginnings: &[Vec<Move>]) -> Position {
    let beginning = &beginnings[random.below(beginnings.len() as u64) as usize];
    let leaves = 8 + random.below(32) as usize;
    let plies = leaves + 1 + random.below(100 - leaves as u64) as usize;
    let mut position = Position::START;
    for ply in 0..plies {
        let mv = match beginning.get(ply).filter(|_| ply < leaves) {
            Some(mv) => *mv,
            None => {
                let legal = position.legal_moves();
                let Some(mv) = legal.get(random.below(legal.len() as u64) as usize) else { break };
                *mv
            }
        };
        position.play(mv);
    }
    position
}
