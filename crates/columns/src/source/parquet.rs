//! Parquet, row group by row group.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, DataType, FieldRef, Fields, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::basic::Encoding;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

use super::{Batches, Damage, guarded, is_wanted};

/// Rows that are decoded at a time.
const BATCH_ROWS: usize = 1024;

/// The same where texts are encoded as what differs from the one before, so that a row of a few bytes may be as long as all others.
const BATCH_ROWS_OF_DIFFERENCES: usize = 16;

/// The batches of a Parquet file, of the columns that games are made of. Pages are read and decoded as they are needed, so that memory does not
/// depend on the size of the file. `count` is called with the numbers of bytes that are read. If a row group is damaged, those after it are
/// read.
///
/// # Errors
/// When the file cannot be read, or is none of Parquet.
pub fn parquet(
    file: File,
    count: impl Fn(u64) + Send + Sync + 'static,
) -> std::result::Result<Batches, ArrowError> {
    guarded(|| {
        let length = file.metadata().map_err(ArrowError::from)?.len();
        let file = Chunks { file: Arc::new(file), length, count: Arc::new(count) };
        // A text that many rows share is in memory once, however long it is.
        let read = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new())?;
        let options = ArrowReaderOptions::new().with_schema(Arc::new(with_views(read.schema())));
        let metadata = ArrowReaderMetadata::try_new(read.metadata().clone(), options)?;
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file.clone(), metadata.clone());
        let roots = builder.parquet_schema().root_schema().get_fields().iter().enumerate();
        let wanted = roots.filter(|(_, field)| is_wanted(field.name())).map(|(at, _)| at);
        let mask = ProjectionMask::roots(builder.parquet_schema(), wanted);
        let schema_metadata = builder.schema().metadata().clone();
        let mut chunks = builder.metadata().row_groups().iter().flat_map(|group| group.columns());
        let rows = match chunks.any(|chunk| chunk.encodings().any(|one| one == Encoding::DELTA_BYTE_ARRAY)) {
            true => BATCH_ROWS_OF_DIFFERENCES,
            false => BATCH_ROWS,
        };
        let groups = RowGroups { file, metadata, mask, batch_rows: rows, next: 0, open: None };
        let empty = groups.reader(Vec::new())?;
        let fields = arrow_array::RecordBatchReader::schema(&empty).fields().clone();
        let schema = Arc::new(Schema::new_with_metadata(fields, schema_metadata));
        Ok(Batches::new(schema, groups))
    })
}

/// The row groups of a file, each with a reader of its own.
struct RowGroups {
    file: Chunks,
    metadata: ArrowReaderMetadata,
    mask: ProjectionMask,
    batch_rows: usize,
    /// The group after the open one.
    next: usize,
    open: Option<OpenGroup>,
}

struct OpenGroup {
    reader: ParquetRecordBatchReader,
    /// Rows that have not been read.
    rows: u64,
}

impl RowGroups {
    fn reader(&self, groups: Vec<usize>) -> std::result::Result<ParquetRecordBatchReader, ArrowError> {
        let (file, metadata) = (self.file.clone(), self.metadata.clone());
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata);
        let builder = builder.with_projection(self.mask.clone()).with_batch_size(self.batch_rows);
        Ok(builder.with_row_groups(groups).build()?)
    }
}

impl Iterator for RowGroups {
    type Item = std::result::Result<RecordBatch, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(OpenGroup { reader, rows }) = &mut self.open else {
                let at = self.next;
                let rows = self.metadata.metadata().row_groups().get(at)?.num_rows();
                let rows = u64::try_from(rows).unwrap_or_default();
                self.next += 1;
                match guarded(|| self.reader(vec![at])) {
                    Ok(reader) => self.open = Some(OpenGroup { reader, rows }),
                    Err(error) => return Some(Err(Damage::part(rows, error))),
                }
                continue;
            };
            match guarded(|| reader.next().transpose()) {
                Ok(Some(batch)) => {
                    *rows = rows.saturating_sub(batch.num_rows() as u64);
                    return Some(Ok(batch));
                }
                Ok(None) if *rows == 0 => self.open = None,
                Ok(None) => {
                    let text = "a row group has fewer rows than it says".to_owned();
                    let damage = Damage::part(*rows, ArrowError::ParquetError(text));
                    self.open = None;
                    return Some(Err(damage));
                }
                Err(error) => {
                    let damage = Damage::part(*rows, error);
                    self.open = None;
                    return Some(Err(damage));
                }
            }
        }
    }
}

/// The schema with views of texts and bytes.
fn with_views(schema: &Schema) -> Schema {
    let fields: Fields = schema.fields().iter().map(with_view).collect();
    Schema::new_with_metadata(fields, schema.metadata().clone())
}

fn with_view(field: &FieldRef) -> FieldRef {
    let of_fields = |fields: &Fields| fields.iter().map(with_view).collect();
    let view = match field.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 => DataType::Utf8View,
        DataType::Binary | DataType::LargeBinary => DataType::BinaryView,
        DataType::Dictionary(_, values) if values.is_string() => DataType::Utf8View,
        DataType::List(item) => DataType::List(with_view(item)),
        DataType::LargeList(item) => DataType::LargeList(with_view(item)),
        DataType::Struct(fields) => DataType::Struct(of_fields(fields)),
        DataType::Map(entries, is_sorted) => DataType::Map(with_view(entries), *is_sorted),
        _ => return field.clone(),
    };
    Arc::new(field.as_ref().clone().with_data_type(view))
}

/// A file of which no more is asked than it has, whatever it says of itself.
#[derive(Clone)]
struct Chunks {
    file: Arc<File>,
    length: u64,
    count: Arc<dyn Fn(u64) + Send + Sync>,
}

impl Length for Chunks {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for Chunks {
    type T = BufReader<File>;

    fn get_read(&self, start: u64) -> Result<BufReader<File>> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        Ok(BufReader::new(file))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<bytes::Bytes> {
        if start.checked_add(length as u64).is_none_or(|end| end > self.length) {
            return Err(ParquetError::EOF("the file is cut off".to_owned()));
        }
        let mut buffer = vec![0; length];
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut buffer)?;
        (self.count)(length as u64);
        Ok(buffer.into())
    }
}
