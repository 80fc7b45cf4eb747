use std::io::{self, Write};

use crate::findings::Finding;

pub(super) fn write(out: &mut dyn Write, name: &str, finding: &Finding) -> io::Result<()> {
    let diagnostic = &finding.diagnostic;
    let (line, column) =
        finding.places.first().map_or((1, 1), |place| (place.start.line, place.start.column));
    writeln!(
        out,
        "{}:{line}:{column}: {}[{}] {}: {}",
        super::safe(name),
        diagnostic.severity.as_str(),
        diagnostic.code,
        diagnostic.code.name(),
        super::safe(&diagnostic.message),
    )
}
