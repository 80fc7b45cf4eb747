//! Counts what a form leaves out of games.

use pgnkit::Game;

use crate::account::Account;

/// The parts of a game that a form may have a place for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept {
    /// Comments of the main line.
    pub(super) comments: bool,
    /// Glyphs of the main line.
    pub(super) glyphs: bool,
    /// Whether there are moves at all.
    pub(super) moves: bool,
}

/// Counts comments, variations and glyphs that are not written, and the moves of games whose rules are not known.
pub(super) fn tally(game: &Game, kept: Kept, account: &mut Account) {
    let (mut comments, mut glyphs, mut variations) = (0, 0, 0);
    for node in game.nodes() {
        variations += u64::from(node.starts_line() && node.parent().is_some());
        // The comment before the first move has no row.
        let has_place = node.is_main_line() && node.parent().is_some();
        if !(kept.comments && has_place) {
            comments += node.comments().count() as u64;
        }
        if !(kept.glyphs && has_place) {
            glyphs += node.nags().count() as u64;
        }
    }
    let moves = if kept.moves || game.start().is_known { 0 } else { game.ply_count() as u64 };
    if comments + glyphs + variations + moves > 0 {
        let counts = [
            ("comments", comments),
            ("variations", variations),
            ("glyphs", glyphs),
            ("moves of unknown rules", moves),
        ];
        account.tally("without", &counts);
    }
}
