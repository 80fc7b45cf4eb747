//! Places in games.

use pgnkit::annotations::Annotations;
use pgnkit::chess::{Color, Move as Played};
use pgnkit::command::ClockTime;
use pgnkit::{Game as Document, Node as Place, NodeId};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::annotations::{Mark, Score, marks};
use crate::args::{ColorName, MoveArg, color_name};
use crate::board::Board;
use crate::errors::{self, EditError, PositionError, raise};
use crate::game::Game;
use crate::iterate::Mainline;
use crate::moves::{Move, Shared};
use crate::position::{Position, State};

/// A place in a game: after a move, or before the first one.
///
/// It is a number and the game; what is asked of it is asked of the game. Places stay what they are when the game changes, until their move is
/// removed.
#[pyclass(frozen, module = "pgnkit")]
pub(crate) struct Node {
    game: Py<Game>,
    id: NodeId,
}

fn gone() -> PyErr {
    raise::<EditError>("the move is no longer in the game")
}

impl Node {
    #[inline]
    pub(crate) fn new(game: Py<Game>, id: NodeId) -> Self {
        Self { game, id }
    }

    /// Looks at the place in its game.
    fn at<T>(&self, look: impl FnOnce(&Document, Place<'_>) -> T) -> PyResult<T> {
        let document = self.game.get().look();
        let place = document.node(self.id).ok_or_else(gone)?;
        Ok(look(&document, place))
    }

    fn change<T>(&self, change: impl FnOnce(&mut Document) -> Result<T, pgnkit::EditError>) -> PyResult<T> {
        change(&mut self.game.get().change()).map_err(errors::of_edit)
    }

    fn beside(&self, py: Python<'_>, id: NodeId) -> Self {
        Self::new(self.game.clone_ref(py), id)
    }

    fn annotations(&self) -> PyResult<Annotations> {
        self.at(|_, place| place.annotations())
    }

    /// The place before the first move of a variation that this begins.
    fn line_start(&self) -> PyResult<Option<NodeId>> {
        self.at(|_, place| {
            place
                .parent()
                .filter(|before| before.starts_line() && before.id() != NodeId::ROOT)
                .map(|before| before.id())
        })
    }

    fn set_comments_of(&self, id: NodeId, comments: &[String]) -> PyResult<()> {
        self.change(|document| {
            document.remove_comments(id)?;
            comments
                .iter()
                .filter(|text| !text.trim().is_empty())
                .try_for_each(|text| document.add_comment(id, text))
        })
    }

    /// The position, its rules and the side to move.
    fn state(&self) -> PyResult<State> {
        self.at(|document, place| {
            known(document)?;
            Ok(State::new(place.position(), Game::mode(document)))
        })?
    }
}

/// Whether there are positions.
pub(crate) fn known(document: &Document) -> PyResult<()> {
    if document.start().is_known {
        return Ok(());
    }
    let variant = document.tag("Variant").unwrap_or("this variant");
    Err(raise::<PositionError>(format_args!(
        "the rules of {variant} are not known, so there are no positions"
    )))
}

/// The place that a move was played from, whatever line it is in.
fn before<'g>(place: Place<'g>) -> Option<Place<'g>> {
    let mut at = place.parent()?;
    while at.starts_line()
        && let Some(outer) = at.parent()
    {
        at = outer;
    }
    Some(at)
}

/// The places after all moves that a game has in a position: also those of variations at the first move of a variation.
fn alternatives(place: Place<'_>) -> Vec<NodeId> {
    let Some(next) = place.next() else { return Vec::new() };
    if next.variations().next().is_none() {
        return vec![next.id()];
    }
    let mut all = Vec::new();
    // What is still to be looked at; the nearest last.
    let mut left = vec![next];
    while let Some(node) = left.pop() {
        all.push(node.id());
        let inside = left.len();
        left.extend(node.variations().filter_map(|start| start.next()));
        left[inside..].reverse();
    }
    all
}

/// The moves that lead to a place.
fn line_to(place: Place<'_>) -> Vec<Played> {
    let mut moves: Vec<Played> = std::iter::successors(Some(place), Place::parent)
        .filter(|node| !node.starts_line())
        .map(|node| node.mv())
        .collect();
    moves.reverse();
    moves
}

fn mover(document: &Document, place: Place<'_>) -> Color {
    let first = document.start().position.turn();
    if place.ply() % 2 == 1 { first } else { !first }
}

fn joined<'a>(comments: impl Iterator<Item = &'a str>) -> String {
    comments.collect::<Vec<_>>().join(" ")
}

/// A numeric annotation glyph.
fn glyph(given: &Bound<'_, PyAny>) -> PyResult<u8> {
    given.extract().map_err(|error: PyErr| {
        let is_number = error.is_instance_of::<PyOverflowError>(given.py());
        if is_number {
            PyValueError::new_err(format!("expected a glyph from 0 to 255, not {given}"))
        } else {
            error
        }
    })
}

fn clock_time(seconds: f64) -> PyResult<ClockTime> {
    if !(0.0..1e9).contains(&seconds) {
        return Err(PyValueError::new_err(format!("expected a number of seconds, not {seconds}")));
    }
    Ok(ClockTime::from_nanoseconds((seconds * 1e3).round() as i64 * 1_000_000))
}

fn seconds(time: ClockTime) -> f64 {
    time.nanoseconds() as f64 / 1e9
}

#[pymethods]
impl Node {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Its number in the game, which stays the same.
    #[getter]
    fn index(&self) -> usize {
        self.id.index()
    }

    /// The move that led here; `None` before the first one, and where the rules of the game are not known.
    #[getter]
    fn r#move(&self) -> PyResult<Option<Shared>> {
        self.at(|document, place| {
            let is_known = !place.starts_line() && place.unchecked().is_none();
            is_known.then(|| Shared(Move::of(place.mv(), Game::mode(document))))
        })
    }

    /// The move in standard algebraic notation; where the rules of the game are not known, its word in the file.
    #[getter]
    fn san(&self) -> PyResult<Option<String>> {
        self.at(|_, place| {
            let written = || {
                let word = place.unchecked().map(pgnkit::internals::unchecked_word);
                word.map_or_else(|| place.san().to_string(), str::to_owned)
            };
            (!place.starts_line()).then(written)
        })
    }

    /// The move in UCI notation.
    #[getter]
    fn uci(&self) -> PyResult<Option<String>> {
        Ok(self.r#move()?.map(|found| found.0.uci().as_str().to_owned()))
    }

    /// Half-moves from the start of the game to here.
    #[getter]
    fn ply(&self) -> PyResult<usize> {
        self.at(|_, place| place.ply())
    }

    /// The side to move here.
    #[getter]
    fn turn(&self) -> PyResult<ColorName> {
        self.at(|document, place| color_name(!mover(document, place)))
    }

    /// The number of the move that led here; of the root that of the move before the first one.
    #[getter]
    fn move_number(&self) -> PyResult<usize> {
        self.at(|document, place| {
            let start = &document.start().position;
            let before = 2 * start.fullmove_number() as usize + start.turn().index();
            (before + place.ply()).saturating_sub(1) / 2
        })
    }

    /// The place from which the move was played.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let before = self.at(|_, place| before(place).map(|node| node.id()))?;
        Ok(before.map(|id| self.beside(py, id)))
    }

    /// The place after the next move of the same line.
    #[getter]
    fn next(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let next = self.at(|_, place| place.next().map(|node| node.id()))?;
        Ok(next.map(|id| self.beside(py, id)))
    }

    /// The places after the moves that the game has here: the next one of the same line first, then those of its variations.
    #[getter]
    fn variations(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let ids = self.at(|_, place| alternatives(place))?;
        Ok(ids.into_iter().map(|id| self.beside(py, id)).collect())
    }

    /// Whether this is a place of the main line.
    #[getter]
    fn is_mainline(&self) -> PyResult<bool> {
        self.at(|_, place| place.is_main_line())
    }

    /// Whether the move begins a variation.
    #[getter]
    fn starts_variation(&self) -> PyResult<bool> {
        Ok(self.line_start()?.is_some())
    }

    /// The places after the moves that follow in the same line.
    fn mainline(&self, py: Python<'_>) -> Mainline {
        Mainline::after(self.game.clone_ref(py), self.id)
    }

    /// The place at the end of the same line.
    fn end(&self, py: Python<'_>) -> PyResult<Self> {
        let last = self.at(|_, place| place.following().last().map(|node| node.id()))?;
        Ok(self.beside(py, last.unwrap_or(self.id)))
    }

    /// The moves that lead here from the start.
    fn line(&self) -> PyResult<Vec<Shared>> {
        self.at(|document, place| {
            known(document)?;
            Ok(line_to(place).into_iter().map(|one| Shared(Move::of(one, Game::mode(document)))).collect())
        })?
    }

    /// The position here. Takes time in the number of moves before; `Game.positions` has all of them at once.
    fn position(&self) -> PyResult<Position> {
        self.state().map(Position::new)
    }

    /// A board with the moves that lead here made.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Board>> {
        let (state, moves) = self.at(|document, place| {
            known(document)?;
            PyResult::Ok((Game::state(document), line_to(place)))
        })??;
        Board::of(py, state, moves)
    }

    /// Whether the game can go on here, and why not; repetitions count.
    #[getter]
    fn status(&self) -> PyResult<String> {
        self.at(|_, place| place.status().to_string())
    }

    /// The comments after the move, as they are in the file, commands included.
    #[getter]
    fn comments(&self) -> PyResult<Vec<String>> {
        self.at(|_, place| place.comments().map(str::to_owned).collect())
    }

    #[setter]
    fn set_comments(&self, comments: Vec<String>) -> PyResult<()> {
        self.set_comments_of(self.id, &comments)
    }

    /// The comments as one.
    #[getter]
    fn comment(&self) -> PyResult<String> {
        self.at(|_, place| joined(place.comments()))
    }

    #[setter]
    fn set_comment(&self, comment: String) -> PyResult<()> {
        self.set_comments_of(self.id, &[comment])
    }

    /// What the comments say to people: without clocks, evaluations and other commands.
    #[getter]
    fn text(&self) -> PyResult<String> {
        Ok(self.annotations()?.text)
    }

    /// The comments before the first move of the variation that this begins.
    #[getter]
    fn starting_comment(&self) -> PyResult<String> {
        match self.line_start()? {
            None => Ok(String::new()),
            Some(start) => {
                let document = self.game.get().look();
                Ok(document.node(start).map(|node| joined(node.comments())).unwrap_or_default())
            }
        }
    }

    #[setter]
    fn set_starting_comment(&self, comment: String) -> PyResult<()> {
        match self.line_start()? {
            Some(start) => self.set_comments_of(start, &[comment]),
            None if comment.trim().is_empty() => Ok(()),
            None => Err(raise::<EditError>("only a move that begins a variation has a comment before it")),
        }
    }

    /// The numeric annotation glyphs.
    #[getter]
    fn nags(&self) -> PyResult<Vec<u32>> {
        self.at(|_, place| place.nags().map(u32::from).collect())
    }

    #[setter]
    fn set_nags(&self, nags: &Bound<'_, PyAny>) -> PyResult<()> {
        let nags: Vec<u8> = nags.try_iter()?.map(|nag| glyph(&nag?)).collect::<PyResult<_>>()?;
        self.change(|document| document.set_nags(self.id, &nags))
    }

    /// Seconds that the player has left after the move.
    #[getter]
    fn clock(&self) -> PyResult<Option<f64>> {
        Ok(self.annotations()?.clock.map(|clock| seconds(clock.time)))
    }

    #[setter]
    fn set_clock(&self, clock: Option<f64>) -> PyResult<()> {
        match clock {
            Some(clock) => {
                let time = clock_time(clock)?;
                self.change(|document| document.set_clock(self.id, time))
            }
            None => self.change(|document| document.remove_command(self.id, "clk").map(drop)),
        }
    }

    /// Seconds used for the move.
    #[getter]
    fn elapsed(&self) -> PyResult<Option<f64>> {
        Ok(self.annotations()?.move_time.map(|time| seconds(time.time)))
    }

    #[setter]
    fn set_elapsed(&self, elapsed: Option<f64>) -> PyResult<()> {
        match elapsed {
            Some(elapsed) => {
                let time = clock_time(elapsed)?.to_string();
                self.change(|document| document.set_command(self.id, "emt", &[&time]))
            }
            None => self.change(|document| document.remove_command(self.id, "emt").map(drop)),
        }
    }

    /// The evaluation of the position; `None` also where it is not known for whom it is positive.
    #[getter]
    fn eval(&self) -> PyResult<Option<Score>> {
        self.at(|document, place| Score::of(place.annotations().evaluation?, mover(document, place)))
    }

    #[setter]
    fn set_eval(&self, eval: Option<Bound<'_, Score>>) -> PyResult<()> {
        match eval {
            Some(score) => self.change(|document| document.set_evaluation(self.id, score.get().evaluation())),
            None => self.change(|document| document.remove_command(self.id, "eval").map(drop)),
        }
    }

    /// The arrows and coloured squares.
    #[getter]
    fn arrows(&self) -> PyResult<Vec<Mark>> {
        Ok(self.annotations()?.marks.into_iter().map(Mark).collect())
    }

    #[setter]
    fn set_arrows(&self, arrows: &Bound<'_, PyAny>) -> PyResult<()> {
        let marks = marks(arrows)?;
        self.change(|document| document.set_marks(self.id, &marks))
    }

    /// Adds a move here: as the next one of the line, or, where there is one, as its last variation.
    fn add(&self, py: Python<'_>, r#move: MoveArg<'_>) -> PyResult<Self> {
        let found = r#move.find(&self.known_state()?.board())?;
        Ok(self.beside(py, self.change(|document| document.add_move(self.id, found))?))
    }

    /// Adds moves one after the other, and returns the place after the last one. All are added or none.
    fn add_line(&self, py: Python<'_>, moves: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut board = self.known_state()?.board();
        let mut line = Vec::new();
        for one in moves.try_iter()? {
            let found = one?.extract::<MoveArg<'_>>()?.find(&board)?;
            board.play(found);
            line.push(found);
        }
        let added = self.change(|document| document.add_line(self.id, line))?;
        Ok(self.beside(py, added.last().copied().unwrap_or(self.id)))
    }

    /// Adds a comment after the others.
    fn add_comment(&self, text: &str) -> PyResult<()> {
        self.change(|document| document.add_comment(self.id, text))
    }

    /// Adds a numeric annotation glyph, 0 to 255.
    fn add_nag(&self, nag: &Bound<'_, PyAny>) -> PyResult<()> {
        let nag = glyph(nag)?;
        self.change(|document| document.add_nag(self.id, nag))
    }

    /// Removes the move and what follows it in its line. The first of its variations, if it has any, takes its place.
    fn remove(&self) -> PyResult<()> {
        self.change(|document| document.remove_move(self.id))
    }

    /// Removes all that follows in the same line, with its variations.
    fn truncate(&self) -> PyResult<()> {
        self.change(|document| document.truncate_after(self.id))
    }

    /// Moves the variation that this is in one place up; the first one changes places with the line it departs from.
    fn promote(&self) -> PyResult<()> {
        self.change(|document| document.promote_variation(self.id))
    }

    /// Moves the line that this begins one place down.
    fn demote(&self) -> PyResult<()> {
        self.change(|document| {
            let first =
                document.node(self.id).and_then(|place| place.variations().next()).map(|start| start.id());
            match first {
                Some(variation) => document.promote_variation(variation),
                None => document.demote_variation(self.id),
            }
        })
    }

    /// Makes the variation that this is in the first line at its place.
    fn promote_to_main(&self) -> PyResult<()> {
        let depth = |node: &Self| {
            node.at(|_, place| {
                std::iter::successors(Some(place), Place::parent).filter(Place::starts_line).count()
            })
        };
        let before = depth(self)?;
        while depth(self)? == before && self.promote().is_ok() {}
        Ok(())
    }

    /// Makes the line that leads here the main line.
    fn make_mainline(&self) -> PyResult<()> {
        self.change(|document| document.make_main_line(self.id))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.id == other.id && self.game.is(&other.game)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<Game>, usize))> {
        let at = self.game.get().look().nodes().position(|node| node.id() == self.id).ok_or_else(gone)?;
        Ok((py.get_type::<Self>().getattr("_unpickle")?, (self.game.clone_ref(py), at)))
    }

    /// The place by its number in the order of the text, which a copy of the game has, too.
    #[classmethod]
    fn _unpickle(_class: &Bound<'_, PyType>, game: Py<Game>, at: usize) -> PyResult<Self> {
        let id = game.get().look().nodes().nth(at).map(|node| node.id());
        Ok(Self::new(game, id.ok_or_else(gone)?))
    }

    fn __hash__(&self) -> u64 {
        (self.game.as_ptr() as u64 >> 4) ^ (self.id.index() as u64).rotate_left(40)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(match self.san()? {
            None => "<Node before the first move>".to_owned(),
            Some(san) => {
                let dots = if self.turn()?.0 == Color::Black { "." } else { "..." };
                format!("<Node {}{dots} {san}>", self.move_number()?)
            }
        })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.at(|_, place| pgnkit_view::Diagram::of_node(&place).svg().size(360).to_string())
    }
}

impl Node {
    /// The position, where the rules of the game are known.
    fn known_state(&self) -> PyResult<State> {
        if !self.game.get().look().start().is_known {
            return Err(errors::of_edit(pgnkit::EditError::UnknownStart));
        }
        self.state()
    }
}
