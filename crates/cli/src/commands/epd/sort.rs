//! `pgn epd sort`: writes records in order.

use std::ops::Range;

use pgnkit::epd::id_order;

use pgnkit_archive::Kind;
use pgnkit_archive::task::{CollectRecords, Records};

use super::collect;
use crate::args::{EpdSortArgs, SortKey};
use crate::commands::rewrite::replaceable;
use crate::run::{Destination, Errors, Event, InPlace, Run, Status, Stop};

pub(crate) fn run(args: &EpdSortArgs) -> Status {
    Run::with(&args.common, None, |run| match args.in_place {
        true => in_place(run, args),
        false => to_output(run, args),
    })
}

fn task(args: &EpdSortArgs) -> CollectRecords {
    CollectRecords::as_read(args.by == SortKey::Id)
}

/// Everything to standard output or to one file.
fn to_output(run: &mut Run<'_>, args: &EpdSortArgs) -> Result<(), Stop> {
    let mut out = Destination::create(args.output.as_deref())?;
    let mut records = Sorted::default();
    let result = collect(run, &task(args), |_, found| records.take(found));
    let result = result.and_then(|()| {
        run.ledger.account.written += records.count();
        records.write(args.by, |line| out.write(line))
    });
    out.finish(run, result)
}

/// Each file into itself.
fn in_place(run: &mut Run<'_>, args: &EpdSortArgs) -> Result<(), Stop> {
    let mut errors = Errors::default();
    let mut open: Option<(InPlace, Sorted)> = None;
    let inputs = run.inputs_of(Kind::Positions);
    let inputs = replaceable(run, inputs, "sorted");
    let result = run.all(inputs, &task(args), |ledger, event| match event {
        Event::Begin(input) => {
            open = Some((InPlace::begin(input, ledger)?, Sorted::default()));
            Ok(())
        }
        Event::Entries(input, numbers, done) => {
            errors.show(&input.name, numbers, &done);
            if let Some((_, records)) = &mut open {
                records.take(done.value);
            }
            Ok(())
        }
        Event::End(_) => {
            let Some((mut out, mut records)) = open.take() else { return Ok(()) };
            let written = records.write(args.by, |line| out.write(line));
            if written.is_err() {
                out.give_up(ledger);
                return written;
            }
            ledger.account.written += records.count();
            out.finish(ledger)
        }
    });
    if let Some((out, _)) = open {
        out.give_up(&mut run.ledger);
    }
    result
}

/// All records, as they are written, and their order.
#[derive(Default)]
struct Sorted {
    text: Vec<u8>,
    lines: Vec<Line>,
    /// Lines that give no position.
    unread: Vec<Range<usize>>,
}

/// The line of a record.
struct Line {
    place: Range<usize>,
    id: Option<Box<str>>,
}

impl Sorted {
    fn take(&mut self, found: Records) {
        let mut start = self.text.len();
        self.text.extend_from_slice(&found.text);
        for record in found.records {
            let place = start..start + record.length;
            start = place.end;
            match record.position {
                Some(_) => self.lines.push(Line { place, id: record.id }),
                None => self.unread.push(place),
            }
        }
    }

    fn sort(&mut self, by: SortKey) {
        let text = &self.text;
        match by {
            SortKey::Position => self.lines.sort_by_key(|line| fields(&text[line.place.clone()])),
            SortKey::Id => self.lines.sort_by(|one, other| id_order(one.id.as_deref(), other.id.as_deref())),
        }
    }

    fn count(&self) -> u64 {
        (self.lines.len() + self.unread.len()) as u64
    }

    fn write(&mut self, by: SortKey, mut write: impl FnMut(&[u8]) -> Result<(), Stop>) -> Result<(), Stop> {
        self.sort(by);
        let places = self.lines.iter().map(|line| &line.place).chain(&self.unread);
        places.into_iter().try_for_each(|place| write(&self.text[place.clone()]))
    }
}

/// The four fields of a position at the beginning of a canonical line.
fn fields(line: &[u8]) -> &[u8] {
    let end = memchr::memchr2_iter(b' ', b'\n', line).nth(3);
    &line[..end.unwrap_or(line.len())]
}
