//! Reading a line of lichess's file of evaluations.

use std::borrow::Cow;

use pgnkit_chess::{Position, fen, san::SanError};
use serde::Deserialize;

use crate::batch::Detail;
use crate::error::LineError;
use crate::evaluation::{Evaluation, Score, ScoredLine};

/// The object of a line. Other members are passed over.
#[derive(Deserialize)]
struct Record<'l> {
    #[serde(borrow)]
    fen: Cow<'l, str>,
    #[serde(borrow)]
    evals: Vec<Search<'l>>,
}

#[derive(Deserialize)]
struct Search<'l> {
    #[serde(borrow)]
    pvs: Vec<Variation<'l>>,
    knodes: u64,
    depth: u32,
}

#[derive(Deserialize)]
struct Variation<'l> {
    cp: Option<i32>,
    mate: Option<i32>,
    #[serde(borrow)]
    line: Cow<'l, str>,
}

/// Reads a line: the position and its best evaluation, of which as many lines and moves are kept as `kept` says. The best one is the deepest, of equal
/// depths the one with the most nodes, of equal ones the first.
///
/// A FEN of two to six fields is read, of standard chess or Chess960; castling may have either spelling. The moves that are kept are checked, and no others.
///
/// Takes time and memory in proportion to the length of the line, however deep its values are nested.
///
/// ```
/// use pgnkit_evals::{Detail, Score, read_line};
///
/// let line = br#"{"fen":"8/8/8/8/8/5k2/7q/5K2 b - -","evals":[{"pvs":[{"mate":-1,"line":"h2f2"}],"knodes":3,"depth":99}]}"#;
/// let (position, evaluation) = read_line(line, Detail::default())?;
/// assert_eq!(evaluation.lines[0].score, Score::Mate(-1));
/// assert_eq!(position.san(evaluation.lines[0].moves[0]).to_string(), "Qf2#");
/// # Ok::<(), pgnkit_evals::LineError>(())
/// ```
///
/// # Errors
/// If it is no evaluation; see [`LineError`].
pub fn read_line(line: &[u8], kept: Detail) -> Result<(Position, Evaluation), LineError> {
    let record: Record<'_> =
        serde_json::from_slice(line).map_err(|error| LineError::Json(without_line(&error)))?;
    let position = fen::parse(record.fen.as_bytes()).map_err(|error| LineError::Fen(error.kind))?.position;
    // Of equal ones the last that is compared is kept, which is the first.
    let best = record.evals.iter().rev().max_by_key(|search| (search.depth, search.knodes));
    let best = best.ok_or(LineError::NoEvaluation)?;
    let lines = best.pvs.iter().take(kept.lines()).map(|variation| scored(position, variation, kept));
    let lines = lines.collect::<Result<Vec<_>, _>>()?;
    if lines.is_empty() {
        return Err(LineError::NoLine);
    }
    Ok((position, Evaluation { depth: best.depth, knodes: best.knodes, lines }))
}

fn scored(mut position: Position, variation: &Variation<'_>, kept: Detail) -> Result<ScoredLine, LineError> {
    let score = match (variation.cp, variation.mate) {
        (Some(centipawns), None) => Score::Centipawns(centipawns),
        (None, Some(moves)) => Score::Mate(moves),
        (both, _) => return Err(LineError::Score { has_both: both.is_some() }),
    };
    let mut moves = Vec::new();
    for word in variation.line.split_ascii_whitespace().take(kept.moves()) {
        let mv = position
            .read_uci(word)
            .and_then(|mv| if mv.is_null() { Err(SanError::NotAMove) } else { Ok(mv) });
        let mv = mv.map_err(|reason| LineError::of_move(moves.len() + 1, word, reason))?;
        moves.push(mv);
        position.play(mv);
    }
    if moves.is_empty() { Err(LineError::NoLine) } else { Ok(ScoredLine { score, moves }) }
}

/// The text of an error of JSON: the number of the line is always 1 in it, and another one in the file.
fn without_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.split_once(" at line ") {
        Some((reason, _)) => format!("{reason} at column {}", error.column()),
        None => text,
    }
}
