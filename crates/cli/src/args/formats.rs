//! Formats of input and output as arguments: the names are those of the library's lists.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pgnkit_archive::InputFormat;
use pgnkit_archive::input::{self, EPD, INPUTS, Pgn};
use pgnkit_archive::output::{self, NamedOutput, OUTPUTS, is_left_out};

/// The fallback of commands whose inputs are records.
pub(crate) const FALLBACK_EPD: Option<&'static dyn InputFormat> = Some(&EPD);
/// The fallback of commands whose inputs are games.
pub(crate) const FALLBACK_PGN: Option<&'static dyn InputFormat> = Some(&Pgn);

/// Their names, for other texts.
macro_rules! packages {
    () => {
        "pgnkit-cli of pip, pgnkit of npm, Debian and RPM"
    };
}

/// The packages of a release, which have all features.
pub(crate) const PACKAGES: &str = packages!();

/// The way to columns from a program that is built without them.
pub(crate) const WITHOUT_COLUMNS: &str = concat!(
    "this program is built without Parquet and Arrow, which all released packages of it have (",
    packages!(),
    "); for cargo: --features columns"
);

/// Formats that another build has: their names are read, to say so.
fn left_out() -> impl Iterator<Item = PossibleValue> {
    let names = ["parquet", "arrow", "arrows"].into_iter().filter(|name| is_left_out(name));
    names.map(|name| PossibleValue::new(name).hide(true))
}

/// Reads the name of a format of input.
pub(super) fn inputs() -> impl TypedValueParser<Value = &'static dyn InputFormat> {
    let names = INPUTS.iter().map(|format| PossibleValue::new(format.name()).help(format.summary()));
    PossibleValuesParser::new(names.chain(left_out()))
        .try_map(|name| input::by_name(&name.to_ascii_lowercase()).ok_or(WITHOUT_COLUMNS))
}

/// Reads the name of a format of output.
pub(super) fn outputs() -> impl TypedValueParser<Value = &'static NamedOutput> {
    let names = OUTPUTS.iter().map(|output| PossibleValue::new(output.name).help(output.summary));
    PossibleValuesParser::new(names.chain(left_out()))
        .try_map(|name| output::by_name(&name.to_ascii_lowercase()).ok_or(WITHOUT_COLUMNS))
}
