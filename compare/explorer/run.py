#!/usr/bin/env python3
"""Tries `pgn index` and `pgn serve` as the world would: clients written for lichess, processes that are killed, clients that mean ill.

    compare/explorer/run.py [--pgn PROGRAM] [--games FILE.pgn] [clients] [kills] [resumed] [hostile]

Without words all of them. `clients` needs berserk from PyPI, which it installs into a virtual environment of its own. Not a part of `.ci/run`: it takes
minutes, and times of a busy machine prove nothing.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import venv
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

Sent = Any
ROOT = Path(__file__).resolve().parents[2]
LINES = ["", "e2e4", "e2e4,c7c5", "e2e4,e7e5,g1f3,b8c6", "d2d4,g8f6,c2c4", "g1f3,d7d5", "e2e4,c7c5,g1f3,d7d6,d2d4"]
KILLS = 50


class Server:
    """A server at work, at a port of its own."""

    def __init__(self, pgn: str, index: Path) -> None:
        command = [pgn, "serve", "--port", "0", "--log", "text", str(index)]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                break
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(30) == 0, "the server did not end as it should"

    def get(self, target: str) -> bytes:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", target)
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, (target, answer.status, body)
        return body


def clients(pgn: str, games: Path, work: Path) -> None:
    """berserk, which was written for lichess, gets the counts that `pgn tree` has."""
    home = work / "venv"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "berserk>=0.14,<1"], check=True)
    index = work / "clients.idx"
    # A game without a result is in no answer.
    decided = ["--where", "result <> '*'"]
    subprocess.run([pgn, "index", "-q", *decided, str(games), "-o", str(index)], check=False)
    script = """
import json, sys
import berserk
client = berserk.Client(base_url=sys.argv[1], explorer_url=sys.argv[1]).opening_explorer
found = []
for line in json.loads(sys.argv[2]):
    play = line.split(",") if line else []
    for ask in (client.get_lichess_games, client.get_masters_games):
        answer = ask(play=play, moves=50)
        found.append([line, [[move["san"], move["white"] + move["draws"] + move["black"]] for move in answer["moves"]]])
        for game in answer["topGames"][:1]:
            assert "[White " in client.get_otb_master_game(game["id"])
name = client.get_lichess_games(play=[], top_games=1)["topGames"]
if name:
    player = name[0]["white"]["name"]
    answer = next(iter(client.stream_player_games(player=player, color="white")))
    assert answer["white"] + answer["draws"] + answer["black"] > 0, answer
print(json.dumps(found))
"""
    with Server(pgn, index) as server:
        address = f"http://127.0.0.1:{server.port}"
        ran = subprocess.run([python, "-c", script, address, json.dumps(LINES)], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
    for line, moves in json.loads(ran.stdout):
        san = ["--moves", " ".join(line.split(","))] if line else []
        tree = subprocess.run([pgn, "tree", "--index", str(index), "--report", "json", "--depth", "1", *san], capture_output=True, text=True)
        rows = [json.loads(row) for row in tree.stdout.splitlines()] if tree.returncode == 0 else []
        expected = sorted(counts(rows))
        assert sorted((move, games) for move, games in moves) == expected, (line, moves, expected)
    print(f"clients: berserk has the numbers of pgn tree in {len(LINES)} positions")


def counts(rows: list[dict[str, object]]) -> list[tuple[str, int]]:
    """Moves and games, whether the rows are objects on lines of their own or in a list."""
    flat = [move for row in rows for move in (row.get("moves") or [row])]  # type: ignore[attr-defined]
    return [(str(move["san"]), int(str(move["games"]))) for move in flat if "san" in move]


def kills(pgn: str, games: Path, work: Path) -> None:
    """A run that is killed leaves the old index or the new one, whatever it did."""
    half = work / "half.pgn"
    subprocess.run([pgn, "filter", "-q", "date < '1900' OR date IS NULL", str(games), "-o", str(half)], check=False)
    index, second, third = work / "index.idx", work / "second.idx", work / "third.idx"

    def build(files: list[Path], output: Path) -> None:
        subprocess.run([pgn, "index", "-q", *map(str, files), "-o", str(output)], check=False)

    build([games], index)
    build([half], second)
    build([half], third)
    for name, command, output in [
        ("build", ["index", "-q", str(games), str(half), "-o", str(index)], index),
        ("append", ["index", "add", "-q", "--index", str(index), str(half)], index),
        ("merge", ["index", "-q", str(second), str(index), "-o", str(third)], third),
    ]:
        old = output.read_bytes()
        start = time.monotonic()
        subprocess.run([pgn, *command], check=False)
        whole = time.monotonic() - start
        new = output.read_bytes()
        hit = 0
        for _ in range(KILLS):
            output.write_bytes(old)
            process = subprocess.Popen([pgn, *command], stderr=subprocess.DEVNULL)
            time.sleep(random.uniform(0, whole))
            hit += process.poll() is None
            process.kill()
            process.wait()
            found = output.read_bytes()
            assert found in (old, new), f"{name}: {output} is neither the old nor the new index"
            subprocess.run([pgn, "index", "check", str(output)], check=True, stdout=subprocess.DEVNULL)
        output.write_bytes(new)
        left = [path.name for path in work.iterdir() if ".tmp" in path.name]
        print(f"{name}: {KILLS} runs, {hit} of them killed at work: the old index or the new one; {len(left)} temporary files left")


def resumed(pgn: str, games: Path, work: Path) -> None:
    """A run that is killed again and again goes on after its pieces, and its index is that of a run which nobody killed."""
    output = work / "resumed.idx"
    command = [pgn, "index", "-q", "--resume=20000", str(games), "-o", str(output)]
    start = time.monotonic()
    subprocess.run(command, check=False)
    whole, expected = time.monotonic() - start, output.read_bytes()
    output.unlink()
    hit = built = 0
    while hit < KILLS:
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(0.3, 1) * whole)
        hit += process.poll() is None
        process.kill()
        process.wait()
        if output.exists():
            assert output.read_bytes() == expected, "the index of an interrupted run is another one"
            built += 1
            output.unlink()
    left = sorted(path.name for path in work.iterdir() if path.name.startswith("resumed") or ".tmp" in path.name)
    print(f"resumed: {hit} runs killed at work, {built} indexes built by those after them, with the same bytes; beside them is {left}")


def hostile(pgn: str, games: Path, work: Path) -> None:
    """Clients that send nonsense, slowly or without end do not make the others wait."""
    index = work / "hostile.idx"
    subprocess.run([pgn, "index", "-q", str(games), "-o", str(index)], check=False)
    with Server(pgn, index) as server:
        calm = measured(server, 5)
        # In a process of their own, since threads of Python wait for each other.
        stop, sent = multiprocessing.Event(), multiprocessing.Value("q", 0)
        others = multiprocessing.Process(target=mean_ill, args=(server.port, stop, sent), daemon=True)
        others.start()
        time.sleep(1)
        busy = measured(server, 60)
        stop.set()
        others.join(30)
        server.get("/lichess?play=e2e4")
    print(f"hostile: {sent.value} requests of others, and 50 slow senders; p50 {calm[0]:.2f} ms before and {busy[0]:.2f} ms meanwhile, p99 {calm[1]:.2f} and {busy[1]:.2f} ms")


def measured(server: Server, seconds: float) -> tuple[float, float]:
    """Half and 99 of a hundred answers take no longer than so many milliseconds."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    times = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        line = random.choice(LINES)
        start = time.perf_counter()
        connection.request("GET", f"/lichess?play={line}")
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        times.append((time.perf_counter() - start) * 1000)
        time.sleep(0.002)
    times.sort()
    return times[len(times) // 2], times[len(times) * 99 // 100]


def mean_ill(port: int, stop: Event, sent: Sent) -> None:
    threads = [threading.Thread(target=attack, args=(port, stop, sent, seed)) for seed in range(8)]
    threads += [threading.Thread(target=crawl, args=(port, stop)) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def attack(port: int, stop: Event, sent: Sent, seed: int) -> None:
    """Requests that are wrong in one way or another."""
    chance = random.Random(seed)
    pieces = "pnbrqkPNBRQK12345678/"
    while not stop.is_set():
        rank = "".join(chance.choice(pieces) for _ in range(chance.randrange(90)))
        request = chance.choice(
            [
                f"GET /lichess?fen={rank}%20w%20-%20- HTTP/1.1\r\nHost: x\r\n\r\n".encode(),
                f"GET /lichess?play={','.join(chance.choice(['e2e4', 'a7a8q', '0000', 'x']) for _ in range(700))} HTTP/1.1\r\n\r\n".encode(),
                b"GET /lichess?" + b"a=" * 20_000 + b" HTTP/1.1\r\n\r\n",
                b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"y" * 500) for n in range(300)) + b"\r\n",
                b"POST /lichess HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
                chance.randbytes(chance.randrange(2000)),
                b"GET /masters/pgn/%s HTTP/1.1\r\nHost: x\r\n\r\n" % chance.randbytes(8).hex().encode(),
                b"GET /player?player=x&color=white&since=9999-99 HTTP/1.1\r\nHost: x\r\n\r\n",
            ]
        )
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
                connection.sendall(request)
                connection.settimeout(0.2)
                connection.recv(1 << 16)
        except OSError:
            pass
        with sent.get_lock():
            sent.value += 1


def crawl(port: int, stop: Event) -> None:
    """A sender that needs a second for each byte."""
    while not stop.is_set():
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
                for byte in b"GET /lichess?play=e2e4 HTTP/1.1\r\n":
                    connection.sendall(bytes([byte]))
                    if stop.wait(1):
                        return
        except OSError:
            stop.wait(0.5)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--pgn", default=str(ROOT / "target/release/pgn"))
    arguments.add_argument("--games", type=Path, default=ROOT / "examples/games.pgn")
    arguments.add_argument("what", nargs="*", choices=["clients", "kills", "resumed", "hostile", []])
    given = arguments.parse_args()
    pgn = shutil.which(given.pgn) or sys.exit(f"{given.pgn}: there is no such program; cargo build --release")
    for name in given.what or ["clients", "kills", "resumed", "hostile"]:
        with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as work:
            globals()[name](pgn, given.games.resolve(), Path(work))


if __name__ == "__main__":
    main()
