//! Evaluations of positions, an object of JSON a line.

use std::fmt::Write as _;

use pgnkit::chess::fen::{self, EnPassant};
use pgnkit::chess::{Color, Position};
use serde_json::Value;

use super::super::{Object, SiteError, object, text};

/// Whether a line begins as the evaluations of a position: an object whose first member is `fen`, and that has `evals`.
pub fn begins_evaluation(line: &[u8]) -> bool {
    let rest = line.trim_ascii_start().strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    rest.is_some_and(|rest| rest.starts_with(b"\"fen\""))
        && memchr::memmem::find(line, b"\"evals\"").is_some()
}

/// Appends the record of EPD of a position, a line of the evaluations of lichess: depth (`acd`), nodes (`acn`), score for the side to move (`ce`)
/// and line (`pv`) of the deepest evaluation, of equal depths that with the most nodes. Gives the number of lines that have no place in it: the
/// others of that evaluation, and those of the other evaluations.
///
/// # Errors
/// When the position or an evaluation is missing or cannot be read, or a move is not legal.
pub fn evaluation(record: &[u8], out: &mut String) -> Result<usize, SiteError> {
    let record = object(record)?;
    let position = text(&record, "fen").ok_or(SiteError::Member("fen"))?;
    let start = fen::parse(position.as_bytes()).map_err(|_| SiteError::Fen(position.to_owned()))?.position;
    let all = record.get("evals").and_then(Value::as_array).ok_or(SiteError::Member("evals"))?;
    let number = |object: &Object, name: &str| object.get(name).and_then(Value::as_u64);
    let effort = |one: &Object| (number(one, "depth"), number(one, "knodes"));
    // Of equal ones the first, which has the fewest lines.
    let deepest = all.iter().rev().filter_map(Value::as_object).max_by_key(|one| effort(one));
    let deepest = deepest.ok_or(SiteError::Member("evals"))?;
    let best = lines(deepest).first().and_then(Value::as_object).ok_or(SiteError::Member("pvs"))?;
    let score = score(best, start.turn()).ok_or(SiteError::Member("cp"))?;
    let line = line(start, text(best, "line").unwrap_or_default())?;
    out.push_str(&start.epd(EnPassant::Always).to_string());
    if let Some(depth) = number(deepest, "depth") {
        let _ = write!(out, " acd {depth};");
    }
    if let Some(thousands) = number(deepest, "knodes") {
        let _ = write!(out, " acn {};", thousands.saturating_mul(1000));
    }
    let _ = write!(out, " ce {score};");
    if !line.is_empty() {
        let _ = write!(out, " pv{line};");
    }
    let count = all.iter().filter_map(Value::as_object).map(|one| lines(one).len()).sum::<usize>();
    Ok(count - 1)
}

fn lines(evaluation: &Object) -> &[Value] {
    evaluation.get("pvs").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The score of a line on the scale of `ce` (section 16.2.5.6) for the side to move; lichess has it for White.
fn score(line: &Object, turn: Color) -> Option<i64> {
    let sign = if turn == Color::White { 1 } else { -1 };
    let number = |name: &str| line.get(name).and_then(Value::as_i64);
    if let Some(centipawns) = number("cp") {
        return Some(sign * centipawns.clamp(-32_000, 32_000));
    }
    match number("mate")?.checked_mul(sign)? {
        moves @ 1..=383 => Some(32_767 - (2 * moves - 1)),
        moves @ -383..=-1 => Some(-32_767 - 2 * moves),
        _ => None,
    }
}

/// Moves as engines speak them in SAN, each after a blank.
fn line(mut position: Position, moves: &str) -> Result<String, SiteError> {
    let mut line = String::new();
    for word in moves.split_ascii_whitespace() {
        let mv = position.read_uci(word).map_err(|_| SiteError::Move(word.to_owned()))?;
        let _ = write!(line, " {}", position.san(mv));
        position.play(mv);
    }
    Ok(line)
}
