//! Arguments that may be given in several ways: squares, colours, pieces, moves, positions.

use pgnkit::chess::san::Language;
use std::convert::Infallible;

use pgnkit::chess::{Color, Move as Played, Piece, PieceKind, Position as Board, Square, Variant};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{self, MoveError, raise};
use crate::moves::Move;

/// An object as its `repr` has it.
pub(crate) fn shown(object: Borrowed<'_, '_, PyAny>) -> String {
    object.repr().map(|repr| repr.to_string()).unwrap_or_default()
}

/// A whole number; `ValueError` where it is too large, or less than nothing where that cannot be.
pub(crate) struct Whole<T>(pub(crate) T);

impl<T: TryFrom<i64>> FromPyObject<'_, '_> for Whole<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let number = match object.extract::<i64>() {
            Ok(number) => Some(number),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => None,
            Err(error) => return Err(error),
        };
        let fits = number.and_then(|number| T::try_from(number).ok());
        fits.map(Self).ok_or_else(|| {
            let least = if T::try_from(-1).is_ok() { "" } else { " from 0 on" };
            PyValueError::new_err(format!(
                "expected a number{least} that is not too large, not {}",
                shown(object)
            ))
        })
    }
}

/// A square: its number, 0 to 63 from a1, or its name.
pub(crate) struct SquareArg(pub(crate) Square);

impl FromPyObject<'_, '_> for SquareArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let square = if let Ok(name) = object.cast::<PyString>() {
            Square::parse(name.to_cow()?.as_bytes())
        } else {
            object.extract::<u8>().ok().and_then(Square::new)
        };
        square.map(Self).ok_or_else(|| {
            PyValueError::new_err(format!(
                "expected a square, 0 to 63 or a name such as 'e4', not {}",
                shown(object)
            ))
        })
    }
}

/// A colour by its name.
pub(crate) struct ColorArg(pub(crate) Color);

impl FromPyObject<'_, '_> for ColorArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match &*object.cast::<PyString>()?.to_cow()? {
            "white" => Ok(Self(Color::White)),
            "black" => Ok(Self(Color::Black)),
            other => Err(PyValueError::new_err(format!("expected 'white' or 'black', not '{other}'"))),
        }
    }
}

/// The name of a colour, as one string for all of Python.
pub(crate) struct ColorName(pub(crate) Color);

pub(crate) const fn color_name(color: Color) -> ColorName {
    ColorName(color)
}

impl<'py> IntoPyObject<'py> for ColorName {
    type Target = PyString;
    type Output = Bound<'py, PyString>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(match self.0 {
            Color::White => intern!(py, "white"),
            Color::Black => intern!(py, "black"),
        }
        .clone())
    }
}

/// The letter of a piece in FEN, as one string for all of Python.
pub(crate) struct PieceLetter(pub(crate) Piece);

impl<'py> IntoPyObject<'py> for PieceLetter {
    type Target = PyString;
    type Output = Bound<'py, PyString>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Infallible> {
        let Piece { color, kind } = self.0;
        Ok(match (color, kind) {
            (Color::White, PieceKind::Pawn) => intern!(py, "P"),
            (Color::White, PieceKind::Knight) => intern!(py, "N"),
            (Color::White, PieceKind::Bishop) => intern!(py, "B"),
            (Color::White, PieceKind::Rook) => intern!(py, "R"),
            (Color::White, PieceKind::Queen) => intern!(py, "Q"),
            (Color::White, PieceKind::King) => intern!(py, "K"),
            (Color::Black, PieceKind::Pawn) => intern!(py, "p"),
            (Color::Black, PieceKind::Knight) => intern!(py, "n"),
            (Color::Black, PieceKind::Bishop) => intern!(py, "b"),
            (Color::Black, PieceKind::Rook) => intern!(py, "r"),
            (Color::Black, PieceKind::Queen) => intern!(py, "q"),
            (Color::Black, PieceKind::King) => intern!(py, "k"),
        }
        .clone())
    }
}

/// A piece by its letter in FEN.
pub(crate) fn piece(text: &str) -> PyResult<Piece> {
    let letter = if let [letter] = *text.as_bytes() { Piece::from_letter(letter) } else { None };
    letter.ok_or_else(|| PyValueError::new_err(format!("expected a piece such as 'N' or 'n', not '{text}'")))
}

/// The kind of a piece, whatever its case is.
pub(crate) fn kind(text: &str) -> PyResult<PieceKind> {
    piece(text).map(|piece| piece.kind)
}

/// A language by its code.
pub(crate) fn language(code: &str) -> PyResult<Language> {
    Language::from_code(code)
        .ok_or_else(|| PyValueError::new_err(format!("no language has the code '{code}'")))
}

pub(crate) fn variant(name: &str) -> PyResult<pgnkit::chess::variant::TagVariant> {
    pgnkit::chess::variant::TagVariant::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
        PyValueError::new_err(format!("no variant is called '{name}'; there are {}", names.join(", ")))
    })
}

/// A move as an object or as text.
pub(crate) enum MoveArg<'py> {
    Move(Move),
    Text(Bound<'py, PyString>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for MoveArg<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(found) = object.cast::<Move>() {
            return Ok(Self::Move(*found.get()));
        }
        match object.cast::<PyString>() {
            Ok(text) => Ok(Self::Text(text.to_owned())),
            Err(_) => {
                Err(PyTypeError::new_err(format!("expected a Move or its text, not {}", shown(object))))
            }
        }
    }
}

impl MoveArg<'_> {
    /// The move in a position: a text is read as SAN or, where it is that, as UCI.
    pub(crate) fn find(&self, position: &Board) -> PyResult<Played> {
        match self {
            Self::Move(found) => found.find(position).ok_or_else(|| {
                let reason = position.read_uci(found.uci().as_str()).err();
                let reason =
                    reason.map_or_else(|| "it is not legal here".to_owned(), |error| error.to_string());
                raise::<MoveError>(format_args!("{}: {reason}", found.uci().as_str()))
            }),
            Self::Text(text) => {
                let text = text.to_cow()?;
                match position.parse_san(&text) {
                    Ok(found) => Ok(found),
                    Err(error) => {
                        position.parse_uci(text.as_bytes()).ok_or_else(|| errors::of_move(&text, error))
                    }
                }
            }
        }
    }
}
