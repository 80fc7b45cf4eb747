use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
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
    let name = super::safe(name);
    let mut group = Group::with_title(
        level.primary_title(super::safe(&diagnostic.message)).id(diagnostic.code.to_string()),
    );
    for (at, place) in finding.places.iter().enumerate() {
        group = group.element(snippet(place, &name, at == 0));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.to_string()));
    }
    let whose = if finding.title.is_empty() { String::new() } else { format!(": {}", finding.title) };
    group = group.element(Level::NOTE.message(format!("game {game}{whose}")));
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let mut text = renderer.render(&[group]);
    for place in &finding.places {
        correct_column(&mut text, place, &name);
    }
    writeln!(out, "{text}\n")?;
    if finding.omitted > 0 {
        writeln!(out, "… {} more in game {game} (--max-per-game 0 shows all)\n", finding.omitted)?;
    }
    Ok(())
}

fn snippet<'a>(
    place: &'a Place,
    name: &'a str,
    primary: bool,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let kind = if primary { AnnotationKind::Primary } else { AnnotationKind::Context };
    let mut annotation = kind.span(place.start..place.end);
    if !place.label.is_empty() {
        annotation = annotation.label(place.label.as_str());
    }
    let line = place.location.line as usize;
    Snippet::source(place.line.as_str()).line_start(line).path(name).annotation(annotation)
}

/// The renderer counts columns in what it is shown; of a long line that is only a part.
fn correct_column(text: &mut String, place: &Place, name: &str) {
    let shown = place.line[..place.start].chars().count() as u64 + 1;
    let real = place.location.column;
    if shown != real {
        let line = place.location.line;
        *text = text.replacen(&format!("{name}:{line}:{shown}\n"), &format!("{name}:{line}:{real}\n"), 1);
    }
}
