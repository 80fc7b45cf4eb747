//! Names of openings, and their parts.

use std::fmt;

/// The name of an opening in the parts that the tags Opening, Variation and SubVariation have (section 9.3). A part that there is
/// not is empty.
///
/// The whole of it is as lichess and Scid write names:
///
/// ```
/// use pgnkit_collections::eco::OpeningName;
///
/// let name = OpeningName::of("Sicilian Defense: Najdorf Variation, English Attack, Anti-English");
/// assert_eq!(name.opening, "Sicilian Defense");
/// assert_eq!(name.variation, "Najdorf Variation");
/// assert_eq!(name.sub_variation, "English Attack, Anti-English");
/// assert_eq!(name.to_string(), "Sicilian Defense: Najdorf Variation, English Attack, Anti-English");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct OpeningName<'n> {
    /// The opening.
    pub opening: &'n str,
    /// The variation of the opening.
    pub variation: &'n str,
    /// The variation of the variation.
    pub sub_variation: &'n str,
}

impl<'n> OpeningName<'n> {
    /// Takes a name apart at the first colon, and what comes after it at its first comma.
    pub fn of(whole: &'n str) -> Self {
        let (opening, rest) = split_after(whole, b':');
        let (variation, sub_variation) = split_after(rest, b',');
        Self { opening, variation, sub_variation }
    }

    pub(super) fn of_parts([opening, variation, sub_variation]: [&'n str; 3]) -> Self {
        Self { opening, variation, sub_variation }
    }

    /// Its parts, in the order of the tags.
    pub(super) fn parts(&self) -> [&'n str; 3] {
        [self.opening, self.variation, self.sub_variation]
    }
}

/// The text before a sign with a space after it, and the text after them. (The books that are read have thousands of names, so it
/// is not left to the search for any text.)
fn split_after(text: &str, sign: u8) -> (&str, &str) {
    let is_followed = |at: &usize| text.as_bytes().get(at + 1) == Some(&b' ');
    match memchr::memchr_iter(sign, text.as_bytes()).find(is_followed) {
        Some(at) => (&text[..at], &text[at + 2..]),
        None => (text, ""),
    }
}

/// The whole of it.
impl fmt::Display for OpeningName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separators = ["", ": ", ", "].into_iter();
        let mut separator = "";
        for part in self.parts().into_iter().filter(|part| !part.is_empty()) {
            // A separator goes with the number of parts before it: a variation without an opening is alone.
            separator = separators.next().unwrap_or(separator);
            write!(f, "{separator}{part}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_at_a_sign_with_a_space() {
        for text in ["", ":", ": ", "a:b: c", "a: b: c", "a:b", "\u{fc}: \u{fc}", "a, b", "::", "a::  "] {
            assert_eq!(split_after(text, b':'), text.split_once(": ").unwrap_or((text, "")), "{text}");
        }
    }
}
