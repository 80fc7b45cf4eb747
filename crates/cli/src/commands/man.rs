//! `pgn man`

use clap::CommandFactory;

use crate::args::Cli;
use crate::run::{Status, print};

pub(crate) fn run() -> Status {
    let main = Cli::command();
    let mut pages = vec![main.clone()];
    pages.extend(main.get_subcommands().filter(|sub| sub.get_name() != "help").map(|sub| {
        let name = format!("pgn-{}", sub.get_name());
        sub.clone().name(name.leak() as &'static str)
    }));
    let mut text = Vec::new();
    for page in pages {
        // Writing to memory cannot fail.
        let _ = clap_mangen::Man::new(page).render(&mut text);
    }
    print(&text)
}
