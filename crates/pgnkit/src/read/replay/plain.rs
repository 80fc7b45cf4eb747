//! The short cut: exact moves with the numbers they should have, and comments between them.

use pgnkit_chess::san::SanWord;
use pgnkit_chess::{Color, Move};
use pgnkit_syntax::Span;
use pgnkit_syntax::internals::{NumberText, Plain, PlainCursor};

use super::{Movetext, State};
use crate::instructions::Hot;
use crate::read::moves;
use crate::read::text::Text;
use crate::read::visitor::{Flow, Ply, Visitor};

/// [`Movetext::plain_moves`], the loop most moves are read in. It gives what the visitor has answered last.
pub(super) struct PlainMoves<'g, 'v, 'm, 'a, V: ?Sized> {
    pub(super) game: &'g mut Movetext<'v, 'm, 'a, V>,
    pub(super) number: &'g mut NumberText,
}

impl<V: Visitor + ?Sized> Hot for PlainMoves<'_, '_, '_, '_, V> {
    type Output = Flow;

    #[inline(always)]
    fn run(self) -> Flow {
        self.game.plain_moves(self.number)
    }
}

impl<'a, V: Visitor + ?Sized> Movetext<'_, '_, 'a, V> {
    /// Reads moves and comments as long as they are plain: exact SAN with the number it should have, and legal.
    #[inline(always)]
    fn plain_moves(&mut self, number: &mut NumberText) -> Flow {
        if !self.state.plain {
            return Flow::Continue;
        }
        let Some(mut cursor) = self.state.parser.plain_cursor() else { return Flow::Continue };
        // Two loops, so that the common one keeps nothing for what is hardly ever asked.
        let flow = if self.state.checks_spelling {
            self.plain_plies::<true>(&mut cursor, number)
        } else {
            self.plain_plies::<false>(&mut cursor, number)
        };
        self.state.parser.move_to(&cursor);
        flow
    }

    #[inline(always)]
    fn plain_plies<const CHECK_SPELLING: bool>(
        &mut self,
        cursor: &mut PlainCursor<'a>,
        number: &mut NumberText,
    ) -> Flow {
        // One loop for both colours, so that for each the compiler knows which it is.
        if self.state.line.turn() == Color::Black
            && let Some(flow) = self.plain_ply::<CHECK_SPELLING>(Color::Black, cursor, number)
        {
            return flow;
        }
        loop {
            if let Some(flow) = self.plain_ply::<CHECK_SPELLING>(Color::White, cursor, number) {
                return flow;
            }
            if let Some(flow) = self.plain_ply::<CHECK_SPELLING>(Color::Black, cursor, number) {
                return flow;
            }
        }
    }

    /// Reads one move of `turn`, whose turn it is, and the comments before it. Where something else comes, or the visitor
    /// wants no more, the answer that ends the loop.
    #[inline(always)]
    fn plain_ply<const CHECK_SPELLING: bool>(
        &mut self,
        turn: Color,
        cursor: &mut PlainCursor<'a>,
        number: &mut NumberText,
    ) -> Option<Flow> {
        const LEAVE: Option<Flow> = Some(Flow::Continue);
        let word = loop {
            match cursor.peek(number, turn == Color::White) {
                Some(Plain::Word(word)) => break word,
                Some(Plain::Comment { may_be_clock }) => {
                    if may_be_clock && let Some(clock) = cursor.take_exact_clock() {
                        self.visitor.exact_clock(Text::of_source(clock, self.source));
                    } else {
                        let comment = self.state.parser.take_plain_comment(cursor, self.state.sink);
                        self.visitor.comment(Text::of_source(comment, self.source));
                    }
                    if !cursor.is_at_space() {
                        return LEAVE;
                    }
                }
                None => return LEAVE,
            }
        };
        let Some(san) = SanWord::from_body(word.bytes, word.length, word.next) else { return LEAVE };
        let Some(mv) = self.state.line.follow(turn, san) else { return LEAVE };
        cursor.take(&word);
        if CHECK_SPELLING {
            let State { line, parser, sink, .. } = &mut self.state;
            moves::check_spelling(parser.bytes(), word.span(), line.before(), line.position(), mv, *sink);
        }
        let line = &*self.state.line;
        let flow = self.visitor.play(Ply {
            mv,
            before: line.before(),
            after: line.position(),
            span: word.span(),
            depth: line.depth(),
            turn,
            unmarked: san.canonical_text(word.bytes, word.length, mv),
        });
        if flow != Flow::Continue {
            return Some(flow);
        }
        if turn == Color::Black {
            number.advance(self.state.line.position().fullmove_number());
        }
        None
    }
}

impl State<'_, '_> {
    /// The legal move at `span`, in English letters.
    #[inline]
    pub(super) fn english_move(&mut self, span: &mut Span) -> Option<Move> {
        let (text, position) = (self.parser.bytes(), self.line.position());
        let Some(mv) = moves::read_exact(text, *span, position) else {
            *span = self.with_promotion(*span);
            return moves::read_lax(text, *span, self.line, self.sink);
        };
        if self.checks_spelling {
            self.check_spelling(*span, mv);
        }
        Some(mv)
    }

    // Apart, since the position after the move needs room.
    #[inline(never)]
    fn check_spelling(&mut self, span: Span, mv: Move) {
        let position = self.line.position();
        moves::check_spelling(self.parser.bytes(), span, position, &position.after(mv), mv, self.sink);
    }
}
