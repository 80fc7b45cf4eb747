//! Counts by groups, beside those of an index.

use std::collections::BTreeMap;

use pgnkit_chess::{ChessMode, Position, Variant};
use pgnkit_index::{Filter, GroupOptions, GroupRow, Index, IndexError, Lists, key};

use crate::index::{TestGame, builder, games, index_of};

fn options(min_games: u64) -> GroupOptions {
    let mut options = GroupOptions::default();
    // Little, so that rows go to files.
    (options.min_games, options.memory) = (min_games, 1 << 16);
    options
}

fn rows(index: &Index, min_games: u64) -> Vec<GroupRow> {
    let mut rows = Vec::new();
    let taken = index.each_group(&options(min_games), |row| {
        rows.push(row.clone());
        Ok::<(), IndexError>(())
    });
    taken.unwrap();
    rows
}

fn positions(games: &[TestGame]) -> BTreeMap<u64, Position> {
    let mut all = BTreeMap::new();
    for game in games {
        let mut position = game.start;
        for mv in &game.moves {
            let of = if position.variant() == Variant::Standard {
                position.explorer_key()
            } else {
                key(&position)
            };
            all.insert(of, position);
            position.play(*mv);
        }
    }
    all
}

/// Games, results, and the sum of ratings and their number.
type Sum = (u64, [u64; 3], (u64, u64));

#[test]
fn rows_add_up_to_the_counts_of_the_index() {
    let games = games(500);
    let index = index_of(&games, 64 << 20).0;
    let positions = positions(&games);
    let mut built = Vec::new();
    let taken = builder(&games, 1 << 20).finish_groups(&options(2), |row| {
        built.push(row.clone());
        Ok::<(), IndexError>(())
    });
    taken.unwrap();
    for min_games in [1, 2, 4] {
        let rows = rows(&index, min_games);
        assert!(min_games != 2 || rows == built);
        let order = |row: &GroupRow| (row.key, row.uci.clone(), row.speed, row.rating_group, row.year);
        assert!(rows.windows(2).all(|two| order(&two[0]) < order(&two[1])));
        let mut by_move: BTreeMap<(u64, String), Sum> = BTreeMap::new();
        for row in &rows {
            assert_eq!(positions[&row.key].variant(), row.variant);
            let all = by_move.entry((row.key, row.uci.clone())).or_default();
            all.0 += row.games;
            (0..3).for_each(|result| all.1[result] += row.results[result]);
            all.2 = (all.2.0 + row.ratings.0, all.2.1 + row.ratings.1);
        }
        let mut expected = BTreeMap::new();
        for (key, position) in &positions {
            let explored = index.explore(position, &Filter::default(), Lists::default()).unwrap();
            let side = usize::from(position.turn() == pgnkit_chess::Color::Black);
            if explored.moves.iter().map(|one| one.counts.games).sum::<u64>() < min_games {
                continue;
            }
            for one in &explored.moves {
                let uci = one.mv.to_uci(ChessMode::Chess960).as_str().to_owned();
                let counts = (one.counts.games, one.counts.results, one.counts.ratings[side]);
                expected.insert((*key, uci), counts);
            }
        }
        assert_eq!(by_move, expected);
        assert!(expected.len() > 100);
    }
}

#[test]
fn groups_are_those_of_filters() {
    let games = games(500);
    let index = index_of(&games, 64 << 20).0;
    let rows = rows(&index, 2);
    let start: Vec<_> = rows.iter().filter(|row| row.key == Position::START.explorer_key()).collect();
    assert!(start.len() > 20);
    let count = |filter: &Filter| {
        index
            .explore(&Position::START, filter, Lists::default())
            .unwrap()
            .moves
            .iter()
            .map(|one| one.counts.games)
            .sum::<u64>()
    };
    let of = |takes: &dyn Fn(&GroupRow) -> bool| {
        start.iter().filter(|row| takes(row)).map(|row| row.games).sum::<u64>()
    };
    for speed in pgnkit_index::Speed::ALL {
        let mut filter = Filter::default();
        filter.speeds = Some(vec![speed]);
        assert_eq!(of(&|row| row.speed == Some(speed)), count(&filter), "{speed:?}");
    }
    let lowest = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500, u16::MAX];
    for two in lowest.windows(2) {
        let mut filter = Filter::default();
        filter.ratings = Some(vec![(two[0], two[1])]);
        assert_eq!(of(&|row| row.rating_group == Some(two[0])), count(&filter), "{two:?}");
    }
    for year in [1999, 2020, 2021] {
        let mut filter = Filter::default();
        filter.since = Some(pgnkit_index::Day::new(year, 0, 0));
        filter.before = Some(pgnkit_index::Day::new(year + 1, 0, 0));
        assert_eq!(of(&|row| row.year == Some(year)), count(&filter), "{year}");
    }
}
