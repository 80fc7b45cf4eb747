//! Codes of moves, by hand from the description of the format.

use pgnkit::chess::{ChessMode, fen};
use pgnkit_formats::chessbase::CodePage;

use super::read_records;
use super::writer::{Codes, moves_record, setup};

/// The text of moves from a position, and how many damages there are.
fn text(fen: &str, mode: u8, codes: &Codes) -> String {
    let chess_mode = if mode == 10 { ChessMode::Chess960 } else { ChessMode::Standard };
    let setup = if fen.is_empty() {
        Vec::new()
    } else {
        setup(&fen::parse_as(fen.as_bytes(), chess_mode).unwrap().position, chess_mode)
    };
    let mut record = moves_record(mode, &setup, &codes.bytes);
    // Real games of this mode have a bit that texts have.
    record[0] |= if mode == 5 { 0x80 } else { 0 };
    let (text, damage) = read_records(&record, &[], CodePage::default());
    assert!(damage.is_empty(), "{text}: {damage:?}");
    text.rsplit_once("] ").map_or(&*text, |(_, moves)| moves).to_owned()
}

const HOME: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const QUEENS: &str = "5k2/8/8/8/Q7/8/Q7/Q6K w - - 0 1";
const ROOKS: &str = "7k/R7/8/8/8/R7/8/R6K w - - 0 1";

#[test]
fn codes_of_each_piece() {
    for (fen, moves, expected) in [
        // Pawns from the file a, four codes each; the right of Black is the left of White.
        ("", &[&[128_u8][..], &[128], &[124], &[129]][..], "1. e4 e5 2. d4 exd4 *"),
        ("", &[&[127], &[127]], "1. e3 e6 *"),
        ("", &[&[124], &[128], &[125]], "1. d4 e5 2. dxe5 *"),
        // Knights by squares up the files.
        ("", &[&[96], &[108]], "1. Nc3 Nf6 *"),
        ("", &[&[105], &[101]], "1. Nf3 Nc6 *"),
        // Over the edge of the board: seven up is one down.
        (HOME, &[&[9], &[10]], "1. O-O O-O-O *"),
        (HOME, &[&[10], &[9]], "1. O-O-O O-O *"),
        (ROOKS, &[&[39], &[7], &[39 + 6]], "1. R1a2 Kg8 2. Ra1 *"),
        (HOME, &[&[1], &[5]], "1. Ke2 Ke7 *"),
        // The rook keeps its number when it castles.
        (HOME, &[&[9], &[10], &[53]], "1. O-O O-O-O 2. Rf2 *"),
        (HOME, &[&[0], &[0]], "1. -- -- *"),
        (QUEENS, &[&[11 + 7], &[6], &[143 + 14]], "1. Q1b1 Ke7 2. Q2b3 *"),
        (QUEENS, &[&[143 + 14], &[6], &[171 + 7]], "1. Q2b3 Ke7 2. Qab4+ *"),
        (ROOKS, &[&[199], &[6], &[199 + 6]], "1. Ra8+ Kg7 2. R8a7+ *"),
        (ROOKS, &[&[53 + 7], &[7]], "1. Rb3 Kg8 *"),
        // Two bytes: e2e4, and a promotion.
        ("", &[&[235, 0x08, 0xe1]], "1. e4 *"),
    ] {
        let mut codes = Codes::new(0);
        moves.iter().for_each(|mv| codes.mv(mv));
        codes.mark(255);
        assert_eq!(text(fen, 0, &codes), expected, "{fen} {moves:?}");
    }
}

#[test]
fn marks_among_moves() {
    // 1. e4 (1. d4 d5) (1. c4) 1... e5 *, and bytes after the end that mean nothing.
    let mut codes = Codes::new(0);
    codes.mark(236);
    codes.mark(254);
    codes.mv(&[128]);
    codes.mv(&[128]);
    codes.mark(255);
    codes.mark(254);
    codes.mv(&[124]);
    codes.mv(&[124]);
    codes.mark(255);
    codes.mv(&[120]);
    codes.mark(255);
    codes.bytes.extend(b"rubbish");
    assert_eq!(text("", 0, &codes), "1. e4 (1. d4 d5) (1. c4) 1... e5 *");
    // Two marks in a row for two alternatives.
    let mut codes = Codes::new(4);
    codes.mark(254);
    codes.mark(254);
    for pawn in [128, 124, 120] {
        codes.mv(&[pawn]);
        codes.mark(255);
    }
    assert_eq!(text("", 4, &codes), "1. e4 (1. d4) (1. c4) *");
    // A variation of a variation.
    let mut codes = Codes::new(0);
    codes.mark(254);
    codes.mv(&[128]);
    codes.mark(255);
    codes.mark(254);
    codes.mv(&[124]);
    codes.mark(255);
    codes.mv(&[120]);
    codes.mark(255);
    assert_eq!(text("", 0, &codes), "1. e4 (1. d4) (1. c4) *");
}

#[test]
fn castling_of_chess960() {
    const START: &str = "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1";
    for (moves, expected) in [
        // To its own square: g1, c8.
        (&[&[235_u8, 0x0c, 0x30][..], &[235, 0x05, 0xd7]][..], "1. O-O O-O-O *"),
        (&[&[10], &[9]], "1. O-O-O O-O *"),
        (&[&[3], &[7]], "1. Kf1 Kd8 *"),
    ] {
        let mut codes = Codes::new(10);
        moves.iter().for_each(|mv| codes.mv(mv));
        codes.mark(255);
        assert_eq!(text(START, 10, &codes), expected, "{moves:?}");
    }
}

#[test]
fn words_of_squares() {
    // 1. e4 (1. d4) 1... e5 2. -- and the end of the record.
    let mut codes = Codes::new(5);
    let word = |from: u16, to: u16, flags: u16| (from | to << 6 | flags).to_be_bytes();
    codes.mv(&word(33, 35, 0x8000));
    codes.mv(&word(38, 36, 0));
    codes.mv(&word(0, 0, 0x4000));
    codes.mv(&word(25, 27, 0));
    assert_eq!(text("", 5, &codes), "1. e4 (1. d4) 1... e5 2. -- *");
    let mut codes = Codes::new(5);
    codes.mv(&word(6, 7, 3 << 12));
    codes.mv(&word(62, 61, 0));
    assert_eq!(text("8/P6k/8/8/8/8/8/K7 w - - 0 1", 5, &codes), "1. a8=N Kh6 *");
}
