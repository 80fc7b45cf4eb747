//! `pgn man`

use clap::CommandFactory;

use crate::args::Cli;
use crate::run::{Status, print};

pub(crate) fn run() -> Status {
    let mut pages = vec![Cli::command()];
    let mut done = 0;
    while let Some(page) = pages.get(done) {
        let name = page.get_name().to_owned();
        let subcommands = page.get_subcommands().filter(|sub| sub.get_name() != "help").cloned();
        let subcommands: Vec<_> =
            subcommands.map(|sub| sub.clone().name(format!("{name}-{}", sub.get_name()))).collect();
        done += 1;
        pages.splice(done..done, subcommands);
    }
    let mut text = Vec::new();
    for page in pages {
        // Writing to memory cannot fail.
        let _ = clap_mangen::Man::new(page).render(&mut text);
    }
    print(&text)
}
