//! `pgn epd merge`: joins what records say of the same position.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write as _;

use pgnkit::epd::{Conflict, Epd, Merger, Opcode, Operation, PositionKey, Reader, RecordFormat};
use pgnkit::syntax::Ignore;

use pgnkit_archive::task::{CollectRecords, Records};

use super::collect;
use crate::args::EpdMergeArgs;
use crate::run::{CONFLICTS, Destination, Run, Status, Stop};

/// Characters of an operation that are shown.
const SHOWN: usize = 300;

pub(crate) fn run(args: &EpdMergeArgs) -> Status {
    let Some(mut run) = Run::new(&args.common, None) else { return Status::Failed };
    let mut merged = Merged::default();
    let result = merge(&mut run, args, &mut merged);
    run.ledger.account.tally(CONFLICTS, &[("", merged.conflicts)]);
    let status = run.finish(result.err().as_ref());
    if merged.conflicts > 0 { status.max(Status::Unclean) } else { status }
}

fn merge(run: &mut Run<'_>, args: &EpdMergeArgs, merged: &mut Merged) -> Result<(), Stop> {
    let mut out = Destination::create(args.output.as_deref())?;
    let task = CollectRecords::written_as(RecordFormat::Epd);
    let result = collect(run, &task, |name, records| merged.take(name, records));
    let result = result.and_then(|()| {
        run.ledger.account.written += merged.records.len() as u64 + merged.unread_lines;
        merged.records.iter().try_for_each(|record| match &record.content {
            Content::Line(line) => out.write(line),
            Content::Joined(merger) => out.write(format!("{}\n", merger.epd()).as_bytes()),
        })?;
        out.write(&merged.unread)
    });
    out.finish(run, result)
}

/// One record for each position.
#[derive(Default)]
struct Merged {
    records: Vec<Record>,
    /// Index of the record of a position.
    index: HashMap<PositionKey, usize>,
    /// Lines that give no position.
    unread: Vec<u8>,
    unread_lines: u64,
    /// Names of the inputs.
    names: Vec<String>,
    conflicts: u64,
}

/// A position with all that its lines say.
struct Record {
    content: Content,
    place: Place,
    /// Operations that came from elsewhere.
    joined: HashMap<Opcode, Place>,
}

enum Content {
    /// A line: a tree would be several times as large.
    Line(Box<[u8]>),
    /// The record put together of several lines.
    Joined(Box<Merger>),
}

/// Place of a record.
#[derive(Clone, Copy)]
struct Place {
    /// Which of the inputs.
    input: usize,
    line: u64,
}

impl Merged {
    fn take(&mut self, name: &str, Records { text, records, .. }: Records) {
        if self.names.last().is_none_or(|last| last != name) {
            self.names.push(name.to_owned());
        }
        let input = self.names.len() - 1;
        let mut rest = text.as_slice();
        for record in records {
            let (line, after) = rest.split_at(record.length);
            rest = after;
            let place = Place { input, line: record.line };
            match record.position.map(|position| self.index.entry(position)) {
                None => {
                    self.unread.extend_from_slice(line);
                    self.unread_lines += 1;
                }
                Some(Entry::Vacant(entry)) => {
                    entry.insert(self.records.len());
                    self.records.push(Record {
                        content: Content::Line(line.into()),
                        place,
                        joined: HashMap::new(),
                    });
                }
                Some(Entry::Occupied(entry)) => {
                    let conflicts = self.records[*entry.get()].join(line, place);
                    self.conflicts += conflicts.len() as u64;
                    conflicts.iter().for_each(|(conflict, kept)| self.show(conflict, *kept, place));
                }
            }
        }
    }

    fn show(&self, conflict: &Conflict, kept: Place, refused: Place) {
        let shown = |operation: &Operation| operation.to_string().chars().take(SHOWN).collect::<String>();
        let place = |place: Place| format!("{}:{}", self.names[place.input], place.line);
        let message = format!(
            "{}: conflict: expected `{}` as in {}, found `{}`",
            place(refused),
            shown(&conflict.kept),
            place(kept),
            shown(&conflict.refused),
        );
        let _ = writeln!(std::io::stderr(), "{}", pgnkit::render::safe(&message));
    }
}

impl Record {
    /// Takes over what another line says of the position; returns what it cannot take over, and the place of what it
    /// contradicts.
    fn join(&mut self, line: &[u8], place: Place) -> Vec<(Conflict, Place)> {
        if let Content::Line(text) = &self.content {
            if **text == *line {
                return Vec::new();
            }
            let Some(epd) = epd(text) else { return Vec::new() };
            self.content = Content::Joined(Box::new(Merger::new(epd)));
        }
        let (Content::Joined(merger), Some(other)) = (&mut self.content, epd(line)) else {
            return Vec::new();
        };
        let before = merger.epd().operations().len();
        let conflicts = merger.merge(&other);
        let new =
            merger.epd().operations()[before..].iter().map(|operation| (operation.opcode.clone(), place));
        self.joined.extend(new);
        conflicts
            .into_iter()
            .map(|conflict| {
                let kept = self.place_of(&conflict.kept.opcode);
                (conflict, kept)
            })
            .collect()
    }

    /// Source of an operation.
    fn place_of(&self, opcode: &Opcode) -> Place {
        self.joined.get(opcode).copied().unwrap_or(self.place)
    }
}

/// A canonical line, read.
fn epd(line: &[u8]) -> Option<Epd> {
    Reader::new(line).read_record(&mut Ignore)?.epd
}
