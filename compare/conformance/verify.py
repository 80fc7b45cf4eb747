#!/usr/bin/env python3
"""Checks the expectations of the conformance suite with python-chess, which knows nothing of pgnkit.

    python3 compare/conformance/verify.py [FOLDER OF THE SUITE]

Of every case, as far as it has them:

- `games`: each `uci` is legal (variations too, from `start`, with the rules of the Variant tag), each `san` is what python-chess
  writes, `final` is the position reached;
- NAME.export.pgn: is what sections 8.1 and 8.2 and the conventions CEX, NAG and RAV say of layout, move numbers and order of
  tags, with legal moves in canonical SAN; has the moves, annotations, comments and results of `games`; and chess.pgn reads as
  many games with the same main lines;
- NAME.reduced.pgn: the same without tags beyond the seven (but those of the starting position), annotations, comments and variations;
- NAME.sorted.pgn: the games of `games` in the order of section 12;
- `records` of EPD and FEN: positions and moves are legal and written as python-chess does, unless a diagnostic is expected;
- .pgc: the ordinals give the moves of `games`.

Prints the differences and how much was checked; exit 1 if anything differs.
"""

import io
import json
import logging
import re
import sys
from collections import Counter
from pathlib import Path

import chess
import chess.pgn
import chess.variant

STANDARD = {"standard", "chess", "normal", "fromposition", "classical"}
VARIANTS = {
    "crazyhouse": "crazyhouse", "zh": "crazyhouse", "threecheck": "3check", "3check": "3check", "kingofthehill": "kingofthehill",
    "koth": "kingofthehill", "antichess": "antichess", "giveaway": "antichess", "suicide": "suicide", "losingchess": "antichess",
    "atomic": "atomic", "horde": "horde", "racingkings": "racingkings",
}
CHESS960 = {"chess960", "fischerandom", "fischerrandom", "fischerandomchess", "fischerrandomchess", "freestyle"}
ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
MARKERS = {"1-0", "0-1", "1/2-1/2", "*"}
UNREAD = "[%unread]"
CONTROL = re.compile(r"[\0-\x1f\x7f]")
COMMAND = re.compile(r'\[%[A-Za-z0-9]+(?: (?:"[^"]*"|[^],]*)(?:,(?:"[^"]*"|[^],]*))*)?\]')

differences = []
checked = Counter()
name = ""


def differ(what):
    differences.append("%s: %s" % (name, what))


# --- Games as `read` answers them ----------------------------------------------------------------------------------------


def rules(tags):
    """The class of the board, and whether it is Chess960; None for rules that are not checked here."""
    if {"WhiteA", "BlackA", "WhiteB", "BlackB"} <= set(dict(tags)):
        return None
    variant = re.sub(r"[^a-z0-9]", "", dict(tags).get("Variant", "standard").lower())
    if variant in VARIANTS:
        return chess.variant.find_variant(VARIANTS[variant]), False
    return (chess.Board, False) if variant in STANDARD or not variant else (chess.Board, True) if variant in CHESS960 else None


def position(fen, played):
    board, chess960 = played
    try:
        start = board(fen or board.starting_fen, chess960=chess960)
        # Castling rights of Chess960 make a game one of Chess960, whatever the tag Variant says (decision A-52).
        start.chess960 = chess960 or start.has_chess960_castling_rights()
        return start
    except ValueError:
        return None


def written(board, move):
    """The notation of a move; a pawn that is put on the board has no letter."""
    return re.sub("^P@", "@", board.san(move))


def line(board, moves, where):
    """Plays `moves`; returns False at the first that cannot be played."""
    for at, move in enumerate(moves):
        here = "%s[%d] %s" % (where, at, move.get("san"))
        before = board.copy(stack=False)
        for number, variation in enumerate(move.get("variations", [])):
            line(before.copy(stack=False), variation["moves"], "%s (%d)" % (here, number))
        if move["uci"] == "0000":
            played = chess.Move.null()
            if move["san"] != "--" or board.is_check():
                differ("%s: a null move %s" % (here, "in check" if board.is_check() else "is written --"))
        else:
            try:
                played = board.parse_uci(move["uci"])
            except ValueError as error:
                differ("%s: %s" % (here, error))
                return False
            if written(board, played) != move["san"]:
                differ("%s: python-chess writes %s" % (here, written(board, played)))
            if board.uci(played) != move["uci"]:
                differ("%s: python-chess writes %s" % (here, board.uci(played)))
        checked["moves"] += 1
        board.push(played)
    return True


def check_game(game, where):
    checked["games"] += 1
    tags = [(tag["name"], tag["value"]) for tag in game["tags"]]
    played = rules(tags)
    if played is None:
        return
    start = game.get("start")
    board = position(start, played)
    if board is None:
        differ("%s: start is no position: %s" % (where, start))
        return
    if start and start == chess.STARTING_FEN:
        differ("%s: start is the usual one" % where)
    if start and not start.startswith(board.fen(en_passant="fen").split(" ")[0] + " "):
        differ("%s: python-chess writes start as %s" % (where, board.fen(en_passant="fen")))
    if line(board, game["moves"], where + " moves") and "final" in game:
        checked["final positions"] += 1
        if game["final"] != board.fen(en_passant="fen"):
            differ("%s: python-chess has the final position %s" % (where, board.fen(en_passant="fen")))


# --- Export format -------------------------------------------------------------------------------------------------------


class Broken(Exception):
    pass


def comment_words(text):
    """The words of a comment: commands are whole, and none begins with `%` or `[` but the first."""
    words = []
    for piece in re.findall(r"\S+", COMMAND.sub(lambda found: re.sub(r"\s", "\0", found.group()), text)):
        piece = piece.replace("\0", " ")
        if words and piece[0] in "%[":
            words[-1] += " " + piece
        else:
            words.append(piece)
    return words


def tokens(text):
    """Pairs of kind and text; lines of `text` have been joined only inside comments."""
    at, out = 0, []
    while at < len(text):
        if text[at] in " \n":
            at += 1
            continue
        if text[at] == "{":
            end = text.find("}", at)
            if end < 0:
                raise Broken("a comment without end")
            out.append(("comment", text[at + 1:end]))
            at = end + 1
        elif text[at] == ";":
            end = text.find("\n", at)
            out.append(("line comment", text[at + 1:end]))
            at = end
        elif text[at] in "()":
            out.append((text[at], text[at]))
            at += 1
        else:
            found = re.compile(r"[^\s(){};]+").match(text, at)
            out.append(("word", found.group()))
            at = found.end()
    return out


def fill(stream):
    """The lines that the tokens must have."""
    words, closing, opening = [], 0, 0
    for kind, text in stream:
        if kind == "(":
            opening += 1
            continue
        if kind == ")":
            words[-1] += ")"
            continue
        pieces = comment_words(text) or [""] if kind == "comment" else [text]
        if kind == "comment":
            pieces[0] = "{" + pieces[0]
            pieces[-1] += "}"
        if kind == "line comment":
            pieces = [";" + text + "\n"]
            if text.startswith(UNREAD):  # has lines of its own
                words += ["(" * opening] * bool(opening)
                opening = 0
                pieces = ["\n" + pieces[0]]
        pieces[0] = "(" * opening + pieces[0]
        opening = 0
        words += pieces
    lines = [""]
    for word in words:
        if word.startswith("\n"):
            word = word[1:]
            lines += [""] * bool(lines[-1])
        if not lines[-1] or len(lines[-1]) + 1 + len(word.rstrip("\n")) <= 79:
            lines[-1] += " " * bool(lines[-1]) + word.rstrip("\n")
        else:
            lines.append(word.rstrip("\n"))
        if word.endswith("\n"):
            lines.append("")
    return "\n".join(lines).rstrip("\n")


def parse_line(stream, at, board, number, turn, closed):
    """A line of play in export format, up to the marker or `)`; returns it and where it ends."""
    comments, moves, need = [], [], True
    before = None
    while True:
        if at == len(stream):
            raise Broken("no termination marker")
        kind, text = stream[at]
        if kind in ("comment", "line comment"):
            if moves and "variations" in moves[-1]:
                raise Broken("a comment after a variation: %s" % text)
            (moves[-1].setdefault("comments", []) if moves else comments).append(text)
            need = True
        elif kind == "(":
            if not moves:
                raise Broken("a variation before a move")
            variation, at = parse_line(stream, at + 1, before.copy(stack=False), *before_number, True)
            moves[-1].setdefault("variations", []).append(variation)
            need = True
        elif kind == ")" or text in MARKERS:
            if (kind == ")") != closed:
                raise Broken("%s in the wrong place" % text)
            out = {"moves": moves}
            if comments:
                out["comments"] = comments
            return out, at
        elif text[0] == "$":
            if not moves or "comments" in moves[-1] or "variations" in moves[-1]:
                raise Broken("%s in the wrong place" % text)
            if not re.fullmatch(r"\$([1-9][0-9]{0,2})", text) or moves[-1].get("nags", [0])[-1] >= int(text[1:]):
                raise Broken("%s is wrong or out of order" % text)
            moves[-1].setdefault("nags", []).append(int(text[1:]))
            need = True
        else:
            indication = "%d." % number if turn == chess.WHITE else "%d..." % number
            if turn == chess.WHITE or need or behind_escapes and text == indication:
                if text != indication:
                    raise Broken("expected %s, found %s" % (indication, text))
                at += 1
                kind, text = stream[at]
            before, before_number = board.copy(stack=False), (number, turn)
            if text == "--":
                move = chess.Move.null()
            else:
                try:
                    move = board.parse_san(text)
                except ValueError as error:
                    raise Broken("%d: %s" % (number, error)) from None
                if written(board, move) != text:
                    raise Broken("python-chess writes %s for %s" % (written(board, move), text))
            moves.append({"uci": board.uci(move) if move else "0000", "san": text})
            board.push(move)
            checked["exported moves"] += 1
            number, turn = number + (turn == chess.BLACK), not turn
            need = False
        at += 1


# Whether the text has escape lines between moves: after one the number comes again.
behind_escapes = False


def exported_games(text, reduced):
    """The games of a text in export format, each with tags as pairs."""
    global behind_escapes
    games = []
    if text and not text.endswith("\n\n"):
        raise Broken("no empty line at the end")
    parts = re.split(r"\n\n", text[:-2]) if text else []
    if len(parts) % 2:
        raise Broken("%d parts between empty lines" % len(parts))
    for head, movetext in zip(parts[::2], parts[1::2]):
        tags = []
        for row in head.split("\n"):
            if row.startswith("%"):
                continue
            found = re.fullmatch(r'\[([A-Za-z0-9_]+) "((?:[^"\\]|\\["\\])*)"\]', row)
            if not found:
                raise Broken("no tag pair: %s" % row)
            tags.append((found.group(1), re.sub(r"\\(.)", r"\1", found.group(2))))
        names = [tag[0] for tag in tags]
        if names[:7] != ROSTER or names[7:] != sorted(set(names[7:])) or reduced and not {"FEN", "SetUp"}.issuperset(names[7:]):
            raise Broken("tags out of order: %s" % names)
        known = dict(tags)
        played = rules(tags)
        # Escape lines stand between the lines of moves.
        rows = [row for row in movetext.split("\n") if not row.startswith("%")]
        behind_escapes, movetext = len(rows) < len(movetext.split("\n")), "\n".join(rows)
        stream = tokens(movetext + "\n")
        if fill(stream) != movetext and not behind_escapes:
            raise Broken("filled otherwise than\n%s" % fill(stream))
        for row in rows:
            if row != row.strip() or not row or len(row) > 79 and " " in row.replace("{a ", "") and not COMMAND.search(row):
                raise Broken("layout of %r" % row)
        # A result in other words stands in the tag alone.
        if stream[-1][1] != (known["Result"] if known["Result"] in MARKERS else "*"):
            raise Broken("Result %s, marker %s" % (known["Result"], stream[-1][1]))
        game = {"tags": tags, "result": stream[-1][1], "moves": None}
        board = None if played is None else position(known.get("FEN"), played)
        if board is not None:
            parsed, end = parse_line(stream, 0, board, board.fullmove_number, board.turn, False)
            if end != len(stream) - 1:
                raise Broken("something after the marker")
            game.update(parsed)
        games.append(game)
    return games


def flat(item, main):
    """What export keeps of a line: the moves, and without `main` glyphs, comments and variations."""
    def text(comment):
        comment = comment if isinstance(comment, str) else comment["text"]
        return " ".join(CONTROL.sub(" ", comment.removeprefix(UNREAD)).split()).replace("{", "(").replace("}", ")")

    def texts(of):
        return [text(comment) for comment in of.get("comments", []) if text(comment)]
    if main:
        return [move["uci"] for move in item["moves"]]
    return [texts(item)] + [
        (move["uci"], sorted({nag for nag in move.get("nags", []) if nag}), texts(move), [flat(v, False) for v in move.get("variations", [])])
        for move in item["moves"]]


def decoded(data, options):
    if options.get("encoding") == "latin1":
        return data.decode("latin-1")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def check_export(path, options, games, kind):
    checked["texts in export format"] += 1
    text = decoded(path.read_bytes(), options)
    if options.get("newline") == "crlf":
        if re.search(r"(?<!\r)\n", text):
            differ("%s: a line that ends with LF alone" % path.name)
        text = text.replace("\r\n", "\n")
    reduced = kind == "reduced"
    try:
        found = exported_games(text, reduced)
    except Broken as error:
        differ("%s: %s" % (path.name, error))
        return
    if games is not None:
        if kind == "sorted":
            key = lambda game: (game["result"], repr(flat(game, False)))
            a, b = sorted(found, key=key), sorted(games, key=key)
        else:
            a, b = found, games
        if len(a) != len(b):
            differ("%s: %d games, expected %d" % (path.name, len(a), len(b)))
        for at, (mine, wanted) in enumerate(zip(a, b)):
            if mine["moves"] is None:
                continue
            if mine["result"] != wanted["result"]:
                differ("%s: game %d: result %s, expected %s" % (path.name, at, mine["result"], wanted["result"]))
            if flat(mine, reduced) != flat(wanted, reduced):
                differ("%s: game %d:\n  found    %s\n  expected %s" % (path.name, at, flat(mine, reduced), flat(wanted, reduced)))
    if reduced:
        for at, game in enumerate(found):
            if game["moves"] and flat(game, False) != [[]] + [(move["uci"], [], [], []) for move in game["moves"]]:
                differ("%s: game %d has more than moves" % (path.name, at))
    if kind == "sorted":
        order = [collation(game, movetext) for game, movetext in zip(found, text.split("\n\n")[1::2])]
        if order != sorted(order):
            differ("%s: not in order" % path.name)
    # Once more with the reader of python-chess, main lines only.
    stream = io.StringIO(re.sub(r"(?m)^;.*\n| ;.*$", "", text))
    theirs = []
    while (game := chess.pgn.read_game(stream)) is not None:
        theirs.append(game)
    if len(theirs) != len(found):
        differ("%s: chess.pgn reads %d games, not %d" % (path.name, len(theirs), len(found)))
    for at, (theirs, mine) in enumerate(zip(theirs, found)):
        if mine["moves"] is not None and not theirs.errors:
            moves, board = [], theirs.board()
            for move in theirs.mainline_moves():
                moves.append(board.uci(move) if move else "0000")
                board.push(move)
            if moves != flat(mine, True):
                differ("%s: game %d: chess.pgn reads %s" % (path.name, at, moves))


def collation(game, movetext):
    """The key of section 12."""
    tags = dict(game["tags"])

    def date(value):
        parts = [part.replace("?", "0") for part in value.split(".")]
        return [int(part) for part in parts] if len(parts) == 3 and all(part.isdigit() for part in parts) else [0, 0, 0]

    def number(value):
        if value == "-":
            return (1, [])
        parts = value.split(".")
        return (2, [int(part) for part in parts]) if all(part.isdigit() for part in parts) else (0, [])
    return (date(tags["Date"]), tags["Event"], tags["Site"], number(tags["Round"]), tags["White"], tags["Black"], tags["Result"], movetext)


# --- EPD and FEN ---------------------------------------------------------------------------------------------------------


def check_record(record, where, faulty):
    checked["records"] += 1
    fen = record.get("fen") or (record["position"] + " 0 1" if record.get("position") else None)
    if fen is None:
        return
    board = position(fen, (chess.Board, False))
    if board is None:
        if not faulty:
            differ("%s: no position: %s" % (where, fen))
        return
    if not faulty:
        illegal = any(operation["opcode"] == "ce" and operation["operands"] == [{"type": "integer", "value": -32767}] for operation in record.get("operations", []))
        if board.fen(en_passant="fen") != fen or not illegal and board.status() & ~chess.STATUS_INVALID_EP_SQUARE:
            differ("%s: %s: %s, python-chess writes %s" % (where, fen, board.status(), board.fen(en_passant="fen")))
    for operation in record.get("operations", []):
        now = board.copy(stack=False)
        for operand in operation["operands"]:
            if operand["type"] != "move":
                continue
            checked["moves of records"] += 1
            try:
                move = now.parse_uci(operand["uci"])
            except ValueError as error:
                differ("%s: %s: %s" % (where, operation["opcode"], error))
                break
            if now.san(move) != operand["san"]:
                differ("%s: %s: python-chess writes %s for %s" % (where, operation["opcode"], now.san(move), operand["san"]))
            if operation["opcode"] == "pv":
                now.push(move)


# --- PGC -----------------------------------------------------------------------------------------------------------------


class Pgc:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if self.at + count > len(self.data):
            raise Broken("ends inside an item")
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, size):
        return int.from_bytes(self.take(size), "little")

    def string(self, size=1):
        return self.take(self.number(size)).decode("latin-1")

    def sequence(self, board, size, moves):
        for _ in range(self.number(size)):
            ordinal = self.number(1)
            legal = sorted((board.san(move), board.uci(move), move) for move in board.legal_moves)
            if ordinal >= len(legal):
                raise Broken("ordinal %d of %d" % (ordinal, len(legal)))
            checked["ordinals"] += 1
            self.before = board.copy(stack=False)
            san, uci, move = legal[ordinal]
            moves.append({"uci": uci, "san": san})
            board.push(move)

    def line(self, board, end, tags=None):
        """Records up to the marker `end`."""
        moves, self.before = [], None
        while (marker := self.number(1)) != end:
            if marker == 2 and tags is not None:
                tags.append((self.string(), self.string()))
                if tags[-1][0] in ("FEN", "Variant"):
                    played = rules(tags)
                    board = played and position(dict(tags).get("FEN"), played)
                    if board is None:
                        raise Broken("no position")
            elif marker in (3, 4):
                self.sequence(board, 1 if marker == 3 else 2, moves)
            elif marker == 7:
                moves[-1].setdefault("nags", []).append(self.number(1))
            elif marker == 8:
                before = self.before
                moves[-1].setdefault("variations", []).append({"moves": self.line(before.copy(stack=False), 9)})
                self.before = before
            elif marker == 10:
                self.string(2)
            elif marker != 0:
                raise Broken("marker %02x" % marker)
        return moves

    def games(self):
        out = []
        while self.at < len(self.data):
            marker = self.number(1)
            if marker == 1:
                tags = [(tag, self.string()) for tag in ROSTER]
                moves = []
                self.sequence(chess.Board(), 2, moves)
                out.append({"tags": tags, "moves": moves, "result": tags[-1][1]})
            elif marker == 5:
                tags = []
                moves = self.line(chess.Board(), 6, tags)
                out.append({"tags": tags, "moves": moves, "result": dict(tags).get("Result", "*")})
            elif marker == 10:
                self.string(2)
            elif marker != 0:
                raise Broken("marker %02x" % marker)
        return out


def check_pgc(path, games, tags):
    checked["texts in PGC"] += 1
    try:
        found = Pgc(path.read_bytes()).games()
    except (Broken, IndexError, AttributeError) as error:
        differ("%s: %s" % (path.name, error))
        return
    if games is None:
        return
    if len(found) != len(games):
        differ("%s: %d games, expected %d" % (path.name, len(found), len(games)))
    for at, (mine, wanted) in enumerate(zip(found, games)):
        without = json.loads(json.dumps(wanted))

        def strip(item):
            item.pop("comments", None)
            for move in item["moves"]:
                move.pop("comments", None)
                for variation in move.get("variations", []):
                    strip(variation)
        strip(without)
        if flat(mine, False) != flat(without, False) or mine["result"] != wanted["result"]:
            differ("%s: game %d:\n  found    %s\n  expected %s" % (path.name, at, flat(mine, False), flat(without, False)))
        if tags and mine["tags"] != [(tag["name"], tag["value"]) for tag in wanted["tags"]]:
            differ("%s: game %d: tags %s" % (path.name, at, mine["tags"]))


def main(arguments):
    global name
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL + 1)
    sys.setrecursionlimit(20000)
    root = Path(arguments[0] if arguments else Path(__file__).resolve().parents[2] / "conformance") / "cases"
    for path in sorted(root.glob("*/*.json")):
        name = "%s/%s" % (path.parent.name, path.stem)
        checked["cases"] += 1
        case = json.loads(path.read_text(encoding="utf-8"))
        expect = case.get("expect", {})
        options = case.get("options", {})
        games = expect.get("games")
        faulty = bool(expect.get("diagnostics"))
        for at, game in enumerate(games or []):
            check_game(game, "games[%d]" % at)
        for at, record in enumerate(expect.get("records", [])):
            check_record(record, "records[%d]" % at, faulty)
        for kind in ("export", "reduced", "sorted"):
            file = path.with_suffix("." + kind + ".pgn")
            if file.is_file():
                check_export(file, options, games, kind)
        if path.with_suffix(".pgc").is_file() and not faulty:
            check_pgc(path.with_suffix(".pgc"), games, True)
        if path.with_suffix(".export.pgc").is_file():
            check_pgc(path.with_suffix(".export.pgc"), games, False)
    for difference in differences:
        print(difference)
    print("python-chess %s: %s; %d differences" % (chess.__version__, ", ".join("%d %s" % (n, what) for what, n in checked.items()), len(differences)))
    return 1 if differences or not checked["cases"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
