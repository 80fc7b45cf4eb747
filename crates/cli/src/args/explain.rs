//! The options of `pgn explain`.

use clap::Args;
use pgnkit::syntax::Code;

use super::ColorWhen;
use crate::codes::CodeParser;

#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// Codes or names: PGN-C001, C001, illegal-move; none lists all
    #[arg(value_name = "CODE", value_parser = CodeParser, hide_possible_values = true)]
    pub(crate) codes: Vec<Code>,

    /// Use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorWhen::Auto)]
    pub(crate) color: ColorWhen,
}
