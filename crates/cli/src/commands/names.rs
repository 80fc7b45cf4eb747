//! `pgn names`: the spellings of players, events and sites.

use std::path::Path;

use pgnkit_archive::{Inputs, Kind};
use pgnkit_collections::names::fide::Lookup;
use pgnkit_collections::names::{self, Book, Group, Groups, Subject, Survey};

use crate::args::{FALLBACK_PGN, NamesArgs};
use crate::run::inputs::with_first_errors;
use crate::run::{Destination, Errors, Event, Run, Status, Stop, refused};

pub(crate) fn run(mut args: NamesArgs) -> Status {
    args.common.fallback = FALLBACK_PGN;
    if let Some(message) = refusal(&args) {
        return refused(&message);
    }
    Run::with(&args.common, None, |run| tell(run, &args))
}

/// Why nothing can be done, if so.
fn refusal(args: &NamesArgs) -> Option<String> {
    let subjects = args.of.as_slice();
    let is_on_stdout = args.table.as_deref() == Some(Path::new("-"));
    if is_on_stdout && args.report.is_some() {
        return Some("--report: the table goes to standard output already; give --table a file".to_owned());
    }
    if subjects.contains(&Subject::Nation) && subjects.len() > 1 {
        return Some("--of nation cannot be combined with other subjects".to_owned());
    }
    if subjects == [Subject::Nation] && (args.table.is_some() || !args.fide.is_empty()) {
        return Some("--of nation: there are no names to be written to a table or looked up".to_owned());
    }
    (!args.fide.is_empty() && !subjects.contains(&Subject::Player))
        .then(|| "--fide: only players are looked up; add player to --of".to_owned())
}

fn tell(run: &mut Run<'_>, args: &NamesArgs) -> Result<(), Stop> {
    let subjects = args.of.as_slice();
    let inputs = run.inputs_of(Kind::Games);
    let (mut book, mut errors) = (Book::default(), Errors::default());
    run.all(with_first_errors(inputs), &Survey::new(subjects), |_, event| {
        let Event::Entries(input, numbers, done) = event else { return Ok(()) };
        errors.show(&input.name, numbers, &done);
        book.push(done.value);
        Ok(())
    })?;
    let form = args.report.unwrap_or_default();
    if subjects == [Subject::Nation] {
        let nations = book.nations();
        let nations = nations.iter().filter(|nation| nation.total() >= args.min_games);
        let rows = nations.map(|nation| {
            let mut text = String::new();
            names::append_nation(form, nation, &mut text);
            text
        });
        return write(run, None, names::nations_head(form), rows);
    }
    let spellings = book.len() as u64;
    let Groups { mut groups, compared_in_part, .. } =
        book.groups_from(i32::try_from(args.min_points).unwrap_or(i32::MAX), run.options.pipeline.jobs);
    if !look_up(run, args, &mut groups) {
        return Ok(());
    }
    count(run, spellings, &groups, compared_in_part);
    groups.retain(|group| group.games >= args.min_games && group.is_told(args.doubtful));
    if let Some(path) = &args.table {
        let mut left_out = 0;
        let rows = groups.iter().map(|group| {
            let mut text = String::new();
            left_out += names::append_row(group, args.doubtful, &mut text);
            text
        });
        write(run, Some(path), names::TABLE_HEAD, rows)?;
        run.ledger.account.tally("table", &[("spellings with tabs or line breaks left out", left_out)]);
    }
    if args.table.is_none() || args.report.is_some() {
        let rows = groups.iter().map(|group| {
            let mut text = String::new();
            group.append(form, args.doubtful, &mut text);
            text
        });
        write(run, None, names::list_head(form), rows)?;
    }
    Ok(())
}

/// Looks the players up in the lists; `false` where one cannot be read.
fn look_up(run: &mut Run<'_>, args: &NamesArgs, groups: &mut [Group]) -> bool {
    if args.fide.is_empty() {
        return true;
    }
    let mut lookup = Lookup::new(groups);
    for input in Inputs::new(args.fide.clone()) {
        let read = input.and_then(|input| {
            let name = input.name().to_owned();
            Ok((name, input.open()?.of_any_form()))
        });
        let read = read.map_err(|error| error.to_string()).and_then(|(name, list)| {
            // Errors of reading have the name already.
            let named = |error: std::io::Error| {
                let text = error.to_string();
                if text.starts_with(&name) { text } else { format!("{name}: {text}") }
            };
            lookup.read(list).map_err(named)
        });
        if let Err(message) = read {
            run.fail(&message);
            return false;
        }
    }
    lookup.finish(groups);
    let found = |is_sure: bool| {
        let is_it =
            move |group: &&Group| group.listed.as_ref().is_some_and(|listed| listed.is_sure == is_sure);
        groups.iter().filter(is_it)
    };
    let counts = [("found", found(true).count() as u64), ("doubtful", found(false).count() as u64)];
    run.ledger.account.tally("FIDE", &counts);
    true
}

fn count(run: &mut Run<'_>, spellings: u64, groups: &[Group], compared_in_part: u64) {
    let several = groups.iter().map(|group| group.spellings.len()).filter(|spellings| *spellings > 1);
    let doubtful = groups.iter().filter(|group| group.doubt.is_some()).count();
    let counts = [
        ("spellings", spellings),
        ("grouped", several.sum::<usize>() as u64),
        ("doubtful", doubtful as u64),
        ("compared with a part of those that are alike", compared_in_part),
    ];
    run.ledger.account.tally("names", &counts);
}

/// Writes lines to a file, or to standard output.
fn write(
    run: &mut Run<'_>,
    path: Option<&Path>,
    head: &str,
    rows: impl Iterator<Item = String>,
) -> Result<(), Stop> {
    let mut out = Destination::create(path)?;
    let result = out.write(head.as_bytes());
    let mut rows = rows;
    let result = result.and_then(|()| rows.try_for_each(|row| out.write(row.as_bytes())));
    out.finish(run, result)
}
