use std::io::{self, Write as _};
use std::path::Path;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use pgnkit::render::safe;

/// A `pgn.toml` that cannot be used.
#[derive(Debug)]
pub(crate) struct ConfigError {
    message: String,
    path: String,
    place: Option<Place>,
}

/// The line that is wrong, safe to show, and the stretch of it, in bytes.
#[derive(Debug)]
struct Place {
    number: usize,
    line: String,
    start: usize,
    end: usize,
}

impl ConfigError {
    pub(super) fn read(path: &Path, cause: &io::Error) -> Self {
        Self { message: format!("cannot be read: {cause}"), path: path.display().to_string(), place: None }
    }

    pub(super) fn parse(path: &Path, text: &str, error: &toml::de::Error) -> Self {
        let place = error.span().map(|span| {
            let start = span.start.min(text.len());
            let before = text.get(..start).unwrap_or_default();
            let line_start = before.rfind('\n').map_or(0, |at| at + 1);
            let line = text.get(line_start..).unwrap_or_default().lines().next().unwrap_or_default();
            let from = (start - line_start).min(line.len());
            let to = (span.end.max(start) - line_start).clamp(from, line.len());
            let length = |end: usize| safe(line.get(..end).unwrap_or_default()).len();
            Place {
                number: before.matches('\n').count() + 1,
                line: safe(line),
                start: length(from),
                end: length(to),
            }
        });
        // The parser ends some messages with the place, and some hold line breaks.
        let message = error.message().lines().collect::<Vec<_>>().join("; ");
        Self { message, path: path.display().to_string(), place }
    }

    /// Says on standard error what is wrong, and where.
    pub(crate) fn show(&self, styled: bool) {
        let path = safe(&self.path);
        let Some(place) = &self.place else {
            return crate::run::complain(&format_args!("{}: {}", self.path, self.message));
        };
        let annotation = AnnotationKind::Primary.span(place.start..place.end);
        let snippet = Snippet::source(place.line.as_str()).line_start(place.number).path(path.as_str());
        let group = Level::ERROR.primary_title(safe(&self.message)).element(snippet.annotation(annotation));
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        let _ = writeln!(io::stderr(), "{}", renderer.render(&[group]));
    }
}
