//! `pgn epd perft`: counts move sequences, and compares the counts with those of the records.

use std::io::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use pgnkit::chess::Position;
use pgnkit::epd::{Epd, Opcode, Reader, RecordFormat};
use pgnkit::syntax::Ignore;
use pgnkit_archive::Output;
use pgnkit_positions::perft::{Options, Perft};

use pgnkit_archive::task::{CollectRecords, Records};

use super::collect;
use crate::args::EpdPerftArgs;
use crate::run::{Run, Status, Stop, say};

pub(crate) fn run(args: &EpdPerftArgs) -> Status {
    let Some(mut run) = Run::new(&args.common, None) else { return Status::Failed };
    match count(&mut run, args) {
        Ok(status) => run.finish(None).max(status),
        Err(stop) => run.finish(Some(&stop)),
    }
}

fn count(run: &mut Run<'_>, args: &EpdPerftArgs) -> Result<Status, Stop> {
    let mut suite = Suite { max_nodes: args.max_nodes, ..Suite::default() };
    let task = CollectRecords::written_as(RecordFormat::Epd);
    collect(run, &task, |name, records| suite.take(name, &records))?;
    let mut options = Options::default().hash_mib(args.hash);
    if let Some(jobs) = args.common.jobs {
        options = options.jobs(jobs);
    }
    let perft = Perft::new(&options)?;
    let (mut out, mut tally, started) = (Output::stdout(), Tally::default(), Instant::now());
    let items: Vec<(Position, u8)> = suite.counts.iter().map(|count| (count.position, count.depth)).collect();
    let mut broken = Ok(());
    let stop = AtomicBool::new(false);
    let _ = perft.count_all(&items, &stop, |at, found| {
        let expected = &suite.counts[at];
        tally.add(expected.nodes, found);
        if expected.nodes != found && broken.is_ok() {
            broken = writeln!(out, "{}", suite.difference(expected, found)).and_then(|()| out.flush());
            stop.store(broken.is_err(), std::sync::atomic::Ordering::Relaxed);
        }
    });
    broken?;
    out.finish()?;
    if !run.is_quiet() {
        let seconds = started.elapsed().as_secs_f64();
        let Suite { too_many, without_counts, .. } = suite;
        let Tally { agree, differ, nodes } = tally;
        say(&format_args!(
            "{agree} counts agree, {differ} differ, {too_many} of more than {} nodes left out; {without_counts} records \
             without counts; {nodes} nodes in {seconds:.1} s",
            args.max_nodes
        ));
    }
    Ok(if tally.differ > 0 { Status::Unclean } else { Status::Clean })
}

/// The nodes to be counted.
#[derive(Default)]
struct Suite {
    max_nodes: u64,
    counts: Vec<Count>,
    names: Vec<String>,
    /// Counts that are left out.
    too_many: u64,
    without_counts: u64,
}

/// One count of a record.
struct Count {
    position: Position,
    depth: u8,
    nodes: u64,
    input: usize,
    line: u64,
}

#[derive(Default)]
struct Tally {
    agree: u64,
    differ: u64,
    nodes: u64,
}

impl Tally {
    fn add(&mut self, expected: u64, found: u64) {
        *(if expected == found { &mut self.agree } else { &mut self.differ }) += 1;
        self.nodes = self.nodes.saturating_add(found);
    }
}

impl Suite {
    fn take(&mut self, name: &str, found: &Records) {
        if self.names.last().is_none_or(|last| last != name) {
            self.names.push(name.to_owned());
        }
        let input = self.names.len() - 1;
        let mut reader = Reader::new(&found.text);
        for held in &found.records {
            let Some(epd) = reader.read_record(&mut Ignore).and_then(|record| record.epd) else { continue };
            let before = (self.counts.len(), self.too_many);
            for (depth, nodes) in counts(&epd) {
                if nodes > self.max_nodes {
                    self.too_many += 1;
                } else {
                    let position = epd.position();
                    self.counts.push(Count { position, depth, nodes, input, line: held.line });
                }
            }
            self.without_counts += u64::from(before == (self.counts.len(), self.too_many));
        }
    }

    fn difference(&self, expected: &Count, found: u64) -> String {
        let Count { position, depth, nodes, input, line } = expected;
        let place = pgnkit::render::safe(&self.names[*input]);
        let fen = position.fen(Default::default());
        format!("{place}:{line}: D{depth}: expected {nodes}, counted {found}: {fen}")
    }
}

/// The operations `D1` to `D255` of a record, private ones that everybody knows: depth and number of sequences.
fn counts(epd: &Epd) -> impl Iterator<Item = (u8, u64)> {
    epd.operations().iter().filter_map(|operation| {
        let Opcode::Other(name) = &operation.opcode else { return None };
        let depth = name.strip_prefix('D')?.parse().ok().filter(|depth| *depth > 0)?;
        match operation.operands.as_slice() {
            [operand] => Some((depth, u64::try_from(operand.as_integer()?).ok()?)),
            _ => None,
        }
    })
}
