//! Moves as values: two squares and what a pawn becomes, of no position in particular.

use pgnkit::chess::{ChessMode, Move as Played, PieceKind, Position, Square, Uci};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::args::{self, SquareArg};
use crate::errors;

/// A move: from a square to another one, perhaps with a promotion; or a piece dropped on a square.
///
/// It is of no position, and so nothing about it is checked before it is played. Two moves are equal if their texts are.
///
/// >>> move = Move("e7e8q")
/// >>> move.from_square, move.to_square, move.promotion
/// (52, 60, 'q')
/// >>> str(move)
/// 'e7e8q'
#[pyclass(frozen, eq, ord, hash, module = "pgnkit")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Move {
    from: u8,
    to: u8,
    /// The kind that a pawn becomes, counted from 1; 0 for none.
    promotion: u8,
    /// The kind that is dropped, counted from 1.
    drop: u8,
}

fn counted(kind: Option<PieceKind>) -> u8 {
    kind.map_or(0, |kind| kind.index() as u8 + 1)
}

fn kind(counted: u8) -> Option<PieceKind> {
    PieceKind::ALL.into_iter().find(|kind| kind.index() + 1 == usize::from(counted))
}

fn letter(counted: u8) -> Option<&'static str> {
    Some(match kind(counted)? {
        PieceKind::Pawn => "p",
        PieceKind::Knight => "n",
        PieceKind::Bishop => "b",
        PieceKind::Rook => "r",
        PieceKind::Queen => "q",
        PieceKind::King => "k",
    })
}

impl Move {
    const NULL: Self = Self { from: 0, to: 0, promotion: 0, drop: 0 };

    /// A move that was played; castling as UCI has it in the mode.
    #[inline]
    pub(crate) fn of(played: Played, mode: ChessMode) -> Self {
        if played.is_null() {
            return Self::NULL;
        }
        let to = match mode {
            ChessMode::Chess960 => played.to(),
            _ => played.destination(),
        };
        let drop = if played.is_drop() { counted(Some(played.kind())) } else { 0 };
        Self {
            from: played.from().index() as u8,
            to: to.index() as u8,
            promotion: counted(played.promotion()),
            drop,
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let uci: Uci = text.parse().ok()?;
        if let Some((kind, square)) = uci.drop() {
            let square = square.index() as u8;
            return Some(Self { from: square, to: square, promotion: 0, drop: counted(Some(kind)) });
        }
        let Some((from, to)) = uci.squares() else { return Some(Self::NULL) };
        Some(Self {
            from: from.index() as u8,
            to: to.index() as u8,
            promotion: counted(uci.promotion()),
            drop: 0,
        })
    }

    fn is_null(self) -> bool {
        self == Self::NULL
    }

    fn square(index: u8) -> Square {
        Square::new(index).unwrap_or(Square::A1)
    }

    /// The legal move of a position that this is.
    pub(crate) fn find(self, position: &Position) -> Option<Played> {
        if self.is_null() || self.drop != 0 {
            return position.parse_uci(self.uci().as_str().as_bytes());
        }
        position.find_move(Self::square(self.from), Self::square(self.to), kind(self.promotion))
    }

    pub(crate) fn uci(self) -> MoveText {
        let mut text = MoveText { bytes: [0; 5], len: 4 };
        if self.is_null() {
            text.bytes = *b"0000\0";
            return text;
        }
        let (from, to) = (Self::square(self.from).name(), Self::square(self.to).name());
        match kind(self.drop) {
            Some(kind) => text.bytes = [kind.letter() as u8, b'@', to[0], to[1], 0],
            None => text.bytes = [from[0], from[1], to[0], to[1], 0],
        }
        if let Some(letter) = letter(self.promotion) {
            (text.bytes[4], text.len) = (letter.as_bytes()[0], 5);
        }
        text
    }
}

/// A move for Python. Those without a promotion are one object each for all of Python, made when it is first asked for.
pub(crate) struct Shared(pub(crate) Move);

static SHARED: [PyOnceLock<Py<Move>>; 64 * 64] = [const { PyOnceLock::new() }; 64 * 64];

impl<'py> IntoPyObject<'py> for Shared {
    type Target = Move;
    type Output = Bound<'py, Move>;
    type Error = PyErr;

    #[inline]
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, Move>> {
        let Self(one) = self;
        let place = SHARED.get(usize::from(one.from) << 6 | usize::from(one.to));
        match place.filter(|_| one.promotion == 0 && one.drop == 0) {
            Some(place) => Ok(place.get_or_try_init(py, || Py::new(py, one))?.bind(py).clone()),
            None => Bound::new(py, one),
        }
    }
}

/// The text of a move.
pub(crate) struct MoveText {
    bytes: [u8; 5],
    len: usize,
}

impl MoveText {
    pub(crate) fn as_str(&self) -> &str {
        self.bytes.get(..self.len).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

#[pymethods]
impl Move {
    /// A move by its text in UCI notation: `e2e4`, `e7e8q`, `N@f3` for a drop, `0000` for the null move.
    #[new]
    #[pyo3(signature = (uci, /))]
    fn new(uci: &str) -> PyResult<Self> {
        Self::parse(uci)
            .ok_or_else(|| errors::not_a_move(format_args!("{uci}: expected a move such as e2e4 or e7e8q")))
    }

    /// A move by its squares.
    ///
    /// >>> Move.of("e7", 60, promotion="q")
    /// Move('e7e8q')
    #[staticmethod]
    #[pyo3(name = "of", signature = (from_square, to_square, promotion=None, drop=None))]
    fn of_squares(
        from_square: SquareArg,
        to_square: SquareArg,
        promotion: Option<&str>,
        drop: Option<&str>,
    ) -> PyResult<Self> {
        let kind = |text: Option<&str>| text.map(args::kind).transpose();
        let promotion = kind(promotion)?;
        if matches!(promotion, Some(PieceKind::Pawn)) {
            return Err(PyValueError::new_err("a pawn does not become a pawn"));
        }
        Ok(Self {
            from: from_square.0.index() as u8,
            to: to_square.0.index() as u8,
            promotion: counted(promotion),
            drop: counted(kind(drop)?),
        })
    }

    /// The null move, which passes: `0000`.
    #[staticmethod]
    #[pyo3(name = "null")]
    fn null() -> Self {
        Self::NULL
    }

    /// The square that a piece leaves, 0 to 63; of a drop the square that it is put on.
    #[getter]
    fn from_square(&self) -> u8 {
        self.from
    }

    /// The square that a piece goes to, 0 to 63.
    #[getter]
    fn to_square(&self) -> u8 {
        self.to
    }

    /// What a pawn becomes: `q`, `r`, `b` or `n`.
    #[getter]
    fn promotion(&self) -> Option<&'static str> {
        letter(self.promotion)
    }

    /// The piece that is dropped.
    #[getter]
    fn drop(&self) -> Option<&'static str> {
        letter(self.drop)
    }

    /// The text in UCI notation.
    #[getter(uci)]
    fn text(&self) -> String {
        self.uci().as_str().to_owned()
    }

    fn __bool__(&self) -> bool {
        !self.is_null()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.uci().as_str())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (String,)) {
        (py.get_type::<Self>(), (self.text(),))
    }
}

impl Move {
    pub(crate) fn from_text(uci: &str) -> PyResult<Self> {
        Self::new(uci)
    }

    /// The squares that it leaves and goes to; `None` for the null move.
    pub(crate) fn squares(self) -> Option<(Option<Square>, Square)> {
        let from = (self.drop == 0).then(|| Self::square(self.from));
        (!self.is_null()).then(|| (from, Self::square(self.to)))
    }
}
