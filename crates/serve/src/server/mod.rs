//! The server: HTTP over an explorer.

mod accept;
mod io;
#[cfg(feature = "engines")]
mod origin;
mod respond;

use std::fmt;
use std::future::Future;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::sync::watch;

use crate::desk::Desk;
use crate::event::Event;
use crate::explorer::Explorer;
use crate::gate::Gate;
use crate::options::Options;

/// A server. Clones are the same server, so that one can stop it from another thread.
#[derive(Clone, Debug)]
pub struct Server {
    shared: Arc<Shared>,
}

/// Longer times are like none, and clocks do not end before it.
const MAX_TIME: Duration = Duration::from_secs(24 * 60 * 60);

type Log = Box<dyn Fn(&Event<'_>) + Send + Sync>;

/// The parts that all requests share.
struct Shared {
    desk: Desk,
    gate: Gate,
    log: Log,
    stop: watch::Sender<bool>,
    workers: usize,
    connections: usize,
    work_time: Duration,
    header_time: Duration,
    write_time: Duration,
    stop_time: Duration,
    cross_origin: bool,
    #[cfg(feature = "engines")]
    analyses: Option<Arc<crate::analysis::Analyses>>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("desk", &self.desk).finish_non_exhaustive()
    }
}

impl Shared {
    /// Whether there are engines.
    #[cfg(feature = "engines")]
    const fn has_engine(&self) -> bool {
        self.analyses.is_some()
    }

    /// Whether there are engines.
    #[cfg(not(feature = "engines"))]
    const fn has_engine(&self) -> bool {
        false
    }
}

impl Server {
    /// A server that answers from an explorer. `log` gets every request and every other event, from any thread; the
    /// server itself prints nothing.
    pub fn new(
        explorer: Arc<dyn Explorer>,
        options: &Options,
        log: impl Fn(&Event<'_>) + Send + Sync + 'static,
    ) -> Self {
        let shared = Shared {
            desk: Desk::new(explorer, options.cache_bytes),
            gate: Gate::new(options.workers, options.queue, options.queue_time.min(MAX_TIME)),
            log: Box::new(log),
            stop: watch::Sender::new(false),
            workers: options.workers.max(1),
            connections: options.connections,
            work_time: options.work_time.min(MAX_TIME),
            header_time: options.header_time.min(MAX_TIME),
            write_time: options.write_time.min(MAX_TIME),
            stop_time: options.stop_time.min(MAX_TIME),
            cross_origin: options.cross_origin,
            #[cfg(feature = "engines")]
            analyses: options.engine.clone().map(crate::analysis::Analyses::new),
        };
        Self { shared: Arc::new(shared) }
    }

    /// Serves the connections of a listener, on this thread and as many for work as there are
    /// [`workers`](Options::workers), until `until` is ready or [`stop`](Self::stop) is called. Then the listener is
    /// closed, and requests that have begun are answered, if they need no longer than [`Options::stop_time`].
    ///
    /// A future that is never ready is [`std::future::pending`].
    ///
    /// # Errors
    ///
    /// If the loop of events cannot be set up. Errors of single connections go to the log.
    pub fn serve(&self, listener: TcpListener, until: impl Future<Output = ()>) -> std::io::Result<()> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(self.shared.workers)
            .thread_name("explorer")
            .build()?;
        let result = runtime.block_on(async {
            let listener = accept::listener(listener)?;
            accept::serve(Arc::clone(&self.shared), listener, until).await;
            Ok(())
        });
        // Without waiting for work that nobody needs any more.
        runtime.shutdown_background();
        #[cfg(feature = "engines")]
        self.shared.analyses.iter().for_each(|analyses| analyses.end_idle());
        result
    }

    /// Answers from another explorer from now on. Requests that have begun are answered by the one before; no connection
    /// is closed.
    pub fn replace(&self, explorer: Arc<dyn Explorer>) {
        self.shared.desk.replace(explorer);
    }

    /// Ends [`serve`](Self::serve), for good.
    pub fn stop(&self) {
        self.shared.stop.send_replace(true);
    }
}
