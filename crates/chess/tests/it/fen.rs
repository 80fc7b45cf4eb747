//! The FEN vectors of the conformance checklist.

use pgnkit_chess::fen::{self, EnPassant, FenErrorKind as K, FenIssues as I};
use pgnkit_chess::{ChessMode, Color, Position, Rank, Square};

const BOARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn parse(text: &str) -> fen::Fen {
    fen::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn after(start: &str, uci: &str) -> String {
    let mut position = parse(start).position;
    for mv in uci.split_whitespace() {
        position =
            position.after(position.parse_uci(mv.as_bytes()).unwrap_or_else(|| panic!("{start} {mv}")));
    }
    position.fen(EnPassant::Always).to_string()
}

#[test]
fn standard_texts_are_read_without_issues_and_written_back() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39",
        "8/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 3 10",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ] {
        let fen = parse(text);
        assert!(fen.issues.is_empty() && !fen.chess960, "{text}: {}", fen.issues);
        assert_eq!(fen.position.fen(EnPassant::Always).as_str(), text);
        let epd: Vec<&str> = text.split(' ').take(4).collect();
        assert_eq!(fen.position.epd(EnPassant::Always).as_str(), epd.join(" "));
    }
    assert_eq!(parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").position, Position::START);
}

#[test]
fn moves_update_every_field() {
    let start = format!("{BOARD} w KQkq - 0 1");
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 10";
    for (fen, moves, expected) in [
        (start.as_str(), "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        (&start, "e2e4 c7c5", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"),
        (&start, "e2e4 c7c5 g1f3", "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
        (&start, "g1f3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"),
        (rooks, "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 10"),
        (rooks, "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 10"),
        (rooks, "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 10"),
        (rooks, "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b kq - 4 10"),
        (rooks, "a1a2 a8a2", "4k2r/8/8/8/8/8/r7/4K2R w Kk - 0 11"),
        ("8/8/8/8/R4p1k/8/4P3/4K3 w - - 0 1", "e2e4", "8/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1"),
        ("8/P7/8/8/8/8/k7/7K w - - 9 1", "a7a8q", "Q7/8/8/8/8/8/k7/7K b - - 0 1"),
        (&start, "e2e4 a7a6 e4e5 d7d5 e5d6", "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"),
        (&start, "0000 e7e5 0000", "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 2"),
    ] {
        assert_eq!(after(fen, moves), expected, "{fen} {moves}");
    }
}

#[test]
fn legal_en_passant_only_on_request() {
    for (fen, legal) in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"),
        ("8/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1", "-"),
        ("8/8/8/8/4Pp1k/8/8/4K3 b - e3 0 1", "e3"),
    ] {
        let text = parse(fen).position.fen(EnPassant::Legal).to_string();
        assert_eq!(text.split(' ').nth(3), Some(legal), "{fen}");
    }
}

#[test]
fn leniencies_are_reported() {
    let white = format!("{BOARD} w KQkq");
    for (text, issues, written) in [
        (format!("{BOARD} w KQkq -  0 1"), I::EXTRA_SPACES, format!("{white} - 0 1")),
        (format!(" {BOARD} w KQkq - 0 1"), I::EXTRA_SPACES, format!("{white} - 0 1")),
        (format!("{BOARD} w KQkq - 0 1\n"), I::EXTRA_SPACES, format!("{white} - 0 1")),
        (format!("{BOARD} w KQkq - 0 1 x"), I::TRAILING_TEXT, format!("{white} - 0 1")),
        (format!("{BOARD} w KQkq - 0"), I::MISSING_CLOCKS, format!("{white} - 0 1")),
        (format!("{BOARD} w KQkq -"), I::MISSING_CLOCKS, format!("{white} - 0 1")),
        (white.clone(), I::MISSING_CLOCKS | I::MISSING_EN_PASSANT, format!("{white} - 0 1")),
        (format!("{BOARD} w KQkq 3 7"), I::MISSING_EN_PASSANT, format!("{white} - 3 7")),
        (
            format!("{BOARD} b"),
            I::MISSING_CLOCKS | I::MISSING_EN_PASSANT | I::MISSING_CASTLING,
            format!("{BOARD} b - - 0 1"),
        ),
        (format!("{BOARD} W KQkq - 0 1"), I::COLOR_CASE, format!("{white} - 0 1")),
        (format!("{BOARD} w kqKQ - 0 1"), I::CASTLING_ORDER, format!("{white} - 0 1")),
        (format!("{BOARD} w QK - 0 1"), I::CASTLING_ORDER, format!("{BOARD} w KQ - 0 1")),
        (format!("{BOARD} w KK - 0 1"), I::CASTLING_REPEATED, format!("{BOARD} w K - 0 1")),
        (format!("{BOARD} w HAha - 0 1"), I::CASTLING_FILES, format!("{white} - 0 1")),
        (format!("{BOARD} w KQkq e3 0 1"), I::EN_PASSANT_RANK, format!("{white} - 0 1")),
        (format!("{BOARD} w KQkq e6 0 1"), I::EN_PASSANT_IMPOSSIBLE, format!("{white} - 0 1")),
        (format!("{BOARD} w KQkq - 0 0"), I::FULLMOVE_ZERO, format!("{white} - 0 1")),
        (format!("{BOARD} w KQkq - - -"), I::CLOCK_DASH, format!("{white} - 0 1")),
        (format!("{BOARD} w KQkq - 00 +1"), I::CLOCK_SPELLING, format!("{white} - 0 1")),
        ("4k3/44/8/8/8/8/8/4K3 w - - 0 1".into(), I::SPLIT_DIGITS, "4k3/8/8/8/8/8/8/4K3 w - - 0 1".into()),
        (
            "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1".into(),
            I::CASTLING_IMPOSSIBLE,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1".into(),
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - E3 3 1".into(),
            I::EN_PASSANT_CASE | I::CLOCK_CONTRADICTS_EN_PASSANT,
            "4k3/8/8/8/4P3/8/8/4K3 b - e3 3 1".into(),
        ),
        (
            "4k3/8/8/PPPPPPPP/P7/8/8/4K3 b - - 0 1".into(),
            I::TOO_MANY_PIECES,
            "4k3/8/8/PPPPPPPP/P7/8/8/4K3 b - - 0 1".into(),
        ),
    ] {
        let fen = parse(&text);
        assert_eq!(fen.issues, issues, "{text}");
        assert_eq!(fen.position.fen(EnPassant::Always).to_string(), written, "{text}");
    }
}

/// Each sign at each place where it can stand, against the text without it.
#[test]
fn signs_of_other_programs_are_read_as_what_they_mean() {
    let plain = format!("{BOARD} w KQkq - 0 1");
    let gaps: Vec<usize> = plain.match_indices(' ').map(|(at, _)| at).chain([plain.len()]).collect();
    let read = |text: &[u8], expected: I| {
        let shown = String::from_utf8_lossy(text);
        let fen = fen::parse(text).unwrap_or_else(|error| panic!("{shown}: {error}"));
        assert_eq!(fen.position, parse(&plain).position, "{shown}");
        assert!(fen.issues.contains(expected), "{shown}: {:?}", fen.issues);
    };
    for sign in [";", ".", ",", ";;", " ;", ".,", ". "] {
        for &at in &gaps {
            read(format!("{}{sign}{}", &plain[..at], &plain[at..]).as_bytes(), I::PUNCTUATION);
        }
    }
    for blank in [
        &b"_"[..],
        b"__",
        b"\t",
        b"\xa0",
        "\u{a0}".as_bytes(),
        "\u{2009}".as_bytes(),
        "\u{3000}".as_bytes(),
        b" _ ",
    ] {
        for &at in &gaps {
            let after = plain.get(at + 1..).unwrap_or_default();
            read(&[&plain.as_bytes()[..at], blank, after.as_bytes()].concat(), I::EXTRA_SPACES);
        }
        read(&plain.as_bytes().split(|byte| *byte == b' ').collect::<Vec<_>>().join(blank), I::EXTRA_SPACES);
    }
    let none = "4k3/8/8/8/8/8/8/4K3 w - - - -";
    for dash in ["–", "—", "−", "‐", "‑", "--"].map(str::as_bytes).into_iter().chain([&b"\x96"[..], b"\x97"])
    {
        for (at, _) in none.match_indices('-') {
            let text = [&none.as_bytes()[..at], dash, &none.as_bytes()[at + 1..]].concat();
            let fen = fen::parse(&text)
                .unwrap_or_else(|error| panic!("{}: {error}", String::from_utf8_lossy(&text)));
            assert_eq!(fen.position, parse(none).position);
            assert!(fen.issues.contains(I::OTHER_DASH));
        }
    }
    read(plain.replacen(' ', "/ ", 1).as_bytes(), I::NINTH_SLASH);
    read(
        format!("{}/;", plain.replace(' ', "_")).replacen('_', "/_", 1).replace("1/;", "1;").as_bytes(),
        I::NINTH_SLASH | I::PUNCTUATION,
    );
    for (text, kind) in [
        (format!("{BOARD}// w KQkq - 0 1"), K::TooManyRanks),
        (";".to_owned(), K::Empty),
        (format!("{BOARD};"), K::MissingColor),
        (format!("{BOARD} w KQkq - 0 1a"), K::BadFullmoveNumber),
    ] {
        assert_eq!(fen::parse(text.as_bytes()).unwrap_err().kind, kind, "{text}");
    }
}

#[test]
fn errors_have_kind_and_span() {
    for (text, kind, span) in [
        ("", K::Empty, 0..0),
        ("  ", K::Empty, 0..2),
        ("8/8/8 w - - 0 1", K::TooFewRanks(3), 0..5),
        ("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", K::TooManyRanks, 19..21),
        ("4k3/ppppppp/8/8/8/8/8/4K3 w - - 0 1", K::RankTooShort(Rank::ALL[6], 7), 4..11),
        ("4k3/ppppppppp/8/8/8/8/8/4K3 w - - 0 1", K::RankTooLong(Rank::ALL[6]), 4..13),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", K::BadPlacementByte(b'9'), 4..5),
        ("4k3/0/8/8/8/8/8/4K3 w - - 0 1", K::BadPlacementByte(b'0'), 4..5),
        ("4k3/8/8/8/8/8/8/4X3 w - - 0 1", K::BadPlacementByte(b'X'), 17..18),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", K::NoKing(Color::White), 0..17),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", K::SeveralKings(Color::White), 0..20),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", K::PawnOnBackRank(Square::H8), 0..20),
        ("4k3/8/8/8/8/8/8/4K3", K::MissingColor, 19..19),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", K::BadColor, 20..21),
        ("4k3/8/8/8/8/8/8/4K3 w KX - 0 1", K::BadCastlingByte(b'X'), 23..24),
        ("4k3/8/8/8/8/8/8/4K3 w - e 0 1", K::BadEnPassant, 24..25),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", K::BadEnPassant, 24..26),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", K::BadHalfmoveClock, 26..28),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", K::BadHalfmoveClock, 26..27),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", K::BadFullmoveNumber, 28..39),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            K::OpponentInCheck { color: Color::Black, by: Square::E2 },
            22..23,
        ),
    ] {
        let error = fen::parse(text.as_bytes()).expect_err(text);
        assert_eq!((error.kind, error.span.clone()), (kind, span), "{text}");
        let message = error.to_string();
        assert!(!message.ends_with('.') && !message.is_empty());
    }
}

#[test]
fn chess960_castling_fields() {
    for (text, written, chess960) in [
        // X-FEN and Shredder-FEN of the same position.
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "KQkq", true),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "KQkq", true),
        // The inner rook castles: only its file letter can say so.
        ("4k1rr/8/8/8/8/8/8/4K1RR w Gg - 0 1", "Gg", true),
        ("4k1rr/8/8/8/8/8/8/4K1RR w Kk - 0 1", "Kk", false),
        ("rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 1", "KQkq", true),
        // Different start positions for White and Black.
        ("rkr5/8/8/8/8/8/8/4RK1R w KQkq - 0 1", "KQkq", true),
    ] {
        let fen = parse(text);
        let found = fen.position.epd(EnPassant::Always).to_string();
        assert_eq!(found.split(' ').nth(2), Some(written), "{text}");
        assert_eq!(fen.chess960, chess960, "{text}");
    }
    let text = b"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1";
    let standard = fen::parse_as(text, ChessMode::Standard).unwrap();
    assert_eq!(standard.issues, I::CASTLING_IMPOSSIBLE);
    assert!(standard.position.castling_rooks().is_empty() && !standard.chess960);
}

#[test]
fn no_input_panics() {
    // Deterministic noise over the alphabet of FEN, and every truncation of real texts.
    let alphabet = b"/12345678pnbrqkPNBRQK w-KQkqabcdefgh90\xff\n";
    let mut state = 1u32;
    for _ in 0..20_000 {
        let text: Vec<u8> = (0..(state >> 24) % 70)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                alphabet[(state >> 16) as usize % alphabet.len()]
            })
            .collect();
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let _ = fen::parse(&text);
    }
    let full = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for end in 0..full.len() {
        let _ = fen::parse(&full.as_bytes()[..end]);
    }
}
