#!/usr/bin/env python3
"""Tries `pgn analyse` with real engines: the same bytes again, the scores of python-chess, runs that are killed, processors at work.

    compare/engines/run.py [--pgn PROGRAM] --engine COMMAND [--depth N | --nodes N] GAMES.pgn [twice] [python] [kills] [busy]

Without words all of them. `python` needs chess (python-chess) from PyPI, which it installs into a virtual environment of its own. Not a part of `.ci/run`:
engines are not everywhere, and times of a busy machine prove nothing.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

KILLS = 50

PYTHON_CHESS = """
import shlex, sys, chess.engine, chess.pgn
engine = chess.engine.SimpleEngine.popen_uci(shlex.split(sys.argv[1]))
limit = chess.engine.Limit(**{sys.argv[2]: int(sys.argv[3])})
with open(sys.argv[4]) as games:
    while (game := chess.pgn.read_game(games)) is not None:
        board = game.board()
        scores = []
        for move in game.mainline_moves():
            board.push(move)
            if board.is_checkmate():
                continue
            if board.is_stalemate():
                scores.append("0.0")
                continue
            # Another game each time: the engine forgets what it has searched. Bounds are no scores.
            with engine.analysis(board, limit, game=object()) as analysis:
                exact = [info["score"] for info in analysis if "score" in info and not ("lowerbound" in info or "upperbound" in info)]
            score = exact[-1].white()
            mate = score.mate()
            scores.append(f"#{mate}" if mate is not None else f"{score.score() / 100:.2f}")
        print(" ".join(scores))
engine.quit()
"""

# Passes its input on to the engine, and writes the positions that are searched to a file.
WRAPPER = """
import os, subprocess, sys
engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE)
log = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
for line in sys.stdin:
    if line.startswith("position"):
        os.write(log, line.encode())
    try:
        engine.stdin.write(line.encode())
        engine.stdin.flush()
    except BrokenPipeError:
        break
engine.stdin.close()
engine.wait()
"""


class Trial:
    def __init__(self, args: argparse.Namespace, folder: Path) -> None:
        self.args, self.folder = args, folder
        self.limit = ("nodes", args.nodes) if args.depth is None else ("depth", args.depth)

    def command(self, output: Path, *more: str, engine: str | None = None) -> list[str]:
        name, value = self.limit
        limit = [f"--{name}", str(value)]
        return [self.args.pgn, "analyse", "-q", "--engine", engine or self.args.engine, *limit, *more, str(self.args.games), "-o", str(output)]

    def analyse(self, output: Path, *more: str) -> bytes:
        ran = subprocess.run(self.command(output, *more), capture_output=True, text=True)
        if ran.returncode not in (0, 1):
            raise SystemExit(f"pgn analyse: {ran.stderr}")
        if ran.stderr:
            print(f"  {ran.stderr.strip().splitlines()[-1]}")
        return output.read_bytes()

    def twice(self) -> bool:
        """The same bytes again, with another number of engines."""
        runs = [self.analyse(self.folder / f"{jobs}.pgn", "-j", jobs) for jobs in ("2", "1")]
        positions = runs[0].count(b"[%eval")
        print(f"twice: {positions} scores, {'the same bytes' if runs[0] == runs[1] else 'OTHER BYTES'}")
        return runs[0] == runs[1] and positions > 0

    def python(self) -> bool:
        """The scores of python-chess."""
        environment = self.folder / "venv"
        venv.create(environment, with_pip=True)
        subprocess.run([environment / "bin" / "pip", "install", "-q", "chess"], check=True)
        name, value = self.limit
        script = [environment / "bin" / "python", "-c", PYTHON_CHESS, self.args.engine, name, str(value), self.args.games]
        theirs = subprocess.run(script, capture_output=True, text=True, check=True).stdout.split()
        ours = re.findall(r"\[%eval ([^\]]*)\]", self.analyse(self.folder / "p.pgn", "--style", "none", "--whole-game").decode())
        equal = sum(same(one, other) for one, other in zip(ours, theirs))
        print(f"python: {len(ours)} and {len(theirs)} scores, {equal} equal")
        return equal == len(ours) == len(theirs)

    def kills(self) -> bool:
        """Killed many times, and begun again, until it is done."""
        expected = self.analyse(self.folder / "whole.pgn", "-j", "2")
        log, wrapper = self.folder / "searched", self.folder / "wrapper.py"
        wrapper.write_text(WRAPPER)
        engine = shlex.join([sys.executable, str(wrapper), str(log), *shlex.split(self.args.engine)])
        output, killed = self.folder / "killed.pgn", 0
        while not output.exists():
            process = subprocess.Popen(self.command(output, "-j", "2", "--resume", engine=engine), stderr=subprocess.DEVNULL)
            if killed < KILLS:
                begun = lines(log)
                # Some positions later, at any moment of the next one.
                while process.poll() is None and lines(log) < begun + 6:
                    time.sleep(0.005)
                time.sleep(random.random() * 0.05)
                killed += process.poll() is None
                process.kill()
            process.wait()
        searched = log.read_text().splitlines()
        again = len(searched) - len(set(searched))
        is_same = output.read_bytes() == expected
        print(f"kills: {killed} killed, {len(set(searched))} positions, {again} searched again, {'the same bytes' if is_same else 'OTHER BYTES'}")
        # At most one for each of two engines.
        return is_same and again <= 2 * killed and killed == KILLS

    def busy(self) -> bool:
        """Time of the engines, and of this program."""
        command = self.command(self.folder / "busy.pgn", "-j", "2")
        started = time.monotonic()
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        own, ticks = 0.0, os.sysconf("SC_CLK_TCK")
        while process.poll() is None:
            try:
                fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            except (FileNotFoundError, ProcessLookupError):
                break
            own = max(own, (int(fields[11]) + int(fields[12])) / ticks)
            time.sleep(0.1)
        process.wait()
        wall, children = time.monotonic() - started, os.times()
        engines = children.children_user + children.children_system - self.before - own
        print(f"busy: {wall:.1f} s, engines {engines:.1f} s of processor time ({100 * engines / wall / 2:.1f} % of two), "
              f"pgn {own:.2f} s ({100 * own / engines:.2f} %)")
        return own <= 0.02 * engines and engines >= 0.95 * 2 * wall

    @property
    def before(self) -> float:
        return self.args.before


def same(one: str, other: str) -> bool:
    return one == other or "#" not in one + other and float(one) == float(other)


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pgn", default="target/release/pgn")
    parser.add_argument("--engine", required=True)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--depth", type=int)
    parser.add_argument("games", type=Path)
    parser.add_argument("trials", nargs="*", metavar="twice|python|kills|busy")
    args = parser.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(args, Path(folder))
        for name in args.trials or ["twice", "python", "kills", "busy"]:
            times = os.times()
            args.before = times.children_user + times.children_system
            good &= getattr(trial, name)()
    sys.exit(not good)


if __name__ == "__main__":
    main()
