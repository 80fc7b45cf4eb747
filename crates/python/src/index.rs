//! Indexes of games.

use std::path::PathBuf;

use pgnkit::chess::{ChessMode, Color, Position as Board};
use pgnkit_archive::input::game_of;
use pgnkit_archive::origin::GameOrigin;
use pgnkit_collections::performance;
use pgnkit_index::{Counts, Day, Exploration, Filter, IndexError, Lists, MoveCounts, Speed};
use pgnkit_query::movetext;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::args::{ColorArg, shown};
use crate::errors::{self, SourceError, SourceNotFoundError, raise};
use crate::game::Game;
use crate::moves::Move;
use crate::position::{Position, State};

/// An index of games, as the command `pgn index` makes it: the moves that were played in any position, and the games.
///
/// Games have numbers from 0, in the order of their moves, and come back whole. A position is a `Position`, its FEN, or the moves to it from the
/// usual start; without one it is that start. Any number of threads may ask at the same time.
///
/// >>> count = read(b"1. e4 c5 2. Nf3 1-0\n\n1. e4 c5 2. c3 *").index("two.idx")
/// >>> index = Index("two.idx")
/// >>> [(move.san, move.games) for move in index.explore("e4 c5").moves]
/// [('c3', 1), ('Nf3', 1)]
/// >>> index[index.find("e4 c5 Nf3")[0]].result
/// '1-0'
#[pyclass(frozen, module = "pgnkit")]
pub(crate) struct Index {
    path: PathBuf,
    index: pgnkit_index::Index,
}

#[pymethods]
impl Index {
    #[new]
    #[pyo3(signature = (path, /))]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let opened = py.detach(|| pgnkit_index::Index::open(&path));
        let index = opened.map_err(|error| failed(&path, &error))?;
        Ok(Self { path, index })
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.index.games()).unwrap_or(usize::MAX)
    }

    fn __getitem__(&self, py: Python<'_>, number: i64) -> PyResult<Game> {
        let games = self.index.games();
        let from_the_end = || games.checked_sub(number.unsigned_abs());
        let place = if number < 0 { from_the_end() } else { u64::try_from(number).ok() };
        let place = place
            .filter(|place| *place < games)
            .ok_or_else(|| PyIndexError::new_err(format!("no game {number}: there are {games}")))?;
        let game = py.detach(|| game_of(&self.index, place));
        let (source, number) = (self.path.display().to_string().into(), place + 1);
        let origin = GameOrigin { source, number, in_run: number, span: None };
        Ok(Game::read(game.map_err(|error| self.failed(&error))?, origin, [].into()))
    }

    fn __repr__(&self) -> String {
        format!("<Index {:?}, {} games>", self.path.display().to_string(), self.index.games())
    }

    /// The names of the files that the games came from.
    #[getter]
    fn sources(&self) -> Vec<String> {
        self.index.sources().to_vec()
    }

    /// The parts that it has: 1 positions, 2 games too, 3 every occurrence of a position too.
    #[getter]
    fn level(&self) -> u64 {
        self.index.level().number()
    }

    /// The number of positions that more than one game has.
    #[getter]
    fn positions(&self) -> u64 {
        self.index.positions()
    }

    /// Counts the games that have a position, by the moves that they go on with.
    ///
    /// A game that has it more than once counts once, with the move that it played there last. `speeds` are `ultraBullet`, `bullet`, `blitz`, `rapid`,
    /// `classical` and `correspondence`; `ratings` is the lowest mean rating of both players, and the one that is too high; `since` and `until` are days,
    /// months or years, as `2020`, `2020.05` or `2020.05.17`, the last one included. `player` and `color` choose the games of one side of a player. `top`
    /// and `recent` are how many games with the highest ratings and how many of the latest are listed.
    #[pyo3(signature = (position = None, *, speeds = None, ratings = None, since = None, until = None, rated = None, player = None, color = None, top = 0, recent = 0))]
    fn explore(
        &self,
        py: Python<'_>,
        position: Option<PositionArg>,
        speeds: Option<Vec<String>>,
        ratings: Option<(u16, u16)>,
        since: Option<&str>,
        until: Option<&str>,
        rated: Option<bool>,
        player: Option<String>,
        color: Option<ColorArg>,
        top: usize,
        recent: usize,
    ) -> PyResult<Explored> {
        let state = position.map_or(State::new(Board::START, ChessMode::Standard), |given| given.0);
        let mut filter = Filter::default();
        filter.speeds = speeds.map(|names| names.iter().map(|name| speed(name)).collect()).transpose()?;
        filter.ratings = ratings.map(|range| vec![range]);
        filter.since = since.map(|text| period(text).map(|(first, _)| first)).transpose()?;
        filter.before = until.map(|text| period(text).map(|(_, next)| next)).transpose()?;
        filter.is_rated = rated;
        filter.player = match (player, color) {
            (Some(player), Some(color)) => Some((player, color.0)),
            (None, None) => None,
            _ => return Err(PyTypeError::new_err("player and color belong together")),
        };
        let lists = Lists { top, recent, ..Lists::default() };
        let explored = py.detach(|| self.index.explore(&state.board(), &filter, lists));
        Explored::of(py, state, &explored.map_err(|error| self.failed(&error))?)
    }

    /// The numbers of the games that have a position, in order.
    #[pyo3(signature = (position, /))]
    fn find(&self, py: Python<'_>, position: PositionArg) -> PyResult<Vec<u64>> {
        let found = py.detach(|| self.index.find(&position.0.board()));
        let found = found.map_err(|error| self.failed(&error))?;
        Ok(found.into_iter().map(|occurrence| occurrence.game).collect())
    }

    /// The numbers of the games of a player with one colour or both, in order. The case of the name does not matter.
    #[pyo3(signature = (player, color = None, /))]
    fn games_of(&self, player: &str, color: Option<ColorArg>) -> PyResult<Vec<u64>> {
        let colors = color.map_or_else(|| vec![Color::White, Color::Black], |color| vec![color.0]);
        let mut games = Vec::new();
        for color in colors {
            games.extend(self.index.games_of(player, color).map_err(|error| self.failed(&error))?);
        }
        games.sort_unstable();
        games.dedup();
        Ok(games)
    }

    /// Reads all of the index, and raises a `SourceError` if a byte is not as it was written.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.index.check()).map_err(|error| self.failed(&error))
    }
}

impl Index {
    fn failed(&self, error: &IndexError) -> PyErr {
        failed(&self.path, error)
    }
}

fn failed(path: &std::path::Path, error: &IndexError) -> PyErr {
    let message = format!("{}: {error}", path.display());
    match error {
        IndexError::Io(cause) if cause.kind() == std::io::ErrorKind::NotFound => {
            raise::<SourceNotFoundError>(message)
        }
        _ => raise::<SourceError>(message),
    }
}

/// A position as it is given: as such, in FEN, or as the moves to it.
struct PositionArg(State);

impl<'py> FromPyObject<'_, 'py> for PositionArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(position) = object.cast::<Position>() {
            return Ok(Self(position.get().state()));
        }
        let Ok(text) = object.cast::<PyString>() else {
            let message = format!("expected a Position, a FEN or moves, not {}", shown(object));
            return Err(PyTypeError::new_err(message));
        };
        let text = text.to_cow()?;
        if text.contains('/') {
            return State::read(Some(&text), None, None).map(Self);
        }
        let moves = movetext::read(&text).map_err(|error| errors::not_a_move(format!("{text}: {error}")))?;
        let moves = moves.ok_or_else(|| {
            PyValueError::new_err(format!("expected moves or a FEN, as 'e4 c5 Nf3', not '{text}'"))
        })?;
        Ok(Self(State::new(movetext::played(&moves), ChessMode::Standard)))
    }
}

fn speed(name: &str) -> PyResult<Speed> {
    let found = Speed::ALL.into_iter().find(|speed| speed.name() == name);
    found.ok_or_else(|| {
        let names = Speed::ALL.map(Speed::name).join(", ");
        PyValueError::new_err(format!("expected a speed, which are {names}, not '{name}'"))
    })
}

/// The first day of a year, a month or a day, and the one after its last.
fn period(text: &str) -> PyResult<(Day, Day)> {
    let bad = || {
        PyValueError::new_err(format!(
            "expected a year, a month or a day, as 2020, 2020.05 or 2020.05.17, not '{text}'"
        ))
    };
    let parts: Option<Vec<u16>> = text.split(['.', '-']).map(|part| part.parse().ok()).collect();
    let parts = parts.ok_or_else(bad)?;
    let (year, month, day) = match parts[..] {
        [year] => (year, 0, 0),
        [year, month @ 1..=12] => (year, month, 0),
        [year, month @ 1..=12, day @ 1..=31] => (year, month, day),
        _ => return Err(bad()),
    };
    if !(1..=9999).contains(&year) {
        return Err(bad());
    }
    let day_of = |year: u16, month: u16, day: u16| Day::new(year, month as u8, day as u8);
    // Days that are not in the calendar are in order all the same.
    let next = match (month, day) {
        (0, _) | (12, 0 | 31) => day_of(year + 1, 0, 0),
        (month, 0 | 31) => day_of(year, month + 1, 0),
        (month, day) => day_of(year, month, day + 1),
    };
    Ok((day_of(year, month, day), next))
}

/// The games that have a position, counted.
#[pyclass(frozen, get_all, module = "pgnkit")]
pub(crate) struct Explored {
    /// The number of games.
    games: u64,
    /// Games that White won.
    white: u64,
    /// Games that were drawn.
    draws: u64,
    /// Games that Black won.
    black: u64,
    /// The moves that were played, the most frequent first.
    moves: Vec<Py<ExploredMove>>,
    /// The numbers of the games with the highest ratings, the highest first.
    top: Vec<u64>,
    /// The numbers of the latest games, the latest first.
    recent: Vec<u64>,
}

impl Explored {
    fn of(py: Python<'_>, state: State, explored: &Exploration) -> PyResult<Self> {
        let [white, draws, black] = explored.all.results;
        let numbers = |list: &[pgnkit_index::Occurrence]| list.iter().map(|found| found.game).collect();
        let moves = explored.moves.iter().map(|one| Py::new(py, ExploredMove::of(state, one)));
        Ok(Self {
            games: explored.all.games,
            white,
            draws,
            black,
            moves: moves.collect::<PyResult<_>>()?,
            top: numbers(&explored.top),
            recent: numbers(&explored.recent),
        })
    }
}

#[pymethods]
impl Explored {
    fn __repr__(&self) -> String {
        let Self { games, white, draws, black, moves, .. } = self;
        format!("<Explored {games} games, +{white} ={draws} -{black}, {} moves>", moves.len())
    }
}

/// A move that was played in a position, and the games that go on with it.
#[pyclass(frozen, get_all, module = "pgnkit")]
pub(crate) struct ExploredMove {
    /// The move.
    r#move: Move,
    /// Its text in SAN.
    san: String,
    /// The number of games.
    games: u64,
    /// Games that White won.
    white: u64,
    /// Games that were drawn.
    draws: u64,
    /// Games that Black won.
    black: u64,
    /// The mean rating of those who played it, where it is known.
    average_rating: Option<f64>,
    /// The performance rating of those who played it, where the ratings of their opponents are known.
    performance: Option<i32>,
}

impl ExploredMove {
    fn of(state: State, one: &MoveCounts) -> Self {
        let board: Board = state.board();
        let Counts { games, results: [white, draws, black], ratings, against, .. } = one.counts;
        let mover = usize::from(board.turn() == Color::Black);
        let (sum, known) = ratings[mover];
        let (opponents, rated, half_points) = against[mover];
        Self {
            r#move: Move::of(one.mv, state.mode),
            san: board.san(one.mv).to_string(),
            games,
            white,
            draws,
            black,
            average_rating: (known > 0).then(|| sum as f64 / known as f64),
            performance: performance(opponents, rated, half_points),
        }
    }
}

#[pymethods]
impl ExploredMove {
    fn __repr__(&self) -> String {
        let Self { san, games, white, draws, black, .. } = self;
        format!("<ExploredMove {san}, {games} games, +{white} ={draws} -{black}>")
    }
}
