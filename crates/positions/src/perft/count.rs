//! The count of one position on one thread.

use super::table::{PositionKey, Table};
use pgnkit_chess::{Position, Variant};
use std::sync::atomic::{AtomicBool, Ordering};

/// Table of remembered counts, and the largest depth it is used for.
#[derive(Clone, Copy)]
pub(super) struct Memory<'t> {
    pub table: &'t Table,
    /// The largest depth that is looked for.
    pub deepest: u8,
}

/// As [`super::Perft::count`].
pub(super) fn count(
    position: &Position,
    depth: u8,
    memory: Option<Memory<'_>>,
    stop: &AtomicBool,
) -> Option<u64> {
    // Counting so little is quicker than looking for it.
    if depth < 2 {
        return Some(position.perft(depth));
    }
    // Places in memory are found by what standard chess has.
    let memory_of_depth =
        memory.filter(|memory| depth <= memory.deepest && position.variant() == Variant::Standard);
    let place = memory_of_depth.map(|memory| (memory.table, PositionKey::new(position)));
    if let Some(count) = place.and_then(|(table, key)| table.get(key, depth)) {
        return Some(count);
    }
    let count = if depth == 2 { position.perft(2) } else { sum(position, depth, memory, stop)? };
    if let Some((table, key)) = place {
        table.put(key, depth, count);
    }
    Some(count)
}

/// The sum over all moves. Recursion is bounded by the depth.
fn sum(position: &Position, depth: u8, memory: Option<Memory<'_>>, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut sum = 0_u64;
    for mv in &position.legal_moves() {
        sum = sum.saturating_add(count(&position.after(*mv), depth - 1, memory, stop)?);
        if sum == u64::MAX {
            break;
        }
    }
    Some(sum)
}
