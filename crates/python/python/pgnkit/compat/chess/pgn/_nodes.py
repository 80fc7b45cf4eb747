"""Places in a game.

A game that was read is a tree of pgnkit's own, and nodes are made of it when a script comes to them. From then on they
hold what the script sees and changes; the tree behind them stays what was read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Union, cast

from ...._core import Node
from .. import svg
from .._board import Board
from .._moves import Move, from_core
from .._squares import Color
from ..engine import PovScore
from . import _commands, _copies
from ._walk import walk

if TYPE_CHECKING:
    from typing_extensions import Self

    from ._game import Game
    from ._visitors import BaseVisitor

T = TypeVar("T")
ResultT = TypeVar("ResultT", covariant=True)

_Choice = Union[int, Move, "GameNode"]


class GameNode:
    """A place in a game: `Game` is the one before the first move, `ChildNode` one after a move."""

    parent: GameNode | None = None

    # What was read, and what of it has been asked for or changed.
    _place: Node | None = None
    _move: Move | None = None
    _variations: list[ChildNode] | None = None
    # The first of the variations, as long as nobody has asked for all.
    _main: ChildNode | None = None
    _comment: str | None = None
    _starting_comment: str | None = None
    _nags: set[int] | None = None

    @property
    def move(self) -> Move | None:
        """The move that led here."""
        if self._move is None and self._place is not None:
            core = self._place.move
            if core is not None:
                self._move = from_core(core)
        return self._move

    @move.setter
    def move(self, move: Move) -> None:
        # What was read with the other move is no longer so.
        self._loosen()
        self._move = move

    def __copy__(self) -> Self:
        other = type(self).__new__(type(self))
        vars(other).update(vars(self))
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        _copies.deep(_copies.place_of(self)[0], memo)
        found = memo.get(id(self))
        if found is None:
            # It was taken out of its game, but still knows where it was.
            other = self.__copy__()
            other.parent = memo[id(self.parent)]
            found = memo[id(self)] = other
        return cast("Self", found)

    def __reduce__(self) -> tuple[object, ...]:
        root, way = _copies.place_of(self)
        if root is self or -1 in way:
            return _copies.game_of, (_copies.flat(self),)
        return _copies.node_of, (root, way)

    def _loosen(self) -> None:
        """Takes everything from what was read, for this node and all after it."""
        nodes: list[GameNode] = [self]
        while nodes:
            node = nodes.pop()
            _ = node.move, node.comment, node.starting_comment, node.nags
            nodes.extend(node.variations)
            node._place = None

    @property
    def variations(self) -> list[ChildNode]:
        """The places after the moves that the game has here, the main one first."""
        if self._variations is None:
            place, main = self._place, self._main
            self._variations = [_read(self, child) for child in place.variations] if place is not None else []
            if main is not None:
                # It has been seen already, and must stay the same.
                self._variations[0] = main
        return self._variations

    @variations.setter
    def variations(self, variations: list[ChildNode]) -> None:
        self._variations, self._main = variations, None

    @property
    def comment(self) -> str:
        """The comment here, after the move."""
        if self._comment is None:
            comments = self._place.comments if self._place is not None else ()
            self._comment = " ".join([_unpadded(comment) for comment in comments])
        return self._comment

    @comment.setter
    def comment(self, comment: str) -> None:
        self._comment = comment

    def _comments_read(self) -> list[str]:
        """The comments here one by one, as they were read or are now."""
        if self._place is None or self._comment is not None:
            return [self._comment] if self._comment else []
        return [_unpadded(comment) for comment in self._place.comments]

    @property
    def starting_comment(self) -> str:
        """The comment before the first move of a variation."""
        if self._starting_comment is None:
            self._starting_comment = _unpadded(self._place.starting_comment) if self._place is not None else ""
        return self._starting_comment

    @starting_comment.setter
    def starting_comment(self, starting_comment: str) -> None:
        self._starting_comment = starting_comment

    @property
    def nags(self) -> set[int]:
        """The numeric annotation glyphs of the move."""
        if self._nags is None:
            self._nags = set(self._place.nags) if self._place is not None else set()
        return self._nags

    @nags.setter
    def nags(self, nags: Iterable[int]) -> None:
        self._nags = set(nags)

    # Where it is.

    def board(self) -> Board:
        """A board with the moves that lead here made."""
        raise NotImplementedError

    def ply(self) -> int:
        """Half-moves since the start, by the number of the move where the game starts."""
        raise NotImplementedError

    def turn(self) -> Color:
        """The side to move here."""
        return self.ply() % 2 == 0

    def root(self) -> GameNode:
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def game(self) -> Game:
        """The game that this is in."""
        from ._game import Game

        root = self.root()
        assert isinstance(root, Game), "expected a node of a game"
        return root

    def end(self) -> GameNode:
        """The place after the last move of the line."""
        node: GameNode = self
        while (child := node.next()) is not None:
            node = child
        return node

    def is_end(self) -> bool:
        return not self.variations

    def starts_variation(self) -> bool:
        """Whether the move here is an alternative to another one."""
        return bool(self.parent and self.parent.variations and self.parent.variations[0] is not self)

    def is_mainline(self) -> bool:
        """Whether this is a place of the main line."""
        node = self
        while node.parent is not None:
            if node.starts_variation() or not node.parent.variations:
                return False
            node = node.parent
        return True

    def is_main_variation(self) -> bool:
        """Whether the move here is the first one of those that its parent has."""
        if self.parent is None:
            return True
        return bool(self.parent.variations) and self.parent.variations[0] is self

    # What comes next.

    def __getitem__(self, move: _Choice) -> ChildNode:
        return self.variation(move)

    def __contains__(self, move: _Choice) -> bool:
        return self.has_variation(move)

    def _index(self, move: _Choice) -> int | None:
        if isinstance(move, int):
            return move if -len(self.variations) <= move < len(self.variations) else None
        for index, node in enumerate(self.variations):
            if node is move or node.move == move:
                return index
        return None

    def variation(self, move: _Choice) -> ChildNode:
        """The place after a move, by the move or its number; raises `KeyError` where there is none."""
        if isinstance(move, int):
            return self.variations[move]
        return self.variations[self._index_of(move)]

    def _index_of(self, move: _Choice) -> int:
        index = self._index(move)
        if index is None:
            raise KeyError(move)
        return index % len(self.variations)

    def has_variation(self, move: _Choice) -> bool:
        return self._index(move) is not None

    def next(self) -> ChildNode | None:
        """The place after the next move of the line."""
        variations = self._variations
        if variations is None:
            if self._main is None and self._place is not None:
                place = self._place.next
                self._main = _read(self, place) if place is not None else None
            return self._main
        return variations[0] if variations else None

    def mainline(self) -> Mainline[ChildNode]:
        """The places after the moves that follow in the line."""
        return Mainline(self, _itself)

    def mainline_moves(self) -> Mainline[Move]:
        """The moves that follow in the line."""
        return Mainline(self, _move_of)

    # Changes.

    def promote_to_main(self, move: _Choice) -> None:
        """Makes a variation the first one."""
        self.variations.insert(0, self.variations.pop(self._index_of(move)))

    def promote(self, move: _Choice) -> None:
        """Moves a variation one place up."""
        self._exchange(self._index_of(move), -1)

    def demote(self, move: _Choice) -> None:
        """Moves a variation one place down."""
        self._exchange(self._index_of(move), 1)

    def _exchange(self, index: int, step: int) -> None:
        other = index + step
        if 0 <= other < len(self.variations):
            self.variations[index], self.variations[other] = self.variations[other], self.variations[index]

    def remove_variation(self, move: _Choice) -> None:
        """Removes a move and all that follows it."""
        del self.variations[self._index_of(move)]

    def add_variation(
        self, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """Adds a move after those that are here."""
        node = ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)
        return node

    def add_main_variation(self, move: Move, *, comment: str = "", nags: Iterable[int] = ()) -> ChildNode:
        """Adds a move before those that are here."""
        node = ChildNode(self, move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return node

    def add_line(
        self,
        moves: Iterable[Move],
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> GameNode:
        """Adds moves one after the other, and returns the last place, which gets the comment and the glyphs."""
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        if comment:
            node.comment = f"{node.comment} {comment}".strip()
        node.nags.update(nags)
        return node

    # Commands in the comment.

    def eval(self) -> PovScore | None:
        """The score in the comment."""
        comment = self.comment
        return _commands.score(comment, self.turn()) if "%eval" in comment else None

    def eval_depth(self) -> int | None:
        """The depth of the search for the score in the comment."""
        return _commands.depth(self.comment)

    def set_eval(self, score: PovScore | None, depth: int | None = None) -> None:
        self.comment = _commands.with_score(self.comment, score, depth)

    def arrows(self) -> list[svg.Arrow]:
        """The arrows and coloured squares in the comment."""
        return _commands.arrows(self.comment)

    def set_arrows(self, arrows: Iterable[svg.Arrow | tuple[int, int]]) -> None:
        self.comment = _commands.with_arrows(self.comment, arrows)

    def clock(self) -> float | None:
        """Seconds that the player has left, as the comment says."""
        return _commands.clock(self.comment)

    def set_clock(self, seconds: float | None) -> None:
        self.comment = _commands.with_clock(self.comment, seconds)

    def emt(self) -> float | None:
        """Seconds used for the move, as the comment says."""
        return _commands.elapsed(self.comment)

    def set_emt(self, seconds: float | None) -> None:
        self.comment = _commands.with_elapsed(self.comment, seconds)

    # Visitors.

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Shows everything from here on to a visitor, and returns its result."""
        raise NotImplementedError

    def accept_subgame(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Shows everything from here on to a visitor as a game of its own, which starts here."""
        from ._visitors import SKIP

        if visitor.begin_game() is not SKIP:
            board = self.board()
            start = board.copy(stack=False)
            headers = self.game().headers.copy()
            if self.parent is not None:
                headers["FEN"], headers["SetUp"] = start.fen(), "1"
            for name, value in headers.items():
                visitor.visit_header(name, value)
            if visitor.end_headers() is not SKIP:
                visitor.visit_board(board)
                if self.variations:
                    walk(self.variations[0], board, visitor)
                visitor.visit_result(headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    def __str__(self) -> str:
        from ._exporters import StringExporter

        return self.accept(StringExporter(columns=None))


class ChildNode(GameNode):
    """The place after a move."""

    parent: GameNode

    def __init__(
        self,
        parent: GameNode,
        move: Move,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> None:
        self.parent = parent
        self._move = move
        self._variations = []
        self._comment = comment
        self._starting_comment = starting_comment
        self._nags = set(nags)
        parent.variations.append(self)

    if TYPE_CHECKING:

        @property
        def move(self) -> Move: ...

        @move.setter
        def move(self, move: Move) -> None: ...

    def board(self) -> Board:
        place = self._place
        if place is not None:
            kind = self.game()._kind_as_read()
            if kind is not None:
                return kind.from_core(place.board())
        moves: list[Move] = []
        node: GameNode = self
        while isinstance(node, ChildNode) and (node is self or node._place is None or place is None):
            moves.append(node.move)
            node = node.parent
        board = node.board()
        for move in reversed(moves):
            board.push(move)
        return board

    def ply(self) -> int:
        count = 0
        node: GameNode = self
        while node.parent is not None:
            node, count = node.parent, count + 1
        return node.ply() + count

    def san(self) -> str:
        """The move in standard algebraic notation."""
        place = self._place
        if place is not None and self.game()._kind_as_read() is not None:
            san = place.san
            if san is not None:
                return san
        return self.parent.board().san(self.move)

    def uci(self, *, chess960: bool | None = None) -> str:
        """The move in UCI notation."""
        if chess960 is None:
            return self.move.uci()
        return self.parent.board().uci(self.move, chess960=chess960)

    def end(self) -> ChildNode:
        end = super().end()
        assert isinstance(end, ChildNode)
        return end

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        walk(self, self.parent.board(), visitor, with_siblings=False)
        return visitor.result()

    def __repr__(self) -> str:
        try:
            board = self.parent.board()
            text = f"{board.fullmove_number}{'.' if board.turn else '...'} {board.san(self.move)}"
        except (ValueError, AssertionError):
            text = str(self.move)
        return f"<{type(self).__name__} at {id(self):#x} ({text} ...)>"


def _read(parent: GameNode, place: Node) -> ChildNode:
    """A node of a place that was read."""
    node = ChildNode.__new__(ChildNode)
    node.parent = parent
    node._place = place
    return node


def _unpadded(comment: str) -> str:
    """A comment without the spaces that `{ … }` is often written with."""
    comment = comment[1:] if comment.startswith(" ") else comment
    return comment[:-1] if comment.endswith(" ") else comment


def _itself(node: ChildNode) -> ChildNode:
    return node


def _move_of(node: ChildNode) -> Move:
    return node.move


class Mainline(Generic[T]):
    """The nodes or moves that follow in a line."""

    def __init__(self, start: GameNode, f: Callable[[ChildNode], T]) -> None:
        self.start = start
        self.f = f

    def __bool__(self) -> bool:
        return self.start.next() is not None

    def __iter__(self) -> Iterator[T]:
        start = self.start
        if self.f is _move_of and start._variations is None and start._main is None and start._place is not None:
            # Nobody has looked at the line, so it is as it was read.
            moves: Iterator[Any] = map(from_core, start._place.game.moves if start.parent is None else ())
            if start.parent is None:
                return moves
        return self._nodes()

    def _nodes(self) -> Iterator[T]:
        node, f = self.start.next(), self.f
        while node is not None:
            yield f(node)
            node = node.next()

    def __reversed__(self) -> Iterator[T]:
        node = self.start.end()
        while node is not self.start and isinstance(node, ChildNode):
            yield self.f(node)
            node = node.parent

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Shows the line to a visitor, without its variations."""
        if self.start.variations:
            walk(self.start.variations[0], self.start.board(), visitor, with_siblings=False, with_variations=False)
        return visitor.result()

    def __str__(self) -> str:
        from ._exporters import StringExporter

        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        return f"<Mainline at {id(self):#x} ({self})>"
