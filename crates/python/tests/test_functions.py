"""Functions over many games: reading, checking, fixing, filtering, sorting, writing."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import signal
from pathlib import Path
from typing import Any

import pgnkit
import pytest
from pgnkit import Diagnostic, Game, read

ONE = (
    '[Event "A"]\n[White "Tal, M"]\n[Black "Fine"]\n[Date "1961.01.01"]\n[Result "1-0"]\n\n'
    "1. e4 c5 2. Nf3 {good} d6 3. d4 1-0\n\n"
)
TWO = '[Event "B"]\n[White "Fine"]\n[Black "Tal, M"]\n[Date "1960.01.01"]\n[Result "0-1"]\n\n1. d4 d5 2. c4 e6 0-1\n\n'
TEXT = (ONE + TWO).encode()
BROKEN = b'[White "A]\n\n1.e4 e5 2.Ke4 *\n'


def whites(games: Any) -> list[str]:
    return [game.tags.get("White", "?") for game in games]


# ---- reading


def test_bytes_are_read() -> None:
    assert whites(read(TEXT)) == ["Tal, M", "Fine"]
    assert whites(read(bytearray(TEXT))) == whites(read(memoryview(TEXT))) == ["Tal, M", "Fine"]


def test_paths_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(TEXT)
    assert whites(read(path)) == whites(read(str(path))) == ["Tal, M", "Fine"]
    assert whites(read([str(path), str(path)])) == ["Tal, M", "Fine"] * 2
    assert whites(read(tmp_path)) == ["Tal, M", "Fine"]
    assert {game.source for game in read(path)} == {str(path)}


def test_patterns_are_read(tmp_path: Path) -> None:
    for name in ("b.pgn", "a.pgn", "c.txt"):
        (tmp_path / name).write_bytes(ONE.encode() if name == "a.pgn" else TWO.encode())
    assert whites(read(f"{tmp_path}/*.pgn")) == ["Tal, M", "Fine"]
    (tmp_path / "x[1].pgn").write_bytes(ONE.encode())
    assert whites(read(tmp_path / "x[1].pgn")) == ["Tal, M"]
    with pytest.raises(OSError):
        list(read(f"{tmp_path}/*.nothing"))


@pytest.mark.parametrize(("ending", "pack"), [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)])
def test_packed_files_are_read(tmp_path: Path, ending: str, pack: Any) -> None:
    path = tmp_path / f"games.pgn{ending}"
    path.write_bytes(pack(TEXT))
    assert whites(read(path)) == whites(read(pack(TEXT))) == whites(read(io.BytesIO(pack(TEXT)))) == ["Tal, M", "Fine"]


def test_what_is_packed_by_pgnkit_is_read(tmp_path: Path) -> None:
    for ending in ("zst", "gz", "bz2", "xz"):
        path = tmp_path / f"games.pgn.{ending}"
        assert read(TEXT).write(path) == 2
        assert whites(read(path)) == ["Tal, M", "Fine"]


def test_file_objects_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(TEXT)
    with path.open("rb") as binary:
        assert whites(read(binary)) == ["Tal, M", "Fine"]
    with path.open(encoding="utf-8") as text:
        assert whites(read(text)) == ["Tal, M", "Fine"]
    assert whites(read(io.StringIO(TEXT.decode()))) == ["Tal, M", "Fine"]


def test_games_are_read() -> None:
    games = list(read(TEXT))
    assert (
        whites(read(games)) == whites(read(iter(games))) == whites(read(game for game in games)) == ["Tal, M", "Fine"]
    )
    assert whites(read(games[1])) == ["Fine"]
    assert whites(read(read(TEXT))) == ["Tal, M", "Fine"]
    assert read([]).count() == 0


def test_numbers_begin_anew_in_each_file(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.pgn").write_bytes(TEXT)
    assert [game.number for game in read(tmp_path)] == [1, 2, 1, 2]


def test_only_tags_are_read() -> None:
    games = list(read(TEXT, tags_only=True))
    assert whites(games) == ["Tal, M", "Fine"]
    assert [game.ply_count for game in games] == [0, 0]


def test_letters_of_a_language_are_read() -> None:
    assert next(iter(read(b"1. e4 e5 2. Sf3 *", letters="de"))).sans() == ["e4", "e5", "Nf3"]


@pytest.mark.parametrize("form", ["json", "pgc", "parquet", "arrow", "pgn"])
def test_forms_come_back(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"games.{form}"
    assert read(TEXT).edit(drop=["comments"]).write(path) == 2
    assert [game.sans() for game in read(path)] == [game.sans() for game in read(TEXT)]
    assert whites(read(path.read_bytes(), format=form)) == ["Tal, M", "Fine"]


def test_nothing_is_read_before_it_is_asked_for() -> None:
    def games() -> Any:
        yield from ()
        raise AssertionError("read too early")

    read(games()).filter("white = 'Tal, M'").sort().fmt()
    read("/no/such/file.pgn").fix().columns()


def test_a_reading_can_be_closed() -> None:
    with iter(read(TEXT * 1000)) as games:
        next(games)
    assert list(games) == []


def test_progress_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(TEXT * 5000)
    told: list[Any] = []

    class Bar:
        def __init__(self, **options: Any) -> None:
            told.append(options)

        def update(self, count: int) -> None:
            told.append(count)

        def close(self) -> None:
            told.append("closed")

    assert sum(1 for _ in read(path, progress=Bar)) == 10_000
    assert told[0]["total"] == path.stat().st_size and told[0]["unit"] == "B"
    assert sum(told[1:-1]) == path.stat().st_size
    assert told[-1] == "closed"


def test_an_exception_of_the_bar_is_raised() -> None:
    class Bar:
        def __init__(self, **options: Any) -> None: ...
        def update(self, count: int) -> None:
            raise KeyError("bar")

        def close(self) -> None: ...

    with pytest.raises(KeyError, match="bar"):
        list(read(TEXT * 1000, progress=Bar))


# ---- what is wrong


def test_what_is_wrong_is_told_with_its_place() -> None:
    found = list(pgnkit.check(b"1. e4 e5\n2. Ke4 *\n"))
    assert all(isinstance(one, Diagnostic) for one in found)
    (illegal,) = [one for one in found if one.name == "illegal-move"]
    assert (illegal.severity, illegal.line, illegal.column, illegal.game) == ("error", 2, 4, 1)
    assert b"1. e4 e5\n2. Ke4 *\n"[illegal.start : illegal.end] == b"Ke4"
    assert illegal.code.startswith("PGN-") and illegal.message
    assert str(illegal).startswith("<bytes>:2:4: error[")


def test_diagnostics_are_selected() -> None:
    text = b"1.e4 e5 2.Ke4 *\n1. e4 {x *\n"
    everything = list(pgnkit.check(text))
    codes = {one.code for one in everything}
    assert len(codes) > 1
    some = next(iter(sorted(codes)))
    assert {one.code for one in pgnkit.check(text, select=[some])} == {some}
    assert {one.code for one in pgnkit.check(text, ignore=[some])} == codes - {some}
    with pytest.raises(ValueError):
        pgnkit.check(text, select=["no such thing"])


def test_a_stricter_level_finds_more() -> None:
    text = b"1.e4 e5 *"
    assert list(pgnkit.check(text)) == []
    assert len(list(pgnkit.check(text, level="export"))) > len(list(pgnkit.check(text)))


def test_right_games_have_no_diagnostics() -> None:
    assert list(pgnkit.check(TEXT)) == []
    assert [game.diagnostics for game in read(TEXT)] == [[], []]


def test_games_are_read_in_spite_of_errors() -> None:
    first, second = read(b"1. e4 Ke2 2. d4 *\n\n1. d4 *\n")
    assert first.sans() == ["e4"] and second.sans() == ["d4"]
    assert [one.name for one in first.diagnostics] == ["illegal-move"]
    assert second.diagnostics == []


def test_a_fix_is_a_list_of_edits() -> None:
    text = b"1. e4 e5 2. 0-0 *\n1. e4 e5 {unclosed"
    for one in pgnkit.check(text):
        if one.fix is not None:
            mended = bytearray(text)
            for start, end, new in reversed(one.fix.edits):
                mended[start:end] = new.encode()
            after = list(pgnkit.check(bytes(mended)))
            assert (one.name, one.message) not in [(other.name, other.message) for other in after]


# ---- jobs


def test_fixing_mends() -> None:
    text = b'[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0 *\n'
    before = list(pgnkit.check(text))
    assert before
    fixed = pgnkit.fix(text).text()
    assert b"O-O" in fixed and list(pgnkit.check(fixed)) == []


def test_export_format() -> None:
    assert pgnkit.fmt(b'[White "A"]\n1.e4    e5').text().endswith(b"\n\n1. e4 e5 *\n\n")
    once = pgnkit.fmt(TEXT).text()
    assert pgnkit.fmt(once).text() == once


def test_filtering_keeps_bytes() -> None:
    text = b'[White "A"]\n\n1.e4    e5 *\n\n[White "B"]\n\n1.d4 *\n\n'
    assert pgnkit.filter(text, "white = 'A'").text() == b'[White "A"]\n\n1.e4    e5 *\n\n'
    assert pgnkit.filter(text, "white = 'Z'").count() == 0
    assert pgnkit.filter(text * 100, "white = 'A'", count=3).count() == 3
    assert [game.matches("white = 'A'") for game in read(text)] == [True, False]


@pytest.mark.parametrize("condition", ["white =", "nothing = 1", "white = 1 +", "", "'"])
def test_a_wrong_condition_is_an_error_at_once(condition: str) -> None:
    with pytest.raises(pgnkit.ConditionError):
        pgnkit.filter(TEXT, condition)
    with pytest.raises(pgnkit.ConditionError):
        Game.parse(ONE).matches(condition)


def test_sorting() -> None:
    assert whites(pgnkit.sort(TEXT, "date")) == ["Fine", "Tal, M"]
    assert whites(pgnkit.sort(TEXT, "date", reverse=True)) == ["Tal, M", "Fine"]
    assert whites(pgnkit.sort(TEXT, ["event"])) == ["Tal, M", "Fine"]
    assert whites(pgnkit.sort(TEXT, "event desc")) == ["Fine", "Tal, M"]
    assert pgnkit.sort(TEXT * 3, unique=True).count() == 2
    with pytest.raises(ValueError):
        pgnkit.sort(TEXT, "no such key!")


def test_duplicates_go() -> None:
    assert whites(pgnkit.dedup(TEXT + TEXT)) == ["Tal, M", "Fine"]
    keeps: list[Any] = ["best", "first", "last", "merge"]
    for keep in keeps:
        assert pgnkit.dedup(TEXT + TEXT, keep=keep).count() == 2
    with pytest.raises(ValueError, match="keep"):
        pgnkit.dedup(TEXT, keep="all")  # type: ignore[arg-type]


def test_openings_are_named() -> None:
    games = list(pgnkit.eco(TEXT))
    assert [game.tags["ECO"][0] for game in games] == ["B", "D"]
    assert "Sicilian" in games[0].tags["Opening"]
    assert list(pgnkit.eco(TEXT, names="none"))[0].tags.get("Opening") is None
    opening = games[0].opening()
    assert opening is not None and opening.eco[0] == "B" and "Sicilian" in opening.name and opening.ply > 0
    assert Game().opening() is None


def test_edits_keep_other_bytes() -> None:
    text = b'[Event "?"]\n\n1.e4   {!} e5 $1 (1... c5) *\n'
    assert (
        pgnkit.edit(text, set={"Event": "Club"}, drop=["comments"]).text()
        == b'[Event "Club"]\n\n1.e4   e5 $1 (1... c5) *\n'
    )
    assert b"c5" not in pgnkit.edit(text, drop=["variations"]).text()
    assert b"$1" not in pgnkit.edit(text, drop=["nags"]).text()
    assert b"Event" not in pgnkit.edit(text, remove=["Event"]).text()
    with pytest.raises(ValueError, match="drop"):
        pgnkit.edit(text, drop=["everything"])  # type: ignore[list-item]


def test_jobs_follow_each_other() -> None:
    games = pgnkit.dedup(TEXT + TEXT).filter("result = '1-0'").edit(set={"Annotator": "x"}).eco().fmt()
    (game,) = games
    assert (game.tags["Annotator"], game.tags["ECO"][0]) == ("x", "B")


def test_games_are_left_as_they_are_by_jobs() -> None:
    games = read(TEXT)
    games.filter("white = 'Fine'").count()
    assert games.count() == 2


# ---- writing


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "out.pgn"

    def games() -> Any:
        yield Game.parse(ONE)
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        read(games()).write(path)
    assert list(tmp_path.iterdir()) == []
    assert read(TEXT).write(path) == 2
    assert list(tmp_path.iterdir()) == [path]
    assert whites(read(path)) == ["Tal, M", "Fine"]


def test_what_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        read(TEXT).write(tmp_path / "none" / "out.pgn")
    with pytest.raises(ValueError, match="unknown format"):
        read(TEXT).write(tmp_path / "out", to="nothing")


def test_a_missing_file_is_an_error() -> None:
    for use in (
        lambda games: list(games),
        lambda games: games.count(),
        lambda games: list(games.check()),
        lambda games: games.sort().text(),
    ):
        with pytest.raises(OSError, match="no.such"):
            use(read("/no.such/file.pgn"))


def test_a_damaged_file_is_an_error(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(TEXT * 2000))
    packed[len(packed) // 2] ^= 0xFF
    with pytest.raises(OSError):
        list(read(bytes(packed)))
    with pytest.raises(OSError):
        list(read(gzip.compress(TEXT * 2000)[:-20]))


@pytest.mark.parametrize("source", [None, 12, 1.5, object(), [1, 2], [Game(), 1]])
def test_what_is_no_source_is_an_error(source: Any) -> None:
    with pytest.raises(TypeError):
        list(read(source))


@pytest.mark.parametrize(
    "options", [{"jobs": 0}, {"jobs": -1}, {"format": "nothing"}, {"letters": "xx"}, {"unknown": 1}]
)
def test_wrong_options_are_errors(options: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError, OverflowError)):
        read(TEXT, **options)


@pytest.mark.parametrize(
    "noise", [b"", b"\xff\xfe" * 100, b"(((((((" * 500, b"{" * 1000, b'[White "' * 300, b"1. e4 (" * 3000, b"%\n" * 100]
)
def test_noise_is_read_without_a_panic(noise: bytes) -> None:
    for text in (noise, TEXT + noise, noise + TEXT):
        games = read(text)
        list(games.check())
        for game in games:
            assert str(game) and game.to_json() and len([node.comment for node in game.mainline()]) == game.ply_count
        for job in (games.fix(), games.fmt(), games.sort(), games.dedup(), games.eco(), games.edit(drop=["comments"])):
            job.text()


def test_what_is_no_text_is_an_error() -> None:
    with pytest.raises(OSError, match="no text"):
        list(read(b"\x00" * 1000))


def test_what_a_form_cannot_hold_is_not_lost_silently(tmp_path: Path) -> None:
    path = tmp_path / "games.pgc"
    games = read(b"1. e4 {good} *\n\n1. d4 *\n")
    for write in (lambda: games.write(path), lambda: games.text("pgc")):
        with pytest.raises(pgnkit.EditError, match="cannot hold 1 games"):
            write()
    assert not path.exists() and list(tmp_path.iterdir()) == []
    assert games.write(path, lossy=True) == 2 and [game.sans() for game in read(path)] == [["e4"], ["d4"]]


def test_a_reading_goes_on_after_ctrl_c() -> None:
    games = iter(read(TEXT * 20_000))
    numbers: list[int] = []
    while True:
        try:
            for game in games:
                numbers.append(game.number)
                if len(numbers) == 10:
                    signal.raise_signal(signal.SIGINT)
            break
        except KeyboardInterrupt:
            continue
    assert numbers == list(range(1, 40_001))
