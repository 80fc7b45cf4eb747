//! The men of both sides, and the names of tables.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use pgnkit_chess::{Color, PieceKind, Position};

/// The largest number of men that tables of this format have, kings included.
pub const MAX_MEN: u32 = 7;

/// The kinds in the order of names, without the king.
const KINDS: [PieceKind; 5] =
    [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight, PieceKind::Pawn];

/// The men of both sides: each has one king. Its text is the name of a table, such as `KRPvKR`.
///
/// ```
/// use pgnkit_chess::Position;
/// use pgnkit_tablebases::Material;
///
/// let position: Position = "8/8/4k3/8/8/2KR4/2P5/7r w - - 0 1".parse()?;
/// assert_eq!(Material::of(&position).to_string(), "KRPvKR");
/// assert_eq!("KRvKRP".parse::<Material>().unwrap().canonical().to_string(), "KRPvKR");
/// # Ok::<(), pgnkit_chess::fen::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// The numbers of men by colour, and by the order of names.
    men: [[u8; 5]; 2],
}

impl Material {
    /// The men of a position, those of White first. A side's second king does not count.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        // At most 64.
        let men = Color::ALL.map(|color| KINDS.map(|kind| position.pieces(color, kind).len() as u8));
        Self { men }
    }

    /// The number of men, both kings included.
    #[must_use]
    pub fn len(&self) -> u32 {
        2 + self.men.as_flattened().iter().map(|men| u32::from(*men)).sum::<u32>()
    }

    /// Whether there is nothing but the kings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 2
    }

    /// The number of men of a colour and kind; White is the side that the name has first.
    #[must_use]
    pub fn count(&self, color: Color, kind: PieceKind) -> u32 {
        let place = KINDS.iter().position(|known| *known == kind);
        place.map_or(1, |place| u32::from(self.men[color.index()][place]))
    }

    /// The number of pawns, of both sides.
    #[must_use]
    pub fn pawns(&self) -> u32 {
        Color::ALL.map(|color| self.count(color, PieceKind::Pawn)).iter().sum()
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let [white, black] = self.men;
        Self { men: [black, white] }
    }

    /// Whether both sides have the same men.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.men[0] == self.men[1]
    }

    /// With the side first that names of tables have first: the one with more men, or with the stronger ones.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let strength = |men: [u8; 5]| (men.iter().sum::<u8>(), men);
        if strength(self.men[0]) < strength(self.men[1]) { self.reversed() } else { *self }
    }

    /// All canonical ones of exactly `men` men, in the order of their names' strength; none for fewer than 3, and for more than
    /// [`MAX_MEN`].
    pub fn all(men: u32) -> impl Iterator<Item = Self> {
        let others = if (3..=MAX_MEN).contains(&men) { men - 2 } else { 0 };
        // Each man is a digit of base 10: the kind, and its side. Digits do not fall, so that each set comes once.
        let numbers = if others == 0 { 0..0 } else { 0..10_u32.pow(others) };
        numbers.filter_map(move |number| {
            let mut men = [[0_u8; 5]; 2];
            let mut last = 0;
            for place in (0..others).rev() {
                let digit = (number / 10_u32.pow(place) % 10) as usize;
                if digit < last {
                    return None;
                }
                last = digit;
                men[digit / 5][digit % 5] += 1;
            }
            let material = Self { men };
            (material == material.canonical()).then_some(material)
        })
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, side) in self.men.iter().enumerate() {
            f.write_str(if index == 0 { "K" } else { "vK" })?;
            for (kind, count) in KINDS.iter().zip(side) {
                for _ in 0..*count {
                    f.write_char(kind.letter())?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads a name such as `KRPvKR`: kings first, then queens, rooks, bishops, knights, pawns; 3 to [`MAX_MEN`] men in all.
impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(name: &str) -> Result<Self, ParseMaterialError> {
        let (white, black) = name.split_once('v').ok_or(ParseMaterialError)?;
        let mut men = [[0_u8; 5]; 2];
        for (side, letters) in men.iter_mut().zip([white, black]) {
            let letters = letters.strip_prefix('K').ok_or(ParseMaterialError)?;
            if letters.len() > MAX_MEN as usize - 2 {
                return Err(ParseMaterialError);
            }
            let mut last = 0;
            for letter in letters.chars() {
                let place =
                    KINDS.iter().position(|kind| kind.letter() == letter).ok_or(ParseMaterialError)?;
                if place < last {
                    return Err(ParseMaterialError);
                }
                last = place;
                side[place] += 1;
            }
        }
        let material = Self { men };
        if (3..=MAX_MEN).contains(&material.len()) { Ok(material) } else { Err(ParseMaterialError) }
    }
}

/// Error of a text that is no name of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseMaterialError;

impl fmt::Display for ParseMaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the men of both sides such as `KRPvKR`, 3 to 7 in all")
    }
}

impl std::error::Error for ParseMaterialError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for name in ["KQvK", "KRPvKR", "KPvKP", "KQRBNPvK", "KRRvKRR", "KvKQ"] {
            assert_eq!(name.parse::<Material>().unwrap().to_string(), name);
        }
        for name in [
            "",
            "KvK",
            "K",
            "KQ",
            "QvK",
            "KQvQ",
            "KPRvK",
            "KQvKv",
            "KXvK",
            "KKvK",
            "KQQQQQQvK",
            "KQRBNPvKP",
            "kqvk",
        ] {
            assert!(name.parse::<Material>().is_err(), "{name}");
        }
    }

    #[test]
    fn there_are_as_many_tables_as_are_published() {
        let counts = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|men| Material::all(men).count());
        assert_eq!(counts, [0, 0, 0, 5, 30, 110, 365, 1001, 0]);
        assert_eq!(
            Material::all(3).map(|material| material.to_string()).collect::<Vec<_>>().join(" "),
            "KQvK KRvK KBvK KNvK KPvK"
        );
    }
}
