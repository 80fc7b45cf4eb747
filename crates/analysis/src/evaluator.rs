//! Evaluations from wherever there are some: those of this run, a cache, ready ones, an engine.

use std::collections::HashMap;
use std::fmt;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pgnkit_evals::{Evals, EvalsError};
use pgnkit_uci::EngineError;

use crate::cache::{Cache, CacheError};
use crate::engines::Engines;
use crate::evaluated::Evaluated;
use crate::query::Query;

/// The reason for which a position has no evaluation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The engine failed twice.
    Engine(EngineError),
    /// Ready evaluations cannot be read.
    Evals(Arc<EvalsError>),
    /// The cache cannot be read.
    Cache(Arc<CacheError>),
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::Evals(error) => error.fmt(f),
            Self::Cache(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EvaluationError {}

/// An evaluation, if there is any source that has one.
pub type Evaluation = Result<Option<Arc<Evaluated>>, EvaluationError>;

/// All sources of evaluations, which threads share. A position that is asked for while it is searched is not searched again.
#[derive(Debug, Default)]
pub struct Evaluator {
    /// Engines, which are asked last.
    pub engines: Option<Engines>,
    /// Ready evaluations, which are asked first.
    pub evals: Option<Evals>,
    /// Analyses of runs before.
    pub cache: Option<Arc<Cache>>,
    known: Arc<Mutex<Memory>>,
}

/// Positions of this run that are kept in memory.
const KEPT: usize = 1 << 16;

#[derive(Debug, Default)]
struct Memory {
    /// Those that are searched, and who waits for them.
    searched: HashMap<String, Vec<Sender<Answer>>>,
    /// Those that were asked for last, and before that.
    recent: HashMap<String, Arc<Evaluated>>,
    former: HashMap<String, Arc<Evaluated>>,
}

type Answer = Result<Arc<Evaluated>, EngineError>;

impl Memory {
    fn get(&mut self, key: &str) -> Option<Arc<Evaluated>> {
        if let Some(found) = self.recent.get(key) {
            return Some(Arc::clone(found));
        }
        let found = Arc::clone(self.former.get(key)?);
        self.keep(key.to_owned(), Arc::clone(&found));
        Some(found)
    }

    fn keep(&mut self, key: String, evaluated: Arc<Evaluated>) {
        if self.recent.len() >= KEPT / 2 {
            self.former = std::mem::take(&mut self.recent);
        }
        self.recent.insert(key, evaluated);
    }
}

/// An evaluation that is there, or comes.
#[derive(Debug)]
pub struct Pending(State);

#[derive(Debug)]
enum State {
    Known(Evaluation),
    Searched(Receiver<Answer>),
}

impl Pending {
    /// Waits for it.
    ///
    /// # Errors
    /// When the engine fails twice, or a source cannot be read.
    pub fn wait(self) -> Evaluation {
        match self.0 {
            State::Known(evaluation) => evaluation,
            State::Searched(receiver) => match receiver.recv() {
                Ok(answer) => answer.map(Some).map_err(EvaluationError::Engine),
                // The engines have ended before.
                Err(_) => Err(EvaluationError::Engine(EngineError::Cancelled)),
            },
        }
    }
}

impl Evaluator {
    /// Asks for the evaluation of a position; whoever waits for it may ask for others first.
    pub fn ask(&self, query: &Query) -> Pending {
        let known = |evaluation| Pending(State::Known(evaluation));
        match self.ready(query) {
            Ok(None) => {}
            ready => return known(ready.map(|found| found.map(Arc::new))),
        }
        let Some(engines) = &self.engines else { return known(Ok(None)) };
        let key = query.key();
        let (sender, receiver) = mpsc::channel();
        {
            let mut state = lock(&self.known);
            if let Some(found) = state.get(&key) {
                return known(Ok(Some(found)));
            }
            if let Some(waiting) = state.searched.get_mut(&key) {
                waiting.push(sender);
                return Pending(State::Searched(receiver));
            }
            // Nobody else looks for it from here on.
            state.searched.insert(key.clone(), vec![sender]);
        }
        match self.cache.as_ref().map_or(Ok(None), |cache| cache.get(query)) {
            Ok(None) => {}
            Ok(Some(found)) => {
                answer(&self.known, key, Ok(Arc::new(found)));
                return Pending(State::Searched(receiver));
            }
            Err(error) => {
                lock(&self.known).searched.remove(&key);
                return known(Err(EvaluationError::Cache(Arc::new(error))));
            }
        }
        let (known, cache, asked) = (Arc::clone(&self.known), self.cache.clone(), query.clone());
        engines.search(query.clone(), move |result| {
            let result = result.map(|analysis| Arc::new(Evaluated::of_engine(analysis)));
            if let (Some(cache), Ok(evaluated)) = (&cache, &result)
                && !evaluated.is_ended
            {
                cache.put(&asked, evaluated);
            }
            answer(&known, key, result);
        });
        Pending(State::Searched(receiver))
    }

    /// The ready evaluation of a position.
    fn ready(&self, query: &Query) -> Result<Option<Evaluated>, EvaluationError> {
        let Some(evals) = &self.evals else { return Ok(None) };
        let position = query.position();
        let found = evals.get(position).map_err(|error| EvaluationError::Evals(Arc::new(error)))?;
        Ok(found.map(|found| Evaluated::of_evals(&found, position.turn())))
    }
}

fn lock(known: &Mutex<Memory>) -> MutexGuard<'_, Memory> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Hands an answer to all who wait for it, and keeps it.
fn answer(known: &Mutex<Memory>, key: String, answer: Answer) {
    let mut state = lock(known);
    let waiting = state.searched.remove(&key).unwrap_or_default();
    if let Ok(evaluated) = &answer {
        state.keep(key, Arc::clone(evaluated));
    }
    drop(state);
    for sender in waiting {
        // Who no longer waits does not want it.
        let _ = sender.send(answer.clone());
    }
}
