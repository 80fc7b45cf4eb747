//! Parquet, under zstd.

use std::io::Write;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::properties::WriterProperties;

use super::Writer;
use crate::error::Failure;

pub(super) struct Parquet<'w>(ArrowWriter<&'w mut (dyn Write + Send)>);

impl<'w> Parquet<'w> {
    pub(super) fn new(schema: &SchemaRef, out: &'w mut (dyn Write + Send)) -> Result<Self, Failure> {
        let level = ZstdLevel::try_new(3).map_err(of_parquet)?;
        let properties = WriterProperties::builder().set_compression(Compression::ZSTD(level)).build();
        Ok(Self(ArrowWriter::try_new(out, schema.clone(), Some(properties)).map_err(of_parquet)?))
    }
}

fn of_parquet(error: ParquetError) -> Failure {
    match error {
        ParquetError::External(error) => match error.downcast::<std::io::Error>() {
            Ok(error) => Failure::from(*error),
            Err(error) => Failure::Other(error.to_string()),
        },
        error => Failure::Other(error.to_string()),
    }
}

impl Writer for Parquet<'_> {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        self.0.write(batch).map_err(of_parquet)
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        self.0.close().map(|_| ()).map_err(of_parquet)
    }
}
