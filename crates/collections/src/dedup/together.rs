//! Texts of games brought together, by sorting them once more.

use std::io;

use super::candidates::Pair;
use super::clusters::Classes;
use crate::sort::{Batch, SortOptions, SortedGames, Sorter};

/// Bytes of texts that are handed to a sorter at a time.
const BATCH_BYTES: usize = 1 << 20;

/// The texts of these games in this order, sorted with a quarter of the memory.
pub(super) fn together(games: &SortedGames, order: &[u32], options: &SortOptions) -> io::Result<SortedGames> {
    let mut wanted: Vec<(u32, u32)> = order.iter().copied().zip(0..).collect();
    wanted.sort_unstable();
    let mut wanted = wanted.into_iter().peekable();
    let mut sorter = Sorter::keyed(options, options.memory / 4);
    let (mut batch, mut numbers) = (Batch::default(), 0..);
    games.each(|text| {
        let number: u32 = numbers.next().unwrap_or(u32::MAX);
        while let Some((_, at)) = wanted.next_if(|(game, _)| *game == number) {
            batch.push_keyed(&at.to_be_bytes(), text);
        }
        if batch.len() >= BATCH_BYTES {
            sorter.push(std::mem::take(&mut batch))?;
        }
        Ok::<(), io::Error>(())
    })?;
    sorter.push(batch)?;
    sorter.settle()
}

/// The games of pairs in an order in which those that are compared with each other, or with the same ones, are neighbours; each time in the order of
/// their numbers.
pub(super) fn neighbours(pairs: &[Pair]) -> Vec<u32> {
    let mut games: Vec<u32> = pairs.iter().flat_map(|pair| [pair.earlier, pair.later]).collect();
    games.sort_unstable();
    games.dedup();
    let place = |game: u32| games.partition_point(|other| *other < game);
    let mut classes = Classes::new(games.len());
    for pair in pairs {
        classes.join(place(pair.earlier), place(pair.later));
    }
    let mut order: Vec<(usize, u32)> =
        games.iter().enumerate().map(|(at, game)| (classes.of(at), *game)).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, game)| game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_are_compared_become_neighbours() {
        let pair = |(earlier, later)| Pair { later, earlier, is_text: false };
        for (pairs, expected) in [
            (vec![], vec![]),
            (vec![(0, 9)], vec![0, 9]),
            (vec![(0, 7), (1, 5), (2, 9)], vec![0, 7, 1, 5, 2, 9]),
            (vec![(0, 7), (1, 5), (5, 7), (2, 3)], vec![0, 1, 5, 7, 2, 3]),
        ] {
            let pairs: Vec<Pair> = pairs.into_iter().map(pair).collect();
            assert_eq!(neighbours(&pairs), expected, "{pairs:?}");
        }
    }
}
