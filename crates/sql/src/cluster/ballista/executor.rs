//! An executor.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::ids::new_instance_id;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};

use super::{MESSAGE, advertised, failed, logical_codec, physical_codec, warn_of_exposure};
use crate::cluster::args::{Executor, host};
use crate::error::Failure;
use crate::interrupt::asked_to_end;
use crate::session::usual_memory;

/// Seconds in which a scheduler must answer at the start, so that the two may be started in any order.
const CONNECT: u16 = 30;

/// Runs an executor until it is asked to end, and removes its work directory.
///
/// # Errors
/// When it cannot listen, or does not reach its scheduler.
pub async fn executor(options: &Executor) -> Result<(), Failure> {
    let [flight, tasks] = ports(options.bind)?;
    let memory = options.memory.unwrap_or_else(usual_memory);
    let jobs = options.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let mut work = tempfile::Builder::new();
    let work = work.prefix("pgn-sql-executor-");
    let work = match &options.work_dir {
        Some(parent) => work.tempdir_in(parent),
        None => work.tempdir(),
    };
    let work = work.map_err(|error| Failure::Other(format!("there can be no work directory: {error}")))?;
    let config = ExecutorProcessConfig {
        executor_id: new_instance_id(),
        bind_host: host(options.bind.ip()),
        external_host: Some(advertised(options.bind, options.advertise.as_deref())?),
        port: flight,
        grpc_port: tasks,
        scheduler_host: options.scheduler.host.clone(),
        scheduler_port: options.scheduler.port,
        scheduler_connect_timeout_seconds: CONNECT,
        vcores: jobs,
        task_scheduling_policy: TaskSchedulingPolicy::PushStaged,
        work_dir: Some(work.path().display().to_string()),
        grpc_max_decoding_message_size: MESSAGE,
        grpc_max_encoding_message_size: MESSAGE,
        executor_heartbeat_interval_seconds: options.heartbeat,
        memory_pool_size: Some(memory as u64),
        override_logical_codec: Some(logical_codec()),
        override_physical_codec: Some(physical_codec()),
        ..ExecutorProcessConfig::default()
    };
    log::info!(
        "executor of {} at {}:{flight} and {tasks}: {jobs} task{} at a time, {} MiB of memory, {}",
        options.scheduler,
        options.bind.ip(),
        if jobs == 1 { "" } else { "s" },
        memory >> 20,
        work.path().display()
    );
    warn_of_exposure(
        options.bind.ip(),
        "have it read every file that it can read, and see results of queries",
    );
    // The engine ends by itself when it is asked to, after the tasks that run; asked twice, at once.
    let result = tokio::select! {
        result = start_executor_process(Arc::new(config)) => result.map_err(failed),
        () = asked_twice() => Err(Failure::Interrupted),
    };
    work.close()?;
    result?;
    log::info!("executor ends");
    Ok(())
}

async fn asked_twice() {
    asked_to_end().await;
    log::info!("the executor ends when its tasks have ended; asked once more, it ends at once");
    asked_to_end().await;
}

/// Ports for results and for tasks.
fn ports(bind: SocketAddr) -> Result<[u16; 2], Failure> {
    if bind.port() != 0 {
        let next = bind.port().checked_add(1);
        let next = next.ok_or_else(|| Failure::Other(format!("{bind} leaves no port after it")))?;
        return Ok([bind.port(), next]);
    }
    // The engine takes numbers, not sockets. Both are held until both are known.
    let free = || {
        std::net::TcpListener::bind(bind).and_then(|listener| Ok((listener.local_addr()?.port(), listener)))
    };
    let ((first, _held), (second, _)) = (free()?, free()?);
    Ok([first, second])
}
