//! Writing while reading: most games need no tree on their way from text to text.

use pgnkit_syntax::{Encoding, Sink, Span};

use super::comment;
use super::fill::Fill;
use super::lines::Lines;
use super::out::Out;
use super::tags::{PlyCount, write_few_tags};
use super::trees::Trees;
use super::{Export, ExportLosses, TagSelection};
use crate::game::{GameBuilder, plain_comment};
use crate::read::{EndOfGame, Flow, Ply, Replayer, Source, Start, Text, Variation, Visitor};

/// Writes games of a text in export format while it reads them, byte for byte as [`Export::write_game`] does.
///
/// Of most games it keeps the tags, and writes each move as it is played. A game with something that is written before what it
/// comes after in the text, or with text that could not be read, is read again into a [`Game`](crate::Game).
///
/// ```
/// use pgnkit::{Export, Exporter, Replayer, syntax::Ignore};
///
/// let mut replayer = Replayer::new(b"1.e4 e7e5 2.Ng1f3 *  [White \"A\"] 1.d2d4 {Queen's pawn} 1/2");
/// let mut exporter = Exporter::new(Export::reduced());
/// let mut out = Vec::new();
/// while exporter.read_game(&mut replayer, &mut Ignore).is_some() {
///     exporter.write(&mut out);
/// }
/// let out = String::from_utf8(out).unwrap();
/// assert!(out.contains("\n\n1. e4 e5 2. Nf3 *\n\n"));
/// assert!(out.ends_with("[Result \"1/2-1/2\"]\n\n1. d4 1/2-1/2\n\n"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Exporter {
    export: Export,
    /// The tags of the game that was read last, or all of it.
    builder: GameBuilder,
    /// What is known of it where it was written while it was read; its movetext is at the front of the second, and its tags at
    /// that of the third, unless the builder has them.
    written: Option<Written>,
    movetext: Vec<u8>,
    tags: Vec<u8>,
    lines: Lines,
    interrupted: Vec<Interrupted>,
    nags: Vec<u8>,
    trees: Trees,
}

/// A game that was written while it was read.
#[derive(Clone, Copy, Debug)]
struct Written {
    losses: ExportLosses,
    /// Bytes of its movetext.
    length: usize,
    /// Bytes of its tags, where they are written too.
    tags: Option<usize>,
    /// Half-moves of the main line.
    plies: u32,
}

impl Exporter {
    /// An exporter with no game yet.
    pub fn new(export: Export) -> Self {
        Self { export, ..Self::default() }
    }

    /// The options for writing.
    pub fn export(&self) -> &Export {
        &self.export
    }

    /// Reads the next game from a replay; `None` when there is none.
    pub fn read_game(&mut self, replayer: &mut Replayer<'_>, sink: &mut dyn Sink) -> Option<EndOfGame> {
        if self.trees.take_next() || !self.export.follows_text() {
            return replayer.read_into(self.builder(), sink);
        }
        let before = replayer.parser().clone();
        let (end, written) = self.write_while_reading(replayer, sink)?;
        self.written = written;
        if written.is_some() {
            self.trees.needed_none();
        } else {
            self.trees.read_again(replayer, before, &mut self.builder);
        }
        Some(end)
    }

    /// Reads the next game; gives nothing about its movetext where that must be written from a tree.
    fn write_while_reading(
        &mut self,
        replayer: &mut Replayer<'_>,
        sink: &mut dyn Sink,
    ) -> Option<(EndOfGame, Option<Written>)> {
        let source = Source::of(replayer.parser());
        let Self { export, builder, movetext, tags, lines, interrupted, nags, .. } = self;
        interrupted.clear();
        nags.clear();
        lines.start_over(export.tags == TagSelection::All);
        let mut writing = Writing {
            source: &source,
            lines,
            tags: builder.visitor(&source),
            fill: Fill::new(Out::over(movetext), export.width.max(1)),
            state: NO_MOVE | NUMBER,
            ply: 0,
            start: 0,
            nags,
            interrupted,
        };
        let end = replayer.read_source(&source, &mut writing, sink)?;
        let Writing { lines, fill, state, ply, start, .. } = writing;
        let movetext = fill.finish();
        let plies = ply.wrapping_sub(start);
        let tags = lines.all(&source).map(|lines| {
            let mut out = Out::over(tags);
            write_few_tags(&lines, end.result, Some(plies as usize), &mut out);
            out.put(b"\n");
            out.len()
        });
        let written = Written { losses: movetext.losses, length: movetext.len(), tags, plies };
        Some((end, (state & ODD == 0).then_some(written)))
    }

    /// A builder for a game of any source, which is the one that is written next.
    pub fn builder(&mut self) -> &mut GameBuilder {
        self.written = None;
        &mut self.builder
    }

    /// Appends the game that was read last to `out`, as [`Export::write_game`] does.
    pub fn write(&self, out: &mut Vec<u8>) -> ExportLosses {
        let game = self.builder.game();
        let Some(Written { losses, length, tags, plies }) = self.written else {
            return self.export.write_game(game, out);
        };
        let mut all = losses;
        match tags {
            Some(tags) => out.extend_from_slice(self.tags.get(..tags).unwrap_or_default()),
            None => {
                let mut tags = Out::new(out);
                self.export.write_tags(game, PlyCount::Is(plies), &mut tags);
                all += tags.losses;
            }
        }
        out.extend_from_slice(self.movetext.get(..length).unwrap_or_default());
        out.extend_from_slice(b"\n\n");
        all
    }
}

impl Export {
    /// Whether all of a game is written, in the order of its text.
    fn follows_text(&self) -> bool {
        self.comments
            && self.nags
            && self.variations
            && self.notation == super::Notation::SAN
            && !self.suffixes
    }
}

/// A line that a variation interrupts.
#[derive(Clone, Copy, Debug)]
struct Interrupted {
    state: u8,
    ply: u32,
}

/// What stands after the last move: nothing, if it is 0.
type State = u8;
/// There is no move in this line of play.
const NO_MOVE: State = 1;
/// Annotation glyphs that are not written yet, since they are sorted.
const NAGS: State = 2;
const COMMENT: State = 4;
const VARIATION: State = 8;
/// The game cannot be written while it is read.
const ODD: State = 16;
/// The next move of Black needs its number.
const NUMBER: State = 32;

/// The visitor that writes.
struct Writing<'e, T> {
    source: &'e Source<'e>,
    /// The tags that are written as they are.
    lines: &'e mut Lines,
    /// The builder, for those that are not.
    tags: T,
    fill: Fill<'e>,
    state: State,
    /// Half-moves from White's move 0 up to the next move, and up to the first.
    ply: u32,
    start: u32,
    nags: &'e mut Vec<u8>,
    interrupted: &'e mut Vec<Interrupted>,
}

/// [`NUMBER`] after a comment that was written.
#[inline(always)]
fn number_if(is_written: bool) -> State {
    if is_written { NUMBER } else { 0 }
}

impl<T> Writing<'_, T> {
    #[cold]
    fn give_up(&mut self) {
        self.state |= ODD;
    }

    /// Whether the game is odd, now that something comes that is only in its place where none of `obstacles` was before.
    /// Writes the glyphs that were there.
    #[inline]
    fn is_odd(&mut self, obstacles: State) -> bool {
        if self.state & (obstacles | NAGS | ODD) == 0 {
            return false;
        }
        self.settle(obstacles)
    }

    #[inline(never)]
    fn settle(&mut self, obstacles: State) -> bool {
        if self.state & (obstacles | ODD) != 0 {
            self.state |= ODD;
            return true;
        }
        if self.state & NAGS != 0 {
            self.state &= !NAGS;
            self.nags.sort_unstable();
            self.nags.dedup();
            for nag in self.nags.drain(..).filter(|nag| *nag != 0) {
                self.fill.nag(nag);
                self.state |= NUMBER;
            }
        }
        false
    }

    /// Writes a comment: the part of `padded` up to `length`.
    #[inline(always)]
    fn plain(&mut self, padded: &[u8], length: usize) {
        self.state |= COMMENT | number_if(comment::write_plain(padded, length, &mut self.fill));
    }

    #[inline(never)]
    fn odd_comment(&mut self, text: Text<'_>) {
        let bytes = text.as_bytes();
        let is_written = comment::write_odd(Encoding::read(bytes).as_bytes(), &mut self.fill);
        self.state |= COMMENT | number_if(is_written);
    }
}

impl<T: Visitor> Visitor for Writing<'_, T> {
    #[inline(always)]
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.lines.tag(name, value, self.source, &mut self.tags);
    }

    fn start(&mut self, start: &Start) -> Flow {
        if !start.rules_are_known {
            self.give_up();
        }
        self.start = Export::first_ply(start);
        self.ply = self.start;
        self.lines.start(start, self.source, &mut self.tags);
        self.tags.start(start)
    }

    #[inline(always)]
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        let (san, turn) = (ply.san(), ply.turn);
        // After a move there is nothing to look at.
        if self.state == 0 {
            self.fill.next_move(san, turn, self.ply);
        } else if !self.is_odd(0) {
            self.fill.plain_move(san, turn, self.ply, self.state & NUMBER != 0);
            self.state = 0;
        }
        self.ply = self.ply.wrapping_add(1);
        Flow::Continue
    }

    fn unchecked(&mut self, _: Text<'_>) -> Flow {
        self.give_up();
        Flow::Continue
    }

    /// Glyphs are written before comments, and before the first move there are none.
    fn nag(&mut self, value: u32, _: Span) {
        match u8::try_from(value) {
            Ok(nag) if self.state & (NO_MOVE | COMMENT | VARIATION) == 0 => {
                self.nags.push(nag);
                self.state |= NAGS;
            }
            _ => self.give_up(),
        }
    }

    #[inline]
    fn comment(&mut self, text: Text<'_>) {
        if self.is_odd(VARIATION) {
            return;
        }
        match plain_comment(text.as_bytes()) {
            Some(inside) => {
                self.plain(text.following().get(inside.start..).unwrap_or_default(), inside.len())
            }
            None => self.odd_comment(text),
        }
    }

    #[inline(always)]
    fn exact_clock(&mut self, text: Text<'_>) {
        if self.is_odd(VARIATION) {
            return;
        }
        let following = text.following();
        let has_spaces = following.first() == Some(&b' ');
        let following = following.get(usize::from(has_spaces)..).unwrap_or_default();
        if self.fill.exact_clock(following) {
            self.state |= COMMENT | NUMBER;
        } else {
            self.plain(following, text.as_bytes().len() - 2 * usize::from(has_spaces));
        }
    }

    fn escape(&mut self, _: Text<'_>) {
        self.give_up();
    }

    fn unread(&mut self, _: Text<'_>) {
        self.give_up();
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        if !self.is_odd(NO_MOVE) {
            self.interrupted.push(Interrupted { state: self.state | VARIATION, ply: self.ply });
            self.fill.open();
            self.ply = self.ply.wrapping_sub(1);
            self.state = NO_MOVE | NUMBER;
        }
        Flow::Continue
    }

    fn end_variation(&mut self, _: Span, has_move: bool) {
        if !has_move {
            self.give_up();
        }
        if !self.is_odd(NO_MOVE)
            && let Some(outer) = self.interrupted.pop()
        {
            self.fill.glue(b")");
            (self.state, self.ply) = (outer.state | NUMBER, outer.ply);
        }
    }

    fn end(&mut self, end: &EndOfGame) {
        if !self.interrupted.is_empty() {
            self.give_up();
        }
        if !self.is_odd(0) {
            self.fill.word(end.result.as_str().as_bytes());
        }
        self.tags.end(end);
    }
}
