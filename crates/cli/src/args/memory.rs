//! The options of commands that hold games in memory, and in a temporary file what does not fit.

use std::path::Path;

use clap::Args;
use pgnkit::PieceLetters;
use pgnkit_collections::sort::SortOptions;

use super::size::parse_memory;

#[derive(Args, Debug)]
pub(crate) struct MemoryArgs {
    /// Memory for games, as 256M or 2G; what does not fit goes to a temporary file
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_memory)]
    memory: usize,

    /// Directory of the temporary file [default: that of the system]
    #[arg(long, value_name = "DIR")]
    temp_dir: Option<super::TempDirectory>,
}

impl MemoryArgs {
    /// Why nothing can be done, if so.
    pub(crate) fn refusal(&self) -> Option<String> {
        let missing = self.temp_dir.as_deref().filter(|directory| !directory.is_dir())?;
        Some(format!("--temp-dir: there is no directory {}", missing.display()))
    }

    /// Bytes of memory, and the directory of temporary files.
    #[cfg(feature = "index")]
    pub(crate) fn limits(&self) -> (usize, std::path::PathBuf) {
        (self.memory, self.temp_dir.as_deref().map_or_else(std::env::temp_dir, Path::to_owned))
    }

    pub(crate) fn sort_options(&self, letters: Option<PieceLetters>) -> SortOptions {
        let mut options = SortOptions::default();
        options.memory = self.memory;
        options.temp_dir = self.temp_dir.as_deref().map(Path::to_owned);
        options.letters = letters.unwrap_or_default();
        options
    }
}
