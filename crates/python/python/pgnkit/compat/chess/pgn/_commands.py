"""Values in comments for programs: clocks, scores, arrows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .. import svg
from .._squares import WHITE, Color
from ..engine import Cp, Mate, PovScore, Score

_CLOCK = re.compile(r"\[%clk\s+(\d+):(\d+):(\d+(?:\.\d*)?)\s*\]")
_ELAPSED = re.compile(r"\[%emt\s+(\d+):(\d+):(\d+(?:\.\d*)?)\s*\]")
_SCORE = re.compile(r"\[%eval\s+(?:#([+-]?\d+)|([+-]?\d*\.?\d+))(?:,(\d+))?\s*\]")
_ARROWS = re.compile(r"\[%(?:csl|cal)\s+([GRYB][a-h][1-8](?:[a-h][1-8])?(?:,[GRYB][a-h][1-8](?:[a-h][1-8])?)*)\s*\]")


def _replaced(pattern: re.Pattern[str], comment: str, command: str) -> str:
    """The comment with this command in place of the one that is there, or after everything."""
    match = pattern.search(comment)
    if match is None:
        return f"{comment.rstrip()} {command}".strip() if command else comment
    before, after = comment[: match.start()], pattern.sub("", comment[match.end() :])
    if command:
        return before + command + after
    return " ".join(part for part in (before.rstrip(), after.lstrip()) if part)


def _time(match: re.Match[str] | None) -> float | None:
    if match is None:
        return None
    hours, minutes, seconds = match.groups()
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def _time_text(name: str, seconds: float | None) -> str:
    if seconds is None:
        return ""
    thousandths = round(max(seconds, 0) * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    fraction = f"{rest / 1000:06.3f}".rstrip("0").rstrip(".")
    return f"[%{name} {minutes // 60}:{minutes % 60:02}:{fraction}]"


def clock(comment: str) -> float | None:
    start = comment.find("[%clk ")
    if start < 0:
        return None
    # `0:03:00` at the place where it should be needs no search; there is one after nearly each move.
    try:
        hours, minutes, seconds = comment[start + 6 : comment.index("]", start)].split(":")
        if hours.isdecimal() and minutes.isdecimal() and seconds.isdecimal():
            return float(int(hours) * 3600 + int(minutes) * 60 + int(seconds))
    except ValueError:
        pass
    return _time(_CLOCK.search(comment))


def with_clock(comment: str, seconds: float | None) -> str:
    return _replaced(_CLOCK, comment, _time_text("clk", seconds))


def elapsed(comment: str) -> float | None:
    return _time(_ELAPSED.search(comment)) if "%emt" in comment else None


def with_elapsed(comment: str, seconds: float | None) -> str:
    return _replaced(_ELAPSED, comment, _time_text("emt", seconds))


def score(comment: str, turn: Color) -> PovScore | None:
    """The score, for the side to move. It is written for White."""
    match = _SCORE.search(comment) if "%eval" in comment else None
    if match is None:
        return None
    mate, pawns, _ = match.groups()
    if mate and int(mate) == 0:
        # Who is to move after mate is the one who is mated, whatever the sign.
        return PovScore(Mate(0), turn)
    white: Score = Mate(int(mate)) if mate else Cp(round(float(pawns) * 100))
    return PovScore(white if turn == WHITE else -white, turn)


def depth(comment: str) -> int | None:
    match = _SCORE.search(comment) if "%eval" in comment else None
    return int(match[3]) if match and match[3] else None


def with_score(comment: str, score: PovScore | None, depth: int | None) -> str:
    command = ""
    if score is not None:
        white = score.white()
        centipawns = white.score()
        value = f"{centipawns / 100:.2f}" if centipawns is not None else f"#{white.mate()}"
        command = f"[%eval {value}{f',{max(depth, 0)}' if depth is not None else ''}]"
    return _replaced(_SCORE, comment, command)


def arrows(comment: str) -> list[svg.Arrow]:
    if "%c" not in comment:
        return []
    return [svg.Arrow.from_pgn(mark) for match in _ARROWS.finditer(comment) for mark in match[1].split(",")]


def with_arrows(comment: str, marks: Iterable[svg.Arrow | tuple[int, int]]) -> str:
    """The comment with these arrows and coloured squares in place of its own; they come first."""
    texts: Sequence[str] = [(mark if isinstance(mark, svg.Arrow) else svg.Arrow(*mark)).pgn() for mark in marks]
    rest = " ".join(_ARROWS.sub(" ", comment).split()) if _ARROWS.search(comment) else comment
    squares = [text for text in texts if len(text) == 3]
    lines = [text for text in texts if len(text) == 5]
    command = f"[%csl {','.join(squares)}]" if squares else ""
    command += f"[%cal {','.join(lines)}]" if lines else ""
    return " ".join(part for part in (command, rest) if part)
