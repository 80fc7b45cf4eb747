//! Databases of Scid.

use std::io::{self, Read};
use std::sync::{Arc, OnceLock};

use pgnkit::syntax::Code;

use pgnkit_formats::scid::{
    Damage, GameReader, GameRecord, Header, IndexEntry, Names, Reason, Version, begins_index,
};

use super::{Games, Into, Note, Part, STRETCH, SharedFile, Slice, Stretch};
use crate::entry::{MainLine, Title};
use crate::input::{
    Access, InputFormat, Kind, Locations, Pgn, ReadOptions, RecordSlice, RecordSlices, RecordStore, Sniff,
};
use crate::source::{Companion, Opened};

/// Databases of Scid: the index, with the files of names and games beside it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Scid;

/// Scid's databases.
pub static SCID: Scid = Scid;

impl InputFormat for Scid {
    fn name(&self) -> &'static str {
        "scid"
    }

    fn summary(&self) -> &'static str {
        "Databases of Scid: .si4 or .si5, with its files of names and games beside it"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["si4", "si3", "si5"]
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        if begins_index(head) { Sniff::Certain } else { Sniff::No }
    }

    fn access(&self) -> Access<'_> {
        Access::Records(self)
    }

    fn locations(&self) -> Locations {
        Locations::Records("game")
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("it is a database of Scid, which is in no export format")
    }

    fn title(&self, entry: &[u8]) -> Title {
        Pgn.title(entry)
    }

    fn main_line(&self, entry: &[u8], options: &ReadOptions) -> Option<MainLine> {
        Pgn.main_line(entry, options)
    }

    fn append_reject(&self, stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        Pgn.append_reject(stretch, entry, out);
    }
}

/// The longest file of names that is read, in bytes: four lists of 2^20 names of 255 bytes at most.
const MOST_NAMES: u64 = 2 << 30;

/// The header of an index of that name which begins so.
fn header_of(name: &str, head: &[u8]) -> Result<Header, Damage> {
    // An index of version 5 has no header; it is known by its name.
    let is_headless = crate::input::extension(name).as_deref() == Some(Version::V5.extensions()[0]);
    match Header::parse(head) {
        Err(_) if is_headless => Ok(Header::of_version_5(0)),
        header => header,
    }
}

impl RecordStore for Scid {
    fn companions(&self, name: &str, head: &[u8]) -> Vec<Companion> {
        let extension = crate::input::extension(name);
        // One whose header is damaged is not read, and has its files all the same.
        let named = || {
            let mut versions = [Version::V3, Version::V4, Version::V5].into_iter();
            versions.find(|version| extension.as_deref() == Some(version.extensions()[0]))
        };
        let version = header_of(name, head).ok().map(|header| header.version).or_else(named);
        let Some([_, names, games]) = version.map(Version::extensions) else { return Vec::new() };
        vec![Companion::Ending(names), Companion::Ending(games)]
    }

    fn open(&self, mut opened: Opened) -> io::Result<RecordSlices> {
        let mut head = vec![0; 256];
        let mut length = 0;
        while length < head.len() {
            match opened.read(&mut head[length..])? {
                0 => break,
                read => length += read,
            }
        }
        head.truncate(length);
        let mut header = header_of(opened.name(), &head).map_err(damaged)?;
        let [_, names, games] = header.version.extensions();
        let names = opened.companions().open(names)?;
        let games = SharedFile::new(opened.companions().open(games)?)?;
        let mut bytes = Vec::new();
        names.take(MOST_NAMES).read_to_end(&mut bytes)?;
        let mut faults = Vec::new();
        let names = Names::parse_with(&bytes, &mut header, &mut |damage| note(&mut faults, &damage))
            .map_err(damaged)?;
        let rest = head.split_off(header.version.header_len().min(head.len()));
        let index = Box::new(io::Cursor::new(rest).chain(opened));
        let left = if header.version == Version::V5 { None } else { Some(header.games) };
        let base = Arc::new(Base { version: header.version, names, games });
        Ok(Box::new(Stretches { index, left, next: 0, base, faults }))
    }
}

fn damaged(damage: Damage) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, damage.to_string())
}

/// Reports of the names that are kept for the first game; more say no more.
const MOST_FAULTS: usize = 100;

fn note(faults: &mut Vec<String>, damage: &Damage) {
    if faults.len() < MOST_FAULTS {
        faults.push(damage.to_string());
    }
}

/// The parts that all games of a database share.
#[derive(Debug)]
struct Base {
    version: Version,
    names: Names,
    games: SharedFile,
}

/// The stretches of an index, as they are read.
struct Stretches {
    index: Box<dyn Read + Send>,
    /// The number of games that are still to come; those of an index without a header are not counted.
    left: Option<u32>,
    /// The number of games before.
    next: u32,
    base: Arc<Base>,
    /// Damage of the names, which is reported with the first game.
    faults: Vec<String>,
}

impl Iterator for Stretches {
    type Item = io::Result<Arc<dyn RecordSlice>>;

    fn next(&mut self) -> Option<Self::Item> {
        let wanted = self.left.map_or(STRETCH as u32, |left| left.min(STRETCH as u32));
        let length = self.base.version.record_len();
        let mut index = Vec::new();
        let most = (wanted as usize * length) as u64;
        if let Err(error) = (&mut self.index).take(most).read_to_end(&mut index) {
            self.left = Some(0);
            return Some(Err(error));
        }
        let whole = (index.len() / length) as u32;
        // An index that breaks off has one record more, which stands for the games that are missing.
        let missing = match self.left {
            Some(left) if whole < wanted => left - whole,
            None => u32::from(!index.len().is_multiple_of(length)),
            Some(_) => 0,
        };
        index.truncate(whole as usize * length);
        let first = self.next;
        self.next = first.saturating_add(whole);
        self.left = match self.left {
            _ if whole < wanted => Some(0),
            left => left.map(|left| left - whole),
        };
        if whole == 0 && missing == 0 {
            return None;
        }
        let (base, faults) = (Arc::clone(&self.base), std::mem::take(&mut self.faults));
        let part = OnceLock::new();
        Some(Ok(Arc::new(Slice(ScidStretch { base, index, first, missing, faults, part }))))
    }
}

/// A stretch of the index.
#[derive(Debug)]
struct ScidStretch {
    base: Arc<Base>,
    index: Vec<u8>,
    /// The number of games before it.
    first: u32,
    /// Games after it that the header counts and the index lacks.
    missing: u32,
    faults: Vec<String>,
    /// The part of the file of games that holds those of the stretch.
    part: OnceLock<Part>,
}

impl ScidStretch {
    fn entries(&self) -> impl Iterator<Item = IndexEntry> {
        let version = self.base.version;
        self.index
            .chunks(version.record_len())
            .filter_map(move |record| IndexEntry::parse(record, version).ok())
    }
}

impl Stretch for ScidStretch {
    fn count(&self) -> usize {
        self.index.len() / self.base.version.record_len() + usize::from(self.missing > 0)
    }

    fn bytes(&self) -> u64 {
        self.index.len() as u64
    }

    fn open(&self) -> Box<dyn Games + '_> {
        let entries: Vec<_> = self.entries().collect();
        let part = self.part.get_or_init(|| {
            let lengths = entries.iter().map(|entry| u64::from(entry.length));
            let mean = lengths.sum::<u64>() / entries.len().max(1) as u64;
            self.base.games.part_of(entries.iter().map(|entry| entry.offset), mean)
        });
        Box::new(ScidGames { stretch: self, entries, part, reader: GameReader::new(), own: Vec::new() })
    }
}

struct ScidGames<'s> {
    stretch: &'s ScidStretch,
    entries: Vec<IndexEntry>,
    part: &'s Part,
    reader: GameReader,
    /// The bytes of a game that is in no part.
    own: Vec<u8>,
}

impl Games for ScidGames<'_> {
    fn read(&mut self, game: usize, into: Into<'_>, sink: &mut dyn FnMut(Note)) -> u64 {
        let Self { stretch, entries, part, reader, own } = self;
        if game == 0 {
            stretch.faults.iter().for_each(|fault| sink((Code::DamagedRecord, fault.clone())));
        }
        let Some(entry) = entries.get(game) else {
            let missing = stretch.missing;
            sink((Code::DamagedRecord, format!("expected {missing} more games in the index, found its end")));
            return missing.into();
        };
        let place = (entry.offset, entry.length.into());
        let blob = stretch.base.games.record(part, place, |_| Some(entry.length.into()), own);
        let blob = match entry.blob_in(blob.unwrap_or_default(), entry.offset) {
            Ok(blob) => blob,
            Err(damage) => {
                sink(note_of(&damage));
                return 1;
            }
        };
        let number = stretch.first + game as u32 + 1;
        let record = GameRecord { number, entry, names: &stretch.base.names, blob };
        let mut damage = |damage: Damage| sink(note_of(&damage));
        match into {
            Into::Builder(builder) => reader.read_into(&record, builder, &mut damage),
            Into::Visitor(visitor) => reader.read(&record, visitor, &mut damage),
        };
        0
    }
}

/// The report of a game without its number, which its place has.
fn note_of(damage: &Damage) -> Note {
    let code = match damage.reason {
        Reason::TagName(_) | Reason::RepeatedTag(_) | Reason::StartTag(_) => Code::ContentLeftOut,
        _ => Code::DamagedRecord,
    };
    let text = match damage.ply {
        Some(ply) => format!("half-move {}: {}", ply + 1, damage.reason),
        None => damage.reason.to_string(),
    };
    (code, text)
}
