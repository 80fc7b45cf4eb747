"""Games of chess in Portable Game Notation: read, check, change, search and write them.

>>> import pgnkit
>>> game = pgnkit.Game.parse('[White "Tal"]\\n\\n1. e4 e5 2. Nf3 *')
>>> [node.san for node in game.mainline()]
['e4', 'e5', 'Nf3']
"""

from __future__ import annotations

from collections.abc import MutableMapping

from ._core import (
    Board,
    Columns,
    Diagnostic,
    Epd,
    Explored,
    ExploredMove,
    Findings,
    Fix,
    Game,
    Games,
    Index,
    Mainline,
    Mark,
    Move,
    Node,
    Opening,
    Position,
    Positions,
    Reading,
    Records,
    Registers,
    Score,
    Tags,
    __version__,
    read,
    to_latin1,
)
from ._errors import (
    ConditionError,
    EditError,
    MoveError,
    PgnkitError,
    PositionError,
    ReadError,
    SourceError,
    SourceNotFoundError,
)
from ._functions import check, columns, dedup, eco, edit, filter, fix, fmt, sort, square, square_name
from ._written import Written

MutableMapping.register(Tags)  # pyright: ignore[reportAttributeAccessIssue]

__all__ = [
    "Board",
    "Columns",
    "ConditionError",
    "Diagnostic",
    "EditError",
    "Epd",
    "Explored",
    "ExploredMove",
    "Findings",
    "Fix",
    "Game",
    "Games",
    "Index",
    "Mainline",
    "Mark",
    "Move",
    "MoveError",
    "Node",
    "Opening",
    "PgnkitError",
    "Position",
    "PositionError",
    "Positions",
    "ReadError",
    "Reading",
    "Records",
    "Registers",
    "Score",
    "SourceError",
    "SourceNotFoundError",
    "Tags",
    "Written",
    "__version__",
    "check",
    "columns",
    "dedup",
    "eco",
    "edit",
    "filter",
    "fix",
    "fmt",
    "read",
    "sort",
    "square",
    "square_name",
    "to_latin1",
]
