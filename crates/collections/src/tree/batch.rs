//! Games in the order of their moves, so that those which begin alike are counted one after the other.

use std::ops::Range;

use pgnkit::chess::{Color, Move};

use super::gather::{Facts, Lines, Steps};
use super::stats::{Example, Stats};

/// Half-moves that are compared at a time, twelve bits each.
const PLIES: usize = 10;

/// Half-moves of a batch that is large enough: their positions are looked for in a table that fits no cache, and games of many
/// blocks share more of them than those of one.
const STEPS: usize = 1 << 18;

/// Moves of games, to be counted by [`OpeningTree::add_batches`](super::OpeningTree::add_batches).
#[derive(Clone, Debug, Default)]
pub struct Batch {
    games: Vec<GameOfBatch>,
    /// Those of all games, one after the other.
    steps: Steps,
}

/// A game of a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameOfBatch {
    pub(super) facts: Facts,
    pub(super) example: Example,
    /// The place of its first move among those of all.
    start: usize,
}

/// The games of a batch in the order of their moves.
pub(super) struct SortedGames<'b> {
    steps: &'b Steps,
    games: Vec<PlaceOfGame>,
    /// Those of each game alone, for moves of White and of Black.
    stats: [Vec<Stats>; 2],
}

/// The moves of a game of a batch.
struct PlaceOfGame {
    /// The place of its first move among those of all.
    start: usize,
    steps: u32,
    /// Half-moves that it has in common with the game before it.
    shared: u32,
}

/// Games, one after the other in the order of moves, that have the same moves up to one.
pub(super) struct MoveRun {
    games: Range<u32>,
    /// The position in which the move was played: the [link](super::table::Level) that leads to it.
    pub(super) parent: u32,
    pub(super) mv: Move,
    /// The key of the position after it.
    pub(super) key: u64,
    /// The place of the move in its level.
    pub(super) at: u32,
    /// The position it leads to.
    pub(super) child: u32,
}

impl SortedGames<'_> {
    /// All of them, before the first move, at a position.
    pub(super) fn root(&self) -> Vec<MoveRun> {
        let games = 0..self.games.len() as u32;
        vec![MoveRun { games, parent: 0, mv: Move::NULL, key: 0, at: 0, child: 0 }]
    }

    /// Those that have the same moves up to half-move `ply`, from those up to the one before.
    pub(super) fn runs(&self, before: &[MoveRun], ply: usize, runs: &mut Vec<MoveRun>) {
        runs.clear();
        for one in before {
            let mut goes_on = false;
            for number in one.games.clone() {
                let game = &self.games[number as usize];
                if goes_on && game.shared as usize > ply {
                    continue;
                }
                if let Some(run) = runs.last_mut().filter(|_| goes_on) {
                    run.games.end = number;
                }
                goes_on = game.steps as usize > ply;
                if goes_on {
                    let games = number..one.games.end;
                    // The place among all steps, until the key is known.
                    let key = (game.start + ply) as u64;
                    runs.push(MoveRun { games, parent: one.child, mv: Move::NULL, key, at: 0, child: 0 });
                }
            }
        }
        // Apart, so that no run waits for the memory of the one before.
        for run in runs {
            let step = run.key as usize;
            (run.mv, run.key) = (self.steps.moves[step], self.steps.keys[step]);
        }
    }

    /// Those of each game of a run, for the side that moves.
    pub(super) fn stats(&self, run: &MoveRun, mover: Color) -> &[Stats] {
        &self.stats[mover.index()][run.games.start as usize..run.games.end as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.games.len()
    }
}

/// A game by the moves that are being compared.
struct Place {
    moves: u128,
    game: u32,
}

impl Batch {
    /// Takes the games of a block, whose input has this number and so many games before the block.
    pub fn push(&mut self, input: u32, games_before: u64, lines: &Lines) {
        let mut start = self.steps.len();
        self.steps.extend(&lines.steps);
        self.games.extend(lines.games.iter().map(|facts| {
            let game = games_before + facts.number - 1;
            let game = GameOfBatch { facts: *facts, example: Example { input, game }, start };
            start += facts.steps;
            game
        }));
    }

    /// Whether it is time to count its games: with more of them the batch would take too much memory. Games without moves take some, too.
    pub fn is_full(&self) -> bool {
        self.steps.len() + self.games.len() >= STEPS
    }

    /// Forgets its games.
    pub fn clear(&mut self) {
        self.games.clear();
        self.steps.clear();
    }

    fn moves_of(&self, game: &GameOfBatch) -> &[Move] {
        &self.steps.moves[game.start..game.start + game.facts.steps]
    }

    /// The games in the order of their moves.
    pub(super) fn in_order(&self) -> SortedGames<'_> {
        let mut places: Vec<Place> =
            (0..).zip(&self.games).map(|(game, _)| Place { moves: 0, game }).collect();
        self.sort(&mut places, 0);
        let mut before: &[Move] = &[];
        let place = |place: &Place| {
            let game = &self.games[place.game as usize];
            let moves = self.moves_of(game);
            let shared = before.iter().zip(moves).take_while(|(one, other)| one == other).count();
            before = moves;
            PlaceOfGame { start: game.start, steps: moves.len() as u32, shared: shared as u32 }
        };
        let games = places.iter().map(place).collect();
        let stats = [Color::White, Color::Black].map(|mover| {
            let of_game =
                |GameOfBatch { facts, example, .. }: &GameOfBatch| Stats::of_game(facts, mover, *example);
            places.iter().map(|place| of_game(&self.games[place.game as usize])).collect()
        });
        SortedGames { steps: &self.steps, games, stats }
    }

    /// Sorts games that are equal up to a half-move by those after it. Equal ones stay in no order: it does not matter to what is counted.
    fn sort(&self, places: &mut [Place], ply: usize) {
        let mut goes_on = false;
        for place in &mut *places {
            let moves = self.moves_of(&self.games[place.game as usize]);
            goes_on |= moves.len() > ply + PLIES;
            place.moves = moves_from(moves, ply);
        }
        places.sort_unstable_by_key(|place| place.moves);
        if goes_on {
            for same in places.chunk_by_mut(|one, other| one.moves == other.moves) {
                if same.len() > 1 {
                    self.sort(same, ply + PLIES);
                }
            }
        }
    }
}

/// Moves from a half-move on, the first in the upper bits; those that are alike but for a promotion count as equal.
fn moves_from(moves: &[Move], ply: usize) -> u128 {
    let moves = moves.get(ply..).unwrap_or_default();
    let bits = |mv: &Move| 1 + ((mv.from().index() as u128) << 6 | mv.to().index() as u128);
    let bits_of_all = moves.iter().take(PLIES).fold(0, |all, mv| all << 12 | bits(mv));
    bits_of_all << (12 * PLIES.saturating_sub(moves.len()))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use pgnkit::chess::Position;

    use super::*;
    use crate::tree::{GatherLines, OpeningTree};

    const LINES: [&str; 8] = [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1-0",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O 0-1",
        "1. Nf3 Nc6 2. e4 e5 3. Bb5 a6 *",
        "1. d4 d5 1/2-1/2",
        "*",
        "1. e4 1-0",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 1-0",
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 1-0",
    ];

    fn text(numbers: impl Iterator<Item = usize>) -> String {
        numbers
            .map(|number| format!("[WhiteElo \"{}\"]\n\n{}\n\n", 2000 + number % 7, LINES[number % 8]))
            .collect()
    }

    #[test]
    fn games_that_begin_alike_are_neighbours() {
        let mut batch = Batch::default();
        batch.push(0, 0, &GatherLines::new(Position::START, 20).of_text(text(0..40).as_bytes()));
        let shared: Vec<_> = batch.in_order().games.iter().map(|game| (game.steps, game.shared)).collect();
        // Of each line the first game is a new one; the others have all their moves from the game before.
        assert_eq!(shared.iter().filter(|(length, shared)| length == shared).count(), 40 - 7);
        assert_eq!(shared.iter().map(|(_, shared)| shared).max(), Some(&14));
    }

    #[test]
    fn batches_and_threads_do_not_matter() {
        let shown = |tree: &OpeningTree| {
            let mut rows = Vec::new();
            let _ = tree.each(1, |row| {
                rows.push(format!("{} {:?} {:?}", row.numbered(), row.stats, row.transposes_to));
                Ok::<(), ()>(())
            });
            rows
        };
        let gather = GatherLines::new(Position::START, 13);
        let mut one_by_one = OpeningTree::new(Position::START, 13);
        let mut batch = Batch::default();
        for number in 0..40 {
            let lines = gather.of_text(text(number..number + 1).as_bytes());
            one_by_one.add(3, number as u64, &lines);
            batch.push(3, number as u64, &lines);
        }
        let mut together = OpeningTree::new(Position::START, 13);
        together.add_batches(&[batch], NonZeroUsize::MIN);
        let mut batches = vec![Batch::default(); 5];
        // Games come in any order, and some after the tree was settled.
        for number in (0..40).rev() {
            let lines = gather.of_text(text(number..number + 1).as_bytes());
            batches[number % 5].push(3, number as u64, &lines);
        }
        let mut on_threads = OpeningTree::new(Position::START, 13);
        on_threads.add_batches(&batches[..3], NonZeroUsize::new(3).unwrap());
        on_threads.settle();
        on_threads.add_batches(&batches[3..], NonZeroUsize::new(2).unwrap());
        for tree in [together, on_threads] {
            assert_eq!(tree.games(), 40);
            assert_eq!(shown(&tree), shown(&one_by_one));
        }
    }
}
