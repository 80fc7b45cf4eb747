//! Many games: what is read, what is done with them, and how they are taken.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pgnkit::PieceLetters;
use pgnkit::diagnostics::{Level, Selection, SelectionLayer};
use pgnkit_archive::output::{self, OutputOption, OutputOptions};
use pgnkit_archive::source::Charset;
use pgnkit_archive::task::Check;
use pgnkit_archive::{AtomicDirectory, CollectGames, Detail, FindingFilter, InputFormat, RunOptions, input};
use pgnkit_collections::dedup::{DedupOptions, Keep};
use pgnkit_collections::eco::OpeningTags;
use pgnkit_collections::split::{Naming, chronological, tree};
use pgnkit_query::condition::Condition;
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::args::{self, Whole};
use crate::columns::Columns;
use crate::diagnostics::{Diagnostic, Findings};
use crate::epd::{Epd, Records};
use crate::errors::{ConditionError, SourceError, raise};
use crate::game::Game;
use crate::jobs::{Edits, Inputs, Job, Written};
use crate::outlet::OutputFiles;
use crate::progress::{Bar, Read};
use crate::source::{Opened, Raised, Source};
use crate::stream::Stream;
use pgnkit_archive::origin::WithPlaces;

/// Bytes of a block: few, so that the first game comes soon and little is read ahead.
const BLOCK_BYTES: usize = 1 << 18;

/// Games of a source, with what is to be done with them. Nothing is read before games, diagnostics or rows are asked for.
///
/// Each method gives new `Games` and leaves these as they are. All cores work, and Python runs meanwhile.
///
/// >>> games = read(b'[White "Tal"]\n\n1. e4 e5 1-0\n\n[White "Fine"]\n\n1. d4 *\n')
/// >>> [game.tags["White"] for game in games.filter("white = 'Tal'")]
/// ['Tal']
/// >>> games.count()
/// 2
#[pyclass(frozen, module = "pgnkit")]
pub(crate) struct Games {
    source: Arc<Source>,
    options: RunOptions,
    tags_only: bool,
    progress: Option<Arc<Py<PyAny>>>,
    jobs: Vec<Job>,
}

/// Reads games: of a path, a pattern such as `games/*.pgn`, a list of these, of bytes, a file object, or of games.
///
/// Files may be compressed (gzip, bzip2, xz, zstd, zip) and in any form that pgnkit reads: PGN, PGC, EPD, FEN, JSON, Parquet, Arrow. A directory
/// stands for the files in it. Nothing is read before games are asked for.
///
/// `format` names the form where neither name nor content shows it; `jobs` is the number of threads; with `tags_only` games have no moves, which
/// is several times faster; `letters` is the code of the language of piece letters; `encoding` is the character set of text that is not UTF-8, such
/// as `windows-1251` or `cp437` (without it each value that is not is ISO 8859-1 or Windows-1252); `password` is that of archives of ChessBase (`.cbz`); `progress` is `True` for tqdm, or something that
/// is called as tqdm is.
#[pyfunction]
#[pyo3(signature = (source, *, format=None, jobs=None, tags_only=false, letters=None, encoding=None, password=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(crate) fn read(
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
    jobs: Option<&Bound<'_, PyAny>>,
    tags_only: bool,
    letters: Option<&str>,
    encoding: Option<&str>,
    password: Option<&str>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Games> {
    let charset = encoding.map(|name| charset(source.py(), name)).transpose()?;
    if let Ok(games) = source.cast::<Games>() {
        return Ok(games.get().clone());
    }
    let mut options = RunOptions::default();
    options.pipeline.block_bytes = BLOCK_BYTES;
    if let Some(jobs) = jobs {
        let Whole(jobs) = jobs.extract::<Whole<usize>>()?;
        if jobs == 0 {
            return Err(PyValueError::new_err("jobs: expected 1 thread or more"));
        }
        options = options.jobs(jobs);
    }
    options.format = format.map(form).transpose()?;
    if let Some(code) = letters {
        options.read = options.read.letters(PieceLetters::Of(args::language(code)?));
    }
    options.charset = charset;
    options.password = password.map(Arc::from);
    let progress = progress
        .filter(|given| given.is_truthy().unwrap_or(true))
        .map(|given| Arc::new(given.clone().unbind()));
    Ok(Games { source: Arc::new(Source::of(source)?), options, tags_only, progress, jobs: Vec::new() })
}

/// A character set by its name on the Web, in DOS or in Python.
fn charset(py: Python<'_>, name: &str) -> PyResult<Charset> {
    let in_python = || {
        let found = py.import("codecs").and_then(|codecs| codecs.call_method1("lookup", (name,))).ok()?;
        let known: String = found.getattr("name").and_then(|name| name.extract()).ok()?;
        let known = match known.as_str() {
            "utf-8-sig" => "utf-8",
            "mac-roman" => "macintosh",
            "mac-cyrillic" => "x-mac-cyrillic",
            other => other,
        };
        known.parse().ok()
    };
    name.parse().ok().or_else(in_python).ok_or_else(|| {
        PyLookupError::new_err(format!(
            "encoding: no character set is called '{name}'; there are windows-1251, koi8-r, iso-8859-2, cp437, cp850, macintosh, gbk and all others of the Web and of DOS"
        ))
    })
}

fn form(name: &str) -> PyResult<&'static dyn InputFormat> {
    input::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = input::INPUTS.iter().map(|form| form.name()).collect();
        PyValueError::new_err(format!("unknown format '{name}'; expected one of {}", names.join(", ")))
    })
}

impl Clone for Games {
    fn clone(&self) -> Self {
        let Self { source, options, tags_only, progress, jobs } = self;
        Self {
            source: Arc::clone(source),
            options: options.clone(),
            tags_only: *tags_only,
            progress: progress.clone(),
            jobs: jobs.clone(),
        }
    }
}

/// The place that games are written to.
enum Target {
    Memory,
    File(PathBuf),
    /// A directory, with the columns by which rows are divided.
    Directory(PathBuf, Vec<String>),
}

/// Something that is begun: the inputs, what is done with them, and the bar that shows how far they are.
struct Begun {
    inputs: Inputs,
    jobs: Vec<Job>,
    bar: Option<Bar>,
}

impl Begun {
    fn stream<T: Send + 'static>(
        self,
        work: impl FnOnce(Inputs, &crate::stream::Sender<T>) -> PyResult<()> + Send + 'static,
    ) -> PyResult<Stream<T>> {
        let Self { mut inputs, jobs, bar } = self;
        let stream = Stream::start(Arc::clone(&inputs.stop), move |sender| {
            // A job may take its time before it gives anything.
            for job in jobs {
                inputs = inputs.after(job)?;
            }
            work(inputs, sender)
        })?;
        Ok(match bar {
            Some(bar) => stream.watched(move |py, is_over| bar.update(py, is_over)),
            None => stream,
        })
    }
}

impl Games {
    fn then(&self, job: Job) -> Self {
        let mut games = self.clone();
        games.jobs.push(job);
        games
    }

    /// Opens the inputs and begins the jobs.
    fn begin(&self, py: Python<'_>) -> PyResult<Begun> {
        let slot = Raised::default();
        let mut options = self.options.clone();
        if self.source.is_made() {
            // The text of games is UTF-8.
            options.charset = None;
        }
        let Opened { inputs, whence } = self.source.inputs(py, &slot, options.charset)?;
        let read = Arc::<Read>::default();
        let bar = match &self.progress {
            Some(given) => Some(Bar::new(given.bind(py), Source::stored_bytes(&inputs), Arc::clone(&read))?),
            None => None,
        };
        let inputs = Inputs { inputs, options, read, raised: slot, whence, stop: Arc::default() };
        Ok(Begun { inputs, jobs: self.jobs.clone(), bar })
    }

    /// Writes the games into memory, into a file or into a directory, which appears when all is written.
    fn write_to(
        &self,
        py: Python<'_>,
        form: &'static output::NamedOutput,
        target: Target,
        mut options: OutputOptions,
    ) -> PyResult<(Written, Vec<u8>)> {
        if let Target::File(path) | Target::Directory(path, _) = &target
            && let Some(refusal) = self.source.refusal(py, path)
        {
            return Err(PyValueError::new_err(refusal));
        }
        // The last job writes PGN itself, so that bytes which it keeps are kept.
        let mut before = self.clone();
        options.is_out_of_order =
            self.source.is_made() || self.jobs.iter().any(|job| matches!(job, Job::Sort { .. }));
        let last = if form.name == "pgn" { before.jobs.pop() } else { None };
        let stream = before.begin(py)?.stream(move |inputs, sender| {
            let mut memory = Vec::new();
            let failed = |error| raise::<SourceError>(format_args!("{error}"));
            let written = match target {
                Target::Memory => inputs.write(form, &options, last, &mut memory)?,
                Target::Directory(path, by) => {
                    let directory = AtomicDirectory::create(&path).map_err(failed)?;
                    let written = inputs.write_partitions(form, &options, &by, directory.path())?;
                    if written.is_some() {
                        directory.commit().map_err(failed)?;
                    }
                    written
                }
                Target::File(path) => {
                    let mut out = OutputFiles::create(path).map_err(failed)?;
                    let written = inputs.write(form, &options, last, &mut out)?;
                    if written.is_some() {
                        out.finish().map_err(failed)?;
                    }
                    written
                }
            };
            // Whoever has gone away hears nothing.
            let _ = written.map(|written| sender.send(vec![(written, memory)]));
            Ok(())
        })?;
        // After Ctrl-C no temporary file is left behind, even if Python ends now.
        let written = stream.next(py).inspect_err(|_| stream.give_up(py))?;
        written.ok_or_else(|| raise::<SourceError>("nothing was written"))
    }
}

/// The options of writing, where they have an effect on the form.
fn output_options(
    form: &output::NamedOutput,
    lossy: bool,
    lossless: bool,
    rows: Option<&str>,
    columns: Option<&[String]>,
    is_divided: bool,
) -> PyResult<OutputOptions> {
    let mut options = OutputOptions::default();
    options.lossy = lossy;
    let given = [
        ("lossless", lossless, OutputOption::Columns),
        ("columns", columns.is_some(), OutputOption::Columns),
        ("rows", rows.is_some(), OutputOption::Rows),
        ("partition", is_divided, OutputOption::Partitions),
    ];
    let idle = given.iter().find(|(_, is_given, option)| *is_given && !(form.uses)(*option, &options));
    if let Some((name, ..)) = idle {
        let form = form.name;
        return Err(PyValueError::new_err(format!("{name}: it has no effect on what {form} holds")));
    }
    if !(form.uses)(OutputOption::Columns, &options) {
        options.rows = match rows {
            None => None,
            Some("plies") => Some(output::Rows::Plies),
            Some("games") => Some(output::Rows::Games),
            Some(other) => {
                return Err(PyValueError::new_err(format!("rows: expected games or plies, not '{other}'")));
            }
        };
        return Ok(options);
    }
    let layout = crate::columns::layout(rows.unwrap_or("games"), columns)?;
    options.layout = Some(if lossless {
        let rows = layout.rows().name();
        layout
            .lossless()
            .map_err(|_| PyValueError::new_err(format!("lossless: it is for rows of games, not of {rows}")))?
    } else {
        layout
    });
    Ok(options)
}

/// What was written, as Python sees it: a number with an account.
fn account(py: Python<'_>, written: &Written) -> PyResult<Py<PyAny>> {
    let without = PyDict::new(py);
    for (what, count) in &written.without {
        without.set_item(what, count)?;
    }
    let class = py.import("pgnkit._written")?.getattr("Written")?;
    Ok(class.call1((written.games, without))?.unbind())
}

fn output_by_name(name: &str) -> PyResult<&'static output::NamedOutput> {
    output::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = output::OUTPUTS.iter().map(|form| form.name).collect();
        PyValueError::new_err(format!("unknown format '{name}'; expected one of {}", names.join(", ")))
    })
}

#[pymethods]
impl Games {
    fn __iter__(&self, py: Python<'_>) -> PyResult<Reading> {
        let tags_only = self.tags_only;
        let stream = self.begin(py)?.stream(move |inputs, sender| {
            let mut source: Arc<str> = "".into();
            inputs.stream(
                &WithPlaces(CollectGames::new(tags_only)),
                FindingFilter::default(),
                sender,
                |open, numbers, done, block| {
                    if *source != *open.name {
                        source = open.name.as_str().into();
                    }
                    Ok(done
                        .value
                        .into_iter()
                        .map(|mut read| {
                            read.game.shrink_to_fit();
                            // Places are those in the text that was read, which jobs may have made.
                            let number = numbers.before_in_input + read.number;
                            let found = read
                                .diagnostics
                                .iter()
                                .map(|found| Diagnostic::of_located(found, &source, number))
                                .collect();
                            Game::read(read.game, block.origin(read.number), found)
                        })
                        .collect())
                },
            )
        })?;
        Ok(Reading(Mutex::new(Some(Arc::new(stream)))))
    }

    /// The games of which a condition in SQL is true, byte for byte as they are; `count` of them at most. The functions are those of
    /// `pgn filter --functions`.
    #[pyo3(signature = (condition, *, count=None))]
    fn filter(&self, condition: &str, count: Option<Whole<u64>>) -> PyResult<Self> {
        let count = count.map(|count| count.0);
        let condition: Condition = condition.parse().map_err(raise::<ConditionError>)?;
        Ok(self.then(Job::Filter { condition: Box::new(condition), count }))
    }

    /// The games in order: as `by` says (`date`, `whiteelo desc`, a list of such), or as the standard has it. With `unique` equal ones come
    /// once.
    #[pyo3(signature = (by=None, *, reverse=false, unique=false))]
    fn sort(&self, by: Option<&Bound<'_, PyAny>>, reverse: bool, unique: bool) -> PyResult<Self> {
        let order = match by {
            None => pgnkit_collections::sort::Order::default(),
            Some(by) => {
                let names = match by.extract::<String>() {
                    Ok(names) => names,
                    Err(_) => by.extract::<Vec<String>>()?.join(","),
                };
                names.parse().map_err(|error| PyValueError::new_err(format!("{error}")))?
            }
        };
        let order = if reverse { order.reversed() } else { order };
        Ok(self.then(Job::Sort { order, unique }))
    }

    /// The games without duplicates. `keep` is the one that stays: `best`, `first`, `last`, or `merge` for the best with what the others have.
    #[pyo3(signature = (*, keep="best"))]
    fn dedup(&self, keep: &str) -> PyResult<Self> {
        let mut options = DedupOptions::default();
        options.keep = match keep {
            "best" => Keep::Best,
            "first" => Keep::First,
            "last" => Keep::Last,
            "merge" => Keep::Merge,
            other => {
                return Err(PyValueError::new_err(format!(
                    "keep: expected best, first, last or merge, not '{other}'"
                )));
            }
        };
        Ok(self.then(Job::Dedup { options }))
    }

    /// The games with what is wrong mended, where it can be without changing what they mean; with `unsafe` also what needs a guess.
    #[pyo3(signature = (*, r#unsafe=false))]
    fn fix(&self, r#unsafe: bool) -> Self {
        self.then(Job::Fix { unsafe_fixes: r#unsafe })
    }

    /// The games in export format.
    fn fmt(&self) -> Self {
        self.then(Job::Format)
    }

    /// The games with their openings in ECO and, by `names`, in Opening, Variation and SubVariation (`standard`), in Opening (`lichess`), or
    /// nowhere (`none`). What is there stays, unless `replace` is true.
    #[pyo3(signature = (*, names="standard", replace=false))]
    fn eco(&self, names: &str, replace: bool) -> PyResult<Self> {
        let tags = match names {
            "standard" => OpeningTags::Standard,
            "lichess" => OpeningTags::Lichess,
            "none" => OpeningTags::None,
            other => {
                return Err(PyValueError::new_err(format!(
                    "names: expected standard, lichess or none, not '{other}'"
                )));
            }
        };
        Ok(self.then(Job::Openings { tags, replace }))
    }

    /// The games with tags set and removed, and without comments, commands, nags or variations; every other byte stays as it is.
    /// A game in which that cannot be done, because it has errors for example, stays as it is.
    ///
    /// >>> read(b'[Event "?"]\n\n1.e4   {!} e5 *\n').edit(set={"Event": "Club"}, drop=["comments"]).text()
    /// b'[Event "Club"]\n\n1.e4   e5 *\n'
    #[pyo3(signature = (*, set=None, remove=Vec::new(), drop=Vec::new()))]
    fn edit(
        &self,
        set: Option<&Bound<'_, PyDict>>,
        remove: Vec<String>,
        drop: Vec<String>,
    ) -> PyResult<Self> {
        if let Some(other) = drop.iter().find(|what| !Edits::DROPS.contains(&what.as_str())) {
            return Err(PyValueError::new_err(format!(
                "drop: expected {}, not '{other}'",
                Edits::DROPS.join(", ")
            )));
        }
        let set: Vec<(String, String)> = match set {
            Some(set) => set
                .iter()
                .map(|(name, value)| Ok((name.extract()?, value.extract()?)))
                .collect::<PyResult<_>>()?,
            None => Vec::new(),
        };
        Ok(self.then(Job::Edit(Edits { set, remove, drop })))
    }

    /// Everything that is wrong with the games, as it is found, at a level: `import`, `export` or `archive`. `select` and `ignore` are codes and areas
    /// as `pgn check` has them; `notes` adds what is only worth a note.
    #[pyo3(signature = (*, level="import", notes=false, select=Vec::new(), ignore=Vec::new()))]
    fn check(
        &self,
        py: Python<'_>,
        level: &str,
        notes: bool,
        select: Vec<String>,
        ignore: Vec<String>,
    ) -> PyResult<Findings> {
        let selection = selection(level, notes, &select, &ignore)?;
        let stream = self.begin(py)?.stream(move |inputs, sender| {
            let filter = FindingFilter::all(selection, Detail::Place);
            inputs.stream(&WithPlaces(Check), filter, sender, |open, numbers, done, _| {
                let one = |finding| Diagnostic::of_finding(finding, &open.name, numbers.before_in_input);
                Ok(done.findings.iter().map(one).collect())
            })
        })?;
        Ok(Findings(stream))
    }

    /// The games as columns, for pyarrow, polars, pandas, duckdb and whatever knows Arrow: rows of `games`, `plies` or `positions`. `columns` are
    /// their names (see docs/parquet.md), or without them the usual ones.
    #[pyo3(signature = (rows="games", columns=None))]
    fn columns(&self, rows: &str, columns: Option<Vec<String>>) -> PyResult<Columns> {
        Columns::new(self.clone(), rows, columns)
    }

    /// Writes the games into a file, which is there whole or not at all, or to a file object that takes bytes, and returns their number, whose
    /// `without` counts what was left out. `to` is the form, which without it the name shows: `games.pgn.zst`, `games.json`, `games.parquet`.
    ///
    /// Raises `EditError`, and writes nothing, where the form cannot hold all that is in a game; with `lossy` what it can hold is written. With
    /// `lossless` the columns of Parquet and Arrow hold whole games. `rows` and `columns` are those of `columns`; `partition` names columns by whose values
    /// Parquet is divided among the directories below `path`.
    #[pyo3(signature = (path, *, to=None, lossy=false, lossless=false, rows=None, columns=None, partition=None))]
    fn write(
        &self,
        py: Python<'_>,
        path: &Bound<'_, PyAny>,
        to: Option<&str>,
        lossy: bool,
        lossless: bool,
        rows: Option<&str>,
        columns: Option<Vec<String>>,
        partition: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let by: Option<Vec<String>> = match partition {
            None => None,
            Some(given) => Some(match given.extract::<String>() {
                Ok(names) => names.split(',').map(|name| name.trim().to_owned()).collect(),
                Err(_) => given.extract()?,
            }),
        };
        let is_object = path.hasattr("write")?;
        let file: Option<PathBuf> = if is_object { None } else { Some(path.extract()?) };
        let name = match &file {
            Some(file) => Some(file.to_string_lossy().into_owned()),
            None => path.getattr("name").ok().and_then(|name| name.extract().ok()),
        };
        let form = match to {
            Some(to) => output_by_name(to)?,
            None if by.is_some() => output_by_name("parquet")?,
            None => name.as_deref().and_then(output::by_file_name).ok_or_else(|| {
                let name = name.as_deref().unwrap_or("the file object");
                PyValueError::new_err(format!("{name}: cannot infer the format from the extension; use to="))
            })?,
        };
        let mut options = output_options(form, lossy, lossless, rows, columns.as_deref(), by.is_some())?;
        if form.name == "scid"
            && let Some(file) = &file
        {
            options.scid_version = output::ScidFiles::version_of(file).map_err(PyValueError::new_err)?;
        }
        let target = match (file, by) {
            (None, None) => Target::Memory,
            (None, Some(_)) => {
                return Err(PyValueError::new_err("partition: expected the path of a directory"));
            }
            (Some(file), None) => Target::File(file),
            (Some(file), Some(by)) => Target::Directory(file, by),
        };
        let (written, text) = self.write_to(py, form, target, options)?;
        if is_object {
            path.call_method1("write", (PyBytes::new(py, &text),))?;
        }
        account(py, &written)
    }

    /// Makes an index of the games, as the command `pgn index` does, in a file which is there whole or not at all; `Index` opens it. Returns the number of
    /// games, whose `without` counts those that were left out: games with errors, and games whose rules are not known.
    ///
    /// `level` says which parts it has: 1 the positions that two games have, with their counts; 2 the games too; 3 every occurrence of a position too.
    /// With `moves_only` comments, glyphs and variations are left out. `memory` is the memory for games, in bytes: what does not fit goes to temporary
    /// files.
    #[pyo3(signature = (path, *, level=2, moves_only=false, memory=536870912))]
    fn index(
        &self,
        py: Python<'_>,
        path: PathBuf,
        level: u64,
        moves_only: bool,
        memory: usize,
    ) -> PyResult<Py<PyAny>> {
        let level = pgnkit_index::Level::of_number(level)
            .ok_or_else(|| PyValueError::new_err(format!("expected level 1, 2 or 3, found {level}")))?;
        if let Some(refusal) = self.source.refusal(py, &path) {
            return Err(PyValueError::new_err(refusal));
        }
        let stream = self.begin(py)?.stream(move |inputs, sender| {
            // Whoever has gone away hears nothing.
            let _ = inputs.index(path, memory, level, moves_only)?.map(|written| sender.send(vec![written]));
            Ok(())
        })?;
        // After Ctrl-C no temporary file stays, even if Python ends now.
        let written = stream.next(py).inspect_err(|_| stream.give_up(py))?;
        account(py, &written.ok_or_else(|| raise::<SourceError>("nothing was written"))?)
    }

    /// The games as bytes of a form; without jobs in export format, and after those that keep bytes as they are. The other arguments are those of
    /// `write`.
    #[pyo3(signature = (to="pgn", *, lossy=false, lossless=false, rows=None, columns=None))]
    fn text<'py>(
        &self,
        py: Python<'py>,
        to: &str,
        lossy: bool,
        lossless: bool,
        rows: Option<&str>,
        columns: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let form = output_by_name(to)?;
        let options = output_options(form, lossy, lossless, rows, columns.as_deref(), false)?;
        let (_, text) = self.write_to(py, form, Target::Memory, options)?;
        Ok(PyBytes::new(py, &text))
    }

    /// The records of positions in the inputs that are EPD or FEN; those that are no position are left out, and `check` says why.
    fn records(&self, py: Python<'_>) -> PyResult<Records> {
        let stream = self.begin(py)?.stream(|inputs, sender| {
            inputs.stream(
                &WithPlaces(CollectGames::default()),
                FindingFilter::default(),
                sender,
                |_, _, done, _| {
                    Ok(done
                        .value
                        .into_iter()
                        .filter_map(|read| read.record)
                        .map(|record| Epd { record })
                        .collect())
                },
            )
        })?;
        Ok(Records(stream))
    }

    /// The names of the files that `pgn split` would put the games into: by `player`, `event`, `year`, `month`, `day`, as `path`s of a tree of
    /// directories, or all names of that `tree`. With `limit` years are split further.
    #[pyo3(signature = (by, *, limit=None))]
    fn file_names(&self, py: Python<'_>, by: &str, limit: Option<Whole<u64>>) -> PyResult<Vec<String>> {
        let limit = limit.map(|limit| limit.0);
        let naming = match by {
            "player" => Some(Naming::Player),
            "event" => Some(Naming::Event),
            "year" => Some(Naming::Year),
            "month" => Some(Naming::Month),
            "day" => Some(Naming::Day),
            "path" => Some(Naming::Path),
            "tree" => None,
            other => {
                return Err(PyValueError::new_err(format!(
                    "by: expected player, event, year, month, day, path or tree, not '{other}'"
                )));
            }
        };
        if limit.is_some() && naming != Some(Naming::Year) {
            return Err(PyValueError::new_err("limit: only with by='year'"));
        }
        let stream = self.begin(py)?.stream(|inputs, sender| {
            inputs.stream(
                &WithPlaces(CollectGames::default()),
                FindingFilter::default(),
                sender,
                |_, _, done, _| Ok(done.value.into_iter().map(|read| read.game).collect()),
            )
        })?;
        let mut games = Vec::new();
        while let Some(game) = stream.next(py)? {
            games.push(game);
        }
        Ok(match (naming, limit) {
            (None, _) => tree(&games),
            (Some(_), Some(limit)) => chronological(&games, limit),
            (Some(naming), None) => games.iter().map(|game| naming.name(game)).collect(),
        })
    }

    /// The first games, at most so many.
    #[pyo3(signature = (count=Whole(5)), text_signature = "($self, count=5)")]
    fn head(&self, py: Python<'_>, count: Whole<usize>) -> PyResult<Vec<Game>> {
        let reading = self.__iter__(py)?;
        let mut games = Vec::new();
        while games.len() < count.0
            && let Some(game) = reading.__next__(py)?
        {
            games.push(game);
        }
        Ok(games)
    }

    /// The first game; `None` where there is none.
    fn first(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        self.__iter__(py)?.__next__(py)
    }

    /// The columns as a data frame of polars, which must be installed.
    #[pyo3(signature = (rows="games", columns=None))]
    fn to_polars<'py>(
        &self,
        py: Python<'py>,
        rows: &str,
        columns: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        py.import("polars")?.call_method1("DataFrame", (self.columns(rows, columns)?,))
    }

    fn __repr__(&self) -> String {
        let jobs: String = self.jobs.iter().map(|job| format!(".{}(…)", job.name())).collect();
        let source = self.source.described();
        format!("<Games of {source}{jobs}>")
    }

    /// The number of games.
    fn count(&self, py: Python<'_>) -> PyResult<u64> {
        let stream = self.begin(py)?.stream(|inputs, sender| {
            inputs.stream(
                &WithPlaces(CollectGames::new(true)),
                FindingFilter::default(),
                sender,
                |_, _, done, _| Ok(vec![done.account.read()]),
            )
        })?;
        let mut count = 0;
        while let Some(some) = stream.next(py)? {
            count += some;
        }
        Ok(count)
    }
}

impl Games {
    /// Rows as they are read.
    pub(crate) fn rows<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(Inputs, &crate::stream::Sender<T>) -> PyResult<()> + Send + 'static,
    ) -> PyResult<Stream<T>> {
        self.begin(py)?.stream(work)
    }
}

fn selection(level: &str, notes: bool, select: &[String], ignore: &[String]) -> PyResult<Selection> {
    let level = Level::ALL.into_iter().find(|known| known.as_str() == level).ok_or_else(|| {
        PyValueError::new_err(format!("level: expected import, export or archive, not '{level}'"))
    })?;
    let mut layer = SelectionLayer { notes, ..SelectionLayer::default() };
    let words = |words: &[String]| -> PyResult<Vec<_>> {
        words
            .iter()
            .map(|word| word.parse().map_err(|error| PyValueError::new_err(format!("{error}"))))
            .collect()
    };
    layer.select = if select.is_empty() { None } else { Some(words(select)?) };
    layer.ignore = words(ignore)?;
    Ok(Selection::resolve(level, &[], &SelectionLayer::default(), &layer))
}

/// Games one after the other, as they are read. Reading ends when this is closed or no longer there.
#[pyclass(frozen, module = "pgnkit")]
pub(crate) struct Reading(Mutex<Option<Arc<Stream<Game>>>>);

#[pymethods]
impl Reading {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let stream = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        stream.map_or(Ok(None), |stream| stream.next(py))
    }

    /// Ends the reading.
    fn close(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __exit__(&self, _class: &Bound<'_, PyAny>, _error: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) {
        self.close();
    }
}
