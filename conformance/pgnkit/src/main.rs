//! The adapter as a program: request in the arguments, input on standard input.

use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;

fn main() -> io::Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let (status, output) = pgnkit_conformance::answer(&arguments, &input);
    io::stdout().write_all(&output)?;
    Ok(ExitCode::from(status))
}
