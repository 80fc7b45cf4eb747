//! An engine that follows the board of the reader.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pgnkit::chess::{Color, Position};
use pgnkit::command::Score;
use pgnkit_uci::{Line, LiveEngine, LiveEvent, LiveOptions, LiveQuestion};

use crate::analysis::{Analysis, EngineLine, EngineReport};
use crate::app::App;

/// Time between two looks at what the engine says.
const BETWEEN: Duration = Duration::from_millis(100);

/// An engine that analyses the position on the board when the user wants it.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// The engine.
    pub live: LiveOptions,
    /// Number of lines.
    pub lines: u16,
}

/// The latest words of the engine, until they are taken.
type News = Arc<Mutex<Option<Analysis>>>;

/// Has an engine follow the board of an [`App`]: it is started and ended as the user wants, and never waited for.
pub struct Follower {
    options: EngineOptions,
    live: Option<LiveEngine>,
    /// The position that it analyses.
    position: Option<Position>,
    news: News,
    looked: Option<Instant>,
    /// Engines that were turned off and have not ended yet.
    closing: Vec<LiveEngine>,
}

impl fmt::Debug for Follower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Follower").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Follower {
    /// The engine is started when the user wants it.
    pub fn new(options: EngineOptions) -> Self {
        Self { options, live: None, position: None, news: News::default(), looked: None, closing: Vec::new() }
    }

    /// Asks the engine about the position on the board, if it is another one than before, and shows what it has said. Whether there is
    /// something new to draw; ten times a second at most.
    pub fn follow(&mut self, app: &mut App) -> bool {
        self.closing.retain(|engine| !engine.is_closed());
        if !app.has_engine_on() {
            if let Some(live) = self.live.take() {
                live.close();
                self.closing.push(live);
            }
            self.position = None;
            return false;
        }
        let wanted = app.analysing();
        if wanted != self.position {
            self.position = wanted;
            match wanted {
                Some(position) => return self.search(position, app),
                None => self.live.iter().for_each(LiveEngine::stop),
            }
        }
        let Some(position) = self.position else { return false };
        if self.looked.is_some_and(|looked| looked.elapsed() < BETWEEN) {
            return false;
        }
        self.looked = Some(Instant::now());
        let found = self.news.lock().unwrap_or_else(PoisonError::into_inner).take();
        let is_news = found.is_some();
        found.into_iter().for_each(|found| app.analysed(position, found));
        is_news
    }

    fn search(&mut self, position: Position, app: &mut App) -> bool {
        if self.live.is_none() {
            match LiveEngine::new(self.options.live.clone()) {
                Ok(live) => self.live = Some(live),
                Err(error) => {
                    app.analysed(position, Analysis::Failed(format!("the engine has no thread: {error}")));
                    return true;
                }
            }
        }
        let (Some(live), Some((start, moves))) = (&self.live, app.way()) else { return false };
        let (turn, news) = (position.turn(), News::default());
        self.news = Arc::clone(&news);
        let question =
            LiveQuestion { start, moves, limits: pgnkit_uci::Limits::default(), lines: self.options.lines };
        let mut engine_name = String::new();
        live.search(question, move |event| {
            let found = match event {
                LiveEvent::Lines { engine, lines } => {
                    engine.clone_into(&mut engine_name);
                    analysed(&engine_name, lines, turn)
                }
                LiveEvent::Ended(Ok(analysis)) => analysed(&engine_name, &analysis.lines, turn),
                LiveEvent::Ended(Err(error)) => Analysis::Failed(error.to_string()),
                _ => return,
            };
            *news.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
        });
        app.analysed(position, Analysis::Working);
        true
    }

    /// Ends the engine, and waits for that, some seconds at most if it hangs. It is started again when it is needed.
    pub fn end(&mut self) {
        (self.live, self.position) = (None, None);
        self.closing.clear();
    }
}

fn analysed(engine: &str, lines: &[Line], turn: Color) -> Analysis {
    let first = lines.first();
    let nodes = lines.iter().filter_map(|line| line.nodes).max();
    let time = lines.iter().filter_map(|line| line.time).max().filter(|time| !time.is_zero());
    let nps = nodes.zip(time).map(|(nodes, time)| (nodes as f64 / time.as_secs_f64()) as u64);
    let lines =
        lines.iter().map(|line| EngineLine { score: for_white(line.score, turn), moves: line.moves.clone() });
    Analysis::Found(EngineReport {
        engine: engine.to_owned(),
        depth: first.map_or(0, |line| line.depth),
        nodes,
        nps,
        lines: lines.collect(),
    })
}

fn for_white(score: pgnkit_uci::Score, turn: Color) -> Score {
    match if turn == Color::White { score } else { score.reversed() } {
        pgnkit_uci::Score::Centipawns(number) => Score::Pawns(f64::from(number) / 100.0),
        pgnkit_uci::Score::Mate(moves) => Score::Mate(moves),
    }
}
