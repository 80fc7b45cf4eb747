"""Data of other programs, read and written."""

from __future__ import annotations

from pathlib import Path

import pytest

import pgnkit

GAMES = (
    '[Event "Riga"]\n[White "Tal"]\n[Black "Keres"]\n[Result "1-0"]\n\n1. e4 $1 c5 (1... e5 2. Nf3 {two}) 2. Nf3 1-0\n\n'
    '[Event "?"]\n[White "Keres"]\n[Black "Tal"]\n[Result "*"]\n\n1. d4 *\n\n'
)
CHESSBASE = Path(__file__).resolve().parents[2] / "formats/tests/it/chessbase/base/own.cbh"
LICHESS = (
    '{"id":"abcdefgh","variant":"standard","players":{"white":{"user":{"name":"Tal"}}},'
    '"moves":"e4 e5 Nf3","status":"resign","winner":"white"}\n'
)


@pytest.mark.parametrize("name", ["a.si4", "a.si5"])
def test_databases_of_scid_are_written_and_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    pgnkit.read(GAMES.encode()).write(path)
    games = list(pgnkit.read(path))
    assert [game.tags["White"] for game in games] == ["Tal", "Keres"]
    assert "{two}" in str(games[0])
    assert len(list(pgnkit.read(path).filter("white = 'Keres'"))) == 1


def test_databases_of_chessbase_are_read() -> None:
    games = list(pgnkit.read(CHESSBASE).sort("white"))
    assert len(games) == 2
    assert games[0].tags["White"] == "Topalov, V."


def test_archives_with_a_password_ask_for_it(tmp_path: Path) -> None:
    path = tmp_path / "a.cbz"
    path.write_bytes(bytes(range(256)) * 4)
    for password, message in [(None, "it has a password"), ("sesame", "the password is wrong")]:
        with pytest.raises(OSError, match=message):
            list(pgnkit.read(path, password=password))


def test_games_of_sites_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.ndjson"
    path.write_text(LICHESS)
    for source in (path, LICHESS.encode()):
        (game,) = pgnkit.read(source)
        assert (game.tags["White"], game.ply_count) == ("Tal", 3)
