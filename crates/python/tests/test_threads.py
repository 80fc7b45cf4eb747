"""Many threads of Python at once: on games of their own, on the same game, on the same reading."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pgnkit import Board, Game, Position, read

TEXT = b'[White "A"]\n[Black "B"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {good} Nc6 1-0\n\n'


def together(work: Callable[[int], object], threads: int = 8) -> list[object]:
    """The results of threads that begin at the same time."""
    barrier = threading.Barrier(threads)

    def run(number: int) -> object:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, range(threads)))


def test_readings_beside_each_other() -> None:
    assert together(lambda _: sum(game.ply_count for game in read(TEXT * 300))) == [1200] * 8


def test_the_games_of_one_reading_come_once_each() -> None:
    games = iter(read(TEXT * 2000))
    numbers = together(lambda _: [game.number for game in games])
    flat = [number for some in numbers for number in some]  # type: ignore[attr-defined]
    assert sorted(flat) == list(range(1, 2001))


def test_one_game_read_by_all() -> None:
    game = next(iter(read(TEXT)))

    def look(_: int) -> tuple[object, ...]:
        for _ in range(200):
            fens = [position.fen() for _, position in game.positions()]
            found = (game.sans(), str(game), game.tags["White"], fens)
        return tuple(map(str, found))

    assert len(set(together(look))) == 1


def test_one_game_changed_by_all() -> None:
    game = Game()

    def change(number: int) -> None:
        for round in range(50):
            game.tags[f"T{number}"] = str(round)
            game.root.add_comment(f"{number}.{round}")
            assert str(game) and game.copy() and list(game.nodes()) == []

    together(change)
    assert [game.tags[f"T{number}"] for number in range(8)] == ["49"] * 8
    assert len(game.root.comments) == 400


def test_two_games_merged_into_each_other() -> None:
    one, other = Game.parse("1. e4 e5 *"), Game.parse("1. e4 c5 *")

    def merge(number: int) -> None:
        for _ in range(50):
            (one if number % 2 else other).merge(other if number % 2 else one)
            assert one.means_the_same(other) in (True, False)

    together(merge)
    sans = {node.san for node in one.nodes()}
    assert sans == {"e4", "e5", "c5"}


def test_one_board_moved_by_all() -> None:
    board = Board()

    def move(_: int) -> None:
        for _ in range(200):
            # Somebody else may be quicker, which is an error like any other.
            with contextlib.suppress(ValueError, IndexError):
                board.push_san("Nf3")
                board.pop()
            assert board.fen() and board.legal_moves

    together(move)
    while board.moves:
        board.pop()
    assert board.fen() == Position().fen()


def test_python_runs_while_games_are_read() -> None:
    """A thread that counts goes on while another one waits for the result of long work."""
    counted = 0
    is_over = threading.Event()

    def count() -> None:
        nonlocal counted
        while not is_over.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    start = time.perf_counter()
    read(TEXT * 40_000).dedup().count()
    seconds = time.perf_counter() - start
    is_over.set()
    thread.join()
    if seconds > 0.1:
        assert counted > seconds * 1000 * 0.2, (counted, seconds)


def test_a_file_object_of_python_is_read_by_the_threads_that_wait() -> None:
    class Slow(io.RawIOBase):
        def __init__(self) -> None:
            self.rest = [TEXT] * 20

        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            time.sleep(0.001)
            return self.rest.pop() if self.rest else b""

    assert together(lambda _: read(Slow()).count()) == [20] * 8


def test_the_exception_of_a_file_object_is_raised() -> None:
    class Broken:
        def read(self, size: int = -1) -> bytes:
            raise ConnectionError("gone")

    with pytest.raises(ConnectionError, match="gone"):
        list(read(Broken()))


def test_a_reading_that_nobody_wants_ends() -> None:
    before = threading.active_count()
    for _ in range(30):
        games = iter(read(TEXT * 5000))
        next(games)
        del games
    # Its threads are not Python's; these must not be more.
    assert threading.active_count() == before
    deadline = time.monotonic() + 10
    while native_threads() > 40 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert native_threads() <= 40


def native_threads() -> int:
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are other ones")
@pytest.mark.parametrize(
    "work",
    [
        "collections.deque(pgnkit.read(text), maxlen=0)",
        "pgnkit.read(text).dedup().count()",
        "list(pgnkit.read(text).check())",
    ],
)
def test_control_c_is_answered_at_once(work: str) -> None:
    code = (
        "import collections, pgnkit, time\n"
        f"text = {TEXT!r} * 1_000_000\n"
        "print('ready', flush=True)\n"
        "try:\n"
        f"    {work}\n"
        "    print('ended', flush=True)\n"
        "except KeyboardInterrupt:\n"
        "    print(time.time(), flush=True)\n"
        "    import os; os._exit(0)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        answer = process.stdout.readline().strip()
        process.wait(timeout=60)
    if answer == "ended":
        pytest.skip("it was over before")
    # 100 ms is the aim; a busy machine is allowed more.
    assert float(answer) - sent < 1.0


def test_threads_pass_games_on() -> None:
    """An object that one thread has made is read, changed and dropped by another one."""
    made: list[Game] = []
    maker = threading.Thread(target=lambda: made.extend(read(TEXT * 10)))
    maker.start()
    maker.join()
    for game in made:
        game.tags["Event"] = "x"
        assert game.root.next is not None
    del game
    dropper = threading.Thread(target=made.clear)
    dropper.start()
    dropper.join()
    assert made == []


INTERRUPTED = """
import sys, pgnkit
games = pgnkit.read(sys.argv[1])
if sys.argv[2] != "read":
    games = getattr(games, sys.argv[2])()
print("begun", flush=True)
games.write(sys.argv[3], lossy=True, **({"partition": "Event"} if sys.argv[3].endswith("parts") else {}))
print("written", flush=True)
"""


def contents(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("job", "name"), [("read", "x.pgn"), ("read", "parts"), ("sort", "x.pgn.zst"), ("fix", "x.pgn"), ("dedup", "x.parquet")])
def test_after_ctrl_c_nothing_is_left_of_a_file(job: str, name: str, tmp_path: Path) -> None:
    games, out = tmp_path / "games.pgn", tmp_path / "out"
    with games.open("wb") as file:
        for number in range(30_000):
            file.write(b'[Event "%d"]\n[White "Tal"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 {%d} 1-0\n\n' % (number % 7, number))
    out.mkdir()
    command = [sys.executable, "-c", INTERRUPTED, str(games), job, str(out / name)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "begun\n"
        # Until something is begun to be written, or it is over.
        while not list(out.iterdir()) and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        said, error = process.communicate()
    if "written" not in said:
        assert "KeyboardInterrupt" in error
    # It may come when everything is in its place already; a part of it never is.
    if list(out.iterdir()):
        whole = tmp_path / "whole"
        whole.mkdir()
        subprocess.run([*command[:-1], str(whole / name)], check=True, capture_output=True)
        assert contents(out) == contents(whole)
