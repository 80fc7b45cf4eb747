//! What is raised: classes of their own, each also one that Python has for the like.

use pgnkit::chess::fen::FenError;
use pgnkit::chess::san::SanError;
use pgnkit_archive::{InputError, SourceError as Unread};
use pyo3::exceptions::{PyException, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::{PyTypeInfo, create_exception};

create_exception!(pgnkit, PgnkitError, PyException, "Everything that pgnkit raises of its own.");
create_exception!(
    pgnkit,
    MoveError,
    PyValueError,
    "A text that is no legal move here; the message says why."
);
create_exception!(pgnkit, PositionError, PyValueError, "A FEN or a setup that is no position.");
create_exception!(pgnkit, EditError, PyValueError, "A change that cannot be made; the game is as it was.");
create_exception!(pgnkit, ConditionError, PyValueError, "A condition that cannot be understood.");
create_exception!(
    pgnkit,
    ReadError,
    PyValueError,
    "A text that is not what it should be; `diagnostics` says where and why."
);
create_exception!(
    pgnkit,
    SourceError,
    PyOSError,
    "A file or another source that cannot be opened, read or written."
);

/// An error of a class, with a message.
pub(crate) fn raise<E: PyTypeInfo>(message: impl ToString) -> PyErr {
    PyErr::new::<E, _>(message.to_string())
}

pub(crate) fn of_move(text: &str, error: SanError) -> PyErr {
    raise::<MoveError>(format_args!("{text}: {error}"))
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

/// The error of an input; one of Python's own, which a file object has raised, is that again.
pub(crate) fn of_input(error: InputError) -> PyErr {
    raise::<SourceError>(error)
}

pub(crate) fn of_source(error: Unread) -> PyErr {
    raise::<SourceError>(error)
}
