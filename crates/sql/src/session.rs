//! A session of the engine that knows the tables and functions of chess, within limits of memory and threads.

use std::path::Path;
use std::sync::Arc;

use datafusion::catalog::DynamicFileCatalog;
use datafusion::error::DataFusionError;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::disk_manager::{DiskManagerBuilder, DiskManagerMode};
use datafusion::execution::memory_pool::{FairSpillPool, TrackConsumersPool};
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::functions;
use crate::state::State;
use crate::tables::{self, Files};

/// Limits of a session.
#[derive(Clone, Debug)]
pub struct Limits<'d> {
    /// Bytes of memory for queries.
    pub memory: usize,
    /// Threads.
    pub jobs: usize,
    /// Directory of what does not fit into memory.
    pub spill: &'d Path,
    /// The scheduler of the cluster that runs queries, instead of this process.
    #[cfg(feature = "cluster")]
    pub cluster: Option<&'d crate::cluster::args::Address>,
}

/// A session.
pub struct Session {
    /// The engine's.
    pub context: SessionContext,
    pub(crate) state: Arc<State>,
    #[cfg(feature = "cluster")]
    running: Option<crate::cluster::ballista::Running>,
    #[cfg(feature = "cluster")]
    spill: std::path::PathBuf,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("id", &self.context.session_id()).finish_non_exhaustive()
    }
}

/// Consumers of memory that an error names.
const NAMED: std::num::NonZeroUsize = std::num::NonZeroUsize::new(3).unwrap();

impl Session {
    /// Opens a session.
    ///
    /// # Errors
    /// When there can be no temporary files in that directory.
    pub fn new(limits: &Limits<'_>) -> Result<Self, DataFusionError> {
        let pool = TrackConsumersPool::new(FairSpillPool::new(limits.memory), NAMED);
        let disk = DiskManagerBuilder::default()
            .with_mode(DiskManagerMode::Directories(vec![limits.spill.to_owned()]));
        let runtime = RuntimeEnvBuilder::new()
            .with_memory_pool(Arc::new(pool))
            .with_disk_manager_builder(disk)
            .build_arc()?;
        let mut config =
            SessionConfig::new().with_target_partitions(limits.jobs).with_information_schema(true);
        let options = config.options_mut();
        options.sql_parser.collect_spans = true;
        options.execution.listing_table_ignore_subdirectory = false;
        // Rows are tested while they are read, so that large columns of others are not.
        options.execution.parquet.pushdown_filters = true;
        options.execution.parquet.reorder_filters = true;
        // What sorting keeps back for merging must leave room for rows.
        let reserve = &mut options.execution.sort_spill_reservation_bytes;
        *reserve = (*reserve).min(limits.memory / (16 * limits.jobs));
        let state = Arc::new(State::default());
        let files = Arc::new(Files::new(state.clone(), limits.jobs));
        let mut built = SessionStateBuilder::new()
            .with_config(config)
            .with_runtime_env(runtime)
            .with_default_features()
            .build();
        let catalogs = DynamicFileCatalog::new(built.catalog_list().clone(), files.clone());
        built.register_catalog_list(Arc::new(catalogs));
        #[cfg(feature = "cluster")]
        let (built, running) = match limits.cluster {
            Some(scheduler) => {
                let (built, running) = crate::cluster::ballista::distribute(built, scheduler)?;
                (built, Some(running))
            }
            None => (built, None),
        };
        let context = SessionContext::new_with_state(built);
        files.belong_to(&context);
        for rows in pgnkit_columns::Rows::ALL {
            context.register_udtf(rows.name(), Arc::new(tables::RowsOf::new(rows, files.clone())));
        }
        functions::register(&context);
        Ok(Self {
            context,
            state,
            #[cfg(feature = "cluster")]
            running,
            #[cfg(feature = "cluster")]
            spill: limits.spill.to_owned(),
        })
    }

    /// The query of a cluster, and the directory of temporary files, where a cluster runs the queries.
    #[cfg(feature = "cluster")]
    pub(crate) fn of_cluster(&self) -> Option<(&crate::cluster::ballista::Running, &Path)> {
        self.running.as_ref().map(|running| (running, &*self.spill))
    }

    /// Ends what runs elsewhere for a query that was broken off.
    pub(crate) async fn cancel(&self) {
        #[cfg(feature = "cluster")]
        if let Some(running) = &self.running {
            running.cancel().await;
        }
    }

    /// Gives a file a name.
    ///
    /// # Errors
    /// When there is no such file, or it is no table.
    pub async fn name_table(&self, name: &str, path: &str) -> Result<(), DataFusionError> {
        let table = self.context.table_provider(datafusion::common::TableReference::bare(path)).await?;
        self.context.register_table(datafusion::common::TableReference::bare(name.to_lowercase()), table)?;
        Ok(())
    }
}

/// Memory for queries where nothing else is said: 60 % of that of the machine, or of its container.
pub fn usual_memory() -> usize {
    let kilobytes = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        line.split_ascii_whitespace().nth(1)?.parse::<usize>().ok()
    };
    let machine =
        std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| kilobytes(&text)?.checked_mul(1024));
    let container =
        std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    let all = machine.into_iter().chain(container).min().unwrap_or(4 << 30);
    (all / 10 * 6).max(64 << 20)
}

impl Session {
    /// Tables and views that have names.
    pub(crate) fn table_names(&self) -> Vec<String> {
        let schema = self.context.catalog("datafusion").and_then(|catalog| catalog.schema("public"));
        let mut names = schema.map(|schema| schema.table_names()).unwrap_or_default();
        names.sort_unstable();
        names
    }

    /// The columns of the tables of some statements.
    pub(crate) async fn known_columns(&self, sql: &str) -> Vec<String> {
        let mut columns = Vec::new();
        for parsed in crate::query::parse(sql).unwrap_or_default() {
            for schema in self.schemas(&parsed.statement).await.unwrap_or_default().0 {
                columns.extend(schema.fields().iter().map(|field| field.name().clone()));
            }
        }
        columns
    }
}
