"""What writing games returns."""

from __future__ import annotations

from collections.abc import Mapping


class Written(int):
    """The number of games (or records) that were written, and what was left out of them.

    >>> Written(2, {"comments": 3}).without
    {'comments': 3}
    """

    without: dict[str, int]

    def __new__(cls, games: int, without: Mapping[str, int] | None = None) -> Written:
        """A number with what was left out."""
        written = super().__new__(cls, games)
        written.without = dict(without or {})
        return written

    def __getnewargs__(self) -> tuple[int, dict[str, int]]:  # type: ignore[override]
        """What pickling needs."""
        return int(self), self.without
