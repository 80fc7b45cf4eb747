//! The tree of an index.

use pgnkit::chess::Variant;
use pgnkit_index::oe::{OeError, OeFile};
use pgnkit_index::{Filter, Index, IndexError, Level, Lists, MoveCounts};

use super::gather::{Facts, Lines};
use super::stats::Stats;
use super::table::OpeningTree;

/// Games that are counted at a time.
const GAMES: usize = 1024;

impl OpeningTree {
    /// Counts all games of an index, as [`add`](Self::add) does those of its sources: an example's input is the number of a source.
    ///
    /// Takes time in proportion to the games that come to the root. An index of positions alone has no examples, counts each game by the move that it played
    /// last in a position, and does not know moves of positions that one game has; it takes a look-up for each position of the tree.
    ///
    /// # Errors
    /// When the index cannot be read or is damaged.
    pub fn add_index(&mut self, index: &Index) -> Result<(), IndexError> {
        let root = *self.root();
        if root.variant() != Variant::Standard {
            return Ok(());
        }
        if index.level() < Level::Games {
            return self.fill(|position| {
                let explored = index.explore(position, &Filter::default(), Lists::default())?;
                let stats = |one: &MoveCounts| (one.mv, Stats::of_index(&one.counts, position.turn()));
                Ok(explored.moves.iter().map(stats).collect())
            });
        }
        let mut lines = Lines::default();
        let mut source = 0;
        let depth = self.depth();
        index.each_line(&root, depth, |number, steps| {
            let origin = index.origin(number)?;
            if lines.games.len() == GAMES || origin.source != source {
                self.add(source as u32, 0, &lines);
                lines.games.clear();
                lines.steps.clear();
                source = origin.source;
            }
            let facts = index.facts(number)?;
            steps.iter().for_each(|(mv, after)| lines.steps.push(*mv, after));
            lines.games.push(Facts {
                number: origin.number,
                steps: steps.len(),
                result: facts.result,
                elo: facts.elo,
                year: facts.date.year(),
            });
            Ok::<(), IndexError>(())
        })?;
        self.add(source as u32, 0, &lines);
        Ok(())
    }

    /// Takes the moves of a file of counts, in the place of all games: the games of the root are those of its moves. First years, performances and
    /// examples are not known.
    ///
    /// Takes a look-up for each position of the tree.
    ///
    /// # Errors
    /// When the file cannot be read, or has moves that are not legal.
    pub fn add_counts(&mut self, file: &OeFile) -> Result<(), OeError> {
        self.fill(|position| {
            let moves = file.get(position)?.unwrap_or_default();
            let stats = |(mv, one): (_, pgnkit_index::oe::OeMove)| {
                (mv, Stats::of_counts(one.results, one.rating, one.last_year))
            };
            Ok(moves.into_iter().map(stats).collect())
        })
    }
}
