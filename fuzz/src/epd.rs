//! Records of EPD and FEN: whatever was read, written it is canonical, and read again it is the same.

use std::collections::BTreeMap;

use pgnkit::Game;
use pgnkit::chess::ChessMode;
use pgnkit::chess::fen::{self, EnPassant};
use pgnkit::epd::{Epd, Opcode, Operand, Reader, Record, RecordFormat, Registers};
use pgnkit::syntax::{Code, Collect, Diagnostic, Ignore, Severity, Span};

use crate::input::shown;
use crate::{places, reported};

/// Faults that a canonical record can have: of content, not of form.
const ALLOWED: [Code; 16] = [
    Code::IllegalMove,
    Code::AmbiguousMove,
    Code::NullMove,
    Code::NonAsciiToken,
    Code::TokenTooLong,
    Code::InvalidOpcode,
    Code::UnusualOpcode,
    Code::PrivateOpcode,
    Code::OperandCount,
    Code::OperandType,
    Code::OperandOutOfRange,
    Code::InvalidMateDistance,
    Code::EvaluationContradictsBoard,
    Code::MissingSuppliedMove,
    Code::ContradictingOperations,
    Code::AvoidedBestMove,
];

/// The text as records of both formats; after a byte from 0 to 8, records of a position reached by the next bytes, with
/// a piece of an operation for each of the others.
pub fn check(data: &[u8]) {
    match data {
        [0..=8, way @ ..] => check_text(&of_words(way)),
        _ => check_text(data),
    }
}

fn check_text(text: &[u8]) {
    for format in [RecordFormat::Epd, RecordFormat::Fen] {
        let records = check_places(text, format);
        check_lines(text, format, &records);
        let mut registers = Registers::default();
        for epd in records.iter().filter_map(|record| record.epd.as_ref()) {
            check_written(epd);
            check_game(epd);
            check_registers(&mut registers, epd);
        }
    }
    check_from_str(text);
}

/// Records and what is reported lie in their lines, in order, and nothing but white space is passed over in silence.
fn check_places(text: &[u8], format: RecordFormat) -> Vec<Record> {
    let mut reader = Reader::new(text).format(format);
    let mut records = Vec::new();
    loop {
        let start = reader.consumed();
        let mut found = Collect::default();
        let record = reader.read_record(&mut found);
        let read = Span::new(start, reader.consumed());
        let line = record.as_ref().map(|record| record.span);
        // Diagnostics are in the record's line, or in one before it without a record.
        for diagnostic in &found {
            for span in reported::spans(diagnostic) {
                let is_in_line = line.is_some_and(|line| line.start <= span.start && span.end <= line.end);
                let is_before = line.is_none_or(|line| span.end <= line.start) && read.start <= span.start;
                assert!(
                    span.start <= span.end && (is_in_line || is_before),
                    "{diagnostic:?} in {}",
                    shown(text)
                );
                let is_on_a_line = !span.of(text).iter().any(|byte| b"\r\n".contains(byte));
                assert!(is_on_a_line, "{diagnostic:?} in {}", shown(text));
            }
            assert!(!diagnostic.message.is_empty());
        }
        let mut at = read.start;
        for odd in read.of(text).split(|byte| b"\r\n".contains(byte)) {
            let odd_span = Span::new(at, at + odd.len());
            at = odd_span.end + 1;
            let is_blank = odd.iter().all(|byte| matches!(byte, b' ' | b'\t' | 0x0b | 0x0c));
            let is_record = line.is_some_and(|line| line.end == odd_span.end && line.start >= odd_span.start);
            let is_told =
                found.iter().any(|one| odd_span.start <= one.span.start && one.span.end <= odd_span.end);
            let is_read = is_record && record.as_ref().is_some_and(|record| record.epd.is_some());
            assert!(is_blank || is_told || is_read, "{} in {}", shown(odd), shown(text));
        }
        let Some(record) = record else { break };
        records.push(record);
    }
    assert_eq!(reader.consumed(), text.len());
    records
}

/// Each line read by itself gives the record that it gives in the text.
fn check_lines(text: &[u8], format: RecordFormat, records: &[Record]) {
    let mut lines = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let end =
            text[start..].iter().position(|byte| b"\r\n".contains(byte)).map_or(text.len(), |at| start + at);
        let next = end + if text[end..].starts_with(b"\r\n") { 2 } else { 1 };
        let next = next.min(text.len());
        lines.extend(
            Reader::new(&text[start..next]).format(format).read_record(&mut Ignore).map(|record| record.epd),
        );
        start = next;
    }
    let whole: Vec<_> = records.iter().map(|record| record.epd.clone()).collect();
    assert_eq!(lines, whole, "{}", shown(text));
}

/// Written and read again it is the same record, in canonical form; so is the FEN.
fn check_written(epd: &Epd) {
    let text = epd.to_string();
    assert!(!text.contains(['\r', '\n', '\t']), "{text:?}");
    let mut found = Collect::default();
    let mut reader = Reader::new(text.as_bytes());
    let again = reader.read_record(&mut found).and_then(|record| record.epd);
    assert_eq!(reader.consumed(), text.len());
    let again = again.unwrap_or_else(|| panic!("{text:?} is no record"));
    if is_comment_behind_moves(epd) {
        return;
    }
    assert_eq!(again.to_string(), text);
    assert_eq!(parts(&again), parts(epd), "{text:?}");
    for one in &found {
        assert!(is_inherent(one, &again), "{one:?} in {text:?}");
    }
    let fen = epd.fen();
    let variant = epd.position().variant();
    let read =
        fen::parse_variant(fen.as_bytes(), variant, None).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(read.position, epd.position(), "{fen}");
    // Other variants do not show in a FEN.
    if fen::shown_variant(fen.as_bytes()) != variant {
        return;
    }
    let mut reader = Reader::new(fen.as_bytes()).format(RecordFormat::Fen);
    let again = reader.read_record(&mut Ignore).and_then(|record| record.epd).expect("a record");
    assert_eq!((again.position(), again.fen()), (epd.position(), fen));
}

/// Whether a string follows a move such as `c4` whose number was removed by writing: then it is a comment.
fn is_comment_behind_moves(epd: &Epd) -> bool {
    epd.operations().iter().any(|operation| {
        operation.operands.windows(2).any(|pair| {
            matches!(pair[1], Operand::String(_)) && Opcode::standard(&pair[0].to_string()).is_some()
        })
    })
}

/// Whether it would be wrong to write the record otherwise.
fn is_inherent(one: &Diagnostic, epd: &Epd) -> bool {
    match one.code {
        Code::LaxFen => {
            let position = epd.position();
            let fields = position.epd(EnPassant::Always);
            let read = fen::parse_variant(fields.as_bytes(), position.variant(), None).expect("a position");
            read.issues.contains(fen::FenIssues::TOO_MANY_PIECES)
        }
        code => ALLOWED.contains(&code),
    }
}

/// Position, mode, and operands by opcode, strings as they can be written, moves whose order means nothing in order.
fn parts(epd: &Epd) -> (String, ChessMode, BTreeMap<&str, Vec<Operand>>) {
    let operations = epd.operations().iter().map(|operation| {
        let mut operands: Vec<Operand> = operation.operands.iter().map(writable).collect();
        if matches!(operation.opcode, Opcode::Am | Opcode::Bm) {
            operands.sort_by_key(Operand::to_string);
        }
        (operation.opcode.as_str(), operands)
    });
    (epd.fen(), epd.mode(), operations.collect())
}

fn writable(operand: &Operand) -> Operand {
    let Operand::String(text) = operand else { return operand.clone() };
    let written = |c: char| match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    };
    let mut text: String = text.chars().map(written).collect();
    if text.ends_with('\\') {
        text.push(' ');
    }
    Operand::String(text.into())
}

/// As a game it starts from the same position, and is written as one in which nothing is wrong.
fn check_game(epd: &Epd) {
    let game = epd.to_game();
    let text = game.to_string();
    let mut found = Collect::default();
    let again = Game::read(text.as_bytes(), &mut found).expect("what is written is a game");
    for one in &found {
        assert!(one.severity < Severity::Error, "{one:?} in {text:?}");
    }
    assert_eq!(again.root().position(), epd.position(), "{text:?}");
    assert_eq!(again.ply_count(), game.ply_count(), "{text:?}");
    assert_eq!(again.to_string(), text);
}

/// A record sets its own values; nothing else changes except lower ranks.
fn check_registers(registers: &mut Registers, epd: &Epd) {
    let before = registers.clone();
    registers.scan(epd);
    for rank in 0..12 {
        let is_touched = (0..=rank).filter_map(Opcode::comment).any(|opcode| epd.has(&opcode));
        assert!(is_touched || registers.comment(rank) == before.comment(rank));
        let is_touched = (0..=rank).filter_map(Opcode::variation_name).any(|opcode| epd.has(&opcode));
        assert!(is_touched || registers.variation_name(rank) == before.variation_name(rank));
    }
    if epd.has(&Opcode::Eco) {
        assert_eq!(registers.eco(), epd.eco());
    }
    if epd.has(&Opcode::Nic) {
        assert_eq!(registers.nic(), epd.nic());
    }
}

/// Parsed, a text gives its first record, or the first error in it.
fn check_from_str(text: &[u8]) {
    let Ok(text) = str::from_utf8(text) else { return };
    let mut found = Collect::default();
    let read = Reader::new(text.as_bytes()).read_record(&mut found).and_then(|record| record.epd);
    let error = found.iter().find(|one| one.severity == Severity::Error);
    match text.parse::<Epd>() {
        Ok(epd) => assert!(error.is_none() && read == Some(epd), "{text:?}"),
        Err(one) => assert!(Some(&one) == error || read.is_none(), "{one:?} in {text:?}"),
    }
}

/// Bytes from here on are moves.
const FIRST_MOVE: u8 = 176;

/// Records of one position.
fn of_words(data: &[u8]) -> Vec<u8> {
    let (start, words) = places::reach(data);
    let fields = start.epd(EnPassant::Always);
    let mut text = fields.as_bytes().to_vec();
    text.push(b' ');
    let mut position = start;
    for &byte in words {
        if byte >= FIRST_MOVE {
            // Half of the moves are played from the position after those before them.
            let from = if byte % 2 == 0 { start } else { position };
            let moves = from.legal_moves();
            let choice = usize::from((byte - FIRST_MOVE) >> 1) * 5 % moves.len().max(1);
            let Some(&mv) = moves.as_slice().get(choice) else { continue };
            position = from.after(mv);
            if byte % 16 < 2 {
                text.extend_from_slice(mv.to_uci(ChessMode::Standard).as_bytes());
            } else {
                text.extend_from_slice(from.san_with_next(mv, &position).to_string().as_bytes());
            }
            text.push(b' ');
            continue;
        }
        let word = WORDS[usize::from(byte) % WORDS.len()];
        text.extend_from_slice(word.as_bytes());
        if word == "\n" {
            text.extend_from_slice(fields.as_bytes());
            text.push(b' ');
        }
        if word == "; " || word == "\n" {
            position = start;
        }
    }
    text
}

/// Pieces that operations are made of, and pieces that break them.
const WORDS: [&str; 96] = [
    "; ",
    "; ",
    ";",
    " ",
    "\t",
    "\n",
    "bm ",
    "am ",
    "pv ",
    "pm ",
    "sm ",
    "c0 ",
    "c1 ",
    "c4 ",
    "c9 ",
    "v0 ",
    "v4 ",
    "ce ",
    "dm ",
    "acn ",
    "acs ",
    "eco ",
    "nic ",
    "id ",
    "noop ",
    "rc ",
    "hmvc ",
    "fmvn ",
    "tcgs ",
    "tcri ",
    "tcsi ",
    "resign",
    "draw_accept",
    "draw_offer;",
    "draw_claim;",
    "draw_reject;",
    "D1 ",
    "Zx ",
    "q ",
    "abcdefghijklmnop ",
    "x\u{e9} ",
    "1.",
    "1. ",
    "1... ",
    "1.1.",
    "0 ",
    "1 ",
    "7",
    "5; ",
    "-3 ",
    "+9 ",
    "007 ",
    "-0 ",
    "1.50 ",
    "+.5 ",
    "32766; ",
    "-32767; ",
    "-32765 ",
    "32758 ",
    "9223372036854775807 ",
    "9223372036854775808 ",
    "4294967295 ",
    "\"",
    "\" ",
    "\"; ",
    "\\",
    "\\\" ",
    "\\\"",
    "\"a\" ",
    "\"a b\"; ",
    "\"\" ",
    "\"x;y\" ",
    "\"'\" ",
    "\"\u{e9}\u{2654}\" ",
    "\"{}\" ",
    "\"[%eval 1]\" ",
    "'",
    "+ ",
    "# ",
    "!? ",
    "! ",
    "e.p. ",
    "c4 ",
    "O-O ",
    "-- ",
    "Nf3 ",
    "{",
    "}",
    "%",
    "\u{1}",
    "\u{7f}",
    "\u{85}",
    "\u{feff}",
    "\r",
    "word ",
    "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
];
