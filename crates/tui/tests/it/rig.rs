//! A reader that is driven by keys.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use pgnkit::PieceLetters;
use pgnkit_tui::{App, Effect, Explorer, Library, Look, State, draw};
use ratatui_core::backend::TestBackend;
use ratatui_core::buffer::Buffer;
use ratatui_core::terminal::Terminal;

pub struct Reader {
    pub app: App,
    pub library: Library,
    pub failures: Vec<String>,
    /// What was copied.
    pub copied: Vec<String>,
    /// The index that is asked, if there is one.
    pub explorer: Option<Explorer>,
    /// Whether it was left.
    pub is_left: bool,
    terminal: Terminal<TestBackend>,
    /// Kept as long as the reader is.
    _directory: Option<tempfile::TempDir>,
}

impl Reader {
    /// Opens a text as a file of this name.
    pub fn of(name: &str, content: impl AsRef<[u8]>) -> Self {
        Self::sized(name, content, (80, 24), Look::default())
    }

    pub fn sized(name: &str, content: impl AsRef<[u8]>, size: (u16, u16), look: Look) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(name);
        std::fs::write(&path, content).unwrap();
        let mut reader = Self::open(vec![path], App::new(name, look, size), size);
        reader._directory = Some(directory);
        reader
    }

    pub fn open(paths: Vec<PathBuf>, app: App, (columns, rows): (u16, u16)) -> Self {
        let library = Library::open(paths, None, PieceLetters::default()).unwrap();
        let terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        let mut reader = Self {
            app,
            library,
            failures: Vec::new(),
            copied: Vec::new(),
            explorer: None,
            is_left: false,
            terminal,
            _directory: None,
        };
        while reader.library.state() != State::Done {
            reader.library.take(reader.app.list_mut(), &mut reader.failures, Duration::from_secs(10));
            let effect = reader.app.grown(reader.library.state());
            reader.perform(effect);
        }
        reader
    }

    /// With an index that answers so.
    pub fn exploring(mut self, explorer: Explorer) -> Self {
        self.app = std::mem::replace(&mut self.app, App::new("", Look::default(), (0, 0))).with_index(true);
        self.explorer = Some(explorer);
        self
    }

    /// Presses keys, in the names of the page of keys; `'text'` is typed letter by letter.
    pub fn press(&mut self, keys: &str) -> &mut Self {
        for word in keys.split(' ').filter(|word| !word.is_empty()) {
            match word.strip_prefix('\'').and_then(|word| word.strip_suffix('\'')) {
                Some(text) => {
                    text.chars().for_each(|letter| self.key(KeyCode::Char(letter), KeyModifiers::NONE))
                }
                None => {
                    let (name, modifiers) = match word.strip_prefix("Ctrl-") {
                        Some(letter) => (letter, KeyModifiers::CONTROL),
                        None => (word, KeyModifiers::NONE),
                    };
                    self.key(code(name), modifiers);
                }
            }
        }
        self
    }

    fn key(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        let effect = self.app.key(KeyEvent::new(code, modifiers));
        self.perform(effect);
    }

    pub fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) -> &mut Self {
        let effect = self.app.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
        self.perform(effect);
        self
    }

    pub fn click(&mut self, column: u16, row: u16) -> &mut Self {
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row)
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Open(row) => match self.library.read(self.app.place(row).unwrap()) {
                Ok(game) => self.app.show(row, game),
                Err(error) => self.app.fail(error),
            },
            Effect::Copy(text) => self.copied.push(text),
            Effect::Quit => self.is_left = true,
            _ => {}
        }
    }

    pub fn resize(&mut self, columns: u16, rows: u16) -> &mut Self {
        self.terminal.backend_mut().resize(columns, rows);
        self.app.resize(columns, rows);
        self
    }

    pub fn cells(&mut self) -> Buffer {
        if let (Some(position), Some(explorer)) = (self.app.unexplored(), &self.explorer) {
            let found = explorer.ask(&position);
            self.app.explored(position, found);
        }
        let app = &self.app;
        self.terminal
            .draw(|frame| {
                let cursor = draw(app, frame.buffer_mut());
                cursor.into_iter().for_each(|cursor| frame.set_cursor_position(cursor));
            })
            .unwrap();
        self.terminal.backend().buffer().clone()
    }

    /// The screen as text, without spaces at the ends of lines.
    pub fn screen(&mut self) -> String {
        let cells = self.cells();
        let mut text = String::new();
        for row in 0..cells.area.height {
            let mut line = String::new();
            let mut skipped = 0;
            for column in 0..cells.area.width {
                let symbol = cells[(column, row)].symbol();
                if skipped > 0 {
                    skipped -= 1;
                    continue;
                }
                skipped = unicode_width::UnicodeWidthStr::width(symbol).saturating_sub(1);
                line.push_str(symbol);
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// The last line.
    pub fn status(&mut self) -> String {
        self.screen().lines().last().unwrap_or_default().trim().to_owned()
    }

    /// The cells of the selected move, or row.
    pub fn selected(&mut self) -> String {
        let cells = self.cells();
        let at = |column, row| &cells[(column, row)];
        let mut text = String::new();
        for row in 0..cells.area.height {
            for column in 0..cells.area.width {
                if at(column, row).bg == ratatui_core::style::Color::Rgb(230, 190, 80) {
                    text.push_str(at(column, row).symbol());
                }
            }
        }
        text.trim().to_owned()
    }
}

fn code(name: &str) -> KeyCode {
    match name {
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PgUp" => KeyCode::PageUp,
        "PgDn" => KeyCode::PageDown,
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Backspace" => KeyCode::Backspace,
        "Space" => KeyCode::Char(' '),
        letter => {
            let mut letters = letter.chars();
            let first = letters.next().unwrap();
            assert_eq!(letters.next(), None, "{name} is no key");
            KeyCode::Char(first)
        }
    }
}

/// Compares with a file beside the tests; with `PGN_BLESS=1` in the environment, writes it instead.
pub fn golden(path: impl AsRef<Path>, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("PGN_BLESS").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected, "{} (PGN_BLESS=1 accepts it)", path.display());
}
