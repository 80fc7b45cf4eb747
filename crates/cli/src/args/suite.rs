//! The options of `pgn analyse --epd`, which runs test suites.

use clap::Args;
use pgnkit_collections::ListForm;

use super::analyse::parse_option;
use super::list_form::list_form;

const SUITE: &str = "Test suites";

/// Test suites in place of games.
#[derive(Args, Clone, Debug)]
pub(crate) struct SuiteArgs {
    /// Run test suites: FILE has records of EPD with bm, am or dm, and results are listed
    #[arg(long, help_heading = SUITE)]
    pub(crate) epd: bool,

    /// Format of the list of results [default: text, or by the name of -o]
    #[arg(long, value_parser = list_form(), value_name = "FORMAT", requires = "epd", help_heading = SUITE)]
    pub(crate) report: Option<ListForm>,

    /// Command of another engine, which searches the same records: which one finds more
    #[arg(long, value_name = "COMMAND", requires = "epd", help_heading = SUITE)]
    pub(crate) against: Option<String>,

    /// Option of that engine, in place of those of --engine-option; may be given again
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_option, requires = "against", help_heading = SUITE)]
    pub(crate) against_option: Vec<(String, String)>,
}
