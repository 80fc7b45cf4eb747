"""What a board is: its position, and the moves that led to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..._core import Board as CoreBoard
from ..._core import Position
from ..._errors import MoveError
from ._attacks import attacks_of
from ._base_board import BaseBoard, Letters
from ._loose import Loose
from ._moves import PIECES, Move, Piece, from_core
from ._squares import (
    STARTING_FEN,
    Bitboard,
    Color,
    EnPassantSpec,
    PieceType,
    Square,
    flip_vertical,
    lsb,
)
from ._squareset import IntoSquareSet, SquareSet, mask_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import Self


class StatefulBoard(BaseBoard):
    """Pieces, the side to move, rights and clocks; moves are made and taken back.

    One of two holds the position: pgnkit's own board (`_core`), or, where a script has set something by hand, `_loose`.
    """

    aliases: ClassVar[list[str]] = ["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
    uci_variant: ClassVar[str | None] = "chess"
    xboard_variant: ClassVar[str | None] = "normal"
    starting_fen: ClassVar[str] = STARTING_FEN
    # The name that pgnkit knows the variant by.
    _variant: ClassVar[str | None] = None

    chess960: bool
    move_stack: list[Move]

    def __init__(self, fen: str | None = STARTING_FEN, *, chess960: bool = False) -> None:
        self.chess960 = chess960
        self.move_stack = []
        self._core: CoreBoard | None = None
        self._loose: Loose | None = None
        # What held the position before a change, by the number of moves that were made then.
        self._saved: list[tuple[int, CoreBoard | None, Loose | None]] = []
        if fen is None:
            self.clear()
        elif fen is STARTING_FEN or fen == type(self).starting_fen:
            self.reset()
        else:
            self.set_fen(fen)

    @classmethod
    def from_core(cls, core: CoreBoard) -> Self:
        """A board with a position of pgnkit's own and its moves."""
        board = cls.__new__(cls)
        board.chess960 = core.is_chess960
        board.move_stack = [from_core(move) for move in core.moves]
        board._core, board._loose, board._saved = core, None, []
        return board

    # The position, wherever it is.

    def _position(self) -> Position | None:
        """pgnkit's own position, where this is one."""
        return self._core or (self._loose.core if self._loose else None)

    def _as_loose(self) -> Loose:
        """The position as one that anything can be asked of; to be looked at only."""
        if self._loose is not None:
            return self._loose
        assert self._core is not None
        return Loose.of(self._core, self._variant, self.chess960)

    def _loosen(self) -> Loose:
        """The position as one that anything can be set in."""
        if self._loose is None:
            if self.move_stack:
                self._saved.append((len(self.move_stack), self._core, None))
            self._loose, self._core = self._as_loose(), None
        self._loose.changed()
        return self._loose

    def reset(self) -> None:
        """Goes to where games start."""
        self._core, self._loose = CoreBoard(chess960=self.chess960 or None, variant=self._variant or "standard"), None
        self.clear_stack()

    def clear(self) -> None:
        """Takes all pieces off. White is to move then, without castling rights."""
        self._core, self._loose = None, Loose(self._variant, self.chess960)
        self._loose.pockets = "" if self._variant == "crazyhouse" else None
        self._loose.checks = "3+3" if self._variant == "3check" else None
        self.clear_stack()

    def clear_stack(self) -> None:
        """Forgets the moves that were made."""
        if self._core is not None and self.move_stack:
            self._core = CoreBoard(self._core.position)
        self.move_stack.clear()
        self._saved.clear()

    def set_fen(self, fen: str) -> None:
        """Reads a FEN; raises `ValueError` where it is none."""
        try:
            core = CoreBoard(fen, chess960=self.chess960 or None, variant=self._variant or "standard")
        except ValueError:
            pass
        else:
            if core.fen() == fen and core.is_chess960 == self.chess960:
                self._core, self._loose = core, None
                self.move_stack.clear()
                self._saved.clear()
                return
        loose = Loose.read(fen, self._variant, self.chess960)
        self.move_stack.clear()
        self._saved.clear()
        self._core, self._loose = None, loose
        position = loose.core
        # pgnkit sets right what cannot be; scripts ask for what the FEN says.
        if (
            position is not None
            and position.castling_rooks == loose.castling
            and position.en_passant == loose.en_passant
            and position.fullmove_number == loose.fullmove_number
        ):
            self._core, self._loose = CoreBoard(position), None

    # Fields.

    @property
    def turn(self) -> Color:
        """The side to move."""
        if self._core is not None:
            return self._core.turn == "white"
        assert self._loose is not None
        return self._loose.turn

    @turn.setter
    def turn(self, turn: Color) -> None:
        if turn != self.turn:
            self._loosen().turn = bool(turn)

    @property
    def castling_rights(self) -> Bitboard:
        """The squares of the rooks that may castle."""
        if self._core is not None:
            return self._core.castling_rooks
        assert self._loose is not None
        return self._loose.castling

    @castling_rights.setter
    def castling_rights(self, castling_rights: Bitboard) -> None:
        if castling_rights != self.castling_rights:
            self._loosen().castling = castling_rights

    @property
    def ep_square(self) -> Square | None:
        """The square that a pawn has just passed, whether or not it can be taken there."""
        if self._core is not None:
            return self._core.en_passant
        assert self._loose is not None
        return self._loose.en_passant

    @ep_square.setter
    def ep_square(self, ep_square: Square | None) -> None:
        if ep_square != self.ep_square:
            self._loosen().en_passant = ep_square

    @property
    def halfmove_clock(self) -> int:
        """Half-moves since the last capture or move of a pawn."""
        if self._core is not None:
            return self._core.halfmove_clock
        assert self._loose is not None
        return self._loose.halfmove_clock

    @halfmove_clock.setter
    def halfmove_clock(self, halfmove_clock: int) -> None:
        if halfmove_clock != self.halfmove_clock:
            self._loosen().halfmove_clock = halfmove_clock

    @property
    def fullmove_number(self) -> int:
        if self._core is not None:
            return self._core.fullmove_number
        assert self._loose is not None
        return self._loose.fullmove_number

    @fullmove_number.setter
    def fullmove_number(self, fullmove_number: int) -> None:
        if fullmove_number != self.fullmove_number:
            self._loosen().fullmove_number = fullmove_number

    def ply(self) -> int:
        """Half-moves since the start of a game, by the number of the move."""
        return 2 * (self.fullmove_number - 1) + (not self.turn)

    # Pieces.

    def _letters(self) -> Letters:
        if self._core is not None:
            return self._core.pieces()
        assert self._loose is not None
        return self._loose.letters

    def _own_letters(self) -> Letters:
        # Moves that led to other pieces led nowhere.
        self.clear_stack()
        return self._loosen().letters

    def _promoted_mask(self) -> Bitboard:
        if self._core is not None:
            return Loose.of(self._core, self._variant, False).promoted if self._variant == "crazyhouse" else 0
        assert self._loose is not None
        return self._loose.promoted

    def _mark_promoted(self, mask: Bitboard) -> None:
        if mask != self._promoted_mask():
            self._loosen().promoted = mask

    def _mask(self, letters: str) -> Bitboard:
        core = self._core
        if core is None:
            return super()._mask(letters)
        if len(letters) == 12:
            return core.bitboard()
        if len(letters) == 6:
            return core.bitboard(None, "white" if letters[0] == "P" else "black")
        mask = 0
        for letter in letters:
            mask |= core.bitboard(letter)
        return mask

    def piece_at(self, square: Square) -> Piece | None:
        letter = self._core.piece_at(square) if self._core is not None else self._letters().get(square)
        return PIECES[letter] if letter else None

    def attackers_mask(self, color: Color, square: Square, occupied: Bitboard | None = None) -> Bitboard:
        if self._core is None or occupied is not None:
            return super().attackers_mask(color, square, occupied)
        return mask_of(self._core.attackers("white" if color else "black", square))

    def attacks_mask(self, square: Square) -> Bitboard:
        if self._core is None:
            return super().attacks_mask(square)
        return mask_of(self._core.attacks(square))

    def king(self, color: Color) -> Square | None:
        if self._core is None or self._promoted_mask():
            return super().king(color)
        kings = self._core.bitboard("K" if color else "k")
        return kings.bit_length() - 1 if kings else None

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Goes to a starting position of Chess960."""
        position = Position.chess960(scharnagl)
        self.chess960 = True
        self._core, self._loose = CoreBoard(position, chess960=True), None
        self.clear_stack()

    # Moves.

    def push(self, move: Move) -> None:
        """Makes a move. It need not be legal, but there must be a piece to move."""
        core = self._core
        if core is not None:
            try:
                made = core.push(move._core or move.core)
            except MoveError:
                self._push_loosely(move)
            else:
                self.move_stack.append(from_core(made))
        else:
            self._push_loosely(move)

    def _push_loosely(self, move: Move) -> None:
        """Makes a move that is not legal, or one in a position that was set by hand."""
        before = (len(self.move_stack), self._core, self._loose)
        position = self._loose.core if self._loose is not None else None
        if position is not None:
            core = CoreBoard(position)
            try:
                made = from_core(core.push(move.core))
            except MoveError:
                pass
            else:
                self._saved.append(before)
                self._core, self._loose = core, None
                self.move_stack.append(made)
                return
        loose = self._as_loose().copy()
        loose.play(move)
        self._saved.append(before)
        self._core, self._loose = None, loose
        self.move_stack.append(move)

    def pop(self) -> Move:
        """Takes the last move back; raises `IndexError` where there is none."""
        move = self.move_stack.pop()
        made = len(self.move_stack)
        while self._saved and self._saved[-1][0] > made:
            _, self._core, self._loose = self._saved.pop()
        if self._saved and self._saved[-1][0] == made and self._is_fresh():
            _, self._core, self._loose = self._saved.pop()
        else:
            assert self._core is not None
            self._core.pop()
        return move

    def _is_fresh(self) -> bool:
        """Whether what holds the position knows nothing of the one before the last move."""
        return self._core is None or self._core.peek() is None or len(self._core.moves) == 1

    def peek(self) -> Move:
        """The last move; raises `IndexError` where there is none."""
        return self.move_stack[-1]

    def root(self) -> Self:
        """A board before the first move."""
        if self._core is not None and not self._saved:
            board = type(self).from_core(CoreBoard(self._core.start))
            board.chess960 = self.chess960
            return board
        board = self.copy()
        while board.move_stack:
            board.pop()
        return board

    def copy(self, *, stack: bool | int = True) -> Self:
        """A board of its own; without the moves, or with so many of the last ones."""
        cls = type(self)
        board = cls.__new__(cls)
        board.chess960 = self.chess960
        board.move_stack, board._saved = [], []
        board._loose = self._loose.copy() if self._loose is not None else None
        if stack is True or (stack and stack >= len(self.move_stack)):
            board._core = self._core.copy() if self._core is not None else None
            board.move_stack = list(self.move_stack)
            board._saved = [
                (made, core.copy() if core is not None else None, loose.copy() if loose is not None else None)
                for made, core, loose in self._saved
            ]
        elif stack:
            last = self.move_stack[-stack:]
            before = self.copy()
            for _ in last:
                before.pop()
            board = before.copy(stack=False)
            for move in last:
                board.push(move)
        else:
            board._core = CoreBoard(self._core.position) if self._core is not None else None
        return board

    def __reduce__(self) -> tuple[object, ...]:
        root = self.root()
        return _unpickled, (type(self), root.fen(en_passant="fen"), self.chess960, list(self.move_stack))

    # FEN.

    def fen(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
    ) -> str:
        """The position as FEN.

        `en_passant` says when the square is written: if a pawn can take there (`legal`), if one would do so were it not
        pinned (`xfen`), always (`fen`).
        """
        if self._core is not None and not shredder and en_passant != "xfen" and promoted is None:
            return self._core.fen(en_passant)
        return " ".join(self._fields(shredder, en_passant, promoted))

    def _fields(self, shredder: bool, en_passant: EnPassantSpec, promoted: bool | None) -> list[str]:
        loose = self._as_loose()
        shown = en_passant == "fen" or (
            self.has_legal_en_passant() if en_passant == "legal" else self.has_pseudo_legal_en_passant()
        )
        fields = loose.fields(shredder=shredder, en_passant=shown)
        if promoted is not None:
            pocket = fields[0].find("[")
            fields[0] = self.board_fen(promoted=promoted) + (fields[0][pocket:] if pocket >= 0 else "")
        return fields

    def shredder_fen(self, *, en_passant: EnPassantSpec = "legal", promoted: bool | None = None) -> str:
        """The position as FEN, with castling rights by the files of rooks."""
        return self.fen(shredder=True, en_passant=en_passant, promoted=promoted)

    def castling_xfen(self) -> str:
        return self._as_loose().castling_text()

    def castling_shredder_fen(self) -> str:
        return self._as_loose().castling_text(shredder=True)

    def set_castling_fen(self, castling_fen: str) -> None:
        """Sets castling rights such as `KQkq`, `HAha` or `-`."""
        self.clear_stack()
        self._loosen().set_castling(castling_fen)

    def clean_castling_rights(self) -> Bitboard:
        """The castling rights that a king and a rook are there for."""
        return self._core.castling_rooks if self._core is not None else self._as_loose().clean_castling()

    def has_pseudo_legal_en_passant(self) -> bool:
        """Whether a pawn stands beside one that it could take en passant, pins aside."""
        square = self.ep_square
        if square is None or square in self._letters() or square >> 3 != (5 if self.turn else 2):
            return False
        beside = attacks_of(1, not self.turn, square, 0)
        return bool(beside & self.pieces_mask(1, self.turn))

    def has_legal_en_passant(self) -> bool:
        """Whether a pawn can take en passant."""
        if self._core is not None:
            return self._core.has_legal_en_passant()
        if not self.has_pseudo_legal_en_passant():
            return False
        loose = self._as_loose()
        return any(loose.is_en_passant(move) and not loose.leaves_king(move) for move in loose.pseudo_legal_moves())

    # Boards from boards.

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        rights, passed = self.castling_rights, self.ep_square
        super().apply_transform(f)
        loose = self._loosen()
        loose.castling = f(rights)
        loose.en_passant = lsb(f(1 << passed)) if passed is not None else None

    def apply_mirror(self) -> None:
        rights, passed, turn = self.castling_rights, self.ep_square, self.turn
        super().apply_mirror()
        loose = self._loosen()
        loose.castling, loose.turn = flip_vertical(rights), not turn
        loose.en_passant = passed ^ 56 if passed is not None else None

    def transform(self, f: Callable[[Bitboard], Bitboard]) -> Self:
        board = self.copy(stack=False)
        board.apply_transform(f)
        return board

    def mirror(self) -> Self:
        """A board with the colours exchanged, the side to move included."""
        board = self.copy(stack=False)
        board.apply_mirror()
        return board

    def _transposition_key(self) -> tuple[object, ...]:
        """What makes two positions the same one for a repetition."""
        fields = self._fields(False, "legal", True)
        return tuple(fields[:-2])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StatefulBoard):
            return super().__eq__(other) if isinstance(other, BaseBoard) else NotImplemented
        if self.uci_variant != other.uci_variant:
            return False
        if self._core is not None and other._core is not None:
            return self._core.fen("legal") == other._core.fen("legal")
        return self._fields(False, "legal", True) == other._fields(False, "legal", True)

    __hash__ = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.fen()!r}{', chess960=True' if self.chess960 else ''})"

    # Names that type checkers should find with the right types.

    def piece_type_at(self, square: Square) -> PieceType | None:
        piece = self.piece_at(square)
        return piece.piece_type if piece else None

    def is_attacked_by(self, color: Color, square: Square, occupied: IntoSquareSet | None = None) -> bool:
        return bool(self.attackers_mask(color, square, None if occupied is None else mask_of(occupied)))

    def checkers_mask(self) -> Bitboard:
        king = self.king(self.turn)
        return 0 if king is None else self.attackers_mask(not self.turn, king)

    def checkers(self) -> SquareSet:
        """The squares of the pieces that give check."""
        if self._core is not None:
            return SquareSet(self._core.checkers())
        return SquareSet(self.checkers_mask())


def _unpickled(cls: type[StatefulBoard], fen: str, chess960: bool, moves: list[Move]) -> StatefulBoard:
    board = cls(fen, chess960=chess960)
    for move in moves:
        board.push(move)
    return board
