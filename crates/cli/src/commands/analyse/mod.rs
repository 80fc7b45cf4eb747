//! `pgn analyse`: games get scores and judgements, from engines, ready evaluations, or the games themselves.

#[cfg(feature = "columns")]
mod columns;
mod output;
mod rows;
mod sources;
mod suite;

use std::path::PathBuf;
use std::sync::Arc;

use pgnkit::Export;

use pgnkit_analysis::{
    AnalyseGames, GivenMoves, Grading, LICHESS_LINE, ListCandidates, Marks, Progress, Scope, Style, Tag,
};
use pgnkit_archive::Kind;
use pgnkit_archive::output::PgnText;
use pgnkit_archive::task::Rewrite;
use pgnkit_collections::eco::Book;
use pgnkit_collections::judgement::{Curve, Rule};
use pgnkit_tablebases::{TablebaseError, Tablebases};

use output::Output;
use sources::Sources;

use super::rewrite;
use crate::args::{AnalyseArgs, FALLBACK_PGN, MarkStyle, RuleName, ScopeArgs};
use crate::run::{Run, Status, refused};
use crate::terminal::stderr_is_styled;

pub(crate) fn run(mut args: AnalyseArgs) -> Status {
    if args.suite.epd {
        return suite::run(args);
    }
    args.common.fallback = FALLBACK_PGN;
    let tags = match args.form.tags.take().map_or(Ok(Vec::new()), |tags| parse_tags(&tags)) {
        Ok(tags) => tags,
        Err(message) => return refused(&message),
    };
    let output = match Output::of(&args) {
        Ok(output) => output,
        Err(message) => return refused(&message),
    };
    if let (Output::Rows(_), false) = (&output, args.tablebases.is_empty()) {
        return refused(&"--tablebases has no effect with rows of candidates");
    }
    let tablebases = match tablebases(&args.tablebases) {
        Ok(tablebases) => tablebases,
        Err(error) => return refused(&format_args!("--tablebases: {error}")),
    };
    let engine = match sources::engine(&args) {
        Ok(engine) => engine,
        Err(fault) => return fault.show(stderr_is_styled(args.common.color)),
    };
    let sources = match Sources::open(&args, engine) {
        Ok(sources) => sources,
        Err(message) => return refused(&message),
    };
    let Some(mut run) = Run::new(&args.common, None) else { return Status::Failed };
    // A game waits for its positions most of the time: with another one for each engine there is always one to search.
    let jobs = sources.engines().max(1);
    run.options.pipeline.jobs = jobs.saturating_add(jobs).try_into().unwrap_or(run.options.pipeline.jobs);
    let progress = Arc::<Progress>::default();
    run.notice = sources.notice(Arc::clone(&progress));
    let (scope, grading, evaluator) = (scope(&args.scope), grading(&args), sources.evaluator());
    let inputs = |run: &mut Run<'_>| run.inputs_of(Kind::Games);
    let result = match output {
        Output::Rows(form) => {
            let task = ListCandidates { evaluator, scope, grading, progress };
            rows::write(&mut run, &task, &form, args.output.as_deref(), inputs)
        }
        Output::Games(form) => {
            let step = AnalyseGames {
                evaluator,
                scope,
                grading,
                marks: marks(&args, tags, &sources),
                tablebases,
                adjudicate: args.adjudicate,
                progress,
            };
            let mut task =
                form.map_or_else(|| Rewrite::new(Box::new(PgnText(Export::default()))), |form| form.task());
            // Before what the format does with annotations.
            task.steps.insert(0, Box::new(step));
            let task = task.in_place(args.in_place);
            if args.in_place {
                let inputs = inputs(&mut run);
                rewrite::in_place(&mut run, &task, "analysed", inputs)
            } else {
                rewrite::to_output(&mut run, &task, args.output.as_deref(), inputs)
            }
        }
    };
    let failed = failed(&run);
    run.notice = None;
    let kept = sources.finish(&mut run, result.is_ok());
    let status = run.finish(result.err().as_ref()).max(kept);
    if failed { status.max(Status::Unclean) } else { status }
}

/// Opens the tablebases of some directories, if there are any.
fn tablebases(folders: &[PathBuf]) -> Result<Option<Arc<Tablebases>>, TablebaseError> {
    if folders.is_empty() { Ok(None) } else { Tablebases::open(folders).map(Arc::new).map(Some) }
}

/// Whether a position has no evaluation that should have one.
fn failed(run: &Run<'_>) -> bool {
    let positions = run.ledger.account.tallies.get("positions");
    positions.is_some_and(|counts| counts.iter().any(|(name, count)| *name == "failed" && *count > 0))
}

fn parse_tags(names: &[String]) -> Result<Vec<Tag>, String> {
    let tag = |name: &String| match name.trim() {
        "accuracy" => Ok(Tag::Accuracy),
        "acpl" => Ok(Tag::Acpl),
        "annotator" => Ok(Tag::Annotator),
        other => Err(format!("--tags {other}: expected accuracy, acpl or annotator")),
    };
    names.iter().map(tag).collect()
}

fn scope(args: &ScopeArgs) -> Scope {
    Scope {
        players: args.players.clone().unwrap_or_default(),
        from_ply: args.from_ply,
        until_won: args.until_won,
        skip_book: args.skip_book.then(Book::lichess),
        moves: if args.whole_game { GivenMoves::All } else { GivenMoves::SinceIrreversible },
        keep_existing: args.keep_existing,
    }
}

fn grading(args: &AnalyseArgs) -> Grading {
    let rule = match args.rule {
        RuleName::Site => Rule::Site,
        RuleName::Files => Rule::Files,
    };
    Grading { rule, curve: Curve::default() }
}

fn marks(args: &AnalyseArgs, tags: Vec<Tag>, sources: &Sources) -> Marks {
    let (style, line) = match args.style {
        MarkStyle::Lichess => (Style::Lichess, LICHESS_LINE),
        MarkStyle::Nags => (Style::Nags, 0),
        MarkStyle::None => (Style::None, 0),
    };
    let line = args.line.map_or(line, usize::from);
    Marks { style, line, depth: args.with_depth, tags, annotator: sources.annotator() }
}
