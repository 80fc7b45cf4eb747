"""What trials found: nothing dropped silently, and manners."""

from __future__ import annotations

import copy
import io
import pickle
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import pgnkit
from pgnkit import Game, Score, read

ANNOTATED = b'[White "Tal"]\n\n{start} 1. e4 {good [%cal Ge2e4]} (1. d4 $1) e5 $2 1-0\n'

# Every form that there is, but for databases of Scid, which are three files: test_other_programs.py has these.
FORMS = ["pgn", "san", "fan", "lan", "uci", "iccf", "json", "lichess", "parquet", "arrow", "arrows", "csv", "epd", "fen", "pgc"]
WHOLE = {"pgn", "san", "fan", "lan", "uci", "iccf", "json"}


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
    with pytest.raises(ValueError, match="expected one of") as raised:
        read(ANNOTATED).text("nothing")
    forms = str(raised.value).split("expected one of ")[1].split(", ")
    forms.remove("scid")
    assert forms == FORMS


@pytest.mark.parametrize("name", ["x.unknown", "x", "x.txt"])
def test_an_ending_that_says_nothing_is_an_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="use to="):
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


def test_an_error_after_some_games_is_an_error() -> None:
    """However few came before: it must not look like the end."""

    class Broken:
        def __init__(self, pieces: int) -> None:
            self.left = pieces

        def read(self, size: int) -> bytes:
            self.left -= 1
            if self.left < 0:
                raise KeyError("broken")
            return ANNOTATED

    def broken(count: int):  # type: ignore[no-untyped-def]
        for _ in range(count):
            yield Game.parse(ANNOTATED)
        raise KeyError("broken")

    for count in (0, 1, 2, 30, 300):
        for make in (lambda: Broken(count), lambda: broken(count)):  # noqa: B023
            for use in (
                lambda games: games.count(),
                lambda games: list(games),
                lambda games: games.text(),
                lambda games: games.sort().count(),
                lambda games: games.filter("true").fmt().text(),
                lambda games: list(games.check()),
            ):
                with pytest.raises(KeyError, match="broken"):
                    print(count, use(read(make())))


LARGE = [-1, 2**70, -(2**70)]


@pytest.mark.parametrize("number", LARGE)
def test_a_number_that_does_not_fit_is_a_value_error(number: int) -> None:
    game = Game.parse(ANNOTATED)
    node = next(iter(game.mainline()))
    games = read(ANNOTATED)
    calls = [
        lambda: read(ANNOTATED, jobs=number),
        lambda: games.filter("true", count=number),
        lambda: games.head(number),
        lambda: games.file_names("year", limit=number),
        lambda: node.add_nag(number),
        lambda: setattr(node, "nags", [number]),
        lambda: game.export(width=number),
        lambda: Score(0.5, depth=number),
        lambda: pgnkit.Position.chess960(number),
        lambda: pgnkit.Position().edit(halfmove_clock=number),
        lambda: pgnkit.Position().edit(fullmove_number=number),
        lambda: pgnkit.Position().perft(number),
        lambda: pgnkit.Position().svg(size=number),
        lambda: pgnkit.Position().piece_at(number),
        lambda: pgnkit.Board().is_repetition(number),
        lambda: pgnkit.square_name(number),
    ]
    for at, call in enumerate(calls):
        with pytest.raises(ValueError):
            print(at, call())  # type: ignore[no-untyped-call]
    if number != -1:
        with pytest.raises(ValueError):
            Score(mate=number)
    for wrong in (1.5, "x"):
        with pytest.raises(TypeError):
            games.head(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        read(ANNOTATED, jobs=0)
    assert games.head(0) == [] and len(games.head()) == 1


@pytest.mark.parametrize(
    "text", ["1. e4 e5 *", "e4", '[White "Tal"]\n\n*', '[Event "x"]', "1. d4 (1. e4)\n{c} d5 1-0", "\n1. e4?"]
)
def test_a_text_is_not_taken_for_a_path(text: str) -> None:
    for call in (read, pgnkit.sort, pgnkit.columns):
        with pytest.raises(FileNotFoundError, match="encode"):
            call(text)  # type: ignore[operator]
    assert read(text.encode()).count() == 1


@pytest.mark.parametrize("name", ["missing.pgn", "a/b/c.pgn", "games", "x y.pgn", "2025-05.pgn.zst", "[x]*.pgn"])
def test_a_path_is_not_taken_for_a_text(name: str) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        read(name).count()
    assert "encode" not in str(raised.value)


def test_a_file_may_be_called_like_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("1. e4 e5").write_bytes(ANNOTATED)
    assert read("1. e4 e5").count() == 1


def test_tags_have_views() -> None:
    tags = Game({"White": "Tal", "Black": "Fine"}).tags
    names, values, items = tags.keys(), tags.values(), tags.items()
    assert names & {"White", "Site"} == {"White"} and "Black" in names and len(values) == 2 and ("White", "Tal") in items
    tags["Site"] = "Riga"
    assert list(names) == ["White", "Black", "Site"] and list(values)[2] == "Riga" and dict(items) == dict(tags)


def test_classes_that_come_out_can_be_named() -> None:
    game = Game.parse(ANNOTATED)
    games = read(ANNOTATED)
    for value in (iter(games), games.check(), games.records(), games.columns(), game.mainline(), game.positions(), game.tags, game.root, Score(1.0)):
        kind = type(value)
        assert getattr(pgnkit, kind.__name__) is kind and kind.__name__ in pgnkit.__all__


def test_unknown_rules_have_no_positions() -> None:
    game = read(b'[Variant "Duck chess"]\n\n1. e4 {[%clk 0:03:00]} 1... e5 *\n').first()
    assert game is not None and game.sans() == ["e4", "e5"]
    node = next(iter(game.mainline()))
    assert node.move is None and node.san == "e4" and node.clock == 180.0
    for call in (node.position, node.board, node.line, game.positions, game.board):
        with pytest.raises(pgnkit.PositionError, match="not known"):
            call()


PARTS = [
    "1. e4 ", "e5 ", "2. Nf3 ", "Nc6 ", "Ke3 ", "{a comment} ", "(1. d4 d5) ", "(=) ", "(!) ", "$1 ", "; rest of line\n", "\n%escaped line\n",
    "foo bar ", "3p4/8 ", "5254 5755 ", "1-0 ", "*\n\n", "[Site \"Riga\"]\n", "[White {inside} \"Tal\"]\n", "{[%clk 0:01:00]} ", "\u00e9t\u00e9 ", "\"quoted\" ",
]  # fmt: skip


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w{3,}", text))


def test_words_that_are_read_are_written_or_named(tmp_path: Path) -> None:
    random = Random(20261126)
    texts = []
    for number in range(300):
        parts = "".join(random.choice(PARTS) for _ in range(random.randrange(1, 9)))
        texts.append(f'[Event "game{number}"]\n\n{parts} *\n\n')
    text = "".join(texts)
    # What has no place in a game is an error that names it.
    nowhere = {"stray-text", "contradicting-tag", "repeated-tag", "empty-game"}
    data = text.encode()
    found = [found for found in read(data).check(notes=True) if found.name in nowhere]
    named = words(" ".join(data[found.start : found.end].decode() for found in found))
    for form, options in [("pgn", {}), ("json", {}), ("parquet", {"lossless": True}), ("arrow", {"lossless": True})]:
        path = tmp_path / f"games.{form}"
        read(data).write(path, **options)
        back = words(read(read(path).text("pgn")).text("pgn").decode())
        lost = words(text) - back - named
        assert not lost, f"{form}: {lost}"
