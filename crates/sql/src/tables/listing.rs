//! Files of columns, which the engine lists and reads itself.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::catalog::TableProvider;
use datafusion::common::plan_err;
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::arrow::ArrowFormat;
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::error::Result;
use datafusion::execution::SessionState;

use super::{Found, Kind};

/// A table of files, or of a directory with Hive's partitions.
pub(super) async fn table(session: &SessionState, found: &Found) -> Result<Arc<dyn TableProvider>> {
    let [first, ..] = found.paths.as_slice() else { return plan_err!("there are no files") };
    let (directory, kind) = (first.as_path(), found.kind);
    let is_directory = found.paths.len() == 1 && directory.is_dir();
    let url = |path: &PathBuf| {
        let slash = if path.is_dir() { "/" } else { "" };
        // What looks like a pattern in the name of a file is none.
        let path = std::path::absolute(path)?;
        ListingTableUrl::parse(format!("{}{slash}", path.display()))
    };
    let urls = found.paths.iter().map(url).collect::<Result<Vec<_>>>()?;
    let Some(url) = urls.first() else { return plan_err!("there are no files") };
    let (format, ending): (Arc<dyn FileFormat>, _) = match kind {
        Kind::Parquet => {
            (Arc::new(ParquetFormat::new().with_options(session.table_options().parquet.clone())), ".parquet")
        }
        Kind::Csv => (Arc::new(CsvFormat::default().with_has_header(true)), ".csv"),
        Kind::Arrow => (Arc::new(ArrowFormat), ""),
        Kind::Games => return plan_err!("{} holds games", first.display()),
    };
    let options = ListingOptions::new(format).with_file_extension(if is_directory { ending } else { "" });
    let parts = if is_directory { options.infer_partitions(session, url).await? } else { Vec::new() };
    let types = partition_types(directory, &parts);
    let options = options.with_table_partition_cols(parts.iter().cloned().zip(types).collect());
    let schema = options.infer_schema(session, url).await?;
    // A partition says what a column of the same name would say.
    let fields = schema.fields().iter().filter(|field| !parts.contains(field.name())).cloned();
    let schema = Schema::new_with_metadata(fields.collect::<Vec<_>>(), schema.metadata().clone());
    let config = ListingTableConfig::new_with_multi_paths(urls)
        .with_listing_options(options)
        .with_schema(Arc::new(schema));
    Ok(Arc::new(ListingTable::try_new(config)?))
}

/// Directories that are looked at for the type of a partition.
const LOOKED_AT: usize = 1000;

/// Numbers where all that is seen are numbers, otherwise text.
fn partition_types(directory: &Path, parts: &[String]) -> Vec<DataType> {
    let mut numbers = vec![true; parts.len()];
    let mut open = vec![(directory.to_owned(), 0)];
    let mut left = LOOKED_AT;
    while let Some((directory, depth)) = open.pop() {
        let Some(name) = parts.get(depth) else { continue };
        for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
            let file_name = entry.file_name().to_string_lossy().into_owned();
            let Some((key, value)) = file_name.split_once('=').filter(|_| left > 0) else { continue };
            if key == name {
                left -= 1;
                numbers[depth] &= value.parse::<i32>().is_ok();
                open.push((entry.path(), depth + 1));
            }
        }
    }
    numbers.into_iter().map(|number| if number { DataType::Int32 } else { DataType::Utf8 }).collect()
}
