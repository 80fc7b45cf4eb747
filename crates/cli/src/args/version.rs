//! The version, as reports of faults need it.

/// Version, commit and features: `0.1.0 (3010af7d)` and a line `features: columns, xz, zstd`.
pub(super) fn long_version() -> String {
    let mut version = env!("CARGO_PKG_VERSION").to_owned();
    // `packaging/program` sets it: a build script that asks git would run at every commit.
    if let Some(commit) = option_env!("PGNKIT_COMMIT") {
        version = format!("{version} ({commit})");
    }
    let features = [
        ("columns", cfg!(feature = "columns")),
        ("xz", cfg!(feature = "xz")),
        ("zstd", cfg!(feature = "zstd")),
    ];
    let built: Vec<_> = features.iter().filter(|(_, is_built)| *is_built).map(|(name, _)| *name).collect();
    format!("{version}\nfeatures: {}", if built.is_empty() { "none".to_owned() } else { built.join(", ") })
}
