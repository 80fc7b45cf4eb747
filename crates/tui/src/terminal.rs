//! The terminal: taken over, read, drawn on, and given back whatever happens. The only part that needs one.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal as _, Stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, execute};
use ratatui_core::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;

use crate::app::{App, Effect};
use crate::explorer::Explorer;
use crate::library::{Library, ReadError, State};
use crate::{Options, ui};

/// Time for taking what was read before keys are looked at again.
const SLICE: Duration = Duration::from_millis(10);
/// Time between two screens that only show how far reading has come.
const FRAME: Duration = Duration::from_millis(60);
/// Time until it is seen that the process is asked to end.
const IDLE: Duration = Duration::from_millis(100);

/// Time that a reader has to end when it is asked to.
const PATIENCE: Duration = Duration::from_millis(500);

/// Whether the terminal is taken over.
static ACTIVE: AtomicBool = AtomicBool::new(false);
/// Whether the process is asked to end.
static STOP: AtomicBool = AtomicBool::new(false);

/// Asks a reader that has the terminal to give it back and to return from [`run`], and waits for that, half a second at most.
/// False where there is none, or where it does not answer: for the handler of signals, which then ends the process itself.
pub fn interrupt() -> bool {
    STOP.store(true, Ordering::Relaxed);
    let asked = Instant::now();
    let was_active = ACTIVE.load(Ordering::Relaxed);
    while ACTIVE.load(Ordering::Relaxed) {
        // A terminal that is gone has no keys, and crossterm waits for one without end.
        if asked.elapsed() > PATIENCE {
            give_back();
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
    was_active
}

/// A reader could not begin, or not go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunError {
    /// Standard output is no terminal, or one that can do nothing.
    NoTerminal,
    /// Nothing can be read.
    Read(ReadError),
    /// The terminal cannot be used.
    Terminal(io::Error),
    /// The process was asked to end, by [`interrupt`].
    Interrupted,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTerminal => {
                f.write_str("--interactive needs a terminal; without it `pgn show` prints the game")
            }
            Self::Read(error) => error.fmt(f),
            Self::Terminal(error) => write!(f, "the terminal cannot be used: {error}"),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for RunError {}

impl From<ReadError> for RunError {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> Self {
        Self::Terminal(error)
    }
}

/// Shows games in the terminal until the user leaves. What could not be read is returned, to be said afterwards.
///
/// Keys come from the terminal, also when the games come from standard input.
///
/// # Errors
/// When there is no terminal, when the first input cannot be opened, and when the terminal fails.
pub fn run(options: Options) -> Result<Vec<String>, RunError> {
    if !io::stdout().is_terminal() || std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err(RunError::NoTerminal);
    }
    let title = options.title();
    let look = options.look();
    let mut library = Library::open(options.paths, options.format, options.letters)?;
    let mut failures = Vec::new();
    let mut screen = Screen::take()?;
    let size = terminal::size()?;
    let explorer = options.explorer;
    let app = App::new(title, look, size).flipped(options.flip).showing(options.game, options.ply);
    let app = app.with_index(explorer.is_some());
    #[cfg(feature = "engines")]
    let (mut app, mut follower) = (
        app.with_engine(options.engine.as_ref().map(|engine| engine.lines)),
        options.engine.map(Follower::new),
    );
    #[cfg(not(feature = "engines"))]
    let (mut app, mut follower) = (app, None);
    let asked = Sources { explorer: explorer.as_ref(), follower: follower.as_mut() };
    let result = screen.show(&mut app, &mut library, asked, &mut failures);
    drop(screen);
    // The engine ends when nobody looks at a terminal that waits for it.
    if let Some(follower) = &mut follower {
        follower.end();
    }
    result?;
    if STOP.load(Ordering::Relaxed) { Err(RunError::Interrupted) } else { Ok(failures) }
}

/// An engine that follows the board.
#[cfg(feature = "engines")]
use crate::engine::Follower;

/// Without engines there is none.
#[cfg(not(feature = "engines"))]
enum Follower {}

#[cfg(not(feature = "engines"))]
impl Follower {
    fn follow(&mut self, _: &mut App) -> bool {
        match *self {}
    }

    fn end(&mut self) {
        match *self {}
    }
}

/// Those who are asked about the position on the board.
struct Sources<'a> {
    explorer: Option<&'a Explorer>,
    follower: Option<&'a mut Follower>,
}

impl Sources<'_> {
    /// Asks about the position if it is another one, and takes answers. Whether there is something new to draw.
    fn ask(&mut self, app: &mut App) -> bool {
        let mut is_new = false;
        if let (Some(position), Some(explorer)) = (app.unexplored(), self.explorer) {
            let found = explorer.ask(&position);
            app.explored(position, found);
            is_new = true;
        }
        is_new | self.follower.as_mut().is_some_and(|follower| follower.follow(app))
    }

    /// Has nothing go on while the process is stopped: an engine is in a process group of its own.
    fn rest(&mut self) {
        if let Some(follower) = &mut self.follower {
            follower.end();
        }
    }
}

/// The terminal as long as it is taken over.
struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
}

impl Screen {
    fn take() -> io::Result<Self> {
        STOP.store(false, Ordering::Relaxed);
        let terminal = Terminal::new(CrosstermBackend::new(BufWriter::new(io::stdout())))?;
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            // Before the message: on the screen that is left nobody would see it.
            give_back();
            before(panic);
        }));
        enter()?;
        Ok(Self { terminal })
    }

    fn show(
        &mut self,
        app: &mut App,
        library: &mut Library,
        mut asked: Sources<'_>,
        failures: &mut Vec<String>,
    ) -> io::Result<()> {
        let mut drawn: Option<Instant> = None;
        let mut is_due = true;
        while !STOP.load(Ordering::Relaxed) {
            let known = failures.len();
            let mut has_news = false;
            if library.state() != State::Done && library.take(app.list_mut(), failures, SLICE) {
                has_news = true;
                let effect = app.grown(library.state());
                if failures.len() > known {
                    app.fail(&failures[known]);
                }
                is_due |= effect != Effect::None;
                self.perform(effect, app, library)?;
            }
            let is_late = drawn.is_none_or(|drawn| drawn.elapsed() >= FRAME);
            is_due |= asked.ask(app);
            if is_due || (has_news && (is_late || library.state() == State::Done)) {
                self.draw(app)?;
                (drawn, is_due) = (Some(Instant::now()), false);
            }
            // Everything that has come in the meantime is taken before the next screen.
            let mut time = if library.state() == State::Done { IDLE } else { Duration::ZERO };
            while event::poll(time)? {
                let effect = match event::read()? {
                    Event::Key(key) => app.key(key),
                    Event::Mouse(mouse) => app.mouse(mouse),
                    // The size is asked for when it is drawn.
                    _ => Effect::None,
                };
                if effect == Effect::Quit {
                    return Ok(());
                }
                if effect == Effect::Suspend {
                    asked.rest();
                }
                self.perform(effect, app, library)?;
                (is_due, time) = (true, Duration::ZERO);
            }
        }
        Ok(())
    }

    fn perform(&mut self, effect: Effect, app: &mut App, library: &mut Library) -> io::Result<()> {
        match effect {
            Effect::Open(row) => match app.place(row).map(|place| library.read(place)) {
                Some(Ok(game)) => app.show(row, game),
                Some(Err(error)) => app.fail(error),
                None => {}
            },
            Effect::Copy(text) => execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))?,
            Effect::Redraw => self.terminal.clear()?,
            Effect::Suspend => self.suspend()?,
            Effect::Quit | Effect::None => {}
        }
        Ok(())
    }

    fn draw(&mut self, app: &mut App) -> io::Result<()> {
        let (columns, rows) = terminal::size()?;
        if app.size() != (columns, rows) {
            app.resize(columns, rows);
        }
        self.terminal.draw(|frame| {
            if let Some(cursor) = ui::draw(app, frame.buffer_mut()) {
                frame.set_cursor_position(cursor);
            }
        })?;
        Ok(())
    }

    /// Stops the process, and those that it is in a pipe with, until the shell calls them again.
    #[cfg(unix)]
    fn suspend(&mut self) -> io::Result<()> {
        give_back();
        rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
        enter()?;
        self.terminal.clear()
    }

    #[cfg(not(unix))]
    fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn enter() -> io::Result<()> {
    terminal::enable_raw_mode()?;
    ACTIVE.store(true, Ordering::Relaxed);
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
}

/// Gives the terminal back, once.
fn give_back() {
    if ACTIVE.swap(false, Ordering::Relaxed) {
        // There is nobody left whom a failure could be told.
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
        let _ = terminal::disable_raw_mode();
    }
}
