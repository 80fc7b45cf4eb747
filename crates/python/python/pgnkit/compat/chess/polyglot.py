"""Keys of positions and opening books, as Polyglot has them."""

from __future__ import annotations

import random
import struct
from collections.abc import Container, Iterator
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from ._board import Board
from ._moves import Move

_ENTRY = struct.Struct(">QHHI")


def zobrist_hash(board: Board) -> int:
    """The key of a position."""
    position = board._position()
    if position is None:
        raise ValueError(f"expected a position with a king of each colour: {board.fen()}")
    return position.key


class Entry(NamedTuple):
    """A move of a book."""

    key: int
    raw_move: int
    weight: int
    learn: int
    move: Move


class MemoryMappedReader:
    """An opening book: entries by the keys of positions, in their order."""

    def __init__(self, filename: str | bytes | PathLike[str]) -> None:
        self._bytes = Path(filename.decode() if isinstance(filename, bytes) else filename).read_bytes()

    def __enter__(self) -> MemoryMappedReader:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._bytes = b""

    def __len__(self) -> int:
        return len(self._bytes) // _ENTRY.size

    def __getitem__(self, index: int) -> Entry:
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError("there is no such entry")
        key, raw, weight, learn = _ENTRY.unpack_from(self._bytes, index * _ENTRY.size)
        promotion = raw >> 12 & 7
        move = Move(raw >> 6 & 63, raw & 63, promotion + 1 if promotion else None)
        return Entry(key, raw, weight, learn, move)

    def __iter__(self) -> Iterator[Entry]:
        return (self[index] for index in range(len(self)))

    def bisect_key_left(self, key: int) -> int:
        """The place of the first entry of a key, or where it would be."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if _ENTRY.unpack_from(self._bytes, middle * _ENTRY.size)[0] < key:
                low = middle + 1
            else:
                high = middle
        return low

    def find_all(
        self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()
    ) -> Iterator[Entry]:
        """The entries of a position, or of a key."""
        position = board if isinstance(board, Board) else None
        key = zobrist_hash(board) if isinstance(board, Board) else board
        for index in range(self.bisect_key_left(key), len(self)):
            entry = self[index]
            if entry.key != key:
                return
            if position is not None:
                # Castling is the king onto the rook, as in Chess960.
                move = position._usual(entry.move)
                if not position.is_legal(move):
                    continue
                entry = entry._replace(move=move)
            if entry.weight >= minimum_weight and entry.move not in exclude_moves:
                yield entry

    def find(self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()) -> Entry:
        """The entry with the most weight; raises `IndexError` where there is none."""
        found = self.get(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        if found is None:
            raise IndexError("the book has no move there")
        return found

    def get(
        self,
        board: Board | int,
        default: Entry | None = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Entry | None:
        entries = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        return max(entries, key=lambda entry: entry.weight, default=default)

    def choice(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
        random: random.Random | None = None,
    ) -> Entry:
        """An entry by chance, each as likely as any other."""
        return self._chosen(board, minimum_weight, exclude_moves, random, weighted=False)

    def weighted_choice(
        self, board: Board | int, *, exclude_moves: Container[Move] = (), random: random.Random | None = None
    ) -> Entry:
        """An entry by chance, as likely as its weight says."""
        return self._chosen(board, 1, exclude_moves, random, weighted=True)

    def _chosen(
        self,
        board: Board | int,
        minimum_weight: int,
        exclude_moves: Container[Move],
        chance: random.Random | None,
        *,
        weighted: bool,
    ) -> Entry:
        entries = list(self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError("the book has no move there")
        weights = [entry.weight for entry in entries] if weighted else None
        return (chance or random.Random()).choices(entries, weights)[0]


def open_reader(path: str | bytes | PathLike[str]) -> MemoryMappedReader:
    """Opens an opening book."""
    return MemoryMappedReader(path)


__all__ = ["Entry", "MemoryMappedReader", "open_reader", "zobrist_hash"]
