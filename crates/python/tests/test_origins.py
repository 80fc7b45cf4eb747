"""Where games come from: number, file and bytes stay those of the file, whatever is done in between."""

from __future__ import annotations

import copy
import gzip
import io
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import pgnkit
from pgnkit import Games, read

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

# Blank lines, junk, games without an end, and with errors: what goes between games must not shift them.
BODIES = [
    "1. e4 e5 2. Nf3 1-0\n\n",
    "1.d4   d5 {a comment} 2. c4 *\n\n\n\n",
    "1. e4 e5 2. Ke3 1-0\n\n",
    "1. c4 (1. d4 d5) e5 1/2-1/2\n\n",
    "1. Nf3 d5\n\n",
    # So that there are several blocks.
    f"1. f4 {{{'long ' * 1500}}} d5 0-1\n\n",
    "% an escape line\n\n1. g3 0-1\n\n",
]


def text_of(name: str, count: int, seed: int, newline: str = "\n") -> bytes:
    random = Random(seed)
    text = ""
    for number in range(1, count + 1):
        text += f'[Event "{name} {number}"]\n[White "{random.choice("TFKBS")}"]\n[Date "19{random.randrange(50, 99)}.01.01"]\n\n'
        text += random.choice(BODIES)
    return text.replace("\n", newline).encode()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("origins")
    paths = []
    for number, (count, newline, mark) in enumerate([(7, "\n", b""), (300, "\r\n", b""), (40, "\n", b"\xef\xbb\xbf")]):
        path = folder / f"{'abc'[number]}.pgn"
        path.write_bytes(mark + text_of(path.name, count, number, newline))
        paths.append(path)
    return paths


JOBS: dict[str, Callable[[Games], Games]] = {
    "nothing": lambda games: games,
    "filter": lambda games: games.filter("white = 'T'"),
    "count": lambda games: games.filter("white = 'T'", count=9),
    "sort": lambda games: games.sort("white, date desc"),
    "reverse": lambda games: games.sort("date", reverse=True),
    "unique": lambda games: games.sort(unique=True),
    "dedup": lambda games: games.dedup(),
    "merge": lambda games: games.dedup(keep="merge"),
    "last": lambda games: games.dedup(keep="last"),
    "fix": lambda games: games.fix(),
    "unsafe": lambda games: games.fix(unsafe=True),
    "fmt": lambda games: games.fmt(),
    "eco": lambda games: games.eco(),
    "edit": lambda games: games.edit(set={"Site": "Riga"}, drop=["comments"]),
    "filter, sort": lambda games: games.filter("white <> 'T'").sort("date"),
    "sort, filter": lambda games: games.sort("date").filter("white <> 'T'"),
    "many": lambda games: games.fix().sort("white").edit(remove=["Site"]).filter("white <> 'K'").fmt().eco().sort("date"),
    "games": lambda games: read(list(games.sort("date"))),
    "games, sort": lambda games: read(game for game in games.filter("white <> 'T'")).sort("date"),
}


@pytest.mark.parametrize("job", JOBS)
def test_games_know_their_file(job: str, files: list[Path]) -> None:
    count, texts = 0, {path: path.read_bytes() for path in files}
    for game in JOBS[job](read(files)):
        # The name of the event says where the game stands.
        name, number = game.tags["Event"].split()
        path = next(path for path in files if path.name == name)
        assert (game.source, game.number) == (str(path), int(number)), job
        assert game.span is not None
        start, end = game.span
        own = texts[path][start:end]
        assert own.startswith(b"[Event") and own.count(b"[Event") == 1 and game.tags["Event"].encode() + b'"' in own
        assert own == own.strip()
        count += 1
    assert count > 5 and (job != "count" or count == 9)


@pytest.mark.parametrize("job", JOBS)
@pytest.mark.parametrize("rows", ["games", "plies", "positions"])
def test_rows_know_their_file(job: str, rows: str, files: list[Path]) -> None:
    names = ["Event", "game", "file", "game_in_file"]
    before = {path: sum(len(list(read(other))) for other in files[:at]) for at, path in enumerate(files)}
    games = JOBS[job](read(files))
    by_name = {str(path): path for path in files}
    for chosen in (names, names[:1] + names[2:3]):
        for row in pyarrow.table(games.columns(rows, chosen)).to_pylist():
            name, number = row["Event"].split()
            path = by_name[row["file"]]
            assert path.name == name
            if "game" in chosen:
                assert (row["game_in_file"], row["game"]) == (int(number), before[path] + int(number))


@pytest.mark.parametrize("form", ["parquet", "arrow", "arrows"])
def test_files_of_columns_know_it_too(form: str, files: list[Path], tmp_path: Path) -> None:
    path = tmp_path / f"x.{form}"
    read(files).sort("date").write(path, lossy=True, columns=["Event", "file", "game_in_file", "game"])
    rows = pyarrow.table(read(files).sort("date").columns("games", ["Event", "file", "game_in_file", "game"])).to_pylist()
    if form == "parquet":
        file = parquet.ParquetFile(path)
        # It does not say that the games are in the order of their numbers, which they are not.
        assert not file.metadata.row_group(0).sorting_columns
        found = file.read().to_pylist()
        read(files).filter("white = 'T'").write(path, lossy=True)
        assert parquet.ParquetFile(path).metadata.row_group(0).sorting_columns
    else:
        opened = pyarrow.ipc.open_file(path) if form == "arrow" else pyarrow.ipc.open_stream(path)
        found = opened.read_all().to_pylist()
    assert sorted(map(str, found)) == sorted(map(str, rows)) and found[0]["game"] != 1


def test_tables_of_plies_know_it_too(files: list[Path]) -> None:
    text = read(files).sort("date").text("csv", rows="plies", lossy=True).decode()
    header, first = text.splitlines()[:2]
    assert header.startswith("game") or "game" in header.split(",")
    row = dict(zip(header.split(","), first.split(","), strict=False))
    game = read(files).sort("date").first()
    assert game is not None
    assert any(str(value) == game.source for value in row.values())


def test_a_join_finds_the_same_game(files: list[Path]) -> None:
    games = pyarrow.table(read(files).filter("white = 'T'").sort("date").columns("games", ["game", "Event", "plies"]))
    plies = pyarrow.table(read(files).columns("plies", ["game", "ply", "Event"]))
    joined = games.join(plies, "game", right_suffix="_of_ply", join_type="inner").to_pylist()
    assert joined and all(row["Event"] == row["Event_of_ply"] for row in joined)


def test_there_is_a_span_only_where_the_file_has_the_bytes(tmp_path: Path) -> None:
    text = b'[Event "x 1"]\n\n1. e4 *\n'
    first = read(text).first()
    assert first is not None and first.span == (0, len(text) - 1) and first.source == "<bytes>"
    assert read(b"\n\n" + text).sort().first().span == (2, len(text) + 1)  # type: ignore[union-attr]
    packed, wide, rows = tmp_path / "x.pgn.gz", tmp_path / "wide.pgn", tmp_path / "x.parquet"
    packed.write_bytes(gzip.compress(text))
    wide.write_bytes(text.decode().encode("utf-16"))
    read(text).write(rows, lossless=True)
    for source in (packed, wide, rows, gzip.compress(text), io.BytesIO(text), io.StringIO(text.decode())):
        for games in (read(source), read(source).sort()):
            game = games.first()
            assert game is not None and game.span is None and game.number == 1 and game.source
    assert pgnkit.Game.parse(text).span is None and pgnkit.Game().span is None


def test_it_stays_with_copies(files: list[Path]) -> None:
    game = read(files).sort("date").first()
    assert game is not None
    for again in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (again.number, again.source, again.span) == (game.number, game.source, game.span)


def test_a_game_that_a_fix_divides_is_still_the_same() -> None:
    # Games after such a one keep their numbers.
    texts = ['[Event "x %d"]\n\n1. e4 e5\n', "1. e4 1-0 1. d4 d5 0-1\n", "[Event x %d]\n1. e4 *\n\n", '[Event "x %d"\n\n1. e4 *\n\n']
    random = Random(5)
    for _ in range(50):
        parts = [random.choice(texts) for _ in range(30)]
        text = "\n".join(f'[Event "y {at}"]\n\n1. c4 *\n\n{part % at if "%d" in part else part}' for at, part in enumerate(parts))
        plain = {game.tags["Event"]: (game.number, game.span) for game in read(text.encode()) if game.tags.get("Event", "").startswith("y")}
        for games in (read(text.encode()).fix(unsafe=True), read(text.encode()).fmt()):
            found = {g.tags["Event"]: (g.number, g.span) for g in games if g.tags.get("Event", "").startswith("y")}
            assert found == plain


def test_games_of_archives_and_other_forms_know_it_too(tmp_path: Path) -> None:
    def text(name: str, count: int) -> bytes:
        return b"".join(f'[Event "{name} {at}"]\n[White "{at % 3}"]\n\n1. e4 *\n\n'.encode() for at in range(1, count + 1))

    folder = tmp_path / "folder"
    (folder / "below").mkdir(parents=True)
    (folder / "x.pgn").write_bytes(text("x", 3))
    (folder / "below" / "y.pgn").write_bytes(text("y", 2))
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as archive:
        archive.writestr("a.pgn", text("a", 4))
        archive.writestr("below/b.pgn", text("b", 3))
    for form in ("json", "pgc", "parquet"):
        read(text(form, 4)).write(tmp_path / f"j.{form}", **({"lossless": True} if form == "parquet" else {}))  # type: ignore[arg-type]
    paths = [folder, tmp_path / "z.zip", *(tmp_path / f"j.{form}" for form in ("json", "pgc", "parquet"))]
    for source in [*paths, paths]:
        given = {game.tags["Event"]: (game.source, game.number, game.span) for game in read(source)}
        for event, (_, number, _) in given.items():
            assert event.endswith(f" {number}")
        for name, job in JOBS.items():
            edits = name in ("fix", "unsafe", "eco", "edit", "many")
            if edits and source in (paths, tmp_path / "j.json", tmp_path / "j.pgc", tmp_path / "j.parquet"):
                # What is changed in its bytes must be PGN; what cannot be is said, and not lost.
                if name not in ("fix", "unsafe", "many") or source != tmp_path / "j.parquet":
                    with pytest.raises(pgnkit.SourceError, match="not PGN"):
                        job(read(source)).count()
                continue
            found = {game.tags["Event"]: (game.source, game.number, game.span) for game in job(read(source))}
            assert found.items() <= given.items()
    data = (tmp_path / "j.json").read_bytes()
    for game in read(tmp_path / "j.json"):
        assert game.span is not None and pgnkit.Game.from_json(data[slice(*game.span)]) == game
