//! Games in the order of their moves, so that those which begin alike are counted one after the other.

use super::gather::{Facts, LineStep, Lines};
use super::stats::Example;

/// Half-moves that are compared at a time, twelve bits each.
const PLIES: usize = 10;

/// Half-moves of a batch that is large enough: their positions are looked for in a table that fits no cache, and games of many
/// blocks share more of them than those of one.
const STEPS: usize = 1 << 18;

/// Moves of games, to be counted by [`OpeningTree::add_batch`](super::OpeningTree::add_batch).
#[derive(Clone, Debug, Default)]
pub struct Batch {
    games: Vec<GameOfBatch>,
    /// Those of all games, one after the other.
    steps: Vec<LineStep>,
}

/// A game of a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameOfBatch {
    pub(super) facts: Facts,
    pub(super) example: Example,
    /// The place of its first move among those of all.
    start: usize,
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
        self.steps.extend_from_slice(&lines.steps);
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

    fn steps_of(&self, game: &GameOfBatch) -> &[LineStep] {
        &self.steps[game.start..game.start + game.facts.steps]
    }

    /// The games in the order of their moves, with the number of moves that each shares with the one before.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (&GameOfBatch, &[LineStep], u32)> {
        let mut places: Vec<Place> =
            (0..).zip(&self.games).map(|(game, _)| Place { moves: 0, game }).collect();
        self.sort(&mut places, 0);
        let mut before: &[LineStep] = &[];
        places.into_iter().map(move |place| {
            let game = &self.games[place.game as usize];
            let steps = self.steps_of(game);
            let shared = before.iter().zip(steps).take_while(|(one, other)| one.mv == other.mv).count();
            before = steps;
            (game, steps, shared as u32)
        })
    }

    /// Sorts games that are equal up to a half-move by those after it. Equal ones stay in no order: it does not matter to what is counted.
    fn sort(&self, places: &mut [Place], ply: usize) {
        let mut goes_on = false;
        for place in &mut *places {
            let steps = self.steps_of(&self.games[place.game as usize]);
            goes_on |= steps.len() > ply + PLIES;
            place.moves = moves_from(steps, ply);
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
fn moves_from(steps: &[LineStep], ply: usize) -> u128 {
    let steps = steps.get(ply..).unwrap_or_default();
    let bits = |step: &LineStep| 1 + ((step.mv.from().index() as u128) << 6 | step.mv.to().index() as u128);
    let moves = steps.iter().take(PLIES).fold(0, |moves, step| moves << 12 | bits(step));
    moves << (12 * PLIES.saturating_sub(steps.len()))
}

#[cfg(test)]
mod tests {
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
        let shared: Vec<_> =
            batch.in_order().map(|(_, steps, shared)| (steps.len(), shared as usize)).collect();
        // Of each line the first game is a new one; the others have all their moves from the game before.
        assert_eq!(shared.iter().filter(|(length, shared)| length == shared).count(), 40 - 7);
        assert_eq!(shared.iter().map(|(_, shared)| shared).max(), Some(&14));
    }

    #[test]
    fn batches_do_not_matter() {
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
        let mut together = OpeningTree::new(Position::START, 13);
        let mut batch = Batch::default();
        for number in 0..40 {
            let lines = gather.of_text(text(number..number + 1).as_bytes());
            one_by_one.add(3, number as u64, &lines);
            batch.push(3, number as u64, &lines);
        }
        together.add_batch(&batch);
        assert_eq!(together.games(), 40);
        assert_eq!(shown(&together), shown(&one_by_one));
    }
}
