//! Reading moves from their text.

use pgnkit_chess::san::{self, Language, Reading, SanChanges, SanWord};
use pgnkit_chess::{Move, Position};
use pgnkit_syntax::internals::rest_of_move;
use pgnkit_syntax::{Applicability, Code, Diagnostic, Severity, Sink, Span, quoted};

use super::line::Line;
use super::refusal::refuse;

/// The first eight bytes at `start`, the first one lowest; zero past the end.
#[inline]
fn load(text: &[u8], start: usize) -> u64 {
    match text.get(start..start + 8) {
        Some(bytes) => u64::from_le_bytes(bytes.try_into().unwrap_or_default()),
        None => load_near_end(text, start),
    }
}

#[cold]
fn load_near_end(text: &[u8], start: usize) -> u64 {
    let rest = text.get(start..).unwrap_or_default();
    rest.iter().take(8).enumerate().fold(0, |word, (at, &byte)| word | u64::from(byte) << (8 * at))
}

/// The legal move that the text at `span` means in the line reached; `None` when there is none, which has been
/// reported.
#[inline]
pub(crate) fn read(text: &[u8], span: Span, line: &Line, sink: &mut dyn Sink) -> Option<Move> {
    let position = line.position();
    let Some(mv) = read_exact(text, span, position) else { return read_lax(text, span, line, sink) };
    if sink.wants(Code::NonCanonicalMove) {
        check_spelling(text, span, position, &position.after(mv), mv, sink);
    }
    Some(mv)
}

/// The legal move that the text at `span` means, if it has the shape of SAN.
#[inline]
pub(super) fn read_exact(text: &[u8], span: Span, position: &Position) -> Option<Move> {
    position.resolve(SanWord::from_bytes(load(text, span.start), span.len())?)
}

/// Everything that is not plain canonical SAN.
#[inline(never)]
pub(super) fn read_lax(text: &[u8], span: Span, line: &Line, sink: &mut dyn Sink) -> Option<Move> {
    let position = line.position();
    if let Some(joined) = without_gaps(span.of(text)) {
        return read_joined(text, span, &joined, line, sink);
    }
    match san::read(position, span.of(text)) {
        Ok(reading) => {
            report_spelling(text, span, position, &reading, sink);
            Some(reading.mv)
        }
        Err(error) => {
            refuse(span, text, line, &error, sink);
            None
        }
    }
}

/// The text of a move without the white space inside it.
pub(super) struct Joined([u8; 24], usize);

impl Joined {
    pub(super) fn text(&self) -> &[u8] {
        &self.0[..self.1]
    }
}

/// A move's text put together, if it has white space inside, or a period after its piece letter (decision A-70).
#[cold]
pub(super) fn without_gaps(text: &[u8]) -> Option<Joined> {
    // Before `e.p.` there may be one.
    let is_gap = |byte: u8| byte <= b' ';
    let has_period = matches!(text, [_, b'.', ..]);
    if !(has_period || text.iter().any(|&byte| is_gap(byte))) {
        return None;
    }
    let mut joined = Joined([0; 24], 0);
    for (at, &byte) in text.iter().enumerate() {
        if !(is_gap(byte) || (has_period && at == 1)) {
            *joined.0.get_mut(joined.1)? = byte;
            joined.1 += 1;
        }
    }
    Some(joined)
}

/// The move of a text with white space inside. Where it is none, but is one without the letter it begins with, that is a stray
/// word.
#[cold]
fn read_joined(text: &[u8], span: Span, joined: &Joined, line: &Line, sink: &mut dyn Sink) -> Option<Move> {
    let position = line.position();
    let joined = san::read(position, joined.text());
    // Together `B b4` may be a pawn's move in capitals; apart the letter is a piece's.
    let is_of_piece = |reading: &Reading| {
        !span.of(text)[0].is_ascii_uppercase()
            || reading.san.to_string().starts_with(|c: char| c.is_ascii_uppercase())
    };
    // Of `B. b5` the letter alone.
    let word = span.of(text).iter().position(|&byte| byte <= b' ' || byte == b'.').unwrap_or(1);
    let rest = rest_of_move(text, span.start + word).unwrap_or(span);
    let is_move = joined.as_ref().is_ok_and(is_of_piece);
    if !is_move && rest != span && san::read(position, rest.of(text)).is_ok() {
        if sink.wants(Code::StrayWord) {
            let word = Span::new(span.start, span.start + word);
            let message = format!("expected a move, found {}; it is skipped", quoted(word.of(text)));
            sink.report(Diagnostic::new(Code::StrayWord, word, message));
        }
        return read(text, rest, line, sink);
    }
    match joined {
        Ok(reading) => {
            report_gap(text, span, &reading, true, sink);
            Some(reading.mv)
        }
        Err(error) => {
            refuse(span, text, line, &error, sink);
            None
        }
    }
}

/// Reports a move that has white space inside. Where that is not certain, it is an error.
#[cold]
pub(super) fn report_gap(text: &[u8], span: Span, reading: &Reading, is_certain: bool, sink: &mut dyn Sink) {
    if !sink.wants(Code::LaxMove) {
        return;
    }
    let (san, found) = (reading.san, quoted(span.of(text)));
    let mut message = format!("expected `{san}`, found {found}");
    let (severity, applicability) = if is_certain {
        message.push_str(", a move with white space inside");
        (Severity::Warning, Applicability::Safe)
    } else {
        message.push_str(", which may also be a glyph before a pawn's move; it is read as the knight's");
        (Severity::Error, Applicability::Unsafe)
    };
    let diagnostic = Diagnostic::new(Code::LaxMove, span, message).severity(severity);
    sink.report(diagnostic.fix(applicability, span, san.to_string()));
}

/// The same for a text in the piece letters of another language.
pub(super) fn read_in(
    language: Language,
    text: &[u8],
    span: Span,
    line: &Line,
    sink: &mut dyn Sink,
) -> Option<Move> {
    let position = line.position();
    let joined = without_gaps(span.of(text));
    match san::read_in(language, position, joined.as_ref().map_or(span.of(text), Joined::text)) {
        Ok(reading) => {
            report_spelling(text, span, position, &reading, &mut WithoutFix(sink));
            Some(reading.mv)
        }
        Err(error) => {
            refuse(span, text, line, &error, sink);
            None
        }
    }
}

/// A fix would put one English move among others.
struct WithoutFix<'s>(&'s mut dyn Sink);

impl Sink for WithoutFix<'_> {
    fn wants(&self, code: Code) -> bool {
        self.0.wants(code)
    }

    fn report(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.fix = None;
        self.0.report(diagnostic);
    }
}

/// Compares exact-looking SAN with the canonical form: marks, capture sign, disambiguation.
#[inline(never)]
pub(crate) fn check_spelling(
    text: &[u8],
    span: Span,
    before: &Position,
    after: &Position,
    mv: Move,
    sink: &mut dyn Sink,
) {
    let canonical = before.san_with_next(mv, after);
    let mut buffer = [0; 8];
    let length = canonical.write(&mut buffer);
    if span.of(text) != &buffer[..length] && sink.wants(Code::NonCanonicalMove) {
        let found = quoted(span.of(text));
        let message = format!("expected the canonical form `{canonical}`, found {found}");
        sink.report(Diagnostic::new(Code::NonCanonicalMove, span, message).fix(
            Applicability::Safe,
            span,
            canonical.to_string(),
        ));
    }
}

/// Reports how the text at `span`, which was read from `position`, differs from the canonical form.
pub(crate) fn report_spelling(
    text: &[u8],
    span: Span,
    position: &Position,
    reading: &Reading,
    sink: &mut dyn Sink,
) {
    let (mv, changes) = (reading.mv, reading.changes);
    if mv.is_null() {
        if sink.wants(Code::NullMove) {
            let found = quoted(span.of(text));
            let message = format!("expected a move, found {found}, a null move; it is kept as `--`");
            sink.report(Diagnostic::new(Code::NullMove, span, message));
        }
        return;
    }
    if changes.is_empty() {
        return;
    }
    let code = if CANONICAL_DETAIL.contains(changes) { Code::NonCanonicalMove } else { Code::LaxMove };
    if sink.wants(code) {
        let canonical = position.san(mv);
        let message = format!("expected `{canonical}`, found {}: {changes}", quoted(span.of(text)));
        // Which piece a pawn becomes is a guess, however good.
        let (severity, applicability) = if changes.intersects(SanChanges::PROMOTION_ASSUMED) {
            (Severity::Error, Applicability::Unsafe)
        } else {
            (code.severity(), Applicability::Safe)
        };
        let diagnostic = Diagnostic::new(code, span, message).severity(severity);
        sink.report(diagnostic.fix(applicability, span, canonical.to_string()));
    }
}

/// Deviations that the standard expects readers to accept (section 8.2.3.7): only advice.
const CANONICAL_DETAIL: SanChanges = SanChanges::CAPTURE_INSERTED
    .union(SanChanges::CAPTURE_REMOVED)
    .union(SanChanges::MARK_INSERTED)
    .union(SanChanges::MARK_CORRECTED)
    .union(SanChanges::OVER_DISAMBIGUATED)
    .union(SanChanges::PAWN_DROP);
