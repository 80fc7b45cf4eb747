//! Codes of moves, by hand from the description of the format.

use super::read_blob;

/// A blob without tags: the start byte, a start position if there is one, and moves.
fn blob(fen: &str, moves: &[u8]) -> Vec<u8> {
    let mut blob = vec![0, u8::from(!fen.is_empty())];
    if !fen.is_empty() {
        blob.extend_from_slice(fen.as_bytes());
        blob.push(0);
    }
    blob.extend_from_slice(moves);
    blob
}

const HOME: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const WHITE_PAWN: &str = "1r1r4/2P4k/8/8/8/8/8/K7 w - - 0 1";
const BLACK_PAWN: &str = "8/k7/8/8/8/8/6p1/K4R1R b - - 0 1";
const PIECES: &str = "4k3/8/8/3q4/8/2B5/8/4K2Q w - - 0 1";

#[test]
fn codes_of_each_piece() {
    for (fen, moves, expected) in [
        // The usual start: king 0, then the back rank from a to h, pawns from 8 on.
        ("", &[0xcf, 0xcf, 0x67][..], "1. e4 e5 2. Nf3 *"),
        ("", &[0xcf, 0xbf, 0xc0], "1. e4 d5 2. exd5 *"),
        // Knights: -17 -15 -10 -6 +6 +10 +15 +17.
        ("", &[0x27, 0x21], "1. Na3 Na6 *"),
        ("", &[0x28, 0x62, 0x26, 0x63], "1. Nc3 Nh6 2. Ne4 Nf5 *"),
        // Bishops: the file, and 8 on the other diagonal. A pawn one square.
        ("", &[0xc1, 0xc1, 0x59], "1. e3 e6 2. Bb5 *"),
        ("", &[0xb1, 0xb1, 0x37], "1. d3 d6 2. Bh6 *"),
        // Rooks: a file, or 8 and the rank. The king has the number 0, and the first piece comes last.
        (HOME, &[0x26, 0x1c], "1. Rg1 Ra5 *"),
        // The king: steps, castling, none.
        (HOME, &[10, 9], "1. O-O O-O-O *"),
        (HOME, &[9, 10], "1. O-O-O O-O *"),
        // The rook keeps its number.
        (HOME, &[10, 9, 0x24, 0x1b], "1. O-O O-O-O 2. Rfe1 Rd4 *"),
        (HOME, &[4, 5], "1. Kd1 Kf8 *"),
        (HOME, &[0, 2, 8], "1. -- Ke7 2. Kf2 *"),
        // The queen: as a rook, and on diagonals its own file and the square.
        (PIECES, &[0x27, 64 + 35, 2], "1. Qxd5 Ke7 *"),
        (PIECES, &[0x25], "1. Qf1 *"),
        (PIECES, &[0x2d], "1. Qh6 *"),
        // Pawns become others: queen 3, rook 6, bishop 9, knight 12, to either side and straight on.
        (WHITE_PAWN, &[0x13], "1. cxb8=Q *"),
        (WHITE_PAWN, &[0x17], "1. c8=R *"),
        (WHITE_PAWN, &[0x1b], "1. cxd8=B *"),
        (WHITE_PAWN, &[0x1d], "1. c8=N *"),
        (BLACK_PAWN, &[0x13, 7], "1... gxh1=Q 2. Ka2 *"),
        (BLACK_PAWN, &[0x1e], "1... gxf1=N *"),
        (BLACK_PAWN, &[0x1a], "1... g1=B *"),
    ] {
        let (text, damage) = read_blob(&blob(fen, &[moves, &[15]].concat()));
        let text = text.rsplit_once("] ").map_or(&*text, |(_, moves)| moves);
        assert!(damage.is_empty() && text == expected, "{moves:x?}: {text}, not {expected}: {damage:?}");
    }
}

#[test]
fn marks_among_moves() {
    for (moves, comments, expected) in [
        (
            &[12, 0xcf, 11, 1, 12, 12][..],
            &b"first\0second\0third\0"[..],
            "{first} 1. e4 $1 {second} {third} *",
        ),
        (&[0xcf, 13, 12, 0xbf, 14, 0xcf], b"in\0", "1. e4 ({in} 1. d4) 1... e5 *"),
        // A variation of a variation, and two of one move.
        (
            &[0xcf, 0xcf, 13, 0xbf, 13, 0xaf, 14, 14, 13, 0xa1, 14],
            b"",
            "1. e4 e5 (1... d5 (1... c5)) (1... c6) *",
        ),
        (&[0xcf, 12], b"M\xfcller\0", "1. e4 {M\u{fc}ller} *"),
        (&[0xcf, 12], b"M\xc3\xbcller\0", "1. e4 {M\u{fc}ller} *"),
        (&[0xcf, 11, 0, 11, 255, 11, 13], b"", "1. e4 $13 $255 *"),
    ] {
        let (text, damage) = read_blob(&blob("", &[moves, &[15], comments].concat()));
        assert!(damage.is_empty() && text == expected, "{moves:?}: {text}, not {expected}: {damage:?}");
    }
}

#[test]
fn tags_of_a_blob() {
    for (tags, expected) in [
        (&b"\xf3\x03Tal"[..], "[Annotator \"Tal\"] *"),
        // In another case, and what is true of any game.
        (b"\x07utctime\x010\xfa\x010\x07Variant\x08Standard", "[UTCTime \"0\"] [Variant \"Standard\"] *"),
        (b"\x04Mode\x03OTB\xf9\x01x", "[Mode \"OTB\"] [Source \"x\"] *"),
        // An event date as it was: 1992.11.04.
        (&[255, 0x0f, 0x91, 0x64], "[EventDate \"1992.11.04\"] *"),
        (b"\x04Team\x04\xc9a\n\"", "[Team \"\u{c9}a \\\"\"] *"),
    ] {
        let (text, damage) = read_blob(&[tags, &[0, 0, 15]].concat());
        assert!(damage.is_empty() && text == expected, "{text}, not {expected}: {damage:?}");
    }
}
