//! Canonical writing (section 16.2.4.1).

use std::fmt::{self, Write as _};

use pgnkit_chess::fen::EnPassant;

use super::opcode::Takes;
use super::{Epd, Operand, Operation};

/// The record without a line break: canonical fields, operations in ASCII order.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.position.epd(EnPassant::Always).as_str())?;
        self.sorted().into_iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

impl Epd {
    fn sorted(&self) -> Vec<&Operation> {
        let mut operations: Vec<&Operation> = self.operations.iter().collect();
        operations.sort_by(|a, b| a.opcode.cmp(&b.opcode));
        operations
    }

    /// The operations alone, as they stand in a record.
    pub(super) fn operations_text(&self) -> String {
        self.sorted().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.opcode.as_str())?;
        // Only the order of these means nothing (decision A-54).
        if self.opcode.takes() == Takes::Moves && self.operands.len() > 1 {
            let mut operands: Vec<String> = self.operands.iter().map(ToString::to_string).collect();
            operands.sort_unstable();
            operands.iter().try_for_each(|operand| write!(f, " {operand}"))?;
        } else {
            self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))?;
        }
        f.write_char(';')
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { san, .. } => san.fmt(f),
            Self::Integer(value) => value.fmt(f),
            Self::Float(text) | Self::Word(text) => f.write_str(text),
            Self::String(text) => {
                f.write_char('"')?;
                if text.chars().all(|c| written(c) == c) {
                    f.write_str(text)?;
                } else {
                    text.chars().try_for_each(|c| f.write_char(written(c)))?;
                }
                // Behind a backslash many programs do not take the quote for the end.
                if text.ends_with('\\') {
                    f.write_char(' ')?;
                }
                f.write_char('"')
            }
        }
    }
}

/// What a string can hold in the place of a character: EPD knows no way to write a quote (decision A-53).
pub(super) fn written(c: char) -> char {
    match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    }
}
