//! The state of the reader, and what keys and mouse make of it. Nothing here touches a terminal or a file: what needs them
//! is an [`Effect`] for the loop around it.

mod engine;
mod jump;
mod keys;
pub(crate) mod layout;
mod prompt;

use crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use pgnkit::Notation;
use pgnkit::chess::{Color, Position as Board};
use pgnkit_view::Theme;
use ratatui_core::layout::{Position, Rect};

use crate::explorer::Explored;
use crate::game::OpenGame;
use crate::library::State;
use crate::list::{GameList, Place, Search};
use engine::EnginePanel;
use jump::Jump;
pub use keys::{Action, BINDINGS, Binding, Key, MOUSE, Part, action};
use layout::{GameLayout, ListLayout, SMALLEST, ply_at};
pub(crate) use prompt::{Prompt, Purpose};

/// Half-moves of a long step.
const LONG_STEP: usize = 20;
/// Rows that a wheel goes through at a time.
const WHEEL: usize = 3;

/// How things look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Look {
    /// Colours, if there are any.
    pub colors: Colors,
    /// Whether only ASCII is drawn.
    pub ascii: bool,
    /// The colours of the board.
    pub theme: Theme,
    /// The notation of moves.
    pub notation: Notation,
}

impl Default for Look {
    fn default() -> Self {
        Self { colors: Colors::Many, ascii: false, theme: Theme::default(), notation: Notation::Figurine }
    }
}

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Colors {
    /// None.
    None,
    /// Those of the table of 256 colours.
    Few,
    /// All.
    Many,
}

/// Something that only the loop around the state can do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effect {
    /// Nothing.
    None,
    /// Reads a game of the list, from 0, and hands it to [`App::show`] or [`App::fail`].
    Open(usize),
    /// Puts a text on the clipboard.
    Copy(String),
    /// Draws everything anew.
    Redraw,
    /// Stops the process until it is called again.
    Suspend,
    /// Ends.
    Quit,
}

/// The part of the program that is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    List,
    Game,
}

/// The moves of an index.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// The position that they are of, once they are known.
    position: Option<Board>,
    pub(crate) found: Result<Explored, String>,
    /// The first one that is shown.
    pub(crate) top: usize,
}

impl Default for Panel {
    fn default() -> Self {
        Self { position: None, found: Ok(Explored::default()), top: 0 }
    }
}

/// A game and a place in it that are to be shown as soon as the game is listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Wanted {
    /// From 0.
    row: usize,
    ply: Option<usize>,
    /// Only if it is the only game.
    if_only: bool,
}

/// The state of the reader.
#[derive(Debug)]
pub struct App {
    pub(crate) look: Look,
    pub(crate) title: String,
    pub(crate) list: GameList,
    pub(crate) search: Option<Search>,
    /// The selected row among those that are shown, and the first one on the screen.
    pub(crate) selected: usize,
    pub(crate) top: usize,
    pub(crate) screen: Screen,
    /// The open game, with its row in the list.
    pub(crate) open: Option<(usize, OpenGame)>,
    pub(crate) prompt: Option<Prompt>,
    /// The page of keys, if it is shown, from this line on.
    pub(crate) help: Option<usize>,
    /// What is reported of the game, if it is shown, from this line on.
    pub(crate) diagnostics: Option<usize>,
    /// The moves of an index, if they are shown.
    pub(crate) explorer: Option<Panel>,
    /// Whether there is an index.
    has_index: bool,
    /// The engine, if it is turned on.
    engine: Option<EnginePanel>,
    /// The lines that an engine gives, if there is one.
    engine_lines: Option<u16>,
    pub(crate) flipped: bool,
    /// Whether Black is at the bottom of all games, until the board is turned.
    is_always_black: bool,
    /// Whether the user has turned the board.
    is_turned: bool,
    pub(crate) message: Option<String>,
    pub(crate) state: State,
    size: (u16, u16),
    wanted: Option<Wanted>,
}

impl App {
    /// An empty list, whose title is the name of what is read.
    pub fn new(title: impl Into<String>, look: Look, size: (u16, u16)) -> Self {
        Self {
            look,
            title: title.into(),
            list: GameList::new(),
            search: None,
            selected: 0,
            top: 0,
            screen: Screen::List,
            open: None,
            prompt: None,
            help: None,
            diagnostics: None,
            explorer: None,
            has_index: false,
            engine: None,
            engine_lines: None,
            flipped: false,
            is_always_black: false,
            is_turned: false,
            message: None,
            state: State::Reading(None),
            size,
            wanted: Some(Wanted { if_only: true, ..Wanted::default() }),
        }
    }

    /// With Black at the bottom, in games that ask for it by their tag Orientation as well.
    #[must_use]
    pub fn flipped(self, flipped: bool) -> Self {
        Self { flipped, is_always_black: flipped, ..self }
    }

    /// With an index whose moves are shown, see [`unexplored`](Self::unexplored).
    #[must_use]
    pub fn with_index(self, has_index: bool) -> Self {
        Self { has_index, ..self }
    }

    /// The position whose moves are shown as soon as they are known, by [`explored`](Self::explored).
    pub fn unexplored(&self) -> Option<Board> {
        let (panel, game) = (self.explorer.as_ref()?, self.game()?);
        let is_seen = self.screen == Screen::Game && self.help.is_none() && game.has_positions();
        (is_seen && panel.position.as_ref() != Some(game.position())).then(|| *game.position())
    }

    /// Shows the moves that an index has in a position.
    pub fn explored(&mut self, position: Board, found: Result<Explored, String>) {
        if let Some(panel) = &mut self.explorer {
            *panel = Panel { position: Some(position), found, top: 0 };
        }
    }

    /// Shows a game, by its number from 1, as soon as it is listed, after so many half-moves.
    #[must_use]
    pub fn showing(self, game: Option<usize>, ply: Option<usize>) -> Self {
        let wanted = match (game, ply) {
            (None, None) => return self,
            (game, ply) => Wanted { row: game.unwrap_or(1).saturating_sub(1), ply, if_only: false },
        };
        Self { wanted: Some(wanted), ..self }
    }

    /// The list, to add games; [`grown`](Self::grown) is called afterwards.
    pub fn list_mut(&mut self) -> &mut GameList {
        &mut self.list
    }

    /// The place of a game of the list, from 0.
    pub fn place(&self, row: usize) -> Option<Place> {
        self.list.place(row)
    }

    /// Takes notice of games that were added to the list, and of the state of reading.
    pub fn grown(&mut self, state: State) -> Effect {
        self.state = state;
        if let Some(search) = &mut self.search {
            search.extend(&self.list);
        }
        let Some(wanted) = self.wanted else { return Effect::None };
        let is_listed = wanted.row < self.list.len();
        let is_over = state == State::Done;
        if wanted.if_only {
            if is_over && self.list.len() == 1 {
                return Effect::Open(0);
            }
            if is_over || self.list.len() > 1 {
                self.wanted = None;
            }
            return Effect::None;
        }
        if is_listed {
            return Effect::Open(wanted.row);
        }
        if is_over {
            self.wanted = None;
            self.say(format!("there is no game {}: {}", wanted.row + 1, games(self.list.len())));
        }
        Effect::None
    }

    /// Shows a game that was read.
    pub fn show(&mut self, row: usize, mut game: OpenGame) {
        game.print(self.look.notation, self.look.ascii);
        game.wrap(GameLayout::of(self.size).moves.width);
        let wanted = self.wanted.take().filter(|wanted| wanted.row == row);
        if let Some(ply) = wanted.and_then(|wanted| wanted.ply)
            && !game.go_to_ply(ply)
        {
            self.say(format!("there is no half-move {ply}: they are {}", game.plies()));
        }
        if !game.has_positions() {
            self.say("the variant or the position is not known: the moves are shown as they are".to_owned());
        }
        self.flipped = (self.is_always_black || game.asks_for_black()) != self.is_turned;
        self.open = Some((row, game));
        (self.screen, self.diagnostics) = (Screen::Game, None);
        let at = match &self.search {
            Some(search) => search.rows().binary_search(&(row as u32)).ok(),
            None => Some(row),
        };
        self.select(at.unwrap_or(self.selected));
    }

    /// Says that something could not be done.
    pub fn fail(&mut self, error: impl std::fmt::Display) {
        self.wanted = None;
        self.say(error.to_string());
    }

    fn say(&mut self, message: String) {
        self.message = Some(message);
    }

    /// Sets the size of the screen, in columns and rows.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.size = (columns, rows);
        if let Some((_, game)) = &mut self.open {
            game.wrap(GameLayout::of(self.size).moves.width);
        }
        self.select(self.selected);
    }

    pub(crate) fn size(&self) -> (u16, u16) {
        self.size
    }

    /// The places of a game.
    pub(crate) fn layout(&self) -> GameLayout {
        let lines = self.engine_lines.filter(|_| self.engine.is_some());
        GameLayout::of(self.size).with_engine(lines)
    }

    /// Whether the screen is too small for anything but a sentence.
    pub(crate) fn is_too_small(&self) -> bool {
        self.size.0 < SMALLEST.0 || self.size.1 < SMALLEST.1
    }

    /// The number of games that are shown.
    pub(crate) fn shown(&self) -> usize {
        self.search.as_ref().map_or(self.list.len(), |search| search.rows().len())
    }

    /// The game of a shown row, from 0.
    pub(crate) fn row(&self, shown: usize) -> Option<usize> {
        match &self.search {
            Some(search) => search.rows().get(shown).map(|row| *row as usize),
            None => (shown < self.list.len()).then_some(shown),
        }
    }

    pub(crate) fn game(&self) -> Option<&OpenGame> {
        self.open.as_ref().map(|(_, game)| game)
    }

    /// Rows of the list on the screen.
    fn page(&self) -> usize {
        usize::from(ListLayout::of(self.size).rows.height).max(1)
    }

    fn select(&mut self, row: usize) {
        self.selected = row.min(self.shown().saturating_sub(1));
        let page = self.page();
        // The last page is full if the list is long enough.
        let last = self.shown().saturating_sub(page);
        let least = (self.selected + 1).saturating_sub(page);
        self.top = self.top.clamp(least, self.selected.max(least)).min(last.max(least));
    }

    /// The part of the program whose keys count.
    pub fn part(&self) -> Part {
        match (&self.prompt, self.screen) {
            (Some(_), _) => Part::Prompt,
            (None, Screen::List) => Part::List,
            (None, Screen::Game) => Part::Game,
        }
    }

    /// Takes a key.
    pub fn key(&mut self, event: KeyEvent) -> Effect {
        if event.kind == KeyEventKind::Release {
            return Effect::None;
        }
        self.message = None;
        let key = Key::of(event);
        let action = action(key, self.part());
        if self.help.is_some() && !matches!(action, Some(Action::Quit | Action::Redraw | Action::Suspend)) {
            self.turn_help(action);
            return Effect::None;
        }
        match (action, event.code) {
            (Some(action), _) => self.act(action),
            (None, KeyCode::Char(letter))
                if !event.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
            {
                self.type_letter(letter)
            }
            _ => Effect::None,
        }
    }

    /// Scrolls the page of keys, or leaves it.
    fn turn_help(&mut self, action: Option<Action>) {
        let Some(top) = self.help else { return };
        self.help = match action {
            Some(Action::Up | Action::PreviousChoice) => Some(top.saturating_sub(1)),
            Some(Action::Down | Action::NextChoice) => Some(top + 1),
            Some(Action::PageUp) => Some(top.saturating_sub(self.page())),
            Some(Action::PageDown) => Some(top + self.page()),
            _ => None,
        };
    }

    /// Does what a key or the mouse asks for.
    pub fn act(&mut self, action: Action) -> Effect {
        match action {
            Action::Quit => return Effect::Quit,
            Action::Suspend => return Effect::Suspend,
            Action::Redraw => return Effect::Redraw,
            Action::Help => self.help = Some(0),
            Action::Search => self.begin_search(),
            Action::Jump => self.prompt = Some(Prompt::new(Purpose::Jump, String::new())),
            _ if self.prompt.is_some() => return self.edit(action),
            _ if self.screen == Screen::List => return self.act_in_list(action),
            _ => return self.act_in_game(action),
        }
        Effect::None
    }

    fn act_in_list(&mut self, action: Action) -> Effect {
        let (row, page) = (self.selected, self.page());
        match action {
            Action::Up => self.select(row.saturating_sub(1)),
            Action::Down => self.select(row + 1),
            Action::PageUp => self.select(row.saturating_sub(page)),
            Action::PageDown => self.select(row + page),
            Action::First => self.select(0),
            Action::Last => self.select(usize::MAX - 1),
            Action::Open => return self.row(row).map_or(Effect::None, Effect::Open),
            Action::Back => self.end_search(),
            _ => {}
        }
        Effect::None
    }

    fn act_in_game(&mut self, action: Action) -> Effect {
        if self.open.is_none() {
            return Effect::None;
        }
        if let Some(top) = &mut self.diagnostics {
            match action {
                Action::NextChoice => *top += 1,
                Action::PreviousChoice => *top = top.saturating_sub(1),
                Action::PageDown => *top += 10,
                Action::PageUp => *top = top.saturating_sub(10),
                Action::Diagnostics | Action::Back => self.diagnostics = None,
                _ => return self.act_on_moves(action),
            }
            return Effect::None;
        }
        if let Some(panel) = &mut self.explorer {
            match action {
                Action::PageDown => panel.top += 10,
                Action::PageUp => panel.top = panel.top.saturating_sub(10),
                Action::Explorer | Action::Back => self.explorer = None,
                Action::Diagnostics => (self.explorer, self.diagnostics) = (None, Some(0)),
                _ => return self.act_on_choices(action),
            }
            return Effect::None;
        }
        self.act_on_choices(action)
    }

    fn act_on_choices(&mut self, action: Action) -> Effect {
        let Some((_, game)) = &mut self.open else { return Effect::None };
        let said = match action {
            Action::NextChoice if !game.next_choice() => "there is no variation here",
            Action::PreviousChoice if !game.previous_choice() => "there is no variation before this one",
            Action::Leave if !game.leave() => "this is the main line",
            Action::NextChoice | Action::PreviousChoice | Action::Leave => return Effect::None,
            _ => return self.act_on_moves(action),
        };
        self.say(said.to_owned());
        Effect::None
    }

    fn act_on_moves(&mut self, action: Action) -> Effect {
        let Some((_, game)) = &mut self.open else { return Effect::None };
        match action {
            Action::Forward => drop(game.forward()),
            Action::Backward => drop(game.back()),
            Action::First => drop(game.start()),
            Action::Last => drop(game.end()),
            Action::PageDown => drop((0..LONG_STEP).take_while(|_| game.forward()).count()),
            Action::PageUp => drop((0..LONG_STEP).take_while(|_| game.back()).count()),
            Action::NextGame => return self.neighbour(1),
            Action::PreviousGame => return self.neighbour(-1),
            Action::Flip => {
                self.is_turned = !self.is_turned;
                self.flipped = !self.flipped;
            }
            Action::Diagnostics => self.diagnostics = Some(0),
            Action::Explorer if self.has_index => {
                (self.explorer, self.diagnostics) = (Some(Panel::default()), None);
            }
            Action::Explorer => self.say("there is no index: pgn show --interactive --index FILE".to_owned()),
            Action::Engine => self.toggle_engine(),
            Action::CopyPgn => {
                let pgn = game.pgn();
                return self.copy(pgn, "the game as PGN");
            }
            Action::CopyFen if !game.has_positions() => self.say("the position is not known".to_owned()),
            Action::CopyFen => {
                let fen = game.fen();
                return self.copy(fen, "the position as FEN");
            }
            Action::Back => self.screen = Screen::List,
            _ => {}
        }
        Effect::None
    }

    /// Terminals take some hundred thousand characters at most, and ignore longer texts without a word.
    fn copy(&mut self, text: String, name: &str) -> Effect {
        const MOST: usize = 74_000;
        if text.len() > MOST {
            self.say(format!("{name} is too long for the clipboard of a terminal: {} bytes", text.len()));
            return Effect::None;
        }
        self.say(format!("{name} is on the clipboard, if this terminal lets programs copy"));
        Effect::Copy(text)
    }

    /// Opens a neighbour of the selected game among those that are shown.
    fn neighbour(&mut self, step: isize) -> Effect {
        let row = self.selected.checked_add_signed(step).and_then(|shown| self.row(shown));
        match row {
            Some(row) => Effect::Open(row),
            None => {
                let which = if step > 0 { "last" } else { "first" };
                self.say(format!("this is the {which} game"));
                Effect::None
            }
        }
    }

    fn jump(&mut self, to: Option<Jump>) -> Effect {
        let listed = self.list.len();
        let game = self.open.as_mut().filter(|_| self.screen == Screen::Game).map(|(_, game)| game);
        let said = match (to, game) {
            (Some(Jump::Quit), _) => return Effect::Quit,
            (Some(Jump::Game(number)), _) if number > listed => {
                format!("there is no game {number}: {}", games(listed))
            }
            (Some(Jump::Game(number)), Some(_)) => return Effect::Open(number - 1),
            (Some(Jump::Game(number)), None) => {
                self.end_search();
                self.select(number - 1);
                return Effect::None;
            }
            (Some(Jump::Ply(ply)), Some(game)) => {
                if game.go_to_ply(ply) {
                    return Effect::None;
                }
                format!("there is no half-move {ply}: they are {}", game.plies())
            }
            (Some(Jump::Move(number, color)), Some(game)) => {
                if game.go_to_move(number, color) {
                    return Effect::None;
                }
                format!("there is no move {number}{}", if color == Color::White { "." } else { "..." })
            }
            (Some(_), None) => "moves are in a game: open one first".to_owned(),
            (None, Some(_)) => "type 12 or 12b for a move, p30 for a half-move, #7 for a game".to_owned(),
            (None, None) => "type the number of a game".to_owned(),
        };
        self.say(said);
        Effect::None
    }

    /// Takes what the mouse does.
    pub fn mouse(&mut self, event: MouseEvent) -> Effect {
        if self.is_too_small() || self.help.is_some() {
            return Effect::None;
        }
        let at = Position::new(event.column, event.row);
        match (event.kind, self.screen) {
            (MouseEventKind::ScrollDown, Screen::List) => self.select(self.selected + WHEEL),
            (MouseEventKind::ScrollUp, Screen::List) => self.select(self.selected.saturating_sub(WHEEL)),
            (MouseEventKind::ScrollDown, Screen::Game) => return self.act_on_moves(Action::Forward),
            (MouseEventKind::ScrollUp, Screen::Game) => return self.act_on_moves(Action::Backward),
            (MouseEventKind::Down(MouseButton::Left), Screen::List) => {
                let rows = ListLayout::of(self.size).rows;
                let clicked = self.top + usize::from(at.y.saturating_sub(rows.y));
                if rows.contains(at) && clicked < self.shown() {
                    if clicked == self.selected && self.prompt.is_none() {
                        return self.act_in_list(Action::Open);
                    }
                    self.select(clicked);
                }
            }
            (MouseEventKind::Down(MouseButton::Left), Screen::Game) => self.click(at),
            _ => {}
        }
        Effect::None
    }

    fn click(&mut self, at: Position) {
        let GameLayout { moves, graph, .. } = self.layout();
        let first = self.first_line(moves);
        let shows_moves = self.diagnostics.is_none();
        let Some((_, game)) = &mut self.open else { return };
        if moves.contains(at) && shows_moves {
            let line = first + usize::from(at.y - moves.y);
            if let Some(node) = game.paragraphs().at(line, at.x - moves.x) {
                game.go_to(node);
            }
        } else if graph.contains(at) && game.plies() > 0 {
            game.go_to_ply(ply_at(at.x - graph.x, graph.width, game.plies()).min(game.plies()));
        }
    }

    /// The first line of the moves that is shown: the move is in the middle, unless the moves begin or end before.
    pub(crate) fn first_line(&self, moves: Rect) -> usize {
        let Some(game) = self.game() else { return 0 };
        let (line, lines) = (game.paragraphs().line_of(game.here()), game.paragraphs().lines());
        let height = usize::from(moves.height);
        line.saturating_sub(height / 2).min(lines.saturating_sub(height))
    }
}

/// `1 game`, `12 games`.
pub(crate) fn games(count: usize) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{} games", grouped(count)) }
}

/// A number with commas: `1,234,567`.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
