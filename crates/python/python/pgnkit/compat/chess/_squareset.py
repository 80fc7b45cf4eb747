"""Sets of squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import SupportsInt, TypeAlias

from . import _attacks
from ._squares import BB_ALL, Bitboard, Square, flip_vertical, scan_forward, scan_reversed

IntoSquareSet: TypeAlias = SupportsInt | Iterable[Square]


def mask_of(squares: IntoSquareSet) -> Bitboard:
    """The bits of whatever stands for squares: a number, a set, squares one after the other."""
    if isinstance(squares, SquareSet):
        return squares.mask
    if isinstance(squares, int):
        return squares & BB_ALL
    if isinstance(squares, Iterable):
        mask = 0
        for square in squares:
            mask |= 1 << square
        return mask & BB_ALL
    return int(squares) & BB_ALL


class SquareSet:
    """A set of squares, held in 64 bits (`mask`)."""

    def __init__(self, squares: IntoSquareSet = 0) -> None:
        self.mask: Bitboard = mask_of(squares)

    @classmethod
    def ray(cls, a: Square, b: Square) -> SquareSet:
        """The line through two squares, from edge to edge."""
        return cls(_attacks.ray(a, b))

    @classmethod
    def between(cls, a: Square, b: Square) -> SquareSet:
        """The squares between two squares of a line."""
        return cls(_attacks.between(a, b))

    @classmethod
    def from_square(cls, square: Square) -> SquareSet:
        return cls(1 << square)

    # Sets.

    def __contains__(self, square: Square) -> bool:
        return bool(self.mask >> square & 1)

    def __iter__(self) -> Iterator[Square]:
        return scan_forward(self.mask)

    def __reversed__(self) -> Iterator[Square]:
        return scan_reversed(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return bool(self.mask)

    def __int__(self) -> int:
        return self.mask

    def __index__(self) -> int:
        return self.mask

    def __eq__(self, other: object) -> bool:
        try:
            return self.mask == mask_of(other)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def add(self, square: Square) -> None:
        self.mask |= 1 << square

    def discard(self, square: Square) -> None:
        self.mask &= ~(1 << square)

    def remove(self, square: Square) -> None:
        """Takes a square out; raises `KeyError` where it is not in."""
        if square not in self:
            raise KeyError(square)
        self.discard(square)

    def pop(self) -> Square:
        """Takes the lowest square out."""
        for square in self:
            self.discard(square)
            return square
        raise KeyError("pop from empty SquareSet")

    def clear(self) -> None:
        self.mask = 0

    def copy(self) -> SquareSet:
        return type(self)(self.mask)

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        return not self.mask & mask_of(other)

    def issubset(self, other: IntoSquareSet) -> bool:
        return not self.mask & ~mask_of(other)

    def issuperset(self, other: IntoSquareSet) -> bool:
        return not ~self.mask & mask_of(other)

    def union(self, other: IntoSquareSet) -> SquareSet:
        return type(self)(self.mask | mask_of(other))

    def intersection(self, other: IntoSquareSet) -> SquareSet:
        return type(self)(self.mask & mask_of(other))

    def difference(self, other: IntoSquareSet) -> SquareSet:
        return type(self)(self.mask & ~mask_of(other))

    def symmetric_difference(self, other: IntoSquareSet) -> SquareSet:
        return type(self)(self.mask ^ mask_of(other))

    def update(self, *others: IntoSquareSet) -> None:
        for other in others:
            self.mask |= mask_of(other)

    def intersection_update(self, *others: IntoSquareSet) -> None:
        for other in others:
            self.mask &= mask_of(other)

    def difference_update(self, other: IntoSquareSet) -> None:
        self.mask &= ~mask_of(other)

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        self.mask ^= mask_of(other)

    __or__ = __ror__ = union
    __and__ = __rand__ = intersection
    __xor__ = __rxor__ = symmetric_difference
    __sub__ = difference

    def __rsub__(self, other: IntoSquareSet) -> SquareSet:
        return type(self)(mask_of(other) & ~self.mask)

    def __ior__(self, other: IntoSquareSet) -> SquareSet:  # type: ignore[misc]
        self.update(other)
        return self

    def __iand__(self, other: IntoSquareSet) -> SquareSet:  # type: ignore[misc]
        self.intersection_update(other)
        return self

    def __ixor__(self, other: IntoSquareSet) -> SquareSet:  # type: ignore[misc]
        self.symmetric_difference_update(other)
        return self

    def __isub__(self, other: IntoSquareSet) -> SquareSet:  # type: ignore[misc]
        self.difference_update(other)
        return self

    # Bits.

    def __invert__(self) -> SquareSet:
        return type(self)(~self.mask & BB_ALL)

    def __lshift__(self, shift: int) -> SquareSet:
        return type(self)(self.mask << shift & BB_ALL)

    def __rshift__(self, shift: int) -> SquareSet:
        return type(self)(self.mask >> shift)

    def __ilshift__(self, shift: int) -> SquareSet:
        self.mask = self.mask << shift & BB_ALL
        return self

    def __irshift__(self, shift: int) -> SquareSet:
        self.mask >>= shift
        return self

    def carry_rippler(self) -> Iterator[Bitboard]:
        """The bits of all subsets, the empty one first."""
        subset = 0
        while True:
            yield subset
            subset = subset - self.mask & self.mask
            if not subset:
                return

    def mirror(self) -> SquareSet:
        """The set with ranks counted from the other side."""
        return type(self)(flip_vertical(self.mask))

    def tolist(self) -> list[bool]:
        """For each of the 64 squares whether it is in the set."""
        return [bool(self.mask >> square & 1) for square in range(64)]

    def __repr__(self) -> str:
        digits = f"{self.mask:016x}"
        return f"SquareSet(0x{'_'.join(digits[at : at + 4] for at in range(0, 16, 4))})"

    def __str__(self) -> str:
        row = (" ".join("1" if rank * 8 + file in self else "." for file in range(8)) for rank in range(7, -1, -1))
        return "\n".join(row)

    def _repr_svg_(self) -> str:
        from . import svg

        return svg.board(squares=self, size=400)
