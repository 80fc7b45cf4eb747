//! Notations other than SAN.

use pgnkit_chess::notation::{Iccf, NotationError, OtherNotation, Wings};
use pgnkit_chess::san::{SanChanges, SanError};
use pgnkit_chess::{ChessMode, Color, Move, PieceKind, Position, Square, fen};

use crate::random::{Random, games};

use OtherNotation::{Descriptive, Iccf as Numeric, Smith};

fn position(text: &str) -> Position {
    fen::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}")).position
}

/// The meaning of a word in a position: SAN, with `~` before it if the word contradicts the move; the candidates; or the error.
fn read(notation: OtherNotation, position: &Position, word: &str) -> String {
    let wings = Wings::of(position);
    let names = || {
        let mut names: Vec<String> = notation
            .candidates(position, &wings, word.as_bytes())
            .iter()
            .map(|mv| position.san(*mv).to_string())
            .collect();
        names.sort();
        names.join(" ")
    };
    match notation.read(position, &wings, word.as_bytes()) {
        Ok(reading) if reading.changes.is_empty() => reading.san.to_string(),
        Ok(reading) => format!("~{}", reading.san),
        Err(NotationError::NotAMove) => "no move".to_owned(),
        Err(NotationError::Ambiguous) => format!("one of {}", names()),
        Err(NotationError::PromotionMissing) => format!("piece of {}", names()),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn check(notation: OtherNotation, fen: &str, cases: &[(&str, &str)]) {
    let position = position(fen);
    let found: Vec<_> = cases.iter().map(|(word, _)| (*word, read(notation, &position, word))).collect();
    let found: Vec<_> = found.iter().map(|(word, found)| (*word, found.as_str())).collect();
    assert_eq!(found, cases, "{fen}");
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn numeric_moves() {
    check(
        Numeric,
        START,
        &[
            ("5254", "e4"),
            ("52-54", "e4"),
            ("7163", "Nf3"),
            ("5255", "no pawn can reach e5"),
            ("5253+", "~e3"),
            ("5254 ", "no move"),
            ("52541", "a promotion to a queen is not possible here"),
            ("525", "no move"),
            ("5259", "no move"),
            ("0254", "no move"),
            ("e2e4", "no move"),
            ("5355", "white has no piece on e3"),
        ],
    );
    check(Numeric, CASTLING, &[("5171", "O-O"), ("5131", "O-O-O"), ("5181", "O-O"), ("5161", "Kf1")]);
    check(
        Numeric,
        "3n3k/4P3/8/8/8/8/8/K7 w - - 0 1",
        &[
            ("57581", "e8=Q+"),
            ("57-582", "e8=R+"),
            ("57583", "e8=B"),
            ("57584", "e8=N"),
            ("57484", "exd8=N"),
            ("5758", "piece of e8=B e8=N e8=Q+ e8=R+"),
            ("5748", "piece of exd8=B exd8=N exd8=Q+ exd8=R+"),
            ("57585", "no move"),
        ],
    );
}

#[test]
fn coordinates_and_the_letters_of_smith() {
    check(
        Smith,
        START,
        &[
            ("e2e4", "e4"),
            ("e2-e4", "e4"),
            ("g1f3", "Nf3"),
            ("e2e4p", "~e4"),
            ("g1xf3", "~Nf3"),
            ("e2e4+", "~e4"),
            ("e4", "no move"),
            ("Ng1f3", "no move"),
            ("e2e4=", "no move"),
            ("e2e4x", "no move"),
        ],
    );
    let taking = "rnb1kbnr/ppp2ppp/8/3qp3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1";
    check(
        Smith,
        taking,
        &[
            ("d4e5p", "dxe5"),
            ("d4xe5", "dxe5"),
            ("d4e5", "dxe5"),
            ("e4d5q", "exd5"),
            ("e4d5p", "~exd5"),
            ("d4e5E", "~dxe5"),
        ],
    );
    check(
        Smith,
        CASTLING,
        &[
            ("e1g1c", "O-O"),
            ("e1c1C", "O-O-O"),
            ("e1g1", "O-O"),
            ("e1h1", "O-O"),
            ("O-O", "O-O"),
            ("0-0-0", "O-O-O"),
            ("e1g1C", "no legal move fits"),
            ("e1f1c", "no legal move fits"),
        ],
    );
    check(
        Smith,
        "3q3k/4P3/8/8/8/8/8/K7 w - - 0 1",
        &[
            ("e7e8Q", "e8=Q+"),
            ("e7e8=N", "e8=N"),
            ("e7e8q", "e8=Q+"),
            ("e7d8qQ", "exd8=Q+"),
            ("e7d8n", "exd8=N"),
            ("e7xd8R", "exd8=R+"),
            ("e7d8pR", "~exd8=R+"),
            // Taking a queen, or becoming one: the word does not say which.
            ("e7d8q", "piece of exd8=B exd8=N exd8=Q+ exd8=R+"),
            ("e7e8", "piece of e8=B e8=N e8=Q+ e8=R+"),
            ("e7e8K", "no move"),
        ],
    );
    check(
        Smith,
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        &[("e5d6E", "exd6"), ("e5d6p", "exd6"), ("e5d6ep", "no move"), ("e5e6E", "~e6")],
    );
}

#[test]
fn descriptive_moves() {
    check(
        Descriptive,
        START,
        &[
            ("P-K4", "e4"),
            ("P-K3", "e3"),
            ("P-QR4", "a4"),
            ("P-KR3", "h3"),
            ("P-QKt3", "b3"),
            ("P-QN3", "b3"),
            ("P-KKt4", "g4"),
            ("KP-K4", "e4"),
            ("P\u{2013}K4", "e4"),
            ("P - K4", "e4"),
            ("KKT-KB3", "Nf3"),
            ("Kt-KB3", "Nf3"),
            ("N-QB3", "Nc3"),
            ("KN-B3", "Nf3"),
            ("QKt-B3", "Nc3"),
            ("N(Kt1)-KB3", "Nf3"),
            ("N/QN1-R3", "Na3"),
            ("N-R3", "one of Na3 Nh3"),
            ("N-B3", "one of Nc3 Nf3"),
            ("P-B4", "one of c4 f4"),
            ("P-K5", "no legal move fits"),
            ("B-K2", "the pawn on e2 belongs to the same side"),
            ("PxP", "no legal move fits"),
            ("P-K4ch", "~e4"),
            ("P-K9", "no move"),
            ("p-k4", "no move"),
            ("P-K4=Q", "no legal move fits"),
            ("Castles", "king-side castling is blocked by the bishop on f1"),
            ("e4", "no move"),
            ("Nf3", "no move"),
        ],
    );
    // Ranks are counted from the side that moves.
    check(
        Descriptive,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        &[("P-K4", "e5"), ("Kt-KB3", "Nf6"), ("P-Q3", "d6"), ("QN-B3", "one of Nc6 Nf6")],
    );
    check(
        Descriptive,
        CASTLING,
        &[
            ("O-O", "O-O"),
            ("0-0-0", "O-O-O"),
            ("Castles", "one of O-O O-O-O"),
            ("Castles KR", "O-O"),
            ("castles (Q)", "O-O-O"),
            ("Castles Q", "O-O-O"),
            ("QR-Q1", "Rd1"),
            ("R-Q1", "Rd1"),
            ("K-K2", "Ke2"),
            ("RxR", "one of Rxa8+ Rxh8+"),
            ("KRxR ch", "Rxh8+"),
            ("RxKR", "Rxh8+"),
            ("R(R1)-KN1", "Rg1"),
            ("R-R8", "no legal move fits"),
            ("R-R7", "one of Ra7 Rh7"),
            ("R-KR7", "Rh7"),
        ],
    );
}

#[test]
fn descriptive_captures() {
    // The bishop of White on light squares is the king's.
    let fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1";
    check(
        Descriptive,
        fen,
        &[
            ("BxP ch", "Bxf7+"),
            ("BxP", "Bxf7+"),
            ("BxBP", "Bxf7+"),
            ("BxKBP", "Bxf7+"),
            ("BxQBP", "no legal move fits"),
            ("KBxP", "Bxf7+"),
            ("QBxP", "no legal move fits"),
            ("NxP", "Nxe5"),
            ("NxKP", "Nxe5"),
            ("NxP(K5)", "Nxe5"),
            ("NxP/K5", "Nxe5"),
            ("NxP mate", "~Nxe5"),
            ("NxN", "no legal move fits"),
            ("P-Q4", "d4"),
            ("N-Q5", "Nd5"),
            ("B-Kt5", "Bb5"),
            ("N-KKt5", "Ng5"),
            ("N-Kt5", "one of Nb5 Ng5"),
        ],
    );
    check(
        Descriptive,
        "4k3/2p5/8/3pP3/2P5/8/8/4K3 w - d6 0 1",
        &[
            ("PxP e.p.", "exd6"),
            ("PxPep", "exd6"),
            ("PxP (e.p.)", "exd6"),
            ("PxP", "one of cxd5 exd6"),
            ("BPxP", "cxd5"),
            ("KPxP", "exd6"),
            ("P(B4)xP", "cxd5"),
            ("PxP e. p. ch", "~exd6"),
        ],
    );
    check(
        Descriptive,
        "3n3k/4P3/8/8/8/8/8/K7 w - - 0 1",
        &[
            ("P-K8=Q", "e8=Q+"),
            ("P-K8(Q) ch", "e8=Q+"),
            ("P-K8 (Kt)", "e8=N"),
            ("P-K8/R ch", "e8=R+"),
            ("PxN=Q ch", "exd8=Q+"),
            ("PxKt(B)", "exd8=B"),
            ("P-K8", "piece of e8=B e8=N e8=Q+ e8=R+"),
            ("PxN", "piece of exd8=B exd8=N exd8=Q+ exd8=R+"),
            ("P-K8 queens", "no move"),
            ("P-K8=K", "no move"),
        ],
    );
}

#[test]
fn signs_decide_where_one_move_deserves_them() {
    // The rooks on a7 and b1: one gives check on the eighth rank.
    let fen = "6k1/R7/8/8/8/8/8/1R4K1 w - - 0 1";
    check(
        Descriptive,
        fen,
        &[
            ("R-R8 ch", "Ra8+"),
            ("R-Kt8 ch", "Rb8#"),
            ("R-Kt7", "one of Rab7 Rbb7 Rg7+"),
            ("R-KKt7 ch", "Rg7+"),
            ("R-Kt7 ch", "Rg7+"),
            ("R-K1 ch", "~Re1"),
        ],
    );
    // Of two knights only one uncovers the rook.
    let fen = "4k3/8/8/4N3/8/8/2N5/4RK2 w - - 0 1";
    check(
        Descriptive,
        fen,
        &[("N-Q3 dis ch", "Nd3+"), ("N-Q4", "Nd4"), ("N-Q3 dbl ch", "~Nd3+"), ("N-Q7 dis. ch.", "Nd7+")],
    );
}

#[test]
fn pieces_keep_their_sides() {
    let play = |words: &str| {
        let (mut position, mut wings) = (Position::START, Wings::START);
        let mut last = Ok(String::new());
        for word in words.split(',') {
            match Descriptive.read(&position, &wings, word.trim().as_bytes()) {
                Ok(reading) => {
                    last = Ok(reading.san.to_string());
                    wings = wings.after(reading.mv);
                    position = position.after(reading.mv);
                }
                Err(error) => last = Err(error),
            }
        }
        last
    };
    let castled =
        "P-K4, P-K4, N-KB3, N-QB3, B-B4, B-B4, P-Q3, P-Q3, B-K3, N-B3, N-B3, O-O, Q-Q2, B-KN5, O-O, Q-Q2";
    for (word, expected) in [
        ("QR-K1", Ok("Rae1")),
        ("KR-K1", Ok("Rfe1")),
        ("R-K1", Err(NotationError::Ambiguous)),
        // The queen's knight is on c3, and only that can go there.
        ("KN-Q5", Err(NotationError::NoLegalMove { why: None })),
        ("QN-Q5", Ok("Nd5")),
        ("R(B1)-K1", Ok("Rfe1")),
    ] {
        let found = play(&format!("{castled}, {word}"));
        assert_eq!(found.as_deref().map_err(|error| *error), expected, "{word}");
    }
    // When they have changed sides, the name may be meant either way.
    let mut position = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let mut wings = Wings::of(&position);
    for uci in ["a1a3", "e8d8", "a3g3", "d8c8", "h1f1", "c8b8"] {
        let mv = position.parse_uci(uci.as_bytes()).unwrap();
        (position, wings) = (position.after(mv), wings.after(mv));
    }
    for (word, expected) in [
        ("QR-KB3", Err(NotationError::Ambiguous)),
        ("QR-K3", Ok(Square::G3)),
        ("KR-B8", Ok(Square::F1)),
        ("KR-KN1", Err(NotationError::Ambiguous)),
        ("QR-B1", Err(NotationError::NoLegalMove { why: None })),
    ] {
        let found = Descriptive.read(&position, &wings, word.as_bytes()).map(|reading| reading.mv.from());
        assert_eq!(found, expected, "{word}");
    }
    // Without the moves before them rooks have no sides.
    let fen = "4k3/8/8/8/8/8/8/R4RK1 w - - 0 1";
    check(Descriptive, fen, &[("QR-K1", "one of Rae1+ Rfe1+"), ("R(R1)-K1", "Rae1+")]);
}

#[test]
fn refusals_say_why() {
    let wings = Wings::START;
    let error = Smith.read(&Position::START, &wings, b"f1c4").unwrap_err();
    assert_eq!(error.to_string(), "the bishop on f1 is blocked by the pawn on e2");
    let error = Numeric.read(&Position::START, &wings, b"5755").unwrap_err();
    assert!(
        matches!(
            error,
            NotationError::NoLegalMove {
                why: Some(SanError::NoPieceOnSquare { .. } | SanError::WrongSideToMove { .. })
            }
        ),
        "{error:?}"
    );
    let reading = Descriptive.read(&Position::START, &wings, b"P-K4 ch").unwrap();
    assert_eq!(reading.changes, SanChanges::MARK_CORRECTED);
}

#[test]
fn words_end_where_moves_end() {
    for (notation, text, length) in [
        (Numeric, "5254 5755", Some(4)),
        (Numeric, "52541", Some(5)),
        (Numeric, "525411", None),
        (Numeric, "5254,", Some(4)),
        (Numeric, "5254!?", Some(4)),
        (Numeric, "71-63)", Some(5)),
        (Numeric, "1. 5254", None),
        (Numeric, "1-0", None),
        (Smith, "e2e4 e7e5", Some(4)),
        (Smith, "e2e4e7e5", None),
        (Smith, "e7e8=Q#", Some(7)),
        (Descriptive, "P-K4 P-K4", Some(4)),
        (Descriptive, "PxP ch P-B3", Some(6)),
        (Descriptive, "PxP\nch", Some(6)),
        (Descriptive, "PxP ch. P-B3", Some(7)),
        (Descriptive, "PxP e.p. dis ch", Some(15)),
        (Descriptive, "PxP check!", Some(9)),
        (Descriptive, "P-K8(Q) ch", Some(10)),
        (Descriptive, "R(R1)-K1 R-K1", Some(8)),
        (Descriptive, "P-K4 (P-Q4)", Some(4)),
        (Descriptive, "PxP (ch)", Some(8)),
        (Descriptive, "PxP (checks", Some(3)),
        (Descriptive, "Castles QR-Q1", Some(7)),
        (Descriptive, "Castles KR P-K4", Some(10)),
        (Descriptive, "Castlesque", None),
        (Descriptive, "P-K4th", None),
        (Descriptive, "King", None),
        (Descriptive, "Black", None),
        (Descriptive, "P to K4", None),
        (Descriptive, "BxP+", Some(4)),
        (Descriptive, "Q-R5\u{2020}", Some(7)),
    ] {
        assert_eq!(notation.length_in(text.as_bytes()), length, "{text}");
    }
}

/// Descriptive notation of a move with all that can be said of it.
fn full_descriptive(position: &Position, mv: Move) -> String {
    const FILES: [&str; 8] = ["QR", "QN", "QB", "Q", "K", "KB", "KKt", "KR"];
    let turn = position.turn();
    let square = |square: Square| {
        let rank = match turn {
            Color::White => square.rank().index() + 1,
            Color::Black => 8 - square.rank().index(),
        };
        format!("{}{rank}", FILES[usize::from(square.file().index())])
    };
    if mv.is_castling() {
        return if mv.is_king_side_castling() { "O-O" } else { "Castles QR" }.to_owned();
    }
    let mut text = format!("{}({})", mv.kind().letter(), square(mv.from()));
    if mv.is_capture() {
        let taken = if mv.is_en_passant() { Square::at(mv.to().file(), mv.from().rank()) } else { mv.to() };
        let kind = position.kind_at(taken).unwrap();
        text += &format!("x{}({})", kind.letter(), square(taken));
    } else {
        text += &format!("-{}", square(mv.to()));
    }
    if let Some(kind) = mv.promotion() {
        text += &format!("({})", kind.letter());
    }
    if mv.is_en_passant() {
        text += " e.p.";
    }
    let after = position.after(mv);
    text += match (after.is_checkmate(), after.checkers().many(), after.is_check()) {
        (true, ..) => " mate",
        (_, true, _) => " dbl ch",
        (_, _, true) => " ch",
        _ => "",
    };
    text
}

/// A move in Smith's notation.
fn smith(position: &Position, mv: Move) -> String {
    let uci = mv.to_uci(ChessMode::Standard).to_string();
    let mut text = uci[..4].to_owned();
    match () {
        () if mv.is_castling() => text.push(if mv.is_king_side_castling() { 'c' } else { 'C' }),
        () if mv.is_en_passant() => text.push('E'),
        () if mv.is_capture() => text.push(position.kind_at(mv.to()).unwrap().letter().to_ascii_lowercase()),
        () => {}
    }
    text.extend(mv.promotion().map(PieceKind::letter));
    text
}

#[test]
fn moves_that_are_written_are_read_back() {
    let wings = Wings::default();
    let mut count = 0;
    games(12, 7, false, |position, moves| {
        for &(mv, _) in moves {
            for (notation, word) in [
                (Numeric, Iccf(mv).to_string()),
                (Smith, smith(position, mv)),
                (Smith, mv.to_uci(ChessMode::Standard).to_string()[..4].to_owned()),
                (Descriptive, full_descriptive(position, mv)),
            ] {
                let reading = notation.read(position, &wings, word.as_bytes());
                if word.len() == 4 && mv.promotion().is_some() {
                    assert_eq!(reading, Err(NotationError::PromotionMissing), "{word}");
                    continue;
                }
                let reading =
                    reading.unwrap_or_else(|error| panic!("{word}: {error} {:?}", position.board()));
                assert_eq!((reading.mv, reading.changes), (mv, SanChanges::NONE), "{word}");
                assert_eq!(notation.length_in(word.as_bytes()), Some(word.len()));
                count += 1;
            }
        }
    });
    assert!(count > 50_000, "{count}");
}

#[test]
fn short_descriptive_words_are_that_move_or_refused() {
    // Without the squares a word means this move or is refused with this move among the candidates.
    let mut random = Random(11);
    let (mut read, mut refused) = (0, 0);
    games(12, 5, false, |position, moves| {
        let wings = Wings::default();
        for &(mv, _) in moves {
            let full = full_descriptive(position, mv);
            let keep = random.below(2) == 0;
            let (mut word, mut inside) = (String::new(), false);
            for c in full.chars() {
                inside = (inside || c == '(') && c != ')';
                // What a pawn becomes stays.
                if !inside && c != ')' {
                    word.push(c);
                }
            }
            word.extend(mv.promotion().map(|kind| format!("={}", kind.letter())));
            let word =
                if keep || mv.is_castling() { word } else { word.replace("QR", "R").replace("KR", "R") };
            match Descriptive.read(position, &wings, word.as_bytes()) {
                Ok(reading) => {
                    assert_eq!(reading.mv, mv, "{word}");
                    read += 1;
                }
                Err(NotationError::Ambiguous) => {
                    let candidates = Descriptive.candidates(position, &wings, word.as_bytes());
                    assert!(candidates.contains(&mv) && candidates.len() > 1, "{word}");
                    refused += 1;
                }
                // A mark before the promotion is none.
                Err(NotationError::NotAMove) if mv.promotion().is_some() => {}
                Err(error) => panic!("{word}: {error}"),
            }
        }
    });
    assert!(read > 10_000 && refused > 500, "{read} {refused}");
}

#[test]
fn any_word_is_read_to_a_legal_move_or_refused() {
    const PARTS: [&str; 30] = [
        "P", "K", "Q", "R", "B", "N", "Kt", "-", "x", "1", "4", "5", "8", "(", ")", "/", "=", " ", "ch",
        "dis", "e.p.", "O-O", "Castles", "e2", "e7", "52", "+", "#", "\n", "mate",
    ];
    let mut random = Random(3);
    let positions = [position(START), position(CASTLING), position("3n3k/4P3/8/8/8/8/8/K7 w - - 0 1")];
    for _ in 0..100_000 {
        let parts: String = (0..=random.below(7)).map(|_| PARTS[random.below(PARTS.len())]).collect();
        for notation in OtherNotation::ALL {
            let length = notation.length_in(parts.as_bytes());
            assert!(length.is_none_or(|length| length > 0 && length <= parts.len()), "{parts:?}");
            let position = &positions[random.below(3)];
            let wings = Wings::of(position);
            let reading = notation.read(position, &wings, parts.as_bytes());
            let candidates = notation.candidates(position, &wings, parts.as_bytes());
            match reading {
                Ok(reading) => {
                    assert!(position.is_legal(reading.mv));
                    assert_eq!(candidates.as_slice(), [reading.mv], "{parts:?}");
                    assert_eq!(length, Some(parts.len()));
                }
                Err(NotationError::Ambiguous) => assert!(candidates.len() > 1, "{parts:?}"),
                Err(NotationError::PromotionMissing) => assert!(!candidates.is_empty(), "{parts:?}"),
                Err(_) => {}
            }
        }
    }
}
