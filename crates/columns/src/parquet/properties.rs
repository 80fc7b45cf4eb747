//! The encoding of each column.

use std::collections::{BTreeMap, HashSet};
use std::io;

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch};
use arrow_schema::Schema;
use parquet::arrow::add_encoded_arrow_schema_to_metadata;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::SchemaDescriptor;

use super::{Options, error};

/// The most bytes of the least and greatest values of a text in statistics.
const STATISTICS_BYTES: usize = 32;

/// Share of row groups without a position in which a look-up finds it all the same.
const BLOOM_FALSE_POSITIVES: f64 = 0.05;

/// The encoding of values, in which zstd found games of lichess and of gnuchess-book smallest, and whether there is a dictionary of them
/// first; no encoding is that of the writer. All of them are read by DuckDB, polars and Arrow.
fn encoding(column: &str) -> (Option<Encoding>, bool) {
    match column {
        // Numbers that differ little from those before them, or have few bits.
        "game" | "UTCTime" | "WhiteElo" | "BlackElo" | "clocks_white" | "clocks_black" | "evals_cp"
        | "game_in_file" => (Some(Encoding::DELTA_BINARY_PACKED), false),
        // Each is another.
        "moves" | "movetext" | "pgn" => (Some(Encoding::DELTA_LENGTH_BYTE_ARRAY), false),
        "Site" | "key" | "fen" | "fen_legal" | "ply" | "move_number" => (Some(Encoding::PLAIN), false),
        // Names repeat; but there can be more than a dictionary may hold.
        _ if may_be_distinct(column) => (Some(Encoding::DELTA_LENGTH_BYTE_ARRAY), true),
        _ => (None, true),
    }
}

/// Whether there are texts in a column that repeat in some collections, and in others are hardly ever the same.
fn may_be_distinct(column: &str) -> bool {
    matches!(column, "White" | "Black" | "Event" | "comment")
}

/// Such columns of which so little repeats in these rows, the first ones of a file, that a dictionary would only make it larger.
pub(super) fn distinct_columns(rows: &RecordBatch) -> Vec<String> {
    let schema = rows.schema_ref();
    let columns = schema.fields().iter().zip(rows.columns());
    let columns = columns.filter(|(field, column)| {
        may_be_distinct(field.name())
            && column.as_string_opt::<i32>().is_some_and(|texts| {
                let distinct: HashSet<&str> = texts.iter().flatten().collect();
                4 * distinct.len() > 3 * (texts.len() - texts.null_count())
            })
    });
    columns.map(|(field, _)| field.name().clone()).collect()
}

/// Whether what is least and greatest of the values of a column lets no reader pass over anything, as it is with lists and maps: nobody asks which
/// are less than others, or any page has all of them. In tables of counts, which have no half-moves, keys are sorted.
fn is_never_compared(column: &str, has_plies: bool) -> bool {
    match column {
        "moves" | "movetext" | "pgn" | "comment" | "fen" | "fen_legal" => true,
        "key" | "san" | "uci" | "move" | "color" => has_plies,
        _ => false,
    }
}

/// The properties of a file of this schema; `leaves` are its columns in Parquet, and of these the `distinct` ones have no dictionary.
pub(super) fn properties(
    schema: &Schema,
    leaves: &SchemaDescriptor,
    distinct: &[String],
    options: &Options,
) -> io::Result<WriterProperties> {
    let level = ZstdLevel::try_new(options.level).map_err(error)?;
    // In the order of the keys: the same rows make the same bytes.
    let metadata: BTreeMap<_, _> = schema.metadata().iter().collect();
    let metadata =
        metadata.into_iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::ZSTD(level))
        .set_created_by(concat!("pgnkit version ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(metadata))
        .set_max_row_group_row_count(Some(options.row_group_rows))
        .set_statistics_enabled(EnabledStatistics::Page)
        .set_statistics_truncate_length(Some(STATISTICS_BYTES))
        .set_column_index_truncate_length(Some(STATISTICS_BYTES));
    // The only rows with such a column.
    let is_positions = schema.index_of("move").is_ok();
    let has_plies = schema.index_of("ply").is_ok();
    let sorted = ["game", "ply"].iter().map_while(|name| {
        let column_idx = i32::try_from(schema.index_of(name).ok()?).ok()?;
        Some(SortingColumn { column_idx, descending: false, nulls_first: false })
    });
    let sorted: Vec<_> = sorted.collect();
    if options.is_in_order && !sorted.is_empty() {
        builder = builder.set_sorting_columns(Some(sorted));
    }
    for (leaf, column) in leaves.columns().iter().enumerate() {
        let (path, name) = (column.path().clone(), leaves.get_column_root(leaf).name());
        let (encoding, has_dictionary) = encoding(name);
        let has_dictionary = has_dictionary && distinct.iter().all(|column| column != name);
        builder = builder.set_column_dictionary_enabled(path.clone(), has_dictionary);
        if let Some(encoding) = encoding {
            builder = builder.set_column_encoding(path.clone(), encoding);
        }
        if column.max_rep_level() > 0 || is_never_compared(name, has_plies) {
            builder = builder.set_column_statistics_enabled(path.clone(), EnabledStatistics::None);
        }
        if is_positions && name == "key" {
            builder = builder
                .set_column_bloom_filter_enabled(path.clone(), true)
                .set_column_bloom_filter_fpp(path, BLOOM_FALSE_POSITIVES);
        }
    }
    let mut properties = builder.build();
    add_encoded_arrow_schema_to_metadata(schema, &mut properties);
    Ok(properties)
}
