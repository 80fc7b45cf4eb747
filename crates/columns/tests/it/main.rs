//! Tests of the crate.

#[cfg(feature = "parquet")]
mod dataset;
mod facts;
#[cfg(all(feature = "ipc", feature = "parquet"))]
mod files;
mod lossless;
mod moves;
mod page;
#[cfg(feature = "parquet")]
mod parquet;
mod records;

use proptest::prelude::ProptestConfig;

/// As many cases as `PROPTEST_CASES` in the environment says, usually that many: few enough for every day.
fn cases(usual: u32) -> ProptestConfig {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let mut config = ProptestConfig::with_cases(wanted.unwrap_or(usual));
    config.failure_persistence = None;
    config
}
