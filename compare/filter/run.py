#!/usr/bin/env python3
"""The games that `pgn filter` and pgn-extract choose by the same criteria.

    compare/filter/run.py PGN                both programs on the corpus and on games with odds: 15 minutes, nearly all of it pgn-extract
    compare/filter/run.py PGN FILE…          on these files
    compare/filter/run.py --times PGN FILE   how long each takes, on one core
    compare/filter/run.py --bless PGN        writes differences.tsv
    EXTRACT=path/to/pgn-extract              another one than that of the path

criteria.tsv has a criterion a line: its name, options of pgn-extract, lines of a file for it (after the option that ends with =),
the condition of pgn, and why they differ, if they do. differences.tsv has how many games only pgn chooses of a file, and how many
only pgn-extract. The exit status is 1 if a number is another one, if there is a difference without a reason or a reason without
a difference, and, on the corpus, if neither program chooses any game by a criterion.
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
HERE = Path(__file__).resolve().parent
CRITERIA = HERE / "criteria.tsv"
DIFFERENCES = HERE / "differences.tsv"
CORPUS = HERE.parents[2] / "shared/corpus"
FILES = [
    CORPUS / "games/gnuchess-book-1.02.pgn.zst",
    CORPUS / "lichess/lichess-2021-10-user.pgn",
    CORPUS / "lichess/lichess-2025-05-sample.pgn",
    HERE / "odds.pgn",
]


def lines(path):
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


def criteria():
    for line in lines(CRITERIA):
        name, options, criterion, condition, reason = (line.split("\t") + [""])[:5]
        yield name, options.split(), criterion.replace("\\n", "\n"), condition, reason


def differences():
    """How many games more and fewer, by file and criterion."""
    rows = (line.split("\t") for line in lines(DIFFERENCES))
    return {(file, name): (int(more), int(fewer)) for file, name, more, fewer in rows}


def numbered(source, to, pgn="pgn"):
    """The games with their number in a tag of its own."""
    count = 0
    # Unpacks, and changes nothing else.
    text, _, _ = run([pgn, "filter", "--games", "1-", str(source)])
    with open(to, "wb") as out:
        for line in text.splitlines(keepends=True):
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
    # Status 1 says that games have errors.
    if ran.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: status {ran.returncode}\n{ran.stderr.decode()}")
    return ran.stdout, ran.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def extract(options, criterion, path, directory):
    options = list(options)
    if options and options[-1].endswith("="):
        file = Path(directory) / "criterion"
        file.write_text(criterion + "\n")
        options[-1] = options[-1][:-1] + str(file)
    return run([EXTRACT, "-s", *options, str(path)])


def main():
    arguments = sys.argv[1:]
    times, bless = "--times" in arguments, "--bless" in arguments
    pgn, *files = [argument for argument in arguments if not argument.startswith("--")]
    is_whole = not files
    if is_whole and not CORPUS.is_dir():
        print(f"filter: skipped, no corpus at {CORPUS}")
        return 0
    known, wrong, chosen, differ = differences(), [], set(), []
    for source in map(Path, files or FILES):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "games.pgn"
            count = numbered(source, path, pgn)
            file = source.name.split(".pgn")[0]
            print(f"{file}: {count} games")
            for name, options, criterion, condition, reason in criteria():
                theirs, _, their_time = extract(options, criterion, path, directory)
                ours, said, our_time = run([pgn, "filter", condition, "-j1", str(path)])
                theirs, ours = numbers(theirs), numbers(ours)
                more, fewer = sorted(ours - theirs), sorted(theirs - ours)
                if ours or theirs:
                    chosen.add(name)
                found = (len(more), len(fewer))
                verdict = "same" if found == (0, 0) else f"differ: {found[0]} more, {found[1]} fewer"
                time = f"  {their_time:.2f} s, {our_time:.3f} s, {their_time / max(our_time, 0.001):.0f} times" if times else ""
                print(f"  {name:36} {len(ours):7} {verdict}{time}", flush=True)
                if found != (0, 0):
                    differ.append((file, name, *found))
                # Of a file that is not listed any difference is right that has a reason.
                is_listed = any(file == listed for listed, _ in known)
                expected = known.get((file, name), (0, 0)) if is_listed or not reason else found
                if found != expected:
                    wrong.append(f"{file}: {name}: expected {expected[0]} more, {expected[1]} fewer, found {found[0]}, {found[1]}")
                    print(f"      {condition}\n      more {more[:8]} fewer {fewer[:8]} {said.decode().strip()}")
    if bless and is_whole:
        head = "# file\tcriterion\tgames that only pgn chooses\tonly pgn-extract\n"
        DIFFERENCES.write_text(head + "".join("\t".join(map(str, row)) + "\n" for row in differ))
        known = differences()
    reasons = {name: reason for name, _, _, _, reason in criteria()}
    listed = {name for _, name in known}
    wrong += [f"{name}: a difference is listed without a reason" for name in listed if not reasons.get(name)]
    wrong += [f"{name}: a reason without a difference" for name, reason in reasons.items() if reason and name not in listed]
    if is_whole:
        wrong += [f"{name}: chooses no game" for name in reasons if name not in chosen]
    print("\n".join(f"FAILED {line}" for line in wrong))
    print(f"{len(reasons)} criteria, {len(reasons) - len(listed)} without any difference")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
