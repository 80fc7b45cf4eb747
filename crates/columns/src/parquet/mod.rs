//! Parquet files, their columns encoded by several threads.

mod dataset;
mod encoders;
mod properties;

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowSchemaConverter;
use parquet::arrow::arrow_writer::ArrowRowGroupWriterFactory;
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;

use crate::schema::Rows;

pub use dataset::Dataset;
pub use encoders::Encoders;
use encoders::RowGroup;

/// A row group ends when its rows take so many bytes in memory, before they are encoded: a bound for games of any length.
const MAX_ROW_GROUP_BYTES: usize = 512 << 20;

/// How Parquet files are written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The level of zstd, from 1 to 22.
    pub level: i32,
    /// The most rows of a row group.
    pub row_group_rows: usize,
    /// Whether games come in the order of their numbers, so that the file may say so.
    pub is_in_order: bool,
}

impl Options {
    /// The usual ones for such rows: level 3, and row groups of some 20 MB.
    pub fn new(rows: Rows) -> Self {
        let row_group_rows = match rows {
            Rows::Games => 122_880,
            Rows::Plies | Rows::Positions => 1 << 20,
        };
        Self { level: 3, row_group_rows, is_in_order: true }
    }
}

/// Writes record batches as a Parquet file. The same batches give the same bytes, however many threads encode them.
pub struct Writer {
    schema: SchemaRef,
    options: Options,
    encoders: Arc<Encoders>,
    /// Without rows so far.
    is_new: bool,
    file: SerializedFileWriter<Vec<u8>>,
    factory: ArrowRowGroupWriterFactory,
    open: Option<RowGroup>,
    row_groups: usize,
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("row_groups", &self.row_groups).finish_non_exhaustive()
    }
}

impl Writer {
    /// Writes batches of this schema. Several files may share encoders.
    ///
    /// # Errors
    /// When the level is none, or Parquet has no such type.
    pub fn new(schema: SchemaRef, options: &Options, encoders: &Arc<Encoders>) -> io::Result<Self> {
        let (file, factory) = begin(&schema, &[], options)?;
        Ok(Self {
            schema,
            options: options.clone(),
            encoders: encoders.clone(),
            is_new: true,
            file,
            factory,
            open: None,
            row_groups: 0,
        })
    }

    /// Bytes that the rows of the row group which is not yet written take in memory before they are encoded.
    pub fn buffered_bytes(&self) -> usize {
        self.open.as_ref().map_or(0, RowGroup::bytes)
    }

    /// Writes a batch: most often it is only handed to the encoders.
    ///
    /// # Errors
    /// Those of `out`, and of encoders.
    pub fn write(&mut self, batch: &RecordBatch, out: &mut dyn Write) -> io::Result<()> {
        if self.is_new && batch.num_rows() > 0 {
            self.is_new = false;
            let distinct = properties::distinct_columns(batch);
            if !distinct.is_empty() {
                (self.file, self.factory) = begin(&self.schema, &distinct, &self.options)?;
            }
        }
        let row_group_rows = self.options.row_group_rows.max(1);
        let mut done = 0;
        while done < batch.num_rows() {
            let group = match &mut self.open {
                Some(group) => group,
                None => {
                    let columns = self.factory.create_column_writers(self.row_groups).map_err(error)?;
                    let leaves = self.file.schema_descr();
                    let leaves = (0..leaves.num_columns()).map(|leaf| leaves.get_column_root_idx(leaf));
                    self.open.insert(self.encoders.begin(&self.schema, columns.into_iter().zip(leaves)))
                }
            };
            let length = (batch.num_rows() - done).min(row_group_rows - group.rows());
            group.push(&batch.slice(done, length))?;
            done += length;
            if group.rows() == row_group_rows || group.bytes() >= MAX_ROW_GROUP_BYTES {
                self.flush(out)?;
            }
        }
        Ok(())
    }

    /// Ends the row group, if there is one.
    ///
    /// # Errors
    /// Those of `out`, and of encoders.
    pub fn flush(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(group) = self.open.take() {
            let mut writer = self.file.next_row_group().map_err(error)?;
            for chunk in group.finish()? {
                chunk.append_to_row_group(&mut writer).map_err(error)?;
            }
            writer.close().map_err(error)?;
            self.row_groups += 1;
            self.hand_on(out)?;
        }
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Those of `out`, and of encoders.
    pub fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.flush(out)?;
        self.file.finish().map_err(error)?;
        self.hand_on(out)
    }

    fn hand_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.file.flush()?;
        let written = self.file.inner_mut();
        out.write_all(written)?;
        *written = Vec::new();
        Ok(())
    }
}

/// A file of rows of this schema, without any.
fn begin(
    schema: &SchemaRef,
    distinct: &[String],
    options: &Options,
) -> io::Result<(SerializedFileWriter<Vec<u8>>, ArrowRowGroupWriterFactory)> {
    let leaves = ArrowSchemaConverter::new().convert(schema).map_err(error)?;
    let properties = Arc::new(properties::properties(schema, &leaves, distinct, options)?);
    let file = SerializedFileWriter::new(Vec::new(), leaves.root_schema_ptr(), properties).map_err(error)?;
    let factory = ArrowRowGroupWriterFactory::new(&file, schema.clone());
    Ok((file, factory))
}

fn error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
