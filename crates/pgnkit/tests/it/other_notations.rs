//! Games with moves in other notations than SAN.

use pgnkit::chess::notation::OtherNotation::{self, Descriptive, Iccf, Smith};
use pgnkit::syntax::{Code, Collect, Diagnostic, Ignore, Severity};
use pgnkit::{Checker, Export, Exporter, GameBuilder, Notation, Replayer};

/// The moves of a game as they are exported, without its tags, and what was found in it.
fn read(notation: OtherNotation, text: &str) -> (String, Vec<Diagnostic>) {
    let (mut builder, mut found) = (GameBuilder::new(), Collect::default());
    Replayer::new(text.as_bytes()).notation(notation).read_into(&mut builder, &mut found).unwrap();
    let written = Export::default().width(usize::MAX);
    let mut out = Vec::new();
    written.write_game(builder.game(), &mut out);
    let out = String::from_utf8(out).unwrap();
    let moves = out.split_once("\n\n").unwrap().1.trim_end().to_owned();
    // The way without a tree comes to the same.
    let mut exporter = Exporter::new(written);
    exporter.read_game(&mut Replayer::new(text.as_bytes()).notation(notation), &mut Ignore);
    let mut exported = Vec::new();
    exporter.write(&mut exported);
    assert_eq!(String::from_utf8(exported).unwrap(), out, "{text}");
    (moves, found.to_vec())
}

#[track_caller]
fn check(notation: OtherNotation, text: &str, moves: &str) {
    let (is, found) = read(notation, text);
    assert_eq!(is, moves);
    assert!(found.iter().all(|one| one.severity < Severity::Error), "{found:?}");
}

const IMMORTAL: &str = "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 \
    11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ \
    20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0";

#[test]
fn the_immortal_game() {
    let descriptive = "1. P-K4 P-K4 2. P-KB4 PxP 3. B-B4 Q-R5 ch 4. K-B1 P-QKt4 5. BxKtP Kt-KB3
        6. Kt-KB3 Q-R3 7. P-Q3 Kt-R4 8. Kt-R4 Q-Kt4 9. Kt-B5 P-QB3 10. P-KKt4 Kt-B3
        11. R-Kt1 PxB 12. P-KR4 Q-Kt3 13. P-R5 Q-Kt4 14. Q-B3 Kt-Kt1 15. BxP Q-B3
        16. Kt-B3 B-B4 17. Kt-Q5 QxP 18. B-Q6 BxR 19. P-K5 QxR ch 20. K-K2 Kt-QR3
        21. KtxP ch K-Q1 22. Q-B6 ch KtxQ 23. B-K7 mate 1-0";
    check(Descriptive, descriptive, IMMORTAL);
    check(Descriptive, &descriptive.replace("Kt", "N").replace(" ch", "+").replace(" mate", "#"), IMMORTAL);
    let smith = "1. e2e4 e7e5 2. f2f4 e5f4p 3. f1c4 d8h4 4. e1f1 b7b5 5. c4b5p g8f6 6. g1f3 h4h6 7. d2d3 f6h5 8. f3h4 h6g5
        9. h4f5 c7c6 10. g2g4 h5f6 11. h1g1 c6b5b 12. h2h4 g5g6 13. h4h5 g6g5 14. d1f3 f6g8 15. c1f4p g5f6 16. b1c3 f8c5
        17. c3d5 f6b2p 18. f4d6 c5g1r 19. e4e5 b2a1r 20. f1e2 b8a6 21. f5g7p e8d8 22. f3f6 g8f6q 23. d6e7 1-0";
    check(Smith, smith, IMMORTAL);
    let iccf = "1. 5254 5755 2. 6264 5564 3. 6134 4884 4. 5161 2725 5. 3425 7866 6. 7163 8486 7. 4243 6685 8. 6384 8675 9. 8465 3736
        10. 7274 8566 11. 8171 3625 12. 8284 7576 13. 8485 7675 14. 4163 6678 15. 3164 7566 16. 2133 6835 17. 3345 6622
        18. 6446 3571 19. 5455 2211 20. 6152 2816 21. 6577 5848 22. 6366 7866 23. 4657 1-0";
    check(Iccf, iccf, IMMORTAL);
}

#[test]
fn correspondence_mail() {
    let mail = "[Event \"WC 10\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. 5254 5755 2. 7163 2836\n3. 6125 1716, 4. 25-14 7866 5. 5171 *\n";
    check(Iccf, mail, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *");
    // Numbers without periods, periods without blanks, no numbers.
    for text in
        ["1 5254 5755 2 7163 *", "1.5254 5755 2.7163 *", "5254 5755 7163 *", "1... 5254 5755\n2.. 7163 *"]
    {
        assert_eq!(read(Iccf, text).0, "1. e4 e5 2. Nf3 *", "{text}");
    }
}

#[test]
fn all_else_is_pgn() {
    check(
        Descriptive,
        "{a} 1. P-K4! $14 {PxP is not possible} P-K4 (1... P-QB4 2. N-KB3 (2. N-QB3) P-Q3) 2. N-KB3 ; rest\nN-QB3?? 1/2-1/2",
        "{a} 1. e4 $1 $14 {PxP is not possible} 1... e5 (1... c5 2. Nf3 (2. Nc3) 2... d6) 2. Nf3 {rest} 2... Nc6 $4 1/2-1/2",
    );
    check(
        Iccf,
        "1. 5254 (1. 4244 $1 {d} 4745!?) 5755 {e} *",
        "1. e4 (1. d4 $1 {d} 1... d5 $5) 1... e5 {e} *",
    );
    check(
        Descriptive,
        "[FEN \"3n3k/4P3/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. P-K8(Q) ch (1. PxN=Kt K-N1 2. K-N1) (1. P-K8 (B)) K-N2 *",
        "1. e8=Q+ (1. exd8=N Kg8 2. Kb1) (1. e8=B) 1... Kg7 *",
    );
    check(
        Descriptive,
        "1. P-K4 P-K4\n2. N-KB3 N-QB3 3. B-B4 B-B4 4. Castles 0-1",
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O 0-1",
    );
}

#[test]
fn pieces_keep_their_sides_in_each_line() {
    let text = "1. N-KB3 P-Q3 2. P-K3 P-KR3 3. B-K2 P-R3 4. Castles P-QR4 5. N-B3 P-KR4 6. P-QN3 P-K3 7. B-N2 P-Q4 8. Q-K1 N-QB3
        9. QR-Q1 (9. R-N1) 9... P-K4 10. KN-N5 (10. QN-N5 (10. QN-K4 PxN 11. KN-N5) P-K5) *";
    check(
        Descriptive,
        text,
        "1. Nf3 d6 2. e3 h6 3. Be2 a6 4. O-O a5 5. Nc3 h5 6. b3 e6 7. Bb2 d5 8. Qe1 Nc6 9. Rd1 (9. Rb1) 9... e5 10. Ng5 \
         (10. Nb5 (10. Ne4 dxe4 11. Ng5) 10... e4) *",
    );
}

#[test]
fn what_is_not_certain_is_an_error() {
    for (notation, text, moves, code, word, said) in [
        (
            Descriptive,
            "1. P-K4 P-K4 2. N-B3 N-QB3 *",
            "1. e4 e5\n;[%unread] 2. N-B3 N-QB3\n*",
            Code::AmbiguousMove,
            "N-B3",
            "it may be Nc3 or Nf3",
        ),
        (
            Descriptive,
            "1. P-K4 (1. P-Q4 P-Q5) P-K4 *",
            "1. e4 (1. d4\n;[%unread] P-Q5\n) 1... e5 *",
            Code::IllegalMove,
            "P-Q5",
            "no pawn can reach d4",
        ),
        (Descriptive, "1. B-B4 *", "{1. B-B4} *", Code::IllegalMove, "B-B4", "no legal move fits"),
        (
            Descriptive,
            "1. P-K4 e5 *",
            "1. e4 {e5} *",
            Code::IllegalMove,
            "e5",
            "expected a move in descriptive notation",
        ),
        (
            Iccf,
            "1. 5254 5755 2. 5455 *",
            "1. e4 e5\n;[%unread] 2. 5455\n*",
            Code::IllegalMove,
            "5455",
            "the pawn on e4 is blocked by the pawn on e5",
        ),
        (
            Iccf,
            "[FEN \"3n3k/4P3/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. 5758 *",
            ";[%unread] 1. 5758\n*",
            Code::IllegalMove,
            "5758",
            "the piece is missing that the pawn becomes",
        ),
        (
            Smith,
            "1. e2e4 e7e5 2. f1c4 f8f5 *",
            "1. e4 e5 2. Bc4\n;[%unread] f8f5\n*",
            Code::IllegalMove,
            "f8f5",
            "no bishop can reach f5",
        ),
    ] {
        let (is, found) = read(notation, text);
        assert_eq!(is, moves, "{text}");
        let found: Vec<_> = found.iter().filter(|one| one.severity == Severity::Error).collect();
        let [one] = found[..] else { panic!("{text}: {found:?}") };
        assert_eq!((one.code, one.span.text(text.as_bytes())), (code, word), "{text}");
        assert!(one.message.contains(said), "{}", one.message);
    }
}

#[test]
fn what_a_word_says_wrongly_is_a_warning() {
    for (notation, text, word) in [
        (Descriptive, "1. P-K4 P-K4 2. N-KB3 ch *", "N-KB3 ch"),
        (Smith, "1. e2e4p *", "e2e4p"),
        (Iccf, "1. 5254+ *", "5254+"),
    ] {
        let (_, found) = read(notation, text);
        let [one] = &found[..] else { panic!("{found:?}") };
        assert_eq!((one.code, one.severity), (Code::LaxMove, Severity::Warning));
        assert_eq!(one.span.text(text.as_bytes()), word);
        assert!(one.fix.is_none());
    }
}

#[test]
fn the_notation_is_proposed() {
    for (text, proposal) in [
        ("1. P-K4 P-K4 *", "--from descriptive"),
        ("1. Kt-KB3 Kt-KB3 *", "--from descriptive"),
        ("1. N-KB3 N-KB3 *", "--from descriptive"),
        ("1. 5254 5755 *", "--from iccf"),
        ("1. 52-54 *", "--from iccf"),
        ("1. e2e4 d7d5 2. e4d5p *", "--from smith"),
    ] {
        let mut found = Collect::default();
        Replayer::new(text.as_bytes()).read_into(&mut GameBuilder::new(), &mut found).unwrap();
        let help = found.iter().flat_map(|one| &one.help).map(|help| help.to_string()).collect::<String>();
        assert!(help.contains(proposal), "{text}: {found:?}");
    }
    // And SAN where another is read.
    let (_, found) = read(Descriptive, "1. e4 e5 *");
    assert!(found[0].help.iter().any(|help| help.contains("--from pgn")), "{found:?}");
    // Castling that is not possible is no other notation.
    let mut found = Collect::default();
    Replayer::new(b"1. O-O *").read_into(&mut GameBuilder::new(), &mut found).unwrap();
    assert!(found[0].help.iter().all(|help| !help.contains("--from")), "{found:?}");
}

#[test]
fn a_check_has_no_style_and_no_fixes() {
    let text =
        b"[White \"A\"]\n[Result \"1-0\"]\n[PlyCount \"9\"]\n\n1. P-KB3 P-K4   2. P-KN4 Q-R5 mate 1-0\n";
    let mut found = Collect::default();
    let mut checker = Checker::new();
    let mut replayer = Replayer::new(text).notation(Descriptive);
    while checker.check_game(&mut replayer, &mut found).is_some() {}
    let codes: Vec<_> = found.iter().map(|one| one.code).collect();
    assert!(
        codes.contains(&Code::WrongPlyCount) && codes.contains(&Code::ResultContradictsBoard),
        "{codes:?}"
    );
    assert!(
        !codes
            .iter()
            .any(|code| matches!(code, Code::WhiteSpace | Code::NotExportFormat | Code::IllegalMove)),
        "{codes:?}"
    );
}

#[test]
fn numeric_games_are_read_back() {
    let text = include_bytes!("../data/games.pgn");
    let (mut builder, mut replayer) = (GameBuilder::new(), Replayer::new(text));
    let (mut original, mut numeric) = (Vec::new(), Vec::new());
    let mut games = 0;
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {
        Export::default().write_game(builder.game(), &mut original);
        Export::default().notation(Notation::Iccf).write_game(builder.game(), &mut numeric);
        games += 1;
    }
    assert!(games > 3);
    let (mut again, mut found) = (Vec::new(), Collect::default());
    let mut replayer = Replayer::new(&numeric).notation(Iccf);
    while replayer.read_into(&mut builder, &mut found).is_some() {
        Export::default().write_game(builder.game(), &mut again);
    }
    assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&original));
}
