//! Positions analysed by engines while the client looks on: so many at a time, each for so long, and none for a client that has gone away.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::body::Bytes;
use pgnkit_chess::{ChessMode, Color, Move, Position};
use pgnkit_uci::{EngineError, Limits, Line, LiveEngine, LiveEvent, LiveOptions, LiveQuestion};
use tokio::sync::{mpsc, watch};
use tokio::time;

use crate::evaluation::Score;
use crate::gate::{Gate, Pass};
use crate::json::Object;
use crate::question::AnalysisQuestion;

/// Half-moves of a line that are sent.
const MOVES: usize = 40;
/// The time between two parts of an answer.
const BETWEEN: Duration = Duration::from_millis(100);
/// The time that a question waits for an engine: a client that goes to the next position gives the engine back in the next moment.
const WAIT: Duration = Duration::from_secs(1);
/// Questions that wait for each engine.
const QUEUE: usize = 4;

/// The engines of a server, for `/api/analysis`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EngineOptions {
    /// The engine, which is started when it is needed.
    pub live: LiveOptions,
    /// The number of engines, at least 1: so many positions are analysed at the same time. Others are refused, with status 503.
    pub engines: usize,
    /// The number of lines of moves that are given if a question names none, from 1 to 5.
    pub lines: u16,
    /// The time that a position is analysed.
    pub time: Duration,
    /// Positions that are searched at most, if there is such a limit.
    pub nodes: Option<u64>,
}

impl EngineOptions {
    /// One engine, with three lines and a minute for each position.
    #[must_use]
    pub const fn new(live: LiveOptions) -> Self {
        Self { live, engines: 1, lines: 3, time: Duration::from_secs(60), nodes: None }
    }
}

/// The engines that there are.
pub(crate) struct Analyses {
    options: EngineOptions,
    gate: Gate,
    idle: Mutex<Vec<LiveEngine>>,
}

impl Analyses {
    pub(crate) fn new(options: EngineOptions) -> Arc<Self> {
        let engines = options.engines.max(1);
        Arc::new(Self { gate: Gate::new(engines, QUEUE * engines, WAIT), idle: Mutex::default(), options })
    }

    pub(crate) fn lines(&self) -> u16 {
        self.options.lines
    }

    /// Begins to analyse a position; `None` if all engines are at work.
    pub(crate) async fn begin(self: &Arc<Self>, question: AnalysisQuestion) -> Option<Session> {
        let pass = self.gate.enter().await?;
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let engine = match idle {
            Some(engine) => engine,
            None => LiveEngine::new(self.options.live.clone()).ok()?,
        };
        let (news, updates) = watch::channel(Update::default());
        let AnalysisQuestion { start, moves, position, lines } = question;
        let limits = Limits { nodes: self.options.nodes, ..Limits::movetime(self.options.time) };
        engine.search(LiveQuestion { start, moves, limits, lines }, move |event| {
            news.send_modify(|update| update.take(event))
        });
        Some(Session { position, updates, engine: Some(engine), analyses: Arc::clone(self), _pass: pass })
    }

    /// Ends the engines that have nothing to do, and waits for it.
    pub(crate) fn end_idle(&self) {
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        idle.iter().for_each(LiveEngine::close);
    }
}

/// The words of an engine so far. Only the last of it is kept, so that nobody who reads slowly holds anybody up.
#[derive(Clone, Debug, Default)]
struct Update {
    engine: String,
    lines: Vec<Line>,
    end: Option<Result<(), EngineError>>,
}

impl Update {
    fn take(&mut self, event: LiveEvent<'_>) {
        match event {
            LiveEvent::Lines { engine, lines } => {
                engine.clone_into(&mut self.engine);
                lines.clone_into(&mut self.lines);
            }
            LiveEvent::Ended(Ok(analysis)) => {
                self.lines.clone_from(&analysis.lines);
                self.end = Some(Ok(()));
            }
            LiveEvent::Ended(Err(error)) => self.end = Some(Err(error.clone())),
            _ => {}
        }
    }
}

/// A position that is analysed. Dropped, its engine is stopped, and free for others.
pub(crate) struct Session {
    position: Position,
    updates: watch::Receiver<Update>,
    engine: Option<LiveEngine>,
    analyses: Arc<Analyses>,
    _pass: Pass,
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.stop();
            self.analyses.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        }
    }
}

impl Session {
    /// Sends what the engine says, a line of JSON each time, until its end. The failure of an engine is given back, for the log.
    pub(crate) async fn send(mut self, out: &mpsc::Sender<Bytes>) -> Option<EngineError> {
        // Without a sender the engine has been closed.
        while self.updates.changed().await.is_ok() {
            let update = self.updates.borrow_and_update().clone();
            let line = self.json(&update);
            if out.send(line.into()).await.is_err() {
                return None;
            }
            if let Some(end) = update.end {
                return end.err();
            }
            time::sleep(BETWEEN).await;
        }
        None
    }

    fn json(&self, update: &Update) -> String {
        let mut out = Object::begin(String::with_capacity(1024));
        let first = update.lines.first();
        if !update.engine.is_empty() {
            out.text("engine", &update.engine);
        }
        out.number("depth", first.map_or(0, |line| line.depth));
        let nodes = update.lines.iter().filter_map(|line| line.nodes).max();
        let time = update.lines.iter().filter_map(|line| line.time).max();
        if let Some(nodes) = nodes {
            out.number("nodes", nodes);
        }
        if let Some((nodes, time)) = nodes.zip(time).filter(|(_, time)| !time.is_zero()) {
            out.number("nps", (nodes as f64 / time.as_secs_f64()) as u64);
        }
        let turn = self.position.turn();
        out.list("lines", &update.lines, |out, line| {
            out.score(for_white(line.score, turn));
            let moves = &line.moves[..line.moves.len().min(MOVES)];
            let uci = moves.iter().map(|mv| mv.to_uci(ChessMode::Chess960).as_str().to_owned());
            out.text("moves", &uci.collect::<Vec<_>>().join(" "));
            out.text("san", &in_san(&self.position, moves));
        });
        let is_over = !self.position.has_legal_move();
        match &update.end {
            None => {}
            Some(Ok(())) if is_over => out.text("end", &self.position.status().to_string()),
            Some(Ok(())) => out.text("end", "the search is over"),
            Some(Err(EngineError::NoVariant { variant, .. })) => {
                out.text("error", &format!("the engine does not play {variant}"));
            }
            // The rest can have paths and names of this machine in it.
            Some(Err(_)) => out.text("error", "the engine has failed"),
        }
        out.end() + "\n"
    }
}

fn for_white(score: pgnkit_uci::Score, turn: Color) -> Score {
    match if turn == Color::White { score } else { score.reversed() } {
        pgnkit_uci::Score::Centipawns(number) => Score::Centipawns(number),
        pgnkit_uci::Score::Mate(moves) => Score::Mate(moves),
    }
}

/// Moves in SAN, with their numbers.
fn in_san(position: &Position, moves: &[Move]) -> String {
    let mut at = *position;
    let mut text = String::new();
    for (ply, mv) in moves.iter().enumerate() {
        // Writing to memory cannot fail.
        let _ = match at.turn() {
            Color::White => write!(text, "{}. ", at.fullmove_number()),
            Color::Black if ply == 0 => write!(text, "{}... ", at.fullmove_number()),
            Color::Black => Ok(()),
        };
        let _ = write!(text, "{} ", at.san(*mv));
        at.play(*mv);
    }
    text.truncate(text.trim_end().len());
    text
}
