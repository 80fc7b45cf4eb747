#!/usr/bin/env python3
"""The games that `pgn filter` and pgn-extract choose by the same criteria.

    compare/filter/run.py PGN FILE…          both programs on each file; exit status 1 if a difference is not explained
    compare/filter/run.py --times PGN FILE   how long each takes, on one core
    EXTRACT=path/to/pgn-extract              another one than that of the path

criteria.tsv has a criterion a line: its name, options of pgn-extract, lines of a file for it (after the option that ends with =),
the condition of pgn, and why they differ, if they do.
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

EXTRACT = os.environ.get("EXTRACT") or next(
    (path for path in ("/usr/games/pgn-extract", "/usr/bin/pgn-extract") if os.path.exists(path)), "pgn-extract"
)
CRITERIA = Path(__file__).with_name("criteria.tsv")


def criteria():
    for line in CRITERIA.read_text().splitlines():
        if line and not line.startswith("#"):
            name, options, lines, condition, reason = (line.split("\t") + [""])[:5]
            yield name, options.split(), lines.replace("\\n", "\n"), condition, reason


def numbered(source, to):
    """The games with their number in a tag of its own."""
    count = 0
    with open(source, "rb") as text, open(to, "wb") as out:
        for line in text:
            if line.startswith(b"[Event "):
                count += 1
                out.write(b'[GameNumber "%d"]\n' % count)
            out.write(line)
    return count


def numbers(text):
    return {int(number) for number in re.findall(rb'^\[GameNumber "(\d+)"\]', text, re.M)}


def run(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ran.stdout, ran.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def extract(options, lines, path, directory):
    options = list(options)
    if options and options[-1].endswith("="):
        criterion = Path(directory) / "criterion"
        criterion.write_text(lines + "\n")
        options[-1] = options[-1][:-1] + str(criterion)
    return run([EXTRACT, "-s", *options, str(path)])


def main():
    arguments = sys.argv[1:]
    times = "--times" in arguments
    pgn, *files = [argument for argument in arguments if not argument.startswith("--")]
    wrong = 0
    with tempfile.TemporaryDirectory() as directory:
        for source in files:
            path = Path(directory) / "games.pgn"
            count = numbered(source, path)
            print(f"{source}: {count} games")
            for name, options, lines, condition, reason in criteria():
                theirs, _, their_time = extract(options, lines, path, directory)
                ours, said, our_time = run([pgn, "filter", condition, "-j1", str(path)])
                theirs, ours = numbers(theirs), numbers(ours)
                more, fewer = sorted(ours - theirs), sorted(theirs - ours)
                same = not more and not fewer
                verdict = "same" if same else f"differ: {len(more)} more, {len(fewer)} fewer"
                time = f"  {their_time:.2f} s, {our_time:.3f} s, {their_time / max(our_time, 0.001):.0f} times" if times else ""
                print(f"  {name:32} {len(ours):7} {verdict}{time}{'' if same or not reason else ': ' + reason}")
                if not same and not reason:
                    wrong += 1
                    print(f"      {condition}\n      more {more[:8]} fewer {fewer[:8]} {said.decode().strip()}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
