use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use pgnkit::syntax::Severity;

use crate::args::BoardForm;
use crate::run::{Finding, Place};

/// How findings are shown to people.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) styled: bool,
    /// Whether positions are shown, and how.
    pub(super) board: Option<BoardForm>,
}

impl Style {
    pub(super) fn write(
        self,
        out: &mut dyn Write,
        name: &str,
        game: Option<u64>,
        finding: &Finding,
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
        let labels = diagnostic.labels.iter().map(|label| label.text.as_ref());
        for (place, label) in finding.places.iter().zip(std::iter::once("").chain(labels)) {
            let kind = if label.is_empty() { AnnotationKind::Primary } else { AnnotationKind::Context };
            group = group.element(snippet(place, &name, kind, label));
        }
        if let (Some(form), Some(fen)) = (self.board, &diagnostic.fen) {
            let board = format!("{fen}\n{}", super::board::board(fen, form));
            group = group.element(Level::NOTE.with_name("position").message(board));
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(super::safe(help)));
        }
        if let (Some(number), Some(game)) = (game, &finding.game) {
            let title = super::safe(&game.title.to_string());
            let colon = if title.is_empty() { "" } else { ": " };
            group = group.element(Level::NOTE.message(format!("game {number}{colon}{title}")));
        }
        let renderer = if self.styled { Renderer::styled() } else { Renderer::plain() };
        let mut text = renderer.render(&[group]);
        for place in &finding.places {
            correct_column(&mut text, place, &name);
        }
        writeln!(out, "{text}\n")?;
        if finding.omitted > 0 {
            let place = game.map_or(String::new(), |number| format!(" in game {number}"));
            writeln!(out, "… {} more{place} (--max-per-game 0 shows all)\n", finding.omitted)?;
        }
        Ok(())
    }
}

fn snippet<'a>(
    place: &'a Place,
    name: &'a str,
    kind: AnnotationKind,
    label: &'a str,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let excerpt = &place.excerpt;
    let mut annotation = kind.span(excerpt.start..excerpt.end);
    if !label.is_empty() {
        annotation = annotation.label(label);
    }
    let line = place.start.line as usize;
    Snippet::source(excerpt.line.as_str()).line_start(line).path(name).annotation(annotation)
}

/// The renderer counts columns in what it is shown; of a long line that is only a part.
fn correct_column(text: &mut String, place: &Place, name: &str) {
    let shown = place.excerpt.line[..place.excerpt.start].chars().count() as u64 + 1;
    let real = place.start.column;
    if shown != real {
        let line = place.start.line;
        *text = text.replacen(&format!("{name}:{line}:{shown}\n"), &format!("{name}:{line}:{real}\n"), 1);
    }
}
