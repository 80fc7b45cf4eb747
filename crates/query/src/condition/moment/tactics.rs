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
    targets.into_iter().filter(|target| is_worth_it(position, us, kind, *target)).count() >= 2
}

/// Whether a piece of the side to move is pinned to its king and lost: one of its attackers is worth less, or it is not protected; pawns do
/// not count.
pub(super) fn is_pin(moment: &Moment<'_>) -> bool {
    let position = moment.position;
    let us = moment.mover();
    let targets = position.color(!us) & pinned(position);
    (targets - position.kind(PieceKind::Pawn)).into_iter().any(|target| {
        let attackers = position.attackers(target, us, position.occupied());
        let mut kinds = attackers.into_iter().filter_map(|square| position.kind_at(square));
        kinds.any(|kind| is_worth_it(position, us, kind, target))
    })
}

/// Whether a slider that has moved attacks the king or a piece that must go, with another one behind it that is then lost, and worth less.
pub(super) fn is_skewer(moment: &Moment<'_>, played: Played<'_>) -> bool {
    let position = moment.position;
    let (square, us) = (played.mv.destination(), moment.mover());
    let Some(kind) = position.kind_at(square) else { return false };
    if !matches!(kind, PieceKind::Queen | PieceKind::Rook | PieceKind::Bishop) {
        return false;
    }
    let occupied = position.occupied();
    let seen = attacks::of(us, kind, square, occupied);
    let worth = |square| position.kind_at(square).map_or(0, points);
    (seen & position.color(!us)).into_iter().any(|front| {
        let through = occupied - front.bit();
        let behind = (attacks::of(us, kind, square, through) - seen) & position.color(!us);
        let behind = (behind - position.kind(PieceKind::Pawn)).first();
        behind.is_some_and(|behind| {
            let is_free = (position.attackers(behind, !us, through) - front.bit()).is_empty();
            worth(front) > worth(behind)
                && is_worth_it(position, us, kind, front)
                && (is_free || worth(behind) > points(kind))
        })
    })
}

/// Whether the move opens a line on which another piece now attacks the king, or a piece that is worth more than it or not
/// protected; pawns do not count.
pub(super) fn is_discovered_attack(moment: &Moment<'_>, played: Played<'_>) -> bool {
    let (position, mv) = (moment.position, played.mv);
    if mv.is_castling() || mv.is_drop() {
        return false;
    }
    let us = moment.mover();
    let occupied = position.occupied();
    let closed = occupied | mv.from().bit();
    let theirs = position.color(!us) - position.kind(PieceKind::Pawn);
    let sliders = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen].into_iter().flat_map(|kind| {
        let others = position.pieces(us, kind) - mv.destination().bit();
        others.into_iter().map(move |square| (kind, square))
    });
    sliders.into_iter().any(|(kind, square)| {
        let opened = attacks::of(us, kind, square, occupied) - attacks::of(us, kind, square, closed);
        (opened & theirs).into_iter().any(|target| is_worth_it(position, us, kind, target))
    })
}

/// Whether a piece of a side gains by taking this: it is worth more, or not protected.
fn is_worth_it(position: &Position, us: Color, kind: PieceKind, target: Square) -> bool {
    let worth = position.kind_at(target).map_or(0, points);
    worth > points(kind) || position.attackers(target, !us, position.occupied()).is_empty()
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

/// Gain of the side to move from captures on a square, whose first piece has this worth.
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
            annotations: None,
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
    fn pins() {
        for (fen, mv, expected) in [
            // A queen by a rook; a knight that nobody protects; one that is protected; one that a pawn attacks; none.
            ("4k3/8/4q3/8/8/8/8/R5K1 w - - 0 1", "a1e1", true),
            ("4k3/8/4n3/8/8/8/8/R5K1 w - - 0 1", "a1e1", true),
            ("4k3/3p4/4n3/8/8/8/8/R5K1 w - - 0 1", "a1e1", false),
            ("4k3/3p4/4n3/8/5P2/8/8/4R1K1 w - - 0 1", "f4f5", true),
            ("4k3/3p4/4n3/8/5P2/8/8/3R2K1 w - - 0 1", "f4f5", false),
            ("4k3/8/8/8/8/8/4q3/K3R3 b - - 0 1", "e8e7", false),
        ] {
            after(fen, mv, |moment, _| assert_eq!(is_pin(moment), expected, "{fen} {mv}"));
        }
    }

    #[test]
    fn skewers() {
        for (fen, mv, expected) in [
            ("q7/8/2k5/8/8/7B/8/4K3 w - - 0 1", "h3g2", true),
            ("8/8/2q5/8/4k3/8/8/4KB2 w - - 0 1", "f1g2", true),
            // Protected, and worth no more than the bishop; a pawn; the queen is the rear piece; there is none.
            ("n2r4/8/2k5/8/8/7B/8/4K3 w - - 0 1", "h3g2", false),
            ("8/1p6/2k5/8/8/7B/8/4K3 w - - 0 1", "h3g2", false),
            ("q6k/8/2r5/8/8/7B/8/4K3 w - - 0 1", "h3g2", false),
            ("8/8/2k5/8/8/7B/8/4K3 w - - 0 1", "h3g2", false),
            ("r6k/8/2q5/8/8/7B/8/4K3 w - - 0 1", "h3g2", true),
        ] {
            after(fen, mv, |moment, played| assert_eq!(is_skewer(moment, played), expected, "{fen} {mv}"));
        }
    }

    #[test]
    fn discovered_attacks() {
        for (fen, mv, expected) in [
            ("3qk3/8/8/8/8/3B4/8/3RK3 w - - 0 1", "d3b5", true),
            ("3rk3/8/8/8/8/3B4/8/3RK3 w - - 0 1", "d3b5", false),
            ("3r2k1/8/8/8/8/3B4/8/3RK3 w - - 0 1", "d3b5", true),
            ("3k4/8/8/8/8/3B4/8/3RK3 w - - 0 1", "d3b5", true),
            // It was open already; a pawn is attacked; the piece itself attacks.
            ("3q2k1/8/8/8/8/4B3/8/3RK3 w - - 0 1", "e3b6", false),
            ("6k1/3p4/8/8/8/3B4/8/3RK3 w - - 0 1", "d3b5", false),
            ("3q2k1/8/8/8/8/3R4/8/4K3 w - - 0 1", "d3d5", false),
        ] {
            after(fen, mv, |moment, played| {
                assert_eq!(is_discovered_attack(moment, played), expected, "{fen} {mv}");
            });
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
