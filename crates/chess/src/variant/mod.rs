//! Variants of chess: the games that servers play besides standard chess and Chess960.
//!
//! A [`Position`] knows its variant, and all that can be asked of it (moves, notation, FEN, status) follows that
//! variant's rules. [`Variant::start`] is where its games begin, [`fen::parse_variant`](crate::fen::parse_variant) reads
//! its positions, [`TagVariant::from_name`] knows the names that the tag `Variant` has in files.
//!
//! ```
//! use pgnkit_chess::{Color, Status, Variant};
//!
//! let mut position = Variant::Atomic.start();
//! for san in ["Nf3", "e6", "Ng5", "h6", "Nxf7#"] {
//!     position.play(position.parse_san(san)?);
//! }
//! assert_eq!(position.status(), Status::KingExploded { winner: Color::White });
//! # Ok::<(), pgnkit_chess::san::SanError>(())
//! ```
//!
//! # How it is built
//!
//! Each variant is one file with a type that implements `Rules`; whatever it does not say is as in standard chess.
//! `by_rules!` holds the list and chooses among them. Standard chess asks nothing: its moves do not carry the mark that
//! leads here, and the functions that replay games of standard chess know that they do.

mod antichess;
mod atomic;
mod crazyhouse;
mod extra;
mod free;
mod horde;
mod king_of_the_hill;
mod names;
mod notation;
mod racing_kings;
mod suicide;
mod three_check;

use core::ops::ControlFlow;

pub(crate) use extra::{Extra, MAX_POCKET};
pub use names::TagVariant;
pub(crate) use notation::{find, find_move, move_at_ordinal, ordinal, parse_uci, resolve, san};

use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::{Move, MoveList};
use crate::position::{Any, Count, Each, Position, SetupError, Sink, Status};
use crate::san::SanError;

/// The rules that a game is played by. Chess960 is not among them: its castling goes with any of these
/// ([`ChessMode`](crate::ChessMode)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// Standard chess, and Chess960.
    #[default]
    Standard,
    /// Pieces that were taken are put back on the board by those who took them.
    Crazyhouse,
    /// Who gives check for the third time has won.
    ThreeCheck,
    /// Whose king comes to d4, d5, e4 or e5 has won.
    KingOfTheHill,
    /// Taking is compulsory; who has lost everything, or cannot move, has won. The king is a piece like others.
    Antichess,
    /// What takes explodes, with what is taken and all pieces around except pawns. Whose king explodes has lost.
    Atomic,
    /// White has 36 pawns and no king. Black wins by taking everything.
    Horde,
    /// Whose king comes to the eighth rank first has won; nobody may give check.
    RacingKings,
    /// Antichess as FICS plays it: where the side to move cannot, who has fewer pieces has won, and equal numbers draw.
    Suicide,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Self; 9] = [
        Self::Standard,
        Self::Crazyhouse,
        Self::ThreeCheck,
        Self::KingOfTheHill,
        Self::Antichess,
        Self::Atomic,
        Self::Horde,
        Self::RacingKings,
        Self::Suicide,
    ];

    /// The position from which its games usually start.
    ///
    /// ```
    /// use pgnkit_chess::{Color, Variant};
    ///
    /// let start = Variant::Horde.start();
    /// assert_eq!(start.color(Color::White).len(), 36);
    /// assert_eq!(start.variant(), Variant::Horde);
    /// ```
    #[must_use]
    pub fn start(self) -> Position {
        let mut start = Position { extra: Extra::of(self), ..Position::START };
        match self {
            Self::Horde => horde::set_up(&mut start),
            Self::RacingKings => racing_kings::set_up(&mut start),
            Self::Antichess | Self::Suicide => start.rights = 0,
            _ => {}
        }
        start
    }

    /// Whether there is castling.
    pub(crate) const fn castles(self) -> bool {
        !matches!(self, Self::Antichess | Self::Suicide | Self::RacingKings)
    }

    /// Whether check, mate and pins are those of standard chess, with one king of each colour.
    pub(crate) const fn has_royal_kings(self) -> bool {
        !matches!(self, Self::Antichess | Self::Suicide | Self::Atomic | Self::Horde)
    }
}

/// The rules of one variant. What is not said is as in standard chess.
trait Rules {
    /// Passes the legal moves on, without the mark of a variant; none when the game is over.
    fn generate<S: Sink>(position: &Position, sink: &mut S) -> ControlFlow<()> {
        position.generate(sink)
    }

    /// Plays a legal move.
    fn play(position: &mut Position, mv: Move) {
        position.play_by_standard_rules(mv);
    }

    /// The pieces that give check to a colour.
    fn checks_on(position: &Position, color: Color) -> Bitboard {
        position.attacks_on_king(color)
    }

    /// How the game has ended in a way that standard chess does not know.
    fn ending(_: &Position) -> Option<Status> {
        None
    }

    /// How the game has ended when there is no legal move.
    fn without_moves(position: &Position) -> Status {
        if position.is_check() { Status::Checkmate { winner: !position.turn() } } else { Status::Stalemate }
    }

    /// Whether no sequence of legal moves can end with a colour winning.
    fn has_insufficient_material(position: &Position, color: Color) -> bool {
        position.has_insufficient_material_by_standard_rules(color)
    }

    /// Whether the pieces are ones that can be played with.
    fn check_board(position: &Position) -> Result<(), SetupError> {
        check_standard_board(position)
    }

    /// Why these rules do not allow a move from one square to another, where those of standard chess might.
    fn refuse(_: &Position, _: PieceKind, _from: Option<Square>, _to: Square) -> Option<SanError> {
        None
    }
}

struct Standard;

impl Rules for Standard {}

/// The list of variants: evaluates an expression with the rules of the position's variant.
macro_rules! by_rules {
    ($position:expr, $rules:ident => $call:expr) => {
        match $position.variant() {
            Variant::Standard => by_rules!(@ Standard, $rules, $call),
            Variant::Crazyhouse => by_rules!(@ crazyhouse::Crazyhouse, $rules, $call),
            Variant::ThreeCheck => by_rules!(@ three_check::ThreeCheck, $rules, $call),
            Variant::KingOfTheHill => by_rules!(@ king_of_the_hill::KingOfTheHill, $rules, $call),
            Variant::Antichess => by_rules!(@ antichess::Antichess, $rules, $call),
            Variant::Atomic => by_rules!(@ atomic::Atomic, $rules, $call),
            Variant::Horde => by_rules!(@ horde::Horde, $rules, $call),
            Variant::RacingKings => by_rules!(@ racing_kings::RacingKings, $rules, $call),
            Variant::Suicide => by_rules!(@ suicide::Suicide, $rules, $call),
        }
    };
    (@ $type:ty, $rules:ident, $call:expr) => {{
        type $rules = $type;
        $call
    }};
}

fn for_each_move<R: Rules>(position: &Position, mut call: impl FnMut(Move)) {
    let theirs = position.color(!position.turn());
    let _ = R::generate(position, &mut Each { theirs, call: |mv: Move| call(mv.of_variant()) });
}

#[inline(never)]
pub(crate) fn legal_moves(position: &Position, list: &mut MoveList) {
    by_rules!(position, R => for_each_move::<R>(position, |mv| list.push(mv)));
}

#[inline(never)]
pub(crate) fn has_legal_move(position: &Position) -> bool {
    by_rules!(position, R => R::generate(position, &mut Any)).is_break()
}

#[inline(never)]
pub(crate) fn legal_move_count(position: &Position) -> u64 {
    fn count<R: Rules>(position: &Position) -> u64 {
        let mut count = Count(0);
        let _ = R::generate(position, &mut count);
        count.0
    }
    by_rules!(position, R => count::<R>(position))
}

pub(crate) fn perft(position: &Position, depth: u8) -> u64 {
    fn nodes<R: Rules>(position: &Position, depth: u8) -> u64 {
        if depth == 1 {
            let mut count = Count(0);
            let _ = R::generate(position, &mut count);
            return count.0;
        }
        let mut sum = 0;
        for_each_move::<R>(position, |mv| {
            let mut next = *position;
            R::play(&mut next, mv);
            sum += nodes::<R>(&next, depth - 1);
        });
        sum
    }
    if depth == 0 {
        return 1;
    }
    by_rules!(position, R => nodes::<R>(position, depth))
}

#[inline(never)]
pub(crate) fn play(position: &mut Position, mv: Move) {
    by_rules!(position, R => R::play(position, mv));
}

#[inline(never)]
pub(crate) fn checkers(position: &Position) -> Bitboard {
    by_rules!(position, R => R::checks_on(position, position.turn()))
}

/// Whether a move is legal, for moves of unknown origin.
#[inline(never)]
pub(crate) fn is_legal(position: &Position, mv: Move) -> bool {
    if mv.is_null() {
        return mv == Move::NULL && !position.is_check() && ending(position).is_none();
    }
    position.legal_moves().contains(&mv)
}

pub(crate) fn ending(position: &Position) -> Option<Status> {
    by_rules!(position, R => R::ending(position))
}

#[inline(never)]
pub(crate) fn status(position: &Position) -> Status {
    if let Some(status) = ending(position) {
        return status;
    }
    if !position.has_legal_move() {
        return by_rules!(position, R => R::without_moves(position));
    }
    if position.is_insufficient_material() {
        Status::InsufficientMaterial
    } else if position.halfmove_clock() >= 150 {
        Status::SeventyFiveMoves
    } else {
        Status::Ongoing
    }
}

#[inline(never)]
pub(crate) fn has_insufficient_material(position: &Position, color: Color) -> bool {
    by_rules!(position, R => R::has_insufficient_material(position, color))
}

/// Whether the pieces are ones that can be played with.
pub(crate) fn check_board(position: &Position) -> Result<(), SetupError> {
    by_rules!(position, R => R::check_board(position))
}

/// Whether the side that is not to move is safe: a king in check could be taken.
pub(crate) fn check_turn(position: &Position) -> Result<(), SetupError> {
    let color = !position.turn();
    match by_rules!(position, R => R::checks_on(position, color)).first() {
        Some(by) => Err(SetupError::OpponentInCheck { color, by }),
        None => Ok(()),
    }
}

/// Why a piece of this kind, from this square if one is named, cannot go to another one in the position's variant, if
/// that is a reason which standard chess does not know.
pub(crate) fn refuse(
    position: &Position,
    kind: PieceKind,
    from: Option<Square>,
    to: Square,
) -> Option<SanError> {
    if let Some(status) = ending(position) {
        return Some(SanError::VariantOver { status });
    }
    by_rules!(position, R => R::refuse(position, kind, from, to))
}

/// One king of each colour, and no pawn where none can be.
fn check_standard_board(position: &Position) -> Result<(), SetupError> {
    for color in Color::ALL {
        match position.pieces(color, PieceKind::King).len() {
            0 => return Err(SetupError::NoKing(color)),
            1 => {}
            _ => return Err(SetupError::SeveralKings(color)),
        }
    }
    check_pawns(position, BACK_RANKS)
}

const BACK_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

/// No pawn on these squares.
fn check_pawns(position: &Position, forbidden: Bitboard) -> Result<(), SetupError> {
    match (position.kind(PieceKind::Pawn) & forbidden).first() {
        Some(square) => Err(SetupError::PawnOnBackRank(square)),
        None => Ok(()),
    }
}

/// The king of a colour that may have none.
fn king_of(position: &Position, color: Color) -> Option<Square> {
    position.pieces(color, PieceKind::King).first()
}

impl Position {
    /// The rules by which the game is played.
    #[inline]
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.extra.variant()
    }

    #[inline(always)]
    pub(crate) const fn is_standard(&self) -> bool {
        self.extra.is_standard()
    }

    /// The number of pieces of a kind that a colour can put on the board, in [`Variant::Crazyhouse`]; 0 in others.
    #[must_use]
    pub const fn pocket(&self, color: Color, kind: PieceKind) -> u8 {
        self.extra.pocket(color, kind)
    }

    /// The pieces that were pawns, and are again when they are taken, in [`Variant::Crazyhouse`]; none in others.
    #[must_use]
    pub const fn promoted(&self) -> Bitboard {
        Bitboard(self.extra.promoted)
    }

    /// The number of checks after which a colour has won, in [`Variant::ThreeCheck`]; `None` in others.
    ///
    /// ```
    /// use pgnkit_chess::{Color, Variant};
    ///
    /// let mut position = Variant::ThreeCheck.start();
    /// for san in ["e4", "e5", "Qh5", "Nc6", "Qxf7+"] {
    ///     position.play(position.parse_san(san)?);
    /// }
    /// assert_eq!(position.remaining_checks(Color::White), Some(2));
    /// # Ok::<(), pgnkit_chess::san::SanError>(())
    /// ```
    #[must_use]
    pub const fn remaining_checks(&self, color: Color) -> Option<u8> {
        match self.variant() {
            Variant::ThreeCheck => Some(self.extra.checks(color)),
            _ => None,
        }
    }
}
