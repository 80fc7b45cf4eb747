use std::fmt;

/// A code of the Encyclopaedia of Chess Openings, from A00 to E99 (section 9.4.1).
///
/// ```
/// use pgnkit::openings::Eco;
///
/// let eco: Eco = "B97".parse()?;
/// assert_eq!((eco.volume(), eco.number()), ('B', 97));
/// assert!("F00".parse::<Eco>().is_err());
/// # Ok::<(), pgnkit::openings::ParseEcoError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Eco(u16);

impl Eco {
    /// Reads exactly a letter and two digits.
    pub(crate) fn from_bytes(text: &[u8]) -> Option<Self> {
        let [volume @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = *text else { return None };
        let [volume, tens, ones] = [volume - b'A', tens - b'0', ones - b'0'].map(u16::from);
        Some(Self(volume * 100 + tens * 10 + ones))
    }

    /// The code with an index from 0 (A00) to 499 (E99).
    pub fn from_index(index: u16) -> Option<Self> {
        (index < 500).then_some(Self(index))
    }

    /// Index from 0 (A00) to 499 (E99).
    pub fn index(self) -> u16 {
        self.0
    }

    /// The volume, from `A` to `E`.
    pub fn volume(self) -> char {
        char::from(b'A' + (self.0 / 100) as u8)
    }

    /// The number within the volume, from 0 to 99.
    pub fn number(self) -> u16 {
        self.0 % 100
    }

    /// Whether both have the same volume and the same tens: `B90` and `B97` do, `B89` and `B90` do not.
    pub fn is_near(self, other: Self) -> bool {
        self.0 / 10 == other.0 / 10
    }
}

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", self.volume(), self.number())
    }
}

impl std::str::FromStr for Eco {
    type Err = ParseEcoError;

    /// Reads exactly a letter and two digits.
    fn from_str(text: &str) -> Result<Self, ParseEcoError> {
        Self::from_bytes(text.as_bytes()).ok_or(ParseEcoError(()))
    }
}

/// Error of a text that is not an ECO code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseEcoError(());

impl fmt::Display for ParseEcoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a letter from A to E and two digits")
    }
}

impl std::error::Error for ParseEcoError {}
