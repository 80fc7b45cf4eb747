//! The passes over a text that are timed, and those that count what each reader sees.

use std::ops::ControlFlow;

use pgn_reader::{RawComment, RawTag, Reader, SanPlus};
use pgnkit::chess::variant::TagVariant;
use pgnkit::chess::{Variant, fen};
use pgnkit::syntax::{Area, Code, Diagnostic, Event, Ignore, Parser, Severity, Sink, Span};
use pgnkit::{EndOfGame, Flow, Ply, Replayer, Text, Variation};
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use shakmaty::{CastlingMode, Chess, Position};

/// Counts of a pass; each pass fills in those it is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub games: u64,
    pub legal_games: u64,
    pub tags: u64,
    pub moves: u64,
    pub comments: u64,
    pub variations: u64,
}

impl Counts {
    /// As words for a line of text.
    pub fn to_line(self) -> String {
        let Self { games, legal_games, tags, moves, comments, variations } = self;
        format!("{games} {legal_games} {tags} {moves} {comments} {variations}")
    }

    /// Reads counts from such words.
    pub fn from_words<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut next = || words.next()?.parse().ok();
        Some(Self {
            games: next()?,
            legal_games: next()?,
            tags: next()?,
            moves: next()?,
            comments: next()?,
            variations: next()?,
        })
    }
}

/// Keeps errors only, as a program does that wants to know which games are bad.
#[derive(Default)]
struct Errors {
    kept: Vec<Diagnostic>,
}

impl Sink for Errors {
    fn wants(&self, code: Code) -> bool {
        code.severity() == Severity::Error
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.kept.push(diagnostic);
    }
}

/// pgnkit: every move of every game checked, variations too.
pub fn validate_ours(text: &[u8]) -> Counts {
    let mut replayer = Replayer::new(text);
    let mut sink = Errors::default();
    let mut counts = Counts::default();
    while replayer.read_game(&mut (), &mut sink).is_some() {
        counts.games += 1;
        let illegal =
            sink.kept.iter().any(|error| error.code.area() == Area::Chess || error.code == Code::InvalidFen);
        counts.legal_games += u64::from(!illegal);
        sink.kept.clear();
    }
    counts
}

/// pgn-reader and shakmaty: every main-line move checked, variations passed over, a game left at its first bad move:
/// the work of pgn-reader's own example `validate`.
struct Validator;

impl pgn_reader::Visitor for Validator {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = bool;

    fn begin_tags(&mut self) -> ControlFlow<bool, Option<Chess>> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, start: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<bool> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            match fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()) {
                Some(position) => *start = Some(position),
                None => return ControlFlow::Break(false),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<bool, Chess> {
        ControlFlow::Continue(start.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<bool> {
        match san.san.to_move(position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(false),
        }
    }

    fn end_game(&mut self, _position: Chess) -> bool {
        true
    }
}

/// See [`Validator`].
pub fn validate_theirs(text: &[u8]) -> Counts {
    let mut reader = Reader::new(text);
    let mut counts = Counts::default();
    while let Ok(Some(legal)) = reader.read_game(&mut Validator) {
        counts.games += 1;
        counts.legal_games += u64::from(legal);
    }
    counts
}

/// pgnkit: tags, moves and comments counted, legality not asked for.
pub fn tokens_ours(text: &[u8]) -> Counts {
    let mut parser = Parser::new(text).without_numbers();
    let mut counts = Counts::default();
    while let Some(event) = parser.next_event(&mut Ignore) {
        match event {
            Event::Tag(_) => counts.tags += 1,
            Event::Move(_) => counts.moves += 1,
            Event::Comment(_) => counts.comments += 1,
            Event::RavEnd(_) => counts.variations += 1,
            Event::GameEnd(_) => counts.games += 1,
            _ => {}
        }
    }
    counts
}

impl pgn_reader::Visitor for Counts {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, _: &mut (), _: &[u8], _: RawTag<'_>) -> ControlFlow<()> {
        self.tags += 1;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, _: ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, _: &mut (), _: SanPlus) -> ControlFlow<()> {
        self.moves += 1;
        ControlFlow::Continue(())
    }

    /// Pieces of a comment longer than the reader's buffer: only the last one counts.
    fn partial_comment(&mut self, _: &mut (), _: RawComment<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn comment(&mut self, _: &mut (), _: RawComment<'_>) -> ControlFlow<()> {
        self.comments += 1;
        ControlFlow::Continue(())
    }

    fn end_variation(&mut self, _: &mut ()) -> ControlFlow<()> {
        self.variations += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: ()) {
        self.games += 1;
    }
}

/// pgn-reader: the work of its own example `stats`.
pub fn tokens_theirs(text: &[u8]) -> Counts {
    let mut counts = Counts::default();
    // Reading from memory fails only on a tag pair that never ends, which shows in the counts.
    let _ = Reader::new(text).visit_all_games(&mut counts);
    counts
}

/// Everything pgnkit sees, main-line moves that were played.
pub fn count_ours(text: &[u8]) -> Counts {
    struct Counter {
        counts: Counts,
        depth: u32,
        legal: bool,
    }
    impl pgnkit::Visitor for Counter {
        fn tag(&mut self, _: Text<'_>, _: Text<'_>) {
            self.counts.tags += 1;
        }
        fn play(&mut self, ply: Ply<'_>) -> Flow {
            self.counts.moves += u64::from(ply.depth == 0);
            Flow::Continue
        }
        fn comment(&mut self, _: Text<'_>) {
            self.counts.comments += 1;
        }
        fn unread(&mut self, _: Text<'_>) {
            self.legal &= self.depth > 0;
        }
        fn begin_variation(&mut self, variation: Variation<'_>) -> Flow {
            self.depth = variation.depth as u32;
            Flow::Continue
        }
        fn end_variation(&mut self, _: Span, _: bool) {
            self.depth -= 1;
            self.counts.variations += 1;
        }
        fn end(&mut self, _: &EndOfGame) {
            self.counts.games += 1;
            self.counts.legal_games += u64::from(self.legal);
            self.legal = true;
        }
    }
    let mut counter = Counter { counts: Counts::default(), depth: 0, legal: true };
    let mut replayer = Replayer::new(text);
    while replayer.read_game(&mut counter, &mut Ignore).is_some() {}
    counter.counts
}

/// Everything pgn-reader and shakmaty see: tokens, and which games are legal.
pub fn count_theirs(text: &[u8]) -> Counts {
    Counts { legal_games: validate_theirs(text).legal_games, ..tokens_theirs(text) }
}

/// The variant, the FEN and the depth of a file made by [`crate::data::positions`].
fn position_and_depth(text: &[u8]) -> Option<(TagVariant, &str, u8)> {
    let (position, depth) = std::str::from_utf8(text).ok()?.trim_end().split_once(";D")?;
    let (variant, fen) = position.split_once(": ").unwrap_or(("Standard", position));
    Some((TagVariant::from_name(variant)?, fen, depth.parse().ok()?))
}

/// pgnkit: sequences of moves counted, as moves.
pub fn perft_ours(text: &[u8]) -> Counts {
    let count = || {
        let (meant, text, depth) = position_and_depth(text)?;
        Some(fen::parse_variant(text.as_bytes(), meant.variant, None).ok()?.position.perft(depth))
    };
    Counts { moves: count().unwrap_or_default(), ..Counts::default() }
}

/// shakmaty: its own function for it.
pub fn perft_theirs(text: &[u8]) -> Counts {
    let count = || {
        let (meant, text, depth) = position_and_depth(text)?;
        let fen = text.parse::<Fen>().ok()?;
        if meant.variant == Variant::Standard {
            let position: Chess = fen.into_position(CastlingMode::Standard).ok()?;
            return Some(shakmaty::perft(&position, u32::from(depth)));
        }
        let variant = shakmaty::variant::Variant::from_ascii(meant.variant.name().as_bytes()).ok()?;
        let position = VariantPosition::from_setup(variant, fen.into_setup(), CastlingMode::Standard).ok()?;
        Some(shakmaty::perft(&position, u32::from(depth)))
    };
    Counts { moves: count().unwrap_or_default(), ..Counts::default() }
}
