//! One search, from `go` to `bestmove`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::analysis::{Analysis, Interruption, Line};
use crate::engine::{Engine, after, is_over};
use crate::error::{EngineError, Stage};
use crate::gather::{Gatherer, read_move};
use crate::info::Message;
use crate::limits::Limits;
use crate::root::Root;
use crate::score::Score;

/// An engine that has searched so many times the limit of nodes, and so many nodes more, does not know the limit.
const NODES_EXCEEDED: (u64, u64) = (4, 100_000);

impl Engine {
    /// Searches a position for so many lines, at least 1, until a limit is reached.
    ///
    /// While `cancel` is true, or once it becomes so, the engine is stopped: the result is [`EngineError::Cancelled`], or, if the search
    /// has no limit, the lines so far. Setting options and loading tables before the search is not cancelled.
    ///
    /// # Errors
    ///
    /// [`EngineError::InvalidValue`], [`EngineError::UnknownOption`] (more than one line of an engine without `MultiPV`) and
    /// [`EngineError::NoVariant`] before the search; after them the engine goes on. [`EngineError::IllegalBestMove`] and
    /// [`EngineError::NoScore`] too, but an engine that does that is better restarted.
    /// [`EngineError::NotReady`], [`EngineError::Ended`], [`EngineError::NoBestMove`]: the process is gone. It is gone after
    /// [`EngineError::Cancelled`] as well if it did not stop within [`Timeouts::stop`](crate::Timeouts::stop).
    pub fn search(
        &mut self,
        root: &Root<'_>,
        limits: &Limits,
        multipv: u16,
        cancel: &AtomicBool,
    ) -> Result<Analysis, EngineError> {
        self.search_with(root, limits, multipv, cancel, |_| {})
    }

    /// Like [`Engine::search`], and shows the lines each time when all of them are known to another depth, or anew.
    ///
    /// # Errors
    ///
    /// As [`Engine::search`].
    pub fn search_with(
        &mut self,
        root: &Root<'_>,
        limits: &Limits,
        multipv: u16,
        cancel: &AtomicBool,
        mut show: impl FnMut(&[Line]),
    ) -> Result<Analysis, EngineError> {
        limits.check(root)?;
        if multipv == 0 {
            return Err(EngineError::InvalidValue {
                name: crate::engine::MULTI_PV.to_owned(),
                value: "0".to_owned(),
                expected: "a number from 1".to_owned(),
            });
        }
        if !root.position().has_legal_move() {
            return Ok(Analysis::of_ended(root.position()));
        }
        self.set_rules(root.start())?;
        self.set_multipv(multipv)?;
        self.get_ready()?;
        if let Some(process) = &self.process {
            process.drain();
        }
        self.send(&root.command())?;
        self.send(&limits.command(root.mode()))?;

        let is_searched = |mv: &_| limits.searchmoves.is_empty() || limits.searchmoves.contains(mv);
        let possible = root.position().legal_moves().iter().filter(|mv| is_searched(mv)).count();
        let mut gatherer =
            Gatherer::new(root.position(), &limits.searchmoves, usize::from(multipv).min(possible));
        let started = Instant::now();
        let (best, ponder, interrupted) = self.follow(limits, cancel, &mut gatherer, &mut show)?;
        if interrupted == Some(Interruption::Cancelled) && !limits.is_infinite() {
            return Err(EngineError::Cancelled);
        }
        let Some(best_move) = read_move(root.position(), &best).filter(is_searched) else {
            return Err(EngineError::IllegalBestMove { text: best, fen: root.position().to_string() });
        };
        let (lines, missing) = gatherer.lines();
        let Some(first) = lines.first() else {
            return Err(EngineError::NoScore { fen: root.position().to_string() });
        };
        let next = root.position().after(best_move);
        let is_early = possible > 1 && ended_early(limits, first, gatherer.nodes);
        let interrupted = interrupted.or(is_early.then_some(Interruption::EndedEarly));
        Ok(Analysis {
            depth: first.depth,
            lines,
            missing,
            best_move: Some(best_move),
            ponder: ponder.and_then(|text| read_move(&next, &text)),
            nodes: gatherer.nodes,
            time: gatherer.time.unwrap_or_else(|| started.elapsed()),
            nps: gatherer.nps,
            choices: gatherer.choices(best_move),
            interrupted,
            ..Analysis::empty()
        })
    }

    /// Reads until `bestmove`: the best move, the answer to it, and why the search was stopped.
    fn follow(
        &mut self,
        limits: &Limits,
        cancel: &AtomicBool,
        gatherer: &mut Gatherer<'_>,
        show: &mut impl FnMut(&[Line]),
    ) -> Result<(String, Option<String>, Option<Interruption>), EngineError> {
        let waited = self.timeouts.search.saturating_add(limits.movetime.unwrap_or_default());
        let mut deadline = if limits.is_infinite() { None } else { after(waited) };
        let most_nodes =
            limits.nodes.map(|nodes| nodes.saturating_mul(NODES_EXCEEDED.0).saturating_add(NODES_EXCEEDED.1));
        let mut interrupted = None;
        loop {
            let why = if cancel.load(Ordering::Acquire) {
                Some(Interruption::Cancelled)
            } else if is_over(deadline) {
                Some(Interruption::TimedOut)
            } else if most_nodes.is_some_and(|most| gatherer.nodes.is_some_and(|nodes| nodes > most)) {
                Some(Interruption::NodesExceeded)
            } else {
                None
            };
            match (interrupted, why) {
                (None, Some(_)) => {
                    self.send("stop")?;
                    interrupted = why;
                    deadline = after(self.timeouts.stop);
                }
                (Some(why), _) if is_over(deadline) => {
                    let hangs = |last_words| match why {
                        Interruption::Cancelled => EngineError::Cancelled,
                        _ => EngineError::NoBestMove { waited, last_words },
                    };
                    return Err(self.give_up(hangs));
                }
                _ => {}
            }
            let Some(line) = self.receive(deadline, Stage::Search)? else { continue };
            match Message::parse(&line) {
                Message::Info(info) => {
                    let is_whole = gatherer.take(&info);
                    if is_whole {
                        show(&gatherer.lines().0);
                    }
                }
                Message::BestMove { text, ponder } => {
                    return Ok((text.to_owned(), ponder.map(str::to_owned), interrupted));
                }
                _ => {}
            }
        }
    }
}

/// Depth at which a search of few pieces is at its end.
const DEEP: u32 = 40;

/// Whether an engine ended long before a limit of nodes, which is the only one, without a reason.
fn ended_early(limits: &Limits, line: &Line, nodes: Option<u64>) -> bool {
    let is_only = Limits { searchmoves: Vec::new(), ..limits.clone() }
        == Limits { nodes: limits.nodes, ..Limits::default() };
    let has_reason = matches!(line.score, Score::Mate(_)) || line.depth >= DEEP;
    let is_less = |limit: u64| limit >= 1000 && nodes.is_some_and(|nodes| nodes < limit / 10);
    is_only && !has_reason && limits.nodes.is_some_and(is_less)
}
