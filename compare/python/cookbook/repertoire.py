"""One tree of the openings of many games: lines that occur often, with counts and scores in comments."""

from __future__ import annotations

from typing import Any

from common import arguments, games

PLIES, LEAST = 16, 3
POINTS = {"1-0": 2, "1/2-1/2": 1}


def main() -> None:
    chess, pgn, path = arguments()
    tree = pgn.Game()
    tree.headers["Event"] = "Repertoire"
    counts: dict[Any, list[int]] = {}
    for game in games(pgn, path):
        if game.headers.get("Result") not in ("1-0", "0-1", "1/2-1/2") or game.board() != chess.Board():
            continue
        node = tree
        for move in list(game.mainline_moves())[:PLIES]:
            node = node.variation(move) if node.has_variation(move) else node.add_variation(move)
            count = counts.setdefault(node, [0, 0])
            count[0] += 1
            count[1] += POINTS.get(game.headers["Result"], 0)
    # The commonest first, the rare away.
    pending = [tree]
    while pending:
        node = pending.pop()
        for child in list(node.variations):
            if counts[child][0] < LEAST:
                node.remove_variation(child)
        order = sorted(node.variations, key=lambda child: (-counts[child][0], child.move.uci()))
        for child in order:
            node.demote(child)  # has no effect on the last
        for child in reversed(order):
            node.promote_to_main(child)
        for child in node.variations:
            played, points = counts[child]
            child.comment = f"{played} games, {points / played / 2:.0%}"
            pending.append(child)
    print(tree)


main()
