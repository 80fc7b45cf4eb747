//! Text that is not played: because it cannot be, or because the visitor does not want it.

use pgnkit_chess::{Move, PieceKind};
use pgnkit_syntax::{Code, Diagnostic, Event, Ignore, Sink, Span, UNREAD_MARK};

use super::{Movetext, State};
use crate::instructions::Hot;
use crate::read::text::Text;
use crate::read::visitor::{Extent, Flow, Visitor};

impl<V: Visitor + ?Sized> Movetext<'_, '_, '_, V> {
    /// Passes on as text what is left of the line of play from `span`, and returns the event that ends it. Play never
    /// goes on after a move that is not one: games would appear that never existed.
    #[cold]
    pub(super) fn unread(&mut self, span: Span) -> Option<Event> {
        let (unread, event) = self.state.rest_of_line(span)?;
        self.visitor.unread(Text::of_movetext(unread, self.source));
        Some(event)
    }

    /// Passes on text that is no token, with what belongs to it, and returns the event after it.
    #[cold]
    pub(super) fn skipped(&mut self, first: Span) -> Option<Event> {
        let (span, event) = self.state.run_of_unread(first)?;
        self.visitor.skipped(Text::of_movetext(span, self.source));
        Some(event)
    }

    /// Passes on the word that is apart from the rest of its move, where the rest alone is read: a pawn's move.
    #[cold]
    pub(super) fn word_apart(&mut self, mv: Move, span: Span) {
        let is_pawn =
            self.state.line.position().piece_at(mv.from()).is_some_and(|piece| piece.kind == PieceKind::Pawn);
        let text = self.state.parser.bytes();
        let length = span.of(text).iter().position(|&byte| byte <= b' ' || byte == b'.').unwrap_or(1);
        let word = Span::new(span.start, span.start + length);
        let is_of_move = match text[span.start] {
            b'P' => true,
            file @ b'a'..=b'h' => mv.from().file().letter() == file,
            _ => false,
        };
        if is_pawn && !is_of_move {
            self.visitor.skipped(Text::of_movetext(word, self.source));
        }
    }

    /// Passes a variation on as text, parentheses included.
    pub(super) fn keep_variation(&mut self, start: usize) -> Option<()> {
        let end = self.state.skip_to_depth(self.state.parser.depth() - 1, &mut Ignore)?;
        let span = Span::new(start, self.state.closing(end).end).trim(self.state.parser.bytes());
        self.visitor.unread(Text::of_movetext(span, self.source));
        Some(())
    }
}

impl State<'_, '_> {
    /// Goes past all of a game of which `first` is the first event after the tags; its span is returned.
    pub(super) fn pass_game(&mut self, first: Event) -> Option<Span> {
        self.extent = Extent::Tags;
        self.pass_rest(Some(first))
    }

    /// Goes past what is left of a game, from an event that was read already; the span of the game is returned.
    fn pass_rest(&mut self, first: Option<Event>) -> Option<Span> {
        self.complete = false;
        let instructions = self.instructions;
        instructions.run(PassedGame { state: self, first })
    }

    /// Goes past what a visitor wants to leave out after a move, or after the beginning of a variation, and returns the event
    /// that ends it.
    #[cold]
    pub(super) fn pass_line(&mut self, flow: Flow) -> Option<Event> {
        let depth = self.parser.depth();
        if flow == Flow::Skip && depth > 0 {
            self.has_unread = true;
            let end = self.skip_to_depth(depth - 1, &mut Ignore)?;
            return Some(Event::RavEnd(end));
        }
        self.extent = Extent::Part;
        self.pass_rest(None).map(Event::GameEnd)
    }

    /// Goes past the variation that has just begun, as if it had never been.
    #[cold]
    pub(super) fn pass_variation(&mut self) -> Option<()> {
        let outer = self.parser.depth().saturating_sub(self.line.repeated() + 1);
        self.skip_to_depth(outer, &mut Ignore)?;
        self.line.abandon_variation();
        if let Some(other) = &mut self.other {
            other.end_variation(true);
        }
        Some(())
    }

    /// The parenthesis at `at` that closes a variation; empty where the game ends instead.
    pub(super) fn closing(&self, at: usize) -> Span {
        Span::new(at, at + usize::from(self.parser.bytes().get(at) == Some(&b')')))
    }

    /// Goes past all that is open beyond `depth`, and returns where it was closed.
    pub(super) fn skip_to_depth(&mut self, depth: usize, sink: &mut dyn Sink) -> Option<usize> {
        loop {
            self.parser.skip_moves();
            if let Event::RavEnd(at) = self.parser.next_event(sink)?
                && self.parser.depth() == depth
            {
                return Some(at);
            }
        }
    }

    /// The text without a token that begins at `first`: with the number before it, and with numbers inside and after it
    /// that no move follows; and the next event.
    fn run_of_unread(&mut self, first: Span) -> Option<(Span, Event)> {
        self.has_skipped = true;
        let mut run = Span::new(self.number_before(first.start), first.end);
        let mut number_end = None;
        loop {
            let event = self.parser.next_event(self.sink)?;
            let text = self.parser.bytes();
            let is_near = |span: Span, end: usize| is_blank(&text[end..span.start]);
            let end = number_end.unwrap_or(run.end);
            match event {
                Event::Unread(span) if is_near(span, end) => {
                    run.end = span.end;
                    number_end = None;
                }
                Event::MoveNumber { span, number, .. } if number_end.is_none() && is_near(span, end) => {
                    if number != self.line.position().fullmove_number() {
                        self.wrong_number(span);
                    }
                    number_end = Some(span.end);
                }
                Event::Move(_) => return Some((run, event)),
                _ => return Some((Span::new(run.start, number_end.unwrap_or(run.end)), event)),
            }
        }
    }

    /// What is left of the line of play from `span`, and the event that ends it.
    fn rest_of_line(&mut self, span: Span) -> Option<(Span, Event)> {
        if !self.start_is_known {
            self.sink.note(
                Code::UncheckedMoves,
                span,
                || "expected a position and rules to check moves by, found none; the moves are kept unread",
            );
        }
        let depth = self.parser.depth();
        self.complete &= depth > 0;
        self.has_unread = true;
        let start = self.number_before(span.start);
        loop {
            self.parser.skip_moves();
            let event = self.parser.next_event(&mut Boundaries(self.sink))?;
            let end = match event {
                Event::RavEnd(at) if self.parser.depth() < depth => at,
                Event::Termination { span, .. } if depth == 0 => span.start,
                Event::GameEnd(span) => span.end,
                _ => continue,
            };
            return Some((Span::new(start, end).trim(self.parser.bytes()), event));
        }
    }

    /// Where the move number directly before the move at `start` begins, or `start` when there is none.
    pub(super) fn number_before(&self, start: usize) -> usize {
        // The marker of the game before may end like a number, and so may a comment that its line ends.
        let from = self.parser.consumed().max(self.parser.line_comment_end()).min(start);
        from + number_before(&self.parser.bytes()[from..], start - from)
    }
}

/// The rest of a game that is passed over; its span.
struct PassedGame<'s, 'p, 'a> {
    state: &'s mut State<'p, 'a>,
    first: Option<Event>,
}

impl Hot for PassedGame<'_, '_, '_> {
    type Output = Option<Span>;

    #[inline(always)]
    fn run(self) -> Option<Span> {
        let Self { state, mut first } = self;
        loop {
            let event = match first.take() {
                Some(event) => event,
                None => {
                    state.parser.skip_moves_here();
                    state.parser.next_event(&mut Ignore)?
                }
            };
            match event {
                Event::Termination { span, outcome } => state.marker = Some((outcome, span)),
                Event::GameEnd(span) => return Some(span),
                _ => {}
            }
        }
    }
}

/// Of what is wrong with text that is not read, only where its parts end is of interest.
struct Boundaries<'s>(&'s mut dyn Sink);

impl Sink for Boundaries<'_> {
    fn wants(&self, code: Code) -> bool {
        matches!(code, Code::UnclosedVariation | Code::UnterminatedComment | Code::MissingTermination)
            && self.0.wants(code)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.0.report(diagnostic);
    }
}

/// Whether a text is white space, or a line break and the mark of an unread line.
fn is_blank(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    text.is_empty() || text == UNREAD_MARK.trim_ascii()
}

/// A text without the white space, and the marks of unread lines, that it ends with.
fn trim_end(text: &[u8]) -> &[u8] {
    let mut text = text.trim_ascii_end();
    while let Some(rest) = text.strip_suffix(UNREAD_MARK.trim_ascii_end()) {
        text = rest.trim_ascii_end();
    }
    text
}

/// Where the move number directly before the move at `start` begins, or `start` when there is none.
pub(in crate::read) fn number_before(text: &[u8], start: usize) -> usize {
    let mut digits = trim_end(&text[..start]);
    while let [rest @ .., b'.'] = digits {
        digits = rest;
    }
    let digits = trim_end(digits);
    let ends_in_period = text.get(digits.len()) == Some(&b'.');
    let count = digits.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (before, digits) = digits.split_at(digits.len() - count);
    // Digits that belong to a word, a marker or `$` are no number.
    let of_another = |byte: u8| byte.is_ascii_alphanumeric() || b"$/:-+=#_".contains(&byte);
    // `0000` is the null move of engines.
    let is_number = !digits.is_empty()
        && !before.last().copied().is_some_and(of_another)
        && (digits != b"0000" || ends_in_period);
    if is_number { before.len() } else { start }
}
