//! The ECO tag against the moves (section 9.4.1).

use pgnkit_syntax::{Code, Diagnostic, Sink};

use super::Finished;
use super::history::History;
use crate::openings::{self, Eco, SquaresOfMove};
use crate::read::Known;

/// Sources classify differently, and by the last line that they know. So the tag is right with any line that the game
/// reached, and near the last one. A game may also transpose into positions of a code that are in no table: it is wrong
/// only where a pawn move was never played that all lines of the code and of those near it have.
pub(super) fn check(game: &Finished<'_>, history: &History, sink: &mut dyn Sink) {
    if !game.end.complete || !sink.wants(Code::EcoContradictsMoves) {
        return;
    }
    let Some(tag) = game.tag(Known::ECO) else { return };
    let value = tag.value(game.text);
    let Some(tagged) = value.get(..3).and_then(|code| Eco::from_bytes(&code.to_ascii_uppercase())) else {
        return;
    };
    let mut last = None;
    for played in &history.opening {
        if let Some(eco) = openings::find_key(played.key) {
            if eco == tagged {
                return;
            }
            last = Some((eco, played.span));
        }
    }
    let Some((eco, span)) = last.filter(|(eco, _)| !eco.is_near(tagged)) else { return };
    let was_played = |mv: &SquaresOfMove| history.opening.iter().any(|played| mv.is(played.mv));
    let Some(missing) = openings::common_pawn_moves(tagged).find(|mv| !was_played(mv)) else { return };
    let message = format!("expected `{eco}` or a code near it, found `{tagged}`");
    sink.report(
        Diagnostic::new(Code::EcoContradictsMoves, tag.value, message)
            .label(span, format!("this move leads to a position of {eco}"))
            .help(format!(
                "all lines of {tagged} and the codes near it have the pawn move {missing}, which was not played"
            )),
    );
}
