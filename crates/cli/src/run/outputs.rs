//! Outputs of a run, and the rule for all of them: none is an input, another output, or a file in a directory that is read, where this run or
//! the next one would read it. What an option is, the type of its value says (`args/paths.rs`).

use std::any::TypeId;
use std::ffi::OsStr;
#[cfg(unix)]
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use clap::{Arg, ArgMatches, Command};
use pgnkit_archive::inputs::{walked, would_be_walked};
use pgnkit_archive::{Parts, Place};
use pgnkit_config::Configs;

use crate::args::{OutputDirectory, OutputPath};

/// What a command line reads and writes, as far as options say it.
#[derive(Debug, Default)]
struct Named {
    /// Inputs and their places, `None` for standard input.
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    /// Whether the inputs are written into themselves.
    in_place: bool,
    /// Whether the command can do that.
    has_in_place: bool,
    /// Whether directories are read without what is ignored in them.
    heeds: bool,
}

#[derive(Clone, Debug)]
struct Input {
    /// None for the files of the command.
    option: Option<String>,
    path: PathBuf,
    place: Place,
    /// Whether files are looked for in it if it is a directory.
    is_walked: bool,
    /// The files that are read with it, once an output is held against them.
    parts: OnceLock<Parts>,
}

#[derive(Clone, Debug)]
struct Output {
    option: String,
    path: PathBuf,
    /// None is standard output.
    place: Option<Place>,
    is_directory: bool,
}

/// Of the run, so that names that are made later can be held against it.
static NAMED: Mutex<Option<Named>> = Mutex::new(None);

fn named() -> MutexGuard<'static, Option<Named>> {
    NAMED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why a command line cannot be carried out without an output that takes the place of something else, if so.
pub(crate) fn refusal(command: &Command, matches: &ArgMatches) -> Option<String> {
    let (mut command, mut matches) = (command, matches);
    let mut all = Named { heeds: true, ..Named::default() };
    loop {
        command.get_arguments().for_each(|arg| all.take(arg, matches));
        let Some((name, inner)) = matches.subcommand() else { break };
        let Some(found) = command.find_subcommand(name) else { break };
        (command, matches) = (found, inner);
    }
    if matches.try_contains_id("files").is_ok() && !all.inputs.iter().any(|input| input.option.is_none()) {
        all.take_stdin();
    }
    let is_set = |name| is_set(matches, name);
    all.has_in_place = matches.try_contains_id("in_place").is_ok();
    all.in_place = is_set("in_place") || (is_set("fix") && !is_set("diff"));
    let writes_directory = matches.try_get_raw("partition").is_ok_and(|values| values.is_some());
    for output in &mut all.outputs {
        output.is_directory |= writes_directory && output.option == "-o";
    }
    let refusal = all.refusal();
    *named() = Some(all);
    refusal
}

/// Whether a switch is given.
fn is_set(matches: &ArgMatches, name: &str) -> bool {
    matches.try_get_one::<bool>(name).is_ok_and(|value| value == Some(&true))
}

/// Checks a file whose name was made only now: of numbers, of games, or from settings.
///
/// # Errors
/// When it is an input or another output, or would be read by the next run.
pub(crate) fn permit(path: &Path) -> io::Result<()> {
    let named = named();
    let Some(all) = named.as_ref() else { return Ok(()) };
    let is_named = |output: &Output| output.path == path && !output.is_directory;
    if all.outputs.iter().any(is_named) || all.outputs.iter().any(|output| output.holds(path)) {
        return Ok(());
    }
    let output = Output::new(String::new(), path.to_owned(), false);
    let others = all.outputs.iter().find(|other| other.is_same(&output));
    let refusal = all.refusal_of(&output).or_else(|| others.map(|other| output.twice(other)));
    refusal.map_or(Ok(()), |text| Err(io::Error::new(io::ErrorKind::AlreadyExists, text)))
}

/// Checks a file that belongs to an output, beside it: no option may name it.
///
/// # Errors
/// When one does, or as for [`permit`].
pub(crate) fn permit_beside(path: &Path) -> io::Result<()> {
    let output = Output::new(String::new(), path.to_owned(), false);
    let is_same = |all: &Named| {
        all.outputs.iter().find(|other| other.is_same(&output)).map(|other| output.twice(other))
    };
    let refusal = named().as_ref().and_then(is_same);
    match refusal {
        Some(text) => Err(io::Error::new(io::ErrorKind::AlreadyExists, text)),
        None => permit(path),
    }
}

/// Refuses to replace a file whose name was made, and not given, unless that is forced.
///
/// # Errors
/// When it is there.
pub(crate) fn refuse_to_replace(path: &Path, force: bool) -> io::Result<()> {
    if force || std::fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    let text = format!("{}: it is there already; move it away, or use --force", path.display());
    Err(io::Error::new(io::ErrorKind::AlreadyExists, text))
}

/// Why names in the directory of `like`, which is one of them, cannot be made, if so.
pub(crate) fn names_refusal(like: &Path) -> Option<String> {
    let output = Output::new("-o".to_owned(), like.to_owned(), false);
    named().as_ref().and_then(|all| all.refusal_of(&output))
}

impl Named {
    fn take(&mut self, arg: &Arg, matches: &ArgMatches) {
        let id = arg.get_id().as_str();
        if id == "no_ignore" && is_set(matches, id) {
            self.heeds = false;
        }
        let Ok(Some(values)) = matches.try_get_raw(id) else { return };
        let kind = arg.get_value_parser().type_id();
        let long = arg.get_long().map(|long| format!("--{long}"));
        // The baseline is only read, unless it is to be written.
        let is_output =
            kind == TypeId::of::<OutputPath>() && (id != "baseline" || is_set(matches, "update_baseline"));
        let is_directory = kind == TypeId::of::<OutputDirectory>();
        if is_output || is_directory {
            let option = if id == "output" { "-o".to_owned() } else { long.unwrap_or_default() };
            let output = |path: &OsStr| Output::new(option.clone(), path.into(), is_directory);
            self.outputs.extend(values.map(output));
        } else if kind == TypeId::of::<PathBuf>() || kind == TypeId::of::<OutputPath>() {
            let is_walked = long.is_none() || matches!(id, "against" | "fide");
            for path in values {
                if path == "-" {
                    self.take_stdin();
                } else if let Ok(place) = Place::of(Path::new(path)) {
                    self.inputs.push(Input::new(long.clone(), path.into(), place, is_walked));
                }
            }
        }
    }

    /// A file that is standard input is read as any other.
    fn take_stdin(&mut self) {
        if let Some(place) = place_of(&io::stdin()) {
            self.inputs.push(Input::new(None, "<stdin>".into(), place, false));
        }
    }

    fn refusal(&self) -> Option<String> {
        let stdout = place_of(&io::stdout()).map(|place| Output {
            option: "standard output".to_owned(),
            path: "<stdout>".into(),
            place: Some(place),
            is_directory: false,
        });
        if let Some(found) = stdout.and_then(|stdout| self.same_input(&stdout)) {
            return Some(found);
        }
        for (at, output) in self.outputs.iter().enumerate() {
            if let Some(refusal) = self.refusal_of(output) {
                return Some(refusal);
            }
            if let Some(other) = self.outputs[..at].iter().find(|other| other.is_same(output)) {
                return Some(output.twice(other));
            }
        }
        if self.in_place { self.refusal_in_place() } else { None }
    }

    /// Files that are written into themselves must not be read for something else.
    fn refusal_in_place(&self) -> Option<String> {
        let (files, others): (Vec<_>, Vec<_>) = self.inputs.iter().partition(|input| input.option.is_none());
        others.into_iter().find_map(|other| {
            let option = other.option.as_deref().unwrap_or_default();
            let is_it =
                |file: &&&Input| file.place.is_same(&other.place) || self.walks_to(file, &other.place, false);
            let is_in_other = |file: &&&Input| other.is_walked && self.walks_to(other, &file.place, false);
            let found = files.iter().find(|file| is_it(file) || is_in_other(file))?;
            let (name, file) = (other.path.display(), found.path.display());
            Some(format!("{name}: {option} reads it, and {file} is written in place; it cannot be both"))
        })
    }

    /// Why an output cannot be one, if so.
    fn refusal_of(&self, output: &Output) -> Option<String> {
        if output.place.as_ref().is_none_or(Place::is_special) {
            return None;
        }
        self.same_input(output).or_else(|| self.refusal_of_directory(output))
    }

    fn same_input(&self, output: &Output) -> Option<String> {
        let place = output.place.as_ref()?;
        let option = &output.option;
        let instead = match option.as_str() {
            "" => String::new(),
            "standard output" => format!(", and {option}, too"),
            option => format!("; choose another file for {option}"),
        };
        self.inputs.iter().find_map(|input| {
            if input.place.is_same(place) {
                let in_place = if option == "-o" && input.option.is_none() && self.has_in_place {
                    ", or write it in place with -i"
                } else {
                    ""
                };
                return Some(format!("{}: it is an input{instead}{in_place}", input.path.display()));
            }
            if input.parts().has(place) {
                let (part, input) = (output.path.display(), input.path.display());
                return Some(format!("{part}: it is read with {input}{instead}"));
            }
            if output.is_directory && input.place.path().starts_with(place.path()) {
                let (input, output) = (input.path.display(), output.path.display());
                return Some(format!("{input}: it is an input, and in {output}{instead}"));
            }
            if !input.is_walked
                || !input.place.is_directory()
                || (place.path() != Path::new("") && !exists(place))
            {
                return None;
            }
            // By another name, or through a link.
            let is_it = |found: &PathBuf| place.is_at(found) || Parts::of(found).has(place);
            let found = walked(input.place.path(), self.heeds).find(is_it)?;
            if self.is_excluded(&found) {
                return None;
            }
            let found =
                found.strip_prefix(input.place.path()).map_or(found.clone(), |name| input.path.join(name));
            Some(format!("{}: it is an input{instead}", found.display()))
        })
    }

    fn refusal_of_directory(&self, output: &Output) -> Option<String> {
        let place = output.place.as_ref()?;
        let input = self.inputs.iter().find(|input| self.walks_to(input, place, output.is_directory))?;
        let (name, directory) = (output.path.display(), input.path.display());
        let instead = match output.option.as_str() {
            "" => String::new(),
            option => format!("; choose a place outside for {option}"),
        };
        Some(format!(
            "{name}: it is in {directory}, which is read, so that the next run would read it{instead}"
        ))
    }

    /// Whether an input is a directory in which that place is found.
    fn walks_to(&self, input: &Input, place: &Place, is_directory: bool) -> bool {
        input.is_walked
            && input.place.is_directory()
            && would_be_walked(input.place.path(), place.path(), is_directory, self.heeds)
            && !self.is_excluded(place.path())
    }

    /// Whether the settings nearest to a file exclude it.
    fn is_excluded(&self, path: &Path) -> bool {
        self.heeds && Configs::nearest().excludes(path).unwrap_or(false)
    }
}

impl Input {
    fn new(option: Option<String>, path: PathBuf, place: Place, is_walked: bool) -> Self {
        Self { option, path, place, is_walked, parts: OnceLock::new() }
    }

    fn parts(&self) -> &Parts {
        self.parts
            .get_or_init(|| if self.place.is_directory() { Parts::default() } else { Parts::of(&self.path) })
    }
}

impl Output {
    fn new(option: String, path: PathBuf, is_directory: bool) -> Self {
        let is_stdout = path == Path::new("-") && option != "--rejects";
        // A path that leads nowhere is refused when it is opened.
        let place = if is_stdout { None } else { Place::of(&path).ok() };
        Self { option, path, place, is_directory }
    }

    fn is_same(&self, other: &Self) -> bool {
        match (&self.place, &other.place) {
            (Some(one), Some(other)) => !one.is_special() && one.is_same(other),
            (None, None) => self.path == other.path,
            _ => false,
        }
    }

    /// Whether it is a directory that a file is in.
    fn holds(&self, path: &Path) -> bool {
        let Some(place) = self.place.as_ref().filter(|_| self.is_directory) else { return false };
        Place::of(path).is_ok_and(|file| file.path().starts_with(place.path()))
    }

    fn twice(&self, other: &Self) -> String {
        let (name, other) = (self.path.display(), &other.option);
        match self.option.as_str() {
            "" => format!("{name}: it is the output of {other}, too"),
            option => format!("{name}: it is the output of {other}, too; choose another file for {option}"),
        }
    }
}

fn exists(place: &Place) -> bool {
    place.path().exists()
}

/// The place of a standard stream that is a regular file.
#[cfg(unix)]
fn place_of(stream: &impl std::os::fd::AsFd) -> Option<Place> {
    let file: File = stream.as_fd().try_clone_to_owned().ok()?.into();
    file.metadata().ok().as_ref().and_then(Place::of_open)
}

#[cfg(not(unix))]
fn place_of<T>(_: &T) -> Option<Place> {
    None
}

#[cfg(test)]
#[path = "outputs_tests.rs"]
mod tests;
