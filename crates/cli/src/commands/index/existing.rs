//! Indexes and files of counts that are there already.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use pgnkit::render::safe;
use pgnkit_archive::Output;
use pgnkit_index::oe::OeFile;
use pgnkit_index::{Index, IndexError};

use crate::args::IndexCheckArgs;
use crate::run::{Status, refused};

/// Opens an index; the message says why it cannot be.
pub(in crate::commands) fn open(path: &Path) -> Result<Index, String> {
    Index::open(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// An index, or a file of counts, which has no games.
pub(in crate::commands) enum IndexFile {
    Index(Box<Index>),
    Counts(OeFile),
}

/// Opens either; the message says why it cannot be.
pub(in crate::commands) fn open_either(path: &Path) -> Result<IndexFile, String> {
    let failed = |error: &dyn std::error::Error| format!("{}: {error}", path.display());
    match Index::open(path) {
        Ok(index) => Ok(IndexFile::Index(Box::new(index))),
        Err(IndexError::CountsOnly) => match OeFile::open(path) {
            Ok(counts) => Ok(IndexFile::Counts(counts)),
            Err(error) => Err(failed(&error)),
        },
        Err(error) => Err(failed(&error)),
    }
}

/// Reads all of an index, and says what it has.
pub(super) fn check(args: &IndexCheckArgs) -> Status {
    let path = &args.index;
    let name = path.display().to_string();
    let text = match open_either(path) {
        Ok(IndexFile::Index(index)) => match index.check() {
            Ok(()) => description(&index, &name),
            Err(error) => return refused(&format_args!("{name}: {error}")),
        },
        // All of it was read.
        Ok(IndexFile::Counts(counts)) => description_of_counts(&counts, &name),
        Err(message) => return refused(&message),
    };
    let mut out = Output::stdout();
    let written = write!(out, "{text}");
    match written.and_then(|()| out.finish()) {
        Err(error) if !pgnkit_archive::is_broken_pipe(&error) => refused(&error),
        _ => Status::Clean,
    }
}

/// Numbers of positions and moves, and what is known of these.
fn description_of_counts(counts: &OeFile, name: &str) -> String {
    let (head, positions, moves) = (counts.head(), counts.positions(), counts.moves());
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let has = |has: bool| if has { "yes" } else { "no" };
    let a_position = counts.bytes() as f64 / positions.max(1) as f64;
    let name = safe(name);
    format!(
        "{name}: {positions} position{} with {moves} move{}, without games\n\
         bytes         {:>12}  {a_position:.1} a position\n\
         ratings       {:>12}\n\
         years         {:>12}\n\
         key size      {:>12}\n\
         base year     {:>12}\n\
         revision      {:>12}\n",
        plural(positions),
        plural(moves),
        counts.bytes(),
        has(head.has_ratings),
        has(head.has_years),
        head.key_size,
        head.base_year,
        head.revision,
    )
}

/// Numbers of games and positions, and the bytes of the parts.
fn description(index: &Index, name: &str) -> String {
    let (games, positions) = (index.games(), index.positions());
    // A file that was added in parts is one.
    let sources = index.sources().iter().collect::<BTreeSet<_>>().len();
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let mut text = format!(
        "{}: {games} game{} of {sources} file{}, {positions} position{} that more than one has, level {}\n",
        safe(name),
        plural(games),
        plural(sources as u64),
        plural(positions),
        index.level().number()
    );
    for (part, bytes) in index.sizes() {
        let a_game = bytes as f64 / games.max(1) as f64;
        let _ = writeln!(text, "{part:<11}  {bytes:>12} bytes  {a_game:>6.1} a game");
    }
    text
}
