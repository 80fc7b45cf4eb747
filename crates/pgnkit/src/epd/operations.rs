//! Turning tokens into operations.

use std::borrow::Cow;

use pgnkit_chess::Position;
use pgnkit_syntax::{Code, Diagnostic, Encoding, Severity, Sink, Span, quoted};

use super::lexer::{Token, TokenKind, is_control};
use super::opcode::Takes;
use super::operand::integer;
use super::write::write_string;
use super::{Opcode, Operand, Operation};

/// Reads the operations of one record.
pub(super) struct Operations<'a> {
    pub(super) text: &'a [u8],
    /// Everything after the fields.
    tokens: &'a [Token],
    /// Number of tokens read.
    at: usize,
    pub(super) position: Position,
    pub(super) sink: &'a mut dyn Sink,
    read: Vec<Operation>,
    /// Places of the opcodes in `read`.
    places: Vec<Span>,
    /// Codes reported at most once a record.
    is_badly_spaced: bool,
    is_disordered: bool,
    /// Whether an operation may follow one with the same opcode.
    may_repeat: bool,
}

impl<'a> Operations<'a> {
    pub(super) fn new(
        text: &'a [u8],
        tokens: &'a [Token],
        position: Position,
        sink: &'a mut dyn Sink,
    ) -> Self {
        Self {
            text,
            tokens,
            at: 0,
            position,
            sink,
            read: Vec::new(),
            places: Vec::new(),
            is_badly_spaced: false,
            is_disordered: false,
            may_repeat: false,
        }
    }

    /// The operations and the places of their opcodes.
    pub(super) fn done(self) -> (Vec<Operation>, Vec<Span>) {
        (self.read, self.places)
    }

    /// Reads all tokens of the line, which ends at `end`.
    pub(super) fn read(&mut self, end: usize) {
        self.read_semicolons(true);
        let is_first = self.at == 0;
        self.read_counters();
        self.read_semicolons(is_first);
        while let Some(token) = self.next() {
            self.check_space(token.gap, 1);
            self.read_operation(token);
        }
        if let Some(last) = self.tokens.last() {
            self.check_space(Span::new(last.span.end, end), 0);
        }
        if self.may_repeat {
            self.drop_repeated();
        }
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).copied()?;
        self.at += 1;
        Some(token)
    }

    /// The text of a token, without quotes.
    pub(super) fn decode(&self, token: &Token) -> Cow<'a, str> {
        Encoding::read(token.content().of(self.text))
    }

    /// The two counters of a FEN at the place of the first operation.
    fn read_counters(&mut self) {
        let is_counter = |token: &&Token| {
            token.kind == TokenKind::Word && token.span.of(self.text).iter().all(u8::is_ascii_digit)
        };
        let tokens = &self.tokens[self.at..];
        let counters: Vec<Token> = tokens.iter().take(2).take_while(is_counter).copied().collect();
        let [first, ..] = counters.as_slice() else { return };
        // A number and a word: not half of the counters, but an operation with a number in place of its opcode.
        if counters.len() == 1 && tokens.get(1).is_some_and(|next| next.kind != TokenKind::Semicolon) {
            return;
        }
        let span = Span::new(first.span.start, counters[counters.len() - 1].span.end);
        self.sink.note(Code::FenCounters, span, || {
            let found = quoted(span.of(self.text));
            format!("expected the operations `hmvc` and `fmvn`, found the counters of a FEN, {found}")
        });
        for (token, opcode) in counters.into_iter().zip([Opcode::Hmvc, Opcode::Fmvn]) {
            self.at += 1;
            self.check_space(token.gap, 1);
            let operands = self.operands(opcode.takes(), &[token]);
            self.push(Operation { opcode, operands }, token.span);
        }
    }

    /// Skips semicolons that end no operation.
    fn read_semicolons(&mut self, is_first: bool) {
        let mut is_first = is_first;
        while let Some(token) = self.tokens.get(self.at).filter(|token| token.kind == TokenKind::Semicolon) {
            self.at += 1;
            if is_first {
                self.sink.note(
                    Code::LeadingSemicolon,
                    token.span,
                    || "expected an operation after the position, found `;`",
                );
            } else {
                self.sink.note(
                    Code::EmptyOperation,
                    token.span,
                    || "expected an operation, found one more `;`",
                );
            }
            is_first = false;
        }
    }

    fn read_operation(&mut self, token: Token) {
        let opcode = self.opcode(&token);
        let takes = opcode.takes();
        let first = self.at;
        let mut last = token;
        let is_ended = loop {
            match self.tokens.get(self.at) {
                Some(next) if next.kind == TokenKind::Semicolon => {
                    self.check_space(next.gap, 0);
                    self.at += 1;
                    break true;
                }
                Some(next) if !self.begins_operation(takes, self.at - first) => {
                    self.check_space(next.gap, 1);
                    last = *next;
                    self.at += 1;
                }
                _ => break false,
            }
        };
        let is_open = matches!(last.kind, TokenKind::String { is_closed: false, .. });
        if !is_ended && !is_open {
            self.sink.note(Code::MissingSemicolon, last.span, || {
                format!("expected `;` after the operation `{opcode}`, found none")
            });
        }
        let operands =
            self.operands(takes, &self.tokens[first..first + self.count_operands(first, is_ended)]);
        self.check_count(&opcode, token.span, &operands);
        self.push(Operation { opcode, operands }, token.span);
        self.read_semicolons(false);
    }

    /// Number of operands among the tokens from `first` up to those read.
    fn count_operands(&self, first: usize, is_ended: bool) -> usize {
        self.at - first - usize::from(is_ended)
    }

    /// Whether the next token is the opcode of another operation although the current one, with `count` operands, was
    /// not ended: an opcode of the standard that can hardly be an operand.
    fn begins_operation(&self, takes: Takes, count: usize) -> bool {
        let Some(token) = self.tokens.get(self.at).filter(|token| token.kind == TokenKind::Word) else {
            return false;
        };
        let is_opcode = || {
            let word = core::str::from_utf8(token.span.of(self.text)).ok();
            word.and_then(Opcode::standard)
        };
        match takes {
            Takes::Anything => false,
            Takes::Moves | Takes::Move | Takes::Line => is_opcode().is_some_and(|opcode| {
                // `c4` is a move.
                let is_string = |next: &Token| matches!(next.kind, TokenKind::String { .. });
                opcode.comment_rank().is_none() || self.tokens.get(self.at + 1).is_some_and(is_string)
            }),
            _ => count >= takes.count().1 && is_opcode().is_some(),
        }
    }

    fn opcode(&mut self, token: &Token) -> Opcode {
        let text: Cow<'_, str> = match token.kind {
            // In written form.
            TokenKind::String { .. } => {
                let mut written = String::new();
                let _ = write_string(&mut written, &self.string(token), true);
                written.into()
            }
            _ => self.decode(token),
        };
        let Some(opcode) = Opcode::new(&text) else {
            self.sink.note(Code::InvalidOpcode, token.span, || {
                let found = quoted(token.span.of(self.text));
                format!("expected an opcode of up to 15 letters, digits and underscores, found {found}")
            });
            return Opcode::any(&text);
        };
        if let Opcode::Other(name) = &opcode {
            let is_low = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
            if opcode.is_private() {
                self.sink.note(Code::PrivateOpcode, token.span, || {
                    format!("expected an opcode that is for everybody, found `{name}`, which is private")
                });
            } else if name.len() < 2 || !name.bytes().all(is_low) {
                self.sink.note(Code::UnusualOpcode, token.span, || {
                    format!("expected an opcode of two or more lower-case characters, found `{name}`")
                });
            }
        }
        opcode
    }

    /// Reports operands that are too many or too few.
    fn check_count(&mut self, opcode: &Opcode, at: Span, operands: &[Operand]) {
        let (least, most) = opcode.takes().count();
        let found = operands.len();
        if (least..=most).contains(&found) {
            return;
        }
        self.sink.note(Code::OperandCount, at, || {
            let expected = match (least, most) {
                (0, 0) => "no operand",
                (0, _) => "one operand or none",
                (1, _) => "one operand",
                _ => "two operands",
            };
            format!("expected {expected} for `{opcode}`, found {found}")
        });
    }

    fn push(&mut self, operation: Operation, place: Span) {
        let opcode = &operation.opcode;
        if let Some(last) = self.read.last() {
            if last.order() > operation.order() && last.opcode != *opcode && !self.is_disordered {
                self.sink.note(Code::OpcodeOrder, place, || {
                    format!("expected `{opcode}` before `{}`: operations stand in ASCII order", last.opcode)
                });
                self.is_disordered = true;
            }
            self.may_repeat |= last.opcode >= *opcode || opcode.is_number();
        }
        self.read.push(operation);
        self.places.push(place);
    }

    /// Keeps only the last of operations with the same opcode; with the same number in place of an opcode the first, so
    /// that one of them differs from the counters of a FEN.
    fn drop_repeated(&mut self) {
        let mut order: Vec<usize> = (0..self.read.len()).collect();
        order.sort_by(|a, b| self.read[*a].opcode.cmp(&self.read[*b].opcode));
        let mut counts = vec![true; order.len()];
        for pair in order.windows(2) {
            let [first, second] = [pair[0], pair[1]];
            let opcode = &self.read[second].opcode;
            if self.read[first].opcode != *opcode {
                continue;
            }
            let (dropped, which) = if opcode.is_number() { (second, "first") } else { (first, "last") };
            counts[dropped] = false;
            if self.sink.wants(Code::RepeatedOpcode) {
                let message =
                    format!("expected each opcode once, found `{opcode}` again; the {which} one counts");
                let diagnostic = Diagnostic::new(Code::RepeatedOpcode, self.places[second], message);
                self.sink.report(diagnostic.label(self.places[first], "the one before"));
            }
        }
        let mut kept = counts.iter();
        self.read.retain(|_| kept.next() == Some(&true));
        let mut kept = counts.iter();
        self.places.retain(|_| kept.next() == Some(&true));
    }

    /// Reports white space other than `wanted` spaces, once a record.
    fn check_space(&mut self, gap: Span, wanted: usize) {
        let found = gap.of(self.text);
        if self.is_badly_spaced || (found.len() == wanted && (wanted == 0 || found == b" ")) {
            return;
        }
        // This has been reported separately.
        if found.iter().any(|&byte| is_control(byte)) {
            return;
        }
        self.is_badly_spaced = true;
        self.sink.note(Code::OperationSpacing, gap, || {
            let expected = if wanted == 0 { "no space" } else { "one space" };
            let found = match found {
                [] => "none".to_owned(),
                found => quoted(found),
            };
            format!("expected {expected} here, found {found}")
        });
    }

    /// Reports an operand of the wrong type; a warning if the meaning is clear.
    pub(super) fn wrong_type(&mut self, at: Span, expected: &str, severity: Severity) {
        if self.sink.wants(Code::OperandType) {
            let message = format!("expected {expected}, found {}", quoted(at.of(self.text)));
            self.sink.report(Diagnostic::new(Code::OperandType, at, message).severity(severity));
        }
    }

    /// An operand of any type.
    pub(super) fn untyped(&mut self, token: &Token, is_standard: bool) -> Operand {
        if let TokenKind::String { .. } = token.kind {
            return Operand::String(self.string(token));
        }
        let word = self.decode(token);
        match integer(&word) {
            Some(value) if is_standard || word == value.to_string() => Operand::Integer(value),
            None if super::operand::is_float(&word) => Operand::Float(word.into()),
            _ => Operand::Word(word.into()),
        }
    }
}
