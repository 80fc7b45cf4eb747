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
        Ok(Box::new(Slices { batches, progress, counted: 0 }))
    }
}

fn damaged(error: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

/// The batches of a file, each a slice for a thread.
struct Slices {
    batches: Batches,
    progress: Progress,
    /// Bytes read for the slices so far.
    counted: u64,
}

impl Iterator for Slices {
    type Item = io::Result<Arc<dyn RecordSlice>>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.batches.next()?;
        let read = self.progress.stored_bytes_read();
        let bytes = read.saturating_sub(self.counted);
        self.counted = read;
        Some(match batch {
            Ok(batch) => Ok(Arc::new(Rows { batch, bytes })),
            Err(error @ Damage { is_end: true, .. }) => Err(damaged(format_args!("it is damaged: {error}"))),
            Err(error) => {
                let reason = format!("it is in a damaged part of the file: {error}");
                Ok(Arc::new(LostRows { rows: error.rows, reason, bytes }))
            }
        })
    }
}

/// Rows of a table.
#[derive(Debug)]
struct Rows {
    batch: RecordBatch,
    bytes: u64,
}

impl RecordSlice for Rows {
    fn count(&self) -> usize {
        self.batch.num_rows()
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn open<'r>(&'r self, skipped: usize, options: &ReadOptions) -> Box<dyn EntryReader + 'r> {
        let rows = self.batch.num_rows();
        match Games::new(&self.batch) {
            Ok(games) => Box::new(RowReader {
                games,
                first: skipped,
                row: skipped,
                rows,
                letters: options.letters,
                text: Vec::new(),
                rest: None,
                saved: (skipped, None),
                builder: GameBuilder::new(),
                is_lost: false,
            }),
            Err(error) => Box::new(LostReader::new(rows as u64, error.to_string())),
        }
    }
}

/// Reads the games of rows.
struct RowReader {
    games: Games,
    /// The first row that is read, the next one, and the number of them.
    first: usize,
    row: usize,
    rows: usize,
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

impl RowReader {
    fn begin_row(&mut self, target: &mut Target<'_>, sink: &mut dyn Sink) {
        let row = self.row;
        self.row += 1;
        self.text.clear();
        match self.games.text(row) {
            Ok(Some(text)) => {
                self.text.extend_from_slice(text);
                self.read_text(0, target, sink);
            }
            Ok(None) => self.assemble(row, target, sink),
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
        let Self { games, builder, text, .. } = self;
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
                Export::default().write_game(builder.game(), text);
                checker.check_game(&mut Replayer::new(text), sink);
            }
        }
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

impl EntryReader for RowReader {
    fn read(&mut self, mut target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        self.is_lost = false;
        match self.rest.take() {
            Some(from) => self.read_text(from, &mut target, sink),
            None if self.row < self.rows => self.begin_row(&mut target, sink),
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
            self.text.clear();
            if let Ok(Some(text)) = self.games.text(row - 1) {
                self.text.extend_from_slice(text);
            }
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
        } else if let Some(row) = self.row.checked_sub(1) {
            // A row that is no game has none.
            let _ = self.games.write_pgn(row, out);
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
