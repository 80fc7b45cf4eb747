//! Texts: the first game of one that somebody else reads piece by piece, and its encoding.

use pgnkit::Feed;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::diagnostics::Diagnostic;
use crate::game::{Game, bytes_of};
use pgnkit_archive::origin::GameOrigin;

/// Reads the first game of a text: the game, and the number of characters (or bytes) up to its end. `None` where it takes more of the text to
/// know the game's end; where the text `is_last`, all of it is there. With `tags_only` the game has no moves, which is faster.
#[pyfunction]
#[pyo3(signature = (text, is_last=true, tags_only=false))]
pub(crate) fn first_game(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    is_last: bool,
    tags_only: bool,
) -> PyResult<(Option<Game>, usize)> {
    let bytes = bytes_of(text)?;
    let (game, end) = py.detach(|| {
        let mut feed = Feed::new().headers_only(tags_only);
        feed.push(&bytes);
        if is_last {
            feed.finish();
        }
        let Some(next) = feed.next_game() else { return (None, if is_last { bytes.len() } else { 0 }) };
        let found = Diagnostic::of_text(&next.text, &next.diagnostics).into();
        let end = next.offset as usize + next.span.end;
        (Some(Game::read(next.game, GameOrigin::alone(1), found)), end.min(bytes.len()))
    });
    Ok((game, count(text, &bytes[..end])?))
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

/// The bytes of a text as what it consists of: characters or bytes.
fn count(text: &Bound<'_, PyAny>, bytes: &[u8]) -> PyResult<usize> {
    let Ok(text) = text.cast::<PyString>() else { return Ok(bytes.len()) };
    if bytes.is_ascii() {
        return Ok(bytes.len());
    }
    if text.to_cow().is_ok() {
        return Ok(String::from_utf8_lossy(bytes).chars().count());
    }
    // Bytes that were escaped are a character each.
    let wide: Vec<u8> = text.call_method1("encode", ("utf-32-le", "surrogatepass"))?.extract()?;
    let mut left = bytes.len();
    let fits = |character: &&[u8]| {
        let code = character.iter().rev().fold(0_u32, |code, byte| code << 8 | u32::from(*byte));
        let length = match code {
            0xd800..=0xdfff => 1,
            code => char::from_u32(code).map_or(1, char::len_utf8),
        };
        let fits = length <= left;
        left = left.saturating_sub(length);
        fits
    };
    Ok(wide.chunks_exact(4).take_while(fits).count())
}
