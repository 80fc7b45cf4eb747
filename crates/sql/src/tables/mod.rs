//! Tables that are called as files.

mod files;
mod games;
mod listing;
mod pushdown;
mod reading;
mod scan;

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider, UrlTableFactory};
use datafusion::common::{plan_datafusion_err, plan_err};
use datafusion::datasource::dynamic_file::DynamicListTableFactory;
use datafusion::error::Result;
use datafusion::execution::SessionState;
use datafusion::logical_expr::Expr;
use datafusion::prelude::SessionContext;
use datafusion::scalar::ScalarValue;
use pgnkit_columns::{Layout, Rows};

pub use files::{Found, Kind};
pub use games::Games;
pub use pushdown::{Pushed, translate};
pub use scan::{GamesExec, Scan};

use crate::rewrite::fold;
use crate::state::State;

/// The columns of a table of such rows: the usual ones, and those that the statement names. What costs much to make, or is wide, is there
/// when it is asked for.
pub(crate) fn layout(rows: Rows, state: &State) -> Layout {
    let named = rows.columns().filter(|column| state.is_named(&fold(column.name)));
    named.fold(Layout::new(rows), |layout, column| layout.clone().with(column.name).unwrap_or(layout))
}

/// Makes a table of a file, a directory, a pattern or standard input.
#[derive(Debug)]
pub struct Files {
    sessions: DynamicListTableFactory,
    state: Arc<State>,
    jobs: usize,
}

impl Files {
    pub(crate) fn new(state: Arc<State>, jobs: usize) -> Self {
        Self { sessions: DynamicListTableFactory::default(), state, jobs }
    }

    /// Sets the session whose tables these are.
    pub(crate) fn belong_to(&self, context: &SessionContext) {
        self.sessions.session_store().with_state(context.state_weak_ref());
    }

    fn session(&self) -> Result<SessionState> {
        let session = self.sessions.session_store().get_session().upgrade();
        session
            .and_then(|session| session.read().as_any().downcast_ref::<SessionState>().cloned())
            .ok_or_else(|| plan_datafusion_err!("the session is over"))
    }

    /// Games of these files, as rows.
    fn games(&self, found: &Found, rows: Rows) -> Games {
        Games::new(found.paths.clone(), layout(rows, &self.state), self.jobs, self.state.clone())
    }
}

#[async_trait]
impl UrlTableFactory for Files {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        let Some(found) = Found::at(name)? else { return Ok(None) };
        self.state.add_inputs(&found.paths);
        Ok(Some(match found.kind {
            Kind::Games => Arc::new(self.games(&found, Rows::Games)),
            _ => listing::table(&self.session()?, &found).await?,
        }))
    }
}

/// The function `plies('games.pgn')`, or another of such rows.
#[derive(Debug)]
pub struct RowsOf {
    rows: Rows,
    files: Arc<Files>,
}

impl RowsOf {
    pub(crate) fn new(rows: Rows, files: Arc<Files>) -> Self {
        Self { rows, files }
    }
}

impl TableFunctionImpl for RowsOf {
    fn call_with_args(&self, arguments: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let name = self.rows.name();
        let [Expr::Literal(ScalarValue::Utf8(Some(path)), _)] = arguments.exprs() else {
            return plan_err!("expected a file in single quotes: {name}('games.pgn')");
        };
        let Some(found) = Found::at(path)? else { return plan_err!("there is no file {path}") };
        self.files.state.add_inputs(&found.paths);
        if found.kind != Kind::Games {
            return plan_err!(
                "{name}() reads games, and {path} is {}; `pgn convert --to parquet --rows {name}` makes such a file",
                found.kind.name()
            );
        }
        Ok(Arc::new(self.files.games(&found, self.rows)))
    }
}
