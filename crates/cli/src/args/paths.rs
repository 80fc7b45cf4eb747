//! Paths of outputs. An option has one of these types, and no other, if something is written to its value: before anything is read, each is
//! held against every input and every other output of the run (`run/outputs.rs`).

use std::ffi::OsString;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// A file that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutputPath(PathBuf);

/// A directory that files are written into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutputDirectory(PathBuf);

/// A directory for temporary files, which have no names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TempDirectory(PathBuf);

macro_rules! path {
    ($($name:ident)*) => {$(
        impl From<OsString> for $name {
            fn from(path: OsString) -> Self {
                Self(path.into())
            }
        }

        impl Deref for $name {
            type Target = Path;

            fn deref(&self) -> &Path {
                &self.0
            }
        }
    )*};
}

path!(OutputPath OutputDirectory TempDirectory);
