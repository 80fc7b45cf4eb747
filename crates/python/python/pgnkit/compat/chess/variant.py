"""The variants of chess that pgnkit knows."""

from __future__ import annotations

from typing import ClassVar

from ._board import Board
from ._squares import Color, PieceType, piece_symbol


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
    """The pieces that a side can put on the board. It is a copy: changes do not change the board."""

    def __init__(self, symbols: str = "") -> None:
        self._symbols = symbols.lower()

    def count(self, piece_type: PieceType) -> int:
        return self._symbols.count(piece_symbol(piece_type))

    def __len__(self) -> int:
        return len(self._symbols)

    def __str__(self) -> str:
        return "".join(sorted(self._symbols, key="qrbnp".find))

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
