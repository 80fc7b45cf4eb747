//! Pins, forks, and what a move gives up.

use pgnkit::chess::{Bitboard, Color, PieceKind, Position, Square, attacks};

use super::facts::captured;
use super::{Moment, Played};

/// Points of a piece: 1, 3, 3, 5, 9; of a king more than of all others.
pub(super) fn points(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::Pawn => 1,
        PieceKind::Knight | PieceKind::Bishop => 3,
        PieceKind::Rook => 5,
        PieceKind::Queen => 9,
        PieceKind::King => 1000,
    }
}

/// The pieces of both sides that shield their king from a slider.
pub(super) fn pinned(position: &Position) -> Bitboard {
    let occupied = position.occupied();
    let mut pinned = Bitboard::EMPTY;
    for color in Color::ALL {
        let Some(king) = position.pieces(color, PieceKind::King).single() else { continue };
        let sliders = |lines: Bitboard, kind| {
            lines & (position.pieces(!color, kind) | position.pieces(!color, PieceKind::Queen))
        };
        let snipers = sliders(attacks::rook(king, Bitboard::EMPTY), PieceKind::Rook)
            | sliders(attacks::bishop(king, Bitboard::EMPTY), PieceKind::Bishop);
        for sniper in snipers {
            let shield = attacks::between(king, sniper) & occupied;
            if !shield.many() {
                pinned |= shield & position.color(color);
            }
        }
    }
    pinned
}

/// Whether the piece that has moved attacks two pieces at least, of which each is the king, worth more than itself, or not
/// protected; pawns do not count.
pub(super) fn is_fork(moment: &Moment<'_>, played: Played<'_>) -> bool {
    let position = moment.position;
    let (square, us) = (played.mv.destination(), moment.mover());
    let Some(kind) = position.kind_at(square) else { return false };
    let occupied = position.occupied();
    let targets =
        attacks::of(us, kind, square, occupied) & (position.color(!us) - position.kind(PieceKind::Pawn));
    let counts = |target: &Square| {
        let worth = position.kind_at(*target).map_or(0, points);
        worth > points(kind) || position.attackers(*target, !us, occupied).is_empty()
    };
    targets.into_iter().filter(counts).count() >= 2
}

/// The points that the mover loses if the other side takes on the square of the move and both go on taking there as long as
/// it pays, less what the move itself takes. Pins are not looked at.
pub(super) fn given_up(moment: &Moment<'_>, played: Played<'_>) -> u64 {
    let square = played.mv.destination();
    let Some(kind) = moment.position.kind_at(square) else { return 0 };
    let gained = captured(played).map_or(0, points);
    let promoted = played.mv.promotion().map_or(0, |kind| points(kind) - points(PieceKind::Pawn));
    // A pawn that promotes and is taken is a pawn given up, not a queen.
    let lost = exchange(moment.position, square, points(kind)).saturating_sub(promoted);
    lost.saturating_sub(gained).into()
}

/// What the side to move gains by taking on a square, where something worth that stands.
fn exchange(position: &Position, square: Square, worth: u32) -> u32 {
    let mut occupied = position.occupied();
    let mut side = position.turn();
    // What is taken at each step; the balance is counted back from the end.
    let mut taken = [0_i64; 32];
    let (mut steps, mut on_square) = (0, i64::from(worth));
    while steps < taken.len() {
        let attackers = position.attackers(square, side, occupied) & occupied;
        let cheapest = PieceKind::ALL
            .into_iter()
            .find_map(|kind| (attackers & position.kind(kind)).first().map(|square| (kind, square)));
        let Some((kind, from)) = cheapest else { break };
        occupied = occupied - from.bit();
        let is_defended = || (position.attackers(square, !side, occupied) & occupied).any();
        if kind == PieceKind::King && is_defended() {
            break;
        }
        taken[steps] = on_square;
        steps += 1;
        on_square = i64::from(points(kind));
        side = !side;
    }
    // Nobody has to take.
    let gain = taken[..steps].iter().rev().fold(0, |later, now| (now - later).max(0));
    u32::try_from(gain).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(fen: &str, uci: &str, test: impl Fn(&Moment<'_>, Played<'_>)) {
        let before: Position = fen.parse().unwrap();
        let mv = before.parse_uci(uci.as_bytes()).unwrap();
        let position = before.after(mv);
        let played = Played { mv, before: &before };
        let moment = Moment {
            position: &position,
            played: Some(played),
            ply: 1,
            keys: &[],
            said: None,
            view: Color::White,
        };
        test(&moment, played);
    }

    #[test]
    fn points_that_a_move_gives_up() {
        for (fen, mv, expected) in [
            // The Greek gift: a bishop for a pawn.
            ("rnbq1rk1/ppp2ppp/4p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQ - 0 1", "d3h7", 2),
            // Taken and taken back.
            ("4k3/8/3p4/4p3/3P4/2P5/8/4K3 w - - 0 1", "d4e5", 0),
            ("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", 2),
            ("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", 0),
            ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a8", 0),
            ("r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a8", 0),
            ("2r1k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a8", 9),
            // A king takes only what is not protected.
            ("6k1/6p1/8/8/8/8/6Q1/4K1R1 w - - 0 1", "g2g7", 0),
            ("6k1/6p1/8/8/8/8/6Q1/4K3 w - - 0 1", "g2g7", 8),
            ("8/8/3K4/5k1q/8/8/8/4Q3 w - - 0 1", "e1e5", 0),
            ("8/8/2K5/5k1q/8/8/8/4Q3 w - - 0 1", "e1e5", 9),
            // Promoted and taken: a pawn.
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 1),
            ("r3k3/8/8/8/8/8/R7/R3K3 w - - 0 1", "a2a8", 0),
        ] {
            after(fen, mv, |moment, played| assert_eq!(given_up(moment, played), expected, "{fen} {mv}"));
        }
    }

    #[test]
    fn forks() {
        for (fen, mv, expected) in [
            ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", true),
            ("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", false),
            // Both are protected, and worth no more.
            ("4k3/1p1p4/2n1n3/8/8/8/3P4/4K3 w - - 0 1", "d2d4", false),
            ("4k3/8/2n1n3/8/8/3P4/8/4K3 w - - 0 1", "d3d4", false),
            ("4k3/8/8/2n1n3/8/3P4/8/4K3 w - - 0 1", "d3d4", true),
            ("4k3/8/8/8/1n6/8/8/R3K2n w Q - 0 1", "a1b1", false),
        ] {
            after(fen, mv, |moment, played| assert_eq!(is_fork(moment, played), expected, "{fen} {mv}"));
        }
    }

    #[test]
    fn pins_of_both_sides() {
        for (fen, expected) in [
            ("4k3/4n3/8/8/4R3/8/8/4K3 w - - 0 1", 1),
            ("4k3/4n3/8/4q3/8/4B3/8/4K3 w - - 0 1", 1),
            ("4k3/4n3/4p3/8/4R3/8/8/4K3 w - - 0 1", 0),
            ("4k3/8/8/7b/8/8/4N3/3K4 b - - 0 1", 1),
            ("4k3/4N3/8/8/4R3/8/8/4K3 w - - 0 1", 0),
        ] {
            assert_eq!(pinned(&fen.parse().unwrap()).len(), expected, "{fen}");
        }
    }
}
