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
    pub(super) fn word(&mut self, word: &[u8]) {
        self.begin();
        self.put(word, word.len());
    }

    /// A token of up to seven ASCII characters, the first one in the lowest byte.
    #[inline(always)]
    pub(super) fn short_word(&mut self, word: u64, length: usize) {
        if self.column == 0 || self.glued || self.line_full {
            self.begin();
            self.put(word.to_le_bytes().get(..length).unwrap_or_default(), length);
            return;
        }
        // Space and word in one store; what is too much of it is cut off again.
        self.space = self.out.len();
        self.out.extend_from_slice(&(word << 8 | u64::from(b' ')).to_le_bytes());
        self.out.truncate(self.space + 1 + length);
        self.token_column = self.column + 1;
        self.column = self.token_column + length;
        if self.column > self.width {
            self.wrap();
        }
    }

    /// A move number indication with one period, or three.
    #[inline(always)]
    pub(super) fn number(&mut self, number: u32, periods: u32) {
        if number > 999 {
            return self.long_number(number, periods);
        }
        let (hundreds, tens, ones) = (number / 100, number / 10 % 10, number % 10);
        let (digits, length) = match number {
            0..10 => (ones, 1),
            10..100 => (tens | ones << 8, 2),
            _ => (hundreds | tens << 8 | ones << 16, 3),
        };
        let digits = u64::from(digits) + (0x30_3030 & ((1 << (8 * length)) - 1));
        let text = digits | (0x2e_2e2e & ((1 << (8 * periods)) - 1)) << (8 * length);
        self.short_word(text, (length + periods) as usize);
    }

    #[cold]
    fn long_number(&mut self, number: u32, periods: u32) {
        self.word(format!("{number}{}", if periods == 1 { "." } else { "..." }).as_bytes());
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
        if self.column > self.width {
            self.wrap();
        }
    }

    /// Appends ASCII text in braces to the current token.
    #[inline]
    pub(super) fn put_in_braces(&mut self, text: &[u8]) {
        self.out.reserve(text.len() + 2);
        self.out.push(b'{');
        self.out.extend_from_slice(text);
        self.out.push(b'}');
        self.column += text.len() + 2;
        if self.column > self.width {
            self.wrap();
        }
    }

    /// Moves the current token to a new line, unless it is the first of its line.
    fn wrap(&mut self) {
        if self.space != NO_SPACE {
            self.out[self.space] = b'\n';
            self.column -= self.token_column;
            self.token_column = 0;
            self.space = NO_SPACE;
        }
    }

    /// Characters that still fit the line after the space that the next token needs.
    pub(super) fn room(&self) -> usize {
        let space = usize::from(self.column > 0 && !self.glued);
        if self.line_full { 0 } else { self.width.saturating_sub(self.column + space) }
    }

    /// Makes the space `behind` bytes before the end the last place where the line may be broken.
    pub(super) fn breakable(&mut self, behind: usize) {
        self.space = self.out.len() - behind;
        self.token_column = self.column + 1 - behind;
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
