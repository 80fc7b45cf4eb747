//! `pgn analyse --epd`: test suites.

mod output;
mod versus;

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use pgnkit::epd::RecordFormat;
use pgnkit::syntax::Code;
use pgnkit_analysis::EngineSetup;
use pgnkit_analysis::suite::{RunSuite, SuiteProgress, SuiteReport, SuiteRow, Summary, TestedEngine};
use pgnkit_archive::Kind;
use pgnkit_collections::ListForm;

use super::sources::{self, Sources, in_thousands, limit};
use crate::args::{AnalyseArgs, FALLBACK_EPD, MarkStyle, RuleName, ScopeArgs};
use crate::run::inputs::with_first_errors_and;
use crate::run::{Destination, Errors, Event, Run, Status, Stop, refused};
use crate::terminal::stderr_is_styled;
use output::Output;
use versus::Versus;

pub(super) fn run(mut args: AnalyseArgs) -> Status {
    args.common.fallback = FALLBACK_EPD;
    let output = match refusal(&args).map_or_else(|| Output::of(&args), Err) {
        Ok(output) => output,
        Err(message) => return refused(&message),
    };
    let engine = match sources::engine(&args) {
        Ok(engine) => engine,
        Err(fault) => return fault.show(stderr_is_styled(args.common.color)),
    };
    let opened =
        Sources::open(&args, engine).and_then(|sources| Ok((Versus::open(&args, &sources)?, sources)));
    let (versus, sources) = match opened {
        Ok(opened) => opened,
        Err(message) => return refused(&message),
    };
    let Some(mut run) = Run::new(&args.common, None) else { return Status::Failed };
    // With another record for each engine there is always one to search. Two engines take turns, so that no more searches run at once than are asked for.
    let jobs = sources.engines().max(1);
    let jobs = if versus.is_some() { jobs } else { jobs.saturating_add(jobs) };
    run.options.pipeline.jobs = jobs.try_into().unwrap_or(run.options.pipeline.jobs);
    let result = work(&mut run, &output, &sources, versus.as_ref());
    let failed = super::failed(&run);
    run.notice = None;
    let kept = versus.map_or(Status::Clean, |versus| versus.finish(&mut run));
    let kept = sources.finish(&mut run, result.is_ok()).max(kept);
    let status = run.finish(result.err().as_ref()).max(kept);
    if failed { status.max(Status::Unclean) } else { status }
}

/// An option that is about games, and is given.
fn refusal(args: &AnalyseArgs) -> Option<String> {
    let ScopeArgs { players, from_ply, until_won, skip_book, whole_game, keep_existing } = &args.scope;
    let given = [
        ("--only", players.is_some()),
        ("--from-ply", *from_ply != 1),
        ("--until-won", until_won.is_some()),
        ("--skip-book", *skip_book),
        ("--whole-game", *whole_game),
        ("--keep-existing", *keep_existing),
        ("--style", args.style != MarkStyle::Lichess),
        ("--line", args.line.is_some()),
        ("--with-depth", args.with_depth),
        ("--rule", args.rule != RuleName::Site),
        ("--in-place", args.in_place),
        ("--tablebases", !args.tablebases.is_empty()),
    ];
    if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
        return Some(format!("{option} is about games and has no effect with --epd"));
    }
    if args.evals.is_some() || args.engine.engine.as_deref() == Some("none") {
        return Some("--epd: a test suite is for an engine; give --engine its command".to_owned());
    }
    None
}

/// The engine with its limit and options.
fn tested(name: String, setup: &EngineSetup) -> TestedEngine {
    let options = setup.options.iter().map(|(name, value)| format!(", {name}={value}"));
    TestedEngine { name, settings: std::iter::once(limit(&setup.limits)).chain(options).collect() }
}

fn work(run: &mut Run<'_>, output: &Output, sources: &Sources, versus: Option<&Versus>) -> Result<(), Stop> {
    let progress = Arc::<SuiteProgress>::default();
    let evaluators: Vec<_> =
        std::iter::once(sources.evaluator()).chain(versus.map(Versus::evaluator)).collect();
    let engines = evaluators.iter().filter_map(|evaluator| evaluator.engines.as_ref());
    let engines: Vec<_> = engines.map(|engines| tested(engines.name(), engines.setup())).collect();
    run.notice = {
        let (progress, evaluators, started) =
            (Arc::clone(&progress), evaluators.clone(), std::time::Instant::now());
        Some(Arc::new(move || {
            let nodes: u64 = evaluators
                .iter()
                .filter_map(|evaluator| evaluator.engines.as_ref())
                .map(|engines| engines.figures().nodes)
                .sum();
            let (records, solved) = progress.done();
            let speed = nodes as f64 / started.elapsed().as_secs_f64().max(0.001);
            format!("{records} records, {solved} solved, {}", in_thousands(speed))
        }))
    };
    let writes = output.records.is_some().then_some(RecordFormat::Epd);
    let task = RunSuite { evaluators, writes, progress };
    let inputs = run.inputs_of(Kind::Positions);
    let has_names = inputs.len() > 1;
    let mut list = output
        .list
        .as_ref()
        .map(|(form, path)| List::create(*form, engines, path.as_deref(), has_names))
        .transpose()?;
    let mut records = output.records.as_ref().map(|path| Destination::create(path.as_deref())).transpose()?;
    let begun = list.as_mut().map_or(Ok(()), List::begin);
    let mut errors = Errors::default();
    let result = begun.and_then(|()| {
        run.all(with_first_errors_and(inputs, &[Code::UnanalysedPosition]), &task, |_, event| {
            let Event::Entries(input, numbers, mut done) = event else { return Ok(()) };
            errors.show(&input.name, numbers, &done);
            if let Some(records) = &mut records {
                records.write(&done.value.text)?;
            }
            if let Some(list) = &mut list {
                done.value.rows.iter_mut().for_each(|row| row.number += numbers.before_in_input);
                list.add(&input.name, &done.value.rows)?;
            }
            Ok(())
        })
    });
    let result = match records {
        Some(records) => records.finish(run, result),
        None => result,
    };
    match list {
        Some(list) => list.finish(run, result),
        None => result,
    }
}

/// The list of results on its way to an output.
struct List {
    report: SuiteReport,
    summary: Summary,
    out: Destination,
    /// The last file, where there are several.
    file: Option<String>,
}

impl List {
    fn create(
        form: ListForm,
        engines: Vec<TestedEngine>,
        path: Option<&Path>,
        has_names: bool,
    ) -> Result<Self, Stop> {
        let file = has_names.then(String::new).filter(|_| form == ListForm::Text);
        let report = SuiteReport { form, engines };
        Ok(Self { report, summary: Summary::default(), out: Destination::create(path)?, file })
    }

    fn begin(&mut self) -> Result<(), Stop> {
        self.write(|list, text| list.report.begin(text))
    }

    fn add(&mut self, file: &str, rows: &[SuiteRow]) -> Result<(), Stop> {
        if let Some(last) = self.file.as_mut().filter(|last| *last != file) {
            file.clone_into(last);
            self.out.write(format!("{}:\n", pgnkit::render::safe(file)).as_bytes())?;
        }
        for row in rows {
            self.summary.add(row);
            self.write(|list, text| list.report.add(file, row, text))?;
        }
        Ok(())
    }

    /// Writes so that it can be seen at once: the next record may take long.
    fn write(&mut self, append: impl FnOnce(&Self, &mut String)) -> Result<(), Stop> {
        let mut text = String::new();
        append(self, &mut text);
        self.out.write(text.as_bytes())?;
        Ok(self.out.flush()?)
    }

    fn finish(mut self, run: &mut Run<'_>, result: Result<(), Stop>) -> Result<(), Stop> {
        let result = result.and_then(|()| self.write(|list, text| list.report.end(&list.summary, text)));
        self.out.finish(run, result)
    }
}
