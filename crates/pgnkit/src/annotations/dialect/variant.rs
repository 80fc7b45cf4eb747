//! The tag `Variant` as programs spell it.

use pgnkit_chess::ChessMode;
use pgnkit_chess::variant::{TagVariant, Variant};

use super::VariantNames;
use crate::Game;

impl VariantNames {
    /// Spells the tag of a game so; whether it has changed. A name that the dialect does not know, or that says more than
    /// the rules, stays, and so does one that has the rules of standard chess.
    pub(in super::super) fn spell(self, game: &mut Game) -> bool {
        let Some(meant) = game.tag("Variant").and_then(TagVariant::from_name) else { return false };
        if meant.without_castling || !game.start().rules_are_known {
            return false;
        }
        let Some(name) = self.name(meant) else { return false };
        if game.tag("Variant") == Some(name) || TagVariant::from_name(name) != Some(meant) {
            return false;
        }
        game.set_tag("Variant", name).is_ok()
    }

    fn name(self, meant: TagVariant) -> Option<&'static str> {
        match (self, meant.variant, meant.mode) {
            (Self::Given, ..) | (_, Variant::Standard, ChessMode::Standard) => None,
            (Self::XBoard, Variant::Standard, ChessMode::Chess960) => Some("fischerandom"),
            (_, Variant::Standard, ChessMode::Chess960) => Some("Chess960"),
            (Self::OnlyChess960, ..) | (_, _, ChessMode::Chess960) => None,
            (Self::Lichess, variant, _) => Some(variant.name()),
            (Self::XBoard, variant, _) => match variant {
                Variant::Crazyhouse => Some("crazyhouse"),
                Variant::ThreeCheck => Some("3check"),
                Variant::Suicide => Some("suicide"),
                Variant::Atomic => Some("atomic"),
                _ => None,
            },
        }
    }
}
