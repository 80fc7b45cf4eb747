//! Visitors: the calls that a reader makes while it reads a game.

use pgnkit_chess::san::San;
use pgnkit_chess::{Color, Move, Position};
use pgnkit_syntax::{Outcome, Span};

use super::names::Known;
use super::start::Start;
use super::text::Text;

/// The answer of a [`Visitor`]: how reading goes on. Of two visitors that get the same calls, the greater answer counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
pub enum Flow {
    /// Reads the rest of the game without giving it: what is wrong in it is reported, and [`end`](Visitor::end) comes with its result. It
    /// takes less time than [`Continue`](Self::Continue); a reader may nevertheless go on giving.
    Finish,
    /// Reads on.
    #[default]
    Continue,
    /// Skips what has just begun at scanning speed: the game after [`Visitor::start`], the variation after
    /// [`Visitor::begin_variation`], and after [`Visitor::play`] the rest of the line of play, which in the main line is
    /// the rest of the game.
    Skip,
    /// Skips the rest of the game.
    Stop,
}

impl Flow {
    /// Whether a reader that gives all that it reads goes on: for readers of other forms.
    #[inline(always)]
    #[must_use]
    pub const fn goes_on(self) -> bool {
        matches!(self, Self::Continue | Self::Finish)
    }
}

/// One half-move as it is played.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Ply<'a> {
    /// The move.
    pub mv: Move,
    /// The position it is played in.
    pub before: &'a Position,
    /// The position it leads to.
    pub after: &'a Position,
    /// Its text.
    pub span: Span,
    /// Number of variations around it: 0 in the main line.
    pub depth: usize,
    /// Whose move it is: the side to move in `before`, which is known at compile time where most moves are read.
    pub(crate) turn: Color,
    /// Its canonical text without mark, where reading has found it.
    pub(crate) unmarked: Option<San>,
}

impl<'a> Ply<'a> {
    /// A half-move from `before` to `after`, at `span` of an input: for readers of other forms, which call visitors
    /// themselves. The move is legal in `before`; `depth` is the number of variations around it.
    #[inline]
    pub const fn new(mv: Move, before: &'a Position, after: &'a Position, span: Span, depth: usize) -> Self {
        Self { mv, before, after, span, depth, turn: before.turn(), unmarked: None }
    }

    /// The canonical SAN of the move. Where the text of a game has it, this is quicker than
    /// [`Position::san`].
    ///
    /// ```
    /// use pgnkit::{Flow, Ply, Replayer, Visitor, syntax::Ignore};
    ///
    /// struct Moves(Vec<String>);
    /// impl Visitor for Moves {
    ///     fn play(&mut self, ply: Ply<'_>) -> Flow {
    ///         self.0.push(ply.san().to_string());
    ///         Flow::Continue
    ///     }
    /// }
    ///
    /// let mut moves = Moves(Vec::new());
    /// Replayer::new(b"1. e4 e5 2. Ng1f3 Nc6 *").read_game(&mut moves, &mut Ignore);
    /// assert_eq!(moves.0, ["e4", "e5", "Nf3", "Nc6"]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn san(&self) -> San {
        match self.unmarked {
            Some(san) => self.after.marked_after(!self.turn, san),
            None => san_from_board(self.mv, self.before, self.after),
        }
    }
}

// Apart, and of values only, so that the loop of moves keeps them in registers.
#[inline(never)]
fn san_from_board(mv: Move, before: &Position, after: &Position) -> San {
    before.san_with_next(mv, after)
}

/// A variation that begins.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Variation<'a> {
    /// Its first sign, the parenthesis of PGN. A variation of PGC has no text: the span is empty.
    pub span: Span,
    /// The position it starts from: that before the move it replaces.
    pub start: &'a Position,
    /// Number of open variations, this one included.
    pub depth: usize,
}

impl<'a> Variation<'a> {
    /// A variation that begins at `span` of an input, from the position `start`: for readers of other forms. `depth` is the
    /// number of open variations, this one included.
    #[inline]
    pub const fn new(span: Span, start: &'a Position, depth: usize) -> Self {
        Self { span, start, depth }
    }
}

/// The part of a game that a visitor was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Extent {
    /// All of it but for the variations that the visitor has skipped.
    #[default]
    Whole,
    /// Its tags: the visitor has skipped the game.
    Tags,
    /// A part: the visitor has stopped, or [wants no more](Flow::Finish).
    Part,
}

/// The end of a game: its place, its result, and the part of it that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndOfGame {
    /// The whole game, from its first to its last token.
    pub span: Span,
    /// The result that counts: marker and Result tag put together (decision A-13).
    pub result: Outcome,
    /// The marker at the end of the moves, whatever the tag says.
    pub marker: Option<Outcome>,
    /// Whether every move of the main line was read: not so after a move that could not be, nor where the visitor wanted
    /// no more of them.
    pub complete: bool,
    /// The part of the game that the visitor was given.
    pub extent: Extent,
}

impl EndOfGame {
    /// The end of a game at `span` of an input whose only word on the result is `result`: for readers of other forms.
    pub const fn new(span: Span, result: Outcome, complete: bool, extent: Extent) -> Self {
        Self { span, result, marker: Some(result), complete, extent }
    }
}

/// Names of tags that a visitor asks for.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagNames(u64);

impl TagNames {
    /// All names.
    pub const ALL: Self = Self(u64::MAX);

    /// These names; all where one of them is none that the standard knows.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut bits = names.into_iter().map(|name| Some(1 << Known::from_name(name.as_bytes())?.index()));
        bits.try_fold(0, |all, bit| Some(all | bit?)).map_or(Self::ALL, Self)
    }

    /// A bit for each known name, by its place.
    pub(super) fn bits(self) -> u64 {
        self.0
    }
}

/// Takes a game as it is read by a [`Replayer`](crate::Replayer), a [`pgc::Reader`](crate::pgc::Reader) or a reader of JSON,
/// or as it is in memory ([`Game::visit`](crate::Game::visit)). Every method has a default that does nothing and reads on.
///
/// The calls come in the order of the text: tags (the ones that count, once the section is complete), then
/// [`start`](Self::start), then moves with their comments and annotations, at last [`end`](Self::end). A variation follows
/// the move that it would replace; where it precedes any move of its line, it would replace the next one.
///
/// A visitor can leave out what it does not need, see [`Flow`]. What is left out is not played, takes a fraction of
/// the time, and nothing in it is reported; [`end`](Self::end) comes in any case, and the reader is at the next game.
///
/// ```
/// use pgnkit::chess::Position;
/// use pgnkit::{Flow, Ply, Replayer, Variation, Visitor, syntax::Ignore};
///
/// /// Whether a main line comes to a position.
/// struct Search {
///     position: Position,
///     found: bool,
/// }
///
/// impl Visitor for Search {
///     fn play(&mut self, ply: Ply<'_>) -> Flow {
///         self.found = ply.after.repetition_key() == self.position.repetition_key();
///         if self.found { Flow::Stop } else { Flow::Continue }
///     }
///
///     fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
///         Flow::Skip
///     }
/// }
///
/// let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
/// let position = pgnkit::chess::fen::parse(sicilian.as_bytes())?.position;
/// let mut search = Search { position, found: false };
/// let mut replayer = Replayer::new(b"1. e4 e5 (1... c5) 2. Nf3 *  1. e4 c5 2. c3 *");
/// let mut found = Vec::new();
/// while replayer.read_game(&mut search, &mut Ignore).is_some() {
///     found.push(search.found);
/// }
/// assert_eq!(found, [false, true]);
/// # Ok::<(), pgnkit::chess::fen::FenError>(())
/// ```
#[allow(unused_variables)]
pub trait Visitor {
    /// A tag pair; `name` is the one that counts when the text has it in another case.
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {}
    /// The tags that it asks for, before those of a game come: others may be left out, and then these come in any order.
    #[doc(hidden)]
    fn tag_names(&self) -> TagNames {
        TagNames::ALL
    }
    /// The tag section is over. After [`Flow::Skip`] the moves are left out.
    fn start(&mut self, start: &Start) -> Flow {
        Flow::Continue
    }
    /// A legal move, or a null move where the king is not in check. After [`Flow::Skip`] the rest of its line of play is
    /// left out.
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        Flow::Continue
    }
    /// A move of a game whose rules are not known (decision A-113), as the text has it: with the number before it, if there
    /// is one. By default it is treated as [`unread`](Self::unread).
    fn unchecked(&mut self, text: Text<'_>) -> Flow {
        self.unread(text);
        Flow::Continue
    }
    /// A numeric annotation glyph for the last move.
    fn nag(&mut self, value: u32, span: Span) {}
    /// A comment on what came last.
    fn comment(&mut self, text: Text<'_>) {}
    /// A comment that is known to be `[%clk d:dd:dd]` and nothing else, perhaps with a space on either side: for what can
    /// make something of that. Not all such comments come here.
    #[doc(hidden)]
    #[inline(always)]
    fn exact_clock(&mut self, text: Text<'_>) {
        self.comment(text);
    }
    /// An escape line (section 6), without its percent sign.
    fn escape(&mut self, text: Text<'_>) {}
    /// Text from a move that could not be read to the end of its line of play.
    fn unread(&mut self, text: Text<'_>) {}
    /// Text that is no token, between moves or in the tag section; reading goes on after it. By default it is treated as
    /// [`unread`](Self::unread).
    fn skipped(&mut self, text: Text<'_>) {
        self.unread(text);
    }
    /// A variation begins. After [`Flow::Skip`] it is left out, its end included.
    fn begin_variation(&mut self, variation: Variation<'_>) -> Flow {
        Flow::Continue
    }
    /// The variation is over. `span` is where it closed; `has_move` says whether it held a move.
    fn end_variation(&mut self, span: Span, has_move: bool) {}
    /// The game is over.
    fn end(&mut self, end: &EndOfGame) {}
}

/// Ignores everything: for reading that only validates.
impl Visitor for () {}

/// Two visitors that get the same calls, the first one first. What either of them leaves out is left out for both.
#[derive(Debug)]
pub(crate) struct Both<'b, A, B: ?Sized>(pub(crate) A, pub(crate) &'b mut B);

impl<A: Visitor, B: Visitor + ?Sized> Visitor for Both<'_, A, B> {
    #[inline]
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.0.tag(name, value);
        self.1.tag(name, value);
    }

    #[inline]
    fn start(&mut self, start: &Start) -> Flow {
        self.0.start(start).max(self.1.start(start))
    }

    #[inline(always)]
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.0.play(ply).max(self.1.play(ply))
    }

    fn unchecked(&mut self, text: Text<'_>) -> Flow {
        self.0.unchecked(text).max(self.1.unchecked(text))
    }

    #[inline]
    fn nag(&mut self, value: u32, span: Span) {
        self.0.nag(value, span);
        self.1.nag(value, span);
    }

    #[inline]
    fn comment(&mut self, text: Text<'_>) {
        self.0.comment(text);
        self.1.comment(text);
    }

    #[inline(always)]
    fn exact_clock(&mut self, text: Text<'_>) {
        self.0.exact_clock(text);
        self.1.exact_clock(text);
    }

    fn escape(&mut self, text: Text<'_>) {
        self.0.escape(text);
        self.1.escape(text);
    }

    fn unread(&mut self, text: Text<'_>) {
        self.0.unread(text);
        self.1.unread(text);
    }

    fn skipped(&mut self, text: Text<'_>) {
        self.0.skipped(text);
        self.1.skipped(text);
    }

    fn begin_variation(&mut self, variation: Variation<'_>) -> Flow {
        self.0.begin_variation(variation).max(self.1.begin_variation(variation))
    }

    fn end_variation(&mut self, span: Span, has_move: bool) {
        self.0.end_variation(span, has_move);
        self.1.end_variation(span, has_move);
    }

    #[inline]
    fn end(&mut self, end: &EndOfGame) {
        self.0.end(end);
        self.1.end(end);
    }
}

#[cfg(test)]
mod tests {
    use pgnkit_syntax::Ignore;

    use super::*;
    use crate::Replayer;

    /// Notes the tags of these names, by game.
    struct Tags<'n> {
        names: &'n [&'n str],
        asks: TagNames,
        found: Vec<Vec<(String, String)>>,
        others: usize,
    }

    impl Visitor for Tags<'_> {
        fn tag_names(&self) -> TagNames {
            self.asks
        }

        fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
            match (self.names.iter().any(|known| name == *known), self.found.last_mut()) {
                (true, Some(game)) => game.push((name.to_string(), value.to_string())),
                _ => self.others += 1,
            }
        }

        fn end(&mut self, _: &EndOfGame) {
            self.found.push(Vec::new());
        }
    }

    #[test]
    fn the_tags_that_are_asked_for_come_in_any_case() {
        let odd = "[white \"in another case\"]\n[White \"a\"]\n\n*\n\n[White \"?\"]\n[White \"twice\"]\n\n*\n\n[ECO \"B00\"]\n[Mine \"x\"]\n[White \"\"]\n\n*\n\n1. e4 *\n";
        let texts = [
            odd.as_bytes(),
            include_bytes!("../../tests/data/games.pgn"),
            include_bytes!("../../tests/data/broken.pgn"),
        ];
        for names in [&["White"][..], &["WhiteElo", "ECO", "White"], &["White", "Mine"], &[]] {
            for text in texts {
                let [few, all] = [TagNames::of(names.iter().copied()), TagNames::ALL].map(|asks| {
                    let mut tags = Tags { names, asks, found: vec![Vec::new()], others: 0 };
                    let mut replayer = Replayer::new(text);
                    while replayer.read_game(&mut tags, &mut Ignore).is_some() {}
                    tags.found.iter_mut().for_each(|game| game.sort_unstable());
                    tags
                });
                assert_eq!(few.found, all.found, "{names:?}");
                // Of plain sections nothing else comes.
                assert!(few.others <= all.others && (names.contains(&"Mine") || few.others < 1000));
            }
        }
        assert_eq!(TagNames::of(["White", "Mine"]), TagNames::ALL);
    }
}
