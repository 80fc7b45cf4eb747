"""Main lines as a table: number, players, result, UCI, final FEN, length."""

from __future__ import annotations

import csv
import sys

from common import arguments, games


def main() -> None:
    chess, pgn, path = arguments()
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["number", "white", "black", "result", "moves", "fen", "plies", "check", "castlings"])
    for number, game in enumerate(games(pgn, path), 1):
        board = game.board()
        moves = []
        castlings = 0
        for move in game.mainline_moves():
            castlings += board.is_castling(move)
            moves.append(board.uci(move))
            board.push(move)
        again = chess.Board(game.board().fen(), chess960=board.chess960)
        for text in moves:
            again.push_uci(text)
        assert again == board and len(again.move_stack) == len(moves)
        headers = game.headers
        out.writerow(
            [
                number,
                headers["White"],
                headers["Black"],
                headers["Result"],
                " ".join(moves),
                board.fen(),
                len(moves),
                board.is_check(),
                castlings,
            ]
        )


main()
