//! What a file announces takes no memory: only what it holds does.
#![expect(unsafe_code, reason = "an allocator that counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use pgnkit::pgc::{Dialect, Reader, Writer, whole_games};
use pgnkit::syntax::Collect;
use pgnkit::{Checker, GameBuilder};

use super::{GAMES, coded};

struct Counting;

thread_local! {
    /// The largest allocation of this thread since it was asked for.
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

fn count(size: usize) {
    let _ = LARGEST.try_with(|largest| largest.set(largest.get().max(size)));
}

// SAFETY: everything is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The largest allocation that reading, checking and cutting a file takes.
fn largest(file: &[u8]) -> usize {
    LARGEST.set(0);
    whole_games(file);
    let (mut reader, mut builder, mut found) = (Reader::new(file), GameBuilder::new(), Collect::default());
    while reader.read_into(&mut builder, &mut found).is_some() {}
    let (mut reader, mut checker) = (Reader::new(file), Checker::new());
    while checker.check_pgc(&mut reader, &mut found).is_some() {}
    LARGEST.get()
}

#[test]
fn what_is_announced_takes_nothing() {
    let nothing = largest(b"\x05\x06");
    for file in [
        &b"\x05\x04\xff\xff\x0d\x0c"[..],
        b"\x05\x03\xff\x0d",
        b"\x05\x02\xff",
        b"\x05\x02\x01A\xff",
        b"\x05\x0a\xff\xffx",
        b"\x0a\xff\xffx",
        b"\x01\xff",
        b"\x01\x00\x00\x00\x00\x00\x00\x00\xff\xff\x0d",
        b"\x05\x00\x00\x00\x00\x00\x00\x01*\x04\xff\xff\x0d",
    ] {
        // A few diagnostics and their texts.
        let (taken, limit) = (largest(file), nothing + 4096);
        assert!(taken <= limit, "{taken} > {limit}: {file:x?}");
    }
}

#[test]
fn no_byte_of_a_damaged_file_takes_much() {
    for dialect in [Dialect::Standard, Dialect::Pgn2pgc] {
        let sample = coded(GAMES, dialect);
        // Moves in a tree and diagnostics, whose lists double.
        let limit = largest(&sample) + 64 * sample.len();
        for at in 0..sample.len() {
            for value in [0, 1, 2, 4, 10, 127, 255] {
                let mut file = sample.clone();
                file[at] = value;
                let taken = largest(&file);
                assert!(taken <= limit, "{taken} > {limit}: byte {at} as {value}");
            }
        }
    }
}

/// Files of a megabyte that are one thing: memory grows with them, and by no more than what a game in a tree takes.
#[test]
fn large_files_of_one_thing() {
    for (piece, factor) in [
        (&b"\x05"[..], 64),
        // The positions around each variation that is open.
        (b"\x08", 512),
        (b"\x05\x06", 64),
        (b"\x02\x01A\x01B", 64),
        (b"\x00", 1),
        (b"\x06", 64),
        (b"\x0a\x00\x00", 64),
        (b"\x05\x00\x00\x00\x00\x00\x00\x01*", 64),
    ] {
        let file = [b"\x05", &piece.repeat(200_000 / piece.len())[..]].concat();
        let mut found = pgnkit::syntax::Ignore;
        LARGEST.set(0);
        let (mut reader, mut builder) = (Reader::new(&file), GameBuilder::new());
        while reader.read_into(&mut builder, &mut found).is_some() {}
        let taken = LARGEST.get();
        assert!(taken <= factor * file.len() + 4096, "{taken} for {} bytes of {piece:x?}", file.len());
    }
}

#[test]
fn writing_takes_what_is_written() {
    let game = super::game(GAMES);
    let mut out = Vec::with_capacity(1 << 12);
    LARGEST.set(0);
    Writer::new().write_lossy(&game, &mut out);
    assert!(LARGEST.get() <= 4096, "{}", LARGEST.get());
}
