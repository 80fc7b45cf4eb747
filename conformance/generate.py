#!/usr/bin/env python3
"""Writes the conformance cases that are too long or too many for hands.

    python3 conformance/generate.py           writes them
    python3 conformance/generate.py --check   says which files are not what it would write; exit 1 if any

It knows no rules of chess: all moves are legal by construction (knights that go out and back) or stand here as written-out
tables. What it writes in export format follows the standard's words, not a program. `compare/conformance/verify.py` checks
the moves of all cases with python-chess.
"""
import json
import re
import sys
from pathlib import Path

CASES = Path(__file__).resolve().parent / "cases"
ACCEPT, REJECT, FREE = "must-accept", "must-reject-or-report", "implementation-defined"
USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
FILES = {}


# --- Files of a case ---------------------------------------------------------------------------------------------------


def dumps(value, indent=0, width=120):
    """JSON with as many small things on a line as have room."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or indent and len(flat) + indent <= width:
        return flat
    pad = "\n" + " " * (indent + 2)
    if isinstance(value, dict):
        inside = ("," + pad).join(json.dumps(key) + ": " + dumps(item, indent + 2) for key, item in value.items())
        return "{" + pad + inside + "\n" + " " * indent + "}"
    lines = [""]
    for item in value:
        text = dumps(item, indent + 2)
        if lines[-1] and ("\n" in text or "\n" in lines[-1] or len(lines[-1]) + len(text) + indent > width):
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + text + ","
    return "[" + pad + pad.join(lines)[:-1] + "\n" + " " * indent + "]"


def put(path, data):
    assert path not in FILES, path
    FILES[path] = data.encode() if isinstance(data, str) else data


def case(area, name, text, purpose, requirements, section, games=None, records=None, diagnostics=None, notes=(), cls=None,
         part="pgn", options=None, ext="pgn", export=None, to=None, reduced=None, display=None):
    """`diagnostics` None: `read` is asked only if there are games or records."""
    cls = cls or (REJECT if diagnostics else ACCEPT)
    out = {"purpose": purpose, "requirements": requirements, "section": section, "class": cls, "part": part, "origin": "generated"}
    if options:
        out["options"] = options
    expect = {}
    if games is not None:
        expect["games"] = games
    if records is not None:
        expect["records"] = records
    if expect or diagnostics is not None:
        expect["diagnostics"] = [kind if isinstance(kind, dict) else {"kind": kind} for kind in diagnostics or ()]
        if notes:
            expect["notes"] = [{"kind": kind} for kind in notes]
        out["expect"] = expect
    base = area + "/" + name
    put(base + ".json", dumps(out) + "\n")
    put(base + "." + ext, text)
    for suffix, data in [(".export." + (to or ext), export), (".reduced.pgn", reduced), (".display.txt", display)]:
        if data is not None:
            put(base + suffix, data)


# --- Games -------------------------------------------------------------------------------------------------------------


def game(moves, tags=(), result="*", comments=None, **more):
    out = {"tags": [dict(zip(("name", "value", "typed"), tag)) for tag in tags]}
    if "start" in more:
        out["start"] = more.pop("start")
    if comments:
        out["comments"] = comments
    return {**out, "moves": moves, "result": result, **more}


def move(pair, **more):
    """`g1f3:Nf3`"""
    uci, san = pair.split(":")
    return {"uci": uci, "san": san, **more}


def moves(pairs):
    return [move(pair) for pair in pairs.split()]


WHITE_KNIGHTS = ["g1f3:Nf3 f3g1:Ng1", "b1c3:Nc3 c3b1:Nb1", "g1h3:Nh3 h3g1:Ng1", "b1a3:Na3 a3b1:Nb1"]
BLACK_KNIGHTS = ["g8f6:Nf6 f6g8:Ng8", "b8c6:Nc6 c6b8:Nb8", "g8h6:Nh6 h6g8:Ng8", "b8a6:Na6 a6b8:Nb8"]


def knights(plies):
    """So many half-moves, in which a knight of each side goes out and home again. After every fourth all are at home."""
    out = []
    while len(out) < plies:
        turn = len(out) // 4
        white, black = WHITE_KNIGHTS[turn % 4].split(), BLACK_KNIGHTS[turn // 4 % 4].split()
        out += [white[0], black[0], white[1], black[1]]
    return [move(pair) for pair in out[:plies]]


# --- Export format, written from sections 8.2 and S3.2 and the checklist's CEX, NAG and RAV ------------------------------

COMMAND = re.compile(r'\[%[A-Za-z0-9]+(?: (?:"[^"]*"|[^],]*)(?:,(?:"[^"]*"|[^],]*))*)?\]')


def words(text):
    """What a comment is filled with: words and whole commands; none begins with `%` or `[`, unless it is the first."""
    out, at, word = [], 0, ""
    while at < len(text):
        found = COMMAND.match(text, at)
        piece = found.group() if found else text[at]
        at += len(piece)
        if piece.isspace():
            out, word = out + [word] * bool(word), ""
        else:
            word += piece
    bound = []
    for word in out + [word] * bool(word):
        if bound and word[0] in "%[":
            bound[-1] += " " + word
        else:
            bound.append(word)
    return bound


def comment(text):
    inside = words(text)
    if not inside:
        return []
    inside[0] = "{" + inside[0]
    inside[-1] += "}"
    return inside


def tokens(line, ply=0, comments=()):
    """The tokens of a line of moves; `ply` is 0 before White's first move."""
    out = [word for text in comments for word in comment(text)]
    number = True
    for item in line:
        if ply % 2 == 0:
            out.append("%d." % (ply // 2 + 1))
        elif number:
            out.append("%d..." % (ply // 2 + 1))
        out.append(item["san"])
        before = len(out)
        out += ["$%d" % nag for nag in sorted(set(item.get("nags", []))) if nag]
        for text in item.get("comments", []):
            out += comment(text)
        for variation in item.get("variations", []):
            inside = tokens(variation["moves"], ply, variation.get("comments", ()))
            inside[0] = "(" + inside[0]
            inside[-1] += ")"
            out += inside
        number = len(out) > before
        ply += 1
    return out


def fill(parts):
    """As many tokens on a line as fit into fewer than eighty columns."""
    lines = []
    for part in parts:
        if lines and len(lines[-1]) + 1 + len(part) < 80:
            lines[-1] += " " + part
        else:
            lines.append(part)
    return "".join(line + "\n" for line in lines)


def roster(tags=()):
    known = dict((tag[0], tag[1]) for tag in tags)
    pairs = [(name, known.pop(name, value)) for name, value in ROSTER.items()] + sorted(known.items())
    return "".join('[%s "%s"]\n' % (name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in pairs) + "\n"


def exported(*games):
    out = ""
    for g in games:
        tags = [(tag["name"], tag["value"]) for tag in g["tags"]] + [("Result", g["result"])]
        out += roster(tags) + fill(tokens(g["moves"], comments=g.get("comments", ())) + [g["result"]]) + "\n"
    return out


def bare(line):
    """The same moves with nothing added to them."""
    return [{"uci": item["uci"], "san": item["san"]} for item in line]


def oneline(g):
    """A game as no program writes it: numbers without spaces, all on one line."""
    text = " ".join(tokens(g["moves"], comments=g.get("comments", ())) + [g["result"]])
    return re.sub(r"(\d\.) ", r"\1", text) + "\n"


# --- Limits ------------------------------------------------------------------------------------------------------------


def filler(length):
    """So many characters of text: words of five letters and a last one of what is left."""
    text = ("words " * (length // 6 + 1))[:length]
    return text[:-1] + "s" if text.endswith(" ") else text


def lines():
    rule = "A line of import format has at most 255 characters, the newline among them."
    for length, end, name in [(254, "\n", "line-254-characters"), (254, "\r\n", "line-254-characters-crlf"), (255, "\n", "line-255-characters")]:
        text = filler(length - len("1. e4 {} *"))
        notes = ["line-too-long"] if length > 254 else []
        case("lexical", name, "1. e4 {%s} *" % text + end, rule, ["LIN-01"], "4.3", notes=notes, cls=FREE if notes else ACCEPT,
             games=[game([move("e2e4:e4", comments=[text])])])
    case("lexical", "line-254-characters-tag", '[Event "%s"]\n\n1. e4 *\n' % filler(244), rule, ["LIN-01"], "4.3",
         games=[game(moves("e2e4:e4"), [("Event", filler(244))])])
    case("lexical", "line-255-characters-tag", '[Event "%s"]\n\n1. e4 *\n' % filler(245), rule, ["LIN-01"], "4.3", notes=["line-too-long"], cls=FREE,
         games=[game(moves("e2e4:e4"), [("Event", filler(245))])])
    line = knights(2000)
    case("practice", "line-10000-characters", oneline(game(line)), "A line may be longer than the standard allows; nothing of it is lost.", ["PRC-03", "LIN-01"], "-",
         reduced=exported(game(line)), cls=FREE)


def long_tokens():
    def string(name, raw, value, purpose, cls=None, diagnostics=(), reqs=("TOK-10",), line=False):
        tag = "[Event\n%s\n]" if line else "[Event %s]"
        case("lexical", name, tag % ('"' + raw + '"') + "\n\n1. e4 *\n", purpose, list(reqs), "7", cls=cls, diagnostics=list(diagnostics),
             games=[game(moves("e2e4:e4"), [("Event", value)])])
    rule = "A string has at most 255 characters of data, though no line of import format has room for so many with both quotes."
    string("string-252-characters", filler(252), filler(252), "The longest string that has room on a line, with its quotes.", line=True)
    string("string-255-characters", filler(255), filler(255), rule, FREE)
    string("string-256-characters", filler(256), filler(256), "A string of 256 characters is too long; it is kept whole.", diagnostics=["token-too-long"])
    string("string-255-characters-escaped", '\\"' * 10 + filler(245), '"' * 10 + filler(245), "The characters of a string are counted after its backslashes are read.", FREE, reqs=("TOK-10", "TOK-05"))
    string("string-256-characters-escaped", "\\\\" * 10 + filler(246), "\\" * 10 + filler(246), "The characters of a string are counted after its backslashes are read: 256 of them are too many.",
           diagnostics=["token-too-long"], reqs=("TOK-10", "TOK-06"))
    string("string-255-characters-utf-8", "ü" * 255, "ü" * 255, "Characters are counted, not the bytes of an encoding.", FREE, reqs=("TOK-10", "CHR-12"))
    string("string-10000-characters", filler(10000), filler(10000), "A string far too long is kept whole.", diagnostics=["token-too-long"], reqs=("TOK-10", "PRC-03"))
    for length, purpose in [(250, "A long symbol that has room on a line."), (255, "A symbol has at most 255 characters, though no line of import format has room for so many."),
                            (256, "A symbol of 256 characters is too long.")]:
        name = ("Abcdefghi_" * 26)[:length]
        case("lexical", "symbol-%d-characters" % length, '[%s\n"x"]\n\n1. e4 *\n' % name, purpose, ["TOK-21"], "7", cls={250: ACCEPT, 255: FREE, 256: REJECT}[length],
             diagnostics=["token-too-long"] if length > 255 else [], games=[game(moves("e2e4:e4"), [(name, "x")])])


def nags():
    line = knights(255)
    for nag, item in enumerate(line, 1):
        item["nags"] = [nag]
    g = game(line)
    text = fill(tokens(line) + ["*"])
    case("nag", "all-from-1-to-255", text, "Numeric annotation glyphs go from 0 to 255.", ["NAG-02", "NAG-07"], "8.2.4", games=[g])
    case("nag", "all-from-1-to-255-exported", text, "Every numeric annotation glyph is exported with its number.", ["NAG-02", "NAG-07", "NUM-12"], "8.2.4", export=exported(g), cls=FREE)
    beyond = [256, 257, 300, 999, 1000, 65535, 65536, 2147483648, 4294967296, 18446744073709551616, 10 ** 40]
    case("nag", "beyond-255", "".join("1. e4 $%d *\n" % nag for nag in beyond), "There is no numeric annotation glyph over 255, however large the number.", ["NAG-02"], "8.2.4",
         games=[game([move("e2e4:e4", comments=["$%d" % nag])]) for nag in beyond], diagnostics=["nag-out-of-range"] * len(beyond))
    case("display", "every-nag", text, "Annotation glyphs are shown as glyphs, by the table's text, or by their number.", ["DSP-04", "NAG-08", "NAG-09", "NAG-10", "NAG-17"], "10", part="display", cls=FREE,
         display=displayed(g))


def sizes():
    line = knights(1200)
    g = game(line, final=USUAL + " w KQkq - 1200 601")
    case("movetext", "game-of-1200-plies", oneline(g), "A game may have any number of moves.", ["GEN-13"], "2.2", games=[g], export=exported(g), reduced=exported(g))
    games = [game(moves("g1f3:Nf3"), [("Round", str(n))]) for n in range(1, 301)]
    case("movetext", "300-games", "".join('[Round "%s"]1.Nf3*' % g["tags"][0]["value"] for g in games), "A file may have any number of games.", ["GEN-13", "GEN-11"], "8",
         games=games, export=exported(*games))
    tags = [("Tag%03d" % (n * 77 % 200), "value %d" % n) for n in range(200)]
    g = game(moves("e2e4:e4"), tags)
    case("tags", "200-tags", "".join('[%s "%s"]\n' % tag for tag in tags) + "\n1. e4 *\n", "A game may have any number of tags; they are exported in ASCII order.", ["TAG-01", "TAG-18", "GEN-13"], "8.1.1",
         games=[g], export=exported(g))


def variations():
    def nested(depth):
        """Each variation replaces the first move of the one around it."""
        line = [move("e2e4:e4" if depth % 2 else "d2d4:d4")]
        if depth:
            line[0]["variations"] = [{"moves": nested(depth - 1)}]
        return line
    g = game(nested(24))
    case("rav", "nested-24-deep", oneline(g), "Variations may stand in variations, without a limit.", ["RAV-04", "RAV-15"], "8.2.5", games=[g])
    for depth in (24, 200):
        g = game(nested(depth))
        case("rav", "nested-%d-deep-exported" % depth, oneline(g), "Variations in variations are exported, however deep.", ["RAV-04", "RAV-15", "GEN-13"], "8.2.5", export=exported(g), cls=FREE)
    case("rav", "nested-10000-deep", "1. e4 " + "(1. d4 (1. e4 " * 5000 + ")" * 10000 + " e5 *\n", "Variations may be nested so deep that a program gives up, but it must not break down: the main line is still there.", ["RAV-15"], "8.2.5",
         reduced=exported(game(moves("e2e4:e4 e7e5:e5"))), cls=FREE)
    first = "a2a3:a3 a2a4:a4 b2b3:b3 b2b4:b4 c2c3:c3 c2c4:c4 d2d3:d3 d2d4:d4 e2e3:e3 f2f3:f3 f2f4:f4 g2g3:g3 g2g4:g4 h2h3:h3 h2h4:h4 b1a3:Na3 b1c3:Nc3 g1f3:Nf3 g1h3:Nh3".split()
    g = game([move("e2e4:e4", variations=[{"moves": moves(first[n % len(first)])} for n in range(200)]), move("e7e5:e5")])
    case("rav", "200-siblings", oneline(g), "A move may have any number of variations.", ["RAV-05", "GEN-13"], "8.2.5", games=[g])
    # Comments and variations by turns, each in the other's line.
    inner = [move("c7c5:c5", comments=["c"])]
    for n in range(20):
        inner = [move("e7e5:e5" if n % 2 else "c7c5:c5", comments=["c"], variations=[{"comments": ["v"], "moves": inner}])]
    g = game([move("e2e4:e4")] + inner)
    case("rav", "nested-with-comments", oneline(g), "Variations and comments may be nested by turns.", ["RAV-04", "COM-15"], "8.2.5", games=[g], cls=FREE)


def comments():
    text = " ".join("%d." % n if n % 100 == 0 else ("word", "comment", "a", "chess", "%", "of", "x" * (n % 13 + 1))[n % 7] for n in range(1, 20600))
    assert len(text) > 100000, len(text)
    g = game([move("e2e4:e4", comments=[text]), move("e7e5:e5")])
    pieces = [text[at:at + 120] for at in range(0, len(text), 120)]
    for at in range(1, len(pieces)):  # Lines of input break at spaces, never before a percent sign.
        cut = pieces[at - 1].rindex(" x")
        pieces[at - 1], pieces[at] = pieces[at - 1][:cut], pieces[at - 1][cut + 1:] + pieces[at]
    case("comments", "100-kilobytes", "1. e4 {" + "\n".join(pieces) + "} e5 *\n", "A comment may have any length.", ["GEN-13", "CEX-03", "CEX-05"], "5", export=exported(g), diagnostics=[], cls=FREE)


# --- Filling of lines: every column that matters is met -----------------------------------------------------------------

WHITE_PAWNS = "a2a3:a3 a3a4:a4 b2b3:b3 b3b4:b4 g2g3:g3 g3g4:g4 h2h3:h3 h3h4:h4".split()
BLACK_PAWNS = "a7a6:a6 a6a5:a5 b7b6:b6 b6b5:b5 g7g6:g6 g6g5:g5 h7h6:h6 h6h5:h5".split()
KNIGHTS = "g1f3:Nf3 g8f6:Nf6 f3g1:Ng1 f6g8:Ng8".split()


def shifted(pawns, plies):
    """`pawns` moves of two characters, then moves of three; the more of the former, the further left is all that follows."""
    line = [(WHITE_PAWNS if n % 2 == 0 else BLACK_PAWNS)[n // 2] for n in range(pawns)]
    if pawns % 2:  # Black's knight goes first
        order = [KNIGHTS[1], KNIGHTS[0], KNIGHTS[3], KNIGHTS[2]]
    else:
        order = KNIGHTS
    while len(line) < plies:
        line += order
    return [move(pair) for pair in line[:plies]]


def filling():
    def both(name, games, purpose, requirements, section, wanted, cls=None, area="movetext"):
        text = exported(*games)
        lines = text.split("\n")
        for first, second in zip(lines, lines[1:]):
            if first and second and first[0] != "[":
                wanted -= {(len(first), len(first) + 1 + len(second.split(" ")[0]))}
        assert not wanted, (name, wanted)
        case(area, name, "".join(map(oneline, games)), purpose, requirements, section, export=text, cls=cls)
    games = [game(shifted(pawns, 64)) for pawns in range(13)]
    both("fill-every-column", games, "A line takes as many tokens as fit into 79 columns; moves, move numbers and the termination marker are tokens alike.", ["MVT-05", "MVT-04", "MVT-07", "LIN-02"], "8.2.1",
         {(79, 83), (78, 82), (77, 81), (76, 80), (79, 82)})
    games = [game(shifted(pawns, plies), result=result, tags=[("Result", result)]) for plies, result in ((23, "1/2-1/2"), (24, "1-0"), (25, "0-1")) for pawns in range(13)]
    both("fill-marker", games, "The termination marker is filled in like a move, and stands on a line of its own if it has no room.", ["MVT-05", "MVT-12"], "8.2.1", set())
    words = "a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh"
    games = [game([move("e2e4:e4", comments=[("x" * n + " " + (words + " ") * 5).strip()]), move("e7e5:e5")]) for n in range(1, 40)]
    both("fill-comment", games, "The words of a comment are filled in like moves; its braces stick to the first and the last word.", ["CEX-03", "CEX-01"], "8.2.1", {(79, 81), (78, 80), (76, 80), (73, 80)}, FREE, "comments")
    games = []
    for n in range(1, 24):
        line = knights(16)
        line[0]["comments"] = ["x" * n]
        for at, item in enumerate(line[1:], 1):
            item["comments"] = ["[%%clk 0:%02d:%02d]%s" % (59 - at, n, " a" * (at % 3))]
        games.append(game(line, [("TimeControl", "3600")]))
    case("comments", "fill-commands", "".join('[TimeControl "3600"]\n\n' + oneline(g) for g in games), "A command is one word when lines are filled, wherever the end of the line comes.", ["CEX-04", "CEX-03", "CMD-02"], "S3.2.2",
         export=exported(*games), cls=FREE)
    games = []
    for n in range(1, 30):
        text = "x" * n + " 50 % of [a] 100 %" + " so 50 % is [b] no more [%foo 1, 2] than 50 [%bar]" * 3
        games.append(game([move("e2e4:e4", comments=[text])]))
    case("comments", "fill-percent-and-bracket", "".join(map(oneline, games)), "A line never begins with a percent sign or a bracket: such a word is bound to the one before it.", ["CEX-05", "ESC-06"], "6", export=exported(*games), cls=FREE)
    games = []
    for n in range(13):
        line = shifted(n, 40)
        for at in range(n % 3, 40, 3):
            ply = at % 2
            other = "d2d4:d4 d7d5:d5" if ply == 0 else "d7d5:d5"
            if at % 4 == 1:
                other = "c7c5:c5" if ply else "c2c4:c4"
            first = other.split()
            line[at]["variations"] = [{"moves": moves(" ".join(first))}]
            if at % 5 == 0:
                line[at]["nags"] = [1, 14]
        games.append(game(line))
    both("fill-variations", games, "Parentheses stick to the tokens inside, and glyphs are tokens; so are lines filled.", ["MVT-11", "RAV-10", "CEX-08", "NUM-11"], "8.2.1", set(), FREE, "rav")
    games = [game([move("e2e4:e4", comments=["a " + "x" * n + " b"])]) for n in range(74, 83)] + [game([move("e2e4:e4", comments=["x" * n])]) for n in range(70, 83)]
    case("comments", "fill-long-words", "".join(map(oneline, games)), "A word that is longer than a line stands on a line of its own.", ["CEX-03", "MVT-04"], "8.2.1", export=exported(*games), cls=FREE)


# --- Characters --------------------------------------------------------------------------------------------------------

FORBIDDEN = [code for code in range(32) if code not in (9, 10, 11, 13)]
UNUSED = list(range(127, 160))


# Periods and check marks of Windows-1252, which say nothing apart from a number or a move.
SAYS_NOTHING = {0x85: "stray-period", 0x86: "stray-mark", 0x87: "stray-mark"}


def stray_byte(code):
    """What is kept of a byte between moves: a control character is white space."""
    if code < 128 or code in SAYS_NOTHING:
        return {}
    try:
        return {"comments": [bytes([code]).decode("cp1252")]}
    except UnicodeDecodeError:
        return {"comments": [chr(code)]}


def characters():
    for codes, name, kind, req, what in [(FORBIDDEN, "control-characters", "control-character", "CHR-02", "Of the control characters only tab, vertical tab and the newlines may stand in a text"),
                                         (UNUSED, "unused-bytes", "unused-character", "CHR-05", "The codes 127 to 159 are not used")]:
        def text(form):
            return b"\n".join(form.replace(b"@", bytes([code])) for code in codes) + b"\n"
        reqs = [req] if req == "CHR-02" else ["CHR-04", "CHR-05"]
        count = [kind] * len(codes)
        case("lexical", name + "-in-comment", text(b"1. e4 {a @ b} e5 *"), what + ", also in a comment.", reqs, "4.1", diagnostics=count)
        beyond = [kind] + [SAYS_NOTHING.get(code, "non-ascii-token") for code in codes[1:]] if kind == "unused-character" else count
        case("lexical", name + "-in-movetext", text(b"1. e4 @ e5 *"), what + ", also between moves.", reqs + ["CHR-08"] * (beyond != count), "4.1", diagnostics=beyond,
             games=[game([move("e2e4:e4", **stray_byte(code)), move("e7e5:e5")]) for code in codes])
        case("lexical", name + "-in-string", text(b'[Event "a @ b"]\n\n1. e4 *\n'), what + ", also in a string.", reqs, "4.1", diagnostics=count)
    odd = [("1. e4 e5 1–0", "e2e4:e4 e7e5:e5", "1-0"), ("1. e4 e5 ½–½", "e2e4:e4 e7e5:e5", "1/2-1/2"), ("1. e2–e4 e7—e5 *", "e2e4:e4 e7e5:e5", "*"),
           ("1. e4 d5 2. e×d5 *", "e2e4:e4 d7d5:d5 e4d5:exd5", "*"), ("1. e4 d5 2. Bb5† *", "e2e4:e4 d7d5:d5 f1b5:Bb5+", "*"), ("1. e4 1… e5 *", "e2e4:e4 e7e5:e5", "*")]
    for name, encoding, req in [("", "cp1252", "CHR-01"), ("-utf-8", "utf-8", "CHR-12")]:
        case("lexical", "typographic-characters" + name, "".join(text + "\n" for text, _, _ in odd).encode(encoding), "Word processors write dashes, crosses and daggers into moves and markers.", [req], "4.1",
             games=[game(moves(line), result=result) for _, line, result in odd],
             diagnostics=["lax-termination"] * 2 + ["lax-move"] * 3 + ["stray-mark", "non-ascii-token"], cls=FREE)
    case("lexical", "unused-characters-utf-8", "".join("1. e4 {a %c b} *\n" % code for code in UNUSED[1:]), "In UTF-8 the characters 128 to 159 are no more in use than in ISO 8859-1.", ["CHR-05", "CHR-12"], "4.1",
         diagnostics=["unused-character"] * 32, cls=FREE)
    letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    tags = [(letter + "x", letter) for letter in letters]
    case("tags", "name-of-every-letter-and-digit", "".join('[%s "%s"]\n' % tag for tag in tags) + "\n1. e4 *\n", "A tag name may begin with any letter or digit.", ["TAG-04", "TAG-20"], "8.1",
         games=[game(moves("e2e4:e4"), tags)])
    printing = "".join(map(chr, range(32, 127)))
    names = [first + second for first in "Zz9Aa0" for second in ("_", "a", "Z", "5", "")]
    g = game(moves("e2e4:e4"), [(name, "x") for name in names])
    case("tags", "names-in-ascii-order", "".join('[%s "x"]' % name for name in names) + "\n1. e4 *\n", "Other tags are exported in ASCII order of their names: digits, capitals, underscore, small letters, and a name before its longer forms.", ["TAG-18"], "8.1.1",
         export=exported(g))
    halves = [printing[:47], printing[47:]]
    escape = lambda text: text.replace("\\", "\\\\").replace('"', '\\"')
    tags = [("Event", halves[0]), ("Site", halves[1])]
    case("lexical", "every-printing-character", "".join('[%s "%s"]\n' % (name, escape(value)) for name, value in tags) + "\n1. e4 {%s} *\n" % printing.replace("}", ""),
         "The codes 32 to 126 are the printing characters; all may stand in a string, and all but the closing brace in a comment.", ["CHR-03", "TOK-05", "TOK-06"], "4.1",
         games=[game([move("e2e4:e4", comments=[printing.replace("}", "").strip()])], tags)], cls=FREE,
         diagnostics=[{"kind": "nested-brace", "offset": 217}])
    latin = "".join(map(chr, range(192, 256)))
    case("lexical", "every-letter-of-iso-8859-1", ('[White "%s"]\n\n1. e4 {%s} *\n' % (latin, latin)).encode("latin-1"), "The codes 192 to 255 of ISO 8859-1 may stand in strings and comments.", ["CHR-01", "CHR-07"], "4.1",
         games=[game([move("e2e4:e4", comments=[latin])], [("White", latin)])])
    case("lexical", "every-letter-of-iso-8859-1-utf-8", '[White "%s"]\n\n1. e4 {%s} *\n' % (latin, latin), "The same letters in UTF-8.", ["CHR-12", "CHR-07"], "4.1",
         games=[game([move("e2e4:e4", comments=[latin])], [("White", latin)])], cls=FREE)
    strays = "&',/:@\\^_`|"
    case("lexical", "characters-that-begin-no-token", "".join("1. e4 %s e5 *\n" % stray for stray in strays), "Some characters begin no token, so they have no place in movetext.", ["TOK-23", "TOK-19"], "7",
         games=[game([move("e2e4:e4", **({} if stray == "," else {"comments": [stray]})), move("e7e5:e5")]) for stray in strays], diagnostics=["stray-character"] * len(strays))
    words = [letter for letter in letters[10:] if letter not in "NDP"]
    case("lexical", "single-letters", "".join("1. e4 %s *\n" % letter for letter in words), "A single letter is a symbol, but no move.", ["TOK-18", "MVT-01"], "8.2", diagnostics=["stray-word"] * len(words))
    # Every character alone between two moves; tags in between, so that one game cannot reach into the next.
    kinds = {'"': ["stray-string"], "#": ["stray-mark"], "+": ["stray-mark"], "$": ["invalid-nag"], "%": ["stray-percent"], ")": ["stray-parenthesis"], ".": ["stray-period"],
             ";": ["missing-termination"], "<": ["angle-bracket"], ">": ["angle-bracket"], "[": ["malformed-tag"], "{": ["unterminated-comment", "missing-termination"], "}": ["stray-brace"]}
    glyphs = {"!": 1, "?": 2, "=": 10, "N": 146, "D": 220}
    text, games, diagnostics = "", [], []
    for char in printing[1:]:
        if char in "(*~":
            continue
        text += '[Event "%s"]\n\n1. e4 %s e5 *\n\n' % (escape(char), char)
        line = moves("e2e4:e4 e7e5:e5")
        if char in ";{":
            line = [move("e2e4:e4", comments=["e5 *"])]
        elif char in glyphs:
            line[0]["nags"] = [glyphs[char]]
        elif char.isdigit():
            diagnostics += ["wrong-move-number"] * (char != "1")
        elif char.isalpha():
            diagnostics.append("stray-word")
        if char not in glyphs and not char.isalnum():
            diagnostics += kinds.get(char, ["stray-character"])
        if char not in glyphs and not char.isdigit() and char not in ";{#+.,":
            line[0]["comments"] = [char]
        games.append(game(line, [("Event", char)]))
    case("lexical", "every-character-as-a-token", text, "Whatever character stands alone between two moves, the moves can still be read.", ["TOK-23", "TOK-19", "PRC-09"], "7", games=games, diagnostics=diagnostics, cls=FREE)


# --- Languages (section 17) --------------------------------------------------------------------------------------------

LANGUAGES = {"cs": ("Czech", "PJSVDK"), "da": ("Danish", "BSLTDK"), "nl": ("Dutch", "OPLTDK"), "en": ("English", "PNBRQK"), "et": ("Estonian", "PROVLK"), "fi": ("Finnish", "PRLTDK"),
             "fr": ("French", "PCFTDR"), "de": ("German", "BSLTDK"), "hu": ("Hungarian", "GHFBVK"), "is": ("Icelandic", "PRBHDK"), "it": ("Italian", "PCATDR"), "no": ("Norwegian", "BSLTDK"),
             "pl": ("Polish", "PSGWHK"), "pt": ("Portuguese", "PCBTDR"), "ro": ("Romanian", "PCNTDR"), "es": ("Spanish", "PCATDR"), "sv": ("Swedish", "BSLTDK")}
PIECES = "g1f3:Nf3 g8f6:Nf6 e2e3:e3 e7e6:e6 f1e2:Be2 f8e7:Be7 h1g1:Rg1 h8f8:Rf8 e1f1:Kf1 b8c6:Nc6 d1e1:Qe1 e7b4:Bb4"
PROMOTION = "8/P6k/8/8/8/8/7K/8 w - - 0 1"


def localised(san, letters):
    if san.startswith("O-O"):
        return san
    return "".join(letters["PNBRQK".index(c)] if c in "NBRQK" else c for c in san)


def languages():
    for lang, (language, letters) in LANGUAGES.items():
        all_pieces = game(moves(PIECES))
        promotions = game([move("a7a8q:a8=Q", variations=[{"moves": moves(pair)} for pair in ("a7a8r:a8=R", "a7a8b:a8=B", "a7a8n:a8=N")])],
                          [("FEN", PROMOTION), ("SetUp", "1")], start=PROMOTION)

        def local(g):
            copy = json.loads(json.dumps(g))
            for item in copy["moves"]:
                item["san"] = localised(item["san"], letters)
                for variation in item.get("variations", []):
                    for inner in variation["moves"]:
                        inner["san"] = localised(inner["san"], letters)
            return copy
        setup = '[FEN "%s"]\n[SetUp "1"]\n\n' % PROMOTION
        english = exported(all_pieces) + exported(promotions)
        text = fill(tokens(local(all_pieces)["moves"]) + ["*"]) + "\n" + setup + fill(tokens(local(promotions)["moves"]) + ["*"]) + "\n"
        case("display", "read-" + language.lower(), text, "%s piece letters are %s for pawn, knight, bishop, rook, queen, king; a program may read them, and exports English ones." % (language, " ".join(letters)),
             ["LOC-02", "LOC-03", "LOC-01"] if lang != "en" else ["LOC-05", "DSP-06"], "17", part="languages", options={"lang": lang}, games=[all_pieces, promotions], export=english, cls=FREE,
             display=displayed(all_pieces) + displayed(promotions) if lang == "en" else None)
        if lang == "en":
            continue
        shown = fill(tokens(all_pieces["moves"]) + ["*"]) + "\n" + setup + fill(tokens(promotions["moves"]) + ["*"]) + "\n"
        case("display", "show-" + language.lower(), shown, "%s piece letters are %s for pawn, knight, bishop, rook, queen, king; a program may show them." % (language, " ".join(letters)),
             ["LOC-02", "DSP-06"], "17", part="languages", options={"lang": lang}, display=displayed(local(all_pieces)) + displayed(local(promotions)), cls=FREE)


# --- Display (as README has it) ----------------------------------------------------------------------------------------

GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+-", 19: "-+"}
TEXTS = {8: "singular move (no reasonable alternatives)", 9: "worst move", 11: "equal chances, quiet position", 12: "equal chances, active position"}
PAIRS = """20 {0} has a crushing advantage ({1} should resign)|{0} is in zugzwang|{0} has a slight space advantage|{0} has a moderate space advantage|{0} has a decisive space advantage
30 {0} has a slight time (development) advantage|{0} has a moderate time (development) advantage|{0} has a decisive time (development) advantage|{0} has the initiative|{0} has a lasting initiative
40 {0} has the attack|{0} has insufficient compensation for material deficit|{0} has sufficient compensation for material deficit|{0} has more than adequate compensation for material deficit
48 {0} has a slight center control advantage|{0} has a moderate center control advantage|{0} has a decisive center control advantage
54 {0} has a slight kingside control advantage|{0} has a moderate kingside control advantage|{0} has a decisive kingside control advantage
60 {0} has a slight queenside control advantage|{0} has a moderate queenside control advantage|{0} has a decisive queenside control advantage
66 {0} has a vulnerable first rank|{0} has a well protected first rank
70 {0} has a poorly protected king|{0} has a well protected king|{0} has a poorly placed king|{0} has a well placed king
78 {0} has a very weak pawn structure|{0} has a moderately weak pawn structure|{0} has a moderately strong pawn structure|{0} has a very strong pawn structure
86 {0} has poor knight placement|{0} has good knight placement|{0} has poor bishop placement|{0} has good bishop placement
94 {0} has poor rook placement|{0} has good rook placement|{0} has poor queen placement|{0} has good queen placement|{0} has poor piece coordination|{0} has good piece coordination
106 {0} has played the opening very poorly|{0} has played the opening poorly|{0} has played the opening well|{0} has played the opening very well
114 {0} has played the middlegame very poorly|{0} has played the middlegame poorly|{0} has played the middlegame well|{0} has played the middlegame very well
122 {0} has played the ending very poorly|{0} has played the ending poorly|{0} has played the ending well|{0} has played the ending very well
130 {0} has slight counterplay|{0} has moderate counterplay|{0} has decisive counterplay|{0} has moderate time control pressure|{0} has severe time control pressure"""
for row in PAIRS.split("\n"):
    nag = int(row.split(" ")[0])
    for meaning in row.split(" ", 1)[1].split("|"):
        TEXTS[nag], TEXTS[nag + 1] = meaning.format("White", "Black"), meaning.format("Black", "White")
        nag += 2
assert sorted({**GLYPHS, **TEXTS}) == list(range(1, 140))


def shown(line, ply=0, comments=()):
    out = ["{%s}" % text for text in comments]
    number = True
    for item in line:
        if ply % 2 == 0 or number:
            out.append("%d%s" % (ply // 2 + 1, "..." if ply % 2 else "."))
        out.append(item["san"])
        nags = sorted(set(item.get("nags", [])))
        if nags and 1 <= nags[0] <= 6:
            out[-1] += GLYPHS[nags.pop(0)]
        out += [GLYPHS.get(nag) or "$%d" % nag for nag in nags if nag in GLYPHS or nag > 139]
        before = len(out)
        out += ["{%s}" % TEXTS[nag] for nag in nags if nag in TEXTS]
        out += ["{%s}" % text for text in item.get("comments", [])]
        for variation in item.get("variations", []):
            out.append("(%s)" % " ".join(shown(variation["moves"], ply, variation.get("comments", ()))))
        number = len(out) > before
        ply += 1
    return out


def displayed(g):
    tags = [(tag["name"], tag["value"]) for tag in g["tags"]]
    order = [name for name in ROSTER]
    tags.sort(key=lambda tag: (order.index(tag[0]) if tag[0] in order else 7, tag[0]))
    head = "".join('[%s "%s"]\n' % tag for tag in tags)
    return head + "\n" * bool(head) + " ".join(shown(g["moves"], comments=g.get("comments", ())) + [g["result"]]) + "\n\n"


# --- Nation codes (section 15) -----------------------------------------------------------------------------------------

NATIONS = """AFG AIR ALB ALG AND ANG ANT ARG ARM ATA AUS AZB BAN BAR BHM BEL BER BIH BLA BLG BLZ BOL BRB BRS BRU BSW CAN CHI COL CRA CRO CSR CUB CYP
DEN DOM ECU EGY ENG ESP EST FAI FIJ FIN FRA GAM GCI GEO GER GHA GRC GUA GUY HAI HKG HON HUN IND IRL IRN IRQ ISD ISR ITA IVO JAM JAP JRD JUG KAZ KEN
KIR KUW LAT LEB LIB LIC LTU LUX MAL MAU MEX MLI MLT MNC MOL MON MOZ MRC MRT MYN NCG NET NIG NLA NLD NOR NZD OST PAK PAL PAN PAR PER PHI PNG POL POR
PRC PRO QTR RIN ROM RUS SAF SAL SCO SEA SEN SEY SIP SLV SMA SPC SRI SUD SUR SVE SWZ SYR TAI TMT TRK TTO TUN UAE UGA UKR UNK URU USA UZB VEN VGB VIE
VUS WLS YEM YUG ZAM ZIM ZRE""".split()


def nations():
    assert len(NATIONS) == len(set(NATIONS)) == 152
    games = [game([], [("Site", "Town " + code, {"nation": code})]) for code in NATIONS]
    case("roster", "site-every-nation-code", "".join('[Site "Town %s"]\n\n*\n\n' % code for code in NATIONS), "The last word of a site is one of 152 codes of nations and places.", ["IOC-01", "IOC-02", "IOC-03", "IOC-05", "STR-03"], "15",
         games=games)


# --- PGC: ordinals of all moves of some positions, in ASCII order of their SAN (section 20.2) -----------------------------

ORDINALS = [
    ("usual", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", """
    b1a3:Na3 b1c3:Nc3 g1f3:Nf3 g1h3:Nh3 a2a3:a3 a2a4:a4 b2b3:b3 b2b4:b4 c2c3:c3 c2c4:c4 d2d3:d3 d2d4:d4 e2e3:e3 e2e4:e4 f2f3:f3 f2f4:f4 g2g3:g3
    g2g4:g4 h2h3:h3 h2h4:h4"""),
    ("black", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", """
    b8a6:Na6 b8c6:Nc6 g8f6:Nf6 g8h6:Nh6 a7a5:a5 a7a6:a6 b7b5:b5 b7b6:b6 c7c5:c5 c7c6:c6 d7d5:d5 d7d6:d6 e7e5:e5 e7e6:e6 f7f5:f5 f7f6:f6 g7g5:g5
    g7g6:g6 h7h5:h5 h7h6:h6"""),
    ("castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 10", """
    e1d1:Kd1 e1d2:Kd2 e1e2:Ke2 e1f1:Kf1 e1f2:Kf2 e1g1:O-O e1c1:O-O-O a1a2:Ra2 a1a3:Ra3 a1a4:Ra4 a1a5:Ra5 a1a6:Ra6 a1a7:Ra7 a1b1:Rb1 a1c1:Rc1 a1d1:Rd1
    h1f1:Rf1 h1g1:Rg1 h1h2:Rh2 h1h3:Rh3 h1h4:Rh4 h1h5:Rh5 h1h6:Rh6 h1h7:Rh7 a1a8:Rxa8+ h1h8:Rxh8+"""),
    ("rich", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", """
    e2b5:Bb5 d2c1:Bc1 e2c4:Bc4 e2d1:Bd1 e2d3:Bd3 d2e3:Be3 e2f1:Bf1 d2f4:Bf4 d2g5:Bg5 d2h6:Bh6 e2a6:Bxa6 e1d1:Kd1 e1f1:Kf1 c3a4:Na4 c3b1:Nb1 c3b5:Nb5
    e5c4:Nc4 e5c6:Nc6 c3d1:Nd1 e5d3:Nd3 e5g4:Ng4 e5d7:Nxd7 e5f7:Nxf7 e5g6:Nxg6 e1g1:O-O e1c1:O-O-O f3d3:Qd3 f3e3:Qe3 f3f4:Qf4 f3f5:Qf5 f3g3:Qg3
    f3g4:Qg4 f3h5:Qh5 f3f6:Qxf6 f3h3:Qxh3 a1b1:Rb1 a1c1:Rc1 a1d1:Rd1 h1f1:Rf1 h1g1:Rg1 a2a3:a3 a2a4:a4 b2b3:b3 d5d6:d6 d5e6:dxe6 g2g3:g3 g2g4:g4
    g2h3:gxh3"""),
    ("queens", "1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", """
    a1a2:Ka2 a1b1:Kb1 a1b2:Kb2 h1e1:Q1e1 h1h2:Q1h2+ h1h3:Q1h3 h4h2:Q4h2+ h4h3:Q4h3 e4a4:Qa4 e4a8:Qa8+ e4b4:Qb4+ e4b7:Qb7# h1c1:Qc1 e4c2:Qc2 e4c4:Qc4
    e4c6:Qc6 h1d1:Qd1 e4d3:Qd3 e4d4:Qd4 e4d5:Qd5 h4d8:Qd8+ e4e2:Qe2 e4e3:Qe3 e4e5:Qe5+ e4e6:Qe6 e4e8:Qe8+ e4b1:Qeb1+ e4e1:Qee1 e4e7:Qee7 e4f3:Qef3
    e4f4:Qef4+ e4g2:Qeg2 e4g4:Qeg4 e4h7:Qeh7 h1f1:Qf1 h4f2:Qf2 e4f5:Qf5 h4f6:Qf6 h1g1:Qg1 h4g3:Qg3+ h4g5:Qg5 e4g6:Qg6 h4e1:Qh4e1 h4h5:Qh5 h4h6:Qh6
    h4h8:Qh8+ h1b1:Qhb1+ h4e7:Qhe7 h1f3:Qhf3 h4f4:Qhf4+ h1g2:Qhg2 h4g4:Qhg4 h4h7:Qhh7"""),
    ("most", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", """
    b1c2:Bc2 g1c5:Bc5 b1d3:Bd3 g1d4:Bd4 g1e3:Be3 b1e4:Be4 g1f2:Bf2 b1f5:Bf5 g1h2:Bh2 b1a2:Bxa2 f1e1:Ke1 f1e2:Ke2 f1f2:Kf2 f1g2:Kg2 c1b3:Nb3# d1c3:Nc3
    c1d3:Nd3 c1e2:Ne2 d1e3:Ne3 d1f2:Nf2 c1a2:Nxa2 d1b2:Nxb2 d2d3:Q2d3 d2d4:Q2d4 d2d5:Q2d5 d2d6:Q2d6 d7d3:Q7d3 d7d4:Q7d4 d7d5:Q7d5 d7d6:Q7d6 a3a4:Qaa4
    a3a5:Qaa5 a3a6:Qaa6 a3a7:Qaa7 a3b3:Qab3 a3b4:Qab4 a3c3:Qac3 a3c5:Qac5 a3d3:Qad3 a3d6:Qad6 a3e3:Qae3 a3e7:Qae7 a3f8:Qaf8 a3a2:Qaxa2# a3b2:Qaxb2#
    b6a5:Qba5 b6a6:Qba6 b6a7:Qba7 b6b3:Qbb3 b6b4:Qbb4 b6b5:Qbb5 b6b7:Qbb7 b6b8:Qbb8 b6c5:Qbc5 b6c6:Qbc6 b6c7:Qbc7 b6d4:Qbd4 b6d6:Qbd6 b6d8:Qbd8
    b6e3:Qbe3 b6e6:Qbe6 b6f2:Qbf2 b6f6:Qbf6 b6b2:Qbxb2# c4a4:Qca4 c4a6:Qca6 c4b3:Qcb3 c4b4:Qcb4 c4b5:Qcb5 c4c2:Qcc2 c4c3:Qcc3 c4c5:Qcc5 c4c6:Qcc6
    c4c7:Qcc7 c4c8:Qcc8 c4d3:Qcd3 c4d4:Qcd4 c4d5:Qcd5 c4e2:Qce2 c4e4:Qce4 c4e6:Qce6 c4f4:Qcf4 c4f7:Qcf7 c4g4:Qcg4 c4g8:Qcg8 c4a2:Qcxa2# d7a4:Qda4
    d2a5:Qda5 d7a7:Qda7 d2b4:Qdb4 d7b5:Qdb5 d7b7:Qdb7 d2c2:Qdc2 d2c3:Qdc3 d7c6:Qdc6 d7c7:Qdc7 d7c8:Qdc8 d7d8:Qdd8 d2e1:Qde1 d2e2:Qde2 d2e3:Qde3
    d7e6:Qde6 d7e7:Qde7 d7e8:Qde8 d2f2:Qdf2 d2f4:Qdf4 d7f5:Qdf5 d7f7:Qdf7 d2g2:Qdg2 d7g4:Qdg4 d2g5:Qdg5 d7g7:Qdg7 d2h2:Qdh2 d7h3:Qdh3 d2h6:Qdh6
    d7h7:Qdh7 d2b2:Qdxb2# e5a5:Qea5 e5b5:Qeb5 e5b8:Qeb8 e5c3:Qec3 e5c5:Qec5 e5c7:Qec7 e5d4:Qed4 e5d5:Qed5 e5d6:Qed6 e5e1:Qee1 e5e2:Qee2 e5e3:Qee3
    e5e4:Qee4 e5e6:Qee6 e5e7:Qee7 e5e8:Qee8 e5f4:Qef4 e5f5:Qef5 e5f6:Qef6 e5g3:Qeg3 e5g5:Qeg5 e5g7:Qeg7 e5h2:Qeh2 e5h5:Qeh5 e5b2:Qexb2# f3b3:Qfb3
    f3b7:Qfb7 f3c3:Qfc3 f3c6:Qfc6 f3d3:Qfd3 f3d5:Qfd5 f3e2:Qfe2 f3e3:Qfe3 f3e4:Qfe4 f3f2:Qff2 f3f4:Qff4 f3f5:Qff5 f3f6:Qff6 f3f7:Qff7 f3f8:Qff8
    f3g2:Qfg2 f3g3:Qfg3 f3g4:Qfg4 f3h1:Qfh1 f3h3:Qfh3 f3h5:Qfh5 g6c2:Qgc2 g6c6:Qgc6 g6d3:Qgd3 g6d6:Qgd6 g6e4:Qge4 g6e6:Qge6 g6e8:Qge8 g6f5:Qgf5
    g6f6:Qgf6 g6f7:Qgf7 g6g2:Qgg2 g6g3:Qgg3 g6g4:Qgg4 g6g5:Qgg5 g6g7:Qgg7 g6g8:Qgg8 g6h5:Qgh5 g6h6:Qgh6 g6h7:Qgh7 h4d4:Qhd4 h4d8:Qhd8 h4e1:Qhe1
    h4e4:Qhe4 h4e7:Qhe7 h4f2:Qhf2 h4f4:Qhf4 h4f6:Qhf6 h4g3:Qhg3 h4g4:Qhg4 h4g5:Qhg5 h4h1:Qhh1 h4h2:Qhh2 h4h3:Qhh3 h4h5:Qhh5 h4h6:Qhh6 h4h7:Qhh7
    a8a4:Ra4 a8a5:Ra5 a8a6:Ra6 a8a7:Ra7 a8b8:Rab8 a8c8:Rac8 a8d8:Rad8 a8e8:Rae8 a8f8:Raf8 a8g8:Rag8 h8h5:Rh5 h8h6:Rh6 h8h7:Rh7 h8b8:Rhb8 h8c8:Rhc8
    h8d8:Rhd8 h8e8:Rhe8 h8f8:Rhf8 h8g8:Rhg8"""),
]


def ordinals():
    names = {"usual": "initial-position", "black": "black", "castling": "castling", "rich": "every-kind-of-move", "queens": "disambiguation", "most": "218-moves"}
    for name, fen, table in ORDINALS:
        first, *others = moves(table)
        assert [item["san"] for item in [first] + others] == sorted(item["san"] for item in [first] + others)
        tags = [] if name == "usual" else [("FEN", fen), ("SetUp", "1")]
        text = b"\x05" + b"".join(b"\x02" + bytes([len(tag)]) + tag.encode() + bytes([len(value)]) + value.encode() for tag, value in tags)
        text += b"\x03\x01\x00" + b"".join(b"\x08\x03\x01" + bytes([ordinal]) + b"\x09" for ordinal in range(1, len(others) + 1)) + b"\x06"
        g = game([{**first, "variations": [{"moves": [item]} for item in others]}], tags, **({} if name == "usual" else {"start": fen}))
        case("pgc", "every-ordinal-" + names[name], text, "A move is stored as its place in the list of all legal moves, sorted by their SAN as ASCII.", ["PGC-07", "PGC-08"] + ["PGC-09"] * (name == "most"), "20.2",
             ext="pgc", part="pgc", games=[g], cls=ACCEPT,
             # After the first move Black is stalemated, and the game has no result.
             notes=["result-contradicts-board"] * (name == "most"))


ALL = [lines, long_tokens, nags, sizes, variations, comments, filling, characters, languages, nations, ordinals]


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    for make in ALL:
        make()
    old = {path.with_suffix("") for path in CASES.glob("*/*.json") if '"origin": "generated"' in path.read_text(encoding="utf-8")}
    left = {str(path.relative_to(CASES)) for stem in old for path in stem.parent.glob(stem.name + ".*")} - FILES.keys()
    differing = sorted(left | {name for name, data in FILES.items() if not (CASES / name).is_file() or (CASES / name).read_bytes() != data})
    if arguments:
        for name in differing:
            print(name)
        sys.exit(1 if differing else 0)
    for name in left:
        (CASES / name).unlink()
    for name, data in FILES.items():
        (CASES / name).parent.mkdir(parents=True, exist_ok=True)
        (CASES / name).write_bytes(data)
    print("%d files, %d bytes; %d were different" % (len(FILES), sum(map(len, FILES.values())), len(differing)))


if __name__ == "__main__":
    main(sys.argv[1:])
