//! Parquet, row group by row group.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

use arrow_schema::{ArrowError, DataType, FieldRef, Fields, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::basic::Encoding;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

use super::{Batches, guarded, is_wanted};

/// Rows that are decoded at a time.
const BATCH_ROWS: usize = 1024;

/// The same where texts are encoded as what differs from the one before, so that a row of a few bytes may be as long as all others.
const BATCH_ROWS_OF_DIFFERENCES: usize = 16;

/// The batches of a Parquet file, of the columns that games are made of. Pages are read and decoded as they are needed, so that memory does not
/// depend on the size of the file. `count` is called with the numbers of bytes that are read.
///
/// # Errors
/// When the file cannot be read, or is none of Parquet.
pub fn parquet(
    file: File,
    count: impl Fn(u64) + Send + Sync + 'static,
) -> std::result::Result<Batches, ArrowError> {
    guarded(|| {
        let length = file.metadata().map_err(ArrowError::from)?.len();
        let file = Chunks { file, length, count: Box::new(count) };
        // A text that many rows share is in memory once, however long it is.
        let read = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new())?;
        let options = ArrowReaderOptions::new().with_schema(Arc::new(with_views(read.schema())));
        let metadata = ArrowReaderMetadata::try_new(read.metadata().clone(), options)?;
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata);
        let roots = builder.parquet_schema().root_schema().get_fields().iter().enumerate();
        let wanted = roots.filter(|(_, field)| is_wanted(field.name())).map(|(at, _)| at);
        let mask = ProjectionMask::roots(builder.parquet_schema(), wanted);
        let metadata = builder.schema().metadata().clone();
        let mut chunks = builder.metadata().row_groups().iter().flat_map(|group| group.columns());
        let rows = match chunks.any(|chunk| chunk.encodings().any(|one| one == Encoding::DELTA_BYTE_ARRAY)) {
            true => BATCH_ROWS_OF_DIFFERENCES,
            false => BATCH_ROWS,
        };
        let reader = builder.with_projection(mask).with_batch_size(rows).build()?;
        let fields = arrow_array::RecordBatchReader::schema(&reader).fields().clone();
        let schema = Arc::new(Schema::new_with_metadata(fields, metadata));
        Ok(Batches { schema, batches: Box::new(reader), has_failed: false })
    })
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
struct Chunks {
    file: File,
    length: u64,
    count: Box<dyn Fn(u64) + Send + Sync>,
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
