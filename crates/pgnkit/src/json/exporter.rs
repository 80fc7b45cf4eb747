//! Writing while reading: most games need no tree on their way from text to JSON.

use pgnkit_chess::{ChessMode, Color};
use pgnkit_syntax::{Encoding, Sink, Span};

use super::moves::Moves;
use super::tags::Tags;
use super::{Located, Writer, write};
use crate::game::{GameBuilder, RawNote};
use crate::read::{EndOfGame, Flow, Ply, Replayer, Source, Start, Text, Variation, Visitor};
use crate::unread;
use crate::write::Trees;

/// Writes games of a text as JSON while it reads them, byte for byte as [`Writer::write_game`] does.
///
/// A game with something that JSON has before what it comes after in the text (a comment after a variation, say) is read again
/// into a [`Game`](crate::Game).
///
/// ```
/// use pgnkit::{Replayer, json, syntax::Ignore};
///
/// let mut replayer = Replayer::new(b"1. e4 e5 (1... c5 {Sicilian}) *  1. d4 *");
/// let mut exporter = json::Exporter::new(json::Writer::new());
/// let mut out = Vec::new();
/// while exporter.read_game(&mut replayer, &mut Ignore).is_some() {
///     exporter.write(&[], &mut out);
/// }
/// let out = String::from_utf8(out).unwrap();
/// assert_eq!(out.lines().count(), 2);
/// assert!(out.contains(r#"{"san":"c5","uci":"c7c5","notes":[{"comment":"Sicilian"}]}"#));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Exporter {
    writer: Writer,
    /// The game that was read last, where it was read into a tree.
    builder: GameBuilder,
    is_written: bool,
    /// The game that was read last, where it was written while it was read: up to its start, and from there up to its
    /// diagnostics.
    tags: Tags,
    moves: Vec<u8>,
    interrupted: Vec<Color>,
    trees: Trees,
}

impl Exporter {
    /// An exporter with no game yet.
    pub fn new(writer: Writer) -> Self {
        Self { writer, ..Self::default() }
    }

    /// Reads the next game from a replay; `None` when there is none.
    pub fn read_game(&mut self, replayer: &mut Replayer<'_>, sink: &mut dyn Sink) -> Option<EndOfGame> {
        // Positions are made from a tree.
        if self.trees.take_next() || self.writer.fen {
            return replayer.read_into(self.builder(), sink);
        }
        let before = replayer.parser().clone();
        let end = self.write_while_reading(replayer, sink)?;
        if self.is_written {
            self.trees.needed_none();
        } else {
            self.trees.read_again(replayer, before, &mut self.builder);
        }
        Some(end)
    }

    /// Reads the next game, which is written then unless that takes a tree.
    fn write_while_reading(&mut self, replayer: &mut Replayer<'_>, sink: &mut dyn Sink) -> Option<EndOfGame> {
        let source = Source::of(replayer.parser());
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        moves.push(b',');
        self.tags.start_over();
        self.interrupted.clear();
        let mut writing = Writing {
            source: &source,
            tags: &mut self.tags,
            moves: Moves::new(moves, ChessMode::Standard, Color::White),
            interrupted: &mut self.interrupted,
            is_odd: false,
        };
        let end = replayer.read_source(&source, &mut writing, sink);
        self.is_written = !writing.is_odd;
        self.moves = writing.moves.finish();
        write::write_result(end?.result, &mut self.moves);
        end
    }

    /// A builder for a game of any source, which is the one that is written next.
    pub fn builder(&mut self) -> &mut GameBuilder {
        self.is_written = false;
        &mut self.builder
    }

    /// Appends the game that was read last to `out`, as [`Writer::write_game_with`] does, with what was found in reading it.
    pub fn write(&self, found: &[Located], out: &mut Vec<u8>) {
        if self.is_written {
            for part in [&self.tags.list, &self.tags.by_name, &self.moves] {
                out.extend_from_slice(part);
            }
            write::write_end(&[], found, out);
        } else {
            self.writer.write_game_with(self.builder.game(), &[], found, out);
        }
    }
}

/// The visitor that writes.
struct Writing<'e> {
    source: &'e Source<'e>,
    tags: &'e mut Tags,
    moves: Moves,
    /// The sides that played the moves whose variations are open.
    interrupted: &'e mut Vec<Color>,
    /// Whether the game cannot be written while it is read.
    is_odd: bool,
}

impl Writing<'_> {
    #[cold]
    fn give_up(&mut self) {
        self.is_odd = true;
    }

    /// JSON has the notes of a move before its variations.
    fn note(&mut self, note: RawNote<'_>) {
        if self.moves.has_variations() {
            self.give_up();
        } else {
            self.moves.note(note);
        }
    }
}

impl Visitor for Writing<'_> {
    #[inline]
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.tags.tag(name, value, self.source);
    }

    fn start(&mut self, start: &Start) -> Flow {
        self.tags.start(start);
        let turn = start.position.turn();
        // Comments before the tags were written as if after a move of Black.
        if !start.rules_are_known || turn == Color::Black && self.moves.begins_with_notes() {
            self.give_up();
        }
        self.moves.start(start.mode, turn);
        Flow::Continue
    }

    #[inline(always)]
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.moves.play(ply.mv, ply.san(), ply.turn);
        Flow::Continue
    }

    fn unchecked(&mut self, _: Text<'_>) -> Flow {
        self.give_up();
        Flow::Continue
    }

    /// Before the first move it becomes a comment.
    fn nag(&mut self, value: u32, _: Span) {
        match u8::try_from(value) {
            Ok(nag) if !self.moves.has_no_move() => self.note(RawNote::Nag(nag)),
            _ => self.give_up(),
        }
    }

    #[inline]
    fn comment(&mut self, text: Text<'_>) {
        let bytes = text.as_bytes();
        if bytes.is_ascii() {
            self.note(RawNote::Comment(bytes, text.following()));
        } else {
            let decoded = Encoding::read(bytes);
            self.note(RawNote::Comment(decoded.as_bytes(), decoded.as_bytes()));
        }
    }

    #[inline(always)]
    fn exact_clock(&mut self, text: Text<'_>) {
        if !self.moves.exact_clock(text.as_bytes()) {
            self.comment(text);
        }
    }

    fn escape(&mut self, text: Text<'_>) {
        self.note(RawNote::Escape(text.to_str().as_bytes()));
    }

    fn unread(&mut self, text: Text<'_>) {
        let text = unread::normalized(&text.to_str());
        if !text.is_empty() {
            self.note(RawNote::Unread(text.as_bytes()));
        }
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        if self.moves.has_no_move() {
            self.give_up();
        }
        self.interrupted.push(self.moves.mover());
        self.moves.begin_variation();
        Flow::Continue
    }

    /// A variation without a move leaves what is in it to the move before.
    fn end_variation(&mut self, _: Span, has_move: bool) {
        match self.interrupted.pop() {
            Some(mover) if has_move => self.moves.end_variation(mover),
            _ => self.give_up(),
        }
    }

    fn end(&mut self, _: &EndOfGame) {
        if !self.interrupted.is_empty() {
            self.give_up();
        }
    }
}
