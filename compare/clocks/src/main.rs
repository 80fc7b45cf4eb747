//! Clocks of real games, computed both ways.
//!
//! `clocks [--details] [PATH]...` reads games in whatever dialect, and of each half-move of the main line with a clock
//!
//! - computes the time used from the clocks alone, and compares it with the time used that is given, if one is;
//! - takes all clocks away again whose time used could be computed, computes them back from those times, and compares
//!   them with the ones that were given.
//!
//! Every difference must be one of `expected.tsv`, with its reason; otherwise the exit status is 1.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use corpus::CorpusFile;
use pgnkit::annotations::{Dialect, TimeSource, rewrite};
use pgnkit::clocks::{ClockKind, Clocks, DerivedTime, IfPresent, Origin, Row, write_clocks};
use pgnkit::command::{ClockTime, remove_command};
use pgnkit::{Game, GameBuilder, NodeId, Replayer};

/// Name of the file, measure, count, reason.
const EXPECTED: &str = include_str!("../expected.tsv");

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("clocks: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> io::Result<bool> {
    let mut details = false;
    let mut paths = Vec::new();
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("--details") => details = true,
            _ => paths.push(PathBuf::from(argument)),
        }
    }
    if paths.is_empty() {
        let folders = ["engine", "lichess"].map(|name| corpus::default_folder().join(name));
        paths.extend(folders.into_iter().filter(|folder| folder.is_dir()));
        if paths.is_empty() {
            println!("clocks: skipped, no corpus at {}", corpus::default_folder().display());
            return Ok(true);
        }
    }
    let mut all_right = true;
    let mut total = Counts::default();
    for file in corpus::find(&paths)?.unwrap_or_default() {
        let counts = count(&file, details)?;
        println!("{}", file.name);
        counts.print();
        all_right &= counts.is_expected(&file.name);
        total.add(&counts);
    }
    println!("all");
    total.print();
    Ok(all_right)
}

/// Counts of findings. The first column of a measure is its name in `expected.tsv`.
#[derive(Clone, Debug, Default)]
struct Counts(BTreeMap<&'static str, u64>);

/// Measures in the order in which they are shown; those that must be explained come last.
const MEASURES: [(&str, &str); 13] = [
    ("games", "games"),
    ("plies", "half-moves"),
    ("clocks", "with a clock"),
    ("times", "with a time used"),
    ("used", "times used computed from clocks"),
    ("used-same", "  the same as given"),
    ("used-rounded", "  as given, within the rounding"),
    ("used-differs", "  otherwise than given"),
    ("back", "clocks computed back from these times"),
    ("back-same", "  the same as given"),
    ("back-rounded", "  as given, within the rounding"),
    ("back-differs", "  otherwise than given"),
    ("backwards", "clocks that show more than they can"),
];

const EXPLAINED: [&str; 5] = ["used-differs", "back-rounded", "back-differs", "backwards", "back-missing"];

impl Counts {
    fn count(&mut self, measure: &'static str) {
        *self.0.entry(measure).or_default() += 1;
    }

    fn get(&self, measure: &str) -> u64 {
        self.0.get(measure).copied().unwrap_or(0)
    }

    fn add(&mut self, other: &Self) {
        for (measure, count) in &other.0 {
            *self.0.entry(measure).or_default() += count;
        }
    }

    fn print(&self) {
        for (measure, shown) in MEASURES {
            println!("  {:>7} {shown}", self.get(measure));
        }
    }

    /// Whether all differences are known, and known ones are still there.
    fn is_expected(&self, file: &str) -> bool {
        let file = file.rsplit('/').next().unwrap_or(file);
        let mut all_right = true;
        for measure in EXPLAINED {
            let mut lines = EXPECTED.lines().map(|line| line.split('\t').collect::<Vec<_>>());
            let line = lines.find(|line| line.get(..2) == Some(&[file, measure]));
            let expected = line.as_ref().and_then(|line| line.get(2)?.parse().ok()).unwrap_or(0);
            let found = self.get(measure);
            if let Some(reason) = line.as_ref().and_then(|line| line.get(3)) {
                println!("  {found:>7} {measure}: {reason}");
            }
            if found != expected {
                println!("  FAILED  {measure}: expected {expected} by expected.tsv, found {found}");
                all_right = false;
            }
        }
        all_right
    }
}

fn count(file: &CorpusFile, details: bool) -> io::Result<Counts> {
    let text = file.read()?;
    let mut counts = Counts::default();
    let mut replayer = Replayer::new(&text);
    let mut builder = GameBuilder::new();
    while replayer.read_into(&mut builder, &mut pgnkit::syntax::Ignore).is_some() {
        counts.count("games");
        let mut game = builder.game().clone();
        // All dialects become commands, and nothing is rounded.
        rewrite(&mut game, Dialect::Lichess);
        let number = counts.get("games");
        let mut report = |row: &Row, what: &str, expected: ClockTime, found: ClockTime| {
            if details {
                let (ply, san) = (row.ply, row.san);
                println!("game {number} ply {ply} {san}: {what}: given {expected}, computed {found}");
            }
        };
        compare(&game, &mut counts, &mut report);
    }
    Ok(counts)
}

fn compare(game: &Game, counts: &mut Counts, report: &mut impl FnMut(&Row, &str, ClockTime, ClockTime)) {
    let given = Clocks::of(game);
    let by_clocks = Clocks::without(game, TimeSource::Emt);
    let is_given =
        |derived: Option<DerivedTime>| derived.filter(|derived| matches!(derived.origin, Origin::Given(_)));
    for (row, computed) in given.rows.iter().zip(&by_clocks.rows) {
        counts.count("plies");
        let clock = is_given(row.after);
        if clock.is_some() {
            counts.count("clocks");
        }
        let used = is_given(row.used);
        if used.is_some() {
            counts.count("times");
        }
        let by_clocks = computed.used.filter(|_| clock.is_some());
        if by_clocks.is_some() {
            counts.count("used");
        }
        if let (Some(used), Some(by_clocks)) = (used, by_clocks) {
            let rounding = used.unit + by_clocks.unit;
            let measure = match distance(used.time, by_clocks.time) {
                time if time == ClockTime::default() => "used-same",
                time if time <= rounding => "used-rounded",
                _ => {
                    report(row, "time used", used.time, by_clocks.time);
                    "used-differs"
                }
            };
            counts.count(measure);
        }
    }
    for _ in &by_clocks.contradictions {
        counts.count("backwards");
    }
    back(game, &given, &by_clocks, counts, report);
}

/// Takes the clocks away and computes them back.
fn back(
    game: &Game,
    given: &Clocks,
    by_clocks: &Clocks,
    counts: &mut Counts,
    report: &mut impl FnMut(&Row, &str, ClockTime, ClockTime),
) {
    let mut game = game.clone();
    write_clocks(&mut game, ClockKind::Emt, IfPresent::Replace);
    let is_clk = |derived: &DerivedTime| derived.origin == Origin::Given(TimeSource::Clk);
    let mut taken = Vec::new();
    for (row, computed) in given.rows.iter().zip(&by_clocks.rows) {
        let clock = row.after.filter(|derived| computed.used.is_some() && is_clk(derived));
        if clock.is_some() {
            take_clock(&mut game, row.node);
        }
        taken.push(clock);
    }
    let computed = Clocks::of(&game);
    for ((row, computed), clock) in given.rows.iter().zip(&computed.rows).zip(taken) {
        let Some(clock) = clock else { continue };
        let Some(found) = computed.after else {
            counts.count("back-missing");
            continue;
        };
        counts.count("back");
        let measure = match distance(clock.time, found.time) {
            time if time == ClockTime::default() => "back-same",
            time if time <= clock.unit + clock.unit => {
                report(row, "clock", clock.time, found.time);
                "back-rounded"
            }
            _ => {
                report(row, "clock", clock.time, found.time);
                "back-differs"
            }
        };
        counts.count(measure);
    }
}

fn take_clock(game: &mut Game, node: NodeId) {
    let comments: Vec<String> = game
        .node(node)
        .iter()
        .flat_map(|node| node.comments().map(|text| remove_command(text, "clk")))
        .collect();
    for (index, comment) in comments.iter().enumerate() {
        game.set_comment(node, index, comment).expect("a comment of the node");
    }
}

fn distance(one: ClockTime, other: ClockTime) -> ClockTime {
    if one > other { one - other } else { other - one }
}
