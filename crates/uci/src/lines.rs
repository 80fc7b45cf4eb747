//! Lines of an engine, each bounded.

use std::io::{self, BufRead, BufReader, Read};

/// Bytes of a line that are kept; the rest of it is dropped.
pub(crate) const LINE_LIMIT: usize = 1 << 20;

/// The lines of a stream that are not empty, whatever bytes they have.
pub(crate) struct BoundedLines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> BoundedLines<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader: BufReader::new(reader), line: Vec::new() }
    }

    /// The next line without blanks around it; `None` at the end, which ends a line too. What is not UTF-8 is replaced, and a
    /// line that is cut ends with a whole word.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<String>> {
        loop {
            self.line.clear();
            let (is_end, is_cut) = self.fill()?;
            let mut text = String::from_utf8_lossy(&self.line);
            if is_cut {
                let end = text.rfind(|c: char| c.is_ascii_whitespace()).unwrap_or(0);
                text.to_mut().truncate(end);
            }
            let text = text.trim_matches(|c: char| c.is_whitespace() || c.is_control());
            if !text.is_empty() {
                return Ok(Some(text.to_owned()));
            }
            if is_end {
                return Ok(None);
            }
            if self.line.capacity() > LINE_LIMIT / 8 {
                self.line = Vec::new();
            }
        }
    }

    /// Reads to the end of the line: whether the stream ended, and whether some of the line was dropped.
    fn fill(&mut self) -> io::Result<(bool, bool)> {
        let mut is_cut = false;
        loop {
            let bytes = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if bytes.is_empty() {
                return Ok((true, is_cut));
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let (part, used) = (&bytes[..end.unwrap_or(bytes.len())], end.map_or(bytes.len(), |end| end + 1));
            let room = LINE_LIMIT - self.line.len();
            is_cut |= part.len() > room;
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            self.reader.consume(used);
            if end.is_some() {
                return Ok((false, is_cut));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<String> {
        let mut lines = BoundedLines::new(bytes);
        std::iter::from_fn(|| lines.next_line().unwrap()).collect()
    }

    #[test]
    fn lines_end_as_they_like() {
        assert_eq!(all(b"a\r\n\r\n\n\t b \x00\n \nc"), ["a", "b", "c"]);
        assert_eq!(all(b"\xff\xfe x\n\x80"), ["\u{fffd}\u{fffd} x", "\u{fffd}"]);
        assert!(all(b"\n\r\n\t\n").is_empty());
    }

    #[test]
    fn a_long_line_is_cut_after_a_word() {
        let mut bytes = b"word ".repeat(LINE_LIMIT / 5 + 100_000);
        bytes.extend_from_slice(b"\nnext\n");
        bytes.extend_from_slice(&vec![b'x'; LINE_LIMIT + 1]);
        bytes.extend_from_slice(b"\nlast");
        let lines = all(&bytes);
        assert_eq!(lines.len(), 3);
        assert!(lines[0].len() <= LINE_LIMIT && lines[0].ends_with("word word"));
        assert_eq!(lines[1..], ["next", "last"]);
        let exact = vec![b'x'; LINE_LIMIT];
        assert_eq!(all(&exact)[0].len(), LINE_LIMIT);
    }
}
