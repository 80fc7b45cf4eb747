//! The task that sets games for a book.

use std::sync::Arc;

use pgnkit::Game;
use pgnkit_archive::Account;
use pgnkit_archive::task::{At, GameTask};
use pgnkit_collections::eco;
use pgnkit_collections::stats::crosstable::Events;
use pgnkit_view::book::{Book, Chapter, Opening};

/// Sets games for a book.
pub(super) struct SetGames {
    pub(super) book: Book,
    pub(super) openings: Arc<eco::Book>,
    /// Whether there may be a crosstable.
    pub(super) with_events: bool,
}

/// The games of a block.
#[derive(Default)]
pub(super) struct Pages {
    pub(super) chapters: Vec<Chapter>,
    pub(super) events: Events,
}

impl GameTask for SetGames {
    type Out = Pages;

    fn take_game(&self, game: &Game, _at: &At<'_>, out: &mut Pages, account: &mut Account) {
        let opening = match game.tag("Opening") {
            Some(_) => None,
            None => self.openings.classify(game).map(|found| Opening {
                eco: found.line.eco().to_string(),
                name: found.line.name().to_string(),
            }),
        };
        let chapter = self.book.chapter(game, opening.as_ref());
        if self.with_events {
            out.events.add_read(game);
        }
        account.written += 1;
        account.tally("LaTeX", &[("characters replaced", chapter.replaced_characters())]);
        out.chapters.push(chapter);
    }
}
