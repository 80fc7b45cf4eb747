#!/usr/bin/env python3
"""Why the games differ that `pgn filter` and pgn-extract choose by material.

    compare/filter/material.py PGN FILE…     needs python-chess

Each game in which they differ is counted in two ways: as the rules have it, and as pgn-extract does, which leaves out the position after the
last move and counts a piece that a pawn becomes for the other side. The exit status is 1 if pgn does not choose as the first says, or
pgn-extract as the second.
"""

import io
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

import chess.pgn
import run

PIECES = "PNBRQ"


def wishes(text):
    """For each letter a number and a sign."""
    found = {}
    for letter, number, sign in re.findall(r"([A-Za-z])(\d?)([*+-]|[<>]=?|[=#]|)", text):
        number = 0 if sign == "*" else int(number or 1)
        found[letter.upper()] = (number, "+" if sign == "*" else sign)
    return found


def is_met(own, other, number, sign):
    return {
        "": own == number,
        "+": own >= number,
        "-": own <= number,
        "=": own == other,
        "#": own != other,
        ">": own >= other + number,
        "<": own <= other - number,
        ">=": own == other + number,
        "<=": own == other - number,
    }[sign]


def fits(wanted, own, other):
    for piece in PIECES:
        is_minor = piece in "NB" and "L" in wanted
        if piece in wanted:
            if not is_met(own[piece], other[piece], *wanted[piece]):
                return False
        elif own[piece] and not is_minor:
            return False
    minor = [side["N"] + side["B"] for side in (own, other)]
    return "L" not in wanted or is_met(*minor, *wanted["L"])


def counts(game, for_the_other):
    """The pieces of Black and White in all positions; promoted ones for the other side, or not."""
    board = game.board()
    sides = [Counter({piece: len(board.pieces(PIECES.index(piece) + 1, color)) for piece in PIECES}) for color in (False, True)]
    yield [dict(side) for side in sides]
    for move in game.mainline_moves():
        own, other = sides[board.turn], sides[not board.turn]
        if board.is_capture(move):
            captured = None if board.is_en_passant(move) else board.piece_at(move.to_square)
            other[captured.symbol().upper() if captured else "P"] -= 1
        if move.promotion:
            side = other if for_the_other else own
            side[chess.piece_symbol(move.promotion).upper()] += 1
            side["P"] -= 1
        board.push(move)
        yield [dict(side) for side in sides]


def matches(positions, first, second, stable, either):
    for color in (1, 0) if either else (1,):
        since = 0
        for sides in positions:
            there = fits(first, sides[color], sides[1 - color]) and fits(second, sides[1 - color], sides[color])
            since = since + 1 if there else 0
            if since > stable:
                return True
    return False


def main():
    pgn, *files = sys.argv[1:]
    wrong = 0
    for source in map(Path, files):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "games.pgn"
            run.numbered(source, path, pgn)
            texts = path.read_text(encoding="utf-8", errors="replace").split('[GameNumber "')
            print(source)
            for name, options, criterion, condition, _ in run.criteria():
                if not condition.startswith("material"):
                    continue
                theirs = run.numbers(run.extract(options, criterion, path, directory)[0])
                ours = run.numbers(run.run([pgn, "filter", condition, str(path)])[0])
                words = criterion.split()
                stable = int(words.pop(0)) if words[0].isdigit() else 2
                question = (*map(wishes, words), stable, options[-1].startswith("-z"))
                causes = Counter()
                for number in sorted(ours ^ theirs):
                    game = chess.pgn.read_game(io.StringIO('[GameNumber "' + texts[number]))
                    right, other = list(counts(game, False)), list(counts(game, True))
                    is_right = matches(right, *question) == (number in ours)
                    if not is_right or matches(other[:-1], *question) != (number in theirs):
                        wrong += 1
                        print(f"      FAILED game {number}")
                    last = matches(right[:-1], *question) == (number in theirs)
                    causes["the last position" if last else "promotion"] += 1
                print(f"  {name:36} {dict(causes)}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
