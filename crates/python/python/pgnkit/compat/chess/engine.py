"""Scores. Engines are run by python-chess, where that is installed: its names are here, too."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import total_ordering
from importlib import import_module
from typing import Any

from ._squares import BLACK, WHITE, Color


@total_ordering
class Score(ABC):
    """An evaluation: `Cp` (centipawns), `Mate` (moves to mate) or `MateGiven` (mate is on the board)."""

    @abstractmethod
    def score(self, *, mate_score: int | None = None) -> int | None:
        """Centipawns. A mate has them only with a number that stands for it."""

    @abstractmethod
    def mate(self) -> int | None:
        """Moves to mate: negative if one is mated."""

    @abstractmethod
    def _rank(self) -> tuple[int, int]:
        """What orders scores: being mated, centipawns, mating, having mated."""

    @abstractmethod
    def __neg__(self) -> Score: ...

    @abstractmethod
    def __abs__(self) -> Score: ...

    def __pos__(self) -> Score:
        return self

    def is_mate(self) -> bool:
        return self.mate() is not None

    def __eq__(self, other: object) -> bool:
        return self._rank() == other._rank() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._rank() < other._rank() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._rank())


class Cp(Score):
    """Centipawns."""

    def __init__(self, cp: int) -> None:
        self.cp = cp

    def score(self, *, mate_score: int | None = None) -> int:
        return self.cp

    def mate(self) -> None:
        return None

    def _rank(self) -> tuple[int, int]:
        return 0, self.cp

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __abs__(self) -> Cp:
        return Cp(abs(self.cp))

    def __str__(self) -> str:
        return f"+{self.cp}" if self.cp > 0 else str(self.cp)

    def __repr__(self) -> str:
        return f"Cp({self})"


class Mate(Score):
    """Moves to mate: 0 or less if one is mated."""

    def __init__(self, moves: int) -> None:
        self.moves = moves

    def score(self, *, mate_score: int | None = None) -> int | None:
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def mate(self) -> int:
        return self.moves

    def _rank(self) -> tuple[int, int]:
        # The sooner, the better; and the later one is mated, too.
        return (1 if self.moves > 0 else -1), -self.moves

    def __neg__(self) -> Score:
        return Mate(-self.moves) if self.moves else MateGiven

    def __abs__(self) -> Score:
        return Mate(abs(self.moves)) if self.moves else MateGiven

    def _text(self) -> str:
        return f"+{self.moves}" if self.moves > 0 else f"-{-self.moves}"

    def __str__(self) -> str:
        return f"#{self._text()}"

    def __repr__(self) -> str:
        return f"Mate({self._text()})"


class MateGivenType(Score):
    """The score of whoever has just mated."""

    def score(self, *, mate_score: int | None = None) -> int | None:
        return mate_score

    def mate(self) -> int:
        return 0

    def _rank(self) -> tuple[int, int]:
        return 2, 0

    def __neg__(self) -> Mate:
        return Mate(0)

    def __abs__(self) -> MateGivenType:
        return self

    def __str__(self) -> str:
        return "#+0"

    def __repr__(self) -> str:
        return "MateGiven"


MateGiven = MateGivenType()


class PovScore:
    """A score with the side that it is positive for."""

    def __init__(self, relative: Score, turn: Color) -> None:
        self.relative = relative
        self.turn = turn

    def white(self) -> Score:
        return self.pov(WHITE)

    def black(self) -> Score:
        return self.pov(BLACK)

    def pov(self, color: Color) -> Score:
        return self.relative if self.turn == color else -self.relative

    def is_mate(self) -> bool:
        return self.relative.is_mate()

    def __eq__(self, other: object) -> bool:
        return self.white() == other.white() if isinstance(other, PovScore) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


def __getattr__(name: str) -> Any:
    if not name.startswith("_"):
        try:
            engine = import_module("chess.engine")
        except ImportError:
            advice = "; engines are run by python-chess, which is not installed (`pip install chess`)"
        else:
            if hasattr(engine, name):
                return getattr(engine, name)
            advice = ""
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{advice}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
