//! A book of moves with weights.

use super::{Book, BookMove, Entry};

/// Makes a book of moves that come in any order, and joins books: the weights of a move that comes again are added up.
#[derive(Clone, Debug, Default)]
pub struct BookBuilder {
    moves: Vec<Weighed>,
    header: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Weighed {
    key: u64,
    mv: BookMove,
    weight: u64,
    learn: u32,
}

impl BookBuilder {
    /// A book without moves.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a move in the position of a key.
    pub fn push(&mut self, key: u64, mv: BookMove, weight: u64, learn: u32) {
        self.moves.push(Weighed { key, mv, weight, learn });
    }

    /// Adds all moves of a book; of several books, the header of the first with one stays.
    pub fn add(&mut self, book: &Book<'_>) {
        if self.header.is_empty() {
            self.header = book.of_key(0).flat_map(Entry::to_bytes).collect();
        }
        for entry in book.entries().filter(|entry| !entry.is_header()) {
            self.push(entry.key, entry.mv, entry.weight.into(), entry.learn);
        }
    }

    /// The bytes of the book. Of each position the moves with the greatest weight come first, and of equal ones that which
    /// was added first; weights that 16 bits do not hold are made smaller, with all others of the position. The number for
    /// learning is that of the first.
    pub fn finish(mut self) -> Vec<u8> {
        self.moves.sort_by_key(|entry| entry.key);
        let mut out = self.header;
        let mut moves: Vec<Weighed> = Vec::new();
        for position in self.moves.chunk_by(|one, other| one.key == other.key) {
            moves.clear();
            joined(position, &mut moves);
            moves.sort_by_key(|entry| u64::MAX - entry.weight);
            let most = moves.first().map_or(0, |entry| entry.weight);
            for &Weighed { key, mv, weight, learn } in &moves {
                out.extend_from_slice(&Entry { key, mv, weight: fitting(weight, most), learn }.to_bytes());
            }
        }
        out
    }
}

/// The moves of a position, each once. There are as many different ones as 16 bits have values at the most.
fn joined(position: &[Weighed], out: &mut Vec<Weighed>) {
    let mut sorted: Vec<(usize, Weighed)> = position.iter().copied().enumerate().collect();
    sorted.sort_by_key(|(at, entry)| (entry.mv, *at));
    let groups = sorted.chunk_by(|(_, one), (_, other)| one.mv == other.mv);
    let mut firsts: Vec<(usize, Weighed)> = groups
        .filter_map(|same| {
            let (at, first) = *same.first()?;
            let weight = same.iter().fold(0_u64, |sum, (_, entry)| sum.saturating_add(entry.weight));
            Some((at, Weighed { weight, ..first }))
        })
        .collect();
    firsts.sort_by_key(|(at, _)| *at);
    out.extend(firsts.into_iter().map(|(_, entry)| entry));
}

/// A weight in 16 bits, where `most` is the greatest of the position.
fn fitting(weight: u64, most: u64) -> u16 {
    let limit = u64::from(u16::MAX);
    if most <= limit {
        return weight as u16;
    }
    let scaled = u128::from(weight) * u128::from(limit) / u128::from(most);
    (scaled as u16).max(u16::from(weight > 0))
}
