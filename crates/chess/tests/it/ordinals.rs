//! Ordinals against their definition: all legal moves written with marks, sorted, numbered.

use crate::random::{Random, games};
use pgnkit_chess::{Move, Position, fen};

fn position(text: &str) -> Position {
    fen::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}")).position
}

/// The moves with their texts, sorted by these.
fn sorted(position: &Position) -> Vec<([u8; 8], Move)> {
    let mut moves: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|mv| {
            // Behind the text are zeros: arrays compare as the texts do.
            let mut text = [0; 8];
            position.san(*mv).write(&mut text);
            (text, *mv)
        })
        .collect();
    moves.sort();
    moves
}

fn show(text: &[u8; 8]) -> &str {
    std::str::from_utf8(text).unwrap().trim_end_matches('\0')
}

/// Each ordinal of the position, there and back; the number of moves.
fn check(position: &Position) -> usize {
    let moves = sorted(position);
    for (n, (text, mv)) in moves.iter().enumerate() {
        let ordinal = u8::try_from(n).ok();
        assert_eq!(position.ordinal(*mv), ordinal, "{} in {position:?}", show(text));
        if let Some(ordinal) = ordinal {
            assert_eq!(position.move_at_ordinal(ordinal), Some(*mv), "{n}, {}, in {position:?}", show(text));
            let mut next = Position::START;
            assert_eq!(position.follow_ordinal(position.turn(), ordinal, &mut next), Some(*mv));
            assert_eq!(next, position.after(*mv), "{} in {position:?}", show(text));
        }
    }
    for ordinal in [moves.len(), moves.len() + 1, 255] {
        if let Ok(ordinal @ 0..=255) = u8::try_from(ordinal.max(moves.len())) {
            assert_eq!(position.move_at_ordinal(ordinal), None, "{ordinal} in {position:?}");
            let mut next = Position::START;
            assert_eq!(position.follow_ordinal(position.turn(), ordinal, &mut next), None);
            assert_eq!(next, Position::START);
        }
    }
    moves.len()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MOST: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

/// A position, the number of its moves, some of them with their ordinals.
type Row = (&'static str, usize, &'static [(&'static str, u8)]);

/// Ordinals as one finds them by hand.
#[rustfmt::skip]
const TABLE: &[Row] = &[
    (START, 20, &[("Na3", 0), ("Nc3", 1), ("Nf3", 2), ("Nh3", 3), ("a3", 4), ("a4", 5), ("e4", 13), ("h4", 19)]),
    // Promotions in the order of their letters; marks do not count.
    ("8/P7/8/8/8/8/k7/7K w - - 0 1", 7,
        &[("Kg1", 0), ("Kg2", 1), ("Kh2", 2), ("a8=B", 3), ("a8=N", 4), ("a8=Q+", 5), ("a8=R+", 6)]),
    ("1n1n4/P1P5/8/8/8/8/k7/7K w - - 0 1", 23,
        &[("a8=R+", 6), ("axb8=B", 7), ("axb8=R", 10), ("c8=B", 11), ("cxb8=B", 15), ("cxd8=B", 19), ("cxd8=R", 22)]),
    ("7k/K7/8/8/8/8/p1p5/1N1N4 b - - 0 1", 23, &[("Kg7", 0), ("a1=B", 3), ("axb1=Q", 9), ("cxd1=R", 22)]),
    // Castling comes between N and Q, to the king's side first, with and without marks.
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 10", 26, &[("Kd1", 0), ("Kf2", 4), ("O-O", 5), ("O-O-O", 6), ("Ra2", 7), ("Rxh8+", 25)]),
    ("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", 26, &[("O-O+", 5), ("O-O-O", 6), ("Rh8+", 25)]),
    ("3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", 26, &[("O-O", 5), ("O-O-O+", 6)]),
    ("5k2/8/4Q2P/8/8/8/8/R3K2R w KQ - 0 1", 47, &[("O-O#", 5), ("O-O-O", 6)]),
    // Chess960: little more than the rook moves; shut in until it castles; the right to castle with both rooks of a side.
    ("4k3/8/8/8/8/8/8/R1K4R w HA - 0 1", 26, &[("Kd2", 4), ("O-O", 5), ("O-O-O", 6), ("Rb1", 14)]),
    ("4k3/8/8/8/8/8/3PPP2/3RKR2 w FD - 0 1", 13, &[("O-O", 0), ("O-O-O", 1), ("Ra1", 2), ("d3", 7)]),
    ("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", 21, &[("Kf2", 4), ("O-O", 5), ("Rf1", 6)]),
    ("1rk1r3/8/8/8/8/8/8/2K5 b be - 0 1", 25, &[("Kd8", 3), ("O-O", 4), ("O-O-O", 5), ("Ra8", 6)]),
    // The most a game can have.
    (MOST, 218, &[("Bc2", 0), ("Qee3", 128), ("Rhg8", 217)]),
    // En passant is a capture of a pawn. It does not count where it would bare the king.
    ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", 7, &[("d6", 5), ("dxe6", 6)]),
    ("4k3/8/8/r2Pp2K/8/8/8/8 w - e6 0 1", 6, &[("Kh6", 4), ("d6", 5)]),
    ("4k3/8/8/K2PpP1r/8/8/8/8 w - e6 0 1", 9, &[("d6", 5), ("dxe6", 6), ("f6", 7), ("fxe6", 8)]),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", 7, &[("d3", 5), ("dxe3", 6)]),
    ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", 9, &[("Kxd4", 7), ("exd3", 8)]),
    // Check, double check, mate, stalemate.
    ("4k3/8/8/8/8/3n4/8/R2QK2R w KQ - 0 1", 4, &[("Kd2", 0), ("Qxd3", 3)]),
    ("4k3/8/8/4r3/8/5n2/3P4/R2QK2R w KQ - 0 1", 2, &[("Kf1", 0), ("Kf2", 1)]),
    ("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1", 0, &[]),
    ("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", 0, &[]),
    // Two that share squares, on two files and on one: digits come before files, files before `x`.
    ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", 34, &[("Ra8+", 14), ("Rab1", 15), ("Rag1", 20), ("Rh2", 21), ("Rhb1", 28)]),
    ("4k3/8/8/8/R7/8/4K3/R7 w - - 0 1", 30, &[("R1a2", 8), ("R1a3", 9), ("R4a2", 10), ("R4a3", 11), ("Ra5", 12), ("Rb1", 16), ("Rb4", 17)]),
    ("4k3/8/8/3p4/1N3N2/8/8/4K3 w - - 0 1", 19, &[("Na6", 6), ("Nbd3", 7), ("Nbxd5", 8), ("Nc2", 9), ("Nfd3", 13), ("Nfxd5", 14), ("Ng2", 15)]),
    // A pinned one needs no disambiguation.
    ("4k3/8/8/8/4r3/8/4N1N1/4K3 w - - 0 1", 7, &[("Ne3", 4), ("Nf4", 5), ("Nh4", 6)]),
    ("4k3/8/3p4/8/2N1N3/8/3N4/4K3 w - - 0 1", 22, &[("Ncxd6+", 12), ("Ne3", 13), ("Nexd6+", 15)]),
    // Three: by rank, file and square. `Qa1` would be before `Qa1b2`.
    ("4k3/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", 48,
        &[("Q1a2", 5), ("Q3c3", 8), ("Qa1b2", 9), ("Qa1c3", 10), ("Qa4+", 11), ("Qac5", 17), ("Qb3", 19), ("Qcb1", 26)]),
    ("4k3/8/8/N3N3/8/2p5/8/N3N1K1 w - - 0 1", 23, &[("N1b3", 5), ("N5f3", 10), ("Nac2", 11), ("Nb7", 14), ("Nec6", 18), ("Ng6", 22)]),
    ("4k3/8/2p5/8/N3N3/8/N3N3/6K1 w - - 0 1", 25, &[("N2g3", 5), ("Na2c3", 7), ("Na4c3", 8), ("Nac1", 9), ("Ne2c3", 17), ("Nec1", 19)]),
    ("4k3/2n1n3/8/3P4/8/2n1n3/8/4K3 b - - 0 1", 31, &[("N7f5", 7), ("Nc3xd5", 14), ("Nc4", 15), ("Nc7xd5", 17), ("Ncd1", 19), ("Ng8", 30)]),
    ("4k3/8/8/B1B5/8/B1B5/8/4K3 w - - 0 1", 31, &[("B3d4", 0), ("Ba1", 2), ("Ba3b4", 3), ("Ba7", 5), ("Bab2", 6), ("Bh8", 25), ("Kd1", 26)]),
    ("4k3/8/8/1R6/8/8/1R3R2/4K3 w - - 0 1", 35, &[("R5b4", 7), ("Rbc2", 14), ("Rbf5", 17), ("Rff5", 30)]),
];

#[test]
fn hand_made_positions() {
    for (text, count, ordinals) in TABLE {
        let position = position(text);
        let moves = sorted(&position);
        for (san, ordinal) in *ordinals {
            let found = moves.get(usize::from(*ordinal)).map(|(text, _)| show(text));
            assert_eq!(found, Some(*san), "{ordinal} in {text}");
        }
        let found = check(&position);
        assert_eq!(found, *count, "{text}");
    }
}

/// Moves after the 256th have no ordinal.
#[test]
fn more_moves_than_a_byte_can_count() {
    let position = position("QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1");
    assert_eq!(check(&position), 265);
    let moves = sorted(&position);
    assert_eq!(position.ordinal(moves[256].1), None);
    assert_eq!(position.move_at_ordinal(255), Some(moves[255].1));
}

/// Legal moves of other positions, and what is no move.
#[test]
fn moves_that_are_not_legal_have_no_ordinal() {
    assert_eq!(Position::START.ordinal(Move::NULL), None);
    let mut foreign: Vec<Move> = Vec::new();
    for chess960 in [false, true] {
        games(6, 78, chess960, |position, moves| {
            for mv in &foreign {
                let legal = moves.iter().any(|(other, _)| other == mv);
                assert_eq!(position.ordinal(*mv).is_some(), legal, "{mv:?} in {position:?}");
            }
            foreign.extend(moves.iter().map(|(mv, _)| *mv).step_by(3));
            let excess = foreign.len().saturating_sub(200);
            foreign.drain(..excess);
        });
    }
}

/// A position of random pieces on random squares, some kinds more often than a game would have them. `None` where the
/// side that has moved would be in check.
fn random_placement(random: &mut Random) -> Option<Position> {
    const MIXES: [&[u8]; 6] =
        [b"NNNNnp", b"QQQQQQQQqp", b"RRRrbn", b"BBBBbq", b"PPPPNQppppnr", b"PNBRQpnbrq"];
    let mut board = [b'.'; 64];
    let mix = MIXES[random.below(MIXES.len())];
    let many = random.below(4) == 0;
    let men = 2 + random.below(if many { 40 } else { 10 });
    for n in 0..men + 2 {
        let piece = match n {
            0 => b'K',
            1 => b'k',
            _ => mix[random.below(mix.len())],
        };
        let square = random.below(64);
        let back_rank = !(8..56).contains(&square);
        if board[square] == b'.' && !(back_rank && piece.eq_ignore_ascii_case(&b'p')) {
            board[square] = piece;
        } else if n < 2 {
            return None;
        }
    }
    let mut text = String::new();
    for (i, rank) in board.chunks(8).enumerate() {
        if i > 0 {
            text.push('/');
        }
        text.extend(rank.iter().map(|piece| if *piece == b'.' { '1' } else { char::from(*piece) }));
    }
    text.push_str(if random.below(2) == 0 { " w - - 0 1" } else { " b - - 0 1" });
    fen::parse(text.as_bytes()).ok().map(|fen| fen.position)
}

/// Random games, standard and Chess960, and random placements played on for some plies.
///
/// `PGN_POSITIONS=10000000 cargo test --release -p pgnkit-chess random` checks so many positions.
#[test]
fn random_positions() {
    let wanted: usize = std::env::var("PGN_POSITIONS").map_or(12_000, |text| text.parse().unwrap());
    let mut random = Random(0x0dd1);
    let (mut positions, mut moves, mut largest, mut beyond) = (0, 0, 0, 0);
    let mut count = |position: &Position| {
        let found = check(position);
        positions += 1;
        moves += found;
        largest = largest.max(found);
        beyond += usize::from(found > 256);
        positions
    };
    let mut round = 0;
    'enough: loop {
        round += 1;
        for chess960 in [false, true] {
            let mut done = false;
            games(1, 0x5eed + 2 * round, chess960, |position, _| done |= count(position) >= wanted);
            if done {
                break 'enough;
            }
        }
        for _ in 0..40 {
            let Some(mut position) = random_placement(&mut random) else { continue };
            for _ in 0..6 {
                if count(&position) >= wanted {
                    break 'enough;
                }
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                position = position.after(legal[random.below(legal.len())]);
            }
        }
    }
    println!(
        "{positions} positions, {moves} moves, at most {largest}; {beyond} positions with more than 256"
    );
}
