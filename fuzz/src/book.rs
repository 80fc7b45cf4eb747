//! Opening books of engines: any bytes are entries or damage, and joined books lose no move.

use std::collections::BTreeMap;

use pgnkit::chess::{Position, Variant};
use pgnkit::syntax::Ignore;
use pgnkit::{GameBuilder, Replayer};
use pgnkit_formats::book::abk::{AbkRow, DEEPEST, ENTRY_LEN, FIRST, walk};
use pgnkit_formats::book::ctg::{self, PAGE_LEN};
use pgnkit_formats::book::{self, Book, BookBuilder, BookMove, Damage, Entry};

use crate::input::{self, shown};

/// The bytes as a book of each kind, and the moves of a text as those of books.
pub fn check(data: &[u8]) {
    check_polyglot(data);
    check_arena(data);
    check_pages(data);
    check_moves(&input::text(data));
}

fn check_polyglot(data: &[u8]) {
    let mut found: Vec<Damage> = Vec::new();
    let read = Book::read(data, &mut |damage| found.push(damage));
    assert!(
        found.iter().all(|damage| damage.entry <= read.len() && !damage.to_string().is_empty()),
        "{found:?}"
    );
    assert_eq!(read.len(), data.len() / Entry::LEN);
    assert!(read.entries().is_sorted_by_key(|entry| entry.key), "{}", shown(data));
    for entry in read.entries() {
        assert!(read.of_key(entry.key).any(|same| same == entry), "{entry:?}");
        assert_eq!(read.has_key(entry.key), !entry.is_header());
        if let Some(mv) = entry.mv.find(&Position::START) {
            assert!(Position::START.is_legal(mv));
        }
    }
    let _ = read.header();
    let mut builder = BookBuilder::new();
    builder.add(&read);
    builder.add(&read);
    let bytes = builder.finish();
    let joined = Book::read(&bytes, &mut |damage| panic!("{damage} in {}", shown(data)));
    let weights = |book: &Book<'_>| {
        let mut weights: BTreeMap<(u64, BookMove), u64> = BTreeMap::new();
        for entry in book.entries().filter(|entry| !entry.is_header()) {
            *weights.entry((entry.key, entry.mv)).or_default() += u64::from(entry.weight);
        }
        weights
    };
    let (before, after) = (weights(&read), weights(&joined));
    assert!(before.keys().eq(after.keys()), "{}", shown(data));
    assert!(before.iter().all(|(mv, weight)| (*weight == 0) == (after[mv] == 0)), "{}", shown(data));
}

fn check_arena(data: &[u8]) {
    let mut bytes = vec![0; FIRST * ENTRY_LEN];
    bytes[..4].copy_from_slice(b"\x03ABK");
    let head = bytes.len();
    bytes.extend_from_slice(data);
    check_tree(&bytes);
    // Entries with numbers that can be such.
    bytes.truncate(head);
    let (chunks, _) = data.as_chunks::<4>();
    let place = |byte: u8| (FIRST + usize::from(byte) % (chunks.len() + 2)) as i32;
    for [from, to, next, beside] in chunks {
        bytes.extend_from_slice(&[from % 64, to % 64, u8::from(*from > 250), from / 64]);
        for number in [1, 0, 0, 0, place(*next), place(*beside)] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
    }
    check_tree(&bytes);
}

/// The bytes as a page of a book of ChessBase: as they are, and as the moves of the start.
fn check_pages(data: &[u8]) {
    const START: &[u8] =
        b"\x56\xb6\x0f\x79\x60\xf3\xa6\x0f\x58\xb0\x78\xe0\xc1\xe1\xa6\x0f\x59\x60\xf3\xb6\x0f\x7f";
    let data = &data[..data.len().min(3000)];
    let moves = &data[..data.len().min(254)];
    let made = [START, &[moves.len() as u8 + 1], moves, &[0; 33]].concat();
    let page = [&[0, 9, 16, 0], made.as_slice(), data].concat();
    for page in [data, &page] {
        let mut bytes = vec![0; PAGE_LEN];
        bytes.extend_from_slice(page);
        bytes.resize(2 * PAGE_LEN, 0);
        let _ = ctg::begins(&bytes);
        let book = ctg::read(&bytes, &mut |damage| assert!(!damage.to_string().is_empty()));
        for entry in book.of(&Position::START) {
            assert!(entry.mv.find(&Position::START).is_some(), "{} in {}", entry.mv, shown(page));
        }
    }
}

fn check_tree(bytes: &[u8]) {
    let (mut moves, mut faults) = (0, 0);
    let visit = &mut |row: &AbkRow<'_>| {
        assert!(row.position.is_legal(row.mv) && row.ply < DEEPEST);
        moves += 1;
    };
    walk(bytes, visit, &mut |damage| {
        assert!(damage.entry <= bytes.len() / ENTRY_LEN && !damage.to_string().is_empty(), "{damage:?}");
        faults += 1;
    });
    // Each entry is visited once, and points at two others.
    let entries = bytes.len() / ENTRY_LEN - FIRST;
    assert!(moves <= entries && faults <= 3 * entries + 2, "{moves} {faults}");
    let _ = book::read(bytes, &mut |_| {});
}

/// Each move of a game is the same after it was in a book.
fn check_moves(text: &[u8]) {
    let (mut builder, mut replayer) = (GameBuilder::new(), Replayer::new(text));
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {
        for played in builder.game().mainline_with_positions() {
            if played.before.variant() != Variant::Standard {
                continue;
            }
            let Some(mv) = BookMove::of(played.node.mv()) else { continue };
            assert_eq!(mv.find(&played.before), Some(played.node.mv()), "{mv} in {}", shown(text));
        }
    }
}
