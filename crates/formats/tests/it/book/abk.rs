//! Books of Arena.

use pgnkit::chess::Position;
use pgnkit_formats::book::Damage;
use pgnkit_formats::book::abk::{AbkEntry, ENTRY_LEN, FIRST, begins, walk};

use super::with_damage;

/// A book of entries: a move, its number of games, the numbers of the next move and of that beside it, from the first.
fn book(entries: &[(&str, i32, i32, i32)]) -> Vec<u8> {
    let mut bytes = vec![0; FIRST * ENTRY_LEN];
    bytes[..4].copy_from_slice(b"\x03ABK");
    let square = |text: &[u8]| (text[0] - b'a') + 8 * (text[1] - b'1');
    let place = |at: i32| if at < 0 { -1 } else { at + FIRST as i32 };
    for (mv, games, next, beside) in entries {
        let text = mv.as_bytes();
        let promotion: i8 = match text.get(4) {
            None => 0,
            Some(b'r') => 1,
            Some(b'n') => -2,
            Some(b'b') => 3,
            Some(b'q') => -4,
            Some(_) => 9,
        };
        bytes.extend_from_slice(&[square(&text[..2]), square(&text[2..4]), promotion as u8, 5]);
        for number in [*games, 1, 0, 0, place(*next), place(*beside)] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
    }
    bytes
}

/// The moves of the tree with their depth, and damage.
fn walked(bytes: &[u8]) -> (Vec<String>, Vec<String>) {
    let (mut moves, mut found): (Vec<String>, Vec<Damage>) = (Vec::new(), Vec::new());
    walk(
        bytes,
        &mut |row| moves.push(format!("{} {} {}", row.ply, row.position.san(row.mv), row.entry.games)),
        &mut |damage| found.push(damage),
    );
    (moves, found.iter().map(Damage::to_string).collect())
}

#[test]
fn a_tree_is_read() {
    let bytes = book(&[
        ("e2e4", 9, 1, 3),
        ("e7e5", 4, -1, 2),
        ("c7c5", 5, -1, -1),
        ("d2d4", 3, 4, -1),
        ("d7d5", 0, -1, -1),
    ]);
    assert!(begins(&bytes));
    let (moves, damage) = walked(&bytes);
    assert_eq!(moves, ["0 e4 9", "1 e5 4", "1 c5 5", "0 d4 3", "1 d5 0"]);
    assert!(damage.is_empty(), "{damage:?}");
    let (book, damage) = with_damage(&bytes);
    assert!(damage.is_empty(), "{damage:?}");
    let of = |position: &Position| {
        book.of(position).map(|entry| format!("{} {}", entry.mv, entry.weight)).collect::<Vec<_>>()
    };
    assert_eq!(of(&Position::START), ["e2e4 9", "d2d4 3"]);
    let after = Position::START.after(Position::START.parse_uci(b"e2e4").unwrap());
    assert_eq!(of(&after), ["c7c5 5", "e7e5 4"]);
}

#[test]
fn promotions_and_castling() {
    let line =
        ["b2b4", "a7a5", "b4a5", "b7b6", "a5b6", "g8f6", "b6b7", "g7g6", "b7a8n", "f8g7", "h2h3", "e8g8"];
    let entries: Vec<_> = line
        .iter()
        .enumerate()
        .map(|(at, mv)| (*mv, 1, if at + 1 < line.len() { at as i32 + 1 } else { -1 }, -1))
        .collect();
    let (moves, damage) = walked(&book(&entries));
    assert!(damage.is_empty(), "{damage:?}");
    assert_eq!((&*moves[8], &*moves[11]), ("8 bxa8=N 1", "11 O-O 1"));
}

#[test]
fn damage_is_told_and_the_rest_is_read() {
    let mut bytes = book(&[
        ("e2e5", 1, 1, 1),
        ("e2e4", 1, 2, 3),
        ("e7e5", 1, 0, 70),
        ("g2g4", 1, -1, 4),
        ("a2a3x", 1, -1, 5),
        ("a2a4", 1, -1, 1),
    ]);
    bytes.push(0);
    let (moves, damage) = walked(&bytes);
    assert_eq!(moves, ["0 e4 1", "1 e5 1", "0 g4 1", "0 a4 1"]);
    assert_eq!(
        damage,
        [
            "entry 906: expected a whole entry, found 1 bytes at the end",
            "entry 900: expected a legal move, found e2e5",
            "entry 902: expected an entry of its own, found 900, which is in the tree before",
            "entry 902: expected the number of an entry, found 970",
            "entry 904: expected two squares and a promotion, found other numbers",
            "entry 905: expected an entry of its own, found 901, which is in the tree before",
        ]
    );
    for length in [0, 4, 100, FIRST * ENTRY_LEN] {
        assert_eq!(walked(&bytes[..length]).0, [] as [&str; 0]);
    }
}

#[test]
fn a_line_is_not_deeper_than_any_game() {
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let entries: Vec<_> = (0..500).map(|at| (knights[at % 4], 1, at as i32 + 1, -1)).collect();
    let (moves, damage) = walked(&book(&entries));
    assert_eq!(moves.len(), 400);
    assert_eq!(damage, ["entry 1299: expected at most 400 half-moves, found more"]);
}

#[test]
fn an_entry_is_28_bytes() {
    let mut bytes = [0; ENTRY_LEN];
    bytes[..8].copy_from_slice(&[12, 28, 0xfc, 7, 1, 2, 0, 0]);
    bytes[20..24].copy_from_slice(&(-1_i32).to_le_bytes());
    let entry = AbkEntry::parse(&bytes);
    assert_eq!((entry.from, entry.to, entry.promotion, entry.priority), (12, 28, -4, 7));
    assert_eq!((entry.games, entry.next, entry.beside), (513, -1, 0));
    assert_eq!(entry.book_move().unwrap().to_string(), "e2e4q");
    bytes[0] = 64;
    assert_eq!(AbkEntry::parse(&bytes).book_move(), None);
}
