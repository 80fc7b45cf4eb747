//! One file per subcommand.

pub(crate) mod check;
pub(crate) mod clocks;
pub(crate) mod convert;
pub(crate) mod dedup;
pub(crate) mod diagram;
pub(crate) mod diff;
pub(crate) mod eco;
pub(crate) mod edit;
mod editing;
pub(crate) mod epd;
pub(crate) mod explain;
pub(crate) mod filter;
pub(crate) mod fmt;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod names;
mod rewrite;
pub(crate) mod show;
pub(crate) mod sort;
mod sorting;
pub(crate) mod split;
pub(crate) mod stats;
pub(crate) mod tree;
