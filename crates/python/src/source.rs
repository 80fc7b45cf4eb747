//! Where games come from: paths, patterns, bytes, file objects, games.

use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pgnkit::syntax::Ignore;
use pgnkit::{GameBuilder, Replayer};
use pgnkit_archive::source::Charset;
use pgnkit_archive::{Input, InputError, Inputs, SourceError as Unread, output_refusal};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PySequence, PyString};

use crate::errors::{self, SourceError, SourceNotFoundError, raise};
use crate::game::{Game, bytes_of};
use pgnkit_archive::origin::{GameOrigin, OriginSource, OriginTrail};

/// What is read.
pub(crate) enum Source {
    Paths(Vec<PathBuf>),
    Bytes(Arc<[u8]>),
    /// An object of Python with a method `read`, and the place at which reading it begins, where it can go back to that.
    File {
        file: Py<PyAny>,
        start: Option<Py<PyAny>>,
        is_read: AtomicBool,
    },
    /// Objects of Python that give games when they are iterated.
    Games(Py<PyAny>),
}

/// What is read, and where its games come from.
pub(crate) struct Opened {
    pub(crate) inputs: Vec<Result<Input, Unread>>,
    pub(crate) whence: OriginSource,
}

/// The exception of an object of Python that was read from, which is raised in place of what became of it.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

/// An error that says so, where the object itself has raised none.
pub(crate) fn raised(slot: &Raised, error: InputError) -> PyErr {
    slot.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_else(|| errors::of_input(error))
}

impl Source {
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = given.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.as_bytes().into()));
        }
        if is_path(given) {
            let found = paths(given);
            let is_missing = found.as_ref().map_or(true, |paths| paths.iter().all(|path| !path.exists()));
            if is_missing
                && let Ok(text) = given.cast::<PyString>()
                && is_text_of_games(&text.to_cow()?)
            {
                let start: String = text.to_cow()?.chars().take(40).collect();
                return Err(raise::<SourceNotFoundError>(format_args!(
                    "there is no file {start:?}; a text of games is given as bytes: read(text.encode())"
                )));
            }
            return found.map(Self::Paths);
        }
        if given.cast::<Game>().is_ok() {
            return Ok(Self::Games(PyList::new(given.py(), [given])?.into_any().unbind()));
        }
        if given.hasattr("read")? {
            let is_seekable =
                given.call_method0("seekable").and_then(|is_so| is_so.is_truthy()).unwrap_or(false);
            let start = if is_seekable { given.call_method0("tell").ok().map(Bound::unbind) } else { None };
            return Ok(Self::File { file: given.clone().unbind(), start, is_read: AtomicBool::new(false) });
        }
        if let Ok(bytes) = given.cast::<PyByteArray>() {
            return Ok(Self::Bytes(bytes.to_vec().into()));
        }
        // A memoryview, and whatever is like one.
        if given.hasattr("tobytes")? {
            return Ok(Self::Bytes(given.call_method0("tobytes")?.extract::<Vec<u8>>()?.into()));
        }
        // A list of paths is known by its first; anything else is asked for games when it is read.
        if let Ok(list) = given.cast::<PySequence>() {
            let first = if list.len()? == 0 { None } else { Some(list.get_item(0)?) };
            if first.is_some_and(|first| is_path(&first)) {
                let mut all = Vec::new();
                for path in given.try_iter()? {
                    all.extend(paths(&path?)?);
                }
                return Ok(Self::Paths(all));
            }
        }
        if given.hasattr("__iter__")? {
            return Ok(Self::Games(given.clone().unbind()));
        }
        let name = given.get_type().name()?;
        Err(PyTypeError::new_err(format!("expected a path, bytes, a file object or games, not {name}")))
    }

    /// The inputs; an error of an object of Python goes to the slot.
    pub(crate) fn inputs(&self, py: Python<'_>, slot: &Raised, charset: Option<Charset>) -> PyResult<Opened> {
        let whence = OriginSource::Inputs { has_places: matches!(self, Self::Paths(_) | Self::Bytes(_)) };
        let reader = |name: &str, reader: Box<dyn Read + Send>| {
            // The first bytes are looked at here; an object of Python may raise something in that.
            let input = Input::from_reader(name, reader).map_err(|error| raised(slot, error.into()))?;
            Ok::<_, PyErr>(vec![Ok(input)])
        };
        let inputs = match self {
            Self::Paths(paths) => Inputs::new(paths.clone()).collect(),
            Self::Bytes(bytes) => reader("<bytes>", Box::new(Cursor::new(Arc::clone(bytes))))?,
            Self::File { file, start, is_read } => {
                match start {
                    Some(start) => drop(file.call_method1(py, "seek", (start,))?),
                    None if is_read.load(Ordering::Relaxed) => {
                        let text =
                            "the file object was read already, and cannot go back; read it into memory first";
                        return Err(raise::<SourceError>(text));
                    }
                    None => {}
                }
                is_read.store(true, Ordering::Relaxed);
                let name: Option<String> =
                    file.getattr(py, "name").ok().and_then(|name| name.extract(py).ok());
                let file = file.clone_ref(py);
                let pull = move |py: Python<'_>| {
                    let read = file.bind(py).call_method1("read", (1 << 18,))?;
                    if charset.is_some() && read.is_instance_of::<PyString>() {
                        let text = "encoding: the file object gives text, which is decoded already; open it in binary mode";
                        return Err(PyValueError::new_err(text));
                    }
                    bytes_of(&read)
                };
                reader(name.as_deref().unwrap_or("<file>"), pulled(slot, pull))?
            }
            Self::Games(games) => {
                let iterator = games.bind(py).try_iter()?.unbind().into_any();
                let (trail, mut seen) = (OriginTrail::default(), Seen::default());
                let whence = OriginSource::Trail(trail.clone());
                let pull = move |py: Python<'_>| text_of_games(iterator.bind(py), &trail, &mut seen);
                return Ok(Opened { inputs: reader("<games>", pulled(slot, pull))?, whence });
            }
        };
        Ok(Opened { inputs, whence })
    }

    /// Whether it is games, which may come from anywhere.
    pub(crate) fn is_made(&self) -> bool {
        matches!(self, Self::Games(_))
    }

    /// Why a file must not be written, if so: it is read.
    pub(crate) fn refusal(&self, py: Python<'_>, output: &Path) -> Option<String> {
        match self {
            Self::Paths(paths) => output_refusal(output, paths.iter().map(PathBuf::as_path)),
            Self::File { file, .. } => {
                let name: PathBuf = file.getattr(py, "name").ok()?.extract(py).ok()?;
                output_refusal(output, [name.as_path()])
            }
            Self::Bytes(_) | Self::Games(_) => None,
        }
    }

    /// The bytes of the files, where that is known.
    pub(crate) fn stored_bytes(inputs: &[Result<Input, Unread>]) -> Option<u64> {
        inputs.iter().map(|input| input.as_ref().ok().and_then(Input::stored_bytes)).sum()
    }
}

impl Source {
    /// A few words for people.
    pub(crate) fn described(&self) -> String {
        match self {
            Self::Paths(paths) => match &paths[..] {
                [path] => format!("{:?}", path.display().to_string()),
                paths => format!("{} paths", paths.len()),
            },
            Self::Bytes(bytes) => format!("{} bytes", bytes.len()),
            Self::File { .. } => "a file object".to_owned(),
            Self::Games(_) => "games".to_owned(),
        }
    }
}

fn is_path(given: &Bound<'_, PyAny>) -> bool {
    given.is_instance_of::<PyString>() || given.hasattr("__fspath__").unwrap_or(false)
}

/// Whether a text has games in it, rather than being the name of a file.
fn is_text_of_games(text: &str) -> bool {
    let mut builder = GameBuilder::new();
    let read = Replayer::new(text.as_bytes()).read_into(&mut builder, &mut Ignore);
    let game = builder.into_game();
    read.is_some() && (game.ply_count() > 0 || game.tags().next().is_some())
}

/// The path, or those of a pattern such as `games/*.pgn`.
fn paths(given: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    let path: PathBuf = given.extract()?;
    let text = path.to_string_lossy();
    if !text.contains(['*', '?', '[']) || path.exists() {
        return Ok(vec![path]);
    }
    let options = pyo3::types::PyDict::new(given.py());
    options.set_item("recursive", true)?;
    let found = given.py().import("glob")?.call_method("glob", (&*text,), Some(&options))?;
    let mut found: Vec<PathBuf> = found.extract()?;
    found.retain(|path| !Path::is_dir(path));
    found.sort();
    if found.is_empty() {
        return Err(raise::<SourceNotFoundError>(format_args!("no file is called like {text}")));
    }
    Ok(found)
}

/// The bytes of pieces one after the other; an empty one is the end. An error comes again at each further reading: who looks at the first bytes
/// leaves it to who reads on.
pub(crate) struct Pieces<F> {
    next: F,
    rest: Cursor<Vec<u8>>,
    failure: Option<String>,
}

impl<F: FnMut() -> io::Result<Vec<u8>>> Pieces<F> {
    pub(crate) fn new(next: F) -> Self {
        Self { next, rest: Cursor::default(), failure: None }
    }
}

impl<F: FnMut() -> io::Result<Vec<u8>>> Read for Pieces<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.rest.read(buffer)?;
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        if let Some(failure) = &self.failure {
            return Err(io::Error::other(failure.clone()));
        }
        let next = (self.next)().inspect_err(|error| self.failure = Some(error.to_string()))?;
        self.rest = Cursor::new(next);
        self.rest.read(buffer)
    }
}

/// Pieces that an object of Python gives, asked with Python's lock from a thread of ours; its exception goes to the slot.
fn pulled(
    slot: &Raised,
    mut pull: impl FnMut(Python<'_>) -> PyResult<Vec<u8>> + Send + 'static,
) -> Box<dyn Read + Send> {
    let slot = Arc::clone(slot);
    Box::new(Pieces::new(move || {
        let result = Python::try_attach(&mut pull).ok_or_else(|| io::Error::other("Python has ended"))?;
        result.map_err(|error| {
            let message = error.to_string();
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            io::Error::other(message)
        })
    }))
}

/// How much was seen of an iterator of games.
#[derive(Default)]
struct Seen {
    games: u64,
    bytes: u64,
}

/// The text of some of the games that an iterator gives.
fn text_of_games(iterator: &Bound<'_, PyAny>, trail: &OriginTrail, seen: &mut Seen) -> PyResult<Vec<u8>> {
    let mut text = Vec::new();
    let mut iterator = iterator.try_iter()?;
    while text.len() < 1 << 16
        && let Some(item) = iterator.next()
    {
        let item = item?;
        let game = item
            .cast::<Game>()
            .map_err(|_| PyTypeError::new_err(format!("expected games, found {}", item.get_type())))?;
        let game = game.get();
        seen.games += 1;
        let mut origin = game.origin().clone();
        if origin.source.is_empty() {
            origin =
                GameOrigin { source: "<games>".into(), number: seen.games, in_run: seen.games, span: None };
        }
        trail.mark(seen.bytes + text.len() as u64, vec![origin]);
        text.extend(game.text());
    }
    seen.bytes += text.len() as u64;
    Ok(text)
}
