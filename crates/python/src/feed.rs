//! Texts: the first game of one that somebody else reads piece by piece, and its encoding.

use pgnkit::Feed;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::diagnostics::Diagnostic;
use crate::game::{Game, bytes_of};
use crate::origin::Origin;

/// Reads the first game of a text: the game, and the number of characters (or bytes) up to its end. `None` where it takes more of the text to
/// know the game's end; where the text `is_last`, all of it is there.
#[pyfunction]
#[pyo3(signature = (text, is_last=true))]
pub(crate) fn first_game(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    is_last: bool,
) -> PyResult<(Option<Game>, usize)> {
    let bytes = bytes_of(text)?;
    let is_text = text.is_instance_of::<pyo3::types::PyString>();
    py.detach(|| {
        let mut feed = Feed::new();
        feed.push(&bytes);
        if is_last {
            feed.finish();
        }
        let Some(next) = feed.next_game() else {
            return Ok((None, if is_last { count(&bytes, is_text) } else { 0 }));
        };
        let found = Diagnostic::of_text(&next.text, &next.diagnostics).into();
        let end = count(bytes.get(..next.offset as usize + next.span.end).unwrap_or(&bytes), is_text);
        Ok((Some(Game::read(next.game, Origin::alone(1), found)), end))
    })
}

/// Text of PGN in UTF-8 as ISO 8859-1 (section 4.1 of the standard), and the number of characters that it lacks; each of them becomes `?`.
#[pyfunction]
pub(crate) fn to_latin1<'py>(
    py: Python<'py>,
    text: &Bound<'_, PyAny>,
) -> PyResult<(Bound<'py, PyBytes>, u64)> {
    let mut text = bytes_of(text)?;
    let lost = pgnkit::to_latin1(&mut text);
    Ok((PyBytes::new(py, &text), lost))
}

fn count(bytes: &[u8], is_text: bool) -> usize {
    if is_text { String::from_utf8_lossy(bytes).chars().count() } else { bytes.len() }
}
