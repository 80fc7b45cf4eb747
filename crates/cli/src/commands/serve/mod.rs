//! `pgn serve`: an opening explorer over HTTP.

mod explorer;
mod log;

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use pgnkit_archive::Stamp;
use pgnkit_collections::eco;
use pgnkit_serve::{Options, Server};

use crate::args::ServeArgs;
use crate::run::{Status, complain, interrupt, refused, say};
use explorer::IndexExplorer;

/// The time between two looks at the file of the index.
const LOOK: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &ServeArgs) -> Status {
    let (explorer, mut stamp) = match open(&args.index) {
        Ok(opened) => opened,
        Err(message) => return refused(&message),
    };
    let games = explorer.index.games();
    let listener = match TcpListener::bind((args.host, args.port)) {
        Ok(listener) => listener,
        Err(error) => return refused(&format_args!("{}:{}: {error}", args.host, args.port)),
    };
    let address = listener.local_addr().map_or_else(|_| args.host.to_string(), |address| address.to_string());
    let mut options = Options::default();
    options.cross_origin = !args.same_origin;
    let form = args.log;
    let server = Server::new(Arc::new(explorer), &options, move |event| log::write(form, event));
    say(&format_args!(
        "{}: {games} games at http://{address}/ for a browser, /lichess and /masters for programs; Ctrl-C ends it",
        args.index.display()
    ));
    interrupt::instead({
        let server = server.clone();
        move || server.stop()
    });
    // A new index takes the place of the old one while the server goes on.
    std::thread::spawn({
        let (server, path) = (server.clone(), args.index.clone());
        move || loop {
            std::thread::sleep(LOOK);
            let now = Stamp::of_path(&path).ok();
            if now.is_none() || now == stamp {
                continue;
            }
            stamp = now;
            match open(&path) {
                Ok((explorer, _)) => {
                    let games = explorer.index.games();
                    server.replace(Arc::new(explorer));
                    say(&format_args!("{}: replaced: {games} games", path.display()));
                }
                Err(message) => complain(&format_args!("{message}; the index before it goes on")),
            }
        }
    });
    match server.serve(listener, std::future::pending()) {
        Ok(()) => Status::Clean,
        Err(error) => refused(&error),
    }
}

/// Opens an index, with the state of its file.
fn open(path: &Path) -> Result<(IndexExplorer, Option<Stamp>), String> {
    let stamp = Stamp::of_path(path).ok();
    let index = super::index::open(path)?;
    let version = format!("{stamp:?}");
    Ok((IndexExplorer { index, openings: eco::Book::lichess(), version }, stamp))
}
