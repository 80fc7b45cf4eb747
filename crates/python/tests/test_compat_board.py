"""Boards, moves and squares with the names of python-chess."""

from __future__ import annotations

import copy
import pickle
import struct
from collections.abc import Callable
from typing import Any

import pytest

import pgnkit.compat.chess as chess
import pgnkit.compat.chess.polyglot
import pgnkit.compat.chess.variant
from pgnkit.compat import chess as same_chess

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PASSED = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


def played(*sans: str, fen: str = chess.STARTING_FEN) -> chess.Board:
    board = chess.Board(fen)
    for san in sans:
        board.push_san(san)
    return board


def move(uci: str) -> chess.Move:
    return chess.Move.from_uci(uci)


def test_both_imports_are_one_module() -> None:
    assert same_chess is chess


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (chess.E4, 28),
        (chess.square(4, 3), 28),
        (chess.square_file(chess.G7), 6),
        (chess.square_rank(chess.G7), 6),
        (chess.square_name(chess.H8), "h8"),
        (chess.parse_square("c2"), 10),
        (chess.square_mirror(chess.A1), chess.A8),
        (chess.square_distance(chess.A1, chess.C8), 7),
        (chess.square_manhattan_distance(chess.A1, chess.C8), 9),
        (chess.square_knight_distance(chess.A1, chess.B2), 4),
        (chess.BB_FILE_A & chess.BB_RANK_8, chess.BB_A8),
        (chess.BB_SQUARES[chess.A1] & chess.BB_DARK_SQUARES, 1),
        (chess.popcount(chess.BB_LIGHT_SQUARES), 32),
        (list(chess.scan_forward(0b1010)), [1, 3]),
        (list(chess.scan_reversed(0b1010)), [3, 1]),
        (chess.lsb(0b1010), 1),
        (chess.msb(0b1010), 3),
        (chess.flip_vertical(chess.BB_A1), chess.BB_A8),
        (chess.flip_horizontal(chess.BB_A1), chess.BB_H1),
        (chess.flip_diagonal(chess.BB_B1), chess.BB_A2),
        (chess.flip_anti_diagonal(chess.BB_A1), chess.BB_H8),
        (chess.shift_up_left(chess.BB_A1), 0),
        (chess.shift_right(chess.BB_G4), chess.BB_H4),
        (chess.piece_symbol(chess.KNIGHT), "n"),
        (chess.piece_name(chess.QUEEN), "queen"),
        (chess.COLOR_NAMES[chess.WHITE], "white"),
        (chess.between(chess.A1, chess.D4), chess.BB_B2 | chess.BB_C3),
        (chess.between(chess.A1, chess.B3), 0),
        (chess.ray(chess.B1, chess.E1), chess.BB_RANK_1),
    ],
)
def test_squares(value: object, expected: object) -> None:
    assert value == expected


def test_square_sets() -> None:
    squares = chess.SquareSet([chess.A1, chess.C3])
    assert list(squares) == [chess.A1, chess.C3]
    assert list(reversed(squares)) == [chess.C3, chess.A1]
    assert (len(squares), bool(squares), int(squares), squares.mask) == (2, True, 0x40001, 0x40001)
    assert squares.tolist()[:2] == [True, False] and len(squares.tolist()) == 64
    assert squares | chess.BB_B2 == chess.SquareSet([0, 9, 18])
    assert squares & [chess.A1] == chess.BB_A1
    assert squares - chess.BB_A1 == squares ^ chess.BB_A1 == chess.SquareSet(chess.BB_C3)
    assert len(~squares) == 62 and not squares & ~squares
    assert squares.issubset(chess.BB_DARK_SQUARES) and squares.isdisjoint(chess.BB_LIGHT_SQUARES)
    squares.add(chess.H8)
    squares.discard(chess.A1)
    squares.discard(chess.A2)
    assert chess.H8 in squares and chess.A1 not in squares
    with pytest.raises(KeyError):
        squares.remove(chess.A1)
    assert squares.pop() == chess.C3
    squares |= chess.BB_A1
    assert repr(squares) == "SquareSet(0x8000_0000_0000_0001)"
    assert str(squares).splitlines()[0] == ". . . . . . . 1"
    assert squares.mirror() == chess.SquareSet([chess.A8, chess.H1])
    assert len(list(chess.SquareSet(0b111).carry_rippler())) == 8
    assert chess.SquareSet.between(chess.E1, chess.E4) == chess.BB_E2 | chess.BB_E3
    assert len(chess.SquareSet.ray(chess.A1, chess.B2)) == 8
    squares.clear()
    assert not squares


def test_pieces() -> None:
    knight = chess.Piece.from_symbol("N")
    assert (knight.piece_type, knight.color, knight.symbol(), str(knight)) == (chess.KNIGHT, chess.WHITE, "N", "N")
    assert knight == chess.Piece(chess.KNIGHT, chess.WHITE) != chess.Piece(chess.KNIGHT, chess.BLACK)
    assert (knight.unicode_symbol(), knight.unicode_symbol(invert_color=True)) == ("♘", "♞")
    assert len({chess.Piece.from_symbol(letter) for letter in "PNBRQKpnbrqkPNB"}) == 12
    with pytest.raises(ValueError, match="letter"):
        chess.Piece.from_symbol("x")


@pytest.mark.parametrize("uci", ["e2e4", "e7e8q", "N@f3", "0000"])
def test_moves(uci: str) -> None:
    one = move(uci)
    assert one.uci() == str(one) == uci
    assert repr(one) == f"Move.from_uci({uci!r})"
    assert bool(one) == (uci != "0000")
    assert {one: 1}[move(uci)] == 1
    assert pickle.loads(pickle.dumps(one)) == copy.copy(one) == copy.deepcopy(one) == one


def test_fields_of_moves() -> None:
    promotion = move("e7e8q")
    assert (promotion.from_square, promotion.to_square, promotion.promotion) == (chess.E7, chess.E8, chess.QUEEN)
    assert chess.Move(chess.E7, chess.E8, promotion=chess.QUEEN) == promotion != move("e7e8r")
    assert move("N@f3").drop == chess.KNIGHT
    assert chess.Move.null() == move("0000")
    # Scripts make a move first, and see to the promotion later.
    later = chess.Move(chess.E7, chess.E8)
    board = chess.Board("8/4P3/8/8/8/8/k7/2K5 w - - 0 1")
    assert not board.is_legal(later)
    later.promotion = chess.QUEEN
    assert board.is_legal(later)


@pytest.mark.parametrize("uci", ["", "e2", "e2e9", "e2e2", "e2e4e5", "x@e4", "e7e8x"])
def test_texts_that_are_no_moves(uci: str) -> None:
    with pytest.raises(chess.InvalidMoveError):
        move(uci)


def test_legal_moves() -> None:
    board = chess.Board()
    assert board.legal_moves.count() == 20
    assert move("e2e4") in board.legal_moves and move("e2e5") not in board.legal_moves
    assert chess.Move.null() not in board.legal_moves
    assert len(list(board.legal_moves)) == len(set(board.legal_moves)) == 20
    assert bool(board.legal_moves) and not chess.Board(MATED).legal_moves
    assert "Nf3" in repr(board.legal_moves)
    from_knights = board.generate_legal_moves(from_mask=board.knights)
    assert sorted(board.san(one) for one in from_knights) == ["Na3", "Nc3", "Nf3", "Nh3"]
    assert [one.uci() for one in board.generate_legal_moves(to_mask=chess.BB_E4)] == ["e2e4"]
    assert [one.uci() for one in chess.Board(PASSED).generate_legal_captures()] == ["d4e3"]
    assert [one.uci() for one in chess.Board(PASSED).generate_legal_ep()] == ["d4e3"]
    assert sorted(one.uci() for one in chess.Board(CASTLING).generate_castling_moves()) == ["e1c1", "e1g1"]
    pinned = chess.Board("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")
    assert move("e2c3") in pinned.pseudo_legal_moves and move("e2c3") not in pinned.legal_moves
    assert pinned.is_pinned(chess.WHITE, chess.E2) and pinned.is_into_check(move("e2c3"))
    assert pinned.pin(chess.WHITE, chess.E2) == chess.BB_FILE_E


def test_push_and_pop() -> None:
    board = played("e4", "e5", "Nf3")
    assert [one.uci() for one in board.move_stack] == ["e2e4", "e7e5", "g1f3"]
    assert board.peek() == move("g1f3")
    assert (board.turn, board.fullmove_number, board.halfmove_clock, board.ply()) == (chess.BLACK, 2, 1, 3)
    assert board.pop() == move("g1f3")
    assert board.push_uci("f1c4") == move("f1c4") and board.pop()
    assert board.root() == chess.Board() and len(board.move_stack) == 2
    assert board.copy(stack=False).move_stack == []
    assert board.copy(stack=1).move_stack == [move("e7e5")]
    assert copy.deepcopy(board) == board == pickle.loads(pickle.dumps(board))
    assert pickle.loads(pickle.dumps(board)).move_stack == board.move_stack
    board.pop()
    board.pop()
    assert board == chess.Board()
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()
    board.push(chess.Move.null())
    assert board.turn == chess.BLACK and board.pop() == chess.Move.null()


def test_moves_that_are_not_legal_are_made_and_taken_back() -> None:
    board = played("e4")
    before = board.fen(en_passant="fen")
    board.push(move("e8e4"))
    board.push(move("d1h5"))
    board.push_san("a6")
    assert board.fen() == "rnbq1bnr/1ppppppp/p7/7Q/4k3/8/PPPP1PPP/RNB1KBNR w KQ - 0 3"
    assert board.root() == chess.Board()
    for uci in ("a7a6", "d1h5", "e8e4"):
        assert board.pop() == move(uci)
    assert board.fen(en_passant="fen") == before
    assert board.pop() == move("e2e4") and board == chess.Board()


def test_positions_by_hand() -> None:
    board = chess.Board(None)
    assert board.fen() == "8/8/8/8/8/8/8/8 w - - 0 1" and board == chess.Board.empty()
    assert board.status() == chess.STATUS_EMPTY | chess.STATUS_NO_WHITE_KING | chess.STATUS_NO_BLACK_KING
    board.set_piece_at(chess.E1, chess.Piece.from_symbol("K"))
    board.set_piece_at(chess.H1, chess.Piece.from_symbol("R"))
    assert [board.san(one) for one in board.generate_legal_moves(to_mask=chess.BB_F1)] == ["Rf1", "Kf1"]
    board.set_piece_at(chess.E8, chess.Piece.from_symbol("k"))
    board.set_castling_fen("K")
    assert board.is_valid() and board.san(move("e1g1")) == "O-O"
    board.turn = chess.BLACK
    board.halfmove_clock, board.fullmove_number = 5, 9
    assert board.fen() == "4k3/8/8/8/8/8/8/4K2R b K - 5 9"
    assert board.remove_piece_at(chess.H1) == chess.Piece.from_symbol("R")
    assert board.remove_piece_at(chess.H1) is None
    assert board.fen() == "4k3/8/8/8/8/8/8/4K3 b - - 5 9"
    assert board.status() == chess.STATUS_BAD_CASTLING_RIGHTS
    board.castling_rights = chess.BB_EMPTY
    assert board.is_valid() and board.is_insufficient_material()
    board.set_piece_map({chess.A1: chess.Piece.from_symbol("Q")})
    assert board.piece_map() == {chess.A1: chess.Piece.from_symbol("Q")}
    board.clear_board()
    assert not board.occupied
    board.reset()
    assert board == chess.Board()


def test_setting_a_field_keeps_the_moves_made() -> None:
    board = played("e4", "e5")
    board.turn = chess.BLACK
    assert len(board.move_stack) == 2
    board.push_san("Nc6")
    assert [board.pop().uci() for _ in range(3)] == ["b8c6", "e7e5", "e2e4"]
    assert board == chess.Board()
    board = played("e4")
    board.set_piece_at(chess.E4, None)
    assert board.move_stack == []


def test_pieces_on_boards() -> None:
    board = chess.Board()
    assert board.piece_at(chess.B1) == chess.Piece.from_symbol("N") and board.piece_at(chess.E4) is None
    assert board.piece_type_at(chess.E8) == chess.KING and board.color_at(chess.E8) == chess.BLACK
    assert list(board.pieces(chess.ROOK, chess.WHITE)) == [chess.A1, chess.H1]
    assert (board.king(chess.WHITE), board.king(chess.BLACK)) == (chess.E1, chess.E8)
    assert len(board.piece_map()) == 32
    assert board.occupied == board.occupied_co[chess.WHITE] | board.occupied_co[chess.BLACK]
    kinds = board.pawns | board.knights | board.bishops | board.rooks | board.queens | board.kings
    assert kinds == board.occupied
    assert list(board.attackers(chess.WHITE, chess.F3)) == [chess.G1, chess.E2, chess.G2]
    assert board.is_attacked_by(chess.BLACK, chess.F6) and not board.is_attacked_by(chess.WHITE, chess.F6)
    assert list(board.attacks(chess.B1)) == [chess.D2, chess.A3, chess.C3]
    assert board.attackers(chess.WHITE, chess.D8, occupied=0) == chess.BB_D1
    assert chess.BaseBoard().board_fen() == chess.STARTING_BOARD_FEN
    assert chess.BaseBoard.empty().unicode(empty_square=".").count(".") == 64


QUESTIONS: list[tuple[str, str, Callable[[chess.Board], Any], Any]] = [
    ("check", MATED, lambda board: board.is_check(), True),
    ("mate", MATED, lambda board: board.is_checkmate(), True),
    ("over", MATED, lambda board: board.is_game_over(), True),
    ("result", MATED, lambda board: board.result(), "0-1"),
    ("checkers", MATED, lambda board: list(board.checkers()), [chess.H4]),
    ("outcome", MATED, lambda board: board.outcome(), chess.Outcome(chess.Termination.CHECKMATE, chess.BLACK)),
    ("stalemate", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", lambda board: board.is_stalemate(), True),
    ("no stalemate", chess.STARTING_FEN, lambda board: board.is_stalemate(), False),
    ("goes on", chess.STARTING_FEN, lambda board: (board.outcome(), board.result()), (None, "*")),
    ("bare kings", "8/8/8/8/8/8/8/K1k5 w - - 0 1", lambda board: board.is_insufficient_material(), True),
    (
        "one side",
        "8/8/8/8/8/8/8/K1kR4 w - - 0 1",
        lambda board: [board.has_insufficient_material(color) for color in chess.COLORS],
        [False, True],
    ),
    ("75 moves", "7k/8/8/8/8/8/8/K6R b - - 150 90", lambda board: board.is_seventyfive_moves(), True),
    ("50 moves", "7k/8/8/8/8/8/R7/K7 w - - 100 90", lambda board: board.can_claim_fifty_moves(), True),
    ("50 with the next", "7k/8/8/8/8/8/R7/K7 w - - 99 90", lambda board: board.can_claim_draw(), True),
    ("not yet", "7k/8/8/8/8/8/R7/K7 w - - 98 90", lambda board: board.can_claim_draw(), False),
    (
        "claimed",
        "7k/8/8/8/8/8/R7/K7 w - - 100 90",
        lambda board: board.outcome(claim_draw=True),
        chess.Outcome(chess.Termination.FIFTY_MOVES, None),
    ),
    ("capture", PASSED, lambda board: board.is_capture(move("d4e3")), True),
    ("en passant", PASSED, lambda board: board.is_en_passant(move("d4e3")), True),
    ("no capture", PASSED, lambda board: board.is_capture(move("d4d3")), False),
    ("zeroing", PASSED, lambda board: board.is_zeroing(move("d4d3")), True),
    ("legal en passant", PASSED, lambda board: board.has_legal_en_passant(), True),
    ("en passant square", PASSED, lambda board: board.ep_square, chess.E3),
    ("castling", CASTLING, lambda board: board.is_castling(move("e1g1")), True),
    ("castling short", CASTLING, lambda board: board.is_kingside_castling(move("e1g1")), True),
    ("castling long", CASTLING, lambda board: board.is_queenside_castling(move("e1g1")), False),
    ("irreversible", CASTLING, lambda board: board.is_irreversible(move("a1b1")), True),
    ("reversible", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", lambda board: board.is_irreversible(move("a1b1")), False),
    ("gives check", CASTLING, lambda board: board.gives_check(move("a1a8")), True),
    ("rights", CASTLING, lambda board: board.castling_rights, chess.BB_CORNERS),
    (
        "sides",
        "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
        lambda board: [
            board.has_castling_rights(chess.WHITE),
            board.has_kingside_castling_rights(chess.WHITE),
            board.has_queenside_castling_rights(chess.WHITE),
            board.has_queenside_castling_rights(chess.BLACK),
        ],
        [True, True, False, True],
    ),
    ("left in check", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", lambda board: board.was_into_check(), True),
    (
        "status of that",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        lambda board: board.status(),
        chess.STATUS_OPPOSITE_CHECK,
    ),
    ("valid", chess.STARTING_FEN, lambda board: board.is_valid(), True),
    (
        "square passed",
        chess.STARTING_FEN[:-6] + " e6 0 1",
        lambda board: board.status(),
        chess.STATUS_INVALID_EP_SQUARE,
    ),
]


@pytest.mark.parametrize(("name", "fen", "ask", "expected"), QUESTIONS, ids=[row[0] for row in QUESTIONS])
def test_questions(name: str, fen: str, ask: Callable[[chess.Board], Any], expected: Any) -> None:
    assert ask(chess.Board(fen)) == expected


def test_repetitions() -> None:
    board = played(*["Nf3", "Nf6", "Ng1", "Ng8"] * 2)
    assert board.is_repetition(3) and not board.is_repetition(4) and board.can_claim_threefold_repetition()
    board.pop()
    assert not board.is_repetition(3)
    assert board.can_claim_threefold_repetition(), "the next move can bring it about"
    assert board.outcome() is None
    assert board.outcome(claim_draw=True) == chess.Outcome(chess.Termination.THREEFOLD_REPETITION, None)
    board = played(*["Nf3", "Nf6", "Ng1", "Ng8"] * 4)
    assert board.is_fivefold_repetition() and board.result() == "1/2-1/2"


@pytest.mark.parametrize(
    ("fen", "text", "error"),
    [
        (chess.STARTING_FEN, "", chess.InvalidMoveError),
        (chess.STARTING_FEN, "hello", chess.InvalidMoveError),
        (chess.STARTING_FEN, "e5", chess.IllegalMoveError),
        (chess.STARTING_FEN, "Ke2", chess.IllegalMoveError),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", chess.AmbiguousMoveError),
        ("8/8/8/8/8/8/8/R7 w - - 0 1", "Rb2", chess.IllegalMoveError),
    ],
)
def test_errors_in_san(fen: str, text: str, error: type[Exception]) -> None:
    board = chess.Board(fen)
    for read in (board.parse_san, board.push_san):
        with pytest.raises(error):
            read(text)
    assert issubclass(error, ValueError)
    assert board.move_stack == []


def test_notations() -> None:
    board = chess.Board()
    assert board.san(move("g1f3")) == "Nf3" and board.lan(move("g1f3")) == "Ng1-f3"
    assert board.parse_san("Nf3") == board.parse_san("Ng1f3") == move("g1f3")
    assert board.parse_san("--") == chess.Move.null() and board.san(chess.Move.null()) == "--"
    assert board.variation_san([move("e2e4"), move("e7e5"), move("g1f3")]) == "1. e4 e5 2. Nf3"
    assert board.san_and_push(move("e2e4")) == "e4"
    assert board.variation_san([move("e7e5")]) == "1... e5"
    assert board.find_move(chess.E7, chess.E5) == move("e7e5")
    with pytest.raises(chess.IllegalMoveError):
        board.find_move(chess.E7, chess.E4)
    with pytest.raises(chess.IllegalMoveError):
        board.parse_uci("e2e4")
    with pytest.raises(chess.IllegalMoveError):
        board.variation_san([move("a1a8")])
    promotes = chess.Board("8/4P3/8/8/8/8/k7/2K5 w - - 0 1")
    assert promotes.find_move(chess.E7, chess.E8) == move("e7e8q")
    castles = chess.Board(CASTLING)
    assert castles.parse_san("O-O") == castles.parse_uci("e1h1") == move("e1g1")
    assert castles.uci(move("e1g1"), chess960=True) == "e1h1"
    castles.push_xboard("O-O-O")
    assert castles.fen() == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ({"en_passant": "fen"}, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        ({"en_passant": "xfen"}, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ({"shredder": True}, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1"),
    ],
)
def test_fen(options: dict[str, Any], expected: str) -> None:
    assert played("e4").fen(**options) == expected


@pytest.mark.parametrize("fen", ["", "x", "8/8 w - - 0 1", "8/8/8/8/8/8/8/9 w - - 0 1", chess.STARTING_FEN + " 7 8"])
def test_texts_that_are_no_fen(fen: str) -> None:
    with pytest.raises(ValueError, match="FEN"):
        chess.Board(fen)


def test_epd() -> None:
    board, operations = chess.Board.from_epd(
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nf3 e4; id "a b"; ce 12; draw_offer; pv e4 e5; hmvc 3;'
    )
    assert operations == {
        "bm": [move("g1f3"), move("e2e4")],
        "id": "a b",
        "ce": 12,
        "draw_offer": None,
        "pv": [move("e2e4"), move("e7e5")],
        "hmvc": 3,
    }
    assert board.halfmove_clock == 3
    text = board.epd(bm=[move("g1f3")], id="a b", pv=[move("e2e4"), move("e7e5")])
    assert text.endswith(' KQkq - bm Nf3; id "a b"; pv e4 e5;')


def test_boards_as_text() -> None:
    board = played("e4")
    assert str(board).splitlines()[4] == ". . . . P . . ."
    assert repr(board) == f"Board('{board.fen()}')"
    assert board.unicode(empty_square="·").splitlines()[0] == "♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"
    assert board.unicode(borders=True, orientation=chess.BLACK).splitlines()[-1] == "   h g f e d c b a"
    assert board.mirror().fen() == "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert board.transform(chess.flip_vertical).king(chess.WHITE) == chess.E8
    assert "<svg" in board._repr_svg_()


def test_chess960() -> None:
    assert chess.Board.from_chess960_pos(518) == chess.Board() and chess.Board().chess960_pos() == 518
    board = chess.Board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
    assert board.chess960 and board.san(move("f1g1")) == "O-O" and board.is_castling(move("f1g1"))
    board.push_san("O-O")
    assert board.move_stack == [move("f1g1")] and board.fen() == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"


@pytest.mark.parametrize(
    ("name", "sans", "end", "result"),
    [
        ("Antichess", ["e3", "b5", "Bxb5"], None, "*"),
        ("Atomic", ["Nf3", "a6", "Ne5", "a5", "Nxf7"], "VARIANT_LOSS", "1-0"),
        ("King of the Hill", ["e4", "a6", "Ke2", "a5", "Ke3", "a4", "Kd4"], "VARIANT_LOSS", "1-0"),
        ("Three-check", ["e4", "f6", "Qh5+", "g6", "Qxg6+", "hxg6", "Bb5", "a6", "Bxd7+"], "VARIANT_LOSS", "1-0"),
        ("Crazyhouse", ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qd8", "P@e6"], None, "*"),
    ],
)
def test_variants(name: str, sans: list[str], end: str | None, result: str) -> None:
    board = chess.variant.find_variant(name)()
    assert board.fen() == type(board).starting_fen
    for san in sans:
        board.push_san(san)
    outcome = board.outcome()
    assert (outcome.termination.name if outcome else None, board.result()) == (end, result)
    assert board.is_variant_end() == (end is not None)


def test_what_variants_hold() -> None:
    board = chess.variant.CrazyhouseBoard()
    for san in ("e4", "d5", "exd5"):
        board.push_san(san)
    assert str(board.pockets[chess.WHITE]) == "p" and board.pockets[chess.WHITE].count(chess.PAWN) == 1
    checks = chess.variant.ThreeCheckBoard("4k3/8/8/8/8/8/8/4K3 w - - 2+1 0 1")
    assert (checks.remaining_checks[chess.WHITE], checks.remaining_checks[chess.BLACK]) == (2, 1)
    with pytest.raises(ValueError, match="bughouse"):
        chess.variant.find_variant("bughouse")


def test_polyglot(tmp_path: Any) -> None:
    key = chess.polyglot.zobrist_hash(chess.Board())
    assert key == 0x463B96181691FC9C
    book = tmp_path / "book.bin"
    entries = [(key, chess.E2 << 6 | chess.E4, 5), (key, chess.D2 << 6 | chess.D4, 9), (key, 0, 1)]
    book.write_bytes(b"".join(struct.pack(">QHHI", key, raw, weight, 0) for key, raw, weight in entries))
    with chess.polyglot.open_reader(book) as reader:
        assert len(reader) == 3
        assert [entry.move.uci() for entry in reader.find_all(chess.Board())] == ["e2e4", "d2d4"]
        assert reader.find(chess.Board()).move == move("d2d4")
        assert reader.weighted_choice(chess.Board()).move in (move("e2e4"), move("d2d4"))
        with pytest.raises(IndexError):
            reader.find(played("e4"))
