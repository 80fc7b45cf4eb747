//! Layer 3: events put through the rules.
//!
//! [`plain`] has the loop that nearly all moves are read in, [`rare`] what happens between them, [`unread`] what is not
//! played: because it cannot be, or because the visitor does not want it, [`unchecked`] games whose rules are not known,
//! [`other`] moves in another notation than SAN.

mod other;
mod plain;
mod rare;
mod unchecked;
mod unread;

use pgnkit_chess::notation::OtherNotation;
use pgnkit_chess::san::Language;
use pgnkit_chess::{Color, Move, Position, Variant};
use pgnkit_syntax::internals::{NumberText, is_plain_tag};
use pgnkit_syntax::{Code, Event, Ignore, Outcome, Parser, Sink, Span};

use super::letters::PieceLetters;
use super::line::Line;
use super::result;
use super::start::Start;
use super::tags::TagSection;
use super::text::{Source, Text};
use super::visitor::{EndOfGame, Extent, Flow, Ply, Visitor};
use crate::instructions::Instructions;
use other::Other;
use plain::PlainMoves;
pub(super) use unread::number_before;

/// Reads games and plays their moves, legality checked.
///
/// ```
/// use pgnkit::{Flow, Ply, Replayer, Visitor};
///
/// struct Captures(usize);
/// impl Visitor for Captures {
///     fn play(&mut self, ply: Ply<'_>) -> Flow {
///         self.0 += usize::from(ply.mv.is_capture());
///         Flow::Continue
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
    notation: Option<OtherNotation>,
    instructions: Instructions,
}

/// State of a replay besides its text; kept from game to game.
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
        let instructions = Instructions::best();
        Self { parser, scratch: Scratch::default(), letters, notation: None, instructions }
    }

    /// Goes on where another parser of the same text is, with the memory of this replayer.
    #[doc(hidden)]
    pub fn go_back_to(&mut self, parser: Parser<'a>) {
        self.parser = parser;
    }

    /// Reads moves in other piece letters than those of the standard.
    #[must_use]
    pub fn letters(mut self, letters: PieceLetters) -> Self {
        self.letters = letters;
        self
    }

    /// Reads moves in another notation than SAN, and no others. All else of a game is PGN: tags, move numbers, comments,
    /// annotations, variations, markers. Piece letters are those of the notation.
    ///
    /// A word that does not name one legal move is an error, as an ambiguous move of SAN is; nothing is guessed.
    ///
    /// ```
    /// use pgnkit::chess::notation::OtherNotation;
    /// use pgnkit::{GameBuilder, Replayer, syntax::Ignore};
    ///
    /// let text = b"1. P-K4 P-K4 2. P-KB4 {the King's Gambit} PxP 3. B-B4 Q-R5 ch *";
    /// let mut builder = GameBuilder::new();
    /// Replayer::new(text).notation(OtherNotation::Descriptive).read_into(&mut builder, &mut Ignore);
    /// let moves: Vec<_> = builder.game().mainline().map(|node| node.san().to_string()).collect();
    /// assert_eq!(moves, ["e4", "e5", "f4", "exf4", "Bc4", "Qh4+"]);
    /// ```
    #[must_use]
    pub fn notation(mut self, notation: OtherNotation) -> Self {
        self.notation = Some(notation);
        self.parser = self.parser.with_move_words(notation.words());
        self
    }

    /// The parser: its text, and how far it has come.
    pub fn parser(&self) -> &Parser<'a> {
        &self.parser
    }

    /// Goes back to where `parser` was, which has read the same text.
    pub(crate) fn go_back(&mut self, parser: Parser<'a>) {
        self.parser = parser;
    }

    /// The start of the game that was read last.
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

    /// Reads the next game into `visitor`; `None` when there is none. Whatever the visitor leaves out, the replayer is at the
    /// end of the game afterwards.
    pub fn read_game<V: Visitor + ?Sized>(
        &mut self,
        visitor: &mut V,
        sink: &mut dyn Sink,
    ) -> Option<EndOfGame> {
        let source = Source::of(&self.parser);
        self.read_source(&source, visitor, sink)
    }

    /// The same with the source of the game, which is what the parser reads next.
    pub(crate) fn read_source<V: Visitor + ?Sized>(
        &mut self,
        source: &Source<'a>,
        visitor: &mut V,
        sink: &mut dyn Sink,
    ) -> Option<EndOfGame> {
        let Self { parser, scratch, letters, notation, instructions } = self;
        scratch.tags.clear();
        let first = read_tag_section(parser, scratch, source, visitor, sink)?;
        let text = parser.bytes();
        scratch.tags.resolve(text, sink);
        scratch.tags.each(text, visitor.tag_names(), |name, tag, is_plain| {
            visitor.tag(Text::new(name, tag.name), Text::of_value(tag, source, is_plain));
        });
        scratch.start = Start::from_tags(text, &scratch.tags, sink);
        let flow = visitor.start(&scratch.start);
        scratch.line.reset(scratch.start.position);
        let other = notation.map(|notation| Other::new(notation, &scratch.start.position));
        let letters = if other.is_some() { PieceLetters::default() } else { *letters };
        let state = State {
            parser,
            line: &mut scratch.line,
            marker: None,
            start_is_known: scratch.start.is_known,
            // Games of variants take the longer way.
            plain: scratch.start.is_known
                && scratch.start.position.variant() == Variant::Standard
                && other.is_none()
                && !matches!(letters, PieceLetters::Of(other) if other != Language::English),
            checks_spelling: sink.wants(Code::NonCanonicalMove),
            letters: Letters::new(letters),
            other,
            complete: true,
            has_unread: false,
            has_skipped: false,
            suffix: None,
            extent: Extent::Whole,
            instructions: *instructions,
            wrong_numbers: None,
            sink,
        };
        let mut game = Movetext { state, source, visitor };
        let are_known = game.state.start_is_known || scratch.start.rules_are_known;
        let mut is_finished = false;
        let span = match flow {
            Flow::Skip | Flow::Stop => game.state.pass_game(first)?,
            Flow::Continue | Flow::Finish if !are_known => game.read_unchecked(first)?,
            Flow::Continue | Flow::Finish => {
                let mut read = if flow == Flow::Finish { Read::Part(first) } else { game.read(first)? };
                loop {
                    let event = match read {
                        Read::Whole(span) => break span,
                        Read::Part(event) => event,
                    };
                    is_finished = true;
                    let nobody = &mut ();
                    let mut rest = Movetext { state: game.state, source, visitor: nobody };
                    read = rest.read(event)?;
                    game.state = rest.state;
                }
            }
        };
        let State { marker, complete, extent, line, sink, wrong_numbers, .. } = game.state;
        if let Some(wrong) = wrong_numbers {
            wrong.report(sink);
        }
        let result = match extent {
            Extent::Whole => result::resolve(text, &scratch.tags, marker, span.end, line.position(), sink),
            // What the board shows at the end is unknown.
            _ => result::resolve(text, &scratch.tags, marker, span.end, &Position::START, &mut Ignore),
        };
        let marker = marker.map(|(marker, _)| marker);
        let extent = if is_finished { Extent::Part } else { extent };
        let end = EndOfGame { span, result, marker, complete, extent };
        visitor.end(&end);
        Some(end)
    }
}

/// Reads up to the first event of the movetext, which is returned.
fn read_tag_section<V: Visitor + ?Sized>(
    parser: &mut Parser<'_>,
    scratch: &mut Scratch,
    source: &Source<'_>,
    visitor: &mut V,
    sink: &mut dyn Sink,
) -> Option<Event> {
    let mut rules = unchecked::RulesAhead::default();
    let mut at = parser.consumed();
    loop {
        while let Some(tag) = parser.take_plain_tag() {
            at = tag.span.end;
            scratch.tags.push_plain(tag);
        }
        let is_movetext = rules.begins_movetext(parser, scratch.tags.all(), at);
        let event = if is_movetext {
            parser.next_event(&mut unchecked::Structure(sink))?
        } else {
            parser.next_event(sink)?
        };
        at = match event {
            Event::Tag(tag) => {
                // The first of a game comes this way.
                if is_plain_tag(parser.bytes(), &tag) {
                    scratch.tags.push_plain(tag);
                } else {
                    scratch.tags.push(tag);
                }
                tag.span.end
            }
            Event::Comment(span) => {
                visitor.comment(Text::of_source(span, source));
                span.end
            }
            Event::Escape(span) => {
                visitor.escape(Text::of_source(span, source));
                span.end
            }
            Event::Unread(span) if !is_movetext => {
                visitor.skipped(Text::of_movetext(span, source));
                span.end
            }
            event => return Some(event),
        };
    }
}

/// The movetext of one game being read to a visitor.
struct Movetext<'v, 'p, 'a, V: ?Sized> {
    state: State<'p, 'a>,
    source: &'p Source<'a>,
    visitor: &'v mut V,
}

/// A game as far as a visitor wanted to be given it.
enum Read {
    /// All of the game, whose span it is.
    Whole(Span),
    /// A part: the rest, which begins with this event, [is read](Flow::Finish) without the visitor.
    Part(Event),
}

/// State of the movetext. Functions of it alone are compiled once, and not once for each visitor.
struct State<'p, 'a> {
    parser: &'p mut Parser<'a>,
    line: &'p mut Line,
    sink: &'p mut dyn Sink,
    marker: Option<(Outcome, Span)>,
    start_is_known: bool,
    /// Whether moves are played, and in English letters so far.
    plain: bool,
    /// Whether exact moves are compared with their canonical form.
    checks_spelling: bool,
    letters: Letters,
    /// Another notation.
    other: Option<Other>,
    /// Wrong move numbers that are not reported yet.
    wrong_numbers: Option<Box<rare::WrongNumbers>>,
    /// Whether every move of the main line could be read so far.
    complete: bool,
    /// Whether the line of play was not read to its end.
    has_unread: bool,
    /// Whether there were words that are no moves, which the numbers after them may count.
    has_skipped: bool,
    /// The last suffix in this variation, and at which move number and whose turn it came.
    suffix: Option<(Span, (u32, Color))>,
    /// The part of the game that the visitor is given.
    extent: Extent,
    instructions: Instructions,
}

/// The letters of a game, as far as they are known.
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

impl<V: Visitor + ?Sized> Movetext<'_, '_, '_, V> {
    /// Reads to the end of the game, or as far as the visitor wants to be given it.
    fn read(&mut self, first: Event) -> Option<Read> {
        let mut event = first;
        let mut number = self.state.number();
        loop {
            let mut flow = match event {
                Event::Move(mut span) => {
                    let state = &mut self.state;
                    let legal = if state.plain && state.letters == Letters::English {
                        state.english_move(&mut span)
                    } else {
                        state.unusual_move(&mut span)
                    };
                    let Some(mv) = legal else {
                        event = self.unread(span)?;
                        continue;
                    };
                    let is_gap =
                        |at| matches!(self.state.parser.bytes().get(span.start + at), Some(0..=b' ' | b'.'));
                    if (is_gap(1) || span.len() > 4 && (is_gap(2) || is_gap(3))) && self.state.other.is_none()
                    {
                        self.word_apart(mv, span);
                    }
                    self.state.line.play(mv);
                    number = self.state.number();
                    self.played(mv, span)
                }
                Event::MoveNumber { span, number, .. } => {
                    if number != self.state.line.position().fullmove_number() {
                        self.state.wrong_number(span);
                    }
                    Flow::Continue
                }
                Event::Comment(span) => {
                    self.visitor.comment(Text::of_source(span, self.source));
                    Flow::Continue
                }
                Event::GameEnd(span) => return Some(Read::Whole(span)),
                Event::Unread(span) => {
                    event = self.skipped(span)?;
                    continue;
                }
                other => {
                    let flow = self.rare_event(other)?;
                    number = self.state.number();
                    flow
                }
            };
            if flow == Flow::Continue {
                let instructions = self.state.instructions;
                flow = instructions.run(PlainMoves { game: self, number: &mut number });
            }
            event = match flow {
                Flow::Continue => self.state.parser.next_event(self.state.sink)?,
                Flow::Finish => return self.state.parser.next_event(self.state.sink).map(Read::Part),
                Flow::Skip | Flow::Stop => self.state.pass_line(flow)?,
            };
        }
    }

    /// Gives the visitor the move that was played last.
    fn played(&mut self, mv: Move, span: Span) -> Flow {
        let line = &*self.state.line;
        self.visitor.play(Ply::new(mv, line.before(), line.position(), span, line.depth()))
    }
}

impl State<'_, '_> {
    /// The move number that is expected next.
    #[inline]
    fn number(&self) -> NumberText {
        NumberText::new(self.line.position().fullmove_number())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use pgnkit_syntax::Collect;

    use super::*;

    /// Writes down the calls for moves.
    #[derive(Default)]
    struct Transcript(String);

    impl Visitor for Transcript {
        fn play(&mut self, ply: Ply<'_>) -> Flow {
            let _ = writeln!(self.0, "{:?} {:?} {:?} {:?}", ply.mv, ply.span, ply.before, ply.after);
            Flow::Continue
        }

        fn comment(&mut self, text: Text<'_>) {
            let _ = writeln!(self.0, "comment {:?}", text.span());
        }
    }

    /// Compares the notation of each move, for which reading knows a part, with that made from the board.
    #[derive(Default)]
    struct Notations {
        moves: usize,
        from_text: usize,
    }

    impl Visitor for Notations {
        fn play(&mut self, ply: Ply<'_>) -> Flow {
            assert_eq!(ply.san(), ply.before.san(ply.mv), "{} {:?}", ply.before, ply.mv);
            assert_eq!(ply.turn, ply.before.turn());
            self.moves += 1;
            self.from_text += usize::from(ply.unmarked.is_some());
            Flow::Continue
        }
    }

    /// Canonical moves, and others with an origin, an `x`, a mark too many or too few.
    #[test]
    fn the_notation_of_a_move_is_canonical_however_it_is_written() {
        let notations = |text: &[u8]| {
            let mut notations = Notations::default();
            let mut replayer = Replayer::new(text);
            while replayer.read_game(&mut notations, &mut Ignore).is_some() {}
            notations
        };
        for (text, moves, from_text) in [
            ("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. Be2 Bg4 *", 8, 8),
            ("1. e4 d5 2. ed5 Qd5 3. N1c3 Qd5e5 4. Be2+ *", 7, 3),
            ("1. e4 a6 2. e5 d5 3. exd6 cxd6 4. Ng1f3 Nbc6 5. Nxd4 Nxd4 *", 10, 7),
            ("1. f3 e5 2. g4 Qh4 *", 4, 4),
            ("1. f3+ e5# 2. g4 Qh4+ *", 4, 4),
            ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O *", 8, 6),
            (
                "[FEN \"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n1. a8=Q+ Kd7 2. Qd5+ Ke7 3. Rf1 Ke8 4. Rad1 Ke7 5. Rf1f7+ *",
                9,
                6,
            ),
            ("[FEN \"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1\"]\n1. Ne2 Bxc3+ 2. Nxc3 *", 3, 3),
            ("[FEN \"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1\"]\n1. Nge2 Kd8 2. Ng3 Kd7 3. Nce2 *", 5, 3),
            ("[FEN \"7k/8/8/3Q4/8/3Q1Q2/8/4K3 w - - 0 1\"]\n1. Qd5e5 Kg8 2. Qde4 *", 3, 1),
        ] {
            let found = notations(format!("{text}{}", " ".repeat(64)).as_bytes());
            assert_eq!((found.moves, found.from_text), (moves, from_text), "{text}");
        }
        let games = notations(include_bytes!("../../../tests/data/games.pgn"));
        assert!(games.from_text > games.moves * 8 / 10, "{} of {}", games.from_text, games.moves);
    }

    #[test]
    fn the_same_in_all_instructions() {
        let texts = [
            &include_bytes!("../../../tests/data/games.pgn")[..],
            include_bytes!("../../../tests/data/clocks.pgn"),
            include_bytes!("../../../tests/data/broken.pgn"),
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
