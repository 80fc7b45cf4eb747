"""Positions before a mate: FEN, the mating move, how many moves there are, who attacks the mated king."""

from __future__ import annotations

from common import arguments, games


def main() -> None:
    chess, pgn, path = arguments()
    count = 0
    for game in games(pgn, path):
        last = game.end()
        if last.parent is None:
            continue
        board = last.board()
        if not board.is_checkmate():
            continue
        outcome = board.outcome()
        assert outcome is not None and outcome.termination == chess.Termination.CHECKMATE
        king = board.king(board.turn)
        attackers = sorted(chess.square_name(square) for square in board.attackers(not board.turn, king))
        mate = board.pop()
        count += 1
        print(board.fen(), board.san(mate), mate.uci(), board.legal_moves.count(), *attackers, outcome.result())
        assert board.gives_check(mate) and mate in board.legal_moves
    print(count, "mates")


main()
