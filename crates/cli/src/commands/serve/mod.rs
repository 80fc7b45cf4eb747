//! `pgn serve`: an opening explorer over HTTP.

mod counts;
mod explorer;
mod log;
mod names;

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use pgnkit_archive::Stamp;
use pgnkit_serve::{Explorer, Options, Server};

use super::index::IndexFile;
use crate::args::ServeArgs;
use crate::run::{Status, complain, interrupt, refused, say};
use counts::CountsExplorer;
use explorer::IndexExplorer;
use names::OpeningNames;

/// The time between two looks at the file of the index.
const LOOK: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &ServeArgs) -> Status {
    let (explorer, size, mut stamp) = match open(&args.index) {
        Ok(opened) => opened,
        Err(message) => return refused(&message),
    };
    let listener = match TcpListener::bind((args.host, args.port)) {
        Ok(listener) => listener,
        Err(error) => return refused(&format_args!("{}:{}: {error}", args.host, args.port)),
    };
    let address = listener.local_addr().map_or_else(|_| args.host.to_string(), |address| address.to_string());
    let mut options = Options::default();
    options.cross_origin = !args.same_origin;
    let form = args.log;
    let server = Server::new(explorer, &options, move |event| log::write(form, event));
    say(&format_args!(
        "{}: {size} at http://{address}/ for a browser, /lichess and /masters for programs; Ctrl-C ends it",
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
                Ok((explorer, size, _)) => {
                    server.replace(explorer);
                    say(&format_args!("{}: replaced: {size}", path.display()));
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

/// An explorer, the number of what it has, and the state of its file.
type OpenExplorer = (Arc<dyn Explorer>, String, Option<Stamp>);

/// Opens an index or a file of counts.
fn open(path: &Path) -> Result<OpenExplorer, String> {
    let stamp = Stamp::of_path(path).ok();
    let opened = super::index::open_either(path)?;
    let (version, names) = (format!("{stamp:?}"), OpeningNames::new());
    Ok(match opened {
        IndexFile::Index(index) => {
            let size = format!("{} games", index.games());
            (Arc::new(IndexExplorer { index: *index, names, version }), size, stamp)
        }
        IndexFile::Counts(counts) => {
            let size = format!("{} positions", counts.positions());
            (Arc::new(CountsExplorer { counts, names, version }), size, stamp)
        }
    })
}
