//! Games of any form as a table.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::error::Result;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;
use pgnkit_columns::Layout;

use super::pushdown::{self, Pushed};
use super::scan::{GamesExec, Scan};
use crate::state::State;

/// A table of games, plies or positions that are read from files.
#[derive(Debug)]
pub struct Games {
    paths: Vec<PathBuf>,
    layout: Layout,
    schema: SchemaRef,
    jobs: usize,
    state: Arc<State>,
}

impl Games {
    /// A table with these columns.
    pub(crate) fn new(paths: Vec<PathBuf>, layout: Layout, jobs: usize, state: Arc<State>) -> Self {
        Self { paths, schema: layout.schema(), layout, jobs, state }
    }

    /// Files and directories.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// The columns.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The columns that are there because a statement names them.
    pub(crate) fn requested(&self) -> Vec<String> {
        Self::requested_of(&self.layout)
    }

    /// The columns of a layout that are not there by themselves.
    pub(crate) fn requested_of(layout: &Layout) -> Vec<String> {
        let more = layout.columns().iter().filter(|column| !column.default.contains(&layout.rows()));
        more.map(|column| column.name.to_owned()).collect()
    }
}

#[async_trait]
impl TableProvider for Games {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    /// Conditions on games are tested while these are read; of others what cannot be true is left out.
    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        let support = |filter: &&Expr| match pushdown::translate(filter) {
            Some(Pushed { exact: true, .. }) => TableProviderFilterPushDown::Exact,
            Some(_) => TableProviderFilterPushDown::Inexact,
            None => TableProviderFilterPushDown::Unsupported,
        };
        Ok(filters.iter().map(support).collect())
    }

    async fn scan(
        &self,
        _session: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let columns = self.layout.columns();
        let columns = match projection {
            Some(chosen) => {
                chosen.iter().filter_map(|at| columns.get(*at)).map(|column| column.name).collect()
            }
            None => columns.iter().map(|column| column.name).collect::<Vec<_>>(),
        };
        let pushed: Vec<Pushed> = filters.iter().filter_map(pushdown::translate).collect();
        let condition = pushed.iter().map(|pushed| format!("({})", pushed.text)).collect::<Vec<_>>();
        let scan = Scan {
            paths: self.paths.clone(),
            rows: self.layout.rows(),
            columns: columns.into_iter().map(str::to_owned).collect(),
            condition: (!condition.is_empty()).then(|| condition.join(" AND ")),
            // What is tested again afterwards may leave fewer.
            limit: limit
                .filter(|_| pushed.len() == filters.len() && pushed.iter().all(|pushed| pushed.exact)),
            jobs: self.jobs,
        };
        Ok(Arc::new(GamesExec::new(scan, self.state.clone())?))
    }
}
