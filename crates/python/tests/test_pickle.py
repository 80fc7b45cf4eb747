"""Pickling, copying, hashing and equality."""

from __future__ import annotations

import copy
import pickle

import pytest
from pgnkit import Board, Diagnostic, Game, Mark, Move, Position, Score, read

GAME = (
    '[Event "Club"]\n[White "Tal, M"]\n[Black "Fine"]\n[Result "1-0"]\n\n'
    "{before} 1. e4 {[%clk 0:10:00] good} e5 $1 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 Nc6 1-0\n"
)
FISCHER = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)


def values() -> list[object]:
    board = Board()
    for san in ("e4", "e5", "Ke2"):
        board.push_san(san)
    return [
        Move("e2e4"),
        Move("a7a8q"),
        Move.null(),
        Position(),
        Position(FISCHER, chess960=True),
        Position(variant="antichess"),
        board,
        Score(0.31, depth=22),
        Score(mate=-3),
        Mark("Ge2e4"),
        Mark("Rd4"),
        Game.parse(GAME),
    ]


HASHED = [value for value in values() if not isinstance(value, (Game, Board))]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_a_value_comes_back_equal(value: object, protocol: int) -> None:
    back = pickle.loads(pickle.dumps(value, protocol))
    assert type(back) is type(value)
    assert back == value
    assert repr(back) == repr(value)


@pytest.mark.parametrize("value", HASHED, ids=lambda value: type(value).__name__)
def test_equal_values_have_equal_hashes(value: object) -> None:
    assert hash(pickle.loads(pickle.dumps(value))) == hash(value)
    assert len({value, copy.copy(value), copy.deepcopy(value)}) == 1


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_a_value_differs_from_those_of_other_types(value: object) -> None:
    assert value != "e2e4"
    assert value != 12
    assert value is not None and value != None  # noqa: E711


def test_a_game_keeps_everything() -> None:
    game = Game.parse(GAME)
    back = pickle.loads(pickle.dumps(game))
    assert str(back) == str(game)
    assert back.to_json() == game.to_json()
    back.tags["White"] = "Petrosian"
    assert game.tags["White"] == "Tal, M"


def test_a_game_keeps_where_it_came_from_and_what_was_wrong() -> None:
    games = list(read(b"1. e4 e5 1-0\n\n1. e4 Ke2 0-1\n"))
    back = pickle.loads(pickle.dumps(games[1]))
    assert (back.number, back.source) == (games[1].number, games[1].source) == (2, games[1].source)
    assert back.diagnostics == games[1].diagnostics
    assert [found.name for found in back.diagnostics] == ["illegal-move"]


def test_a_diagnostic_comes_back() -> None:
    found = list(read(b'[White "x"\n\n1. e4 Ke2 0-1\n').check())
    assert found
    for one in found:
        back = pickle.loads(pickle.dumps(one))
        assert isinstance(back, Diagnostic)
        assert back == one and hash(back) == hash(one) and str(back) == str(one) and back.fix == one.fix


def test_a_board_keeps_its_history() -> None:
    board = Board()
    for san in ("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"):
        board.push_san(san)
    back = pickle.loads(pickle.dumps(board))
    assert back.moves == board.moves
    assert back.is_repetition(3)
    back.pop()
    assert not back.is_repetition(3)
    assert board.is_repetition(3)


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, Game.copy], ids=["copy", "deepcopy", "Game.copy"])
def test_a_copy_is_a_game_of_its_own(make: object) -> None:
    game = Game.parse(GAME)
    other = make(game)  # type: ignore[operator]
    assert other == game
    other.root.next.comment = "changed"
    assert other != game
    assert game.root.next is not None and "good" in game.root.next.comment


def test_games_are_equal_by_what_they_hold() -> None:
    assert Game.parse(GAME) == Game.parse(GAME)
    assert Game.parse(GAME) != Game.parse(GAME.replace("Tal", "Tul"))
    assert Game.parse("1. e4 e5 *").means_the_same(Game.parse("1.e4 e5 *"))


def test_no_dictionary_holds_what_can_change() -> None:
    for value in (Board(), Game().tags):
        with pytest.raises(TypeError):
            hash(value)


def test_an_error_can_be_raised_in_another_process() -> None:
    with pytest.raises(ValueError) as raised:
        Game.parse("1. e4 Ke2 *")
    back = pickle.loads(pickle.dumps(raised.value))
    assert type(back) is type(raised.value)
    assert str(back) == str(raised.value)


def test_what_is_broken_is_no_game() -> None:
    text = pickle.dumps(Game.parse(GAME))
    for at in range(0, len(text), 7):
        broken = text[:at] + b"\xff" + text[at + 1 :]
        try:
            pickle.loads(broken)
        except BaseException as error:
            assert not type(error).__name__.startswith("Panic"), error
