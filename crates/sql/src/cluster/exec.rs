//! The plan node that reads games of many files.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, AsArray, StringArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::catalog::memory::MemorySourceConfig;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{internal_err, plan_datafusion_err};
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::metrics::{ExecutionPlanMetricsSet, MetricBuilder, MetricsSet};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties, SendableRecordBatchStream,
};
use futures::{StreamExt as _, TryStreamExt as _};

use super::shared::shared_path;
use crate::state::State;
use crate::tables::{GamesExec, Scan};

/// Reads the games of files whose names are the rows of its input, partition by partition.
///
/// The names are an input, not a field: every engine can give a task some partitions of a plan that is an input of
/// names in memory, and none knows how to do that with a node of ours.
#[derive(Debug)]
pub struct FilesExec {
    /// Without paths.
    scan: Scan,
    files: Arc<dyn ExecutionPlan>,
    properties: Arc<PlanProperties>,
    metrics: ExecutionPlanMetricsSet,
}

impl FilesExec {
    /// Reads what a scan says of these files instead of its own, each list of them a partition.
    ///
    /// # Errors
    /// When a path cannot be told to another process.
    pub fn of_files(scan: &Scan, partitions: &[Vec<PathBuf>]) -> Result<Self> {
        let schema = names_schema();
        let partitions = partitions.iter().map(|files| {
            let names = files.iter().map(|path| shared_path(path)).collect::<Result<Vec<_>>>()?;
            let names: ArrayRef = Arc::new(StringArray::from(names));
            Ok(vec![RecordBatch::try_new(schema.clone(), vec![names])?])
        });
        let partitions = partitions.collect::<Result<Vec<_>>>()?;
        Self::new(scan, MemorySourceConfig::try_new_exec(&partitions, schema, None)?)
    }

    /// Reads what a scan says of the files whose names are the rows of a plan.
    ///
    /// # Errors
    /// When there is no such column as the scan has, or the plan has no names.
    pub fn new(scan: &Scan, files: Arc<dyn ExecutionPlan>) -> Result<Self> {
        if files.schema().fields().iter().map(|field| field.data_type()).ne([&DataType::Utf8]) {
            return internal_err!("FilesExec needs names of files");
        }
        // A task reads with one thread: there are as many tasks as an executor has threads.
        let scan = Scan { paths: Vec::new(), jobs: 1, ..scan.clone() };
        scan.condition()?;
        let schema: SchemaRef = scan.layout()?.schema();
        let partitions = files.properties().output_partitioning().partition_count();
        let properties = PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(partitions),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        let properties = Arc::new(properties);
        Ok(Self { scan, files, properties, metrics: ExecutionPlanMetricsSet::new() })
    }

    /// What is read, without paths.
    pub fn scan(&self) -> &Scan {
        &self.scan
    }
}

fn names_schema() -> SchemaRef {
    Arc::new(Schema::new(vec![Field::new("file", DataType::Utf8, false)]))
}

impl DisplayAs for FilesExec {
    fn fmt_as(&self, _form: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Scan { rows, columns, condition, limit, .. } = &self.scan;
        let partitions = self.properties.partitioning.partition_count();
        write!(f, "FilesExec: {}, partitions={partitions}, columns=[{}]", rows.name(), columns.join(", "))?;
        if let Some(condition) = condition {
            write!(f, ", condition={condition}")?;
        }
        if let Some(limit) = limit {
            write!(f, ", limit={limit}")?;
        }
        Ok(())
    }
}

impl ExecutionPlan for FilesExec {
    fn name(&self) -> &str {
        "FilesExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.files]
    }

    /// The partitions of its input are as they should be.
    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn apply_expressions(
        &self,
        _each: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match <[_; 1]>::try_from(children) {
            Ok([files]) => Ok(Arc::new(Self::new(&self.scan, files)?)),
            Err(_) => internal_err!("FilesExec has one child"),
        }
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let names = self.files.execute(partition, context.clone())?;
        let scan = self.scan.clone();
        let games = MetricBuilder::new(&self.metrics).counter("games", partition);
        let with_errors = MetricBuilder::new(&self.metrics).counter("games_with_errors", partition);
        let rows = MetricBuilder::new(&self.metrics).output_rows(partition);
        let read = move |name: String| {
            let state = Arc::new(State::default());
            let scan = Scan { paths: vec![PathBuf::from(&name)], ..scan.clone() };
            let (games, with_errors, rows) = (games.clone(), with_errors.clone(), rows.clone());
            let stream =
                GamesExec::new(scan, state.clone()).and_then(|exec| exec.execute(0, context.clone()));
            async move {
                let stream = stream?.inspect_ok(move |batch| rows.add(batch.num_rows()));
                // What was read is known when nothing more comes.
                let account = futures::stream::once(async move {
                    let account = state.take_account();
                    games.add(usize::try_from(account.read()).unwrap_or(usize::MAX));
                    with_errors.add(usize::try_from(account.with_errors).unwrap_or(usize::MAX));
                    if account.has_errors() {
                        log::warn!("{name}: {} of {} games have errors", account.with_errors, account.read());
                    }
                    None
                });
                Ok::<_, datafusion::error::DataFusionError>(
                    stream.map(Some).chain(account).filter_map(std::future::ready),
                )
            }
        };
        let stream = names
            .map(|batch| names_of(&batch?))
            .map_ok(|names| futures::stream::iter(names.into_iter().map(Ok)))
            .try_flatten()
            .and_then(read)
            .try_flatten();
        Ok(Box::pin(RecordBatchStreamAdapter::new(self.schema(), stream)))
    }

    fn metrics(&self) -> Option<MetricsSet> {
        Some(self.metrics.clone_inner())
    }
}

fn names_of(batch: &RecordBatch) -> Result<Vec<String>> {
    let names = batch.columns().first().and_then(|names| names.as_string_opt::<i32>());
    let names = names.ok_or_else(|| plan_datafusion_err!("FilesExec needs names of files"))?;
    Ok(names.iter().flatten().map(str::to_owned).collect())
}
