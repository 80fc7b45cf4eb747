//! Reading records from a text: lines, fields, counters.

use std::ops::Range;

use pgnkit_chess::fen::{self, EnPassant, Fen, FenIssues};
use pgnkit_chess::{ChessMode, Variant};
use pgnkit_syntax::{Code, Diagnostic, Sink, Span, quoted};

use super::lexer::{Token, TokenKind, Tokens, is_blank, is_control};
use super::operations::Operations;
use super::{Epd, Opcode, Operation, check, variant};
use crate::read::described_fen;

/// Format of the records, one on each line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordFormat {
    /// Four fields of a position and operations (section 16.2).
    #[default]
    Epd,
    /// The six fields of a FEN (section 16.1).
    Fen,
}

impl RecordFormat {
    /// A record in canonical form, without a line break. A FEN holds no operations but the counters.
    #[must_use]
    pub fn write(self, epd: &Epd) -> String {
        match self {
            Self::Epd => epd.to_string(),
            Self::Fen => epd.fen(),
        }
    }

    /// The number of values of a record for which there is no place: in a FEN all operations but the counters, and the
    /// variant where the position does not show it.
    #[must_use]
    pub fn lost_values(self, epd: &Epd) -> usize {
        let is_counter = |operation: &&Operation| matches!(operation.opcode, Opcode::Fmvn | Opcode::Hmvc);
        match self {
            Self::Epd => 0,
            Self::Fen => {
                let operations = epd.operations();
                operations.len() - operations.iter().filter(is_counter).count()
                    + usize::from(!epd.shows_variant())
            }
        }
    }
}

/// A line with a record, and the result of reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The line without its line break.
    pub span: Span,
    /// The record; `None` if it has no valid position, which has been reported.
    pub epd: Option<Epd>,
}

/// Reads the records of a text, one on each line.
///
/// Lines end with LF, CRLF or CR; empty lines are skipped. Whatever is on a line, the next one is read.
///
/// ```
/// use pgnkit::{epd::Reader, syntax::Collect};
///
/// let text = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4 ; id First\n8/8 w - -\n";
/// let (mut reader, mut found) = (Reader::new(text), Collect::default());
/// let first = reader.read_record(&mut found).unwrap().epd.unwrap();
/// assert_eq!(first.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"First\";");
/// assert!(reader.read_record(&mut found).unwrap().epd.is_none());
/// assert!(reader.read_record(&mut found).is_none());
/// let names: Vec<_> = found.iter().map(|one| one.code.name()).collect();
/// assert_eq!(names, ["operation-spacing", "lax-move", "missing-semicolon", "operand-type", "invalid-fen"]);
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a [u8],
    pos: usize,
    format: RecordFormat,
    /// Tokens of the current line; kept to reuse the memory.
    tokens: Vec<Token>,
}

impl<'a> Reader<'a> {
    /// Reads records of EPD.
    #[must_use]
    pub fn new(text: &'a [u8]) -> Self {
        Self { text, pos: 0, format: RecordFormat::Epd, tokens: Vec::new() }
    }

    /// Reads records of another format.
    #[must_use]
    pub fn format(self, format: RecordFormat) -> Self {
        Self { format, ..self }
    }

    /// Goes back to a place that [`consumed`](Self::consumed) has given.
    #[doc(hidden)]
    pub fn go_back_to(&mut self, consumed: usize) {
        self.pos = consumed;
    }

    /// Number of bytes of the text read so far, up to the beginning of a line.
    #[must_use]
    pub fn consumed(&self) -> usize {
        self.pos
    }

    /// The next line with a record; `None` at the end of the text.
    pub fn read_record(&mut self, sink: &mut dyn Sink) -> Option<Record> {
        loop {
            let mut line = self.next_line()?;
            // Also where files have been joined.
            if line.of(self.text).starts_with(b"\xef\xbb\xbf") {
                let mark = Span::new(line.start, line.start + 3);
                sink.note(Code::ByteOrderMark, mark, || "expected a position, found a byte order mark");
                line.start = mark.end;
            }
            let bytes = line.of(self.text);
            if bytes.iter().all(|&byte| is_blank(byte)) {
                if let Some(odd) = bytes.iter().position(|byte| !matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)) {
                    self.report_control(line.start + odd, sink);
                }
                continue;
            }
            // All of them instead of up to the first: so whole vectors are compared.
            let has_control = bytes.iter().fold(false, |found, &byte| found | is_control(byte));
            let record = if has_control { self.without_controls(line, sink) } else { line };
            let epd = if sink.wants(Code::NotExportFormat) {
                self.read_exactly(record, sink)
            } else {
                self.read_line(record, sink)
            };
            return Some(Record { span: line, epd });
        }
    }

    fn read_line(&mut self, line: Span, sink: &mut dyn Sink) -> Option<Epd> {
        match self.format {
            RecordFormat::Epd => self.read_epd(line, sink),
            RecordFormat::Fen => {
                let variant = fen::shown_variant(line.of(self.text));
                self.read_position(line, variant, sink).map(|fen| {
                    let mode = mode(&fen);
                    Epd::with_counters(fen.position, mode)
                })
            }
        }
    }

    /// Reads a line and, if nothing else was reported, reports where it differs from canonical form.
    fn read_exactly(&mut self, line: Span, sink: &mut dyn Sink) -> Option<Epd> {
        let mut sink = ErrorRecorder { sink, reported: false };
        let epd = self.read_line(line, &mut sink)?;
        let (found, written) = (line.of(self.text), self.format.write(&epd));
        if !sink.reported && found != written.as_bytes() {
            let same = found.iter().zip(written.as_bytes()).take_while(|(a, b)| a == b).count();
            // From the beginning of the word that differs.
            let word = found[..same].iter().rposition(|byte| *byte == b' ').map_or(0, |blank| blank + 1);
            sink.sink.note(Code::NotExportFormat, Span::new(line.start + word, line.end), || {
                format!("expected `{}`, found {}", &written[word..], quoted(&found[word..]))
            });
        }
        Some(epd)
    }

    /// The next line without its line break, even if empty.
    fn next_line(&mut self) -> Option<Span> {
        let start = self.pos;
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let end = memchr::memchr2(b'\n', b'\r', rest).map_or(self.text.len(), |length| start + length);
        self.pos = match self.text[end..] {
            [b'\r', b'\n', ..] => end + 2,
            [_, ..] => end + 1,
            [] => end,
        };
        Some(Span::new(start, end))
    }

    /// Reports the first control character of a line, and removes those at its ends, such as the NUL of programs that
    /// write whole buffers.
    #[cold]
    fn without_controls(&self, line: Span, sink: &mut dyn Sink) -> Span {
        let bytes = line.of(self.text);
        if let Some(odd) = bytes.iter().position(|&byte| is_control(byte)) {
            self.report_control(line.start + odd, sink);
        }
        let before = bytes.iter().take_while(|&&byte| is_control(byte)).count();
        let following = bytes.iter().rev().take_while(|&&byte| is_control(byte)).count();
        Span::new(line.start + before, line.end - following)
    }

    #[cold]
    fn report_control(&self, at: usize, sink: &mut dyn Sink) {
        sink.note(Code::ControlCharacter, Span::new(at, at + 1), || {
            format!("expected a printing character, found the control character 0x{:02X}", self.text[at])
        });
    }

    /// The position on `line`.
    fn read_position(&self, fields: Span, variant: Variant, sink: &mut dyn Sink) -> Option<Fen> {
        let text = fields.of(self.text);
        let place = |part: Range<usize>| match part {
            part if part.is_empty() => fields.trim(self.text),
            part => Span::new(fields.start + part.start, fields.start + part.end),
        };
        match fen::parse_variant(text, variant, None) {
            Ok(fen) => {
                let issues = self.issues(&fen, text);
                if !issues.is_empty() && sink.wants(Code::LaxFen) {
                    let exact = match self.format {
                        RecordFormat::Epd => "the four exact fields of a position",
                        RecordFormat::Fen => "a FEN of six exact fields",
                    };
                    let message =
                        format!("expected {exact}, found: {}", described_fen(issues, &fen.position));
                    sink.report(Diagnostic::new(Code::LaxFen, fields.trim(self.text), message));
                }
                Some(fen)
            }
            Err(_) if text.starts_with(b"#") => {
                if sink.wants(Code::InvalidFen) {
                    let message =
                        "expected a position, found a line that begins with `#`: records have no comments";
                    let diagnostic = Diagnostic::new(Code::InvalidFen, fields.trim(self.text), message);
                    sink.report(diagnostic.help("a remark about a position is the operation `c0`"));
                }
                None
            }
            Err(error) => {
                sink.note(Code::InvalidFen, place(error.span.clone()), || {
                    format!("the record gives no position: {error}")
                });
                None
            }
        }
    }

    /// Reports departures from canonical form.
    fn issues(&self, fen: &Fen, text: &[u8]) -> FenIssues {
        let mut issues = fen.issues;
        if self.format == RecordFormat::Epd {
            issues = issues.without(FenIssues::MISSING_CLOCKS);
        }
        const CHESS960: FenIssues = FenIssues::CASTLING_CHESS960.union(FenIssues::CASTLING_FILES);
        if !issues.intersects(CHESS960) {
            return issues;
        }
        // Castling rights of Chess960 are accepted if there is no other way to write them.
        let written = fen.position.epd(EnPassant::Always);
        if text.starts_with(written.as_bytes()) { issues.without(CHESS960) } else { issues }
    }

    fn read_epd(&mut self, line: Span, sink: &mut dyn Sink) -> Option<Epd> {
        let fields = self.fields(line);
        let rest = Span::new(fields.end, line.end);
        let mut variant = fen::shown_variant(fields.of(self.text));
        let mut declared = ChessMode::Standard;
        match variant::said(self.text, rest) {
            variant::Said::Known(meant) => {
                if variant == Variant::Standard {
                    variant = meant.variant;
                }
                if variant == meant.variant {
                    declared = meant.mode;
                }
            }
            variant::Said::Unknown(name) if variant == Variant::Standard => {
                sink.note(Code::UnsupportedVariant, name, || {
                    let found = quoted(name.of(self.text));
                    format!(
                        "expected chess or a variant whose rules are known, found {found}; the record is kept as it is"
                    )
                });
                return None;
            }
            _ => {}
        }
        let fen = self.read_position(fields, variant, sink)?;
        self.tokens.clear();
        self.tokens.extend(Tokens::new(self.text, rest));
        let mode = if declared == ChessMode::Chess960 { declared } else { mode(&fen) };
        let mut operations = Operations::new(self.text, &self.tokens, fen.position, sink);
        operations.read(line.end);
        let (mut read, mut places) = operations.done();
        if let Some(at) = read.iter().position(|operation| variant::repeats(operation, variant)) {
            read.remove(at);
            places.remove(at);
        }
        let epd = Epd { position: Box::new(fen.position), mode, operations: read };
        if !epd.operations.is_empty() {
            check::check(&epd, &places, sink);
        }
        Some(epd)
    }

    /// The four fields of the position, or as many as there are before a semicolon; and the checks of Three-check.
    fn fields(&self, line: Span) -> Span {
        let mut end = line.start;
        let mut words = Tokens::new(self.text, line);
        for _ in 0..4 {
            match words.next() {
                Some(word) if word.kind != TokenKind::Semicolon => end = word.span.end,
                _ => return Span::new(line.start, end),
            }
        }
        let four = Span::new(line.start, end);
        let five = words.next().map_or(four, |word| Span::new(line.start, word.span.end));
        // Hardly an opcode.
        let has_checks = self.text[end..five.end].contains(&b'+')
            && fen::shown_variant(five.of(self.text)) == Variant::ThreeCheck;
        if has_checks { five } else { four }
    }
}

/// Records whether anything is reported.
struct ErrorRecorder<'s> {
    sink: &'s mut dyn Sink,
    reported: bool,
}

impl Sink for ErrorRecorder<'_> {
    fn wants(&self, code: Code) -> bool {
        self.sink.wants(code)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.reported = true;
        self.sink.report(diagnostic);
    }
}

/// Determined by the rights, not by their letters, which are written in the standard way if there is one.
fn mode(fen: &Fen) -> ChessMode {
    if fen.issues.contains(FenIssues::CASTLING_CHESS960) { ChessMode::Chess960 } else { ChessMode::Standard }
}
