//! The other engine of a comparison.

use std::sync::Arc;

use pgnkit_analysis::{Cache, Engines, Evaluator};
use pgnkit_uci::EngineCommand;

use super::super::sources::{Sources, say_faults, setup};
use crate::args::AnalyseArgs;
use crate::engine::EngineSettings;
use crate::run::{Run, Status, interrupt};

/// The other engine, with its analyses of runs before.
pub(super) struct Versus {
    evaluator: Arc<Evaluator>,
    cache: Option<Arc<Cache>>,
}

impl Versus {
    /// Starts it, if it is asked for: as many processes as there are of the first one, and with the same limits.
    pub(super) fn open(args: &AnalyseArgs, sources: &Sources) -> Result<Option<Self>, String> {
        let Some(text) = &args.suite.versus else { return Ok(None) };
        let command: EngineCommand = text.parse().map_err(|error| format!("--versus: {error}"))?;
        let engine =
            EngineSettings { command, options: args.suite.versus_option.clone(), lines: args.multipv };
        let engines = Engines::start(setup(engine, args), sources.engines())
            .map_err(|error| format!("--versus: {error}"))?;
        let cache = sources.cache().map(|cache| cache.with_settings(&engines.identity()));
        let cache = cache.transpose().map_err(|error| format!("--cache: {error}"))?.map(Arc::new);
        let stopper = engines.stopper();
        interrupt::before_end(move || stopper.stop());
        let mut evaluator = Evaluator::default();
        evaluator.engines = Some(engines);
        evaluator.cache.clone_from(&cache);
        Ok(Some(Self { evaluator: Arc::new(evaluator), cache }))
    }

    pub(super) fn evaluator(&self) -> Arc<Evaluator> {
        Arc::clone(&self.evaluator)
    }

    /// Ends engine and cache, and says what was not as it should be.
    pub(super) fn finish(self, run: &mut Run<'_>) -> Status {
        let Self { evaluator, cache } = self;
        say_faults("engine 2", &evaluator.engines.as_ref().map(Engines::figures).unwrap_or_default());
        // The engines end first, since they write to the cache.
        drop(evaluator);
        let Some(cache) = cache.and_then(Arc::into_inner) else { return Status::Clean };
        if let Err(error) = cache.finish() {
            run.fail(&format_args!("the cache is not complete: {error}"));
            return Status::Failed;
        }
        Status::Clean
    }
}
