#!/usr/bin/env python3
"""Building and asking: `pgn index` beside Scid's tree, Polyglot's books and a loop of python-chess, on the same games in the same run.

    compare/explorer/peers.py PGN FILE.pgn [GAMES]

PGN is the program `pgn`. Scid (tkscid) and polyglot are Debian's packages; without them their rows are left out. python-chess, in the environment that runs
this, reads the first GAMES games (10,000 unless said) and counts them in dictionaries. All are asked for the same positions.
"""

from __future__ import annotations

import collections
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LINES = ["", "e4", "e4 c5 Nf3 d6 d4", "d4 Nf6 c4 e6 Nc3 Bb4", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"]


def timed(*command: object, **options: Any) -> tuple[float, str]:
    start = time.perf_counter()
    done = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **options)
    return time.perf_counter() - start, done.stdout


def row(program: str, build: float, size: int, asked: str) -> None:
    print(f"| {program} | {build:.1f} s | {size / 1e6:.1f} MB | {asked} |", flush=True)


def milliseconds(times: list[float]) -> str:
    return ", ".join(f"{one:.1f}" for one in times)


def ours(pgn: Path, file: Path, place: Path) -> list[int]:
    index = place / "games.idx"
    build, _ = timed(pgn, "index", "-q", file, "-o", index)
    times, games = [], []
    for line in LINES:
        took, out = timed(pgn, "tree", "--index", index, "--report", "json", *(["--moves", line] if line else []))
        times.append(1000 * took)
        games.append(sum(json.loads(one)["games"] for one in out.splitlines() if json.loads(one)["ply"] == 1))
    row("`pgn index`, `pgn tree --index` (a process each)", build, index.stat().st_size, milliseconds(times) + " ms")
    return games


def scid(pgn: Path, file: Path, place: Path) -> None:
    if shutil.which("tkscid") is None:
        return
    base, text = place / "scid", place / "clean.pgn"
    timed(pgn, "fmt", "-q", file, "-o", text)
    build, _ = timed("tkscid", HERE.parent / "scid" / "import.tcl", "SCID4", base, text)
    size = sum(base.with_suffix(ending).stat().st_size for ending in (".si4", ".sg4", ".sn4"))
    _, out = timed("tkscid", HERE / "tree.tcl", base, *LINES)
    found = [line.split("\t") for line in out.splitlines()]
    first, again = [float(one[1]) for one in found], [float(one[2]) for one in found]
    row("Scid 4, its tree: first, again", build, size, f"{milliseconds(first)}; {milliseconds(again)} ms")
    print("games by Scid:", [one[0] for one in found], file=sys.stderr)


def polyglot(pgn: Path, file: Path, place: Path) -> None:
    if shutil.which("polyglot") is None:
        return
    book, text = place / "book.bin", place / "clean.pgn"
    if not text.exists():
        timed(pgn, "fmt", "-q", file, "-o", text)
    build, _ = timed("polyglot", "make-book", "-pgn", text, "-bin", book, "-min-game", "2", cwd=place)
    row("polyglot make-book, moves of two games", build, book.stat().st_size, "weights, no results")
    mine = place / "mine.bin"
    build, _ = timed(pgn, "book", "make", "-q", "--min-games", "2", "--max-ply", "1024", file, "-o", mine)
    row("`pgn book make`, the same", build, mine.stat().st_size, "weights, no results")


def python_chess(file: Path, count: int) -> None:
    import chess
    import chess.pgn

    start = time.perf_counter()
    positions: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    with open(file, encoding="utf-8", errors="replace") as text:
        for number in range(count):
            game = chess.pgn.read_game(text)
            if game is None:
                count = number
                break
            board = game.board()
            for move in game.mainline_moves():
                positions[board.epd()][move.uci()] += 1
                board.push(move)
    took = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    row(f"python-chess, {count:,} games in dictionaries (memory)", took, memory, "at once")


def main() -> None:
    # Debian has them among the games.
    os.environ["PATH"] += ":/usr/games"
    pgn, file = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
    print("| program | build | size | questions |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        print("games:", ours(pgn, file, place), file=sys.stderr)
        scid(pgn, file, place)
        polyglot(pgn, file, place)
    python_chess(file, count)


main()
