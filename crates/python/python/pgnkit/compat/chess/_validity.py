"""What is wrong with a position, and what material can mate, for positions that a script has set by hand, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._attacks import between, ray
from ._outcome import Status
from ._squares import BB_BACKRANKS, BB_DARK_SQUARES, BB_LIGHT_SQUARES, Bitboard, Color, popcount, scan_forward

if TYPE_CHECKING:
    from ._rules import RuledBoard


def status(board: RuledBoard) -> Status:
    """What is wrong."""
    found = Status.VALID
    occupied = board.occupied
    if not occupied:
        found |= Status.EMPTY
    kings, (black, white) = board.kings, board.occupied_co
    if not kings & white:
        found |= Status.NO_WHITE_KING
    if not kings & black:
        found |= Status.NO_BLACK_KING
    if popcount(kings) > 2:
        found |= Status.TOO_MANY_KINGS
    pawns = board.pawns
    limits = (
        (white, Status.TOO_MANY_WHITE_PIECES, Status.TOO_MANY_WHITE_PAWNS),
        (black, Status.TOO_MANY_BLACK_PIECES, Status.TOO_MANY_BLACK_PAWNS),
    )
    for own, too_many, too_many_pawns in limits:
        if popcount(own) > 16:
            found |= too_many
        if popcount(own & pawns) > 8:
            found |= too_many_pawns
    if pawns & BB_BACKRANKS:
        found |= Status.PAWNS_ON_BACKRANK
    if board.castling_rights != board.clean_castling_rights():
        found |= Status.BAD_CASTLING_RIGHTS
    passed = board.ep_square
    is_passed = passed is not None and is_en_passant_possible(board, passed)
    if passed is not None and not is_passed:
        found |= Status.INVALID_EP_SQUARE
    if board.was_into_check():
        found |= Status.OPPOSITE_CHECK
    return found | _of_checks(board, passed if is_passed else None)


def is_en_passant_possible(board: RuledBoard, square: int) -> bool:
    """Whether a pawn can just have passed a square."""
    back = -8 if board.turn else 8
    if square >> 3 != (5 if board.turn else 2):
        return False
    pawn, home = square + back, square - back
    occupied = board.occupied
    theirs = board.pieces_mask(1, not board.turn)
    return bool(theirs >> pawn & 1) and not occupied >> square & 1 and not occupied >> home & 1


def _of_checks(board: RuledBoard, passed: int | None) -> Status:
    checkers = board.checkers_mask()
    king = board.king(board.turn)
    if king is None or not checkers:
        return Status.VALID
    if popcount(checkers) > 2:
        return Status.TOO_MANY_CHECKERS | Status.IMPOSSIBLE_CHECK
    squares = list(scan_forward(checkers))
    if passed is not None:
        # The pawn has given check itself, or it has opened a line by leaving.
        back = -8 if board.turn else 8
        pawn, home = passed + back, passed - back
        before: Bitboard = board.occupied & ~(1 << pawn) | 1 << home
        others = [at for at in squares if at != pawn]
        is_odd = any(not between(at, king) & before for at in others)
        return Status.IMPOSSIBLE_CHECK if len(squares) > 1 or is_odd else Status.VALID
    if len(squares) == 2 and ray(squares[0], squares[1]) >> king & 1:
        return Status.IMPOSSIBLE_CHECK
    return Status.VALID


def has_insufficient_material(board: RuledBoard, color: Color) -> bool:
    """Whether the pieces of a side can give mate in no way, even if the other one helps."""
    own, theirs = board.occupied_co[color], board.occupied_co[not color]
    if own & (board.pawns | board.rooks | board.queens):
        return False
    if own & board.knights:
        # A knight mates if a piece of the other side takes a square from its own king; a queen never does.
        return popcount(own) <= 2 and not theirs & ~board.kings & ~board.queens
    if own & board.bishops:
        all_bishops = board.bishops
        same = not all_bishops & BB_DARK_SQUARES or not all_bishops & BB_LIGHT_SQUARES
        return same and not board.pawns and not board.knights
    return True
