//! `pgn epd minimax`: scores every position of a book from its leaves.

use std::sync::atomic::AtomicBool;

use pgnkit::chess::Variant;
use pgnkit::epd::{Epd, Opcode, Operation, Reader, RecordFormat};
use pgnkit::syntax::Ignore;
use pgnkit_positions::minimax::{Book, InnerScores, Options, Origin, Solution, Statistics};

use pgnkit_archive::task::{CollectRecords, Records as Collected};

use super::collect;
use crate::args::EpdMinimaxArgs;
use crate::run::{CONFLICTS, Destination, Run, Status, Stop, complain, say};

/// Conflicts that are shown.
const SHOWN: usize = 10;

pub(crate) fn run(args: &EpdMinimaxArgs) -> Status {
    let Some(mut run) = Run::new(&args.common, None) else { return Status::Failed };
    let mut conflicts = 0;
    let result = solve(&mut run, args, &mut conflicts);
    run.ledger.account.tally(CONFLICTS, &[("", conflicts)]);
    let status = run.finish(result.err().as_ref());
    if conflicts > 0 { status.max(Status::Unclean) } else { status }
}

fn solve(run: &mut Run<'_>, args: &EpdMinimaxArgs, conflicts: &mut u64) -> Result<(), Stop> {
    let mut out = Destination::create(args.output.as_deref())?;
    let mut records = Records::default();
    let task = CollectRecords::written_as(RecordFormat::Epd);
    let result = collect(run, &task, |name, found| records.take(name, &found));
    let result = result.and_then(|()| {
        let mut options = Options::default();
        if let Some(jobs) = args.common.jobs {
            options = options.jobs(jobs);
        }
        if args.keep_given {
            options = options.inner(InnerScores::Keep);
        }
        // Ctrl-C ends the process: nothing has been written then.
        let solution = match std::mem::take(&mut records.book).solve(&options, &AtomicBool::new(false)) {
            Ok(solution) => solution,
            Err(failure) => {
                run.fail(&failure);
                return Ok(());
            }
        };
        let statistics = solution.statistics();
        *conflicts = statistics.conflicts.len() as u64;
        records.show_conflicts(&statistics.conflicts);
        if !run.is_quiet() {
            say(&summary(statistics));
        }
        records.write(&solution, args.pv_plies, |line| {
            run.ledger.account.written += 1;
            out.write(line)
        })
    });
    out.finish(run, result)
}

/// The lines of a book, and its positions.
#[derive(Default)]
struct Records {
    text: Vec<u8>,
    lines: Vec<Line>,
    book: Book,
    names: Vec<String>,
}

struct Line {
    length: u32,
    input: u32,
    number: u64,
    /// Whether it gives a position; the book has these, in the same order.
    is_record: bool,
}

impl Records {
    fn take(&mut self, name: &str, found: &Collected) {
        if self.names.last().is_none_or(|last| last != name) {
            self.names.push(name.to_owned());
        }
        let input = self.names.len() as u32 - 1;
        let mut rest = found.text.as_slice();
        for record in &found.records {
            let (line, after) = rest.split_at(record.length);
            rest = after;
            // A book is of standard chess.
            let epd = record.position.as_ref().and_then(|_| epd(line));
            let epd = epd.filter(|epd| epd.position().variant() == Variant::Standard);
            if let Some(epd) = &epd {
                self.book.push(&epd.position(), epd.evaluation().map(|evaluation| evaluation.get()));
            }
            self.lines.push(Line {
                length: record.length as u32,
                input,
                number: record.line,
                is_record: epd.is_some(),
            });
        }
        self.text.extend_from_slice(&found.text);
    }

    fn show_conflicts(&self, conflicts: &[usize]) {
        let records: Vec<&Line> = self.lines.iter().filter(|line| line.is_record).collect();
        for &at in conflicts.iter().take(SHOWN) {
            let Line { input, number, .. } = records[at];
            let name = &self.names[*input as usize];
            complain(&format_args!(
                "{name}:{number}: conflict: another `ce` than a record before has for the same position"
            ));
        }
        if conflicts.len() > SHOWN {
            complain(&format_args!("… {} more conflicts", conflicts.len() - SHOWN));
        }
    }

    fn write(
        &self,
        solution: &Solution,
        pv_plies: usize,
        mut write: impl FnMut(&[u8]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let (mut rest, mut record) = (self.text.as_slice(), 0);
        for line in &self.lines {
            let (text, after) = rest.split_at(line.length as usize);
            rest = after;
            let epd = if line.is_record { epd(text) } else { None };
            match epd {
                Some(mut epd) => {
                    score(&mut epd, solution, record, pv_plies);
                    write(format!("{epd}\n").as_bytes())?;
                }
                None => write(text)?,
            }
            record += usize::from(line.is_record);
        }
        Ok(())
    }
}

/// Says of a record what has been found out about its position.
fn score(epd: &mut Epd, solution: &Solution, record: usize, pv_plies: usize) {
    let Some(verdict) = solution.verdict(record) else { return };
    if !verdict.origin.is_backed_up() && verdict.origin != Origin::Board {
        return;
    }
    match verdict.ce {
        Some(ce) => epd.set(Operation::integer(Opcode::Ce, ce.into())),
        // Of one that is mated there is nothing to say.
        None => drop(epd.remove(&Opcode::Ce)),
    }
    if let Some(best) = verdict.best {
        let position = epd.position();
        epd.set(Operation::moves(Opcode::Pm, &position, [best]));
        epd.set(Operation::line(Opcode::Pv, &position, solution.line(record).take(pv_plies.max(1))));
    }
}

/// `1200 positions, 3400 moves between them; 800 leaves; 390 scored by their moves, 2 of them draws by repetition; …`
fn summary(statistics: &Statistics) -> String {
    let Statistics { positions, moves, leaves, backed_up, repetitions, unknown, .. } = statistics;
    let mut text = format!(
        "{positions} positions, {moves} moves between them, {leaves} leaves; {backed_up} scored by their moves, {repetitions} \
         of them draws by repetition; {unknown} without a score"
    );
    if statistics.long_mates > 0 {
        text += &format!("; {} mates are further than `ce` can say", statistics.long_mates);
    }
    text
}

/// A canonical line, read.
fn epd(line: &[u8]) -> Option<Epd> {
    Reader::new(line).read_record(&mut Ignore)?.epd
}
