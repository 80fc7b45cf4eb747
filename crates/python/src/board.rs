//! Boards: positions that moves are made in, with what came before.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pgnkit::chess::{Move as Played, Status};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::args::{ColorName, MoveArg, Whole, color_name};
use crate::errors;
use crate::moves::{Move, Shared};
use crate::position::{Position, State, result};

/// A position that moves are made in and taken back, with the moves that led to it.
///
/// Everything that can be asked of a `Position` can be asked of a board, and is about the position that is on it now. A board changes and is
/// therefore no key of a dictionary; `position` is.
///
/// >>> board = Board()
/// >>> for san in ["e4", "e5", "Qh5", "Ke7"]:
/// ...     _ = board.push(san)
/// >>> board.push_san("Qxe5#"), board.status, board.result
/// (Move('h5e5'), 'checkmate', '1-0')
/// >>> board.pop(), board.turn
/// (Move('h5e5'), 'white')
#[pyclass(frozen, extends = Position, module = "pgnkit")]
pub(crate) struct Board {
    /// Each move with the position before it.
    history: Mutex<Vec<(State, Played)>>,
}

impl Board {
    fn history(&self) -> MutexGuard<'_, Vec<(State, Played)>> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A board at the start of a line, with the moves made; they are legal.
    pub(crate) fn of(
        py: Python<'_>,
        start: State,
        moves: impl IntoIterator<Item = Played>,
    ) -> PyResult<Bound<'_, Self>> {
        let mut history = Vec::new();
        let mut now = start;
        for one in moves {
            history.push((now, one));
            now = State::new(now.board().after(one), now.mode);
        }
        let board = Self { history: Mutex::new(history) };
        Bound::new(py, PyClassInitializer::from(Position::new(now)).add_subclass(board))
    }

    /// Makes a move.
    fn make(
        slf: &Bound<'_, Self>,
        find: impl FnOnce(&pgnkit::chess::Position) -> PyResult<Played>,
    ) -> PyResult<Shared> {
        let mut history = slf.get().history();
        let mut now = slf.as_super().get().lock();
        let board = now.board();
        let found = find(&board)?;
        history.push((*now, found));
        let mode = now.mode;
        *now = State::new(board.after(found), mode);
        Ok(Shared(Move::of(found, mode)))
    }

    fn start_state(slf: &Bound<'_, Self>) -> State {
        let first = slf.get().history().first().map(|(state, _)| *state);
        first.unwrap_or_else(|| slf.as_super().get().state())
    }

    /// The number of times that the position has been there, this one included.
    fn count(slf: &Bound<'_, Self>) -> usize {
        let history = slf.get().history();
        let now = slf.as_super().get().board();
        let key = now.repetition_key();
        // Nothing before a capture or a move of a pawn comes again.
        let reach = now.halfmove_clock() as usize;
        1 + history
            .iter()
            .rev()
            .take(reach)
            .filter(|(state, _)| state.board().repetition_key() == key)
            .count()
    }

    fn whole_status(slf: &Bound<'_, Self>) -> Status {
        match slf.as_super().get().board().status() {
            Status::Ongoing | Status::SeventyFiveMoves if Self::count(slf) >= 5 => Status::FivefoldRepetition,
            status => status,
        }
    }
}

#[pymethods]
impl Board {
    /// A board with a position: by its FEN, a `Position`, or without either that from which games start.
    #[new]
    #[pyo3(signature = (fen=None, *, chess960=None, variant=None))]
    fn new(
        fen: Option<&Bound<'_, PyAny>>,
        chess960: Option<bool>,
        variant: Option<&str>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let state = match fen {
            None => State::read(None, chess960, variant)?,
            Some(given) => match given.cast::<Position>() {
                Ok(position) => {
                    let state = position.get().state();
                    let mode = chess960.map_or(state.mode, |chess960| {
                        if chess960 {
                            pgnkit::chess::ChessMode::Chess960
                        } else {
                            pgnkit::chess::ChessMode::Standard
                        }
                    });
                    State::new(state.board(), mode)
                }
                Err(_) => {
                    let text = given
                        .cast::<PyString>()
                        .map_err(|_| PyTypeError::new_err("expected a FEN or a Position"))?;
                    State::read(Some(&text.to_cow()?), chess960, variant)?
                }
            },
        };
        let board = Self { history: Mutex::default() };
        Ok(PyClassInitializer::from(Position::new(state)).add_subclass(board))
    }

    /// The moves that were made.
    #[getter]
    fn moves(slf: &Bound<'_, Self>) -> Vec<Shared> {
        slf.get().history().iter().map(|(state, played)| Shared(Move::of(*played, state.mode))).collect()
    }

    /// The position before the first move.
    #[getter]
    fn start(slf: &Bound<'_, Self>) -> Position {
        Position::new(Self::start_state(slf))
    }

    /// The position now, as a value.
    #[getter]
    fn position(slf: &Bound<'_, Self>) -> Position {
        Position::new(slf.as_super().get().state())
    }

    /// Makes a move, which must be legal, and returns it.
    fn push(slf: &Bound<'_, Self>, r#move: MoveArg<'_>) -> PyResult<Shared> {
        Self::make(slf, |board| r#move.find(board))
    }

    /// Makes a move in algebraic notation.
    fn push_san(slf: &Bound<'_, Self>, text: &str) -> PyResult<Shared> {
        Self::make(slf, |board| board.parse_san(text).map_err(|error| errors::of_move(text, error)))
    }

    /// Makes a move in UCI notation.
    fn push_uci(slf: &Bound<'_, Self>, text: &str) -> PyResult<Shared> {
        Self::make(slf, |board| board.read_uci(text).map_err(|error| errors::of_move(text, error)))
    }

    /// Takes the last move back and returns it.
    fn pop(slf: &Bound<'_, Self>) -> PyResult<Shared> {
        let mut history = slf.get().history();
        let (before, played) = history.pop().ok_or_else(|| PyIndexError::new_err("no move was made"))?;
        *slf.as_super().get().lock() = before;
        Ok(Shared(Move::of(played, before.mode)))
    }

    /// The last move.
    fn peek(slf: &Bound<'_, Self>) -> Option<Shared> {
        slf.get().history().last().map(|(state, played)| Shared(Move::of(*played, state.mode)))
    }

    /// Takes all moves back.
    fn reset(slf: &Bound<'_, Self>) {
        let start = Self::start_state(slf);
        slf.get().history().clear();
        *slf.as_super().get().lock() = start;
    }

    /// How often the position has been on the board, now included.
    fn repetitions(slf: &Bound<'_, Self>) -> usize {
        Self::count(slf)
    }

    /// Whether the position is there for so many times at least.
    #[pyo3(signature = (count=Whole(3)), text_signature = "($self, count=3)")]
    fn is_repetition(slf: &Bound<'_, Self>, count: Whole<usize>) -> bool {
        Self::count(slf) >= count.0
    }

    /// The draws that the side to move may claim.
    fn claims(slf: &Bound<'_, Self>) -> Vec<&'static str> {
        let mut claims = Vec::new();
        if Self::count(slf) >= 3 {
            claims.push("threefold repetition");
        }
        if slf.as_super().get().board().can_claim_fifty_moves() {
            claims.push("fifty moves");
        }
        claims
    }

    /// Whether the game can go on, and why not; that a position is there for the fifth time, too.
    #[getter]
    fn status(slf: &Bound<'_, Self>) -> String {
        Self::whole_status(slf).to_string()
    }

    /// The side that has won.
    #[getter]
    fn winner(slf: &Bound<'_, Self>) -> Option<ColorName> {
        Self::whole_status(slf).winner().map(color_name)
    }

    /// The result by the rules alone: `*` while the game can go on.
    #[getter]
    fn result(slf: &Bound<'_, Self>) -> &'static str {
        result(Self::whole_status(slf))
    }

    /// A board of its own with the same moves.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let start = Self::start_state(slf);
        let moves: Vec<Played> = slf.get().history().iter().map(|(_, played)| *played).collect();
        Self::of(slf.py(), start, moves)
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        Self::copy(slf)
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'_, PyAny>) -> PyResult<Bound<'py, Self>> {
        Self::copy(slf)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Position, Vec<Shared>))> {
        let unpickle = slf.py().get_type::<Self>().getattr("_with_moves")?;
        Ok((unpickle, (Self::start(slf), Self::moves(slf))))
    }

    #[classmethod]
    fn _with_moves<'py>(
        class: &Bound<'py, PyType>,
        start: &Position,
        moves: Vec<Bound<'py, Move>>,
    ) -> PyResult<Bound<'py, Self>> {
        let mut board = start.board();
        let mut played = Vec::with_capacity(moves.len());
        for one in moves {
            let found = MoveArg::Move(*one.get()).find(&board)?;
            board.play(found);
            played.push(found);
        }
        Self::of(class.py(), start.state(), played)
    }

    /// A board changes, and so it has no hash.
    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;
}
