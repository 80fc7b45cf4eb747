"""The first moves that are played, as a histogram; and the answers to the commonest."""

from __future__ import annotations

from collections import Counter

from common import arguments, games

PLIES = 4


def main() -> None:
    _, pgn, path = arguments()
    lines: Counter[str] = Counter()
    answers: dict[str, Counter[str]] = {}
    for game in games(pgn, path):
        board = game.board()
        moves = list(game.mainline_moves())[:PLIES]
        if not moves:
            continue
        lines[board.variation_san(moves)] += 1
        first = board.san_and_push(moves[0])
        if len(moves) > 1:
            answers.setdefault(first, Counter())[board.san(moves[1])] += 1
    most = max(lines.values(), default=1)
    for line, count in sorted(lines.items(), key=lambda item: (-item[1], item[0]))[:25]:
        print(f"{count:5} {'#' * max(1, 40 * count // most):40} {line}")
    for first, replies in sorted(answers.items()):
        print(
            first, *(f"{san} {count}" for san, count in sorted(replies.items(), key=lambda item: (-item[1], item[0])))
        )


main()
