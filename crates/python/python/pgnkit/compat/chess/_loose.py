"""Positions that need not be any: pieces, a side to move and rights as a script has set them.

pgnkit's own positions are always ones in which moves can be made. Scripts build theirs step by step, look at boards
without kings and make moves that are not legal; meanwhile a board holds one of these.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..._core import Position
from ..._errors import PositionError
from ._attacks import PAWN_ATTACKS, attacks_of, between
from ._base_board import Letters, read_board_fen
from ._moves import Move
from ._squares import (
    BB_BACKRANKS,
    BB_FILES,
    BB_RANK_1,
    BB_RANK_8,
    BISHOP,
    FILE_NAMES,
    KINDS,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    SQUARE_NAMES,
    WHITE,
    Bitboard,
    Color,
    Square,
    lsb,
    msb,
    piece_symbol,
    scan_forward,
    scan_reversed,
)

_STANDARD_ROOKS = 1 << 0 | 1 << 7 | 1 << 56 | 1 << 63


class Loose:
    """A position without rules to keep; `core` is pgnkit's own of it, where there is one."""

    def __init__(self, variant: str | None = None, chess960: bool = False) -> None:
        self.letters: Letters = {}
        self.promoted: Bitboard = 0
        self.turn: Color = WHITE
        self.castling: Bitboard = 0
        self.en_passant: Square | None = None
        self.halfmove_clock = 0
        self.fullmove_number = 1
        # What some variants have besides: `[Qp]` after the pieces, `3+2` before the clocks.
        self.pockets: str | None = None
        self.checks: str | None = None
        self.variant = variant
        self.chess960 = chess960
        self._core: Position | None = None
        self._is_known = False

    @classmethod
    def of(cls, core: Position, variant: str | None, chess960: bool) -> Loose:
        loose = cls.read(core.fen(), variant, chess960)
        loose.castling = core.castling_rooks
        return loose

    @classmethod
    def read(cls, fen: str, variant: str | None, chess960: bool) -> Loose:
        """Reads a FEN; what is no FEN at all raises `ValueError`, what is no position does not."""
        loose = cls(variant, chess960)
        fields = fen.split()
        if not fields:
            raise ValueError("the FEN is empty")
        board = fields.pop(0)
        if board.endswith("]") and "[" in board:
            board, _, pocket = board[:-1].partition("[")
            loose.pockets = pocket
        elif board.count("/") == 8:
            board, _, loose.pockets = board.rpartition("/")
        elif variant == "crazyhouse":
            loose.pockets = ""
        loose.letters, loose.promoted = read_board_fen(board)
        turn = fields.pop(0) if fields else "w"
        if turn not in ("w", "b"):
            raise ValueError(f"expected 'w' or 'b' for the side to move of the FEN: {fen!r}")
        loose.turn = turn == "w"
        loose.set_castling(fields.pop(0) if fields else "-")
        passed = fields.pop(0) if fields else "-"
        if passed != "-":
            if passed not in SQUARE_NAMES:
                raise ValueError(f"expected a square or '-' for en passant in the FEN: {fen!r}")
            loose.en_passant = SQUARE_NAMES.index(passed)
        if fields and variant == "3check" and "+" in fields[0]:
            loose.checks = fields.pop(0)
        elif len(fields) == 3 and fields[2].startswith("+"):
            given = fields.pop()[1:].split("+")
            loose.checks = "+".join(str(3 - int(count)) for count in given)
        elif variant == "3check":
            loose.checks = "3+3"
        if len(fields) > 2:
            raise ValueError(f"expected no more than six fields in the FEN: {fen!r}")
        clocks = [int(field) if field != "-" else 0 for field in fields]
        if any(clock < 0 for clock in clocks):
            raise ValueError(f"expected no negative clock in the FEN: {fen!r}")
        if clocks:
            loose.halfmove_clock = clocks[0]
        if clocks[1:]:
            loose.fullmove_number = max(clocks[1], 1)
        return loose

    def copy(self) -> Loose:
        other = Loose(self.variant, self.chess960)
        other.__dict__.update(self.__dict__)
        other.letters = dict(self.letters)
        return other

    def changed(self) -> None:
        self._core, self._is_known = None, False

    @property
    def core(self) -> Position | None:
        if not self._is_known:
            self._is_known = True
            try:
                # Shredder's letters say which rooks are meant, whatever else stands there.
                fen = self.fen(shredder=self.chess960)
                self._core = Position(fen, chess960=self.chess960 or None, variant=self.variant or "standard")
            except (PositionError, ValueError):
                self._core = None
        return self._core

    # Pieces.

    def mask(self, letters: str) -> Bitboard:
        mask = 0
        for square, letter in self.letters.items():
            if letter in letters:
                mask |= 1 << square
        return mask

    def of_color(self, color: Color) -> Bitboard:
        return self.mask("PNBRQK" if color else "pnbrqk")

    def king(self, color: Color) -> Square | None:
        kings = self.mask("K" if color else "k") & ~self.promoted
        return msb(kings) if kings else None

    def is_attacked(self, square: Square, by: Color, occupied: Bitboard) -> bool:
        """Whether a piece that is among the occupied squares attacks a square."""
        for at, letter in self.letters.items():
            if letter.isupper() == by and occupied >> at & 1:
                if attacks_of(KINDS[letter], by, at, occupied) >> square & 1:
                    return True
        return False

    # Castling rights.

    def set_castling(self, text: str) -> None:
        self.castling = 0
        if text in ("-", ""):
            return
        for letter in text:
            color = letter.isupper()
            back = BB_RANK_1 if color else BB_RANK_8
            rooks = self.mask("R" if color else "r") & back
            king = self.king(color)
            low = letter.lower()
            if low == "k":
                file = msb(rooks) & 7 if king is not None and msb(rooks) > king else 7
            elif low == "q":
                if king is not None and not rooks:
                    continue
                file = lsb(rooks) & 7 if king is not None and lsb(rooks) < king else 0
            elif low in FILE_NAMES:
                file = FILE_NAMES.index(low)
            else:
                raise ValueError(f"expected castling rights such as 'KQkq' or '-', not {text!r}")
            self.castling |= BB_FILES[file] & back

    def clean_castling(self) -> Bitboard:
        """The rights that a king and a rook are there for."""
        kept = 0
        for color, back in ((True, BB_RANK_1), (False, BB_RANK_8)):
            rights = self.castling & back & self.mask("R" if color else "r")
            kings = self.mask("K" if color else "k") & back & ~self.promoted
            if not rights or not kings:
                continue
            if not self.chess960:
                kept |= rights & _STANDARD_ROOKS if kings & BB_FILES[4] else 0
                continue
            king = msb(kings)
            below, above = rights & ((1 << king) - 1), rights >> king + 1 << king + 1
            kept |= (1 << lsb(below) if below else 0) | (1 << msb(above) if above else 0)
        return kept

    def castling_text(self, *, shredder: bool = False) -> str:
        text = ""
        rights = self.clean_castling()
        for color, back in ((True, BB_RANK_1), (False, BB_RANK_8)):
            king = self.king(color)
            rooks = self.mask("R" if color else "r") & back
            for rook in scan_reversed(rights & back):
                letter = FILE_NAMES[rook & 7]
                if not shredder and king is not None:
                    # X-FEN: a file is named only where another rook is further out.
                    if rook > king and not rooks >> rook + 1:
                        letter = "k"
                    elif rook < king and not rooks & ((1 << rook) - 1):
                        letter = "q"
                text += letter.upper() if color else letter
        return text or "-"

    # Text.

    def board_text(self) -> str:
        """The pieces as a FEN has them."""
        from ._base_board import BaseBoard

        board = BaseBoard(None)
        board._placed, board._marked = self.letters, self.promoted
        text = board.board_fen(promoted=self.variant == "crazyhouse")
        return text if self.pockets is None else f"{text}[{self.pockets}]"

    def fields(self, *, shredder: bool = False, en_passant: bool = True) -> list[str]:
        """The fields of a FEN."""
        passed = SQUARE_NAMES[self.en_passant] if en_passant and self.en_passant is not None else "-"
        fields = [self.board_text(), "w" if self.turn else "b", self.castling_text(shredder=shredder), passed]
        if self.checks is not None:
            fields.append(self.checks)
        return [*fields, str(self.halfmove_clock), str(self.fullmove_number)]

    def fen(self, *, shredder: bool = False, en_passant: bool = True) -> str:
        return " ".join(self.fields(shredder=shredder, en_passant=en_passant))

    # Moves.

    def pseudo_legal_moves(self) -> Iterator[Move]:
        """What pieces can do, whether or not the king is in check then."""
        own, theirs = self.of_color(self.turn), self.of_color(not self.turn)
        occupied = own | theirs
        for square in scan_reversed(own):
            letter = self.letters[square]
            if KINDS[letter] == PAWN:
                continue
            targets = attacks_of(KINDS[letter], self.turn, square, occupied) & ~own
            for target in scan_reversed(targets):
                yield Move(square, target)
        yield from self.castling_moves()
        yield from self._pawn_moves(theirs, occupied)

    def _pawn_moves(self, theirs: Bitboard, occupied: Bitboard) -> Iterator[Move]:
        step, home = (8, 1) if self.turn else (-8, 6)
        square_passed = self.en_passant
        is_there = square_passed is not None and square_passed >> 3 == (5 if self.turn else 2)
        passed = 1 << square_passed & ~occupied if square_passed is not None and is_there else 0
        for square in scan_reversed(self.mask("P" if self.turn else "p")):
            aims = theirs | passed
            for target in scan_reversed(PAWN_ATTACKS[self.turn][square] & aims):
                yield from _with_promotions(square, target)
            ahead = square + step
            if not 0 <= ahead < 64 or occupied >> ahead & 1:
                continue
            yield from _with_promotions(square, ahead)
            if square >> 3 == home and not occupied >> ahead + step & 1:
                yield Move(square, ahead + step)

    def castling_moves(self) -> Iterator[Move]:
        """Castling where nothing is in the way and the king passes no attacked square."""
        king = self.king(self.turn)
        back = BB_RANK_1 if self.turn else BB_RANK_8
        if king is None or not back >> king & 1:
            return
        occupied = self.of_color(True) | self.of_color(False)
        for rook in scan_reversed(self.clean_castling() & back):
            base = king & ~7
            is_long = rook < king
            king_to, rook_to = base + (2 if is_long else 6), base + (3 if is_long else 5)
            king_way = between(king, king_to) | 1 << king_to
            rook_way = between(rook, rook_to) | 1 << rook_to
            if (king_way | rook_way) & occupied & ~(1 << king | 1 << rook):
                continue
            without = occupied & ~(1 << king)
            if any(self.is_attacked(at, not self.turn, without) for at in scan_forward(king_way | 1 << king)):
                continue
            after = without & ~(1 << rook) | 1 << rook_to
            if not self.is_attacked(king_to, not self.turn, after):
                yield Move(king, rook if self.chess960 else king_to)

    def castles(self, move: Move) -> Square | None:
        """The rook that a move castles with."""
        letter = self.letters.get(move.from_square, "?")
        if move.drop or letter not in "Kk":
            return None
        color = letter.isupper()
        if self.letters.get(move.to_square) == ("R" if color else "r"):
            return move.to_square
        if abs((move.from_square & 7) - (move.to_square & 7)) > 1:
            back = BB_RANK_1 if color else BB_RANK_8
            rooks = self.clean_castling() & back
            outer = rooks & ((1 << move.from_square) - 1)
            if move.to_square > move.from_square:
                outer = rooks & ~outer
            return lsb(outer) if outer else (move.from_square & ~7) + (7 if move.to_square > move.from_square else 0)
        return None

    def is_en_passant(self, move: Move) -> bool:
        """Whether a pawn goes diagonally to the en passant square."""
        return (
            self.en_passant == move.to_square
            and self.letters.get(move.from_square, "?") in "Pp"
            and abs(move.to_square - move.from_square) in (7, 9)
            and move.to_square not in self.letters
        )

    def play(self, move: Move) -> None:
        """Makes a move, whatever it is."""
        passed, self.en_passant = self.en_passant, None
        self.halfmove_clock += 1
        self.fullmove_number += self.turn is False
        turn, self.turn = self.turn, not self.turn
        self.changed()
        if not move:
            return
        if move.drop:
            letter = piece_symbol(move.drop)
            letter = letter.upper() if turn else letter
            if self.pockets:
                self.pockets = self.pockets.replace(letter, "", 1)
            self.letters[move.to_square] = letter
            return
        self.en_passant = passed
        is_en_passant, rook = self.is_en_passant(move), self.castles(move)
        self.en_passant = None
        from_square, to_square = move.from_square, move.to_square
        piece = self.letters.pop(from_square, None)
        if piece is None:
            raise ValueError(f"expected a piece on {SQUARE_NAMES[from_square]} to make the move {move}")
        back = BB_RANK_1 if piece.isupper() else BB_RANK_8
        self.castling = self.clean_castling() & ~(1 << from_square | 1 << to_square) & (~back if piece in "Kk" else ~0)
        was_promoted = self.promoted >> from_square & 1
        self.promoted &= ~(1 << from_square)
        if rook is not None:
            moved = self.letters.pop(rook, None)
            base, is_long = from_square & ~7, rook < from_square
            self.letters[base + (2 if is_long else 6)] = piece
            if moved:
                self.letters[base + (3 if is_long else 5)] = moved
            return
        taken_on = to_square + (-8 if turn else 8) if is_en_passant else to_square
        taken = self.letters.pop(taken_on, None)
        if taken or piece in "Pp":
            self.halfmove_clock = 0
        if taken and self.pockets is not None:
            kept = "p" if self.promoted >> taken_on & 1 else taken.lower()
            self.pockets += kept.upper() if turn else kept
        self.promoted &= ~(1 << taken_on)
        if piece in "Pp" and abs(to_square - from_square) == 16 and from_square >> 3 in (1, 6):
            self.en_passant = (from_square + to_square) // 2
        if move.promotion:
            letter = piece_symbol(move.promotion)
            piece = letter.upper() if piece.isupper() else letter
            was_promoted = self.variant == "crazyhouse"
        self.letters[to_square] = piece
        self.promoted |= int(was_promoted) << to_square

    def leaves_king(self, move: Move) -> bool:
        """Whether the own king can be taken after a move."""
        after = self.copy()
        after.play(move)
        king = after.king(self.turn)
        occupied = after.of_color(True) | after.of_color(False)
        return king is not None and after.is_attacked(king, not self.turn, occupied)


def _with_promotions(from_square: Square, to_square: Square) -> Iterator[Move]:
    if BB_BACKRANKS >> to_square & 1:
        for kind in (QUEEN, ROOK, BISHOP, KNIGHT):
            yield Move(from_square, to_square, kind)
    else:
        yield Move(from_square, to_square)
