//! `pgn show`: games as a magazine prints them.

mod interactive;
mod look;
mod screen;
mod style;

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use pgnkit::render::safe;
use pgnkit_archive::{EntryNumbers, Games, InputError, ReadGame, is_broken_pipe};
use pgnkit_config::{Configs, ShowConfig};
use pgnkit_query::condition::Tester;
use pgnkit_view::{Line, Role, game_line, record_line};

use crate::args::ShowArgs;
use crate::config;
#[cfg(feature = "engines")]
use crate::run::refused;
use crate::run::{Status, complain, say};
use crate::terminal::stderr_is_styled;
use look::Look;
use screen::Screen;

pub(crate) fn run(args: &ShowArgs) -> Status {
    #[cfg(feature = "engines")]
    if !args.interactive && (args.engine.engine.is_some() || !args.engine.engine_option.is_empty()) {
        return refused(&"--engine needs --interactive: an engine analyses while you look on");
    }
    let config = match config::of_run(&mut Configs::nearest()) {
        Ok(config) if args.interactive => return interactive::run(args, &config),
        // What is for programs does not depend on settings.
        Ok(_) if args.plain => ShowConfig::default(),
        Ok(config) => config.show.clone(),
        Err(error) => {
            config::show(&error, stderr_is_styled(args.color));
            return Status::Failed;
        }
    };
    let mut show = Show {
        args,
        look: Look::new(args, &config),
        tester: args.select.only.as_ref().map(Tester::new),
        screen: None,
        is_listing: false,
        shown: 0,
        faulty: 0,
        status: Status::Clean,
    };
    let standard_input = [PathBuf::from("-")];
    let paths = if args.files.is_empty() { &standard_input[..] } else { &args.files };
    let written = show.all(paths).and_then(|()| show.screen.take().map_or(Ok(()), Screen::finish));
    show.finish(written)
}

/// State of a show: the games so far, and the means to show them.
struct Show<'a> {
    args: &'a ShowArgs,
    look: Look<'a>,
    tester: Option<Tester<'a>>,
    screen: Option<Screen>,
    is_listing: bool,
    /// Number of games shown or listed.
    shown: u64,
    /// Number of them that have errors.
    faulty: u64,
    status: Status,
}

impl Show<'_> {
    fn all(&mut self, paths: &[PathBuf]) -> io::Result<()> {
        let several = paths.len() > 1 || paths[0].is_dir();
        // A single game is shown; only the next one says that it is not single.
        let mut first: Option<(ReadGame, String)> = None;
        let mut chosen = 0;
        for path in paths {
            let mut games = match self.open(path) {
                Ok(games) => games,
                Err(error) => {
                    self.fail(&error);
                    continue;
                }
            };
            let shown_before = self.shown;
            let mut name = String::new();
            self.skip(&mut games, 1);
            while let Some(read) = games.next() {
                let read = match read {
                    Ok(read) => read,
                    Err(error) => {
                        self.fail(&error);
                        continue;
                    }
                };
                let input = games.input().map_or("", |input| &input.name);
                if self.wants(&read) {
                    chosen += 1;
                    if !self.is_chosen() && !self.is_listing && first.is_none() {
                        first = Some((read, input.to_owned()));
                        continue;
                    }
                    let begins_list = first.take();
                    if let Some((first, input)) = &begins_list {
                        self.is_listing = true;
                        self.name(several, input, &mut name)?;
                        self.entry(first)?;
                    }
                    self.name(several, input, &mut name)?;
                    self.entry(&read)?;
                    if begins_list.is_some() {
                        self.read_for_list(&mut games);
                    }
                }
                if self.args.select.limit.is_some_and(|limit| chosen >= limit) {
                    return first.map_or(Ok(()), |(first, _)| self.entry(&first));
                }
                let is_file = !several && games.input().is_some_and(|input| input.path.is_some());
                if is_file
                    && self
                        .args
                        .select
                        .games
                        .as_ref()
                        .is_some_and(|numbers| numbers.are_below(read.number + 1))
                {
                    break;
                }
                self.skip(&mut games, read.number + 1);
            }
            if self.shown == shown_before && first.is_none() && self.tester.is_none() {
                self.fail(&match games.passed() {
                    0 => format!("{}: there is no game", path.display()),
                    count => format!("{}: there is no such game; it has {count}", path.display()),
                });
            }
        }
        first.map_or(Ok(()), |(first, _)| self.entry(&first))
    }

    /// Whether games are shown even if there are several.
    fn is_chosen(&self) -> bool {
        self.args.all || self.args.select.games.is_some()
    }

    fn wants(&mut self, read: &ReadGame) -> bool {
        let is_numbered = |numbers: &EntryNumbers| numbers.contains(read.number);
        self.args.select.games.as_ref().is_none_or(is_numbered)
            && self.tester.as_mut().is_none_or(|tester| tester.test_game(&read.game))
    }

    /// For a list no moves are read, unless the condition may need them.
    fn read_for_list(&self, games: &mut Games) {
        if self.tester.is_none() {
            games.headers_only();
        }
    }

    fn open(&self, path: &Path) -> Result<Games, InputError> {
        if path == Path::new("-") && io::stdin().is_terminal() {
            say(
                &"reading games from the terminal; Ctrl-D ends them, and `pgn help` shows how files are named",
            );
        }
        let mut games = pgnkit_archive::open(path)?;
        if let Some(format) = self.args.from {
            games = games.format(format);
        }
        if let Some(letters) = self.args.from_lang {
            games = games.letters(letters);
        }
        let mut games = games.games();
        if self.is_listing {
            self.read_for_list(&mut games);
        }
        Ok(games)
    }

    /// Skips games up to the next one that is wanted, from a number on.
    fn skip(&self, games: &mut Games, number: u64) {
        if let Some(numbers) = &self.args.select.games {
            games.skip_games(numbers.next_from(number).map_or(u64::MAX, |next| next - number));
        }
    }

    fn fail(&mut self, error: &dyn std::fmt::Display) {
        complain(error);
        self.status = Status::Failed;
    }

    /// The name of the input above its first game, where there are several inputs.
    fn name(&mut self, several: bool, input: &str, last: &mut String) -> io::Result<()> {
        if several && !self.args.plain && input != last {
            input.clone_into(last);
            if self.shown > 0 {
                self.write("\n")?;
            }
            self.line(&Line::of(Role::Detail, input))?;
        }
        Ok(())
    }

    /// A game, or its line in the list.
    fn entry(&mut self, read: &ReadGame) -> io::Result<()> {
        self.shown += 1;
        if self.is_listing {
            let (columns, ascii) = (self.look.width, self.look.ascii);
            return self.line(&match &read.record {
                Some(epd) => record_line(read.number, epd, columns, ascii),
                None => game_line(read.number, &self.look.heading(&read.game), columns, ascii),
            });
        }
        self.faulty += u64::from(read.has_errors());
        if self.args.plain {
            let text = self.look.plain(read);
            return text.lines().try_for_each(|line| self.write(&format!("{}\n", safe(line))));
        }
        if self.is_chosen() {
            if self.shown > 1 {
                self.write("\n")?;
            }
            self.line(&Line::of(Role::Number, &format!("Game {}", read.number)))?;
        }
        self.look.lines(read).iter().try_for_each(|line| self.line(line))
    }

    fn line(&mut self, line: &Line) -> io::Result<()> {
        let Some(theme) = self.look.theme else {
            return self.write(&format!("{}\n", line.to_string().trim_end()));
        };
        let mut text = String::new();
        for span in &line.spans {
            let style = style::style(theme, span.role);
            text.push_str(&format!("{style}{}{style:#}", span.text));
        }
        text.push('\n');
        self.write(&text)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let paged = self.look.paged;
        self.screen.get_or_insert_with(|| Screen::open(paged)).write_all(text.as_bytes())
    }

    /// Says what there is to say below the games; the exit status.
    fn finish(mut self, written: io::Result<()>) -> Status {
        match written {
            Err(error) if is_broken_pipe(&error) => {
                // The pager may have been left before all was read.
                let _ = self.screen.take().map(Screen::finish);
            }
            Err(error) => self.fail(&error),
            Ok(()) if self.is_listing => {
                say(&format_args!("{} games; --games NUMBER shows one of them, --all shows all", self.shown));
            }
            Ok(()) => {}
        }
        match (self.faulty, self.shown) {
            (0, _) => return self.status,
            (1, 1) => say(&"the game has errors; this is what could be read, `pgn check` says more"),
            (faulty, shown) => {
                say(&format_args!("{faulty} of {shown} games have errors; `pgn check` says more"))
            }
        }
        self.status.max(Status::Unclean)
    }
}
