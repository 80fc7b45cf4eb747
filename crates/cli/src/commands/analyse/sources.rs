//! The sources of evaluations: engine, cache, ready evaluations.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use pgnkit_analysis::{Cache, EngineSetup, Engines, Evaluator, Figures, Progress};
use pgnkit_uci::Limits;

use crate::args::{AnalyseArgs, SearchArgs};
use crate::engine::{self, EngineFault, EngineSettings};
use crate::run::{Notice, Run, Status, interrupt, say};

/// The sources of evaluations of a run.
pub(super) struct Sources {
    evaluator: Arc<Evaluator>,
    cache: Option<Arc<Cache>>,
    /// A cache that goes when the output is complete.
    temporary: Option<PathBuf>,
    annotator: String,
    started: Instant,
}

impl Sources {
    /// Opens all of them, and starts the engines.
    pub(super) fn open(args: &AnalyseArgs, engine: Option<EngineSettings>) -> Result<Self, String> {
        let mut evaluator = Evaluator::default();
        if let Some(path) = &args.evals {
            evaluator.evals = Some(crate::commands::evals::open(path)?);
        }
        let temporary = args.output.as_deref().filter(|_| args.resume).map(beside);
        let cache_path = args.cache.as_deref().or(temporary.as_deref());
        let mut annotator = String::new();
        let mut cache = None;
        match engine {
            Some(engine) => {
                let setup = setup(engine, args);
                let count = args
                    .common
                    .jobs
                    .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
                let engines = Engines::start(setup, count).map_err(|error| format!("--engine: {error}"))?;
                annotator = format!("{}, {}", engines.name(), limit(&engines.setup().limits));
                if let Some(path) = cache_path {
                    let open = || {
                        crate::run::outputs::permit(path).map_err(|error| error.to_string())?;
                        Cache::open(path, &engines.identity())
                            .map_err(|error| format!("{}: {error}", path.display()))
                    };
                    cache = Some(Arc::new(open()?));
                }
                let stopper = engines.stopper();
                interrupt::before_end(move || stopper.stop());
                evaluator.engines = Some(engines);
            }
            None => {
                if let Some(option) = without_engine(args) {
                    return Err(format!("{option} has no effect without an engine"));
                }
            }
        }
        evaluator.cache.clone_from(&cache);
        Ok(Self { evaluator: Arc::new(evaluator), cache, temporary, annotator, started: Instant::now() })
    }

    /// Number of engines.
    pub(super) fn engines(&self) -> usize {
        self.evaluator.engines.as_ref().map_or(0, Engines::len)
    }

    /// The analyses of runs before.
    pub(super) fn cache(&self) -> Option<&Cache> {
        self.cache.as_deref()
    }

    pub(super) fn evaluator(&self) -> Arc<Evaluator> {
        Arc::clone(&self.evaluator)
    }

    /// The engine with its limit, for the tag `Annotator`.
    pub(super) fn annotator(&self) -> String {
        self.annotator.clone()
    }

    /// The progress of an engine's work.
    pub(super) fn notice(&self, progress: Arc<Progress>) -> Option<Notice> {
        self.evaluator.engines.as_ref()?;
        let (evaluator, started) = (self.evaluator(), self.started);
        Some(Arc::new(move || {
            let figures = evaluator.engines.as_ref().map(Engines::figures).unwrap_or_default();
            let (games, seconds) = (progress.games(), started.elapsed().as_secs_f64().max(0.001));
            let speed = figures.nodes as f64 / seconds;
            let games = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
            format!("{games}, {} positions, {}", figures.positions, in_thousands(speed))
        }))
    }

    /// Ends engines and cache, and says what was not as it should be.
    pub(super) fn finish(self, run: &mut Run<'_>, is_complete: bool) -> Status {
        let Self { evaluator, cache, temporary, .. } = self;
        let figures = evaluator.engines.as_ref().map(Engines::figures).unwrap_or_default();
        say_faults("the engine", &figures);
        // The engines end first, since they write to the cache.
        drop(evaluator);
        let Some(cache) = cache.and_then(Arc::into_inner) else { return Status::Clean };
        if let Err(error) = cache.finish() {
            run.fail(&format_args!("the cache is not complete: {error}"));
            return Status::Failed;
        }
        if let Some(path) = temporary.filter(|_| is_complete && run.ledger.failures == 0) {
            let _ = std::fs::remove_file(path);
        }
        Status::Clean
    }
}

/// Says what an engine, which is called so, has not done as it should.
pub(super) fn say_faults(engine: &str, figures: &Figures) {
    if figures.interrupted > 0 {
        say(&format_args!(
            "searches of {engine} that did not end by their limit: {}; they can have other results again, and an engine that does not know --nodes may know --depth",
            figures.interrupted
        ));
    }
    if figures.restarts > 0 {
        say(&format_args!("{engine} failed {}, and was started anew", times(figures.restarts)));
    }
    if figures.failures > 0 {
        let positions = figures.failures;
        let text = if positions == 1 {
            "one position has".to_owned()
        } else {
            format!("{positions} positions have")
        };
        say(&format_args!("{text} no evaluation, since {engine} failed"));
    }
}

/// The cache of a run that can go on later.
fn beside(output: &Path) -> PathBuf {
    let mut name = output.to_owned().into_os_string();
    name.push(".analyses");
    name.into()
}

/// The engine; `None` if there is to be none.
pub(super) fn engine(args: &AnalyseArgs) -> Result<Option<EngineSettings>, EngineFault> {
    match args.engine.engine.as_deref() {
        Some("none") => Ok(None),
        None if args.evals.is_some() || !args.tablebases.is_empty() => engine::settings(&args.engine, true),
        _ => engine::required(&args.engine).map(Some),
    }
}

pub(super) fn setup(engine: EngineSettings, args: &AnalyseArgs) -> EngineSetup {
    let mut setup = EngineSetup::new(engine.command, args.search.limits());
    setup.multipv = args.multipv;
    setup.options = engine.options;
    setup.options.extend(args.search.options());
    setup
}

/// The limit of a search in words.
pub(super) fn limit(limits: &Limits) -> String {
    match limits {
        Limits { depth: Some(depth), .. } => format!("depth {depth}"),
        Limits { movetime: Some(time), .. } => format!("{} ms", time.as_millis()),
        Limits { nodes, .. } => format!("{} nodes", nodes.unwrap_or_default()),
    }
}

/// An option that is for an engine and is given.
fn without_engine(args: &AnalyseArgs) -> Option<&'static str> {
    let SearchArgs { hash, nodes, depth, movetime } = &args.search;
    let given = [
        ("--engine-option", !args.engine.engine_option.is_empty()),
        ("--hash", hash.is_some()),
        ("--nodes", nodes.is_some()),
        ("--depth", depth.is_some()),
        ("--movetime", movetime.is_some()),
        ("--multipv", args.multipv != 1),
        ("--cache", args.cache.is_some()),
        ("--resume", args.resume),
    ];
    given.into_iter().find_map(|(name, is_given)| is_given.then_some(name))
}

fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

pub(super) fn in_thousands(speed: f64) -> String {
    if speed < 1e6 { format!("{:.0} kn/s", speed / 1e3) } else { format!("{:.1} Mn/s", speed / 1e6) }
}
