use std::io::{self, Write};

use pgnkit::render::Renderer;

use crate::findings::Finding;
use crate::input::Kind;

pub(super) fn write(
    out: &mut dyn Write,
    renderer: &Renderer,
    name: &str,
    number: Option<u64>,
    finding: &Finding,
) -> io::Result<()> {
    let note = number.zip(finding.entry.as_ref()).map(|(number, entry)| {
        let title = entry.title.to_string();
        let colon = if title.is_empty() { "" } else { ": " };
        let kind = kind(entry.kind);
        format!("{kind} {number}{colon}{title}")
    });
    let text = renderer.render_one(&finding.diagnostic, &finding.places, name, note.as_deref());
    writeln!(out, "{text}\n")?;
    if finding.omitted > 0 {
        let kind = kind(finding.entry.as_ref().map_or(Kind::Games, |entry| entry.kind));
        let place = number.map_or(String::new(), |number| format!(" in {kind} {number}"));
        writeln!(out, "… {} more{place} (--max-per-game 0 shows all)\n", finding.omitted)?;
    }
    Ok(())
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Games => "game",
        Kind::Positions => "record",
    }
}
