//! Settings that cannot be used.

use std::error::Error;
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A `pgn.toml` that cannot be used. Shown, it is one line; the text of the file in it has control characters as they
/// are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    message: String,
    path: PathBuf,
    place: Option<ConfigPlace>,
}

/// The place of a fault in the text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConfigPlace {
    /// Bytes of the file.
    pub span: Range<usize>,
    /// Number of the line, from 1.
    pub line: usize,
    /// The line without its end.
    pub text: String,
    /// Bytes of the line; a fault that goes on in the next one ends with it.
    pub in_line: Range<usize>,
}

impl ConfigError {
    /// The fault, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The file, as it was named or found.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The place of the fault; none if the file could not be read.
    pub fn place(&self) -> Option<&ConfigPlace> {
        self.place.as_ref()
    }

    pub(crate) fn read(path: &Path, cause: &io::Error) -> Self {
        Self { message: format!("cannot be read: {cause}"), path: path.to_owned(), place: None }
    }

    pub(crate) fn parse(path: &Path, text: &str, error: &toml::de::Error) -> Self {
        let place = error.span().map(|span| {
            let start = span.start.min(text.len());
            let before = text.get(..start).unwrap_or_default();
            let line_start = before.rfind('\n').map_or(0, |at| at + 1);
            let line = text.get(line_start..).unwrap_or_default().lines().next().unwrap_or_default();
            let from = (start - line_start).min(line.len());
            let to = (span.end.max(start) - line_start).clamp(from, line.len());
            let end = span.end.clamp(start, text.len());
            ConfigPlace {
                span: start..end,
                line: before.matches('\n').count() + 1,
                text: line.to_owned(),
                in_line: from..to,
            }
        });
        // The parser ends some messages with the place, and some hold line breaks.
        let message = error.message().lines().collect::<Vec<_>>().join("; ");
        Self { message, path: path.to_owned(), place }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(place) = &self.place {
            write!(f, ":{}", place.line)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl Error for ConfigError {}
