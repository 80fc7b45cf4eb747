//! Games, tag pairs, moves.

use serde_json::Value;

use super::Comparison;
use super::comment::comment;
use super::value::{any, get, list, optional_list, required, show, string};
use crate::expect::{Game, Move, Tag, Variation};

/// The position from which games usually start.
const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub fn game(out: &mut Comparison, expected: &Game, found: &Value) {
    if let Some(tags) = &expected.tags {
        required(out, "tags", found, |out, found| list(out, tags, found, tag));
    }
    match &expected.start {
        Some(start) => required(out, "start", found, |out, found| string(out, start, found)),
        None => out.member("start", |out| match get(found, "start") {
            None => {}
            Some(start) if start == USUAL => {}
            Some(start) => out.differs(format_args!("expected the usual one, found {}", show(start))),
        }),
    }
    optional_list(out, "comments", &expected.comments, found, comment);
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

fn tag(out: &mut Comparison, expected: &Tag, found: &Value) {
    required(out, "name", found, |out, found| string(out, &expected.name, found));
    required(out, "value", found, |out, found| string(out, &expected.value, found));
    if let Some(expected) = &expected.typed {
        typed(out, expected, found);
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
    optional_list(out, "nags", &expected.nags, found, |out, &expected, found| {
        any(out, &expected.into(), found)
    });
    optional_list(out, "comments", &expected.comments, found, comment);
    optional_list(out, "variations", &expected.variations, found, variation);
}

fn variation(out: &mut Comparison, expected: &Variation, found: &Value) {
    optional_list(out, "comments", &expected.comments, found, comment);
    required(out, "moves", found, |out, found| list(out, &expected.moves, found, one_move));
}
