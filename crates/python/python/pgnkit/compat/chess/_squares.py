"""Colours, kinds of pieces, squares and sets of squares as numbers of 64 bits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

Color: TypeAlias = bool
ColorName: TypeAlias = Literal["white", "black"]
PieceType: TypeAlias = int
Square: TypeAlias = int
Bitboard: TypeAlias = int
EnPassantSpec: TypeAlias = Literal["legal", "fen", "xfen"]

COLORS: list[Color] = [True, False]
WHITE, BLACK = COLORS
COLOR_NAMES: list[ColorName] = ["black", "white"]

PIECE_TYPES: list[PieceType] = [1, 2, 3, 4, 5, 6]
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES
PIECE_SYMBOLS: list[str | None] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: list[str | None] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS: dict[str, str] = dict(zip("RrNnBbQqKkPp", "♖♜♘♞♗♝♕♛♔♚♙♟", strict=True))

# The number of a kind by its letter, in either case.
KINDS: dict[str, PieceType] = {letter: "pnbrqk".index(letter.lower()) + 1 for letter in "pnbrqkPNBRQK"}

FILE_NAMES: list[str] = list("abcdefgh")
RANK_NAMES: list[str] = list("12345678")

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

SQUARES: list[Square] = list(range(64))
# fmt: off
(
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
) = SQUARES
# fmt: on
SQUARE_NAMES: list[str] = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
SQUARES_180: list[Square] = [square ^ 56 for square in SQUARES]

BB_EMPTY: Bitboard = 0
BB_ALL: Bitboard = (1 << 64) - 1
BB_SQUARES: list[Bitboard] = [1 << square for square in SQUARES]
# fmt: off
(
    BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1,
    BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2,
    BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3,
    BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4,
    BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5,
    BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6,
    BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7,
    BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8,
) = BB_SQUARES
# fmt: on
BB_FILES: list[Bitboard] = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES
BB_RANKS: list[Bitboard] = [0xFF << 8 * rank for rank in range(8)]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS
BB_BACKRANKS: Bitboard = BB_RANK_1 | BB_RANK_8
BB_CORNERS: Bitboard = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER: Bitboard = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_LIGHT_SQUARES: Bitboard = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES: Bitboard = 0xAA55_AA55_AA55_AA55


def piece_symbol(piece_type: PieceType) -> str:
    """The small letter of a kind of piece."""
    return "?pnbrqk"[piece_type]


def piece_name(piece_type: PieceType) -> str:
    """The English name of a kind of piece."""
    return PIECE_NAMES[piece_type] or "?"


def square(file_index: int, rank_index: int) -> Square:
    """The square of a file and a rank, both from 0."""
    return rank_index * 8 + file_index


def parse_square(name: str) -> Square:
    """The square of a name such as `e4`."""
    return SQUARE_NAMES.index(name)


def square_name(square: Square) -> str:
    return SQUARE_NAMES[square]


def square_file(square: Square) -> int:
    """The file, from 0."""
    return square & 7


def square_rank(square: Square) -> int:
    """The rank, from 0."""
    return square >> 3


def _steps(a: Square, b: Square) -> tuple[int, int]:
    return abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3))


def square_distance(a: Square, b: Square) -> int:
    """The number of steps that a king takes."""
    return max(_steps(a, b))


def square_manhattan_distance(a: Square, b: Square) -> int:
    """The number of steps along files and ranks."""
    return sum(_steps(a, b))


def square_knight_distance(a: Square, b: Square) -> int:
    """The number of moves that a knight takes on an empty board."""
    from ._attacks import KNIGHT_ATTACKS

    reached, moves = 1 << a, 0
    while not reached >> b & 1:
        for square in scan_forward(reached):
            reached |= KNIGHT_ATTACKS[square]
        moves += 1
    return moves


def square_mirror(square: Square) -> Square:
    """The square with the rank counted from the other side."""
    return square ^ 56


def lsb(bb: Bitboard) -> int:
    """The lowest square of a set; -1 for the empty one."""
    return (bb & -bb).bit_length() - 1


def msb(bb: Bitboard) -> int:
    """The highest square of a set; -1 for the empty one."""
    return bb.bit_length() - 1


def popcount(bb: Bitboard) -> int:
    """The number of squares in a set."""
    return bb.bit_count()


def scan_forward(bb: Bitboard) -> Iterator[Square]:
    """The squares of a set, a1 first."""
    while bb:
        low = bb & -bb
        yield low.bit_length() - 1
        bb ^= low


def scan_reversed(bb: Bitboard) -> Iterator[Square]:
    """The squares of a set, h8 first."""
    while bb:
        high = bb.bit_length() - 1
        yield high
        bb ^= 1 << high


def _moved(to: Callable[[Square], Square]) -> Callable[[Bitboard], Bitboard]:
    """What moves each square of a set somewhere else."""
    targets = [1 << to(square) for square in SQUARES]

    def move(bb: Bitboard) -> Bitboard:
        moved = 0
        for square in scan_forward(bb):
            moved |= targets[square]
        return moved

    return move


flip_vertical = _moved(lambda square: square ^ 56)
flip_horizontal = _moved(lambda square: square ^ 7)
flip_diagonal = _moved(lambda square: (square & 7) << 3 | square >> 3)
flip_anti_diagonal = _moved(lambda square: 63 - ((square & 7) << 3 | square >> 3))


def shift_down(bb: Bitboard) -> Bitboard:
    return bb >> 8


def shift_2_down(bb: Bitboard) -> Bitboard:
    return bb >> 16


def shift_up(bb: Bitboard) -> Bitboard:
    return bb << 8 & BB_ALL


def shift_2_up(bb: Bitboard) -> Bitboard:
    return bb << 16 & BB_ALL


def shift_right(bb: Bitboard) -> Bitboard:
    return (bb & ~BB_FILE_H) << 1 & BB_ALL


def shift_2_right(bb: Bitboard) -> Bitboard:
    return shift_right(shift_right(bb))


def shift_left(bb: Bitboard) -> Bitboard:
    return (bb & ~BB_FILE_A) >> 1


def shift_2_left(bb: Bitboard) -> Bitboard:
    return shift_left(shift_left(bb))


def shift_up_left(bb: Bitboard) -> Bitboard:
    return shift_up(shift_left(bb))


def shift_up_right(bb: Bitboard) -> Bitboard:
    return shift_up(shift_right(bb))


def shift_down_left(bb: Bitboard) -> Bitboard:
    return shift_down(shift_left(bb))


def shift_down_right(bb: Bitboard) -> Bitboard:
    return shift_down(shift_right(bb))
