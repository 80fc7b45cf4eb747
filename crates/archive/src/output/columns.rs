//! Columns: tables of games, moves or positions, in Arrow's forms.

use std::io::{self, Write};

use pgnkit::Visitor;
use pgnkit::diagnostics::Located;
use pgnkit::syntax::Span;
use pgnkit_columns::ipc::{self, Form};
use pgnkit_columns::{Builder, Layout};

use super::{Assembler, Chunk, EntryWriter, Numbers, OutputFormat};
use crate::account::Account;
use crate::input::Entry;
use crate::task::At;

/// How columns are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// Arrow's file format.
    ArrowFile,
    /// Arrow's streaming format.
    ArrowStream,
}

/// Columns in a file.
#[derive(Clone, Debug)]
pub struct ColumnsFile {
    layout: Layout,
    encoding: Encoding,
    reads_on: bool,
}

impl ColumnsFile {
    /// These columns; games are read to their end, so that all errors are found.
    pub fn new(layout: Layout, encoding: Encoding) -> Self {
        Self { layout, encoding, reads_on: true }
    }

    /// Reads of games only what the columns need, or all of them.
    #[must_use]
    pub fn reading_on(self, reads_on: bool) -> Self {
        Self { reads_on, ..self }
    }
}

impl OutputFormat for ColumnsFile {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer(Builder::new(&self.layout).reading_on(self.reads_on)))
    }

    /// Columns are no bytes yet.
    fn expected_bytes(&self, _read: usize) -> usize {
        0
    }

    fn wants_located(&self) -> bool {
        self.layout.columns().iter().any(|column| column.name == "diagnostics")
    }

    fn assembler(&self, _jobs: usize) -> Option<Box<dyn Assembler + '_>> {
        let schema = self.layout.schema();
        let form = match self.encoding {
            Encoding::ArrowFile => Form::File,
            Encoding::ArrowStream => Form::Stream,
        };
        Some(Box::new(Assembled(ipc::Writer::new(schema, form))))
    }
}

struct Writer(Builder);

impl Writer {
    fn add(&mut self, number: u64, game: Option<&pgnkit::Game>, located: &[Located], account: &mut Account) {
        let codes: Vec<&str> = located.iter().map(|found| found.diagnostic.code.name()).collect();
        self.0.add(number, game, &codes);
        account.written += 1;
    }
}

impl EntryWriter for Writer {
    fn write(&mut self, entry: Entry<'_>, number: u64, _out: &mut Chunk, account: &mut Account) {
        let game = entry.content.to_game();
        game.visit(Span::default(), self.0.visitor());
        self.add(number, Some(&game), entry.located, account);
    }

    fn visitor(&mut self) -> Option<&mut (dyn Visitor + 'static)> {
        if self.0.needs_game() { None } else { Some(self.0.visitor()) }
    }

    fn write_visited(&mut self, at: &At<'_>, _out: &mut Chunk, account: &mut Account) {
        self.add(at.number, None, at.located, account);
    }

    fn end_of_entries(&mut self, out: &mut Chunk) {
        // A block is far from what a column can hold.
        if let (false, Ok(batch)) = (self.0.is_empty(), self.0.finish()) {
            out.batches.push(batch);
        }
    }
}

struct Assembled(ipc::Writer);

impl Assembler for Assembled {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.begin(out)
    }

    fn add(&mut self, chunk: Chunk, numbers: Numbers, _name: &str, out: &mut dyn Write) -> io::Result<()> {
        for batch in chunk.batches {
            self.0.write(&pgnkit_columns::numbered_from(batch, numbers.before_in_run), out)?;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.finish(out)
    }
}
