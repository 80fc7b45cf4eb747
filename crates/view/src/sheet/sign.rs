//! Annotation glyphs as signs or words (section 10).

use std::borrow::Cow;

use pgnkit::nag::Nag;

use super::Sheet;

/// A sign printed with a move: `!`, `±`, `$200`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sign {
    /// Its glyph.
    pub nag: Nag,
    /// The sign.
    pub text: Cow<'static, str>,
}

impl Sign {
    /// Whether it is written directly after the move, as the suffixes of section 8.2.3.8 are.
    pub fn is_suffix(&self) -> bool {
        self.nag.suffix().is_some()
    }
}

/// What is printed for a glyph.
pub(super) enum Printed {
    Nothing,
    Sign(Sign),
    Words(&'static str),
}

impl Sheet<'_> {
    pub(super) fn printed(&self, nag: Nag) -> Printed {
        // Boards are printed, or left out, but not announced.
        let is_board = matches!(nag, Nag(220 | 221)) && !self.few_signs;
        if !self.signs || nag == Nag(0) || is_board {
            return Printed::Nothing;
        }
        let glyph = match nag.0 {
            1..=7 | 10 | 13..=19 => nag.glyph(),
            _ if self.few_signs => None,
            _ => nag.glyph(),
        };
        let spelled = if self.ascii && !self.few_signs { nag.ascii() } else { None };
        let sign = spelled.or(glyph).filter(|sign| !self.ascii || sign.is_ascii());
        let words = nag.meaning().or_else(|| nag.customary_meaning().filter(|_| !self.few_signs));
        match (sign, words) {
            (Some(sign), _) => Printed::Sign(Sign { nag, text: Cow::Borrowed(sign) }),
            (None, Some(words)) => Printed::Words(words),
            (None, None) => Printed::Sign(Sign { nag, text: Cow::Owned(nag.to_string()) }),
        }
    }
}
