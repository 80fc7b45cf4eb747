//! From games to the files of a database.

use std::error::Error;
use std::fmt;

use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{ChessMode, Color, Variant};
use pgnkit::{Date, Game, Node, Note, Outcome};

use super::blob::{BEGIN, COMMENT, END, HAS_FEN, HAS_PROMOTION, HAS_UNDERPROMOTION, LAST, NAG};
use super::board::Numbers;
use super::names_encoder::{self, NamesEncoder};
use super::summary::Summary;
use super::tags::{CODED, FIRST_CODE, LONGEST_NAME, LONGEST_VALUE};
use super::{BLOCK, Flags, Header, IndexEntry, NameKind, ScidDate, ScidEco, ScidRating, Version};

/// The reason why a game is not encoded: a database would lose a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// A game of a variant, or before version 5 of Chess960.
    Rules,
    /// Moves that could not be read, moves of unknown rules, or lines that begin with a percent sign.
    Text,
    /// A tag whose value has no place in a database; its name.
    Tag(String),
    /// A comment with a character U+0000.
    Comment,
    /// More than 16 pieces of a side.
    Pieces,
    /// A blob of 131,072 bytes or more; its length.
    Length(usize),
    /// More names of a kind than a list holds.
    Names(NameKind),
    /// More games than an index, or more bytes than a file of games can hold.
    Full,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str("expected a game of standard chess, found another variant"),
            Self::Text => f.write_str("expected moves that can be read, found other text"),
            Self::Tag(name) => {
                write!(
                    f,
                    "expected a value of {} that a database can hold, found another one",
                    name.escape_debug()
                )
            }
            Self::Comment => f.write_str("expected a comment without U+0000, found one with it"),
            Self::Pieces => f.write_str("expected at most 16 pieces of a side, found more"),
            Self::Length(length) => write!(f, "expected a game of less than {BLOCK} bytes, found {length}"),
            Self::Names(kind) => write!(f, "expected at most {} {kind}, found more", kind.limit()),
            Self::Full => f.write_str("expected less games or bytes, found more than a database can hold"),
        }
    }
}

impl Error for EncodeError {}

/// A game in the form of a database.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EncodedGame {
    /// Its bytes in the file of games.
    pub blob: Vec<u8>,
    /// Its record in the index, without the place of the blob and the numbers of names.
    pub entry: IndexEntry,
    /// Its names: event, site, round, White, Black.
    pub names: [(NameKind, String); 5],
    /// Comments that became one with the comment before them: a database has one at each move, and Scid shows no other.
    pub joined_comments: u32,
}

/// Bytes that most games have less of.
const USUAL_LENGTH: usize = 256;

/// Encodes a game for version 4 or 5; version 3 is not written.
///
/// # Errors
/// When a database of that version would lose a part of the game.
pub fn encode_game(game: &Game, version: Version) -> Result<EncodedGame, EncodeError> {
    let start = game.start();
    let chess960 = start.mode == ChessMode::Chess960;
    if (chess960 && version != Version::V5) || start.position.variant() != Variant::Standard {
        return Err(EncodeError::Rules);
    }
    if !start.is_known {
        return Err(EncodeError::Text);
    }
    let mut encoded = EncodedGame {
        blob: Vec::with_capacity(USUAL_LENGTH),
        entry: IndexEntry { version, chess960, ..IndexEntry::default() },
        names: [NameKind::Event, NameKind::Site, NameKind::Round, NameKind::Player, NameKind::Player]
            .map(|kind| (kind, "?".to_owned())),
        joined_comments: 0,
    };
    tags(game, &mut encoded)?;
    encoded.blob.push(0);
    let mut moves = Moves {
        summary: Summary::new(&start.position),
        bytes: Vec::with_capacity(USUAL_LENGTH),
        comments: Vec::new(),
        joined_comments: 0,
    };
    moves.write(game)?;
    encoded.joined_comments = moves.joined_comments;
    let flags = moves.summary.flags;
    let bit = |flag, bit| if flags.contains(flag) { bit } else { 0 };
    let fen = if start.set_up { HAS_FEN } else { 0 };
    encoded
        .blob
        .push(fen | bit(Flags::PROMOTION, HAS_PROMOTION) | bit(Flags::UNDERPROMOTION, HAS_UNDERPROMOTION));
    if start.set_up {
        encoded.entry.flags |= Flags::START;
        encoded.blob.extend_from_slice(start.position.fen(EnPassant::Always).as_str().as_bytes());
        encoded.blob.push(0);
    }
    encoded.blob.append(&mut moves.bytes);
    encoded.blob.append(&mut moves.comments);
    moves.summary.fill(&mut encoded.entry);
    match encoded.blob.len() {
        length if length < BLOCK => Ok(encoded),
        length => Err(EncodeError::Length(length)),
    }
}

/// Sets names and the entry of the tags, and appends those that neither has a place for.
fn tags(game: &Game, encoded: &mut EncodedGame) -> Result<(), EncodeError> {
    const NAMES: [&str; 5] = ["Event", "Site", "Round", "White", "Black"];
    let date = game.tag("Date").unwrap_or("????.??.??");
    encoded.entry.date = date_of(date).ok_or_else(|| EncodeError::Tag("Date".to_owned()))?;
    encoded.entry.set_outcome(game.result());
    for (name, value) in game.tags() {
        let refusal = || EncodeError::Tag(name.to_owned());
        if let Some(at) = NAMES.iter().position(|known| *known == name) {
            if value.len() > names_encoder::LONGEST {
                return Err(refusal());
            }
            value.clone_into(&mut encoded.names[at].1);
            continue;
        }
        match name {
            // The start position is written after the tags, if it is not the usual one.
            "Date" | "FEN" => continue,
            "SetUp" if game.start().set_up => continue,

            "Result" if value.parse::<Outcome>() == Ok(game.result()) => continue,
            "Result" => return Err(refusal()),
            _ => {}
        }
        if !set_in_entry(name, value, &mut encoded.entry) {
            if name.len() > LONGEST_NAME || value.len() > LONGEST_VALUE || name.is_empty() {
                return Err(refusal());
            }
            match CODED.iter().position(|known| *known == name) {
                Some(code) => encoded.blob.push(FIRST_CODE + code as u8),
                None => {
                    encoded.blob.push(name.len() as u8);
                    encoded.blob.extend_from_slice(name.as_bytes());
                }
            }
            encoded.blob.push(value.len() as u8);
            encoded.blob.extend_from_slice(value.as_bytes());
        }
    }
    Ok(())
}

fn date_of(text: &str) -> Option<ScidDate> {
    text.parse::<Date>().ok().filter(|date| date.to_string() == text).and_then(ScidDate::new)
}

/// Sets the field of an entry that has the value of a tag; false if none can.
fn set_in_entry(name: &str, value: &str, entry: &mut IndexEntry) -> bool {
    let rating = |color: &str| {
        let kind = ScidRating::KINDS.iter().position(|kind| name.strip_prefix(color) == Some(*kind))? as u8;
        let number = value.parse::<u16>().ok().filter(|number| (1..=4000).contains(number))?;
        (value == number.to_string()).then_some(ScidRating { value: number, kind })
    };
    for (color, place) in [("White", &mut entry.white_rating), ("Black", &mut entry.black_rating)] {
        // One for each side: the first.
        if let (Some(rating), 0) = (rating(color), place.value) {
            *place = rating;
            return true;
        }
    }
    match name {
        "ECO" => match ScidEco::from_name(value) {
            Some(eco) => {
                entry.eco = eco;
                true
            }
            None => false,
        },
        "EventDate" => date_of(value).is_some_and(|date| entry.set_event_date(date)),
        "ScidFlags" => match Flags::from_letters(value).filter(|flags| flags.letters() == value) {
            Some(flags) if !value.is_empty() => {
                entry.flags |= flags;
                true
            }
            _ => false,
        },
        _ => false,
    }
}

/// Moves, and the texts of the comments after them.
struct Moves {
    summary: Summary,
    bytes: Vec<u8>,
    comments: Vec<u8>,
    joined_comments: u32,
}

/// A place in a line: the move that comes next, and the pieces before it.
#[derive(Clone, Copy)]
struct Line<'g> {
    next: Option<Node<'g>>,
    numbers: Numbers,
    turn: Color,
}

/// A line that a variation interrupts.
struct Outer<'g> {
    /// The line before the move that has the variation.
    before: Line<'g>,
    after: Line<'g>,
    variation: Node<'g>,
}

impl Moves {
    fn write(&mut self, game: &Game) -> Result<(), EncodeError> {
        let start = game.start();
        let numbers = Numbers::of_start(start.set_up, &start.position).ok_or(EncodeError::Pieces)?;
        let mut line = Line { next: game.root().next(), numbers, turn: start.position.turn() };
        let mut outer: Vec<Outer<'_>> = Vec::new();
        self.notes(game.root())?;
        loop {
            while let Some(node) = line.next {
                let before = line;
                self.play(node, &mut line, outer.is_empty())?;
                self.notes(node)?;
                if let Some(variation) = node.first_variation() {
                    outer.push(Outer { before, after: line, variation });
                    line = self.begin(variation, &before)?;
                }
            }
            let Some(Outer { before, after, variation }) = outer.pop() else { break };
            self.bytes.push(END);
            match variation.next_variation() {
                Some(variation) => {
                    outer.push(Outer { before, after, variation });
                    line = self.begin(variation, &before)?;
                }
                None => line = after,
            }
        }
        self.bytes.push(LAST);
        Ok(())
    }

    fn play<'g>(&mut self, node: Node<'g>, line: &mut Line<'g>, is_main: bool) -> Result<(), EncodeError> {
        if node.unchecked().is_some() {
            return Err(EncodeError::Text);
        }
        let mv = node.mv();
        line.numbers.encode(mv, &mut self.bytes);
        if is_main {
            self.summary.main_move(mv, line.turn);
        }
        line.numbers.play(mv, line.turn);
        line.turn = !line.turn;
        line.next = node.next();
        Ok(())
    }

    /// Begins a variation of the move that was played in a line as it was `before`.
    fn begin<'g>(&mut self, variation: Node<'g>, before: &Line<'g>) -> Result<Line<'g>, EncodeError> {
        self.bytes.push(BEGIN);
        self.summary.variations += 1;
        self.notes(variation)?;
        Ok(Line { next: variation.next(), ..*before })
    }

    fn notes(&mut self, node: Node<'_>) -> Result<(), EncodeError> {
        let mut has_comment = false;
        for note in node.notes() {
            match note {
                Note::Comment(text) => {
                    if text.contains('\0') {
                        return Err(EncodeError::Comment);
                    }
                    if std::mem::replace(&mut has_comment, true) {
                        self.comments.pop();
                        self.comments.push(b' ');
                        self.joined_comments += 1;
                    } else {
                        self.bytes.push(COMMENT);
                        self.summary.comments += 1;
                    }
                    self.comments.extend_from_slice(text.as_bytes());
                    self.comments.push(0);
                }
                Note::Nag(nag) => {
                    self.bytes.extend_from_slice(&[NAG, nag]);
                    self.summary.nags += 1;
                }
                // Escape lines, and text that could not be read.
                _ => return Err(EncodeError::Text),
            }
        }
        Ok(())
    }
}

/// The files of a database.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Files {
    /// The index, `.si4` or `.si5`.
    pub index: Vec<u8>,
    /// The names, `.sn4` or `.sn5`.
    pub names: Vec<u8>,
    /// The games, `.sg4` or `.sg5`, without those that were taken before.
    pub games: Vec<u8>,
}

/// Makes the files of a database in memory, game by game. The file of games can be taken in parts, so that only the index and the names
/// stay there: about 50 bytes a game, and each name once.
#[derive(Clone, Debug, Default)]
pub struct Encoder {
    header: Header,
    entries: Vec<u8>,
    games: Vec<u8>,
    /// Length of the games that were taken.
    taken: u64,
    names: NamesEncoder,
}

/// Greatest number of games in an index of version 4.
const MOST_GAMES: u32 = 0xff_fffe;

impl Encoder {
    /// A database of version 4 without games.
    pub fn new() -> Self {
        Self::default()
    }

    /// A database without games, of version 4 or 5; version 3 is not written, and 4 is taken for it.
    pub fn with_version(version: Version) -> Self {
        let mut encoder = Self::default();
        encoder.header.version = if version == Version::V3 { Version::V4 } else { version };
        encoder
    }

    /// The header, for a description and the names of flags.
    pub fn header_mut(&mut self) -> &mut Header {
        &mut self.header
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it would lose a part, or the database is full; nothing is added then.
    pub fn push(&mut self, game: &Game) -> Result<(), EncodeError> {
        self.push_encoded(encode_game(game, self.header.version)?)
    }

    /// Adds a game that was [encoded](encode_game) for the version of this database.
    ///
    /// # Errors
    /// When the database is full; nothing is added then.
    pub fn push_encoded(&mut self, game: EncodedGame) -> Result<(), EncodeError> {
        let EncodedGame { mut blob, mut entry, names, .. } = game;
        let version = self.header.version;
        if let Some(kind) = self.names.without_room(&names, version) {
            return Err(EncodeError::Names(kind));
        }
        let length = self.taken + self.games.len() as u64;
        let free = BLOCK - (length % BLOCK as u64) as usize;
        let gap = if blob.len() > free { free } else { 0 };
        let offset = length + gap as u64;
        let (most_bytes, most_games) = match version {
            Version::V5 => (1 << 47, u32::MAX),
            Version::V3 | Version::V4 => (1 << 32, MOST_GAMES),
        };
        if offset + blob.len() as u64 >= most_bytes || self.header.games == most_games {
            return Err(EncodeError::Full);
        }
        entry.version = version;
        entry.offset = offset;
        entry.length = blob.len() as u32;
        let ids = names.map(|(kind, name)| self.names.add(kind, &name));
        [entry.event, entry.site, entry.round, entry.white, entry.black] = ids;
        self.games.resize(self.games.len() + gap, 0);
        self.games.append(&mut blob);
        entry.write(&mut self.entries);
        self.header.games += 1;
        Ok(())
    }

    /// The next part of the file of games: all that was added since it was taken last.
    pub fn take_games(&mut self) -> Vec<u8> {
        self.taken += self.games.len() as u64;
        std::mem::take(&mut self.games)
    }

    /// The files, the one of games without the parts that were taken.
    pub fn finish(mut self) -> Files {
        let mut index = Vec::with_capacity(self.header.version.header_len() + self.entries.len());
        self.header.write(&mut index);
        index.append(&mut self.entries);
        let names = match self.header.version {
            Version::V5 => self.names.write_5(&self.header),
            Version::V3 | Version::V4 => self.names.write(),
        };
        Files { index, names, games: self.games }
    }
}
