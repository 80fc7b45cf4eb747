//! The games of both sides.

use std::io;

use pgnkit::syntax::Ignore;
use pgnkit::{Game, GameBuilder, Replayer};

use super::changes::{Change, changes};
use super::gather::{Print, SideBatch};
use super::matching::{Level, Matching, NONE, matching};
use crate::places::Places;
use crate::roster::title;
use crate::sort::{Batch, SortOptions, SortedGames, Sorter};
use pgnkit_archive::output::Numbers;

/// Choices about differences: memory, temporary files and piece letters, as in sorting.
pub type DiffOptions = SortOptions;

/// Bytes of texts that are handed to a sorter at a time.
const BATCH_BYTES: usize = 1 << 20;

/// One of two collections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The one that was.
    Old,
    /// The one that is.
    New,
}

/// The games of two collections. See the [module](super) for what holds.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
///
/// use pgnkit_collections::diff::{Fate, Gather, Side, Sides};
/// use pgnkit_collections::sort::SortOptions;
/// use pgnkit_archive::{FindingFilter, Input, OnError, RunEvent, RunInput, RunOptions, run};
///
/// let old = "[White \"Tal\"]\n[Black \"Fine\"]\n\n1. e4 e5 1-0\n\n[White \"Keres\"]\n[Black \"Fine\"]\n\n1. d4 *\n";
/// let new = "[White \"Keres\"]\n[Black \"Fine\"]\n\n1.d4 *\n\n[White \"Tal\"]\n[Black \"Fine\"]\n\n1. e4 {best} e5 1-0\n";
/// let task = Gather::default();
/// let mut options = RunOptions::default();
/// options.on_error = OnError::Leave;
/// let mut sides = Sides::new(SortOptions::default());
/// for (side, text) in [(Side::Old, old), (Side::New, new)] {
///     let input = Input::from_reader("games", std::io::Cursor::new(text.to_owned()))?;
///     let input = RunInput::new(input, Arc::new(FindingFilter::default()));
///     let flow = run::run([Ok(input)], &task, &options, |event| match event {
///         RunEvent::Entries(open, numbers, done) => {
///             sides.push(side, &open.name, numbers, done.value).map_or_else(ControlFlow::Break, ControlFlow::Continue)
///         }
///         _ => ControlFlow::Continue(()),
///     })?;
///     assert!(flow.is_continue());
/// }
/// let differences = sides.find()?;
/// assert_eq!((differences.same(), differences.other_writing()), (0, 1));
/// differences.each(|difference| {
///     assert_eq!(difference.fate, Fate::Changed);
///     assert_eq!(difference.changes[0].new.as_deref(), Some("best"));
///     Ok::<(), std::io::Error>(())
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sides {
    options: DiffOptions,
    sorter: Sorter,
    prints: Vec<Print>,
    places: Places,
    /// Games of the old side.
    old: usize,
    /// Text after the last games.
    rests: [Vec<u8>; 2],
}

impl Sides {
    /// No games yet.
    pub fn new(options: DiffOptions) -> Self {
        // The rest is for what is known of the games, and for the texts of those that are different.
        let sorter = Sorter::keyed(&options, options.memory / 4);
        Self {
            options,
            sorter,
            prints: Vec::new(),
            places: Places::default(),
            old: 0,
            rests: Default::default(),
        }
    }

    /// Takes the games of a block of an input of one side; those of the old side come first.
    ///
    /// # Errors
    /// When the temporary file cannot be written, the system has no thread to give, there are more than 4,294,967,294
    /// games, or a game of the old side comes after one of the new side.
    pub fn push(&mut self, side: Side, input: &str, numbers: Numbers, gathered: SideBatch) -> io::Result<()> {
        let SideBatch { mut gathered, prints, numbers: in_block } = gathered;
        for (at, number) in (self.prints.len()..).zip(in_block) {
            self.places.add(at, input, numbers.before_in_input + number);
        }
        if side == Side::Old && self.old < self.prints.len() {
            return Err(io::Error::other("the old side comes first"));
        }
        self.prints.extend(prints);
        if side == Side::Old {
            self.old = self.prints.len();
        }
        if self.prints.len() >= NONE as usize {
            return Err(io::Error::other("more than 4294967294 games"));
        }
        self.rests[usize::from(side == Side::New)].extend_from_slice(gathered.rest());
        gathered.only_games();
        self.sorter.push(gathered)
    }

    /// Finds what is different.
    ///
    /// # Errors
    /// When the temporary file cannot be written or read.
    pub fn find(self) -> io::Result<Differences> {
        let Self { options, sorter, prints, places, old, rests } = self;
        let count = prints.len();
        let Matching { partners, levels } = matching(&prints, old as u32);
        drop(prints);
        let (mut pairs, mut same, mut other_writing) = (Vec::new(), 0, 0);
        // Of each game the place among the pairs.
        let mut wanted = vec![NONE; count];
        for game in 0..count {
            let partner = partners[game];
            match levels[game] {
                level if partner != NONE && level.is_same() => {
                    same += u64::from(game < old && level == Level::SameBytes);
                    other_writing += u64::from(game < old && level != Level::SameBytes);
                }
                _ if game >= old && partner != NONE => {}
                level => {
                    let pair = pairs.len() as u32;
                    let of_old = (game < old).then_some(game as u32);
                    let of_new = if game < old {
                        Some(partner).filter(|game| *game != NONE)
                    } else {
                        Some(game as u32)
                    };
                    of_old.iter().chain(&of_new).for_each(|game| wanted[*game as usize] = pair);
                    pairs.push((of_old, of_new, level));
                }
            }
        }
        drop((partners, levels));
        // The texts of what is different, those of a pair one after the other.
        let mut together = Sorter::keyed(&options, options.memory / 4);
        let games = sorter.settle()?;
        let (mut batch, mut numbers) = (Batch::default(), 0..);
        games.each(|text| {
            let number: usize = numbers.next().unwrap_or(usize::MAX);
            let Some(pair) = wanted.get(number).filter(|pair| **pair != NONE) else {
                return Ok::<_, io::Error>(());
            };
            let mut key = pair.to_be_bytes().to_vec();
            key.push(u8::from(number >= old));
            batch.push_keyed(&key, text);
            if batch.len() >= BATCH_BYTES {
                together.push(std::mem::take(&mut batch))?;
            }
            Ok(())
        })?;
        together.push(batch)?;
        drop(games);
        let [one, other] = &rests;
        let other_rest = one.trim_ascii() != other.trim_ascii();
        let texts = together.settle()?;
        Ok(Differences { options, texts, pairs, places, same, other_writing, other_rest })
    }
}

/// A pair of games by their numbers, of which one may be missing, and why they belong together.
type PairOf = (Option<u32>, Option<u32>, Level);

/// Differences between two collections.
#[derive(Debug)]
pub struct Differences {
    options: DiffOptions,
    texts: SortedGames,
    pairs: Vec<PairOf>,
    places: Places,
    same: u64,
    other_writing: u64,
    other_rest: bool,
}

/// Fate of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fate {
    /// It is no longer there.
    Removed,
    /// It is not what it was.
    Changed,
    /// It was not there.
    Added,
}

impl Fate {
    /// The word it is called by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Removed => "removed",
            Self::Changed => "changed",
            Self::Added => "added",
        }
    }
}

/// A game that is different.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Difference<'d> {
    /// Its fate.
    pub fate: Fate,
    /// The input it was in, and its number there, from 1.
    pub old: Option<(&'d str, u64)>,
    /// The input it is in, and its number there.
    pub new: Option<(&'d str, u64)>,
    /// Players, event, date and result, those of the new side if it is there.
    pub title: String,
    /// Why the two are taken for one game.
    pub level: Option<Level>,
    /// Its differences.
    pub changes: Vec<Change>,
}

impl Differences {
    /// Games that are on both sides with the same bytes.
    pub fn same(&self) -> u64 {
        self.same
    }

    /// Games that are on both sides and only written in another way.
    pub fn other_writing(&self) -> u64 {
        self.other_writing
    }

    /// Games with one fate.
    pub fn count(&self, fate: Fate) -> u64 {
        self.pairs.iter().filter(|pair| fate_of(pair) == fate).count() as u64
    }

    /// Whether what comes after the last game of the inputs is different.
    pub fn other_rest(&self) -> bool {
        self.other_rest
    }

    /// Whether nothing is different but the order and how games are written.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty() && !self.other_rest
    }

    /// Reports the differences: games that were changed or removed in the old order, then those that were added in the new
    /// one.
    ///
    /// # Errors
    /// When the temporary file cannot be read, and those of `take`.
    pub fn each<E: From<io::Error>>(
        &self,
        mut take: impl FnMut(&Difference<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut pairs = self.pairs.iter();
        let [mut old, mut new] = [GameBuilder::new(), GameBuilder::new()];
        // A pair whose old game has been read.
        let mut half: Option<&PairOf> = None;
        self.texts.each(|text| {
            if let Some(pair) = half.take() {
                let new = self.read(text, &mut new);
                return take(&self.difference(pair, Some(old.game()), Some(new)));
            }
            let Some(pair) = pairs.next() else { return Ok(()) };
            match fate_of(pair) {
                Fate::Changed => {
                    self.read(text, &mut old);
                    half = Some(pair);
                    Ok(())
                }
                Fate::Removed => take(&self.difference(pair, Some(self.read(text, &mut old)), None)),
                Fate::Added => take(&self.difference(pair, None, Some(self.read(text, &mut new)))),
            }
        })
    }

    fn read<'b>(&self, text: &[u8], builder: &'b mut GameBuilder) -> &'b Game {
        let mut replayer = Replayer::new(text).letters(self.options.letters);
        if replayer.read_into(builder, &mut Ignore).is_none() {
            *builder = GameBuilder::new();
        }
        builder.game()
    }

    fn difference(&self, pair: &PairOf, old: Option<&Game>, new: Option<&Game>) -> Difference<'_> {
        let (of_old, of_new, level) = *pair;
        let place = |game: u32| self.places.of(game as usize);
        let both = old.zip(new);
        Difference {
            fate: fate_of(pair),
            old: of_old.map(place),
            new: of_new.map(place),
            title: new.or(old).map(title).unwrap_or_default(),
            level: both.map(|_| level),
            changes: both.map(|(old, new)| changes(old, new)).unwrap_or_default(),
        }
    }
}

fn fate_of(pair: &PairOf) -> Fate {
    match pair {
        (Some(_), Some(_), _) => Fate::Changed,
        (Some(_), None, _) => Fate::Removed,
        (None, ..) => Fate::Added,
    }
}
