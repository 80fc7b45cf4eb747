//! Turning tokens into operands of the types that an opcode takes.

use pgnkit_chess::Position;
use pgnkit_chess::san::{self, SanWord};
use pgnkit_syntax::internals::is_move_like;
use pgnkit_syntax::{Code, Diagnostic, Encoding, Severity, Sink, Span, quoted};

use super::Operand;
use super::lexer::{Token, TokenKind};
use super::opcode::Takes;
use super::operations::Operations;
use crate::read::{check_spelling, refusal, refusal_code, report_spelling};

/// The longest string, in bytes (section 16.2.4.1).
pub(super) const LONGEST_STRING: usize = 255;

impl Operations<'_> {
    /// The operands of an operation whose opcode takes `takes`.
    pub(super) fn operands(&mut self, takes: Takes, tokens: &[Token]) -> Vec<Operand> {
        let (least, most) = takes.count();
        match takes {
            Takes::Moves | Takes::Move | Takes::Line => self.moves(takes, tokens),
            Takes::Text | Takes::OptionalText if tokens.len() > 1 && tokens.iter().all(is_word) => {
                self.unquoted_string(tokens)
            }
            // With too many operands it is unknown which has the wrong type.
            _ if !(least..=most).contains(&tokens.len()) => {
                tokens.iter().map(|token| self.untyped(token, takes != Takes::Anything)).collect()
            }
            Takes::Text | Takes::OptionalText | Takes::TwoTexts => {
                tokens.iter().map(|token| self.text(token)).collect()
            }
            Takes::Integer(least, most) => {
                tokens.iter().map(|token| self.integer(token, least, most)).collect()
            }
            Takes::Nothing | Takes::Anything => {
                tokens.iter().map(|token| self.untyped(token, false)).collect()
            }
        }
    }

    fn text(&mut self, token: &Token) -> Operand {
        if is_word(token) {
            self.wrong_type(token.span, "a string in quotes", Severity::Warning);
            return Operand::String(self.decode(token).into());
        }
        Operand::String(self.string(token))
    }

    /// Several words that were meant as one string.
    fn unquoted_string(&mut self, words: &[Token]) -> Vec<Operand> {
        let span = Span::new(words[0].span.start, words[words.len() - 1].span.end);
        if self.sink.wants(Code::OperandCount) {
            let message = format!(
                "expected one string, found {} words, {}; they are read as one string",
                words.len(),
                quoted(span.of(self.text))
            );
            let diagnostic = Diagnostic::new(Code::OperandCount, span, message);
            self.sink.report(diagnostic.severity(Severity::Warning).help("put it between quotes"));
        }
        let whole = Token { kind: TokenKind::Word, span, gap: words[0].gap };
        vec![Operand::String(self.decode(&whole).into())]
    }

    fn integer(&mut self, token: &Token, least: i64, most: i64) -> Operand {
        let operand = self.untyped(token, true);
        let word = token.span.of(self.text);
        let is_integer = is_word(token) && {
            let digits = word.strip_prefix(b"+").or_else(|| word.strip_prefix(b"-")).unwrap_or(word);
            !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
        };
        if !is_integer {
            self.wrong_type(token.span, "an integer", Severity::Error);
        } else if !operand.as_integer().is_some_and(|value| (least..=most).contains(&value)) {
            self.sink.note(Code::OperandOutOfRange, token.span, || {
                let found = quoted(word);
                if most == i64::MAX {
                    format!("expected an integer from {least} on, found {found}")
                } else {
                    format!("expected an integer from {least} to {most}, found {found}")
                }
            });
        }
        operand
    }

    /// The content of a string; reports its faults.
    pub(super) fn string(&mut self, token: &Token) -> Box<str> {
        let (text, content) = (self.text, token.content());
        let bytes = content.of(text);
        let TokenKind::String { is_closed, has_escapes } = token.kind else {
            return self.decode(token).into();
        };
        if !is_closed {
            let quote = Span::new(token.span.start, token.span.start + 1);
            self.sink.note(
                Code::UnterminatedString,
                quote,
                || "expected a quote that ends the string, found the end of the line",
            );
        }
        if bytes.len() > LONGEST_STRING {
            self.sink.note(Code::TokenTooLong, token.span, || {
                format!("expected a string of at most {LONGEST_STRING} bytes, found {}", bytes.len())
            });
        }
        if let Some(at) = memchr::memchr(b'\t', bytes) {
            let at = Span::new(content.start + at, content.start + at + 1);
            self.sink.note(Code::StringControl, at, || "expected no tab in a string, found one");
        }
        if !bytes.is_ascii()
            && let Some(at) = bytes.iter().position(|byte| !byte.is_ascii())
        {
            self.not_ascii(Span::new(content.start + at, content.end), Severity::Warning);
        }
        if !has_escapes {
            return self.decode(token).into();
        }
        self.sink.note(Code::EscapedQuote, token.span, || {
            "expected a string without quotes in it, found some behind backslashes; they will be written as `'`"
        });
        self.decode(token).replace("\\\"", "\"").into()
    }

    /// Reports the first character of `rest`, which is outside ASCII.
    fn not_ascii(&mut self, rest: Span, severity: Severity) {
        if self.sink.wants(Code::NonAsciiToken) {
            let (c, length) = pgnkit_syntax::internals::decode_char(rest.of(self.text));
            let message = format!("expected ASCII, found `{}`", c.escape_debug());
            let at = Span::new(rest.start, rest.start + length);
            self.sink.report(Diagnostic::new(Code::NonAsciiToken, at, message).severity(severity));
        }
    }

    /// The tokens with commas between moves taken away, `None` where there are none (decision A-246).
    fn without_commas(&mut self, tokens: &[Token]) -> Option<Vec<Token>> {
        let text = self.text;
        let has_comma = |token: &Token| is_word(token) && memchr::memchr(b',', token.span.of(text)).is_some();
        let first = tokens.iter().find(|token| has_comma(token))?;
        let mut parts = Vec::with_capacity(tokens.len() + 1);
        for token in tokens {
            if !has_comma(token) {
                parts.push(*token);
                continue;
            }
            let mut start = token.span.start;
            for part in token.span.of(text).split(|byte| *byte == b',') {
                let span = Span::new(start, start + part.len());
                start = span.end + 1;
                if part.is_empty() {
                    continue;
                }
                if !is_move_like(part) {
                    return None;
                }
                parts.push(Token { span, ..*token });
            }
        }
        self.wrong_type(first.span, "moves with spaces between them, without commas", Severity::Warning);
        Some(parts)
    }

    fn moves(&mut self, takes: Takes, tokens: &[Token]) -> Vec<Operand> {
        let split = self.without_commas(tokens);
        let tokens = split.as_deref().unwrap_or(tokens);
        let mut operands: Vec<Operand> = Vec::with_capacity(tokens.len());
        let mut places: Vec<Span> = Vec::new();
        let mut position = self.position;
        // After a wrong move the other moves of a line mean nothing.
        let mut is_lost = false;
        let mut leads: Option<Vec<bool>> = None;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            if !is_word(token) {
                self.wrong_type(token.span, "a move", Severity::Error);
                operands.push(Operand::String(self.string(token)));
                places.push(token.span);
                is_lost = takes == Takes::Line;
                continue;
            }
            let mut leads_to_move = || {
                leads.get_or_insert_with(|| self.leads_to_moves(tokens)).get(at).copied().unwrap_or_default()
            };
            let is_number = self.is_number(token) && leads_to_move();
            let Some(span) = self.move_in(token, is_number) else { continue };
            let operand = if is_lost {
                None
            } else if let Some((operand, count)) = self.promotion_apart(&position, span, &tokens[at..]) {
                at += count;
                Some(operand)
            } else {
                let mark = tokens.get(at).map(|next| next.span.of(self.text));
                self.read_move(&position, span, mark.filter(|mark| is_check_mark(mark)))
            };
            let operand = operand.unwrap_or_else(|| {
                is_lost = takes == Takes::Line;
                Operand::Word(self.decode(token).into())
            });
            if let (Takes::Line, Some((mv, _))) = (takes, operand.as_move()) {
                position.play(mv);
            }
            operands.push(operand);
            places.push(span);
        }
        if takes == Takes::Moves && operands.len() > 1 { self.as_set(operands, &places) } else { operands }
    }

    /// Whether a token is a number, with periods or without.
    fn is_number(&self, token: &Token) -> bool {
        let word = token.span.of(self.text).trim_ascii_end();
        is_word(token)
            && word.first().is_some_and(u8::is_ascii_digit)
            && word.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
    }

    /// For each token whether it is a move or, numbers and marks passed over, one follows.
    fn leads_to_moves(&self, tokens: &[Token]) -> Vec<bool> {
        let mut leads = vec![false; tokens.len()];
        let mut leads_on = false;
        for (token, leads) in tokens.iter().zip(&mut leads).rev() {
            let word = token.span.of(self.text);
            let is_mark = is_word(token) && word.iter().all(|byte| b"+#!?".contains(byte));
            if !(is_mark || self.is_number(token)) {
                leads_on = is_word(token) && is_move_like(word);
            }
            *leads = leads_on;
        }
        leads
    }

    /// The move in a word; `None` for words that are skipped: a mark apart from its move, or the number of one.
    fn move_in(&mut self, token: &Token, is_number_of_move: bool) -> Option<Span> {
        let word = token.span.of(self.text);
        if word.iter().all(|byte| b"+#!?".contains(byte)) {
            self.sink.note(Code::StrayMark, token.span, || {
                format!("expected marks directly behind their move, found {} apart", quoted(word))
            });
            return None;
        }
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let periods = word[digits..].iter().take_while(|&&byte| byte == b'.').count();
        let number = digits + periods;
        if digits == 0 || (periods == 0 && number < word.len()) {
            return Some(token.span);
        }
        let number = Span::new(token.span.start, token.span.start + number);
        let rest = Span::new(number.end, token.span.end);
        if rest.is_empty() && !is_number_of_move {
            return Some(token.span);
        }
        self.wrong_type(number, "a move without a number", Severity::Warning);
        (!rest.is_empty()).then_some(rest)
    }

    /// A promotion whose piece is apart from the square at `span`, as in `a8 = B`, and the number of `next` tokens it
    /// takes.
    fn promotion_apart(
        &mut self,
        position: &Position,
        span: Span,
        next: &[Token],
    ) -> Option<(Operand, usize)> {
        let [first, ..] = next else { return None };
        let first = first.span.of(self.text).strip_prefix(b"=")?;
        let second = next.get(1).map(|second| second.span.of(self.text));
        let (piece, count) = if first.is_empty() { (second?, 2) } else { (first, 1) };
        let word = [span.of(self.text), b"=", piece].concat();
        let reading = san::read(position, &word).ok().filter(|reading| reading.mv.promotion().is_some())?;
        let apart = Span::new(next[0].span.start, next[count - 1].span.end);
        self.sink.note(Code::LaxMove, apart, || {
            format!("expected the piece directly behind the square, `{}`, found it apart", reading.san)
        });
        Some((Operand::Move { mv: reading.mv, san: reading.san }, count))
    }

    /// The move at `span`, whose check `mark` may be apart from it.
    fn read_move(&mut self, position: &Position, span: Span, mark: Option<&[u8]>) -> Option<Operand> {
        let (span, suffix) = self.split_suffix(span);
        let operand = self.read_bare_move(position, span, mark)?;
        if !suffix.is_empty() {
            self.sink.note(Code::LaxMove, suffix, || {
                format!("expected a move without a suffix, found {}", quoted(suffix.of(self.text)))
            });
        }
        Some(operand)
    }

    /// A move and the `!` and `?` after it, which a record cannot hold.
    fn split_suffix(&self, span: Span) -> (Span, Span) {
        let word = span.of(self.text);
        let length = word.iter().rposition(|byte| !matches!(byte, b'!' | b'?')).map_or(0, |last| last + 1);
        let end = if length == 0 { span.end } else { span.start + length };
        (Span::new(span.start, end), Span::new(end, span.end))
    }

    fn read_bare_move(&mut self, position: &Position, span: Span, mark: Option<&[u8]>) -> Option<Operand> {
        let word = span.of(self.text);
        if let Some(mv) = SanWord::parse(word).and_then(|word| position.resolve(word)) {
            let after = position.after(mv);
            let operand = Operand::Move { mv, san: position.san_with_next(mv, &after) };
            let is_whole = mark.is_some_and(|mark| operand.to_string().into_bytes() == [word, mark].concat());
            if !is_whole {
                check_spelling(self.text, span, position, &after, mv, &mut Exact(self.sink));
            }
            return Some(operand);
        }
        // In written form: a dash may be one in another encoding.
        match san::read(position, Encoding::read(word).as_bytes()) {
            Ok(reading) => {
                report_spelling(self.text, span, position, &reading, &mut Exact(self.sink));
                Some(Operand::Move { mv: reading.mv, san: reading.san })
            }
            Err(error) => {
                if self.sink.wants(refusal_code(&error)) {
                    self.sink.report(refusal(word, span, position, &error, || None));
                }
                None
            }
        }
    }

    /// Moves in an operation without a defined order, each once.
    fn as_set(&mut self, mut operands: Vec<Operand>, places: &[Span]) -> Vec<Operand> {
        let texts: Vec<(bool, String)> = operands.iter().map(Operand::place_in_set).collect();
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by_key(|&at| &texts[at]);
        for pair in order.windows(2).filter(|pair| texts[pair[0]] == texts[pair[1]]) {
            if self.sink.wants(Code::RepeatedOperand) {
                let message = format!("expected each move once, found `{}` again", texts[pair[1]].1);
                let diagnostic = Diagnostic::new(Code::RepeatedOperand, places[pair[1]], message);
                self.sink.report(diagnostic.label(places[pair[0]], "the time before"));
            }
        }
        if let Some(at) = texts.windows(2).position(|pair| pair[0] > pair[1]) {
            self.sink.note(Code::OperandOrder, places[at + 1], || {
                format!(
                    "expected `{}` before `{}`: operands stand in ASCII order",
                    texts[at + 1].1,
                    texts[at].1
                )
            });
        }
        order.dedup_by_key(|at| &texts[*at]);
        if order.len() < operands.len() {
            order.sort_unstable();
            operands = order.into_iter().map(|at| operands[at].clone()).collect();
        }
        operands
    }
}

/// Records hold only SAN (section 16.2.4.1): advice about games is an error in records.
struct Exact<'s>(&'s mut dyn Sink);

impl Sink for Exact<'_> {
    fn wants(&self, code: Code) -> bool {
        self.0.wants(code)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        let severity = diagnostic.severity.max(Severity::Warning);
        self.0.report(diagnostic.severity(severity));
    }
}

fn is_check_mark(text: &[u8]) -> bool {
    matches!(text, b"+" | b"#" | b"++")
}

fn is_word(token: &Token) -> bool {
    token.kind == TokenKind::Word
}
