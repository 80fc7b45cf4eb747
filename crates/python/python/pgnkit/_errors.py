"""What pgnkit raises: classes of its own, each also one that Python has for the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ._core import Diagnostic


class PgnkitError(Exception):
    """Everything that pgnkit raises of its own."""


class MoveError(PgnkitError, ValueError):
    """A text that is no legal move here; the message says why."""

    @property
    def kind(self) -> Literal["syntax", "ambiguous", "illegal"]:
        """Whether the text has not the form of a move, means several moves, or one that is not legal."""
        return self.args[1] if len(self.args) > 1 else "illegal"

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class PositionError(PgnkitError, ValueError):
    """A FEN or a setup that is no position."""


class EditError(PgnkitError, ValueError):
    """A change that cannot be made; the game is as it was."""


class ConditionError(PgnkitError, ValueError):
    """A condition that cannot be understood; the message shows the place."""


class ReadError(PgnkitError, ValueError):
    """A text that is not what it should be."""

    diagnostics: list[Diagnostic]
    """What is wrong, each with its place and code."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.diagnostics = []


class SourceError(PgnkitError, OSError):
    """A file or another source that cannot be opened, read or written."""


class SourceNotFoundError(SourceError, FileNotFoundError):
    """A file that is not there."""


for _class in (PgnkitError, MoveError, PositionError, EditError, ConditionError, ReadError, SourceError, SourceNotFoundError):
    _class.__module__ = "pgnkit"
