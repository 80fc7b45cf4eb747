//! `pgn tree`: the moves that were played in a position and after it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::num::NonZeroUsize;
#[cfg(feature = "index")]
use std::path::Path;

use pgnkit::chess::Move;
use pgnkit::render::safe;
use pgnkit_archive::{Kind, Output};
use pgnkit_collections::tree::{Batch, GatherLines, OpeningTree, Root, Row, TextForm, json_row};
use pgnkit_formats::book::Book;

use super::book::{self, Faults};
#[cfg(feature = "index")]
use super::index::IndexFile;
use super::rewrite::keep_as_they_are;
use crate::args::{FALLBACK_PGN, TreeArgs, TreeForm};
use crate::run::inputs::with_first_errors;
use crate::run::{Errors, Event, Run, Status, Stop, refused, say};

/// Batches of games in memory, some megabytes each.
const MOST_BATCHES: usize = 8;

pub(crate) fn run(mut args: TreeArgs) -> Status {
    let root = match root_of(args.fen.as_deref(), args.moves.as_deref()) {
        Ok(root) => root,
        Err(message) => return refused(&message),
    };
    let mut faults = Faults::default();
    let book = match args.engine_book.as_deref().map(|path| book::read(path, &mut faults)).transpose() {
        Ok(book) => book,
        Err(message) => return refused(&message),
    };
    if let Some(path) = &args.engine_book {
        faults.close(&path.display().to_string());
    }
    #[cfg(feature = "index")]
    if let Some(path) = &args.index {
        return match of_index(path, &args, &root, book.as_ref()) {
            Ok(()) => faults.status(),
            Err(message) => refused(&message),
        };
    }
    args.common.fallback = FALLBACK_PGN;
    keep_as_they_are(false, &mut args.common);
    Run::with(&args.common, None, |run| tell(run, &args, &root, book.as_ref())).max(faults.status())
}

/// The position of the options `--fen` and `--moves`.
pub(super) fn root_of(fen: Option<&str>, moves: Option<&str>) -> Result<Root, String> {
    if let Some(fen) = fen {
        return Root::of_fen(fen).map_err(|error| format!("--fen: {error}"));
    }
    let moves = moves.map(Root::of_moves).transpose();
    moves.map(Option::unwrap_or_default).map_err(|error| format!("--moves: {error}"))
}

fn tell(run: &mut Run<'_>, args: &TreeArgs, root: &Root, book: Option<&Book<'_>>) -> Result<(), Stop> {
    let depth = usize::from(args.depth);
    let task = GatherLines::new(root.position, depth);
    let mut tree = OpeningTree::new(root.position, depth).memory(args.memory);
    let (mut names, mut errors) = (Vec::<String>::new(), Errors::default());
    // As many batches at a time as threads can count.
    let jobs = run.options.pipeline.jobs;
    let mut batches = vec![Batch::default(); jobs.get().min(MOST_BATCHES)];
    let mut at = 0;
    let inputs = with_first_errors(run.inputs_of(Kind::Games));
    run.all(inputs, &task, |_, event| {
        match event {
            Event::Begin(input) => names.push(input.name.clone()),
            Event::Entries(input, numbers, done) => {
                errors.show(&input.name, numbers, &done);
                batches[at].push(names.len().saturating_sub(1) as u32, numbers.before_in_input, &done.value);
                at += usize::from(batches[at].is_full());
                if at == batches.len() {
                    tree.add_batches(&batches, jobs);
                    batches.iter_mut().for_each(Batch::clear);
                    at = 0;
                }
            }
            Event::End(_) => {}
        }
        Ok(())
    })?;
    tree.add_batches(&batches, jobs);
    drop(batches);
    tree.settle();
    say_if_cut(&tree, args);
    write(&tree, args, root, &names, book, jobs)
}

fn say_if_cut(tree: &OpeningTree, args: &TreeArgs) {
    let (reached, depth, memory) = (tree.depth(), args.depth, args.memory >> 20);
    if reached < usize::from(depth) {
        say(&format_args!(
            "tree cut at {reached} of {depth} half-moves: memory limit of {memory} MB reached (raise it with --memory)"
        ));
    }
}

/// The tree of an index; the message says why there is none.
#[cfg(feature = "index")]
fn of_index(path: &Path, args: &TreeArgs, root: &Root, book: Option<&Book<'_>>) -> Result<(), String> {
    let mut tree = OpeningTree::new(root.position, usize::from(args.depth)).memory(args.memory);
    let failed = |error: &dyn std::error::Error| format!("{}: {error}", path.display());
    let sources = match super::index::open_either(path)? {
        IndexFile::Index(index) => {
            tree.add_index(&index).map_err(|error| failed(&error))?;
            index.sources().to_vec()
        }
        IndexFile::Counts(counts) => {
            tree.add_counts(&counts).map_err(|error| failed(&error))?;
            Vec::new()
        }
    };
    say_if_cut(&tree, args);
    let options = pgnkit_archive::RunOptions::default();
    let options = if let Some(jobs) = args.common.jobs { options.jobs(jobs) } else { options };
    let jobs = options.pipeline.jobs;
    match write(&tree, args, root, &sources, book, jobs) {
        Err(Stop::Output(error)) => Err(error.to_string()),
        _ => Ok(()),
    }
}

fn write(
    tree: &OpeningTree,
    args: &TreeArgs,
    root: &Root,
    names: &[String],
    book: Option<&Book<'_>>,
    jobs: NonZeroUsize,
) -> Result<(), Stop> {
    let mut out = Output::stdout();
    // The parts of an index may be of the same file.
    let has_names = names.windows(2).any(|two| two[0] != two[1]);
    let name_of = |input: u32| names.get(input as usize).map_or("", String::as_str);
    match args.report {
        TreeForm::Text => {
            let games = tree.games();
            writeln!(out, "{}: {games} game{}", root.name, if games == 1 { "" } else { "s" })?;
            let rows = tree.rows(args.min_games, jobs);
            let form = TextForm::new(&rows).book(book);
            if games > 0 {
                writeln!(out, "{}", form.head())?;
            }
            let form = |row: &Row<'_>, _: &[Move], text: &mut String| {
                let mut game = String::new();
                match row.stats.example() {
                    Some(example) => {
                        if has_names {
                            game.push_str(&safe(name_of(example.input)));
                        }
                        let _ = write!(game, "#{}", example.game + 1);
                    }
                    None => game.push('-'),
                }
                form.write_row(row, tree, &game, text);
                text.push('\n');
            };
            rows.write(jobs, form, |text| out.write_all(text.as_bytes()))?;
        }
        TreeForm::Json => {
            let form = |row: &Row<'_>, line: &[Move], text: &mut String| {
                let name = row.stats.example().map_or("", |example| name_of(example.input));
                text.push_str(&json_row(row, tree, line, name, book));
                text.push('\n');
            };
            tree.rows(args.min_games, jobs).write(jobs, form, |text| out.write_all(text.as_bytes()))?;
        }
        TreeForm::Pgn => {
            let game = tree.to_game(args.min_games, root.moves.as_deref(), book);
            write!(out, "{game}")?;
        }
    }
    out.finish()?;
    Ok(())
}
