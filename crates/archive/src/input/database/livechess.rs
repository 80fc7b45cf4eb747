//! Rounds of LiveChess: an index, with the documents of its games beside it.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use pgnkit::Replayer;
use pgnkit::syntax::{Code, CodeSet, Diagnostic, Sink};
use pgnkit_formats::sites::livechess::{self, Round, Tournament};

use super::{Games, Into, Note, Slice, Stretch};
use crate::entry::Title;
use crate::input::{
    Access, InputFormat, Kind, Locations, Pgn, RecordSlice, RecordSlices, RecordStore, Sniff,
};
use crate::source::{Companion, Companions, Opened};

/// Rounds of LiveChess.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LiveChess;

/// Rounds of LiveChess.
pub static LIVECHESS: LiveChess = LiveChess;

impl InputFormat for LiveChess {
    fn name(&self) -> &'static str {
        "livechess"
    }

    fn summary(&self) -> &'static str {
        "Rounds of LiveChess (DGT): index.json, with its games beside it"
    }

    /// That of JSON, which says nothing: the content decides.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let is_it = livechess::begins_round(head) || livechess::begins_other_document(head);
        if is_it { Sniff::Certain } else { Sniff::No }
    }

    fn access(&self) -> Access<'_> {
        Access::Records(self)
    }

    fn locations(&self) -> Locations {
        Locations::Records("board")
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("it is a round of LiveChess, which is in no export format")
    }

    fn title(&self, entry: &[u8]) -> Title {
        Pgn.title(entry)
    }

    fn append_reject(&self, stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        Pgn.append_reject(stretch, entry, out);
    }
}

/// The longest index that is read, in bytes.
const MOST_OF_AN_INDEX: u64 = 64 << 20;

impl RecordStore for LiveChess {
    fn companions(&self, _name: &str, _head: &[u8]) -> Vec<Companion> {
        vec![Companion::Named(livechess::is_game_file), Companion::Above(livechess::TOURNAMENT_FILE)]
    }

    fn open(&self, mut opened: Opened) -> io::Result<RecordSlices> {
        let mut index = Vec::new();
        (&mut opened).take(MOST_OF_AN_INDEX).read_to_end(&mut index)?;
        let index = index.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&index);
        if !livechess::begins_round(index) {
            return Err(invalid("it is read with the index of its round: name that, or the directory"));
        }
        let directory = Path::new(opened.name()).parent().and_then(Path::file_name);
        let number = directory.and_then(|name| livechess::round_number(&name.to_string_lossy()));
        let round = Round::parse(index, number).map_err(invalid)?;
        let home = opened.companions().clone();
        // A stream has neither a tournament nor games beside it, which each game says.
        let tournament = match home.read_named(livechess::TOURNAMENT_FILE, true) {
            Ok(Some(document)) => Tournament::parse(&document)
                .map_err(|error| in_file(livechess::TOURNAMENT_FILE, &invalid(error)))?,
            Ok(None) => Tournament::default(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Tournament::default(),
            Err(error) => return Err(in_file(livechess::TOURNAMENT_FILE, &error)),
        };
        let stretch = BoardStretch { round, tournament, home, bytes: index.len() as u64 };
        let slice: Arc<dyn RecordSlice> = Arc::new(Slice(stretch));
        Ok(Box::new(std::iter::once(Ok(slice))))
    }
}

/// An error of a file that is read with the index.
fn in_file(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {error}"))
}

fn invalid(error: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

/// The boards of a round.
#[derive(Debug)]
struct BoardStretch {
    round: Round,
    tournament: Tournament,
    home: Companions,
    /// Bytes of the index.
    bytes: u64,
}

impl Stretch for BoardStretch {
    fn count(&self) -> usize {
        self.round.len()
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn open(&self) -> Box<dyn Games + '_> {
        Box::new(Boards { stretch: self, text: String::new() })
    }
}

struct Boards<'s> {
    stretch: &'s BoardStretch,
    /// The PGN of the last game.
    text: String,
}

impl Games for Boards<'_> {
    fn read(&mut self, game: usize, into: Into<'_>, sink: &mut dyn FnMut(Note)) -> u64 {
        let Self { stretch, text } = self;
        let board = game + 1;
        let name = livechess::game_file(board);
        let document = match stretch.home.read_named(&name, false) {
            Ok(document) => document,
            Err(error) => {
                // That there is none with a stream names it already.
                let is_missing = error.kind() == io::ErrorKind::NotFound;
                let error = if is_missing { error } else { in_file(&name, &error) };
                sink((Code::DamagedRecord, error.to_string()));
                return 1;
            }
        };
        if document.is_none() {
            sink((Code::DamagedRecord, format!("there is no file {name} beside it, which has the moves")));
        }
        text.clear();
        if let Err(error) = stretch.round.game(board, &stretch.tournament, document.as_deref(), text) {
            sink((Code::DamagedRecord, format!("{name}: {error}")));
            return 1;
        }
        let mut replayer = Replayer::new(text.as_bytes());
        let mut notes = Notes(sink);
        let end = match into {
            Into::Builder(builder) => replayer.read_into(builder, &mut notes),
            Into::Visitor(visitor) => replayer.read_game(visitor, &mut notes),
        };
        u64::from(end.is_none())
    }
}

/// Reports of the PGN of a game, which is in no file.
struct Notes<'n>(&'n mut dyn FnMut(Note));

impl Sink for Notes<'_> {
    fn wants(&self, _code: Code) -> bool {
        true
    }

    fn wants_any(&self, _codes: &CodeSet) -> bool {
        true
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        (self.0)((diagnostic.code, diagnostic.message.to_string()));
    }
}
