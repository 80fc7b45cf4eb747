//! The file that a path leads to, whether it exists or not.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::{Parts, directory_of, follow_links};
use crate::stamp::{Identity, identity};

/// The file that a path leads to: through links, `.` and `..`, and by whatever name it has there.
#[derive(Clone, Debug)]
pub struct Place {
    path: PathBuf,
    identity: Option<Identity>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Missing,
    File,
    Directory,
    /// A device or a pipe.
    Special,
}

impl Kind {
    fn of(metadata: &Metadata) -> Self {
        match () {
            () if metadata.is_file() => Self::File,
            () if metadata.is_dir() => Self::Directory,
            () => Self::Special,
        }
    }
}

impl Place {
    /// The place that a path leads to.
    ///
    /// # Errors
    /// When the system does not say, such as for a loop of links.
    pub fn of(path: &Path) -> io::Result<Self> {
        let target = follow_links(path)?;
        match fs::metadata(&target) {
            Ok(metadata) => {
                let path = fs::canonicalize(&target)?;
                Ok(Self { path, identity: identity(&metadata), kind: Kind::of(&metadata) })
            }
            Err(_) => Ok(Self { path: resolved(&target)?, identity: None, kind: Kind::Missing }),
        }
    }

    /// The place of an open file that has metadata and no path, such as standard output; `None` when it is no regular file.
    pub fn of_open(metadata: &Metadata) -> Option<Self> {
        let identity = identity(metadata)?;
        metadata.is_file().then(|| Self { path: PathBuf::new(), identity: Some(identity), kind: Kind::File })
    }

    /// The path from the root of the file system on, without links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is a directory.
    pub fn is_directory(&self) -> bool {
        self.kind == Kind::Directory
    }

    /// Whether it is a device or a pipe, which is written to and not replaced.
    pub fn is_special(&self) -> bool {
        self.kind == Kind::Special
    }

    /// Whether there is a file at a path, and it is this one.
    pub fn is_at(&self, path: &Path) -> bool {
        let Ok(metadata) = fs::metadata(path) else { return false };
        match (self.identity, identity(&metadata)) {
            (Some(one), Some(other)) => one == other,
            _ => Self::of(path).is_ok_and(|other| self.is_same(&other)),
        }
    }

    /// Whether both are the same file: also by two names of it, and by names that differ in case where the system does not tell them
    /// apart.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self.identity, other.identity) {
            (Some(one), Some(other)) => one == other,
            (None, None) if self.path == other.path => true,
            (None, None) => {
                self.path.to_string_lossy().to_lowercase() == other.path.to_string_lossy().to_lowercase()
                    && is_caseless(directory_of(&self.path))
            }
            _ => false,
        }
    }
}

/// Why an output must not be written, if so: it is an input, by whatever name, or [read with one](Parts), or in a directory that is one, where the next run would
/// read it. A pipe or a device is written to, and takes no place.
pub fn output_refusal<'p>(output: &Path, inputs: impl IntoIterator<Item = &'p Path>) -> Option<String> {
    let place = Place::of(output).ok().filter(|place| !place.is_special())?;
    inputs.into_iter().find_map(|input| {
        let read = Place::of(input).ok()?;
        let name = output.display();
        let with = |input: &Path| {
            let has = Parts::of(input).has(&place);
            has.then(|| format!("{name}: it is read with {}; choose another file", input.display()))
        };
        if read.is_same(&place) {
            Some(format!("{name}: it is an input; choose another file"))
        } else if !read.is_directory()
            && let Some(refusal) = with(input)
        {
            Some(refusal)
        } else if read.is_directory() && place.path().starts_with(read.path()) {
            Some(format!("{name}: it is in {}, which is read; choose a place outside", input.display()))
        } else if read.is_directory() && fs::metadata(output).is_ok() {
            // By another name of a file that is in it.
            crate::inputs::walked(read.path(), false).find_map(|file| match place.is_at(&file) {
                true => Some(format!("{name}: it is an input, {}; choose another file", file.display())),
                false => with(&file),
            })
        } else {
            None
        }
    })
}

/// The path of what does not exist: what there is of it without links, and the rest as it is named.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let mut there = path.clone();
    let mut rest: Vec<Option<OsString>> = Vec::new();
    while there.parent().is_some() {
        if let Ok(mut found) = fs::canonicalize(&there) {
            for name in rest.into_iter().rev() {
                match name {
                    Some(name) => found.push(name),
                    None => _ = found.pop(),
                }
            }
            return Ok(found);
        }
        // `..` has no name.
        rest.push(there.file_name().map(OsString::from));
        there.pop();
    }
    Ok(path)
}

/// Whether names that differ in case alone are one in a directory, as far as its own name tells.
fn is_caseless(directory: &Path) -> bool {
    if cfg!(any(windows, target_os = "macos")) {
        return true;
    }
    directory.ancestors().find_map(|directory| {
        let name = directory.file_name()?.to_str()?;
        let swap =
            |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        let swapped: String = name.chars().map(swap).collect();
        let of = |path: &Path| fs::metadata(path).ok().and_then(|metadata| identity(&metadata));
        (swapped != name).then(|| {
            let (one, other) = (of(directory), of(&directory.with_file_name(swapped)));
            one.is_some() && one == other
        })
    }) == Some(true)
}
