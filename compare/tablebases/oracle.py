"""Are outcomes and distances of Syzygy tables those of python-chess, for any position of any table at hand?

    cargo build --release -p pgnkit-tablebases --examples      (in the root of the repository)
    python tablebases/oracle.py ../target/release/examples/probe FOLDER [POSITIONS] [SEED]

in an environment with `chess` of PyPI. FOLDER has the tables; POSITIONS (2000) random legal ones of each are compared: both
colours, either side to move, with and without a pawn to take en passant.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

import chess
import chess.syzygy


def set_en_passant(board):
    """Lets a pawn of the side that is not to move just have passed over a square, if it can be taken there."""
    rank, step = (3, -8) if board.turn == chess.BLACK else (4, 8)
    for square in board.pieces(chess.PAWN, not board.turn):
        passed, origin = square + step, square + 2 * step
        if chess.square_rank(square) == rank and not board.piece_at(passed) and not board.piece_at(origin):
            board.ep_square = passed
            if board.has_legal_en_passant():
                return
            board.ep_square = None


def beside(rng):
    """Two squares beside each other, on the rank where pawns of White arrive by two squares, or on that of Black."""
    rank, file = rng.choice((3, 4)), rng.randrange(7)
    squares = [chess.square(file, rank), chess.square(file + 1, rank)]
    rng.shuffle(squares)
    return squares


def positions(name, count, rng):
    """Random legal positions with the men of a table."""
    sides = name.split("v")
    both_have_pawns = all("P" in side for side in sides)
    made = 0
    while made < count:
        rng.shuffle(sides)
        men = [(color, letter) for color, side in zip((chess.WHITE, chess.BLACK), sides) for letter in side]
        # A third of the positions with pawns of both sides have two of them beside each other.
        special = both_have_pawns and rng.random() < 0.33
        pawns = dict(zip((chess.WHITE, chess.BLACK), beside(rng))) if special else {}
        board = chess.Board(None)
        for square, (color, letter) in zip(rng.sample(range(64), len(men)), men):
            kind = chess.PIECE_SYMBOLS.index(letter.lower())
            if kind == chess.PAWN:
                square = pawns.pop(color, None) or rng.randrange(8, 56)
            if board.piece_at(square):
                break
            board.set_piece_at(square, chess.Piece(kind, color))
        else:
            board.turn = rng.random() < 0.5
            if special or rng.random() < 0.5:
                set_en_passant(board)
            if board.is_valid():
                made += 1
                yield board


def main():
    probe, folder = sys.argv[1], Path(sys.argv[2])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    names = sorted((path.stem for path in folder.glob("*.rtbw")), key=lambda name: (len(name), name))
    tables = chess.syzygy.open_tablebase(folder)
    total = differ = unknown = taken = cursed = 0
    for name in names:
        boards = list(positions(name, count, rng))
        with tempfile.NamedTemporaryFile("w", suffix=".fens") as file:
            file.writelines(board.fen(en_passant="fen") + "\n" for board in boards)
            file.flush()
            lines = subprocess.run([probe, file.name, folder], capture_output=True, text=True, check=True).stdout.splitlines()
        assert len(lines) == len(boards)
        for board, line in zip(boards, lines):
            total += 1
            taken += board.ep_square is not None
            wdl, dtz = tables.get_wdl(board), tables.get_dtz(board)
            cursed += wdl in (-1, 1)
            unknown += wdl is None
            expected = ["-"] if wdl is None else [str(wdl), "-" if dtz is None else str(dtz)]
            if line.split()[: len(expected)] != expected:
                differ += 1
                if differ <= 20:
                    print(f"{name}: {board.fen(en_passant='fen')}: python-chess {expected}, pgnkit {line}")
    print(
        f"{len(names)} tables, {total} positions: {taken} with a pawn to take en passant, {cursed} whose outcome the fifty-move rule"
        f" changes, {unknown} for which a table is missing; {differ} differ"
    )
    sys.exit(differ > 0)


main()
