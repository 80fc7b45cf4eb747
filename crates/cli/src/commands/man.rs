//! `pgn man`

use std::io::Write as _;

use crate::args::ManArgs;
use crate::help;
use crate::run::{Status, complain, interrupt, print, refused};

pub(crate) fn run(args: &ManArgs) -> Status {
    let mut pages = pages();
    if let Some(directory) = &args.dir {
        for (name, text) in pages {
            let path = directory.join(format!("{name}.1"));
            let written = interrupt::create(&path).and_then(|mut file| {
                file.write_all(&text)?;
                interrupt::commit(|| file.commit())
            });
            if let Err(error) = written {
                return refused(&error);
            }
        }
        return Status::Clean;
    }
    if !args.subcommand.is_empty() {
        let wanted = format!("pgn-{}", args.subcommand.join("-"));
        pages.retain(|(name, _)| *name == wanted);
        if pages.is_empty() {
            complain(&format_args!(
                "there is no subcommand `{}`; `pgn help` lists them",
                args.subcommand.join(" ")
            ));
            return Status::Failed;
        }
    }
    print(&pages.into_iter().flat_map(|(_, text)| text).collect::<Vec<_>>())
}

/// The pages of the command and its subcommands, with their names.
fn pages() -> Vec<(String, Vec<u8>)> {
    let mut pages = vec![help::whole(), help::common().name("pgn-options")];
    let mut done = 0;
    while let Some(page) = pages.get(done) {
        let name = page.get_name().to_owned();
        let subcommands = page.get_subcommands().filter(|sub| sub.get_name() != "help").cloned();
        let named = |sub: clap::Command| {
            let name = format!("{name}-{}", sub.get_name());
            sub.name(name.clone()).bin_name(name)
        };
        let subcommands: Vec<_> = subcommands.map(named).collect();
        done += 1;
        pages.splice(done..done, subcommands);
    }
    let text = |page: clap::Command| {
        let page = page.mut_args(|arg| if help::is_explained_once(&arg) { arg.hide(true) } else { arg });
        let name = page.get_name().to_owned();
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = clap_mangen::Man::new(page).render(&mut text);
        (name, text)
    };
    pages.into_iter().map(text).collect()
}
