//! Games in export format.

use pgnkit::{Export, to_crlf, to_latin1};

use crate::Request;

/// The text written.
pub(crate) struct Written {
    pub(crate) text: Vec<u8>,
    /// Whether the games read had no errors.
    pub(crate) is_clean: bool,
}

pub(crate) fn export(request: &Request<'_>, input: &[u8]) -> Written {
    let export = if request.operation == "reduced" { Export::reduced() } else { Export::default() };
    let mut written = Written { text: Vec::new(), is_clean: true };
    for checked in pgnkit::check_games(input).letters(request.letters()) {
        export.write_game(&checked.game, &mut written.text);
        written.is_clean &= !checked.has_errors();
    }
    if request.latin1 {
        to_latin1(&mut written.text);
    }
    if request.crlf {
        to_crlf(&mut written.text);
    }
    written
}
