"""Visitors: what is shown a game piece by piece, and makes something of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from typing import Any, Generic

from .._board import Board
from .._moves import Move
from ._game import Game as _Game
from ._game import GameT
from ._headers import Headers as _Headers
from ._headers import HeadersT
from ._nodes import GameNode, ResultT


class SkipType(Enum):
    SKIP = None


SKIP = SkipType.SKIP


class BaseVisitor(ABC, Generic[ResultT]):
    """What is shown a game: each method is called when there is something to show, and does nothing by itself.

    `begin_game`, `end_headers`, `begin_variation` and `begin_parse_san` may return `SKIP` to leave out what follows.
    """

    def begin_game(self) -> SkipType | None:
        return None

    def begin_headers(self) -> _Headers | None:
        """Before the tags of a game that is read. Headers that are returned are filled."""
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None: ...

    def end_headers(self) -> SkipType | None:
        return None

    def begin_parse_san(self, board: Board, san: str) -> SkipType | None:
        return None

    def parse_san(self, board: Board, san: str) -> Move:
        """Reads the text of a move in a game that is read."""
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """A move, before it is made on the board."""

    def visit_board(self, board: Board) -> None:
        """A position: that of the start, and those after moves. The board changes later."""

    def visit_comment(self, comment: str) -> None: ...

    def visit_nag(self, nag: int) -> None: ...

    def begin_variation(self) -> SkipType | None:
        return None

    def end_variation(self) -> None: ...

    def visit_result(self, result: str) -> None: ...

    def end_game(self) -> None: ...

    @abstractmethod
    def result(self) -> ResultT:
        """What has become of the game."""

    def handle_error(self, error: Exception) -> None:
        """Something in the text is wrong. It is raised unless a visitor does something else."""
        raise error


class GameBuilder(BaseVisitor[GameT]):
    """Makes games."""

    def __init__(self, *, Game: Any = _Game) -> None:
        self.Game = Game

    def begin_game(self) -> SkipType | None:
        self.game: GameT = self.Game()
        # For each line the place that it has come to, and the comment before its first move.
        self._lines: list[GameNode] = [self.game]
        self._starting_comment = ""
        self._is_before_move = False
        return None

    def begin_headers(self) -> _Headers | None:
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        self._lines[-1].nags.add(nag)

    def begin_variation(self) -> SkipType | None:
        parent = self._lines[-1].parent
        assert parent is not None, "expected a move before a variation"
        self._lines.append(parent)
        self._is_before_move = True
        return None

    def end_variation(self) -> None:
        self._lines.pop()
        self._is_before_move = False

    def visit_result(self, result: str) -> None:
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: str) -> None:
        if self._is_before_move:
            self._starting_comment = f"{self._starting_comment} {comment}".strip()
        else:
            node = self._lines[-1]
            node.comment = f"{node.comment} {comment}".strip()

    def visit_move(self, board: Board, move: Move) -> None:
        self._lines[-1] = self._lines[-1].add_variation(move, starting_comment=self._starting_comment)
        self._starting_comment = ""
        self._is_before_move = False

    def handle_error(self, error: Exception) -> None:
        """Keeps the error in `game.errors`."""
        self.game.errors.append(error)

    def result(self) -> GameT:
        return self.game


class HeadersBuilder(BaseVisitor[HeadersT]):
    """Reads tags only."""

    def __init__(self, *, Headers: Any = _Headers) -> None:
        self.Headers = Headers

    def begin_headers(self) -> _Headers | None:
        self.headers: HeadersT = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType | None:
        return SKIP

    def result(self) -> HeadersT:
        return self.headers


class BoardBuilder(BaseVisitor[Board]):
    """Makes the board after the last move of the main line."""

    def begin_variation(self) -> SkipType | None:
        return SKIP

    def visit_board(self, board: Board) -> None:
        self.board = board

    def result(self) -> Board:
        return self.board


class SkipVisitor(BaseVisitor[bool]):
    """Leaves games out."""

    def begin_game(self) -> SkipType | None:
        return SKIP

    def end_headers(self) -> SkipType | None:
        return SKIP

    def begin_variation(self) -> SkipType | None:
        return SKIP

    def result(self) -> bool:
        return True
