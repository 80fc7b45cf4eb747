"""Positions with one good move, as EPD: only legal answers to a check that capture, and promotions that give check."""

from __future__ import annotations

from common import arguments, games


def main() -> None:
    chess, pgn, path = arguments()
    seen = set()
    for number, game in enumerate(games(pgn, path), 1):
        board = game.board()
        for move in game.mainline_moves():
            moves = list(board.legal_moves)
            forced = len(moves) == 1 and board.is_check() and board.is_capture(move)
            promotes = move.promotion is not None and board.gives_check(move)
            if forced or promotes:
                name = f"{number}.{board.fullmove_number}{'w' if board.turn == chess.WHITE else 'b'}"
                epd = board.epd(bm=[move], id=name, ce=len(moves))
                if board.epd() not in seen:
                    seen.add(board.epd())
                    print(epd)
                    again, operations = chess.Board.from_epd(epd)
                    assert operations["bm"] == [move] and operations["id"] == name
                    assert again.epd() == board.epd() and again.turn == board.turn
            board.push(move)
    print(len(seen), "positions")


main()
