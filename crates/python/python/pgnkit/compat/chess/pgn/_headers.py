"""The tags of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, TypeVar

from .._board import Board
from ..variant import find_variant

if TYPE_CHECKING:
    from typing_extensions import Self

    from ._visitors import HeadersBuilder

HeadersT = TypeVar("HeadersT", bound="Headers")

TAG_ROSTER: list[str] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
_UNKNOWN: dict[str, str] = {"Date": "????.??.??", "Result": "*"}
ROSTER: dict[str, str] = {name: _UNKNOWN.get(name, "?") for name in TAG_ROSTER}

TAG_NAME_REGEX = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")


class Headers(MutableMapping[str, str]):
    """The tags of a game: those of the seven tag roster first, then the others in their order.

    A new one has the seven tags with their values for "unknown".
    """

    def __init__(self, data: Mapping[str, str] | Iterable[tuple[str, str]] | None = None, **kwargs: str) -> None:
        self._tags: dict[str, str] = {}
        if data is None:
            self._tags.update(ROSTER)
        else:
            self.update(data)
        self.update(kwargs)

    @classmethod
    def _of(cls, tags: dict[str, str]) -> Self:
        """Tags that need no check."""
        headers = cls.__new__(cls)
        headers._tags = tags
        return headers

    def is_chess960(self) -> bool:
        """Whether the game says that it is one of Chess960."""
        return self.get("Variant", "").lower() in (
            "chess960",
            "chess 960",
            "fischerandom",  # It is spelled in many ways.
            "fischerrandom",
            "fischer random",
        )

    def is_wild(self) -> bool:
        """Whether the game is one of the `wild` variants of servers, which play by the rules of chess."""
        return re.fullmatch("wild[/ ]?([0-8]|8a)", self.get("Variant", "").lower()) is not None

    def variant(self) -> type[Board]:
        """The class of boards for the game; raises `ValueError` where there is none."""
        name = self.get("Variant")
        return Board if name is None or self.is_chess960() or self.is_wild() else find_variant(name)

    def board(self) -> Board:
        """A board where the game starts; raises `ValueError` where the tags give none."""
        kind = self.variant()
        board = kind(self.get("FEN") or kind.starting_fen, chess960=self.is_chess960())
        if "FEN" in self and not board.chess960 and board.has_chess960_castling_rights():
            board = kind(self["FEN"], chess960=True)
        return board

    def __setitem__(self, key: str, value: str) -> None:
        if not TAG_NAME_REGEX.match(key):
            raise ValueError(f"expected the name of a tag, which has letters, digits and '_' only, not {key!r}")
        if "\n" in value or "\r" in value:
            raise ValueError(f"expected a value without line breaks for {key}, not {value!r}")
        self._tags[key] = value

    def __getitem__(self, key: str) -> str:
        return self._tags[key]

    def __delitem__(self, key: str) -> None:
        del self._tags[key]

    def __contains__(self, key: object) -> bool:
        return key in self._tags

    def __iter__(self) -> Iterator[str]:
        yield from (name for name in TAG_ROSTER if name in self._tags)
        yield from (name for name in self._tags if name not in ROSTER)

    def __len__(self) -> int:
        return len(self._tags)

    def copy(self) -> Self:
        return type(self)._of(dict(self._tags))

    def __copy__(self) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.items())})"

    @classmethod
    def builder(cls) -> HeadersBuilder[Self]:
        """A visitor that reads tags only."""
        from ._visitors import HeadersBuilder

        return HeadersBuilder(Headers=cls)
