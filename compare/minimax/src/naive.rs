//! Plain recursion, without anything that the code under test uses: positions are texts, and a position that comes
//! again on the way is a draw.

use crate::book::{Random, Records, Solved, material};
use pgnkit::chess::Position;
use pgnkit::chess::fen::EnPassant;
use std::collections::HashSet;

/// Number of positions that are compared, and limit of visits for one: without a hash table, each is visited once for
/// every way to it.
const SAMPLE: usize = 3000;
const MOST_VISITED: usize = 30_000;

/// Result of the comparison.
#[derive(Default)]
pub struct Sample {
    pub compared: usize,
    pub different: usize,
    pub too_large: usize,
    pub most_visited: usize,
}

struct Search<'b> {
    book: &'b HashSet<String>,
    path: Vec<String>,
    visited: usize,
}

fn text(position: &Position) -> String {
    position.epd(EnPassant::Legal).to_string()
}

impl Search<'_> {
    /// The score of a position, `None` when too many have been visited.
    fn score(&mut self, position: &Position) -> Option<i16> {
        self.visited += 1;
        if self.visited > MOST_VISITED {
            return None;
        }
        let here = text(position);
        if self.path.contains(&here) {
            return Some(0);
        }
        self.path.push(here);
        let mut best = None;
        if !position.is_insufficient_material() {
            for mv in &position.legal_moves() {
                let next = position.after(*mv);
                if self.book.contains(&text(&next)) {
                    best = best.max(Some(-self.score(&next)?));
                }
            }
        }
        self.path.pop();
        Some(best.unwrap_or_else(|| material(position)))
    }
}

/// Compares positions here and there with what recursion finds.
pub fn compare(records: &Records, solved: &Solved) -> Sample {
    let book: HashSet<String> = (0..records.len()).map(|number| text(&records.position(number))).collect();
    let mut sample = Sample::default();
    let mut random = Random(2026);
    while sample.compared + sample.too_large < SAMPLE {
        let number = random.below(records.len());
        let verdict = solved.solution.verdict(number).expect("a record");
        if !verdict.origin.is_backed_up() {
            continue;
        }
        let mut search = Search { book: &book, path: Vec::new(), visited: 0 };
        match search.score(&records.position(number)) {
            None => sample.too_large += 1,
            Some(score) => {
                sample.compared += 1;
                sample.different += usize::from(verdict.ce != Some(score));
                sample.most_visited = sample.most_visited.max(search.visited);
            }
        }
    }
    sample
}
