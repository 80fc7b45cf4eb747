//! `pgn book`: games as a printed bulletin; and, as subcommands, opening books of engines.

mod make;
mod opening;
mod pdf;
mod task;

use std::io::Write;
use std::path::Path;

use pgnkit::chess::Color;
use pgnkit_collections::stats::crosstable::Events;
use pgnkit_collections::{eco, stats};
use pgnkit_view::Boards;
use pgnkit_view::book::{Book, BookForm, BookTable, Paper};

use crate::args::{BookArgs, BookCommand, BookTo, PaperSize};
use crate::run::inputs::with_first_errors;
use crate::run::{Destination, Errors, Event, Run, Status, Stop, refused};
pub(super) use opening::{Faults, read};
use pdf::Compiler;
use task::SetGames;

pub(crate) fn run(args: BookArgs) -> Status {
    match args.command {
        Some(BookCommand::Make(args)) => make::run(*args),
        Some(BookCommand::Show(args)) => opening::show(&args),
        Some(BookCommand::Merge(args)) => opening::merge(&args),
        None => typeset(&args),
    }
}

fn typeset(args: &BookArgs) -> Status {
    let to = match form(args) {
        Ok(to) => to,
        Err(message) => return refused(&message),
    };
    Run::with(&args.common, args.from_lang, |run| write(run, args, to))
}

/// The format: the requested one, or that of the extension; both must agree, and options must have an effect.
fn form(args: &BookArgs) -> Result<BookTo, String> {
    let path = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let ending = path.and_then(Path::extension).map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let forms = [BookTo::Typst, BookTo::Latex, BookTo::Epub, BookTo::Pdf];
    let said = forms.into_iter().find(|form| ending.as_deref() == Some(form.ending()));
    let name = path.map_or_else(|| "-".to_owned(), |path| path.display().to_string());
    let to = match (args.to, said) {
        (Some(to), Some(said)) if to != said => {
            return Err(format!("{name}: --to and the extension .{} contradict each other", said.ending()));
        }
        (to, said) => to.or(said).ok_or_else(|| {
            format!("{name}: cannot infer the format; use the extension .typ, .tex, .epub or .pdf, or --to")
        })?,
    };
    let idle = [
        ("--paper", args.paper.is_some() && to == BookTo::Epub),
        ("--page-columns", args.page_columns.is_some() && to == BookTo::Epub),
        ("--theme", args.theme.is_some() && to == BookTo::Latex),
    ];
    match idle.into_iter().find(|(_, is_idle)| *is_idle) {
        Some((option, _)) => Err(format!("{option} has no effect on a book as .{}", to.ending())),
        None => Ok(to),
    }
}

fn book(args: &BookArgs, to: BookTo) -> Book {
    let mut book = Book::new(match to {
        BookTo::Typst | BookTo::Pdf => BookForm::Typst,
        BookTo::Latex => BookForm::Latex,
        BookTo::Epub => BookForm::Epub,
    });
    book.title.clone_from(&args.title);
    book.author.clone_from(&args.author);
    book.paper = match args.paper {
        None | Some(PaperSize::A4) => Paper::A4,
        Some(PaperSize::A5) => Paper::A5,
        Some(PaperSize::Letter) => Paper::Letter,
    };
    book.columns = args.page_columns.unwrap_or(book.columns);
    book.language = args.sheet.lang.unwrap_or_default();
    book.notation = args.sheet.notation();
    let mut boards = Boards::default();
    boards.marked = !args.no_marked;
    boards.every = args.every.unwrap_or_default();
    boards.plies.clone_from(&args.ply);
    boards.last = args.at_end;
    book.boards = boards;
    book.theme = args.theme.unwrap_or(book.theme);
    book.bottom = if args.flip { Color::Black } else { Color::White };
    book.comments = !args.sheet.no_comments;
    book.variations = !args.sheet.no_variations;
    book.few_signs = args.sheet.few_signs;
    book.eval_plot = args.eval_plot;
    book.index = !args.no_index;
    book
}

fn write(run: &mut Run<'_>, args: &BookArgs, to: BookTo) -> Result<(), Stop> {
    let inputs = run.inputs();
    let task =
        SetGames { book: book(args, to), openings: eco::Book::lichess(), with_events: !args.no_crosstable };
    let mut compiler = match (to == BookTo::Pdf).then(Compiler::start).transpose() {
        Ok(compiler) => compiler,
        Err(message) => {
            run.fail(&message);
            return Ok(());
        }
    };
    let mut out = Destination::create(args.output.as_deref())?;
    let source: Box<dyn Write + '_> = match &mut compiler {
        Some(compiler) => Box::new(compiler.source()),
        None => Box::new(&mut out),
    };
    let mut result = bind(run, &task, with_first_errors(inputs), source);
    if let Some(compiler) = compiler {
        result = compiler.finish(run, result, &mut out);
    }
    out.finish(run, result)
}

/// Writes the games of inputs as a book.
fn bind(
    run: &mut Run<'_>,
    task: &SetGames,
    inputs: Vec<Result<pgnkit_archive::RunInput, pgnkit_archive::InputError>>,
    out: Box<dyn Write + '_>,
) -> Result<(), Stop> {
    let (mut events, mut errors) = (Events::default(), Errors::default());
    let mut binding = task.book.begin(out)?;
    run.all(inputs, task, |_, event| {
        let Event::Entries(input, numbers, done) = event else { return Ok(()) };
        errors.show(&input.name, numbers, &done);
        events.add(&done.value.events);
        for chapter in &done.value.chapters {
            binding.add(chapter)?;
        }
        Ok(())
    })?;
    binding.finish(&crosstable(&events).into_iter().collect::<Vec<_>>())?.flush()?;
    Ok(())
}

/// The table of the event that all games are of.
fn crosstable(events: &Events) -> Option<BookTable> {
    let mut table: Option<stats::Table> = None;
    events
        .each(|event| match &table {
            None if event.games() == events.games() && event.games() > 2 => {
                table = Some(event.table(None));
                Ok(())
            }
            _ => Err(()),
        })
        .ok()?;
    let table = table.filter(|table| table.len() > 2)?;
    let (columns, rows) = table.shown();
    Some(BookTable { title: table.title, columns, rows, notes: table.notes })
}
