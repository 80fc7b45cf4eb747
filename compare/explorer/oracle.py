"""Counts of an explorer beside those of python-chess.

    python3 -m venv /tmp/oracle && /tmp/oracle/bin/pip install chess
    /tmp/oracle/bin/python oracle.py PGN FILE.pgn [GAMES] [POSITIONS]

PGN is the program `pgn`. It makes an index of the first games of the file (100,000 unless said) and serves it; python-chess reads the same games and counts
with dictionaries. Both are asked for positions (10,000) that games have, with filters by ratings and months; every number of every move must be equal.
Positions that one game has are among them, which the index searches for.
"""

import collections
import itertools
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

import chess
import chess.pgn

GROUPS = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500]
RESULTS = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}


def number(text):
    return int(text) if text.isascii() and text.isdigit() else 0


def facts(headers):
    """Result, group of ratings, and date; parts of dates that are not known are 0, as the index has them."""
    white, black = number(headers.get("WhiteElo", "")), number(headers.get("BlackElo", ""))
    group = max(low for low in GROUPS if low <= (white + black) // 2) if white and black else None
    parts = (headers.get("Date", "").split(".") + ["", "", ""])[:3]
    year, month, day = map(number, parts)
    return RESULTS.get(headers.get("Result")), group, (year, month, day if month else 0)


def read(path, count):
    """The facts of games, and by position the games that have it, each with the move that it played there last."""
    games, positions = [], collections.defaultdict(dict)
    with open(path, encoding="utf-8", errors="replace") as text:
        for place in itertools.count():
            game = chess.pgn.read_game(text) if place < count else None
            if game is None:
                return games, positions
            games.append(facts(game.headers))
            board = game.board()
            for move in game.mainline_moves():
                positions[board.epd()][place] = move.uci()
                board.push(move)
            positions[board.epd()][place] = None


def expected(games, found, chosen):
    total, moves = [0, 0, 0], collections.defaultdict(lambda: [0, 0, 0])
    for place, move in found.items():
        result, group, date = games[place]
        is_in = result is not None and ("ratings" not in chosen or group in chosen["ratings"])
        for name, is_after in [("since", True), ("until", False)]:
            if name in chosen:
                # Of the month after `until` none counts.
                year, month = chosen[name]
                first = (year, month, 0) if is_after else (year + month // 12, month % 12 + 1, 0)
                first = first if is_after or month < 12 else (year + 1, 0, 0)
                is_in = is_in and date[0] > 0 and (date >= first) == is_after
        if is_in:
            total[result] += 1
            if move:
                moves[move][result] += 1
    return total, dict(moves)


def choose(chance):
    chosen = {}
    if chance.random() < 0.5:
        chosen["ratings"] = sorted(chance.sample(GROUPS, chance.randint(1, 8)))
    if chance.random() < 0.3:
        chosen["since"] = (chance.randint(1950, 2005), chance.randint(1, 12))
    if chance.random() < 0.3:
        chosen["until"] = (chance.randint(1980, 2020), chance.randint(1, 12))
    return chosen


def ask(address, epd, chosen):
    query = {"fen": epd + " 0 1", "moves": 500, "topGames": 0, "recentGames": 0}
    if "ratings" in chosen:
        query["ratings"] = ",".join(map(str, chosen["ratings"]))
    for name in ("since", "until"):
        if name in chosen:
            query[name] = "{:04}-{:02}".format(*chosen[name])
    with urllib.request.urlopen(f"{address}/lichess?{urllib.parse.urlencode(query)}") as answer:
        found = json.load(answer)
    results = ("white", "draws", "black")
    board = chess.Board(epd + " 0 1")
    moves = {board.parse_uci(move["uci"]).uci(): [move[name] for name in results] for move in found["moves"]}
    return [found[name] for name in results], moves


def serve(program, index):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([program, "serve", "--port", str(port), "--log", "none", index])
    address = f"http://127.0.0.1:{port}"
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{address}/lichess").close()
            return server, address
        except OSError:
            time.sleep(0.1)
    server.kill()
    sys.exit("the server does not answer")


def main():
    program, path = sys.argv[1:3]
    count, wanted = (int(text) for text in (sys.argv[3:] + ["100000", "10000"][len(sys.argv) - 3 :]))
    games, positions = read(path, count)
    print(f"python-chess: {len(games)} games, {len(positions)} positions", flush=True)
    chance = random.Random(1)
    # Half of them by games, so that those of many games are asked for, and half by positions, most of which one game has.
    keys = list(positions)
    shared = [key for key in keys if len(positions[key]) > 1]
    with tempfile.TemporaryDirectory() as folder:
        index = f"{folder}/games.idx"
        subprocess.run([program, "index", "--limit", str(count), path, "-o", index], check=True)
        server, address = serve(program, index)
        wrong = alone = 0
        try:
            for place in range(wanted):
                key = chance.choice(shared if place % 2 else keys)
                alone += len(positions[key]) == 1
                chosen = choose(chance) if place % 3 else {}
                own, other = expected(games, positions[key], chosen), ask(address, key, chosen)
                if own != other:
                    wrong += 1
                    print(f"{key} {chosen}\n  python-chess {own}\n  pgn          {other}")
        finally:
            server.terminate()
            server.wait()
    print(f"{wanted} positions, {alone} of one game: {wrong} differ")
    sys.exit(wrong > 0)


main()
