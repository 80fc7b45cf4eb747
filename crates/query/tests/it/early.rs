//! Games that are left early, as soon as what is looked for cannot come any more, are chosen as if they were read to their ends.

use std::fmt::Write as _;

use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{Color, PieceKind, Position, Variant};
use pgnkit::syntax::Ignore;
use pgnkit::{Game, Replayer};
use pgnkit_query::condition::{Condition, Tester};

const GAMES: &[u8] = include_bytes!("../../../../examples/games.pgn");
const BROKEN: &[u8] = include_bytes!("../../../../examples/broken.pgn");

/// Games whose pawns and rooks go unusual ways: set up, Chess960, variants, null moves, moves that are none, variations.
const ODD: &[u8] = b"[FEN \"6k1/1P1P4/8/8/8/8/1p4p1/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. b8=Q+ Kf7 2. d8=N+ Kf6 3. Kf2 b1=R *\n\n\
    [Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. a3 e5 5. a4 @d7 6. P@a2 *\n\n\
    [Variant \"Chess960\"]\n[FEN \"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w FHfh - 0 1\"]\n[SetUp \"1\"]\n\n1. f3 f6 2. Nd3 Nd6 *\n\n\
    [Variant \"Horde\"]\n\n1. h5 h6 2. g6 fxg6 *\n\n\
    1. e4 -- 2. d4 e5 3. dxe5 Qh4 4. Nf3 Qxe4+ *\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf3 4. a3 *\n\n\
    1. e4 (1. d4 d5 2. c4) (1. c4 e5) 1... c5 2. Nf3 (2. c3 d5 (2... Nf6 3. e5)) 2... d6 *\n\n\
    [Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 Na6 3. Bxa6 Bxa6 *\n\n";

/// Positions of every so many games, one after each so many half-moves.
fn positions(text: &[u8], every: usize, step: usize) -> Vec<Position> {
    let games = pgnkit::parse_games(text).step_by(every).map(|parsed| parsed.game);
    let of_game = |game: Game| {
        let all: Vec<_> = game.mainline_with_positions().map(|played| played.after).collect();
        // A FEN of another variant would be read by the usual rules.
        all.into_iter().skip(step / 2).step_by(step).filter(|one| one.variant() == Variant::Standard)
    };
    games.flat_map(of_game).collect()
}

/// The board of a position as a pattern, with any squares in place of some.
fn pattern(position: &Position, mut random: u64) -> String {
    let fen = position.fen(EnPassant::Always).to_string();
    let board = fen.split(' ').next().unwrap_or_default();
    let mut text = String::new();
    for sign in board.chars() {
        let squares = sign.to_digit(10).unwrap_or(1);
        for _ in 0..squares {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            match (sign, random >> 62) {
                ('/', _) => text.push('/'),
                (_, 1..) => text.push('?'),
                _ => write!(text, "{}", if sign.is_ascii_digit() { '1' } else { sign }).unwrap(),
            }
        }
    }
    text
}

/// The pieces of both sides, as `material` has them.
fn material(position: &Position) -> String {
    let kinds = [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight, PieceKind::Pawn];
    let side = |color| {
        let counted = kinds.map(|kind| format!("{}{}", kind.letter(), position.pieces(color, kind).len()));
        counted.concat()
    };
    format!("{} {}", side(Color::White), side(Color::Black))
}

#[track_caller]
fn check(text: &str, games: &[(&[u8], Vec<Game>)]) -> usize {
    let condition: Condition = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut tester = Tester::new(&condition);
    // Boards are looked at together with all else where reasons are wanted.
    let mut with_reasons = Tester::new(&condition).with_reasons(true);
    let mut chosen = 0;
    for (bytes, parsed) in games {
        let [mut replayer, mut again] = [Replayer::new(bytes), Replayer::new(bytes)];
        for (number, game) in parsed.iter().enumerate() {
            replayer.read_game(&mut tester, &mut Ignore).unwrap();
            // A game in memory is read until its value is known, and not only whether it is chosen.
            let expected = condition.test(game) == Some(true);
            assert_eq!(tester.verdict(), Some(expected), "{text}, game {}", number + 1);
            again.read_game(&mut with_reasons, &mut Ignore).unwrap();
            assert_eq!(with_reasons.verdict(), Some(expected), "{text}, game {}, with reasons", number + 1);
            chosen += usize::from(expected);
        }
    }
    chosen
}

#[test]
fn games_left_early_are_chosen_as_if_they_were_read() {
    let texts = [GAMES, BROKEN, ODD];
    let games =
        texts.map(|text| (text, pgnkit::parse_games(text).map(|parsed| parsed.game).collect::<Vec<_>>()));
    let wanted = [positions(GAMES, 60, 40), positions(BROKEN, 1, 9), positions(ODD, 1, 2)].concat();
    assert!(wanted.len() > 20, "{}", wanted.len());
    let (mut chosen, mut others) = (0, 0);
    for (at, position) in wanted.iter().enumerate() {
        let fen = position.fen(EnPassant::Always);
        let pattern = pattern(position, at as u64);
        let material = material(position);
        for one in [
            format!("reaches('{fen}')"),
            format!("pattern('{pattern}')"),
            format!("pattern('{pattern}', either_color => true, mirrored => true)"),
            format!("reaches('{fen}', variations => true)"),
            format!("material('{material}')"),
            format!("material('{material}', stable => {}, either_color => true)", at % 7),
        ] {
            chosen += check(&one, &games);
            others += check(&format!("NOT {one}"), &games);
            check(&format!("{one} OR plies < 20"), &games);
            check(&format!("NOT ({one} AND result = '1-0')"), &games);
        }
    }
    assert!(chosen > 40 && others > 1000, "{chosen} {others}");
}
