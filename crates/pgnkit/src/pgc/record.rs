//! The records of a PGC file (sections 20.1 to 20.4).
//!
//! ```text
//! record   = %x00                                          ; noop
//!          / %x01 7string-1 mvseq-2                        ; reduced game: the roster's values, the moves
//!          / %x02 string-1 string-1                        ; tag pair: name, value
//!          / %x03 mvseq-1 / %x04 mvseq-2                   ; moves
//!          / %x05 / %x06                                   ; a game begins, ends
//!          / %x07 int-1                                    ; annotation
//!          / %x08 / %x09                                   ; a variation begins, ends
//!          / %x0a string-2                                 ; escape string
//! string-1 = int-1 *character      mvseq-1 = int-1 *ordinal
//! string-2 = int-2 *character      mvseq-2 = int-2 *ordinal
//! ```
//!
//! Lengths come first and count bytes; `int-2` is little-endian. No record uses `int-4`, `string-4` or `mvset-1`.

use pgnkit_syntax::Span;

use crate::read::ROSTER;

/// The markers.
pub(super) mod marker {
    pub(in crate::pgc) const NOOP: u8 = 0x00;
    pub(in crate::pgc) const REDUCED_GAME: u8 = 0x01;
    pub(in crate::pgc) const TAG: u8 = 0x02;
    pub(in crate::pgc) const SHORT_MOVES: u8 = 0x03;
    pub(in crate::pgc) const LONG_MOVES: u8 = 0x04;
    pub(in crate::pgc) const BEGIN_GAME: u8 = 0x05;
    pub(in crate::pgc) const END_GAME: u8 = 0x06;
    pub(in crate::pgc) const NAG: u8 = 0x07;
    pub(in crate::pgc) const BEGIN_VARIATION: u8 = 0x08;
    pub(in crate::pgc) const END_VARIATION: u8 = 0x09;
    pub(in crate::pgc) const ESCAPE: u8 = 0x0a;
}

/// Whether a character would end the name of a tag in a text, so that no name has it.
pub(super) fn ends_name(character: &u8) -> bool {
    matches!(character, 0..=b' ' | b'"' | b'[' | b']' | b'{' | b';' | 0x7f..=0xa0)
}

/// A record; spans are those of the items without their lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Record {
    Noop,
    Game(ReducedGame),
    Tag { name: Span, value: Span },
    Moves(Span),
    BeginGame,
    EndGame,
    Nag { at: usize },
    BeginVariation,
    EndVariation,
    Escape(Span),
}

/// Marker 0x01.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReducedGame {
    /// The roster's values: where the first one is, and how many there are; fewer than seven where the record is cut
    /// off.
    first: usize,
    count: usize,
    pub(super) moves: Span,
}

impl ReducedGame {
    /// The values of the roster, in its order.
    pub(super) fn values(self, file: &[u8]) -> impl Iterator<Item = Span> {
        let mut items = Items { bytes: file, at: self.first };
        std::iter::from_fn(move || items.string_1()).take(self.count)
    }

    /// Whether not even one value is there.
    pub(super) fn is_empty(self) -> bool {
        self.count == 0
    }
}

/// Reason why there is no record at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Damage {
    /// There is no such marker, so the length of the record is unknown.
    UnknownMarker,
    /// The bytes end before the record does. What is there of a reduced game or of moves can be read.
    Truncated(Option<Record>),
}

/// The record at `at`, which is inside `bytes`, and where the next one is.
pub(super) fn read(bytes: &[u8], at: usize) -> Result<(Record, usize), Damage> {
    let mut items = Items { bytes, at: at + 1 };
    let marker = bytes.get(at).copied().ok_or(Damage::Truncated(None))?;
    let cut_off = Damage::Truncated;
    let record = match marker {
        marker::NOOP => Record::Noop,
        marker::REDUCED_GAME => {
            let mut game = items.roster();
            if game.count < ROSTER.len() {
                return Err(cut_off(Some(Record::Game(game))));
            }
            let moves = items.sequence(Length::Word);
            game.moves = moves.unwrap_or_else(|part| part);
            if moves.is_err() {
                return Err(cut_off(Some(Record::Game(game))));
            }
            Record::Game(game)
        }
        marker::TAG => {
            let name = items.string_1().ok_or(cut_off(None))?;
            Record::Tag { name, value: items.string_1().ok_or(cut_off(None))? }
        }
        marker::SHORT_MOVES | marker::LONG_MOVES => {
            let length = if marker == marker::SHORT_MOVES { Length::Byte } else { Length::Word };
            Record::Moves(items.sequence(length).map_err(|part| cut_off(Some(Record::Moves(part))))?)
        }
        marker::BEGIN_GAME => Record::BeginGame,
        marker::END_GAME => Record::EndGame,
        marker::NAG => {
            let at = items.at;
            items.take(1).ok_or(cut_off(None))?;
            Record::Nag { at }
        }
        marker::BEGIN_VARIATION => Record::BeginVariation,
        marker::END_VARIATION => Record::EndVariation,
        marker::ESCAPE => Record::Escape(items.sequence(Length::Word).map_err(|_| cut_off(None))?),
        _ => return Err(Damage::UnknownMarker),
    };
    Ok((record, items.at))
}

/// The seven values of the roster as bare strings at `at`, as written by the program pgn2pgc after marker 0x05, and
/// their end.
///
/// # Errors
/// The values that are there, where the bytes end before the last one does.
pub(super) fn read_bare_roster(bytes: &[u8], at: usize) -> Result<(ReducedGame, usize), ReducedGame> {
    let mut items = Items { bytes, at };
    let roster = items.roster();
    if roster.count == ROSTER.len() { Ok((roster, items.at)) } else { Err(roster) }
}

/// Size of the number that holds the length of an item.
#[derive(Clone, Copy, Debug)]
enum Length {
    Byte,
    Word,
}

struct Items<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Items<'_> {
    fn take(&mut self, count: usize) -> Option<Span> {
        let span = Span::new(self.at, self.at + count);
        if span.end > self.bytes.len() {
            return None;
        }
        self.at = span.end;
        Some(span)
    }

    /// The values of the roster, as many as there are, without moves after them.
    fn roster(&mut self) -> ReducedGame {
        let first = self.at;
        let count = std::iter::from_fn(|| self.string_1()).take(ROSTER.len()).count();
        ReducedGame { first, count, moves: Span::new(self.at, self.at) }
    }

    fn string_1(&mut self) -> Option<Span> {
        let length = *self.take(1)?.of(self.bytes).first()?;
        self.take(length.into())
    }

    /// The item after a length; if it is cut off, the part that is there.
    fn sequence(&mut self, length: Length) -> Result<Span, Span> {
        let nothing = Span::new(self.at, self.at);
        let count = match length {
            Length::Byte => self.take(1).map(|span| usize::from(self.bytes[span.start])),
            Length::Word => self.take(2).map(|span| {
                usize::from(u16::from_le_bytes([self.bytes[span.start], self.bytes[span.start + 1]]))
            }),
        };
        let count = count.ok_or(nothing)?;
        self.take(count).ok_or(Span::new(self.at, self.bytes.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_record_ends_where_its_items_do() {
        let span = Span::new;
        for (bytes, record) in [
            (&b"\x00"[..], Record::Noop),
            (b"\x02\x01A\x02bc", Record::Tag { name: span(2, 3), value: span(4, 6) }),
            (b"\x02\x00\x00", Record::Tag { name: span(2, 2), value: span(3, 3) }),
            (b"\x03\x02\x0d\x0c", Record::Moves(span(2, 4))),
            (b"\x03\x00", Record::Moves(span(2, 2))),
            (b"\x04\x02\x00\x0d\x0c", Record::Moves(span(3, 5))),
            (b"\x05", Record::BeginGame),
            (b"\x06", Record::EndGame),
            (b"\x07\xff", Record::Nag { at: 1 }),
            (b"\x08", Record::BeginVariation),
            (b"\x09", Record::EndVariation),
            (b"\x0a\x01\x00x", Record::Escape(span(3, 4))),
        ] {
            assert_eq!(read(bytes, 0), Ok((record, bytes.len())), "{bytes:?}");
            for length in 1..bytes.len() {
                let cut = read(&bytes[..length], 0);
                assert!(matches!(cut, Err(Damage::Truncated(_))), "{:?}: {cut:?}", &bytes[..length]);
            }
        }
        assert_eq!(read(b"\x0b", 0), Err(Damage::UnknownMarker));
        assert_eq!(read(b"", 0), Err(Damage::Truncated(None)));
    }

    #[test]
    fn of_what_is_cut_off_the_moves_can_be_read() {
        let part = |bytes: &[u8]| match read(bytes, 0) {
            Err(Damage::Truncated(Some(Record::Moves(part)))) => part.of(bytes).to_vec(),
            other => panic!("{other:?}"),
        };
        assert_eq!(part(b"\x03\x03\x0d\x0c"), b"\x0d\x0c");
        assert_eq!(part(b"\x04\xff\xff\x0d"), b"\x0d");
        assert_eq!(part(b"\x04\x01"), b"");
        let game = b"\x01\x01a\x01b\x0a1992.11.04\x01-\x01W\x01B\x01*\x02\x00\x0d";
        let Err(Damage::Truncated(Some(Record::Game(found)))) = read(game, 0) else { panic!() };
        assert_eq!((found.values(game).count(), found.moves.of(game)), (7, &b"\x0d"[..]));
        let Err(Damage::Truncated(Some(Record::Game(found)))) = read(&game[..19], 0) else { panic!() };
        assert_eq!(found.values(game).last().map(|value| value.of(game)), Some(&b"-"[..]));
    }
}
