//! `pgn show`: games on the terminal.

use crate::args::ShowArgs;
use crate::run::{Status, complain};

pub(crate) fn run(args: ShowArgs) -> Status {
    if !args.interactive {
        complain(&"only --interactive is there so far");
        return Status::Failed;
    }
    interactive(args)
}

/// Runs the interactive reader.
fn interactive(args: ShowArgs) -> Status {
    let mut options = pgnkit_tui::Options::new(args.files);
    options.format = args.from;
    options.game = args.game.map(|game| usize::try_from(game).unwrap_or(usize::MAX));
    options.ply = args.ply;
    options.flip = args.flip;
    options.theme = args.theme;
    options.ascii = args.ascii;
    options.language = args.lang;
    match pgnkit_tui::run(options) {
        Ok(failures) => {
            failures.iter().for_each(|failure| complain(failure));
            if failures.is_empty() { Status::Clean } else { Status::Failed }
        }
        // As other commands end.
        Err(pgnkit_tui::RunError::Interrupted) => std::process::exit(130),
        Err(error) => {
            complain(&error);
            Status::Failed
        }
    }
}
