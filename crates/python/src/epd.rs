//! Records of positions.

use pgnkit::diagnostics::Collect;
use pgnkit::epd::{Opcode, Operand, Reader, Record};
use pgnkit::{Notation, chess::fen::EnPassant};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::diagnostics::Diagnostic;
use crate::game::{Game, bytes_of, unreadable};
use crate::position::Position;
use crate::stream::Stream;

/// A record of Extended Position Description: a position with operations.
///
/// >>> epd = Epd("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"pawn\";")
/// >>> epd.operations["bm"], epd.operations["id"]
/// (['e4'], ['pawn'])
#[pyclass(frozen, module = "pgnkit")]
pub(crate) struct Epd {
    pub(crate) record: pgnkit::epd::Epd,
}

#[pymethods]
impl Epd {
    /// Reads a record.
    #[new]
    fn new(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = bytes_of(text)?;
        let mut faults = Collect::default();
        let record = Reader::new(&text).read_record(&mut faults);
        let found = Diagnostic::of_text(&text, &faults);
        match record {
            Some(Record { epd: Some(record), .. }) if !found.iter().any(Diagnostic::is_error) => {
                Ok(Self { record })
            }
            _ => Err(unreadable(py, "the text is no record", found)),
        }
    }

    /// The position, with the clocks that the operations `hmvc` and `fmvn` give it.
    #[getter]
    fn position(&self) -> Position {
        Position::of(self.record.position(), self.record.mode())
    }

    /// The operands of each operation as text, by its opcode: moves in standard algebraic notation.
    #[getter]
    fn operations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let operations = PyDict::new(py);
        for operation in self.record.operations() {
            let operands: Vec<String> = operation.operands.iter().map(text_of).collect();
            operations.set_item(operation.opcode.as_str(), operands)?;
        }
        Ok(operations)
    }

    /// The same with the kind of each operand: `move`, `integer`, `float`, `string` or `word`. The text of a move is its SAN; its UCI comes
    /// after that.
    #[getter]
    fn typed(&self) -> Vec<(String, Vec<(&'static str, String, Option<String>)>)> {
        let mode = self.record.mode();
        let one = |operand: &Operand| match operand {
            Operand::Move { mv, san } => ("move", san.to_string(), Some(mv.to_uci(mode).as_str().to_owned())),
            Operand::Float(text) => ("float", text.to_string(), None),
            Operand::String(text) => ("string", text.to_string(), None),
            other => match other.as_integer() {
                Some(value) => ("integer", value.to_string(), None),
                None => ("word", other.to_string(), None),
            },
        };
        let operations = self.record.operations().iter();
        operations
            .map(|operation| {
                (operation.opcode.as_str().to_owned(), operation.operands.iter().map(one).collect())
            })
            .collect()
    }

    /// The FEN, with the clocks of the operations.
    fn fen(&self) -> String {
        self.record.fen()
    }

    /// The moves to mate that the evaluation `ce` means.
    #[getter]
    fn mate(&self) -> Option<i32> {
        self.record.get(&Opcode::Ce)?;
        self.record.evaluation().and_then(|evaluation| evaluation.mate())
    }

    /// The result of the game.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.record.result().map(|result| result.as_str())
    }

    /// The position and the predicted move, for people; `language` is the code of that of the piece letters.
    #[pyo3(signature = (*, language="en"))]
    fn show(&self, language: &str) -> PyResult<String> {
        let language = crate::args::language(language)?;
        let mut text = self.record.position().epd(EnPassant::Always).as_str().to_owned();
        if let Some((found, san)) = self.record.predicted_move() {
            text += " pm ";
            text += &Notation::San(language).text(found, san, self.record.mode());
        }
        Ok(text)
    }

    /// The game that starts from the position, with the variation of `pv`.
    fn to_game(&self) -> Game {
        Game::new(self.record.to_game())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.record.to_string() == other.record.to_string()
    }

    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn __str__(&self) -> String {
        self.record.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Epd({:?})", self.record.to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.record.to_string(),))
    }
}

/// Records one after the other, as they are read.
#[pyclass(frozen, module = "pgnkit")]
pub(crate) struct Records(pub(crate) Stream<Epd>);

#[pymethods]
impl Records {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Epd>> {
        self.0.next(py)
    }
}

/// What records leave to the ones after them: comments `c0` to `c9`, names of variations `v0` to `v9`, `eco` and `nic`.
#[pyclass(frozen, module = "pgnkit")]
pub(crate) struct Registers(Mutex<pgnkit::epd::Registers>);

impl Registers {
    fn look(&self) -> MutexGuard<'_, pgnkit::epd::Registers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Registers {
    #[new]
    fn new() -> Self {
        Self(Mutex::default())
    }

    /// Takes what a record says.
    fn scan(&self, record: &Epd) {
        self.look().scan(&record.record);
    }

    /// The ten comments.
    #[getter]
    fn comments(&self) -> Vec<Option<String>> {
        (0..10).map(|rank| self.look().comment(rank).map(str::to_owned)).collect()
    }

    /// The ten names of variations.
    #[getter]
    fn variation_names(&self) -> Vec<Option<String>> {
        (0..10).map(|rank| self.look().variation_name(rank).map(str::to_owned)).collect()
    }

    /// The code of the opening in the Encyclopaedia of Chess Openings.
    #[getter]
    fn eco(&self) -> Option<String> {
        self.look().eco().map(str::to_owned)
    }

    /// The code of the opening in New in Chess.
    #[getter]
    fn nic(&self) -> Option<String> {
        self.look().nic().map(str::to_owned)
    }
}

fn text_of(operand: &pgnkit::epd::Operand) -> String {
    operand
        .as_move()
        .map_or_else(|| operand.to_string().trim_matches('"').to_owned(), |(_, san)| san.to_string())
}
