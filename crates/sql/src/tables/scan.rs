//! The plan node that reads games.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{DataFusionError, internal_err};
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::metrics::{BaselineMetrics, ExecutionPlanMetricsSet, MetricsSet};
use datafusion::physical_plan::stream::RecordBatchReceiverStream;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties, SendableRecordBatchStream,
};
use pgnkit_columns::{Layout, Rows};
use pgnkit_query::condition::Condition;

use super::reading;
use crate::state::State;

/// What is read, in plain values, so that another process can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    /// Files and directories; `-` is standard input.
    pub paths: Vec<PathBuf>,
    /// What a row is.
    pub rows: Rows,
    /// Names of columns.
    pub columns: Vec<String>,
    /// What must be true of games.
    pub condition: Option<String>,
    /// Rows after which reading may end.
    pub limit: Option<usize>,
    /// Threads that read.
    pub jobs: usize,
}

impl Scan {
    /// The columns.
    ///
    /// # Errors
    /// When such rows have no column of a name.
    pub fn layout(&self) -> Result<Layout> {
        Layout::of(self.rows, self.columns.iter().map(String::as_str))
            .map_err(|error| DataFusionError::Plan(error.to_string()))
    }

    /// The condition.
    ///
    /// # Errors
    /// When it is none.
    pub fn condition(&self) -> Result<Option<Condition>> {
        let read = |text: &String| text.parse().map_err(|error| DataFusionError::External(Box::new(error)));
        self.condition.as_ref().map(read).transpose()
    }
}

/// Reads games, in one partition: their reader has threads of its own.
#[derive(Debug)]
pub struct GamesExec {
    scan: Scan,
    state: Arc<State>,
    properties: Arc<PlanProperties>,
    metrics: ExecutionPlanMetricsSet,
}

impl GamesExec {
    /// Reads this, and adds what was read to the account of a session.
    ///
    /// # Errors
    /// When it names a column that there is not.
    pub fn new(scan: Scan, state: Arc<State>) -> Result<Self> {
        let schema: SchemaRef = scan.layout()?.schema();
        let properties = PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(1),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        Ok(Self { scan, state, properties: Arc::new(properties), metrics: ExecutionPlanMetricsSet::new() })
    }

    /// What is read.
    pub fn scan(&self) -> &Scan {
        &self.scan
    }
}

impl DisplayAs for GamesExec {
    fn fmt_as(&self, _form: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Scan { paths, rows, columns, condition, limit, .. } = &self.scan;
        let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
        write!(f, "GamesExec: {} of [{}], columns=[{}]", rows.name(), paths.join(", "), columns.join(", "))?;
        if let Some(condition) = condition {
            write!(f, ", condition={condition}")?;
        }
        if let Some(limit) = limit {
            write!(f, ", limit={limit}")?;
        }
        Ok(())
    }
}

/// Batches that are ready before they are asked for.
const AHEAD: usize = 4;

impl ExecutionPlan for GamesExec {
    fn name(&self) -> &str {
        "GamesExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
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
        if children.is_empty() { Ok(self) } else { internal_err!("GamesExec has no children") }
    }

    fn execute(&self, partition: usize, _context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let mut builder = RecordBatchReceiverStream::builder(self.schema(), AHEAD);
        let (scan, state, out) = (self.scan.clone(), self.state.clone(), builder.tx());
        let metrics = BaselineMetrics::new(&self.metrics, partition);
        builder.spawn_blocking(move || reading::read(&scan, &state, &out, &metrics));
        Ok(builder.build())
    }

    fn metrics(&self) -> Option<MetricsSet> {
        Some(self.metrics.clone_inner())
    }
}
