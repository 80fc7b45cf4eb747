"""Games, their places, tags and comments."""

import copy
import json

import pytest

import pgnkit
from pgnkit import EditError, Game, Mark, Move, MoveError, Position, ReadError, Score

TREE = "1. e4 e5 (1... c5 {Sicilian} 2. Nf3 (2. c3) 2... d6) (1... e6) 2. Nf3 Nc6 1-0"


def movetext(game: Game) -> str:
    """The moves, on one line."""
    return game.export(tags=False, width=10_000).strip()


def test_the_tree() -> None:
    game = Game.parse(TREE)
    root = game.root
    assert (root.move, root.san, root.parent, root.ply, root.turn) == (None, None, None, 0, "white")
    e4 = root.next
    assert e4 is not None and (e4.san, e4.uci, e4.move, e4.ply, e4.turn) == ("e4", "e2e4", Move("e2e4"), 1, "black")
    assert [node.san for node in e4.variations] == ["e5", "c5", "e6"]
    sicilian = e4.variations[1]
    assert sicilian.parent == e4 and sicilian.starts_variation and not sicilian.is_mainline
    assert sicilian.comment == "Sicilian" and [node.san for node in sicilian.mainline()] == ["Nf3", "d6"]
    alapin = sicilian.variations[1]
    assert (alapin.san, alapin.parent, alapin.move_number, alapin.ply) == ("c3", sicilian, 2, 3)
    assert alapin.line() == [Move("e2e4"), Move("c7c5"), Move("c2c3")]
    assert [node.san for node in game.nodes()] == ["e4", "e5", "c5", "Nf3", "c3", "d6", "e6", "Nf3", "Nc6"]
    assert game.sans() == ["e4", "e5", "Nf3", "Nc6"] and game.ply_count == 4
    assert game.mainline_end().san == "Nc6" == e4.end().san and game.mainline_end().is_mainline
    assert game.moves == [node.move for node in game.mainline()] == game.board().moves
    assert len(list(game.mainline())) == game.mainline().__length_hint__() == 4
    assert root == game.root and hash(root) == hash(game.root) and root != e4 and root != Game.parse(TREE).root
    assert repr(alapin) == "<Node 2. c3>" and repr(sicilian) == "<Node 1... c5>"
    assert alapin.game is game


def test_variations_at_the_first_move_of_a_variation_are_alternatives() -> None:
    game = Game.parse("1. e4 (1. d4 (1. c4 d5) 1... d5) (1. b4) *")
    assert [node.san for node in game.root.variations] == ["e4", "d4", "c4", "b4"]
    assert all(node.parent == game.root for node in game.root.variations)


def test_text_may_be_of_any_encoding() -> None:
    latin1 = b'[White "M\xfcller"]\n\n1. e4 *'.decode("utf-8", "surrogateescape")
    assert Game.parse(latin1).tags["White"] == "Müller"
    assert Game.parse('[White "a\ud800"]\n\n1. e4 *').tags["White"] == "a?"


def test_positions_come_with_moves() -> None:
    game = Game.parse(TREE)
    position = game.start
    for (move, after), node in zip(game.positions(), game.mainline(), strict=True):
        position = position.play(move)
        assert after == position == node.position() == node.board() and node.move == move
    assert game.board() == position and game.board().pop() == Move("b8c6")
    assert game.nodes()[4].board().moves == game.nodes()[4].line()


def test_moves_are_added_and_removed() -> None:
    game = Game()
    last = game.root.add_line(["e4", "e5", Move("g1f3")])
    assert (last.san, movetext(game)) == ("Nf3", "1. e4 e5 2. Nf3 *")
    d4 = game.root.add("d4")
    d4.add("d5").add("c4")
    assert movetext(game) == "1. e4 (1. d4 d5 2. c4) 1... e5 2. Nf3 *"
    with pytest.raises(MoveError):
        game.root.add("e5")
    with pytest.raises(MoveError):
        game.root.add_line(["c4", "c4"])
    assert movetext(game) == "1. e4 (1. d4 d5 2. c4) 1... e5 2. Nf3 *"
    d4.promote()
    assert movetext(game) == "1. d4 (1. e4 e5 2. Nf3) 1... d5 2. c4 *" and d4.is_mainline
    d4.demote()
    assert movetext(game) == "1. e4 (1. d4 d5 2. c4) 1... e5 2. Nf3 *"
    d4.truncate()
    assert movetext(game) == "1. e4 (1. d4) 1... e5 2. Nf3 *"
    game.root.variations[0].remove()
    assert movetext(game) == "1. d4 *"
    assert last.game is game
    with pytest.raises(EditError):
        last.san  # noqa: B018


def test_lines_are_promoted() -> None:
    game = Game.parse("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) (1... c6) 2. Nf3 *")
    caro = game.root.next.variations[3]  # type: ignore[union-attr]
    caro.promote_to_main()
    assert [node.san for node in game.root.next.variations] == ["c6", "e5", "c5", "e6"]  # type: ignore[union-attr]
    last = next(node for node in game.nodes() if node.san == "d5")
    last.make_mainline()
    assert game.sans() == ["e4", "c5", "c3", "d5"] and last.is_mainline
    with pytest.raises(EditError):
        last.promote()


def test_games_are_merged() -> None:
    game, other = Game.parse("1. e4 e5 2. Nf3 *"), Game.parse("1. e4 c5 {sharp} 2. Nf3 *")
    game.merge(other)
    assert movetext(game) == "1. e4 e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 *"
    with pytest.raises(EditError):
        game.merge(Game(fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    game.merge(game)
    assert movetext(game) == "1. e4 e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 *"


def test_comments_and_their_values() -> None:
    game = Game.parse("1. e4 {[%clk 0:05:00.5] [%eval 0.31,22] good} {again} $1 $14 e5 {[%cal Ge5e4,Rd7d5][%csl Yd4]} *")
    e4, e5 = game.mainline()
    assert e4.comments == ["[%clk 0:05:00.5] [%eval 0.31,22] good", "again"] and e4.text == "good again"
    assert e4.clock == 300.5 and e4.eval == Score(0.31, depth=22) and e4.nags == [1, 14] and e4.elapsed is None
    assert e5.arrows == [Mark("Ge5e4"), Mark("Rd7d5"), Mark("Yd4")] and e5.eval is None
    e4.clock, e4.elapsed, e4.eval, e4.nags = 299, 1.5, Score(mate=-3), [2]
    assert (e4.clock, e4.elapsed, e4.eval, e4.nags) == (299.0, 1.5, Score(mate=-3), [2])
    assert "good" in e4.comment and e4.comments[1] == "again"
    e4.clock = e4.elapsed = e4.eval = None
    assert e4.text == e4.comment.strip() == "good again"
    e5.arrows = ["Gd2d4", Mark("Rd4")]
    assert set(e5.arrows) == {Mark("Rd4"), Mark("Gd2d4")}
    e5.arrows = []
    assert e5.comments == []
    e4.comment = "one"
    e4.add_comment("two")
    e4.add_nag(3)
    assert e4.comments == ["one", "two"] and e4.comment == "one two" and e4.nags == [2, 3]
    e4.comments, e4.nags = [], []
    assert movetext(game) == "1. e4 e5 *"
    game.root.comment = "before"
    assert game.root.comment == "before" and "{before} 1. e4" in movetext(game)
    for wrong in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError):
            e4.clock = wrong
    with pytest.raises(ValueError):
        e4.nags = [256]
    with pytest.raises(ValueError):
        Score()
    with pytest.raises(ValueError):
        Score(1.0, mate=2)


def test_whose_evaluation_it_is() -> None:
    game = Game.parse("1. e4 {[%eval -0.5]} e5 {[%eval #3]} 2. Nf3 {-0.31/14 2.1s} Nc6 {-0.31/14 2.1s} *")
    evals = [node.eval for node in game.mainline()]
    assert evals == [Score(-0.5), Score(mate=3), Score(-0.31, depth=14), Score(0.31, depth=14)]
    assert (Score(0.31).centipawns, Score(mate=2).centipawns, Score(mate=2).mate) == (31, None, 2)


def test_comments_before_a_variation() -> None:
    game = Game.parse("1. e4 e5 ({instead} 1... c5) *")
    sicilian = game.root.next.variations[1]  # type: ignore[union-attr]
    assert sicilian.starting_comment == "instead" and game.root.next.starting_comment == ""  # type: ignore[union-attr]
    sicilian.starting_comment = "or"
    assert "({or} 1... c5)" in movetext(game)
    with pytest.raises(EditError):
        game.root.next.starting_comment = "no"  # type: ignore[union-attr]


def test_tags_are_a_mapping() -> None:
    game = Game({"White": "Tal", "Event": "Club"})
    tags = game.tags
    assert dict(tags) == {"White": "Tal", "Event": "Club"} and list(tags) == ["White", "Event"] and len(tags) == 2
    assert tags["White"] == "Tal" and "Black" not in tags and tags.get("Black") is None and tags.get("Black", "?") == "?"
    assert 3 not in tags
    tags["Black"] = "Fine"
    tags.update({"Round": "1"}, Site="Riga")
    assert tags.pop("Round") == "1" and tags.pop("Round", "none") == "none" and tags.setdefault("Site", "?") == "Riga"
    assert tags.setdefault("Annotator", "me") == "me" and tags == game.tags == dict(tags.items())
    del tags["Annotator"]
    for lost in (lambda: tags["Annotator"], lambda: tags.pop("Annotator"), lambda: tags.__delitem__("Annotator")):
        with pytest.raises(KeyError):
            lost()
    for name, value in [("", "x"), ("My Tag", "x"), ("white", "x"), ("Event", "a\nb"), ("Result", "2-0"), ("FEN", "x")]:
        with pytest.raises(EditError):
            tags[name] = value
    tags["Result"] = "1-0"
    assert game.result == "1-0" == tags["Result"] and game.winner == "white"
    game.result = "1/2-1/2"
    assert tags["Result"] == "1/2-1/2" and game.winner is None
    with pytest.raises(ValueError):
        game.result = "3-0"
    from collections.abc import MutableMapping

    assert isinstance(tags, MutableMapping)


def test_tags_have_types() -> None:
    tags = Game({"Date": "1960.03.??", "Round": "3.1", "WhiteElo": "-", "TimeControl": "40/7200:3600+30"}).tags
    assert tags.typed("Date") == {"year": 1960, "month": 3, "day": None} and tags.typed("Round") == {"parts": [3, 1]}
    assert tags.typed("WhiteElo") == {"rating": None} and tags.typed("Black") is None
    assert tags.typed("TimeControl")["periods"][0] == {"kind": "moves", "seconds": 7200, "moves": 40}  # type: ignore[index]


def test_texts_that_are_no_game() -> None:
    for text, reason in [
        ("", "no game"),
        ("1. e4 e5 2. Ke3 *", "no king can reach e3"),
        ("1. e4 * 1. d4 *", "more than one game"),
        (b"1. e4 (", ""),
    ]:
        with pytest.raises(ReadError) as caught:
            Game.parse(text)
        assert reason in str(caught.value)
    with pytest.raises(ReadError) as caught:
        Game.parse("1. e4 e5\n2. Ke3 *")
    (found,) = caught.value.diagnostics
    assert (found.code, found.line, found.column, found.severity) == ("PGN-C001", 2, 4, "error")
    assert found.start == 12 and found.end == 15 and found.game == 1 and "error[PGN-C001]" in str(found)
    with pytest.raises(TypeError):
        Game.parse(3)  # type: ignore[arg-type]


def test_games_are_written() -> None:
    game = Game.parse('[White "Tal"]\n\n1. e4! {best} (1. d4) e5 *')
    assert str(game).startswith('[Event "?"]') and str(game) == game.export()
    assert "1. e4! {best}" in game.export(suffixes=True) and "(1. d4)" not in game.export(variations=False)
    assert "{best}" not in game.export(comments=False) and "$1" not in game.export(nags=False)
    assert movetext(Game.parse(game.export(reduced=True))) == "1. e4 e5 *"
    knight = Game.parse("1. Nf3 *")
    for notation, text in [("uci", "1. g1f3 *"), ("iccf", "1. 7163 *"), ("lan", "1. Ng1-f3 *"), ("figurine", "1. ♘f3 *"), ("de", "1. Sf3 *")]:
        assert knight.export(notation=notation, tags=False).strip() == text
    with pytest.raises(ValueError):
        knight.export(notation="xx")
    assert all(len(line) <= 20 for line in game.export(width=20, tags=False).splitlines())
    assert game.show().startswith("White: Tal") or "Tal" in game.show()
    assert repr(game) == "<Game Tal - ?, ?, *, 2 half-moves>"
    assert "<svg" in game._repr_html_()


def test_games_survive_json_and_pgc() -> None:
    game = Game.parse(f'[White "Łódź <b>"]\n\n{TREE}')
    again = Game.from_json(game.to_json())
    assert again == game and str(again) == str(game) and json.loads(game.to_json())["result"] == "1-0"
    plain = Game.parse("1. e4! (1. d4) 1... e5 *")
    (back,) = pgnkit.read(plain.to_pgc(), format="pgc")
    assert back.means_the_same(plain)
    with pytest.raises(EditError):
        game.to_pgc()
    assert game.to_pgc(lossy=True)
    with pytest.raises(ReadError):
        Game.from_json("{}]")


def test_games_are_copied_and_compared() -> None:
    game = Game.parse(TREE)
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert other == game and other is not game
        other.root.add("d4")
        assert other != game
    assert game != "game" and Game() == Game()
    with pytest.raises(TypeError):
        hash(game)


def test_games_from_positions_and_of_variants() -> None:
    game = Game({"White": "Tal"}, fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    game.root.add("O-O")
    assert game.tags["FEN"].startswith("4k3/") and game.tags["SetUp"] == "1" and game.start.castling == "K"
    assert Game(fen=Position.chess960(1)).tags["Variant"] == "Chess960"
    assert Game(variant="Atomic").tags["Variant"] == "Atomic" and Game(variant="Atomic").start.variant == "Atomic"
    unknown = next(iter(pgnkit.read(b'[Variant "Marseillais"]\n\n1. e4 d5e5 *\n')))
    assert [node.san for node in unknown.mainline()] and unknown.ply_count == 2
    with pytest.raises(EditError):
        unknown.root.add("e4")


def test_openings_and_conditions() -> None:
    game = Game.parse("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *")
    opening = game.opening()
    assert opening is not None and opening.eco == "B90" and "Najdorf" in opening.name and opening.ply == 10
    assert game.matches("plies = 10") and not game.matches("white = 'Tal'")
    with pytest.raises(pgnkit.ConditionError):
        game.matches("plies = ")


def test_games_are_checked() -> None:
    game = Game.parse('[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0')
    found = game.check()
    assert any(one.severity in ("error", "warning") for one in found), found
    assert Game.parse("1. e4 e5 *").check() == []


def test_epd() -> None:
    epd = pgnkit.Epd('4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 32766; id "pawn"; pv e4 Kd7;')
    assert epd.operations["bm"] == ["e4"] and epd.operations["id"] == ["pawn"] and epd.mate == 1
    assert epd.position.piece_at("e2") == "P" and epd.fen().startswith("4k3/") and epd == pgnkit.Epd(str(epd))
    assert dict(epd.typed)["bm"] == [("move", "e4", "e2e4")] and epd.to_game().sans() == ["e4", "Kd7"]
    with pytest.raises(ReadError):
        pgnkit.Epd("nonsense")
    registers = pgnkit.Registers()
    registers.scan(pgnkit.Epd("4k3/8/8/8/8/8/4P3/4K3 w - - eco B90;"))
    assert registers.eco == "B90" and registers.comments == [None] * 10
