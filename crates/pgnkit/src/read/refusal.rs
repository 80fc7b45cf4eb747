//! Saying why a move is not played.

use std::fmt::Write;

use pgnkit_chess::notation::{NotationError, OtherNotation, Wings};
use pgnkit_chess::san::{self, SanError};
use pgnkit_chess::{Color, Move, Position};
use pgnkit_syntax::internals::is_move_like;
use pgnkit_syntax::{Code, Diagnostic, Sink, Span, quoted};

use super::line::Line;
use super::replay::number_before;

/// So many moves at most are named as what would be legal.
const FEW: usize = 3;
/// Largest distance at which the move that ended the game is searched.
const LOOK_BACK: usize = 64;

/// Reports that the text at `span` is no legal move of the line reached.
#[cold]
pub(super) fn refuse(span: Span, text: &[u8], line: &Line, error: &SanError, sink: &mut dyn Sink) {
    if !sink.wants(code(error)) {
        return;
    }
    let position = line.position();
    let last = || last_move(text, span.start, position);
    let mut diagnostic = refusal(span.of(text), span, position, error, last);
    if let Some(opened) = line.opened() {
        diagnostic = diagnostic.label(Span::new(opened, opened + 1), "the variation begins here");
    }
    sink.report(diagnostic);
}

/// A word of another notation that is not read.
pub(super) struct Other<'e> {
    pub(super) notation: OtherNotation,
    pub(super) error: &'e NotationError,
    /// The moves that it may mean.
    pub(super) candidates: &'e [Move],
}

/// Reports that the text at `span` names no move in the notation of the game.
#[cold]
pub(super) fn refuse_other(span: Span, text: &[u8], line: &Line, other: &Other<'_>, sink: &mut dyn Sink) {
    let Other { notation, error, candidates } = *other;
    let code = match error {
        NotationError::Ambiguous => Code::AmbiguousMove,
        _ => Code::IllegalMove,
    };
    if !sink.wants(code) {
        return;
    }
    let (position, found) = (line.position(), quoted(span.of(text)));
    let title = notation.title();
    let may_be = || one_of(position, candidates.iter().copied());
    let message = match error {
        NotationError::NotAMove => format!("expected a move in {title}, found {found}"),
        NotationError::Ambiguous => {
            format!("expected a move that fits one piece only, found {found}: it may be {}", may_be())
        }
        _ => format!("expected a legal move, found {found}: {error}"),
    };
    let mut diagnostic = Diagnostic::new(code, span, message).fen(position.fen(Default::default()).as_str());
    match error {
        NotationError::NotAMove if san::read(position, span.of(text)).is_ok() => {
            diagnostic = diagnostic.help("it is a move in SAN: `--from pgn` reads games in it");
        }
        NotationError::PromotionMissing => diagnostic = diagnostic.help(format!("it may be {}", may_be())),
        _ => {}
    }
    if let Some(opened) = line.opened() {
        diagnostic = diagnostic.label(Span::new(opened, opened + 1), "the variation begins here");
    }
    sink.report(diagnostic);
}

/// The notation in which a word that is no SAN is a move, or may be one of several.
fn other_notation(position: &Position, word: &[u8], error: &SanError) -> Option<OtherNotation> {
    let is_descriptive = *error == SanError::NotAMove;
    let is_move = |notation: &OtherNotation| {
        let may_be = is_descriptive && *notation == OtherNotation::Descriptive;
        may_be && notation.length_in(word) == Some(word.len())
            || !notation.candidates(position, &Wings::default(), word).is_empty()
    };
    OtherNotation::ALL.into_iter().find(is_move)
}

/// The code for a text that is no legal move.
pub(crate) fn code(error: &SanError) -> Code {
    match error {
        SanError::Ambiguous { .. } => Code::AmbiguousMove,
        _ => Code::IllegalMove,
    }
}

/// Diagnostic for the `word` at `span`, which is not a legal move in `position`, reached by the move `last` if there is
/// one.
#[cold]
pub(crate) fn refusal(
    word: &[u8],
    span: Span,
    position: &Position,
    error: &SanError,
    last: impl FnOnce() -> Option<String>,
) -> Diagnostic {
    let expected = match error {
        SanError::Ambiguous { .. } => "a move that fits one piece only",
        _ => "a legal move",
    };
    let mut message = format!("expected {expected}, found {}: ", quoted(word));
    let _ = match error {
        SanError::Ambiguous { .. } => {
            write!(message, "it may be {}", one_of(position, candidates(position, error)))
        }
        SanError::GameOver { .. } => match last() {
            Some(last) => write!(message, "the game ended with {last}"),
            None => write!(message, "{error}, and the game is over"),
        },
        _ => write!(message, "{error}"),
    };
    let diagnostic =
        Diagnostic::new(code(error), span, message).fen(position.fen(Default::default()).as_str());
    match help(position, word, error) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// Certain facts that may hint at the intended move.
fn help(position: &Position, word: &[u8], error: &SanError) -> Option<String> {
    if !matches!(error, SanError::Ambiguous { .. })
        && let Some(notation) = other_notation(position, word, error)
    {
        return Some(format!("it looks like {}, which `--from {notation}` reads", notation.title()));
    }
    match error {
        SanError::WrongSideToMove { turn } => {
            let other = if *turn == Color::White { "Black" } else { "White" };
            Some(format!("{other} could play it: is a move missing before it?"))
        }
        SanError::Ambiguous { .. } => Some("add the file or the rank that the piece comes from".to_owned()),
        SanError::GameOver { .. } => None,
        SanError::NotAMove => in_other_languages(position, word),
        _ => {
            let near = san::alternatives(position, word);
            let kind = near.first()?.kind();
            let article = if position.pieces(position.turn(), kind).single().is_some() { "the" } else { "a" };
            (near.len() <= FEW)
                .then(|| format!("{article} {kind} can play {}", one_of(position, near.iter().copied())))
        }
    }
}

/// The moves that an ambiguous text may mean.
fn candidates<'a>(position: &Position, error: &'a SanError) -> impl Iterator<Item = Move> + use<'a> {
    let legal = position.legal_moves();
    let moves: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|mv| match *error {
            SanError::Ambiguous { candidates, kind, to } => {
                // A text that leaves the rank out is a pawn's capture.
                let fits = to.map_or(mv.is_capture(), |to| to == mv.to());
                mv.kind() == kind && candidates.contains(mv.from()) && fits
            }
            _ => false,
        })
        .collect();
    moves.into_iter()
}

/// Moves as a list: `Nbd7, Nfd7 or Nhd7`.
fn one_of(position: &Position, moves: impl Iterator<Item = Move>) -> String {
    let mut names: Vec<String> = moves.map(|mv| position.san(mv).to_string()).collect();
    names.sort_unstable();
    join(&names)
}

pub(super) fn join(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// `with the piece letters of Danish or German it is Nf3`, for all languages in which the word is a legal move.
fn in_other_languages(position: &Position, word: &[u8]) -> Option<String> {
    let mut meanings: Vec<(String, Vec<String>)> = Vec::new();
    for (language, san) in san::readings_by_language(position, word) {
        let san = san.to_string();
        match meanings.iter_mut().find(|(other, _)| *other == san) {
            Some((_, languages)) => languages.push(language.name().to_owned()),
            None => meanings.push((san, vec![language.name().to_owned()])),
        }
    }
    let parts: Vec<String> = meanings
        .iter()
        .map(|(san, languages)| format!("{san} with the piece letters of {}", join(languages)))
        .collect();
    (!parts.is_empty()).then(|| format!("it is {}", parts.join("; ")))
}

/// The move directly before `end`, with its number: `24. Qh7#`. `None` if something else is there.
fn last_move(text: &[u8], end: usize, position: &Position) -> Option<String> {
    let start = end.saturating_sub(LOOK_BACK);
    // The end of a comment line looks like a move, too.
    let line = text[start..end].trim_ascii_end();
    if line.contains(&b';') || line.contains(&b'%') {
        return None;
    }
    let line = line[..number_before(line, line.len())].trim_ascii_end();
    let begin =
        line.iter().rposition(|&byte| byte.is_ascii_whitespace() || byte == b'.').map_or(0, |at| at + 1);
    let word = &line[begin..];
    let word = &word[..word.iter().position(|byte| matches!(byte, b'!' | b'?')).unwrap_or(word.len())];
    let is_whole = begin > 0 || start == 0;
    if !is_whole
        || !word.is_ascii()
        || !is_move_like(word)
        || word.iter().any(|byte| b"(){}[]<>$\"".contains(byte))
    {
        return None;
    }
    let word = core::str::from_utf8(word).ok()?;
    Some(match position.turn() {
        Color::White => format!("{}... {word}", position.fullmove_number().saturating_sub(1)),
        Color::Black => format!("{}. {word}", position.fullmove_number()),
    })
}
