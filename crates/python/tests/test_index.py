"""Indexes of games."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

import pgnkit

TEXT = b"""[White "Anna"]
[Black "Boris"]
[Date "2020.02.03"]
[WhiteElo "1600"]
[BlackElo "1800"]
[TimeControl "180+2"]
[Event "Rated Blitz game"]

1. e4 c5 {Sicilian} 2. Nf3 (2. c3 d5) 2... d6 1-0

[White "Boris"]
[Black "Anna"]
[Date "2021.12.31"]
[WhiteElo "1900"]
[TimeControl "900+10"]

1. Nf3 c5 2. e4 Nc6 0-1

[White "Carla"]
[Black "Anna"]
[Date "2021.??.??"]

1. e4 c5 2. Nf3 Nc6 1/2-1/2

1. e4 Ke7 *

[Variant "Atomic"]

1. e4 c5 *
"""


@pytest.fixture
def index(tmp_path: Path) -> pgnkit.Index:
    written = pgnkit.read(TEXT).index(tmp_path / "games.idx")
    assert written == 4
    assert list(written.without.values()) == [1]
    return pgnkit.Index(tmp_path / "games.idx")


def test_games_come_back_whole(index: pgnkit.Index, tmp_path: Path) -> None:
    assert len(index) == 4
    expected = {str(game) for game in pgnkit.read(TEXT) if "Ke7" not in str(game)}
    assert {str(index[number]) for number in range(4)} == expected
    assert {str(game) for game in pgnkit.read(tmp_path / "games.idx")} == expected
    assert str(index[-1]) == str(index[3])
    assert index[1].number == 2
    for number in (4, -5):
        with pytest.raises(IndexError):
            index[number]
    pgnkit.read(TEXT).index(tmp_path / "bare.idx", moves_only=True)
    bare = pgnkit.Index(str(tmp_path / "bare.idx"))
    assert "Sicilian" not in "".join(str(bare[number]) for number in range(4))


def test_levels_have_more_and_more(tmp_path: Path) -> None:
    def of_level(level: Literal[1, 2, 3]) -> pgnkit.Index:
        pgnkit.read(TEXT).index(tmp_path / f"{level}.idx", level=level)
        return pgnkit.Index(tmp_path / f"{level}.idx")

    counts, games, all_positions = of_level(1), of_level(2), of_level(3)
    assert [index.level for index in (counts, games, all_positions)] == [1, 2, 3]
    assert counts.explore("e4 c5").games == games.explore("e4 c5").games
    assert games.find("e4 c5") == all_positions.find("e4 c5")
    with pytest.raises(pgnkit.SourceError, match="positions alone"):
        counts.find("e4 c5")
    with pytest.raises(ValueError, match="expected level 1, 2 or 3, found 4"):
        pgnkit.read(TEXT).index(tmp_path / "4.idx", level=4)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "games", "moves"),
    [
        ({}, 3, [("Nc6", 2), ("d6", 1)]),
        ({"speeds": ["blitz"]}, 1, [("d6", 1)]),
        ({"speeds": ["blitz", "rapid"]}, 2, [("d6", 1), ("Nc6", 1)]),
        ({"ratings": (1700, 1701)}, 1, [("d6", 1)]),
        ({"since": "2021"}, 2, [("Nc6", 2)]),
        ({"since": "2021.12.31"}, 1, [("Nc6", 1)]),
        ({"until": "2021-11"}, 2, [("d6", 1), ("Nc6", 1)]),
        ({"until": "2021.12.30"}, 2, [("d6", 1), ("Nc6", 1)]),
        ({"until": "2020.02.02"}, 0, []),
        ({"rated": True}, 1, [("d6", 1)]),
        ({"player": "anna", "color": "black"}, 2, [("Nc6", 2)]),
    ],
)
def test_moves_are_counted(index: pgnkit.Index, options: dict[str, object], games: int, moves: list[tuple[str, int]]) -> None:
    found = index.explore("e4 c5 Nf3", **options)  # type: ignore[arg-type]
    assert found.games == games
    assert sorted((move.san, move.games) for move in found.moves) == sorted(moves)


def test_what_is_known_of_a_move(index: pgnkit.Index) -> None:
    found = index.explore(pgnkit.Position().play("e4").play("c5").play("Nf3"), top=1, recent=2)
    assert (found.white, found.draws, found.black) == (1, 1, 1)
    d6 = next(move for move in found.moves if move.san == "d6")
    assert (d6.move, d6.white, d6.average_rating) == (pgnkit.Move("d7d6"), 1, 1800.0)
    assert [index[number].tags["White"] for number in found.top] == ["Anna"]
    assert [index[number].tags["White"] for number in found.recent] == ["Boris", "Carla"]
    assert index.explore().games == 3
    assert index.explore("1. a3 a6").moves == []


def test_games_are_found(index: pgnkit.Index, tmp_path: Path) -> None:
    fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    assert sorted(index[number].tags["White"] for number in index.find(fen)) == ["Anna", "Boris", "Carla"]
    assert index.find("e4 c5 c3") == []
    assert sorted(index.games_of("ANNA")) == sorted(index.games_of("Anna", "white") + index.games_of("Anna", "black"))
    read = pgnkit.read(tmp_path / "games.idx")
    assert [game.tags.get("White") for game in read.filter("reaches('e4 c5 Nf3 d6')")] == ["Anna"]
    assert index.positions > 0
    assert index.sources
    index.check()


def test_what_is_wrong_is_said(index: pgnkit.Index, tmp_path: Path) -> None:
    with pytest.raises(pgnkit.SourceNotFoundError):
        pgnkit.Index(tmp_path / "other.idx")
    with pytest.raises(pgnkit.SourceError, match="expected an index of pgnkit"):
        (tmp_path / "text.idx").write_bytes(TEXT)
        pgnkit.Index(tmp_path / "text.idx")
    for given, error, message in [
        ({"position": "e5"}, ValueError, "e5"),
        ({"position": "x/y"}, pgnkit.PositionError, "piece placement|rank|board|FEN|x"),
        ({"position": 7}, TypeError, "expected a Position, a FEN or moves"),
        ({"speeds": ["slow"]}, ValueError, "expected a speed"),
        ({"since": "2020.13"}, ValueError, "expected a year"),
        ({"player": "Anna"}, TypeError, "belong together"),
    ]:
        with pytest.raises(error, match=message):
            index.explore(**given)  # type: ignore[arg-type]
    path = tmp_path / "games.idx"
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 255
    (tmp_path / "damaged.idx").write_bytes(damaged)
    with pytest.raises(pgnkit.SourceError, match="damaged"):
        pgnkit.Index(tmp_path / "damaged.idx").check()
    with pytest.raises(ValueError, match="input"):
        pgnkit.read(path).index(path)
