"""Reads games as pgnkit sees them (JSON lines, see src/tree.rs), reads their text with python-chess, compares.

Prints `D<tab>file<tab>game<tab>kind` for every difference, then indented lines for a person. Kinds:

    variations   the moves, or where lines branch off, differ
    nags         the same moves, other glyphs
    comments     the same moves and glyphs, other comments
    error        python-chess reads no game, or fails

Levelled out before comparing, because the two models, not the readers, differ:

- python-chess keeps one comment a place: comments are joined by a space, white space is collapsed;
- its glyphs are a set: order and repetition go;
- it has no place for a variation of a variation's first move: such variations follow the one they stand in.

Levelled out because python-chess is known to misread them (decisions A-08, A-22, A-23 in conformance/DECISIONS.md; each is
applied to the text given to python-chess, so that nothing else hides behind it):

- an empty line ends its game: empty lines in the movetext are removed;
- `;` comments are dropped, and whole lines of them: outside braces they are turned into brace comments;
- comments before the tags are dropped, or begin a game of their own: they are moved behind the tags (A-23).
"""

import io
import json
import logging
import re
import sys

import chess
import chess.pgn

COMMENT_OR_REST = re.compile(r"\{[^}]*\}?|;[^\n]*|[^{;]+")
PREAMBLE = re.compile(r"(?:\s+|;[^\n]*|%[^\n]*|\{[^}]*\})*(?=\[)|")

# Stands for a closing brace inside a `;` comment while python-chess reads it as a brace comment.
BRACE = "\ue000"


def main():
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL + 1)
    games = 0
    for line in sys.stdin:
        game = json.loads(line)
        games += 1
        kind, mine, theirs = compare(game)
        if kind:
            print("D", game["file"], game["game"], kind, sep="\t")
            report(game, mine, theirs)
    print(f"read {games} games with python-chess {chess.__version__}")


def compare(game):
    """The kind of difference, or None, and both trees as lists of lines of text."""
    mine = flatten(from_pgnkit(game["line"]))
    try:
        read = chess.pgn.read_game(io.StringIO(prepare(game["text"])))
    except Exception as error:  # whatever it is, it is a difference
        return "error", [repr(error)], []
    if read is None:
        return "error", ["no game"], []
    theirs = flatten(from_python_chess(read))
    for kind, fields in ("variations", 1), ("nags", 2), ("comments", 3):
        if [place[:fields] for place in mine] != [place[:fields] for place in theirs]:
            return kind, mine, theirs
    return None, mine, theirs


def prepare(text):
    """The text as python-chess can read it: see above."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    preamble = PREAMBLE.match(text).group()
    tags, movetext = split_tags(text[len(preamble) :])
    parts = []
    for part in COMMENT_OR_REST.findall(preamble + movetext):
        if part.startswith(";"):
            part = "{" + part[1:].replace("}", BRACE) + "}"
        parts.append(part)
    movetext = re.sub(r"\n\s*\n", "\n", "".join(parts))
    return tags + "\n" + movetext.strip() + "\n"


def split_tags(text):
    """The lines up to the last tag pair before the movetext, and the rest."""
    end = 0
    for match in re.finditer(r"[^\n]*\n?", text):
        line = match.group().strip()
        if line.startswith("["):
            end = match.end()
        elif line and line[0] not in "%;":
            break
    return text[:end], text[end:]


def from_pgnkit(line):
    """(comment, moves): a move is [uci, nags, comment, lines that replace it]."""
    moves = []
    for at, move in enumerate(line["moves"]):
        variations = []
        for variation in move["variations"]:
            variations += hoisted(variation)
        moves.append([move["uci"], sorted(set(move["nags"])), joined(move["comments"]), variations])
    return joined(line["comments"]), moves


def hoisted(line):
    """The line, and behind it the variations of its first move, which replace the same move."""
    comment, moves = from_pgnkit(line)
    inner = []
    if moves:
        inner, moves[0][3] = moves[0][3], []
    return [(comment, moves)] + inner


def from_python_chess(game):
    """The same from the tree of python-chess: what stands beside a main move replaces it."""
    return joined([game.comment]), moves_from(game.variations)


def moves_from(nodes):
    moves = []
    while nodes:
        node, *others = nodes
        variations = [
            (joined([other.starting_comment]), [entry(other)] + moves_from(other.variations))
            for other in others
        ]
        moves.append(entry(node))
        moves[-1][3] = variations
        nodes = node.variations
    return moves


def entry(node):
    if node.starting_comment and node.is_main_variation():
        comment = [node.starting_comment, node.comment]
    else:
        comment = [node.comment]
    return [node.move.uci(), sorted(node.nags), joined(comment), []]


def joined(comments):
    if isinstance(comments, list):
        comments = " ".join(" ".join(c) if isinstance(c, list) else c for c in comments)
    return " ".join(comments.replace(BRACE, "}").split())


def flatten(tree, path="", out=None):
    """Every place of the tree as (path, nags, comment), so that trees compare place by place."""
    out = [] if out is None else out
    comment, moves = tree
    out.append((path + " start", [], comment))
    for ply, (uci, nags, text, variations) in enumerate(moves, 1):
        out.append((f"{path} {ply}:{uci}", nags, text))
        for number, variation in enumerate(variations, 1):
            flatten(variation, f"{path} {ply}.{number}", out)
    return out


def report(game, mine, theirs):
    shown = 0
    for at in range(max(len(mine), len(theirs))):
        a = mine[at] if at < len(mine) else None
        b = theirs[at] if at < len(theirs) else None
        if a != b:
            print(f"  pgnkit       {a}\n  python-chess {b}")
            shown += 1
            if shown == 3:
                break
    for line in game["text"].splitlines()[:30]:
        print("  |", line[:160])


if __name__ == "__main__":
    main()
