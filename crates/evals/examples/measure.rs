//! Times of building and asking a file of made evaluations: positions after moves chosen by chance, with scores, depths and nodes as large as lichess's.
//!
//! `cargo run --release -p pgnkit-evals --example measure -- [ROWS] [THREADS] [FILE]`

use std::error::Error;
use std::fmt::Write as _;
use std::fs::File;
use std::io::BufWriter;
use std::time::{Duration, Instant};

use pgnkit_chess::{ChessMode, Move, Position};
use pgnkit_evals::{Detail, Evals, EvalsBatch, EvalsBuilder};

/// Lines that are read together.
const BATCH: usize = 2000;
/// Memory of the builder.
const MEMORY: usize = 64 << 20;
/// Positions that are asked for.
const ASKED: usize = 100_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let rows: usize = args.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let threads: usize = args.next().map_or(Ok(2), |text| text.parse())?;
    let path = args.next().map_or_else(|| std::env::temp_dir().join("measured.evals"), Into::into);

    let mut random = Random(1);
    let (mut made, mut text_bytes, mut asked) = (0, 0, Vec::new());
    let mut builder = EvalsBuilder::new(&std::env::temp_dir(), MEMORY);
    let (mut reading, mut sorting) = (Duration::ZERO, Duration::ZERO);
    while made < rows {
        let mut lines = Vec::new();
        while lines.len() < (BATCH * threads).min(rows - made) {
            walk(&mut random, &mut lines, &mut asked);
        }
        lines.truncate(rows - made);
        made += lines.len();
        text_bytes += lines.iter().map(String::len).sum::<usize>();
        let begin = Instant::now();
        let batches = std::thread::scope(|scope| {
            let part = lines.len().div_ceil(threads);
            let workers: Vec<_> = lines.chunks(part).map(|lines| scope.spawn(|| read(lines))).collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).collect::<Vec<_>>()
        });
        reading += begin.elapsed();
        let begin = Instant::now();
        for batch in batches {
            builder.add(&batch?)?;
        }
        sorting += begin.elapsed();
    }
    let begin = Instant::now();
    let built = builder.finish(BufWriter::new(File::create(&path)?))?;
    sorting += begin.elapsed();

    let evals = Evals::open(&path)?;
    let each = evals.bytes() as f64 / evals.len() as f64;
    println!("{rows} made rows, {text_bytes} bytes of JSON, {threads} threads");
    println!(
        "built: reading {reading:?}, sorting and writing {sorting:?}; {} positions, {} bytes, {each:.2} a position",
        built.positions,
        evals.bytes()
    );

    // Positions that are there, and others.
    let mut times = Vec::with_capacity(ASKED);
    let mut found = 0;
    for _ in 0..ASKED {
        let position = &asked[random.below(asked.len())];
        let begin = Instant::now();
        found += usize::from(evals.get(position)?.is_some());
        times.push(begin.elapsed());
    }
    times.sort_unstable();
    println!(
        "looked up: p50 {:?}, p99 {:?}; {found} of {ASKED} found",
        times[ASKED / 2],
        times[ASKED * 99 / 100]
    );
    let begin = Instant::now();
    let summary = evals.check(|error| println!("{error}"))?;
    println!("checked: {:?}, {} positions", begin.elapsed(), summary.positions);
    Ok(())
}

fn read(lines: &[String]) -> Result<EvalsBatch, pgnkit_evals::LineError> {
    let mut batch = EvalsBatch::default();
    lines.iter().try_for_each(|line| batch.push_line(line.as_bytes(), Detail::default()))?;
    Ok(batch)
}

/// A game of moves by chance, with a line for each of its positions.
fn walk(random: &mut Random, lines: &mut Vec<String>, asked: &mut Vec<Position>) {
    let mut position = Position::START;
    for ply in 0..60 {
        let legal: Vec<Move> = position.legal_moves().into_iter().collect();
        if legal.is_empty() {
            return;
        }
        // The first moves come again and again.
        if ply > 4 {
            lines.push(line(&position, &legal, random));
            if random.below(64) == 0 {
                asked.push(position);
            }
        }
        position.play(legal[random.below(legal.len())]);
        if random.below(64) == 0 {
            asked.push(position);
        }
    }
}

/// A line with two searches, of one line of moves and of some, with ten moves each.
fn line(position: &Position, legal: &[Move], random: &mut Random) -> String {
    let fen = position.to_string();
    let four = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
    let mut text = format!(r#"{{"fen":"{four}","evals":["#);
    for (search, lines) in [1, 1 + random.below(3)].into_iter().enumerate() {
        text.push_str(if search == 0 { r#"{"pvs":["# } else { r#",{"pvs":["# });
        for number in 0..lines {
            let comma = if number == 0 { "" } else { "," };
            let score = random.below(1200) as i64 - 600;
            let _ = write!(text, r#"{comma}{{"cp":{score},"line":""#);
            let mut at = *position;
            let mut mv = Some(legal[random.below(legal.len())]);
            for step in 0..10 {
                let Some(next) = mv else { break };
                let _ = write!(
                    text,
                    "{}{}",
                    if step == 0 { "" } else { " " },
                    next.to_uci(ChessMode::Chess960).as_str()
                );
                at.play(next);
                mv = at.legal_moves().into_iter().next();
            }
            text.push_str("\"}");
        }
        let (knodes, depth) = (1000 + random.below(5_000_000), 20 + random.below(40));
        let _ = write!(text, r#"],"knodes":{knodes},"depth":{depth}}}"#);
    }
    text.push_str("]}");
    text
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end as u64) as usize
    }
}
