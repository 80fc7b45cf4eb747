//! The header of an index.

use std::borrow::Cow;
use std::ops::Range;

use pgnkit::diagnostics::Encoding;

use super::bytes::{Cursor, put, until_zero};
use super::{Damage, File, Reason};

const MAGIC: &[u8] = b"Scid.si\0";
const DESCRIPTION: usize = 108;
const FLAG_NAME: usize = 9;
const FLAG_NAMES: usize = 6;

/// Version of a database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Version {
    /// Scid 3: files `.si3`, `.sn3`, `.sg3`.
    V3,
    /// Scid 4 and Scid vs. PC: files `.si4`, `.sn4`, `.sg4`.
    #[default]
    V4,
    /// Scid 5: files `.si5`, `.sn5`, `.sg5`. The index has no header: the file of names has what is in it.
    V5,
}

impl Version {
    /// Length of the header of an index, in bytes.
    pub const fn header_len(self) -> usize {
        match self {
            Self::V3 => 128,
            Self::V4 => 182,
            Self::V5 => 0,
        }
    }

    /// Length of a record of an index, in bytes.
    pub const fn record_len(self) -> usize {
        match self {
            Self::V3 => 46,
            Self::V4 => 47,
            Self::V5 => 56,
        }
    }

    /// Extensions of the three files: of the index, the names and the games.
    pub const fn extensions(self) -> [&'static str; 3] {
        match self {
            Self::V3 => ["si3", "sn3", "sg3"],
            Self::V4 => ["si4", "sn4", "sg4"],
            Self::V5 => ["si5", "sn5", "sg5"],
        }
    }

    /// The number in the header of an index; version 5 has none.
    const fn number(self) -> u16 {
        match self {
            Self::V3 => 300,
            Self::V4 => 400,
            Self::V5 => 500,
        }
    }

    fn from_number(number: u16) -> Option<Self> {
        [Self::V3, Self::V4].into_iter().find(|version| version.number() == number)
    }
}

/// Whether the beginning of a file is that of an index which [`Header::parse`] takes. Ten bytes decide. An index of version 5 has no
/// beginning of its own; it is known by its name.
pub fn begins_index(head: &[u8]) -> bool {
    let version = head.strip_prefix(MAGIC).and_then(|rest| Cursor::new(rest).number(2));
    version.is_some_and(|version| Version::from_number(version as u16).is_some())
}

/// The header of an index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// Version of the database.
    pub version: Version,
    /// Kind of database, a number that users give; 0 is unknown.
    pub base_type: u32,
    /// Number of games.
    pub games: u32,
    /// Number of the game that is loaded at opening: 0 is none, 1 the first, more than there are the last.
    pub autoload: u32,
    description: Vec<u8>,
    flag_names: [Vec<u8>; FLAG_NAMES],
}

impl Header {
    /// The header of an index of version 5 by its length in bytes. [`Names::parse_with`](super::Names::parse_with) sets the rest.
    pub fn of_version_5(length: u64) -> Self {
        let games = length / Version::V5.record_len() as u64;
        Self { version: Version::V5, games: u32::try_from(games).unwrap_or(u32::MAX), ..Self::default() }
    }

    /// Reads the beginning of an index; it needs [`Version::header_len`] bytes.
    ///
    /// # Errors
    /// When it is no index of Scid 3 or 4, or not whole.
    pub fn parse(head: &[u8]) -> Result<Self, Damage> {
        let fault = |offset, reason| Damage { file: File::Index, record: 0, ply: None, offset, reason };
        let rest = head.strip_prefix(MAGIC).ok_or_else(|| fault(0, Reason::Magic))?;
        let short = || fault(head.len(), Reason::Short("the header of an index"));
        let number = Cursor::new(rest).number(2).ok_or_else(short)? as u16;
        let version =
            Version::from_number(number).ok_or_else(|| fault(MAGIC.len(), Reason::Version(number)))?;
        let mut cursor = Cursor::new(head.get(MAGIC.len() + 2..version.header_len()).ok_or_else(short)?);
        let mut header = Self { version, ..Self::default() };
        header.base_type = cursor.number(4).ok_or_else(short)?;
        header.games = cursor.number(3).ok_or_else(short)?;
        header.autoload = cursor.number(3).ok_or_else(short)?;
        header.description = until_zero(cursor.take(DESCRIPTION).ok_or_else(short)?).to_vec();
        for name in &mut header.flag_names {
            // Version 3 has none.
            *name = until_zero(cursor.take(FLAG_NAME).unwrap_or_default()).to_vec();
        }
        Ok(header)
    }

    /// The bytes of the record of a game in the index; games are counted from 0.
    pub fn record(&self, game: u32) -> Range<usize> {
        let length = self.version.record_len();
        let start = self.version.header_len().saturating_add((game as usize).saturating_mul(length));
        start..start.saturating_add(length)
    }

    /// Description of the database.
    pub fn description(&self) -> Cow<'_, str> {
        Encoding::read(&self.description)
    }

    /// Names of the six flags of the user; empty where there is none.
    pub fn flag_names(&self) -> [Cow<'_, str>; FLAG_NAMES] {
        self.flag_names.each_ref().map(|name| Encoding::read(name))
    }

    /// Sets the description, cut to 107 bytes between characters, and at a zero byte.
    pub fn set_description(&mut self, text: &str) {
        self.description = fitting(text, DESCRIPTION - 1).to_vec();
    }

    /// Sets the name of a flag of the user, from 0 to 5, cut to eight bytes between characters; other numbers change
    /// nothing.
    pub fn set_flag_name(&mut self, flag: usize, text: &str) {
        if let Some(name) = self.flag_names.get_mut(flag) {
            *name = fitting(text, FLAG_NAME - 1).to_vec();
        }
    }

    /// Takes a value of the file of names of version 5. Values of other names mean nothing here.
    pub(super) fn set_value(&mut self, name: &[u8], value: &[u8]) {
        let number = || std::str::from_utf8(value).ok().and_then(|text| text.trim().parse().ok());
        match name {
            b"description" => self.description = value.to_vec(),
            b"type" => self.base_type = number().unwrap_or(self.base_type),
            b"autoload" => self.autoload = number().unwrap_or(self.autoload),
            [b'f', b'l', b'a', b'g', digit @ b'1'..=b'6'] => {
                self.flag_names[usize::from(digit - b'1')] = value.to_vec();
            }
            _ => {}
        }
    }

    /// The values that the file of names of version 5 has.
    pub(super) fn values(&self) -> impl Iterator<Item = (String, Vec<u8>)> {
        let number = |name: &str, number: u32| (name.to_owned(), number.to_string().into_bytes());
        let numbers = [number("type", self.base_type), number("autoload", self.autoload)];
        let texts = std::iter::once(("description".to_owned(), self.description.clone()));
        let flags = self.flag_names.iter().enumerate();
        let flags = flags.map(|(at, name)| (format!("flag{}", at + 1), name.clone()));
        numbers.into_iter().chain(texts).chain(flags).filter(|(_, value)| !value.is_empty() && value != b"0")
    }

    /// Appends the header: nothing in version 5.
    pub fn write(&self, out: &mut Vec<u8>) {
        if self.version == Version::V5 {
            return;
        }
        out.extend_from_slice(MAGIC);
        put(self.version.number().into(), 2, out);
        put(self.base_type, 4, out);
        put(self.games, 3, out);
        put(self.autoload, 3, out);
        put_field(&self.description, DESCRIPTION, out);
        if self.version == Version::V4 {
            self.flag_names.iter().for_each(|name| put_field(name, FLAG_NAME, out));
        }
    }
}

/// The beginning of a text that fits into so many bytes.
fn fitting(text: &str, most: usize) -> &[u8] {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    until_zero(&text.as_bytes()[..end])
}

fn put_field(text: &[u8], length: usize, out: &mut Vec<u8>) {
    let text = &text[..text.len().min(length)];
    out.extend_from_slice(text);
    out.resize(out.len() + length - text.len(), 0);
}
