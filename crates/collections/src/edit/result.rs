//! The result.

use pgnkit::Game;
use pgnkit::chess::{Color, Status};
use pgnkit::edit::{EditableGame, TextEditError};
use pgnkit::syntax::{Code, CodeSet, Outcome};

use super::Operation;

/// Source of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResultFrom {
    /// The last position of the main line, where the rules end the game there: mate, stalemate, the ends of variants.
    Board,
    /// The termination marker, unless it is `*`.
    Marker,
}

/// Corrects the result: the Result tag, and the termination marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetResult(pub ResultFrom);

impl Operation for SetResult {
    fn apply(&self, game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        match self.0 {
            ResultFrom::Board => {
                if let Some(outcome) = decided(game)
                    && (game.result() != outcome || is_otherwise(text, outcome))
                {
                    text.set_result(outcome);
                }
                Ok(())
            }
            ResultFrom::Marker => {
                let Some(tag) = text.tag("Result").filter(|tag| !ends_with(text, tag)) else { return Ok(()) };
                if let Some(outcome) = marker(text)
                    && outcome != Outcome::Unknown
                    && tag != outcome.as_str()
                {
                    text.set_result(outcome);
                }
                Ok(())
            }
        }
    }

    fn fixes(&self) -> CodeSet {
        const CODES: CodeSet = CodeSet::of(&[Code::ResultMismatch, Code::InvalidResult]);
        CODES
    }
}

/// Whether the tag or the marker says something else.
fn is_otherwise(text: &EditableGame<'_>, outcome: Outcome) -> bool {
    text.tag("Result").is_some_and(|tag| tag != outcome.as_str())
        || (!ends_with(text, outcome.as_str()) && marker(text) != Some(outcome))
}

/// Whether a text ends with this marker, as nearly all games do, and not in a comment: nobody has to look for it.
fn ends_with(text: &EditableGame<'_>, marker: &str) -> bool {
    let text = text.text().trim_ascii_end();
    let line = text.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    line.ends_with(marker.as_bytes())
        && !line.iter().any(|byte| matches!(byte, b'{' | b'}' | b';' | b'%'))
        && line[..line.len() - marker.len()].last().is_none_or(|byte| *byte == b' ')
}

/// The marker as it is written.
fn marker(text: &EditableGame<'_>) -> Option<Outcome> {
    Outcome::from_lax(text.marker_span()?.of(text.text()))
}

/// The result that the rules give to the last position.
fn decided(game: &Game) -> Option<Outcome> {
    if !game.start().is_known {
        return None;
    }
    let last = game.mainline().last()?;
    // A mate is nearly always marked so; whoever reads the moves anew has a reason.
    match last.status() {
        Status::Stalemate => Some(Outcome::Draw),
        // Nobody needs to have claimed or noticed these.
        Status::Ongoing
        | Status::InsufficientMaterial
        | Status::SeventyFiveMoves
        | Status::FivefoldRepetition => None,
        status => Some(match status.winner() {
            Some(Color::White) => Outcome::WhiteWins,
            Some(Color::Black) => Outcome::BlackWins,
            None => Outcome::Draw,
        }),
    }
}
