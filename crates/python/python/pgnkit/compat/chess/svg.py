"""Pictures of boards and pieces."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape

from ..._core import Position
from ._base_board import BaseBoard
from ._moves import Move, Piece
from ._squares import FILE_NAMES, SQUARE_NAMES, WHITE, Color, Square, scan_forward
from ._squareset import IntoSquareSet, mask_of

# The side of a square in the units of the picture.
_SIDE = 100
_FRAME = 44

DEFAULT_COLORS: dict[str, str] = {
    "square light": "#f0d9b5",
    "square dark": "#b58863",
    "square light lastmove": "#cdd26a",
    "square dark lastmove": "#aaa23b",
    "margin": "#5c4230",
    "coord": "#f1e4cf",
    "inner border": "#3b2a1f",
    "outer border": "#3b2a1f",
    "arrow green": "#15781b99",
    "arrow red": "#88202099",
    "arrow yellow": "#e68f0099",
    "arrow blue": "#00308899",
}

_PGN_COLORS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}


class Arrow:
    """An arrow, or a marked square if both its ends are the same."""

    def __init__(self, tail: Square, head: Square, *, color: str = "green") -> None:
        self.tail = tail
        self.head = head
        self.color = color

    def pgn(self) -> str:
        """As in `[%cal …]` and `[%csl …]`: `Ge2e4`, `Rd4`. Other colours than four become green."""
        letter = next((letter for letter, name in _PGN_COLORS.items() if name == self.color), "G")
        ends = (self.tail,) if self.tail == self.head else (self.tail, self.head)
        return letter + "".join(SQUARE_NAMES[square] for square in ends)

    @classmethod
    def from_pgn(cls, pgn: str) -> Arrow:
        match = re.fullmatch(r"([GRYB])([a-h][1-8])([a-h][1-8])?", pgn)
        if not match:
            raise ValueError(f"expected an arrow such as 'Ge2e4' or 'Rd4', not {pgn!r}")
        color, tail, head = match.groups()
        return cls(SQUARE_NAMES.index(tail), SQUARE_NAMES.index(head or tail), color=_PGN_COLORS[color])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Arrow):
            return NotImplemented
        return (self.tail, self.head, self.color) == (other.tail, other.head, other.color)

    def __hash__(self) -> int:
        return hash((self.tail, self.head, self.color))

    def __str__(self) -> str:
        return self.pgn()

    def __repr__(self) -> str:
        ends = f"{SQUARE_NAMES[self.tail].upper()}, {SQUARE_NAMES[self.head].upper()}"
        return f"Arrow({ends}, color={self.color!r})"


class SvgWrapper(str):
    """The text of a picture, which notebooks show as one."""

    def _repr_svg_(self) -> SvgWrapper:
        return self


@lru_cache(maxsize=1)
def _shapes() -> str:
    """The shapes of all pieces, which pgnkit draws: `#pgn-K` is a square of 100 units with a white king."""
    found = re.search(r"<defs>.*?</defs>", Position().svg(), re.DOTALL)
    return found.group() if found else "<defs/>"


def _open(view: str, size: int | None) -> str:
    sides = "" if size is None else f' width="{size}" height="{size}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"{sides}>'


def piece(piece: Piece, size: int | None = None) -> str:
    """A picture of a piece."""
    use = f'<use href="#pgn-{piece.symbol()}"/>'
    return SvgWrapper(f"{_open('0 0 100 100', size)}{_shapes()}{use}</svg>")


def board(
    board: BaseBoard | None = None,
    *,
    orientation: Color = WHITE,
    lastmove: Move | None = None,
    check: Square | None = None,
    arrows: Iterable[Arrow | tuple[Square, Square]] = (),
    fill: Mapping[Square, str] = {},
    squares: IntoSquareSet | None = None,
    size: int | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] = {},
    flipped: bool = False,
    borders: bool = False,
    style: str | None = None,
) -> str:
    """A picture of a board.

    `fill` gives colours to squares, `squares` are marked with a cross, and `colors` replaces those of `DEFAULT_COLORS`.
    """
    paint = {**DEFAULT_COLORS, **colors}
    is_turned = flipped == bool(orientation)
    frame = _FRAME if coordinates else 4 if borders else 0
    whole = 8 * _SIDE + 2 * frame
    parts = [_open(f"{-frame} {-frame} {whole} {whole}", size)]
    if style:
        parts.append(f"<style>{escape(style, quote=False)}</style>")
    parts.append(_shapes())
    if frame:
        parts.append(_rect(-frame, -frame, whole, whole, paint["margin"]))
    if borders:
        parts.append(
            f'<rect x="-2" y="-2" width="804" height="804" fill="none" stroke="{escape(paint["inner border"])}" '
            f'stroke-width="4"/>'
        )
    touched = {lastmove.from_square, lastmove.to_square} if lastmove else set()
    for square in range(64):
        x, y = _corner(square, is_turned)
        kind = "square light" if (square + (square >> 3)) & 1 else "square dark"
        name = SQUARE_NAMES[square]
        color = paint[f"{kind} lastmove" if square in touched else kind]
        parts.append(_rect(x, y, _SIDE, _SIDE, color, f' class="{kind[7:]} {name}"'))
        if square in fill:
            parts.append(_rect(x, y, _SIDE, _SIDE, fill[square]))
    if check is not None:
        x, y = _corner(check, is_turned)
        parts.append(f'<circle cx="{x + 50}" cy="{y + 50}" r="48" fill="#f00" fill-opacity="0.55"/>')
    if coordinates:
        parts.append(_coordinates(is_turned, paint["coord"]))
    if board is not None:
        for square, letter in board._letters().items():
            x, y = _corner(square, is_turned)
            parts.append(f'<use href="#pgn-{letter}" transform="translate({x} {y})"/>')
    for square in scan_forward(mask_of(squares)) if squares is not None else ():
        x, y = _corner(square, is_turned)
        parts.append(f'<path d="M{x + 25} {y + 25}l50 50m0-50l-50 50" stroke="#000" stroke-width="6" opacity="0.7"/>')
    for arrow in arrows:
        parts.append(_arrow(arrow if isinstance(arrow, Arrow) else Arrow(*arrow), is_turned, paint))
    parts.append("</svg>")
    return SvgWrapper("".join(parts))


def _corner(square: Square, is_turned: bool) -> tuple[int, int]:
    file, rank = square & 7, square >> 3
    return (7 - file if is_turned else file) * _SIDE, (rank if is_turned else 7 - rank) * _SIDE


def _rect(x: int, y: int, width: int, height: int, color: str, more: str = "") -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {_painted("fill", color)}{more}/>'


def _painted(what: str, color: str) -> str:
    """A colour as attributes; `#rrggbbaa` is not understood everywhere."""
    if re.fullmatch("#[0-9a-fA-F]{8}", color):
        return f'{what}="{color[:7]}" {what}-opacity="{int(color[7:], 16) / 255:.2f}"'
    return f'{what}="{escape(color)}"'


def _coordinates(is_turned: bool, color: str) -> str:
    parts = [
        f'<g {_painted("fill", color)} font-family="sans-serif" font-size="28" text-anchor="middle" '
        f'dominant-baseline="central">'
    ]
    for index in range(8):
        at = (7 - index if is_turned else index) * _SIDE + 50
        for y in (-22, 822):
            parts.append(f'<text x="{at}" y="{y}">{FILE_NAMES[index]}</text>')
        for x in (-22, 822):
            parts.append(f'<text x="{x}" y="{800 - at}">{index + 1}</text>')
    return "".join(parts) + "</g>"


def _arrow(arrow: Arrow, is_turned: bool, paint: Mapping[str, str]) -> str:
    color = paint.get(f"arrow {arrow.color}", arrow.color)
    (x1, y1), (x2, y2) = (_corner(square, is_turned) for square in (arrow.tail, arrow.head))
    x1, y1, x2, y2 = x1 + 50, y1 + 50, x2 + 50, y2 + 50
    if arrow.tail == arrow.head:
        return f'<circle cx="{x1}" cy="{y1}" r="44" fill="none" stroke-width="8" {_painted("stroke", color)}/>'
    length = math.hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    # One outline, since a line and a head that overlap would show where they do.
    tip, neck, half, wide = length - 10, length - 60, 9, 32
    outline = ((0, half), (neck, half), (neck, wide), (tip, 0), (neck, -wide), (neck, -half), (0, -half))
    points = " ".join(f"{x1 + a * dx - b * dy:.1f},{y1 + a * dy + b * dx:.1f}" for a, b in outline)
    return f'<polygon points="{points}" {_painted("fill", color)}/>'
