//! Values in comments: scores, and arrows with coloured squares.

use pgnkit::annotations::Evaluation as Said;
use pgnkit::chess::{Color, Square};
use pgnkit::command::{Evaluation, Mark as Drawn, MarkColor, Score as Value};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::args::Whole;

/// An evaluation from White's point of view: pawns, or moves to mate (negative: White is mated), and the depth of the search.
///
/// >>> Score(0.31, depth=22)
/// Score(0.31, depth=22)
/// >>> Score(mate=-3).pawns is None
/// True
#[pyclass(frozen, module = "pgnkit")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Score {
    pub(crate) value: Value,
    depth: Option<u32>,
}

impl Score {
    /// What a comment says after a move of `mover`; `None` where it is not known for whom it is positive.
    pub(crate) fn of(said: Said, mover: Color) -> Option<Self> {
        Some(Self { value: said.for_white(mover)?, depth: said.depth })
    }

    /// A side that mates, and what decides among equals.
    fn order(self) -> (i8, f64) {
        match self.value {
            Value::Pawns(pawns) => (0, pawns),
            Value::Mate(moves) => (if moves > 0 { 1 } else { -1 }, -f64::from(moves)),
        }
    }

    pub(crate) fn evaluation(self) -> Evaluation {
        Evaluation { score: self.value, depth: self.depth }
    }
}

impl Score {
    fn new(pawns: Option<f64>, mate: Option<i32>, depth: Option<u32>) -> PyResult<Self> {
        let value = match (pawns, mate) {
            (Some(pawns), None) if pawns.is_finite() => Value::Pawns(pawns),
            (None, Some(moves)) => Value::Mate(moves),
            (Some(_), None) => return Err(PyValueError::new_err("expected a finite number of pawns")),
            _ => return Err(PyValueError::new_err("expected either pawns or mate")),
        };
        Ok(Self { value, depth })
    }
}

#[pymethods]
impl Score {
    #[new]
    #[pyo3(signature = (pawns=None, *, mate=None, depth=None))]
    fn py_new(pawns: Option<f64>, mate: Option<Whole<i32>>, depth: Option<Whole<u32>>) -> PyResult<Self> {
        Self::new(pawns, mate.map(|mate| mate.0), depth.map(|depth| depth.0))
    }

    /// Pawns; `None` where there is a mate.
    #[getter]
    fn pawns(&self) -> Option<f64> {
        match self.value {
            Value::Pawns(pawns) => Some(pawns),
            _ => None,
        }
    }

    /// Hundredths of a pawn.
    #[getter]
    fn centipawns(&self) -> Option<i64> {
        self.pawns().map(|pawns| (pawns * 100.0).round() as i64)
    }

    /// Moves to mate.
    #[getter]
    fn mate(&self) -> Option<i32> {
        match self.value {
            Value::Mate(moves) => Some(moves),
            _ => None,
        }
    }

    /// Depth of the search, in half-moves.
    #[getter]
    fn depth(&self) -> Option<u32> {
        self.depth
    }

    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }

    /// Better for White is more, whatever the depth: a mate that is nearer, then pawns.
    fn __lt__(&self, other: &Self) -> bool {
        self.order() < other.order()
    }

    fn __le__(&self, other: &Self) -> bool {
        self.order() <= other.order()
    }

    fn __gt__(&self, other: &Self) -> bool {
        self.order() > other.order()
    }

    fn __ge__(&self, other: &Self) -> bool {
        self.order() >= other.order()
    }

    /// Pawns, as conditions have them: a mate is 1000, or -1000 of White.
    fn __float__(&self) -> f64 {
        match self.value {
            Value::Pawns(pawns) => pawns,
            Value::Mate(moves) => {
                if moves > 0 {
                    1000.0
                } else {
                    -1000.0
                }
            }
        }
    }

    fn __hash__(&self) -> u64 {
        let value = match self.value {
            // Not -0.
            Value::Pawns(pawns) => (pawns + 0.0).to_bits(),
            Value::Mate(moves) => moves as u64 ^ 1 << 62,
        };
        value ^ u64::from(self.depth.unwrap_or_default()).rotate_left(32)
    }

    fn __repr__(&self) -> String {
        let depth = self.depth.map(|depth| format!(", depth={depth}")).unwrap_or_default();
        match self.value {
            Value::Pawns(pawns) => format!("Score({pawns}{depth})"),
            Value::Mate(moves) => format!("Score(mate={moves}{depth})"),
        }
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Option<f64>, Option<i32>, Option<u32>))> {
        Ok((py.get_type::<Self>().getattr("_unpickle")?, (self.pawns(), self.mate(), self.depth)))
    }

    #[classmethod]
    fn _unpickle(
        _class: &Bound<'_, PyType>,
        pawns: Option<f64>,
        mate: Option<i32>,
        depth: Option<u32>,
    ) -> PyResult<Self> {
        Self::new(pawns, mate, depth)
    }
}

/// An arrow or a coloured square, as `[%cal Ge2e4]` and `[%csl Rd4]` have them.
///
/// >>> Mark("Ge2e4").to_square
/// 28
/// >>> Mark("Rd4")
/// Mark('Rd4')
#[pyclass(frozen, module = "pgnkit")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark(pub(crate) Drawn);

fn letter(color: MarkColor) -> char {
    color.letter()
}

fn parse(text: &str) -> PyResult<Drawn> {
    let wrong =
        || PyValueError::new_err(format!("expected a mark such as 'Ge2e4', 'Rd4' or 'e4:red', not '{text}'"));
    // A colour is a capital letter, a file a small one.
    let (color, squares) = text.split_at_checked(1).ok_or_else(wrong)?;
    let in_words = match color {
        "G" | "R" | "Y" | "B" | "O" | "C" => format!("{squares}:{color}"),
        _ => text.to_owned(),
    };
    pgnkit_view::parse_mark(&in_words).map_err(|_| wrong())
}

/// Marks, each as an object or as text.
pub(crate) fn marks(given: &Bound<'_, PyAny>) -> PyResult<Vec<Drawn>> {
    let one = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        if let Ok(mark) = item.cast::<Mark>() {
            return Ok(mark.get().0);
        }
        parse(&item.cast::<PyString>()?.to_cow()?)
    };
    given.try_iter()?.map(one).collect()
}

#[pymethods]
impl Mark {
    /// A mark by its text in PGN, `Ge2e4`, or in words, `e2e4:green`.
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        parse(text).map(Self)
    }

    /// `green`, `red`, `yellow`, `blue`, `orange` or `cyan`.
    #[getter]
    fn color(&self) -> &'static str {
        self.0.color.name()
    }

    /// The square, or that from which the arrow comes.
    #[getter]
    fn from_square(&self) -> usize {
        self.0.square.index()
    }

    /// The square to which the arrow goes; `None` for a coloured square.
    #[getter]
    fn to_square(&self) -> Option<usize> {
        self.0.to.map(Square::index)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }

    fn __hash__(&self) -> u64 {
        let to = self.0.to.map_or(64, Square::index);
        (self.0.square.index() * 65 + to) as u64 * 5 + u64::from(u32::from(letter(self.0.color)))
    }

    fn __str__(&self) -> String {
        let to = self.0.to.map(|to| to.to_string()).unwrap_or_default();
        format!("{}{}{to}", letter(self.0.color), self.0.square)
    }

    fn __repr__(&self) -> String {
        format!("Mark('{}')", self.__str__())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.__str__(),))
    }
}
