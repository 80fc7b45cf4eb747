//! Work to be counted, in parts for idle threads.

use super::count::{Memory, count};
use super::table::Table;
use pgnkit_chess::Position;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A count that is not deeper takes a few milliseconds as a rule, and is not divided.
const SHALLOW: u8 = 4;

/// Parts of a count for each thread, at least: the last ones to be worked on are then a small share of it.
const PARTS: usize = 16;

/// The plies that two move orders take at least to meet: before, there is nothing to be remembered.
const MEETING: u8 = 3;

/// Message of a thread.
pub(super) enum Message {
    /// A count was begun, which has so many parts. Comes before any of them.
    Begun { item: usize, parts: usize },
    /// One part is counted.
    Counted { item: usize, count: u64 },
}

/// A part of a count.
struct Part {
    item: usize,
    position: Position,
    depth: u8,
    /// The largest depth worth remembering.
    deepest: u8,
}

/// Items in their order, of which the first few are divided into parts.
pub(super) struct Queue<'a> {
    items: &'a [(Position, u8)],
    jobs: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The first item that was not begun.
    next: usize,
    parts: VecDeque<Part>,
}

impl<'a> Queue<'a> {
    pub(super) fn new(items: &'a [(Position, u8)], jobs: usize) -> Self {
        Queue { items, jobs, state: Mutex::default() }
    }

    /// Counts part after part until there are no more, `stop` is set, or the receiver is gone.
    pub(super) fn work(
        &self,
        table: Option<&Table>,
        stop: &AtomicBool,
        mut tell: impl FnMut(Message) -> bool,
    ) {
        while !stop.load(Ordering::Relaxed) {
            let Some(Part { item, position, depth, deepest }) = self.next(&mut tell) else { return };
            let memory = table.map(|table| Memory { table, deepest });
            let Some(count) = count(&position, depth, memory, stop) else { return };
            if !tell(Message::Counted { item, count }) {
                return;
            }
        }
    }

    fn next(&self, tell: &mut impl FnMut(Message) -> bool) -> Option<Part> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // An item without parts is counted already: no move leads from it as deep as that.
        while state.parts.is_empty() {
            let item = state.next;
            let &(position, depth) = self.items.get(item)?;
            state.next += 1;
            state.parts = self.divide(Part { item, position, depth, deepest: depth.saturating_sub(MEETING) });
            // With the lock held, so that no part is reported before.
            tell(Message::Begun { item, parts: state.parts.len() });
        }
        state.parts.pop_front()
    }

    /// Plays the first moves of a deep count.
    fn divide(&self, part: Part) -> VecDeque<Part> {
        let mut parts = VecDeque::from([part]);
        let enough = if self.jobs == 1 { 1 } else { self.jobs.saturating_mul(PARTS) };
        while parts.len() < enough && parts.front().is_some_and(|part| part.depth > SHALLOW) {
            let before = std::mem::take(&mut parts);
            for part in before {
                let play = |mv| Part { position: part.position.after(mv), depth: part.depth - 1, ..part };
                parts.extend(part.position.legal_moves().iter().copied().map(play));
            }
        }
        parts
    }
}
