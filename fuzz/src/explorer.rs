//! Files of explorers: any bytes as counts of the Free Chess Club and as lines of evaluations are read, or refused with their place.

use std::fs::File;
use std::io::Write;

use pgnkit::chess::{Position, fen};
use pgnkit_evals::{Detail, read_line};
use pgnkit_index::oe::{OeFile, is_oe};
use pgnkit_index::{Index, IndexPieces};

use crate::input::{self, choice, shown};

/// The bytes as files of each kind, as they are and within what makes them deep.
pub fn check(data: &[u8]) {
    check_counts(data);
    check_counts(&counts(data));
    check_line(data);
    check_line(&line(&input::text(data), data));
    let index = Index::of(file(data));
    assert!(index.is_err(), "an index without check sums: {}", shown(data));
    if let Some(pieces) = std::str::from_utf8(data).ok().and_then(IndexPieces::of_note) {
        let note = pieces.note();
        assert_eq!(IndexPieces::of_note(&note).map(|same| same.note()), Some(note));
    }
}

fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(bytes).expect("room for it");
    file
}

/// A file of counts whose entries are made of the bytes: keys in order, and the rest as it is.
fn counts(data: &[u8]) -> Vec<u8> {
    let (flags, data) = data.split_first().unwrap_or((&0, &[]));
    let entries: Vec<&[u8]> = data.chunks(usize::from(flags >> 2) + 3).collect();
    let mut bytes = b"FCOE\x01\x00".to_vec();
    bytes.extend_from_slice(&[flags & 3, 0, 8]);
    bytes.extend_from_slice(&7_u64.to_le_bytes());
    bytes.extend_from_slice(&(entries.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&2026_u16.to_le_bytes());
    let start = Position::START.explorer_key().to_le_bytes();
    for (number, entry) in entries.iter().enumerate() {
        // The first one is of the usual start.
        let key = if number == 0 { start } else { u64::MAX.wrapping_sub(9999 - number as u64).to_be_bytes() };
        bytes.push((key.len() + entry.len()) as u8);
        bytes.extend_from_slice(&key);
        bytes.extend_from_slice(entry);
    }
    bytes
}

fn check_counts(bytes: &[u8]) {
    let read = OeFile::of(file(bytes));
    assert!(read.is_err() || is_oe(bytes), "{}", shown(bytes));
    let counts = match read {
        Ok(counts) => counts,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut entries = counts.entries().expect("a file that was read");
    let (mut positions, mut moves) = (0, 0);
    while let Some(entry) = entries.next_entry().expect("a file that was read") {
        positions += 1;
        moves += entry.moves.len() as u64;
    }
    assert_eq!((positions, moves), (counts.positions(), counts.moves()), "{}", shown(bytes));
    if let Ok(Some(found)) = counts.get(&Position::START) {
        assert!(found.iter().all(|(mv, _)| Position::START.is_legal(*mv)), "{}", shown(bytes));
    }
}

/// A line whose moves, score and nodes are those of a text.
fn line(text: &[u8], data: &[u8]) -> Vec<u8> {
    let number = choice(data);
    let position = input_position(text);
    let score = if number & 1 == 0 { "cp" } else { "mate" };
    let variation = serde_json::json!({ score: number as i32, "line": String::from_utf8_lossy(text) });
    let search = serde_json::json!({ "pvs": [variation], "knodes": number, "depth": number >> 8 });
    serde_json::json!({ "fen": position, "evals": [search] }).to_string().into_bytes()
}

/// The FEN that a text begins with, or that of the usual start.
fn input_position(text: &[u8]) -> String {
    let first = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let found = fen::parse(first).map(|parsed| parsed.position);
    found.unwrap_or(Position::START).fen(fen::EnPassant::Always).to_string()
}

fn check_line(bytes: &[u8]) {
    let detail = Detail::default().with_lines(3).with_moves(20);
    let (mut position, evaluation) = match read_line(bytes, detail) {
        Ok(read) => read,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let start = position;
    assert!(!evaluation.lines.is_empty(), "{}", shown(bytes));
    for line in &evaluation.lines {
        position = start;
        for mv in &line.moves {
            assert!(position.is_legal(*mv), "{}", shown(bytes));
            position.play(*mv);
        }
    }
}
