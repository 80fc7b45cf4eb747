//! `pgn eco`: the openings of games, by their positions.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use pgnkit::render::safe;
use pgnkit_archive::{Kind, Output};
use pgnkit_collections::eco::{Book, ClassifiedGame, ClassifyGames, SetOpening, SetOpenings};

use super::editing::{EditsTo, edit, form_of};
use super::rewrite::keep_as_they_are;
use crate::args::{EcoArgs, FALLBACK_PGN};
use crate::run::inputs::with_first_errors;
use crate::run::{Errors, Event, Run, Status, Stop, complain};

pub(crate) fn run(mut args: EcoArgs) -> Status {
    let shows =
        [("-i", args.in_place), ("--diff", args.diff), ("--check", args.check), ("--explain", args.explain)];
    let shows = shows.into_iter().find_map(|(option, is_given)| is_given.then_some(option));
    let form = form_of("eco", args.common.on_error, &args.form, args.output.as_deref(), shows);
    let (form, book) = match form.and_then(|form| Ok((form, book(args.book.as_deref())?))) {
        Ok(found) => found,
        Err(message) => {
            complain(&message);
            return Status::Failed;
        }
    };
    #[cfg(feature = "index")]
    if let Some(index) = args.index.take() {
        args.common.files.insert(0, index);
    }
    args.common.fallback = FALLBACK_PGN;
    keep_as_they_are(false, &mut args.common);
    let Some(mut run) = Run::new(&args.common, None) else { return Status::Failed };
    if args.check || args.explain {
        let task =
            ClassifyGames::new(Arc::clone(&book), args.name_style.into()).only_contradicted(args.check);
        let mut contradicted = 0;
        let result = classify(&mut run, &task, &args, &book, &mut contradicted);
        let status = run.finish(result.err().as_ref());
        return if args.check && contradicted > 0 { status.max(Status::Unclean) } else { status };
    }
    let inputs = run.inputs_of(Kind::Games);
    let opening = SetOpening::new(book, args.name_style.into()).replace(args.replace);
    let task = SetOpenings::new(opening).keep_changes(args.diff);
    let destination = match args.output.as_deref() {
        _ if args.in_place => EditsTo::Themselves,
        _ if args.diff => EditsTo::Diff,
        output => EditsTo::Output(output, form),
    };
    edit(run, task, inputs, destination)
}

fn book(path: Option<&Path>) -> Result<Arc<Book>, String> {
    let Some(path) = path else { return Ok(Book::lichess()) };
    let name = path.display();
    let text = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    Book::read(&text).map(Arc::new).map_err(|error| format!("{name}: {error}"))
}

/// Says the openings of games.
fn classify(
    run: &mut Run<'_>,
    task: &ClassifyGames,
    args: &EcoArgs,
    book: &Book,
    contradicted: &mut usize,
) -> Result<(), Stop> {
    let (mut out, mut errors) = (Output::stdout(), Errors::default());
    let inputs = with_first_errors(run.inputs_of(Kind::Games));
    run.all(inputs, task, |_, event| {
        let Event::Entries(input, numbers, done) = event else { return Ok(()) };
        errors.show(&input.name, numbers, &done);
        for game in &done.value.games {
            *contradicted += usize::from(!game.contradictions.is_empty());
            let place = place(&input.name, numbers.before_in_input, game);
            if args.explain {
                writeln!(out, "{place}: {}", explained(game, book))?;
            }
            for one in game.contradictions.iter().filter(|_| args.check) {
                let (tag, found, expected) = (one.tag, safe(&one.found), safe(&one.expected));
                writeln!(out, "{place}: {tag} is \"{found}\", the book has \"{expected}\"")?;
            }
        }
        if input.is_pipe {
            out.flush()?;
        }
        Ok(())
    })?;
    out.finish()?;
    Ok(())
}

fn place(name: &str, games_before: u64, game: &ClassifiedGame) -> String {
    let line = game.line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("{}{line}: game {}", safe(name), games_before + game.number)
}

/// The line of a game, and where the game came to its end.
fn explained(game: &ClassifiedGame, book: &Book) -> String {
    let found = game.found.as_ref().and_then(|found| Some((found, book.line(found.index)?)));
    let Some((found, line)) = found else { return "the book has no position of it".to_owned() };
    let after =
        if found.ply == 0 { "at its beginning".to_owned() } else { format!("after {}", found.last_move) };
    let by = if found.is_transposed { "by transposition from" } else { "by" };
    let moves = line.movetext();
    let moves = if moves.is_empty() { "the initial position" } else { &moves };
    format!("{}, {after}, {by} {moves}", safe(&line.to_string()))
}
