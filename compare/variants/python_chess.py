"""Second witness of variants: reads what `variants --dump N` writes and compares each position with python-chess.

Each line is a position: variant, FEN, legal moves as `uci=SAN`, whether there is check, and the end (`-`, `draw`, `w` or `b`).
Counts of moves and repetitions are left out. The exit status is 1 where there is a difference.
"""

import collections
import sys

import chess
import chess.variant

BOARDS = {
    "Standard": chess.Board,
    "Crazyhouse": chess.variant.CrazyhouseBoard,
    "Three-check": chess.variant.ThreeCheckBoard,
    "King of the Hill": chess.variant.KingOfTheHillBoard,
    "Antichess": chess.variant.AntichessBoard,
    "Atomic": chess.variant.AtomicBoard,
    "Horde": chess.variant.HordeBoard,
    "Suicide": chess.variant.SuicideBoard,
    "Racing Kings": chess.variant.RacingKingsBoard,
}


def pockets_sorted(fen):
    """The order of the pieces in pockets differs."""
    if "[" not in fen:
        return fen
    board, rest = fen.split("[")
    pocket, rest = rest.split("]")
    return board + "[" + "".join(sorted(pocket)) + "]" + rest


def end(board):
    outcome = board.outcome()
    if outcome is None or outcome.termination in (
        chess.Termination.SEVENTYFIVE_MOVES,
        chess.Termination.FIVEFOLD_REPETITION,
    ):
        return "-"
    return {True: "w", False: "b", None: "draw"}[outcome.winner]


def main():
    differences, plies = collections.Counter(), collections.Counter()
    for line in sys.stdin:
        variant, fen, moves, check, ending = line.rstrip("\n").split("\t")
        plies[variant] += 1
        board = BOARDS[variant](fen, chess960=True)
        found = {}
        theirs = pockets_sorted(board.fen(en_passant="legal"))
        if theirs != pockets_sorted(fen):
            found["FEN"] = theirs
        here = sorted(moves.split())
        there = sorted(f"{move.uci()}={board.san(move)}" for move in board.legal_moves)
        if here != there:
            found["moves"] = f"only here {sorted(set(here) - set(there))}, only there {sorted(set(there) - set(here))}"
        if (check == "check") != board.is_check():
            found["check"] = board.is_check()
        if ending != end(board):
            found["end"] = f"{ending}, or {end(board)}"
        for what, how in found.items():
            differences[variant, what] += 1
            if differences[variant, what] <= 3:
                print(f"{variant}, {what}: {fen}: {how}")
    for variant, count in plies.items():
        print(f"{variant}: {count} positions,", sum(differences[variant, what] for what in ("FEN", "moves", "check", "end")), "differences")
    return 1 if differences else 0


sys.exit(main())
