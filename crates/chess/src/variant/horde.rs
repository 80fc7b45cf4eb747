//! Horde: 36 pawns against an army.

use core::ops::ControlFlow;

use super::free::{self, PIECES};
use super::{BACK_RANKS, Rules, check_pawns, king_of};
use crate::board::{Bitboard, Color, PieceKind};
use crate::moves::Move;
use crate::position::{COLORS, LIGHT_SQUARES, PawnMoves, Position, SetupError, Sink, Status};

pub(super) struct Horde;

const FIRST_RANK: Bitboard = Bitboard(0xff);

/// Black as usual; White's pawns fill four ranks and four squares of the fifth.
pub(super) fn set_up(position: &mut Position) {
    let (white, black) = (0x0000_0066_ffff_ffff, 0xffff_0000_0000_0000);
    position.boards.iter_mut().for_each(|set| *set &= black);
    position.boards[PieceKind::Pawn.index()] |= white;
    position.boards[COLORS] = white;
    position.rights &= black;
}

impl Rules for Horde {
    fn generate<S: Sink>(position: &Position, sink: &mut S) -> ControlFlow<()> {
        let us = position.turn();
        if king_of(position, us).is_some() {
            return position.generate(sink);
        }
        free::generate(position, &PIECES, !position.color(us), sink)?;
        // From the first rank pawns go two squares, too.
        let free = !position.occupied();
        let pawns = position.pieces(us, PieceKind::Pawn) & FIRST_RANK;
        let over = Bitboard(pawns.0 << 8) & free;
        let double_push = Bitboard(over.0 << 8) & free;
        if us == Color::White && double_push.any() {
            sink.pawns(PawnMoves::double_pushes(us, double_push))?;
        }
        ControlFlow::Continue(())
    }

    fn play(position: &mut Position, mv: Move) {
        position.play_by_standard_rules(mv);
        // A pawn from the first rank is not taken en passant.
        position.set_ep(position.ep());
    }

    fn checks_on(position: &Position, color: Color) -> Bitboard {
        king_of(position, color).map_or(Bitboard::EMPTY, |_| position.attacks_on_king(color))
    }

    fn ending(position: &Position) -> Option<Status> {
        let loser = Color::ALL.into_iter().find(|color| position.color(*color).is_empty())?;
        Some(Status::HordeTaken { winner: !loser })
    }

    /// Whether the horde, whatever its pawns become, is too small to mate Black's king, shut in as it may be. Black can
    /// always win: by taking everything.
    fn has_insufficient_material(position: &Position, color: Color) -> bool {
        let own = position.color(color);
        // A queen and anything else mate a bare king.
        if king_of(position, color).is_some()
            || own.many() && own.intersects(position.kind(PieceKind::Pawn) | position.kind(PieceKind::Queen))
        {
            return false;
        }
        let (horde, army) = (Pieces::of(position, color), Pieces::of(position, !color));
        let is_mate = |horde: Pieces, army: Pieces| {
            MATES.iter().any(|(own, theirs)| horde.has(own) && theirs.iter().any(|theirs| army.has(theirs)))
        };
        !is_mate(horde, army) && !is_mate(horde.recoloured(), army.recoloured())
    }

    fn check_board(position: &Position) -> Result<(), SetupError> {
        let kings = Color::ALL.map(|color| position.pieces(color, PieceKind::King).len());
        match kings {
            [0, 1] => {
                let black = position.color(Color::Black);
                check_pawns(position, (BACK_RANKS - FIRST_RANK) | (FIRST_RANK & black))
            }
            [0, _] if kings[1] == 0 => Err(SetupError::NoKing(Color::Black)),
            [0, _] => Err(SetupError::SeveralKings(Color::Black)),
            _ => Err(SetupError::KingInHorde),
        }
    }
}

/// The pieces that mate Black's king, and those of Black that must shut it in; the fewest, as a test finds them that looks at
/// every mate that a move can give. `l` and `d` are bishops on squares of different colours, whichever is which. There are no pawns, since each
/// can become what is needed.
const MATES: &[(&[u8], &[&[u8]])] = &[
    (b"q", &[b"r", b"ll"]),
    (b"r", &[b"nr"]),
    (b"l", &[b"dd"]),
    (b"n", &[b"ldr", b"lrq", b"lrr", b"nld", b"nlq", b"nlr", b"nnl", b"nnn", b"nnq", b"nnr", b"nrq", b"nrr"]),
    (b"lr", &[b"d", b"n", b"q", b"r"]),
    (b"ld", &[b"l", b"nq", b"nr"]),
    (b"ll", &[b"nd", b"nn"]),
    (b"nl", &[b"d", b"nn", b"nq", b"nr", b"qq", b"rq", b"rr"]),
    (b"nn", &[b"l", b"n"]),
    (b"rr", &[b""]),
    (b"nr", &[b""]),
    // With a queen, two of anything do.
    (b"qq", &[b""]),
    (b"qr", &[b""]),
    (b"ql", &[b""]),
    (b"qn", &[b""]),
    (b"llr", &[b""]),
    (b"ldr", &[b""]),
    (b"lld", &[b""]),
    (b"nll", &[b""]),
    (b"nld", &[b""]),
    (b"nnl", &[b""]),
    (b"nnn", &[b""]),
];

/// How many there are of each kind: `p n l d r q`.
#[derive(Clone, Copy)]
struct Pieces([u32; 6]);

impl Pieces {
    fn of(position: &Position, color: Color) -> Self {
        let of = |kind| position.pieces(color, kind);
        let bishops = of(PieceKind::Bishop);
        let [light, dark] = [bishops & LIGHT_SQUARES, bishops - LIGHT_SQUARES];
        let [pawns, knights, rooks, queens] =
            [PieceKind::Pawn, PieceKind::Knight, PieceKind::Rook, PieceKind::Queen].map(of);
        Self([pawns, knights, light, dark, rooks, queens].map(Bitboard::len))
    }

    const fn recoloured(self) -> Self {
        let Self([pawns, knights, light, dark, rooks, queens]) = self;
        Self([pawns, knights, dark, light, rooks, queens])
    }

    /// Whether these are among them, pawns being promoted.
    fn has(self, letters: &[u8]) -> bool {
        let Self([pawns, others @ ..]) = self;
        let needed = |letter| letters.iter().filter(|other| **other == letter).count() as u32;
        let missing = |(letter, count): (u8, u32)| needed(letter).saturating_sub(count);
        b"nldrq".iter().copied().zip(others).map(missing).sum::<u32>() <= pawns
    }
}
