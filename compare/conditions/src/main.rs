//! Conditions on positions, material and moves, by pgnkit and by a naive look at every ply.
//!
//! `conditions [--all] [--details] [PATH]...` tests each condition of `cases` on each game twice: as `pgn filter` does, and with
//! pgn-reader, shakmaty and code that is as simple as it can be and shares nothing with pgnkit. Both must choose the same games, and
//! each condition must choose some game; otherwise the exit status is 1. Of files above 10 MB one game of eighty is
//! taken, with `--all` every one. `--details` names the games that differ.

mod cases;
mod line;
mod material;
mod moment;
mod moves;
mod pattern;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use cases::{CASES, Case};
use line::Line;
use pgnkit::Replayer;
use pgnkit::syntax::Ignore;
use pgnkit_query::condition::{Condition, Tester};

/// Files above this size are sampled, one game of so many.
const LARGE: usize = 10_000_000;
const SAMPLED: usize = 80;

/// Games that are in memory at once.
const BATCH: usize = 4096;

/// What of the corpus is read: human games, and some of engines, which play on to the fiftieth move.
const SOURCES: [&str; 3] = ["games", "lichess", "engine/tcec-match4-mixed-eol.pgn"];

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("conditions: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> io::Result<bool> {
    let (mut all, mut details, mut paths) = (false, false, Vec::new());
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("--all") => all = true,
            Some("--details") => details = true,
            _ => paths.push(PathBuf::from(argument)),
        }
    }
    let must_choose = paths.is_empty();
    if paths.is_empty() {
        let sources = SOURCES.map(|name| corpus::default_folder().join(name));
        paths.extend(sources.into_iter().filter(|path| path.exists()));
        if paths.is_empty() {
            println!("conditions: skipped, no corpus at {}", corpus::default_folder().display());
            return Ok(true);
        }
    }
    let mut chosen = vec![0; CASES.len()];
    let (mut games, mut plies, mut all_right) = (0, 0, true);
    for file in corpus::find(&paths)?.unwrap_or_default() {
        let text = file.read()?;
        let step = if all || text.len() <= LARGE { 1 } else { SAMPLED };
        let all_games: Vec<(usize, &[u8])> = split(&text).into_iter().enumerate().step_by(step).collect();
        for batch in all_games.chunks(BATCH) {
            let text = batch.iter().map(|(_, game)| *game).collect::<Vec<_>>().concat();
            let lines = line::read(&text)?;
            games += lines.len();
            plies += lines.iter().map(|line| line.moves.len()).sum::<usize>();
            for (case, chosen) in CASES.iter().zip(&mut chosen) {
                let ours = by_pgnkit(case, &text);
                if [ours.len(), lines.len()] != [batch.len(); 2] {
                    let counts = [batch.len(), ours.len(), lines.len()];
                    return Err(io::Error::other(format!("{}: {counts:?} games", file.name)));
                }
                *chosen += ours.iter().filter(|is| **is).count();
                let number = |at: usize| batch[at].0 + 1;
                all_right &= compare(case, &ours, &lines, number, &file.name, details);
            }
        }
    }
    for (case, chosen) in CASES.iter().zip(&chosen) {
        println!("{chosen:8} {}", case.condition());
        if must_choose && *chosen == 0 {
            println!("FAILED: it chooses no game, and so says nothing");
            all_right = false;
        }
    }
    println!("{} conditions, {games} games, {plies} plies", CASES.len());
    Ok(all_right)
}

/// The texts of the games.
fn split(text: &[u8]) -> Vec<&[u8]> {
    let mut starts = vec![0];
    starts.extend((1..text.len()).filter(|&at| text[at - 1] == b'\n' && text[at..].starts_with(b"[Event ")));
    starts.push(text.len());
    starts.windows(2).map(|game| &text[game[0]..game[1]]).collect()
}

/// For each game whether it is chosen, as `pgn filter` does it.
fn by_pgnkit(case: &Case, text: &[u8]) -> Vec<bool> {
    let condition: Condition = match case.condition().parse() {
        Ok(condition) => condition,
        Err(error) => panic!("{error}"),
    };
    let mut tester = Tester::new(&condition);
    let mut replayer = Replayer::new(text);
    let mut chosen = Vec::new();
    while replayer.read_game(&mut tester, &mut Ignore).is_some() {
        chosen.push(tester.verdict().expect("decided by what is read"));
    }
    chosen
}

fn compare(
    case: &Case,
    ours: &[bool],
    lines: &[Line],
    number: impl Fn(usize) -> usize,
    file: &str,
    details: bool,
) -> bool {
    let (mut more, mut fewer) = (Vec::new(), Vec::new());
    for (at, (ours, line)) in ours.iter().zip(lines).enumerate() {
        match (ours, case.holds(line)) {
            (true, false) => more.push(number(at)),
            (false, true) => fewer.push(number(at)),
            _ => {}
        }
    }
    if more.is_empty() && fewer.is_empty() {
        return true;
    }
    let shown = if details { usize::MAX } else { 5 };
    let show = |games: &[usize]| games.iter().copied().take(shown).collect::<Vec<_>>();
    println!(
        "FAILED {file}: {}: {} games more than by looking at every ply {:?}, {} fewer {:?}",
        case.condition(),
        more.len(),
        show(&more),
        fewer.len(),
        show(&fewer)
    );
    false
}
