use pgnkit_syntax::{Code, Sink};

use super::Value;
use crate::values::Round;

/// Section 8.1.1.4.
pub(super) fn check(value: &Value<'_>, sink: &mut dyn Sink) {
    if !Round::is_well_formed(value.bytes) && sink.wants(Code::InvalidRound) {
        sink.report(value.expected(Code::InvalidRound, "numbers joined by periods, `-` or `?`"));
    }
}

/// Section 9.2.5: a number.
pub(super) fn check_board(value: &Value<'_>, sink: &mut dyn Sink) {
    if !value.bytes.iter().all(u8::is_ascii_digit) && sink.wants(Code::InvalidBoard) {
        sink.report(value.expected(Code::InvalidBoard, "the number of a board"));
    }
}
