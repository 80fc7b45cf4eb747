//! The command `pgn`.
fn main() {}
