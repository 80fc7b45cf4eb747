//! Records of EPD and FEN.

use serde_json::Value;

use super::Comparison;
use super::value::{any, list, optional_list, required, string};
use crate::expect::{Operand, Operation, Record};

pub fn record(out: &mut Comparison, expected: &Record, found: &Value) {
    if let Some(fen) = &expected.fen {
        required(out, "fen", found, |out, found| string(out, fen, found));
    }
    if let Some(position) = &expected.position {
        required(out, "position", found, |out, found| string(out, position, found));
    }
    if let Some(operations) = &expected.operations {
        required(out, "operations", found, |out, found| list(out, operations, found, operation));
    }
    if let Some(result) = &expected.result {
        required(out, "result", found, |out, found| string(out, result, found));
    }
    for (name, expected) in expected.registers.iter().flatten() {
        required(out, "registers", found, |out, found| {
            out.member(name, |out| match found.get(name) {
                Some(found) => any(out, expected, found),
                None => out.not_expressed(),
            });
        });
    }
}

fn operation(out: &mut Comparison, expected: &Operation, found: &Value) {
    required(out, "opcode", found, |out, found| string(out, &expected.opcode, found));
    optional_list(out, "operands", &expected.operands, found, operand);
    if let Some(mate) = expected.mate {
        required(out, "mate", found, |out, found| any(out, &mate.into(), found));
    }
}

fn operand(out: &mut Comparison, expected: &Operand, found: &Value) {
    required(out, "type", found, |out, found| string(out, &expected.kind, found));
    if let Some(expected) = &expected.value {
        required(out, "value", found, |out, found| any(out, expected, found));
    }
    if let Some(uci) = &expected.uci {
        required(out, "uci", found, |out, found| string(out, uci, found));
    }
    if let Some(san) = &expected.san {
        required(out, "san", found, |out, found| string(out, san, found));
    }
}
