"""Attacks of sliding pieces by what stands in their way, which takes a moment to make."""

from __future__ import annotations

from collections.abc import Callable

from ._attacks import bishop_attacks, rook_attacks
from ._squares import BB_FILES, BB_RANKS, Bitboard, Square

_EDGES = (BB_FILES[0], BB_FILES[7], BB_RANKS[0], BB_RANKS[7])


def _inner(square: Square, attacks: Bitboard) -> Bitboard:
    """Without the edges that the square is not on: what stands there hides nothing."""
    for edge in _EDGES:
        if not edge >> square & 1:
            attacks &= ~edge
    return attacks


def _diagonal(square: Square, occupied: Bitboard) -> Bitboard:
    return bishop_attacks(square, occupied)


def _file(square: Square, occupied: Bitboard) -> Bitboard:
    return rook_attacks(square, occupied) & BB_FILES[square & 7]


def _rank(square: Square, occupied: Bitboard) -> Bitboard:
    return rook_attacks(square, occupied) & BB_RANKS[square >> 3]


def _masks(of: Callable[[Square, Bitboard], Bitboard]) -> list[Bitboard]:
    return [_inner(square, of(square, 0)) for square in range(64)]


def _table(of: Callable[[Square, Bitboard], Bitboard], masks: list[Bitboard]) -> list[dict[Bitboard, Bitboard]]:
    found = []
    for square, mask in enumerate(masks):
        attacks: dict[Bitboard, Bitboard] = {}
        subset = 0
        while True:
            attacks[subset] = of(square, subset)
            subset = subset - mask & mask
            if not subset:
                break
        found.append(attacks)
    return found


BB_DIAG_MASKS = _masks(_diagonal)
BB_FILE_MASKS = _masks(_file)
BB_RANK_MASKS = _masks(_rank)
BB_DIAG_ATTACKS = _table(_diagonal, BB_DIAG_MASKS)
BB_FILE_ATTACKS = _table(_file, BB_FILE_MASKS)
BB_RANK_ATTACKS = _table(_rank, BB_RANK_MASKS)
