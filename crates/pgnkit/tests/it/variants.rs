//! Games of variants: read, written, converted and judged by their own rules.

use pgnkit::chess::{ChessMode, Position, Variant};
use pgnkit::syntax::{Collect, Diagnostic, Severity};
use pgnkit::{Checker, Game, Replayer};

/// Variant, FEN where it is not the usual start, and moves.
type Case = (&'static str, &'static str, &'static str);

/// Games that are written as they are.
const GAMES: &[Case] = &[
    ("Crazyhouse", "", "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. Be2 @h3 (4... Nf6 {x} 5. @e4) 5. gxh3 Nc6 1-0"),
    ("Crazyhouse", "1n2k3/P7/8/8/8/8/8/4K3[q] w - - 0 1", "1. axb8=Q+ Kf7 2. Qb7+ Q@d7 3. Qxd7+ *"),
    ("Three-check", "4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 1", "1. Rh8# 1-0"),
    ("King of the Hill", "", "1. e4 e6 2. Ke2 a6 3. Ke3 a5 4. Kd4# 1-0"),
    ("Antichess", "", "1. e3 b5 2. Bxb5 Nc6 3. Bxc6 dxc6 *"),
    ("Antichess", "8/P7/8/8/8/8/7p/8 w - - 0 1", "1. a8=K h1=K *"),
    ("Atomic", "", "1. Nf3 e6 2. Ng5 h6 3. Nxf7# 1-0"),
    ("Horde", "", "1. a5 d6 2. a6 bxa6 *"),
    ("Horde", "4k3/8/8/8/8/8/8/PPPP4 w - - 0 1", "1. a3 Ke7 2. b3 *"),
    ("Racing Kings", "8/8/8/8/8/8/k6K/r6R w - - 0 1", "1. Kh3 Ka3 *"),
    ("Crazyhouse 960", "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB[] w KQkq - 0 1", "1. e4 e5 *"),
];

fn text(&(variant, fen, moves): &Case) -> String {
    let result = moves.rsplit(' ').next().unwrap();
    let set_up = if fen.is_empty() { String::new() } else { format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n") };
    let roster =
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n";
    format!("{roster}[Result \"{result}\"]\n{set_up}[Variant \"{variant}\"]\n\n{moves}\n")
}

fn check(text: &str) -> Vec<Diagnostic> {
    let mut found = Collect::default();
    let (mut checker, mut replayer) = (Checker::new(), Replayer::new(text.as_bytes()));
    while checker.check_game(&mut replayer, &mut found).is_some() {}
    found.to_vec()
}

fn game(text: &str) -> Game {
    pgnkit::parse_games(text.as_bytes()).next().unwrap().game
}

#[test]
fn games_are_written_as_they_are() {
    for case in GAMES {
        let text = text(case);
        let found = check(&text);
        let is_shown =
            |one: &&Diagnostic| one.severity == Severity::Error || one.code.name().ends_with("-move");
        assert_eq!(found.iter().find(is_shown), None, "{text}");
        let moves = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(moves(&game(&text).to_string()), moves(&text));
    }
}

#[test]
fn the_game_after_one_of_a_variant_is_not_of_it() {
    let mate = "1. f4 e5 2. g4 Qh4# 0-1";
    for case in GAMES {
        let text = format!("{}\n\n{mate}\n\n", text(case));
        let after = pgnkit::parse_games(text.as_bytes()).nth(1).unwrap().game;
        assert!(after.to_string().contains(mate), "{text}\n{after}");
    }
}

#[test]
fn games_come_back_from_json_and_pgc() {
    for case in GAMES {
        let text = text(case);
        let game = game(&text);
        let mut builder = pgnkit::GameBuilder::new();
        let mut found = Collect::default();
        #[cfg(feature = "json")]
        {
            let mut json = Vec::new();
            pgnkit::json::Writer::new().write_game(&game, &mut json);
            let mut reader = pgnkit::json::Reader::new(&json);
            reader.read_into(&mut builder, &mut found);
            assert!(found.is_empty(), "{}: {found:?}", String::from_utf8_lossy(&json));
            assert_eq!(builder.game().to_string(), game.to_string());
            assert_eq!(builder.game().start(), game.start());
        }

        let mut records = Vec::new();
        pgnkit::pgc::Writer::default().write_lossy(&game, &mut records);
        let mut reader = pgnkit::pgc::Reader::new(&records);
        reader.read_into(&mut builder, &mut found);
        assert!(found.is_empty(), "{text}: {found:?}");
        assert_eq!(builder.game().ply_count(), game.ply_count(), "{text}");
    }
}

#[test]
fn moves_and_results_are_held_against_the_rules_of_the_variant() {
    for (case, expected) in [
        (
            ("Atomic", "", "1. Nf3 e6 2. Ng5 h6 3. Nxf7# 0-1"),
            "result-contradicts-board: expected `1-0` after the end of the game (king exploded), found `0-1`",
        ),
        (
            ("King of the Hill", "", "1. e4 e6 2. Ke2 a6 3. Ke3 a5 4. Kd4 1-0"),
            "non-canonical-move: expected the canonical form `Kd4#`, found `Kd4`",
        ),
        (
            ("Crazyhouse", "", "1. e4 N@d4 *"),
            "illegal-move: expected a legal move, found `N@d4`: there is no knight in the pocket",
        ),
        (
            ("Antichess", "", "1. e3 b5 2. a3 *"),
            "illegal-move: expected a legal move, found `a3`: taking is compulsory, and the piece on f1 can take on b5",
        ),
        (
            ("Standard", "", "1. e4 N@d4 *"),
            "illegal-move: expected a legal move, found `N@d4`: this is not a move",
        ),
        (
            ("Bughouse", "", "1. e4 N@d4 *"),
            "unsupported-variant: expected chess or a variant whose rules are known, found `Bughouse`; the moves are kept as they are, unchecked",
        ),
        (
            ("No Castling", "", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O *"),
            "illegal-move: expected a legal move, found `O-O`: king or rook is not in place for king-side castling, or has moved",
        ),
        (
            ("No Castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1. O-O *"),
            "illegal-move: expected a legal move, found `O-O`: king or rook is not in place for king-side castling, or has moved",
        ),
        (
            ("No Castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1. Ke2 *"),
            "lax-fen: expected a FEN of six exact fields, found: castling rights in a game in which nobody castles",
        ),
        (
            ("crazyHOUSE", "", "1. e4 d5 2. exd5 Nf6 3. P@e4 *"),
            "non-canonical-move: expected `@e4`, found `P@e4`: letter of a dropped pawn removed",
        ),
    ] {
        let found = check(&text(&case));
        let name = expected.split(':').next();
        let shown = found.iter().find(|one| Some(one.code.name()) == name);
        let shown = shown.map(|one| format!("{}: {}", one.code.name(), one.message)).unwrap_or_default();
        assert_eq!(shown, expected, "{case:?}");
    }
}

#[test]
fn games_of_variants_can_be_made() {
    let mut game = Game::from_position(Variant::Crazyhouse.start());
    let mut cursor = game.cursor(game.root().id()).unwrap();
    for san in ["e4", "d5", "exd5", "Qxd5", "Nc3", "@e4"] {
        let _ = cursor.push_san(san);
    }
    assert_eq!(game.tag("Variant"), Some("Crazyhouse"));
    assert_eq!(game.tag("FEN"), None);
    let last = game.mainline().last().unwrap();
    assert_eq!(last.mv().to_uci(ChessMode::Standard).as_str(), "P@e4");
    let again: Game = game.to_string().parse().unwrap();
    assert_eq!(again.to_string(), game.to_string());
    assert!(Game::from_position(Position::START).tag("Variant").is_none());
}

/// FEN of odd material, a move from it, and what is said of it besides that the game is one of few moves.
#[test]
fn odd_material_is_read_and_noted() {
    let lax = "expected a FEN of six exact fields, found: ";
    for (variant, fen, mv, note) in [
        ("", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1", "Nf3", ""),
        ("", "4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1", "Kd2", ""),
        ("", "4k3/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1", "e4", ""),
        ("Odds", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1", "e4", ""),
        ("From Position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/4K3 w kq - 0 1", "e4", ""),
        (
            "",
            "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e4",
            "17 pieces of white, where 16 are possible, 9 pawns of white, where 8 are possible",
        ),
        (
            "",
            "rnbqkbnr/pppppppp/8/8/QQQQQQQQ/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e3",
            "24 pieces of white, where 16 are possible",
        ),
    ] {
        let case = text(&(variant, fen, ""));
        let case = case.replace("[Variant \"\"]\n", "").replace("[Result \"\"]", "[Result \"*\"]");
        let case = format!("{}\n\n1. {mv} *\n\n", case.trim_end());
        let found = check(&case);
        assert!(found.iter().all(|one| one.severity != Severity::Error), "{case}: {found:?}");
        let messages: Vec<_> = found.iter().filter_map(|one| one.message.strip_prefix(lax)).collect();
        assert_eq!(messages.join(""), note, "{case}");
        let game = game(&case);
        assert_eq!((game.ply_count(), game.tag("FEN")), (1, Some(fen)));
        assert_eq!(game.to_string(), case);
    }
}

/// Decision A-52: what a FEN says of castling is kept in every variant in which there is castling.
#[test]
fn castling_of_chess960_lives_in_any_variant() {
    // White has no king in Horde.
    let names = Variant::ALL.iter().filter(|one| **one != Variant::Horde).map(|variant| variant.name());
    let mut castled = 0;
    for name in names.chain(["From Position", "Chess960", "Atomic 960", "chess", ""]) {
        let meant = pgnkit::chess::variant::TagVariant::from_name(name).unwrap();
        let has_castling = !matches!(name, "Antichess" | "Suicide" | "Racing Kings");
        for (board, rights, written, san, uci) in [
            ("2nkn3/2p1p3/8/8/8/8/7r/RR3K2", "B", "B", "O-O-O", "f1b1"),
            ("2nkn3/2p1p3/8/8/8/8/7r/RR3K2", "A", "Q", "Kg1", ""),
            ("r1r1k3/2p1p3/8/8/8/8/7P/2R1K2R", "HCca", "KQcq", "O-O-O", "e1c1"),
            ("r3k2r/2p1p3/8/8/8/8/7P/R3K2R", "HAha", "KQkq", "O-O", ""),
            ("r3k2r/2p1p3/8/8/8/8/7P/R3K2R", "KQkq", "KQkq", "O-O", ""),
            ("r2k3r/2p1p3/8/8/8/8/7P/R2K3R", "KQkq", "KQkq", "O-O-O", "d1a1"),
        ] {
            let (pocket, checks) = match meant.variant {
                Variant::Crazyhouse => ("[]", ""),
                Variant::ThreeCheck => ("", " 3+3"),
                _ => ("", ""),
            };
            let fen = format!("{board}{pocket} w {rights} -{checks} 0 1");
            let text = format!("[Variant \"{name}\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n1. {san} *\n");
            let one = game(&text);
            let expected = if has_castling { written } else { "-" };
            let found = one.start().position.to_string();
            assert_eq!(found.split(' ').nth(2), Some(expected), "{text}");
            if !has_castling {
                assert!(check(&text).iter().any(|found| found.code.name() == "lax-fen"), "{text}");
                continue;
            }
            if !uci.is_empty() {
                let castling = one.mainline().next().unwrap_or_else(|| panic!("{text}"));
                assert_eq!(castling.mv().to_uci(one.start().mode).as_str(), uci, "{text}");
                castled += 1;
            }
            // Written and read again it is the same, in each form.
            let again = game(&one.to_string());
            assert_eq!((again.start(), again.to_string()), (one.start(), one.to_string()), "{text}");
            #[cfg(feature = "json")]
            {
                let mut json = Vec::new();
                pgnkit::json::Writer::new().write_game(&one, &mut json);
                let mut builder = pgnkit::GameBuilder::new();
                pgnkit::json::Reader::new(&json).read_into(&mut builder, &mut Collect::default());
                assert_eq!(builder.game().start(), one.start(), "{text}");
                assert_eq!(builder.game().to_string(), one.to_string(), "{text}");
            }
            let mut records = Vec::new();
            pgnkit::pgc::Writer::default().write_lossy(&one, &mut records);
            let mut builder = pgnkit::GameBuilder::new();
            pgnkit::pgc::Reader::new(&records).read_into(&mut builder, &mut Collect::default());
            assert_eq!(builder.game().to_string(), one.to_string(), "{text}");
        }
    }
    assert!(castled > 20, "{castled}");
}
