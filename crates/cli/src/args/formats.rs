//! Forms of input and output as arguments: the names are those of the library's lists.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pgnkit_archive::InputFormat;
use pgnkit_archive::input::{self, EPD, INPUTS, Pgn};
use pgnkit_archive::output::{self, NamedOutput, OUTPUTS};

/// The fallback of commands whose inputs are records.
pub(crate) const FALLBACK_EPD: Option<&'static dyn InputFormat> = Some(&EPD);
/// The fallback of commands whose inputs are games.
pub(crate) const FALLBACK_PGN: Option<&'static dyn InputFormat> = Some(&Pgn);

/// Reads the name of an input format.
pub(super) fn inputs() -> impl TypedValueParser<Value = &'static dyn InputFormat> {
    let names = INPUTS.iter().map(|format| PossibleValue::new(format.name()).help(format.summary()));
    PossibleValuesParser::new(names)
        .try_map(|name| input::by_name(&name.to_ascii_lowercase()).ok_or("not an input format"))
}

/// Reads the name of an output format.
pub(super) fn outputs() -> impl TypedValueParser<Value = &'static NamedOutput> {
    let names = OUTPUTS.iter().map(|output| PossibleValue::new(output.name).help(output.summary));
    PossibleValuesParser::new(names)
        .try_map(|name| output::by_name(&name.to_ascii_lowercase()).ok_or("not an output format"))
}
