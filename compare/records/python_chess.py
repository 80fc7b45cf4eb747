"""Reads a file of EPD records with python-chess: seconds on the first line, then what was read of each record."""

import sys
import time

import chess

lines = open(sys.argv[1], encoding="ascii").read().splitlines()
board = chess.Board(chess960=True)

start = time.process_time()
for line in lines:
    board.set_epd(line)
print(time.process_time() - start)

for line in lines:
    operations = board.set_epd(line)
    words = [board.board_fen(), "wb"[board.turn == chess.BLACK]]
    words.append("-" if board.ep_square is None else chess.SQUARE_NAMES[board.ep_square])
    for opcode in ("am", "bm", "pv"):
        words += [move.uci() for move in operations.get(opcode, [])]
    print(" ".join(words))
