"""Moves after which the evaluation in the comments falls by two pawns, and what else the game has there."""

from __future__ import annotations

from common import arguments, games

LOSS = 200


def main() -> None:
    chess, pgn, path = arguments()
    found: dict[str, int] = {}
    for number, game in enumerate(games(pgn, path), 1):
        before = 15
        for node in game.mainline():
            score = node.eval()
            if score is None:
                continue
            after = score.white().score(mate_score=1000)
            mover = not node.turn()
            loss = before - after if mover == chess.WHITE else after - before
            before = after
            if loss < LOSS:
                continue
            name = game.headers["White" if mover == chess.WHITE else "Black"]
            found[name] = found.get(name, 0) + 1
            dots = "." if mover == chess.WHITE else "..."
            fullmove = (node.ply() + 1) // 2
            glyphs = " ".join(f"${nag}" for nag in sorted(node.nags))
            best = [other.san() for other in node.parent.variations if other is not node]
            print(f"{number}: {fullmove}{dots} {node.san()} {name} loses {loss} {glyphs} {','.join(best)}".rstrip())
    for name, count in sorted(found.items(), key=lambda item: (-item[1], item[0]))[:20]:
        print(f"{count:4} {name}")


main()
