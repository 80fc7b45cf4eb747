"""Positions, moves and boards."""

import copy
import itertools

import pytest

import pgnkit
from pgnkit import Board, Move, MoveError, Position, PositionError

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_the_start() -> None:
    start = Position()
    assert start.fen() == START
    assert (start.turn, start.castling, start.en_passant) == ("white", "KQkq", None)
    assert (start.halfmove_clock, start.fullmove_number, start.ply) == (0, 1, 0)
    assert (start.variant, start.is_chess960, start.status, start.winner, start.result) == (
        "Standard",
        False,
        "ongoing",
        None,
        "*",
    )
    assert start.key == 0x463B96181691FC9C  # as Polyglot has it
    assert str(start).splitlines()[0] == "r n b q k b n r"
    assert start.unicode().splitlines()[7].startswith("♖")
    assert repr(start) == f"Position('{START}')"
    assert start == Position(START) and hash(start) == hash(Position(START))
    assert start != Position(START.replace(" 0 1", " 0 2"))
    assert start != "position"


@pytest.mark.parametrize(
    ("fen", "depth", "leaves"),
    [
        (START, 4, 197_281),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        ("bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w CFcf - 0 1", 3, 8_602),
    ],
)
def test_leaves_are_counted(fen: str, depth: int, leaves: int) -> None:
    position = Position(fen)
    if "CF" not in fen:
        assert position.perft(depth) == leaves
    assert position.perft(1) == len(position.legal_moves)
    assert position.perft(2) == sum(len(position.play(move).legal_moves) for move in position.legal_moves)
    assert position.perft(0) == 1


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("", "nothing"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "rank 1 has 7 squares"),
        ("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", ""),
    ],
)
def test_what_is_no_position(fen: str, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        Position(fen)
    assert reason in str(caught.value)
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, pgnkit.PgnkitError)


@pytest.mark.parametrize(
    ("fen", "status", "winner", "result"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate", "black", "0-1"),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "stalemate", None, "1/2-1/2"),
        ("7k/8/8/8/8/8/8/K6N b - - 0 1", "insufficient material", None, "1/2-1/2"),
        ("7k/8/8/8/8/8/8/K6R b - - 150 100", "75 moves without capture or pawn move", None, "1/2-1/2"),
        (START, "ongoing", None, "*"),
    ],
)
def test_how_games_end(fen: str, status: str, winner: str | None, result: str) -> None:
    position = Position(fen)
    assert (position.status, position.winner, position.result) == (status, winner, result)
    assert position.is_checkmate() == (status == "checkmate")
    assert position.is_stalemate() == (status == "stalemate")
    assert position.is_insufficient_material() == (status == "insufficient material")


def test_moves_are_values() -> None:
    move = Move("e7e8q")
    assert (move.from_square, move.to_square, move.promotion, move.drop, move.uci) == (52, 60, "q", None, "e7e8q")
    assert move == Move.of("e7", "e8", "q") == Move.of(52, 60, promotion="Q") and hash(move) == hash(Move("e7e8q"))
    assert move != Move("e7e8r") and move != "e7e8q"
    assert str(move) == "e7e8q" and repr(move) == "Move('e7e8q')"
    assert bool(move) and not Move.null() and Move("0000") == Move.null() and str(Move.null()) == "0000"
    assert Move("N@f3") == Move.of("f3", "f3", drop="n") and str(Move("N@f3")) == "N@f3" and Move("N@f3").drop == "n"
    assert sorted([Move("b1c3"), Move("a2a3"), Move("b1a3")]) == [Move("b1a3"), Move("b1c3"), Move("a2a3")]
    assert len({Move("e2e4"), Move("e2e4"), Move("d2d4")}) == 2


@pytest.mark.parametrize("text", ["", "e2", "e2e9", "e2e4x", "e7e8p", "Nf3", "éé", "e2e4 ", "X@e4"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(MoveError):
        Move(text)


def test_squares_are_numbers_or_names() -> None:
    start = Position()
    assert start.piece_at("e1") == start.piece_at(4) == "K" and start.piece_at("e8") == "k" and start.piece_at(28) is None
    for wrong in ("e9", "", "ee", 64, -1, 1.5, None):
        with pytest.raises((ValueError, TypeError)):
            start.piece_at(wrong)  # type: ignore[arg-type]
    assert [pgnkit.square_name(pgnkit.square(name)) for name in ("a1", "h8", "e4")] == ["a1", "h8", "e4"]
    for wrong in ("i1", "a9", "a", "a11"):
        with pytest.raises(ValueError):
            pgnkit.square(wrong)


def test_moves_are_read_and_written() -> None:
    position = Position("r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 0 1")
    for san, uci in [("O-O", "e1g1"), ("O-O-O", "e1c1"), ("e4", "e2e4"), ("Rxa8+", "a1a8"), ("Kf2", "e1f2")]:
        assert position.parse_san(san) == position.parse_uci(uci) == Move(uci)
        assert position.san(uci) == position.san(Move(uci)) == position.san(san) == san
        assert position.uci(san) == uci
        assert position.play(san) == position.play(uci) == position.play(Move(uci))
        assert position.is_legal(san) and Move(uci) in position.legal_moves
    assert position.is_castling("O-O") and not position.is_castling("e4")
    assert position.is_capture("Rxa8+") and position.gives_check("Rxa8+") and not position.is_capture("e4")
    assert position.parse_uci("e1h1") == Move("e1g1")
    for wrong in ("Ke3", "e5", "O-O-O-O", "", "e2e5", "Nf3"):
        assert not position.is_legal(wrong)
        with pytest.raises(MoveError):
            position.play(wrong)
    with pytest.raises(MoveError, match="e2e5"):
        position.play(Move("e2e5"))
    rooks = Position("4k3/8/8/8/8/8/K7/R6R w - - 0 1")
    for text, kind in [("hello", "syntax"), ("Rd9", "syntax"), ("Rb8+", "illegal"), ("Rd1", "ambiguous")]:
        with pytest.raises(MoveError) as caught:
            rooks.parse_san(text)
        assert caught.value.kind == kind and str(caught.value).startswith(f"{text}: "), caught.value
    with pytest.raises(TypeError):
        position.play(12)  # type: ignore[arg-type]


def test_lines_have_numbers() -> None:
    start = Position()
    assert start.variation_san(["e4", "e7e5", Move("g1f3")]) == "1. e4 e5 2. Nf3"
    assert start.play("e4").variation_san(["c5", "Nf3"]) == "1... c5 2. Nf3"
    assert start.variation_san([]) == ""
    with pytest.raises(MoveError):
        start.variation_san(["e4", "e4"])


def test_pieces_attack() -> None:
    position = Position("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1")
    assert position.pinned() == [pgnkit.square("e2")]
    assert position.attackers("black", "e2") == [pgnkit.square("e4")]
    assert position.attackers("white", "e2") == [pgnkit.square("e1")]
    assert pgnkit.square("d3") in position.attacks("e2") and position.attacks("a1") == []
    assert position.pieces() == {4: "K", 12: "B", 28: "r", 60: "k"}
    assert position.bitboard("r") == 1 << 28 and position.bitboard(color="white") == 1 << 4 | 1 << 12
    assert position.bitboard() == sum(1 << square for square in position.pieces())
    assert Position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").checkers() == [12]
    assert position.has_insufficient_material("white") and not position.has_insufficient_material("black")
    with pytest.raises(ValueError):
        position.attackers("green", "e2")  # type: ignore[arg-type]


def test_en_passant() -> None:
    position = Position().play("e4")
    assert position.en_passant == pgnkit.square("e3") and " e3 " in position.fen() and " - " in position.fen("legal")
    assert position.epd().endswith(" b KQkq -") and not position.has_legal_en_passant()
    taking = Position("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1")
    assert taking.has_legal_en_passant() and taking.is_en_passant("fxe3") and taking.is_capture("fxe3")
    with pytest.raises(ValueError):
        position.fen("never")  # type: ignore[arg-type]


def test_positions_are_set_up() -> None:
    edited = Position().edit({"e2": None, "e4": "P"}, turn="black", halfmove_clock=0, fullmove_number=7)
    assert edited.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7"
    assert Position().edit({"h1": None}).castling == "Qkq"
    assert Position().edit({"e1": "Q", "d1": "K"}).castling == "kq"
    assert Position().edit(castling="Kq").castling == "Kq" and Position().edit(castling="-").castling == "-"
    assert Position().play("e4").edit(en_passant="e3").en_passant == 20
    assert Position().edit({12: None}) == Position().edit({"e2": None})
    for wrong in ({"e1": None}, {"e5": "x"}, {"e9": "P"}, {"e3": "K"}):
        with pytest.raises(ValueError):
            Position().edit(wrong)
    for castling in ("KQx", "", "A"):
        with pytest.raises(PositionError):
            Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").edit(castling=castling)
    mirrored = Position("4k3/8/8/8/4P3/8/8/4K2R b K e3 0 1").mirrored()
    assert mirrored.fen() == "4k2r/8/8/4p3/8/8/8/4K3 w k e6 0 1"


def test_chess960() -> None:
    assert Position.chess960(518).fen() == START and Position.chess960(0).fen().startswith("bbqnnrkr/")
    with pytest.raises(ValueError):
        Position.chess960(960)
    position = Position("4k3/8/8/8/8/8/8/4KR2 w F - 0 1")
    assert position.is_chess960 and position.uci("O-O") == "e1f1"
    assert Move("e1f1") in position.legal_moves and position.is_castling("e1f1")
    assert Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=True).uci("O-O") == "e1h1"


@pytest.mark.parametrize(
    ("variant", "moves", "status", "winner"),
    [
        ("Atomic", ["Nf3", "e6", "Ng5", "h6", "Nxf7#"], "king exploded", "white"),
        ("King of the Hill", ["e4", "a6", "Ke2", "a5", "Ke3", "a4", "Kd4#"], "king in the centre", "white"),
        ("Three-check", ["e4", "f6", "Qh5+", "g6", "Qxg6+", "hxg6"], "ongoing", None),
    ],
)
def test_variants(variant: str, moves: list[str], status: str, winner: str | None) -> None:
    board = Board(variant=variant)
    for move in moves:
        board.push(move)
    assert (board.variant, board.status, board.winner) == (variant, status, winner)


def test_pieces_are_dropped() -> None:
    position = Position("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", variant="Crazyhouse")
    assert position.play("N@f3").piece_at("f3") == "N" and Move("N@f3") in position.legal_moves
    with pytest.raises(ValueError, match="Crazyhouse"):
        Position(variant="bughouse")


def test_boards_remember() -> None:
    board = Board()
    assert [board.push_san("e4"), board.push_uci("e7e5"), board.push(Move("g1f3"))] == board.moves
    assert board.peek() == Move("g1f3") and board.turn == "black" and board.ply == 3
    assert board.fen() == board.position.fen() and type(board.position) is Position
    assert board == board.position and isinstance(board, Position)
    with pytest.raises(TypeError):
        hash(board)
    assert board.start == Position()
    other = board.copy()
    assert [board.pop(), board.pop(), board.pop()] == list(reversed(other.moves))
    assert board.fen() == START and board.peek() is None and len(other.moves) == 3
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(MoveError):
        board.push("e5")
    assert board.fen() == START
    other.reset()
    assert other.fen() == START and other.moves == []
    assert copy.copy(board) is not board and copy.deepcopy(board).fen() == START
    from_position = Board(Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    from_position.push("O-O")
    assert from_position.start.castling == "K" and from_position.castling == "-"


def test_repetitions() -> None:
    board = Board()
    for count, move in zip(itertools.count(1), ["Nf3", "Nf6", "Ng1", "Ng8"] * 4, strict=False):
        board.push(move)
        assert board.repetitions() == 1 + count // 4 if count % 4 == 0 else board.repetitions() >= 1
    assert board.repetitions() == 5 and board.is_repetition(5) and not board.is_repetition(6)
    assert board.status == "fivefold repetition" and board.result == "1/2-1/2"
    board.pop()
    assert board.claims() == ["threefold repetition"] and board.status == "ongoing"
    assert Board("7k/8/8/8/8/8/8/K6R b - - 100 100").claims() == ["fifty moves"]


def test_pictures() -> None:
    picture = Position().svg(size=200, flipped=True, last_move="e2e4", marks=["Ge2e4", "d4:red"], coordinates=False)
    assert picture.startswith("<svg") and 'width="200"' in picture and picture != Position().svg(size=200)
    assert Position()._repr_svg_().startswith("<svg")
    for options in ({"marks": ["x"]}, {"theme": "none such"}, {"last_move": "e9"}):
        with pytest.raises(ValueError):
            Position().svg(**options)  # type: ignore[arg-type]
