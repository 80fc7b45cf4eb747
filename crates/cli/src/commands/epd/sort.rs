//! `pgn epd sort`: writes records in order.

use std::ops::Range;

use pgnkit::epd::id_order;

use super::holder::Holder;
use crate::args::{EpdSortArgs, SortKey};
use crate::run::{BlockResult, Destination, Errors, InPlace, Job, Run, Status, Stop};

pub(crate) fn run(args: &EpdSortArgs) -> Status {
    let Some(mut run) = Run::new(&args.common) else { return Status::Failed };
    let result = if args.in_place { in_place(&mut run, args) } else { to_output(&mut run, args) };
    run.finish(result.err().as_ref())
}

/// Everything to standard output or to one file.
fn to_output(run: &mut Run<'_>, args: &EpdSortArgs) -> Result<(), Stop> {
    let mut out = Destination::create(args.output.as_deref())?;
    let inputs = run.inputs_of_records();
    let result = read(run, inputs, args, &mut Errors::default()).and_then(|records| {
        run.account.written += records.count();
        records.write(|line| out.write(line))
    });
    out.finish(run, result)
}

/// Each file into itself.
fn in_place(run: &mut Run<'_>, args: &EpdSortArgs) -> Result<(), Stop> {
    let mut errors = Errors::default();
    for input in run.inputs_of_records() {
        let Some(mut out) = InPlace::create(run, &input, "sorted")? else { continue };
        let result = read(run, [input], args, &mut errors).and_then(|records| {
            run.account.written += records.count();
            records.write(|line| out.write(line))
        });
        out.finish(run, result)?;
    }
    Ok(())
}

/// The records of inputs, in order.
fn read(
    run: &mut Run<'_>,
    inputs: impl IntoIterator<Item = pgnkit_archive::Input>,
    args: &EpdSortArgs,
    errors: &mut Errors,
) -> Result<Records, Stop> {
    let worker = Holder { form: None, with_ids: args.by == SortKey::Id };
    let mut records = Records::default();
    run.all(inputs, &Job::converting(&worker, &args.common), errors, |_, result| {
        records.take(result);
        Ok(())
    })?;
    records.sort(args.by);
    Ok(records)
}

/// All records, as they are written, and their order.
#[derive(Default)]
struct Records {
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

impl Records {
    fn take(&mut self, result: BlockResult) {
        let mut start = self.text.len();
        self.text.extend_from_slice(&result.out);
        for held in result.held {
            let place = start..start + held.length;
            start = place.end;
            match held.position {
                Some(_) => self.lines.push(Line { place, id: held.id }),
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

    fn write(&self, mut write: impl FnMut(&[u8]) -> Result<(), Stop>) -> Result<(), Stop> {
        let places = self.lines.iter().map(|line| &line.place).chain(&self.unread);
        places.into_iter().try_for_each(|place| write(&self.text[place.clone()]))
    }
}

/// The four fields of a position at the beginning of a canonical line.
fn fields(line: &[u8]) -> &[u8] {
    let end = memchr::memchr2_iter(b' ', b'\n', line).nth(3);
    &line[..end.unwrap_or(line.len())]
}
