//! `pgn diff`: what has become of the games of one file in another one.

use std::path::Path;

use pgnkit_archive::Inputs;
use pgnkit_collections::diff::{DiffForm, Differences, Fate, Gather, Side, Sides};

use super::rewrite::keep_as_they_are;
use crate::args::{DiffArgs, DiffFormat, FALLBACK_PGN};
use crate::run::inputs::found_with_first_errors;
use crate::run::{Destination, Errors, Event, Run, Status, Stop, complain, refused};

pub(crate) fn run(mut args: DiffArgs) -> Status {
    let refusal = match &*args.common.files {
        [old, new] if is_stdin(old) && is_stdin(new) => {
            Some("only one of them can be standard input".to_owned())
        }
        [_, _] if args.label.len() > 2 => {
            Some("--label: at most two, for the old file and the new one".to_owned())
        }
        [_, _] => args.memory.refusal(),
        _ => Some("say which two files: pgn diff OLD NEW".to_owned()),
    };
    if let Some(message) = refusal {
        return refused(&message);
    }
    args.common.fallback = FALLBACK_PGN;
    keep_as_they_are(false, &mut args.common);
    let Some(mut run) = Run::new(&args.common, args.letters.from_lang) else { return Status::Failed };
    let result = diff(&mut run, &args);
    let is_different = matches!(result, Ok(true));
    // Errors in the games are what they are on both sides.
    match run.finish(result.err().as_ref()) {
        Status::Failed => Status::Failed,
        _ if is_different => Status::Unclean,
        _ => Status::Clean,
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Whether anything is different.
fn diff(run: &mut Run<'_>, args: &DiffArgs) -> Result<bool, Stop> {
    let mut sides = Sides::new(args.memory.sort_options(args.letters.from_lang));
    let mut errors = Errors::default();
    for (at, side) in [Side::Old, Side::New].into_iter().enumerate() {
        let inputs =
            Inputs::new(vec![args.common.files[at].clone()]).heed_ignore_files(!args.common.no_ignore);
        run.all(found_with_first_errors(inputs), &Gather::default(), |_, event| {
            let Event::Entries(input, numbers, done) = event else { return Ok(()) };
            let name = args.label.get(at).unwrap_or(&input.name);
            errors.show(name, numbers, &done);
            Ok(sides.push(side, name, numbers, done.value)?)
        })?;
    }
    if run.ledger.failures > 0 {
        complain(&"nothing is compared: the result would be incomplete");
        return Ok(false);
    }
    let differences = sides.find()?;
    let mut out = Destination::create(None)?;
    let result = show(&differences, args, |text| out.write(text));
    let counts = [
        ("the same", differences.same()),
        ("only written in another way", differences.other_writing()),
        ("changed", differences.count(Fate::Changed)),
        ("removed", differences.count(Fate::Removed)),
        ("added", differences.count(Fate::Added)),
    ];
    run.ledger.account.tally("games", &counts);
    out.finish(run, result)?;
    Ok(!differences.is_empty())
}

fn show(
    differences: &Differences,
    args: &DiffArgs,
    mut write: impl FnMut(&[u8]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let form = match args.report {
        _ if args.json => DiffForm::Json,
        DiffFormat::Json => DiffForm::Json,
        DiffFormat::Text => DiffForm::Text,
    };
    let mut lines = String::new();
    differences.each(|difference| {
        lines.clear();
        form.append(difference, &mut lines);
        let end = if args.brief { lines.find('\n').map_or(lines.len(), |at| at + 1) } else { lines.len() };
        write(&lines.as_bytes()[..end])
    })?;
    if differences.other_rest() {
        lines.clear();
        form.append_rest(&mut lines);
        write(lines.as_bytes())?;
    }
    Ok(())
}
