//! The options of `pgn analyse --epd`, which runs test suites.

use clap::Args;
use pgnkit_collections::ListForm;

use super::engine::{ENGINE, parse_option};
use super::list_form::list_form;

/// Test suites in place of games.
#[derive(Args, Clone, Debug)]
pub(crate) struct SuiteArgs {
    /// Run test suites in EPD: bm, am, dm, points
    ///
    /// Each record is searched, and the results are listed: docs/test-suites.md.
    #[arg(long, help_heading = ENGINE)]
    pub(crate) epd: bool,

    /// With --epd: format of the results [default: text, or by the name of -o]
    #[arg(long, value_parser = list_form(), value_name = "FORMAT", requires = "epd", help_heading = ENGINE, hide_short_help = true)]
    pub(crate) report: Option<ListForm>,

    /// With --epd: command of another engine, which searches the same records
    #[arg(long, value_name = "COMMAND", requires = "epd", help_heading = ENGINE, hide_short_help = true)]
    pub(crate) versus: Option<String>,

    /// Option of that engine, as Threads=1; can be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_option, requires = "versus", help_heading = ENGINE, hide_short_help = true)]
    pub(crate) versus_option: Vec<(String, String)>,
}
