use std::io::{self, Write};

use pgnkit::render::Renderer;

use crate::run::Finding;

pub(super) fn write(
    out: &mut dyn Write,
    renderer: &Renderer,
    name: &str,
    game: Option<u64>,
    finding: &Finding,
) -> io::Result<()> {
    let note = game.zip(finding.game.as_ref()).map(|(number, game)| {
        let title = game.title.to_string();
        let colon = if title.is_empty() { "" } else { ": " };
        let kind = if game.is_record { "record" } else { "game" };
        format!("{kind} {number}{colon}{title}")
    });
    let text = renderer.render_one(&finding.diagnostic, &finding.places, name, note.as_deref());
    writeln!(out, "{text}\n")?;
    if finding.omitted > 0 {
        let is_record = finding.game.as_ref().is_some_and(|game| game.is_record);
        let kind = if is_record { "record" } else { "game" };
        let place = game.map_or(String::new(), |number| format!(" in {kind} {number}"));
        writeln!(out, "… {} more{place} (--max-per-game 0 shows all)\n", finding.omitted)?;
    }
    Ok(())
}
