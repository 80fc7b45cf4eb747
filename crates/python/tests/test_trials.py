"""What trials found: nothing dropped silently, and manners."""

from __future__ import annotations

import copy
import io
import pickle
from pathlib import Path

import pytest

import pgnkit
from pgnkit import Game, Score, read

ANNOTATED = b'[White "Tal"]\n\n{start} 1. e4 {good [%cal Ge2e4]} (1. d4 $1) e5 $2 1-0\n'

# Every form that there is.
FORMS = ["pgn", "san", "fan", "lan", "uci", "json", "parquet", "arrow", "arrows", "csv", "epd", "fen", "pgc"]
WHOLE = {"pgn", "san", "fan", "lan", "uci", "json"}


@pytest.mark.parametrize("form", FORMS)
def test_a_form_holds_all_or_refuses(form: str, tmp_path: Path) -> None:
    path = tmp_path / "out"
    if form in WHOLE:
        assert read(ANNOTATED).write(path, to=form).without == {}
        return
    with pytest.raises(pgnkit.EditError):
        read(ANNOTATED).write(path, to=form)
    assert not path.exists()
    with pytest.raises(pgnkit.EditError):
        read(ANNOTATED).text(form)
    read(ANNOTATED).write(path, to=form, lossy=True)
    assert path.exists()


def test_nothing_is_written_over_what_is_read(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    path = games / "a.pgn"
    path.write_bytes(ANNOTATED)
    (tmp_path / "hard.pgn").hardlink_to(path)
    (tmp_path / "link.pgn").symlink_to(path)
    for source in (path, str(path), [path], games, str(games / "*.pgn"), path.open("rb")):
        for target in (path, games / ".." / "games" / "a.pgn", tmp_path / "hard.pgn", tmp_path / "link.pgn"):
            with pytest.raises(ValueError, match="it is an input|which is read"):
                read(source).filter("false").write(target)
            assert path.read_bytes() == ANNOTATED
    with pytest.raises(ValueError, match="which is read"):
        read(games).write(games / "b.pgn")
    with pytest.raises(ValueError, match="which is read"):
        read(games).write(games / "more", partition="year", to="parquet", lossy=True)
    read(path).write(games / "b.pgn")
    assert read(games / "b.pgn").count() == 1


def test_the_list_of_forms_is_that_of_the_library() -> None:
    with pytest.raises(ValueError, match="there are") as raised:
        read(ANNOTATED).text("nothing")
    assert str(raised.value).split("there are ")[1].split(", ") == FORMS


@pytest.mark.parametrize("name", ["x.unknown", "x", "x.txt"])
def test_an_ending_that_says_nothing_is_an_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="say it with to="):
        read(ANNOTATED).write(tmp_path / name)


def test_file_objects_are_read_twice_and_written_to() -> None:
    games = read(io.BytesIO(ANNOTATED))
    assert (games.count(), games.count()) == (1, 1)
    out = io.BytesIO()
    games.write(out, to="pgn")
    assert out.getvalue() == games.text()


def test_manners() -> None:
    game = Game.parse(ANNOTATED)
    line = game.mainline()
    assert [node.san for node in line] == [node.san for node in line] == ["e4", "e5"]
    begun = iter(line)
    assert next(begun).san == "e4" and [node.san for node in begun] == ["e5"]
    assert Game.parse(str(game)) == game
    node = next(iter(line))
    for again in (copy.copy(node), copy.deepcopy(node), pickle.loads(pickle.dumps(node))):
        assert again.san == "e4" and again.game == game
    assert pickle.loads(pickle.dumps(game.tags)) == game.tags == copy.deepcopy(game.tags)
    assert Score(mate=-1) < Score(mate=-3) < Score(-9.0) < Score(0.5) < Score(mate=3) < Score(mate=1)
    assert float(Score(0.5)) == 0.5 and float(Score(mate=-2)) == -1000.0
    for call in (lambda: node.add_nag(300), lambda: read(ANNOTATED, jobs=-1)):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        pgnkit.check(ANNOTATED, jbos=1)  # type: ignore[call-arg]
    assert "bytes" in repr(read(ANNOTATED)) and len(read(ANNOTATED * 9).head(3)) == 3


def test_unknown_rules_have_no_positions() -> None:
    game = read(b'[Variant "Duck chess"]\n\n1. e4 {[%clk 0:03:00]} 1... e5 *\n').first()
    assert game is not None and game.sans() == ["e4", "e5"]
    node = next(iter(game.mainline()))
    assert node.move is None and node.san == "e4" and node.clock == 180.0
    for call in (node.position, node.board, node.line, game.positions, game.board):
        with pytest.raises(pgnkit.PositionError, match="not known"):
            call()
