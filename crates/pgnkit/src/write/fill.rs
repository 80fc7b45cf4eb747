//! Filling lines with tokens (section 8.2.1).

/// Writes tokens one space apart and starts a new line where the next one would pass the width.
///
/// A token is written first and moved afterwards, by turning the space before it into a newline: what is glued to it
/// later moves with it.
#[derive(Debug)]
pub(super) struct Fill<'o> {
    out: &'o mut Vec<u8>,
    width: usize,
    /// Characters on the current line.
    column: usize,
    /// Where the current token begins: its column, and the offset of the space before it.
    token_column: usize,
    space: usize,
    /// Whether the next token follows without a space, after `(`.
    glued: bool,
    /// Whether the line must end before anything else is written.
    line_full: bool,
}

/// The current token is the first of its line.
const NO_SPACE: usize = usize::MAX;

impl<'o> Fill<'o> {
    /// Starts at the beginning of a line.
    pub(super) fn new(out: &'o mut Vec<u8>, width: usize) -> Self {
        Self { out, width, column: 0, token_column: 0, space: NO_SPACE, glued: false, line_full: false }
    }

    /// A token of ASCII characters.
    #[inline]
    pub(super) fn word(&mut self, word: &[u8]) {
        self.begin();
        self.put(word, word.len());
    }

    /// A move number indication.
    #[inline]
    pub(super) fn number(&mut self, number: u32, periods: &[u8]) {
        let mut digits = [0u8; 10];
        let mut at = digits.len();
        let mut rest = number;
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.begin();
        self.out.extend_from_slice(&digits[at..]);
        self.put(periods, digits.len() - at + periods.len());
    }

    /// A numeric annotation glyph.
    pub(super) fn nag(&mut self, nag: u8) {
        self.word(format!("${nag}").as_bytes());
    }

    /// `(`, to which the next token clings.
    pub(super) fn open(&mut self) {
        self.begin();
        self.put(b"(", 1);
        self.glued = true;
    }

    /// Starts a token.
    #[inline]
    pub(super) fn begin(&mut self) {
        if self.line_full {
            self.break_line();
        }
        if self.glued {
            self.glued = false;
            return;
        }
        if self.column > 0 {
            self.space = self.out.len();
            self.out.push(b' ');
            self.column += 1;
        }
        self.token_column = self.column;
    }

    /// Appends to the current token, or to the first of a line when the last one had to end.
    pub(super) fn glue(&mut self, text: &[u8]) {
        if self.line_full {
            self.break_line();
        }
        self.glued = false;
        self.put(text, text.len());
    }

    /// Appends to the current token text that is `columns` characters wide.
    #[inline]
    pub(super) fn put(&mut self, text: &[u8], columns: usize) {
        self.out.extend_from_slice(text);
        self.column += columns;
        if self.column > self.width && self.space != NO_SPACE {
            self.out[self.space] = b'\n';
            self.column -= self.token_column;
            self.token_column = 0;
            self.space = NO_SPACE;
        }
    }

    /// A token that runs to the end of its line.
    pub(super) fn last_of_line(&mut self, token: &str) {
        self.begin();
        self.put(token.as_bytes(), token.chars().count());
        self.line_full = true;
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    fn break_line(&mut self) {
        self.out.push(b'\n');
        self.column = 0;
        self.token_column = 0;
        self.space = NO_SPACE;
        self.line_full = false;
        self.glued = false;
    }
}
