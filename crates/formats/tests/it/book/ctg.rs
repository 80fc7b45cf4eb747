//! Books of ChessBase.

use pgnkit::chess::{CastlingSide, Color, PieceKind, Position};
use pgnkit_formats::book::BookForm;
use pgnkit_formats::book::ctg::{PAGE_LEN, begins};

use super::with_damage;

/// Bits from the top of bytes.
#[derive(Default)]
struct Bits(Vec<bool>);

impl Bits {
    fn push(&mut self, text: &str) {
        self.0.extend(text.bytes().map(|byte| byte == b'1'));
    }
}

/// The signature of a position with White to move: a head with the length, the squares, the rights to castle at the end of the last byte.
fn signature(position: &Position) -> Vec<u8> {
    let mut bits = Bits::default();
    for number in 0..64_u8 {
        let square = pgnkit::chess::Square::new((number & 7) << 3 | number >> 3).unwrap();
        let Some(piece) = position.piece_at(square) else {
            bits.push("0");
            continue;
        };
        bits.push(match piece.kind {
            PieceKind::Pawn => "11",
            PieceKind::Knight => "1001",
            PieceKind::Bishop => "1010",
            PieceKind::Rook => "1011",
            PieceKind::Queen => "10001",
            PieceKind::King => "10000",
        });
        bits.push(if piece.color == Color::Black { "1" } else { "0" });
    }
    let has = |color, side| position.castling_rook(color, side).is_some();
    let rights = [Color::Black, Color::White]
        .map(|color| [CastlingSide::King, CastlingSide::Queen].map(|side| has(color, side)))
        .concat();
    let mut flags = Vec::new();
    if let Some(square) = position.ep_square() {
        flags.extend((0..3).rev().map(|bit| square.index() >> bit & 1 == 1));
    }
    let castles = rights.contains(&true);
    if castles {
        flags.extend(rights);
    }
    while (bits.0.len() + flags.len()) % 8 != 0 {
        bits.push("0");
    }
    bits.0.extend(flags);
    let bytes = bits.0.chunks(8).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit)));
    let head = u8::from(position.ep_square().is_some()) << 5 | u8::from(castles) << 6;
    let mut out = vec![0];
    out.extend(bytes);
    out[0] = head | out.len() as u8;
    out
}

/// A position of a page: pairs of a move and its mark, games, recommendation.
fn record(fen: &str, moves: &[(u8, u8)], games: u8, recommendation: u8) -> Vec<u8> {
    let mut out = signature(&fen.parse().unwrap());
    out.push(1 + 2 * moves.len() as u8);
    out.extend(moves.iter().flat_map(|(mv, mark)| [*mv, *mark]));
    let mut numbers = [0; 33];
    (numbers[2], numbers[30]) = (games, recommendation);
    out.extend(numbers);
    out
}

fn book(records: &[Vec<u8>]) -> Vec<u8> {
    let mut page = records.concat();
    let used = page.len() as u16 + 4;
    page.splice(..0, [(records.len() as u16).to_be_bytes(), used.to_be_bytes()].concat());
    page.resize(PAGE_LEN, 0);
    [vec![0; PAGE_LEN], page].concat()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// After 1. e4, seen from Black with the colours exchanged.
const AFTER_E4: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Bytes of the moves of pawns e and d by two squares in a position with all pawns, and of the king's castling.
const E4: u8 = 0x5f;
const D4: u8 = 0xe6;

#[test]
fn the_signature_of_the_start_is_that_of_a_real_book() {
    for (fen, expected) in [
        (START, "56b60f7960f3a60f58b078e0c1e1a60f5960f3b60f7f"),
        (AFTER_E4, "56b60f7960f3a60f58b078e0c721a60f5960f3b60f7f"),
    ] {
        let bytes = signature(&fen.parse().unwrap());
        assert_eq!(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>(), expected);
    }
}

#[test]
fn moves_are_found_from_the_start_in_the_colours_of_the_game() {
    let bytes =
        book(&[record(START, &[(E4, 0), (D4, 0)], 9, 0), record(AFTER_E4, &[(E4, 0), (D4, 2)], 5, 0)]);
    assert!(begins(&bytes));
    let (book, damage) = with_damage(&bytes);
    assert!(damage.is_empty(), "{damage:?}");
    let of = |position: &Position| {
        book.of(position).map(|entry| format!("{} {}", entry.mv, entry.weight)).collect::<Vec<_>>()
    };
    assert_eq!(of(&Position::START), ["e2e4 5", "d2d4 1"]);
    let after = Position::START.after(Position::START.parse_san("e4").unwrap());
    assert_eq!(of(&after), ["e7e5 1", "d7d5 0"]);
}

#[test]
fn damage_is_named_and_the_rest_is_read() {
    let whole = [record(START, &[(E4, 0), (0, 0)], 1, 0), record(AFTER_E4, &[], 2, 64)];
    let (_, damage) = with_damage(&book(&whole));
    assert_eq!(damage.len(), 1, "{damage:?}");
    let mut bytes = book(&whole);
    bytes[PAGE_LEN + 1] = 9;
    assert!(!begins(&bytes));
    // The second page breaks off; the first says what the file is.
    let mut more = book(&whole);
    more.extend_from_slice(&bytes[PAGE_LEN..]);
    assert!(begins(&more));
    let (book, damage) = with_damage(&more);
    assert!(damage.iter().any(|text| text.contains("7 more positions")), "{damage:?}");
    let weights: Vec<_> = book.of(&Position::START).map(|entry| entry.weight).collect();
    // To be avoided.
    assert_eq!(weights, [0]);
}

/// The first page is what the form is known by; where it is damaged, the name says it.
#[test]
fn a_book_is_known_by_its_name_where_its_first_page_is_damaged() {
    let mut bytes = book(&[record(START, &[(E4, 0)], 1, 0)]);
    let mut more = book(&[record(AFTER_E4, &[], 2, 0)]);
    bytes[PAGE_LEN + 1] = 9;
    bytes.extend_from_slice(&more.split_off(PAGE_LEN));
    bytes.extend_from_slice(b"end");
    for (name, expected) in [
        ("a.ctg", BookForm::ChessBase),
        ("a.b.CTG", BookForm::ChessBase),
        ("a.abk", BookForm::Arena),
        ("a.bin", BookForm::Polyglot),
        ("ctg", BookForm::Polyglot),
        ("", BookForm::Polyglot),
    ] {
        assert_eq!(BookForm::of(name, &bytes), expected, "{name}");
    }
    let mut damage = Vec::new();
    let book = BookForm::of("a.ctg", &bytes).read(&bytes, &mut |fault| damage.push(fault.to_string()));
    assert_eq!(
        damage,
        [
            "entry 1: expected 8 more positions in the page, found its end",
            "entry 2: expected a whole page, found 3 bytes at the end",
        ]
    );
    assert_eq!(book.of(&Position::START).count(), 1);
    // The content has the last word where it says something.
    let whole = self::book(&[record(START, &[(E4, 0)], 1, 0)]);
    assert_eq!(BookForm::of("a.bin", &whole), BookForm::ChessBase);
    assert_eq!(BookForm::of("a.ctg", b"\x03ABK"), BookForm::Arena);
}
