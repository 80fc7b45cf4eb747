//! Indexes of games, as `pgn index` makes them, as a form of the stream.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use pgnkit::chess::{Move, Position};
use pgnkit::internals::Assembler;
use pgnkit::syntax::{Code, Ignore, Outcome, Span};
use pgnkit::{EndOfGame, Extent, Flow, Game, GameBuilder, Ply, Replayer, Start, Text, Visitor};
use pgnkit_index::{Annotation, GameNumber, GameReader, Index, IndexError, StoredGame, decode, is_index};

use super::{Games, Into, Note, STRETCH, Slice, Stretch};
use crate::entry::{MainLine, Title};
use crate::input::{
    Access, InputFormat, Kind, Locations, Pgn, ReadOptions, Recognition, RecordSlice, RecordSlices,
    RecordStore, Sniff,
};
use crate::source::Opened;

/// Indexes of games: they have all of their games, sorted by their moves.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Indexed;

/// Indexes.
pub static INDEX: Indexed = Indexed;

impl InputFormat for Indexed {
    fn name(&self) -> &'static str {
        "index"
    }

    fn summary(&self) -> &'static str {
        "Indexes, as pgn index makes them: the games sorted by their moves"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["idx"]
    }

    fn recognition(&self) -> Recognition {
        Recognition::Never
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        if is_index(head) { Sniff::Certain } else { Sniff::No }
    }

    fn access(&self) -> Access<'_> {
        Access::Records(self)
    }

    fn locations(&self) -> Locations {
        Locations::Records("game")
    }

    fn reads_by_number(&self) -> bool {
        true
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("it is an index, which is in no export format")
    }

    fn title(&self, entry: &[u8]) -> Title {
        Pgn.title(entry)
    }

    fn main_line(&self, entry: &[u8], options: &ReadOptions) -> Option<MainLine> {
        Pgn.main_line(entry, options)
    }

    fn append_reject(&self, stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        Pgn.append_reject(stretch, entry, out);
    }
}

impl RecordStore for Indexed {
    fn open(&self, opened: Opened) -> io::Result<RecordSlices> {
        let positions = opened.lookup.positions.clone();
        let (file, _) = opened.into_file()?;
        let bytes = file.metadata()?.len();
        let index = Index::of(file).map_err(damaged)?;
        let games = index.candidates(&positions).map_err(damaged)?;
        let a_game = bytes / index.games().max(1);
        Ok(Box::new(Stretches {
            index: Arc::new(index),
            games: games.into_iter(),
            rest: 0..0,
            end: 0,
            a_game,
        }))
    }
}

fn damaged(error: IndexError) -> io::Error {
    match error {
        IndexError::Io(error) => error,
        error => io::Error::new(io::ErrorKind::InvalidData, error.to_string()),
    }
}

/// The stretches of an index.
struct Stretches {
    index: Arc<Index>,
    /// The games that are needed, in order.
    games: std::vec::IntoIter<Range<GameNumber>>,
    /// Those that are left of the last range.
    rest: Range<GameNumber>,
    /// The number after the last game that was given.
    end: GameNumber,
    /// Bytes that a game stands for.
    a_game: u64,
}

impl Iterator for Stretches {
    type Item = io::Result<Arc<dyn RecordSlice>>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.rest.is_empty() {
            self.rest = self.games.next()?;
        }
        let first = self.rest.start;
        let end = self.rest.end.min(first + STRETCH as u64);
        self.rest.start = end;
        let (left_out, bytes) = (first - self.end, (end - first) * self.a_game);
        self.end = end;
        let index = Arc::clone(&self.index);
        Some(Ok(Arc::new(Slice(IndexStretch { index, first, end, left_out, bytes }))))
    }
}

/// Games beside each other.
#[derive(Debug)]
struct IndexStretch {
    index: Arc<Index>,
    first: GameNumber,
    end: GameNumber,
    /// Games before it that nobody needs.
    left_out: u64,
    bytes: u64,
}

impl Stretch for IndexStretch {
    fn count(&self) -> usize {
        (self.end - self.first) as usize
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn left_out_before(&self) -> u64 {
        self.left_out
    }

    fn open(&self) -> Box<dyn Games + '_> {
        Box::new(IndexGames { stretch: self, reader: self.index.reader(), builder: GameBuilder::new() })
    }
}

struct IndexGames<'s> {
    stretch: &'s IndexStretch,
    reader: GameReader<'s>,
    /// Memory for games that are visited.
    builder: GameBuilder,
}

impl Games for IndexGames<'_> {
    fn read(&mut self, game: usize, into: Into<'_>, sink: &mut dyn FnMut(Note)) -> u64 {
        let Self { stretch, reader, builder } = self;
        let number = stretch.first + game as u64;
        let read = stretch.index.facts(number).and_then(|facts| {
            let game = reader.read(number)?;
            match into {
                Into::Builder(builder) => build(&game, facts.result, builder),
                Into::Visitor(visitor) if game.is_plain() => play(&game, facts.result, visitor),
                Into::Visitor(visitor) => {
                    build(&game, facts.result, builder)?;
                    builder.game().visit(Span::default(), visitor);
                    Ok(())
                }
            }
        });
        match read {
            Ok(()) => 0,
            Err(error) => {
                sink((Code::DamagedRecord, error.to_string()));
                1
            }
        }
    }
}

/// The game of an index with a number.
///
/// # Errors
/// When there is none, or the file cannot be read or is damaged.
pub fn game_of(index: &Index, number: GameNumber) -> Result<Game, IndexError> {
    let mut builder = GameBuilder::new();
    build(&index.reader().read(number)?, index.facts(number)?.result, &mut builder)?;
    Ok(builder.into_game())
}

fn put_tags<V: Visitor + ?Sized>(game: &StoredGame<'_>, visitor: &mut V) -> Result<(), IndexError> {
    game.tags().try_for_each(|tag| {
        let (name, value) = tag?;
        visitor.tag(text(name), text(value));
        Ok(())
    })
}

/// Texts of an index have no place in an input.
fn text(text: &str) -> Text<'_> {
    Text::of_str(text, Span::default())
}

/// Gives a game without annotations to a visitor.
fn play<V: Visitor + ?Sized>(
    game: &StoredGame<'_>,
    result: Outcome,
    visitor: &mut V,
) -> Result<(), IndexError> {
    let played = put_tags(game, visitor).and_then(|()| play_moves(game, visitor));
    let extent = *played.as_ref().unwrap_or(&Extent::Part);
    visitor.end(&EndOfGame::new(Span::default(), result, extent == Extent::Whole, extent));
    played.map(drop)
}

/// The part of the game that the visitor wants.
fn play_moves<V: Visitor + ?Sized>(game: &StoredGame<'_>, visitor: &mut V) -> Result<Extent, IndexError> {
    if !visitor.start(&start_of(game)?).goes_on() {
        return Ok(Extent::Tags);
    }
    let mut before = game.start;
    for code in game.codes() {
        let (mv, after) = after(&before, *code).ok_or_else(|| game.damaged())?;
        if !visitor.play(Ply::new(mv, &before, &after, Span::default(), 0)).goes_on() {
            return Ok(Extent::Part);
        }
        before = after;
    }
    Ok(Extent::Whole)
}

fn after(before: &Position, code: u32) -> Option<(Move, Position)> {
    let mv = decode(before, code)?;
    Some((mv, before.after(mv)))
}

/// A line that is played.
#[derive(Clone, Copy)]
struct Line {
    position: Position,
    /// The position before its last move: variations begin there.
    before: Position,
    has_move: bool,
}

impl Line {
    fn new(position: Position) -> Self {
        Self { position, before: position, has_move: false }
    }

    /// Plays the next move; `None` if it is none.
    fn play(&mut self, code: u32, assembler: &mut Assembler<'_>) -> Option<()> {
        let (mv, after) = after(&self.position, code)?;
        assembler.play(mv, &self.position, &after);
        (self.before, self.position, self.has_move) = (self.position, after, true);
        Some(())
    }
}

/// Builds a game.
fn build(game: &StoredGame<'_>, result: Outcome, builder: &mut GameBuilder) -> Result<(), IndexError> {
    let damaged = || game.damaged();
    let mut assembler = Assembler::new(builder);
    put_tags(game, &mut assembler)?;
    assembler.start(&start_of(game)?);
    let (mut line, mut outer) = (Line::new(game.start), Vec::new());
    let mut codes = game.codes().iter();
    let mut end = EndOfGame::new(Span::default(), result, true, Extent::Whole);
    for annotation in game.annotations() {
        match annotation? {
            Annotation::Plies(plies) if outer.is_empty() => {
                for _ in 0..plies {
                    let code = codes.next().ok_or_else(damaged)?;
                    line.play(*code, &mut assembler).ok_or_else(damaged)?;
                }
            }
            Annotation::Move(code) if !outer.is_empty() => {
                line.play(code, &mut assembler).ok_or_else(damaged)?;
            }
            Annotation::Comment(comment) => assembler.comment(comment),
            Annotation::Nag(number) => Visitor::nag(&mut assembler, number, Span::default()),
            Annotation::Escape(escape) => assembler.escape(text(escape)),
            Annotation::Unread(unread) => assembler.unread(text(unread)),
            Annotation::Begin => {
                let inner = Line::new(if line.has_move { line.before } else { line.position });
                outer.push(std::mem::replace(&mut line, inner));
                assembler.begin_variation();
            }
            Annotation::End => {
                assembler.end_variation(line.has_move);
                line = outer.pop().ok_or_else(damaged)?;
            }
            Annotation::Marker(marker) => end.marker = marker,
            _ => return Err(damaged()),
        }
    }
    if !outer.is_empty() {
        return Err(damaged());
    }
    codes.try_for_each(|code| line.play(*code, &mut assembler)).ok_or_else(damaged)?;
    assembler.end(&end);
    Ok(())
}

/// The first position, and the rules by which the moves are written.
fn start_of(game: &StoredGame<'_>) -> Result<Start, IndexError> {
    let mut text = String::new();
    for tag in game.tags() {
        let (name, value) = tag?;
        if matches!(name, "FEN" | "SetUp" | "Variant") {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        }
    }
    let mut start = Start::default();
    if !text.is_empty() {
        text.push_str("\n*\n");
        Replayer::new(text.as_bytes()).read_game(&mut TakeStart(&mut start), &mut Ignore);
    }
    // The moves are played from it, whatever the tags say.
    start.position = game.start;
    Ok(start)
}

/// Takes the start of a game.
struct TakeStart<'s>(&'s mut Start);

impl Visitor for TakeStart<'_> {
    fn start(&mut self, start: &Start) -> Flow {
        *self.0 = *start;
        Flow::Stop
    }
}
