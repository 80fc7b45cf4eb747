//! Games among which duplicates are looked for.

use std::collections::HashMap;
use std::io;
use std::num::NonZeroUsize;

use super::candidates;
use super::clusters::{self, Duplicate, Keep};
use super::compare::{CompareOptions, compare};
use super::evidence::Wider;
use super::join::{JoinedCounts, JoinedTexts, join};
use super::survey::{Survey, SurveyBatch};
use crate::fingerprint::Fingerprint;
use crate::places::Places;
use crate::sort::{Fate, Piece, SortCounts, SortOptions, SortedGames, Sorter};
use pgnkit_archive::output::Numbers;

/// Choices about duplicates.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct DedupOptions {
    /// Memory and temporary files, as in sorting.
    pub sort: SortOptions,
    /// The game that stays of those that are one.
    pub keep: Keep,
    /// Whether [`DedupResult::title`] is wanted.
    pub titles: bool,
    /// Whether near twins are found, too. They are no duplicates ([`Reason::is_of_one_game`](super::Reason::is_of_one_game)): they are
    /// listed, and both are written.
    pub near: bool,
    /// Whether equal main lines of so many half-moves or more are enough, whatever the tags say.
    pub by_moves: Option<usize>,
    /// Threads that read the games which are compared; one if it is `None`. It changes nothing but the time.
    pub jobs: Option<NonZeroUsize>,
}

/// Games among which duplicates are looked for. See the [module](super) for what holds.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
///
/// use pgnkit_collections::dedup::{DedupOptions, Games, Reason, Survey};
/// use pgnkit_archive::{FindingFilter, Input, OnError, RunEvent, RunInput, RunOptions, run};
///
/// let one = "[White \"Tal\"]\n[Black \"Fine\"]\n[Date \"1960.03.15\"]\n\n1. e4 e5 1-0\n\n";
/// let other = "[White \"Tal\"]\n[Black \"Fine\"]\n[Date \"1960.03.15\"]\n\n1.e4 {again} e5 1-0\n";
/// let text = [one, other].concat().into_bytes();
/// let input = RunInput::new(Input::from_reader("games", std::io::Cursor::new(text))?, Arc::new(FindingFilter::default()));
/// let task = Survey::default();
/// let mut options = RunOptions::default();
/// options.on_error = OnError::Leave;
/// let mut games = Games::new(&task, DedupOptions::default());
/// let flow = run::run([Ok(input)], &task, &options, |event| match event {
///     RunEvent::Entries(open, numbers, done) => {
///         games.push(&open.name, numbers, done.value).map_or_else(ControlFlow::Break, ControlFlow::Continue)
///     }
///     _ => ControlFlow::Continue(()),
/// })?;
/// assert!(flow.is_continue());
/// let found = games.find()?;
/// let [duplicate] = found.duplicates() else { panic!() };
/// assert_eq!((duplicate.game, duplicate.kept, duplicate.verdict.reason), (0, 1, Reason::SameGame));
/// let mut kept = Vec::new();
/// found.write(|text| std::io::Write::write_all(&mut kept, text))?;
/// assert_eq!(kept, format!("{other}\n").as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Games {
    options: DedupOptions,
    sorter: Sorter,
    prints: Vec<Fingerprint>,
    places: Places,
    known: usize,
}

impl Games {
    /// Takes what that task gathers.
    pub fn new(task: &Survey, options: DedupOptions) -> Self {
        let sorter = Sorter::new(task.gather(), options.sort.clone());
        Self { options, sorter, prints: Vec::new(), places: Places::default(), known: 0 }
    }

    /// Takes the games of a block of an input.
    ///
    /// # Errors
    /// When the temporary file cannot be written, the system has no thread to give, or there are more than 4,294,967,295
    /// games.
    pub fn push(&mut self, input: &str, numbers: Numbers, surveyed: SurveyBatch) -> io::Result<()> {
        let SurveyBatch { gathered, prints, numbers: in_block } = surveyed;
        for (at, number) in (self.prints.len()..).zip(in_block) {
            self.places.add(at, input, numbers.before_in_input + number);
        }
        self.prints.extend(prints);
        if u32::try_from(self.prints.len()).is_err() {
            return Err(io::Error::other("more than 4294967295 games"));
        }
        self.sorter.push(gathered)
    }

    /// The same for games that are there already, before all others: they are never duplicates, and never written.
    ///
    /// # Errors
    /// As for [`push`](Self::push).
    pub fn push_known(&mut self, input: &str, numbers: Numbers, mut surveyed: SurveyBatch) -> io::Result<()> {
        surveyed.gathered.only_games();
        self.push(input, numbers, surveyed)?;
        self.sorter.begin_again();
        self.known = self.prints.len();
        Ok(())
    }

    /// Finds the duplicates.
    ///
    /// # Errors
    /// When the temporary file cannot be written or read.
    pub fn find(self) -> io::Result<DedupResult> {
        let Self { options, sorter, prints, places, known } = self;
        let (count, known) = (prints.len() as u32, known as u32);
        let wider = Wider { near: options.near, by_moves: options.by_moves };
        let mut pairs = candidates::pairs(&prints, wider);
        drop(prints);
        // Two games that are there already both stay.
        pairs.retain(|pair| pair.later >= known);
        let games = sorter.settle()?;
        let jobs = options.jobs.unwrap_or(NonZeroUsize::MIN);
        let comparing = CompareOptions { sort: &options.sort, titles: options.titles, wider, jobs };
        let compared = compare(&games, pairs, comparing)?;
        let mut duplicates =
            clusters::duplicates(&compared.matches, &compared.qualities, options.keep, known);
        let near =
            clusters::near_twins(&compared.matches, &compared.qualities, &duplicates, options.keep, known);
        let joined = match options.keep {
            Keep::Merge => join(&games, &mut duplicates, known, &options.sort)?,
            _ => JoinedTexts::default(),
        };
        duplicates.extend(near);
        duplicates.sort_by_key(|duplicate| duplicate.game);
        Ok(DedupResult { games, duplicates, joined, titles: compared.titles, places, count, known })
    }
}

/// Games and the duplicates among them.
#[derive(Debug)]
pub struct DedupResult {
    games: SortedGames,
    duplicates: Vec<Duplicate>,
    joined: JoinedTexts,
    titles: HashMap<u32, Box<str>>,
    places: Places,
    count: u32,
    known: u32,
}

impl DedupResult {
    /// The duplicates, in the order of the games; with [`DedupOptions::near`] those that have a near twin as well, which stay.
    pub fn duplicates(&self) -> &[Duplicate] {
        &self.duplicates
    }

    /// Counts of parts that were merged into the games that stay, with [`Keep::Merge`].
    pub fn joined(&self) -> JoinedCounts {
        self.joined.counts
    }

    /// The number of games that were looked through, those that were there already not counted.
    pub fn games(&self) -> u32 {
        self.count - self.known
    }

    /// The input of a game, and its number there, from 1.
    pub fn place(&self, game: u32) -> (&str, u64) {
        self.places.of(game as usize)
    }

    /// Players, event, date and result of a game that has a duplicate or is one.
    pub fn title(&self, game: u32) -> Option<&str> {
        self.titles.get(&game).map(AsRef::as_ref)
    }

    /// The duplicates that are left out.
    fn left_out(&self) -> impl Iterator<Item = &Duplicate> {
        self.duplicates.iter().filter(|duplicate| duplicate.verdict.reason.is_of_one_game())
    }

    /// Gives the texts of the games that stay, in their order, with what comes before and after them.
    ///
    /// # Errors
    /// When the temporary file cannot be read, and those of `write`.
    pub fn write<E: From<io::Error>>(
        &self,
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<SortCounts, E> {
        self.write_pieces(|piece| match piece {
            Piece::Head(text) | Piece::Game { text, .. } | Piece::Rest(text) => write(text),
        })
    }

    /// The same, piece by piece: the number of a piece is that of the game.
    ///
    /// # Errors
    /// As for [`write`](Self::write).
    pub fn write_pieces<E: From<io::Error>>(
        &self,
        write: impl FnMut(Piece<'_>) -> Result<(), E>,
    ) -> Result<SortCounts, E> {
        let mut duplicates = self.left_out().peekable();
        let mut failure = None;
        let fate = |number: u64| {
            let is_duplicate = duplicates.next_if(|duplicate| u64::from(duplicate.game) == number).is_some();
            if is_duplicate || number < u64::from(self.known) {
                return Fate::LeaveOut;
            }
            match self.joined.of(number as u32) {
                Ok(text) => text.map_or(Fate::Write, Fate::Replace),
                Err(error) => {
                    failure = Some(error);
                    Fate::Write
                }
            }
        };
        let sorted = self.games.write(fate, write)?;
        failure.map_or(Ok(sorted), |error| Err(error.into()))
    }

    /// Gives the texts of the duplicates, in their order.
    ///
    /// # Errors
    /// As for [`write`](Self::write).
    pub fn write_duplicates<E: From<io::Error>>(
        &self,
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<SortCounts, E> {
        let mut duplicates = self.left_out().peekable();
        let fate = |number: u64| match duplicates.next_if(|duplicate| u64::from(duplicate.game) == number) {
            Some(_) => Fate::Write,
            None => Fate::LeaveOut,
        };
        self.games.write(fate, |piece| match piece {
            Piece::Game { text, .. } => write(text),
            Piece::Head(_) | Piece::Rest(_) => Ok(()),
        })
    }
}
