//! Books of thousands of positions: the same for every order of the records and any number of threads.

use super::super::{Book, Options, Statistics, Verdict};
use pgnkit_chess::{Move, PackedPosition, Position, fen};
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// Compared values: the verdict and the line of each record.
type Shown = Vec<(Verdict, Vec<Move>)>;

fn solve(records: &[(Position, Option<i16>)], jobs: usize) -> (Shown, Statistics) {
    let mut book = Book::new();
    for (position, ce) in records {
        book.push(position, *ce);
    }
    let solution = book.solve(&Options::default().jobs(jobs), &AtomicBool::new(false)).unwrap();
    let shown = (0..records.len())
        .map(|record| (solution.verdict(record).unwrap(), solution.line(record).collect()))
        .collect();
    (shown, solution.statistics().clone())
}

/// Numbers that look like chance.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// An order of so many things.
    fn order(&mut self, len: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..len).collect();
        (1..len).for_each(|at| order.swap(at, self.below(at + 1)));
        order
    }
}

/// Solves the records in several orders, with several numbers of threads, and compares. Returns what comes out.
fn check_order(records: &[(Position, Option<i16>)], random: &mut Random) -> (Shown, Statistics) {
    let (expected, statistics) = solve(records, 1);
    for jobs in [1, 2, 4] {
        let order = random.order(records.len());
        let shuffled: Vec<_> = order.iter().map(|at| records[*at]).collect();
        let (shown, other) = solve(&shuffled, jobs);
        assert!(order.iter().zip(&shown).all(|(at, shown)| *shown == expected[*at]), "{jobs} threads");
        assert_eq!(other, statistics);
    }
    (expected, statistics)
}

/// Identity of a position, computed in another way than in the code under test.
fn text(position: &Position) -> String {
    position.epd(fen::EnPassant::Legal).to_string()
}

/// The score of a position as plain recursion finds it, in a book without cycles.
fn recursive(book: &HashMap<String, i16>, position: &Position) -> i16 {
    let moves = position.legal_moves();
    let next = moves.iter().map(|mv| position.after(*mv)).filter(|next| book.contains_key(&text(next)));
    next.map(|next| -recursive(book, &next)).max().unwrap_or_else(|| book[&text(position)])
}

#[test]
fn all_positions_after_three_plies() {
    let mut positions = vec![Position::START];
    let mut level = positions.clone();
    for _ in 0..3 {
        level = level
            .iter()
            .flat_map(|position| {
                position.legal_moves().iter().map(|mv| position.after(*mv)).collect::<Vec<_>>()
            })
            .collect();
        positions.extend(&level);
    }
    positions.sort_unstable_by_key(PackedPosition::new);
    positions.dedup_by_key(|position| PackedPosition::new(position));
    assert_eq!(positions.len(), 1 + 20 + 400 + 5362);
    // White's knight is at home again, and Black's can follow: the only cycles.
    let start = PackedPosition::new(&Position::START);
    positions.retain(|position| {
        !position.legal_moves().iter().any(|mv| PackedPosition::new(&position.after(*mv)) == start)
    });

    let mut random = Random(1);
    let records: Vec<_> =
        positions.iter().map(|position| (*position, Some(random.below(2001) as i16 - 1000))).collect();
    let book = records.iter().map(|(position, ce)| (text(position), ce.unwrap())).collect();
    let (shown, statistics) = check_order(&records, &mut random);
    // 1. e3 e6 2. e4 leads to 1. e4 e5 and is no leaf, and so with all pairs of pawns.
    assert_eq!((statistics.cycles, statistics.leaves), (0, 5362 - 4 - 64));
    for (position, (verdict, line)) in positions.iter().zip(shown) {
        assert_eq!(verdict.ce, Some(recursive(&book, position)), "{position:?}");
        let end = line.iter().fold(*position, |position, mv| position.after(*mv));
        let sign = if line.len() % 2 == 0 { 1 } else { -1 };
        assert_eq!(verdict.ce, Some(sign * book[&text(&end)]), "{position:?}");
    }
}

/// A few kings and rooks wander about: books full of cycles, checkmates and stalemates.
fn endgame(seed: u64) -> Vec<(Position, Option<i16>)> {
    let mut random = Random(seed);
    let start = [
        "7k/8/5K2/6R1/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/p1k5/P7/K7 b - - 0 1",
        "7k/R7/6K1/7r/8/8/8/8 w - - 0 1",
    ][random.below(3)];
    let start = fen::parse(start.as_bytes()).unwrap().position;
    let mut records = Vec::new();
    for _ in 0..40 {
        let mut position = start;
        for _ in 0..random.below(12) {
            records.push(position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[random.below(moves.len().min(4))]);
        }
    }
    records.sort_unstable_by_key(PackedPosition::new);
    records.dedup_by_key(|position| PackedPosition::new(position));
    records
        .into_iter()
        .map(|position| (position, [None, Some(0), Some(25), Some(-25)][random.below(4)]))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn the_order_of_records_does_not_matter(seed in any::<u64>()) {
        check_order(&endgame(seed), &mut Random(seed));
    }
}
