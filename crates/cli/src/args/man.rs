//! The options of `pgn man`.

use clap::Args;

const AFTER_HELP: &str = "\
Examples:
  pgn man check | man -l -           one page
  pgn man --dir ~/.local/share/man/man1  all of them, a file for each

Exit status: 0 written, 2 there is no such subcommand or directory.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct ManArgs {
    /// The subcommand, such as check or epd sort; none: all pages, one after the other
    #[arg(value_name = "SUBCOMMAND")]
    pub(crate) subcommand: Vec<String>,

    /// Write a file for each page into DIR: pgn.1, pgn-check.1, …
    #[arg(long, value_name = "DIR", conflicts_with = "subcommand")]
    pub(crate) dir: Option<super::OutputDirectory>,
}
