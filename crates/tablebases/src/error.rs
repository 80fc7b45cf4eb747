//! Errors of files.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why tables are not opened or not read.
#[derive(Debug)]
#[non_exhaustive]
pub enum TablebaseError {
    /// A folder or a file cannot be read.
    Io {
        /// The folder or the file.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// No folder has a file whose name is that of a table of outcomes, such as `KRvK.rtbw`; the folders.
    NoTables(Vec<PathBuf>),
    /// The file begins as no table of its kind does.
    NotATable(PathBuf),
    /// The file is cut, or its bytes are not those of a table.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The part of it that is damaged.
        part: &'static str,
    },
}

impl fmt::Display for TablebaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::NoTables(paths) => {
                f.write_str("expected Syzygy tables such as KRvK.rtbw, found none in ")?;
                for (index, path) in paths.iter().enumerate() {
                    write!(f, "{}{}", if index == 0 { "" } else { ", " }, path.display())?;
                }
                if paths.is_empty() { f.write_str("no folder") } else { Ok(()) }
            }
            Self::NotATable(path) => {
                write!(f, "{}: expected a Syzygy table of standard chess, found another file", path.display())
            }
            Self::Damaged { path, part } => {
                write!(
                    f,
                    "{}: expected a whole table, found one whose {part} is damaged; copy it again",
                    path.display()
                )
            }
        }
    }
}

impl Error for TablebaseError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// An error of a file whose name is added later.
#[derive(Debug)]
pub(crate) enum Fault {
    Io(io::Error),
    NotATable,
    Damaged(&'static str),
}

impl Fault {
    pub(crate) fn of_file(self, path: &Path) -> TablebaseError {
        let path = path.to_owned();
        match self {
            Self::Io(error) => TablebaseError::Io { path, error },
            Self::NotATable => TablebaseError::NotATable(path),
            Self::Damaged(part) => TablebaseError::Damaged { path, part },
        }
    }

    /// The fault of a read: a file that ends too early is damaged.
    pub(crate) fn reading(part: &'static str) -> impl Fn(io::Error) -> Self {
        move |error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged(part),
            _ => Self::Io(error),
        }
    }
}
