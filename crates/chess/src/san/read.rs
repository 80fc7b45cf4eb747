//! Lenient reading of move texts.

use super::canonical::{CheckMark, San};
use super::changes::SanChanges;
use super::error::SanError;
use super::explain;
use super::shape::{Case, Claim, Normal, PieceClaim, claim};
use super::word::SanWord;
use crate::board::{Bitboard, PieceKind, Square};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::variant;

/// A move text that was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The legal move it names.
    pub mv: Move,
    /// Its canonical notation, check mark included.
    pub san: San,
    /// Differences of the text from that; empty if the text *is* canonical.
    pub changes: SanChanges,
}

/// Reads a move text in canonical SAN, or in one of the other spellings found in real files.
///
/// Letters are taken in the case they have, if that names a legal move; only then in the other case:
/// `bxc4` is a pawn's move if it can be and a bishop's otherwise, `nf3` is always the knight's. Under
/// each reading exactly one legal move must fit. National piece letters are not guessed.
///
/// # Errors
///
/// Says why the text, read in its own case, is no legal move; see [`SanError`].
///
/// ```
/// use pgnkit_chess::{Position, san::{self, SanChanges}};
/// let start = Position::START;
/// let reading = san::read(&start, b"Ng1-f3").unwrap();
/// assert_eq!(reading.san.to_string(), "Nf3");
/// assert_eq!(reading.changes, SanChanges::LONG_ALGEBRAIC);
/// let error = san::read(&start, b"Bc4").unwrap_err();
/// assert_eq!(error.to_string(), "the bishop on f1 is blocked by the pawn on e2");
/// ```
pub fn read(position: &Position, text: &[u8]) -> Result<Reading, SanError> {
    // The common case first; the slow path finds the same, so this is only for speed.
    if let Some(reading) = read_canonical(position, text) {
        return Ok(reading);
    }
    read_in_cases(position, text, &[Case::Exact, Case::PieceFirst, Case::AllFiles])
}

/// Reads a move text whose letters have the case they have.
pub(super) fn read_exactly(position: &Position, text: &[u8]) -> Result<Reading, SanError> {
    read_in_cases(position, text, &[Case::Exact])
}

fn read_in_cases(position: &Position, text: &[u8], cases: &[Case]) -> Result<Reading, SanError> {
    let normal = Normal::new(text).ok_or(SanError::NotAMove)?;
    let mut first_error = None;
    for &case in cases {
        let Some((claim, changes)) = claim(&normal, case) else { continue };
        match find(position, claim) {
            Ok(mv) => return Ok(compare(position, mv, claim, &normal, changes)),
            // `Dxd5` is not `dxd5` that cannot be played: the letter may be another language's.
            Err(_) if case == Case::AllFiles && has_both_cases(normal.text()) => {}
            Err(error) => {
                first_error.get_or_insert((claim, error));
            }
        }
    }
    let (claim, error) = first_error.ok_or(SanError::NotAMove)?;
    if !position.has_legal_move()
        && position.variant().has_royal_kings()
        && variant::ending(position).is_none()
    {
        return Err(SanError::GameOver { turn: position.turn(), checkmate: position.is_check() });
    }
    if explain::may_be_the_other_sides(&error) && find(&position.with_turn_swapped(), claim).is_ok() {
        return Err(SanError::WrongSideToMove { turn: position.turn() });
    }
    Err(error)
}

fn has_both_cases(text: &[u8]) -> bool {
    text.iter().any(u8::is_ascii_uppercase) && text.iter().any(u8::is_ascii_lowercase)
}

fn read_canonical(position: &Position, text: &[u8]) -> Option<Reading> {
    let mv = position.resolve(SanWord::parse(text)?)?;
    let san = position.san(mv);
    let mut buffer = [0; 8];
    let len = san.write(&mut buffer);
    (buffer.get(..len) == Some(text)).then_some(Reading { mv, san, changes: SanChanges::NONE })
}

/// The legal moves that come nearest to a text that names none: those of its piece to its square, or, where there are
/// none, all of its piece. None of them is what was meant for certain.
///
/// ```
/// use pgnkit_chess::{Position, san};
/// let all_of_the_knights = san::alternatives(&Position::START, b"Nd2");
/// assert_eq!(all_of_the_knights.len(), 4);
/// ```
#[must_use]
pub fn alternatives(position: &Position, text: &[u8]) -> MoveList {
    let mut near = MoveList::new();
    let Some(normal) = Normal::new(text) else { return near };
    let Some((Claim::Piece(claim), _)) = claim(&normal, Case::Exact) else { return near };
    let kind = claim.kind.or_else(|| position.kind_at(claim.origin().single()?));
    let Some(kind) = kind else { return near };
    let legal = position.legal_moves();
    let of_kind =
        || legal.iter().copied().filter(|mv| mv.kind() == kind && !mv.is_castling() && !mv.is_drop());
    for mv in of_kind().filter(|mv| Some(mv.to()) == claim.to()) {
        near.push(mv);
    }
    if near.is_empty() {
        for mv in of_kind() {
            near.push(mv);
        }
    }
    near
}

/// The one legal move that a text names in English letters and no other spelling, if there is one: for other letters
/// put in their places.
pub(super) fn legal(position: &Position, text: &[u8]) -> Option<Move> {
    let normal = Normal::new(text)?;
    find(position, claim(&normal, Case::Exact)?.0).ok()
}

/// The one legal move that fits a claim, or why there is none.
pub(super) fn find(position: &Position, claim: Claim) -> Result<Move, SanError> {
    match claim {
        Claim::Null if position.is_check() => Err(explain::null_in_check(position)),
        Claim::Null => Ok(Move::NULL),
        Claim::Castling(king_side) => {
            let is_meant = |mv: Move| mv.is_castling() && mv.is_king_side_castling() == king_side;
            let found = if position.is_standard() {
                position.castling_moves().find(|mv| is_meant(*mv))
            } else {
                variant::find(position, is_meant)
            };
            found.ok_or_else(|| explain::castling(position, king_side))
        }
        Claim::Drop(kind, to) => {
            let found = variant::find(position, |mv| mv.is_drop() && (mv.kind(), mv.to()) == (kind, to));
            found.ok_or_else(|| explain::drop(position, kind, to))
        }
        Claim::Piece(claim) => find_piece_move(position, &claim),
    }
}

fn find_piece_move(position: &Position, claim: &PieceClaim) -> Result<Move, SanError> {
    let moves = position.legal_moves();
    let fitting = Fitting { moves: &moves, claim, castles_by_destination: true };
    // In Chess960 a step of the king can be to the square where castling leads, too: `f1g1`. Coordinates name castling by the
    // king's destination only where nothing else fits.
    let castles_by_destination = !fitting.iter().any(|mv| !fitting.is_by_destination(mv));
    let fitting = Fitting { castles_by_destination, ..fitting };
    let mut origins = Bitboard::EMPTY;
    let mut targets = Bitboard::EMPTY;
    let (mut found, mut count) = (None, 0);
    for mv in fitting.iter() {
        origins |= mv.from().bit();
        targets |= mv.to().bit();
        count += 1;
        // A missing promotion piece is read as a queen.
        if found.is_none() || mv.promotion() == Some(PieceKind::Queen) {
            found = Some(mv);
        }
    }
    let promotes = found.is_some_and(|mv| mv.promotion().is_some() && claim.promotion.is_none());
    let unique = origins.single().is_some() && targets.single().is_some() && (count == 1 || promotes);
    match found {
        Some(mv) if unique => Ok(mv),
        Some(mv) => Err(SanError::Ambiguous { candidates: origins, kind: mv.kind(), to: claim.to() }),
        None => Err(explain::piece_move(position, claim)),
    }
}

/// The legal moves that agree with everything a claim says.
struct Fitting<'a> {
    moves: &'a MoveList,
    claim: &'a PieceClaim,
    castles_by_destination: bool,
}

impl Fitting<'_> {
    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        let is_wanted = |mv: Move| self.castles_by_destination || !self.is_by_destination(mv);
        self.moves.iter().copied().filter(move |&mv| fits(mv, self.claim) && is_wanted(mv))
    }

    /// Whether a move is castling that is not named as king takes rook.
    fn is_by_destination(&self, mv: Move) -> bool {
        mv.is_castling() && self.claim.to() != Some(mv.to())
    }
}

fn fits(mv: Move, claim: &PieceClaim) -> bool {
    if mv.is_drop()
        || claim.promotion.is_some() && claim.promotion != mv.promotion()
        || !claim.origin().contains(mv.from())
        || claim.kind.is_some_and(|kind| kind != mv.kind())
    {
        return false;
    }
    if mv.is_castling() {
        // As the king's move, from its full square: `e1g1`, `Ke1-g1`, `e1h1`.
        let full = claim.from_file.is_some() && claim.from_rank.is_some();
        return full && (claim.to() == Some(mv.destination()) || claim.to() == Some(mv.to()));
    }
    let to: Square = mv.to();
    if to.file() != claim.to_file || claim.to_rank.is_some_and(|rank| rank != to.rank()) {
        return false;
    }
    // `d5` is never a capture from some other file: that would be a guess.
    mv.kind() != PieceKind::Pawn || claim.from_file.is_some() || mv.is_capture() == claim.capture
}

/// Notes how the text differs from the canonical notation of the move found.
fn compare(position: &Position, mv: Move, claim: Claim, normal: &Normal, changes: SanChanges) -> Reading {
    let mut changes = changes;
    let san = position.san_with_next(mv, &position.after(mv));
    match (normal.mark, san.mark()) {
        (written, actual) if written == actual => {}
        (CheckMark::None, _) => changes |= SanChanges::MARK_INSERTED,
        // The board decides what `++` meant.
        (CheckMark::Check, CheckMark::Mate) if changes.contains(SanChanges::MARK_SPELLING) => {}
        _ => changes |= SanChanges::MARK_CORRECTED,
    }
    let Claim::Piece(claim) = claim else { return Reading { mv, san, changes } };
    if mv.is_castling() {
        changes |= SanChanges::CASTLING_SPELLING | SanChanges::LONG_ALGEBRAIC;
        return Reading { mv, san, changes };
    }
    let superfluous_file = claim.from_file.is_some() && san.from_file().is_none();
    let superfluous_rank = claim.from_rank.is_some() && san.from_rank().is_none();
    if claim.kind.is_none() || claim.hyphen {
        changes |= SanChanges::LONG_ALGEBRAIC;
    } else if superfluous_file || superfluous_rank {
        changes |= if claim.from_file.is_some() && claim.from_rank.is_some() {
            SanChanges::LONG_ALGEBRAIC
        } else {
            SanChanges::OVER_DISAMBIGUATED
        };
    }
    if san.from_file().is_some() && claim.from_file.is_none() && mv.kind() == PieceKind::Pawn {
        changes |= SanChanges::ABBREVIATED_CAPTURE;
    }
    if mv.is_capture() && !claim.capture {
        changes |= SanChanges::CAPTURE_INSERTED;
    }
    if claim.capture && !mv.is_capture() {
        changes |= SanChanges::CAPTURE_REMOVED;
    }
    if mv.promotion().is_some() && claim.promotion.is_none() {
        changes |= SanChanges::PROMOTION_ASSUMED;
    }
    Reading { mv, san, changes }
}
