"""Text in other character sets."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

import pgnkit
from pgnkit import read

NAMES = {
    "windows-1251": "Карпов",
    "cp1251": "Карпов",
    "koi8-r": "Карпов",
    "koi8_r": "Карпов",
    "KOI8-R": "Карпов",
    "cp866": "Карпов",
    "iso-8859-2": "Łukasz Ďurič",
    "latin2": "Łukasz Ďurič",
    "iso8859_2": "Łukasz Ďurič",
    "cp437": "Éñrico",
    "cp850": "Säemisch",
    "macintosh": "Nürnberg",
    "mac_roman": "Nürnberg",
    "gbk": "侯逸凡",
    "gb18030": "侯逸凡",
    "shift_jis": "羽生",
    "utf-16le": "Карпов",
    "latin-1": "Fédorowicz",
    "utf-8": "Карпов",
    "utf-8-sig": "Карпов",
}


def text_of(name: str) -> str:
    return f'[Event "?"]\n[White "{name}"]\n\n1. e4 {{{name}}} e5 *\n\n'


@pytest.mark.parametrize("encoding", NAMES)
def test_text_of_other_character_sets(encoding: str, tmp_path: Path) -> None:
    name = NAMES[encoding]
    data = text_of(name).encode(encoding)
    path = tmp_path / "x.pgn"
    path.write_bytes(data)
    for source in (data, path, [path], gzip.compress(data), io.BytesIO(data)):
        games = read(source, encoding=encoding)
        for some in (games, games.filter("plies = 2").sort().fix().dedup(), read(games), read(list(games))):
            game = some.first()
            assert game is not None
            assert (game.tags["White"], game.root.next.comment) == (name, name), source  # type: ignore[union-attr]
        assert name in games.filter("plies = 2").text().decode()
        assert games.columns("games", ["White"]).names == ["White"]
    if encoding not in ("utf-8", "utf-8-sig"):
        decoded = read(path, encoding=encoding).sort().first()
        # Offsets in what was decoded are none in the file.
        assert decoded is not None and decoded.span is None


def test_all_functions_take_it() -> None:
    data = text_of("Карпов").encode("koi8-r")
    for function in (pgnkit.sort, pgnkit.dedup, pgnkit.fmt, pgnkit.fix, pgnkit.eco, pgnkit.edit):
        assert "Карпов" in function(data, encoding="koi8-r").text().decode()  # type: ignore[operator]
    assert "Карпов" in pgnkit.filter(data, "plies = 2", encoding="koi8-r").text().decode()
    assert not list(pgnkit.check(data, encoding="koi8-r"))


@pytest.mark.parametrize("name", ["klingon", "", "cp99999", "utf-7", "base64", "rot13", "windows-1251 x", "ä"])
def test_an_unknown_one_is_named(name: str) -> None:
    for source in (b"1. e4 *", "missing.pgn", read(b"1. e4 *")):
        with pytest.raises(LookupError) as raised:
            read(source, encoding=name)
        assert f"'{name}'" in str(raised.value)


def test_text_that_is_decoded_already_is_not_decoded_again() -> None:
    with pytest.raises(ValueError, match="decoded already"):
        read(io.StringIO(text_of("Карпов")), encoding="utf-16le").count()
    # Games are text, too, and valid UTF-8 is what it is.
    game = pgnkit.Game.parse(text_of("Карпов"))
    assert read([game], encoding="utf-16le").first() == game
    assert read(text_of("Карпов").encode(), encoding="koi8-r").first() == game
