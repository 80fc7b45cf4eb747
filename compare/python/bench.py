"""Times and memory of pgnkit, python-chess and rust_pgn_reader_python_binding in one run, beside the goals.

Each measurement is a process of its own; the programs of a pair take turns, and the medians are compared. python-chess
is slow, so it reads fewer games of the same file, and what is compared is time by half-move and memory by game. A file
is read anew each time, and is in the system's cache before the first.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple


class Done(NamedTuple):
    """Games and half-moves that were read."""

    games: int
    plies: int


# ---- what is measured: functions of the file and the number of threads


def _chess_games(path: str) -> Iterator[Any]:
    import chess.pgn

    with open(path, encoding="utf-8") as handle:
        while (game := chess.pgn.read_game(handle)) is not None:
            yield game


def chess_loop(path: str, threads: int) -> Done:
    games = plies = squares = 0
    for game in _chess_games(path):
        games += bool(game.headers.get("White")) and bool(game.headers.get("Result"))
        for move in game.mainline_moves():
            squares += move.to_square
            plies += 1
    return Done(games, plies)


def pgnkit_loop(path: str, threads: int) -> Done:
    import pgnkit

    games = plies = squares = 0
    for game in pgnkit.read(path, jobs=threads):
        games += bool(game.tags.get("White")) and bool(game.tags.get("Result"))
        for move in game.moves:
            squares += move.to_square
            plies += 1
    return Done(games, plies)


def pgnkit_nodes(path: str, threads: int) -> Done:
    import pgnkit

    games = plies = squares = 0
    for game in pgnkit.read(path, jobs=threads):
        games += bool(game.tags.get("White")) and bool(game.tags.get("Result"))
        for node in game.mainline():
            assert node.move
            squares += node.move.to_square
            plies += 1
    return Done(games, plies)


def chess_nodes(path: str, threads: int) -> Done:
    games = plies = squares = 0
    for game in _chess_games(path):
        games += bool(game.headers.get("White")) and bool(game.headers.get("Result"))
        for node in game.mainline():
            assert node.move
            squares += node.move.to_square
            plies += 1
    return Done(games, plies)


def compat_loop(path: str, threads: int) -> Done:
    import pgnkit.compat.chess.pgn as pgn

    games = plies = squares = 0
    with open(path, encoding="utf-8") as handle:
        while (game := pgn.read_game(handle)) is not None:
            games += bool(game.headers.get("White")) and bool(game.headers.get("Result"))
            for move in game.mainline_moves():
                squares += move.to_square
                plies += 1
    return Done(games, plies)


def chess_replay(path: str, threads: int) -> Done:
    games = plies = whites = 0
    for game in _chess_games(path):
        games += 1
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            whites += board.turn
            plies += board.piece_at(move.to_square) is not None
    return Done(games, plies)


def pgnkit_replay(path: str, threads: int) -> Done:
    import pgnkit

    games = plies = whites = 0
    for game in pgnkit.read(path, jobs=threads):
        games += 1
        for move, position in game.positions():
            whites += position.turn == "white"
            plies += position.piece_at(move.to_square) is not None
    return Done(games, plies)


def chess_arrow(path: str, threads: int) -> Done:
    import pyarrow

    rows: dict[str, list[Any]] = {"game": [], "ply": [], "san": [], "uci": []}
    games = 0
    for games, game in enumerate(_chess_games(path), 1):
        board = game.board()
        for ply, move in enumerate(game.mainline_moves(), 1):
            rows["game"].append(games)
            rows["ply"].append(ply)
            rows["uci"].append(move.uci())
            rows["san"].append(board.san_and_push(move))
    return Done(games, pyarrow.table(rows).num_rows)


def _pgnkit_table(path: str, threads: int, rows: Any, columns: list[str] | None = None) -> Any:
    import pgnkit
    import pyarrow

    return pyarrow.table(pgnkit.read(path, jobs=threads).columns(rows, columns))


def _of_plies(table: Any) -> Done:
    # Rows are in the order of the games.
    last = table.column("game")[-1].as_py() if table.num_rows else 0
    return Done(last, table.num_rows)


def pgnkit_arrow(path: str, threads: int) -> Done:
    return _of_plies(_pgnkit_table(path, threads, "plies", ["game", "ply", "san", "uci"]))


def pgnkit_plies(path: str, threads: int) -> Done:
    return _of_plies(_pgnkit_table(path, threads, "plies"))


def pgnkit_games(path: str, threads: int) -> Done:
    return Done(_pgnkit_table(path, threads, "games").num_rows, 0)


def _binding(path: str, threads: int, strings: Any) -> Done:
    import rust_pgn_reader_python_binding as binding

    parsed = binding.parse_games_from_strings(strings, num_threads=threads)
    return Done(parsed.num_games, parsed.num_moves)


def binding_parse(path: str, threads: int) -> Callable[[], Done]:
    """Splitting into texts of one game each, which it leaves to its user, is not counted."""
    strings = split(Path(path).read_text(encoding="utf-8"))
    return lambda: _binding(path, threads, strings)


def binding_file(path: str, threads: int) -> Done:
    """With the reading of the file and its splitting."""
    return _binding(path, threads, split(Path(path).read_text(encoding="utf-8")))


def split(text: str) -> list[str]:
    """Texts of one game; the file is in export format, where each game begins so."""
    return ["[Event " + game for game in text.split("[Event ")[1:]]


def chess_memory(path: str, threads: int) -> Any:
    return list(_chess_games(path))


def pgnkit_memory(path: str, threads: int) -> Any:
    import pgnkit

    return list(pgnkit.read(path, jobs=threads))


def pgnkit_write(path: str, threads: int) -> Done:
    """Not measured: the file in export format, and its first games."""
    import pgnkit

    target, small, count, big = json.loads(os.environ["PREPARE"])
    plies = [0, 0]
    with open(target, "w", encoding="utf-8") as all_games, open(small, "w", encoding="utf-8") as some:
        number = 0
        for game in pgnkit.read(path):
            if game.ply_count == 0 or game.start.fen() != pgnkit.Position().fen():
                continue
            number += 1
            text = str(game)
            all_games.write(text.rstrip("\n") + "\n\n")
            plies[0] += game.ply_count
            if number <= count:
                some.write(text.rstrip("\n") + "\n\n")
            if number >= big:
                break
    return Done(number, plies[0])


# ---- one measurement


def resident() -> int:
    """Bytes of memory in use."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise OSError("no VmRSS")


def measure(task: str, path: str, threads: int) -> dict[str, Any]:
    work = globals()[task]
    if task.endswith("_memory"):
        # What is imported is not what games take.
        if task.startswith("chess"):
            import chess.pgn  # noqa: F401
        else:
            import pgnkit  # noqa: F401
        before = resident()
        start = time.perf_counter()
        games = work(path, threads)
        seconds = time.perf_counter() - start
        return {"seconds": seconds, "games": len(games), "plies": 0, "bytes": resident() - before}
    for module in ("pyarrow", "pgnkit", "chess.pgn", "rust_pgn_reader_python_binding"):
        try:
            __import__(module)
        except ImportError:
            pass
    if "pyarrow" in sys.modules:
        # It imports pandas with its first table, where that is installed.
        sys.modules["pyarrow"].table({"once": [1]})
    if task == "binding_parse":
        work_now = work(path, threads)
        start = time.perf_counter()
        done = work_now()
    else:
        start = time.perf_counter()
        done = work(path, threads)
    return {"seconds": time.perf_counter() - start, "games": done.games, "plies": done.plies, "bytes": 0}


def child(python: str, task: str, path: str, threads: int, **environment: str) -> dict[str, Any]:
    command = [python, __file__, "--task", task, path, "--threads", str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | environment)
    if done.returncode:
        raise RuntimeError(f"{task}: {done.stderr[-1000:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# ---- pairs


class Pair(NamedTuple):
    name: str
    ours: str
    theirs: str
    unit: str  # what a rate is for: `ply` or `game`
    goal: float
    slow: bool  # they read the small file
    single: bool = False  # once is enough


PAIRS = [
    Pair("loop: tags and moves", "pgnkit_loop", "chess_loop", "ply", 50, True),
    Pair("loop: tags and nodes", "pgnkit_nodes", "chess_nodes", "ply", 50, True),
    Pair("the same, by compat", "compat_loop", "chess_loop", "ply", 0, True),
    Pair("replay with positions", "pgnkit_replay", "chess_replay", "ply", 50, True),
    Pair("to Arrow: game, ply, san, uci", "pgnkit_arrow", "chess_arrow", "ply", 300, True),
    Pair("to Arrow: games; binding: text in memory, split", "pgnkit_games", "binding_parse", "game", 2, False),
    Pair("to Arrow: games; binding: file read and split", "pgnkit_games", "binding_file", "game", 2, False),
    # Rows of plies are more than what it makes: each move as text.
    Pair("to Arrow: game, ply, san, uci; binding: file", "pgnkit_arrow", "binding_file", "game", 0, False),
    Pair("to Arrow: plies, all usual columns; binding: file", "pgnkit_plies", "binding_file", "game", 0, False),
    Pair("memory of games held", "pgnkit_memory", "chess_memory", "byte", 8, True, True),
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", help="many games, of any form that pgnkit reads")
    parser.add_argument("--small", type=int, default=1000, help="games that python-chess reads (1000)")
    parser.add_argument("--games", type=int, default=100_000, help="games that the others read (100,000)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peers", default=sys.executable, help="a Python that has the other packages")
    parser.add_argument("--csv", help="a file for the results")
    parser.add_argument("--only", help="pairs whose name has this in it")
    parser.add_argument("--task", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.task:
        print(json.dumps(measure(given.task, given.file, given.threads)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        big, small = f"{folder}/big.pgn", f"{folder}/small.pgn"
        prepared = json.dumps([big, small, given.small, given.games])
        counted = child(sys.executable, "pgnkit_write", given.file, given.threads, PREPARE=prepared)
        print(
            f"{counted['games']} games, {counted['plies']} half-moves, {Path(big).stat().st_size / 1e6:.1f} MB; "
            f"python-chess: {given.small} games; {given.threads} threads, {given.rounds} rounds\n"
        )
        rows = [
            row
            for pair in PAIRS
            if not given.only or given.only in pair.name
            for row in [compare(pair, given, big, small, counted)]
            if row
        ]
    if given.csv:
        with open(given.csv, "w", newline="", encoding="utf-8") as out:
            writer = csv.DictWriter(out, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    return 0 if all(row["reached"] != "no" for row in rows) else 1


def compare(
    pair: Pair, given: argparse.Namespace, big: str, small: str, counted: dict[str, Any]
) -> dict[str, Any] | None:
    def rate(found: dict[str, Any]) -> float:
        if pair.unit == "byte":
            return float(found["bytes"] / found["games"])
        return float(found["seconds"] * 1e9 / (found["plies"] if pair.unit == "ply" else found["games"]))

    ours, theirs = [], []
    try:
        for _ in range(1 if pair.single else given.rounds):
            theirs.append(rate(child(given.peers, pair.theirs, small if pair.slow else big, given.threads)))
            ours.append(rate(child(sys.executable, pair.ours, big, given.threads)))
    except RuntimeError as error:
        print(f"{pair.name}: left out: {str(error).strip().splitlines()[-1]}", flush=True)
        return None
    our_median, their_median = statistics.median(ours), statistics.median(theirs)
    ratio = their_median / our_median
    reached = "" if not pair.goal else "yes" if ratio >= pair.goal else "no"
    unit = "B/game" if pair.unit == "byte" else f"ns/{pair.unit}"
    print(
        f"{pair.name:48} {pair.theirs:14} {their_median:12,.1f} {pair.ours:14} {our_median:10,.1f} {unit:8} "
        f"{ratio:7.1f} × goal {pair.goal:g} {reached}",
        flush=True,
    )
    return {
        "what": pair.name,
        "theirs": pair.theirs,
        "ours": pair.ours,
        "unit": unit,
        "their median": round(their_median, 2),
        "our median": round(our_median, 2),
        "ratio": round(ratio, 2),
        "goal": pair.goal,
        "reached": reached,
        "their least": round(min(theirs), 2),
        "our least": round(min(ours), 2),
    }


if __name__ == "__main__":
    sys.exit(main())
