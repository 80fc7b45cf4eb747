//! Puts an adapter to the cases.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::adapter::{self, Adapter};
use crate::case::{Case, Class};
use crate::compare::{self, Strictness};
use crate::json;
use crate::lists::Pending;
use crate::report::{Report, Tested};
use crate::request::Request;
use crate::suite::Suite;
use crate::verdict::{self, Verdict};

/// Reasons kept of a case; a program may report thousands of things.
const MAX_REASONS: usize = 20;

/// Options for running a suite.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The expectation must be met in every member and every kind of diagnostic, whatever the class.
    pub strict: bool,
    /// Requests at a time; `None`: as many as there are processors.
    pub jobs: Option<NonZero<usize>>,
    /// Only cases of these areas, or all if empty.
    pub areas: Vec<String>,
    /// Only these cases (`AREA/NAME`), or all if empty.
    pub cases: Vec<String>,
    /// Parts that the program has not built.
    pub pending: Pending,
    /// The name of the program in the report.
    pub name: String,
}

/// Puts the adapter to the cases of the suite; the report has them in the suite's order, whatever the number of jobs.
pub fn run(suite: &Suite, adapter: &dyn Adapter, options: &Options) -> Report {
    let chosen: Vec<&Case> = suite.cases.iter().filter(|case| options.chooses(case)).collect();
    let next = AtomicUsize::new(0);
    let results: Vec<OnceLock<Tested>> = chosen.iter().map(|_| OnceLock::new()).collect();
    let work = || {
        while let Some((case, result)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            chosen.get(index).zip(results.get(index))
        } {
            result.set(test(case, adapter, options)).expect("each index is given out once");
        }
    };
    let processors = || thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = options.jobs.map_or_else(processors, NonZero::get).min(chosen.len());
    thread::scope(|scope| {
        for _ in 0..jobs {
            let thread = thread::Builder::new().stack_size(json::STACK).spawn_scoped(scope, work);
            thread.expect("a thread can be started");
        }
    });
    Report {
        adapter: options.name.clone(),
        version: adapter::version(adapter),
        strict: options.strict,
        cases: results.into_iter().filter_map(OnceLock::into_inner).collect(),
    }
}

impl Options {
    fn chooses(&self, case: &Case) -> bool {
        (self.areas.is_empty() || self.areas.contains(&case.area))
            && (self.cases.is_empty() || self.cases.contains(&case.id()))
    }
}

fn test(case: &Case, adapter: &dyn Adapter, options: &Options) -> Tested {
    let class = case.file.class;
    let strictness = match class {
        _ if options.strict => Strictness::Strict,
        // Cases that the standard leaves open are compared in full, so that the report can show differences.
        Class::ImplementationDefined => Strictness::Meaning,
        Class::MustAccept | Class::MustRejectOrReport => Strictness::Lenient,
    };
    let diagnostics = case.file.expect.as_ref().and_then(|expect| expect.diagnostics.as_deref());
    let outcomes: Vec<_> = Request::all(case)
        .iter()
        .map(|request| {
            let answer = adapter.answer(&request.arguments, &case.input);
            (request.label(), compare::outcome(request.wanted, diagnostics, answer, strictness))
        })
        .collect();
    let (mut verdict, mut reasons) = verdict::judge(class, options.strict, &outcomes);
    // A pass with reasons is a free answer to what is only half there.
    let incomplete = match verdict {
        Verdict::Unsupported | Verdict::Partial => true,
        Verdict::Pass => !reasons.is_empty(),
        _ => false,
    };
    if let (true, Some(why)) = (incomplete, options.pending.why(case.file.part)) {
        (verdict, reasons) = (Verdict::Pending, vec![why.to_owned()]);
    }
    if reasons.len() > MAX_REASONS {
        let more = reasons.len() - MAX_REASONS;
        reasons.truncate(MAX_REASONS);
        reasons.push(format!("and {more} more"));
    }
    Tested { case: case.id(), area: case.area.clone(), class, part: case.file.part, verdict, reasons }
}
