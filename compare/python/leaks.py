"""Whether memory or reference counts grow with the number of calls, for each kind of call of the package.

Each call is repeated, first until what is kept once is kept, then in several measurements. Status 1: something grows
in each of them, or fails.
"""

from __future__ import annotations

import argparse
import copy
import ctypes
import gc
import io
import pickle
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pgnkit
from pgnkit import Board, Epd, Game, Mark, Move, Position, Score

TEXT = (
    '[Event "Leaks"]\n[White "Tal, M"]\n[Black "Fine"]\n[Result "1-0"]\n\n'
    "1. e4 {[%clk 0:10:00] [%eval 0.3] [%cal Ge2e4] good} e5 $1 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5)) "
    "2. Nf3 Nc6 3. Bb5 a6 1-0\n\n"
)
BYTES = TEXT.encode()
MANY = BYTES * 200
# What a call may keep in each of the last repetitions, in bytes: the allocator rounds up.
SLACK = 24.0
# Measurements of each call, after the first.
ROUNDS = 4
# As long as all of them have grown, more of them, to be certain.
MOST_ROUNDS = 12


def resident() -> int:
    """Bytes of memory in use, after what is free has been given back."""
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except AttributeError:
        pass
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise OSError("no VmRSS")


def ignoring(what: type[BaseException], call: Callable[[], Any]) -> Callable[[], Any]:
    def run() -> None:
        try:
            call()
        except what:
            return
        raise AssertionError(f"expected {what.__name__}")

    return run


def calls() -> dict[str, tuple[Callable[[], Any], int]]:
    """What is called, and how often for a measurement."""
    game = Game.parse(TEXT)
    board, start, move = Board(), Position(), Move("e2e4")
    node = game.root.next
    assert node is not None

    def push_and_pop() -> None:
        for text in ("e4", "e5", "Nf3", "Nc6"):
            board.push_san(text)
        for _ in range(4):
            board.pop()

    def edited() -> None:
        own = game.copy()
        own.tags["Event"] = "Club"
        del own.tags["Event"]
        first = own.root.next
        assert first is not None
        first.comment, first.clock, first.eval, first.nags = "!", 60.5, Score(1.5, depth=3), [1, 5]
        first.arrows = [Mark("Ge2e4")]
        added = first.add("d5")
        added.add_line(["exd5", "Qxd5"])
        added.promote()
        added.remove()
        own.merge(game)

    def half_read() -> None:
        for _, game in zip(range(3), pgnkit.read(MANY)):
            game.tags.get("White")

    def broken_off() -> None:
        next(iter(pgnkit.read(MANY).columns("plies").__arrow_c_stream__() for _ in range(1)))

    def generator() -> None:
        pgnkit.read(one for one in [game, game]).count()

    def fails() -> Any:
        def games() -> Any:
            yield game
            raise KeyError("mine")

        return pgnkit.read(games()).count()

    return {
        "Game.parse": (lambda: Game.parse(TEXT), 4000),
        "Game.parse of a wrong text": (ignoring(pgnkit.ReadError, lambda: Game.parse("1. e5 *")), 4000),
        "Game, tags": (lambda: dict(game.tags), 10000),
        "Game.copy, ==, hash": (lambda: copy.deepcopy(game) == game, 4000),
        "str, JSON": (lambda: Game.from_json(game.to_json()), 3000),
        "export": (lambda: game.export(notation="uci", comments=False), 4000),
        "mainline": (
            lambda: [(n.san, n.uci, n.comment, n.clock, n.eval, n.arrows, n.nags) for n in game.mainline()],
            4000,
        ),
        "nodes": (lambda: [(n.parent, n.next, n.variations, n.position()) for n in game.nodes()], 3000),
        "positions": (lambda: [position.fen() for _, position in game.positions()], 4000),
        "edits": (edited, 2000),
        "pickle": (lambda: pickle.loads(pickle.dumps([game, board, start, move])), 3000),
        "Position": (lambda: (Position(start.fen()), start.legal_moves, start.pieces(), hash(start)), 4000),
        "Position of a wrong FEN": (ignoring(pgnkit.PositionError, lambda: Position("8/8 w")), 8000),
        "Board": (push_and_pop, 8000),
        "Board, a move that is illegal": (ignoring(pgnkit.MoveError, lambda: board.push_san("Ke4")), 8000),
        "Move": (lambda: hash(Move("e2e4")) == hash(move), 20000),
        "svg": (start.svg, 300),
        "Epd": (lambda: Epd('4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "x";').operations, 4000),
        "matches": (lambda: game.matches("plies > 3"), 2000),
        "check of a game": (game.check, 1000),
        "read bytes": (lambda: sum(1 for _ in pgnkit.read(MANY)), 60),
        "read a file object": (lambda: sum(1 for _ in pgnkit.read(io.BytesIO(MANY))), 60),
        "read, left early": (half_read, 100),
        "read games": (generator, 150),
        "read games, and an exception": (ignoring(KeyError, fails), 150),
        "count": (pgnkit.read(MANY).count, 100),
        "check": (lambda: list(pgnkit.read(MANY).check()), 40),
        "filter, sort, dedup, fmt": (
            lambda: pgnkit.read(MANY).filter("white = 'Tal, M'").sort().dedup().fmt().text(),
            20,
        ),
        "fix, edit": (lambda: pgnkit.read(MANY).fix().edit(set={"Event": "x"}).text(), 30),
        "columns, not taken": (broken_off, 60),
        **columns(),
    }


def columns() -> dict[str, tuple[Callable[[], Any], int]]:
    try:
        import pyarrow
    except ImportError:
        return {}
    return {
        "columns of games": (lambda: pyarrow.table(pgnkit.read(MANY).columns("games")).num_rows, 30),
        "columns of plies": (lambda: pyarrow.table(pgnkit.read(MANY).columns("plies")).num_rows, 30),
        "columns of positions": (lambda: pyarrow.table(pgnkit.read(MANY).columns("positions")).num_rows, 30),
    }


def references() -> list[str]:
    """Calls after which an object is held that was only lent."""
    held = []
    game, move, text, board = Game.parse(TEXT), Move("e2e4"), "leaks: a text", Board()
    lent: dict[str, object] = {"game": game, "move": move, "text": text, "board": board}
    uses: dict[str, Callable[[], Any]] = {
        "Node": lambda: list(game.nodes()),
        "Tags": lambda: game.tags["White"],
        "merge": lambda: game.copy().merge(game),
        "eq": lambda: (game == game, move == Move("e2e4"), move == text),
        "in": lambda: text in game.tags,
        "push": lambda: (board.push(move), board.pop()),
        "san": lambda: board.san(move),
        "comment": lambda: setattr(game.root, "comment", text),
        "read": lambda: pgnkit.read([game, game]).count(),
        "iteration": lambda: list(zip(range(1), game.mainline())),
        "positions": lambda: list(zip(range(1), game.positions())),
        "wrong": ignoring(TypeError, lambda: board.push(game)),  # type: ignore[arg-type]
    }
    for name, use in uses.items():
        use()
        gc.collect()
        before = counts(lent)
        for _ in range(100):
            use()
        gc.collect()
        for key, count in counts(lent).items():
            if count != before[key]:
                held.append(f"{name}: {key} has {count - before[key]} more references after 100 calls")
    return held


def counts(objects: dict[str, object]) -> dict[str, int]:
    # In a function of its own: a variable of a loop would be one reference more.
    return {key: sys.getrefcount(one) for key, one in objects.items()}


def least_growth(sizes: list[int]) -> int:
    return min(after - before for before, after in zip(sizes, sizes[1:]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=float, default=1.0, help="how often, as a multiple")
    parser.add_argument("--only", default="", help="calls whose name has this in it")
    given = parser.parse_args()
    wrong = references()
    for name, (call, often) in calls().items():
        if given.only not in name:
            continue
        often = max(10, int(often * given.times))

        def repeat(call: Callable[[], Any] = call, often: int = often) -> None:
            for _ in range(often):
                call()

        try:
            repeat()
            tracked = len(gc.get_objects())
            sizes = [resident()]
            while len(sizes) <= ROUNDS or (len(sizes) <= MOST_ROUNDS and least_growth(sizes) > 0):
                repeat()
                if len(sizes) >= ROUNDS:
                    # On a busy machine threads of streams that were left end late.
                    time.sleep(0.5)
                sizes.append(resident())
        except Exception as error:  # a call that fails is a finding, and the others count all the same
            wrong.append(f"{name}: {type(error).__name__}: {error}")
            continue
        # What grows now and then is a cache, or the heap of a thread that finds its size; a leak grows each time.
        growth = least_growth(sizes) / often
        objects = len(gc.get_objects()) - tracked
        print(f"{name:32} {often:6} times: {growth:8.1f} bytes a call, {objects:+d} objects", flush=True)
        # A page may come and go: what is below a few pages in all is nothing.
        if growth > SLACK and growth * often > 64 * 1024:
            wrong.append(f"{name}: {growth:.1f} bytes a call")
        if objects > 20:
            wrong.append(f"{name}: {objects} more objects")
    for line in wrong:
        print("WRONG", line)
    print("nothing grows" if not wrong else f"{len(wrong)} things are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
