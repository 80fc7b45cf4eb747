//! The ECO tag against the moves (section 9.4.1).

use pgnkit_syntax::{Code, Diagnostic, Sink};

use super::Finished;
use super::history::History;
use crate::openings::{self, Eco};
use crate::read::Known;

/// Sources classify differently, and by the last line that they know. So the tag is right with any line that the game reached,
/// and near the last one.
pub(super) fn check<S: Sink + ?Sized>(game: &Finished<'_>, history: &History, sink: &mut S) {
    if !game.end.complete || !sink.wants(Code::EcoContradictsMoves) {
        return;
    }
    let Some(tag) = game.tag(Known::ECO) else { return };
    let value = tag.value(game.text);
    let Some(tagged) = value.get(..3).and_then(|code| std::str::from_utf8(code).ok()?.parse::<Eco>().ok())
    else {
        return;
    };
    let mut last = None;
    for (span, key) in &history.opening {
        if let Some(eco) = openings::find_key(*key) {
            if eco == tagged {
                return;
            }
            last = Some((eco, *span));
        }
    }
    let Some((eco, span)) = last.filter(|(eco, _)| !eco.is_near(tagged)) else { return };
    let message = format!("expected `{eco}` or a code near it, found `{tagged}`");
    let diagnostic = Diagnostic::new(Code::EcoContradictsMoves, tag.value, message);
    sink.report(diagnostic.label(span, format!("this move leads to a position of {eco}")));
}
