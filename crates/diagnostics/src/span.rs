/// A range of bytes in the text that was parsed: `start` is included, `end` is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to, but not including, `end`.
    #[inline]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Number of bytes covered.
    #[inline]
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether no byte is covered.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// The bytes covered in `text`; empty where the span does not lie within it.
    #[inline]
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// The text covered when it is valid UTF-8, else an empty string: a convenience for ASCII tokens.
    pub fn text(self, text: &[u8]) -> &str {
        core::str::from_utf8(self.of(text)).unwrap_or_default()
    }

    /// The same span with white space at both ends left out.
    pub fn trim(self, text: &[u8]) -> Self {
        let bytes = self.of(text);
        let lead = bytes.len() - bytes.trim_ascii_start().len();
        let kept = bytes.trim_ascii().len();
        Self::new(self.start + lead, self.start + lead + kept)
    }
}
