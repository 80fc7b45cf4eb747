//! Numeric annotation glyphs, their meanings, and the signs that people write for them (sections 8.2.3.8 and 10).
//!
//! ```
//! use pgnkit::nag::Nag;
//!
//! assert_eq!(Nag(16).meaning(), Some("White has a moderate advantage"));
//! assert_eq!(Nag(16).glyph(), Some("±"));
//! assert_eq!(Nag(16).ascii(), Some("+/-"));
//! assert_eq!(Nag::from_glyph("±"), Some(Nag(16)));
//! assert_eq!(Nag(3).suffix(), Some("!!"));
//! // The standard gives values from 140 on no meaning. This is what they customarily have.
//! assert_eq!((Nag(146).meaning(), Nag(146).customary_meaning()), (None, Some("novelty")));
//! ```

mod table;

use std::fmt;

use pgnkit_chess::Color;

use table::{CUSTOMARY, SIGNS, SPELLINGS, STANDARD, Sign};

/// A numeric annotation glyph: `$14` is `Nag(14)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u8);

/// Subject of a glyph (section 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// Nothing: `$0`.
    None,
    /// The move just played: 1 to 9.
    Move,
    /// The position: 10 to 135.
    Position,
    /// The remaining time: 136 to 139.
    Time,
    /// Reserved by the standard: 140 and above.
    Reserved,
}

impl Nag {
    /// Meaning in the table of section 10; `None` from 140 on.
    pub fn meaning(self) -> Option<&'static str> {
        STANDARD.get(usize::from(self.0)).copied()
    }

    /// Customary meaning of a value that the standard reserves. Programs differ for some of them.
    pub fn customary_meaning(self) -> Option<&'static str> {
        let at = CUSTOMARY.binary_search_by_key(&self.0, |(nag, _)| *nag).ok()?;
        CUSTOMARY.get(at).map(|(_, text)| *text)
    }

    /// Sign that annotators print for it: `!`, `±`, `⇆`. Signs for an advantage may be the same for both sides.
    pub fn glyph(self) -> Option<&'static str> {
        self.sign().map(|sign| sign.glyph)
    }

    /// The sign in ASCII: `+/-`.
    pub fn ascii(self) -> Option<&'static str> {
        self.sign()?.ascii
    }

    /// The suffix written directly after a move (section 8.2.3.8); only for 1 to 6.
    pub fn suffix(self) -> Option<&'static str> {
        self.ascii().filter(|_| (1..=6).contains(&self.0))
    }

    /// The glyph for a sign or suffix in any usual spelling; `None` if unknown, or if the sign does not determine the
    /// side.
    pub fn from_glyph(text: &str) -> Option<Self> {
        let mut fitting = SIGNS.iter().filter(|sign| sign.glyph == text || sign.ascii == Some(text));
        match (fitting.next(), fitting.next()) {
            (Some(sign), None) => Some(Self(sign.nag)),
            (Some(_), Some(_)) => None,
            (None, _) => SPELLINGS.iter().find(|(other, _)| *other == text).map(|(_, nag)| Self(*nag)),
        }
    }

    /// Subject of the glyph.
    pub fn subject(self) -> Subject {
        match self.0 {
            0 => Subject::None,
            1..=9 => Subject::Move,
            10..=135 => Subject::Position,
            136..=139 => Subject::Time,
            140.. => Subject::Reserved,
        }
    }

    /// The side concerned: from 14 to 139, even values are White's.
    pub fn side(self) -> Option<Color> {
        let side = if self.0.is_multiple_of(2) { Color::White } else { Color::Black };
        (14..=139).contains(&self.0).then_some(side)
    }

    fn sign(self) -> Option<&'static Sign> {
        SIGNS.binary_search_by_key(&self.0, |sign| sign.nag).ok().and_then(|at| SIGNS.get(at))
    }
}

/// As in a file: `$14`.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn the_table_of_section_10() {
        for (nag, text) in [
            (0, "null annotation"),
            (9, "worst move"),
            (18, "White has a decisive advantage"),
            (84, "White has a very strong pawn structure"),
            (87, "Black has poor knight placement"),
            // Printed as 84 to 87.
            (94, "White has poor rook placement"),
            (97, "Black has good rook placement"),
            (139, "Black has severe time control pressure"),
        ] {
            assert_eq!(Nag(nag).meaning(), Some(text));
        }
        let mut texts = STANDARD.to_vec();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), 140, "all of them differ");
        for nag in (0..=255).map(Nag) {
            let side = match nag.meaning() {
                Some(text) if text.starts_with("White") => Some(Color::White),
                Some(text) if text.starts_with("Black") => Some(Color::Black),
                _ => None,
            };
            assert_eq!(nag.side(), side, "{nag}");
            assert_eq!(nag.meaning().is_some(), nag.subject() != Subject::Reserved, "{nag}");
            assert!(nag.customary_meaning().is_none() || nag.meaning().is_none(), "{nag}");
        }
        assert!(CUSTOMARY.is_sorted_by_key(|(nag, _)| *nag) && SIGNS.is_sorted_by_key(|sign| sign.nag));
    }

    #[test]
    fn a_sign_that_stands_for_one_glyph_is_read_as_it() {
        for sign in SIGNS {
            let found = Nag::from_glyph(sign.glyph);
            assert!(
                found == Some(Nag(sign.nag)) || SIGNS.iter().any(|other| other.nag ^ 1 == sign.nag),
                "{}",
                sign.glyph
            );
        }
        assert_eq!(Nag::from_glyph("⊕"), None);
        assert_eq!(Nag::from_glyph("‼"), Some(Nag(3)));
        assert_eq!(Nag::from_glyph("e4"), None);
        assert_eq!((Nag(6).suffix(), Nag(7).suffix()), (Some("?!"), None));
    }

    #[test]
    fn the_reader_of_games_knows_the_same_signs() {
        let signs = SIGNS.iter().flat_map(|sign| [Some(sign.glyph), sign.ascii]).flatten();
        let mut read = 0;
        for text in signs.chain(SPELLINGS.iter().map(|(text, _)| *text)) {
            let Ok(game) = format!("1. e4 {text} e5 *").parse::<Game>() else { continue };
            let nags: Vec<u8> = game.mainline().next().unwrap().nags().collect();
            if let [nag] = nags[..] {
                assert_eq!(Nag::from_glyph(text), Some(Nag(nag)), "{text}");
                read += 1;
            }
        }
        assert!(read > 20, "{read}");
    }
}
