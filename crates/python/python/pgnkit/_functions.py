"""Functions over paths, bytes, files and games: each is a method of `Games`, with what it reads as its first argument."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from ._core import Columns, Diagnostic, Games, read

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._core import Source


class ReadOptions(TypedDict, total=False):
    """The options of `read`, which all functions take; an unknown one is refused."""

    format: str | None
    jobs: int | None
    tags_only: bool
    letters: str | None
    encoding: str | None
    progress: Any


def check(
    source: Source,
    *,
    level: Literal["import", "export", "archive"] = "import",
    notes: bool = False,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    **options: Unpack[ReadOptions],
) -> Iterator[Diagnostic]:
    """Everything that is wrong with games, as it is found; `options` are those of `read`.

    >>> for found in check(b"1. e4 e5 2. Nf6 *"):
    ...     print(found.line, found.column, found.message)
    1 13 expected a legal move, found `Nf6`: it is white's move
    """
    return read(source, **options).check(level=level, notes=notes, select=list(select), ignore=list(ignore))


def fix(source: Source, *, unsafe: bool = False, **options: Unpack[ReadOptions]) -> Games:
    """The games with what is wrong mended, where it can be without changing what they mean."""
    return read(source, **options).fix(unsafe=unsafe)


def fmt(source: Source, **options: Unpack[ReadOptions]) -> Games:
    """The games in export format.

    >>> fmt(b"1.e4 e5 2.Nf3").text()[-21:]
    b'\\n\\n1. e4 e5 2. Nf3 *\\n\\n'
    """
    return read(source, **options).fmt()


def filter(source: Source, condition: str, *, count: int | None = None, **options: Unpack[ReadOptions]) -> Games:
    """The games of which a condition in SQL is true, byte for byte as they are."""
    return read(source, **options).filter(condition, count=count)


def sort(
    source: Source,
    by: str | Sequence[str] | None = None,
    *,
    reverse: bool = False,
    unique: bool = False,
    **options: Unpack[ReadOptions],
) -> Games:
    """The games in order: by fields such as `date` and `whiteelo desc`, or as the standard has it."""
    return read(source, **options).sort(by, reverse=reverse, unique=unique)


def dedup(source: Source, *, keep: Literal["best", "first", "last", "merge"] = "best", **options: Unpack[ReadOptions]) -> Games:
    """The games without duplicates."""
    return read(source, **options).dedup(keep=keep)


def eco(
    source: Source, *, names: Literal["standard", "lichess", "none"] = "standard", replace: bool = False, **options: Unpack[ReadOptions]
) -> Games:
    """The games with the tags of their openings."""
    return read(source, **options).eco(names=names, replace=replace)


def edit(
    source: Source,
    *,
    set: Mapping[str, str] | None = None,
    remove: Sequence[str] = (),
    drop: Sequence[Literal["comments", "commands", "nags", "variations"]] = (),
    **options: Unpack[ReadOptions],
) -> Games:
    """The games with tags set and removed, and without comments and the like; every other byte stays as it is."""
    return read(source, **options).edit(set=None if set is None else dict(set), remove=list(remove), drop=list(drop))


def columns(
    source: Source,
    rows: Literal["games", "plies", "positions"] = "games",
    columns: Sequence[str] | None = None,
    **options: Unpack[ReadOptions],
) -> Columns:
    """The games as columns of Arrow, for pyarrow, polars, pandas and duckdb.

    >>> columns(b"1. e4 e5 *", columns=["Result", "plies"]).names
    ['Result', 'plies']
    """
    return read(source, **options).columns(rows, None if columns is None else list(columns))


def square(name: str) -> int:
    """The number of a square, 0 (a1) to 63 (h8).

    >>> square("e4")
    28
    """
    if len(name) != 2 or name[0] not in "abcdefgh" or name[1] not in "12345678":
        raise ValueError(f"expected a square such as 'e4', not {name!r}")
    return ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1)


def square_name(square: int) -> str:
    """The name of a square.

    >>> square_name(28)
    'e4'
    """
    if not 0 <= square < 64:
        raise ValueError(f"expected 0 to 63, not {square}")
    return "abcdefgh"[square % 8] + str(square // 8 + 1)
