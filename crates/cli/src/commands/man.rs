//! `pgn man`

use clap::CommandFactory;

use crate::args::Cli;
use crate::run::{Status, complain};

pub(crate) fn run() -> Status {
    let mut stdout = std::io::stdout();
    let main = Cli::command();
    let mut pages = vec![main.clone()];
    pages.extend(main.get_subcommands().filter(|sub| sub.get_name() != "help").map(|sub| {
        let name = format!("pgn-{}", sub.get_name());
        sub.clone().name(name.leak() as &'static str)
    }));
    for page in pages {
        if let Err(error) = clap_mangen::Man::new(page).render(&mut stdout) {
            if !pgnkit_archive::is_broken_pipe(&error) {
                complain(&error);
                return Status::Failed;
            }
        }
    }
    Status::Clean
}
