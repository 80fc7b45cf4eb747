"""Where a file object is after a game: at the first byte of the next one, as scripts that make an index of a file expect."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import pgnkit.compat.chess.pgn as pgn

BODIES = [
    "1. e4 e5 2. Nf3 1-0\n",
    "1. d4 {a comment\n\nof some lines} d5\n2. c4 *\n",
    "1. e4 e5\n1/2-1/2\n",
    "1. c4 e5 {Grünfeld – Карпов}\n",
    "1. Nf3\n\n{and} d5 0-1\n",
    "*\n",
    "1. g3 0-1 {after it}\n",
    f"1. f4 {{{'long ' * 300}}} 1-0\n",
]


def texts(newline: str, seed: int) -> list[bytes]:
    """Games of a file, each with the blank lines after it."""
    random = Random(seed)
    found: list[bytes] = []
    ends = True
    for number in range(120):
        # After a game without an end it belongs to that.
        before = random.choice(["", "", "% an escape line\n"]) if found and ends else ""
        tags = "".join(f'[{name} "{number} é"]\n' for name in ("Event", "White", "Black")[: random.randrange(1, 4)])
        blank = random.choice(["\n", "\n", "\n\n", "\n\n\n\n", "  \n", ""])
        body = random.choice(BODIES)
        ends = "Grünfeld" not in body
        found.append(f"{before}{tags}\n{body}{blank}".replace("\n", newline).encode())
    return found


def opened(path: Path, how: str) -> Any:
    match how:
        case "binary":
            return path.open("rb")
        case "unbuffered":
            return path.open("rb", buffering=0)
        case "text":
            return path.open(encoding="utf-8")
        case "surrogateescape":
            return path.open(encoding="ascii", errors="surrogateescape")
        case "as it is":
            return path.open(encoding="utf-8", newline="")
        case "utf-8-sig":
            return path.open(encoding="utf-8-sig")
        case "update":
            return path.open("r+", encoding="utf-8")
        case "bytes":
            return io.BytesIO(path.read_bytes())
        case _:
            return io.TextIOWrapper(io.BytesIO(path.read_bytes()), encoding="utf-8")


HOW = ["binary", "unbuffered", "text", "surrogateescape", "as it is", "utf-8-sig", "update", "bytes", "wrapped"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("reader", [pgn.read_game, pgn.read_headers, pgn.skip_game])
def test_a_file_is_where_the_next_game_begins(newline: str, how: str, reader: Callable[[Any], Any], tmp_path: Path) -> None:
    for seed in range(3):
        games = texts(newline, seed)
        mark = b"\xef\xbb\xbf" if how == "utf-8-sig" else b""
        path = tmp_path / "x.pgn"
        path.write_bytes(mark + b"".join(games))
        starts = [len(mark) + sum(map(len, games[:number])) for number in range(len(games) + 1)]
        # The mark is before the first game.
        starts[0] = 0
        with opened(path, how) as handle:
            places = []
            while True:
                places.append(handle.tell())
                if not reader(handle):
                    break
            # The last one is the end.
            assert places == starts, seed
            for number in Random(seed).sample(range(len(games)), 40):
                handle.seek(places[number])
                game = pgn.read_game(handle)
                assert game is not None and game.headers["Event"].startswith(f"{number} ")


def test_an_unpacked_file_is_not_unpacked_again(tmp_path: Path) -> None:
    path = tmp_path / "x.pgn.gz"
    games = texts("\n", 1)
    path.write_bytes(gzip.compress(b"".join(games)))
    with gzip.open(path, "rt", encoding="utf-8") as handle:
        seeks = 0
        seek = handle.seek

        def counted(*where: int) -> int:
            nonlocal seeks
            seeks += 1
            return seek(*where)

        handle.seek = counted  # type: ignore[method-assign]
        found = []
        while (game := pgn.read_game(handle)) is not None:
            found.append(game.headers["Event"].split()[0])
    assert found == [str(number) for number in range(len(games))] and seeks == 0


def test_what_cannot_go_back_loses_nothing() -> None:
    class Pipe(io.RawIOBase):
        def __init__(self, data: bytes) -> None:
            self.inner = io.BytesIO(data)

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            return self.inner.readinto(buffer)

    for newline in ("\n", "\r\n"):
        games = texts(newline, 2)
        for handle in (io.BufferedReader(Pipe(b"".join(games))), io.TextIOWrapper(io.BufferedReader(Pipe(b"".join(games))), encoding="utf-8")):
            found = []
            while (headers := pgn.read_headers(handle)) is not None:
                found.append(headers["Event"].split()[0])
            assert found == [str(number) for number in range(len(games))]


def test_headers_have_the_result_too() -> None:
    handle = io.StringIO('[White "A"]\n\n1. e4 1-0\n\n[White "B"]\n[Result "0-1"]\n\n1. e4 e5 0-1\n')
    assert dict(pgn.read_headers(handle) or {})["White"] == "A"
    headers = pgn.read_headers(handle)
    assert headers is not None and (headers["White"], headers["Result"]) == ("B", "0-1")
    assert pgn.read_headers(handle) is None
