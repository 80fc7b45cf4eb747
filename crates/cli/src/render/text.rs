use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use pgnkit::syntax::Severity;

use crate::run::{Finding, Place};

pub(super) fn write(
    out: &mut dyn Write,
    name: &str,
    game: u64,
    finding: &Finding,
    styled: bool,
) -> io::Result<()> {
    let diagnostic = &finding.diagnostic;
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let message = super::safe(&diagnostic.message);
    let code = diagnostic.code.to_string();
    let mut group = level.primary_title(message).id(code).element(origin(&finding.places[0], Some(name)));
    for (at, place) in finding.places.iter().enumerate() {
        if at > 0 && place.location.line != finding.places[at - 1].location.line {
            group = group.element(origin(place, None));
        }
        group = snippet(group, place, at == 0);
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.to_string()));
    }
    let whose = if finding.title.is_empty() { String::new() } else { format!(": {}", finding.title) };
    group = group.element(Level::NOTE.message(format!("game {game}{whose}")));
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    writeln!(out, "{}\n", renderer.render(&[group]))?;
    if finding.omitted > 0 {
        writeln!(out, "… {} more in game {game} (--max-per-game 0 shows all)\n", finding.omitted)?;
    }
    Ok(())
}

fn origin<'a>(place: &Place, name: Option<&str>) -> Origin<'a> {
    let path = name.map_or_else(|| "see".to_owned(), super::safe);
    Origin::path(path).line(place.location.line as usize).char_column(place.location.column as usize)
}

fn snippet<'a>(group: Group<'a>, place: &'a Place, primary: bool) -> Group<'a> {
    let kind = if primary { AnnotationKind::Primary } else { AnnotationKind::Context };
    let mut annotation = kind.span(place.start..place.end);
    if !place.label.is_empty() {
        annotation = annotation.label(place.label.as_str());
    }
    let line = place.location.line as usize;
    group.element(
        Snippet::source(place.line.as_str()).line_start(line).path(None::<String>).annotation(annotation),
    )
}
