"""The variants of chess that pgnkit knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, TypeVar

from ._attacks import between
from ._board import Board
from ._moves import Move
from ._squares import BB_ALL, BB_BACKRANKS, PAWN, PIECE_TYPES, Bitboard, Color, PieceType, msb, piece_symbol, popcount, scan_forward
from ._squareset import SquareSet

if TYPE_CHECKING:
    from typing_extensions import Self

ThreeCheckBoardT = TypeVar("ThreeCheckBoardT", bound="ThreeCheckBoard")
CrazyhousePocketT = TypeVar("CrazyhousePocketT", bound="CrazyhousePocket")
CrazyhouseBoardT = TypeVar("CrazyhouseBoardT", bound="CrazyhouseBoard")

# As they are written, the strongest first.
_HELD = "kqrbnp"


class _VariantBoard(Board):
    """A board of a variant: the end of a game that only the variant knows comes from pgnkit."""

    # What pgnkit calls those ends.
    _ends: ClassVar[tuple[str, ...]] = ()

    def _variant_end(self) -> tuple[str, Color | None] | None:
        core = self._position()
        if core is None:
            return None
        status = core.status
        if not status.startswith(self._ends or ("?",)):
            return None
        winner = core.winner
        return status, None if winner is None else winner == "white"

    def is_variant_end(self) -> bool:
        return self._variant_end() is not None

    def is_variant_win(self) -> bool:
        end = self._variant_end()
        return end is not None and end[1] is not None and end[1] == self.turn

    def is_variant_loss(self) -> bool:
        end = self._variant_end()
        return end is not None and end[1] is not None and end[1] != self.turn

    def is_variant_draw(self) -> bool:
        end = self._variant_end()
        return end is not None and end[1] is None


class _Antichess(_VariantBoard):
    one_king = False
    captures_compulsory = True
    connected_kings = True
    aliases = ["Antichess", "Anti chess", "Anti"]
    uci_variant = "antichess"
    xboard_variant = "giveaway"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
    _variant = "antichess"
    _ends = ("no pieces left", "stalemate, which wins")

    def is_variant_end(self) -> bool:
        # Who cannot move has won as well, but that is a stalemate.
        end = self._variant_end()
        return end is not None and end[0].startswith("no pieces left")

    def is_checkmate(self) -> bool:
        return False

    def is_stalemate(self) -> bool:
        return not self.is_variant_end() and super().is_stalemate()


class AntichessBoard(_Antichess):
    """Antichess: taking is compulsory, and who has nothing left wins."""


class SuicideBoard(_Antichess):
    """Suicide as FICS plays it: where a side cannot move, who has fewer pieces wins, and equal numbers draw."""

    aliases = ["Suicide", "Suicide chess"]
    uci_variant = "suicide"
    xboard_variant = "suicide"
    _variant = "suicide"


class AtomicBoard(_VariantBoard):
    """Atomic chess: a capture blows up what is around it."""

    aliases = ["Atomic", "Atom", "Atomic chess"]
    connected_kings = True
    uci_variant = "atomic"
    xboard_variant = "atomic"
    _variant = "atomic"
    _ends = ("king exploded",)


class KingOfTheHillBoard(_VariantBoard):
    """King of the Hill: a king in the centre wins."""

    aliases = ["King of the Hill", "KOTH", "kingOfTheHill"]
    uci_variant = "kingofthehill"
    xboard_variant = "kingofthehill"
    _variant = "kingofthehill"
    _ends = ("king in the centre",)


class RacingKingsBoard(_VariantBoard):
    """Racing Kings: the first king on the last rank wins; there is no check."""

    aliases = ["Racing Kings", "Racing", "Race", "racingkings"]
    uci_variant = "racingkings"
    xboard_variant = "racingkings"
    starting_fen = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
    _variant = "racingkings"
    _ends = ("race won", "race drawn")


class HordeBoard(_VariantBoard):
    """Horde: pawns against a whole army."""

    aliases = ["Horde", "Horde chess"]
    uci_variant = "horde"
    xboard_variant = "horde"
    starting_fen = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
    _variant = "horde"
    _ends = ("all pieces taken",)


class ThreeCheckBoard(_VariantBoard):
    """Three-check: the third check wins."""

    aliases = ["Three-check", "Three check", "Threecheck", "Three check chess", "3-check", "3 check", "3check"]
    uci_variant = "3check"
    xboard_variant = "3check"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
    _variant = "3check"
    _ends = ("third check",)

    @property
    def remaining_checks(self) -> list[int]:
        """How many checks each side still has to give: black first, as `False` is 0."""
        white, _, black = (self._as_loose().checks or "3+3").partition("+")
        return [int(black), int(white)]


class CrazyhousePocket:
    """The pieces that a side can put on the board. That of a board is a copy: changes do not change the board."""

    def __init__(self, symbols: Iterable[str] = "") -> None:
        self._symbols = "".join(symbols).lower()
        if not set(self._symbols) <= set(_HELD):
            raise ValueError(f"expected letters of pieces, not {self._symbols!r}")

    def reset(self) -> None:
        """Takes all pieces away."""
        self._symbols = ""

    def add(self, piece_type: PieceType) -> None:
        """Adds a piece."""
        self._symbols += piece_symbol(piece_type)

    def remove(self, piece_type: PieceType) -> None:
        """Takes a piece away; raises `ValueError` where there is none."""
        symbol = piece_symbol(piece_type)
        if symbol not in self._symbols:
            raise ValueError(f"there is no {symbol!r} in {self!r}")
        self._symbols = self._symbols.replace(symbol, "", 1)

    def count(self, piece_type: PieceType) -> int:
        return self._symbols.count(piece_symbol(piece_type))

    def copy(self) -> Self:
        return type(self)(self._symbols)

    def __len__(self) -> int:
        return len(self._symbols)

    def __str__(self) -> str:
        return "".join(sorted(self._symbols, key=_HELD.find))

    def __repr__(self) -> str:
        return f"CrazyhousePocket({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, CrazyhousePocket) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


class CrazyhouseBoard(_VariantBoard):
    """Crazyhouse: what was taken comes back on the board, for the other side."""

    aliases = ["Crazyhouse", "Crazy House", "House", "ZH"]
    uci_variant = "crazyhouse"
    xboard_variant = "crazyhouse"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
    _variant = "crazyhouse"

    @property
    def pockets(self) -> list[CrazyhousePocket]:
        """What each side can put on the board: black first, as `False` is 0."""
        held = self._as_loose().pockets or ""
        sides = ("".join(filter(str.islower, held)), "".join(filter(str.isupper, held)))
        return [CrazyhousePocket(symbols) for symbols in sides]

    def legal_drop_squares_mask(self) -> Bitboard:
        king = self.king(self.turn)
        attackers = 0 if king is None else self.attackers_mask(not self.turn, king)
        free = BB_ALL & ~self.occupied
        if king is None or not attackers:
            return free
        # Of two checks no piece stops both.
        return between(king, msb(attackers)) & free if popcount(attackers) == 1 else 0

    def legal_drop_squares(self) -> SquareSet:
        """Where a piece could be put, whether there is one or not."""
        return SquareSet(self.legal_drop_squares_mask())

    def generate_pseudo_legal_drops(self, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """Pieces put on the board, as if it were no check."""
        pocket = self.pockets[self.turn]
        for kind in PIECE_TYPES:
            if pocket.count(kind):
                squares = to_mask & ~self.occupied & BB_ALL & (~BB_BACKRANKS if kind == PAWN else BB_ALL)
                yield from (Move(square, square, drop=kind) for square in scan_forward(squares))

    def generate_legal_drops(self, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """Pieces put on the board."""
        return self.generate_pseudo_legal_drops(self.legal_drop_squares_mask() & to_mask)


VARIANTS: list[type[Board]] = [
    Board,
    AntichessBoard,
    SuicideBoard,
    AtomicBoard,
    KingOfTheHillBoard,
    RacingKingsBoard,
    HordeBoard,
    ThreeCheckBoard,
    CrazyhouseBoard,
]

# Antichess by its older names.
_OTHER_NAMES = {
    "giveaway": AntichessBoard,
    "giveaway chess": AntichessBoard,
    "give away": AntichessBoard,
    "give away chess": AntichessBoard,
    "chess960": Board,
    "chess 960": Board,
    "fischerandom": Board,
}


def find_variant(name: str) -> type[Board]:
    """The class of boards of a variant, by any of its names; raises `ValueError` where there is none."""
    low = name.lower()
    for board in VARIANTS:
        if low in (alias.lower() for alias in board.aliases):
            return board
    if low in _OTHER_NAMES:
        return _OTHER_NAMES[low]
    raise ValueError(f"no variant is called {name!r}")
