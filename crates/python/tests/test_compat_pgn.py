"""Games with the names of chess.pgn: reading, nodes, visitors, writing."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pgnkit.compat.chess as chess
import pgnkit.compat.chess.engine
import pgnkit.compat.chess.pgn
import pgnkit.compat.chess.svg

GAME = """[Event "Club"]
[White "Tal"]
[Black "Fine"]
[Result "1-0"]
[ECO "C40"]

{ before } 1. e4 $1 { best } ( 1. d4 { solid } 1... d5 ( 1... Nf6 $5 ) ) ( { or } 1. c4 ) 1... e5 2. Nf3
Nc6 1-0"""
SIMPLE = '[White "A"]\n\n1. e4 e5 1-0\n\n[White "B"]\n\n1. d4 d5 0-1\n'


def read(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


def move(uci: str) -> chess.Move:
    return chess.Move.from_uci(uci)


def sans(node: chess.pgn.GameNode) -> list[str]:
    return [child.san() for child in node.variations]


# Reading.


def test_a_game() -> None:
    game = read(GAME)
    assert game.errors == []
    assert list(game.headers)[:7] == chess.pgn.TAG_ROSTER
    assert (game.headers["White"], game.headers["Date"], game.headers["ECO"]) == ("Tal", "????.??.??", "C40")
    assert [node.san() for node in game.mainline()] == ["e4", "e5", "Nf3", "Nc6"]
    assert [one.uci() for one in game.mainline_moves()] == ["e2e4", "e7e5", "g1f3", "b8c6"]
    assert game.comment == "before"
    e4 = game.next()
    assert e4 is not None
    assert (e4.comment, e4.nags, e4.uci(), e4.ply(), e4.turn()) == ("best", {1}, "e2e4", 1, chess.BLACK)
    assert sans(game) == ["e4", "d4", "c4"]
    assert game[1].comment == "solid" and game[2].starting_comment == "or"
    assert sans(game[1]) == ["d5", "Nf6"] and game[1][1].nags == {5}
    assert game.end().board().fen() == "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    assert [one.uci() for one in game.end().board().move_stack] == ["e2e4", "e7e5", "g1f3", "b8c6"]


def test_nodes_are_the_same_each_time() -> None:
    game = read(GAME)
    first = game.next()
    assert first is not None
    assert first is game.variations[0] is game[0] is game[move("e2e4")] is next(iter(game.mainline()))
    assert first.parent is game and first.game() is game is first.root()
    nodes = list(game.mainline())
    assert all(after.parent is before for before, after in zip(nodes, nodes[1:], strict=False))
    assert nodes == list(reversed(list(reversed(game.mainline()))))
    assert nodes[-1] is game.end() and game.end().is_end()


def test_where_nodes_are() -> None:
    game = read(GAME)
    d4 = game[1]
    assert game.is_mainline() and game[0].is_mainline() and not d4.is_mainline()
    assert d4.starts_variation() and not game[0].starts_variation() and not game.starts_variation()
    assert game[0].is_main_variation() and not d4.is_main_variation()
    assert d4[0].is_main_variation() and not d4[0].is_mainline()
    assert game.has_variation(move("c2c4")) and move("a2a4") not in game
    with pytest.raises(KeyError):
        game.variation(move("a2a4"))
    with pytest.raises(IndexError):
        game[7]
    assert bool(game.mainline()) and not chess.pgn.Game().mainline()
    assert chess.pgn.Game().next() is None


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("\n \n", 0),
        ("*", 1),
        ("1. e4 e5", 1),
        (SIMPLE, 2),
        (SIMPLE.replace("\n\n[", "\n["), 2),
        ("1. e4 *\n1. d4 *\n", 2),
        ("1. e4 * 1. d4 * 1. c4 *", 3),
        ('[Event "a"]\n\n1. e4\n\n[Event "b"]\n\n1. d4\n', 2),
        ('[Event "a"]\n\n[Event "b"]\n\n', 2),
        ("1. e4\n\n1... e5\n\n2. Nf3 *", 1),
        ("1. e4 {* \n 1-0\n\n[Event 1]\n*} e5 *\n\n1. d4 *", 2),
        ("1. e4 {" + "*\n" * 500 + "} *\n\n1. d4 *", 2),
        ("1. e4 (1. d4 *) e5 *\n\n*\n", 2),
    ],
)
def test_how_many_games(text: str, count: int) -> None:
    handles: list[Any] = [io.StringIO(text), io.BytesIO(text.encode()), Pipe(text)]
    for handle in handles:
        found = 0
        while chess.pgn.read_game(handle) is not None:
            found += 1
        assert found == count


class Pipe(io.TextIOBase):
    """Text that cannot be gone back in."""

    def __init__(self, text: str) -> None:
        self._text = io.StringIO(text)

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        return self._text.readline(size)


@pytest.mark.parametrize("text", [SIMPLE, SIMPLE.replace(" 1-0", ""), GAME + "\n\n" + SIMPLE])
def test_places_can_be_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(text, encoding="utf-8")
    with path.open(encoding="utf-8") as handle:
        places, names = [], []
        while True:
            place = handle.tell()
            headers = chess.pgn.read_headers(handle)
            if headers is None:
                break
            places.append(place)
            names.append(headers["White"])
        for place, name in reversed(list(zip(places, names, strict=True))):
            handle.seek(place)
            game = chess.pgn.read_game(handle)
            assert game is not None and game.headers["White"] == name


def test_a_file_object_that_was_moved_is_read_from_there() -> None:
    handle = io.StringIO("1. e4 * 1. d4 *\n1. c4 *")
    assert chess.pgn.skip_game(handle)
    handle.seek(0)
    game = chess.pgn.read_game(handle)
    assert game is not None and str(game.mainline()) == "1. e4"


def test_headers_and_skipping() -> None:
    handle = io.StringIO(SIMPLE)
    headers = chess.pgn.read_headers(handle)
    assert headers is not None and dict(headers) == {"White": "A"}
    assert chess.pgn.skip_game(handle)
    assert not chess.pgn.skip_game(handle) and chess.pgn.read_headers(handle) is None


def test_errors_have_places() -> None:
    game = read("1. e4 e5\n2. Ke3 Nf6 *")
    assert [node.san() for node in game.mainline()] == ["e4", "e5"], "nothing after an illegal move is played"
    (error,) = game.errors
    assert isinstance(error, chess.IllegalMoveError) and isinstance(error, chess.pgn.PgnError)
    assert (error.diagnostic.line, error.diagnostic.code) == (2, "PGN-C001")


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        ("1. e4 *", chess.STARTING_FEN),
        ('[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 5"]\n[SetUp "1"]\n\n5. O-O *', "4k3/8/8/8/8/8/8/4K2R w K - 0 5"),
        ('[Variant "Atomic"]\n\n1. e4 *', chess.STARTING_FEN),
        (
            '[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"]\n[SetUp "1"]\n\n1. O-O *',
            "4k3/8/8/8/8/8/8/5KR1 w K - 0 1",
        ),
    ],
)
def test_starts(text: str, fen: str) -> None:
    game = read(text)
    board = game.board()
    assert board.fen() == fen
    for node in game.mainline():
        board.push(node.move)
        assert node.board() == board and type(node.board()) is type(board)
    assert board.ply() == game.end().ply()


# Headers.


def test_headers() -> None:
    headers = chess.pgn.Headers({"ZZ": "1", "Event": "x"}, AA="2")
    assert list(headers) == ["Event", "ZZ", "AA"] and repr(headers) == "Headers(Event='x', ZZ='1', AA='2')"
    assert headers.copy() == headers and "White" not in headers and headers.get("White") is None
    del headers["ZZ"]
    assert len(headers) == 2
    assert list(chess.pgn.Headers()) == chess.pgn.TAG_ROSTER
    for name, value in (("a b", "x"), ("", "x"), ("X", "a\nb")):
        with pytest.raises(ValueError, match="expected"):
            headers[name] = value


# Commands in comments.


def test_commands_are_read() -> None:
    node = read("1. e4 {[%eval 0.25,12] [%clk 1:02:05.5][%emt 0:00:03] [%csl Rd4,Ge5][%cal Ge2e4]} *").next()
    assert node is not None
    assert (node.clock(), node.emt(), node.eval_depth()) == (3725.5, 3.0, 12)
    score = node.eval()
    assert score is not None and score.white() == chess.engine.Cp(25) and score.turn == chess.BLACK
    assert [arrow.pgn() for arrow in node.arrows()] == ["Rd4", "Ge5", "Ge2e4"]


def evaluated(score: chess.engine.Score, depth: int | None = None) -> Callable[[chess.pgn.GameNode], None]:
    return lambda node: node.set_eval(chess.engine.PovScore(score, chess.WHITE), depth)


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        ("", lambda node: node.set_clock(3725.5), "[%clk 1:02:05.5]"),
        ("a", lambda node: node.set_clock(60), "a [%clk 0:01:00]"),
        ("a [%clk 0:01:00] b", lambda node: node.set_clock(61), "a [%clk 0:01:01] b"),
        ("a [%clk 0:01:00] b", lambda node: node.set_clock(None), "a b"),
        ("", lambda node: node.set_emt(0.25), "[%emt 0:00:00.25]"),
        ("", evaluated(chess.engine.Cp(-7)), "[%eval -0.07]"),
        ("", evaluated(chess.engine.Mate(-3), 20), "[%eval #-3,20]"),
        ("[%eval 1.5] x", lambda node: node.set_eval(None), "x"),
        ("b", lambda node: node.set_arrows([(0, 9), chess.svg.Arrow(3, 3, color="red")]), "[%csl Rd1][%cal Ga1b2] b"),
        ("[%csl Rd1] b", lambda node: node.set_arrows([]), "b"),
    ],
)
def test_commands_are_written(before: str, change: Callable[[chess.pgn.GameNode], None], after: str) -> None:
    node = chess.pgn.Game().add_variation(move("e2e4"), comment=before)
    change(node)
    assert node.comment == after


def test_scores() -> None:
    cp, mate, given = chess.engine.Cp, chess.engine.Mate, chess.engine.MateGiven
    ordered: list[chess.engine.Score] = [mate(0), mate(-1), mate(-5), cp(-1000), cp(0), cp(20), mate(5), mate(1), given]
    assert sorted(reversed(ordered)) == ordered
    assert -mate(0) == given and -given == mate(0) and -cp(3) == cp(-3)
    assert [score.score(mate_score=1000) for score in ordered] == [-1000, -999, -995, -1000, 0, 20, 995, 999, 1000]
    assert [score.mate() for score in (cp(5), mate(2), given)] == [None, 2, 0] and mate(2).score() is None
    assert [str(score) for score in (cp(5), cp(-5), mate(3), mate(-3), given)] == ["+5", "-5", "#+3", "#-3", "#+0"]
    score = chess.engine.PovScore(cp(20), chess.BLACK)
    assert score.white() == cp(-20) and score.pov(chess.BLACK) == cp(20)
    assert score == chess.engine.PovScore(cp(-20), chess.WHITE)


# Changes.


def test_a_game_is_made() -> None:
    game = chess.pgn.Game()
    game.headers["Event"] = "x"
    end = game.add_line([move("e2e4"), move("e7e5")], comment="end", nags=[chess.pgn.NAG_GOOD_MOVE])
    game[0].add_variation(move("c7c5"), starting_comment="or")
    game[0].add_main_variation(move("e7e6"))
    assert sans(game[0]) == ["e6", "e5", "c5"] and end.comment == "end"
    assert str(game[0]) == "1. e4 e6 ( 1... e5 $1 { end } ) ( { or } 1... c5 )"


def test_variations_are_moved() -> None:
    game = read("1. e4 (1. d4) (1. c4) *")
    game.promote(move("c2c4"))
    assert sans(game) == ["e4", "c4", "d4"]
    game.promote_to_main(2)
    assert sans(game) == ["d4", "e4", "c4"]
    game.demote(game[0])
    assert sans(game) == ["e4", "d4", "c4"]
    game.remove_variation(move("e2e4"))
    assert sans(game) == ["d4", "c4"] and game[0].is_mainline()
    assert [one.uci() for one in game.mainline_moves()] == ["d2d4"]


def test_what_was_read_is_changed() -> None:
    game = read(GAME)
    game[0].comment = "changed"
    game[0].nags.add(chess.pgn.NAG_NOVELTY)
    game.end().add_variation(move("f1b5"))
    game.headers["Result"] = "*"
    text = str(game)
    assert "1. e4 $1 $146 { changed }" in text and text.endswith("2. Nf3 Nc6 3. Bb5 *")
    game.setup("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert game.board().fen() == game.headers["FEN"] and game.headers["SetUp"] == "1"


def test_games_from_boards() -> None:
    board = chess.Board()
    for san in ("f3", "e5", "g4", "Qh4#"):
        board.push_san(san)
    game = chess.pgn.Game.from_board(board)
    assert str(game).endswith('[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1')
    assert game.end().board() == board
    assert list(chess.pgn.Game.without_tag_roster().headers) == []


# Visitors.


class Events(chess.pgn.BaseVisitor[list[str]]):
    """Notes what it is shown."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.seen.append(f"{tagname}={tagvalue}")

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.seen.append(board.san(move))

    def visit_comment(self, comment: str) -> None:
        self.seen.append(f"{{{comment}}}")

    def visit_nag(self, nag: int) -> None:
        self.seen.append(f"${nag}")

    def begin_variation(self) -> chess.pgn.SkipType | None:
        self.seen.append("(")
        return None

    def end_variation(self) -> None:
        self.seen.append(")")

    def visit_result(self, result: str) -> None:
        self.seen.append(result)

    def handle_error(self, error: Exception) -> None:
        self.seen.append(type(error).__name__)

    def result(self) -> list[str]:
        return self.seen


MOVES = "{before} e4 $1 {best} ( d4 {solid} d5 ( Nf6 $5 ) ) ( {or} c4 ) e5 Nf3 Nc6 1-0".split(" ")


def test_what_visitors_see() -> None:
    seen = chess.pgn.read_game(io.StringIO(GAME), Visitor=Events)
    assert seen == ["Event=Club", "White=Tal", "Black=Fine", "Result=1-0", "ECO=C40", *MOVES]
    assert read(GAME).accept(Events())[8:] == MOVES
    assert read(GAME)[1].accept(Events()) == "d4 {solid} d5 ( Nf6 $5 )".split(" ")
    assert read(GAME).mainline().accept(Events()) == "e4 $1 {best} e5 Nf3 Nc6".split(" ")
    assert chess.pgn.read_game(io.StringIO("1. e5 *"), Visitor=Events) == ["PgnIllegalMoveError", "*"]


class NoMoves(Events):
    def end_headers(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP


class NoVariations(Events):
    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def end_variation(self) -> None: ...


def test_skipping() -> None:
    seen = chess.pgn.read_game(io.StringIO(GAME), Visitor=NoMoves)
    assert seen == ["Event=Club", "White=Tal", "Black=Fine", "Result=1-0", "ECO=C40"]
    seen = chess.pgn.read_game(io.StringIO(GAME), Visitor=NoVariations)
    assert seen is not None and seen[5:] == "{before} e4 $1 {best} e5 Nf3 Nc6 1-0".split(" ")


def test_builders() -> None:
    class Mine(chess.pgn.Game):
        pass

    game = chess.pgn.read_game(io.StringIO(GAME), Visitor=Mine.builder)
    assert type(game) is Mine and str(game) == str(read(GAME))
    headers = chess.pgn.read_game(io.StringIO(GAME), Visitor=chess.pgn.HeadersBuilder)
    assert headers is not None and headers["ECO"] == "C40"
    board = chess.pgn.read_game(io.StringIO(GAME), Visitor=chess.pgn.BoardBuilder)
    assert board == read(GAME).end().board()
    assert chess.pgn.read_game(io.StringIO(GAME), Visitor=chess.pgn.SkipVisitor) is True


def test_variations_nested_very_deeply() -> None:
    depth = 3000
    text = "1. e4 " + "(1. d4 " * depth + ")" * depth + " *"
    game = read(text)
    assert sans(game)[0] == "e4" and len(str(game)) > depth


# Writing.


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"columns": None}, GAME.split("\n\n")[1].replace("\n", " ")),
        ({"variations": False}, "{ before } 1. e4 $1 { best } 1... e5 2. Nf3 Nc6 1-0"),
        ({"comments": False, "variations": False}, "1. e4 e5 2. Nf3 Nc6 1-0"),
        (
            {"comments": False, "columns": 30},
            "1. e4 ( 1. d4 d5 ( 1... Nf6 )\n) ( 1. c4 ) 1... e5 2. Nf3\nNc6 1-0",
        ),
    ],
)
def test_exports(options: dict[str, Any], expected: str) -> None:
    assert read(GAME).accept(chess.pgn.StringExporter(headers=False, **options)) == expected


def test_what_is_written_is_read() -> None:
    game = read(GAME)
    text = game.accept(chess.pgn.StringExporter())
    assert str(read(text)) == str(game)
    assert '[Annotator "a \\"b\\" \\\\"]' in str(chess.pgn.Game({"Annotator": 'a "b" \\'}))
    handle = io.StringIO()
    written = game.accept(chess.pgn.FileExporter(handle))
    assert written == len(handle.getvalue()) and handle.getvalue() == text + "\n\n"


def test_pictures() -> None:
    board = chess.Board()
    text = chess.svg.board(
        board,
        orientation=chess.BLACK,
        lastmove=move("e2e4"),
        check=chess.E8,
        arrows=[chess.svg.Arrow(chess.E2, chess.E4), (chess.A1, chess.A1)],
        fill={chess.A1: "#ff000080"},
        squares=board.attacks(chess.B1),
        size=350,
        colors={"square light": "white"},
    )
    assert text.startswith("<svg") and text.endswith("</svg>") and 'width="350"' in text
    assert text.count('<use href="#pgn-P"') == 8 and "<polygon" in text
    assert chess.svg.board(None).count("<rect") >= 64
    assert '<use href="#pgn-n"/>' in chess.svg.piece(chess.Piece.from_symbol("n"), size=45)
    assert chess.svg.Arrow.from_pgn("Rd4") == chess.svg.Arrow(chess.D4, chess.D4, color="red")
    with pytest.raises(ValueError, match="arrow"):
        chess.svg.Arrow.from_pgn("x")
