//! One file per subcommand.

pub(crate) mod check;
pub(crate) mod fmt;
pub(crate) mod man;
