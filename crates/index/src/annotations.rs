//! All of a game besides its tags and the moves of its main line: comments, glyphs, variations, in the order of the text.

use std::str;

use pgnkit_syntax::Outcome;

use crate::facts::{result_bits, result_of};
use crate::table::numbers;

/// A part of a game that is no tag and no move of its main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Annotation<'a> {
    /// Half-moves of the main line, as many as this.
    Plies(u64),
    /// A comment.
    Comment(&'a str),
    /// A numeric annotation glyph.
    Nag(u32),
    /// An escape line, without its percent sign.
    Escape(&'a str),
    /// Text that could not be read.
    Unread(&'a str),
    /// A variation begins.
    Begin,
    /// A move of a variation, as its [code](crate::code).
    Move(u32),
    /// The variation is over.
    End,
    /// The marker at the end of the moves, if it is not the result that counts; `None` without a marker.
    Marker(Option<Outcome>),
}

const PLIES: u64 = 0;
const COMMENT: u64 = 1;
const NAG: u64 = 2;
const ESCAPE: u64 = 3;
const UNREAD: u64 = 4;
const MOVE: u64 = 5;
/// The numbers of this kind: a variation begins, it ends, there is no marker, and from 3 on the markers.
const SIGN: u64 = 6;
const NO_MARKER: u64 = 2;

/// Gathers the annotations of a game.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    bytes: Vec<u8>,
    /// Half-moves of the main line since the last annotation.
    plies: u64,
}

impl Annotations {
    /// Begins another game.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.plies = 0;
    }

    /// Adds an annotation, which follows all that came before.
    #[inline]
    pub fn push(&mut self, annotation: Annotation<'_>) {
        if let Annotation::Plies(plies) = annotation {
            self.plies += plies;
        } else {
            self.write(annotation);
        }
    }

    fn write(&mut self, annotation: Annotation<'_>) {
        if self.plies > 0 {
            put(PLIES, std::mem::take(&mut self.plies), &mut self.bytes);
        }
        let out = &mut self.bytes;
        match annotation {
            Annotation::Plies(plies) => put(PLIES, plies, out),
            Annotation::Comment(text) => put_text(COMMENT, text, out),
            Annotation::Nag(number) => put(NAG, number.into(), out),
            Annotation::Escape(text) => put_text(ESCAPE, text, out),
            Annotation::Unread(text) => put_text(UNREAD, text, out),
            Annotation::Begin => put(SIGN, 0, out),
            Annotation::End => put(SIGN, 1, out),
            Annotation::Move(code) => put(MOVE, code.into(), out),
            Annotation::Marker(marker) => {
                put(
                    SIGN,
                    marker.map_or(NO_MARKER, |marker| NO_MARKER + 1 + u64::from(result_bits(marker))),
                    out,
                );
            }
        }
    }

    /// The bytes as they are stored; none if the game has none.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// Kind and number in one varint.
fn put(kind: u64, number: u64, out: &mut Vec<u8>) {
    numbers::put(number << 3 | kind, out);
}

fn put_text(kind: u64, text: &str, out: &mut Vec<u8>) {
    put(kind, text.len() as u64, out);
    out.extend_from_slice(text.as_bytes());
}

/// Takes the next annotation off the beginning of bytes; `None` if they are none.
pub(crate) fn take<'b>(bytes: &mut &'b [u8]) -> Option<Annotation<'b>> {
    let head = numbers::take(bytes)?;
    let number = head >> 3;
    let mut text = || {
        let (text, rest) = bytes.split_at_checked(usize::try_from(number).ok()?)?;
        *bytes = rest;
        str::from_utf8(text).ok()
    };
    Some(match head & 7 {
        PLIES => Annotation::Plies(number),
        COMMENT => Annotation::Comment(text()?),
        NAG => Annotation::Nag(u32::try_from(number).ok()?),
        ESCAPE => Annotation::Escape(text()?),
        UNREAD => Annotation::Unread(text()?),
        MOVE => Annotation::Move(u32::try_from(number).ok()?),
        SIGN => match number {
            0 => Annotation::Begin,
            1 => Annotation::End,
            NO_MARKER => Annotation::Marker(None),
            number if number <= NO_MARKER + 4 => {
                Annotation::Marker(Some(result_of((number - NO_MARKER - 1) as u8)))
            }
            _ => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_come_back() {
        let all = [
            Annotation::Comment("before"),
            Annotation::Plies(300),
            Annotation::Nag(255),
            Annotation::Begin,
            Annotation::Move(66_000),
            Annotation::Escape(""),
            Annotation::End,
            Annotation::Plies(2),
            Annotation::Unread("é"),
            Annotation::Marker(None),
            Annotation::Marker(Some(Outcome::Draw)),
        ];
        let mut annotations = Annotations::default();
        for annotation in all {
            match annotation {
                Annotation::Plies(plies) => {
                    (0..plies).for_each(|_| annotations.push(Annotation::Plies(1)));
                }
                annotation => annotations.push(annotation),
            }
        }
        let mut bytes = annotations.bytes();
        let read: Vec<_> = std::iter::from_fn(|| take(&mut bytes)).collect();
        assert_eq!((&read[..], bytes), (&all[..], &[][..]));
        // A game without any has no bytes, however long it is.
        annotations.clear();
        annotations.push(Annotation::Plies(80));
        assert!(annotations.bytes().is_empty());
    }

    #[test]
    fn other_bytes_are_none() {
        for bytes in [
            &b"\x09"[..],
            b"\x07",
            b"\x80",
            b"\x09\xff",
            b"\x3e",
            b"\xf9\xff\xff\xff\xff\xff\xff\xff\xff\x01",
        ] {
            let mut rest = bytes;
            assert_eq!(take(&mut rest), None, "{bytes:x?}");
        }
    }
}
