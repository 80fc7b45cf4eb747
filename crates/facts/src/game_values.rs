//! The values of a game that facts are computed from.

use std::borrow::Cow;

use pgnkit::chess::{ChessMode, Variant};
use pgnkit::{Game, Outcome, Start};

/// Values that facts are computed from: those of a game in memory, or of one that is being read.
pub trait GameValues {
    /// The value of a tag.
    fn tag_value(&self, name: &str) -> Option<&str>;
    /// The result that counts.
    fn result(&self) -> Outcome;
    /// The marker at the end of the moves.
    fn marker(&self) -> Option<Outcome>;
    /// Half-moves of the main line.
    fn plies(&self) -> usize;
    /// The name of the rules.
    fn variant(&self) -> Cow<'_, str>;
    /// The movetext in export format.
    fn movetext(&self) -> String;
}

impl GameValues for Game {
    fn tag_value(&self, name: &str) -> Option<&str> {
        self.tag(name)
    }

    fn result(&self) -> Outcome {
        Self::result(self)
    }

    fn marker(&self) -> Option<Outcome> {
        Self::marker(self)
    }

    fn plies(&self) -> usize {
        self.ply_count()
    }

    fn variant(&self) -> Cow<'_, str> {
        variant_name(self.start(), self.tag("Variant"))
    }

    fn movetext(&self) -> String {
        crate::movetext(self)
    }
}

/// The name of the rules of a game; of unknown ones as its tag has it.
pub fn variant_name<'t>(start: &Start, tag: Option<&'t str>) -> Cow<'t, str> {
    if !start.rules_are_known {
        return tag.map_or_else(|| "bughouse".into(), |tag| tag.to_lowercase().into());
    }
    match (start.position.variant(), start.mode) {
        (Variant::Standard, ChessMode::Chess960) => "chess960".into(),
        (Variant::Standard, _) => "standard".into(),
        (variant, _) => variant.to_string().to_lowercase().into(),
    }
}
