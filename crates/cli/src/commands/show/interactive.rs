//! `pgn show --interactive`.

#[cfg(feature = "index")]
use pgnkit::chess::{Color, Position};
use pgnkit_config::{Config, ShowTheme};
#[cfg(feature = "index")]
use pgnkit_index::{Filter, Index, IndexError, Lists};
use pgnkit_tui::RunError;
#[cfg(feature = "index")]
use pgnkit_tui::{Explored, ExploredMove, Explorer};

use crate::args::{ColorWhen, ShowArgs};
#[cfg(feature = "index")]
use crate::run::refused;
use crate::run::{Status, complain};
#[cfg(feature = "engines")]
use crate::terminal::stderr_is_styled;

/// The index that is named, or the one that is shown.
#[cfg(feature = "index")]
fn explorer(args: &ShowArgs) -> Result<Option<Explorer>, String> {
    let open = |path| Index::open(path).map_err(|error| format!("{}: {error}", path.display()));
    let index = match (&args.index, args.files.as_slice()) {
        (Some(path), _) => open(path)?,
        // What is no index is opened as games.
        (None, [path]) if path.is_file() => match Index::open(path) {
            Ok(index) => index,
            Err(_) => return Ok(None),
        },
        _ => return Ok(None),
    };
    Ok(Some(Explorer::new(move |position| explored(&index, position).map_err(|error| error.to_string()))))
}

/// The moves of a position; of one that few games have no more is read than takes a moment.
#[cfg(feature = "index")]
fn explored(index: &Index, position: &Position) -> Result<Explored, IndexError> {
    let lists = Lists { searched: 400_000, ..Lists::default() };
    let found = index.explore(position, &Filter::default(), lists)?;
    let mover = usize::from(position.turn() == Color::Black);
    let moves = found.moves.iter().map(|one| {
        let (sum, known) = one.counts.ratings[mover];
        let rating = (known > 0).then(|| u32::try_from((sum + known / 2) / known).unwrap_or(u32::MAX));
        ExploredMove { mv: one.mv, games: one.counts.games, results: one.counts.results, rating }
    });
    Ok(Explored { games: found.all.games, moves: moves.collect() })
}

/// Shows games until the user leaves.
pub(super) fn run(args: &ShowArgs, config: &Config) -> Status {
    let show = &config.show;
    let mut options = pgnkit_tui::Options::new(args.files.clone());
    options.format = args.from;
    if let Some(letters) = args.from_lang {
        options.letters = letters;
    }
    let game = args.select.games.as_ref().and_then(|numbers| numbers.next_from(1));
    options.game = game.map(|game| usize::try_from(game).unwrap_or(usize::MAX));
    options.ply = args.ply.first().copied();
    options.flip = args.flip || show.flip;
    options.theme = config.diagram.theme.unwrap_or_default();
    options.ascii = args.ascii || show.ascii;
    options.language = if args.sheet.figurine { None } else { args.sheet.lang.or(show.lang) };
    options.color = match (args.color, args.theme.or(show.theme)) {
        (ColorWhen::Always, _) => Some(true),
        (ColorWhen::Never, _) | (ColorWhen::Auto, Some(ShowTheme::Plain)) => Some(false),
        (ColorWhen::Auto, _) => None,
    };
    #[cfg(feature = "index")]
    match explorer(args) {
        Ok(explorer) => options.explorer = explorer,
        Err(message) => return refused(&message),
    }
    #[cfg(feature = "engines")]
    match crate::engine::settings(&args.engine, true) {
        Ok(found) => {
            let engine = |it: crate::engine::EngineSettings| pgnkit_tui::EngineOptions {
                live: it.live(),
                lines: it.lines,
            };
            options.engine = found.map(engine);
        }
        Err(fault) => return fault.show(stderr_is_styled(args.color)),
    }
    match pgnkit_tui::run(options) {
        Ok(failures) => {
            failures.iter().for_each(|failure| complain(failure));
            if failures.is_empty() { Status::Clean } else { Status::Failed }
        }
        // As other commands end.
        Err(RunError::Interrupted) => std::process::exit(130),
        Err(error) => {
            complain(&error);
            Status::Failed
        }
    }
}
