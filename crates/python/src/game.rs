//! Games.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use pgnkit::chess::san::Language;
use pgnkit::chess::{ChessMode, Move as Played};
use pgnkit::diagnostics::Collect;
use pgnkit::{
    Checker, Export, Game as Document, GameBuilder, LongAlgebraicStyle, NodeId, Notation, Outcome, Replayer,
    TagSelection,
};
use pgnkit_collections::eco::Book;
use pgnkit_query::condition::{Condition, Tester};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyType};

use crate::args::Whole;
use crate::board::Board;
use crate::diagnostics::{Diagnostic, Found};
use crate::errors::{self, ConditionError, EditError, ReadError, raise};
use crate::iterate::{Mainline, Positions};
use crate::moves::{Move, Shared};
use crate::node::{Node, known};
use crate::opening::Opening;
use crate::position::{Position, State};
use crate::tags::Tags;
use pgnkit_archive::origin::GameOrigin;

/// A game: tags, moves with variations, comments and annotations, and the result.
///
/// >>> game = Game.parse('[White "Tal"]\n\n1. e4! e5 (1... c5 {Sicilian}) 2. Nf3 1-0')
/// >>> game.tags["White"], game.result
/// ('Tal', '1-0')
/// >>> [node.san for node in game.mainline()]
/// ['e4', 'e5', 'Nf3']
/// >>> game.mainline_end().add("Nc6").comment = "usual"
/// >>> print(game.export(tags=False), end="")
/// 1. e4 $1 1... e5 (1... c5 {Sicilian}) 2. Nf3 Nc6 {usual} 1-0
#[pyclass(frozen, module = "pgnkit")]
pub(crate) struct Game {
    document: RwLock<Document>,
    origin: GameOrigin,
    found: Found,
}

// Python's memory is aligned to 16 bytes and no more.
const _: () = assert!(align_of::<Document>() <= 16);

impl Game {
    pub(crate) fn new(document: Document) -> Self {
        Self::read(document, GameOrigin::alone(0), [].into())
    }

    /// A game of an input.
    pub(crate) fn read(document: Document, origin: GameOrigin, found: Found) -> Self {
        Self { document: RwLock::new(document), origin, found }
    }

    pub(crate) fn origin(&self) -> &GameOrigin {
        &self.origin
    }

    pub(crate) fn look(&self) -> RwLockReadGuard<'_, Document> {
        self.document.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn change(&self) -> RwLockWriteGuard<'_, Document> {
        self.document.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn state(document: &Document) -> State {
        let start = document.start();
        State::new(start.position, start.mode)
    }

    /// In full export format, which is all there is.
    pub(crate) fn text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        Export::default().write_game(&self.look(), &mut text);
        text
    }

    fn json(&self) -> Vec<u8> {
        let mut text = Vec::new();
        pgnkit::json::Writer::new().write_game(&self.look(), &mut text);
        text
    }
}

/// Where a game comes from, as values of Python.
type Pickled = (String, u64, u64, Option<(u64, u64)>);

/// The bytes of text or bytes.
pub(crate) fn bytes_of(given: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(text) = given.cast::<PyString>() {
        return match text.to_cow() {
            Ok(text) => Ok(text.into_owned().into_bytes()),
            // Text that was read with `errors="surrogateescape"` has the bytes of the file in it.
            Err(_) => {
                let bytes = text.call_method1("encode", ("utf-8", "surrogateescape"));
                bytes.or_else(|_| text.call_method1("encode", ("utf-8", "replace")))?.extract()
            }
        };
    }
    given.extract().map_err(|_| PyTypeError::new_err("expected str or bytes"))
}

/// An error with diagnostics.
pub(crate) fn unreadable(py: Python<'_>, message: &str, found: Vec<Diagnostic>) -> PyErr {
    let message =
        found.first().map_or_else(|| message.to_owned(), |first| format!("{message}: {}", first.said()));
    let error = raise::<ReadError>(message);
    // Without them the message is there all the same.
    let _ = error.value(py).setattr("diagnostics", found);
    error
}

#[pymethods]
impl Game {
    /// A game without moves: with these tags, from this position.
    #[new]
    #[pyo3(signature = (tags=None, *, fen=None, chess960=None, variant=None))]
    fn py_new(
        tags: Option<&Bound<'_, PyAny>>,
        fen: Option<&Bound<'_, PyAny>>,
        chess960: Option<bool>,
        variant: Option<&str>,
    ) -> PyResult<Self> {
        let state = match fen {
            Some(given) => match given.cast::<Position>() {
                Ok(position) => position.get().state(),
                Err(_) => State::read(Some(&given.cast::<PyString>()?.to_cow()?), chess960, variant)?,
            },
            None => State::read(None, chess960, variant)?,
        };
        let game = Self::new(Document::from_setup(state.board(), state.mode));
        if let Some(tags) = tags {
            let mut document = game.change();
            for item in tags.call_method0("items")?.try_iter()? {
                let (name, value): (String, String) = item?.extract()?;
                document
                    .set_tag(&name, &value)
                    .map_err(|error| raise::<EditError>(format_args!("{name}: {error}")))?;
            }
            drop(document);
        }
        Ok(game)
    }

    /// Reads a text that is one game, without an error in it; `read` takes many games, whatever is wrong with them.
    ///
    /// Raises `ReadError`, whose `diagnostics` say what is wrong.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = bytes_of(text)?;
        let (document, faults) = py.detach(|| {
            let (mut builder, mut faults) = (GameBuilder::new(), Collect::default());
            let mut replayer = Replayer::new(&text);
            let whole = replayer.read_into(&mut builder, &mut faults).is_some();
            let more =
                whole && replayer.read_into(&mut GameBuilder::new(), &mut Collect::default()).is_some();
            (whole.then(|| (builder.into_game(), more)), faults)
        });
        let found = Diagnostic::of_text(&text, &faults);
        let has_errors = found.iter().any(Diagnostic::is_error);
        match document {
            None => Err(unreadable(py, "there is no game", found)),
            Some((_, true)) => {
                Err(unreadable(py, "there is more than one game; read() takes many", Vec::new()))
            }
            Some(_) if has_errors => {
                let errors = found.into_iter().filter(Diagnostic::is_error).collect();
                Err(unreadable(py, "the game has errors", errors))
            }
            Some((mut document, false)) => {
                document.shrink_to_fit();
                Ok(Self::read(document, GameOrigin::alone(1), found.into()))
            }
        }
    }

    /// Reads a game from the JSON that `to_json` and `pgn convert --to json` write.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = bytes_of(text)?;
        let (mut builder, mut faults) = (GameBuilder::new(), Collect::default());
        let whole = pgnkit::json::Reader::new(&text).read_into(&mut builder, &mut faults).is_some();
        let found = Diagnostic::of_text(&text, &faults);
        if !whole || found.iter().any(Diagnostic::is_error) {
            return Err(unreadable(py, "the text is no game in JSON", found));
        }
        Ok(Self::read(builder.into_game(), GameOrigin::alone(1), found.into()))
    }

    /// The tags: a mapping that changes the game.
    #[getter]
    fn tags(slf: Bound<'_, Self>) -> Tags {
        Tags(slf.unbind())
    }

    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`. It is that of the tag, too.
    #[getter]
    fn result(&self) -> &'static str {
        self.look().result().as_str()
    }

    #[setter]
    fn set_result(&self, result: &str) -> PyResult<()> {
        let outcome: Outcome = result.parse().map_err(|_| {
            PyValueError::new_err(format!("expected '1-0', '0-1', '1/2-1/2' or '*', not '{result}'"))
        })?;
        self.change().set_result(outcome);
        Ok(())
    }

    /// The side that has won by the result.
    #[getter]
    fn winner(&self) -> Option<crate::args::ColorName> {
        self.look().winner().map(crate::args::color_name)
    }

    /// The place before the first move.
    #[getter]
    fn root(slf: Bound<'_, Self>) -> Node {
        Node::new(slf.unbind(), NodeId::ROOT)
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> PyResult<Position> {
        let document = self.look();
        known(&document)?;
        Ok(Position::new(Self::state(&document)))
    }

    /// Its number in the file it comes from, from 1, whatever was done with it; 0 for a game that was made.
    #[getter]
    fn number(&self) -> u64 {
        self.origin.number
    }

    /// The name of the file it comes from.
    #[getter]
    fn source(&self) -> &str {
        &self.origin.source
    }

    /// The first byte of it in that file, and the byte after its last one; `None` where the file does not have its bytes, because it is
    /// compressed, in another encoding or in a form of columns.
    #[getter]
    fn span(&self) -> Option<(u64, u64)> {
        self.origin.span
    }

    /// What was wrong in reading it. `check` finds more: whether the game makes sense.
    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        self.found.to_vec()
    }

    /// Half-moves of the main line.
    #[getter]
    fn ply_count(&self) -> usize {
        self.look().ply_count()
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> PyResult<Vec<Shared>> {
        let document = self.look();
        known(&document)?;
        let mode = document.start().mode;
        Ok(document.mainline().map(|node| Shared(Move::of(node.mv(), mode))).collect())
    }

    /// The moves of the main line in standard algebraic notation.
    fn sans(&self) -> Vec<String> {
        let word = |node: pgnkit::Node<'_>| match node.unchecked() {
            Some(text) => pgnkit::internals::unchecked_word(text).to_owned(),
            None => node.san().to_string(),
        };
        self.look().mainline().map(word).collect()
    }

    /// The places after the moves of the main line, one after the other.
    fn mainline(slf: Bound<'_, Self>) -> Mainline {
        Mainline::after(slf.unbind(), NodeId::ROOT)
    }

    /// The moves of the main line, each with the position after it.
    ///
    /// >>> game = Game.parse("1. e4 e5 *")
    /// >>> [(move.uci, position.turn) for move, position in game.positions()]
    /// [('e2e4', 'black'), ('e7e5', 'white')]
    fn positions(slf: Bound<'_, Self>) -> PyResult<Positions> {
        known(&slf.get().look())?;
        Ok(Positions::of(slf.unbind()))
    }

    /// All places after moves, variations included, in the order of the text.
    fn nodes(slf: &Bound<'_, Self>) -> Vec<Node> {
        let document = slf.get().look();
        let moves = document.nodes().filter(|node| !node.starts_line());
        moves.map(|node| Node::new(slf.clone().unbind(), node.id())).collect()
    }

    /// The place after the last move of the main line.
    fn mainline_end(slf: Bound<'_, Self>) -> Node {
        let last = slf.get().look().mainline().last().map_or(NodeId::ROOT, |node| node.id());
        Node::new(slf.unbind(), last)
    }

    /// A board with all moves of the main line made.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Board>> {
        let (state, moves): (State, Vec<Played>) = {
            let document = self.look();
            known(&document)?;
            (Self::state(&document), document.mainline().map(|node| node.mv()).collect())
        };
        Board::of(py, state, moves)
    }

    /// Adds what another game of the same start has: its moves as variations, its comments and annotations.
    fn merge(&self, other: &Bound<'_, Self>) -> PyResult<()> {
        // Not both locks at once: somebody may do it the other way round meanwhile.
        let other = other.get().look().clone();
        self.change().merge(&other).map_err(errors::of_edit)
    }

    /// A game of its own with the same contents.
    fn copy(&self) -> Self {
        Self::read(self.look().clone(), self.origin.clone(), Arc::clone(&self.found))
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// Whether another game means the same: spellings, line breaks and the like aside.
    fn means_the_same(&self, other: &Bound<'_, Self>) -> bool {
        let other = other.get().look().clone();
        self.look().means_the_same(&other)
    }

    /// The game as text: in export format, or with less, or in another notation.
    ///
    /// `notation` is `san`, `lan`, `uci`, `iccf`, `figurine`, or the code of a language for its piece letters; `suffixes` writes `!` and `?` in
    /// place of `$1` and `$2`. Both are for people and other programs, and not export format.
    #[pyo3(
        signature = (*, width=Whole(79), notation="san", suffixes=false, reduced=false, comments=true, variations=true, nags=true, tags=true),
        text_signature = "($self, *, width=79, notation='san', suffixes=False, reduced=False, comments=True, variations=True, nags=True, tags=True)"
    )]
    fn export(
        &self,
        py: Python<'_>,
        width: Whole<usize>,
        notation: &str,
        suffixes: bool,
        reduced: bool,
        comments: bool,
        variations: bool,
        nags: bool,
        tags: bool,
    ) -> PyResult<String> {
        let notation = match notation {
            "san" => Notation::SAN,
            "lan" => Notation::Long(LongAlgebraicStyle::default(), Language::English),
            "uci" => Notation::Uci,
            "iccf" => Notation::Iccf,
            "figurine" => Notation::Figurine,
            code => Notation::San(Language::from_code(code).ok_or_else(|| {
                PyValueError::new_err(format!(
                    "expected 'san', 'lan', 'uci', 'iccf', 'figurine' or a language's code, not '{code}'"
                ))
            })?),
        };
        let mut options = if reduced { Export::reduced() } else { Export::default() };
        options = options.width(width.0).notation(notation).suffixes(suffixes);
        options.comments &= comments;
        options.variations &= variations;
        options.nags &= nags;
        if !tags {
            options.tags = TagSelection::Roster;
        }
        let mut text = Vec::new();
        py.detach(|| _ = options.write_game(&self.look(), &mut text));
        let mut text = String::from_utf8_lossy(&text).into_owned();
        if !tags && let Some((_, movetext)) = text.split_once("\n\n") {
            text = movetext.trim_end_matches('\n').to_owned() + "\n";
        }
        Ok(text)
    }

    /// The game as text for people: the tags, and the moves in one line. `language` is the code of that of the piece letters; `commands` shows what
    /// is in comments for programs, and `ascii` writes other characters in those.
    #[pyo3(signature = (*, language="en", figurines=false, commands=false, ascii=false))]
    fn show(&self, language: &str, figurines: bool, commands: bool, ascii: bool) -> PyResult<String> {
        let notation =
            if figurines { Notation::Figurine } else { Notation::San(crate::args::language(language)?) };
        let document = self.look();
        let sheet = pgnkit_view::Sheet::new(&document).notation(notation).commands(commands).ascii(ascii);
        Ok(sheet.few_signs(true).plain())
    }

    /// The game as JSON, on one line; `from_json` reads it, and nothing is lost.
    fn to_json(&self) -> String {
        String::from_utf8_lossy(&self.json()).trim_end().to_owned()
    }

    /// The game in the binary coding of the standard. Raises `EditError` where it cannot hold something; with `lossy` that is left out.
    #[pyo3(signature = (*, lossy=false))]
    fn to_pgc<'py>(&self, py: Python<'py>, lossy: bool) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        if lossy {
            pgnkit::pgc::Writer::new().write_lossy(&self.look(), &mut bytes);
            return Ok(PyBytes::new(py, &bytes));
        }
        let written = pgnkit::pgc::Writer::new().write_game(&self.look(), &mut bytes);
        written.map_err(|losses| raise::<EditError>(format_args!("PGC cannot hold {losses}")))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Everything that is wrong with the game as it is now, written in export format: whether it makes sense, too.
    ///
    /// `notes` adds what is only worth a note.
    #[pyo3(signature = (*, notes=false))]
    fn check(&self, py: Python<'_>, notes: bool) -> Vec<Diagnostic> {
        py.detach(|| {
            let text = self.text();
            let mut faults = Collect::default();
            Checker::new().check_game(&mut Replayer::new(&text), &mut faults);
            let mut found = Diagnostic::of_text(&text, &faults);
            found.retain(|one| notes || !one.is_note());
            found
        })
    }

    /// The opening by the positions of the game, in the table of lichess.
    fn opening(&self) -> Option<Opening> {
        Opening::of(&Book::lichess(), &self.look())
    }

    /// Whether a condition is true of it; `filter` tests many games.
    ///
    /// >>> Game.parse("1. e4 e5 2. Ke2 *").matches("plies < 10 AND NOT is_mate")
    /// True
    fn matches(&self, condition: &str) -> PyResult<bool> {
        let condition: Condition = condition.parse().map_err(raise::<ConditionError>)?;
        Ok(Tester::new(&condition).test_game(&self.look()))
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        // Tags that must be there are, in export format, so that a text that was written gives an equal game.
        std::ptr::eq(self, other.get()) || self.text() == other.get().text()
    }

    /// A game changes, and so it has no hash.
    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn __str__(&self) -> String {
        String::from_utf8_lossy(&self.text()).into_owned()
    }

    fn __repr__(&self) -> String {
        let document = self.look();
        let tag = |name| pgnkit::render::safe(document.tag(name).unwrap_or("?")).to_string();
        let (white, black, date) = (tag("White"), tag("Black"), tag("Date"));
        format!(
            "<Game {white} - {black}, {date}, {}, {} half-moves>",
            document.result(),
            document.ply_count()
        )
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let position = self.look().mainline_with_positions().last().map(|played| played.after);
        let picture = pgnkit_view::Diagram::new(position.unwrap_or_else(|| self.look().start().position))
            .svg()
            .size(360)
            .to_string();
        let text = self.export_for_people();
        Ok(format!("{picture}<pre style=\"white-space: pre-wrap\">{}</pre>", escaped(&text)))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>, Pickled, Vec<Diagnostic>))> {
        let game = slf.get();
        let unpickle = slf.py().get_type::<Self>().getattr("_unpickle")?;
        let GameOrigin { source, number, in_run, span } = game.origin.clone();
        let origin = (source.to_string(), number, in_run, span);
        Ok((unpickle, (PyBytes::new(slf.py(), &game.json()), origin, game.diagnostics())))
    }

    #[classmethod]
    fn _unpickle(
        class: &Bound<'_, PyType>,
        json: &Bound<'_, PyBytes>,
        origin: Pickled,
        found: Vec<Bound<'_, Diagnostic>>,
    ) -> PyResult<Self> {
        let read = Self::from_json(class.py(), json.as_any())?;
        let document = read.document.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (source, number, in_run, span) = origin;
        let origin = GameOrigin { source: source.into(), number, in_run, span };
        Ok(Self::read(document, origin, found.iter().map(|one| one.get().clone()).collect()))
    }
}

impl Game {
    fn export_for_people(&self) -> String {
        let mut text = Vec::new();
        Export::default().suffixes(true).write_game(&self.look(), &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    pub(crate) fn mode(document: &Document) -> ChessMode {
        document.start().mode
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
