//! `pgn serve`: an opening explorer over HTTP, and evaluations of positions.

mod counts;
mod evaluated;
mod explorer;
mod log;
mod names;

use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pgnkit_archive::Stamp;
#[cfg(feature = "engines")]
use pgnkit_serve::EngineOptions;
use pgnkit_serve::{Options, Server};

use super::index::IndexFile;
#[cfg(feature = "engines")]
use crate::args::ColorWhen;
use crate::args::ServeArgs;
#[cfg(feature = "engines")]
use crate::engine::EngineFault;
use crate::run::{Status, complain, interrupt, refused, say};
#[cfg(feature = "engines")]
use crate::terminal::stderr_is_styled;
use counts::CountsExplorer;
use evaluated::{EvaluatedExplorer, Games};
use explorer::IndexExplorer;
use names::OpeningNames;

/// The time between two looks at the files.
const LOOK: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &ServeArgs) -> Status {
    let files = Files { index: args.index.clone(), evals: args.evals.clone() };
    let (explorer, mut stamps) = match files.open() {
        Ok(opened) => opened,
        Err(message) => return refused(&message),
    };
    let content = explorer.content();
    let listener = match TcpListener::bind((args.host, args.port)) {
        Ok(listener) => listener,
        Err(error) => return refused(&format_args!("{}:{}: {error}", args.host, args.port)),
    };
    let address = listener.local_addr().map_or_else(|_| args.host.to_string(), |address| address.to_string());
    let mut options = Options::default();
    options.cross_origin = !args.same_origin;
    #[cfg(feature = "engines")]
    match engine(args) {
        Ok(engine) => options.engine = engine,
        Err(fault) => return fault.show(stderr_is_styled(ColorWhen::Auto)),
    }
    let form = args.log;
    let server = Server::new(Arc::new(explorer), &options, move |event| log::write(form, event));
    say(&format_args!(
        "{}: {content} at http://{address}/ for a browser, {} for programs; Ctrl-C ends it",
        files.name(),
        files.paths()
    ));
    interrupt::instead({
        let server = server.clone();
        move || server.stop()
    });
    // New files take the place of the old ones while the server goes on.
    std::thread::spawn({
        let server = server.clone();
        move || loop {
            std::thread::sleep(LOOK);
            let now = files.stamps();
            if now == stamps || now.contains(&None) {
                continue;
            }
            stamps = now;
            match files.open() {
                Ok((explorer, _)) => {
                    let content = explorer.content();
                    server.replace(Arc::new(explorer));
                    say(&format_args!("{}: replaced: {content}", files.name()));
                }
                Err(message) => complain(&format_args!("{message}; {} before it goes on", files.what())),
            }
        }
    });
    match server.serve(listener, std::future::pending()) {
        Ok(()) => Status::Clean,
        Err(error) => refused(&error),
    }
}

/// The engines that analyse, if there are any.
#[cfg(feature = "engines")]
fn engine(args: &ServeArgs) -> Result<Option<EngineOptions>, EngineFault> {
    let settings = crate::engine::settings(&args.engine, false)?;
    Ok(settings.map(|settings| {
        let mut engine = EngineOptions::new(settings.live());
        engine.engines = args.engines.into();
        engine.lines = settings.lines;
        engine.time = Duration::from_secs(args.engine_time.into());
        engine
    }))
}

/// The files that answers come from, one at least.
struct Files {
    index: Option<PathBuf>,
    evals: Option<PathBuf>,
}

impl Files {
    fn all(&self) -> impl Iterator<Item = &PathBuf> {
        self.index.iter().chain(&self.evals)
    }

    fn stamps(&self) -> Vec<Option<Stamp>> {
        self.all().map(|path| Stamp::of_path(path).ok()).collect()
    }

    fn name(&self) -> String {
        self.all().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
    }

    /// The word for them where they cannot be replaced.
    fn what(&self) -> &'static str {
        if self.evals.is_none() { "the index" } else { "what was" }
    }

    /// The paths of the server that answer from them.
    fn paths(&self) -> String {
        let of_index = self.index.is_some().then_some("/lichess and /masters");
        let of_evals = self.evals.is_some().then_some("/api/cloud-eval");
        of_index.into_iter().chain(of_evals).collect::<Vec<_>>().join(", ")
    }

    /// Opens the files, with their states before that.
    fn open(&self) -> Result<(EvaluatedExplorer, Vec<Option<Stamp>>), String> {
        let stamps = self.stamps();
        let opened = self.index.as_deref().map(super::index::open_either).transpose()?;
        let evals = self.evals.as_deref().map(super::evals::open).transpose()?;
        let version = format!("{stamps:?}");
        let names = OpeningNames::new();
        let games = opened.map(|opened| match opened {
            IndexFile::Index(index) => Games::Index(Box::new(IndexExplorer { index: *index, names })),
            IndexFile::Counts(counts) => Games::Counts(CountsExplorer { counts, names }),
        });
        Ok((EvaluatedExplorer { games, evals, version }, stamps))
    }
}
