//! Books of Polyglot.

use pgnkit::chess::{Position, fen};
use pgnkit_formats::book::{Book, BookBuilder, BookMove, Entry};

use super::with_damage;

fn position(text: &str) -> Position {
    fen::parse(text.as_bytes()).unwrap().position
}

fn entry(key: u64, bits: u16, weight: u16) -> Entry {
    Entry { key, mv: BookMove::from_bits(bits), weight, learn: 0 }
}

fn bytes(entries: &[Entry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}

#[test]
fn an_entry_is_sixteen_bytes() {
    let bytes = *b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x01\x02\x00\x00\x00\x07";
    let entry = Entry::parse(&bytes);
    assert_eq!(entry.key, Position::START.polyglot_key());
    assert_eq!((entry.mv.to_string(), entry.weight, entry.learn), ("e2e4".to_owned(), 258, 7));
    assert_eq!(entry.to_bytes(), bytes);
    assert!(!entry.is_header());
}

#[test]
fn moves_are_found_in_their_positions() {
    let castling = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1";
    // The king on f1 steps to g1; with the rook of h1 it castles to there.
    let chess960 = "1k6/8/8/8/8/8/8/R4K1R w HA - 0 1";
    let cases = [
        (castling, "e1h1", Some("O-O")),
        (castling, "e1g1", Some("O-O")),
        (castling, "e1a1", Some("O-O-O")),
        (castling, "e1c1", Some("O-O-O")),
        (castling, "e1d1", Some("Kd1")),
        (castling, "b7a8q", Some("bxa8=Q+")),
        (castling, "b7a8n", Some("bxa8=N")),
        (castling, "b7b8b", Some("b8=B")),
        (castling, "b7b8", None),
        (castling, "e1e2q", None),
        (castling, "e8g8", None),
        (chess960, "f1h1", Some("O-O")),
        (chess960, "f1a1", Some("O-O-O")),
        (chess960, "f1g1", Some("Kg1")),
        (chess960, "f1c1", Some("O-O-O")),
    ];
    for (text, mv, expected) in cases {
        let squares: Vec<u16> = mv
            .as_bytes()
            .iter()
            .take(4)
            .map(|byte| u16::from(byte - if *byte > b'9' { b'a' } else { b'1' }))
            .collect();
        let promotion = mv.as_bytes().get(4).map_or(0, |letter| match letter {
            b'n' => 1,
            b'b' => 2,
            b'r' => 3,
            _ => 4,
        });
        let bits = squares[2] | squares[3] << 3 | squares[0] << 6 | squares[1] << 9 | promotion << 12;
        let (written, position) = (BookMove::from_bits(bits), position(text));
        assert_eq!(written.to_string(), mv);
        let found = written.find(&position);
        let san = found.map(|mv| position.san(mv).to_string());

        assert_eq!(san.as_deref(), expected, "{text} {mv}");
        if let Some(found) = found {
            let again = BookMove::of(found).unwrap();
            assert_eq!(again.find(&position), Some(found), "{mv}");
        }
    }
    // A promotion that means nothing.
    let unknown = BookMove::from_bits(5 << 12 | 0o6071);
    assert_eq!(unknown.find(&position(castling)), None);
    assert!(unknown.to_string().ends_with("=5"), "{unknown}");
}

#[test]
fn entries_are_found_by_key() {
    let entries = [entry(3, 1, 9), entry(5, 2, 8), entry(5, 3, 7), entry(5, 4, 1), entry(u64::MAX, 5, 1)];
    let bytes = bytes(&entries);
    let (book, damage) = with_damage(&bytes);
    assert_eq!((damage, book.len(), book.as_bytes()), (Vec::new(), 5, &bytes[..]));
    assert_eq!(book.entries().collect::<Vec<_>>(), entries);
    let of = |key| book.of_key(key).map(|entry| entry.mv.bits()).collect::<Vec<_>>();
    assert_eq!((of(3), of(5), of(u64::MAX)), (vec![1], vec![2, 3, 4], vec![5]));
    assert_eq!((of(0), of(4), of(6)), (vec![], vec![], vec![]));
    assert!(book.has_key(5) && !book.has_key(4) && !book.has_key(0));
    assert!(Book::default().is_empty());
}

#[test]
fn damage_is_told_and_the_rest_is_read() {
    let mut file = bytes(&[entry(5, 1, 1), entry(3, 2, 1), entry(5, 3, 2)]);
    file.extend_from_slice(b"rest");
    let (book, damage) = with_damage(&file);
    assert_eq!(
        damage,
        [
            "entry 1: expected a key that is not less than the one before, found a lesser one",
            "entry 3: expected a whole entry, found 4 bytes at the end"
        ]
    );
    let moves = |key| book.of_key(key).map(|entry| entry.mv.bits()).collect::<Vec<_>>();
    assert_eq!((moves(3), moves(5)), (vec![2], vec![1, 3]));
}

#[test]
fn a_header_is_no_move() {
    let text = b"@PG@ 1.0\nmy book\0";
    let mut file = Vec::new();
    for part in text.chunks(8) {
        let mut entry = [0; Entry::LEN];
        entry[8..8 + part.len()].copy_from_slice(part);
        file.extend_from_slice(&entry);
    }
    file.extend(bytes(&[entry(5, 1, 1)]));
    let (book, damage) = with_damage(&file);
    assert_eq!((damage.len(), book.len()), (0, 4));
    assert_eq!(book.header().as_deref(), Some("@PG@ 1.0\nmy book"));
    assert_eq!(book.entries().filter(|entry| !entry.is_header()).count(), 1);
    let mut builder = BookBuilder::new();
    builder.add(&book);
    builder.add(&book);
    let merged = builder.finish();
    let (merged, _) = with_damage(&merged);
    assert_eq!(merged.header(), book.header());
    assert_eq!(merged.entries().last(), Some(entry(5, 1, 2)));
    assert_eq!(Book::default().header(), None);
}

#[test]
fn books_are_joined() {
    let join = |books: &[&[Entry]]| {
        let mut builder = BookBuilder::new();
        for entries in books {
            builder.add(&with_damage(&bytes(entries)).0);
        }
        let file = builder.finish();
        with_damage(&file).0.entries().collect::<Vec<_>>()
    };
    // Added up, the greatest first, and of equal ones the first; the number for learning is that of the first.
    let learning = Entry { learn: 7, ..entry(5, 1, 10) };
    let joined = join(&[&[learning, entry(5, 2, 5)], &[entry(5, 2, 8), entry(5, 3, 10), entry(9, 1, 0)]]);
    assert_eq!(joined, [entry(5, 2, 13), learning, entry(5, 3, 10), entry(9, 1, 0)]);
    // Sums that are too large make all of the position smaller, and none of them 0.
    let joined = join(&[
        &[entry(5, 1, 60000), entry(5, 2, 500), entry(6, 1, 9)],
        &[entry(5, 1, 60000), entry(5, 3, 1)],
    ]);
    assert_eq!(joined, [entry(5, 1, 65535), entry(5, 2, 273), entry(5, 3, 1), entry(6, 1, 9)]);
    // What a file has twice is one move.
    assert_eq!(join(&[&[entry(5, 1, 3), entry(5, 1, 4)]]), [entry(5, 1, 7)]);
    assert_eq!(join(&[]), []);
}
