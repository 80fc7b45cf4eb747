//! `pgn filter` and `pgn find`: the games of which a condition is true, as they are.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pgnkit::render::safe;
use pgnkit_archive::origin::{BlockOrigins, GameOrigin, OriginSource, OriginTracker, WithPlaces};
use pgnkit_archive::{Input, Kind, OpenInput, Output, Title};
use pgnkit_collections::edit::MarkPlaces;
use pgnkit_collections::filter::{Choice, Filter, Filtered, Tested, UnknownTags};
use pgnkit_collections::sort::{SortCounts, Stream};
use pgnkit_query::condition::Condition;

use super::rewrite::keep_as_they_are;
use super::sorting::count;
use crate::args::{ChosenArgs, FALLBACK_PGN, FilterArgs, FindArgs, OnError};
use crate::form::{self, Form, GameOutput};
use crate::run::inputs::with_first_errors;
use crate::run::{Errors, Event, Ledger, Run, Status, Stop, complain, say};

mod functions;

pub(crate) fn run(mut args: FilterArgs) -> Status {
    if args.functions {
        return match crate::themes::all() {
            Ok(themes) => crate::run::print(functions::table(&themes).as_bytes()),
            Err(message) => failed(&message),
        };
    }
    match condition(&mut args) {
        Ok(condition) => write_chosen(condition, args.chosen),
        Err(message) => failed(&message),
    }
}

/// `pgn find`: the games that have a position.
pub(crate) fn find(args: FindArgs) -> Status {
    let FindArgs { position, variations, mut chosen } = args;
    let text = position.replace('\'', "''");
    let condition = format!("reaches('{text}', variations => {variations})");
    let condition: Condition = match condition.parse() {
        Ok(condition) => condition,
        Err(error) => return failed(&format!("{position}: {}", error.message)),
    };
    let ChosenArgs { count, fmt, tag_match, output, form, .. } = &chosen;
    chosen.list |= !count && !fmt && tag_match.is_none() && output.is_none() && form.to.is_none();
    let condition = match chosen.common.select.only.take() {
        Some(only) => crate::themes::condition(&format!("({}) AND ({})", only.as_str(), condition.as_str())),
        None => Ok(condition),
    };
    match condition {
        Ok(condition) => write_chosen(condition, chosen),
        Err(message) => failed(&message),
    }
}

/// Writes the games that match, or says which they are.
fn write_chosen(condition: Condition, mut args: ChosenArgs) -> Status {
    let refusal = refusal(&args, &condition);
    let forms = match refusal.map_or_else(|| Forms::of(&args), Err) {
        Ok(forms) => forms,
        Err(message) => return failed(&message),
    };
    #[cfg(feature = "index")]
    if let Some(index) = args.index.take() {
        args.common.files.insert(0, index);
    }
    // The task chooses, since the others may be wanted, too.
    let select = std::mem::take(&mut args.common.select);
    let mut choice = Choice::default();
    (choice.numbers, choice.limit) = (select.games, select.limit);
    args.common.fallback = FALLBACK_PGN;
    keep_as_they_are(args.fmt, &mut args.common);
    let Some(mut run) = Run::new(&args.common, args.letters.from_lang) else { return Status::Failed };
    if args.not_to.is_none() {
        run.options.lookup = condition.lookup();
    }
    let task = task(&args, condition, &forms);
    run.ledger.leaves_out = task.may_leave_out();
    let mut unknown = UnknownTags::of(task.condition());
    let result = filter(&mut run, &args, forms, task, choice, &mut unknown);
    let is_quiet = run.is_quiet();
    let status = run.finish(result.err().as_ref());
    if !is_quiet {
        unknown.iter().for_each(|(name, meant)| say_unknown(name, meant));
    }
    status
}

/// Says what is wrong; the lines after the first show the place.
fn failed(message: &str) -> Status {
    let mut lines = message.lines();
    complain(&lines.next().unwrap_or_default());
    lines.for_each(|line| {
        let _ = writeln!(std::io::stderr(), "{}", safe(line));
    });
    Status::Failed
}

/// The condition; without one before the files, that is a file, too.
fn condition(args: &mut FilterArgs) -> Result<Condition, String> {
    let first = args.condition.take();
    if args.chosen.common.select.only.is_none() && args.chosen.common.select.games.is_none() {
        let text = first.unwrap_or_default();
        return crate::themes::condition(&text).map_err(|error| {
            let is_file = Path::new(&text).exists();
            let hint = if is_file { "\nthe condition comes before the files" } else { "" };
            format!("{error}{hint}")
        });
    }
    let Some(text) = first else { return only(args) };
    if Path::new(&text).exists() || text == "-" {
        args.chosen.common.files.insert(0, PathBuf::from(text));
        return only(args);
    }
    match (crate::themes::condition(&text), &args.chosen.common.select.only) {
        (Ok(condition), None) => Ok(condition),
        (Ok(_), Some(_)) => Err(format!("{text}: there are two conditions; join them by AND")),
        // A condition with a fault in it, and no file, is shown as one.
        (Err(error), None) if text.contains(char::is_whitespace) => Err(error),
        (Err(_), _) => {
            args.chosen.common.files.insert(0, PathBuf::from(text));
            only(args)
        }
    }
}

/// That of `--where`; without it all games.
fn only(args: &mut FilterArgs) -> Result<Condition, String> {
    args.chosen
        .common
        .select
        .only
        .take()
        .map_or_else(|| "TRUE".parse().map_err(|error| format!("{error}")), Ok)
}

/// Why nothing can be done, if so.
fn refusal(args: &ChosenArgs, condition: &Condition) -> Option<String> {
    if args.tag_match.is_some() && !condition.has_places() {
        return Some("nothing to mark: the condition looks for no place in the moves".to_owned());
    }
    let writes = !args.count && !args.list;
    if writes && args.output.is_none() && args.not_to.as_deref() == Some(Path::new("-")) {
        return Some("-: it is the output, too; choose another file for --not-to".to_owned());
    }
    let shows = [("--count", args.count), ("--list", args.list)];
    let shows = shows.into_iter().find_map(|(option, is_given)| is_given.then_some(option));
    shows.filter(|_| args.not_to.is_none()).and_then(|option| form::refusal(&args.form, option))
}

/// The formats of the outputs.
struct Forms {
    chosen: Option<Form>,
    others: Option<Form>,
}

impl Forms {
    fn of(args: &ChosenArgs) -> Result<Self, String> {
        let writes = !args.count && !args.list;
        let chosen = if writes { Form::of(&args.form, args.output.as_deref())? } else { None };
        let others = match args.not_to.as_deref() {
            Some(path) => Form::of_other(&args.form, path)?,
            None => None,
        };
        Ok(Self { chosen, others })
    }
}

fn task(args: &ChosenArgs, condition: Condition, forms: &Forms) -> Filter {
    let writes = !args.count && !args.list;
    // Who asks what becomes of games with errors must know all of them.
    let asks_errors =
        args.common.rejects.is_some() || matches!(args.common.on_error, Some(OnError::Drop | OnError::Stop));
    let marks = args.tag_match.clone().map(|mark| MarkPlaces::new(condition.clone(), mark));
    let filter = Filter::new(condition)
        .formatted(args.fmt)
        .letters(args.letters.from_lang.unwrap_or_default())
        .texts(writes || args.not_to.is_some())
        .with_others(args.not_to.is_some())
        .named(args.list)
        // Other formats are made of all of a game.
        .reading_on(args.fmt || asks_errors || forms.chosen.is_some());
    match marks {
        Some(marks) => filter.edited(Arc::new(marks)),
        None => filter,
    }
}

fn say_unknown(name: &str, meant: Option<&str>) {
    match meant {
        Some(meant) => say(&format_args!("no game has the tag {name}; is it {meant}?")),
        None => say(&format_args!("no game has the tag {name}")),
    }
}

/// The destination of games.
struct Out {
    games: Stream,
    to: GameOutput,
    /// The origin of the last game, which is written when the next one comes.
    last: Option<GameOrigin>,
}

impl Out {
    fn create(
        run: &Run<'_>,
        form: Option<Form>,
        path: Option<&Path>,
        args: &ChosenArgs,
    ) -> Result<Self, Stop> {
        let letters = args.letters.from_lang.unwrap_or_default();
        let to = GameOutput::create(run, form, path)?;
        Ok(Self { games: Stream::new(letters), to, last: None })
    }

    fn begin(&mut self, block: &Filtered) -> Result<(), Stop> {
        self.games.begin(&block.gathered, |text| self.to.write(text))
    }

    fn take(&mut self, block: &Filtered, at: usize, origins: &BlockOrigins) -> Result<(), Stop> {
        let origin = origins.origin(block.games[at].number);
        self.to.mark(self.last.replace(origin));
        self.games.take(&block.gathered, at, |text| self.to.write(text))
    }

    /// Writes what has come so far, of input that comes slowly.
    fn settle(&mut self) -> Result<(), Stop> {
        self.to.mark(self.last.take());
        self.games.settle(|text| self.to.write(text))?;
        self.to.flush()
    }

    /// Writes what is left, where that is still of use; a file only when all games have been read.
    fn finish(self, run: &mut Run<'_>, end: End) -> Result<SortCounts, Stop> {
        let Self { games, mut to, last } = self;
        to.mark(last);
        let mut sorted = SortCounts::default();
        let written = if end == End::Failed {
            Ok(())
        } else {
            games.finish(|text| to.write(text)).map(|counts| sorted = counts)
        };
        let result = written.and(if end == End::Whole { Ok(()) } else { Err(Stop::Enough) });
        match to.finish(run, result) {
            Ok(()) | Err(Stop::Enough) => Ok(sorted),
            Err(stop) => Err(stop),
        }
    }
}

/// The end of reading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Whole,
    AtError,
    Failed,
}

fn filter(
    run: &mut Run<'_>,
    args: &ChosenArgs,
    forms: Forms,
    task: Filter,
    mut choice: Choice,
    unknown: &mut UnknownTags,
) -> Result<(), Stop> {
    let inputs = run.inputs_of(Kind::Games);
    let writes = !args.count && !args.list;
    let output = args.output.as_deref();
    let mut out = if writes { Some(Out::create(run, forms.chosen, output, args)?) } else { None };
    let mut others = match &args.not_to {
        Some(path) => Some(Out::create(run, forms.others, Some(path), args)?),
        None => None,
    };
    let mut list = Output::stdout();
    let result = choose(
        run,
        inputs,
        task,
        &mut choice,
        others.is_none(),
        |ledger, input, before, origins, block, chosen| {
            block.count_tags(unknown);
            for out in [&mut out, &mut others].into_iter().flatten() {
                out.begin(block)?;
            }
            for (at, (game, is_chosen)) in block.games.iter().zip(chosen).enumerate() {
                match (is_chosen, &mut out, &mut others) {
                    (true, Some(out), _) => {
                        ledger.account.written += 1;
                        out.take(block, at, origins)?;
                    }
                    (true, None, _) if args.list => writeln!(list, "{}", listed(&input.name, before, game))?,
                    (false, _, Some(others)) => others.take(block, at, origins)?,
                    _ => {}
                }
            }
            // Text after the last game goes where that game goes.
            let with_chosen = block.last_game().is_some_and(|at| chosen[at]);
            if let Some(out) = if with_chosen { &mut out } else { &mut others } {
                out.games.take_rest(&block.gathered);
            }
            if input.is_pipe {
                [&mut out, &mut others].into_iter().flatten().try_for_each(Out::settle)?;
                list.flush()?;
            }
            Ok(())
        },
    );
    if args.count && result.is_ok() {
        writeln!(list, "{}", choice.chosen)?;
    }
    list.finish()?;
    let end = match &result {
        Ok(()) => End::Whole,
        Err(Stop::GameWithErrors) => End::AtError,
        Err(_) => End::Failed,
    };
    [others, out].into_iter().flatten().fold(result, |result, out| {
        let finished = out.finish(run, end).map(|sorted| count(&sorted, &mut run.ledger));
        result.and(finished)
    })
}

/// Tests the games of all inputs; `take` gets what was found in a block, and which of the games are chosen.
fn choose(
    run: &mut Run<'_>,
    inputs: Vec<Input>,
    task: Filter,
    choice: &mut Choice,
    may_stop: bool,
    mut take: impl FnMut(&mut Ledger, &OpenInput, u64, &BlockOrigins, &Filtered, &[bool]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let is_one = inputs.len() == 1;
    let mut errors = Errors::default();
    let mut tracker = OriginTracker::new(OriginSource::Inputs { has_places: false });
    let result = run.all(with_first_errors(inputs), &WithPlaces(task), |ledger, event| {
        let Event::Entries(input, numbers, done) = event else { return Ok(()) };
        errors.show(&input.name, numbers, &done);
        let read = done.account.read();
        let (block, places) = &done.value;
        let origins = tracker.block(input, numbers, places.clone());
        let before = numbers.before_in_input;
        let chosen: Vec<bool> =
            block.games.iter().map(|game| choice.takes(before + game.number, game.matches)).collect();
        take(ledger, input, before, &origins, block, &chosen)?;
        let next = before + read + 1;
        let is_past = is_one && choice.numbers.as_ref().is_some_and(|numbers| numbers.are_below(next));
        if may_stop && (choice.is_full() || is_past) { Err(Stop::Enough) } else { Ok(()) }
    });
    match result {
        Err(Stop::Enough) => Ok(()),
        result => result,
    }
}

/// `games.pgn:17: game 3: Tal, Mihail – Fine, Reuben, Riga, 1960.03.15, 1-0`
fn listed(name: &str, before: u64, game: &Tested) -> String {
    let Title { white, black, event, date, .. } = &game.title;
    let known = |value: &Option<String>| value.as_deref().map_or_else(|| "?".to_owned(), safe);
    let line = game.line.map_or_else(String::new, |line| format!("{line}:"));
    let beside = [event, date].into_iter().flatten();
    let beside: String = beside.map(|value| format!(", {}", safe(value))).collect();
    format!(
        "{}:{line} game {}: {} – {}{beside}, {}",
        safe(name),
        before + game.number,
        known(white),
        known(black),
        game.result,
    ) + &game.reasons.iter().map(|reason| format!("; {}", safe(reason))).collect::<String>()
}
