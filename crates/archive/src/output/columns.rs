//! Columns: tables of games, moves or positions, as Parquet and in Arrow's forms.

use std::io;
use std::path::Path;
use std::sync::Arc;

use pgnkit::diagnostics::Located;
use pgnkit::syntax::Span;
use pgnkit_columns::ipc::{self, Form};
use pgnkit_columns::parquet::{self, Dataset, Encoders};
use pgnkit_columns::{Builder, Layout, LeftOut, Partitioning};

use super::{Assembler, Batch, Chunk, EntryWriter, Numbers, Outlet, OutputFormat};
use crate::account::Account;
use crate::input::At;
use crate::input::{Entry, InputFormat, Target};

/// How columns are written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// Arrow's file format.
    ArrowFile,
    /// Arrow's streaming format.
    ArrowStream,
    /// Parquet.
    Parquet(parquet::Options),
}

/// Columns in a file.
#[derive(Clone, Debug)]
pub struct ColumnsFile {
    layout: Layout,
    encoding: Encoding,
    partitioning: Option<Partitioning>,
    reads_on: bool,
}

impl ColumnsFile {
    /// These columns; games are read to their end, so that all errors are found.
    pub fn new(layout: Layout, encoding: Encoding) -> Self {
        Self { layout, encoding, partitioning: None, reads_on: true }
    }

    /// With the rows divided by these columns, which are added to the others if they are not there.
    ///
    /// # Errors
    /// When rows cannot be divided by one of them.
    pub fn divided_by(mut self, names: &[String]) -> Result<Self, String> {
        for name in names {
            self.layout = self.layout.with(name).map_err(|error| error.to_string())?;
        }
        let partitioning = Partitioning::new(&self.layout.schema(), names.iter().map(String::as_str));
        self.partitioning = Some(partitioning.map_err(|error| error.to_string())?);
        Ok(self)
    }

    /// Puts what the threads have written together as Parquet files below a directory, which is there; `jobs` threads may help. `None` for what
    /// is not [divided](Self::divided_by), or not Parquet.
    pub fn partitioned(&self, directory: &Path, jobs: usize) -> Option<Partitioned> {
        let Encoding::Parquet(options) = &self.encoding else { return None };
        let schema = self.partitioning.as_ref()?.schema().clone();
        Some(Partitioned(Dataset::new(directory, schema, options.clone(), jobs)))
    }

    /// Reads of games only what the columns need, or all of them.
    #[must_use]
    pub fn reading_on(self, reads_on: bool) -> Self {
        Self { reads_on, ..self }
    }
}

impl OutputFormat for ColumnsFile {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        let builder = Builder::new(&self.layout).reading_on(self.reads_on);
        Box::new(Writer { builder, partitioning: self.partitioning.as_ref() })
    }

    /// Columns are no bytes yet.
    fn expected_bytes(&self, _read: usize) -> usize {
        0
    }

    fn wants_located(&self) -> bool {
        self.layout.has_diagnostics()
    }

    fn assembler(&self, jobs: usize) -> Option<Box<dyn Assembler + '_>> {
        let schema = self.layout.schema();
        Some(match &self.encoding {
            Encoding::ArrowFile => Box::new(Arrow(ipc::Writer::new(schema, Form::File))),
            Encoding::ArrowStream => Box::new(Arrow(ipc::Writer::new(schema, Form::Stream))),
            Encoding::Parquet(options) => Box::new(Parquet { format: self, options, jobs, writer: None }),
        })
    }
}

struct Writer<'f> {
    builder: Builder,
    partitioning: Option<&'f Partitioning>,
}

impl Writer<'_> {
    fn add(&mut self, number: u64, game: Option<&pgnkit::Game>, located: &[Located], account: &mut Account) {
        self.builder.add(number, game, located);
        account.written += 1;
        let LeftOut { comments, glyphs, variations, values, moves, .. } = self.builder.left_out();
        if comments + glyphs + variations + values + moves > 0 {
            let counts = [
                ("comments", comments),
                ("variations", variations),
                ("glyphs", glyphs),
                ("values in comments", values),
                ("moves of unknown rules", moves),
            ];
            account.tally("without", &counts);
        }
    }
}

impl EntryWriter for Writer<'_> {
    fn write(&mut self, entry: Entry<'_>, number: u64, _out: &mut Chunk, account: &mut Account) {
        let game = entry.content.to_game();
        game.visit(Span::default(), self.builder.visitor());
        self.add(number, Some(&game), entry.located, account);
    }

    fn target(&mut self, _format: &dyn InputFormat) -> Option<Target<'_>> {
        if self.builder.needs_game() { None } else { Some(Target::Visit(self.builder.visitor())) }
    }

    fn write_target(&mut self, at: &At<'_>, _out: &mut Chunk, account: &mut Account) {
        self.add(at.number, None, at.located, account);
    }

    fn end_of_entries(&mut self, out: &mut Chunk) {
        if self.builder.is_empty() {
            return;
        }
        let divided = self.builder.finish().and_then(|rows| match self.partitioning {
            None => Ok(vec![Batch { partition: None, rows }]),
            Some(partitioning) => {
                let parts = partitioning.divide(&rows)?.into_iter();
                Ok(parts.map(|(name, rows)| Batch { partition: Some(name), rows }).collect())
            }
        });
        match divided {
            Ok(batches) => out.batches.extend(batches),
            Err(error) => out.failure = Some(error.to_string()),
        }
    }
}

impl Chunk {
    /// The rows of a table that is not divided, with games numbered in the run; `name` is that of the input.
    ///
    /// # Errors
    /// When the rows could not be made.
    pub fn rows(self, numbers: Numbers, name: &str) -> io::Result<Vec<pgnkit_columns::RecordBatch>> {
        let mut all = Vec::new();
        each_batch(self, numbers, name, |batch| {
            all.push(batch.rows);
            Ok(())
        })?;
        Ok(all)
    }
}

/// Calls `write` with the batches of a chunk, numbered in the run.
fn each_batch(
    chunk: Chunk,
    numbers: Numbers,
    name: &str,
    mut write: impl FnMut(Batch) -> io::Result<()>,
) -> io::Result<()> {
    if let Some(failure) = chunk.failure {
        return Err(io::Error::other(failure));
    }
    if chunk.is_placed {
        return chunk.batches.into_iter().try_for_each(write);
    }
    chunk.batches.into_iter().try_for_each(|Batch { partition, rows }| {
        let rows = pgnkit_columns::placed(rows, numbers.before_in_run, numbers.before_in_input, name);
        write(Batch { partition, rows })
    })
}

/// Parquet files in directories of partitions, under construction.
#[derive(Debug)]
pub struct Partitioned(Dataset);

impl Partitioned {
    /// Writes the next chunk, with its place in the run; `name` is that of the input.
    ///
    /// # Errors
    /// When a file cannot be made or written, or there are too many.
    pub fn add(&mut self, chunk: Chunk, numbers: Numbers, name: &str) -> io::Result<()> {
        each_batch(chunk, numbers, name, |batch| {
            self.0.write(batch.partition.as_deref().unwrap_or_default(), batch.rows)
        })
    }

    /// Ends all files; their number.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn finish(&mut self) -> io::Result<usize> {
        self.0.finish()?;
        Ok(self.0.files())
    }
}

struct Arrow(ipc::Writer);

impl Assembler for Arrow {
    fn begin(&mut self, out: &mut dyn Outlet) -> io::Result<()> {
        self.0.begin(out)
    }

    fn add(&mut self, chunk: Chunk, numbers: Numbers, name: &str, out: &mut dyn Outlet) -> io::Result<()> {
        each_batch(chunk, numbers, name, |batch| self.0.write(&batch.rows, out))
    }

    fn end(&mut self, out: &mut dyn Outlet) -> io::Result<()> {
        self.0.finish(out)
    }
}

struct Parquet<'f> {
    format: &'f ColumnsFile,
    options: &'f parquet::Options,
    jobs: usize,
    writer: Option<parquet::Writer>,
}

impl Assembler for Parquet<'_> {
    fn begin(&mut self, _out: &mut dyn Outlet) -> io::Result<()> {
        let encoders = Arc::new(Encoders::new(self.jobs));
        self.writer = Some(parquet::Writer::new(self.format.layout.schema(), self.options, &encoders)?);
        Ok(())
    }

    fn add(&mut self, chunk: Chunk, numbers: Numbers, name: &str, out: &mut dyn Outlet) -> io::Result<()> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        each_batch(chunk, numbers, name, |batch| writer.write(&batch.rows, out))
    }

    fn end(&mut self, out: &mut dyn Outlet) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), |writer| writer.finish(out))
    }
}
