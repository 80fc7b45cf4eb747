//! Codes of diagnostics as arguments.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use pgnkit::syntax::Code;

/// Reads `PGN-C001`, `C001` or `illegal-move`, in upper or lower case.
#[derive(Clone, Debug)]
pub(crate) struct CodeParser;

impl TypedValueParser for CodeParser {
    type Value = Code;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Code, clap::Error> {
        let text = value.to_string_lossy();
        Code::from_name(text.trim()).ok_or_else(|| {
            let message =
                format!("no diagnostic is called '{}'{}\n", pgnkit::render::safe(&text), advice(&text));
            clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }

    /// For completions; there are too many for the help.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Code::ALL.iter().map(|code| PossibleValue::new(code.name()).help(code.summary()));
        Some(Box::new(names))
    }
}

/// Codes that may have been meant.
fn advice(text: &str) -> String {
    let likely = pgnkit_config::nearest_codes(text);
    let Some((last, others)) = likely.split_last() else {
        return "; 'pgn explain' lists all".to_owned();
    };
    let show = |code: &Code| format!("'{}' ({code})", code.name());
    let others: Vec<String> = others.iter().map(show).collect();
    let or = if others.is_empty() { "" } else { " or " };
    format!("\n\n  tip: did you mean {}{or}{}?", others.join(", "), show(last))
}
