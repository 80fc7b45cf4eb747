//! Questions as clients ask them, answers as they get them, and a server on a socket.

mod answers;
mod evaluations;
mod http;
mod limits;
mod questions;
mod running;
mod shelf;
