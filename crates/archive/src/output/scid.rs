//! Databases of Scid: three files of one name.

use std::io;
use std::path::Path;

use pgnkit::syntax::{Code, Diagnostic, Sink, Span};
use pgnkit_formats::scid::{EncodedGame, Encoder, Version, encode_game};

/// The version of a database of Scid.
pub use pgnkit_formats::scid::Version as ScidVersion;

use super::{Assembler, Chunk, EntryWriter, Numbers, Outlet, OutputFormat};
use crate::account::Account;
use crate::input::Entry;

/// Games in a database of Scid. The output itself is the index, which needs its [companions](Outlet::companion).
///
/// The index and the names are in memory to the end: about 50 bytes a game, and each name once.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScidFiles {
    version: Version,
}

impl ScidFiles {
    /// A database of version 4, or 5.
    pub fn new(version: Version) -> Self {
        Self { version }
    }

    /// The version that the name of an index is of.
    ///
    /// # Errors
    /// When it ends in neither `.si4` nor `.si5`, in a text for people.
    pub fn version_of(path: &Path) -> Result<Version, String> {
        let extension = path.extension().unwrap_or_default();
        let versions = [Version::V4, Version::V5].into_iter();
        let named =
            versions.into_iter().find(|version| extension.eq_ignore_ascii_case(version.extensions()[0]));
        named
            .ok_or_else(|| format!("{}: the name of a database of Scid ends in .si4 or .si5", path.display()))
    }
}

impl OutputFormat for ScidFiles {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer { version: self.version, game: None })
    }

    /// Games are no bytes yet.
    fn expected_bytes(&self, _read: usize) -> usize {
        0
    }

    fn assembler(&self, _jobs: usize) -> Option<Box<dyn Assembler + '_>> {
        let encoder = Encoder::with_version(self.version);
        let [_, names, games] = self.version.extensions();
        Some(Box::new(Files { encoder, names, games }))
    }
}

struct Writer {
    version: Version,
    /// The game that was looked at last, if a database can hold it.
    game: Option<EncodedGame>,
}

impl EntryWriter for Writer {
    /// Encodes the game: one that a database cannot hold counts as one with an error.
    fn look(&mut self, entry: Entry<'_>, span: Span, sink: &mut dyn Sink) {
        self.game = match encode_game(&entry.content.to_game(), self.version) {
            Ok(game) => Some(game),
            Err(error) => {
                let text = format!("a database of Scid would lose a part of the game: {error}");
                sink.report(Diagnostic::new(Code::LostInDatabase, span, text));
                None
            }
        };
    }

    fn write(&mut self, _entry: Entry<'_>, _number: u64, out: &mut Chunk, account: &mut Account) {
        match self.game.take() {
            Some(game) => {
                if game.joined_comments > 0 {
                    account.tally("joined", &[("comments", game.joined_comments.into())]);
                }
                out.encoded.push(game);
                account.written += 1;
            }
            None => account.dropped += 1,
        }
    }
}

/// Puts a database together.
struct Files {
    encoder: Encoder,
    /// Extensions of the files of names and of games.
    names: &'static str,
    games: &'static str,
}

impl Files {
    fn write_games(&mut self, out: &mut dyn Outlet) -> io::Result<()> {
        let games = self.encoder.take_games();
        out.companion(self.games)?.write_all(&games)
    }
}

impl Assembler for Files {
    fn begin(&mut self, out: &mut dyn Outlet) -> io::Result<()> {
        // Where there is no room for them, nothing needs to be read.
        out.companion(self.names)?;
        out.companion(self.games).map(drop)
    }

    fn add(&mut self, chunk: Chunk, _numbers: Numbers, _name: &str, out: &mut dyn Outlet) -> io::Result<()> {
        for game in chunk.encoded {
            self.encoder.push_encoded(game).map_err(io::Error::other)?;
        }
        self.write_games(out)
    }

    fn end(&mut self, out: &mut dyn Outlet) -> io::Result<()> {
        let files = std::mem::take(&mut self.encoder).finish();
        out.companion(self.names)?.write_all(&files.names)?;
        out.write_all(&files.index)
    }
}
