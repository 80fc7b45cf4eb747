//! `pgn split`: games into many files.

mod archive;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pgnkit::Game;
use pgnkit_archive::origin::GameOrigins;
use pgnkit_archive::{Output, RunOptions};
use pgnkit_collections::sort::{GatherGames, Order, Piece, Sorter};
use pgnkit_collections::split::{Limits, Part, Parts, Pattern, refuse_links_out};
use pgnkit_query::fields::Field;

use super::rewrite::keep_as_they_are;
use super::sorting;
use crate::args::{FALLBACK_PGN, SplitArgs, parse_pattern};
use crate::form::{self, Form, GameOutput, GameSink};
use crate::run::{Ledger, Run, Status, Stop, complain, interrupt, outputs, refused};

pub(crate) fn run(mut args: SplitArgs) -> Status {
    let pattern = match args.archive {
        Some(_) => args.memory.refusal().map_or(Ok(None), Err),
        None => pattern(&args),
    };
    let (pattern, form) = match pattern.and_then(|pattern| Ok((form(&args, pattern.as_ref())?, pattern))) {
        Ok((form, pattern)) => (pattern, form),
        Err(message) => return refused(&message),
    };
    // One of the names that will be made: the others are in the same places.
    let like = pattern.as_ref().and_then(|pattern| pattern.names(&Game::new()).into_iter().next());
    let like = like.map(PathBuf::from).or_else(|| one_file(&args));
    if let Some(refusal) = like.and_then(|like| outputs::names_refusal(&like)) {
        return refused(&refusal);
    }
    args.common.fallback = FALLBACK_PGN;
    keep_as_they_are(args.fmt, &mut args.common);
    let Some(mut run) = Run::new(&args.common, args.letters.from_lang) else { return Status::Failed };
    let result = match (&args.archive, pattern) {
        (Some(root), _) => archive::add(&mut run, &args, root),
        (None, Some(pattern)) => split(&mut run, &args, pattern, form),
        (None, None) => to_one(&mut run, &args, form),
    };
    run.finish(result.err().as_ref())
}

/// The format of the files, which that of their names may ask for.
fn form(args: &SplitArgs, pattern: Option<&Pattern>) -> Result<Option<Form>, String> {
    if args.archive.is_some() {
        return form::refusal(&args.form, "--archive").map_or(Ok(None), Err);
    }
    if args.form.partition.is_some() {
        return Err("--partition has no effect here: names of files are those of -o".to_owned());
    }
    let like = match pattern {
        Some(pattern) => pattern.names(&Game::new()).into_iter().next().map(PathBuf::from),
        None => one_file(args),
    };
    let form = Form::of(&args.form, like.as_deref())?;
    if pattern.is_some() && form.as_ref().is_some_and(|form| form.to.name == "scid") {
        return Err("databases of Scid are not divided; split into PGN, and convert each file".to_owned());
    }
    Ok(form.map(Form::out_of_order))
}

/// The names of the files, or why there can be none; no names where lines of games go to one file.
fn pattern(args: &SplitArgs) -> Result<Option<Pattern>, String> {
    if let Some(message) = args.memory.refusal() {
        return Err(message);
    }
    if args.variations && is_one(args) {
        return Ok(None);
    }
    files(args).map(Some)
}

/// Whether nothing says how games are shared among files.
fn is_one(args: &SplitArgs) -> bool {
    let has_fields = |pattern: &Pattern| pattern.has_fields() || pattern.has_number();
    let is_shared = args.by.is_some() || args.max_games.is_some() || args.max_size.is_some();
    !is_shared && !args.output.as_ref().is_some_and(has_fields)
}

/// The one file that lines of games go to; none for standard output.
fn one_file(args: &SplitArgs) -> Option<PathBuf> {
    let [name] = <[String; 1]>::try_from(args.output.as_ref()?.names(&Game::new())).ok()?;
    Some(PathBuf::from(name)).filter(|name| name != Path::new("-"))
}

/// The names of many files, or why there can be none.
fn files(args: &SplitArgs) -> Result<Pattern, String> {
    let has_limit = args.max_games.is_some() || args.max_size.is_some();
    // The names of fields, as they are in the names of files.
    let fields =
        |by: &str| Field::list(by).map(|field| format!("{{{}}}", field.trim())).collect::<Vec<_>>().join(" ");
    let by = args.by.as_deref().map(fields);
    let grouped = by.as_deref().map(parse_pattern).transpose();
    let grouped = grouped.map_err(|error| format!("--by: {error}"))?;
    let ending = args.form.to.and_then(|to| to.extensions.first()).unwrap_or(&"pgn");
    let Some(pattern) = &args.output else {
        return match (&by, has_limit) {
            (None, false) => {
                Err("say how to split: --by, --max-games, --max-size, or fields in -o".to_owned())
            }
            (None, true) => parse_pattern(&format!("{{n}}.{ending}")),
            (Some(by), false) => parse_pattern(&format!("{by}.{ending}")),
            (Some(by), true) => parse_pattern(&format!("{by}-{{n}}.{ending}")),
        };
    };
    if has_limit && !pattern.has_number() {
        return Err("-o: with --max-games or --max-size the name of a file needs its number, {n}".to_owned());
    }
    if let Some(by) = by.filter(|_| grouped.is_some_and(|grouped| !grouped.is_within(pattern))) {
        return Err(format!("-o: with --by the name of a file needs {by}"));
    }
    if !has_limit && !pattern.has_fields() {
        return Err("say how to split: --by, --max-games, --max-size, or fields in -o".to_owned());
    }
    Ok(pattern.clone())
}

/// Gathers the games of all inputs.
fn gather(
    run: &mut Run<'_>,
    args: &SplitArgs,
    task: GatherGames,
    origins: &mut GameOrigins,
) -> Result<Sorter, Stop> {
    let task = task.formatted(args.fmt).divided(args.variations);
    let mut sorter = sorting::sorter(&task, &args.memory, args.letters.from_lang, false);
    let inputs = run.inputs_of_one_kind();
    sorting::gather(run, inputs, &task, &mut sorter, |_, block| origins.extend(block.origins))?;
    Ok(sorter)
}

/// The lines of games to standard output or to one file.
fn to_one(run: &mut Run<'_>, args: &SplitArgs, form: Option<Form>) -> Result<(), Stop> {
    let path = one_file(args);
    let mut out = GameOutput::create(run, form, path.as_deref())?;
    // Lines of games have no numbers of their own.
    let sorter = gather(run, args, GatherGames::new(Order::as_given()), &mut GameOrigins::default());
    let result = sorter.and_then(|sorter| sorting::write(sorter, &mut run.ledger, |text| out.write(text)));
    out.finish(run, result)
}

fn split(run: &mut Run<'_>, args: &SplitArgs, pattern: Pattern, form: Option<Form>) -> Result<(), Stop> {
    let directory = pattern.directory().to_owned();
    let mut origins = GameOrigins::default();
    let sorter = gather(run, args, GatherGames::named(pattern), &mut origins)?;
    if run.ledger.failures > 0 {
        complain(&"nothing is written: the output would be incomplete");
        return Ok(());
    }
    let mut limits = Limits::default();
    (limits.games, limits.bytes) = (args.max_games, args.max_size.map(|size| size as u64));
    let options = run.options.clone();
    let mut files = Files::new(&options, args.force, directory, form, origins);
    let mut parts = Parts::new(limits);
    let result = sorter.finish_pieces(|piece| files.take(piece, &mut parts));
    let result = result.and_then(|sorted| files.end().map(|()| sorted));
    run.ledger.account += &std::mem::take(&mut files.ledger.account);
    run.ledger.account.written += files.games;
    run.ledger.account.tally("files", &[("written", files.written)]);
    sorting::count(&result?, &mut run.ledger);
    Ok(())
}

/// The files, of which one is being written.
struct Files<'r> {
    options: &'r RunOptions,
    force: bool,
    /// The directory that the pattern names before any value.
    directory: String,
    form: Option<Form>,
    origins: GameOrigins,
    head: Vec<u8>,
    open: Option<GameSink<Output>>,
    /// Counts of losses in the format.
    ledger: Ledger,
    games_in_open: u64,
    /// Games in files that are whole, and those files.
    games: u64,
    written: u64,
}

impl<'r> Files<'r> {
    fn new(
        options: &'r RunOptions,
        force: bool,
        directory: String,
        form: Option<Form>,
        origins: GameOrigins,
    ) -> Self {
        Self {
            options,
            force,
            directory,
            form,
            origins,
            head: Vec::new(),
            open: None,
            ledger: Ledger::default(),
            games_in_open: 0,
            games: 0,
            written: 0,
        }
    }

    fn take(&mut self, piece: Piece<'_>, parts: &mut Parts) -> Result<(), Stop> {
        let text = match piece {
            Piece::Head(head) => {
                self.head = head.to_vec();
                return Ok(());
            }
            Piece::Rest(text) => text,
            Piece::Game { key, text, number } => {
                if let Some(part) = parts.next(key, text) {
                    self.end()?;
                    self.begin(&part)?;
                }
                self.games_in_open += 1;
                if let Some(open) = &mut self.open {
                    open.mark(self.origins.of(number));
                }
                text
            }
        };
        match &mut self.open {
            Some(open) => open.write(text),
            None => Ok(()),
        }
    }

    fn begin(&mut self, part: &Part) -> Result<(), Stop> {
        let name = &part.name;
        if let Some(other) = &part.instead_of {
            let why = match part.is_other_case {
                true => "another name differs in case alone",
                false => "other values make the same name",
            };
            complain(&format_args!("{other}: it becomes {name}, since {why}"));
        }
        let path = PathBuf::from(name);
        refuse_links_out(&self.directory, name)?;
        outputs::refuse_to_replace(&path, self.force)?;
        outputs::permit(&path)?;
        if let Some(directory) = path.parent().filter(|directory| *directory != Path::new("")) {
            fs::create_dir_all(directory)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", directory.display())))?;
        }
        let mut open = GameSink::new(self.options, self.form.clone(), interrupt::create_packed(&path)?)?;
        open.write(&self.head)?;
        self.open = Some(open);
        Ok(())
    }

    /// Puts the file that is being written into its place.
    fn end(&mut self) -> Result<(), Stop> {
        let Some(open) = self.open.take() else { return Ok(()) };
        let (open, converted) = open.close(&mut self.ledger);
        converted?;
        interrupt::commit(|| open.finish())?;
        self.games += std::mem::take(&mut self.games_in_open);
        self.written += 1;
        Ok(())
    }
}
