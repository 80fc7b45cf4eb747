//! `pgn dedup`: games without duplicates.

use std::path::Path;

use pgnkit_archive::origin::{BlockOrigins, OriginSource, OriginTracker, WithPlaces};
use pgnkit_archive::{InputError, Inputs, Kind, OpenInput, RunInput};
use pgnkit_collections::dedup::{
    DedupOptions, DedupResult, Games, JoinedCounts, Keep, Reason, Survey, list_head,
};
use pgnkit_collections::sort::Piece;

use super::rewrite::{keep_as_they_are, replaceable};
use super::sorting::count;
use crate::args::{DedupArgs, FALLBACK_PGN};
use crate::form::{self, Form, GameOutput};
use crate::run::inputs::{found_with_first_errors, with_first_errors};
use crate::run::{Destination, Errors, Event, InPlace, Ledger, Run, Status, Stop, refused};

pub(crate) fn run(mut args: DedupArgs) -> Status {
    let forms = match refusal(&args).map_or_else(|| Forms::of(&args), Err) {
        Ok(forms) => forms,
        Err(message) => return refused(&message),
    };
    args.common.fallback = FALLBACK_PGN;
    keep_as_they_are(false, &mut args.common);
    Run::with(&args.common, args.letters.from_lang, |run| {
        if args.in_place { in_place(run, &args, &forms) } else { to_output(run, &args, &forms) }
    })
}

/// Why nothing can be done, if so.
fn refusal(args: &DedupArgs) -> Option<String> {
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    if args.report.is_some() && !args.list && !args.in_place && output.is_none() {
        return Some("--report: the games go to standard output already; use -o, -i or --list".to_owned());
    }
    if args.removed.as_deref() == Some(Path::new("-")) && output.is_none() && !args.in_place && !args.list {
        return Some("-: it is the output, too; choose another file for --removed".to_owned());
    }
    if args.removed.is_some() && args.in_place && args.common.files.len() > 1 {
        return Some("--removed: with -i only for one file".to_owned());
    }
    if args.keep == Keep::Merge && !args.against.is_empty() {
        return Some("--keep merge: with --against the games that stay are not written".to_owned());
    }
    if args.list {
        return form::refusal(&args.form, "--list");
    }
    args.memory.refusal()
}

/// The formats of the outputs.
struct Forms {
    output: Option<Form>,
    removed: Option<Form>,
}

impl Forms {
    fn of(args: &DedupArgs) -> Result<Self, String> {
        let removed = match args.removed.as_deref() {
            Some(path) => Form::of_other(&args.form, path)?,
            None => None,
        };
        let output = match () {
            () if args.in_place => form::refusal(&args.form, "-i").map_or(Ok(None), Err)?,
            () => Form::of(&args.form, args.output.as_deref())?,
        };
        Ok(Self { output: output.map(Form::out_of_order), removed: removed.map(Form::out_of_order) })
    }
}

/// Games to be looked through, with those of `--against`.
fn games(run: &mut Run<'_>, args: &DedupArgs, task: &Survey) -> Result<Games, Stop> {
    let mut options = DedupOptions::default();
    options.sort = args.memory.sort_options(args.letters.from_lang);
    options.keep = args.keep;
    options.titles = args.list || args.report.is_some();
    options.near = args.near;
    options.by_moves = args.by_moves;
    options.jobs = Some(run.options.pipeline.jobs);
    let mut games = Games::new(task, options);
    if args.against.is_empty() {
        return Ok(games);
    }
    let known = found_with_first_errors(Inputs::new(args.against.clone()));
    // The account is about the other games.
    let account = run.ledger.account.clone();
    run.unselected(|run| {
        run.all(known, &Survey::default(), |_, event| {
            let Event::Entries(input, numbers, done) = event else { return Ok(()) };
            Ok(games.push_known(&input.name, numbers, done.value)?)
        })
    })?;
    let known = run.ledger.account.read() - account.read();
    run.ledger.account = account;
    run.ledger.account.tally("known games", &[("read", known)]);
    Ok(games)
}

/// Reads the games of inputs.
fn read(
    run: &mut Run<'_>,
    inputs: Vec<Result<RunInput, InputError>>,
    task: &Survey,
    games: &mut Games,
    mut begin: impl FnMut(&Ledger, &OpenInput) -> Result<(), Stop>,
    mut note: impl FnMut(BlockOrigins),
) -> Result<(), Stop> {
    let mut errors = Errors::default();
    let mut tracker = OriginTracker::new(OriginSource::Inputs { has_places: false });
    run.all(inputs, &WithPlaces(task.clone()), |ledger, event| match event {
        Event::Begin(input) => begin(ledger, input),
        Event::Entries(input, numbers, done) => {
            errors.show(&input.name, numbers, &done);
            let (found, places) = done.value;
            note(tracker.block(input, numbers, places));
            Ok(games.push(&input.name, numbers, found)?)
        }
        Event::End(_) => Ok(()),
    })
}

/// Writes what there is besides the games that stay: the report, which goes on with each input after the first, and the
/// duplicates.
fn beside(
    run: &mut Run<'_>,
    args: &DedupArgs,
    forms: &Forms,
    found: &DedupResult,
    goes_on: bool,
) -> Result<(), Stop> {
    let form = args.report.unwrap_or_default();
    if args.list || args.report.is_some() {
        let mut out = Destination::create(None)?;
        if !goes_on {
            out.write(list_head(form).as_bytes())?;
        }
        let mut lines = String::new();
        let result = found.duplicates().iter().try_for_each(|duplicate| {
            lines.clear();
            found.append(duplicate, form, &mut lines);
            out.write(lines.as_bytes())
        });
        out.finish(run, result)?;
    }
    if let Some(path) = &args.removed {
        let mut out = GameOutput::create(run, forms.removed.clone(), Some(path))?;
        let result = found.write_duplicates(|text| out.write(text)).map(|_| ());
        if args.in_place { out.finish_now(run, result)? } else { out.finish(run, result)? }
    }
    for reason in Reason::ALL {
        // What nobody asked for is not counted.
        let is_wanted = match reason {
            Reason::MovesAlone => args.by_moves.is_some(),
            Reason::NearTwin => args.near,
            _ => true,
        };
        if !is_wanted {
            continue;
        }
        let duplicates = found.duplicates().iter().filter(|found| found.verdict.reason == reason).count();
        run.ledger.account.tally("duplicates", &[(reason.as_str(), duplicates as u64)]);
    }
    if args.keep == Keep::Merge {
        count_joined(&found.joined(), &mut run.ledger);
    }
    Ok(())
}

/// Counts what was in the duplicates: it was there already or was added.
fn count_joined(joined: &JoinedCounts, ledger: &mut Ledger) {
    let account = &mut ledger.account;
    let games = [("with something added", joined.games), ("left apart, not to lose anything", joined.apart)];
    account.tally("joined games", &games);
    let of_duplicates = [
        ("joined comments", joined.notes),
        ("joined half-moves", joined.plies),
        ("joined tags", joined.tags),
    ];
    for (subject, [all, added]) in of_duplicates {
        account.tally(subject, &[("of duplicates", all), ("there already", all - added), ("added", added)]);
    }
    account.tally("joined tags", &[("of these in comments", joined.in_comments)]);
}

fn write(
    run: &mut Run<'_>,
    found: &DedupResult,
    write: impl FnMut(Piece<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let sorted = found.write_pieces(write)?;
    run.ledger.account.written += sorted.written;
    count(&sorted, &mut run.ledger);
    Ok(())
}

/// Everything to standard output or to one file.
fn to_output(run: &mut Run<'_>, args: &DedupArgs, forms: &Forms) -> Result<(), Stop> {
    let task = Survey::default();
    let inputs = run.inputs_of(Kind::Games);
    let create = |run: &Run<'_>| GameOutput::create(run, forms.output.clone(), args.output.as_deref());
    let mut out = if args.list { None } else { Some(create(run)?) };
    let mut games = games(run, args, &task)?;
    let note = |origins| {
        if let Some(out) = &mut out {
            out.note(origins);
        }
    };
    let result = read(run, with_first_errors(inputs), &task, &mut games, |_, _| Ok(()), note);
    let result = result.and_then(|()| {
        let found = games.find()?;
        beside(run, args, forms, &found, false)?;
        out.as_mut().map_or(Ok(()), |out| write(run, &found, |piece| out.piece(piece)))
    });
    match out {
        Some(out) => out.finish(run, result),
        None => result,
    }
}

/// Each file into itself.
fn in_place(run: &mut Run<'_>, args: &DedupArgs, forms: &Forms) -> Result<(), Stop> {
    let task = Survey::default().in_place(true);
    let inputs = run.inputs();
    if args.removed.is_some() && inputs.len() > 1 {
        run.fail(&"--removed: with -i only for one file");
        return Ok(());
    }
    let mut goes_on = false;
    for input in replaceable(run, inputs, "deduplicated") {
        let mut games = games(run, args, &task)?;
        let mut out: Option<InPlace> = None;
        let failures = run.ledger.failures;
        let result = read(
            run,
            vec![input],
            &task,
            &mut games,
            |ledger, input| {
                out = Some(InPlace::begin(input, ledger)?.unless_same_words(input));
                Ok(())
            },
            |_| {},
        );
        let Some(mut out) = out else {
            // It could not be opened, which is said, or not be written.
            result?;
            continue;
        };
        let result = result.and_then(|()| {
            if run.ledger.failures > failures {
                return Ok(());
            }
            let found = games.find()?;
            beside(run, args, forms, &found, goes_on)?;
            goes_on = true;
            write(run, &found, |piece| out.write(piece.text()))
        });
        if result.is_err() {
            out.give_up(&mut run.ledger);
            return result;
        }
        out.finish(&mut run.ledger)?;
    }
    Ok(())
}
