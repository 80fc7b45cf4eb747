"""Games in Portable Game Notation, with the names and signatures of `chess.pgn`.

>>> import io
>>> import pgnkit.compat.chess.pgn as pgn
>>> game = pgn.read_game(io.StringIO('[White "Tal"]\\n\\n1. e4 {[%clk 0:03:00]} e5 1-0'))
>>> game.headers["White"], [node.san() for node in game.mainline()], game.next().clock()
('Tal', ['e4', 'e5'], 180.0)
"""

from __future__ import annotations

from ._exporters import FileExporter as FileExporter
from ._exporters import StringExporter as StringExporter
from ._exporters import StringExporterMixin as StringExporterMixin
from ._game import Game as Game
from ._game import GameT as GameT
from ._game import PgnError as PgnError
from ._game import PgnIllegalMoveError as PgnIllegalMoveError
from ._headers import TAG_NAME_REGEX as TAG_NAME_REGEX
from ._headers import TAG_ROSTER as TAG_ROSTER
from ._headers import Headers as Headers
from ._headers import HeadersT as HeadersT
from ._nags import *  # noqa: F403
from ._nodes import ChildNode as ChildNode
from ._nodes import GameNode as GameNode
from ._nodes import Mainline as Mainline
from ._nodes import ResultT as ResultT
from ._reader import read_game as read_game
from ._reader import read_headers as read_headers
from ._reader import skip_game as skip_game
from ._visitors import SKIP as SKIP
from ._visitors import BaseVisitor as BaseVisitor
from ._visitors import BoardBuilder as BoardBuilder
from ._visitors import GameBuilder as GameBuilder
from ._visitors import HeadersBuilder as HeadersBuilder
from ._visitors import SkipType as SkipType
from ._visitors import SkipVisitor as SkipVisitor
