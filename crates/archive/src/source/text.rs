//! The content of a source as readers take it: UTF-16 becomes UTF-8, and files of other programs are refused.

use super::charset::{Charset, Lines};
use super::error::{DecodeFailure, SourceErrorKind};
use super::foreign::{self, HEAD_BYTES};
use super::{BoxRead, Waiting, read_head};
use std::io::{self, Read};

/// Bytes that are decoded at a time.
const PIECE_BYTES: usize = 32 << 10;

/// Order of the bytes of UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Little,
    Big,
}

/// A reader that looks at the first bytes when it is first asked for some.
pub(crate) struct Text {
    inner: BoxRead,
    /// Whether the content was compressed.
    packed: bool,
    /// Whether files of other programs are read, too.
    takes_any: bool,
    /// The character set of what is not UTF-8.
    charset: Option<Charset>,
    waiting: Option<Waiting>,
    state: State,
}

enum State {
    /// Nothing has been read.
    New,
    /// These bytes come first, the rest as it is.
    Bytes {
        head: Vec<u8>,
        at: usize,
    },
    Utf16(Utf16),
    Lines(Lines),
    Refused(DecodeFailure),
}

impl Text {
    pub(crate) fn new(inner: BoxRead, packed: bool, waiting: Option<Waiting>) -> Self {
        Self { inner, packed, takes_any: false, charset: None, waiting, state: State::New }
    }

    /// Reads files of other programs, too.
    pub(crate) fn take_any(&mut self) {
        self.takes_any = true;
    }

    /// Reads bytes as they are: no character set, and no form of a file, is looked for.
    pub(crate) fn keep_bytes(&mut self) {
        self.state = State::Bytes { head: Vec::new(), at: 0 };
    }

    /// Decodes text that is not UTF-8; what is no text stays as it is.
    pub(crate) fn decode(&mut self, charset: Charset) {
        self.charset = Some(charset);
    }

    /// Whether it is decoded, from UTF-16 or what was asked for.
    pub(crate) fn is_decoded(&mut self) -> io::Result<bool> {
        self.look()?;
        Ok(matches!(self.state, State::Utf16(_) | State::Lines(_)))
    }

    fn look(&mut self) -> io::Result<()> {
        if !matches!(self.state, State::New) {
            return Ok(());
        }
        let head = read_head(&mut self.inner, HEAD_BYTES, self.waiting.as_ref())?;
        let nested = if self.packed { foreign::nested(&head) } else { None };
        self.state = match foreign::recognise(&head).or(nested).filter(|_| !self.takes_any) {
            Some(text) => State::Refused(DecodeFailure { kind: SourceErrorKind::Foreign, text }),
            None => {
                let charset = self.charset.filter(|_| is_text(&head));
                let order = utf16(&head).or_else(|| self.charset?.utf16_order());
                match (order, charset) {
                    (Some(order), _) => State::Utf16(Utf16::new(order, head)),
                    (None, Some(charset)) => State::Lines(Lines::new(charset, head)),
                    (None, None) => State::Bytes { head, at: 0 },
                }
            }
        };
        Ok(())
    }
}

impl Read for Text {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if output.is_empty() {
            return Ok(0);
        }
        self.look()?;
        match &mut self.state {
            State::Bytes { head, at } => {
                let rest = &head[*at..];
                if rest.is_empty() {
                    return self.inner.read(output);
                }
                let count = rest.len().min(output.len());
                output[..count].copy_from_slice(&rest[..count]);
                *at += count;
                Ok(count)
            }
            State::Utf16(text) => text.read(&mut self.inner, output),
            State::Lines(lines) => lines.read(&mut self.inner, output),
            State::Refused(failure) => Err(failure.clone().into_io()),
            State::New => Ok(0),
        }
    }
}

/// Whether a content that begins so is text in some encoding of bytes: binary forms of games have such bytes early.
fn is_text(head: &[u8]) -> bool {
    !head.iter().take(64).any(|byte| matches!(byte, 0..=8))
}

/// The order of bytes, when a content that begins so is UTF-16: by its mark, or where nearly all of the first characters
/// are ASCII and so have a NUL each.
fn utf16(head: &[u8]) -> Option<Order> {
    match head {
        [0xff, 0xfe, ..] => return Some(Order::Little),
        [0xfe, 0xff, ..] => return Some(Order::Big),
        _ => {}
    }
    let units = head.chunks_exact(2).take(64);
    // So short a text says too little.
    if units.len() < 4 {
        return None;
    }
    let is_text = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    let looks_so = |low: usize| {
        let first =
            units.clone().next().is_some_and(|unit| unit[low].is_ascii_graphic() && unit[1 - low] == 0);
        let ascii = units.clone().filter(|unit| unit[1 - low] == 0 && is_text(unit[low])).count();
        first && ascii * 4 >= units.len() * 3
    };
    if looks_so(0) {
        Some(Order::Little)
    } else if looks_so(1) {
        Some(Order::Big)
    } else {
        None
    }
}

/// A decoder of UTF-16.
struct Utf16 {
    order: Order,
    /// Bytes that are still to be decoded.
    raw: Vec<u8>,
    /// Bytes decoded before them.
    offset: u64,
    /// Room for bytes that come from the source.
    piece: Box<[u8]>,
    decoded: Vec<u8>,
    at: usize,
    at_end: bool,
    failed: Option<DecodeFailure>,
}

impl Utf16 {
    fn new(order: Order, head: Vec<u8>) -> Self {
        let has_mark = matches!(head.as_slice(), [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
        let mark = if has_mark { 2 } else { 0 };
        let raw = head[mark..].to_vec();
        let piece = vec![0; PIECE_BYTES].into_boxed_slice();
        Self {
            order,
            raw,
            offset: mark as u64,
            piece,
            decoded: Vec::new(),
            at: 0,
            at_end: false,
            failed: None,
        }
    }

    fn read(&mut self, inner: &mut impl Read, output: &mut [u8]) -> io::Result<usize> {
        loop {
            let rest = &self.decoded[self.at..];
            if !rest.is_empty() {
                let count = rest.len().min(output.len());
                output[..count].copy_from_slice(&rest[..count]);
                self.at += count;
                return Ok(count);
            }
            if let Some(failure) = &self.failed {
                return Err(failure.clone().into_io());
            }
            if self.at_end {
                return Ok(0);
            }
            // The first bytes are there already; later, half a character at most.
            if self.raw.len() < 4 {
                let got = inner.read(&mut self.piece)?;
                self.raw.extend_from_slice(&self.piece[..got]);
                self.at_end = got == 0;
            }
            self.decode();
        }
    }

    /// Decodes what is whole. Half a pair waits, and at the end it is damage like any other.
    fn decode(&mut self) {
        self.decoded.clear();
        self.at = 0;
        let order = self.order;
        let unit = |pair: &[u8]| match order {
            Order::Little => u16::from_le_bytes([pair[0], pair[1]]),
            Order::Big => u16::from_be_bytes([pair[0], pair[1]]),
        };
        let mut used = 0;
        let mut buffer = [0; 4];
        for found in char::decode_utf16(self.raw.chunks_exact(2).map(unit)) {
            match found {
                Ok(character) => {
                    self.decoded.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
                    used += 2 * character.len_utf16();
                }
                Err(_) => break,
            }
        }
        let left = self.raw.len() - used;
        if left >= 4 || (self.at_end && left > 0) {
            let what = if left >= 2 { "half a character" } else { "half a code unit" };
            let text = format!("{what} of UTF-16, at byte {}", self.offset + used as u64);
            self.failed = Some(DecodeFailure { kind: SourceErrorKind::Corrupt, text });
        }
        self.raw.drain(..used);
        self.offset += used as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(text: &str, order: Order, mark: bool) -> Vec<u8> {
        let mark = mark.then_some(0xfeff);
        let units = mark.into_iter().chain(text.encode_utf16());
        units
            .flat_map(|unit| match order {
                Order::Little => unit.to_le_bytes(),
                Order::Big => unit.to_be_bytes(),
            })
            .collect()
    }

    /// A reader that gives few bytes at a time.
    struct Drip(Vec<u8>, usize);

    impl Read for Drip {
        fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
            let count = output.len().min(3).min(self.0.len() - self.1);
            output[..count].copy_from_slice(&self.0[self.1..self.1 + count]);
            self.1 += count;
            Ok(count)
        }
    }

    #[test]
    fn either_order_is_read_with_and_without_a_mark() {
        let text = format!("[White \"Ł. Ólafsson 𝄞\"]\n\n{}", "1. e4 {𝄞 ž} e5 *\n".repeat(3000));
        for order in [Order::Little, Order::Big] {
            for mark in [true, false] {
                let bytes = encoded(&text, order, mark);
                for reader in [Box::new(Drip(bytes.clone(), 0)) as BoxRead, Box::new(io::Cursor::new(bytes))]
                {
                    let mut reader = Text::new(reader, false, None);
                    assert!(reader.is_decoded().unwrap());
                    let mut read = String::new();
                    reader.read_to_string(&mut read).unwrap();
                    assert!(read == text, "{order:?} {mark}");
                }
            }
        }
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for bytes in
            [&b""[..], b"1", b"1\0.\0", b"[Ev\0ent \"x\"]", b"\xef\xbb\xbf1. e4 *", b"\x05\x03\0e\0x\0y\0z\0"]
        {
            let mut reader = Text::new(Box::new(io::Cursor::new(bytes.to_vec())), false, None);
            assert!(!reader.is_decoded().unwrap());
            let mut read = Vec::new();
            reader.read_to_end(&mut read).unwrap();
            assert_eq!(read, bytes);
        }
    }

    #[test]
    fn damage_comes_after_what_could_be_read_and_has_its_place() {
        for (tail, place) in [
            (&[0x00, 0xd8, b'x', 0][..], "half a character of UTF-16, at byte 16"),
            (b"x", "half a code unit of UTF-16, at byte 16"),
        ] {
            let bytes = [encoded("1. e4 *", Order::Little, true), tail.to_vec()].concat();
            let mut reader = Text::new(Box::new(io::Cursor::new(bytes)), false, None);
            let mut read = Vec::new();
            let error = reader.read_to_end(&mut read).unwrap_err();
            assert_eq!(read, b"1. e4 *");
            assert_eq!(error.to_string(), place);
        }
    }
}
