//! The count of one position on one thread.

use super::table::{Table, View};
use pgnkit_chess::Position;
use std::sync::atomic::{AtomicBool, Ordering};

/// As [`super::Perft::count`].
pub(super) fn count(position: &Position, depth: u8, table: Option<&Table>, stop: &AtomicBool) -> Option<u64> {
    // Counting so little is quicker than looking for it.
    if depth < 2 {
        return Some(position.perft(depth));
    }
    let place = table.map(|table| (table, View::new(position)));
    if let Some(count) = place.and_then(|(table, view)| table.get(view, depth)) {
        return Some(count);
    }
    let count = if depth == 2 { position.perft(2) } else { sum(position, depth, table, stop)? };
    if let Some((table, view)) = place {
        table.put(view, depth, count);
    }
    Some(count)
}

/// The sum over all moves. Recursion is bounded by the depth.
fn sum(position: &Position, depth: u8, table: Option<&Table>, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut sum = 0_u64;
    for mv in &position.legal_moves() {
        sum = sum.saturating_add(count(&position.after(*mv), depth - 1, table, stop)?);
        if sum == u64::MAX {
            break;
        }
    }
    Some(sum)
}
