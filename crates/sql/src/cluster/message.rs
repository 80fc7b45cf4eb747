//! Tables and scans as bytes that another process reads.

use std::path::PathBuf;

use datafusion::common::plan_err;
use datafusion::error::{DataFusionError, Result};
use pgnkit_columns::{Layout, Rows};
use prost::Message;

use super::shared::shared_path;
use crate::tables::Scan;

/// The bytes before ours: no message of protocol buffers begins with a zero.
const MAGIC: &[u8] = b"\0pgnkit";

/// A table.
#[derive(Clone, PartialEq, Message)]
pub(super) struct TableMessage {
    #[prost(string, repeated, tag = "1")]
    paths: Vec<String>,
    #[prost(message, optional, tag = "2")]
    scan: Option<ScanMessage>,
}

/// A scan.
#[derive(Clone, PartialEq, Message)]
pub(super) struct ScanMessage {
    #[prost(string, tag = "1")]
    rows: String,
    #[prost(string, repeated, tag = "2")]
    columns: Vec<String>,
    #[prost(string, optional, tag = "3")]
    condition: Option<String>,
    #[prost(uint64, optional, tag = "4")]
    limit: Option<u64>,
}

impl TableMessage {
    /// Of files with these columns.
    pub(super) fn new(paths: &[PathBuf], layout: &Layout) -> Result<Self> {
        let columns = layout.columns().iter().map(|column| column.name.to_owned()).collect();
        let scan =
            ScanMessage { rows: layout.rows().name().to_owned(), columns, condition: None, limit: None };
        let paths = paths.iter().map(|path| shared_path(path)).collect::<Result<_>>()?;
        Ok(Self { paths, scan: Some(scan) })
    }

    /// The files and their columns.
    pub(super) fn table(self) -> Result<(Vec<PathBuf>, Layout)> {
        let scan = self.scan.unwrap_or_default().scan()?;
        Ok((self.paths.into_iter().map(PathBuf::from).collect(), scan.layout()?))
    }
}

impl ScanMessage {
    pub(super) fn new(scan: &Scan) -> Self {
        Self {
            rows: scan.rows.name().to_owned(),
            columns: scan.columns.clone(),
            condition: scan.condition.clone(),
            limit: scan.limit.and_then(|limit| u64::try_from(limit).ok()),
        }
    }

    /// The scan, of no files yet.
    pub(super) fn scan(self) -> Result<Scan> {
        let Some(rows) = Rows::ALL.into_iter().find(|rows| rows.name() == self.rows) else {
            return plan_err!(
                "there are no rows of {:?}: is this version of pgn-sql on all machines?",
                self.rows
            );
        };
        let limit = self.limit.and_then(|limit| usize::try_from(limit).ok());
        Ok(Scan { paths: Vec::new(), rows, columns: self.columns, condition: self.condition, limit, jobs: 1 })
    }
}

/// Appends a message.
pub(super) fn write(message: &impl Message, out: &mut Vec<u8>) -> Result<()> {
    out.extend_from_slice(MAGIC);
    message.encode(out).map_err(|error| DataFusionError::External(Box::new(error)))
}

/// Reads a message; `None` where the bytes are none of ours.
pub(super) fn read<M: Message + Default>(bytes: &[u8]) -> Result<Option<M>> {
    let Some(bytes) = bytes.strip_prefix(MAGIC) else { return Ok(None) };
    M::decode(bytes).map(Some).map_err(|error| DataFusionError::External(Box::new(error)))
}
