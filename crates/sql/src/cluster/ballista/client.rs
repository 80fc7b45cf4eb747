//! A session whose queries a cluster runs.

use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::extension::{SessionConfigExt as _, SessionStateExt as _};
use ballista_core::planner::BallistaQueryPlanner;
use ballista_core::serde::protobuf::CancelJobParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use datafusion::catalog::Session;
use datafusion::common::plan_datafusion_err;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::context::QueryPlanner;
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::protobuf::LogicalPlanNode;

use super::{MESSAGE, logical_codec};
use crate::cluster::args::Address;

/// Partitions of Parquet files, and of results of a stage: enough for the executors of a small cluster, and for a lost task to be
/// a small part of the work. `SET datafusion.execution.target_partitions` sets another number.
const PARTITIONS: usize = 64;

/// How long a scheduler may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Makes a session one whose queries a cluster runs.
///
/// # Errors
/// When nobody answers at that address, or the engine refuses.
pub fn distribute(state: SessionState, scheduler: &Address) -> Result<(SessionState, Running)> {
    let found = answers(scheduler);
    found.map_err(|error| plan_datafusion_err!("no scheduler answers at {scheduler}: {error}"))?;
    let url = format!("http://{scheduler}");
    let config = state.config().clone().upgrade_for_ballista();
    let config = config
        .with_target_partitions(PARTITIONS)
        // The adaptive planner forgets stages whose results were on a machine that is lost, and waits for them for ever.
        .with_ballista_adaptive_query_planner(false)
        .with_ballista_grpc_client_max_message_size(MESSAGE as usize);
    let engine = BallistaQueryPlanner::with_extension(url.clone(), config.ballista_config(), logical_codec());
    let running = Running { url: url.clone(), plan: Arc::default() };
    let planner = Planner { engine, running: running.clone() };
    let config = config.with_ballista_query_planner(Arc::new(planner));
    let state = SessionStateBuilder::new_from_existing(state).with_config(config).build();
    Ok((state.upgrade_for_ballista(url)?, running))
}

/// Whether something answers at an address.
fn answers(address: &Address) -> std::io::Result<()> {
    let host = address.host.trim_start_matches('[').trim_end_matches(']');
    let mut result = Err(std::io::ErrorKind::AddrNotAvailable.into());
    for address in (host, address.port).to_socket_addrs()? {
        result = TcpStream::connect_timeout(&address, PATIENCE).map(drop);
        if result.is_ok() {
            break;
        }
    }
    result
}

/// Whether a query failed since a machine was lost, or cannot be reached. The engine hands on no more than words.
pub(crate) fn is_loss(error: &DataFusionError) -> bool {
    const WORDS: [&str; 14] = [
        "transport error",
        "connection error",
        "connection refused",
        "connection reset",
        "connection closed",
        "error trying to connect",
        "broken pipe",
        "h2 protocol error",
        "stream closed",
        "fetchpartition",
        "fetch partition",
        "executor lost",
        "lost executor",
        "cancelled",
    ];
    let text = error.to_string().to_lowercase();
    WORDS.iter().any(|words| text.contains(words))
}

/// The query that a session has running in a cluster.
#[derive(Clone, Debug)]
pub struct Running {
    url: String,
    plan: Arc<Mutex<Option<Arc<dyn ExecutionPlan>>>>,
}

impl Running {
    /// Ends the query that runs; one that has ended stays as it is.
    pub async fn cancel(&self) {
        let plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner).take();
        let query =
            plan.as_ref().and_then(|plan| plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>());
        let Some(job) = query.and_then(DistributedQueryExec::job_id) else { return };
        // A scheduler that does not answer has forgotten the query, or will have.
        if let Ok(mut scheduler) = SchedulerGrpcClient::connect(self.url.clone()).await {
            let _ = scheduler.cancel_job(CancelJobParams { job_id: job.to_string() }).await;
        }
    }
}

/// The engine's planner, whose plans are kept to be cancelled.
#[derive(Debug)]
struct Planner {
    engine: BallistaQueryPlanner<LogicalPlanNode>,
    running: Running,
}

#[async_trait]
impl QueryPlanner for Planner {
    async fn create_physical_plan(
        &self,
        plan: &LogicalPlan,
        session: &dyn Session,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let plan = self.engine.create_physical_plan(plan, session).await?;
        *self.running.plan.lock().unwrap_or_else(PoisonError::into_inner) = Some(plan.clone());
        Ok(plan)
    }
}
