//! `pgn show --interactive`.

use pgnkit_config::{Config, ShowTheme};
use pgnkit_tui::RunError;

use crate::args::{ColorWhen, ShowArgs};
use crate::run::{Status, complain};

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
