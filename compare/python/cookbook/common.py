"""What the scripts share: the arguments, and games one after the other."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from typing import Any


def arguments() -> tuple[Any, Any, str]:
    """The library (`chess` or `pgnkit.compat.chess`), its module `pgn`, and the file."""
    name, path = sys.argv[1:3]
    return importlib.import_module(name), importlib.import_module(f"{name}.pgn"), path


def games(pgn: Any, path: str) -> Iterator[Any]:
    with open(path, encoding="utf-8", errors="replace") as handle:
        while (game := pgn.read_game(handle)) is not None:
            yield game
