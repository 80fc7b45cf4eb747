"""Where a side has the exchange, or a queen against other pieces, for eight half-moves: the place and the material."""

from __future__ import annotations

from collections import Counter

from common import arguments, games

LASTING = 8


def main() -> None:
    chess, pgn, path = arguments()
    kinds = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]
    found: Counter[str] = Counter()
    for number, game in enumerate(games(pgn, path), 1):
        board, lasting, last = game.board(), 0, ""
        for move in game.mainline_moves():
            board.push(move)
            white, black = ([len(board.pieces(kind, color)) for kind in kinds] for color in (chess.WHITE, chess.BLACK))
            pawns, knights, bishops, rooks, queens = (one - other for one, other in zip(white, black))
            name = ""
            if queens == 0 and abs(rooks) == 1 and knights + bishops == -rooks:
                name = "exchange"
            elif queens and queens * (rooks + knights + bishops) < 0:
                name = "queen against pieces"
            lasting = lasting + 1 if name and name == last else bool(name)
            last = name
            if lasting == LASTING:
                found[name] += 1
                material = "".join(piece.symbol() for _, piece in sorted(board.piece_map().items()))
                print(number, board.ply(), name, "".join(sorted(material)), board.board_fen(), pawns)
    for name, count in sorted(found.items()):
        print(count, name)


main()
