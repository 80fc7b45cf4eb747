"""How each opening scores: games, points of White, mean number of moves, by ECO code."""

from __future__ import annotations

from collections import defaultdict

from common import arguments, games

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


def main() -> None:
    _, pgn, path = arguments()
    found: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for game in games(pgn, path):
        points = POINTS.get(game.headers.get("Result", "*"))
        if points is not None:
            found[game.headers.get("ECO", "?")].append((points, game.end().ply()))
    for eco, played in sorted(found.items(), key=lambda item: (-len(item[1]), item[0])):
        score = sum(points for points, _ in played) / len(played)
        length = sum(plies for _, plies in played) / len(played) / 2
        print(f"{eco:4} {len(played):5} {score:6.1%} {length:6.1f}")


main()
