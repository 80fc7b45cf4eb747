use super::Code;

/// A set of codes.
///
/// ```
/// use pgnkit_diagnostics::{Code, CodeSet};
/// let mut set: CodeSet = [Code::IllegalMove, Code::Glyph].into_iter().collect();
/// set.remove(Code::Glyph);
/// assert!(set.contains(Code::IllegalMove) && !set.contains(Code::Glyph));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeSet([u64; WORDS]);

const WORDS: usize = Code::ALL.len().div_ceil(64);

impl CodeSet {
    /// No code.
    pub const EMPTY: Self = Self([0; WORDS]);

    const fn place(code: Code) -> (usize, u64) {
        (code as usize / 64, 1 << (code as usize % 64))
    }

    /// Whether `code` is in it.
    #[inline]
    pub const fn contains(&self, code: Code) -> bool {
        let (word, bit) = Self::place(code);
        self.0[word] & bit != 0
    }

    /// Puts `code` in.
    pub const fn insert(&mut self, code: Code) {
        let (word, bit) = Self::place(code);
        self.0[word] |= bit;
    }

    /// Takes `code` out.
    pub const fn remove(&mut self, code: Code) {
        let (word, bit) = Self::place(code);
        self.0[word] &= !bit;
    }

    /// The codes that are in it, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Code> {
        Code::ALL.iter().copied().filter(|code| self.contains(*code))
    }
}

impl FromIterator<Code> for CodeSet {
    fn from_iter<I: IntoIterator<Item = Code>>(codes: I) -> Self {
        let mut set = Self::EMPTY;
        codes.into_iter().for_each(|code| set.insert(code));
        set
    }
}
