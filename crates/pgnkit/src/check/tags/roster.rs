use pgnkit_syntax::{Applicability, Code, Diagnostic, Edit, Fix, Sink, Span};

use crate::check::Finished;
use crate::read::{Known, ROSTER};

const NAMES: [Known; 7] =
    [Known::EVENT, Known::SITE, Known::DATE, Known::ROUND, Known::WHITE, Known::BLACK, Known::RESULT];

/// Whether all seven tags of the roster are there (section 8.1.1).
pub(super) fn check(game: &Finished<'_>, sink: &mut dyn Sink) {
    if !game.tags.has_roster(game.text) && sink.wants(Code::MissingRosterTag) {
        report(game, sink);
    }
}

#[cold]
fn report(game: &Finished<'_>, sink: &mut dyn Sink) {
    let missing: Vec<&str> = NAMES
        .iter()
        .zip(ROSTER)
        .filter(|(name, _)| game.tag(**name).is_none())
        .map(|(_, name)| name)
        .collect();
    let span = game
        .tags
        .all()
        .first()
        .map_or_else(|| Span::new(game.end.span.start, game.end.span.start), |first| first.span);
    let message =
        format!("expected the seven tags of the roster, {} missing: {}", missing.len(), missing.join(", "));
    let mut diagnostic = Diagnostic::new(Code::MissingRosterTag, span, message);
    // Tags begin a line; text before a game on its line belongs to another game.
    let start = game.end.span.start;
    let begins_line = matches!(game.text[..start].last(), None | Some(b'\n' | b'\r'));
    diagnostic.fix = begins_line.then(|| Fix::new(Applicability::Safe, insertions(game)));
    sink.report(diagnostic);
}

/// The missing tags with the values for what is not known, each after the one that comes before it in the roster.
fn insertions(game: &Finished<'_>) -> Vec<Edit> {
    let first = game.tags.all().first();
    let top = first.map_or(game.end.span.start, |tag| tag.span.start);
    let mut edits: Vec<(usize, String)> = vec![(top, String::new())];
    for name in NAMES {
        match game.tag(name) {
            Some(tag) => edits.push((tag.span.end, String::new())),
            None => {
                let pair = format!("[{} \"{}\"]", name.as_str(), unknown(name, game));
                if let Some((at, text)) = edits.last_mut() {
                    let parts = if *at == top { [pair.as_str(), "\n"] } else { ["\n", pair.as_str()] };
                    text.extend(parts);
                }
            }
        }
    }
    if first.is_none() {
        edits[0].1.push('\n');
    }
    edits.retain(|(_, text)| !text.is_empty());
    edits.sort_by_key(|(at, _)| *at);
    edits.into_iter().map(|(at, text)| Edit { span: Span::new(at, at), replacement: text.into() }).collect()
}

/// The value of an unknown roster tag; for the result the moves may show more.
pub(super) fn unknown(name: Known, game: &Finished<'_>) -> &'static str {
    match name {
        Known::DATE => "????.??.??",
        Known::RESULT => game.end.result.as_str(),
        _ => "?",
    }
}
