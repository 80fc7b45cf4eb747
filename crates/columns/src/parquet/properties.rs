//! The encoding of each column.

use std::io;

use arrow_schema::Schema;
use parquet::arrow::add_encoded_arrow_schema_to_metadata;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use super::{Options, error};

/// The most bytes of the least and greatest values of a text in statistics.
const STATISTICS_BYTES: usize = 32;

pub(super) fn properties(schema: &Schema, options: &Options) -> io::Result<WriterProperties> {
    let level = ZstdLevel::try_new(options.level).map_err(error)?;
    let metadata = schema.metadata().iter();
    let metadata = metadata.map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::ZSTD(level))
        .set_created_by(concat!("pgnkit version ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(metadata))
        .set_statistics_enabled(EnabledStatistics::Page)
        .set_statistics_truncate_length(Some(STATISTICS_BYTES))
        .set_column_index_truncate_length(Some(STATISTICS_BYTES));
    let sorted = ["game", "ply"].iter().map_while(|name| {
        let column_idx = i32::try_from(schema.index_of(name).ok()?).ok()?;
        Some(SortingColumn { column_idx, descending: false, nulls_first: false })
    });
    let sorted: Vec<_> = sorted.collect();
    if !sorted.is_empty() {
        builder = builder.set_sorting_columns(Some(sorted));
    }
    for field in schema.fields() {
        let path = |parts: &[&str]| ColumnPath::new(parts.iter().map(|part| (*part).to_owned()).collect());
        let column = path(&[field.name()]);
        builder = match field.name().as_str() {
            "game" | "ply" => builder
                .set_column_dictionary_enabled(column.clone(), false)
                .set_column_encoding(column, Encoding::DELTA_BINARY_PACKED),
            _ => builder,
        };
    }
    let mut properties = builder.build();
    add_encoded_arrow_schema_to_metadata(schema, &mut properties);
    Ok(properties)
}
