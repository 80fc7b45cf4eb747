//! The command line of the nodes.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::args::{parse_jobs, parse_memory};

/// The port of a scheduler where nothing else is said.
pub const PORT: u16 = 50050;

/// A node of a cluster.
#[derive(Clone, Debug, Subcommand)]
pub enum Node {
    /// Plan queries and give their tasks to executors
    Scheduler(Scheduler),
    /// Run tasks of queries
    Executor(Executor),
}

impl Node {
    pub(super) fn is_quiet(&self) -> bool {
        match self {
            Self::Scheduler(scheduler) => scheduler.quiet,
            Self::Executor(executor) => executor.quiet,
        }
    }
}

/// The scheduler.
#[derive(Clone, Debug, Args)]
pub struct Scheduler {
    /// Address to listen at
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:50050")]
    pub bind: SocketAddr,

    /// Name or address at which executors reach it [default: that of --bind]
    #[arg(long, value_name = "HOST")]
    pub advertise: Option<String>,

    /// Seconds without a sign of life after which an executor is lost and its tasks are run again
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(2..=3600))]
    pub timeout: u64,

    /// Print warnings and errors only
    #[arg(short, long)]
    pub quiet: bool,
}

/// An executor.
#[derive(Clone, Debug, Args)]
pub struct Executor {
    /// The scheduler
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050", value_parser = parse_address)]
    pub scheduler: Address,

    /// Address to listen at; port 0 takes free ports, another one is taken with the next after it
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:0")]
    pub bind: SocketAddr,

    /// Name or address at which the others reach it [default: that of --bind]
    #[arg(long, value_name = "HOST")]
    pub advertise: Option<String>,

    /// Tasks that run at a time [default: as many as there are cores]
    #[arg(short, long, value_name = "N", value_parser = parse_jobs)]
    pub jobs: Option<usize>,

    /// Memory for tasks, as 512M or 4G; what does not fit goes to the work directory [default: 60 % of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub memory: Option<usize>,

    /// Directory below which results of stages are kept, in a directory that is removed at the end [default: that of the system]
    #[arg(long, value_name = "DIR")]
    pub work_dir: Option<PathBuf>,

    /// Seconds between signs of life
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub heartbeat: u64,

    /// Print warnings and errors only
    #[arg(short, long)]
    pub quiet: bool,
}

/// A host and a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// A name or an address; one of IPv6 in brackets.
    pub host: String,
    /// The port.
    pub port: u16,
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

/// Reads `host:port`, or `host` with the usual port.
///
/// # Errors
/// With what is expected.
pub fn parse_address(text: &str) -> Result<Address, String> {
    let wrong = || format!("expected a host and a port, such as 127.0.0.1:{PORT}");
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !host.ends_with(':') => (host, port.parse().map_err(|_| wrong())?),
        _ => (text, PORT),
    };
    let is_name = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
    let is_ipv6 = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let is_ipv6 = is_ipv6.is_some_and(|host| host.parse::<std::net::Ipv6Addr>().is_ok());
    if host.is_empty() || !(is_name || is_ipv6) || port == 0 {
        return Err(wrong());
    }
    Ok(Address { host: host.to_owned(), port })
}

/// An address as part of a URL: that of IPv6 in brackets.
pub(super) fn host(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (text, expected) in [
            ("127.0.0.1:50050", Some("127.0.0.1:50050")),
            ("node-1.example.org", Some("node-1.example.org:50050")),
            ("[::1]:7", Some("[::1]:7")),
            ("", None),
            (":7", None),
            ("a:b", None),
            ("a:0", None),
            ("a:70000", None),
            ("http://a:1", None),
            ("::1", None),
            ("a b:1", None),
        ] {
            assert_eq!(
                parse_address(text).ok().map(|address| address.to_string()).as_deref(),
                expected,
                "{text}"
            );
        }
    }
}
