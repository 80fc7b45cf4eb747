//! Limits and times of a server.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::thread;
use std::time::Duration;

/// Limits and times of a server.
///
/// ```
/// use pgnkit_serve::Options;
///
/// let mut options = Options::default();
/// options.cross_origin = false;
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The number of questions that are worked on at the same time; as many as there are cores.
    pub workers: usize,
    /// The number of questions that wait for a worker. More are refused at once, with status 503.
    pub queue: usize,
    /// The time that a question waits for a worker before it is refused, too.
    pub queue_time: Duration,
    /// The time that an explorer has for a question. After it the client gets status 503, and the worker goes on.
    pub work_time: Duration,
    /// The number of connections. More are refused, with status 503.
    pub connections: usize,
    /// The time in which the head of a request must be there, counted from when the connection is free for it. An unused
    /// connection is closed after it.
    pub header_time: Duration,
    /// The time in which a client must take some more of an answer.
    pub write_time: Duration,
    /// The time that running requests have when the server stops.
    pub stop_time: Duration,
    /// The number of bytes that cached answers take.
    pub cache_bytes: usize,
    /// Whether pages of other sites may read the answers (CORS).
    pub cross_origin: bool,
    /// The engines that analyse positions; without them there is no `/api/analysis`. It answers programs and the page of this server alone,
    /// whatever [`cross_origin`](Self::cross_origin) says.
    #[cfg(feature = "engines")]
    pub engine: Option<crate::EngineOptions>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            workers: thread::available_parallelism().map_or(1, usize::from),
            queue: 256,
            queue_time: Duration::from_secs(5),
            work_time: Duration::from_secs(10),
            connections: 512,
            header_time: Duration::from_secs(10),
            write_time: Duration::from_secs(10),
            stop_time: Duration::from_secs(10),
            cache_bytes: 32 << 20,
            cross_origin: true,
            #[cfg(feature = "engines")]
            engine: None,
        }
    }
}

/// The address for those who name none: of this machine alone, at the port that lichess's program has.
pub const DEFAULT_ADDRESS: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 9002));
