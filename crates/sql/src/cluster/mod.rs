//! Queries on many machines.
//!
//! The engine is Ballista: a scheduler plans a query and gives parts of it, tasks, to executors, which keep what one stage gives to
//! the next on their disks; a task that is lost with its executor is run again.
//!
//! The seam is [`ballista`]: only that module names the engine. The rest is plain DataFusion, so that another engine
//! on it can take its place:
//!
//! * [`SharedGames`] is a table of games in many partitions, a file each;
//! * [`FilesExec`] is the plan node that reads them. The names of the files are its input, which any engine knows how to split;
//! * [`LogicalCodec`] and [`PhysicalCodec`] write plans with these, and with our functions, as bytes. They take the
//!   codec of the engine for what is the engine's own.
//!
//! An engine needs no more of us than these two codecs, on each of its nodes.

pub mod args;
pub mod ballista;
mod codec;
mod exec;
mod logging;
mod message;
mod shared;

pub use codec::{LogicalCodec, PhysicalCodec};
pub use exec::FilesExec;
pub use shared::{PARTITIONS, SharedGames};

use crate::error::Failure;
use args::Node;

/// Runs a scheduler or an executor until it is asked to end.
///
/// # Errors
/// When it cannot listen, or cannot reach its scheduler.
pub fn run(node: &Node) -> Result<(), Failure> {
    logging::start(node.is_quiet());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        match node {
            Node::Scheduler(scheduler) => ballista::scheduler(scheduler).await,
            Node::Executor(executor) => ballista::executor(executor).await,
        }
    });
    // A task that cannot be broken off is not waited for.
    runtime.shutdown_background();
    result
}
