//! The tags of a game as a mapping.

use pgnkit::Game as Document;
use pyo3::exceptions::PyKeyError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyString};

use crate::errors::{EditError, raise};
use crate::game::Game;
use crate::values;

/// The tags of a game: a mapping of names to values, in the order of the file. What is set or removed is so in the game.
///
/// Of tags that must be there the missing ones are written as `?`, but are not in the mapping.
///
/// >>> game = Game({"White": "Tal"})
/// >>> game.tags["Event"] = "Club"
/// >>> dict(game.tags)
/// {'White': 'Tal', 'Event': 'Club'}
#[pyclass(frozen, mapping, module = "pgnkit")]
pub(crate) struct Tags(pub(crate) Py<Game>);

impl Tags {
    fn pairs(&self) -> Vec<(String, String)> {
        let document = self.0.get().look();
        let start = ["SetUp", "FEN"].into_iter().filter(|name| document.tag(name).is_none());
        let start = start.filter_map(|name| Some((name.to_owned(), of_start(&document, name)?)));
        document.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).chain(start).collect()
    }
}

/// What is written for the tags of a start that a game was made with and has no tag for.
fn of_start(document: &Document, name: &str) -> Option<String> {
    let start = document.start();
    if !start.set_up || !start.is_known || document.tag("FEN").is_some() {
        return None;
    }
    match name {
        "SetUp" => Some("1".to_owned()),
        "FEN" => Some(start.position.to_string()),
        _ => None,
    }
}

/// The value of a tag.
fn value<'py>(py: Python<'py>, document: &Document, name: &str) -> Option<Bound<'py, PyString>> {
    match document.tag(name) {
        Some(value) => Some(PyString::new(py, value)),
        None => of_start(document, name).map(|value| PyString::new(py, &value)),
    }
}

/// A view of the mapping, of a class of `collections.abc`.
fn view<'py>(tags: &Bound<'py, Tags>, class: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    tags.py().import("collections.abc")?.getattr(class)?.call1((tags,))
}

#[pymethods]
impl Tags {
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyString>> {
        value(py, &self.0.get().look(), name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __setitem__(&self, name: &str, value: &str) -> PyResult<()> {
        let result = self.0.get().change().set_tag(name, value);
        result.map_err(|error| raise::<EditError>(format_args!("{name}: {error}")))
    }

    fn __delitem__(&self, name: &str) -> PyResult<()> {
        let removed = self.0.get().change().remove_tag(name);
        match removed.map_err(|error| raise::<EditError>(format_args!("{name}: {error}")))? {
            true => Ok(()),
            false => Err(PyKeyError::new_err(name.to_owned())),
        }
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        let Ok(text) = name.cast::<PyString>() else { return false };
        text.to_cow().is_ok_and(|text| value(name.py(), &self.0.get().look(), &text).is_some())
    }

    fn __len__(&self) -> usize {
        self.pairs().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let names: Vec<String> = self.pairs().into_iter().map(|(name, _)| name).collect();
        PyList::new(py, names)?.try_iter()
    }

    /// The value of a tag, or `default`.
    #[pyo3(signature = (name, default=None, /))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> Option<Bound<'py, PyAny>> {
        value(py, &self.0.get().look(), name).map(Bound::into_any).or(default)
    }

    /// The value of a tag as what it is: a date, a round, a time control, a rating and so on, as a dictionary. `None` where the tag has no
    /// type, or its value is not of that type.
    ///
    /// >>> Game({"Date": "1960.03.??"}).tags.typed("Date")
    /// {'year': 1960, 'month': 3, 'day': None}
    fn typed<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyDict>>> {
        let value = self.0.get().look().tag(name).map(str::to_owned);
        value.map_or(Ok(None), |value| values::typed(py, name, &value))
    }

    /// The names: a view, as dictionaries have it.
    fn keys<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(&slf, intern!(slf.py(), "KeysView"))
    }

    /// The values: a view.
    fn values<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(&slf, intern!(slf.py(), "ValuesView"))
    }

    /// Names and values: a view.
    fn items<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(&slf, intern!(slf.py(), "ItemsView"))
    }

    /// Names and values at once, for those who go through all.
    #[pyo3(name = "_pairs")]
    fn all_pairs(&self) -> Vec<(String, String)> {
        self.pairs()
    }

    /// Sets tags.
    #[pyo3(signature = (other=None, /, **tags))]
    fn update(&self, other: Option<&Bound<'_, PyAny>>, tags: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        if let Some(other) = other {
            let items = if other.hasattr("items")? { other.call_method0("items")? } else { other.clone() };
            for item in items.try_iter()? {
                let (name, value): (String, String) = item?.extract()?;
                self.__setitem__(&name, &value)?;
            }
        }
        if let Some(tags) = tags {
            for (name, value) in tags {
                self.__setitem__(&name.extract::<String>()?, &value.extract::<String>()?)?;
            }
        }
        Ok(())
    }

    /// Removes a tag and returns its value, or `default`.
    #[pyo3(signature = (name, /, *default))]
    fn pop<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: &Bound<'py, pyo3::types::PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.__getitem__(py, name) {
            Ok(value) => {
                self.__delitem__(name)?;
                Ok(value.into_any())
            }
            Err(error) => default.get_item(0).map_err(|_| error),
        }
    }

    /// The value of a tag, which is set to `default` where it is not there.
    #[pyo3(signature = (name, default="", /))]
    fn setdefault<'py>(&self, py: Python<'py>, name: &str, default: &str) -> PyResult<Bound<'py, PyString>> {
        if let Ok(value) = self.__getitem__(py, name) {
            return Ok(value);
        }
        self.__setitem__(name, default)?;
        Ok(PyString::new(py, default))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let own = PyDict::new(py);
        for (name, value) in self.pairs() {
            own.set_item(name, value)?;
        }
        let Ok(other) = py.get_type::<PyDict>().call1((other,)) else { return Ok(false) };
        own.eq(other)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<Game>, &'static str))> {
        Ok((py.import("builtins")?.getattr("getattr")?, (self.0.clone_ref(py), "tags")))
    }

    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let own = PyDict::new(py);
        for (name, value) in self.pairs() {
            own.set_item(name, value)?;
        }
        Ok(format!("Tags({})", own.repr()?))
    }
}
