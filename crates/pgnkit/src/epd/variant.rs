//! The variant of a record: what its fields show, or the operation `variant`.

use pgnkit_chess::variant::TagVariant;
use pgnkit_chess::{ChessMode, Variant};
use pgnkit_syntax::Span;

use super::lexer::{Token, TokenKind, Tokens};
use super::{Epd, Opcode, Operand, Operation};
use crate::read::tag_variant;

const OPCODE: &str = "variant";

/// What a record says of its rules.
pub(super) enum Said {
    Known(TagVariant),
    /// The operand of `variant` names rules that are not known.
    Unknown(Span),
    Nothing,
}

/// What the operations say, which are between `fields` and the end of a line.
pub(super) fn said(text: &[u8], operations: Span) -> Said {
    if memchr::memmem::find(operations.of(text), OPCODE.as_bytes()).is_none() {
        return Said::Nothing;
    }
    let (mut said, mut is_opcode, mut tokens) = (Said::Nothing, true, Tokens::new(text, operations));
    let mut next = tokens.next();
    while let Some(token) = next {
        next = tokens.next();
        let is_word = token.kind == TokenKind::Word;
        if is_opcode && is_word && token.span.of(text) == OPCODE.as_bytes() {
            // The last one counts, as with all operations.
            said = next.as_ref().map_or(Said::Nothing, |operand| named(text, operand, operations.end));
        }
        // Operations may follow the counters of a FEN.
        let is_counter = is_opcode && is_word && token.span.of(text).iter().all(u8::is_ascii_digit);
        is_opcode = token.kind == TokenKind::Semicolon || is_counter;
    }
    said
}

/// The variant of the name that begins with `first`, which may be several words without quotes.
fn named(text: &[u8], first: &Token, end: usize) -> Said {
    let operands = Tokens::new(text, Span::new(first.span.start, end));
    let Some(last) = operands.take_while(|token| token.kind != TokenKind::Semicolon).last() else {
        return Said::Nothing;
    };
    let name = Span::new(first.span.start, last.span.end);
    tag_variant(name.of(text)).map_or(Said::Unknown(name), Said::Known)
}

/// Whether an operation says of a variant what is known already.
pub(super) fn repeats(operation: &Operation, variant: Variant) -> bool {
    // Quotes and the semicolon are no part of a name.
    let name = || operation.to_string().split_off(OPCODE.len());
    variant != Variant::Standard
        && operation.opcode.as_str() == OPCODE
        && tag_variant(name().as_bytes()).is_some_and(|meant| meant.variant == variant)
}

impl Epd {
    /// The operation that names the variant, where the fields do not show it.
    pub(super) fn variant_operation(&self) -> Option<Operation> {
        let variant = self.position.variant();
        // The fields show no more than the variant, and what contradicts them stays.
        let is_shown =
            self.shows_variant() && (self.mode == ChessMode::Standard || self.has(&Opcode::any(OPCODE)));
        if variant == Variant::Standard || is_shown {
            return None;
        }
        let name = match self.mode {
            ChessMode::Chess960 => format!("{variant} 960"),
            _ => variant.name().to_owned(),
        };
        Some(Operation { opcode: Opcode::any(OPCODE), operands: vec![Operand::String(name.into())] })
    }

    /// Whether the FEN of the position is read as one of its variant.
    pub(super) fn shows_variant(&self) -> bool {
        matches!(self.position.variant(), Variant::Standard | Variant::Crazyhouse | Variant::ThreeCheck)
    }
}
