#!/usr/bin/env python3
"""How often `pgn eco` names the opening of a game as lichess named it.

    compare/eco/run.py PGN                the games of lichess in the corpus; fails if a number is not that of expected.tsv
    compare/eco/run.py PGN FILE…          of these files
    compare/eco/run.py --details PGN      each game that is named otherwise, and why
    compare/eco/run.py --book=TABLE PGN   with another table, such as that of the day on which the games were played
    compare/eco/run.py --bless PGN        writes expected.tsv

Only games that lichess has written are looked at: their Site leads there, and they have ECO and Opening. These tags are taken
away, and `pgn eco --names lichess` writes its own. Of each game that gets other ones the names after each half-move say which class it is of.
"""

import re
import subprocess
import sys
import tempfile
from collections import Counter, namedtuple
from pathlib import Path

HERE = Path(__file__).resolve().parent
CORPUS = HERE.parents[2] / "shared/corpus"
EXPECTED = HERE / "expected.tsv"
OPENING_TAGS = ("ECO", "Opening", "Variation", "SubVariation")
TAG = re.compile(r'^\[(\w+) "(.*)"\]\s*$', re.M)

CLASSES = {
    "same": "code and name are the same",
    "neither": "neither names an opening: it has no move",
    "longer": "lichess has the name that the table has for an earlier position of the game: the line that goes on is newer",
    "renamed": "the same code, and a name that the table does not have any more",
    "recoded": "the same name with another code",
    "moved": "the table has the name of lichess, but for no position of the game: it stands at another line now",
    "replaced": "another code, and a name that the table does not have any more",
    "none of lichess": "lichess names none",
    "none of pgn": "pgn names none",
}

Opening = namedtuple("Opening", "code name")
NONE = Opening("", "")


def run(*command):
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    # Status 1 says that games have errors.
    if ran.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: status {ran.returncode}\n{ran.stderr.decode()}")
    return ran.stdout.decode("utf-8", "replace")


def games(text):
    """The games one by one; each begins with the tag Event, as those of lichess do."""
    starts = [found.start() for found in re.finditer(r"^\[Event ", text, re.M)] + [len(text)]
    return [text[start:end] for start, end in zip(starts, starts[1:])]


def opening(game):
    tags = dict(TAG.findall(game))
    values = (tags.get(name, "").replace('\\"', '"') for name in ("ECO", "Opening"))
    return Opening(*("" if value == "?" else value for value in values))


def is_of_lichess(game):
    tags = dict(TAG.findall(game))
    return re.match(r"https?://lichess\.org/", tags.get("Site", "")) and "ECO" in tags and "Opening" in tags


def without_opening(game):
    return re.sub(r"^\[(?:%s) .*\n" % "|".join(OPENING_TAGS), "", game, flags=re.M)


class Namer:
    """Names games by `pgn eco`."""

    def __init__(self, pgn, book, directory):
        self.pgn, self.book, self.file = pgn, [f"--book={book}"] if book else [], Path(directory) / "games.pgn"

    def name(self, these, plies=None):
        """The openings of games, or of as many half-moves of them."""
        text = "".join(these)
        self.file.write_text(text)
        if plies is not None:
            self.file.write_text(run(self.pgn, "edit", f"--max-plies={plies}", str(self.file)))
        found = [opening(game) for game in games(run(self.pgn, "eco", "--names=lichess", *self.book, str(self.file)))]
        assert len(found) == len(these), f"{len(these)} games, {len(found)} named"
        return found

    def last_plies(self, these):
        """The half-move after which the last named position comes, at most."""
        self.file.write_text("".join(these))
        said = run(self.pgn, "eco", "--explain", *self.book, str(self.file))
        return max((2 * int(number) - (dots != "...") for number, dots in re.findall(r", after (\d+)(\.+) ", said)), default=0)


def classify(lichess, ours, earlier, names):
    if lichess == ours:
        return "same" if ours != NONE else "neither"
    if NONE in (lichess, ours):
        return "none of lichess" if lichess == NONE else "none of pgn"
    if lichess in earlier:
        return "longer"
    if lichess.name == ours.name:
        return "recoded"
    if lichess.name in names:
        return "moved"
    return "renamed" if lichess.code == ours.code else "replaced"


def look_at(path, namer, names):
    """Class, game and both openings of each game of a file."""
    text = run(namer.pgn, "filter", "--games=1-", str(path))
    theirs = [game for game in games(text) if is_of_lichess(game)]
    bare = [without_opening(game) for game in theirs]
    pairs = list(zip(map(opening, theirs), namer.name(bare)))
    others = [index for index, (lichess, ours) in enumerate(pairs) if lichess != ours]
    earlier = {index: set() for index in others}
    if others:
        rest = [bare[index] for index in others]
        for plies in range(namer.last_plies(rest) + 1):
            for index, found in zip(others, namer.name(rest, plies)):
                earlier[index].add(found)
    for index, (lichess, ours) in enumerate(pairs):
        yield classify(lichess, ours, earlier.get(index, set()), names), theirs[index], lichess, ours


def main():
    arguments = sys.argv[1:]
    options = {argument.split("=")[0]: argument.partition("=")[2] for argument in arguments if argument.startswith("--")}
    pgn, *files = [argument for argument in arguments if not argument.startswith("--")]
    if not files and not CORPUS.is_dir():
        print(f"eco: skipped, no corpus at {CORPUS}")
        return 0
    book = options.get("--book") or None
    table = Path(book) if book else HERE.parents[1] / "crates/collections/src/eco/lichess.tsv"
    names = {line.split("\t")[1] for line in table.read_text().splitlines()[1:]}
    counts, examples = {}, {}
    sources = list(map(Path, files)) or sorted(path for path in CORPUS.rglob("*.pgn"))
    for path in sources:
        label = str(path.relative_to(CORPUS)) if not files else path.name
        with tempfile.TemporaryDirectory() as directory:
            counter, codes, titles = Counter(), 0, 0
            for kind, game, lichess, ours in look_at(path, Namer(pgn, book, directory), names):
                counter[kind] += 1
                codes += lichess.code == ours.code
                titles += lichess.name == ours.name
                said = f"{lichess.code} {lichess.name} → {ours.code} {ours.name}"
                examples.setdefault(kind, Counter())[said] += 1
                if "--details" in options and lichess != ours:
                    print(f"{kind}\t{dict(TAG.findall(game)).get('Site')}\t{said}")
        if not counter:
            continue
        total = sum(counter.values())
        agree = counter["same"] + counter["neither"]
        print(f"{label}: {total} games; ECO {codes}, {codes / total:.1%}; Opening {titles}, {titles / total:.1%}; both {agree}, {agree / total:.1%}")
        for kind in CLASSES:
            if counter[kind]:
                counts[label, kind] = counter[kind]
                print(f"  {counter[kind]:5} {kind}")
    print()
    for kind, why in CLASSES.items():
        if kind in examples and kind != "same":
            said, times = examples[kind].most_common(1)[0]
            print(f"{kind}: {sum(examples[kind].values())}: {why}\n      {times} times {said}")
    if files or book:
        return 0
    if "--bless" in options:
        head = "# file\tclass\tgames\n"
        EXPECTED.write_text(head + "".join(f"{file}\t{kind}\t{count}\n" for (file, kind), count in counts.items()))
    rows = (line.split("\t") for line in EXPECTED.read_text().splitlines() if not line.startswith("#"))
    expected = {(file, kind): int(count) for file, kind, count in rows}
    wrong = [f"FAILED {file}: {kind}: expected {expected.get((file, kind), 0)}, found {counts.get((file, kind), 0)}"
             for file, kind in sorted(expected.keys() | counts.keys()) if expected.get((file, kind)) != counts.get((file, kind))]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
