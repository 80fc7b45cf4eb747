use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::compare_folder;

/// Builds the command `pgn` as it is released, but for the profile, and says where it lies: what is measured is what is in the folder now.
///
/// # Errors
/// When it cannot be built.
pub fn build_pgn() -> io::Result<PathBuf> {
    build("release", "pgnkit-cli", &compare_folder().join("../Cargo.toml"))
}

/// Builds the program of a package in a profile, and says where it lies.
///
/// # Errors
/// When it cannot be built.
pub fn build(profile: &str, package: &str, manifest: &Path) -> io::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--locked", "--profile", profile, "--package", package, "--manifest-path"]);
    command.arg(manifest);
    if package == "pgnkit-cli" {
        command.args(["--features", "columns"]);
    }
    command.arg("--message-format=json-render-diagnostics");
    let output = command.stderr(Stdio::inherit()).output()?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let built = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .find_map(|message| Some(PathBuf::from(message["executable"].as_str()?)));
    built
        .filter(|_| output.status.success())
        .ok_or_else(|| io::Error::other(format!("{package} cannot be built")))
}
