//! Databases of ChessBase, alone and in its archives.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Seek, Write as _};
use std::sync::{Arc, OnceLock};

use pgnkit::syntax::Code;
use pgnkit_formats::cbv::{self, Archive, Password};
use pgnkit_formats::chessbase::{
    ANNOTATIONS_HEAD, CodePage, Damage, Entities, EntityKind, ExtraHeader, Extras, GameHeader, GameReader,
    GameRecord, Header, HeaderRecord, MOVES_HEAD, Reason, TextHeader, annotations_range, begins_headers,
    moves_range, text_title,
};

use super::{Games, Into, Note, Part, STRETCH, SharedFile, Slice, Stretch};
use crate::entry::{MainLine, Title};
use crate::input::{
    Access, InputFormat, Kind, Locations, Pgn, ReadOptions, RecordSlice, RecordSlices, RecordStore, Sniff,
};
use crate::source::{Companion, Companions, MAX_SPOOLED_BYTES, Opened, spool};

/// Databases of ChessBase: the file of headers with its family beside it, or an archive that holds them.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ChessBase;

/// ChessBase's databases.
pub static CHESSBASE: ChessBase = ChessBase;

impl InputFormat for ChessBase {
    fn name(&self) -> &'static str {
        "chessbase"
    }

    fn summary(&self) -> &'static str {
        "Databases of ChessBase: .cbh with its files beside it, or an archive .cbv, .cbz"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["cbh", "cbv", "cbz"]
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        if begins_headers(head) {
            Sniff::Certain
        } else if cbv::begins_archive(head) {
            Sniff::Likely
        } else {
            Sniff::No
        }
    }

    fn access(&self) -> Access<'_> {
        Access::Records(self)
    }

    fn locations(&self) -> Locations {
        Locations::Records("game")
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("it is a database of ChessBase, which is in no export format")
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

impl RecordStore for ChessBase {
    fn companions(&self, name: &str, head: &[u8]) -> Vec<Companion> {
        // An archive has all in itself.
        if !begins_headers(head) && crate::input::extension(name).as_deref() != Some(HEADERS) {
            return Vec::new();
        }
        let names = EntityKind::ALL.map(EntityKind::extension);
        [MOVES, ANNOTATIONS, TOURNAMENT_ENDS, EXTRAS]
            .into_iter()
            .chain(names)
            .map(Companion::Ending)
            .collect()
    }

    fn open(&self, mut opened: Opened) -> io::Result<RecordSlices> {
        let page = match opened.charset.map(|charset| charset.name()) {
            Some("windows-1251") => CodePage::Windows1251,
            Some("windows-1252") => CodePage::Windows1252,
            _ => CodePage::default(),
        };
        let mut head = Vec::new();
        (&mut opened).take(Header::LEN as u64).read_to_end(&mut head)?;
        if begins_headers(&head) {
            let family = Family::Beside(opened.companions().clone());
            let headers = Box::new(io::Cursor::new(head).chain(opened));
            return Ok(Box::new(Stretches::open(headers, &family, page)?));
        }
        let has_password = !cbv::begins_archive(&head)
            && crate::input::extension(opened.name()).is_some_and(|extension| extension == "cbz");
        let password = opened.password.clone().filter(|_| has_password);
        let file = match password {
            Some(text) => decrypted(&mut io::Cursor::new(&mut head).chain(opened), &Password::new(&text))?,
            None if has_password => return Err(invalid("it has a password, which --password gives")),
            None => opened.into_file()?.0,
        };
        let file = Arc::new(SharedFile::new(file)?);
        let mut list = Vec::new();
        file.read(0, HEAD_OF_LIST, &mut list);
        let length = cbv::list_len(&list).map_err(|error| match has_password {
            true => invalid("the password is wrong, or the file is no archive of ChessBase"),
            false => invalid(error),
        })?;
        list.clear();
        file.read(0, length as u64, &mut list);
        let archive = Arc::new(Archive::parse(&list).map_err(invalid)?);
        let names = archive.files().iter().map(|file| file.name.clone());
        let bases: Vec<_> = names.filter_map(|name| stem(&name, HEADERS).map(str::to_owned)).collect();
        if bases.is_empty() {
            return Err(invalid("expected a database in the archive, found none"));
        }
        Ok(Box::new(bases.into_iter().flat_map(move |stem| {
            let family = Family::Packed { file: Arc::clone(&file), archive: Arc::clone(&archive), stem };
            let opened = family.file(HEADERS).and_then(|headers| {
                let headers = headers.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
                Stretches::open(Box::new(headers), &family, page)
            });
            let slices: RecordSlices = match opened {
                Ok(stretches) => Box::new(stretches),
                Err(error) => Box::new(std::iter::once(Err(error))),
            };
            slices
        })))
    }
}

/// Endings of the files of a database, besides those of the [kinds of names](EntityKind).
const HEADERS: &str = "cbh";
const MOVES: &str = "cbg";
const ANNOTATIONS: &str = "cba";
const TOURNAMENT_ENDS: &str = "cbtt";
const EXTRAS: &str = "cbj";

/// Bytes of an archive that say how long its list is.
const HEAD_OF_LIST: u64 = 184;

/// A copy of an archive without its password.
fn decrypted(archive: &mut dyn Read, password: &Password) -> io::Result<File> {
    let mut copy = tempfile::tempfile()?;
    let mut part = Vec::new();
    let mut length = 0;
    loop {
        part.clear();
        // Whole blocks but at the end.
        (&mut *archive).take(DECRYPTED_AT_ONCE).read_to_end(&mut part)?;
        if part.is_empty() {
            return Ok(copy);
        }
        length += part.len() as u64;
        if length > MAX_SPOOLED_BYTES {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is longer than 64 GiB"));
        }
        password.decrypt(&mut part);
        copy.write_all(&part)?;
    }
}

/// Bytes that are decrypted at once, a number of whole blocks.
const DECRYPTED_AT_ONCE: u64 = 1 << 20;

fn invalid(error: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

/// A name without this extension, if it has it.
fn stem<'n>(name: &'n str, extension: &str) -> Option<&'n str> {
    let (stem, found) = name.rsplit_once('.')?;
    found.eq_ignore_ascii_case(extension).then_some(stem)
}

/// The files of a database.
enum Family {
    Beside(Companions),
    Packed { file: Arc<SharedFile>, archive: Arc<Archive>, stem: String },
}

impl Family {
    /// The file with this extension, if there is one.
    fn file(&self, extension: &str) -> io::Result<Option<File>> {
        match self {
            Self::Beside(companions) => match companions.open(extension) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                opened => opened.map(Some),
            },
            Self::Packed { file, archive, stem: of } => {
                let is_it =
                    |name: &str| stem(name, extension).is_some_and(|stem| stem.eq_ignore_ascii_case(of));
                let Some(entry) = archive.files().iter().find(|entry| is_it(&entry.name)) else {
                    return Ok(None);
                };
                let mut packed = Vec::new();
                file.read(
                    entry.packed.start,
                    entry.packed.end.saturating_sub(entry.packed.start),
                    &mut packed,
                );
                let unpacked = cbv::unpack(&packed, entry.len)
                    .map_err(|error| invalid(format_args!("{}: {error}", entry.name)))?;
                let mut copy = spool(&unpacked[..])?;
                copy.rewind()?;
                Ok(Some(copy))
            }
        }
    }

    /// The same, shared by all threads.
    fn shared(&self, extension: &str) -> io::Result<Option<SharedFile>> {
        self.file(extension)?.map(SharedFile::new).transpose()
    }

    /// The whole file, or nothing.
    fn bytes(&self, extension: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(file) = self.file(extension)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.take(MOST_NAMES).read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }
}

/// The longest file of names that is read, in bytes.
const MOST_NAMES: u64 = 4 << 30;

/// The parts that all games of a database share.
#[derive(Debug)]
struct Base {
    names: Entities,
    moves: SharedFile,
    annotations: Option<SharedFile>,
    extras: Option<(Extras, SharedFile)>,
}

impl Base {
    /// Opens the files but the one of headers. Names that are missing are reported.
    fn open(family: &Family, page: CodePage, notes: &mut Vec<Note>) -> io::Result<Self> {
        let missing = || {
            io::Error::new(io::ErrorKind::NotFound, "there is no file .cbg beside it, which has its moves")
        };
        let moves = family.shared(MOVES)?.ok_or_else(missing)?;
        let annotations = family.shared(ANNOTATIONS)?;
        let mut names = Entities::new();
        names.code_page = page;
        for kind in EntityKind::ALL {
            match family.bytes(kind.extension())? {
                Some(file) => {
                    if let Err(damage) = names.read(kind, file) {
                        notes.push((Code::DamagedRecord, damage.to_string()));
                    }
                }
                None if kind == EntityKind::Player => {
                    let text = "there is no file .cbp beside it: the names of the players are left out";
                    notes.push((Code::ContentLeftOut, text.to_owned()));
                }
                None => {}
            }
        }
        if let Some(file) = family.bytes(TOURNAMENT_ENDS)?
            && let Err(damage) = names.read_tournament_ends(file)
        {
            notes.push((Code::DamagedRecord, damage.to_string()));
        }
        let mut extras = None;
        if let Some(file) = family.shared(EXTRAS)? {
            let mut head = Vec::new();
            file.read(0, Extras::LEN as u64, &mut head);
            match Extras::parse(&head) {
                Ok(found) => extras = Some((found, file)),
                Err(damage) => notes.push((Code::DamagedRecord, damage.to_string())),
            }
        }
        Ok(Self { names, moves, annotations, extras })
    }
}

impl Base {
    /// The title of a text.
    fn title_of(&self, header: &TextHeader) -> Option<String> {
        let length = |head: &[u8]| moves_range(0, head).ok().map(|range| range.end.min(MOST_OF_TEXT));
        let place = (header.text_at(None, self.moves.len()), MOVES_HEAD as u64);
        let mut own = Vec::new();
        text_title(self.moves.record(&Part::default(), place, length, &mut own)?, self.names.code_page)
    }
}

/// The part of a text in which its titles are, in bytes.
const MOST_OF_TEXT: u64 = 4 << 10;

/// The stretches of a file of headers, as they are read.
struct Stretches {
    headers: Box<dyn Read + Send>,
    /// The number of records that the header counts.
    declared: u32,
    /// The number of records that were read, and of the games among them.
    records: u32,
    games: u32,
    base: Arc<Base>,
    is_over: bool,
    /// The stretch after the one that is given next.
    ahead: Option<CbStretch>,
    /// Reports that come with the next stretch.
    notes: Vec<Note>,
}

impl Stretches {
    fn open(mut headers: Box<dyn Read + Send>, family: &Family, page: CodePage) -> io::Result<Self> {
        let mut head = Vec::new();
        (&mut headers).take(Header::LEN as u64).read_to_end(&mut head)?;
        let declared = Header::parse(&head).map_err(|damage| invalid(damage.to_string()))?.declared;
        let mut notes = Vec::new();
        let base = Arc::new(Base::open(family, page, &mut notes)?);
        Ok(Self { headers, declared, records: 0, games: 0, base, is_over: false, ahead: None, notes })
    }

    /// Reads the next records.
    fn stretch(&mut self) -> io::Result<Option<CbStretch>> {
        if self.is_over {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        (&mut self.headers).take((STRETCH * Header::LEN) as u64).read_to_end(&mut bytes)?;
        let mut stretch = CbStretch {
            base: Arc::clone(&self.base),
            before: self.games,
            games: Vec::new(),
            bytes: bytes.len() as u64,
            missing: 0,
            notes: std::mem::take(&mut self.notes),
            moves: OnceLock::new(),
            annotations: OnceLock::new(),
        };
        let (mut texts, mut titles, mut deleted) = (Vec::new(), Vec::new(), Vec::new());
        for record in bytes.chunks_exact(Header::LEN) {
            self.records = self.records.saturating_add(1);
            match HeaderRecord::parse(record) {
                Ok(HeaderRecord::Game(header)) if header.is_deleted => deleted.push(self.records),
                Ok(HeaderRecord::Game(header)) => {
                    let extra = self.base.extras.as_ref().map(|(extras, file)| {
                        let place = extras.record(self.records);
                        let mut bytes = Vec::new();
                        file.read(place.start as u64, place.len() as u64, &mut bytes);
                        ExtraHeader::parse(&bytes)
                    });
                    stretch.games.push(CbGame { number: self.records, header, extra });
                }
                Ok(HeaderRecord::Text(header)) => {
                    texts.push(self.records);
                    if titles.len() < MOST_TITLES {
                        titles.extend(self.base.title_of(&header));
                    }
                }
                // The record is whole.
                Err(_) => {}
            }
        }
        stretch.notes.extend(left_out(&texts, "text", &titles));
        stretch.notes.extend(left_out(&deleted, "deleted game", &[]));
        self.games += stretch.games.len() as u32;
        if bytes.len() < STRETCH * Header::LEN {
            self.is_over = true;
            stretch.missing = self.declared.saturating_sub(self.records);
        }
        Ok(Some(stretch))
    }
}

/// Titles of texts that are named.
const MOST_TITLES: usize = 3;

/// Says that records were left out, with the titles of some.
fn left_out(records: &[u32], what: &str, titles: &[String]) -> Option<Note> {
    let first = records.first()?;
    let mut text = match records.len() {
        1 => format!("one {what} is left out: record {first}"),
        count => {
            let last = records[count - 1];
            format!("{count} {what}s are left out: records {first} to {last}")
        }
    };
    if !titles.is_empty() {
        let more = if titles.len() < records.len() { ", …" } else { "" };
        let _ = write!(text, " ({}{more})", titles.join(", "));
    }
    Some((Code::ContentLeftOut, text))
}

impl Iterator for Stretches {
    type Item = io::Result<Arc<dyn RecordSlice>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut stretch = match self.ahead.take().map_or_else(|| self.stretch(), |stretch| Ok(Some(stretch)))
        {
            Ok(stretch) => stretch?,
            Err(error) => {
                self.is_over = true;
                return Some(Err(error));
            }
        };
        // Reports of records without a game come with the games before them.
        loop {
            match self.stretch() {
                Ok(Some(mut next)) if next.count() == 0 => stretch.notes.append(&mut next.notes),
                Ok(next) => {
                    self.ahead = next;
                    break;
                }
                // It comes again.
                Err(_) => break,
            }
        }
        Some(Ok(Arc::new(Slice(stretch))))
    }
}

/// A game of a stretch.
#[derive(Debug)]
struct CbGame {
    /// The number of its record.
    number: u32,
    header: GameHeader,
    extra: Option<ExtraHeader>,
}

/// A stretch of the headers.
#[derive(Debug)]
struct CbStretch {
    base: Arc<Base>,
    /// The number of games before it.
    before: u32,
    games: Vec<CbGame>,
    bytes: u64,
    /// Records after it that the header counts and the file lacks.
    missing: u32,
    notes: Vec<Note>,
    /// The parts of the files of moves and of annotations that hold those of the stretch.
    moves: OnceLock<Part>,
    annotations: OnceLock<Part>,
}

/// About how many bytes the moves, and the annotations, of a game have.
const GAME_BYTES: u64 = 4 << 10;

impl CbStretch {
    fn moves_at(&self, game: &CbGame) -> u64 {
        game.header.moves_at(game.extra.as_ref(), self.base.moves.len())
    }

    fn annotations_at(&self, game: &CbGame) -> Option<(u64, &SharedFile)> {
        let file = self.base.annotations.as_ref()?;
        Some((game.header.annotations_at(game.extra.as_ref(), file.len())?, file))
    }
}

impl Stretch for CbStretch {
    fn count(&self) -> usize {
        self.games.len() + usize::from(self.missing > 0)
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn open(&self) -> Box<dyn Games + '_> {
        let Base { moves, annotations, .. } = &*self.base;
        let part = self
            .moves
            .get_or_init(|| moves.part_of(self.games.iter().map(|game| self.moves_at(game)), GAME_BYTES));
        let notes = self.annotations.get_or_init(|| match annotations {
            Some(file) => {
                let places = self.games.iter().filter_map(|game| self.annotations_at(game));
                file.part_of(places.map(|(at, _)| at), GAME_BYTES)
            }
            None => Part::default(),
        });
        let own = Default::default();
        Box::new(CbGames { stretch: self, moves: part, annotations: notes, reader: GameReader::new(), own })
    }

    fn notes(&self) -> &[Note] {
        &self.notes
    }
}

struct CbGames<'s> {
    stretch: &'s CbStretch,
    moves: &'s Part,
    annotations: &'s Part,
    reader: GameReader,
    /// Records of moves and of annotations that are in no part.
    own: (Vec<u8>, Vec<u8>),
}

impl Games for CbGames<'_> {
    fn read(&mut self, game: usize, into: Into<'_>, sink: &mut dyn FnMut(Note)) -> u64 {
        let Self { stretch, moves, annotations, reader, own } = self;
        let Some(game_of) = stretch.games.get(game) else {
            let missing = stretch.missing;
            let text = format!("expected {missing} more records in the file of headers, found its end");
            sink((Code::DamagedRecord, text));
            return missing.into();
        };
        let CbGame { number, header, extra } = game_of;
        // A place has the number of a game, which differs from that of its record where there are others.
        let is_plain = *number == stretch.before + game as u32 + 1;
        let record = if is_plain { String::new() } else { format!("record {number}, ") };
        let base = &*stretch.base;
        let moves_at = stretch.moves_at(game_of);
        let length = |head: &[u8]| moves_range(0, head).ok().map(|range| range.end);
        let place = (moves_at, MOVES_HEAD as u64);
        let moves = base.moves.record(moves, place, length, &mut own.0);
        let Some(moves) = moves.filter(|moves| !moves.is_empty()) else {
            sink((
                Code::DamagedRecord,
                format!("{record}expected its moves at {moves_at} of the file .cbg, which is shorter"),
            ));
            return 1;
        };
        let notes = stretch.annotations_at(game_of).and_then(|(at, file)| {
            let length = |head: &[u8]| annotations_range(0, head).ok().map(|range| range.end);
            let found = file.record(annotations, (at, ANNOTATIONS_HEAD as u64), length, &mut own.1);
            if found.is_none() {
                let text =
                    format!("{record}expected its annotations at {at} of the file .cba, which is shorter");
                sink((Code::DamagedRecord, text));
            }
            found
        });
        let found = GameRecord {
            number: *number,
            header,
            extra: extra.as_ref(),
            names: &base.names,
            moves,
            moves_at,
            annotations: notes.unwrap_or_default(),
        };
        let mut damage = |damage: Damage| sink(note_of(&record, &damage));
        match into {
            Into::Builder(builder) => reader.read_into(&found, builder, &mut damage),
            Into::Visitor(visitor) => reader.read(&found, visitor, &mut damage),
        };
        0
    }
}

/// The report of a game. What is about its moves is damage, and all else is left out.
fn note_of(record: &str, damage: &Damage) -> Note {
    let code = match damage.reason {
        Reason::NoName(..)
        | Reason::Value(_)
        | Reason::SetupValue(_)
        | Reason::BothLost
        | Reason::Annotation(_)
        | Reason::NoMove { .. }
        | Reason::NotKept { .. } => Code::ContentLeftOut,
        _ => Code::DamagedRecord,
    };
    let text = match damage.ply {
        Some(ply) => format!("{record}half-move {}: {}", ply + 1, damage.reason),
        None => format!("{record}{}", damage.reason),
    };
    (code, text)
}
