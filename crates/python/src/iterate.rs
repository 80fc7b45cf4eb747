//! Going through the moves of a game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use pgnkit::NodeId;
use pyo3::prelude::*;

use crate::game::Game;
use crate::moves::{Move, Shared};
use crate::node::Node;
use crate::position::{Position, State};

/// The places after the moves of a line.
#[pyclass(frozen, module = "pgnkit")]
pub(crate) struct Mainline {
    game: Py<Game>,
    /// The place before the first move.
    start: NodeId,
    /// The place before the next move.
    at: Mutex<NodeId>,
    /// Whether it is gone through: until then each loop goes through all.
    is_begun: AtomicBool,
}

impl Mainline {
    pub(crate) fn after(game: Py<Game>, id: NodeId) -> Self {
        Self { game, start: id, at: Mutex::new(id), is_begun: AtomicBool::new(false) }
    }
}

#[pymethods]
impl Mainline {
    fn __iter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        let line = slf.get();
        if line.is_begun.load(Ordering::Relaxed) {
            return Ok(slf);
        }
        let again = Self::after(line.game.clone_ref(slf.py()), line.start);
        again.is_begun.store(true, Ordering::Relaxed);
        Bound::new(slf.py(), again)
    }

    fn __next__(&self, py: Python<'_>) -> Option<Node> {
        self.is_begun.store(true, Ordering::Relaxed);
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        let next = self.game.get().look().node(*at)?.next()?.id();
        *at = next;
        Some(Node::new(self.game.clone_ref(py), next))
    }

    /// How many are left.
    fn __length_hint__(&self) -> usize {
        let at = *self.at.lock().unwrap_or_else(PoisonError::into_inner);
        self.game.get().look().node(at).map_or(0, |node| node.following().count())
    }
}

/// The moves of a main line with the positions after them.
#[pyclass(frozen, module = "pgnkit")]
pub(crate) struct Positions {
    game: Py<Game>,
    now: Mutex<(NodeId, State)>,
    /// Whether it is gone through: until then each loop goes through all.
    is_begun: AtomicBool,
}

impl Positions {
    pub(crate) fn of(game: Py<Game>) -> Self {
        let state = Game::state(&game.get().look());
        Self { game, now: Mutex::new((NodeId::ROOT, state)), is_begun: AtomicBool::new(false) }
    }
}

#[pymethods]
impl Positions {
    fn __iter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        let line = slf.get();
        if line.is_begun.load(Ordering::Relaxed) {
            return Ok(slf);
        }
        let again = Self::of(line.game.clone_ref(slf.py()));
        again.is_begun.store(true, Ordering::Relaxed);
        Bound::new(slf.py(), again)
    }

    fn __next__(&self) -> Option<(Shared, Position)> {
        self.is_begun.store(true, Ordering::Relaxed);
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let (id, state) = &mut *now;
        let document = self.game.get().look();
        let next = document.node(*id)?.next()?;
        let mut board = state.board();
        board.play(next.mv());
        *id = next.id();
        *state = State::new(board, state.mode);
        Some((Shared(Move::of(next.mv(), state.mode)), Position::new(*state)))
    }
}
