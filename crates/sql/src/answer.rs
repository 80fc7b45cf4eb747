//! The rows of an answer.

#[cfg(feature = "cluster")]
use std::fs::File;
#[cfg(feature = "cluster")]
use std::io::{BufReader, BufWriter, Seek as _, Write as _};
#[cfg(feature = "cluster")]
use std::path::Path;

#[cfg(feature = "cluster")]
use datafusion::arrow::ipc::reader::StreamReader;
#[cfg(feature = "cluster")]
use datafusion::arrow::ipc::writer::StreamWriter;
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::dataframe::DataFrame;
use datafusion::execution::SendableRecordBatchStream;
use futures::StreamExt as _;

#[cfg(feature = "cluster")]
use crate::cluster::ballista::{Running, is_loss};
use crate::error::Failure;
use crate::session::Session;

/// The rows of a query, in batches.
pub(crate) enum Answered {
    /// As they come.
    Stream(SendableRecordBatchStream),
    /// All that a cluster has given.
    #[cfg(feature = "cluster")]
    Whole(Box<StreamReader<BufReader<File>>>),
}

impl Answered {
    pub(crate) async fn next(&mut self) -> Option<Result<RecordBatch, Failure>> {
        match self {
            Self::Stream(rows) => rows.next().await.map(|batch| Ok(batch?)),
            #[cfg(feature = "cluster")]
            Self::Whole(rows) => rows.next().map(|batch| batch.map_err(crate::output::of_arrow)),
        }
    }
}

impl Session {
    /// Runs a query. The rows of a cluster are given when all of them are here: with a machine a part of the answer may be lost
    /// that has been read already, and then the query is run again.
    pub(crate) async fn run(&self, frame: DataFrame) -> Result<Answered, Failure> {
        #[cfg(feature = "cluster")]
        if let Some((running, spill)) = self.of_cluster() {
            return whole(frame, running, spill).await;
        }
        Ok(Answered::Stream(frame.execute_stream().await?))
    }
}

/// How often a query is run whose answer is lost with a machine.
#[cfg(feature = "cluster")]
const TRIES: usize = 3;

#[cfg(feature = "cluster")]
async fn whole(frame: DataFrame, running: &Running, spill: &Path) -> Result<Answered, Failure> {
    let mut left = TRIES;
    loop {
        let error = match gather(frame.clone(), spill).await {
            Ok(_) if !running.has_each_part_once().await => "a part of the answer is there twice".to_owned(),
            Err(Failure::Engine(error)) if is_loss(&error) => crate::error::safe(&error.strip_backtrace()),
            gathered => return gathered,
        };
        left -= 1;
        if left == 0 {
            let message = format!("the cluster has lost this query {TRIES} times, ask again: {error}");
            return Err(Failure::Other(message));
        }
        crate::program::say(&format_args!(
            "a machine of the cluster was lost, the query is run again: {error}"
        ));
    }
}

/// Rows in a temporary file, up to the last one.
#[cfg(feature = "cluster")]
async fn gather(frame: DataFrame, spill: &Path) -> Result<Answered, Failure> {
    let schema = frame.schema().as_arrow().clone();
    let mut rows = frame.execute_stream().await?;
    let file = BufWriter::new(tempfile::tempfile_in(spill)?);
    let mut writer = StreamWriter::try_new(file, &schema).map_err(crate::output::of_arrow)?;
    while let Some(batch) = rows.next().await {
        writer.write(&batch?).map_err(crate::output::of_arrow)?;
    }
    let mut file = writer.into_inner().map_err(crate::output::of_arrow)?;
    file.flush()?;
    let mut file = file.into_inner().map_err(|error| Failure::from(error.into_error()))?;
    file.rewind()?;
    let reader = StreamReader::try_new(BufReader::new(file), None).map_err(crate::output::of_arrow)?;
    Ok(Answered::Whole(Box::new(reader)))
}
