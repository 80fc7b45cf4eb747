//! Games as they come back.

use pgnkit_chess::{Move, Position};

use super::texts::TextReader;
use super::{Index, Segment, StoredMoves};
use crate::annotations::{self, Annotation};
use crate::buckets::Buckets;
use crate::error::{IndexError, Place};
use crate::facts::GameFacts;
use crate::moves::{decode, start};
use crate::places::Origin;
use crate::read::moves::MovesReader;
use crate::{ids, tags};

/// The number of a game in an index, from 0.
pub type GameNumber = u64;

/// A game of an index.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IndexedGame {
    /// Its number in the index.
    pub number: GameNumber,
    /// Its identifier of eight letters and digits: that of lichess if its tag `Site` has one, else one that follows from its moves and tags.
    pub id: String,
    /// The first position.
    pub start: Position,
    /// The moves of its main line.
    pub moves: Vec<Move>,
    /// The facts that it is counted by.
    pub facts: GameFacts,
    /// The place that it came from.
    pub origin: Origin,
    /// Its tags, in order.
    pub tags: Vec<(String, String)>,
}

impl IndexedGame {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| &**value)
    }
}

impl Index {
    /// A game by its number.
    ///
    /// Takes the time of reading a page of moves and two of texts.
    ///
    /// # Errors
    /// When there is no such game, or the file cannot be read or is damaged.
    pub fn game(&self, number: GameNumber) -> Result<IndexedGame, IndexError> {
        let damaged = || IndexError::Damaged(Place::Game(number));
        let mut reader = self.reader();
        let stored = reader.read(number)?;
        let mut position = stored.start;
        let mut moves = Vec::with_capacity(stored.codes().len());
        for code in stored.codes() {
            let mv = decode(&position, *code).ok_or_else(damaged)?;
            position.play(mv);
            moves.push(mv);
        }
        let id = ids::text(stored.id_number());
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let tags = stored.tags().map(|tag| tag.map(owned)).collect::<Result<_, _>>()?;
        let (start, facts, origin) = (stored.start, self.facts(number)?, self.origin(number)?);
        Ok(IndexedGame { number, id, start, moves, facts, origin, tags })
    }

    /// Reads many games, which takes the less time the nearer each is to the one before.
    #[must_use]
    pub fn reader(&self) -> GameReader<'_> {
        GameReader { index: self, open: None }
    }

    /// The number of the game with an identifier, if there is one; the first of several.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn find_id(&self, id: &str) -> Result<Option<GameNumber>, IndexError> {
        let Some(number) = ids::number(id) else { return Ok(None) };
        self.need_games()?;
        let (key, mut bucket, mut reader) = (ids::key(number), Vec::new(), self.reader());
        for segment in &self.segments {
            let Some(ids) = &segment.ids else { continue };
            let buckets = Buckets::of_ids(segment.games);
            if !ids.get(buckets.bucket(key), &mut bucket)? {
                continue;
            }
            let games = buckets.games(key, &bucket).ok_or(IndexError::Damaged(Place::Position(key)))?;
            // Keys are cut, so the game says whether it has the identifier.
            for game in games {
                if reader.read(segment.first_game + game)?.id_number() == number {
                    return Ok(Some(segment.first_game + game));
                }
            }
        }
        Ok(None)
    }

    /// The name of the source of a game.
    #[must_use]
    pub fn source(&self, origin: &Origin) -> &str {
        usize::try_from(origin.source)
            .ok()
            .and_then(|source| self.sources().get(source))
            .map_or("", String::as_str)
    }
}

/// Reads games of an index.
#[derive(Debug)]
pub struct GameReader<'i> {
    index: &'i Index,
    open: Option<OpenSegment<'i>>,
}

/// A segment that games are read of.
#[derive(Debug)]
struct OpenSegment<'i> {
    place: usize,
    moves: MovesReader<'i>,
    texts: TextReader<'i>,
    annotations: TextReader<'i>,
}

impl<'i> OpenSegment<'i> {
    fn new(index: &'i Index, place: usize) -> Result<Self, IndexError> {
        let Segment { moves, texts, annotations, .. } = &index.segments[place];
        let (moves, file) = (MovesReader::new(&index.file, moves)?, &index.file);
        let [texts, annotations] = [TextReader::new(file, texts)?, TextReader::new(file, annotations)?];
        Ok(Self { place, moves, texts, annotations })
    }
}

/// A game as it is stored.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct StoredGame<'r> {
    /// Its number in the index.
    pub number: GameNumber,
    /// The first position.
    pub start: Position,
    moves: &'r StoredMoves,
    tags: &'r [u8],
    annotations: &'r [u8],
}

impl<'r> StoredGame<'r> {
    /// The moves of the main line, as their [codes](crate::code).
    #[must_use]
    pub fn codes(&self) -> &'r [u32] {
        &self.moves.moves
    }

    /// The number of its identifier.
    fn id_number(&self) -> u64 {
        ids::of_game(&self.moves.key(), self.tags)
    }

    /// Whether it has tags and a main line, and no more.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.annotations.is_empty()
    }

    /// The error for a part of it that makes no sense.
    #[must_use]
    pub fn damaged(&self) -> IndexError {
        IndexError::Damaged(Place::Game(self.number))
    }

    /// Its tags in order.
    pub fn tags(&self) -> impl Iterator<Item = Result<(&'r str, &'r str), IndexError>> + use<'r> {
        items(self.number, self.tags, tags::take_text_pair)
    }

    /// All that it has besides tags and main line, in the order of the text; none for a game that has no more.
    pub fn annotations(&self) -> impl Iterator<Item = Result<Annotation<'r>, IndexError>> + use<'r> {
        items(self.number, self.annotations, annotations::take)
    }
}

/// The items of bytes, and an error in the place of the first that is none.
fn items<'r, T: 'r>(
    number: GameNumber,
    mut bytes: &'r [u8],
    take: impl Fn(&mut &'r [u8]) -> Option<T> + 'r,
) -> impl Iterator<Item = Result<T, IndexError>> + 'r {
    std::iter::from_fn(move || {
        if bytes.is_empty() {
            return None;
        }
        let item = take(&mut bytes);
        if item.is_none() {
            bytes = &[];
        }
        Some(item.ok_or(IndexError::Damaged(Place::Game(number))))
    })
}

impl GameReader<'_> {
    /// Reads a game by its number.
    ///
    /// # Errors
    /// When there is no such game, or the file cannot be read or is damaged.
    pub fn read(&mut self, number: GameNumber) -> Result<StoredGame<'_>, IndexError> {
        let damaged = || IndexError::Damaged(Place::Game(number));
        self.index.need_games()?;
        let (place, local) = self.index.segment_of(number).ok_or_else(damaged)?;
        let open = match self.open.take().filter(|open| open.place == place) {
            Some(open) => open,
            None => OpenSegment::new(self.index, place)?,
        };
        let OpenSegment { moves, texts, annotations, .. } = self.open.insert(open);
        moves.seek(local)?;
        let stored = moves.next_game()?.ok_or_else(damaged)?;
        texts.seek(local)?;
        annotations.seek(local)?;
        let start = start(&stored.start).ok_or_else(damaged)?;
        Ok(StoredGame { number, start, moves: stored, tags: texts.text(), annotations: annotations.text() })
    }
}
