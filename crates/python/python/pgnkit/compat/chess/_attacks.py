"""Which squares a piece attacks, for boards that are no positions of a game: those without kings, or with three."""

from __future__ import annotations

from ._squares import BB_ALL, BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Bitboard, Color, PieceType, Square

_STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def _walk(square: Square, step: tuple[int, int], limit: int = 7) -> tuple[Square, ...]:
    """The squares in a direction, the nearest first."""
    found = []
    file, rank = square & 7, square >> 3
    for _ in range(limit):
        file, rank = file + step[0], rank + step[1]
        if not (0 <= file < 8 and 0 <= rank < 8):
            break
        found.append(rank * 8 + file)
    return tuple(found)


def _set(squares: tuple[Square, ...]) -> Bitboard:
    return sum(1 << square for square in squares)


def _steps(steps: tuple[tuple[int, int], ...]) -> list[Bitboard]:
    return [sum(_set(_walk(square, step, 1)) for step in steps) for square in range(64)]


KNIGHT_ATTACKS = _steps(_KNIGHT)
KING_ATTACKS = _steps(_STRAIGHT + _DIAGONAL)
# By colour: black first, as `False` is 0.
PAWN_ATTACKS = [_steps(((-1, -1), (1, -1))), _steps(((-1, 1), (1, 1)))]

_ROOK_WALKS = [[_walk(square, step) for step in _STRAIGHT] for square in range(64)]
_BISHOP_WALKS = [[_walk(square, step) for step in _DIAGONAL] for square in range(64)]


def _slide(walks: list[tuple[Square, ...]], occupied: Bitboard) -> Bitboard:
    reached = 0
    for walk in walks:
        for square in walk:
            reached |= 1 << square
            if occupied >> square & 1:
                break
    return reached


def rook_attacks(square: Square, occupied: Bitboard) -> Bitboard:
    return _slide(_ROOK_WALKS[square], occupied)


def bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard:
    return _slide(_BISHOP_WALKS[square], occupied)


def attacks_of(kind: PieceType, color: Color, square: Square, occupied: Bitboard) -> Bitboard:
    """The squares that a piece attacks."""
    if kind == PAWN:
        return PAWN_ATTACKS[color][square]
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == KING:
        return KING_ATTACKS[square]
    reached = 0
    if kind in (ROOK, QUEEN):
        reached |= rook_attacks(square, occupied)
    if kind in (BISHOP, QUEEN):
        reached |= bishop_attacks(square, occupied)
    return reached


def _line(a: Square, b: Square) -> Bitboard:
    for attacks in (rook_attacks, bishop_attacks):
        if attacks(a, 0) >> b & 1:
            return attacks(a, 0) & attacks(b, 0) | 1 << a | 1 << b
    return 0


# The whole line through two squares, and 0 where there is none.
RAYS: list[list[Bitboard]] = [[_line(a, b) if a != b else 0 for b in range(64)] for a in range(64)]


def ray(a: Square, b: Square) -> Bitboard:
    """The line through two squares, from edge to edge; empty where they share none."""
    return RAYS[a][b]


def between(a: Square, b: Square) -> Bitboard:
    """The squares between two squares of a line."""
    line = RAYS[a][b]
    low, high = min(a, b), max(a, b)
    return line & (BB_ALL << low + 1) & ((1 << high) - 1)
