//! Questions as clients ask them, answers as they get them, and a server on a socket.

#[cfg(feature = "engines")]
mod analyses;
mod answers;
mod evaluations;
#[cfg(feature = "engines")]
mod fake;
mod http;
mod limits;
mod questions;
mod running;
mod shelf;
