//! Memory as an argument.

use pgnkit_archive::parse_size;

/// The least memory that is worth a temporary file.
const LEAST_MEMORY: usize = 1 << 20;

/// Reads the memory that sorting may take.
pub(super) fn parse_memory(text: &str) -> Result<usize, String> {
    let bytes = parse_size(text)?;
    if bytes < LEAST_MEMORY { Err("sorting needs at least 1M".to_owned()) } else { Ok(bytes) }
}
