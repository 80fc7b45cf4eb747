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
    let text = match super::row(number, finding).zip(number) {
        None => renderer.render_one(&finding.diagnostic, &finding.places, name, note.as_deref()),
        Some((row, number)) => {
            // The number of the row is in the place of that of the line.
            let mut places = finding.places.clone();
            for place in &mut places {
                (place.start.line, place.end.line) = (number, number);
            }
            let mut text = renderer.render_one(&finding.diagnostic, &places, name, note.as_deref());
            for place in &places {
                let before = format!("{}:{number}:{}", super::safe(name), place.start.column);
                text = text.replace(&before, &format!("{}: {row}", super::safe(name)));
            }
            text
        }
    };
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
