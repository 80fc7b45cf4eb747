"""Time used for each move by its number, from the clocks in the comments; and the moves made in trouble."""

from __future__ import annotations

from collections import defaultdict

from common import arguments, games


def main() -> None:
    chess, pgn, path = arguments()
    used: dict[int, list[float]] = defaultdict(list)
    trouble = 0
    for game in games(pgn, path):
        control = game.headers.get("TimeControl", "-")
        base, _, bonus = control.partition("+")
        increment = float(bonus) if bonus.isdigit() else 0.0
        left = {chess.WHITE: float(base), chess.BLACK: float(base)} if base.isdigit() else {}
        for node in game.mainline():
            clock = node.clock()
            spent = node.emt()
            mover = not node.turn()
            if clock is not None:
                if mover in left and spent is None:
                    spent = left[mover] + increment - clock
                left[mover] = clock
                trouble += clock < 10
            if spent is not None and spent >= 0:
                used[(node.ply() + 1) // 2].append(spent)
    for number, times in sorted(used.items()):
        times.sort()
        mean = sum(times) / len(times)
        print(f"{number:3} {len(times):6} moves, mean {mean:7.2f} s, median {times[len(times) // 2]:7.2f} s")
    print(trouble, "moves with less than ten seconds left")


main()
