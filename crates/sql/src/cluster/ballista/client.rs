//! A session whose queries a cluster runs.

use std::collections::BTreeSet;
use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::extension::{SessionConfigExt as _, SessionStateExt as _};
use ballista_core::planner::BallistaQueryPlanner;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{CancelJobParams, GetJobStatusParams, PartitionLocation, job_status};
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
        let Some(job_id) = self.job_id() else { return };
        // A scheduler that does not answer has forgotten the query, or will have.
        if let Ok(mut scheduler) = SchedulerGrpcClient::connect(self.url.clone()).await {
            let _ = scheduler.cancel_job(CancelJobParams { job_id }).await;
        }
    }

    /// Whether the answer that was fetched has each of its parts once, as far as the scheduler can say.
    ///
    /// When an executor is lost after it has given a part of the answer, the part is made again, and the scheduler keeps both places. The
    /// first of them may still be read: by a client on the same machine, or before all of the executor is gone.
    pub(crate) async fn has_each_part_once(&self) -> bool {
        let Some(job_id) = self.job_id() else { return true };
        let status = async {
            let mut scheduler = SchedulerGrpcClient::connect(self.url.clone()).await.ok()?;
            // There is a place for each part, of which there may be thousands.
            scheduler = scheduler.max_decoding_message_size(MESSAGE as usize);
            scheduler.get_job_status(GetJobStatusParams { job_id }).await.ok()?.into_inner().status?.status
        };
        match tokio::time::timeout(PATIENCE, status).await {
            Ok(Some(job_status::Status::Successful(job))) => are_distinct(&job.partition_location),
            _ => false,
        }
    }

    fn job_id(&self) -> Option<String> {
        let plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        let query = plan.as_ref()?.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>()?;
        Some(query.job_id()?.to_string())
    }
}

fn are_distinct(places: &[PartitionLocation]) -> bool {
    let parts: BTreeSet<_> =
        places.iter().map(|place| place.partition_id.as_ref().map(|part| part.partition_id)).collect();
    parts.len() == places.len()
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

#[cfg(test)]
mod tests {
    use ballista_core::serde::protobuf::PartitionId;

    use super::*;

    #[test]
    fn a_part_with_two_places_is_found() {
        let place = |executor: u32, partition_id| PartitionLocation {
            map_partition_id: executor,
            partition_id: Some(PartitionId { job_id: "a".to_owned(), stage_id: 2, partition_id }),
            ..PartitionLocation::default()
        };
        assert!(are_distinct(&[]));
        assert!(are_distinct(&[place(0, 0), place(0, 1), place(1, 2)]));
        assert!(!are_distinct(&[place(0, 0), place(1, 1), place(2, 0)]));
    }
}
