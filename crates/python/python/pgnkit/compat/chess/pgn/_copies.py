"""Games copied and pickled. Nodes refer to each other, and a game may be longer than Python likes to recurse."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._nodes import GameNode

# What holds nodes together, and is put together anew; and the tree that was read, which never changes.
_LINKS = ("parent", "_variations", "_main")
_SHARED = ("_core", "_place")

# A node: its class, what it holds, the number of its parent, and whether it is the first child of one whose others were not asked for.
_Flat = tuple[type[Any], dict[str, Any], int, bool, bool]


def _nodes(root: GameNode) -> list[tuple[GameNode, int, bool]]:
    """A node and all after it, parents first, with the numbers of the parents."""
    found: list[tuple[GameNode, int, bool]] = [(root, -1, False)]
    # What is appended is gone through as well.
    for number, (node, _, _) in enumerate(found):
        if node._variations is not None:
            found.extend((child, number, False) for child in node._variations)
        elif node._main is not None:
            found.append((node._main, number, True))
    return found


def flat(root: GameNode) -> list[_Flat]:
    """A game as a list."""
    return [
        (type(node), {name: held for name, held in vars(node).items() if name not in _LINKS}, parent, is_main, node._variations is not None)
        for node, parent, is_main in _nodes(root)
    ]


def joined(nodes: list[_Flat]) -> list[Any]:
    """The nodes of such a list."""
    made: list[Any] = []
    for kind, held, parent, is_main, has_variations in nodes:
        node: Any = object.__new__(kind)
        vars(node).update(held)
        if has_variations:
            node._variations = []
        if parent >= 0:
            node.parent = made[parent]
            if is_main:
                node.parent._main = node
            else:
                node.parent._variations.append(node)
        made.append(node)
    return made


def deep(root: GameNode, memo: dict[int, Any]) -> None:
    """Copies a game; the copy of each node is in `memo`."""
    copies = [
        (kind, {name: value if name in _SHARED else deepcopy(value, memo) for name, value in held.items()}, parent, is_main, has_variations)
        for kind, held, parent, is_main, has_variations in flat(root)
    ]
    for (node, _, _), made in zip(_nodes(root), joined(copies), strict=True):
        memo[id(node)] = made


def place_of(node: GameNode) -> tuple[GameNode, list[int]]:
    """The root of a node, and the way from there: the number of the variation at each step."""
    way: list[int] = []
    while node.parent is not None:
        siblings = node.parent._variations
        way.append(0 if siblings is None else next((at for at, other in enumerate(siblings) if other is node), -1))
        node = node.parent
    return node, way[::-1]


def game_of(nodes: list[_Flat]) -> Any:
    """Unpickles a game."""
    return joined(nodes)[0]


def node_of(root: Any, way: list[int]) -> Any:
    """Unpickles a node."""
    for at in way:
        root = root.variations[at] if root._variations is not None else root.next()
    return root
