"""Games in several processes: sent, received, and read in each."""

from __future__ import annotations

import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from pgnkit import Board, Game, read

TEXT = b'[White "A"]\n\n1. e4 e5 (1... c5) 2. Nf3 Nc6 1-0\n\n'
# A fork of a process that has threads is not to be relied on under macOS, whoever the threads belong to.
METHODS = [way for way in multiprocessing.get_all_start_methods() if way != "fork" or sys.platform != "darwin"]


def plies(game: Game) -> int:
    return game.ply_count


def count(path: str) -> int:
    return read(path).count()


def with_tag(game: Game) -> Game:
    game.tags["Annotator"] = "another process"
    return game


def push(board: Board) -> Board:
    board.push_san("e4")
    return board


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_games_go_to_processes_and_come_back(method: str) -> None:
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(plies, read(TEXT * 20)) == [4] * 20
        games = pool.map(with_tag, read(TEXT * 5))
        assert [game.tags["Annotator"] for game in games] == ["another process"] * 5
        assert [game.number for game in games] == [1, 2, 3, 4, 5]
        assert [board.moves[0].uci for board in pool.map(push, [Board()] * 3)] == ["e2e4"] * 3


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_each_process_reads_a_file(method: str, tmp_path: Path) -> None:
    paths = []
    for number in range(4):
        path = tmp_path / f"{number}.pgn"
        path.write_bytes(TEXT * (number + 1))
        paths.append(str(path))
    # The parent has threads, which a forked child has not.
    assert count(paths[0]) == 1
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert list(pool.map(count, paths)) == [1, 2, 3, 4]


@pytest.mark.skipif("fork" not in METHODS, reason="there is no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_reading_of_the_parent_is_none_of_the_child() -> None:
    """After a fork it raises an error in the child and goes on in the parent; neither hangs."""
    games = iter(read(TEXT * 20_000))
    assert next(games).number == 1
    child = os.fork()
    if child == 0:
        status = 1
        try:
            for _ in games:
                pass
        except RuntimeError:
            status = 0
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert sum(1 for _ in games) == 19_999


def test_an_error_of_a_process_arrives() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool, pytest.raises(OSError):
        pool.map(count, ["/no/such/file.pgn"])
