//! Names of players, events, sites and rounds.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use pgnkit::diagnostics::Encoding;

use super::bytes::Cursor;
use super::{Damage, File, Header, Reason, Version};

pub(super) const MAGIC: &[u8] = b"Scid.sn\0";
/// The kind of an entry of version 5 that is a value of the database.
pub(super) const VALUE: usize = 4;
/// The names of such values, each followed by the value itself.
const VALUES: [&str; 9] =
    ["type", "description", "autoload", "flag1", "flag2", "flag3", "flag4", "flag5", "flag6"];
/// Numbers of names from here on have three bytes.
pub(super) const WIDE: u32 = 1 << 16;

/// A kind of names, each with its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// Players.
    Player,
    /// Events.
    Event,
    /// Sites.
    Site,
    /// Rounds.
    Round,
}

impl NameKind {
    /// All kinds, in the order of their lists.
    pub const ALL: [Self; 4] = [Self::Player, Self::Event, Self::Site, Self::Round];

    /// Number of names that a list can hold.
    pub const fn limit(self) -> u32 {
        match self {
            Self::Player => 1 << 20,
            Self::Event | Self::Site => 1 << 19,
            Self::Round => 1 << 18,
        }
    }

    /// Number of names that a list of version 5 can hold.
    pub(super) const fn limit_5(self) -> u32 {
        match self {
            Self::Player | Self::Event => 1 << 28,
            Self::Site => u32::MAX,
            Self::Round => 1 << 31,
        }
    }
}

impl fmt::Display for NameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Player => "players",
            Self::Event => "events",
            Self::Site => "sites",
            Self::Round => "rounds",
        })
    }
}

/// The names of a database, by their numbers. They take their decoded length in memory, at most 255 bytes for each five of the
/// file.
#[derive(Clone, Debug, Default)]
pub struct Names {
    lists: [List; 4],
}

#[derive(Clone, Debug, Default)]
struct List {
    /// The names, one after another.
    bytes: Vec<u8>,
    /// The place of each by its number.
    places: Vec<Option<Range<u32>>>,
}

/// Number of bytes that a frequency has, when none is higher.
pub(super) fn frequency_width(highest: u32) -> usize {
    match highest {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 3,
    }
}

impl Names {
    /// Reads a whole file of names. Damage is passed on, with the number of the name in the file; a list that breaks off ends
    /// the lists after it.
    ///
    /// # Errors
    /// When it is no file of names, or its header is not whole.
    pub fn parse(file: &[u8], damage: &mut dyn FnMut(Damage)) -> Result<Self, Damage> {
        let fault = |offset, reason| Damage { file: File::Names, record: 0, ply: None, offset, reason };
        let mut cursor = Cursor::new(file);
        if cursor.take(MAGIC.len()) != Some(MAGIC) {
            return Err(fault(0, Reason::Magic));
        }
        let mut numbers = [0; 9];
        for (at, number) in numbers.iter_mut().enumerate() {
            let length = if at == 0 { 4 } else { 3 };
            let short = || fault(file.len(), Reason::Short("the header of the names"));
            *number = cursor.number(length).ok_or_else(short)?;
        }
        let [_, counts @ ..] = numbers;
        let (counts, highest) = counts.split_at(4);
        let (mut names, mut record) = (Self::default(), 0);
        for (kind, (&count, &highest)) in NameKind::ALL.into_iter().zip(counts.iter().zip(highest)) {
            let list = &mut names.lists[kind as usize];
            if !list.read(kind, count, highest, &mut cursor, &mut record, damage) {
                break;
            }
        }
        Ok(names)
    }

    /// Reads a whole file of names of the version that a header has. In version 5 the file has some values of the header, too, which are
    /// set. Damage is passed on; the names of version 5 after a part that is not whole cannot be read.
    ///
    /// # Errors
    /// Those of [`parse`](Self::parse).
    pub fn parse_with(
        file: &[u8],
        header: &mut Header,
        damage: &mut dyn FnMut(Damage),
    ) -> Result<Self, Damage> {
        if header.version != Version::V5 {
            return Self::parse(file, damage);
        }
        let (mut names, mut cursor, mut record) = (Self::default(), Cursor::new(file), 0);
        while !cursor.rest().is_empty() {
            record += 1;
            let offset = cursor.at();
            let entry = cursor.varint().and_then(|number| {
                let length = usize::try_from(number >> 3).ok()?;
                Some(((number & 7) as usize, cursor.take(length)?))
            });
            let reason = match entry {
                None => Reason::Short("a name"),
                Some((VALUE, text)) => {
                    let end = VALUES
                        .iter()
                        .find(|name| text.starts_with(name.as_bytes()))
                        .map_or(0, |name| name.len());
                    header.set_value(&text[..end], &text[end..]);
                    continue;
                }
                Some((kind, text)) => match names.lists.get_mut(kind) {
                    Some(list) => {
                        list.push(text);
                        continue;
                    }
                    None => Reason::NameKind(kind as u8),
                },
            };
            let is_end = reason == Reason::Short("a name");
            damage(Damage { file: File::Names, record, ply: None, offset, reason });
            if is_end {
                break;
            }
        }
        Ok(names)
    }

    /// The number of names of a kind, those that could not be read included.
    pub fn len(&self, kind: NameKind) -> usize {
        self.lists[kind as usize].places.len()
    }

    /// Whether there is no name of a kind.
    pub fn is_empty(&self, kind: NameKind) -> bool {
        self.len(kind) == 0
    }

    /// The name with a number.
    pub fn get(&self, kind: NameKind, id: u32) -> Option<Cow<'_, str>> {
        let list = &self.lists[kind as usize];
        let place = list.places.get(id as usize)?.clone()?;
        list.bytes.get(place.start as usize..place.end as usize).map(Encoding::read)
    }
}

impl List {
    /// Adds a name with the next number.
    fn push(&mut self, name: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(name);
        let place = u32::try_from(start).ok().zip(u32::try_from(self.bytes.len()).ok());
        self.places.push(place.map(|(start, end)| start..end));
    }

    /// Reads a list; false if the file ends in it or makes no sense any more.
    fn read(
        &mut self,
        kind: NameKind,
        count: u32,
        highest: u32,
        cursor: &mut Cursor<'_>,
        record: &mut u32,
        damage: &mut dyn FnMut(Damage),
    ) -> bool {
        let id_width = if count >= WIDE { 3 } else { 2 };
        let frequency_width = frequency_width(highest);
        // A record has a number, a frequency and a length at least, whatever the header says of how many there are.
        let most = cursor.rest().len() / (id_width + frequency_width + 1);
        self.places.resize(most.min(count as usize), None);
        let mut previous = 0..0;
        for at in 0..count {
            *record += 1;
            let offset = cursor.at();
            let mut report =
                |reason| damage(Damage { file: File::Names, record: *record, ply: None, offset, reason });
            let Some((id, prefix, length, rest)) = record_of(cursor, id_width, frequency_width, at == 0)
            else {
                report(Reason::Short("a name"));
                return false;
            };
            let Some(rest) = rest else {
                report(Reason::Prefix);
                return false;
            };
            let start = self.bytes.len();
            let shared = prefix.min(previous.len());
            self.bytes.extend_from_within(previous.start..previous.start + shared);
            if shared < prefix {
                report(Reason::Prefix);
                self.bytes.resize(start + prefix, b'?');
            }
            self.bytes.extend_from_slice(rest);
            previous = start..start + length;
            // Offsets of four bytes; the names of a list of the greatest length are fewer.
            let place = u32::try_from(start).ok().zip(u32::try_from(previous.end).ok());
            match self.places.get_mut(id as usize) {
                Some(free @ None) => *free = place.map(|(start, end)| start..end),
                _ => report(Reason::NameId(kind, id)),
            }
        }
        true
    }
}

/// The number of a name, the length of what it shares with the one before, its own length, and the bytes that it does not
/// share; none of these if the name is shorter than what it shares.
type Record<'a> = (u32, usize, usize, Option<&'a [u8]>);

fn record_of<'a>(
    cursor: &mut Cursor<'a>,
    id_width: usize,
    frequency_width: usize,
    is_first: bool,
) -> Option<Record<'a>> {
    let id = cursor.number(id_width)?;
    cursor.number(frequency_width)?;
    let length = usize::from(cursor.byte()?);
    let prefix = if is_first { 0 } else { usize::from(cursor.byte()?) };
    let Some(own) = length.checked_sub(prefix) else { return Some((id, prefix, length, None)) };
    Some((id, prefix, length, Some(cursor.take(own)?)))
}
