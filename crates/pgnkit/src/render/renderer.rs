use annotate_snippets::{AnnotationKind, Group, Level, Snippet};
use pgnkit_syntax::{Diagnostic, LineIndex, Location, Severity};

use super::board::BoardForm;
use super::place::Place;
use super::safe;

/// Renders diagnostics as text.
///
/// Text of the file is made [`safe`]. Of a long line only the surroundings are shown; lines and columns are those of
/// the file.
///
/// ```
/// use pgnkit::render::Renderer;
/// use pgnkit::syntax::Collect;
///
/// let text = b"1. e4 e5 2. Ke3 *";
/// let mut diagnostics = Collect::default();
/// pgnkit::Game::read(text, &mut diagnostics);
/// let shown = Renderer::new().render(&diagnostics, text, "game.pgn");
/// assert!(shown.contains("--> game.pgn:1:13"));
/// assert!(shown.contains("1. e4 e5 2. Ke3 *\n  |             ^^^"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Renderer {
    styled: bool,
    board: Option<BoardForm>,
    width: Option<usize>,
}

impl Renderer {
    /// A renderer without colours and boards.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether colours are used, as ANSI sequences.
    #[must_use]
    pub fn styled(mut self, styled: bool) -> Self {
        self.styled = styled;
        self
    }

    /// The columns of the terminal: lines of the text are cut around what they are about. Without it they have up to 122
    /// characters.
    #[must_use]
    pub fn width(mut self, columns: Option<usize>) -> Self {
        self.width = columns;
        self
    }

    /// Whether the position of an illegal or ambiguous move is shown as a small board.
    #[must_use]
    pub fn board(mut self, form: BoardForm) -> Self {
        self.board = Some(form);
        self
    }

    /// All diagnostics of a text named `name`, each followed by an empty line.
    pub fn render(&self, diagnostics: &[Diagnostic], text: &[u8], name: &str) -> String {
        let mut lines = LineIndex::new(text, Location::START);
        let places = Place::of_all(diagnostics, &mut lines, true);
        let all = diagnostics.iter().zip(&places);
        all.map(|(diagnostic, places)| self.render_one(diagnostic, places, name, None) + "\n\n").collect()
    }

    /// One diagnostic at its [places](Place::of_all) in a file named `name`; `note` identifies the game.
    pub fn render_one(
        &self,
        diagnostic: &Diagnostic,
        places: &[Place],
        name: &str,
        note: Option<&str>,
    ) -> String {
        let fitted: Vec<Place>;
        let places = match self.width {
            None => places,
            Some(columns) => {
                // Before each line there are the widest of their numbers, a bar and two spaces.
                let digits = |place: &Place| place.start.line.to_string().len();
                let margin = places.iter().map(digits).max().unwrap_or_default() + 3;
                fitted =
                    places.iter().map(|place| place.fitted(columns.saturating_sub(margin + 1))).collect();
                &fitted[..]
            }
        };
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let name = safe(name);
        let mut group =
            Group::with_title(level.primary_title(safe(&diagnostic.message)).id(diagnostic.code.to_string()));
        let labels = diagnostic.labels.iter().map(|label| label.text.as_ref());
        for (place, label) in places.iter().zip(std::iter::once("").chain(labels)) {
            let kind = if label.is_empty() { AnnotationKind::Primary } else { AnnotationKind::Context };
            group = group.element(snippet(place, &name, kind, label));
        }
        if let (Some(form), Some(fen)) = (self.board, &diagnostic.fen) {
            let board = format!("{fen}\n{}", super::board::board(fen, form));
            group = group.element(Level::NOTE.with_name("position").message(board));
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(safe(help)));
        }
        if let Some(note) = note {
            group = group.element(Level::NOTE.message(safe(note)));
        }
        let renderer = if self.styled {
            annotate_snippets::Renderer::styled()
        } else {
            annotate_snippets::Renderer::plain()
        };
        let mut text = renderer.render(&[group]);
        for place in places {
            correct_column(&mut text, place, &name);
        }
        text
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

/// The renderer counts columns in the excerpt, which is only part of a long line.
fn correct_column(text: &mut String, place: &Place, name: &str) {
    let shown = place.excerpt.line[..place.excerpt.start].chars().count() as u64 + 1;
    let real = place.start.column;
    if shown != real {
        let line = place.start.line;
        *text = text.replacen(&format!("{name}:{line}:{shown}\n"), &format!("{name}:{line}:{real}\n"), 1);
    }
}
