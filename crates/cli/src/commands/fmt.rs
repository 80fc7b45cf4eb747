//! `pgn fmt`: writes games in export format.

use std::io::Write as _;
use std::path::Path;

use pgnkit::{Export, TagSelection};
use pgnkit_archive::output::{self, Canonical};
use pgnkit_archive::task::{Compare, Rewrite};
use pgnkit_archive::{InputFormat, Kind, Output, input};

use super::rewrite;
use crate::args::{FmtArgs, Newline, OutputEncoding};
use crate::run::inputs::with_first_errors;
use crate::run::{Errors, Event, Run, Status, Stop, complain};

pub(crate) fn run(args: &FmtArgs) -> Status {
    if let Some((name, form)) = args.output.as_deref().and_then(contradiction) {
        complain(&format_args!(
            "{name}: its extension asks for {form}, which `pgn convert` writes; fmt writes PGN"
        ));
        return Status::Failed;
    }
    let Some(mut run) = Run::new(&args.common, args.letters.from_lang) else { return Status::Failed };
    let output = Canonical {
        export: export(args),
        latin1: args.encoding == OutputEncoding::Latin1,
        crlf: args.newline == Newline::Crlf,
    };
    let task = Rewrite::new(Box::new(output)).in_place(args.in_place);
    let result = if args.check {
        check(&mut run, &Compare(task))
    } else if args.in_place {
        let inputs = run.inputs();
        rewrite::in_place(&mut run, &task, "formatted", inputs).map(|()| Status::Clean)
    } else {
        let inputs = |run: &mut Run<'_>| run.inputs_of_one_kind();
        rewrite::to_output(&mut run, &task, args.output.as_deref(), inputs).map(|()| Status::Clean)
    };
    match result {
        Ok(status) => run.finish(None).max(status),
        Err(stop) => run.finish(Some(&stop)),
    }
}

/// The name of an output whose extension asks for a format that is not written, and that format.
fn contradiction(path: &Path) -> Option<(String, &'static str)> {
    let name = path.display().to_string();
    let other = output::by_name("pgn")?.contradicts(&name)?;
    // Records are written as records.
    let holds = input::by_name(other).map(InputFormat::holds);
    (holds != Some(Kind::Positions)).then_some((name, other))
}

fn export(args: &FmtArgs) -> Export {
    let mut export = if args.reduced { Export::reduced() } else { Export::default() }.width(args.width);
    export.comments &= !args.no_comments;
    export.nags &= !args.no_nags;
    export.variations &= !args.no_variations;
    if !args.reduced {
        export.tags = match args.tags.as_str() {
            "all" => TagSelection::All,
            "STR" => TagSelection::Roster,
            names => TagSelection::Named(names.split(',').map(|name| name.trim().to_owned()).collect()),
        };
    }
    export
}

/// Compares only.
fn check(run: &mut Run<'_>, task: &Compare) -> Result<Status, Stop> {
    let (mut out, mut errors) = (Output::stdout(), Errors::default());
    let mut status = Status::Clean;
    let mut first_difference = None;
    let inputs = with_first_errors(run.inputs());
    run.all(inputs, task, |_, event| {
        match event {
            Event::Begin(_) => first_difference = None,
            Event::Entries(input, numbers, done) => {
                errors.show(&input.name, numbers, &done);
                first_difference = first_difference.or(done.value.first_difference);
            }
            Event::End(input) => {
                // Export format has one byte for each ASCII character.
                if let Some(line) = first_difference.or(input.is_decoded.then_some(1)) {
                    status = Status::Unclean;
                    let name = pgnkit::render::safe(&input.name);
                    writeln!(out, "{name}:{line}: not in export format")?;
                }
            }
        }
        Ok(())
    })?;
    out.finish()?;
    Ok(status)
}
