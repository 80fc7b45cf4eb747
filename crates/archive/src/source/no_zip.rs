//! Takes the place of `zip` in builds without the feature: archives are recognised and refused.

use super::BoxRead;
use super::codec::not_compiled;
use super::error::{SourceError, SourceErrorKind};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// No entry: there is none without the feature.
#[derive(Clone, Debug)]
pub(crate) struct ZipEntry {
    pub(crate) name: String,
    pub(crate) compressed_bytes: u64,
    never: Infallible,
}

pub(crate) fn entries(name: &str, _: File, _: super::EntryChoice) -> Result<VecDeque<ZipEntry>, SourceError> {
    Err(refused(name))
}

pub(crate) fn names(_: &Path) -> Vec<String> {
    Vec::new()
}

pub(crate) fn is_resource_fork(_: &str) -> bool {
    false
}

pub(crate) fn spool(name: &str, _: impl Read) -> Result<File, SourceError> {
    Err(refused(name))
}

fn refused(name: &str) -> SourceError {
    SourceError::new(name, SourceErrorKind::Unsupported, not_compiled("zip"))
}

impl ZipEntry {
    pub(crate) fn sibling(&self, _: impl Fn(&str) -> bool) -> Option<&Self> {
        match self.never {}
    }

    pub(crate) fn content(&self, _: impl FnOnce(io::Empty) -> BoxRead) -> io::Result<BoxRead> {
        match self.never {}
    }

    pub(crate) fn reader(&self, _: impl FnOnce(io::Empty) -> BoxRead) -> io::Result<BoxRead> {
        match self.never {}
    }
}

/// Has nothing to read.
pub(crate) enum Concatenated {}

impl Concatenated {
    pub(crate) fn new(_: VecDeque<ZipEntry>) -> io::Empty {
        io::empty()
    }
}
