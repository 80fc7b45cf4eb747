//! Workflow commands of GitHub Actions, which turn them into annotations.
//!
//! GitHub shows ten annotations of each kind a step; all lines stay in the log.

use std::io::{self, Write};

use pgnkit::syntax::Severity;

use super::Closing;
use crate::findings::Finding;
use crate::inputs::STDIN_NAME;
use crate::paths::portable;

pub(super) fn write(
    out: &mut dyn Write,
    name: &str,
    number: Option<u64>,
    finding: &Finding,
) -> io::Result<()> {
    let diagnostic = &finding.diagnostic;
    let command = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let title = format!("{} {}", diagnostic.code, diagnostic.code.name());
    let message = data(&diagnostic.message);
    let Some(place) = finding.places.first() else { return Ok(()) };
    let (start, end) = (place.start, place.end);
    if let Some(row) = super::row(number, finding) {
        let file =
            if name == STDIN_NAME { String::new() } else { format!("file={},", property(&portable(name))) };
        return writeln!(out, "::{command} {file}title={}::{row}: {message}", property(&title));
    }
    if name == STDIN_NAME {
        // No file to put it beside.
        let (line, column) = (start.line, start.column);
        return writeln!(
            out,
            "::{command} title={}::line {line}, column {column}: {message}",
            property(&title)
        );
    }
    write!(out, "::{command} file={},line={},endLine={}", property(&portable(name)), start.line, end.line)?;
    // Columns are refused where the lines differ.
    if start.line == end.line {
        write!(out, ",col={},endColumn={}", start.column, end.column)?;
    }
    write!(out, ",title={}::{message}", property(&title))?;
    if let Some(help) = &diagnostic.help {
        write!(out, "%0A{}", data(help))?;
    }
    writeln!(out)
}

pub(super) fn finish(out: &mut dyn Write, closing: Closing) -> io::Result<()> {
    match closing.hidden {
        0 => Ok(()),
        hidden => writeln!(out, "::notice title=pgn check::{hidden} more diagnostics are not shown"),
    }
}

/// A message as it is written after the last `::`.
fn data(text: &str) -> String {
    super::safe(&text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A"))
}

/// A value between the first two `::`.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_cannot_end_the_command() {
        assert_eq!(data("100%\r\n::set-env name=x::y\x1b"), "100%25%0D%0A::set-env name=x::y\u{241b}");
        assert_eq!(property("a,b::c%2C\n"), "a%2Cb%3A%3Ac%252C%0A");
    }
}
