//! The scheduler.

use std::sync::Arc;

use ballista_core::config::TaskSchedulingPolicy;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::{SchedulerConfig, TaskDistributionPolicy};
use ballista_scheduler::scheduler_process::start_server;

use super::slots::Slots;
use super::{MESSAGE, advertised, failed, logical_codec, physical_codec, warn_of_exposure};
use crate::cluster::args::{Scheduler, host};
use crate::error::Failure;
use crate::interrupt::asked_to_end;

/// Runs a scheduler until it is asked to end.
///
/// # Errors
/// When it cannot listen.
pub async fn scheduler(options: &Scheduler) -> Result<(), Failure> {
    // The engine takes an address; whether it is free, and which port 0 is, is found out before.
    let address = std::net::TcpListener::bind(options.bind)
        .and_then(|listener| listener.local_addr())
        .map_err(|error| Failure::Other(format!("cannot listen at {}: {error}", options.bind)))?;
    let config = SchedulerConfig {
        bind_host: address.ip().to_string(),
        bind_port: address.port(),
        external_host: advertised(address, options.advertise.as_deref())?,
        // Tasks go to executors at once, which keeps a query of many short ones quick, and to all of them alike.
        scheduling_policy: TaskSchedulingPolicy::PushStaged,
        task_distribution: TaskDistributionPolicy::RoundRobin,
        executor_timeout_seconds: options.timeout,
        expire_dead_executor_interval_seconds: (options.timeout / 4).max(1),
        // A stage that cannot fetch the results of another one ends its query, which is run again as a whole.
        stage_max_failures: 1,
        // A cluster whose last executor is lost waits for another one that long.
        no_executors_grace_period_seconds: options.timeout.max(60),
        grpc_server_max_decoding_message_size: MESSAGE,
        grpc_server_max_encoding_message_size: MESSAGE,
        grpc_client_max_message_size: MESSAGE,
        override_logical_codec: Some(logical_codec()),
        override_physical_codec: Some(physical_codec()),
        ..SchedulerConfig::default()
    };
    let engine = BallistaCluster::new_from_config(&config).await.map_err(failed)?;
    let host = if address.ip().is_unspecified() { "127.0.0.1".to_owned() } else { host(address.ip()) };
    let slots = Slots::new(&engine, format!("http://{host}:{}", address.port()));
    let cluster = BallistaCluster::new(Arc::new(slots), engine.job_state());
    log::info!("scheduler at {address}");
    warn_of_exposure(
        address.ip(),
        "run queries that read every file that executors can read, and see what they give",
    );
    tokio::select! {
        result = start_server(cluster, address, Arc::new(config)) => result.map_err(failed),
        () = asked_to_end() => {
            log::info!("scheduler ends");
            Ok(())
        }
    }
}
