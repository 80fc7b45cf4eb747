//! Columns: games in files of Parquet and Arrow, a row each.

use std::io::{self, Cursor, Read};
use std::sync::Arc;

use pgnkit::syntax::{Code, Diagnostic, Parser, Sink, Span};
use pgnkit::{Export, GameBuilder, PieceLetters, Replayer};
use pgnkit_columns::RecordBatch;
use pgnkit_columns::record::{Games, RecordError};
use pgnkit_columns::source::{self, Batches, Damage};

use super::pgn::read_game;
use super::{
    Access, EntryReader, InputFormat, Kind, Locations, Pgn, ReadOptions, RecordSlice, RecordSlices,
    RecordStore, Sniff, Target,
};
use crate::entry::{MainLine, Title};
use crate::source::{Opened, Progress};

/// Games in columns.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    form: Form,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Parquet,
    ArrowFile,
    ArrowStream,
}

/// Parquet.
pub static PARQUET: Columns = Columns { form: Form::Parquet };

/// Arrow's file format.
pub static ARROW: Columns = Columns { form: Form::ArrowFile };

/// Arrow's streaming format.
pub static ARROWS: Columns = Columns { form: Form::ArrowStream };

impl InputFormat for Columns {
    fn name(&self) -> &'static str {
        match self.form {
            Form::Parquet => "parquet",
            Form::ArrowFile => "arrow",
            Form::ArrowStream => "arrows",
        }
    }

    fn summary(&self) -> &'static str {
        match self.form {
            Form::Parquet => "Games in columns, as Parquet",
            Form::ArrowFile => "Games in columns, in Arrow's file format",
            Form::ArrowStream => "Games in columns, as a stream of Arrow",
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        match self.form {
            Form::Parquet => &["parquet"],
            Form::ArrowFile => &["arrow", "feather"],
            Form::ArrowStream => &["arrows"],
        }
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        let is_it = match self.form {
            Form::Parquet => head.starts_with(b"PAR1"),
            Form::ArrowFile => head.starts_with(b"ARROW1"),
            // A mark, and the length of a schema.
            Form::ArrowStream => matches!(head, [0xff, 0xff, 0xff, 0xff, _, _, 0..4, 0, ..]),
        };
        if is_it { Sniff::Certain } else { Sniff::No }
    }

    fn access(&self) -> Access<'_> {
        Access::Records(self)
    }

    fn locations(&self) -> Locations {
        Locations::Records("row")
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("it holds games in columns, which are in no export format")
    }

    fn title(&self, entry: &[u8]) -> Title {
        Pgn.title(entry)
    }

    fn main_line(&self, entry: &[u8], options: &ReadOptions) -> Option<MainLine> {
        Pgn.main_line(entry, options)
    }

    fn append_reject(&self, stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        Pgn.append_reject(stretch, entry, out);
    }
}

/// Bytes of the beginning by which the forms of Arrow are told apart.
const HEAD_BYTES: u64 = 128;

impl RecordStore for Columns {
    fn open(&self, mut opened: Opened) -> io::Result<RecordSlices> {
        let (name, mut progress) = (opened.name.clone(), opened.progress.clone());
        let mut head = Vec::new();
        (&mut opened).take(HEAD_BYTES).read_to_end(&mut head)?;
        let is_stream = source::is_stream(&head);
        opened.reader = Box::new(Cursor::new(head).chain(opened.reader));
        let batches = match self.form {
            Form::Parquet => {
                let file;
                (file, progress) = opened.into_file()?;
                let counted = progress.clone();
                source::parquet(file, move |bytes| counted.add(bytes))
            }
            Form::ArrowFile | Form::ArrowStream if !is_stream => {
                let file;
                (file, progress) = opened.into_file()?;
                let counted = progress.clone();
                source::arrow_file_by_footer(file, move |bytes| counted.add(bytes))
            }
            Form::ArrowFile => source::arrow_file(opened),
            Form::ArrowStream => source::arrow_stream(opened),
        }
        .map_err(|error| damaged(format_args!("it is no such file, or damaged: {error}")))?
        .with_partition_of(&name);
        // Refused before anything is read.
        Games::new(&RecordBatch::new_empty(batches.schema().clone())).map_err(damaged)?;
        Ok(Box::new(Slices { batches, progress, counted: 0, next: None }))
    }
}

fn damaged(error: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

/// Rows of a slice, at least, and the memory in bytes that is enough for one whatever its rows are: a batch may have few rows.
const SLICE_ROWS: usize = 1024;
const SLICE_BYTES: usize = 1 << 20;

/// The batches of a file, some for each slice.
struct Slices {
    batches: Batches,
    progress: Progress,
    /// Bytes read for the slices so far.
    counted: u64,
    /// Damage after the batches of the last slice.
    next: Option<Damage>,
}

impl Slices {
    /// Bytes read since the last slice.
    fn bytes(&mut self) -> u64 {
        let read = self.progress.stored_bytes_read();
        read - std::mem::replace(&mut self.counted, read).min(read)
    }
}

impl Iterator for Slices {
    type Item = io::Result<Arc<dyn RecordSlice>>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut batches, mut rows, mut memory) = (Vec::new(), 0, 0);
        while self.next.is_none() && rows < SLICE_ROWS && memory < SLICE_BYTES {
            match self.batches.next() {
                None => break,
                Some(Ok(batch)) => {
                    rows += batch.num_rows();
                    memory += batch.get_array_memory_size();
                    batches.push(batch);
                }
                Some(Err(damage)) => self.next = Some(damage),
            }
        }
        let bytes = self.bytes();
        if !batches.is_empty() {
            return Some(Ok(Arc::new(Rows { batches, rows, bytes })));
        }
        Some(match self.next.take()? {
            error @ Damage { is_end: true, .. } => Err(damaged(format_args!("it is damaged: {error}"))),
            error => {
                let reason = format!("it is in a damaged part of the file: {error}");
                Ok(Arc::new(LostRows { rows: error.rows, reason, bytes }))
            }
        })
    }
}

/// Rows of a table, in batches.
#[derive(Debug)]
struct Rows {
    batches: Vec<RecordBatch>,
    rows: usize,
    bytes: u64,
}

impl RecordSlice for Rows {
    fn count(&self) -> usize {
        self.rows
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn open<'r>(&'r self, skipped: usize, options: &ReadOptions) -> Box<dyn EntryReader + 'r> {
        Box::new(RowReader {
            slice: self,
            open: None,
            first: skipped,
            row: skipped,
            letters: options.letters,
            text: Vec::new(),
            rest: None,
            saved: (skipped, None),
            builder: GameBuilder::new(),
            is_lost: false,
        })
    }
}

/// Reads the games of rows.
struct RowReader<'r> {
    slice: &'r Rows,
    /// The batch that was read last, and its first row.
    open: Option<(Games, usize)>,
    /// The first row that is read, and the next one.
    first: usize,
    row: usize,
    letters: PieceLetters,
    /// The text of the last row, if it has one.
    text: Vec<u8>,
    /// The place in the text of further games of the last row.
    rest: Option<usize>,
    saved: (usize, Option<usize>),
    /// Memory for games that are visited.
    builder: GameBuilder,
    /// Whether the last row gave no game.
    is_lost: bool,
}

impl RowReader<'_> {
    /// The batch of a row, and its number there.
    fn batch(&mut self, row: usize) -> Result<(&mut Games, usize), RecordError> {
        let is_open = |(games, first): &(Games, usize)| (*first..first + games.len()).contains(&row);
        if !self.open.as_ref().is_some_and(is_open) {
            let mut first = 0;
            let batch = self.slice.batches.iter().find(|batch| {
                let is_it = row < first + batch.num_rows();
                first += if is_it { 0 } else { batch.num_rows() };
                is_it
            });
            self.open = batch.map(|batch| Ok((Games::new(batch)?, first))).transpose()?;
        }
        let reason = || "there is no such row".to_owned();
        let open = self.open.as_mut().map(|(games, first)| (games, row - *first));
        open.ok_or_else(|| RecordError::row(row, reason()))
    }

    /// The text of a row, if its moves are kept as words.
    fn take_text(&mut self, row: usize) -> Result<bool, RecordError> {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        let found = self.batch(row).and_then(|(games, row)| {
            let found = games.text(row)?;
            found.into_iter().for_each(|found| text.extend_from_slice(found));
            Ok(found.is_some())
        });
        self.text = text;
        found
    }

    fn begin_row(&mut self, target: &mut Target<'_>, sink: &mut dyn Sink) {
        let row = self.row;
        self.row += 1;
        match self.take_text(row) {
            Ok(true) => self.read_text(0, target, sink),
            Ok(false) => self.assemble(row, target, sink),
            Err(error) => self.lose(&error, sink),
        }
    }

    /// Reads a game of the text of a row, from a place on.
    fn read_text(&mut self, from: usize, target: &mut Target<'_>, sink: &mut dyn Sink) {
        let replayer = |from| {
            let parser = Parser::new(&self.text).resumed_at(from);
            Replayer::from_parser(parser).letters(self.letters)
        };
        let mut games = replayer(from);
        if read_game(&mut games, target, sink).is_none() {
            self.is_lost = true;
            let text = "expected a game in the row, found none";
            sink.report(Diagnostic::new(Code::DamagedRecord, Span::default(), text.to_owned()));
            return;
        }
        let end = games.parser().consumed();
        let is_over = self.text[end..].trim_ascii().is_empty();
        // What comes after the last game belongs to it.
        let has_more = !is_over && {
            let mut after = pgnkit::syntax::Collect::default();
            let has_more = replayer(end).read_game(&mut (), &mut after).is_some();
            if !has_more {
                after.into_iter().for_each(|found| sink.report(found));
            }
            has_more
        };
        self.rest = has_more.then_some(end);
    }

    fn assemble(&mut self, row: usize, target: &mut Target<'_>, sink: &mut dyn Sink) {
        let mut builder = std::mem::take(&mut self.builder);
        let builder = &mut builder;
        let (games, row) = match self.batch(row) {
            Ok(found) => found,
            Err(error) => return self.lose(&error, sink),
        };
        let assembled = match target {
            Target::Build(buffer) => games.assemble(row, &mut buffer.builder),
            Target::Export(exporter) => games.assemble(row, exporter.builder()),
            Target::Check(_) | Target::Visit(_) => games.assemble(row, builder),
        };
        if let Err((error, has_tags)) = assembled {
            if !has_tags {
                return self.lose(&error, sink);
            }
            report(&error, sink);
        }
        match target {
            Target::Build(_) | Target::Export(_) => {}
            Target::Visit(visitor) => _ = builder.game().visit(Span::default(), *visitor),
            // Rules are about texts.
            Target::Check(checker) => {
                Export::default().write_game(builder.game(), &mut self.text);
                checker.check_game(&mut Replayer::new(&self.text), sink);
            }
        }
        self.builder = std::mem::take(builder);
    }

    fn lose(&mut self, error: &RecordError, sink: &mut dyn Sink) {
        self.is_lost = true;
        report(error, sink);
    }
}

fn report(error: &RecordError, sink: &mut dyn Sink) {
    let text = match error {
        RecordError::Row { reason, .. } => reason.clone(),
        error => error.to_string(),
    };
    sink.report(Diagnostic::new(Code::DamagedRecord, Span::default(), text));
}

impl EntryReader for RowReader<'_> {
    fn read(&mut self, mut target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        self.is_lost = false;
        match self.rest.take() {
            Some(from) => self.read_text(from, &mut target, sink),
            None if self.row < self.slice.rows => self.begin_row(&mut target, sink),
            None => return None,
        }
        let end = self.row - self.first;
        Some(Span::new(end - 1, end))
    }

    fn consumed(&self) -> usize {
        self.row - self.first
    }

    fn save(&mut self) {
        self.saved = (self.row, self.rest);
    }

    fn restore(&mut self) {
        let (row, rest) = self.saved;
        // The text of a row with further games is that of the row before the next one.
        if rest.is_some() && self.row != row {
            // It was read before.
            let _ = self.take_text(row - 1);
        }
        (self.row, self.rest) = (row, rest);
    }

    /// A row that is read in part would be read again.
    fn can_pause(&self) -> bool {
        self.rest.is_none()
    }

    fn write_text(&mut self, out: &mut Vec<u8>) {
        if !self.text.is_empty() {
            out.extend_from_slice(&self.text);
        } else if let Some(row) = self.row.checked_sub(1)
            && let Ok((games, row)) = self.batch(row)
        {
            // A row that is no game has none.
            let _ = games.write_pgn(row, out);
        }
    }

    fn lost(&self) -> u64 {
        u64::from(self.is_lost)
    }
}

/// Rows that cannot be read.
#[derive(Debug)]
struct LostRows {
    rows: u64,
    reason: String,
    bytes: u64,
}

impl RecordSlice for LostRows {
    fn count(&self) -> usize {
        1
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn open<'r>(&'r self, _skipped: usize, _options: &ReadOptions) -> Box<dyn EntryReader + 'r> {
        Box::new(LostReader::new(self.rows, self.reason.clone()))
    }
}

/// Reports rows that cannot be read, all at once.
struct LostReader {
    rows: u64,
    reason: String,
    is_read: bool,
}

impl LostReader {
    fn new(rows: u64, reason: String) -> Self {
        Self { rows, reason, is_read: false }
    }
}

impl EntryReader for LostReader {
    fn read(&mut self, _target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        if std::mem::replace(&mut self.is_read, true) {
            return None;
        }
        let text = match self.rows {
            1 => format!("the row cannot be read: {}", self.reason),
            rows => format!("this row and the {} after it cannot be read: {}", rows - 1, self.reason),
        };
        sink.report(Diagnostic::new(Code::DamagedRecord, Span::default(), text));
        Some(Span::new(0, 1))
    }

    fn consumed(&self) -> usize {
        usize::from(self.is_read)
    }

    fn save(&mut self) {}

    fn restore(&mut self) {
        self.is_read = false;
    }

    fn can_pause(&self) -> bool {
        !self.is_read
    }

    fn lost(&self) -> u64 {
        self.rows
    }
}
