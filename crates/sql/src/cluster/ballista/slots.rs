//! What the engine does wrong when an executor is lost, put right.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::error::{BallistaError, Result};
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{CancelJobParams, ExecutorHeartbeat};
use ballista_core::serde::scheduler::{ExecutorData, ExecutorMetadata};
use ballista_scheduler::cluster::{
    BallistaCluster, BoundTask, ClusterState, ClusterStateEventStream, ExecutorSlot, JobState,
};
use ballista_scheduler::config::TaskDistributionPolicy;
use ballista_scheduler::state::task_manager::JobInfoCache;

/// The state of the engine, with two things put right:
///
/// * The engine gives a slot back when its task has ended, but not if the stage of the task was rolled back meanwhile, as it is when a
///   machine is lost: then the others have no slots any more, and queries wait for ever. Here slots are counted by what runs.
/// * A query of which the engine runs lost tasks again may have the rows of some tasks twice. Here it is ended, and its client asks again.
pub(super) struct Slots {
    engine: Arc<dyn ClusterState>,
    jobs: Arc<dyn JobState>,
    /// The scheduler itself.
    url: String,
    /// Slots that the engine holds taken, by executor.
    taken: Mutex<HashMap<String, u32>>,
}

impl Slots {
    pub(super) fn new(cluster: &BallistaCluster, url: String) -> Self {
        Self { engine: cluster.cluster_state(), jobs: cluster.job_state(), url, taken: Mutex::default() }
    }

    /// Ends all queries that run. The engine heeds it before it looks at what was lost: both wait in one line.
    async fn end_all(&self) -> Result<()> {
        let jobs = self.jobs.get_jobs().await?;
        if jobs.is_empty() {
            return Ok(());
        }
        log::warn!("an executor was lost; queries that run are ended, and run again: {}", jobs.len());
        let connected = SchedulerGrpcClient::connect(self.url.clone()).await;
        let mut scheduler = connected.map_err(|error| BallistaError::General(error.to_string()))?;
        for job in jobs {
            scheduler.cancel_job(CancelJobParams { job_id: job.to_string() }).await?;
        }
        Ok(())
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<String, u32>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of what runs; returns the slots that are taken for nothing.
    fn settle(&self, running: HashMap<String, u32>) -> Vec<ExecutorSlot> {
        let mut taken = self.taken();
        let idle = |(id, count): (&String, &u32)| {
            let idle = count.saturating_sub(running.get(id).copied().unwrap_or(0));
            (idle > 0).then(|| (id.clone(), idle))
        };
        let idle = taken.iter().filter_map(idle).collect();
        *taken = running;
        idle
    }
}

/// The slots of tasks that run, by executor.
async fn running(jobs: &HashMap<JobId, JobInfoCache>) -> HashMap<String, u32> {
    let mut running = HashMap::new();
    for job in jobs.values() {
        let graph = job.execution_graph.read().await;
        for task in graph.running_tasks() {
            let slots = graph.task_vcores(task.stage_id, task.task_id).unwrap_or(1);
            *running.entry(task.executor_id).or_default() += slots;
        }
    }
    running
}

#[async_trait]
impl ClusterState for Slots {
    async fn init(&self) -> Result<()> {
        self.engine.init().await
    }

    async fn bind_schedulable_tasks(
        &self,
        distribution: TaskDistributionPolicy,
        jobs: Arc<HashMap<JobId, JobInfoCache>>,
        executors: Option<HashSet<String>>,
    ) -> Result<Vec<BoundTask>> {
        let idle = self.settle(running(&jobs).await);
        if !idle.is_empty() {
            self.engine.unbind_tasks(idle).await?;
        }
        let bound = self.engine.bind_schedulable_tasks(distribution, jobs.clone(), executors).await?;
        let running = running(&jobs).await;
        *self.taken() = running;
        Ok(bound)
    }

    /// No more than are taken: a task of a stage that runs again may be another one's by its number.
    async fn unbind_tasks(&self, slots: Vec<ExecutorSlot>) -> Result<()> {
        let slots = {
            let mut taken = self.taken();
            let freed = slots.into_iter().map(|(id, count)| {
                let left = taken.entry(id.clone()).or_default();
                let freed = count.min(*left);
                *left -= freed;
                (id, freed)
            });
            freed.collect()
        };
        self.engine.unbind_tasks(slots).await
    }

    async fn register_executor(&self, metadata: ExecutorMetadata, data: ExecutorData) -> Result<()> {
        self.engine.register_executor(metadata, data).await
    }

    async fn save_executor_metadata(&self, metadata: ExecutorMetadata) -> Result<()> {
        self.engine.save_executor_metadata(metadata).await
    }

    async fn get_executor_metadata(&self, id: &str) -> Result<ExecutorMetadata> {
        self.engine.get_executor_metadata(id).await
    }

    async fn registered_executor_metadata(&self) -> Vec<ExecutorMetadata> {
        self.engine.registered_executor_metadata().await
    }

    async fn save_executor_heartbeat(&self, heartbeat: ExecutorHeartbeat) -> Result<()> {
        self.engine.save_executor_heartbeat(heartbeat).await
    }

    async fn remove_executor(&self, id: &str) -> Result<()> {
        self.taken().remove(id);
        let removed = self.engine.remove_executor(id).await;
        if let Err(error) = self.end_all().await {
            log::error!("queries that run cannot be ended: {error}");
        }
        removed
    }

    fn executor_heartbeats(&self) -> HashMap<String, ExecutorHeartbeat> {
        self.engine.executor_heartbeats()
    }

    fn get_executor_heartbeat(&self, id: &str) -> Option<ExecutorHeartbeat> {
        self.engine.get_executor_heartbeat(id)
    }

    async fn cluster_state_events(&self) -> Result<ClusterStateEventStream> {
        self.engine.cluster_state_events().await
    }
}
