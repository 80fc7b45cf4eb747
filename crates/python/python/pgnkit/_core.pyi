"""The part of pgnkit that is written in Rust."""

import sys
from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, MutableMapping, Sequence, ValuesView
from os import PathLike
from types import TracebackType
from typing import Any, Literal, Protocol, TypeAlias, final

from ._written import Written

if sys.version_info >= (3, 11):
    from typing import Self
else:
    from typing_extensions import Self

class _Readable(Protocol):
    def read(self, size: int, /) -> str | bytes: ...

class _Writable(Protocol):
    def write(self, data: bytes, /) -> object: ...

Color: TypeAlias = Literal["white", "black"]
Outcome: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "*"]
Square: TypeAlias = int | str
MoveLike: TypeAlias = Move | str
EnPassant: TypeAlias = Literal["fen", "legal"]
Source: TypeAlias = (
    str
    | PathLike[str]
    | bytes
    | bytearray
    | memoryview
    | _Readable
    | Game
    | Games
    | Sequence[str]
    | Sequence[PathLike[str]]
    | Iterable[Game]
)

__version__: str

@final
class Move:
    """A move: from a square to another one, perhaps with a promotion; or a piece dropped on a square.

    It is of no position, and so nothing about it is checked before it is played. Two moves are equal if their texts are.

    >>> move = Move("e7e8q")
    >>> move.from_square, move.to_square, move.promotion
    (52, 60, 'q')
    >>> str(move)
    'e7e8q'
    """
    def __new__(cls, uci: str, /) -> Self: ...
    @staticmethod
    def of(
        from_square: Square, to_square: Square, promotion: str | None = None, drop: str | None = None
    ) -> Move:
        """A move by its squares.

        >>> Move.of("e7", 60, promotion="q")
        Move('e7e8q')
        """
    @staticmethod
    def null() -> Move:
        """The null move, which passes: `0000`."""
    @property
    def from_square(self) -> int:
        """The square that a piece leaves, 0 to 63; of a drop the square that it is put on."""
    @property
    def to_square(self) -> int:
        """The square that a piece goes to, 0 to 63."""
    @property
    def promotion(self) -> str | None:
        """What a pawn becomes: `q`, `r`, `b` or `n`."""
    @property
    def drop(self) -> str | None:
        """The piece that is dropped."""
    @property
    def uci(self) -> str:
        """The text in UCI notation."""
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...
    def __hash__(self) -> int: ...

class Position:
    """A position of chess or of one of its variants, with its clocks: everything that is in a FEN. It never changes.

    Squares are numbers from 0 (a1) to 63 (h8); wherever one is asked for, its name does as well. A move may be a `Move` or its text in
    SAN or UCI.

    >>> position = Position()
    >>> len(position.legal_moves)
    20
    >>> position.play("e4").fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
    """
    def __new__(cls, fen: str | None = None, *, chess960: bool | None = None, variant: str | None = None) -> Self: ...
    @staticmethod
    def chess960(number: int) -> Position:
        """The start position of Chess960 with this number, 0 to 959.

        >>> Position.chess960(518).fen()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
        """
    @property
    def turn(self) -> Color:
        """The side to move: `white` or `black`."""
    @property
    def variant(self) -> str:
        """The name of the variant, as the tag Variant has it; `Standard` for Chess960, too."""
    @property
    def is_chess960(self) -> bool:
        """Whether castling is that of Chess960."""
    @property
    def castling(self) -> str:
        """The castling rights as in FEN: `KQkq`, `-`."""
    @property
    def castling_rooks(self) -> int:
        """The rooks that may still castle, as a set of 64 bits."""
    @property
    def en_passant(self) -> int | None:
        """The square that a pawn has just passed over."""
    @property
    def halfmove_clock(self) -> int:
        """Half-moves since the last capture or move of a pawn."""
    @property
    def fullmove_number(self) -> int:
        """The number of the next move, from 1."""
    @property
    def ply(self) -> int:
        """Half-moves before this position, by its move number."""
    @property
    def status(self) -> str:
        """Whether the game can go on, and why not: `ongoing`, `checkmate`, `stalemate`, `insufficient material`, …"""
    @property
    def winner(self) -> Color | None:
        """The side that has won."""
    @property
    def result(self) -> Outcome:
        """The result by the position alone: `*` while the game can go on."""
    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves."""
    @property
    def key(self) -> int:
        """The key that Polyglot's opening books have."""
    @property
    def repetition_key(self) -> int:
        """A key that is equal where a position is repeated."""
    def fen(self, en_passant: EnPassant = "fen") -> str:
        """The FEN. The en passant square is there after each double step (`fen`, as the standard has it), or only where a pawn can take
        (`legal`).
        """
    def epd(self, en_passant: EnPassant = "legal") -> str:
        """The first four fields of the FEN."""
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check."""
    def is_insufficient_material(self) -> bool:
        """Whether nobody can mate any more."""
    def has_insufficient_material(self, color: Color) -> bool:
        """Whether a side cannot mate any more."""
    def is_legal(self, move: MoveLike) -> bool:
        """Whether a move is legal here."""
    def is_capture(self, move: MoveLike) -> bool:
        """Whether a move takes a piece."""
    def is_castling(self, move: MoveLike) -> bool:
        """Whether a move castles."""
    def is_en_passant(self, move: MoveLike) -> bool:
        """Whether a move takes en passant."""
    def gives_check(self, move: MoveLike) -> bool:
        """Whether a move gives check."""
    def has_legal_en_passant(self) -> bool:
        """Whether a pawn can take en passant."""
    def has_castling_right(self, color: Color, side: Literal["king", "queen"]) -> bool:
        """Whether a side may still castle towards the `king` or the `queen` side."""
    def piece_at(self, square: Square) -> str | None:
        """The piece on a square, by its letter in FEN."""
    def pieces(self) -> dict[int, str]:
        """All pieces, by square."""
    def bitboard(self, piece: str | None = None, color: Color | None = None) -> int:
        """The squares of a piece (`N`, `n`), of a colour, or of all pieces, as a set of 64 bits."""
    def attackers(self, color: Color, square: Square) -> list[int]:
        """The squares of the pieces of a colour that attack a square."""
    def attacks(self, square: Square) -> list[int]:
        """The squares that the piece on a square attacks."""
    def checkers(self) -> list[int]:
        """The squares of the pieces that give check."""
    def pinned(self) -> list[int]:
        """The squares of the pieces of the side to move that are pinned to their king."""
    def parse_san(self, text: str) -> Move:
        """Reads a move in algebraic notation, in any usual spelling.

        >>> Position().parse_san("Nf3")
        Move('g1f3')
        """
    def parse_uci(self, text: str) -> Move:
        """Reads a move in UCI notation; castling in either spelling."""
    def san(self, move: MoveLike) -> str:
        """A move in standard algebraic notation.

        >>> Position().san("g1f3")
        'Nf3'
        """
    def uci(self, move: MoveLike) -> str:
        """A move in UCI notation, as this position's rules have it."""
    def variation_san(self, moves: Iterable[MoveLike]) -> str:
        """Moves one after the other, with numbers: `1. e4 e5 2. Nf3`."""
    def play(self, move: MoveLike) -> Position:
        """The position after a move."""
    def edit(
        self,
        pieces: Mapping[Square, str | None] | Mapping[str, str | None] | Mapping[int, str | None] | None = None,
        *,
        turn: Color | None = None,
        castling: str | None = None,
        en_passant: Square | None = None,
        halfmove_clock: int | None = None,
        fullmove_number: int | None = None,
    ) -> Position:
        """The same position with other pieces, another side to move, other rights or clocks.

        `pieces` are letters by square, `None` for an empty one. Castling rights go with a king or a rook that leaves; the en passant
        square stays only where nothing but the clocks is changed.

        >>> Position().edit({"e2": None, "e4": "P"}, turn="black").fen()
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
        """
    def mirrored(self) -> Position:
        """The same position with the colours exchanged."""
    def perft(self, depth: int) -> int:
        """The number of leaves of the tree of legal moves. Python goes on meanwhile."""
    def unicode(self) -> str:
        """The board with chess symbols, eight lines."""
    def svg(
        self,
        *,
        size: int = 360,
        flipped: bool = False,
        last_move: MoveLike | None = None,
        marks: Iterable[Mark | str] | None = None,
        theme: str | None = None,
        coordinates: bool = True,
    ) -> str:
        """A picture. `marks` are arrows and squares such as `Mark("Ge2e4")` or `"e4:red"`; `theme` is the name of one."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Board(Position):
    """A position that moves are made in and taken back, with the moves that led to it.

    Everything that can be asked of a `Position` can be asked of a board, and is about the position that is on it now. A board changes and is
    therefore no key of a dictionary; `position` is.

    >>> board = Board()
    >>> for san in ["e4", "e5", "Qh5", "Ke7"]:
    ...     _ = board.push(san)
    >>> board.push_san("Qxe5#"), board.status, board.result
    (Move('h5e5'), 'checkmate', '1-0')
    >>> board.pop(), board.turn
    (Move('h5e5'), 'white')
    """
    def __new__(
        cls, fen: str | Position | None = None, *, chess960: bool | None = None, variant: str | None = None
    ) -> Self: ...
    @property
    def moves(self) -> list[Move]:
        """The moves that were made."""
    @property
    def start(self) -> Position:
        """The position before the first move."""
    @property
    def position(self) -> Position:
        """The position now, as a value."""
    def push(self, move: MoveLike) -> Move:
        """Makes a move, which must be legal, and returns it."""
    def push_san(self, text: str) -> Move:
        """Makes a move in algebraic notation."""
    def push_uci(self, text: str) -> Move:
        """Makes a move in UCI notation."""
    def pop(self) -> Move:
        """Takes the last move back and returns it."""
    def peek(self) -> Move | None:
        """The last move."""
    def reset(self) -> None:
        """Takes all moves back."""
    def repetitions(self) -> int:
        """How often the position has been on the board, now included."""
    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position is there for so many times at least."""
    def claims(self) -> list[Literal["threefold repetition", "fifty moves"]]:
        """The draws that the side to move may claim."""
    def copy(self) -> Board:
        """A board of its own with the same moves."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: Any) -> Board: ...
    __hash__: None  # type: ignore[assignment]

@final
class Score:
    """An evaluation from White's point of view: pawns, or moves to mate (negative: White is mated), and the depth of the search.

    >>> Score(0.31, depth=22)
    Score(0.31, depth=22)
    >>> Score(mate=-3).pawns is None
    True
    """
    def __new__(cls, pawns: float | None = None, *, mate: int | None = None, depth: int | None = None) -> Self: ...
    @property
    def pawns(self) -> float | None:
        """Pawns; `None` where there is a mate."""
    @property
    def centipawns(self) -> int | None:
        """Hundredths of a pawn."""
    @property
    def mate(self) -> int | None:
        """Moves to mate."""
    @property
    def depth(self) -> int | None:
        """Depth of the search, in half-moves."""
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Score, /) -> bool: ...
    def __le__(self, other: Score, /) -> bool: ...
    def __gt__(self, other: Score, /) -> bool: ...
    def __ge__(self, other: Score, /) -> bool: ...
    def __float__(self) -> float: ...
    def __hash__(self) -> int: ...

@final
class Mark:
    """An arrow or a coloured square, as `[%cal Ge2e4]` and `[%csl Rd4]` have them.

    >>> Mark("Ge2e4").to_square
    28
    >>> Mark("Rd4")
    Mark('Rd4')
    """
    def __new__(cls, text: str) -> Self: ...
    @property
    def color(self) -> Literal["green", "red", "yellow", "blue"]:
        """`green`, `red`, `yellow`, `blue`, `orange` or `cyan`."""
    @property
    def from_square(self) -> int:
        """The square, or that from which the arrow comes."""
    @property
    def to_square(self) -> int | None:
        """The square to which the arrow goes; `None` for a coloured square."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Node:
    """A place in a game: after a move, or before the first one.

    It is a number and the game; what is asked of it is asked of the game. Places stay what they are when the game changes, until their move is
    removed.
    """
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def index(self) -> int:
        """Its number in the game, which stays the same."""
    @property
    def move(self) -> Move | None:
        """The move that led here; `None` before the first one, and where the rules of the game are not known."""
    @property
    def san(self) -> str | None:
        """The move in standard algebraic notation; where the rules of the game are not known, its word in the file."""
    @property
    def uci(self) -> str | None:
        """The move in UCI notation."""
    @property
    def ply(self) -> int:
        """Half-moves from the start of the game to here."""
    @property
    def turn(self) -> Color:
        """The side to move here."""
    @property
    def move_number(self) -> int:
        """The number of the move that led here; of the root that of the move before the first one."""
    @property
    def parent(self) -> Node | None:
        """The place from which the move was played."""
    @property
    def next(self) -> Node | None:
        """The place after the next move of the same line."""
    @property
    def variations(self) -> list[Node]:
        """The places after the moves that the game has here: the next one of the same line first, then those of its variations."""
    @property
    def is_mainline(self) -> bool:
        """Whether this is a place of the main line."""
    @property
    def starts_variation(self) -> bool:
        """Whether the move begins a variation."""
    def mainline(self) -> Mainline:
        """The places after the moves that follow in the same line."""
    def end(self) -> Node:
        """The place at the end of the same line."""
    def line(self) -> list[Move]:
        """The moves that lead here from the start."""
    def position(self) -> Position:
        """The position here. Takes time in the number of moves before; `Game.positions` has all of them at once."""
    def board(self) -> Board:
        """A board with the moves that lead here made."""
    @property
    def status(self) -> str:
        """Whether the game can go on here, and why not; repetitions count."""
    @property
    def comments(self) -> list[str]:
        """The comments after the move, as they are in the file, commands included."""
    @comments.setter
    def comments(self, comments: Sequence[str]) -> None: ...
    @property
    def comment(self) -> str:
        """The comments as one."""
    @comment.setter
    def comment(self, comment: str) -> None: ...
    @property
    def text(self) -> str:
        """What the comments say to people: without clocks, evaluations and other commands."""
    @property
    def starting_comment(self) -> str:
        """The comments before the first move of the variation that this begins."""
    @starting_comment.setter
    def starting_comment(self, comment: str) -> None: ...
    @property
    def nags(self) -> list[int]:
        """The numeric annotation glyphs."""
    @nags.setter
    def nags(self, nags: Iterable[int]) -> None: ...
    @property
    def clock(self) -> float | None:
        """Seconds that the player has left after the move."""
    @clock.setter
    def clock(self, clock: float | None) -> None: ...
    @property
    def elapsed(self) -> float | None:
        """Seconds used for the move."""
    @elapsed.setter
    def elapsed(self, elapsed: float | None) -> None: ...
    @property
    def eval(self) -> Score | None:
        """The evaluation of the position; `None` also where it is not known for whom it is positive."""
    @eval.setter
    def eval(self, eval: Score | None) -> None: ...
    @property
    def arrows(self) -> list[Mark]:
        """The arrows and coloured squares."""
    @arrows.setter
    def arrows(self, arrows: Iterable[Mark | str]) -> None: ...
    def add(self, move: MoveLike) -> Node:
        """Adds a move here: as the next one of the line, or, where there is one, as its last variation."""
    def add_line(self, moves: Iterable[MoveLike]) -> Node:
        """Adds moves one after the other, and returns the place after the last one. All are added or none."""
    def add_comment(self, text: str) -> None:
        """Adds a comment after the others."""
    def add_nag(self, nag: int) -> None:
        """Adds a numeric annotation glyph, 0 to 255."""
    def remove(self) -> None:
        """Removes the move and what follows it in its line. The first of its variations, if it has any, takes its place."""
    def truncate(self) -> None:
        """Removes all that follows in the same line, with its variations."""
    def promote(self) -> None:
        """Moves the variation that this is in one place up; the first one changes places with the line it departs from."""
    def demote(self) -> None:
        """Moves the line that this begins one place down."""
    def promote_to_main(self) -> None:
        """Makes the variation that this is in the first line at its place."""
    def make_mainline(self) -> None:
        """Makes the line that leads here the main line."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Mainline:
    """The places after the moves of a line."""
    def __iter__(self) -> Self: ...
    def __next__(self) -> Node: ...
    def __length_hint__(self) -> int: ...

@final
class Positions:
    """The moves of a main line with the positions after them."""
    def __iter__(self) -> Self: ...
    def __next__(self) -> tuple[Move, Position]: ...

@final
class Tags(MutableMapping[str, str]):
    """The tags of a game: a mapping of names to values, in the order of the file. What is set or removed is so in the game.

    Of tags that must be there the missing ones are written as `?`, but are not in the mapping.

    >>> game = Game({"White": "Tal"})
    >>> game.tags["Event"] = "Club"
    >>> dict(game.tags)
    {'White': 'Tal', 'Event': 'Club'}
    """
    def __getitem__(self, name: str, /) -> str: ...
    def __setitem__(self, name: str, value: str, /) -> None: ...
    def __delitem__(self, name: str, /) -> None: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __contains__(self, name: object, /) -> bool: ...
    def keys(self) -> KeysView[str]:
        """The names: a view, as dictionaries have it."""
    def values(self) -> ValuesView[str]:
        """The values: a view."""
    def _pairs(self) -> list[tuple[str, str]]:
        """Names and values at once, for those who go through all."""
    def items(self) -> ItemsView[str, str]:
        """Names and values: a view."""
    def typed(self, name: str) -> dict[str, Any] | None:
        """The value of a tag as what it is: a date, a round, a time control, a rating and so on, as a dictionary. `None` where the tag has no
        type, or its value is not of that type.

        >>> Game({"Date": "1960.03.??"}).tags.typed("Date")
        {'year': 1960, 'month': 3, 'day': None}
        """

@final
class Game:
    """A game: tags, moves with variations, comments and annotations, and the result.

    >>> game = Game.parse('[White "Tal"]\\n\\n1. e4! e5 (1... c5 {Sicilian}) 2. Nf3 1-0')
    >>> game.tags["White"], game.result
    ('Tal', '1-0')
    >>> [node.san for node in game.mainline()]
    ['e4', 'e5', 'Nf3']
    >>> game.mainline_end().add("Nc6").comment = "usual"
    >>> print(game.export(tags=False), end="")
    1. e4 $1 1... e5 (1... c5 {Sicilian}) 2. Nf3 Nc6 {usual} 1-0
    """
    def __new__(
        cls,
        tags: Mapping[str, str] | None = None,
        *,
        fen: str | Position | None = None,
        chess960: bool | None = None,
        variant: str | None = None,
    ) -> Self: ...
    @staticmethod
    def parse(text: str | bytes) -> Game:
        """Reads a text that is one game, without an error in it; `read` takes many games, whatever is wrong with them.

        Raises `ReadError`, whose `diagnostics` say what is wrong.
        """
    @staticmethod
    def from_json(text: str | bytes) -> Game:
        """Reads a game from the JSON that `to_json` and `pgn convert --to json` write."""
    @property
    def tags(self) -> Tags:
        """The tags: a mapping that changes the game."""
    @property
    def result(self) -> Outcome:
        """The result: `1-0`, `0-1`, `1/2-1/2` or `*`. It is that of the tag, too."""
    @result.setter
    def result(self, result: str) -> None: ...
    @property
    def winner(self) -> Color | None:
        """The side that has won by the result."""
    @property
    def root(self) -> Node:
        """The place before the first move."""
    @property
    def start(self) -> Position:
        """The position before the first move."""
    @property
    def number(self) -> int:
        """Its number in the file it comes from, from 1, whatever was done with it; 0 for a game that was made."""
    @property
    def source(self) -> str:
        """The name of the file it comes from."""
    @property
    def span(self) -> tuple[int, int] | None:
        """The first byte of it in that file, and the byte after its last one; `None` where the file does not have its bytes, because it is
        compressed, in another encoding or in a form of columns.
        """
    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What was wrong in reading it. `check` finds more: whether the game makes sense."""
    @property
    def ply_count(self) -> int:
        """Half-moves of the main line."""
    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""
    def sans(self) -> list[str]:
        """The moves of the main line in standard algebraic notation."""
    def mainline(self) -> Mainline:
        """The places after the moves of the main line, one after the other."""
    def mainline_end(self) -> Node:
        """The place after the last move of the main line."""
    def positions(self) -> Positions:
        """The moves of the main line, each with the position after it.

        >>> game = Game.parse("1. e4 e5 *")
        >>> [(move.uci, position.turn) for move, position in game.positions()]
        [('e2e4', 'black'), ('e7e5', 'white')]
        """
    def nodes(self) -> list[Node]:
        """All places after moves, variations included, in the order of the text."""
    def board(self) -> Board:
        """A board with all moves of the main line made."""
    def merge(self, other: Game) -> None:
        """Adds what another game of the same start has: its moves as variations, its comments and annotations."""
    def copy(self) -> Game:
        """A game of its own with the same contents."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any) -> Game: ...
    def means_the_same(self, other: Game) -> bool:
        """Whether another game means the same: spellings, line breaks and the like aside."""
    def export(
        self,
        *,
        width: int = 79,
        notation: str = "san",
        suffixes: bool = False,
        reduced: bool = False,
        comments: bool = True,
        variations: bool = True,
        nags: bool = True,
        tags: bool = True,
    ) -> str:
        """The game as text: in export format, or with less, or in another notation.

        `notation` is `san`, `lan`, `uci`, `iccf`, `figurine`, or the code of a language for its piece letters; `suffixes` writes `!` and `?` in
        place of `$1` and `$2`. Both are for people and other programs, and not export format.
        """
    def show(
        self, *, language: str = "en", figurines: bool = False, commands: bool = False, ascii: bool = False
    ) -> str:
        """The game as text for people: the tags, and the moves in one line. `language` is the code of that of the piece letters; `commands` shows what
        is in comments for programs, and `ascii` writes other characters in those.
        """
    def to_json(self) -> str:
        """The game as JSON, on one line; `from_json` reads it, and nothing is lost."""
    def to_pgc(self, *, lossy: bool = False) -> bytes:
        """The game in the binary coding of the standard. Raises `EditError` where it cannot hold something; with `lossy` that is left out."""
    def check(self, *, notes: bool = False) -> list[Diagnostic]:
        """Everything that is wrong with the game as it is now, written in export format: whether it makes sense, too.

        `notes` adds what is only worth a note.
        """
    def opening(self) -> Opening | None:
        """The opening by the positions of the game, in the table of lichess."""
    def matches(self, condition: str) -> bool:
        """Whether a condition is true of it; `filter` tests many games.

        >>> Game.parse("1. e4 e5 2. Ke2 *").matches("plies < 10 AND NOT is_mate")
        True
        """
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

@final
class Opening:
    """The opening of a game: its code, its name, and the half-moves after which the game has left the table."""
    @property
    def eco(self) -> str:
        """The code, such as `B20`."""
    @property
    def name(self) -> str:
        """The name, such as `Sicilian Defense`."""
    @property
    def ply(self) -> int:
        """Half-moves from the start to the last position that the table has."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

@final
class Index:
    """An index of games, as the command `pgn index` makes it: the moves that were played in any position, and the games.

    Games have numbers from 0, in the order of their moves, and come back whole. A position is a `Position`, its FEN, or the moves to it from the
    usual start; without one it is that start. Any number of threads may ask at the same time.

    >>> count = read(b"1. e4 c5 2. Nf3 1-0\\n\\n1. e4 c5 2. c3 *").index("two.idx")
    >>> index = Index("two.idx")
    >>> [(move.san, move.games) for move in index.explore("e4 c5").moves]
    [('c3', 1), ('Nf3', 1)]
    >>> index[index.find("e4 c5 Nf3")[0]].result
    '1-0'
    """
    def __new__(cls, path: str | PathLike[str], /) -> Self: ...
    def __len__(self) -> int: ...
    def __getitem__(self, number: int, /) -> Game: ...
    @property
    def sources(self) -> list[str]:
        """The names of the files that the games came from."""
    @property
    def level(self) -> int:
        """The parts that it has: 1 positions, 2 games too, 3 every occurrence of a position too."""
    @property
    def positions(self) -> int:
        """The number of positions that more than one game has."""
    def explore(
        self,
        position: Position | str | None = None,
        *,
        speeds: Sequence[str] | None = None,
        ratings: tuple[int, int] | None = None,
        since: str | None = None,
        until: str | None = None,
        rated: bool | None = None,
        player: str | None = None,
        color: Color | None = None,
        top: int = 0,
        recent: int = 0,
    ) -> Explored:
        """Counts the games that have a position, by the moves that they go on with.

        A game that has it more than once counts once, with the move that it played there last. `speeds` are `ultraBullet`, `bullet`, `blitz`, `rapid`,
        `classical` and `correspondence`; `ratings` is the lowest mean rating of both players, and the one that is too high; `since` and `until` are days,
        months or years, as `2020`, `2020.05` or `2020.05.17`, the last one included. `player` and `color` choose the games of one side of a player. `top`
        and `recent` are how many games with the highest ratings and how many of the latest are listed.
        """
    def find(self, position: Position | str, /) -> list[int]:
        """The numbers of the games that have a position, in order."""
    def games_of(self, player: str, color: Color | None = None, /) -> list[int]:
        """The numbers of the games of a player with one colour or both, in order. The case of the name does not matter."""
    def check(self) -> None:
        """Reads all of the index, and raises a `SourceError` if a byte is not as it was written."""

@final
class Explored:
    """The games that have a position, counted."""
    @property
    def games(self) -> int:
        """The number of games."""
    @property
    def white(self) -> int:
        """Games that White won."""
    @property
    def draws(self) -> int:
        """Games that were drawn."""
    @property
    def black(self) -> int:
        """Games that Black won."""
    @property
    def moves(self) -> list[ExploredMove]:
        """The moves that were played, the most frequent first."""
    @property
    def top(self) -> list[int]:
        """The numbers of the games with the highest ratings, the highest first."""
    @property
    def recent(self) -> list[int]:
        """The numbers of the latest games, the latest first."""

@final
class ExploredMove:
    """A move that was played in a position, and the games that go on with it."""
    @property
    def move(self) -> Move:
        """The move."""
    @property
    def san(self) -> str:
        """Its text in SAN."""
    @property
    def games(self) -> int:
        """The number of games."""
    @property
    def white(self) -> int:
        """Games that White won."""
    @property
    def draws(self) -> int:
        """Games that were drawn."""
    @property
    def black(self) -> int:
        """Games that Black won."""
    @property
    def average_rating(self) -> float | None:
        """The mean rating of those who played it, where it is known."""
    @property
    def performance(self) -> int | None:
        """The performance rating of those who played it, where the ratings of their opponents are known."""

@final
class Fix:
    """Edits that mend a fault: each a place in the text, in bytes, and what is there instead."""
    @property
    def is_safe(self) -> bool:
        """Whether the meaning of the game stays, so that it may be applied without asking."""
    @property
    def edits(self) -> list[tuple[int, int, str]]:
        """The edits, in the order of the text: start, end, and the new text."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

@final
class Diagnostic:
    """One thing that is wrong, or odd, with a text.

    `str()` is what the command `pgn check` says in a line.
    """
    @property
    def code(self) -> str:
        """The code, such as `PGN-C001`; `pgn explain` has its page."""
    @property
    def name(self) -> str:
        """The name of the code in words, such as `illegal-move`."""
    @property
    def severity(self) -> Literal["error", "warning", "note"]:
        """`error`, `warning` or `note`."""
    @property
    def message(self) -> str:
        """What was expected and what was found."""
    @property
    def source(self) -> str:
        """The name of the input."""
    @property
    def game(self) -> int:
        """The number of the game in its input, from 1; 0 outside games."""
    @property
    def start(self) -> int:
        """The first byte of the place in the (decompressed) input."""
    @property
    def end(self) -> int:
        """The byte after its last one."""
    @property
    def line(self) -> int:
        """The line, from 1."""
    @property
    def column(self) -> int:
        """The column in characters, from 1."""
    @property
    def help(self) -> str | None:
        """Advice."""
    @property
    def fen(self) -> str | None:
        """The position in which a move is illegal or ambiguous."""
    @property
    def fix(self) -> Fix | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Findings:
    """Diagnostics one after the other, as they are found."""
    def __iter__(self) -> Self: ...
    def __next__(self) -> Diagnostic: ...

@final
class Epd:
    """A record of Extended Position Description: a position with operations.

    >>> epd = Epd("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \\"pawn\\";")
    >>> epd.operations["bm"], epd.operations["id"]
    (['e4'], ['pawn'])
    """
    def __new__(cls, text: str | bytes) -> Self: ...
    @property
    def position(self) -> Position:
        """The position, with the clocks that the operations `hmvc` and `fmvn` give it."""
    @property
    def operations(self) -> dict[str, list[str]]:
        """The operands of each operation as text, by its opcode: moves in standard algebraic notation."""
    @property
    def typed(
        self,
    ) -> list[
        tuple[str, list[tuple[Literal["move", "integer", "float", "string", "word"], str, str | None]]]
    ]:
        """The same with the kind of each operand: `move`, `integer`, `float`, `string` or `word`. The text of a move is its SAN; its UCI comes
        after that.
        """
    def fen(self) -> str:
        """The FEN, with the clocks of the operations."""
    @property
    def mate(self) -> int | None:
        """The moves to mate that the evaluation `ce` means."""
    @property
    def result(self) -> Outcome | None:
        """The result of the game."""
    def show(self, *, language: str = "en") -> str:
        """The position and the predicted move, for people; `language` is the code of that of the piece letters."""
    def to_game(self) -> Game:
        """The game that starts from the position, with the variation of `pv`."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

@final
class Records:
    """Records one after the other, as they are read."""
    def __iter__(self) -> Self: ...
    def __next__(self) -> Epd: ...

@final
class Registers:
    """What records leave to the ones after them: comments `c0` to `c9`, names of variations `v0` to `v9`, `eco` and `nic`."""
    def __new__(cls) -> Self: ...
    def scan(self, record: Epd) -> None:
        """Takes what a record says."""
    @property
    def comments(self) -> list[str | None]:
        """The ten comments."""
    @property
    def variation_names(self) -> list[str | None]:
        """The ten names of variations."""
    @property
    def eco(self) -> str | None:
        """The code of the opening in the Encyclopaedia of Chess Openings."""
    @property
    def nic(self) -> str | None:
        """The code of the opening in New in Chess."""

@final
class Games:
    """Games of a source, with what is to be done with them. Nothing is read before games, diagnostics or rows are asked for.

    Each method gives new `Games` and leaves these as they are. All cores work, and Python runs meanwhile.

    >>> games = read(b'[White "Tal"]\\n\\n1. e4 e5 1-0\\n\\n[White "Fine"]\\n\\n1. d4 *\\n')
    >>> [game.tags["White"] for game in games.filter("white = 'Tal'")]
    ['Tal']
    >>> games.count()
    2
    """
    def __iter__(self) -> Reading: ...
    def filter(self, condition: str, *, count: int | None = None) -> Games:
        """The games of which a condition in SQL is true, byte for byte as they are; `count` of them at most. The functions are those of
        `pgn filter --functions`.
        """
    def sort(
        self, by: str | Sequence[str] | None = None, *, reverse: bool = False, unique: bool = False
    ) -> Games:
        """The games in order: as `by` says (`date`, `whiteelo desc`, a list of such), or as the standard has it. With `unique` equal ones come
        once.
        """
    def dedup(self, *, keep: Literal["best", "first", "last", "merge"] = "best") -> Games:
        """The games without duplicates. `keep` is the one that stays: `best`, `first`, `last`, or `merge` for the best with what the others have."""
    def fix(self, *, unsafe: bool = False) -> Games:
        """The games with what is wrong mended, where it can be without changing what they mean; with `unsafe` also what needs a guess."""
    def fmt(self) -> Games:
        """The games in export format."""
    def eco(self, *, names: Literal["standard", "lichess", "none"] = "standard", replace: bool = False) -> Games:
        """The games with their openings in ECO and, by `names`, in Opening, Variation and SubVariation (`standard`), in Opening (`lichess`), or
        nowhere (`none`). What is there stays, unless `replace` is true.
        """
    def edit(
        self,
        *,
        set: Mapping[str, str] | None = None,
        remove: Sequence[str] = (),
        drop: Sequence[Literal["comments", "commands", "nags", "variations"]] = (),
    ) -> Games:
        """The games with tags set and removed, and without comments, commands, nags or variations; every other byte stays as it is.
        A game in which that cannot be done, because it has errors for example, stays as it is.

        >>> read(b'[Event "?"]\\n\\n1.e4   {!} e5 *\\n').edit(set={"Event": "Club"}, drop=["comments"]).text()
        b'[Event "Club"]\\n\\n1.e4   e5 *\\n'
        """
    def check(
        self,
        *,
        level: Literal["import", "export", "archive"] = "import",
        notes: bool = False,
        select: Sequence[str] = (),
        ignore: Sequence[str] = (),
    ) -> Findings:
        """Everything that is wrong with the games, as it is found, at a level: `import`, `export` or `archive`. `select` and `ignore` are codes and areas
        as `pgn check` has them; `notes` adds what is only worth a note.
        """
    def columns(
        self, rows: Literal["games", "plies", "positions"] = "games", columns: Sequence[str] | None = None
    ) -> Columns:
        """The games as columns, for pyarrow, polars, pandas, duckdb and whatever knows Arrow: rows of `games`, `plies` or `positions`. `columns` are
        their names (see docs/parquet.md), or without them the usual ones.
        """
    def records(self) -> Records:
        """The records of positions in the inputs that are EPD or FEN; those that are no position are left out, and `check` says why."""
    def file_names(
        self,
        by: Literal["player", "event", "year", "month", "day", "path", "tree"],
        *,
        limit: int | None = None,
    ) -> list[str]:
        """The names of the files that `pgn split` would put the games into: by `player`, `event`, `year`, `month`, `day`, as `path`s of a tree of
        directories, or all names of that `tree`. With `limit` years are split further.
        """
    def write(
        self,
        path: str | PathLike[str] | _Writable,
        *,
        to: str | None = None,
        lossy: bool = False,
        lossless: bool = False,
        rows: Literal["games", "plies", "positions"] | None = None,
        columns: Sequence[str] | None = None,
        partition: str | Sequence[str] | None = None,
    ) -> Written:
        """Writes the games into a file, which is there whole or not at all, or to a file object that takes bytes, and returns their number, whose
        `without` counts what was left out. `to` is the form, which without it the name shows: `games.pgn.zst`, `games.json`, `games.parquet`.

        Raises `EditError`, and writes nothing, where the form cannot hold all that is in a game; with `lossy` what it can hold is written. With
        `lossless` the columns of Parquet and Arrow hold whole games. `rows` and `columns` are those of `columns`; `partition` names columns by whose values
        Parquet is divided among the directories below `path`.
        """
    def index(
        self,
        path: str | PathLike[str],
        *,
        level: Literal[1, 2, 3] = 2,
        moves_only: bool = False,
        memory: int = 536870912,
    ) -> Written:
        """Makes an index of the games, as the command `pgn index` does, in a file which is there whole or not at all; `Index` opens it. Returns the number of
        games, whose `without` counts those that were left out: games with errors, and games whose rules are not known.

        `level` says which parts it has: 1 the positions that two games have, with their counts; 2 the games too; 3 every occurrence of a position too.
        With `moves_only` comments, glyphs and variations are left out. `memory` is the memory for games, in bytes: what does not fit goes to temporary
        files.
        """
    def text(
        self,
        to: str = "pgn",
        *,
        lossy: bool = False,
        lossless: bool = False,
        rows: Literal["games", "plies", "positions"] | None = None,
        columns: Sequence[str] | None = None,
    ) -> bytes:
        """The games as bytes of a form; without jobs in export format, and after those that keep bytes as they are. The other arguments are those of
        `write`.
        """
    def head(self, count: int = 5) -> list[Game]:
        """The first games, at most so many."""
    def first(self) -> Game | None:
        """The first game; `None` where there is none."""
    def to_polars(
        self, rows: Literal["games", "plies", "positions"] = "games", columns: Sequence[str] | None = None
    ) -> Any:
        """The columns as a data frame of polars, which must be installed."""
    def count(self) -> int:
        """The number of games."""

@final
class Reading:
    """Games one after the other, as they are read. Reading ends when this is closed or no longer there."""
    def __iter__(self) -> Self: ...
    def __next__(self) -> Game: ...
    def close(self) -> None:
        """Ends the reading."""
    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        class_: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
        /,
    ) -> None: ...

@final
class Columns:
    """Games as columns. Whatever knows Arrow takes them: `pyarrow.table(columns)`, `polars.DataFrame(columns)`, `duckdb.sql("from columns")`.

    Each time they are taken the games are read anew, on all cores, a batch after the other.
    """
    @property
    def names(self) -> list[str]:
        """The names of the columns."""
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...

def read(
    source: Source,
    *,
    format: str | None = None,
    jobs: int | None = None,
    tags_only: bool = False,
    letters: str | None = None,
    encoding: str | None = None,
    password: str | None = None,
    progress: Callable[..., Any] | bool | None = None,
) -> Games:
    """Reads games: of a path, a pattern such as `games/*.pgn`, a list of these, of bytes, a file object, or of games.

    Files may be compressed (gzip, bzip2, xz, zstd, zip) and in any form that pgnkit reads: PGN, PGC, EPD, FEN, JSON, Parquet, Arrow. A directory
    stands for the files in it. Nothing is read before games are asked for.

    `format` names the form where neither name nor content shows it; `jobs` is the number of threads; with `tags_only` games have no moves, which
    is several times faster; `letters` is the code of the language of piece letters; `encoding` is the character set of text that is not UTF-8, such
    as `windows-1251` or `cp437` (without it each value that is not is ISO 8859-1 or Windows-1252); `password` is that of archives of ChessBase (`.cbz`); `progress` is `True` for tqdm, or something that
    is called as tqdm is.
    """
def first_game(text: str | bytes, is_last: bool = True, tags_only: bool = False) -> tuple[Game | None, int]:
    """Reads the first game of a text: the game, and the number of characters (or bytes) up to its end. `None` where it takes more of the text to
    know the game's end; where the text `is_last`, all of it is there. With `tags_only` the game has no moves, which is faster.
    """
def to_latin1(text: str | bytes) -> tuple[bytes, int]:
    """Text of PGN in UTF-8 as ISO 8859-1 (section 4.1 of the standard), and the number of characters that it lacks; each of them becomes `?`."""
