//! The options of `pgn explain`.

use clap::Args;
use pgnkit::syntax::Code;

use super::ColorWhen;
use crate::codes::CodeParser;

const AFTER_HELP: &str = "\
Examples:
  pgn explain                list all diagnostics
  pgn explain C001           one page
  pgn explain illegal-move   the same

Exit status: 0 shown, 2 there is no such diagnostic.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct ExplainArgs {
    /// Codes or names: PGN-C001, C001, illegal-move; none lists all
    #[arg(value_name = "CODE", value_parser = CodeParser, hide_possible_values = true)]
    pub(crate) codes: Vec<Code>,

    /// Use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorWhen::Auto)]
    pub(crate) color: ColorWhen,
}
