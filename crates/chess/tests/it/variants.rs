//! Positions, moves and ends of variants.

use pgnkit_chess::fen::{self, FenErrorKind};
use pgnkit_chess::san::{self, SanError};
use pgnkit_chess::{ChessMode, Color, PieceKind, Position, Square, Status, Uci, Variant};

use Variant::{Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, Suicide, ThreeCheck};

fn position(variant: Variant, text: &str) -> Position {
    fen::parse_variant(text.as_bytes(), variant, None).unwrap_or_else(|e| panic!("{text}: {e}")).position
}

/// A position after moves from the start, each in its canonical notation.
fn after(variant: Variant, moves: &str) -> Position {
    let mut position = variant.start();
    for text in moves.split_whitespace() {
        let reading =
            san::read(&position, text.as_bytes()).unwrap_or_else(|e| panic!("{moves}, {text}: {e}"));
        assert_eq!(reading.san.to_string(), text, "{moves}");
        position.play(reading.mv);
    }
    position
}

/// Published counts (Fairy-Stockfish, shakmaty and python-chess agree on them).
#[rustfmt::skip]
const PERFT: &[(Variant, &str, &[u64])] = &[
    (Crazyhouse, "", &[20, 400, 8902, 197_281]),
    (Crazyhouse, "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", &[301, 75_353]),
    (Crazyhouse, "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", &[67, 3083, 88_634]),
    (Crazyhouse, "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1", &[42, 1347, 58_057]),
    (ThreeCheck, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1 0 1", &[48, 2039, 97_848]),
    (KingOfTheHill, "", &[20, 400, 8902, 197_281]),
    (Antichess, "", &[20, 400, 8067, 153_299]),
    (Atomic, "", &[20, 400, 8902, 197_326]),
    (Atomic, "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1", &[40, 1238, 45_237]),
    (Atomic, "8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1", &[18, 180, 4364, 61_401]),
    (Atomic, "r3k1rR/5K2/8/8/8/8/8/8 b kq - 0 1", &[25, 282, 6753, 98_729]),
    (Atomic, "Rr2k1rR/3K4/3p4/8/8/8/7P/8 w kq - 0 1", &[21, 465, 10_631, 241_478]),
    (Horde, "", &[8, 128, 1274, 23_310, 265_223]),
    (RacingKings, "", &[21, 421, 11_264, 296_242]),
];

#[test]
fn moves_are_counted_as_published() {
    for (variant, text, counts) in PERFT {
        let position = if text.is_empty() { variant.start() } else { position(*variant, text) };
        for (depth, count) in (1..).zip(*counts) {
            assert_eq!(position.perft(depth), *count, "{variant} {text}, depth {depth}");
        }
    }
}

#[test]
fn games_end_in_each_variants_own_way() {
    let (white, black) = (Color::White, Color::Black);
    for (variant, moves, status) in [
        (ThreeCheck, "e4 e5 Qh5 Nc6 Qxf7+ Kxf7 Bc4+ Ke7", Status::Ongoing),
        (ThreeCheck, "e4 e5 Bc4 a6 Bxf7+ Kxf7 Qh5+ g6 Qd1 a5 Qf3#", Status::ThirdCheck { winner: white }),
        (KingOfTheHill, "e4 e5 Ke2 Ke7 Kd3 Kd6 Nf3 a6 a3 Kc5", Status::Ongoing),
        (KingOfTheHill, "e4 e6 Ke2 a6 Ke3 a5 Kd4#", Status::KingOnTheHill { winner: white }),
        (Antichess, "e4 b5 Bxb5 Nf6 Bxd7", Status::Ongoing),
        (Atomic, "Nf3 e6 Ng5 h6 Nxf7#", Status::KingExploded { winner: white }),
        (Crazyhouse, "e4 d5 exd5 Qxd5 Nc3 Qe5+", Status::Ongoing),
    ] {
        assert_eq!(after(variant, moves).status(), status, "{variant} {moves}");
    }
    for (variant, text, status) in [
        (Antichess, "8/8/8/8/8/8/8/4k3 w - - 0 1", Status::EverythingLost { winner: white }),
        (Antichess, "8/8/8/8/8/p7/P7/8 w - - 0 1", Status::StalemateWon { winner: white }),
        (Antichess, "8/8/8/8/8/2b5/8/B7 w - - 0 1", Status::Ongoing),
        (Antichess, "8/8/8/8/8/8/1b6/1B6 w - - 0 1", Status::InsufficientMaterial),
        (Suicide, "8/8/8/8/8/8/8/4k3 w - - 0 1", Status::EverythingLost { winner: white }),
        (Suicide, "8/8/8/8/8/p6p/P6P/8 w - - 0 1", Status::Stalemate),
        (Suicide, "8/8/8/7p/8/p7/P7/8 w - - 0 1", Status::StalemateWon { winner: white }),
        (Suicide, "8/8/8/8/p7/P7/P7/8 w - - 0 1", Status::StalemateWon { winner: black }),
        (Antichess, "8/8/8/8/p7/P7/P7/8 w - - 0 1", Status::StalemateWon { winner: white }),
        (Horde, "4k3/8/8/8/8/8/8/8 w - - 0 1", Status::HordeTaken { winner: black }),
        (RacingKings, "K7/8/7k/8/8/8/8/8 b - - 0 1", Status::RaceWon { winner: white }),
        (RacingKings, "K7/7k/8/8/8/8/8/8 b - - 0 1", Status::Ongoing),
        (RacingKings, "K6k/8/8/8/8/8/8/8 w - - 0 1", Status::RaceDrawn),
        (RacingKings, "7k/8/K7/8/8/8/8/8 w - - 0 1", Status::RaceWon { winner: black }),
        (Atomic, "8/8/8/8/8/8/8/4k3 w - - 0 1", Status::KingExploded { winner: black }),
        (Atomic, "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", Status::InsufficientMaterial),
        (Crazyhouse, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", Status::InsufficientMaterial),
        (Crazyhouse, "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1", Status::Ongoing),
        (KingOfTheHill, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Status::Ongoing),
    ] {
        let position = position(variant, text);
        assert_eq!(position.status(), status, "{variant} {text}");
        assert!(
            !status.is_over() || !position.has_legal_move() || status == Status::InsufficientMaterial,
            "{text}"
        );
    }
}

#[test]
fn fens_of_variants_are_read_in_each_spelling_and_written_in_one() {
    for (variant, text, written) in [
        (
            Crazyhouse,
            "r1b1kb1Q~/ppp2ppp/8/8/8/8/PPP2PPP/R1B1KB1R/QNnpp w KQq - 0 9",
            "r1b1kb1Q~/ppp2ppp/8/8/8/8/PPP2PPP/R1B1KB1R[QNnpp] w KQq - 0 9",
        ),
        (Crazyhouse, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"),
        (Crazyhouse, "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"),
        (ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +1+0", "4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1"),
        (ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1"),
        (ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1"),
        (Antichess, "8/8/8/8/8/3K4/8/kK6 w - - 0 1", "8/8/8/8/8/3K4/8/kK6 w - - 0 1"),
        (Antichess, "8/8/8/8/8/8/8/R3K2R w KQ - 0 1", "8/8/8/8/8/8/8/R3K2R w - - 0 1"),
        (Horde, "4k3/8/8/8/8/8/8/PPPPPPPP w - - 0 1", "4k3/8/8/8/8/8/8/PPPPPPPP w - - 0 1"),
        (Atomic, "8/8/8/3kK3/8/8/8/8 w - - 0 1", "8/8/8/3kK3/8/8/8/8 w - - 0 1"),
    ] {
        let read =
            fen::parse_variant(text.as_bytes(), variant, None).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(read.position.to_string(), written, "{variant} {text}");
        assert_eq!(position(variant, written), read.position, "{variant} {text}");
    }
    for (variant, text, error) in [
        (Crazyhouse, "4k3/8/8/8/8/8/8/4K3[x] w - - 0 1", FenErrorKind::BadPocketByte(b'x')),
        (Crazyhouse, "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", FenErrorKind::BadPocketByte(b'K')),
        (Variant::Standard, "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", FenErrorKind::BadPlacementByte(b'[')),
        (Horde, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", FenErrorKind::KingInHorde),
        (Horde, "8/8/8/8/8/8/8/PPPP4 w - - 0 1", FenErrorKind::NoKing(Color::Black)),
        (Horde, "4k3/8/8/8/8/8/8/p6P w - - 0 1", FenErrorKind::PawnOnBackRank(Square::A1)),
        (Atomic, "8/8/8/8/8/8/8/P7 w - - 0 1", FenErrorKind::NoKing(Color::White)),
        (KingOfTheHill, "8/8/8/8/8/8/8/4K3 w - - 0 1", FenErrorKind::NoKing(Color::Black)),
    ] {
        let read = fen::parse_variant(text.as_bytes(), variant, None);
        assert_eq!(read.unwrap_err().kind, error, "{variant} {text}");
    }
    let many = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "Q".repeat(32));
    let read = fen::parse_variant(many.as_bytes(), Crazyhouse, None);
    assert_eq!(read.unwrap_err().kind, FenErrorKind::TooManyPieces);
    let many = format!("4k3/8/8/8/8/8/8/3QK3[{}{}] w - - 0 1", "Q".repeat(31), "q".repeat(31));
    let read = fen::parse_variant(many.as_bytes(), Crazyhouse, None);
    assert_eq!(read.unwrap_err().kind, FenErrorKind::TooManyPieces);
    let most = format!("4k3/8/8/8/8/8/8/4K3[{}{}] w - - 999999999 999999999", "Q".repeat(31), "q".repeat(31));
    assert_eq!(position(Crazyhouse, &most).to_string(), most);
}

#[test]
fn drops_have_their_notations() {
    let before = position(Crazyhouse, "4k3/8/8/8/8/8/8/4K3[QPn] w - - 0 1");
    for (text, san, uci) in
        [("Q@e4", "Q@e4+", "Q@e4"), ("@e4", "@e4", "P@e4"), ("P@e4", "@e4", "P@e4"), ("p@d7", "@d7+", "P@d7")]
    {
        let reading = san::read(&before, text.as_bytes()).unwrap();
        assert_eq!(reading.san.to_string(), san, "{text}");
        assert!(reading.mv.is_drop() && reading.san.is_drop());
        let written = reading.mv.to_uci(ChessMode::Standard);
        assert_eq!(written.as_str(), uci);
        assert_eq!(written.as_str().parse::<Uci>().unwrap().drop().map(|(_, to)| to), Some(reading.mv.to()));
        assert_eq!(before.parse_uci(uci.as_bytes()), Some(reading.mv));
        assert_eq!(before.parse_san(san), Ok(reading.mv));
    }
    let next = before.after(before.parse_san("Q@e4").unwrap());
    assert_eq!(next.to_string(), "4k3/8/8/8/4Q3/8/8/4K3[Pn] b - - 1 1");
    assert_eq!(next.pocket(Color::White, PieceKind::Queen), 0);
    for (text, reason) in [
        ("N@a1", "the king is in check, and a piece dropped there does not shield it"),
        ("B@e5", "there is no bishop in the pocket"),
        ("N@e4", "e4 is occupied"),
    ] {
        assert_eq!(san::read(&next, text.as_bytes()).unwrap_err().to_string(), reason, "{text}");
    }
    assert!(next.parse_san("N@e7").is_ok());
    assert_eq!(Position::START.parse_san("N@e4"), Err(SanError::NotAMove));
    assert_eq!(before.parse_san("@e8"), Err(SanError::DropOnPiece { square: Square::E8 }));
    assert_eq!(before.parse_san("@d8"), Err(SanError::PawnDropOnBackRank));
}

#[test]
fn a_promoted_piece_that_is_taken_is_a_pawn_again() {
    let mut position = position(Crazyhouse, "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1");
    for (text, fen) in [
        ("axb8=Q+", "1Q~2k3/8/8/8/8/8/8/4K3[N] b - - 0 1"),
        ("Kf7", "1Q~6/5k2/8/8/8/8/8/4K3[N] w - - 1 2"),
        ("Qb7+", "8/1Q~3k2/8/8/8/8/8/4K3[N] b - - 2 2"),
    ] {
        position.play(position.parse_san(text).unwrap());
        assert_eq!(position.to_string(), fen);
    }
}

#[test]
fn moves_are_refused_for_the_reasons_of_their_variant() {
    for (variant, text, mv, reason) in [
        (
            Antichess,
            "8/8/8/3p4/4P3/8/8/N7 w - - 0 1",
            "Nb3",
            "taking is compulsory, and the piece on e4 can take on d5",
        ),
        (Antichess, "8/8/8/8/8/8/8/k3K2R w - - 0 1", "O-O", "there is no castling in Antichess"),
        (Suicide, "8/8/8/8/8/8/8/R3K2k w - - 0 1", "O-O-O", "there is no castling in Suicide"),
        (RacingKings, "8/8/8/8/8/8/k7/4K2R w - - 0 1", "O-O", "there is no castling in Racing Kings"),
        (Horde, "4k3/8/8/8/8/8/8/PPPP3R w - - 0 1", "O-O", "white has no king"),
        (Atomic, "4k3/8/8/8/8/8/3pp3/4K3 w - - 0 1", "Kxd2", "the capture on d2 would explode its own king"),
        (Atomic, "4k3/8/8/8/8/3p4/8/3QK3 w - - 0 1", "Qxd3", ""),
        (Atomic, "4k3/8/8/8/8/8/3p4/Q3K3 w - - 0 1", "Qd1", "the king is in check by the pawn on d2"),
        (
            RacingKings,
            "8/8/8/8/8/8/1k6/5R1K w - - 0 1",
            "Rf2",
            "the move gives check to black by the rook on f2, which is not allowed",
        ),
        (RacingKings, "K7/8/7k/8/8/8/8/8 b - - 0 1", "Kh7", "the game is over: race won"),
        (KingOfTheHill, "4k3/8/8/8/4K3/8/8/8 b - - 0 1", "Ke7", "the game is over: king in the centre"),
        (ThreeCheck, "4k3/8/8/8/8/8/8/4K3 b - - 0+2 0 1", "Ke7", "the game is over: third check"),
        (Horde, "4k3/8/8/8/8/8/8/PPPP4 w - - 0 1", "b4", "no pawn can reach b4"),
    ] {
        let position = position(variant, text);
        match san::read(&position, mv.as_bytes()) {
            Ok(_) => assert_eq!(reason, "", "{variant} {text} {mv}"),
            Err(error) => assert_eq!(error.to_string(), reason, "{variant} {text} {mv}"),
        }
    }
}

/// Every legal move can be written and read back in each notation, in positions of random play; positions and their FEN
/// are the same.
#[test]
fn every_move_of_random_games_is_read_as_it_is_written() {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    for variant in Variant::ALL {
        for _ in 0..30 {
            let mut position = variant.start();
            for _ in 0..120 {
                let text = position.to_string();
                assert_eq!(self::position(variant, &text), position, "{variant} {text}");
                let moves = position.legal_moves();
                assert_eq!(position.legal_move_count(), moves.len() as u64, "{variant} {text}");
                assert_eq!(position.has_legal_move(), !moves.is_empty(), "{variant} {text}");
                for &mv in &moves {
                    assert!(position.is_legal(mv), "{variant} {text} {mv:?}");
                    let san = position.san(mv).to_string();
                    let reading = san::read(&position, san.as_bytes());
                    assert_eq!(
                        reading.map(|reading| (reading.mv, reading.changes.is_empty())),
                        Ok((mv, true)),
                        "{variant} {text} {san}"
                    );
                    let uci = mv.to_uci(ChessMode::Chess960);
                    assert_eq!(position.parse_uci(uci.as_bytes()), Some(mv), "{variant} {text} {uci}");
                }
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                let Some(mv) = moves.get((seed % moves.len().max(1) as u64) as usize) else { break };
                position.play(*mv);
            }
        }
    }
}

#[test]
fn what_cannot_win_any_more() {
    for (variant, text, white, black) in [
        // Knights that take each other only when one side is to move: from c8 to b6, from b6 to c8, from b1 to a3 by nobody.
        (Antichess, "2N5/8/1n6/8/8/8/8/8 w - - 0 1", true, false),
        (Antichess, "2N5/8/1n6/8/8/8/8/8 b - - 0 1", false, true),
        (Antichess, "8/8/8/5n2/8/8/8/1N6 w - - 0 1", false, true),
        (Antichess, "8/8/8/5n2/8/8/8/1N6 b - - 0 1", true, false),
        (Antichess, "8/8/8/5n2/8/8/8/NN6 b - - 0 1", false, false),
        (Atomic, "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", true, true),
        (Atomic, "4k3/p7/8/8/8/8/8/3NKN2 w - - 0 1", false, false),
        (Horde, "k7/1B6/B1N5/8/8/8/8/8 b - - 0 1", false, false),
        (Horde, "7k/8/8/8/8/2N5/1B6/8 w - - 0 1", true, false),
        (Horde, "7k/6pp/8/8/8/2N5/8/8 w - - 0 1", true, false),
        (Horde, "5r1k/6pp/8/8/8/2N5/8/8 w - - 0 1", false, false),
        (ThreeCheck, "4k3/8/8/8/8/8/8/4KN2 w - - 3+3 0 1", false, true),
        (Crazyhouse, "4k3/8/8/8/8/8/8/4KN2[] w - - 0 1", true, true),
        (Crazyhouse, "4k3/8/8/8/8/8/8/4KN2[n] w - - 0 1", false, false),
        (KingOfTheHill, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false),
        (RacingKings, "8/8/8/8/8/8/8/k6K w - - 0 1", false, false),
    ] {
        let position = position(variant, text);
        let found = Color::ALL.map(|color| position.has_insufficient_material(color));
        assert_eq!(found, [white, black], "{variant} {text}");
    }
}

/// Nobody is in check where a king is a piece like any other, whatever attacks it.
#[test]
fn a_null_move_has_no_mark() {
    for (variant, moves) in [(Antichess, "e4 f6 Qh5 -- --"), (Crazyhouse, "e4 -- d4 e5")] {
        after(variant, moves);
    }
}
