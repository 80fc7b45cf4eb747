"""Chess, with the names and signatures of python-chess, on pgnkit.

In place of `import chess` and `import chess.pgn`:

>>> import pgnkit.compat.chess as chess
>>> import pgnkit.compat.chess.pgn
>>> board = chess.Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> board.fen()
'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._attacks import KING_ATTACKS as BB_KING_ATTACKS  # noqa: F401
from ._attacks import KNIGHT_ATTACKS as BB_KNIGHT_ATTACKS  # noqa: F401
from ._attacks import PAWN_ATTACKS as BB_PAWN_ATTACKS  # noqa: F401
from ._attacks import RAYS as BB_RAYS  # noqa: F401
from ._attacks import between as between
from ._attacks import ray as ray
from ._base_board import BaseBoard as BaseBoard
from ._base_board import BaseBoardT as BaseBoardT
from ._board import Board as Board
from ._board import BoardT as BoardT
from ._moves import AmbiguousMoveError as AmbiguousMoveError
from ._moves import IllegalMoveError as IllegalMoveError
from ._moves import InvalidMoveError as InvalidMoveError
from ._moves import Move as Move
from ._moves import Piece as Piece
from ._outcome import *  # noqa: F403
from ._outcome import Outcome as Outcome
from ._outcome import Status as Status
from ._outcome import Termination as Termination
from ._rules import LegalMoveGenerator as LegalMoveGenerator
from ._rules import PseudoLegalMoveGenerator as PseudoLegalMoveGenerator
from ._squares import *  # noqa: F403
from ._squareset import IntoSquareSet as IntoSquareSet
from ._squareset import SquareSet as SquareSet

if TYPE_CHECKING:
    from . import engine as engine
    from . import pgn as pgn
    from . import polyglot as polyglot
    from . import svg as svg
    from . import variant as variant
    from ._tables import BB_DIAG_ATTACKS as BB_DIAG_ATTACKS
    from ._tables import BB_DIAG_MASKS as BB_DIAG_MASKS
    from ._tables import BB_FILE_ATTACKS as BB_FILE_ATTACKS
    from ._tables import BB_FILE_MASKS as BB_FILE_MASKS
    from ._tables import BB_RANK_ATTACKS as BB_RANK_ATTACKS
    from ._tables import BB_RANK_MASKS as BB_RANK_MASKS

_SUBMODULES = ("engine", "pgn", "polyglot", "svg", "variant")


def __getattr__(name: str) -> Any:
    # Nothing that a script does not use takes its time.
    if name in _SUBMODULES:
        return import_module(f"{__name__}.{name}")
    if name.startswith("BB_") and name.endswith(("_MASKS", "_ATTACKS")):
        return getattr(import_module(f"{__name__}._tables"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
