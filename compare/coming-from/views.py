"""What of an output is compared: crates/cli/tests/cli/coming_from/views.rs has the same, for the outputs of pgn."""

import re


def games(text):
    """The games of a text in PGN, each with its lines of tags and those of its moves."""
    found, was_tag = [], False
    for line in text.splitlines():
        if not line.strip():
            continue
        is_tag = re.match(r"\[[A-Za-z]+ ", line) is not None
        if not found or is_tag and not was_tag:
            found.append(([], []))
        found[-1][0 if is_tag else 1].append(line)
        was_tag = is_tag
    return found


def value(tags, name):
    for line in tags:
        if line.startswith(f'[{name} "'):
            return line[len(name) + 3 :].removesuffix('"]')
    return "-"


def moves(lines):
    """Moves, comments, glyphs, brackets and the result, without the numbers of moves."""
    text = re.sub(r"\b[0-9]+\.+\s*", "", re.sub(r"([(){}])", r" \1 ", " ".join(lines)))
    return " ".join(text.split())


def view(name, text):
    """A text seen so: `rounds`, `tag NAME`, `moves`, `lines`, or all of it: `text`, and what pgn's own is searched for by an expression."""
    kind, _, tag = name.partition(" ")
    kind = kind.partition(":")[0]
    if kind == "rounds":
        return " ".join(value(tags, "Round") for tags, _ in games(text))
    if kind == "tag":
        return "; ".join(value(tags, tag) for tags, _ in games(text))
    if kind == "moves":
        return " / ".join(moves(lines) for _, lines in games(text))
    if kind == "lines":
        return "; ".join(" ".join(line.split()) for line in text.splitlines() if line.strip())
    assert kind in ("text", "find", "set", "count"), name
    return " ".join(text.split())
