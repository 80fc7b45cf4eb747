//! Operations and their operands.

use pgnkit_chess::san::San;
use pgnkit_chess::{Move, Position};

use super::Opcode;

/// One operation of a record: an opcode with its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operation {
    /// The opcode.
    pub opcode: Opcode,
    /// The operands in their order.
    pub operands: Vec<Operand>,
}

/// One operand of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operand {
    /// A legal move; only in `am`, `bm`, `pm`, `pv` and `sm`.
    Move {
        /// The move.
        mv: Move,
        /// Its canonical notation.
        san: San,
    },
    /// An integer. With an opcode outside the standard, an unusual spelling such as `+5` or `007` stays a word.
    Integer(i64),
    /// A number with digits on both sides of a decimal point, as it was written.
    Float(Box<str>),
    /// A string, without its quotes.
    String(Box<str>),
    /// Any other run of characters as written, including a move that cannot be played.
    Word(Box<str>),
}

impl Operand {
    /// The move, if it is one.
    #[must_use]
    pub fn as_move(&self) -> Option<(Move, San)> {
        match self {
            Self::Move { mv, san } => Some((*mv, *san)),
            _ => None,
        }
    }

    /// The integer, if it is one, in any spelling.
    #[must_use]
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Self::Integer(value) => Some(*value),
            Self::Word(text) => integer(text),
            _ => None,
        }
    }

    /// The text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn of_move(position: &Position, mv: Move) -> Self {
        Self::Move { mv, san: position.san(mv) }
    }
}

impl Operation {
    /// Sort key within a record: by opcode, but an operation that would be taken for the counters of a FEN at the
    /// beginning comes last.
    pub(super) fn order(&self) -> (bool, &Opcode) {
        let is_number = |operand: &Operand| operand.to_string().bytes().all(|byte| byte.is_ascii_digit());
        let is_like_counters = self.opcode.is_number() && self.operands.first().is_none_or(is_number);
        (is_like_counters, &self.opcode)
    }

    /// An operation without operands.
    #[must_use]
    pub fn new(opcode: Opcode) -> Self {
        Self { opcode, operands: Vec::new() }
    }

    /// An operation with an integer.
    #[must_use]
    pub fn integer(opcode: Opcode, value: i64) -> Self {
        Self { opcode, operands: vec![Operand::Integer(value)] }
    }

    /// An operation with a string.
    #[must_use]
    pub fn text(opcode: Opcode, text: &str) -> Self {
        Self { opcode, operands: vec![Operand::String(text.into())] }
    }

    /// An operation with two strings.
    #[must_use]
    pub fn texts(opcode: Opcode, first: &str, second: &str) -> Self {
        Self { opcode, operands: vec![Operand::String(first.into()), Operand::String(second.into())] }
    }

    /// An operation with moves from `position`, all of them alternatives. They must be legal there.
    #[must_use]
    pub fn moves(opcode: Opcode, position: &Position, moves: impl IntoIterator<Item = Move>) -> Self {
        Self { opcode, operands: moves.into_iter().map(|mv| Operand::of_move(position, mv)).collect() }
    }

    /// An operation with a line of moves from `position`, each played after those before it. They must be legal there.
    #[must_use]
    pub fn line(opcode: Opcode, position: &Position, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut position = *position;
        let operands = moves.into_iter().map(|mv| {
            let operand = Operand::of_move(&position, mv);
            position.play(mv);
            operand
        });
        Self { opcode, operands: operands.collect() }
    }

    /// The moves among the operands.
    pub fn each_move(&self) -> impl Iterator<Item = (Move, San)> {
        self.operands.iter().filter_map(Operand::as_move)
    }

    /// The first string.
    pub(super) fn first_text(&self) -> Option<&str> {
        self.operands.first().and_then(Operand::as_str)
    }
}

/// `[+-]digits` as in section 16.2.4.1; `None` also if it is too large.
pub(super) fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_integer { text.parse().ok() } else { None }
}

/// `[+-]digits.digits`.
pub(super) fn is_float(text: &str) -> bool {
    let number = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    number.split_once('.').is_some_and(|(whole, part)| is_digits(whole) && is_digits(part))
}
