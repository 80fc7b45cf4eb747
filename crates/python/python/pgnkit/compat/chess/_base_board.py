"""Boards: pieces on squares, whatever they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from ..._core import Position
from ._attacks import attacks_of, between, ray
from ._moves import PIECES, Piece
from ._squares import (
    BB_ALL,
    BISHOP,
    KINDS,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    STARTING_BOARD_FEN,
    UNICODE_PIECE_SYMBOLS,
    WHITE,
    Bitboard,
    Color,
    PieceType,
    Square,
    flip_vertical,
    lsb,
    msb,
    piece_symbol,
)
from ._squareset import IntoSquareSet, SquareSet, mask_of

if TYPE_CHECKING:
    from typing_extensions import Self

BaseBoardT = TypeVar("BaseBoardT", bound="BaseBoard")

Letters = dict[Square, str]


def read_board_fen(text: str) -> tuple[Letters, Bitboard]:
    """The letters of the first field of a FEN by square, and the squares of those marked with `~`."""
    rows = text.split("/")
    if len(rows) != 8:
        raise ValueError(f"expected 8 rows in the pieces of the FEN: {text!r}")
    letters: Letters = {}
    promoted = 0
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        file, was_digit, was_letter = 0, False, False
        for char in row:
            if char in "12345678" and not was_digit:
                file += int(char)
            elif char in KINDS and file < 8:
                letters[rank * 8 + file] = char
                file += 1
            elif char == "~" and was_letter:
                promoted |= 1 << rank * 8 + file - 1
            else:
                raise ValueError(f"unexpected {char!r} in the pieces of the FEN: {text!r}")
            was_digit, was_letter = char.isdigit(), char in KINDS
        if file != 8:
            raise ValueError(f"expected 8 squares in each row of the FEN: {text!r}")
    return letters, promoted


class BaseBoard:
    """Pieces on squares: without a side to move, and without rules."""

    _placed: Letters
    _marked: Bitboard

    def __init__(self, board_fen: str | None = STARTING_BOARD_FEN) -> None:
        self._placed, self._marked = ({}, 0) if board_fen is None else read_board_fen(board_fen)

    # How subclasses hold the pieces is theirs; all below goes through these.

    def _letters(self) -> Letters:
        """The letters by square; to be looked at only."""
        return self._placed

    def _own_letters(self) -> Letters:
        """The letters by square; changing them changes the board."""
        return self._placed

    def _promoted_mask(self) -> Bitboard:
        return self._marked

    def _mark_promoted(self, mask: Bitboard) -> None:
        self._marked = mask

    def _mask(self, letters: str) -> Bitboard:
        """The squares of the pieces with one of these letters."""
        mask = 0
        for square, letter in self._letters().items():
            if letter in letters:
                mask |= 1 << square
        return mask

    def _replace(self, letters: Letters, promoted: Bitboard) -> None:
        own = self._own_letters()
        own.clear()
        own.update(letters)
        self._mark_promoted(promoted)

    # Sets of 64 bits.

    @property
    def pawns(self) -> Bitboard:
        return self._mask("Pp")

    @property
    def knights(self) -> Bitboard:
        return self._mask("Nn")

    @property
    def bishops(self) -> Bitboard:
        return self._mask("Bb")

    @property
    def rooks(self) -> Bitboard:
        return self._mask("Rr")

    @property
    def queens(self) -> Bitboard:
        return self._mask("Qq")

    @property
    def kings(self) -> Bitboard:
        return self._mask("Kk")

    @property
    def occupied(self) -> Bitboard:
        return self._mask("PNBRQKpnbrqk")

    @property
    def occupied_co(self) -> list[Bitboard]:
        """By colour: black first, as `False` is 0."""
        return [self._mask("pnbrqk"), self._mask("PNBRQK")]

    @property
    def promoted(self) -> Bitboard:
        return self._promoted_mask()

    def pieces_mask(self, piece_type: PieceType, color: Color) -> Bitboard:
        letter = piece_symbol(piece_type)
        return self._mask(letter.upper() if color else letter)

    # What is where.

    def pieces(self, piece_type: PieceType, color: Color) -> SquareSet:
        """The squares of a kind of piece."""
        return SquareSet(self.pieces_mask(piece_type, color))

    def piece_at(self, square: Square) -> Piece | None:
        letter = self._letters().get(square)
        return PIECES[letter] if letter else None

    def piece_type_at(self, square: Square) -> PieceType | None:
        piece = self.piece_at(square)
        return piece.piece_type if piece else None

    def color_at(self, square: Square) -> Color | None:
        piece = self.piece_at(square)
        return piece.color if piece else None

    def king(self, color: Color) -> Square | None:
        """The square of the king; of several ones the last."""
        kings = self.pieces_mask(KING, color) & ~self._promoted_mask()
        return msb(kings) if kings else None

    def piece_map(self, *, mask: Bitboard = BB_ALL) -> dict[Square, Piece]:
        """The pieces by square."""
        letters = self._letters()
        return {square: PIECES[letters[square]] for square in sorted(letters, reverse=True) if mask >> square & 1}

    # Attacks.

    def _attacks_with(self, square: Square, occupied: Bitboard) -> Bitboard:
        letter = self._letters().get(square)
        return attacks_of(KINDS[letter], letter.isupper(), square, occupied) if letter else 0

    def attacks_mask(self, square: Square) -> Bitboard:
        return self._attacks_with(square, self.occupied)

    def attacks(self, square: Square) -> SquareSet:
        """The squares that the piece on a square attacks, protected ones included."""
        return SquareSet(self.attacks_mask(square))

    def attackers_mask(self, color: Color, square: Square, occupied: Bitboard | None = None) -> Bitboard:
        blockers = self.occupied if occupied is None else occupied
        # What a piece attacks is attacked by that piece; only pawns look the other way.
        seen = {kind: attacks_of(kind, not color, square, blockers) for kind in (PAWN, KNIGHT, BISHOP, ROOK, KING)}
        seen[QUEEN] = seen[BISHOP] | seen[ROOK]
        found = 0
        for at, letter in self._letters().items():
            if letter.isupper() == color and seen[KINDS[letter]] >> at & 1:
                found |= 1 << at
        return found

    def attackers(self, color: Color, square: Square, occupied: IntoSquareSet | None = None) -> SquareSet:
        """The squares of the pieces of a colour that attack a square."""
        return SquareSet(self.attackers_mask(color, square, None if occupied is None else mask_of(occupied)))

    def is_attacked_by(self, color: Color, square: Square, occupied: IntoSquareSet | None = None) -> bool:
        return bool(self.attackers_mask(color, square, None if occupied is None else mask_of(occupied)))

    def pin_mask(self, color: Color, square: Square) -> Bitboard:
        king = self.king(color)
        if king is None or not ray(king, square):
            return BB_ALL
        way = ray(king, square)
        occupied = self.occupied
        kinds = {ROOK, QUEEN} if attacks_of(ROOK, color, king, 0) >> square & 1 else {BISHOP, QUEEN}
        for at, letter in self._letters().items():
            if letter.isupper() != color and KINDS[letter] in kinds and way >> at & 1:
                passed = between(king, at)
                if passed >> square & 1 and not passed & occupied & ~(1 << square):
                    return way
        return BB_ALL

    def pin(self, color: Color, square: Square) -> SquareSet:
        """The line that the piece on a square must not leave, as its king is behind it; else all squares."""
        return SquareSet(self.pin_mask(color, square))

    def is_pinned(self, color: Color, square: Square) -> bool:
        return self.pin_mask(color, square) != BB_ALL

    # Changes.

    def remove_piece_at(self, square: Square) -> Piece | None:
        """Takes the piece off a square, and returns it."""
        letter = self._own_letters().pop(square, None)
        self._mark_promoted(self._promoted_mask() & ~(1 << square))
        return PIECES[letter] if letter else None

    def set_piece_at(self, square: Square, piece: Piece | None, promoted: bool = False) -> None:
        """Puts a piece on a square, in place of what is there; `None` empties the square."""
        if piece is None:
            self.remove_piece_at(square)
            return
        self._own_letters()[square] = piece.symbol()
        mask = self._promoted_mask() & ~(1 << square)
        self._mark_promoted(mask | promoted << square)

    def set_piece_map(self, pieces: Mapping[Square, Piece]) -> None:
        self._replace({square: piece.symbol() for square, piece in pieces.items()}, 0)

    def reset_board(self) -> None:
        """Puts the pieces where they are before a game."""
        self._replace(*read_board_fen(STARTING_BOARD_FEN))

    def clear_board(self) -> None:
        self._replace({}, 0)

    # Text.

    def board_fen(self, *, promoted: bool | None = False) -> str:
        """The first field of a FEN."""
        letters, marked = self._letters(), self._promoted_mask() if promoted else 0
        rows = []
        for rank in range(7, -1, -1):
            row, gap = "", 0
            for square in range(rank * 8, rank * 8 + 8):
                letter = letters.get(square)
                if letter is None:
                    gap += 1
                    continue
                row += (str(gap) if gap else "") + letter + ("~" if marked >> square & 1 else "")
                gap = 0
            rows.append(row + (str(gap) if gap else ""))
        return "/".join(rows)

    def set_board_fen(self, fen: str) -> None:
        fen = fen.strip()
        if " " in fen:
            raise ValueError(f"expected the first field of a FEN only: {fen!r}")
        self._replace(*read_board_fen(fen))

    def chess960_pos(self) -> int | None:
        """The number of the starting position of Chess960 that the pieces stand in."""
        return _chess960_numbers().get(self.board_fen())

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Puts the pieces where they are before a game of Chess960, by the number of the position (0 to 959)."""
        if not 0 <= scharnagl <= 959:
            raise ValueError(f"expected a number from 0 to 959, not {scharnagl}")
        self._replace(*read_board_fen(Position.chess960(scharnagl).fen().split()[0]))

    @classmethod
    def empty(cls) -> Self:
        """A board without pieces."""
        return cls(None)

    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        board = cls.empty()
        board.set_chess960_pos(scharnagl)
        return board

    def __str__(self) -> str:
        letters = self._letters()
        rows = ([letters.get(rank * 8 + file, ".") for file in range(8)] for rank in range(7, -1, -1))
        return "\n".join(" ".join(row) for row in rows)

    def unicode(
        self,
        *,
        invert_color: bool = False,
        borders: bool = False,
        empty_square: str = "⭘",
        orientation: Color = WHITE,
    ) -> str:
        """The board with chess symbols."""
        letters = self._letters()
        files = range(8) if orientation else range(7, -1, -1)
        rule = "  " + "-" * 17
        lines = []
        for rank in range(7, -1, -1) if orientation else range(8):
            row = []
            for file in files:
                letter = letters.get(rank * 8 + file)
                shown = letter.swapcase() if letter and invert_color else letter
                row.append(UNICODE_PIECE_SYMBOLS[shown] if shown else empty_square)
            if borders:
                lines += [rule, f"{rank + 1} |{'|'.join(row)}|"]
            else:
                lines.append(" ".join(row))
        if borders:
            lines += [rule, "   " + " ".join("abcdefgh"[file] for file in files)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.board_fen()!r})"

    def _repr_svg_(self) -> str:
        from . import svg

        return svg.board(self, size=400)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BaseBoard):
            return NotImplemented
        return self._letters() == other._letters() and self._promoted_mask() == other._promoted_mask()

    __hash__ = None  # type: ignore[assignment]

    # Boards from boards.

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Moves all pieces as a function does with sets of squares, such as `flip_vertical`."""
        moved = {lsb(f(1 << square)): letter for square, letter in self._letters().items()}
        self._replace(moved, f(self._promoted_mask()))

    def transform(self, f: Callable[[Bitboard], Bitboard]) -> Self:
        board = self.copy()
        board.apply_transform(f)
        return board

    def apply_mirror(self) -> None:
        """Exchanges the colours, and turns the board over."""
        moved = {square ^ 56: letter.swapcase() for square, letter in self._letters().items()}
        self._replace(moved, flip_vertical(self._promoted_mask()))

    def mirror(self) -> Self:
        board = self.copy()
        board.apply_mirror()
        return board

    def copy(self) -> Self:
        board = type(self)(None)
        board._replace(self._letters(), self._promoted_mask())
        return board

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        board = self.copy()
        memo[id(self)] = board
        return board


_numbers: dict[str, int] = {}


def _chess960_numbers() -> dict[str, int]:
    if not _numbers:
        for number in range(960):
            _numbers[Position.chess960(number).fen().split()[0]] = number
    return _numbers
