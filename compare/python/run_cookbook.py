"""Runs the scripts of `cookbook/` with python-chess and with pgnkit on the same files, and compares what they print."""

from __future__ import annotations

import argparse
import difflib
import re
import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).parent / "cookbook"
LIBRARIES = ("chess", "pgnkit.compat.chess")
# Differences on purpose (docs/from-python-chess.md): in which lines, what we write, what they write, why.
ON_PURPOSE = [(re.compile(r'\[\w+ ".*"\]'), "\\\\", "\\", "a backslash in a tag is escaped, as the standard has it")]


def run(script: Path, library: str, file: str) -> tuple[str, float]:
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, script, library, file], capture_output=True, text=True, cwd=FOLDER, timeout=600
    )
    if done.returncode:
        # The end of the traceback is what differs.
        return f"{done.stdout}status {done.returncode}\n{done.stderr[-2000:]}", time.perf_counter() - start
    return done.stdout, time.perf_counter() - start


def same_on_purpose(theirs: str, ours: str) -> bool:
    """Whether nothing but what is meant to differ does; says what."""
    for lines, ours_has, theirs_has, why in ON_PURPOSE:
        parts = [part.replace(ours_has, theirs_has) if lines.fullmatch(part) else part for part in ours.split("\n")]
        made = "\n".join(parts)
        if made != ours and made == theirs:
            print(f"             on purpose: {why}")
            return True
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", help="files of games")
    parser.add_argument("--only", help="the name of one script")
    given = parser.parse_args()
    scripts = [path for path in sorted(FOLDER.glob("*.py")) if path.stem != "common"]
    if given.only:
        scripts = [path for path in scripts if path.stem == given.only]
    different = 0
    print(f"{'script':12} {'file':32} {'lines':>7} {'python-chess':>12} {'pgnkit':>8} {'ratio':>6}")
    for script in scripts:
        for file in given.files:
            path = str(Path(file).resolve())
            (theirs, their_time), (ours, our_time) = (run(script, library, path) for library in LIBRARIES)
            lines = theirs.count("\n")
            ratio = their_time / our_time
            print(
                f"{script.stem:12} {Path(file).name:32} {lines:7} {their_time:10.2f} s {our_time:6.2f} s {ratio:6.1f}",
                flush=True,
            )
            if "status" in theirs.split("\n", 1)[0] or "Traceback" in theirs:
                print(theirs)
                different += 1
            if theirs != ours and same_on_purpose(theirs, ours):
                continue
            if theirs != ours:
                different += 1
                shown = list(difflib.unified_diff(theirs.splitlines(), ours.splitlines(), *LIBRARIES, lineterm="", n=1))
                print("\n".join(line[:160] for line in shown[:12]))
    sys.stdout.flush()
    print("equal answers" if not different else f"{different} answers differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
