"""Games without comments, variations and annotations, only with the tags of the roster, the start and the ratings."""

from __future__ import annotations

from common import arguments, games

KEPT = {"Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "FEN", "SetUp", "Variant"}


def main() -> None:
    _, pgn, path = arguments()
    for game in games(pgn, path):
        for name in [name for name in game.headers if name not in KEPT]:
            del game.headers[name]
        for node in game.mainline():
            node.nags.clear()
        exporter = pgn.StringExporter(columns=100, headers=True, variations=False, comments=False)
        print(game.accept(exporter))
        print()


main()
