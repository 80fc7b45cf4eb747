"""Each public name of python-chess is in `pgnkit.compat.chess`, or in the list of those that are not."""

from __future__ import annotations

import copy
import importlib
import io
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pgnkit.compat.chess as chess
import pgnkit.compat.chess.engine
import pgnkit.compat.chess.pgn
import pgnkit.compat.chess.polyglot
import pgnkit.compat.chess.variant

HERE = Path(__file__).parent
DOCUMENT = HERE.parents[2] / "docs" / "from-python-chess.md"
NAMES = [line for line in (HERE / "python_chess_names.txt").read_text().splitlines() if not line.startswith("#")]

try:
    theirs: Any = importlib.import_module("chess.variant") and importlib.import_module("chess")
except ImportError:
    theirs = None


def is_there(name: str) -> bool:
    parts = name.split(".")
    found: Any = None
    for part in range(len(parts), 0, -1):
        try:
            found = importlib.import_module("pgnkit.compat." + ".".join(parts[:part]))
        except ImportError:
            continue
        for attribute in parts[part:]:
            if not hasattr(found, attribute):
                return False
            found = getattr(found, attribute)
        return True
    return False


def left_out() -> list[str]:
    text = DOCUMENT.read_text(encoding="utf-8")
    section = text.split("Not there, with all that is in them:\n")[1].split("\nEngines are run")[0]
    return re.findall(r"`([\w.]+)`", section)


def is_listed(name: str, listed: list[str]) -> bool:
    if name.startswith("chess.engine.") and not name.endswith(".wdl"):
        # What is not there is that of python-chess.
        return True
    return any(name == one or name.startswith(f"{one}.") or ("." not in one and one in name.split(".")[2:]) for one in listed)


def test_each_name_is_there_or_listed() -> None:
    listed = left_out()
    missing = [name for name in NAMES if not is_there(name) and not is_listed(name, listed)]
    assert not missing
    # What is listed is not there, but for some that are values of a class and not of the other.
    assert not [one for one in listed if one.startswith("chess.") and is_there(one)]
    assert not [one for one in listed if one.startswith("chess.") and not any(f"{name}.".startswith(f"{one}.") for name in NAMES)]


def test_tables_of_attacks() -> None:
    assert chess.BB_FILE_MASKS[chess.A1] == 0x0001_0101_0101_0100 and chess.BB_RANK_MASKS[chess.A1] == 0x7E
    assert chess.BB_DIAG_MASKS[chess.D4] & chess.BB_BACKRANKS == 0
    for square in (chess.A1, chess.D4, chess.H5, chess.G8):
        for masks, attacks in (
            (chess.BB_DIAG_MASKS, chess.BB_DIAG_ATTACKS),
            (chess.BB_FILE_MASKS, chess.BB_FILE_ATTACKS),
            (chess.BB_RANK_MASKS, chess.BB_RANK_ATTACKS),
        ):
            assert len(attacks[square]) == 2 ** masks[square].bit_count()
        occupied = 0x00FF_0042_1800_FF00
        board = chess.BaseBoard.empty()
        for other in chess.scan_forward(occupied & ~chess.BB_SQUARES[square]):
            board.set_piece_at(other, chess.Piece(chess.PAWN, chess.WHITE))
        board.set_piece_at(square, chess.Piece(chess.BISHOP, chess.WHITE))
        assert board.attacks_mask(square) == chess.BB_DIAG_ATTACKS[square][occupied & chess.BB_DIAG_MASKS[square]]
    with pytest.raises(AttributeError):
        _ = chess.BB_NO_MASKS  # type: ignore[attr-defined]


@pytest.mark.skipif(theirs is None, reason="needs python-chess")
def test_values_are_those_of_python_chess() -> None:
    for name in NAMES:
        if name.startswith(("chess.BB_", "chess.SQUARE", "chess.STARTING")) or name.split(".")[-1] in ("one_king", "captures_compulsory", "connected_kings"):
            mine: Any = chess
            other: Any = theirs
            for part in name.split(".")[1:]:
                mine, other = getattr(mine, part, None), getattr(other, part, None)
            assert mine is None or mine == other, name


def test_pieces_in_hand() -> None:
    board = chess.variant.CrazyhouseBoard("rnbqk1nr/pppp1ppp/8/8/1b6/8/PPP2PPP/RNBQKBNR[Pn] w KQkq - 0 4")
    assert str(board.pockets[chess.WHITE]) == "p" and len(board.pockets[chess.BLACK]) == 1
    # A check: only between.
    assert set(board.legal_drop_squares()) == {chess.C3, chess.D2}
    assert {move.uci() for move in board.generate_legal_drops()} == {"P@c3", "P@d2"}
    assert all(board.is_legal(move) for move in board.generate_legal_drops())
    free = chess.variant.CrazyhouseBoard("rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR[PNq] w KQkq - 0 4")
    assert set(free.generate_legal_drops()) == {move for move in free.legal_moves if move.drop}
    assert len(list(free.generate_legal_drops(chess.BB_E4))) == 2
    pocket = chess.variant.CrazyhousePocket("pqp")
    other = pocket.copy()
    other.add(chess.KNIGHT)
    other.remove(chess.PAWN)
    assert (str(pocket), str(other), len(other), other.count(chess.PAWN)) == ("qpp", "qnp", 3, 1)
    other.reset()
    assert not len(other) and pocket != other
    with pytest.raises(ValueError):
        other.remove(chess.PAWN)


def test_submodules_come_when_they_are_asked_for() -> None:
    code = "import pgnkit.compat.chess as chess; print(chess.pgn.Game().headers['White'], chess.engine.Cp(3))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["?", "+3"]


def test_without_python_chess_engines_say_what_they_need() -> None:
    code = "import sys; sys.modules['chess'] = None; import pgnkit.compat.chess.engine as e; e.SimpleEngine"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install chess" in said.stderr
    with pytest.raises(AttributeError):
        _ = chess.engine.NoSuchThing


ENGINE = """
import sys
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["uci"]:
        print("id name Fake\\nuciok", flush=True)
    elif word[:1] == ["isready"]:
        print("readyok", flush=True)
    elif word[:1] == ["go"]:
        print("info depth 1 score cp 31 pv e7e5 g1f3\\nbestmove e7e5 ponder g1f3", flush=True)
    elif word[:1] == ["quit"]:
        break
"""


@pytest.mark.skipif(theirs is None, reason="needs python-chess")
def test_engines_take_boards() -> None:
    board = chess.Board()
    board.push_san("e4")
    with chess.engine.SimpleEngine.popen_uci([sys.executable, "-c", ENGINE]) as engine:
        played = engine.play(board, chess.engine.Limit(time=0.1))
        assert played.move == chess.Move.from_uci("e7e5") and board.san(played.move) == "e5"
        info = engine.analyse(board, chess.engine.Limit(depth=1))
        assert board.variation_san(info["pv"]) == "1... e5 2. Nf3"
    node = chess.pgn.Game().add_line([chess.Move.from_uci("e2e4")])
    node.set_eval(info["score"], 1)
    assert node.comment == "[%eval -0.31,1]"


# Copies.

TEXT = '[White "A"]\n\n{c} 1. e4 $1 {x} (1. d4 d5) e5 2. Nf3 1-0\n'


def read(text: str = TEXT) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


COPIES = {"deepcopy": copy.deepcopy, "pickle": lambda given: pickle.loads(pickle.dumps(given))}


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("touched", ["no", "next", "all"])
def test_games_and_nodes_are_copied(how: str, touched: str) -> None:
    again: Any = COPIES[how]
    game = read()
    if touched == "next":
        game.next()
    if touched == "all":
        for node in game.mainline():
            node.comment += "!"
        game.headers["Event"] = "E"
    game.extra = [1]  # type: ignore[attr-defined]
    other = again(game)
    assert str(other) == str(game) and other.extra == [1] and other.errors == []
    other.end().comment, other.headers["White"] = "changed", "B"
    assert game.headers["White"] == "A" and game.end().comment != "changed"
    both = again((game, game.end(), game[1]))
    assert both[1].game() is both[0] and both[2] is both[0][1] and both[2].san() == "d4"
    assert again(game.end()).board().fen() == game.end().board().fen()
    assert again(game.headers) == game.headers
    taken = game[1]
    game.remove_variation(taken)
    assert again(taken).move == taken.move
    broken = read("1. e4 e5 2. Ke3 *")
    assert str(again(broken).errors) == str(broken.errors) == str(again(broken.errors))


@pytest.mark.parametrize("how", COPIES)
def test_a_long_game_is_copied(how: str) -> None:
    game = chess.pgn.Game()
    board = chess.Board()
    node: chess.pgn.GameNode = game
    for san in ["Nf3", "Nf6", "Ng1", "Ng8"] * 1000:
        node = node.add_variation(board.push_san(san))
    again: Any = COPIES[how]
    assert str(again(game)) == str(game)
    assert again(node).ply() == 4000
