//! The option of commands that write one file.

use std::ops::Deref;

use clap::Args;

use super::OutputPath;

/// With `IN_PLACE` the command can write into the files that it reads instead.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs<const IN_PLACE: bool = false> {
    /// Write to FILE, replaced only when everything is done; compressed if it ends in .gz, .zst, .xz or .bz2
    #[arg(short, long, value_name = "FILE", conflicts_with_all = CONFLICTS[usize::from(IN_PLACE)])]
    pub(crate) output: Option<OutputPath>,
}

const CONFLICTS: [&[&str]; 2] = [&[], &["in_place"]];

impl<const IN_PLACE: bool> Deref for OutputArgs<IN_PLACE> {
    type Target = Option<OutputPath>;

    fn deref(&self) -> &Option<OutputPath> {
        &self.output
    }
}
