//! Size and speed of the same games as PGN and as PGC.

use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use corpus::CorpusFile;
use pgnkit::pgc::{Reader, Writer};
use pgnkit::syntax::{Collect, Ignore, Severity};
use pgnkit::{Export, Game, GameBuilder, Replayer};

use crate::peer;

/// As much text as is taken of a set.
const TEXT_BYTES: usize = 10_000_000;
const ROUNDS: usize = 9;
const PLIES_A_SAMPLE: u64 = 2_000_000;

/// The sets by what their file names begin with.
const SETS: [(&str, &str); 2] = [("plain", "games/gnuchess-book"), ("lichess", "lichess/")];

/// Games in all their forms.
struct Set {
    games: Vec<Game>,
    plies: u64,
    /// All tags, the main line, no comments.
    pgn: Vec<u8>,
    /// The roster and the main line.
    reduced_pgn: Vec<u8>,
    pgc: Vec<u8>,
    reduced_pgc: Vec<u8>,
}

/// Measured work.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum What {
    Sizes,
    Speed,
}

/// Prints the table; whether all ways agree.
pub fn measure(what: What, files: &[CorpusFile]) -> io::Result<bool> {
    let mut sets = Vec::new();
    for (name, beginning) in SETS {
        let mut chosen = files.iter().filter(|file| file.name.starts_with(beginning)).peekable();
        if chosen.peek().is_some() {
            sets.push((name.to_owned(), set(chosen)?));
        }
    }
    if sets.is_empty() {
        sets.push(("given".to_owned(), set(files.iter())?));
    }
    if what == What::Sizes { sizes(&sets).map(|()| true) } else { speeds(&sets) }
}

/// The main lines of files, of games without an error that PGC can hold.
fn set<'a>(files: impl Iterator<Item = &'a CorpusFile>) -> io::Result<Set> {
    let mut main_line = Export::default();
    (main_line.comments, main_line.nags, main_line.variations) = (false, false, false);
    let mut set = Set {
        games: Vec::new(),
        plies: 0,
        pgn: Vec::new(),
        reduced_pgn: Vec::new(),
        pgc: Vec::new(),
        reduced_pgc: Vec::new(),
    };
    let (mut builder, mut writer) = (GameBuilder::new(), Writer::new());
    for file in files {
        let text = file.read()?;
        let mut replayer = Replayer::new(&text);
        loop {
            let mut found = Collect::default();
            if replayer.read_into(&mut builder, &mut found).is_none() || set.pgn.len() > TEXT_BYTES {
                break;
            }
            let (start, reduced_start) = (set.pgn.len(), set.reduced_pgn.len());
            main_line.write_game(builder.game(), &mut set.pgn);
            Export::reduced().write_game(builder.game(), &mut set.reduced_pgn);
            let game = Game::read(&set.pgn[start..], &mut Ignore);
            let reduced = Game::read(&set.reduced_pgn[reduced_start..], &mut Ignore);
            let is_fine = found.iter().all(|one| one.severity < Severity::Error);
            match (game, reduced) {
                (Some(game), Some(reduced))
                    if is_fine
                        && writer.write_game(&reduced, &mut Vec::new()).is_ok()
                        && writer.write_game(&game, &mut set.pgc).is_ok() =>
                {
                    let _ = writer.write_game(&reduced, &mut set.reduced_pgc);
                    set.plies += game.ply_count() as u64;
                    set.games.push(game);
                }
                _ => {
                    set.pgn.truncate(start);
                    set.reduced_pgn.truncate(reduced_start);
                }
            }
        }
    }
    Ok(set)
}

fn sizes(sets: &[(String, Set)]) -> io::Result<()> {
    println!("| games | form | bytes | a game | a ply | of PGN |\n| --- | --- | --: | --: | --: | --: |");
    for (name, set) in sets {
        for (tags, pgn, pgc) in
            [("roster", &set.reduced_pgn, &set.reduced_pgc), ("all tags", &set.pgn, &set.pgc)]
        {
            for (form, bytes) in [
                (".pgn", pgn.len()),
                (".pgn.gz (-9)", gzip(pgn)?),
                (".pgn.zst (-19)", zstd::encode_all(&pgn[..], 19)?.len()),
                (".pgc", pgc.len()),
                (".pgc.gz (-9)", gzip(pgc)?),
                (".pgc.zst (-19)", zstd::encode_all(&pgc[..], 19)?.len()),
            ] {
                let of = |count: usize| bytes as f64 / count as f64;
                println!(
                    "| {name}, {tags} | `{form}` | {bytes} | {:.1} | {:.3} | {:.1} % |",
                    of(set.games.len()),
                    of(set.plies as usize),
                    100.0 * of(pgn.len())
                );
            }
        }
    }
    println!();
    Ok(())
}

fn gzip(bytes: &[u8]) -> io::Result<usize> {
    let mut child = Command::new("gzip").arg("-9").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().ok_or_else(|| io::Error::other("gzip takes no input"))?;
    std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(bytes));
        Ok(child.wait_with_output()?.stdout.len())
    })
}

/// A way to go through all games of a set; says how many games it saw.
type Way = fn(&Set) -> u64;

const WAYS: [(&str, Way); 9] = [
    ("PGN read: pgn-reader and shakmaty, moves checked", |set| peer::read(&set.pgn)),
    ("PGN read: pgnkit, moves checked", read_pgn),
    ("PGN read into trees: pgnkit", build_pgn),
    ("PGC decoded, moves checked", |set| replay(&set.pgc)),
    ("PGC decoded, moves checked, reduced games", |set| replay(&set.reduced_pgc)),
    ("PGC decoded into trees", |set| decode(&set.pgc)),
    ("PGC decoded into trees, reduced games", |set| decode(&set.reduced_pgc)),
    ("PGC encoded from trees", encode),
    ("PGN read and PGC encoded", recode),
];

fn speeds(sets: &[(String, Set)]) -> io::Result<bool> {
    println!(
        "| games | way | ns a ply | million plies a second | times the peer |\n| --- | --- | --: | --: | --: |"
    );
    for (name, set) in sets {
        for (way, pass) in WAYS {
            let seen = pass(set);
            if seen != set.games.len() as u64 {
                println!("{name}: {way}: {seen} games and not {}", set.games.len());
                return Ok(false);
            }
        }
        // The clock may tick every few milliseconds only.
        let passes = PLIES_A_SAMPLE.div_ceil(set.plies);
        let mut samples: [Vec<f64>; WAYS.len()] = Default::default();
        for _ in 0..ROUNDS {
            for ((_, pass), samples) in WAYS.iter().zip(&mut samples) {
                let clock = Clock::start();
                for _ in 0..passes {
                    black_box(pass(black_box(set)));
                }
                samples.push(clock.seconds() * 1e9 / (passes * set.plies) as f64);
            }
        }
        let medians = samples.map(|mut samples| {
            samples.sort_by(f64::total_cmp);
            samples[ROUNDS / 2]
        });
        for ((way, _), median) in WAYS.iter().zip(medians) {
            println!("| {name} | {way} | {median:.1} | {:.1} | {:.2} |", 1e3 / median, medians[0] / median);
        }
    }
    for (name, set) in sets {
        println!("\n{name}: {} games, {} plies, {} bytes of PGN", set.games.len(), set.plies, set.pgn.len());
    }
    Ok(true)
}

fn read_pgn(set: &Set) -> u64 {
    let (mut replayer, mut games) = (Replayer::new(&set.pgn), 0);
    while replayer.read_game(&mut (), &mut Ignore).is_some() {
        games += 1;
    }
    games
}

fn build_pgn(set: &Set) -> u64 {
    let (mut replayer, mut builder, mut games) = (Replayer::new(&set.pgn), GameBuilder::new(), 0);
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {
        games += 1;
        black_box(builder.game());
    }
    games
}

fn replay(file: &[u8]) -> u64 {
    let (mut reader, mut games) = (Reader::new(file), 0);
    while let Some(end) = reader.read_game(&mut (), &mut Ignore) {
        games += u64::from(end.complete);
    }
    games
}

fn decode(file: &[u8]) -> u64 {
    let (mut reader, mut builder, mut games) = (Reader::new(file), GameBuilder::new(), 0);
    while reader.read_into(&mut builder, &mut Ignore).is_some() {
        games += 1;
        black_box(builder.game());
    }
    games
}

fn encode(set: &Set) -> u64 {
    let (mut writer, mut out) = (Writer::new(), Vec::with_capacity(set.pgc.len()));
    for game in &set.games {
        let _ = writer.write_game(game, &mut out);
    }
    if out == set.pgc { set.games.len() as u64 } else { 0 }
}

fn recode(set: &Set) -> u64 {
    let (mut writer, mut out) = (Writer::new(), Vec::with_capacity(set.pgc.len()));
    let (mut replayer, mut builder) = (Replayer::new(&set.pgn), GameBuilder::new());
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {
        let _ = writer.write_game(builder.game(), &mut out);
    }
    if out == set.pgc { set.games.len() as u64 } else { 0 }
}

/// Processor time of this thread if the kernel reports it; otherwise elapsed time.
struct Clock {
    start: Instant,
    cpu: Option<u64>,
}

impl Clock {
    fn start() -> Self {
        Self { start: Instant::now(), cpu: Self::cpu() }
    }

    fn cpu() -> Option<u64> {
        fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
    }

    fn seconds(&self) -> f64 {
        match (self.cpu, Self::cpu()) {
            (Some(start), Some(now)) => (now - start) as f64 / 1e9,
            _ => self.start.elapsed().as_secs_f64(),
        }
    }
}
