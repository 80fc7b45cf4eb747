"""Boards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, TypeAlias, TypeVar

from ..._errors import MoveError
from ._moves import IllegalMoveError, InvalidMoveError, Move, from_core, unplayable
from ._rules import RuledBoard
from ._squares import PAWN, SQUARE_NAMES, EnPassantSpec, piece_symbol

if TYPE_CHECKING:
    from typing_extensions import Self

BoardT = TypeVar("BoardT", bound="Board")

_Operand: TypeAlias = None | str | int | float | Move | Iterable[Move]

_OPERATION = re.compile(r'\s*([A-Za-z][\w-]*)((?:\s+"[^"]*"|[^;"])*)(?:;|$)')
_NULL = ("--", "Z0", "0000", "@@@@")


class Board(RuledBoard):
    """A board: a position with the moves that led to it, which knows the rules and the notations."""

    # What is different in variants.
    one_king: ClassVar[bool] = True
    captures_compulsory: ClassVar[bool] = False
    connected_kings: ClassVar[bool] = False

    # UCI.

    def uci(self, move: Move, *, chess960: bool | None = None) -> str:
        """The text of a move in UCI notation, castling as this board writes it or as asked for."""
        if chess960 is None or chess960 == self.chess960:
            return self._usual(move).uci()
        board = self.copy(stack=False)
        board.chess960 = chess960
        return board._usual(move).uci()

    def parse_uci(self, uci: str) -> Move:
        """Reads a move in UCI notation; it must be legal."""
        move = Move.from_uci(uci)
        if not move:
            return move
        core = self._position()
        if core is None:
            move = self._usual(move)
            if not self.is_legal(move):
                raise IllegalMoveError(f"expected a legal move, found {uci!r} in {self.fen()}")
            return move
        try:
            return from_core(core.parse_uci(uci))
        except MoveError as error:
            raise IllegalMoveError(f"{error} in {self.fen()}") from None

    def push_uci(self, uci: str) -> Move:
        """Makes a move in UCI notation, and returns it."""
        return self._pushed(self.parse_uci(uci))

    def _pushed(self, move: Move) -> Move:
        self.push(move)
        return move

    def xboard(self, move: Move, chess960: bool | None = None) -> str:
        """The text of a move as the protocol of XBoard has it."""
        if not self.is_castling(move):
            return move.xboard()
        is_960 = self.chess960 if chess960 is None else chess960
        if not is_960:
            return self.uci(move, chess960=False)
        return "O-O" if self.is_kingside_castling(move) else "O-O-O"

    def parse_xboard(self, xboard: str) -> Move:
        return self.parse_san(xboard)

    def push_xboard(self, xboard: str) -> Move:
        return self.push_san(xboard)

    # Algebraic notation.

    def san(self, move: Move) -> str:
        """The move in standard algebraic notation. It must be legal, or the null move."""
        if not move:
            return "--"
        core = self._position()
        if core is None:
            return self._loose_san(move)
        try:
            return core.san(move._core or move.core)
        except MoveError as error:
            raise unplayable(error, move.uci()) from None

    def _loose_san(self, move: Move) -> str:
        """The notation in a position that is none."""
        kind = self.piece_type_at(move.from_square)
        if kind is None and not move.drop:
            raise IllegalMoveError(f"expected a piece on {SQUARE_NAMES[move.from_square]} for {move.uci()}")
        text = self._long(move, separator="")
        if kind is not None and kind != PAWN and not move.drop and not self.is_castling(move):
            others = [
                other.from_square
                for other in self.generate_legal_moves(to_mask=1 << move.to_square)
                if other.from_square != move.from_square and self.piece_type_at(other.from_square) == kind
            ]
            name = SQUARE_NAMES[move.from_square]
            if not others:
                name = ""
            elif all(other & 7 != move.from_square & 7 for other in others):
                name = name[0]
            elif all(other >> 3 != move.from_square >> 3 for other in others):
                name = name[1]
            text = text[0] + name + text[3:]
        elif kind == PAWN and not move.drop:
            text = (text[0] if self.is_capture(move) else "") + text[2:]
        return text + self._suffix(move)

    def _long(self, move: Move, separator: str = "-") -> str:
        """The move with both its squares."""
        if move.drop:
            return f"{piece_symbol(move.drop).upper() if move.drop != PAWN else ''}@{SQUARE_NAMES[move.to_square]}"
        if self.is_castling(move):
            return "O-O" if move.to_square > move.from_square else "O-O-O"
        kind = self.piece_type_at(move.from_square) or PAWN
        letter = "" if kind == PAWN else piece_symbol(kind).upper()
        sign = "x" if self.is_capture(move) else separator
        promotion = f"={piece_symbol(move.promotion).upper()}" if move.promotion else ""
        return letter + SQUARE_NAMES[move.from_square] + sign + SQUARE_NAMES[move.to_square] + promotion

    def _suffix(self, move: Move) -> str:
        self.push(move)
        try:
            return "#" if self.is_checkmate() else "+" if self.is_check() else ""
        finally:
            self.pop()

    def lan(self, move: Move) -> str:
        """The move in long algebraic notation: `Ng1-f3`."""
        return self._long(move) + self._suffix(move) if move else "--"

    def san_and_push(self, move: Move) -> str:
        """Makes a move, and returns its standard algebraic notation."""
        text = self.san(move)
        self.push(move)
        return text

    def variation_san(self, variation: Iterable[Move]) -> str:
        """Moves one after the other, with numbers: `1. e4 e5 2. Nf3`."""
        board = self.copy(stack=False)
        words: list[str] = []
        for move in variation:
            if not board.is_legal(move):
                raise IllegalMoveError(f"expected a legal move, found {move.uci()} in {board.fen()}")
            if board.turn:
                words.append(f"{board.fullmove_number}.")
            elif not words:
                words.append(f"{board.fullmove_number}...")
            words.append(board.san_and_push(move))
        return " ".join(words)

    def parse_san(self, san: str) -> Move:
        """Reads a move in algebraic notation, in any usual spelling.

        Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`; all are `ValueError`.
        """
        core = self._position()
        if core is None:
            return self._parse_loosely(san)
        try:
            return from_core(core.parse_san(san))
        except MoveError as error:
            if san in _NULL:
                return Move.null()
            raise unplayable(error, san) from None

    def _parse_loosely(self, san: str) -> Move:
        if san in _NULL:
            return Move.null()
        bare = san.rstrip("+#!?").replace("0-0-0", "O-O-O").replace("0-0", "O-O")
        for move in self.generate_legal_moves():
            if self._loose_san(move).rstrip("+#") == bare:
                return move
        if not re.fullmatch(r"(O-O(-O)?)|[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](=?[QRBNK])?", bare):
            raise InvalidMoveError(f"invalid move: {san!r}")
        raise IllegalMoveError(f"expected a legal move, found {san!r} in {self.fen()}")

    def push_san(self, san: str) -> Move:
        """Makes a move in algebraic notation, and returns it."""
        core = self._core
        if core is None:
            return self._pushed(self.parse_san(san))
        try:
            move = from_core(core.push_san(san))
        except MoveError:
            return self._pushed(self.parse_san(san))
        self.move_stack.append(move)
        return move

    # EPD.

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
        **operations: _Operand,
    ) -> str:
        """The position as a record of EPD, with operations such as `bm=[move]`, `id="…"` or `ce=12`."""
        text = " ".join(self._fields(shredder, en_passant, promoted)[:-2])
        for opcode, operand in operations.items():
            text += f" {opcode}{self._operand(opcode, operand)};"
        return text

    def _operand(self, opcode: str, operand: _Operand) -> str:
        if operand is None:
            return ""
        if isinstance(operand, Move):
            return f" {self.san(operand)}"
        if isinstance(operand, (int, float)):
            return f" {operand}"
        if isinstance(operand, str):
            quoted = operand.replace("\\", "\\\\").replace('"', "'").replace("\r", "").replace("\n", " ")
            return f' "{quoted}"'
        moves = list(operand)
        if opcode == "pv":
            board = self.copy(stack=False)
            return "".join(f" {board.san_and_push(move)}" for move in moves)
        return "".join(sorted(f" {self.san(move)}" for move in moves))

    def set_epd(self, epd: str) -> dict[str, object]:
        """Reads a record of EPD, and returns its operations."""
        fields = epd.strip().rstrip(";").split(None, 5 if self._variant == "3check" else 4)
        # A FEN is one as well, as far as it goes.
        count = 5 if self._variant == "3check" and len(fields) > 4 and "+" in fields[4] else 4
        rest = " ".join(fields[count:])
        self.set_fen(" ".join([*fields[:count], "0", "1"]))
        found: dict[str, object] = {}
        for opcode, text in _OPERATION.findall(rest + ";" if rest else ""):
            found[opcode] = self._read_operand(opcode, text.strip())
        self._set_clocks(found)
        return found

    def _set_clocks(self, operations: dict[str, object]) -> None:
        halfmoves, number = operations.get("hmvc"), operations.get("fmvn")
        if isinstance(halfmoves, int):
            self.halfmove_clock = halfmoves
        if isinstance(number, int):
            self.fullmove_number = max(number, 1)
        if self._loose is not None and self._loose.core is not None and (halfmoves or number):
            # The clocks alone need nothing by hand.
            self.set_fen(self._loose.fen())

    def _read_operand(self, opcode: str, text: str) -> object:
        if opcode in ("pv", "am", "bm"):
            board = self.copy(stack=False)
            read = board.push_san if opcode == "pv" else board.parse_san
            return [read(word) for word in re.sub(r"\d+\.+\s*", "", text).split()]
        if not text:
            return None
        if text.startswith('"'):
            return text.strip('"')
        for number in (int, float):
            try:
                return number(text)
            except ValueError:
                pass
        try:
            return self.parse_san(text)
        except ValueError:
            return text

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[Self, dict[str, object]]:
        """A board and operations from a record of EPD."""
        board = cls.empty()
        board.chess960 = chess960
        return board, board.set_epd(epd)

    def _repr_svg_(self) -> str:
        from . import svg

        last = self.move_stack[-1] if self.move_stack else None
        return svg.board(self, size=390, lastmove=last, check=self.king(self.turn) if self.is_check() else None)
