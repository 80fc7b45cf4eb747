//! Walk through a book: the greatest weight first, each position once.

use std::collections::HashMap;

use pgnkit::chess::{Move, Position};
use pgnkit_formats::book::{Book, Entry};
use pgnkit_query::movetext;

/// A move of a book.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Row<'w> {
    /// Half-moves before it in the walk.
    pub ply: usize,
    /// The position that it is played in.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// All moves of the walk that lead to it, and it.
    pub path: &'w [Move],
    /// Its weight.
    pub weight: u16,
    /// The weights of all moves of the position.
    pub of_weight: u64,
    /// Moves that lead to the same position, after which what follows is given; `None` if it is given here.
    pub transposes_to: Option<Vec<Move>>,
}

impl Row<'_> {
    /// The move with its number, as `3... Nf6`.
    pub fn numbered(&self) -> String {
        movetext::write(self.position, &[self.mv])
    }

    /// The part of the weights that it has, in per cent; 0 if all are 0.
    pub fn percent(&self) -> f64 {
        if self.of_weight == 0 { 0.0 } else { f64::from(self.weight) * 100.0 / self.of_weight as f64 }
    }
}

/// A position of the walk: its moves, and the next of them.
struct Open {
    position: Position,
    moves: Vec<(Move, u16)>,
    weight: u64,
    next: usize,
}

/// A position that the walk comes to.
struct Place {
    /// Least number of half-moves to it.
    ply: usize,
    /// The place before it on the way by which it is shown, and the move.
    way: Option<(u64, Move)>,
    is_shown: bool,
}

/// Goes through the moves of a book from a position on, so many half-moves deep: each move, and what follows it. A position
/// that is reached by several ways is gone through once, after as few half-moves as lead to it. Entries that are not legal in
/// their positions go to `illegal`.
///
/// # Errors
/// Those of `visit`.
pub fn walk<E>(
    book: &Book<'_>,
    root: &Position,
    depth: usize,
    mut visit: impl FnMut(&Row<'_>) -> Result<(), E>,
    illegal: &mut dyn FnMut(&Position, Entry),
) -> Result<(), E> {
    let mut places = places(book, root, depth);
    let mut path: Vec<Move> = Vec::new();
    let mut open = vec![opened(book, root, illegal)];
    if let Some(place) = places.get_mut(&root.polyglot_key()) {
        place.is_shown = true;
    }
    while let Some(last) = open.last_mut() {
        let Some((mv, weight)) = last.moves.get(last.next).copied() else {
            open.pop();
            path.pop();
            continue;
        };
        last.next += 1;
        let (position, of_weight) = (last.position, last.weight);
        let ply = open.len() - 1;
        path.push(mv);
        let (after, mut transposes_to, mut is_open) = (position.after(mv), None, false);
        let key = after.polyglot_key();
        if let Some(place) = places.get_mut(&key) {
            if place.is_shown || place.ply < ply + 1 {
                transposes_to = Some(way(&places, key));
            } else {
                (place.is_shown, is_open) = (true, true);
                place.way = Some((position.polyglot_key(), mv));
            }
        }
        visit(&Row { ply, position, mv, path: &path, weight, of_weight, transposes_to })?;
        if is_open {
            open.push(opened(book, &after, illegal));
        } else {
            path.pop();
        }
    }
    Ok(())
}

/// The positions with moves that a walk comes to, but for those at its end.
fn places(book: &Book<'_>, root: &Position, depth: usize) -> HashMap<u64, Place> {
    let mut places = HashMap::from([(root.polyglot_key(), Place { ply: 0, way: None, is_shown: false })]);
    let mut level = vec![*root];
    for ply in 1..depth {
        let mut next = Vec::new();
        for position in &level {
            let before = position.polyglot_key();
            for mv in book.of(position).filter_map(|entry| entry.mv.find(position)) {
                let after = position.after(mv);
                let key = after.polyglot_key();
                if !places.contains_key(&key) && book.has_key(key) {
                    places.insert(key, Place { ply, way: Some((before, mv)), is_shown: false });
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    places
}

fn opened(book: &Book<'_>, position: &Position, illegal: &mut dyn FnMut(&Position, Entry)) -> Open {
    let (mut moves, mut weight) = (Vec::new(), 0);
    for entry in book.of(position) {
        match entry.mv.find(position) {
            Some(mv) => {
                moves.push((mv, entry.weight));
                weight += u64::from(entry.weight);
            }
            None => illegal(position, entry),
        }
    }
    moves.sort_by_key(|(_, weight)| u16::MAX - *weight);
    Open { position: *position, moves, weight, next: 0 }
}

/// The moves by which a position is shown. Each leads one half-move on.
fn way(places: &HashMap<u64, Place>, mut key: u64) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some((before, mv)) = places.get(&key).and_then(|place| place.way) {
        moves.push(mv);
        key = before;
    }
    moves.reverse();
    moves
}
