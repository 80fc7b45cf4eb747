//! Moves that changed the outcome of a game by tablebases, and results that differ from it.

use pgnkit::syntax::{Code, Diagnostic, Sink, Span};
use pgnkit::{EditError, Game};
use pgnkit_query::movetext::SanText;
use pgnkit_tablebases::{Adjudication, GameOutcomes, MoveOutcome, Outcome, TablebaseError, Tablebases};

use crate::game::{AnalysedPly, GameAnalysis};
use crate::mark::{Marks, Style, add_glyph, put_first, remove_comments};

/// The beginning of such a comment.
const TABLEBASE: &str = "Tablebase: ";

/// Counts of what tablebases say of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TablebaseCounts {
    /// Moves whose outcome is known before and after them.
    pub moves: u64,
    /// Those of them that changed it.
    pub changes: u64,
}

/// The outcomes of the moves of a game.
///
/// # Errors
/// When a table cannot be read.
pub(crate) fn outcomes(
    analysis: &GameAnalysis,
    tablebases: &Tablebases,
) -> Result<GameOutcomes, TablebaseError> {
    match analysis.plies.first() {
        Some(first) => tablebases.outcome_changes(&first.before, analysis.plies.iter().map(|ply| ply.mv)),
        None => Ok(GameOutcomes::default()),
    }
}

/// Marks the moves that changed the outcome: `?` those that gave half a point away, `??` those that gave a whole one.
pub(crate) fn write(
    game: &mut Game,
    analysis: &GameAnalysis,
    outcomes: &GameOutcomes,
    marks: &Marks,
) -> Result<TablebaseCounts, EditError> {
    let mut counts = TablebaseCounts::default();
    for outcome in &outcomes.moves {
        let Some(ply) = analysis.plies.get(outcome.ply).filter(|ply| ply.is_chosen) else { continue };
        counts.moves += 1;
        let change = outcome.change();
        counts.changes += u64::from(change.is_some());
        if marks.style == Style::None {
            continue;
        }
        remove_comments(game, ply.node, is_ours)?;
        let Some((before, after)) = change else { continue };
        if marks.style == Style::Lichess {
            put_first(game, ply.node, text(ply, outcome, before, after))?;
        }
        let is_whole = (before, after) == (Outcome::Win, Outcome::Loss);
        add_glyph(game, ply.node, if is_whole { 4 } else { 2 })?;
    }
    Ok(counts)
}

fn text(ply: &AnalysedPly, outcome: &MoveOutcome, before: Outcome, after: Outcome) -> String {
    let mut text = format!("{TABLEBASE}{} → {}.", word(before), word(after));
    if let Some(best) = outcome.best {
        let verb = if before == Outcome::Win { "wins" } else { "draws" };
        text.push_str(&format!(" {} {verb}.", SanText::of(&ply.before, best).as_str()));
    }
    text
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

/// Whether a comment is one of an earlier analysis and nothing else.
fn is_ours(comment: &str) -> bool {
    let words: Vec<&str> = comment.split_whitespace().collect();
    let is_change =
        |before: &str, after: &str| ["win", "draw"].contains(&before) && ["draw.", "loss."].contains(&after);
    match words[..] {
        ["Tablebase:", before, "→", after] => is_change(before, after),
        ["Tablebase:", before, "→", after, _, verb] => {
            is_change(before, after) && ["wins.", "draws."].contains(&verb)
        }
        _ => false,
    }
}

/// Reports a result that is not that of the last position.
pub(crate) fn report(game: &Game, outcomes: &GameOutcomes, sink: &mut dyn Sink) -> Option<&'static str> {
    let found = game.result().as_str();
    let (expected, counted) = match outcomes.adjudicate(found) {
        Adjudication::Unknown => return None,
        Adjudication::Agrees => return Some("as in tablebases"),
        Adjudication::Differs(verdict) => (verdict, "other than in tablebases"),
        Adjudication::Unfinished(verdict) => (verdict, "open, known in tablebases"),
    };
    if sink.wants(Code::ResultContradictsTablebase) {
        let text = format!("by the tablebase the last position is {}, the result is {found}", expected.tag());
        sink.report(Diagnostic::new(Code::ResultContradictsTablebase, Span::default(), text));
    }
    Some(counted)
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn comments_of_people_are_not_ours() {
        for (text, expected) in [
            ("Tablebase: win → draw. Kd5 wins.", true),
            ("Tablebase: win →\nloss.", true),
            ("Tablebase: win → draw. I resigned all the same.", false),
            ("Tablebase: draw → win.", false),
            ("Tablebase says draw.", false),
            ("", false),
        ] {
            assert_eq!(is_ours(text), expected, "{text}");
        }
    }
}
