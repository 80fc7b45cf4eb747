"""Games from file objects, one after the other.

A file object is left where the next game begins, after the blank lines, so that `tell` and `seek` do what scripts expect. Where a game
ends is for pgnkit to say; the lines are looked at here only to know when to ask.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, TextIO, TypeVar, overload
from weakref import WeakKeyDictionary

from ...._core import Game as CoreGame
from ...._core import first_game
from ._game import Game, errors_of
from ._headers import Headers
from ._visitors import SKIP, BaseVisitor, GameBuilder
from ._walk import walk

ResultT = TypeVar("ResultT")

_MARKERS = ("*", "1-0", "0-1", "1/2-1/2")
_MARKERS_IN_BYTES = tuple(marker.encode() for marker in _MARKERS)

# Text that was read beyond the end of a game and could not be given back, with the place where the file object is then.
_left: WeakKeyDictionary[Any, tuple[str | bytes, int | None]] = WeakKeyDictionary()


def _place(handle: Any) -> int | None:
    """Where a file object is, if it can be asked and set."""
    try:
        return int(handle.tell()) if handle.seekable() else None
    except (AttributeError, OSError, ValueError):
        return None


def _taken(handle: Any) -> str | bytes | None:
    """What was left of this file object, unless it has been moved since."""
    text, at = _left.pop(handle)
    return text if at is None or at == _place(handle) else None


def _leave(handle: Any, text: str | bytes) -> bool:
    """Keeps text that was read too far; whether there is any."""
    if not text or text.isspace():
        return False
    _left[handle] = text, _place(handle)
    return True


def _goes_back(handle: Any) -> bool:
    """Whether a file object is set at no cost: one that unpacks its file would begin anew each time."""
    if isinstance(handle, (io.StringIO, io.BytesIO)):
        return True
    buffer = getattr(handle, "buffer", handle)
    if isinstance(buffer, (io.BufferedReader, io.BufferedRandom)):
        return isinstance(buffer.raw, io.FileIO) and handle.seekable()
    return isinstance(buffer, io.BytesIO) or (isinstance(buffer, io.FileIO) and buffer.seekable())


class _Reading:
    """The lines of a game that is read from a file object."""

    __slots__ = ("count", "handle", "start")

    def __init__(self, handle: Any) -> None:
        self.handle = handle
        self.start: int | None = _place(handle)
        self.count = 0

    def readline(self) -> Any:
        self.count += 1
        return self.handle.readline()

    def go_back(self) -> bool:
        """Gives the last line back, if that can be."""
        if self.start is None:
            return False
        self.handle.seek(self.start)
        for _ in range(self.count - 1):
            self.handle.readline()
        return True

    def settle(self) -> None:
        """Reads the blank lines after the game, which belong to it: the file object is then where the next game begins."""
        handle = self.handle
        if self.start is None:
            # Somebody may be writing what comes next.
            return
        line = self.readline()
        if line and not line.isspace():
            if not _goes_back(handle) or not self.go_back():
                _leave(handle, line)
            return
        if not _goes_back(handle):
            return
        while line:
            at = handle.tell()
            line = handle.readline()
            if line and not line.isspace():
                handle.seek(at)
                return


def _may_end(line: Any, markers: Any, brace: Any) -> bool:
    """Whether a line may be the last one of a game: with a marker, or a comment after one."""
    text = line.rstrip()
    # An empty line ends nothing, but a comment of some lines may have come before it.
    return not text or text.endswith(markers) or (text.endswith(brace) and any(marker in text for marker in markers))


def _next(handle: Any, tags_only: bool = False) -> CoreGame | None:
    """Reads the next game of a file object."""
    reading = _Reading(handle)
    readline = reading.readline
    lines: list[Any] = []
    if _left and handle in _left:
        taken = _taken(handle)
        if taken:
            game, used = first_game(taken, False, tags_only)
            if game is not None:
                if not _leave(handle, taken[used:]):
                    reading.settle()
                return game
            lines.append(taken)
    line = readline()
    while not lines and line and line.isspace():
        line = readline()
    if not line and not lines:
        return None
    if isinstance(line, bytes):
        markers, bracket, brace, nothing = _MARKERS_IN_BYTES, b"[", b"}", b""
    else:
        markers, bracket, brace, nothing = _MARKERS, "[", "}", ""  # type: ignore[assignment]
    is_movetext = bool(lines)
    # A marker in a comment is none; asking for each of many would take time in the square of their number.
    asked, asks_again = 0, 0
    while line:
        if not is_movetext:
            lines.append(line)
            if line.startswith(bracket) or line.isspace():
                line = readline()
                continue
            is_movetext = True
        elif line.startswith(bracket):
            # Perhaps the tags of the next game; then the line is given back.
            text = nothing.join(lines)
            game, used = first_game(text + line, False, tags_only)
            if game is not None:
                if used > len(text) or text[used:].strip() or not _goes_back(handle) or not reading.go_back():
                    _leave(handle, (text + line)[used:])
                return game
            lines.append(line)
        else:
            lines.append(line)
        if _may_end(line, markers, brace) or (len(lines) >= 2 and line.lstrip().startswith(markers)):
            asked += 1
            if asked <= 8 or len(lines) >= asks_again:
                text = nothing.join(lines)
                game, used = first_game(text, False, tags_only)
                if game is not None:
                    if not _leave(handle, text[used:]):
                        reading.settle()
                    return game
                asks_again = 2 * len(lines)
        line = readline()
    text = nothing.join(lines)
    game, used = first_game(text, True, tags_only)
    if game is not None:
        _leave(handle, text[used:])
    return game


@overload
def read_game(handle: TextIO) -> Game | None: ...


@overload
def read_game(handle: TextIO, *, Visitor: Callable[[], BaseVisitor[ResultT]]) -> ResultT | None: ...


def read_game(handle: Any, *, Visitor: Any = GameBuilder) -> Any:
    """Reads a game from a file object, and leaves it where the next one begins; `None` at the end of the file.

    Nothing that is wrong in the text is raised: it is in `game.errors`. Another visitor may be given than the one that
    makes games.
    """
    core = _next(handle)
    if core is None:
        return None
    if Visitor is GameBuilder:
        return Game._of(core)
    visitor: BaseVisitor[Any] = Visitor()
    _show(core, visitor)
    return visitor.result()


def _show(core: CoreGame, visitor: BaseVisitor[Any]) -> None:
    """Shows a game that was read to a visitor."""
    if visitor.begin_game() is not SKIP:
        headers = visitor.begin_headers()
        for name, value in core.tags._pairs():
            visitor.visit_header(name, value)
            if headers is not None:
                headers[name] = value
        if visitor.end_headers() is not SKIP:
            game = Game._of(core)
            _show_moves(game, visitor)
            for error in errors_of(core):
                visitor.handle_error(error)
            visitor.visit_result(core.result)
    visitor.end_game()


def _show_moves(game: Game, visitor: BaseVisitor[Any]) -> None:
    try:
        board = game.board()
    except ValueError as error:
        visitor.handle_error(error)
        return
    visitor.visit_board(board)
    for comment in game._comments_read():
        visitor.visit_comment(comment)
    if game.variations:
        walk(game.variations[0], board, visitor, as_read=True)


def read_headers(handle: Any) -> Headers | None:
    """Reads the tags of a game, and leaves the file object where the next one begins; `None` at the end of the file."""
    core = _next(handle, tags_only=True)
    return None if core is None else Headers._of(dict(core.tags._pairs()))


def skip_game(handle: Any) -> bool:
    """Leaves out a game; whether there was one."""
    return _next(handle, tags_only=True) is not None
