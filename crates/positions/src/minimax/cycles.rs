//! Positions that play can come back to.

use super::SolveError;
use super::graph::Graph;
use super::stop::Stop;

/// The strongly connected components of what is left of a graph: positions are in the same one exactly when each can be
/// reached from the other.
#[derive(Debug)]
pub(super) struct Components {
    /// A number for each position, 0 for those that were left out.
    numbers: Vec<u32>,
    /// Number of components of more than one position.
    pub(super) cyclic: usize,
    /// Number of positions in these components.
    pub(super) positions: usize,
}

/// A position on the path that is being searched.
struct Frame {
    node: u32,
    next_edge: u32,
    /// Whether nothing before it on the path has been reached from it.
    is_root: bool,
}

impl Components {
    /// Pearce's form of Tarjan's algorithm, which needs one number for a position, with a stack of its own instead of
    /// recursion. Positions that are not `open` are left out.
    pub(super) fn of(
        graph: &Graph,
        is_open: impl Fn(u32) -> bool,
        stop: &mut Stop<'_>,
    ) -> Result<Self, SolveError> {
        // While a position is being worked on, its number is the least of those it has reached; afterwards that of its
        // component, counted down from the top, so that it is never less than one of the first sort.
        let mut numbers = vec![0_u32; graph.len()];
        let (mut next, mut component) = (1, u32::MAX);
        let (mut path, mut pending) = (Vec::new(), Vec::new());
        let (mut cyclic, mut positions) = (0, 0);
        for start in 0..graph.len() as u32 {
            if numbers[start as usize] != 0 || !is_open(start) {
                continue;
            }
            let enter = |node: u32, numbers: &mut [u32], next: &mut u32| {
                numbers[node as usize] = *next;
                *next += 1;
                Frame { node, next_edge: graph.first_edges[node as usize], is_root: true }
            };
            path.push(enter(start, &mut numbers, &mut next));
            while let Some(frame) = path.last_mut() {
                stop.step()?;
                let node = frame.node as usize;
                if frame.next_edge < graph.first_edges[node + 1] {
                    let target = graph.targets[frame.next_edge as usize];
                    let number = numbers[target as usize];
                    if number == 0 {
                        if is_open(target) {
                            path.push(enter(target, &mut numbers, &mut next));
                        } else {
                            frame.next_edge += 1;
                        }
                        continue;
                    }
                    // Also when the target has just been left: its edge is looked at again.
                    if number < numbers[node] {
                        numbers[node] = number;
                        frame.is_root = false;
                    }
                    frame.next_edge += 1;
                    continue;
                }
                let is_root = frame.is_root;
                path.pop();
                if !is_root {
                    pending.push(node as u32);
                    continue;
                }
                let mut size = 1;
                while let Some(other) = pending.pop_if(|other| numbers[*other as usize] >= numbers[node]) {
                    numbers[other as usize] = component;
                    size += 1;
                }
                numbers[node] = component;
                component -= 1;
                next -= size;
                if size > 1 {
                    cyclic += 1;
                    positions += size as usize;
                }
            }
        }
        Ok(Self { numbers, cyclic, positions })
    }

    /// Whether play can go from one position to the other and back.
    pub(super) fn are_joined(&self, first: u32, second: u32) -> bool {
        self.numbers[first as usize] == self.numbers[second as usize]
    }
}
