use std::io::{self, Write};

use pgnkit::syntax::Severity;

use crate::findings::Finding;

/// With colours the severity stands out.
pub(super) fn write(
    out: &mut dyn Write,
    styled: bool,
    name: &str,
    number: Option<u64>,
    finding: &Finding,
) -> io::Result<()> {
    let diagnostic = &finding.diagnostic;
    let (line, column) =
        finding.places.first().map_or((1, 1), |place| (place.start.line, place.start.column));
    let (start, end) = match diagnostic.severity {
        _ if !styled => ("", ""),
        Severity::Error => ("\x1b[1m\x1b[91m", "\x1b[0m"),
        Severity::Warning => ("\x1b[1m\x1b[33m", "\x1b[0m"),
        Severity::Note => ("\x1b[1m\x1b[92m", "\x1b[0m"),
    };
    let place =
        super::row(number, finding).map_or_else(|| format!("{line}:{column}"), |row| format!(" {row}"));
    writeln!(
        out,
        "{}:{place}: {start}{}[{}]{end} {}: {}",
        super::safe(name),
        diagnostic.severity.as_str(),
        diagnostic.code,
        diagnostic.code.name(),
        super::safe(&diagnostic.message),
    )
}
