"""Games as text."""

from __future__ import annotations

from typing import TextIO

from .._board import Board
from .._moves import Move
from ._visitors import SKIP, BaseVisitor, SkipType


class StringExporterMixin:
    """Makes lines of what it is shown. `columns` is how long they may be; `None` puts all moves in one."""

    def __init__(
        self, *, columns: int | None = 80, headers: bool = True, comments: bool = True, variations: bool = True
    ) -> None:
        self.columns = columns
        self.headers = headers
        self.comments = comments
        self.variations = variations
        self._begin()

    def _begin(self) -> None:
        self._has_headers = False
        self._needs_number = True
        self.lines: list[str] = []
        self.current_line = ""
        self.variation_depth = 0

    def flush_current_line(self) -> None:
        if self.current_line:
            self.lines.append(self.current_line.rstrip())
        self.current_line = ""

    def write_token(self, token: str) -> None:
        if self.columns is not None and len(self.current_line) + len(token) > self.columns:
            self.flush_current_line()
        self.current_line += token

    def write_line(self, line: str = "") -> None:
        self.flush_current_line()
        self.lines.append(line.rstrip())

    def begin_game(self) -> SkipType | None:
        self._begin()
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        if self.headers:
            self._has_headers = True
            escaped = tagvalue.replace("\\", "\\\\").replace('"', '\\"')
            self.write_line(f'[{tagname} "{escaped}"]')

    def end_headers(self) -> SkipType | None:
        if self._has_headers:
            self.write_line()
        return None

    def begin_variation(self) -> SkipType | None:
        self.variation_depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self._needs_number = True
        return None

    def end_variation(self) -> None:
        self.variation_depth -= 1
        if self.variations:
            self.write_token(") ")
            self._needs_number = True

    def visit_comment(self, comment: str) -> None:
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token(f"{{ {comment.replace('}', '').strip()} }} ")
            self._needs_number = True

    def visit_nag(self, nag: int) -> None:
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token(f"${nag} ")

    def visit_move(self, board: Board, move: Move) -> None:
        if not self.variations and self.variation_depth:
            return
        if board.turn:
            self.write_token(f"{board.fullmove_number}. ")
        elif self._needs_number:
            self.write_token(f"{board.fullmove_number}... ")
        self.write_token(f"{board.san(move)} ")
        self._needs_number = False

    def visit_result(self, result: str) -> None:
        self.write_token(f"{result} ")


class StringExporter(StringExporterMixin, BaseVisitor[str]):
    """Makes the text of a game."""

    def result(self) -> str:
        lines = [*self.lines, self.current_line.rstrip()] if self.current_line else self.lines
        return "\n".join(lines).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(StringExporterMixin, BaseVisitor[int]):
    """Writes games to a file, one after the other. The result is the number of characters written for the last one."""

    def __init__(
        self,
        handle: TextIO,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle = handle

    def begin_game(self) -> SkipType | None:
        self.written = 0
        return super().begin_game()

    def flush_current_line(self) -> None:
        super().flush_current_line()
        self._write()

    def write_line(self, line: str = "") -> None:
        super().write_line(line)
        self._write()

    def _write(self) -> None:
        for line in self.lines:
            self.written += self.handle.write(f"{line}\n")
        self.lines.clear()

    def end_game(self) -> None:
        self.write_line()

    def result(self) -> int:
        return self.written

    def __repr__(self) -> str:
        return f"<FileExporter at {id(self):#x}>"
