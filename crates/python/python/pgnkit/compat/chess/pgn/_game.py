"""Games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from ...._core import Diagnostic
from ...._core import Game as CoreGame
from .._board import Board
from .._moves import IllegalMoveError
from ._headers import ROSTER, Headers
from ._nodes import GameNode, ResultT
from ._walk import walk

if TYPE_CHECKING:
    from typing_extensions import Self

    from ._visitors import BaseVisitor, GameBuilder

GameT = TypeVar("GameT", bound="Game")


class PgnError(ValueError):
    """Something that is wrong in the text of a game; `diagnostic` says what and where."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(f"line {diagnostic.line}: {diagnostic.message}")
        self.diagnostic = diagnostic

    def __reduce__(self) -> tuple[type[PgnError], tuple[Diagnostic]]:
        return type(self), (self.diagnostic,)


class PgnIllegalMoveError(PgnError, IllegalMoveError):
    """A move in the text of a game that is not legal."""


def errors_of(core: CoreGame) -> list[Exception]:
    """What was wrong in reading a game."""
    return [
        (PgnIllegalMoveError if found.code.startswith("PGN-C") else PgnError)(found)
        for found in core.diagnostics
        if found.severity == "error"
    ]


def tags_of(core: CoreGame) -> dict[str, str]:
    tags = dict(core.tags._pairs())
    if tags.get("Result", "*") == "*":
        tags["Result"] = core.result
    return tags


class Game(GameNode):
    """A game: the place before the first move, with tags (`headers`) and what was wrong in reading (`errors`)."""

    parent: None = None
    _core: CoreGame | None = None
    _headers: Headers | None = None
    _errors: list[Exception] | None = None
    _start: tuple[str | None, str | None] | None = None

    def __init__(self, headers: Mapping[str, str] | Iterable[tuple[str, str]] | None = None) -> None:
        self._headers = Headers(headers)
        self._variations = []
        self._errors = []

    @classmethod
    def _of(cls, core: CoreGame) -> Self:
        """A game that was read."""
        game = cls.__new__(cls)
        game._core = core
        game._place = core.root
        return game

    @property
    def headers(self) -> Headers:
        """The tags."""
        if self._headers is None:
            assert self._core is not None
            self._headers = Headers._of({**ROSTER, **tags_of(self._core)})
            self._start = self._headers.get("FEN"), self._headers.get("Variant")
        return self._headers

    @headers.setter
    def headers(self, headers: Headers) -> None:
        _ = self.headers
        self._headers = headers

    @property
    def errors(self) -> list[Exception]:
        """What was wrong in reading the game."""
        if self._errors is None:
            self._errors = errors_of(self._core) if self._core is not None else []
        return self._errors

    @errors.setter
    def errors(self, errors: list[Exception]) -> None:
        self._errors = errors

    def _kind_as_read(self) -> type[Board] | None:
        """The class of boards, if the game still starts where it did when it was read."""
        if self._core is None:
            return None
        if self._headers is None:
            # Looking at two tags is faster than making headers of all.
            variant = self._core.tags.get("Variant")
            return Board if variant is None else _kind(self.headers)
        if self._start != (self._headers.get("FEN"), self._headers.get("Variant")):
            return None
        return _kind(self._headers)

    def board(self) -> Board:
        """A board where the game starts."""
        if self._core is not None and self._headers is None:
            tags = self._core.tags
            if "FEN" not in tags and "Variant" not in tags:
                return Board()
        return self.headers.board()

    def setup(self, board: Board | str) -> None:
        """Makes a position the one where the game starts. It should be done before there are moves."""
        if isinstance(board, str):
            kind, fen, chess960 = self.headers.variant(), board, self.headers.is_chess960()
            board = kind(fen, chess960=chess960)
        fen = board.fen()
        if fen == type(board).starting_fen:
            self.headers.pop("FEN", None)
            self.headers.pop("SetUp", None)
        else:
            self.headers["FEN"], self.headers["SetUp"] = fen, "1"
        if type(board).aliases[0] == "Standard" and board.chess960:
            self.headers["Variant"] = "Chess960"
        elif type(board).aliases[0] != "Standard":
            self.headers["Variant"] = type(board).aliases[0]
        else:
            self.headers.pop("Variant", None)

    def ply(self) -> int:
        if self._core is not None and self._headers is None and "FEN" not in self._core.tags:
            return 0
        return self.board().ply()

    @classmethod
    def from_board(cls, board: Board) -> Self:
        """A game with the moves of a board."""
        game = cls()
        game.setup(board.root())
        game.add_line(board.move_stack)
        result = board.result()
        if result != "*":
            game.headers["Result"] = result
        return game

    @classmethod
    def without_tag_roster(cls) -> Self:
        """A game without tags."""
        return cls(headers={})

    @classmethod
    def builder(cls) -> GameBuilder[Self]:
        """A visitor that makes games of this class."""
        from ._visitors import GameBuilder

        return GameBuilder(Game=cls)

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        from ._visitors import SKIP

        if visitor.begin_game() is not SKIP:
            for name, value in self.headers.items():
                visitor.visit_header(name, value)
            if visitor.end_headers() is not SKIP:
                board = self.board()
                visitor.visit_board(board)
                if self.comment:
                    visitor.visit_comment(self.comment)
                if self.variations:
                    walk(self.variations[0], board, visitor)
                visitor.visit_result(self.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    def __repr__(self) -> str:
        headers = self.headers
        players = f"{headers.get('White', '?')!r} vs. {headers.get('Black', '?')!r}"
        errors = f", {len(self.errors)} errors" if self.errors else ""
        place = f"{headers.get('Date', '????.??.??')!r} at {headers.get('Site', '?')!r}"
        return f"<{type(self).__name__} at {id(self):#x} ({players}, {place}{errors})>"


def _kind(headers: Headers) -> type[Board] | None:
    try:
        return headers.variant()
    except ValueError:
        return None
