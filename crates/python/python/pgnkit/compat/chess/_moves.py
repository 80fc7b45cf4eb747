"""Pieces, moves, and the exceptions about moves."""

from __future__ import annotations

from ..._core import Move as CoreMove
from ..._errors import MoveError
from ._squares import (
    BLACK,
    KINDS,
    SQUARE_NAMES,
    UNICODE_PIECE_SYMBOLS,
    WHITE,
    Color,
    PieceType,
    Square,
    piece_symbol,
)


class InvalidMoveError(ValueError):
    """A text that is no move."""


class IllegalMoveError(ValueError):
    """A move that is not legal in the position."""


class AmbiguousMoveError(ValueError):
    """A move in algebraic notation that several pieces can make."""


def unplayable(error: MoveError, text: str) -> ValueError:
    """The exception that python-chess has for this, with the reason that pgnkit gives."""
    kind = getattr(error, "kind", None) or ("syntax" if str(error).endswith("this is not a move") else "")
    if not kind and " and " in str(error) and " can go to " in str(error):
        kind = "ambiguous"
    if kind == "syntax":
        return InvalidMoveError(f"invalid move: {text!r}")
    return (AmbiguousMoveError if kind == "ambiguous" else IllegalMoveError)(str(error))


class Piece:
    """A piece with its colour."""

    __slots__ = ("color", "piece_type")

    def __init__(self, piece_type: PieceType, color: Color) -> None:
        self.piece_type = piece_type
        self.color = color

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """The piece of a letter: those of White are capitals."""
        if symbol not in KINDS:
            raise ValueError(f"expected a letter of 'PNBRQKpnbrqk', not {symbol!r}")
        return cls(KINDS[symbol], symbol.isupper())

    def symbol(self) -> str:
        letter = piece_symbol(self.piece_type)
        return letter.upper() if self.color else letter

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        symbol = self.symbol()
        return UNICODE_PIECE_SYMBOLS[symbol.swapcase() if invert_color else symbol]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Piece):
            return NotImplemented
        return self.piece_type == other.piece_type and self.color == other.color

    def __hash__(self) -> int:
        return self.piece_type + (-1 if self.color else 5)

    def __str__(self) -> str:
        return self.symbol()

    def __repr__(self) -> str:
        return f"Piece.from_symbol({self.symbol()!r})"

    def _repr_svg_(self) -> str:
        from . import svg

        return svg.piece(self, size=45)


# Letters are all that boards hold; a board gives the same twelve objects again and again.
PIECES: dict[str, Piece] = {letter: Piece(kind, WHITE if letter.isupper() else BLACK) for letter, kind in KINDS.items()}


class Move:
    """A move: two squares, perhaps with what a pawn becomes (`promotion`) or what is put on the board (`drop`)."""

    __slots__ = ("_core", "drop", "from_square", "promotion", "to_square")

    def __init__(
        self,
        from_square: Square,
        to_square: Square,
        promotion: PieceType | None = None,
        drop: PieceType | None = None,
    ) -> None:
        self.from_square = from_square
        self.to_square = to_square
        self.promotion = promotion
        self.drop = drop
        self._core: CoreMove | None = None

    @property
    def core(self) -> CoreMove:
        """The same move as pgnkit's own."""
        # A move that a script has made may still get its promotion; one that a board has given stays what it is.
        return self._core or _CORES[hash(self)]

    @classmethod
    def from_uci(cls, uci: str) -> Move:
        """The move of a text such as `e2e4`, `e7e8q`, `N@f3` or `0000`."""
        try:
            if uci == "0000":
                return cls.null()
            if len(uci) == 4 and uci[1] == "@":
                to_square = SQUARE_NAMES.index(uci[2:])
                return cls(to_square, to_square, drop=KINDS[uci[0].lower()])
            if len(uci) in (4, 5):
                promotion = KINDS[uci[4]] if len(uci) == 5 and uci[4].islower() else None
                if len(uci) == 5 and promotion is None:
                    raise KeyError(uci[4])
                from_square, to_square = SQUARE_NAMES.index(uci[:2]), SQUARE_NAMES.index(uci[2:4])
                if from_square != to_square:
                    return cls(from_square, to_square, promotion)
        except (ValueError, KeyError):
            pass
        raise InvalidMoveError(f"expected a move such as 'e2e4', 'e7e8q', 'N@f3' or '0000', not {uci!r}")

    @classmethod
    def null(cls) -> Move:
        """The move that passes."""
        return cls(0, 0)

    def uci(self) -> str:
        if self.drop:
            return f"{piece_symbol(self.drop).upper()}@{SQUARE_NAMES[self.to_square]}"
        if not self:
            return "0000"
        promotion = piece_symbol(self.promotion) if self.promotion else ""
        return SQUARE_NAMES[self.from_square] + SQUARE_NAMES[self.to_square] + promotion

    def xboard(self) -> str:
        return self.uci() if self else "@@@@"

    def __bool__(self) -> bool:
        return bool(self.from_square or self.to_square or self.promotion or self.drop)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Move):
            return NotImplemented
        return (
            self.from_square == other.from_square
            and self.to_square == other.to_square
            and self.promotion == other.promotion
            and self.drop == other.drop
        )

    def __hash__(self) -> int:
        return self.from_square | self.to_square << 6 | (self.promotion or 0) << 12 | (self.drop or 0) << 15

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self

    def __reduce__(self) -> tuple[type[Move], tuple[int, int, int | None, int | None]]:
        return type(self), (self.from_square, self.to_square, self.promotion, self.drop)

    def __str__(self) -> str:
        return self.uci()

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r})"


class _Cores(dict[int, CoreMove]):
    """The moves of pgnkit's own, by the hash of those here."""

    def __missing__(self, key: int) -> CoreMove:
        if not key:
            core = CoreMove.null()
        else:
            promotion, drop = key >> 12 & 7, key >> 15
            core = CoreMove.of(
                key & 63,
                key >> 6 & 63,
                piece_symbol(promotion) if promotion else None,
                piece_symbol(drop) if drop else None,
            )
        self[key] = core
        return core


_CORES = _Cores()


class _Known(dict[CoreMove, Move]):
    """The moves of pgnkit's own that have been seen, since there are few different ones in many games."""

    def __missing__(self, core: CoreMove) -> Move:
        if core:
            promotion, drop = core.promotion, core.drop
            move = Move(
                core.from_square,
                core.to_square,
                KINDS[promotion] if promotion else None,
                KINDS[drop] if drop else None,
            )
            move._core = core
        else:
            move = Move.null()
        self[core] = move
        return move


_KNOWN = _Known()
# The move of one of pgnkit's own.
from_core = _KNOWN.__getitem__
