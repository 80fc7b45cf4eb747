"""Data of other programs, read and written."""

from __future__ import annotations

import gzip
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


def test_a_part_of_what_is_read_is_no_output(tmp_path: Path) -> None:
    pgnkit.read(GAMES.encode()).write(tmp_path / "a.si4")
    for part in CHESSBASE.parent.iterdir():
        (tmp_path / part.name).write_bytes(part.read_bytes())
    with gzip.open(tmp_path / "b.sg4.gz", "wb") as packed:
        packed.write((tmp_path / "a.sg4").read_bytes())
    for ending in ("si4", "sn4"):
        (tmp_path / f"b.{ending}").write_bytes((tmp_path / f"a.{ending}").read_bytes())
    assert pgnkit.read(tmp_path / "b.si4").count() == 2
    parts = [path for path in tmp_path.iterdir() if path.suffix not in (".si4", ".cbh")]
    assert len(parts) == 14
    for part in parts:
        index = part.with_name(part.name.split(".")[0] + (".cbh" if part.name.startswith("own") else ".si4"))
        before = part.read_bytes()
        for source in (index, tmp_path):
            with pytest.raises(ValueError, match="it is read with|which is read"):
                pgnkit.read(source).write(part, to="pgn")
            assert part.read_bytes() == before
    pgnkit.read(tmp_path / "a.si4").write(tmp_path / "a.pgn")


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
