//! Games, tag pairs, moves.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Comparison;
use super::comment::comments;
use super::tags::tags;
use super::value::{any, get, list, optional_list, required, show, string};
use crate::expect::{Game, Move, Variation};

/// The position from which games usually start.
const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub fn game(out: &mut Comparison, expected: &Game, found: &Value) {
    if let Some(expected_tags) = &expected.tags {
        let result = expected.result.as_deref();
        required(out, "tags", found, |out, found| tags(out, expected_tags, result, found));
    }
    match &expected.start {
        Some(start) => required(out, "start", found, |out, found| string(out, start, found)),
        None => out.member("start", |out| match get(found, "start") {
            None => {}
            Some(start) if start == USUAL => {}
            Some(start) => out.differs(format_args!("expected the usual one, found {}", show(start))),
        }),
    }
    comments(out, &expected.comments, found);
    if let Some(moves) = &expected.moves {
        required(out, "moves", found, |out, found| list(out, moves, found, one_move));
    }
    if let Some(result) = &expected.result {
        required(out, "result", found, |out, found| string(out, result, found));
    }
    if let Some(last) = &expected.last {
        required(out, "final", found, |out, found| string(out, last, found));
    }
    if let Some(escapes) = &expected.escapes {
        optional_list(out, "escapes", escapes, found, |out, expected, found| string(out, expected, found));
    }
}

/// Compares `typed`, in which `null` is a value.
pub fn typed(out: &mut Comparison, expected: &Value, found: &Value) {
    out.member("typed", |out| match found.get("typed") {
        Some(found) => any(out, expected, found),
        None => out.not_expressed(),
    });
}

fn one_move(out: &mut Comparison, expected: &Move, found: &Value) {
    required(out, "uci", found, |out, found| string(out, &expected.uci, found));
    if let Some(san) = &expected.san {
        required(out, "san", found, |out, found| string(out, san, found));
    }
    nags(out, &expected.nags, found);
    comments(out, &expected.comments, found);
    optional_list(out, "variations", &expected.variations, found, variation);
}

/// Compares annotation glyphs, whose order and repetition mean nothing.
fn nags(out: &mut Comparison, expected: &[u32], found: &Value) {
    let set = |list: &[Value]| list.iter().filter_map(Value::as_u64).collect::<BTreeSet<_>>();
    if out.takes_the_same()
        && let Some(Value::Array(found)) = get(found, "nags")
        && set(found) == expected.iter().map(|&nag| nag.into()).collect()
    {
        return;
    }
    optional_list(out, "nags", expected, found, |out, &expected, found| any(out, &expected.into(), found));
}

fn variation(out: &mut Comparison, expected: &Variation, found: &Value) {
    comments(out, &expected.comments, found);
    required(out, "moves", found, |out, found| list(out, &expected.moves, found, one_move));
}
