//! What is raised; the classes are in `pgnkit/_errors.py`, since each has two above it.

use std::io::ErrorKind;

use pgnkit::chess::fen::FenError;
use pgnkit::chess::san::SanError;
use pgnkit_archive::InputError;
use pyo3::prelude::*;
use pyo3::{PyTypeInfo, import_exception};

import_exception!(pgnkit._errors, MoveError);
import_exception!(pgnkit._errors, PositionError);
import_exception!(pgnkit._errors, EditError);
import_exception!(pgnkit._errors, ConditionError);
import_exception!(pgnkit._errors, ReadError);
import_exception!(pgnkit._errors, SourceError);
import_exception!(pgnkit._errors, SourceNotFoundError);

/// An error of a class, with a message.
pub(crate) fn raise<E: PyTypeInfo>(message: impl ToString) -> PyErr {
    PyErr::new::<E, _>(message.to_string())
}

/// A text that is no move, with the class that the fault is of.
pub(crate) fn not_a_move(message: impl ToString) -> PyErr {
    PyErr::new::<MoveError, _>((message.to_string(), "syntax"))
}

pub(crate) fn of_move(text: &str, error: SanError) -> PyErr {
    let kind = match error {
        SanError::NotAMove => "syntax",
        SanError::Ambiguous { .. } => "ambiguous",
        _ => "illegal",
    };
    PyErr::new::<MoveError, _>((format!("{text}: {error}"), kind))
}

pub(crate) fn of_fen(error: FenError) -> PyErr {
    raise::<PositionError>(error)
}

pub(crate) fn of_edit(error: pgnkit::EditError) -> PyErr {
    match error {
        pgnkit::EditError::IllegalMove(error) => raise::<MoveError>(error),
        error => raise::<EditError>(error),
    }
}

/// The error of an input.
pub(crate) fn of_input(error: InputError) -> PyErr {
    match &error {
        InputError::Source(cause) if cause.io_kind() == ErrorKind::NotFound => {
            raise::<SourceNotFoundError>(error)
        }
        _ => raise::<SourceError>(error),
    }
}
