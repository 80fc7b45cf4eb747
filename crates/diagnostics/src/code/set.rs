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

    /// These codes.
    ///
    /// ```
    /// use pgnkit_diagnostics::{Code, CodeSet};
    /// const MOVES: CodeSet = CodeSet::of(&[Code::IllegalMove, Code::LaxMove]);
    /// assert!(MOVES.contains(Code::LaxMove) && !MOVES.contains(Code::Glyph));
    /// ```
    pub const fn of(codes: &[Code]) -> Self {
        let mut set = Self::EMPTY;
        let mut at = 0;
        while at < codes.len() {
            set.insert(codes[at]);
            at += 1;
        }
        set
    }

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

    /// Whether any code is in both.
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).fold(0, |both, (word, other)| both | (word & other)) != 0
    }

    /// The codes that are in it, in their order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Code> {
        self.0.into_iter().zip((0..).step_by(64)).flat_map(|(mut word, first)| {
            core::iter::from_fn(move || {
                let at = first + word.trailing_zeros() as usize;
                let code = *Code::ALL.get(at).filter(|_| word != 0)?;
                word &= word - 1;
                Some(code)
            })
        })
    }
}

impl FromIterator<Code> for CodeSet {
    fn from_iter<I: IntoIterator<Item = Code>>(codes: I) -> Self {
        let mut set = Self::EMPTY;
        codes.into_iter().for_each(|code| set.insert(code));
        set
    }
}
