"""What programs write, for the type checkers only: `mypy --strict typed_use.py`. It is not run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pgnkit
import pgnkit.compat.chess as chess
import pgnkit.compat.chess.pgn
from pgnkit.compat.chess import pgn


def blunders(path: Path) -> Iterator[tuple[int, str, float]]:
    for game in pgnkit.read(path, progress=True).filter("white = 'Tal, M'", count=10):
        before: float = 0.0
        for node in game.mainline():
            score = node.eval
            if score is not None and score.pawns is not None:
                san: str | None = node.san
                if san is not None and before - score.pawns > 2:
                    yield game.number, san, score.pawns
                before = score.pawns


def changed(game: pgnkit.Game) -> str:
    game.tags["Annotator"] = game.tags.get("Annotator") or "me"
    game.tags.setdefault("Event", "?")
    node: pgnkit.Node = game.root.add("e4").add_line(["e5", pgnkit.Move("g1f3")])
    node.clock, node.nags, node.arrows = 3.5, [1], ["Ge2e4", pgnkit.Mark("Rd4")]
    parent: pgnkit.Node | None = node.parent
    assert parent is not None
    variations: list[pgnkit.Node] = parent.variations
    variations[0].promote()
    result: Literal["1-0", "0-1", "1/2-1/2", "*"] = game.result
    game.result = result
    return game.export(width=80, notation="san", tags=False) + str(game)


def replay(game: pgnkit.Game) -> list[str]:
    board: pgnkit.Board = game.board()
    move: pgnkit.Move = board.pop()
    position: pgnkit.Position = board
    pieces: dict[int, str] = position.pieces()
    checks: list[str] = [move.uci for move, after in game.positions() if after.is_check() and after.turn == "white"]
    return [*checks, *pieces.values(), move.uci, board.push_san("e4").uci, position.play("e2e4").fen()]


def many(source: str | Path | bytes) -> int:
    games: pgnkit.Games = pgnkit.dedup(source, keep="merge").sort(["date", "white"]).eco(names="lichess").fmt()
    for found in pgnkit.check(games, level="export", select=["illegal-move"]):
        code: str = found.code
        line: int = found.line
        edits: list[tuple[int, int, str]] = found.fix.edits if found.fix is not None else []
        print(code, line, edits)
    columns: pgnkit.Columns = games.columns("plies", ["game", "san"])
    return games.write("out.pgn.zst") + len(columns.names) + len(games.text())


def places(path: Path) -> list[tuple[str, int, int]]:
    found = []
    for game in pgnkit.read(path, encoding="windows-1251").sort("date"):
        span: tuple[int, int] | None = game.span
        if span is not None:
            found.append((game.source, *span))
    return found


def named(game: pgnkit.Game) -> tuple[pgnkit.Mainline, pgnkit.Reading]:
    names: set[str] = game.tags.keys() & {"White"}
    line: pgnkit.Mainline = game.mainline()
    print(names, [node.san for node in line])
    return line, iter(pgnkit.read([game]))


def with_other_names(path: Path) -> list[str]:
    moves: list[str] = []
    with path.open(encoding="utf-8") as handle:
        while (game := chess.pgn.read_game(handle)) is not None:
            other: pgn.Game | None = game
            board: chess.Board = game.board()
            for move in game.mainline_moves():
                moves.append(board.san_and_push(move))
            assert other is not None
            limit = chess.engine.Cp(3)
            mask: int = chess.BB_DIAG_MASKS[chess.A1]
            print(handle.tell(), limit, mask, chess.svg.board(board))
    return moves
