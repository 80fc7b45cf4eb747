"""What the rules say: which moves are legal, and when a game is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ..._core import Board as CoreBoard
from ..._core import Move as CoreMove
from ..._errors import MoveError
from . import _validity
from ._moves import IllegalMoveError, Move, from_core
from ._outcome import Outcome, Status, Termination
from ._squares import BB_ALL, KING, PAWN, QUEEN, SQUARE_NAMES, Bitboard, Color, PieceType, Square
from ._state import StatefulBoard

if TYPE_CHECKING:
    from ._board import Board


class LegalMoveGenerator:
    """The legal moves of a board, as it is whenever one asks."""

    def __init__(self, board: RuledBoard) -> None:
        self.board = board

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def count(self) -> int:
        core = self.board._position()
        return len(core.legal_moves) if core is not None else sum(1 for _ in self)

    def __iter__(self) -> Iterator[Move]:
        core = self.board._position()
        return map(from_core, core.legal_moves) if core is not None else self.board.generate_legal_moves()

    def __contains__(self, move: Move) -> bool:
        return self.board.is_legal(move)

    def __repr__(self) -> str:
        board: Board = self.board  # type: ignore[assignment]
        return f"<LegalMoveGenerator at {id(self):#x} ({', '.join(board.san(move) for move in self)})>"


class PseudoLegalMoveGenerator:
    """The moves that pieces can make, whether or not the king is in check then."""

    def __init__(self, board: RuledBoard) -> None:
        self.board = board

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def count(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Move]:
        return self.board.generate_pseudo_legal_moves()

    def __contains__(self, move: Move) -> bool:
        return self.board.is_pseudo_legal(move)

    def __repr__(self) -> str:
        board: Board = self.board  # type: ignore[assignment]
        moves = (board.san(move) if board.is_legal(move) else board.uci(move) for move in self)
        return f"<PseudoLegalMoveGenerator at {id(self):#x} ({', '.join(moves)})>"


class RuledBoard(StatefulBoard):
    """A board that knows the rules."""

    # Moves.

    @property
    def legal_moves(self) -> LegalMoveGenerator:
        """The legal moves: to be iterated, counted with `count()`, or asked with `in`."""
        return LegalMoveGenerator(self)

    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoveGenerator:
        return PseudoLegalMoveGenerator(self)

    def generate_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal moves from some squares to some squares."""
        core = self._position()
        if core is not None:
            moves: Iterator[Move] = map(from_core, core.legal_moves)
        else:
            loose = self._as_loose()
            moves = (move for move in loose.pseudo_legal_moves() if not loose.leaves_king(move))
        return _among(moves, from_mask, to_mask)

    def generate_legal_captures(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        return (move for move in self.generate_legal_moves(from_mask, to_mask) if self.is_capture(move))

    def generate_legal_ep(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        return (move for move in self.generate_legal_moves(from_mask, to_mask) if self.is_en_passant(move))

    def generate_castling_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        return _among(self._as_loose().castling_moves(), from_mask, to_mask)

    def generate_pseudo_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """What pieces can do, whether or not the king is in check then."""
        return _among(self._as_loose().pseudo_legal_moves(), from_mask, to_mask)

    def generate_pseudo_legal_captures(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        return (move for move in self.generate_pseudo_legal_moves(from_mask, to_mask) if self.is_capture(move))

    def generate_pseudo_legal_ep(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        return (move for move in self.generate_pseudo_legal_moves(from_mask, to_mask) if self.is_en_passant(move))

    def is_legal(self, move: Move) -> bool:
        core = self._position()
        if core is not None:
            return bool(move) and core.is_legal(move._core or move.core)
        return self.is_pseudo_legal(move) and not self._as_loose().leaves_king(move)

    def is_pseudo_legal(self, move: Move) -> bool:
        if not move:
            return False
        core = self._position()
        if core is not None and core.is_legal(move.core):
            return True
        return any(found == move for found in self.generate_pseudo_legal_moves())

    def find_move(self, from_square: Square, to_square: Square, promotion: PieceType | None = None) -> Move:
        """The legal move between two squares; a pawn becomes a queen unless something else is asked for."""
        if promotion is None and self.piece_type_at(from_square) == PAWN and to_square >> 3 in (0, 7):
            promotion = QUEEN
        move = self._usual(Move(from_square, to_square, promotion))
        if not self.is_legal(move):
            squares = SQUARE_NAMES[from_square] + SQUARE_NAMES[to_square]
            raise IllegalMoveError(f"expected a legal move, found {squares} in {self.fen()}")
        return move

    def _usual(self, move: Move) -> Move:
        """The move with castling as this board writes it."""
        rook = self._as_loose().castles(move) if self._is_kings(move) else None
        if rook is None:
            return move
        if self.chess960:
            return Move(move.from_square, rook)
        return Move(move.from_square, (move.from_square & ~7) + (2 if rook < move.from_square else 6))

    def _is_kings(self, move: Move) -> bool:
        return bool(move) and not move.drop and self.piece_type_at(move.from_square) == KING

    # What a move is.

    def _ask(self, move: Move, of_core: Callable[[CoreMove], bool]) -> bool | None:
        """What pgnkit says of a legal move."""
        try:
            return of_core(move._core or move.core) if move else None
        except MoveError:
            return None

    def is_en_passant(self, move: Move) -> bool:
        return self._as_loose().is_en_passant(move) if self.ep_square == move.to_square and move else False

    def is_capture(self, move: Move) -> bool:
        """Whether a move takes something."""
        if not move or move.drop:
            return False
        core = self._core
        if core is not None:
            answer = self._ask(move, core.is_capture)
            if answer is not None:
                return answer
        touched = 1 << move.from_square | 1 << move.to_square
        return bool(touched & self.occupied_co[not self.turn]) or self.is_en_passant(move)

    def is_zeroing(self, move: Move) -> bool:
        """Whether a move is one of a pawn, or takes something."""
        if not move or move.drop:
            return move.drop == PAWN
        return bool((1 << move.from_square | 1 << move.to_square) & self.pawns) or self.is_capture(move)

    def is_irreversible(self, move: Move) -> bool:
        """Whether the position cannot come again after a move."""
        touched = 1 << move.from_square | 1 << move.to_square if move else 0
        rights = self.clean_castling_rights()
        own_back = 0xFF if self.turn else 0xFF << 56
        loses_rights = bool(touched & rights) or (self._is_kings(move) and bool(rights & own_back))
        return self.is_zeroing(move) or loses_rights or self.has_legal_en_passant()

    def is_castling(self, move: Move) -> bool:
        return self._is_kings(move) and self._as_loose().castles(move) is not None

    def is_kingside_castling(self, move: Move) -> bool:
        return self.is_castling(move) and move.to_square > move.from_square

    def is_queenside_castling(self, move: Move) -> bool:
        return self.is_castling(move) and move.to_square < move.from_square

    def gives_check(self, move: Move) -> bool:
        core = self._core
        if core is not None:
            answer = self._ask(move, core.gives_check)
            if answer is not None:
                return answer
        self.push(move)
        try:
            return self.is_check()
        finally:
            self.pop()

    def is_into_check(self, move: Move) -> bool:
        """Whether the own king is in check after a move."""
        return not self.is_legal(move) and self._as_loose().leaves_king(move)

    def was_into_check(self) -> bool:
        """Whether the side that has moved has left its king in check."""
        king = self.king(not self.turn)
        return king is not None and self.is_attacked_by(self.turn, king)

    # Rights.

    def has_castling_rights(self, color: Color) -> bool:
        return bool(self.clean_castling_rights() & (0xFF if color else 0xFF << 56))

    def _rights_beside(self, color: Color, is_kingside: bool) -> bool:
        king = self.king(color)
        if king is None:
            return False
        rights = self.clean_castling_rights() & (0xFF if color else 0xFF << 56)
        return bool(rights >> king if is_kingside else rights & (1 << king) - 1)

    def has_kingside_castling_rights(self, color: Color) -> bool:
        return self._rights_beside(color, True)

    def has_queenside_castling_rights(self, color: Color) -> bool:
        return self._rights_beside(color, False)

    def has_chess960_castling_rights(self) -> bool:
        """Whether there are rights that standard chess does not know."""
        loose = self._as_loose().copy()
        loose.chess960 = True
        rights = loose.clean_castling()
        loose.chess960 = False
        return rights != loose.clean_castling()

    # How it stands.

    def is_check(self) -> bool:
        if self._core is not None:
            return self._core.is_check()
        return bool(self.checkers_mask())

    def is_checkmate(self) -> bool:
        if self._core is not None:
            return self._core.is_checkmate()
        return self.is_check() and not self.legal_moves

    def is_stalemate(self) -> bool:
        if self._core is not None:
            return self._core.is_stalemate()
        return not self.is_check() and not self.legal_moves

    def is_insufficient_material(self) -> bool:
        """Whether nobody can mate any more."""
        return self.has_insufficient_material(True) and self.has_insufficient_material(False)

    def has_insufficient_material(self, color: Color) -> bool:
        """Whether a side cannot mate any more, whatever the other one does."""
        core = self._position()
        if core is not None:
            return core.has_insufficient_material("white" if color else "black")
        return _validity.has_insufficient_material(self, color)

    def _has_rested(self, halfmoves: int) -> bool:
        return self.halfmove_clock >= halfmoves and bool(self.legal_moves)

    def is_seventyfive_moves(self) -> bool:
        return self._has_rested(150)

    def is_fifty_moves(self) -> bool:
        return self._has_rested(100)

    def is_fivefold_repetition(self) -> bool:
        return self.is_repetition(5)

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position is there for so many times at least."""
        if self._core is not None and not self._saved:
            return self._core.is_repetition(count)
        board = self.copy()
        key, seen = board._transposition_key(), 1
        while board.move_stack and seen < count:
            board.pop()
            seen += board._transposition_key() == key
        return seen >= count

    def can_claim_draw(self) -> bool:
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def can_claim_fifty_moves(self) -> bool:
        """Whether fifty moves were made without capture or move of a pawn, the next move included."""
        if self.is_fifty_moves():
            return True
        if self.halfmove_clock < 99:
            return False
        return any(not self.is_zeroing(move) and self._after(move, self.is_fifty_moves) for move in self.legal_moves)

    def can_claim_threefold_repetition(self) -> bool:
        """Whether the position is there for the third time, or can be after the next move."""
        if self.is_repetition(3):
            return True
        core = self._core
        # A position that comes again has come before: eight half-moves are the least.
        if core is None or self._saved:
            return any(self._after(move, self.is_repetition) for move in list(self.legal_moves))
        if core.halfmove_clock < 7 or len(self.move_stack) < 7:
            return False
        return any(_repeats(core, move) for move in core.legal_moves)

    def _after(self, move: Move, ask: Callable[[], bool]) -> bool:
        self.push(move)
        try:
            return ask()
        finally:
            self.pop()

    def is_variant_end(self) -> bool:
        """Whether a rule of the variant has ended the game."""
        return False

    def is_variant_win(self) -> bool:
        return False

    def is_variant_loss(self) -> bool:
        return False

    def is_variant_draw(self) -> bool:
        return False

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game has ended by the rules; `None` while it goes on. `claim_draw` is for draws that need a claim."""
        if self.is_variant_loss():
            return Outcome(Termination.VARIANT_LOSS, not self.turn)
        if self.is_variant_win():
            return Outcome(Termination.VARIANT_WIN, self.turn)
        if self.is_variant_draw():
            return Outcome(Termination.VARIANT_DRAW, None)
        if self.is_checkmate():
            return Outcome(Termination.CHECKMATE, not self.turn)
        if self.is_insufficient_material():
            return Outcome(Termination.INSUFFICIENT_MATERIAL, None)
        if self.is_stalemate():
            return Outcome(Termination.STALEMATE, None)
        if self.is_seventyfive_moves():
            return Outcome(Termination.SEVENTYFIVE_MOVES, None)
        if self.is_fivefold_repetition():
            return Outcome(Termination.FIVEFOLD_REPETITION, None)
        if claim_draw:
            if self.can_claim_fifty_moves():
                return Outcome(Termination.FIFTY_MOVES, None)
            if self.can_claim_threefold_repetition():
                return Outcome(Termination.THREEFOLD_REPETITION, None)
        return None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    def status(self) -> Status:
        """What is wrong with the position; `STATUS_VALID` is nothing."""
        return _validity.status(self)

    def is_valid(self) -> bool:
        return self.status() == Status.VALID


def _among(moves: Iterator[Move], from_mask: Bitboard, to_mask: Bitboard) -> Iterator[Move]:
    if from_mask == to_mask == BB_ALL:
        return moves
    return (move for move in moves if from_mask >> move.from_square & 1 and to_mask >> move.to_square & 1)


def _repeats(core: CoreBoard, move: CoreMove) -> bool:
    core.push(move)
    try:
        return core.is_repetition(3)
    finally:
        core.pop()
