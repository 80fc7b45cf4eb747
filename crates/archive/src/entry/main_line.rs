use pgnkit::syntax::{Code, Diagnostic, Ignore};
use pgnkit::{Flow, Ply, Replayer, Text, Variation, Visitor};

/// The main line of a game: where its plies end. Only games with something to show are read for it, once more; the
/// others cost nothing.
#[derive(Debug, Default)]
pub struct MainLine {
    ends: Vec<usize>,
    /// Place at which reading of the main line stopped.
    unread: Option<usize>,
}

impl MainLine {
    /// Reads the next game of a replayer.
    pub(crate) fn of(replayer: &mut Replayer<'_>) -> Self {
        let mut line = Self::default();
        replayer.read_game(&mut line, &mut Ignore);
        line
    }

    /// Plies of the main line before a diagnostic of the game, which begins at `start`; `None` after a move that could
    /// not be read, since it is unknown what was played there.
    pub(crate) fn plies_before(&self, diagnostic: &Diagnostic, start: usize) -> Option<usize> {
        let place = diagnostic.span.start.saturating_sub(start);
        // The move that ends the reading, or its number, is itself in a known place.
        let is_end =
            matches!(diagnostic.code, Code::IllegalMove | Code::AmbiguousMove | Code::UncheckedMoves);
        let is_known = is_end || self.unread.is_none_or(|unread| place <= unread);
        is_known.then(|| self.ends.partition_point(|end| *end <= place))
    }
}

impl Visitor for MainLine {
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.ends.push(ply.span.end);
        Flow::Continue
    }

    fn unread(&mut self, text: Text<'_>) {
        self.unread.get_or_insert(text.span().start);
    }

    /// Every move is known all the same.
    fn skipped(&mut self, _: Text<'_>) {}

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        Flow::Skip
    }
}
