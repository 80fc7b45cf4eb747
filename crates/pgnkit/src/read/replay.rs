//! Layer 3: events put through the rules.

use pgnkit_chess::san::{self, Language, SanWord};
use pgnkit_chess::{Color, Move, Position};
use pgnkit_syntax::{
    Applicability, Code, Diagnostic, Event, Fix, Ignore, NumberText, Outcome, Parser, Plain, PlainCursor,
    Sink, Span, quoted,
};

use super::letters::{self, PieceLetters};
use super::line::{Closed, Line, MAX_DEPTH};
use super::moves;
use super::result;
use super::start::Start;
use super::tags::TagSection;
use super::visitor::{EndOfGame, Ply, Visitor};
use crate::instructions::{Hot, Instructions};

/// Reads games and plays their moves, legality checked.
///
/// ```
/// use pgnkit::{Ply, Replayer, Visitor};
///
/// struct Captures(usize);
/// impl Visitor for Captures {
///     fn play(&mut self, ply: Ply<'_>) {
///         self.0 += usize::from(ply.mv.is_capture());
///     }
/// }
///
/// let mut captures = Captures(0);
/// let mut replayer = Replayer::new(b"1. e4 d5 2. exd5 Qxd5 *");
/// while replayer.read_game(&mut captures, &mut pgnkit::syntax::Ignore).is_some() {}
/// assert_eq!(captures.0, 2);
/// ```
#[derive(Debug)]
pub struct Replayer<'a> {
    parser: Parser<'a>,
    scratch: Scratch,
    letters: PieceLetters,
    instructions: Instructions,
}

/// What a replay needs besides its text; kept from game to game.
#[derive(Debug, Default)]
struct Scratch {
    tags: TagSection,
    start: Start,
    line: Line,
}

impl<'a> Replayer<'a> {
    /// Reads a whole text.
    pub fn new(text: &'a [u8]) -> Self {
        Self::from_parser(Parser::new(text))
    }

    /// Reads what `parser` gives.
    pub fn from_parser(parser: Parser<'a>) -> Self {
        let letters = PieceLetters::default();
        Self { parser, scratch: Scratch::default(), letters, instructions: Instructions::best() }
    }

    /// Reads moves in other piece letters than those of the standard.
    #[must_use]
    pub fn letters(mut self, letters: PieceLetters) -> Self {
        self.letters = letters;
        self
    }

    /// The parser: its text, and how far it has come.
    pub fn parser(&self) -> &Parser<'a> {
        &self.parser
    }

    /// How the game that was read last starts.
    pub fn start(&self) -> &Start {
        &self.scratch.start
    }

    /// The position at the end of the main line of the game that was read last.
    pub fn position(&self) -> &Position {
        self.scratch.line.position()
    }

    /// The tags of the game that was read last.
    pub(crate) fn tags(&self) -> &TagSection {
        &self.scratch.tags
    }

    /// Reads the next game into `visitor`; `None` when there is none.
    pub fn read_game<V>(&mut self, visitor: &mut V, sink: &mut dyn Sink) -> Option<EndOfGame>
    where
        V: Visitor + ?Sized,
    {
        let Self { parser, scratch, letters, instructions } = self;
        scratch.tags.clear();
        let first = read_tag_section(parser, scratch, visitor, sink)?;
        let text = parser.bytes();
        scratch.tags.resolve(text, sink);
        for (name, tag) in scratch.tags.iter(text) {
            visitor.tag(name, tag);
        }
        scratch.start = Start::from_tags(text, &scratch.tags, sink);
        visitor.start(&scratch.start);
        scratch.line.reset(scratch.start.position);
        let mut game = Movetext {
            parser,
            line: &mut scratch.line,
            visitor,
            marker: None,
            start_is_known: scratch.start.is_known,
            plain: scratch.start.is_known
                && !matches!(letters, PieceLetters::Of(other) if *other != Language::English),
            checks_spelling: sink.wants(Code::NonCanonicalMove),
            letters: Letters::new(*letters),
            complete: true,
            has_unread: false,
            suffix: None,
            instructions: *instructions,
            sink,
        };
        let span = game.read(first)?;
        let (marker, complete) = (game.marker, game.complete);
        let result = result::resolve(text, &scratch.tags, marker, scratch.line.position(), sink);
        let end = EndOfGame { span, result, complete };
        visitor.end(&end);
        Some(end)
    }
}

/// Reads up to the first event of the movetext, which is returned.
fn read_tag_section<V>(
    parser: &mut Parser<'_>,
    scratch: &mut Scratch,
    visitor: &mut V,
    sink: &mut dyn Sink,
) -> Option<Event>
where
    V: Visitor + ?Sized,
{
    loop {
        while let Some(tag) = parser.take_plain_tag() {
            scratch.tags.push(tag);
        }
        match parser.next_event(sink)? {
            Event::Tag(tag) => scratch.tags.push(tag),
            Event::Comment(span) => visitor.comment(span),
            Event::Escape(span) => visitor.escape(span),
            event => return Some(event),
        }
    }
}

/// The movetext of one game being read.
pub(super) struct Movetext<'p, 'a, V: ?Sized> {
    parser: &'p mut Parser<'a>,
    line: &'p mut Line,
    visitor: &'p mut V,
    sink: &'p mut dyn Sink,
    marker: Option<(Outcome, Span)>,
    start_is_known: bool,
    /// Whether moves are played, and in English letters so far.
    plain: bool,
    /// Whether exact moves are compared with their canonical form.
    checks_spelling: bool,
    letters: Letters,
    /// Whether every move of the main line could be read so far.
    complete: bool,
    /// Whether the line of play was not read to its end.
    has_unread: bool,
    /// The last suffix in this variation, and at which move number and whose turn it came.
    suffix: Option<(Span, (u32, Color))>,
    instructions: Instructions,
}

/// [`Movetext::plain_moves`], the loop most moves are read in.
struct PlainMoves<'g, 'm, 'a, V: ?Sized> {
    game: &'g mut Movetext<'m, 'a, V>,
    number: &'g mut NumberText,
}

impl<V: Visitor + ?Sized> Hot for PlainMoves<'_, '_, '_, V> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.game.plain_moves(self.number);
    }
}

/// What is known of the letters of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letters {
    English,
    /// English ones so far.
    Unknown,
    /// Another language's, and whether that was said.
    Of {
        language: Language,
        is_noted: bool,
    },
}

impl Letters {
    fn new(letters: PieceLetters) -> Self {
        match letters {
            PieceLetters::Of(Language::English) => Self::English,
            PieceLetters::Of(language) => Self::Of { language, is_noted: false },
            PieceLetters::Detected => Self::Unknown,
        }
    }
}

impl<'a, V: Visitor + ?Sized> Movetext<'_, 'a, V> {
    /// Reads to the end of the game, whose span is returned.
    fn read(&mut self, first: Event) -> Option<Span> {
        let mut event = first;
        let mut number = NumberText::new(self.line.position().fullmove_number());
        loop {
            match event {
                Event::Move(span) => {
                    let legal = if self.plain && self.letters == Letters::English {
                        self.english_move(span)
                    } else {
                        self.unusual_move(span)
                    };
                    match legal {
                        Some(mv) => {
                            self.line.play(mv);
                            self.played(mv, span);
                        }
                        None => {
                            event = self.unread(span)?;
                            continue;
                        }
                    }
                    number = NumberText::new(self.line.position().fullmove_number());
                }
                Event::MoveNumber { span, number, .. } => {
                    if number != self.line.position().fullmove_number() {
                        self.wrong_number(span);
                    }
                }
                Event::Comment(span) => self.visitor.comment(span),
                Event::GameEnd(span) => return Some(span),
                other => {
                    self.rare_event(other)?;
                    number = NumberText::new(self.line.position().fullmove_number());
                }
            }
            self.instructions.run(PlainMoves { game: self, number: &mut number });
            event = self.parser.next_event(self.sink)?;
        }
    }

    /// The legal move at `span`, in English letters.
    #[inline]
    fn english_move(&mut self, span: Span) -> Option<Move> {
        let (text, position) = (self.parser.bytes(), self.line.position());
        let Some(mv) = moves::read_exact(text, span, position) else {
            return moves::read_lax(text, span, self.line, self.sink);
        };
        if self.checks_spelling {
            moves::check_spelling(text, span, position, &position.after(mv), mv, self.sink);
        }
        Some(mv)
    }

    #[inline(always)]
    fn played(&mut self, mv: Move, span: Span) {
        self.visitor.play(Ply { mv, before: self.line.before(), after: self.line.position(), span });
    }

    /// Reads moves and comments as long as they are plain: exact SAN with the number it should have, and legal.
    #[inline(always)]
    fn plain_moves(&mut self, number: &mut NumberText) {
        if !self.plain {
            return;
        }
        let Some(mut cursor) = self.parser.plain_cursor() else { return };
        // Two loops, so that the common one keeps nothing for what is hardly ever asked.
        if self.checks_spelling {
            self.plain_plies::<true>(&mut cursor, number);
        } else {
            self.plain_plies::<false>(&mut cursor, number);
        }
        self.parser.move_to(&cursor);
    }

    #[inline(always)]
    fn plain_plies<const CHECK_SPELLING: bool>(
        &mut self,
        cursor: &mut PlainCursor<'a>,
        number: &mut NumberText,
    ) {
        // One loop for both colours, so that for each the compiler knows which it is.
        let mut go_on = self.line.turn() == Color::White
            || self.plain_ply::<CHECK_SPELLING>(Color::Black, cursor, number);
        while go_on {
            go_on = self.plain_ply::<CHECK_SPELLING>(Color::White, cursor, number)
                && self.plain_ply::<CHECK_SPELLING>(Color::Black, cursor, number);
        }
    }

    /// Reads one move of `turn`, whose turn it is, and the comments before it. False where something else comes.
    #[inline(always)]
    fn plain_ply<const CHECK_SPELLING: bool>(
        &mut self,
        turn: Color,
        cursor: &mut PlainCursor<'a>,
        number: &mut NumberText,
    ) -> bool {
        let word = loop {
            match cursor.peek(number, turn == Color::White) {
                Some(Plain::Word(word)) => break word,
                Some(Plain::Comment) => {
                    let comment = self.parser.take_plain_comment(cursor, self.sink);
                    self.visitor.comment(comment);
                    if !cursor.is_at_space() {
                        return false;
                    }
                }
                None => return false,
            }
        };
        let Some(san) = SanWord::from_body(word.bytes, word.length, word.next) else { return false };
        let Some(mv) = self.line.follow(turn, san) else { return false };
        cursor.take(&word);
        if CHECK_SPELLING {
            let (before, after) = (self.line.before(), self.line.position());
            moves::check_spelling(self.parser.bytes(), word.span(), before, after, mv, self.sink);
        }
        self.played(mv, word.span());
        if turn == Color::Black {
            number.advance(self.line.position().fullmove_number());
        }
        true
    }

    /// The move at `span`, where letters may be other than English, or nothing is played.
    #[inline(never)]
    fn unusual_move(&mut self, span: Span) -> Option<Move> {
        if !self.start_is_known {
            return None;
        }
        let text = self.parser.bytes();
        if self.letters == Letters::Unknown {
            let word = span.of(text);
            // In English P is a pawn; of `Pf3` this is not certain.
            let is_certain = !matches!(word, [b'P', ..]) && san::read(self.line.position(), word).is_ok();
            if is_certain {
                return moves::read(text, span, self.line, self.sink);
            }
            self.detect_letters(span);
        }
        match self.letters {
            Letters::Of { language, is_noted } => {
                if !is_noted && language.is_written_in(span.of(text)) {
                    letters::report(text, span, &[language], self.sink);
                    self.letters = Letters::Of { language, is_noted: true };
                }
                moves::read_in(language, text, span, self.line, self.sink)
            }
            Letters::English | Letters::Unknown => moves::read(text, span, self.line, self.sink),
        }
    }

    /// Decides in which letters the game is written from the move at `span` on. It is asked once a game.
    #[cold]
    fn detect_letters(&mut self, span: Span) {
        let parser = &*self.parser;
        let again = || {
            let text = parser.bytes();
            let again = if parser.is_partial() { Parser::partial(text) } else { Parser::new(text) };
            again.in_context(parser.start_context()).resumed_at(parser.consumed())
        };
        self.letters = Letters::English;
        if let Some(letters::Found(languages)) = letters::detect(again, span)
            && let Some(&language) = languages.first()
        {
            letters::report(parser.bytes(), span, &languages, self.sink);
            self.letters = Letters::Of { language, is_noted: true };
            self.plain = false;
        }
    }

    #[inline(never)]
    fn rare_event(&mut self, event: Event) -> Option<()> {
        match event {
            Event::Nag { value, span } => {
                let text = self.parser.bytes();
                if !self.line.has_move && self.sink.wants(Code::NagBeforeMove) {
                    let found = quoted(span.of(text));
                    let message = format!(
                        "expected a move before an annotation, found {found}; it is kept as a comment"
                    );
                    // Elsewhere the comment might belong to another game, or to none.
                    let begins = self.parser.depth() > 0 || is_first_of_line(text, span.start);
                    let next = text[span.end..].trim_ascii_start().first();
                    let fix = (begins && next.is_some_and(u8::is_ascii_alphanumeric)).then(|| {
                        Fix::replace_token(Applicability::Unsafe, text, span, &format!("{{${value}}}"))
                    });
                    let diagnostic = Diagnostic::new(Code::NagBeforeMove, span, message);
                    self.sink.report(diagnostic.maybe_fix(fix));
                }
                if matches!(span.of(text), [b'!' | b'?', ..]) {
                    self.note_suffix(span, value);
                }
                self.visitor.nag(value, span);
            }
            Event::Escape(span) => self.visitor.escape(span),
            Event::RavBegin(at) => {
                self.suffix = None;
                self.begin_variation(at)?;
            }
            Event::RavEnd(at) => {
                self.suffix = None;
                self.end_variation(at);
            }
            Event::Termination { span, outcome } => {
                self.marker = Some((outcome, span));
                self.note_number_before(span);
            }
            // Tags end the game before they are read, and the others are handled where they are frequent.
            Event::Tag(_)
            | Event::Move(_)
            | Event::MoveNumber { .. }
            | Event::Comment(_)
            | Event::GameEnd(_) => {}
        }
        Some(())
    }

    /// Notes a suffix on a move that has one already (section 8.2.3.8).
    fn note_suffix(&mut self, span: Span, value: u32) {
        let position = self.line.position();
        let here = (position.fullmove_number(), position.turn());
        let Some((first, _)) = self.suffix.replace((span, here)).filter(|(_, place)| *place == here) else {
            return;
        };
        if self.line.has_move && self.sink.wants(Code::RepeatedSuffix) {
            let text = self.parser.bytes();
            let found = quoted(span.of(text));
            let message = format!("expected one suffix on a move, found {found}, another one; all are kept");
            // There may be any number of glyphs.
            let is_alone = !text.get(span.end).is_some_and(|byte| b"+-=#/".contains(byte));
            let fix =
                is_alone.then(|| Fix::replace_token(Applicability::Safe, text, span, &format!("${value}")));
            let diagnostic = Diagnostic::new(Code::RepeatedSuffix, span, message);
            self.sink.report(diagnostic.label(first, "the suffix before").maybe_fix(fix));
        }
    }

    fn begin_variation(&mut self, at: usize) -> Option<()> {
        // Behind the marker of a game whose moves could not be read to the end nobody knows which move it replaces.
        if !self.complete && self.parser.depth() == 1 {
            return self.skip_variation(at);
        }
        let text = self.parser.bytes();
        let directly_after_another =
            !self.line.has_move && self.parser.depth() > 1 && text[..at].trim_ascii_end().ends_with(b"(");
        let span = Span::new(at, at + 1);
        if directly_after_another {
            if self.line.repeat_variation() == 1 {
                self.before_move(span);
            }
            return Some(());
        }
        if !self.line.has_move {
            self.before_move(span);
        }
        if !self.line.begin_variation(at) {
            if self.sink.wants(Code::VariationTooDeep) {
                let message = format!(
                    "expected at most {MAX_DEPTH} variations within variations, found one more; it is kept as a comment"
                );
                self.sink.report(Diagnostic::new(Code::VariationTooDeep, span, message));
            }
            return self.skip_variation(at);
        }
        self.visitor.begin_variation(span);
        Some(())
    }

    fn before_move(&mut self, span: Span) {
        let message = "expected a move that a variation can replace, found `(`; it is read as an alternative to the next move";
        self.sink.note(Code::VariationBeforeMove, span, || message);
    }

    fn end_variation(&mut self, at: usize) {
        let span = Span::new(at, at + 1);
        let had_unread = core::mem::take(&mut self.has_unread);
        match self.line.end_variation() {
            Closed::Nothing => {}
            Closed::OneOfSeveral => {
                self.visitor.end_variation(span, true);
                self.visitor.begin_variation(span);
            }
            Closed::Variation { has_move, opened } => {
                if !has_move && !had_unread {
                    self.empty_variation(opened, at);
                }
                self.visitor.end_variation(span, has_move);
            }
        }
    }

    /// Notes that the variation that was opened and closed there holds no move.
    #[cold]
    fn empty_variation(&mut self, opened: usize, closed: usize) {
        if !self.sink.wants(Code::EmptyVariation) {
            return;
        }
        let text = self.parser.bytes();
        let is_closed = text.get(closed) == Some(&b')');
        let span = Span::new(opened, closed + usize::from(is_closed)).trim(text);
        let holds_nothing = is_closed && text[opened + 1..closed].trim_ascii().is_empty();
        // A suffix behind it would become the second one of the move before.
        let before_suffix = matches!(text[span.end..].trim_ascii_start(), [b'!' | b'?', ..]);
        let then = if holds_nothing { "" } else { "; its comments go to the move before it" };
        let message = format!("expected a move in the variation, found {}{then}", quoted(span.of(text)));
        let removable = holds_nothing && !before_suffix && self.line.has_move;
        let fix = Fix::remove(Applicability::Safe, text, span).filter(|_| removable);
        self.sink.report(Diagnostic::new(Code::EmptyVariation, span, message).maybe_fix(fix));
    }

    /// Passes a variation on as text, parentheses included.
    fn skip_variation(&mut self, start: usize) -> Option<()> {
        let outer = self.parser.depth() - 1;
        loop {
            let event = self.parser.next_event(&mut Ignore)?;
            if let Event::RavEnd(at) = event
                && self.parser.depth() == outer
            {
                self.visitor.unread(Span::new(start, at + 1).trim(self.parser.bytes()));
                return Some(());
            }
        }
    }

    /// Passes on as text what is left of the line of play from `span`, and returns the event that ends it. Play never
    /// goes on after a move that is not one: games would appear that never existed.
    #[cold]
    fn unread(&mut self, span: Span) -> Option<Event> {
        if !self.start_is_known {
            self.sink.note(Code::UncheckedMoves, span, || "expected a position and rules to check moves by, found none; the moves are kept as a comment");
        }
        let depth = self.parser.depth();
        self.complete &= depth > 0;
        self.has_unread = true;
        let start = self.number_before(span.start);
        loop {
            let event = self.parser.next_event(&mut Boundaries(self.sink))?;
            let end = match event {
                Event::RavEnd(at) if self.parser.depth() < depth => at,
                Event::Termination { span, .. } if depth == 0 => span.start,
                Event::GameEnd(span) => span.end,
                _ => continue,
            };
            self.visitor.unread(Span::new(start, end).trim(self.parser.bytes()));
            return Some(event);
        }
    }

    #[cold]
    fn wrong_number(&mut self, span: Span) {
        if self.start_is_known && self.sink.wants(Code::WrongMoveNumber) {
            let expected = self.line.position().fullmove_number();
            let text = self.parser.bytes();
            let message = format!("expected move number {expected}, found {}", quoted(span.of(text)));
            let digits = span.of(text).iter().take_while(|byte| byte.is_ascii_digit()).count();
            let digits = Span::new(span.start, span.start + digits);
            // Other signs might make something else of another number: `1/2`.
            let stands_alone = text.get(digits.end).is_none_or(|byte| {
                byte.is_ascii_whitespace()
                    || byte.is_ascii_alphabetic()
                    || matches!(byte, b'.' | b'*' | b'{' | b'(' | b')')
            });
            let fix = stands_alone.then(|| Fix::replace(Applicability::Safe, digits, expected.to_string()));
            self.sink.report(Diagnostic::new(Code::WrongMoveNumber, span, message).maybe_fix(fix));
        }
    }

    /// Notes a move number that stands directly before the marker at `marker`.
    fn note_number_before(&mut self, marker: Span) {
        if !self.sink.wants(Code::NumberWithoutMove) {
            return;
        }
        let text = self.parser.bytes()[..marker.start].trim_ascii_end();
        let start = self.number_before(text.len());
        // Not the period of `e.p.`, nor one that follows no number.
        if text.ends_with(b".") && start < text.len() {
            let span = Span::new(start, text.len());
            let message =
                format!("expected a move after {}, found the end of the game", quoted(span.of(text)));
            // Without any move the marker would come to stand alone; and another number may stand before it.
            let removable = self.line.has_move && number_before(text, start) == start;
            let whole = self.parser.bytes();
            let mut fix = Fix::remove(Applicability::Safe, whole, span).filter(|_| removable);
            if let Some(edit) = fix.as_mut().and_then(|fix| fix.edits.first_mut()) {
                // With the blanks behind it when it begins its line.
                let begins_line = edit.span.start == 0 || whole[edit.span.start - 1] == b'\n';
                if begins_line && edit.replacement.is_empty() {
                    edit.span.end = marker.start;
                }
            }
            self.sink.report(Diagnostic::new(Code::NumberWithoutMove, span, message).maybe_fix(fix));
        }
    }

    /// Where the move number directly before the move at `start` begins, or `start` when there is none.
    fn number_before(&self, start: usize) -> usize {
        // The marker of the game before may end like a number.
        let game = self.parser.consumed().min(start);
        game + number_before(&self.parser.bytes()[game..], start - game)
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

/// Whether only blanks stand before `at` on its line.
fn is_first_of_line(text: &[u8], at: usize) -> bool {
    let before = text[..at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    before.is_none_or(|byte| matches!(byte, b'\n' | b'\r'))
}

/// Where the move number directly before the move at `start` begins, or `start` when there is none.
pub(super) fn number_before(text: &[u8], start: usize) -> usize {
    let mut digits = text[..start].trim_ascii_end();
    while let [rest @ .., b'.'] = digits {
        digits = rest;
    }
    let digits = digits.trim_ascii_end();
    let count = digits.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (before, digits) = digits.split_at(digits.len() - count);
    // Digits that belong to a word, a marker or `$` are no number.
    let of_another = |byte: u8| byte.is_ascii_alphanumeric() || b"$/:-+=#_".contains(&byte);
    let is_number = !digits.is_empty() && !before.last().copied().is_some_and(of_another);
    if is_number { before.len() } else { start }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use pgnkit_syntax::Collect;

    use super::*;

    /// Writes down all it is told of moves.
    #[derive(Default)]
    struct Transcript(String);

    impl Visitor for Transcript {
        fn play(&mut self, ply: Ply<'_>) {
            let _ = writeln!(self.0, "{:?} {:?} {:?} {:?}", ply.mv, ply.span, ply.before, ply.after);
        }

        fn comment(&mut self, span: Span) {
            let _ = writeln!(self.0, "comment {span:?}");
        }
    }

    #[test]
    fn the_same_in_all_instructions() {
        let texts = [
            &include_bytes!("../../../../examples/games.pgn")[..],
            include_bytes!("../../../../examples/clocks.pgn"),
            include_bytes!("../../../../examples/broken.pgn"),
        ];
        for text in texts {
            let transcript = |instructions| {
                let mut replayer = Replayer { instructions, ..Replayer::new(text) };
                let (mut moves, mut diagnostics) = (Transcript::default(), Collect::default());
                while replayer.read_game(&mut moves, &mut diagnostics).is_some() {}
                (moves.0, format!("{diagnostics:?}"))
            };
            let portable = transcript(Instructions::PORTABLE);
            assert!(portable.0.len() > 1000);
            assert_eq!(portable, transcript(Instructions::best()));
        }
    }
}
