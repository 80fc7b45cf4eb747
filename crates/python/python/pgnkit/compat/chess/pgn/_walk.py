"""The way of a visitor through a line with its variations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._board import Board
from .._moves import Move

if TYPE_CHECKING:
    from ._nodes import ChildNode
    from ._visitors import BaseVisitor


def walk(
    first: ChildNode,
    board: Board,
    visitor: BaseVisitor[Any],
    *,
    with_siblings: bool = True,
    with_variations: bool = True,
    as_read: bool = False,
) -> None:
    """Shows a line to a visitor, beginning with a move that is not yet on the board.

    What is still to be done is on a stack of its own, as variations may be nested without an end. With `as_read` the
    visitor is asked about the text of each move, too.
    """
    from ._visitors import SKIP

    reads = as_read and _reads_san(visitor)
    # A node to be shown (and perhaps its siblings), a variation to begin, the end of one, or a move to be made again.
    todo: list[tuple[str, Any, bool]] = [("move", first, with_siblings)]
    while todo:
        what, subject, flag = todo.pop()
        if what == "move":
            node: ChildNode = subject
            move: Move | None = node.move
            if node.starting_comment:
                visitor.visit_comment(node.starting_comment)
            if reads:
                move = _asked(visitor, board, node)
                if move is None:
                    continue
            assert move is not None
            visitor.visit_move(board, move)
            board.push(move)
            visitor.visit_board(board)
            for nag in sorted(node.nags):
                visitor.visit_nag(nag)
            for comment in node._comments_read() if as_read else (node.comment,):
                if comment:
                    visitor.visit_comment(comment)
            if node.variations:
                todo.append(("move", node.variations[0], with_variations))
            siblings = node.parent.variations[1:] if flag else []
            if siblings:
                todo.append(("again", board.pop(), False))
                todo.extend(("begin", sibling, False) for sibling in reversed(siblings))
        elif what == "begin":
            todo.append(("end", len(board.move_stack), False))
            if visitor.begin_variation() is not SKIP:
                todo.append(("move", subject, False))
        elif what == "end":
            while len(board.move_stack) > subject:
                board.pop()
            visitor.end_variation()
        else:
            board.push(subject)


def _reads_san(visitor: BaseVisitor[Any]) -> bool:
    """Whether a visitor wants to read moves itself."""
    from ._visitors import BaseVisitor

    kind = type(visitor)
    return kind.parse_san is not BaseVisitor.parse_san or kind.begin_parse_san is not BaseVisitor.begin_parse_san


def _asked(visitor: BaseVisitor[Any], board: Board, node: ChildNode) -> Move | None:
    from ._visitors import SKIP

    san = node.san()
    if visitor.begin_parse_san(board, san) is SKIP:
        return None
    try:
        return visitor.parse_san(board, san)
    except ValueError as error:
        visitor.handle_error(error)
        return None
