//! Positions.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pgnkit::chess::attacks;
use pgnkit::chess::fen::{self, EnPassant};
use pgnkit::chess::{
    Bitboard, CastlingSide, ChessMode, Color, Position as Board, Setup, Square, Status, UnalignedPosition,
    Variant,
};
use pgnkit_view::{Diagram, LastMove, Theme};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};

use crate::annotations::marks;
use crate::args::{self, ColorArg, ColorName, MoveArg, PieceLetter, SquareArg, Whole, color_name};
use crate::errors::{self, PositionError, raise};
use crate::moves::{Move, Shared};

/// A position with the rules that it is played by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct State {
    position: UnalignedPosition,
    pub(crate) mode: ChessMode,
}

impl State {
    pub(crate) fn new(position: Board, mode: ChessMode) -> Self {
        let mode = if position.needs_chess960() { ChessMode::Chess960 } else { mode };
        Self { position: position.into(), mode }
    }

    #[inline]
    pub(crate) fn board(&self) -> Board {
        self.position.position()
    }

    /// Reads a FEN; without one it is where games start.
    pub(crate) fn read(text: Option<&str>, chess960: Option<bool>, variant: Option<&str>) -> PyResult<Self> {
        let meant = variant.map(args::variant).transpose()?;
        let mode = match (chess960, meant) {
            (Some(true), _) => ChessMode::Chess960,
            (Some(false), _) | (None, None) => ChessMode::Standard,
            (None, Some(meant)) => meant.mode,
        };
        let Some(text) = text else {
            return Ok(Self::new(meant.map_or(Board::START, |meant| meant.variant.start()), mode));
        };
        let variant = meant.map_or_else(|| fen::shown_variant(text.as_bytes()), |meant| meant.variant);
        let strict = chess960.map(|_| mode);
        let fen = fen::parse_variant(text.as_bytes(), variant, strict).map_err(errors::of_fen)?;
        Ok(Self::new(fen.position, mode))
    }
}

/// A position of chess or of one of its variants, with its clocks: everything that is in a FEN. It never changes.
///
/// Squares are numbers from 0 (a1) to 63 (h8); wherever one is asked for, its name does as well. A move may be a `Move` or its text in
/// SAN or UCI.
///
/// >>> position = Position()
/// >>> len(position.legal_moves)
/// 20
/// >>> position.play("e4").fen()
/// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
#[pyclass(frozen, subclass, module = "pgnkit")]
pub(crate) struct Position {
    /// In a lock because that of a `Board`, which is a position too, changes.
    now: Mutex<State>,
}

impl Position {
    pub(crate) fn new(state: State) -> Self {
        Self { now: Mutex::new(state) }
    }

    pub(crate) fn of(position: Board, mode: ChessMode) -> Self {
        Self::new(State::new(position, mode))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    pub(crate) fn state(&self) -> State {
        *self.lock()
    }

    #[inline]
    pub(crate) fn board(&self) -> Board {
        self.state().board()
    }
}

fn squares(set: Bitboard) -> Vec<usize> {
    set.into_iter().map(Square::index).collect()
}

fn en_passant(how: &str) -> PyResult<EnPassant> {
    match how {
        "fen" => Ok(EnPassant::Always),
        "legal" => Ok(EnPassant::Legal),
        other => Err(PyValueError::new_err(format!("expected 'fen' or 'legal', not '{other}'"))),
    }
}

pub(crate) fn result(status: Status) -> &'static str {
    match status.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None if status.is_draw() => "1/2-1/2",
        None => "*",
    }
}

#[pymethods]
impl Position {
    /// A position by its FEN; without one that from which games start.
    ///
    /// `variant` is the name of a variant, `chess960` whether castling is that of Chess960; a FEN that needs either says so itself.
    #[new]
    #[pyo3(signature = (fen=None, *, chess960=None, variant=None))]
    fn py_new(fen: Option<&str>, chess960: Option<bool>, variant: Option<&str>) -> PyResult<Self> {
        State::read(fen, chess960, variant).map(Self::new)
    }

    /// The start position of Chess960 with this number, 0 to 959.
    ///
    /// >>> Position.chess960(518).fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    #[staticmethod]
    fn chess960(number: Whole<i64>) -> PyResult<Self> {
        let number = number.0;
        let position = u16::try_from(number).ok().and_then(Board::chess960);
        let position =
            position.ok_or_else(|| PyValueError::new_err(format!("expected 0 to 959, not {number}")))?;
        Ok(Self::of(position, ChessMode::Chess960))
    }

    /// The side to move: `white` or `black`.
    #[getter]
    fn turn(&self) -> ColorName {
        color_name(self.board().turn())
    }

    /// The name of the variant, as the tag Variant has it; `Standard` for Chess960, too.
    #[getter]
    fn variant(&self) -> &'static str {
        self.board().variant().name()
    }

    /// Whether castling is that of Chess960.
    #[getter]
    fn is_chess960(&self) -> bool {
        self.state().mode == ChessMode::Chess960
    }

    /// The castling rights as in FEN: `KQkq`, `-`.
    #[getter]
    fn castling(&self) -> String {
        self.board().epd(EnPassant::Always).as_str().split(' ').nth(2).unwrap_or("-").to_owned()
    }

    /// The rooks that may still castle, as a set of 64 bits.
    #[getter]
    fn castling_rooks(&self) -> u64 {
        self.board().castling_rooks().0
    }

    /// The square that a pawn has just passed over.
    #[getter]
    fn en_passant(&self) -> Option<usize> {
        self.board().ep_square().map(Square::index)
    }

    /// Half-moves since the last capture or move of a pawn.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.board().halfmove_clock()
    }

    /// The number of the next move, from 1.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.board().fullmove_number()
    }

    /// Half-moves before this position, by its move number.
    #[getter]
    fn ply(&self) -> u32 {
        let board = self.board();
        (board.fullmove_number() - 1) * 2 + board.turn().index() as u32
    }

    /// Whether the game can go on, and why not: `ongoing`, `checkmate`, `stalemate`, `insufficient material`, …
    #[getter]
    fn status(&self) -> String {
        self.board().status().to_string()
    }

    /// The side that has won.
    #[getter]
    fn winner(&self) -> Option<ColorName> {
        self.board().status().winner().map(color_name)
    }

    /// The result by the position alone: `*` while the game can go on.
    #[getter]
    fn result(&self) -> &'static str {
        result(self.board().status())
    }

    /// The legal moves.
    #[getter]
    fn legal_moves(&self) -> Vec<Shared> {
        let state = self.state();
        state
            .board()
            .legal_moves()
            .as_slice()
            .iter()
            .map(|found| Shared(Move::of(*found, state.mode)))
            .collect()
    }

    /// The key that Polyglot's opening books have.
    #[getter]
    fn key(&self) -> u64 {
        self.board().polyglot_key()
    }

    /// A key that is equal where a position is repeated.
    #[getter]
    fn repetition_key(&self) -> u64 {
        self.board().repetition_key()
    }

    /// The FEN. The en passant square is there after each double step (`fen`, as the standard has it), or only where a pawn can take
    /// (`legal`).
    #[pyo3(signature = (en_passant=EnPassant::Always))]
    fn fen<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = how)] en_passant: EnPassant,
    ) -> Bound<'py, PyString> {
        PyString::new(py, self.board().fen(en_passant).as_str())
    }

    /// The first four fields of the FEN.
    #[pyo3(signature = (en_passant=EnPassant::Legal))]
    fn epd<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = how)] en_passant: EnPassant,
    ) -> Bound<'py, PyString> {
        PyString::new(py, self.board().epd(en_passant).as_str())
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.board().is_check()
    }

    /// Whether the side to move is mated.
    fn is_checkmate(&self) -> bool {
        self.board().is_checkmate()
    }

    /// Whether the side to move has no legal move and is not in check.
    fn is_stalemate(&self) -> bool {
        self.board().is_stalemate()
    }

    /// Whether nobody can mate any more.
    fn is_insufficient_material(&self) -> bool {
        self.board().is_insufficient_material()
    }

    /// Whether a side cannot mate any more.
    fn has_insufficient_material(&self, color: ColorArg) -> bool {
        self.board().has_insufficient_material(color.0)
    }

    /// Whether a move is legal here.
    #[pyo3(name = "is_legal")]
    fn is_legal_here(&self, r#move: MoveArg<'_>) -> bool {
        r#move.find(&self.board()).is_ok()
    }

    /// Whether a move takes a piece.
    fn is_capture(&self, r#move: MoveArg<'_>) -> PyResult<bool> {
        Ok(r#move.find(&self.board())?.is_capture())
    }

    /// Whether a move castles.
    fn is_castling(&self, r#move: MoveArg<'_>) -> PyResult<bool> {
        Ok(r#move.find(&self.board())?.is_castling())
    }

    /// Whether a move takes en passant.
    fn is_en_passant(&self, r#move: MoveArg<'_>) -> PyResult<bool> {
        Ok(r#move.find(&self.board())?.is_en_passant())
    }

    /// Whether a move gives check.
    fn gives_check(&self, r#move: MoveArg<'_>) -> PyResult<bool> {
        let board = self.board();
        Ok(board.after(r#move.find(&board)?).is_check())
    }

    /// Whether a pawn can take en passant.
    fn has_legal_en_passant(&self) -> bool {
        self.board().has_legal_en_passant()
    }

    /// Whether a side may still castle towards the `king` or the `queen` side.
    fn has_castling_right(&self, color: ColorArg, side: &str) -> PyResult<bool> {
        let side = match side {
            "king" => CastlingSide::King,
            "queen" => CastlingSide::Queen,
            other => return Err(PyValueError::new_err(format!("expected 'king' or 'queen', not '{other}'"))),
        };
        Ok(self.board().castling_rook(color.0, side).is_some())
    }

    /// The piece on a square, by its letter in FEN.
    fn piece_at(&self, square: SquareArg) -> Option<PieceLetter> {
        self.board().piece_at(square.0).map(PieceLetter)
    }

    /// All pieces, by square.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (board, pieces) = (self.board(), PyDict::new(py));
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                pieces.set_item(square.index(), PieceLetter(piece))?;
            }
        }
        Ok(pieces)
    }

    /// The squares of a piece (`N`, `n`), of a colour, or of all pieces, as a set of 64 bits.
    #[pyo3(signature = (piece=None, color=None))]
    fn bitboard(&self, piece: Option<&str>, color: Option<ColorArg>) -> PyResult<u64> {
        let board = self.board();
        let mut set = color.map_or_else(|| board.occupied(), |color| board.color(color.0));
        if let Some(text) = piece {
            let piece = args::piece(text)?;
            set &= board.pieces(piece.color, piece.kind);
        }
        Ok(set.0)
    }

    /// The squares of the pieces of a colour that attack a square.
    fn attackers(&self, color: ColorArg, square: SquareArg) -> Vec<usize> {
        let board = self.board();
        squares(board.attackers(square.0, color.0, board.occupied()))
    }

    /// The squares that the piece on a square attacks.
    fn attacks(&self, square: SquareArg) -> Vec<usize> {
        let board = self.board();
        let attacked = board
            .piece_at(square.0)
            .map(|piece| attacks::of(piece.color, piece.kind, square.0, board.occupied()));
        squares(attacked.unwrap_or(Bitboard::EMPTY))
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<usize> {
        squares(self.board().checkers())
    }

    /// The squares of the pieces of the side to move that are pinned to their king.
    fn pinned(&self) -> Vec<usize> {
        squares(self.board().pinned())
    }

    /// Reads a move in algebraic notation, in any usual spelling.
    ///
    /// >>> Position().parse_san("Nf3")
    /// Move('g1f3')
    fn parse_san(&self, text: &str) -> PyResult<Shared> {
        let state = self.state();
        let found = state.board().parse_san(text).map_err(|error| errors::of_move(text, error))?;
        Ok(Shared(Move::of(found, state.mode)))
    }

    /// Reads a move in UCI notation; castling in either spelling.
    fn parse_uci(&self, text: &str) -> PyResult<Shared> {
        let state = self.state();
        let found = state.board().read_uci(text).map_err(|error| errors::of_move(text, error))?;
        Ok(Shared(Move::of(found, state.mode)))
    }

    /// A move in standard algebraic notation.
    ///
    /// >>> Position().san("g1f3")
    /// 'Nf3'
    fn san<'py>(&self, py: Python<'py>, r#move: MoveArg<'_>) -> PyResult<Bound<'py, PyString>> {
        let board = self.board();
        let mut text = [0; 8];
        let len = board.san(r#move.find(&board)?).write(&mut text);
        Ok(PyString::new(py, std::str::from_utf8(&text[..len]).unwrap_or_default()))
    }

    /// A move in UCI notation, as this position's rules have it.
    fn uci(&self, r#move: MoveArg<'_>) -> PyResult<String> {
        let state = self.state();
        Ok(r#move.find(&state.board())?.to_uci(state.mode).as_str().to_owned())
    }

    /// Moves one after the other, with numbers: `1. e4 e5 2. Nf3`.
    fn variation_san(&self, moves: &Bound<'_, PyAny>) -> PyResult<String> {
        let mut board = self.board();
        let mut text = String::new();
        for one in moves.try_iter()? {
            let found = one?.extract::<MoveArg<'_>>()?.find(&board)?;
            let number = board.fullmove_number();
            if !text.is_empty() {
                text.push(' ');
            }
            match board.turn() {
                Color::White => text += &format!("{number}. "),
                Color::Black if text.is_empty() => text += &format!("{number}... "),
                Color::Black => {}
            }
            text += &board.san(found).to_string();
            board.play(found);
        }
        Ok(text)
    }

    /// The position after a move.
    fn play(&self, r#move: MoveArg<'_>) -> PyResult<Self> {
        let state = self.state();
        let board = state.board();
        Ok(Self::of(board.after(r#move.find(&board)?), state.mode))
    }

    /// The same position with other pieces, another side to move, other rights or clocks.
    ///
    /// `pieces` are letters by square, `None` for an empty one. Castling rights go with a king or a rook that leaves; the en passant
    /// square stays only where nothing but the clocks is changed.
    ///
    /// >>> Position().edit({"e2": None, "e4": "P"}, turn="black").fen()
    /// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    #[pyo3(signature = (pieces=None, *, turn=None, castling=None, en_passant=None, halfmove_clock=None, fullmove_number=None))]
    fn edit(
        &self,
        pieces: Option<&Bound<'_, PyAny>>,
        turn: Option<ColorArg>,
        castling: Option<&str>,
        en_passant: Option<SquareArg>,
        halfmove_clock: Option<Whole<u32>>,
        fullmove_number: Option<Whole<u32>>,
    ) -> PyResult<Self> {
        let state = self.state();
        let board = state.board();
        let keeps_en_passant = pieces.is_none() && turn.is_none();
        let mut setup = setup_of(&board);
        let mut rooks = board.castling_rooks();
        if let Some(pieces) = pieces {
            for item in pieces.call_method0("items")?.try_iter()? {
                let (square, letter): (SquareArg, Option<String>) = item?.extract()?;
                match letter {
                    Some(letter) => _ = setup.put(square.0, args::piece(&letter)?),
                    None => _ = setup.remove(square.0),
                }
            }
            rooks = rooks
                .into_iter()
                .filter(|rook| still_castles(&board, &setup, *rook))
                .fold(Bitboard::EMPTY, |set, rook| set | rook.bit());
        }
        if let Some(turn) = turn {
            setup.turn(turn.0);
        }
        setup.castling(rooks);
        let passed = if keeps_en_passant { board.ep_square() } else { None };
        setup.en_passant(en_passant.map(|square| square.0).or(passed));
        setup.halfmove_clock(halfmove_clock.map_or_else(|| board.halfmove_clock(), |clock| clock.0));
        setup.fullmove_number(fullmove_number.map_or_else(|| board.fullmove_number(), |number| number.0));
        let mut edited = setup.position().map_err(raise::<PositionError>)?;
        if let Some(castling) = castling {
            edited = with_castling(&edited, castling)?;
        }
        Ok(Self::of(edited, state.mode))
    }

    /// The same position with the colours exchanged.
    fn mirrored(&self) -> Self {
        let state = self.state();
        Self::of(state.board().mirrored(), state.mode)
    }

    /// The number of leaves of the tree of legal moves. Python goes on meanwhile.
    fn perft(&self, py: Python<'_>, depth: Whole<u8>) -> PyResult<u64> {
        leaves(py, &self.board(), depth.0)
    }

    /// The board with chess symbols, eight lines.
    fn unicode(&self) -> String {
        self.board().board().figurines().to_string()
    }

    /// A picture. `marks` are arrows and squares such as `Mark("Ge2e4")` or `"e4:red"`; `theme` is the name of one.
    #[pyo3(
        signature = (*, size=Whole(360), flipped=false, last_move=None, marks=None, theme=None, coordinates=true),
        text_signature = "($self, *, size=360, flipped=False, last_move=None, marks=None, theme=None, coordinates=True)"
    )]
    fn svg(
        &self,
        size: Whole<u32>,
        flipped: bool,
        last_move: Option<&Bound<'_, PyAny>>,
        marks: Option<&Bound<'_, PyAny>>,
        theme: Option<&str>,
        coordinates: bool,
    ) -> PyResult<String> {
        let mut diagram = Diagram::new(self.board());
        diagram.bottom = if flipped { Color::Black } else { Color::White };
        diagram.coordinates = coordinates;
        diagram.last_move = last_move.map(last_move_of).transpose()?.flatten();
        diagram.marks = marks.map(self::marks).transpose()?.unwrap_or_default();
        let picture = diagram.svg().size(size.0);
        Ok(match theme {
            None => picture.to_string(),
            Some(name) => {
                let theme: Theme = name
                    .parse()
                    .map_err(|_| PyValueError::new_err(format!("no theme is called '{name}'")))?;
                picture.theme(theme).to_string()
            }
        })
    }

    fn _repr_svg_(&self) -> String {
        Diagram::new(self.board()).svg().size(360).to_string()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.state() == other.state()
    }

    fn __hash__(&self) -> u64 {
        self.board().repetition_key()
    }

    fn __str__(&self) -> String {
        self.board().board().to_string()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let name = slf.get_type().name()?;
        Ok(format!("{name}('{}')", slf.get().board()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, bool, String))> {
        let state = slf.get().state();
        let board = state.board();
        let unpickle = slf.py().get_type::<Self>().getattr("_unpickle")?;
        Ok((
            unpickle,
            (board.to_string(), state.mode == ChessMode::Chess960, board.variant().name().to_owned()),
        ))
    }

    #[classmethod]
    fn _unpickle(class: &Bound<'_, PyType>, fen: &str, chess960: bool, variant: &str) -> PyResult<Py<PyAny>> {
        let options = PyDict::new(class.py());
        options.set_item("chess960", chess960)?;
        options.set_item("variant", variant)?;
        Ok(class.call((fen,), Some(&options))?.unbind())
    }
}

fn how(object: &Bound<'_, PyAny>) -> PyResult<EnPassant> {
    en_passant(&object.cast::<PyString>()?.to_cow()?)
}

fn last_move_of(object: &Bound<'_, PyAny>) -> PyResult<Option<LastMove>> {
    let one =
        if let Ok(one) = object.cast::<Move>() { *one.get() } else { Move::from_text(object.extract()?)? };
    Ok(one.squares().map(|(from, to)| LastMove { from, to }))
}

/// The pieces of a position, its side to move and its variant.
fn setup_of(board: &Board) -> Setup {
    let mut setup = Setup::new();
    setup.variant(board.variant());
    for square in board.occupied() {
        if let Some(piece) = board.piece_at(square) {
            setup.put(square, piece);
        }
    }
    if board.variant() == Variant::Crazyhouse {
        for color in Color::ALL {
            for kind in pgnkit::chess::PieceKind::ALL {
                setup.pocket(color, kind, board.pocket(color, kind));
            }
        }
        setup.promoted(board.promoted());
    }
    if board.variant() == Variant::ThreeCheck {
        for color in Color::ALL {
            setup.remaining_checks(color, board.remaining_checks(color).unwrap_or_default());
        }
    }
    setup.turn(board.turn());
    setup
}

/// Whether a rook that could castle is where it was, and its king, too.
fn still_castles(before: &Board, setup: &Setup, rook: Square) -> bool {
    let same = |square: Square| setup.piece_at(square) == before.piece_at(square);
    let color = if before.color(Color::White).contains(rook) { Color::White } else { Color::Black };
    same(rook) && same(before.king(color))
}

/// The position with the castling rights of a FEN's third field.
fn with_castling(board: &Board, castling: &str) -> PyResult<Board> {
    let text = board.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    if castling.is_empty() || castling.contains(char::is_whitespace) {
        return Err(raise::<PositionError>(format_args!(
            "expected castling rights such as 'KQkq' or '-', not '{castling}'"
        )));
    }
    if let Some(field) = fields.get_mut(2) {
        *field = castling;
    }
    let fen =
        fen::parse_variant(fields.join(" ").as_bytes(), board.variant(), None).map_err(errors::of_fen)?;
    match fen.issues.iter().next() {
        None => Ok(fen.position),
        Some(_) => {
            Err(raise::<PositionError>(format_args!("there is no such castling as '{castling}' here")))
        }
    }
}

/// Counts leaves in parts of some milliseconds, between which signals are answered.
fn leaves(py: Python<'_>, board: &Board, depth: u8) -> PyResult<u64> {
    if depth <= 4 {
        let count = py.detach(|| board.perft(depth));
        py.check_signals()?;
        return Ok(count);
    }
    let moves = board.legal_moves();
    moves.as_slice().iter().map(|one| leaves(py, &board.after(*one), depth - 1)).sum()
}
