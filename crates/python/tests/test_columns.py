"""Columns: through the C interface of Arrow into whatever takes them. The packages for tables are needed only here."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pgnkit
import pytest

pyarrow = pytest.importorskip("pyarrow")

TEXT = (
    b'[Event "Club"]\n[White "Tal, M"]\n[Black "Fine"]\n[WhiteElo "2700"]\n[Date "1961.03.04"]\n[Result "1-0"]\n'
    b'[Club "Riga"]\n\n1. e4 {[%clk 0:10:00] [%eval 0.3] good} e5 $1 (1... c5) 2. Nf3 Nc6 1-0\n\n'
    b'[Event "Club"]\n[White "Fine"]\n[Black "Tal, M"]\n[Result "0-1"]\n\n1. d4 0-1\n\n'
)


def table(rows: str = "games", columns: list[str] | None = None, text: bytes = TEXT, **options: Any) -> Any:
    return pyarrow.table(pgnkit.read(text, **options).columns(rows, columns))  # type: ignore[arg-type]


def test_rows_are_games() -> None:
    games = table()
    assert games.num_rows == 2
    assert games.column("White").to_pylist() == ["Tal, M", "Fine"]
    assert games.column("WhiteElo").to_pylist() == [2700, None]
    assert games.column("game").to_pylist() == [1, 2]
    assert games.column("year").to_pylist() if "year" in games.column_names else True
    games.validate(full=True)


def test_rows_are_plies() -> None:
    plies = table("plies", ["game", "ply", "color", "san", "uci", "clock", "eval_cp", "nags", "comment"])
    assert plies.to_pylist()[:2] == [
        {
            "game": 1,
            "ply": 1,
            "color": "white",
            "san": "e4",
            "uci": "e2e4",
            "clock": 600.0,
            "eval_cp": 30,
            "nags": None,
            "comment": "good",
        },
        {
            "game": 1,
            "ply": 2,
            "color": "black",
            "san": "e5",
            "uci": "e7e5",
            "clock": None,
            "eval_cp": None,
            "nags": [1],
            "comment": None,
        },
    ]
    assert plies.num_rows == 5
    plies.validate(full=True)


def test_rows_are_positions() -> None:
    positions = table("positions", ["game", "ply", "fen", "move", "Result"])
    assert positions.num_rows == 5 + 2
    assert positions.column("fen")[0].as_py() == pgnkit.Position().fen()
    assert positions.column("move").to_pylist() == ["e2e4", "e7e5", "g1f3", "b8c6", None, "d2d4", None]


def test_columns_come_in_the_order_that_is_asked_for() -> None:
    columns = pgnkit.columns(TEXT, "games", ["Black", "White", "plies"])
    assert columns.names == ["Black", "White", "plies"]
    assert pyarrow.table(columns).column_names == ["Black", "White", "plies"]
    assert pyarrow.schema(columns).names == ["Black", "White", "plies"]


def test_the_schema_is_that_of_the_command() -> None:
    schema = pyarrow.schema(pgnkit.columns(TEXT))
    assert schema.metadata[b"pgnkit.schema"] == b"games/1.2"
    assert schema == table().schema


@pytest.mark.parametrize(
    ("rows", "columns", "says"),
    [
        ("moves", None, "expected games, plies or positions"),
        ("games", ["nothing"], "nothing"),
        ("plies", ["moves"], "moves"),
    ],
)
def test_what_is_no_column_is_an_error_at_once(rows: str, columns: list[str] | None, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        pgnkit.read(TEXT).columns(rows, columns)  # type: ignore[arg-type]


def test_a_column_of_any_tag() -> None:
    tags = table("games", ["tags"]).column("tags").to_pylist()
    assert dict(tags[0])["Club"] == "Riga"


def test_columns_can_be_taken_again() -> None:
    columns = pgnkit.columns(TEXT)
    assert pyarrow.table(columns) == pyarrow.table(columns)


def test_jobs_come_before_columns() -> None:
    games = pgnkit.read(TEXT).filter("white = 'Fine'")
    assert pyarrow.table(games.columns()).column("Black").to_pylist() == ["Tal, M"]
    openings = pgnkit.read(TEXT).eco()
    assert all(pyarrow.table(openings.columns("games", ["ECO"])).column("ECO").to_pylist())


@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_one_thread_or_many_give_the_same(jobs: int) -> None:
    assert table("plies", text=TEXT * 3000, jobs=jobs) == table("plies", text=TEXT * 3000, jobs=1)


def test_batches_come_one_by_one() -> None:
    text = TEXT * 20_000
    reader = pyarrow.RecordBatchReader.from_stream(pgnkit.read(text).columns("plies"))
    first = reader.read_next_batch()
    assert 0 < first.num_rows < 5 * 20_000
    assert first.num_rows + sum(batch.num_rows for batch in reader) == 5 * 20_000


def test_a_reader_may_be_left() -> None:
    for _ in range(20):
        reader = pyarrow.RecordBatchReader.from_stream(pgnkit.read(TEXT * 5000).columns("plies"))
        reader.read_next_batch()
        del reader
    gc.collect()


def test_rows_outlive_what_they_came_from() -> None:
    columns = pgnkit.read(TEXT * 100).columns("plies")
    found = pyarrow.table(columns)
    san = found.column("san").slice(0, 3)
    del columns, found
    gc.collect()
    assert san.to_pylist() == ["e4", "e5", "Nf3"]


def test_no_games_are_no_rows() -> None:
    for rows in ("games", "plies", "positions"):
        none = table(rows, text=b"")
        assert none.num_rows == 0 and none.num_columns > 3


def test_what_cannot_be_read_is_an_error_of_arrow() -> None:
    with pytest.raises(Exception, match="no.such"):
        pyarrow.table(pgnkit.read("/no.such/file.pgn").columns())


def test_games_come_back_from_a_table_that_was_written(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    with pytest.raises(pgnkit.EditError, match="1 comments, 1 variations, 1 glyphs.*lossless=True"):
        pgnkit.read(TEXT).write(path)
    assert not path.exists()
    written = pgnkit.read(TEXT).write(path, lossy=True)
    assert written == 2 and written.without == {"comments": 1, "variations": 1, "glyphs": 1}
    assert pgnkit.read(TEXT).write(path, lossless=True).without == {}
    assert pgnkit.read(path).text() == pgnkit.fmt(TEXT).text()
    directory = tmp_path / "divided"
    assert pgnkit.read(TEXT).write(directory, lossless=True, partition=["White", "Result"]) == 2
    assert sorted(map(str, pgnkit.read(directory))) == sorted(map(str, pgnkit.read(TEXT)))
    assert [game.tags["White"] for game in pgnkit.read(path)] == ["Tal, M", "Fine"]


def test_polars_takes_them() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(pgnkit.columns(TEXT, "plies", ["game", "san"]))
    assert frame["san"].to_list() == ["e4", "e5", "Nf3", "Nc6", "d4"]


def test_pandas_takes_them() -> None:
    pandas = pytest.importorskip("pandas")
    columns = pgnkit.columns(TEXT, "plies", ["game", "san", "clock"])
    frame = (
        pandas.DataFrame.from_arrow(columns)
        if hasattr(pandas.DataFrame, "from_arrow")
        else pyarrow.table(columns).to_pandas()
    )
    assert frame["san"].tolist() == ["e4", "e5", "Nf3", "Nc6", "d4"]
    assert frame["clock"].isna().sum() == 4


def test_duckdb_takes_them() -> None:
    duckdb = pytest.importorskip("duckdb")
    plies = pgnkit.columns(TEXT * 500, "plies")  # duckdb finds it by its name
    assert plies.names
    assert duckdb.sql("select count(*), count(clock) from plies").fetchall() == [(2500, 500)]
    assert duckdb.sql("select san from plies where ply = 1 group by san order by san").fetchall() == [("d4",), ("e4",)]
