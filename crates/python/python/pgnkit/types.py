"""Types for annotations of your own; there is nothing in them when a program runs.

`Source` is what can be read, `Square` and `MoveLike` are what squares and moves may be given as, `Color` and `Outcome` are strings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._core import Color as Color
    from ._core import EnPassant as EnPassant
    from ._core import MoveLike as MoveLike
    from ._core import Outcome as Outcome
    from ._core import Source as Source
    from ._core import Square as Square
