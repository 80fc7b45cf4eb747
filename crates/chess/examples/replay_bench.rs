//! Replays games, one per line, moves in canonical SAN separated by single spaces, all from the
//! start position: `replay_bench FILE [write]`. With `write` it also writes every move back.
//!
//! For counts of instructions: `valgrind --tool=callgrind replay_bench FILE`.

use std::process::ExitCode;
use std::time::Instant;

use pgnkit_chess::{Position, san::SanWord};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(file) = args.next() else {
        eprintln!("usage: replay_bench FILE [write]");
        return ExitCode::FAILURE;
    };
    let write = args.next().is_some();
    let mut text = match std::fs::read(&file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::FAILURE;
        }
    };
    // Eight bytes can be loaded at every word.
    text.extend_from_slice(&[0; 8]);
    let words = split(&text);
    let start = Instant::now();
    let result = if write { replay_and_write(&text, &words) } else { replay(&text, &words) };
    let seconds = start.elapsed().as_secs_f64();
    println!("{} plies, {} refused, check sum {:x}", result.plies, result.refused, result.sum);
    println!("{:.2} ns per ply", seconds * 1e9 / f64::from(result.plies));
    ExitCode::SUCCESS
}

#[derive(Default)]
struct Replayed {
    plies: u32,
    refused: u32,
    sum: u64,
}

/// Where each word starts and its length; length 0 ends a game.
fn split(text: &[u8]) -> Vec<(u32, u32)> {
    let mut words = Vec::new();
    let mut start = 0;
    for (i, byte) in text.iter().enumerate() {
        if matches!(byte, b' ' | b'\n' | b'\r') {
            if i > start {
                words.push((start as u32, (i - start) as u32));
            }
            start = i + 1;
            if *byte == b'\n' {
                words.push((start as u32, 0));
            }
        }
    }
    words
}

#[inline(always)]
fn load(text: &[u8], start: u32) -> u64 {
    let start = start as usize;
    text.get(start..start + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes)
}

#[inline(never)]
fn replay(text: &[u8], words: &[(u32, u32)]) -> Replayed {
    let mut result = Replayed::default();
    let mut position = Position::START;
    for &(start, len) in words {
        if len == 0 {
            result.sum = result.sum.wrapping_mul(31).wrapping_add(position.occupied().0);
            position = Position::START;
            continue;
        }
        match SanWord::from_bytes(load(text, start), len as usize).and_then(|word| position.resolve(word)) {
            Some(mv) => {
                position.play(mv);
                result.plies += 1;
            }
            None => result.refused += 1,
        }
    }
    result
}

#[inline(never)]
fn replay_and_write(text: &[u8], words: &[(u32, u32)]) -> Replayed {
    let mut result = Replayed::default();
    let mut position = Position::START;
    for &(start, len) in words {
        if len == 0 {
            position = Position::START;
            continue;
        }
        let word = load(text, start);
        match SanWord::from_bytes(word, len as usize).and_then(|word| position.resolve(word)) {
            Some(mv) => {
                let next = position.after(mv);
                let (written, written_len) = position.san(mv, &next).to_word();
                let same = written_len == len as usize && written == word & (u64::MAX >> (64 - 8 * len));
                result.sum += u64::from(!same);
                position = next;
                result.plies += 1;
            }
            None => result.refused += 1,
        }
    }
    result
}
