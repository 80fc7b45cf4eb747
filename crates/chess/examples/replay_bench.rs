//! Replays games, one per line, moves in canonical SAN separated by single spaces, all from the start position:
//! `replay_bench FILE [write|ordinals]`. With `write` it also writes every move back; with `ordinals` it plays the
//! moves, codes them and decodes them, one after the other.
//!
//! For counts of instructions: `valgrind --tool=callgrind replay_bench FILE`.

use std::process::ExitCode;
use std::time::Instant;

use pgnkit_chess::{Move, Position, san::SanWord};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(file) = args.next() else {
        eprintln!("usage: replay_bench FILE [write|ordinals]");
        return ExitCode::FAILURE;
    };
    let mode = args.next();
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
    if mode.as_deref() == Some("ordinals") {
        ordinals(&moves(&text, &words));
        return ExitCode::SUCCESS;
    }
    let start = Instant::now();
    let result = if mode.is_some() { replay_and_write(&text, &words) } else { replay(&text, &words) };
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

/// Start and length of each word; length 0 ends a game.
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
                let (written, written_len) = position.san_with_next(mv, &next).to_word();
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

/// The moves of the games, each game ended by a null move.
fn moves(text: &[u8], words: &[(u32, u32)]) -> Vec<Move> {
    let mut position = Position::START;
    let mut moves = Vec::with_capacity(words.len());
    for &(start, len) in words {
        if len == 0 {
            position = Position::START;
            moves.push(Move::NULL);
        } else if let Some(mv) =
            SanWord::from_bytes(load(text, start), len as usize).and_then(|word| position.resolve(word))
        {
            position.play(mv);
            moves.push(mv);
        }
    }
    moves
}

fn ordinals(moves: &[Move]) {
    let plies = moves.iter().filter(|mv| !mv.is_null()).count();
    let codes: Vec<u8> = {
        let mut position = Position::START;
        moves.iter().map(|mv| code(&mut position, *mv).unwrap_or(0)).collect()
    };
    let time = |what: &str, pass: fn(&[Move], &[u8]) -> u64| {
        let times: Vec<f64> = (0..25)
            .map(|_| {
                let start = Instant::now();
                std::hint::black_box(pass(moves, &codes));
                start.elapsed().as_secs_f64() * 1e9 / plies as f64
            })
            .collect();
        println!("{what}: {:.2} ns per ply", times.iter().copied().fold(f64::INFINITY, f64::min));
    };
    println!("{plies} plies");
    time("playing", play_all);
    time("coding and playing", code_all);
    time("decoding and playing", decode_all);
    let mut position = Position::START;
    for (mv, code) in moves.iter().zip(&codes) {
        if mv.is_null() {
            position = Position::START;
        } else {
            assert_eq!(position.move_at_ordinal(*code), Some(*mv), "{position:?}");
            position.play(*mv);
        }
    }
}

fn code(position: &mut Position, mv: Move) -> Option<u8> {
    if mv.is_null() {
        *position = Position::START;
        return None;
    }
    let code = position.ordinal(mv);
    position.play(mv);
    code
}

#[inline(never)]
fn play_all(moves: &[Move], _: &[u8]) -> u64 {
    let (mut position, mut sum) = (Position::START, 0u64);
    for mv in moves {
        if mv.is_null() {
            sum = sum.wrapping_mul(31).wrapping_add(position.occupied().0);
            position = Position::START;
        } else {
            position.play(*mv);
        }
    }
    sum
}

#[inline(never)]
fn code_all(moves: &[Move], _: &[u8]) -> u64 {
    let mut position = Position::START;
    moves.iter().map(|mv| u64::from(code(&mut position, *mv).unwrap_or(0))).sum()
}

#[inline(never)]
fn decode_all(moves: &[Move], codes: &[u8]) -> u64 {
    let (mut position, mut sum) = (Position::START, 0u64);
    for (mv, code) in moves.iter().zip(codes) {
        if mv.is_null() {
            sum = sum.wrapping_mul(31).wrapping_add(position.occupied().0);
            position = Position::START;
        } else if let Some(mv) = position.move_at_ordinal(*code) {
            position.play(mv);
        }
    }
    sum
}
