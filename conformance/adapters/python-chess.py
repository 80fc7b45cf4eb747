#!/usr/bin/env python3
"""python-chess: chess.pgn.read_game for PGN; what it noted in the errors of a game is reported."""
import io
import json
import sys

import chess.pgn


def text(data):
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def line(start, replaced=()):
    moves, board, node = [], start.parent.board(), start
    while node is not None:
        variations = [{"comments": list(filter(None, [each.starting_comment])), "moves": line(each)} for each in replaced]
        moves.append({"uci": board.uci(node.move), "san": board.san(node.move), "nags": sorted(node.nags),
                      "comments": list(filter(None, [node.comment])), "variations": variations})
        board.push(node.move)
        node, replaced = node.next(), node.variations[1:]
    return moves


def read(game):
    answer = {"tags": [{"name": name, "value": value} for name, value in game.headers.items()], "result": game.headers["Result"]}
    if not any(isinstance(error, ValueError) and not game.variations for error in game.errors):
        moves = line(game.next(), game.variations[1:]) if game.variations else []
        answer |= {"comments": list(filter(None, [game.comment])), "moves": moves, "final": game.end().board().fen(en_passant="fen")}
        if "FEN" in game.headers:
            answer["start"] = game.board().fen(en_passant="fen")
    return answer


sys.setrecursionlimit(10_000)
if sys.argv[1:] == ["version"]:
    print(chess.__version__)
elif sys.argv[1:] == ["read"]:
    stream = io.StringIO(text(sys.stdin.buffer.read()), newline=None)
    games = list(iter(lambda: chess.pgn.read_game(stream), None))
    print(json.dumps({"games": [read(game) for game in games],
                      "diagnostics": [{"message": str(error)} for game in games for error in game.errors]}))
else:
    sys.exit(20)
