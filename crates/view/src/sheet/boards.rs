//! The places at which boards are printed.

use pgnkit::annotations::{AnnotationValue, parse_comment};
use pgnkit::chess::Color;
use pgnkit::{Game, Node, Note};

/// The places at which boards are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Boards {
    /// Where the game asks for one: by `$220`, `$221` (Black below), `[%diagram]`, `[#]` or `{#}`.
    pub marked: bool,
    /// After each so many half-moves of the main line; never if 0.
    pub every: usize,
    /// After these numbers of half-moves of the main line; 0 is the position before the first.
    pub plies: Vec<usize>,
    /// At the end of the main line.
    pub last: bool,
}

impl Default for Boards {
    fn default() -> Self {
        Self { marked: true, every: 0, plies: Vec::new(), last: false }
    }
}

impl Boards {
    /// No boards, not even where the game asks for one.
    pub const NONE: Self = Self { marked: false, every: 0, plies: Vec::new(), last: false };

    /// The colour at the bottom of the board after a node; `None` without a board. `ply` is the number of half-moves before it
    /// if it is of the main line.
    pub(super) fn at(&self, node: &Node<'_>, ply: Option<usize>, bottom: Color) -> Option<Color> {
        let asked = if self.marked { asked(node, bottom) } else { None };
        asked.or_else(|| {
            let ply = ply?;
            let is_due = ply > 0 && self.every > 0 && ply.is_multiple_of(self.every);
            let is_last = self.last && node.next().is_none();
            (is_due || is_last || self.plies.contains(&ply)).then_some(bottom)
        })
    }
}

/// The colour at the bottom of the boards of a game, which studies of lichess say by `[Orientation "black"]`; otherwise White.
///
/// ```
/// use pgnkit::chess::Color;
///
/// let game: pgnkit::Game = "[Orientation \"black\"]\n\n1. e4 e5 *".parse()?;
/// assert_eq!(pgnkit_view::orientation(&game), Color::Black);
/// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
/// ```
pub fn orientation(game: &Game) -> Color {
    let is_black = game.tag("Orientation").is_some_and(|value| value.trim().eq_ignore_ascii_case("black"));
    if is_black { Color::Black } else { Color::White }
}

/// The colour at the bottom of the board that the notes of a place ask for.
fn asked(node: &Node<'_>, bottom: Color) -> Option<Color> {
    node.notes().find_map(|note| match note {
        Note::Nag(220) => Some(bottom),
        Note::Nag(221) => Some(!bottom),
        Note::Comment(text) => {
            let asks = |value: &AnnotationValue| match value {
                AnnotationValue::Diagram => true,
                AnnotationValue::Command(name) => name == "diagram",
                _ => false,
            };
            parse_comment(text).iter().any(|item| asks(&item.value)).then_some(bottom)
        }
        _ => None,
    })
}
