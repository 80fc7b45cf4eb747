//! Whether games make sense: everything but their style.

use pgnkit_syntax::{Code, CodeSet, Sink, Span};

use super::comment_filter::{CommentFilter, retain_commands};
use super::history::History;
use super::{Finished, clocks, commands, nags, outcome, tags};
use crate::GameBuilder;
use crate::read::{EndOfGame, Replayer};

/// Checks that need the moves, comments and annotations of a whole game.
const NEED_HISTORY: CodeSet = CodeSet::of(&[
    Code::MovesAfterDeadPosition,
    Code::EcoContradictsMoves,
    Code::ReservedNag,
    Code::ContradictingSuffix,
    Code::ClockRunsBackwards,
    Code::ClockDisagrees,
    Code::ClockExceedsTimeControl,
    Code::MissingTimeControl,
    Code::CommandInLineComment,
]);

/// Memory reused from game to game.
#[derive(Clone, Debug, Default)]
pub(super) struct Semantics {
    history: History,
    /// Comments with commands that may have a fault.
    doubtful: Vec<Span>,
}

impl Semantics {
    /// Reads the next game, into `builder` where there is one, and looks whether it makes sense.
    pub(super) fn read_game(
        &mut self,
        replayer: &mut Replayer<'_>,
        builder: Option<&mut GameBuilder>,
        sink: &mut dyn Sink,
    ) -> Option<EndOfGame> {
        let Self { history, doubtful } = self;
        let text = replayer.parser().bytes();
        let looks_back = sink.wants_any(&NEED_HISTORY);
        doubtful.clear();
        let end = if looks_back {
            history.clear();
            let end = match builder {
                Some(builder) => builder.read_with(replayer, history, sink),
                None => replayer.read_game(history, sink),
            };
            doubtful.extend(history.comments.iter().map(|comment| comment.span));
            end
        } else {
            let mut comment_filter = CommentFilter { text, doubtful };
            match builder {
                Some(builder) => builder.read_with(replayer, &mut comment_filter, sink),
                None => replayer.read_game(&mut comment_filter, sink),
            }
        }?;
        let game = Finished {
            text,
            end,
            tags: replayer.tags(),
            start: replayer.start(),
            last: replayer.position(),
            move_words: replayer.parser().move_words(),
        };
        tags::check(&game, sink);
        outcome::check(&game, sink);
        retain_commands(text, doubtful);
        for comment in doubtful {
            commands::check(text, *comment, sink);
        }
        if looks_back {
            outcome::check_moves(history, sink);
            #[cfg(feature = "openings")]
            super::opening::check(&game, history, sink);
            clocks::check(&game, history, sink);
            nags::check(text, &history.nags, sink);
        }
        Some(end)
    }
}
