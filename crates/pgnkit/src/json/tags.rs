//! The tags of a game as JSON: the list of them, and the object by their names.

use pgnkit_syntax::Encoding;

use super::moves::close;
use super::text;
use super::write::write_start;
use crate::read::{Source, Start, Text, is_start_in_other_case};

/// The beginning of a game, up to the first tag of the list.
pub(super) const LIST: &[u8] = b"{\"version\":1,\"tags\":[";
/// The text between the list and the first tag by name.
pub(super) const BY_NAME: &[u8] = b",\"tag\":{";

/// A tag of the list, with a comma after it; `is_plain` where the value needs no escapes.
#[inline]
pub(super) fn write_in_list(name: &[u8], value: &[u8], is_plain: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"name\":");
    text::string(name, out);
    out.extend_from_slice(b",\"value\":");
    write_value(value, is_plain, out);
    out.extend_from_slice(b"},");
}

/// A tag by name, with a comma after it.
#[inline]
pub(super) fn write_by_name(name: &[u8], value: &[u8], is_plain: bool, out: &mut Vec<u8>) {
    text::string(name, out);
    out.push(b':');
    write_value(value, is_plain, out);
    out.push(b',');
}

/// The value of a tag, which is plain in JSON where it is in PGN.
#[inline]
fn write_value(value: &[u8], is_plain: bool, out: &mut Vec<u8>) {
    if is_plain { text::plain_string(value, out) } else { text::string(value, out) }
}

/// Whether a tag determines the start and the rules of a game.
#[inline]
pub(super) fn tells_start(name: &[u8]) -> bool {
    // Asked only where it can be. These conditions are one, since which of them fails cannot be foretold.
    let (length, letter) = (name.len(), name.first().map_or(0, |first| first | 0x20));
    let may = (length == 3) & (letter == b'f')
        | (length == 5) & (letter == b's')
        | (length == 7) & (letter == b'v');
    may && (matches!(name, b"FEN" | b"SetUp" | b"Variant") || is_start_in_other_case(name))
}

/// The tags of a game that is read, both ways, and its start after them.
#[derive(Clone, Debug, Default)]
pub(super) struct Tags {
    pub(super) list: Vec<u8>,
    pub(super) by_name: Vec<u8>,
    tells_start: bool,
}

impl Tags {
    /// Begins a game.
    pub(super) fn start_over(&mut self) {
        self.list.clear();
        self.list.extend_from_slice(LIST);
        self.by_name.clear();
        self.by_name.extend_from_slice(BY_NAME);
        self.tells_start = false;
    }

    /// A tag of the text that `source` is about.
    #[inline]
    pub(super) fn tag(&mut self, name: Text<'_>, value: Text<'_>, source: &Source<'_>) {
        if !value.is_plain_value() {
            return self.odd(name, value);
        }
        let line = source.bytes().get(name.span().start..).unwrap_or_default();
        self.tells_start |= tells_start(name.as_bytes());
        match line.first_chunk() {
            Some(line) if name.span().len() <= 16 && value.span().len() <= 32 => {
                self.short(line, name.span().len(), value.span().len());
            }
            _ => {
                write_in_list(name.as_bytes(), value.as_bytes(), true, &mut self.list);
                write_by_name(name.as_bytes(), value.as_bytes(), true, &mut self.by_name);
            }
        }
    }

    /// `Name "value"` at the beginning of `line`: letters, digits and underscores, and a value that needs no escapes.
    #[inline]
    fn short(&mut self, line: &[u8; 64], name: usize, value: usize) {
        // Written in steps of constant length over room for the longest; what is too much is cut off.
        let [name, value] = [name.min(16), value.min(32)];
        let text = &line[name + 2..][..32];
        let end = self.list.len() + name + value + br#"{"name":"","value":""},"#.len();
        self.list.extend_from_slice(
            br#"{"name":"                                                               "#,
        );
        if let Some(place) = self.list.last_chunk_mut::<72>() {
            place[9..25].copy_from_slice(&line[..16]);
            let place = &mut place[9 + name..][..46];
            place[..11].copy_from_slice(br#"","value":""#);
            place[11..43].copy_from_slice(text);
            place[11 + value..][..3].copy_from_slice(br#""},"#);
        }
        self.list.truncate(end);
        let end = self.by_name.len() + name + value + br#""":"","#.len();
        self.by_name.extend_from_slice(br#""                                                       "#);
        if let Some(place) = self.by_name.last_chunk_mut::<56>() {
            place[1..17].copy_from_slice(&line[..16]);
            let place = &mut place[1 + name..][..37];
            place[..3].copy_from_slice(br#"":""#);
            place[3..35].copy_from_slice(text);
            place[3 + value..][..2].copy_from_slice(br#"","#);
        }
        self.by_name.truncate(end);
    }

    #[inline(never)]
    fn odd(&mut self, name: Text<'_>, value: Text<'_>) {
        self.tells_start |= tells_start(name.as_bytes());
        let value = value.unescaped();
        let (name, value) = (Encoding::read(name.as_bytes()), Encoding::read(&value));
        write_in_list(name.as_bytes(), value.as_bytes(), false, &mut self.list);
        write_by_name(name.as_bytes(), value.as_bytes(), false, &mut self.by_name);
    }

    /// The start, after the last tag.
    pub(super) fn start(&mut self, start: &Start) {
        close(b']', &mut self.list);
        close(b'}', &mut self.by_name);
        write_start(start, self.tells_start, &mut self.by_name);
    }
}
