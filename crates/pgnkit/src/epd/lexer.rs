//! Tokens after the fields of a record.
//!
//! ```text
//! operations = *( " " operation )
//! operation  = opcode *( " " operand ) ";"
//! operand    = word / string
//! word       = 1*( printing character but ";" )        ; a quote within it is a character
//! string     = DQUOTE *( character but DQUOTE ) DQUOTE
//! ```

use pgnkit_syntax::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    /// With its quotes.
    String {
        is_closed: bool,
        /// Whether it contains quotes after backslashes.
        has_escapes: bool,
    },
    Semicolon,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
    /// The white space before it.
    pub(super) gap: Span,
}

impl Token {
    /// Content of a string without its quotes, or the word.
    pub(super) fn content(&self) -> Span {
        match self.kind {
            TokenKind::String { is_closed, .. } => {
                Span::new(self.span.start + 1, self.span.end - usize::from(is_closed))
            }
            _ => self.span,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a [u8],
    pos: usize,
    /// End of the line.
    end: usize,
}

impl<'a> Tokens<'a> {
    /// The tokens of `text` in `span`.
    pub(super) fn new(text: &'a [u8], span: Span) -> Self {
        Self { text, pos: span.start, end: span.end }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        (at < self.end).then(|| self.text[at])
    }

    /// End of a string that begins at `start`: after its quote, or at the end of the line. A quote after a backslash
    /// ends it only if nothing of the string can follow (decision A-53).
    fn string(&self, start: usize) -> (usize, TokenKind) {
        let (mut at, mut has_escapes) = (start + 1, false);
        while let Some(length) = memchr::memchr(b'"', &self.text[at..self.end]) {
            at += length + 1;
            let is_escaped = self.text[at - 2] == b'\\' && at - 2 > start;
            if is_escaped && !self.may_end_string(at) {
                has_escapes = true;
                continue;
            }
            return (at, TokenKind::String { is_closed: true, has_escapes });
        }
        (self.end, TokenKind::String { is_closed: false, has_escapes })
    }
}

impl Tokens<'_> {
    /// Whether a string can end at `at`: the operation ends there, or another string follows.
    fn may_end_string(&self, at: usize) -> bool {
        let rest = &self.text[at..self.end];
        match rest.trim_ascii_start() {
            [] | [b';', ..] => true,
            next @ [b'"', ..] => next.len() < rest.len(),
            _ => false,
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let before = self.pos;
        while self.byte(self.pos).is_some_and(is_blank) {
            self.pos += 1;
        }
        let start = self.pos;
        let (end, kind) = match self.byte(start)? {
            b';' => (start + 1, TokenKind::Semicolon),
            b'"' => self.string(start),
            _ => {
                let rest = &self.text[start..self.end];
                let length = rest.iter().position(|&byte| byte == b';' || is_blank(byte));
                (start + length.unwrap_or(rest.len()), TokenKind::Word)
            }
        };
        self.pos = end;
        Some(Token { kind, span: Span::new(start, end), gap: Span::new(before, start) })
    }
}

/// Separators of tokens: white space within a line, and control characters, which no word can contain.
pub(super) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t' || is_control(byte)
}

/// Whether the byte is reported everywhere.
pub(super) fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && byte != b'\t'
}
