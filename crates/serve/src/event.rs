//! Events of a running server, for its log.

use std::net::SocketAddr;
use std::time::Duration;

/// Something that has happened in a server, for a log.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A request was answered.
    Request(RequestRecord<'a>),
    /// A connection has ended before its time: its client was too slow, spoke no HTTP or went away.
    Connection {
        /// The client.
        peer: SocketAddr,
        /// The reason.
        problem: &'a str,
    },
    /// A connection was refused, since there are [`Options::connections`](crate::Options::connections) others.
    Refused {
        /// The client.
        peer: SocketAddr,
    },
    /// An engine has failed in an analysis.
    Engine {
        /// The reason.
        problem: &'a str,
    },
    /// A connection could not be accepted: there are too many files, for instance.
    Accept {
        /// The reason.
        problem: &'a str,
    },
}

/// A request and its answer. Names of players can be in the query.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RequestRecord<'a> {
    /// The client, or a proxy in between.
    pub peer: SocketAddr,
    /// The method, `GET`.
    pub method: &'a str,
    /// The path, `/masters`.
    pub path: &'a str,
    /// The text after `?`, as the client wrote it.
    pub query: &'a str,
    /// The status, `200`.
    pub status: u16,
    /// The bytes of the answer without its head.
    pub bytes: usize,
    /// The time from the head of the request to the head of the answer.
    pub time: Duration,
    /// Whether the answer was in the cache.
    pub is_cached: bool,
    /// The fault, if the client is not to blame.
    pub problem: Option<&'a str>,
}
