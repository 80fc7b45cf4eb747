//! `--rejects`: the original bytes of games with errors.

use std::io::{self, Write as _};
use std::path::Path;

use pgnkit_archive::AtomicFile;

/// The rejects file, or nothing.
#[derive(Debug, Default)]
pub(crate) struct Rejects(Option<AtomicFile>);

impl Rejects {
    pub(crate) fn create(path: Option<&Path>) -> io::Result<Self> {
        path.map(super::interrupt::create).transpose().map(Self)
    }

    pub(crate) fn write(&mut self, games: &[u8]) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |file| file.write_all(games))
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        self.0.map_or(Ok(()), AtomicFile::commit)
    }
}

/// Appends one game, byte for byte but for empty lines around it, and one empty line in the newlines of the game.
pub(super) fn append(game: &[u8], out: &mut Vec<u8>) {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let indent = game.iter().take_while(|byte| blank(byte)).count();
    // Blanks of the first line stay: they tell whether a `%` stands in the first column.
    let first = game[..indent].iter().rposition(|byte| matches!(byte, b'\r' | b'\n')).map_or(0, |at| at + 1);
    let game = game[first..].trim_ascii_end();
    if game.is_empty() {
        return;
    }
    out.extend_from_slice(game);
    let newline: &[u8] = match game.iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
        Some(at) if game[at] == b'\n' => b"\n",
        Some(at) if game.get(at + 1) == Some(&b'\n') => b"\r\n",
        Some(_) => b"\r",
        None => b"\n",
    };
    out.extend_from_slice(newline);
    out.extend_from_slice(newline);
}

#[cfg(test)]
mod tests {
    #[test]
    fn games_are_divided_by_one_empty_line_of_their_own_kind() {
        let mut out = Vec::new();
        for game in ["\n\n  % x\ne4 *\n", " e4 *", "\r\n[A \"x\"]\r\n\r\n*", "\r*\r*", " \n"] {
            super::append(game.as_bytes(), &mut out);
        }
        let expected = "  % x\ne4 *\n\n e4 *\n\n[A \"x\"]\r\n\r\n*\r\n\r\n*\r*\r\r";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
