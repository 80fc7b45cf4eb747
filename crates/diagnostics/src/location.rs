/// A place in a text as people count: both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// Line number, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
}

impl Location {
    /// The beginning of a text.
    pub const START: Self = Self { line: 1, column: 1 };
}

/// Turns byte offsets into lines and columns.
///
/// Meant to be asked with growing offsets: each question costs the distance from the one before, also within a line,
/// which may be as long as the text. LF, CR LF and a lone CR each end a line (section 4.1 allows any newline).
#[derive(Clone, Copy, Debug)]
pub struct LineIndex<'a> {
    text: &'a [u8],
    line: u64,
    line_start: usize,
    /// The column at `line_start`: of the first line only its end may be here.
    first_column: u64,
    /// The offset asked for last, and its column.
    offset: usize,
    column: u64,
}

impl<'a> LineIndex<'a> {
    /// An index over `text`, whose first byte is at `first`.
    pub fn new(text: &'a [u8], first: Location) -> Self {
        let Location { line, column } = first;
        Self { text, line, line_start: 0, first_column: column, offset: 0, column }
    }

    /// The place of the byte at `offset`; an offset past the end is moved there, and one on a line before that of the
    /// last answer to the beginning of that line.
    pub fn locate(&mut self, offset: usize) -> Location {
        let offset = offset.min(self.text.len());
        while let Some(at) =
            self.text.get(self.offset..offset).and_then(|rest| memchr::memchr2(b'\n', b'\r', rest))
        {
            let mut next = self.offset + at + 1;
            if self.text[next - 1] == b'\r' && self.text.get(next) == Some(&b'\n') {
                if next >= offset {
                    break;
                }
                next += 1;
            }
            self.line += 1;
            self.line_start = next;
            self.first_column = 1;
            self.offset = next;
            self.column = 1;
        }
        if offset < self.offset {
            self.offset = self.line_start;
            self.column = self.first_column;
        }
        let before = self.text.get(self.offset..offset).unwrap_or_default();
        self.column += count_chars(before) as u64;
        self.offset = self.offset.max(offset);
        Location { line: self.line, column: self.column }
    }

    /// The text.
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Offset at which the line of the last answer begins.
    pub fn line_start(&self) -> usize {
        self.line_start
    }
}

/// Characters in `bytes`: code points where it is UTF-8, else bytes (Latin-1 has one byte a character).
fn count_chars(bytes: &[u8]) -> usize {
    core::str::from_utf8(bytes).map_or(bytes.len(), |text| text.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_newline_form_counts_once() {
        for newline in ["\n", "\r\n", "\r"] {
            let text = ["ab", "c", "", "d\u{e9}f"].join(newline);
            let mut index = LineIndex::new(text.as_bytes(), Location { line: 7, column: 1 });
            let f = text.find('f').unwrap();
            assert_eq!(index.locate(1), Location { line: 7, column: 2 });
            assert_eq!(index.locate(0), Location { line: 7, column: 1 });
            assert_eq!(index.locate(2), Location { line: 7, column: 3 });
            assert_eq!(index.locate(f), Location { line: 10, column: 3 }, "{newline:?}");
            assert_eq!(index.locate(usize::MAX), Location { line: 10, column: 4 });
        }
        let mut index = LineIndex::new(b"abc\nd", Location { line: 2, column: 10 });
        let places = [1, 2, 0, 5].map(|offset| index.locate(offset)).map(|place| (place.line, place.column));
        assert_eq!(places, [(2, 11), (2, 12), (2, 10), (3, 2)]);
    }
}
