//! Builds an index as `pgn index` does, but for comments and variations, on one thread for reading and two for the rest; says how long each took.
//!
//! `index FILE.pgn INDEX [MEGABYTES]`

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::time::Instant;

use pgnkit::chess::Position;
use pgnkit::syntax::Ignore;
use pgnkit::{Date, EndOfGame, Flow, Ply, Replayer, Start, Text, Visitor};
use pgnkit_index::{Annotations, Day, GameBatch, GameEntry, GameFacts, IndexBuilder, Line, Speed};

#[derive(Default)]
struct Game {
    start: Option<Position>,
    line: Line,
    tags: Vec<(String, String)>,
    facts: GameFacts,
}

impl Visitor for Game {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.tags.push((name.to_str().into_owned(), value.to_str().into_owned()));
    }

    fn start(&mut self, start: &Start) -> Flow {
        self.start = start.is_known.then_some(start.position);
        Flow::Continue
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        if ply.depth == 0 {
            self.line.push(ply.mv, ply.before, ply.after);
        }
        Flow::Continue
    }

    fn end(&mut self, end: &EndOfGame) {
        self.facts.result = end.result;
        for (name, value) in &self.tags {
            match &**name {
                "WhiteElo" => self.facts.elo[0] = value.parse().unwrap_or(0),
                "BlackElo" => self.facts.elo[1] = value.parse().unwrap_or(0),
                "Date" => self.facts.date = value.parse().map_or(Day::default(), day),
                "TimeControl" => self.facts.speed = Speed::of_time_control(value),
                _ => {}
            }
        }
    }
}

fn day(date: Date) -> Day {
    Day::new(date.year().unwrap_or(0), date.month().unwrap_or(0), date.day().unwrap_or(0))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(games), Some(path)) = (arguments.next(), arguments.next()) else {
        return Err("expected a file of games and one for the index".into());
    };
    let megabytes: usize = arguments.next().map_or(Ok(512), |megabytes| megabytes.parse())?;
    let began = Instant::now();
    let text = std::fs::read(&games)?;
    let mut builder = IndexBuilder::new(&std::env::temp_dir(), megabytes << 20).threads(2);
    let (mut replayer, mut game, mut batch) = (Replayer::new(&text), Game::default(), GameBatch::default());
    let (mut number, mut before) = (0, 0);
    while replayer.read_game(&mut game, &mut Ignore).is_some() {
        if let Some(start) = &game.start {
            let (line, tags, facts) = (&game.line, &game.tags[..], game.facts);
            number += 1;
            let annotations = &Annotations::default();
            batch.push(&GameEntry { start, line, facts, number, place: None, tags, annotations });
        }
        game.line.clear();
        game.tags.clear();
        game.facts = GameFacts::default();
        if batch.len() == 10_000 {
            builder.add(&batch, 0, before)?;
            (before, number, batch) = (before + number, 0, GameBatch::default());
        }
    }
    builder.add(&batch, 0, before)?;
    drop(text);
    println!("{} games read in {:?}", builder.len(), began.elapsed());
    builder.finish(&[games], BufWriter::new(File::create(Path::new(&path))?))?;
    println!("built in {:?}", began.elapsed());
    Ok(())
}
