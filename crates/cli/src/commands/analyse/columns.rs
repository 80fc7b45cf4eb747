//! Candidates as Parquet, or in Arrow's forms.

use std::io::{self, Write};
use std::sync::Arc;

use pgnkit_analysis::{CandidateRow, Cell, CellKind};
use pgnkit_columns::ipc::{self, Form};
use pgnkit_columns::parquet::{self, Encoders, Options};
use pgnkit_columns::{CellRows, CellType, CellValue, Rows};

/// Rows of a batch.
const BATCH: usize = 1 << 14;

/// The format of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Parquet,
    Arrow(Form),
}

/// Columns of candidates.
pub(super) struct Columns {
    rows: CellRows,
    writer: Writer,
}

enum Writer {
    Parquet(Box<parquet::Writer>),
    Arrow(ipc::Writer),
}

impl Columns {
    pub(super) fn new(encoding: Encoding) -> io::Result<Self> {
        let before = [("file", CellType::Text, false), ("game", CellType::Integer, false)];
        let others = CandidateRow::COLUMNS.map(|(name, kind, may_be_missing)| {
            let kind = match kind {
                CellKind::Text => CellType::Text,
                CellKind::Integer => CellType::Integer,
                CellKind::Boolean => CellType::Boolean,
            };
            (name, kind, may_be_missing)
        });
        let rows = CellRows::new(before.into_iter().chain(others));
        let schema = rows.schema().clone();
        let writer = match encoding {
            Encoding::Parquet => {
                let options = Options::new(Rows::Plies);
                Writer::Parquet(Box::new(parquet::Writer::new(
                    schema,
                    &options,
                    &Arc::new(Encoders::new(1)),
                )?))
            }
            Encoding::Arrow(form) => Writer::Arrow(ipc::Writer::new(schema, form)),
        };
        Ok(Self { rows, writer })
    }

    pub(super) fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.writer {
            Writer::Parquet(_) => Ok(()),
            Writer::Arrow(writer) => writer.begin(out),
        }
    }

    pub(super) fn add(
        &mut self,
        file: &str,
        game: u64,
        row: &CandidateRow,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let game = i64::try_from(game).unwrap_or(i64::MAX);
        let before = [CellValue::Text(file), CellValue::Integer(game)];
        let cells = row.cells().map(|cell| match cell {
            Cell::Null => CellValue::Null,
            Cell::Text(text) => CellValue::Text(text),
            Cell::Integer(number) => CellValue::Integer(number),
            Cell::Boolean(is_so) => CellValue::Boolean(is_so),
        });
        self.rows.push(before.into_iter().chain(cells));
        if self.rows.len() < BATCH { Ok(()) } else { self.write(out) }
    }

    fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let batch = self.rows.finish().map_err(io::Error::other)?;
        match &mut self.writer {
            Writer::Parquet(writer) => writer.write(&batch, out),
            Writer::Arrow(writer) => writer.write(&batch, out),
        }
    }

    pub(super) fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.rows.is_empty() {
            self.write(out)?;
        }
        match &mut self.writer {
            Writer::Parquet(writer) => writer.finish(out),
            Writer::Arrow(writer) => writer.finish(out),
        }
    }
}
