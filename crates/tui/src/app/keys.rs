//! The keys: one table, which both what a key does and the page of keys are made from.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// Selects the row above.
    Up,
    /// Selects the row below.
    Down,
    /// Goes up by a screen.
    PageUp,
    /// Goes down by a screen.
    PageDown,
    /// Goes to the first row, or before the first move.
    First,
    /// Goes to the last row, or after the last move of the line.
    Last,
    /// Opens the selected game.
    Open,
    /// Goes one move further.
    Forward,
    /// Goes one move back.
    Backward,
    /// Goes to the next choice in place of the move.
    NextChoice,
    /// Goes to the choice before.
    PreviousChoice,
    /// Leaves the variation.
    Leave,
    /// Opens the next game of the list.
    NextGame,
    /// Opens the game before it in the list.
    PreviousGame,
    /// Turns the board.
    Flip,
    /// Shows or hides what is reported of the game.
    Diagnostics,
    /// Shows or hides the moves that an index has in the position.
    Explorer,
    /// Turns the engine on or off.
    Engine,
    /// Copies the game.
    CopyPgn,
    /// Copies the position.
    CopyFen,
    /// Begins a search.
    Search,
    /// Asks where to go.
    Jump,
    /// Goes back: out of the game, or of a search.
    Back,
    /// Shows the keys.
    Help,
    /// Draws everything anew.
    Redraw,
    /// Stops the program until it is called to the foreground.
    Suspend,
    /// Ends.
    Quit,
    /// Takes what was typed.
    Accept,
    /// Erases the last character.
    Erase,
    /// Erases the last word.
    EraseWord,
    /// Erases everything that was typed.
    EraseAll,
}

/// The parts of the program that have keys of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The list of games.
    List,
    /// A game.
    Game,
    /// A line in which one types.
    Prompt,
    /// The list and the game.
    Both,
}

impl Part {
    /// Each part with its heading on the page of keys.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::List, "List of games"),
        (Self::Game, "Game"),
        (Self::Both, "Everywhere"),
        (Self::Prompt, "While typing"),
    ];

    const fn has(self, part: Self) -> bool {
        self as u8 == part as u8 || (matches!(self, Self::Both) && !matches!(part, Self::Prompt))
    }
}

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    code: KeyCode,
    control: bool,
}

const fn key(code: KeyCode) -> Key {
    Key { code, control: false }
}

const fn letter(letter: char) -> Key {
    key(KeyCode::Char(letter))
}

const fn control(letter: char) -> Key {
    Key { code: KeyCode::Char(letter), control: true }
}

impl Key {
    /// The key of an event.
    pub fn of(event: KeyEvent) -> Self {
        Self { code: event.code, control: event.modifiers.contains(KeyModifiers::CONTROL) }
    }

    /// Its name on the page of keys, in ASCII.
    pub fn name(self) -> String {
        let name = match self.code {
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(letter) if self.control => letter.to_ascii_uppercase().to_string(),
            KeyCode::Char(letter) => letter.to_string(),
            KeyCode::PageUp => "PgUp".to_owned(),
            KeyCode::PageDown => "PgDn".to_owned(),
            KeyCode::F(number) => format!("F{number}"),
            KeyCode::Backspace => "Backspace".to_owned(),
            KeyCode::Enter => "Enter".to_owned(),
            code => format!("{code:?}"),
        };
        if self.control { format!("Ctrl-{name}") } else { name }
    }
}

/// Keys that do the same.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// The keys.
    pub keys: &'static [Key],
    /// The part of the program in which they do it.
    pub part: Part,
    /// What they do.
    pub action: Action,
    /// What they do, for people.
    pub doc: &'static str,
}

const fn binding(part: Part, keys: &'static [Key], action: Action, doc: &'static str) -> Binding {
    Binding { keys, part, action, doc }
}

/// All keys.
pub const BINDINGS: &[Binding] = &[
    binding(Part::List, &[key(KeyCode::Up), letter('k')], Action::Up, "the game above"),
    binding(Part::List, &[key(KeyCode::Down), letter('j')], Action::Down, "the game below"),
    binding(Part::List, &[key(KeyCode::PageUp), control('b')], Action::PageUp, "a screen up"),
    binding(
        Part::List,
        &[key(KeyCode::PageDown), control('f'), letter(' ')],
        Action::PageDown,
        "a screen down",
    ),
    binding(Part::List, &[key(KeyCode::Home)], Action::First, "the first game"),
    binding(Part::List, &[key(KeyCode::End), letter('G')], Action::Last, "the last game"),
    binding(
        Part::List,
        &[key(KeyCode::Enter), key(KeyCode::Right), letter('l')],
        Action::Open,
        "open the game",
    ),
    binding(Part::List, &[key(KeyCode::Esc)], Action::Back, "end the search: all games again"),
    binding(Part::Game, &[key(KeyCode::Right), letter('l'), letter(' ')], Action::Forward, "the next move"),
    binding(Part::Game, &[key(KeyCode::Left), letter('h')], Action::Backward, "the move before"),
    binding(
        Part::Game,
        &[key(KeyCode::Down), letter('j'), letter('v')],
        Action::NextChoice,
        "into the variation of this move, then the next one",
    ),
    binding(
        Part::Game,
        &[key(KeyCode::Up), letter('k')],
        Action::PreviousChoice,
        "the variation before, at last the move itself",
    ),
    binding(Part::Game, &[key(KeyCode::Backspace), letter('u')], Action::Leave, "out of the variation"),
    binding(Part::Game, &[key(KeyCode::Home), letter('0')], Action::First, "the start of the game"),
    binding(Part::Game, &[key(KeyCode::End), letter('$')], Action::Last, "the end of the line"),
    binding(Part::Game, &[key(KeyCode::PageDown)], Action::PageDown, "ten moves on"),
    binding(Part::Game, &[key(KeyCode::PageUp)], Action::PageUp, "ten moves back"),
    binding(Part::Game, &[letter('n'), letter(']')], Action::NextGame, "the next game of the list"),
    binding(Part::Game, &[letter('p'), letter('[')], Action::PreviousGame, "the game before"),
    binding(Part::Game, &[letter('f')], Action::Flip, "turn the board"),
    binding(Part::Game, &[letter('d')], Action::Diagnostics, "what pgn check reports, or the moves again"),
    binding(
        Part::Game,
        &[letter('x')],
        Action::Explorer,
        "the moves that an index has here, or those of the game again",
    ),
    binding(Part::Game, &[letter('a')], Action::Engine, "what an engine says of the position, or no engine"),
    binding(Part::Game, &[letter('c')], Action::CopyPgn, "copy the game as PGN"),
    binding(Part::Game, &[letter('C')], Action::CopyFen, "copy the position as FEN"),
    binding(Part::Game, &[key(KeyCode::Esc)], Action::Back, "back to the list"),
    binding(
        Part::Both,
        &[letter('/')],
        Action::Search,
        "search players, ratings, events, dates ... as you type",
    ),
    binding(Part::Both, &[letter('g'), letter(':')], Action::Jump, "go to a move, a half-move or a game"),
    binding(Part::Both, &[letter('?'), key(KeyCode::F(1))], Action::Help, "these keys"),
    binding(Part::Both, &[control('l')], Action::Redraw, "draw the screen anew"),
    binding(Part::Both, &[control('z')], Action::Suspend, "back to the shell until fg"),
    binding(Part::Both, &[letter('q'), control('c')], Action::Quit, "leave"),
    binding(Part::Prompt, &[key(KeyCode::Enter)], Action::Accept, "take what was typed"),
    binding(Part::Prompt, &[key(KeyCode::Esc), control('c')], Action::Back, "give up"),
    binding(Part::Prompt, &[key(KeyCode::Up)], Action::Up, "the game above"),
    binding(Part::Prompt, &[key(KeyCode::Down)], Action::Down, "the game below"),
    binding(Part::Prompt, &[key(KeyCode::Backspace)], Action::Erase, "erase a character"),
    binding(Part::Prompt, &[control('w')], Action::EraseWord, "erase a word"),
    binding(Part::Prompt, &[control('u')], Action::EraseAll, "erase everything"),
];

/// What is done by the mouse.
pub const MOUSE: &[(&str, &str)] = &[
    ("Click on a game", "select it; once more opens it"),
    ("Click on a move", "go there"),
    ("Click on the graph", "go to the move there"),
    ("Wheel", "through the list, or through the moves"),
];

/// What a key does in a part of the program.
pub fn action(key: Key, part: Part) -> Option<Action> {
    BINDINGS
        .iter()
        .find(|binding| binding.part.has(part) && binding.keys.contains(&key))
        .map(|found| found.action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings() {
        for part in [Part::List, Part::Game, Part::Prompt] {
            let mut seen: Vec<Key> = Vec::new();
            for key in
                BINDINGS.iter().filter(|binding| binding.part.has(part)).flat_map(|binding| binding.keys)
            {
                assert!(!seen.contains(key), "{part:?} {}", key.name());
                seen.push(*key);
            }
        }
    }
}
