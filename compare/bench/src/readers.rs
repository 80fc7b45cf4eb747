//! The passes over a text that are timed, and those that count what each reader sees.

use std::fs::File;
use std::hint::black_box;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use corpus::Findings;
use pgn_reader::{RawComment, RawTag, Reader, SanPlus};
use pgnkit::syntax::{Area, Code, Diagnostic, Event, Ignore, Parser, Severity, Sink, Span};
use pgnkit::{
    Checker, EndOfGame, Export, Exporter, Flow, Game, GameBuilder, Ply, Replayer, Text, Variation, json, pgc,
};
use shakmaty::fen::Fen;
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

impl Errors {
    /// Counts what such a program would: games, and those without an illegal move.
    fn count(mut read: impl FnMut(&mut Self) -> bool) -> Counts {
        let (mut sink, mut counts) = (Self::default(), Counts::default());
        while read(&mut sink) {
            counts.games += 1;
            let is_illegal =
                |error: &Diagnostic| error.code.area() == Area::Chess || error.code == Code::InvalidFen;
            counts.legal_games += u64::from(!sink.kept.iter().any(is_illegal));
            sink.kept.clear();
        }
        counts
    }
}

/// pgnkit: every move of every game checked, variations too.
pub fn validate_ours(text: &[u8]) -> Counts {
    let mut replayer = Replayer::new(text);
    Errors::count(|sink| replayer.read_game(&mut (), sink).is_some())
}

/// The same games from PGC.
pub fn validate_pgc(file: &[u8]) -> Counts {
    let mut reader = pgc::Reader::new(file);
    Errors::count(|sink| reader.read_game(&mut (), sink).is_some())
}

/// pgnkit: games written as export format while they are read, and forgotten.
pub fn export_pgn(text: &[u8]) -> Counts {
    let (mut replayer, mut exporter) = (Replayer::new(text), Exporter::new(Export::default()));
    let mut out = Vec::new();
    Errors::count(|sink| {
        let is_read = exporter.read_game(&mut replayer, sink).is_some();
        if is_read {
            out.clear();
            exporter.write(&mut out);
            black_box(&out);
        }
        is_read
    })
}

/// The same by way of the tree of each game.
pub fn export_tree(text: &[u8]) -> Counts {
    let mut replayer = Replayer::new(text);
    export(|builder, sink| replayer.read_into(builder, sink).is_some())
}

/// pgnkit: the tree of each game, and nothing made of it.
pub fn tree_ours(text: &[u8]) -> Counts {
    let (mut replayer, mut builder) = (Replayer::new(text), GameBuilder::new());
    Errors::count(|sink| {
        let is_read = replayer.read_into(&mut builder, sink).is_some();
        black_box(builder.game());
        is_read
    })
}

/// pgnkit: the tree of each game, written as JSON and forgotten.
pub fn json_ours(text: &[u8]) -> Counts {
    let mut replayer = Replayer::new(text);
    let writer = json::Writer::new();
    write_trees(
        |builder, sink| replayer.read_into(builder, sink).is_some(),
        |game, out| {
            writer.write_game(game, out);
        },
    )
}

/// pgnkit: where each game begins and ends, moves passed over unread.
pub fn games_ours(text: &[u8]) -> Counts {
    let games = pgnkit::games(text).inspect(|game| {
        black_box(game.offset);
    });
    Counts { games: games.count() as u64, ..Counts::default() }
}

/// The same from PGC.
pub fn export_pgc(file: &[u8]) -> Counts {
    let mut reader = pgc::Reader::new(file);
    export(|builder, sink| reader.read_into(builder, sink).is_some())
}

fn export(read: impl FnMut(&mut GameBuilder, &mut Errors) -> bool) -> Counts {
    let export = Export::default();
    write_trees(read, |game, out| {
        export.write_game(game, out);
    })
}

fn write_trees(
    mut read: impl FnMut(&mut GameBuilder, &mut Errors) -> bool,
    write: impl Fn(&Game, &mut Vec<u8>),
) -> Counts {
    let (mut builder, mut out) = (GameBuilder::new(), Vec::new());
    Errors::count(|sink| {
        let is_read = read(&mut builder, sink);
        if is_read {
            out.clear();
            write(builder.game(), &mut out);
            black_box(&out);
        }
        is_read
    })
}

/// pgnkit: the same games with the checks of `pgn check`.
pub fn check_ours(text: &[u8]) -> Counts {
    let (mut replayer, mut checker) = (Replayer::new(text), Checker::new());
    let mut findings = Findings::default();
    let mut counts = Counts::default();
    while checker.check_game(&mut replayer, &mut findings).is_some() {
        counts.games += 1;
    }
    black_box(findings.seen);
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
    validate_from(Reader::new(text)).unwrap_or_default()
}

/// The same as a program of its own, which reads the file piece by piece.
///
/// # Errors
/// When the file cannot be read.
pub fn validate_file(file: &Path) -> io::Result<Counts> {
    validate_from(Reader::new(File::open(file)?))
}

fn validate_from(mut reader: Reader<impl io::Read>) -> io::Result<Counts> {
    let mut counts = Counts::default();
    while let Some(legal) = reader.read_game(&mut Validator)? {
        counts.games += 1;
        counts.legal_games += u64::from(legal);
    }
    Ok(counts)
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
