//! The SAN and SAI vectors of the conformance checklist, and the errors of the lenient reader.

use pgnkit_chess::san::{self, CheckMark, SanChanges, SanError, SanWord};
use pgnkit_chess::{Bitboard, ChessMode, Position, Square, fen};

fn position(text: &str) -> Position {
    fen::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}")).position
}

/// Plays a line of texts and returns the canonical SAN of its moves and the end position.
fn play(start: Position, line: &str) -> (String, Position) {
    let mut position = start;
    let mut written = Vec::new();
    for text in line.split_whitespace() {
        let reading = san::read(&position, text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"));
        written.push(reading.san.to_string());
        position = position.after(reading.mv);
    }
    (written.join(" "), position)
}

fn written(text: &str) -> Vec<String> {
    let position = position(text);
    let mut list: Vec<String> =
        position.legal_moves().iter().map(|mv| position.san(*mv).to_string()).collect();
    list.sort();
    list
}

#[test]
fn canonical_san_contains() {
    for (fen, expected) in [
        ("8/P7/8/8/8/8/k7/7K w - - 0 1", "a8=B a8=N a8=Q+ a8=R+"),
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Nce2 Nge2"),
        ("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "R1a3 R5a3"),
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "Qee1 Q1e1 Qh4e1"),
        ("4k3/8/8/8/4N3/8/8/K3R2N w - - 0 1", "Nef2+ Nhf2"),
        ("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "Qg6"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+"),
        ("5K2/Qp6/Q1Q5/8/8/8/8/1k6 w - - 0 1", "Qa6xb7#"),
        ("4k3/8/8/8/8/8/5p2/3K2N1 b - - 0 1", "fxg1=Q+"),
    ] {
        let found = written(fen);
        for san in expected.split(' ') {
            assert!(found.iter().any(|other| other == san), "{fen}: {san} not in {found:?}");
        }
    }
}

#[test]
fn pinned_pieces_do_not_disambiguate() {
    let fen = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
    assert_eq!(written(fen), ["Kd1", "Kd2", "Ke2", "Kf1", "Kf2", "Ne2", "Nf3", "Nh3"]);
}

#[test]
fn canonical_words_have_the_fixed_shape() {
    for fen in ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", START, PROMOTIONS] {
        for san in written(fen) {
            assert!(
                (2..=7).contains(&san.len()) && san.starts_with(|c| "KQRBNOabcdefgh".contains(c)),
                "{san}"
            );
            assert!(SanWord::parse(san.as_bytes()).is_some(), "{san}");
        }
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
const TWO_KNIGHTS: &str = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1";
const PIN: &str = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
const PROMOTE: &str = "8/P7/8/8/8/8/k7/7K w - - 0 1";
const BISHOP_OR_PAWN: &str = "4k3/8/8/3p4/2n1P3/1P6/8/4KB2 w - - 0 1";
const BISHOP: &str = "4k3/8/8/8/2n5/8/8/4KB2 w - - 0 1";

#[test]
fn lenient_lines() {
    for (line, expected) in [
        ("E4 E5 nf3 NC6", "e4 e5 Nf3 Nc6"),
        ("e4 d5 ed5 Qd5", "e4 d5 exd5 Qxd5"),
        ("e4 f6 Qh5", "e4 f6 Qh5+"),
        ("f3 e5 g4 Qh4", "f3 e5 g4 Qh4#"),
        ("f3 e5 g4 Qh4++", "f3 e5 g4 Qh4#"),
        ("f3 e5 g4 Qh4mate", "f3 e5 g4 Qh4#"),
        ("f3 e5 g4 Qh4+#", "f3 e5 g4 Qh4#"),
        ("e4+ e5#", "e4 e5"),
        ("Nxf3", "Nf3"),
        ("Pe4 Pd5 Pexd5", "e4 d5 exd5"),
        ("Ng1f3 Ngf6", "Nf3 Nf6"),
        ("e2-e4 e7e5 Ng1f3", "e4 e5 Nf3"),
        ("e2-e4 d7d5 e4xd5", "e4 d5 exd5"),
        ("g1f3 b8c6", "Nf3 Nc6"),
        ("e4 a6 e5 d5 exd6e.p.", "e4 a6 e5 d5 exd6"),
        ("e4 a6 e5 d5 exd6ep", "e4 a6 e5 d5 exd6"),
        ("e4 d5 e:d5", "e4 d5 exd5"),
        ("e4 d5 exd", "e4 d5 exd5"),
        ("e4 d5 ed", "e4 d5 exd5"),
        ("e4 d5 e×d5", "e4 d5 exd5"),
        ("♘f3 ♞f6", "Nf3 Nf6"),
        ("e4 e5 Nf3 Nc6 Bc4 Nf6 0-0", "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O"),
        ("e4 e5 Nf3 Nc6 Bc4 Nf6 o-o", "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O"),
        ("e4 e5 Nf3 Nc6 Bc4 Nf6 O–O", "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O"),
        ("e4 e5 Nf3 Nc6 Bc4 Nf6 00", "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O"),
        ("e4 e5 Nf3 Nc6 Bc4 Nf6 e1g1", "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O"),
        ("e4 e5 Nf3 Nc6 Bc4 Nf6 Ke1-g1", "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O"),
        ("e4 Z0 d4 null Nf3 pass Nc3 @@@@ h3 0000", "e4 -- d4 -- Nf3 -- Nc3 -- h3 --"),
    ] {
        assert_eq!(play(Position::START, line).0, expected, "{line}");
    }
}

#[test]
fn changes_are_reported() {
    use SanChanges as C;
    for (fen, text, san, changes) in [
        (START, "e4", "e4", C::NONE),
        (START, "E4", "e4", C::CASE),
        (START, "nf3", "Nf3", C::CASE),
        (START, "NF3", "Nf3", C::CASE),
        (START, "Nxf3", "Nf3", C::CAPTURE_REMOVED),
        (START, "e4+", "e4", C::MARK_CORRECTED),
        (START, "Ngf3", "Nf3", C::OVER_DISAMBIGUATED),
        (START, "Ng1f3", "Nf3", C::LONG_ALGEBRAIC),
        (START, "g1f3", "Nf3", C::LONG_ALGEBRAIC),
        (START, "e2-e4", "e4", C::LONG_ALGEBRAIC),
        (START, "Pe4", "e4", C::PAWN_PREFIX),
        (START, "pe4", "e4", C::PAWN_PREFIX.union(C::CASE)),
        (START, "♘f3", "Nf3", C::FIGURINE),
        (START, "Nf3\u{fe0f}", "Nf3", C::FIGURINE),
        (START, "♙e4", "e4", C::FIGURINE.union(C::PAWN_PREFIX)),
        (START, "--", "--", C::NONE),
        (START, "Z0", "--", C::NULL_SPELLING),
        (START, "--+", "--", C::MARK_CORRECTED),
        (PIN, "Nge2", "Ne2", C::OVER_DISAMBIGUATED),
        (PROMOTE, "a8Q", "a8=Q+", C::PROMOTION_SPELLING.union(C::MARK_INSERTED)),
        (PROMOTE, "a8=q", "a8=Q+", C::PROMOTION_SPELLING.union(C::MARK_INSERTED)),
        (PROMOTE, "a8(Q)", "a8=Q+", C::PROMOTION_SPELLING.union(C::MARK_INSERTED)),
        (PROMOTE, "a8/Q", "a8=Q+", C::PROMOTION_SPELLING.union(C::MARK_INSERTED)),
        (PROMOTE, "a7a8q", "a8=Q+", C::PROMOTION_SPELLING.union(C::MARK_INSERTED).union(C::LONG_ALGEBRAIC)),
        (PROMOTE, "a8n", "a8=N", C::PROMOTION_SPELLING),
        (PROMOTE, "a8b", "a8=B", C::PROMOTION_SPELLING),
        (PROMOTE, "A8=Q+", "a8=Q+", C::CASE),
        (PROMOTE, "a8", "a8=Q+", C::PROMOTION_ASSUMED.union(C::MARK_INSERTED)),
        (PROMOTE, "a8=Q++", "a8=Q+", C::MARK_SPELLING),
        (BISHOP_OR_PAWN, "bxc4", "bxc4", C::NONE),
        (BISHOP_OR_PAWN, "Bxc4", "Bxc4", C::NONE),
        (BISHOP, "bxc4", "Bxc4", C::CASE),
        (BISHOP, "Bc4", "Bxc4", C::CAPTURE_INSERTED),
        (BISHOP, "Bc4:", "Bxc4", C::CAPTURE_SIGN),
        (BISHOP, "B:c4", "Bxc4", C::CAPTURE_SIGN),
    ] {
        let position = position(fen);
        let reading = san::read(&position, text.as_bytes()).unwrap_or_else(|e| panic!("{fen} {text}: {e}"));
        assert_eq!((reading.san.to_string().as_str(), reading.changes), (san, changes), "{fen} {text}");
    }
}

#[test]
fn errors_name_the_reason() {
    for (fen, text, message) in [
        (START, "Sf3", "this is not a move"),
        (START, "P@e4", "this is not a move"),
        (START, "1-0", "this is not a move"),
        (START, "", "this is not a move"),
        (START, "e4 ", "this is not a move"),
        (TWO_KNIGHTS, "Ne2", "the knights on g1 and c3 can go to e2"),
        (START, "Nd5", "no knight can reach d5"),
        (START, "Nd2", "the pawn on d2 belongs to the same side"),
        (START, "Bc4", "the bishop on f1 is blocked by the pawn on e2"),
        (START, "Qd8", "the queen on d1 is blocked by the pawn on d2"),
        (START, "Nf6", "it is white's move"),
        (START, "e5", "it is white's move"),
        (START, "e7e5", "it is white's move"),
        (START, "e3e4", "white has no piece on e3"),
        (START, "exd3", "the pawn on e2 has nothing to capture on d3"),
        (START, "ed", "the pawn on e2 has nothing to capture on d3"),
        (START, "e8", "no pawn can reach e8"),
        (START, "O-O", "king-side castling is blocked by the bishop on f1"),
        (START, "O-O-O", "queen-side castling is blocked by the knight on b1"),
        (START, "e4=Q", "a promotion to a queen is not possible here"),
        (PROMOTE, "a8=K", "a promotion to a king is not possible here"),
        (PROMOTE, "a8=P", "a promotion to a pawn is not possible here"),
        (PIN, "Nd5", "the knight on c3 is pinned by the bishop on b4"),
        (
            "4k3/8/8/8/8/8/3p4/4K2R w K - 0 1",
            "O-O",
            "king-side castling is not possible in check by the pawn on d2",
        ),
        (
            "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1",
            "O-O",
            "king-side castling crosses f1, which is attacked by the rook on f3",
        ),
        (
            "4k3/8/8/8/8/6r1/8/4K2R w K - 0 1",
            "O-O",
            "king-side castling crosses g1, which is attacked by the rook on g3",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "O-O",
            "king or rook is not in place for king-side castling, or has moved",
        ),
        ("4k3/8/8/8/8/8/3p4/4K2R w K - 0 1", "Rh2", "the king is in check by the pawn on d2"),
        ("4k3/8/8/8/8/8/3p4/4K2R w K - 0 1", "--", "a null move is not possible in check by the pawn on d2"),
        ("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "Ke2", "e2 is attacked by the rook on a2"),
        ("4k3/8/8/8/4r3/8/6n1/4K2R w - - 0 1", "Rh2", "the king is in double check and must move"),
        ("4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e4", "the pawn on e3 is blocked by the pawn on e4"),
        ("8/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1", "fxe3", "the move exposes its own king to the rook on a4"),
    ] {
        let error = san::read(&position(fen), text.as_bytes()).expect_err(text);
        assert_eq!(error.to_string(), message, "{fen} {text}");
    }
    let error = san::read(&position(TWO_KNIGHTS), b"Ne2").unwrap_err();
    let candidates = Square::C3.bit() | Square::G1.bit();
    assert!(matches!(error, SanError::Ambiguous { candidates: found, .. } if found == candidates));
    assert_eq!(Bitboard::EMPTY.len(), 0);
}

#[test]
fn words_outside_the_canonical_shape_are_refused() {
    for text in [
        "", "e", "e9", "i4", "xd5", "exe5x", "ed5", "Ne", "Nx", "N", "Nxx5", "N1ad2", "N11d2", "Nab1d2",
        "e7=Q", "e8=P", "K@e4", "P@e4", "n@e4", "@e9", "@@@@", "e8=q", "Ne8=Q", "e8Q", "e4++", "e4+#", "e4-",
        "O-O-O-O", "o-o", "0-0", "O-O!", "--", "Pe4", "nf3", "E4", "e2e4", "e2-e4", "Ng1-f3", "4xd5",
        "Qh4xe1+#", "Nf3\0", "+", "++", "=Q", "=Q+", "a=Q",
    ] {
        assert_eq!(SanWord::parse(text.as_bytes()), None, "{text}");
    }
    for text in [
        "e4", "exd5", "e8=Q+", "dxe8=N#", "Nf3", "Nbd7", "N1d2", "Qh4xe1#", "Nxe5+", "O-O", "O-O-O+",
        "bxa8=R+", "e8=K", "@e4", "N@f3+", "Q@a8#",
    ] {
        assert!(SanWord::parse(text.as_bytes()).is_some(), "{text}");
    }
    let word = SanWord::parse(b"Qh4xe1#").unwrap();
    assert_eq!((word.mark(), word.is_capture(), word.to()), (CheckMark::Mate, true, Some(Square::E1)));
}

/// Every move to every square, in positions where kings face each other, pieces are pinned, or the king is in check.
#[test]
fn following_a_word_is_resolving_and_playing_it() {
    for fen in [
        "3k4/r2P4/2b2Kp1/p7/2P1rP2/1P5P/5p2/1R6 b - - 1 32",
        "8/8/3k4/8/3K4/8/8/8 w - - 0 1",
        "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1",
        "4k3/8/8/8/4r3/8/6n1/4K2R w - - 0 1",
        "8/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1",
        START,
    ] {
        let position = position(fen);
        for to in (0..64).filter_map(Square::new) {
            for piece in ["", "N", "B", "R", "Q", "K", "Kx", "ax", "dx", "fx", "Rh"] {
                let [file, rank] = to.name().map(char::from);
                let text = format!("{piece}{file}{rank}");
                let word = SanWord::parse(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
                let mut next = position;
                let followed = position.play_san_into(position.turn(), word, &mut next);
                assert_eq!(followed, position.resolve(word), "{fen} {text}");
                assert!(followed.is_none_or(|mv| next == position.after(mv)), "{fen} {text}");
            }
        }
    }
}

#[test]
fn a_promotion_without_a_capture_has_no_capture_sign() {
    let position = position("2k3qr/3pP1p1/8/8/8/8/8/R1K5 w - - 1 17");
    for (text, uci) in [("e8=R", Some("e7e8r")), ("exe8=R", None), ("exf8=R", None), ("exd8=R", None)] {
        let mv = position.resolve(SanWord::parse(text.as_bytes()).unwrap());
        assert_eq!(mv, uci.and_then(|uci| position.parse_uci(uci.as_bytes())), "{text}");
    }
}

#[test]
fn resolve_reports_the_capture_sign() {
    let word = SanWord::parse(b"Nxf3").unwrap();
    let mv = Position::START.resolve(word).unwrap();
    assert!(word.is_capture() && !mv.is_capture());
    assert_eq!(Position::START.resolve(SanWord::parse(b"exe4").unwrap()), None);
    // A pawn neither captures nothing nor stays a pawn on the last rank.
    assert_eq!(position(PROMOTE).resolve(SanWord::parse(b"a8").unwrap()), None);
    assert_eq!(Position::START.resolve(SanWord::parse(b"exd3").unwrap()), None);
}

#[test]
fn coordinates_name_a_step_of_the_king_before_castling() {
    for (fen, text, expected) in [
        // The destination of castling, which is a step of the king as well.
        ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "f1g1", "Kg1"),
        ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "Kf1-g1", "Kg1"),
        ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "f1h1", "O-O"),
        ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "f1c1", "O-O-O"),
        ("4k3/8/8/8/8/8/8/RKR5 w KQ - 0 1", "b1c1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
    ] {
        let position = position(fen);
        assert_eq!(san::read(&position, text.as_bytes()).unwrap().san.to_string(), expected, "{fen} {text}");
    }
}

#[test]
fn uci_spells_castling_both_ways() {
    let position = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let mv = position.parse_uci(b"e1g1").unwrap();
    assert_eq!(position.parse_uci(b"e1h1"), Some(mv));
    assert_eq!(mv.to_uci(ChessMode::Standard).as_str(), "e1g1");
    assert_eq!(mv.to_uci(ChessMode::Chess960).as_str(), "e1h1");
    assert_eq!(position.parse_uci(b"e1c1"), position.parse_uci(b"e1a1"));
    for text in ["e1b1", "e1e1", "e2e4", "e8g8", "e1g1q", "0001", ""] {
        assert_eq!(position.parse_uci(text.as_bytes()), None, "{text}");
    }
}

/// Decision A-220: two squares are never a bishop and what tells it from others.
#[test]
fn coordinates_are_no_bishop() {
    const BISHOPS: &str = "4k3/8/8/3p4/8/1P4P1/PB3PBP/4K3 w - - 0 1";
    let position: Position = BISHOPS.parse().unwrap();
    let mut refused = 0;
    for from in pgnkit_chess::Bitboard::ALL {
        for to in pgnkit_chess::Bitboard::ALL {
            for (sign, end) in
                [("", ""), ("-", ""), ("x", ""), (":", ""), ("", "+"), ("", "q"), ("", "=Q"), ("-", "#")]
            {
                for upper in [false, true] {
                    let text = format!("{from}{sign}{to}{end}");
                    let text = if upper { text.to_uppercase() } else { text };
                    // A capital B and capital squares: the same squares.
                    match san::read(&position, text.as_bytes()) {
                        Ok(reading) => {
                            assert_eq!((reading.mv.from(), reading.mv.to()), (from, to), "{text}");
                        }
                        Err(_) => refused += 1,
                    }
                }
            }
        }
    }
    assert!(refused > 60_000, "{refused}");
    for (fen, text) in [
        ("rnbqkbnr/ppp2ppp/8/3pp3/8/6P1/PPPPPPBP/RNBQK1NR w KQkq - 0 3", "b2f3"),
        ("rnbqkbnr/1pp2ppp/p2p4/4p3/4P3/3PB3/PPP2PPP/RN1QKBNR w KQkq - 0 4", "b3d2"),
        ("rnbqkbnr/ppp2ppp/8/3pp3/8/6P1/PPPPPPBP/RNBQK1NR w KQkq - 0 3", "b2-f3"),
        ("rnbqkbnr/ppp2ppp/8/3pp3/8/6P1/PPPPPPBP/RNBQK1NR w KQkq - 0 3", "b2xd5"),
        ("rnbqkbnr/ppp2ppp/8/3pp3/8/6P1/PPPPPPBP/RNBQK1NR w KQkq - 0 3", "B2F3"),
    ] {
        let position: Position = fen.parse().unwrap();
        let error = san::read(&position, text.as_bytes()).unwrap_err();
        assert!(!error.to_string().is_empty(), "{text}");
    }
    // The letter apart from two squares is a bishop in either case.
    let position: Position = "4k3/8/8/8/8/8/1B6/4K3 w - - 0 1".parse().unwrap();
    for text in ["bb2f6", "bb2-f6", "BB2F6", "bf6", "b2f6", "Bf6"] {
        assert_eq!(san::read(&position, text.as_bytes()).unwrap().san.to_string(), "Bf6", "{text}");
    }
}
