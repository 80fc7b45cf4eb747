//! Games with their keys.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use pgnkit::PieceLetters;

use super::order::Direction;
use super::seam;
use pgnkit_query::fields::movetext_of;

/// The games of a block, with their keys, and what is outside games.
#[derive(Debug, Default)]
pub struct Batch {
    /// The records, one after the other: key, movetext if the text does not have it, text.
    pub(super) bytes: Vec<u8>,
    pub(super) places: Vec<Place>,
    /// Text before all games: a byte order mark, and lines about the whole file.
    pub(super) mark: bool,
    pub(super) head: Vec<u8>,
    /// Text after them.
    pub(super) rest: Vec<u8>,
    /// Bytes of the block up to the end of its last game.
    pub(super) end_of_games: usize,
    /// Games that got their marker.
    pub(super) ended: u64,
    /// Whether the last entry was passed over.
    pub(super) is_last_passed: bool,
    /// Whether the block has the format that is written.
    pub(super) is_text: bool,
}

/// The place of a game in its bytes.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) start: usize,
    pub(super) key_end: usize,
    pub(super) text_start: usize,
    pub(super) end: usize,
    /// The movetext in export format, where it is compared.
    pub(super) movetext: Range<usize>,
    /// Whether that is only the beginning of it.
    pub(super) is_cut: bool,
    /// Whether whatever comes after the text is no part of the game.
    pub(super) closed: bool,
    /// Its number among all that are sorted, from 0; known when it is.
    pub(super) number: u64,
}

impl Place {
    /// The same in bytes that begin with the record.
    pub(super) fn alone(&self) -> Self {
        let Self { start, key_end, text_start, end, ref movetext, is_cut, closed, number } = *self;
        Self {
            start: 0,
            key_end: key_end - start,
            text_start: text_start - start,
            end: end - start,
            movetext: movetext.start - start..movetext.end - start,
            is_cut,
            closed,
            number,
        }
    }

    pub(super) fn of<'b>(&self, bytes: &'b [u8]) -> Record<'b> {
        Record {
            bytes: &bytes[self.start..self.end],
            key: &bytes[self.start..self.key_end],
            movetext: &bytes[self.movetext.clone()],
            text: &bytes[self.text_start..self.end],
            is_cut: self.is_cut,
            closed: self.closed,
            number: self.number,
        }
    }
}

/// A game with its key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'b> {
    /// All of it.
    pub(super) bytes: &'b [u8],
    pub(super) key: &'b [u8],
    pub(super) movetext: &'b [u8],
    pub(super) text: &'b [u8],
    pub(super) is_cut: bool,
    pub(super) closed: bool,
    pub(super) number: u64,
}

/// Bytes of a movetext that are kept beside a text that does not have it in export format. Where all fields are equal these nearly
/// always decide, and all of it would double what is held and written.
pub(super) const MOVETEXT_BYTES: usize = 160;

impl Record<'_> {
    /// The bytes of the movetext that are kept of each game.
    fn beginning(&self) -> &[u8] {
        &self.movetext[..self.movetext.len().min(MOVETEXT_BYTES)]
    }

    fn whole_movetext(&self, letters: PieceLetters) -> Cow<'_, [u8]> {
        match seam::export(self.text, letters) {
            Some(mut exported) if self.is_cut => {
                let place = movetext_of(&exported);
                exported.truncate(place.end);
                Cow::Owned(exported.split_off(place.start))
            }
            _ => Cow::Borrowed(self.movetext),
        }
    }

    /// By the beginning, then by the whole, which is made anew where it was not kept.
    fn compare_movetext(&self, other: &Self, letters: PieceLetters) -> Ordering {
        self.beginning().cmp(other.beginning()).then_with(|| {
            if !self.is_cut && !other.is_cut {
                self.movetext.cmp(other.movetext)
            } else if self.text == other.text {
                Ordering::Equal
            } else {
                self.whole_movetext(letters).cmp(&other.whole_movetext(letters))
            }
        })
    }
}

/// The comparison of records.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub(super) by_movetext: Option<Direction>,
    /// Whether games that are equal in all that the order says are compared by their bytes.
    pub(super) by_bytes: bool,
    /// The piece letters of the games.
    pub(super) letters: PieceLetters,
}

impl Comparison {
    pub(super) fn compare(self, one: &Record<'_>, other: &Record<'_>) -> Ordering {
        let by_key = one.key.cmp(other.key);
        let by_movetext = || match self.by_movetext {
            None => Ordering::Equal,
            Some(Direction::Ascending) => one.compare_movetext(other, self.letters),
            Some(Direction::Descending) => other.compare_movetext(one, self.letters),
        };
        let by_bytes = || if self.by_bytes { one.text.cmp(other.text) } else { Ordering::Equal };
        by_key.then_with(by_movetext).then_with(by_bytes)
    }
}

impl Batch {
    /// No games yet, of a text that takes games as they are or of another form.
    pub(crate) fn none(is_text: bool) -> Self {
        Self { is_text, ..Self::default() }
    }

    /// Without what is outside games: another text says how the output begins and ends.
    pub(crate) fn only_games(&mut self) {
        self.mark = false;
        self.head.clear();
        self.rest.clear();
    }

    /// Whether all that is written of it is UTF-8.
    pub(super) fn is_utf8(&self) -> bool {
        let texts = self.places.iter().map(|place| &self.bytes[place.text_start..place.end]);
        texts.chain([&*self.head, &*self.rest]).all(|text| str::from_utf8(text).is_ok())
    }

    /// Adds a text that ends with an empty line, with a key of its own; to bring together what belongs together.
    pub(crate) fn push_keyed(&mut self, key: &[u8], text: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(key);
        let key_end = self.bytes.len();
        self.bytes.extend_from_slice(text);
        let end = self.bytes.len();
        let place = Place {
            start,
            key_end,
            text_start: key_end,
            end,
            movetext: key_end..key_end,
            is_cut: false,
            closed: true,
            number: 0,
        };
        self.places.push(place);
    }

    /// Bytes of the games so far.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The text of what comes after all games.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.rest
    }

    /// The text of the game that came last.
    pub(crate) fn last_text(&self) -> &[u8] {
        self.places.last().map_or(&[], |place| &self.bytes[place.text_start..place.end])
    }

    /// The keys of the games. A movetext that is the last field of an order is compared apart, and is in none.
    pub fn keys(&self) -> impl Iterator<Item = &[u8]> {
        self.places.iter().map(|place| &self.bytes[place.start..place.key_end])
    }

    pub(super) fn record(&self, at: usize) -> Record<'_> {
        self.places[at].of(&self.bytes)
    }

    /// The memory it takes.
    pub(super) fn allocated_bytes(&self) -> usize {
        self.bytes.capacity() + self.places.capacity() * size_of::<Place>()
    }
}
