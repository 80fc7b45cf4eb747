//! Character sets that text may be stored in, decoded to UTF-8.

use super::BoxRead;
use super::text::Order;
use std::fmt;
use std::io::{self, Read};
use std::str::FromStr;

/// A character set that an input is read in: what is UTF-8 stays, everything else is decoded.
///
/// ```
/// use pgnkit_archive::source::Charset;
///
/// let charset: Charset = "windows-1251".parse()?;
/// assert_eq!(charset.name(), "windows-1251");
/// assert!("klingon".parse::<Charset>().is_err());
/// # Ok::<(), pgnkit_archive::source::UnknownCharset>(())
/// ```
#[derive(Clone, Copy)]
pub struct Charset {
    name: &'static str,
    table: Table,
}

#[derive(Clone, Copy)]
enum Table {
    Utf8,
    Utf16(Order),
    /// One of the WHATWG's Encoding Standard.
    #[cfg(feature = "encodings")]
    Web(&'static encoding_rs::Encoding),
    /// A code page of DOS.
    #[cfg(feature = "encodings")]
    Dos(&'static oem_cp::code_table_type::TableType),
}

/// Code pages of DOS, by number.
#[cfg(feature = "encodings")]
const CODE_PAGES: [(&str, u16); 17] = [
    ("cp437", 437),
    ("cp720", 720),
    ("cp737", 737),
    ("cp775", 775),
    ("cp850", 850),
    ("cp852", 852),
    ("cp855", 855),
    ("cp857", 857),
    ("cp858", 858),
    ("cp860", 860),
    ("cp861", 861),
    ("cp862", 862),
    ("cp863", 863),
    ("cp864", 864),
    ("cp865", 865),
    ("cp866", 866),
    ("cp869", 869),
];

impl Charset {
    /// Its name in the Encoding Standard, or `cp` and the number of the code page.
    pub fn name(self) -> &'static str {
        self.name
    }

    pub(super) fn utf16_order(self) -> Option<Order> {
        match self.table {
            Table::Utf16(order) => Some(order),
            _ => None,
        }
    }

    /// Appends bytes that are not UTF-8; bytes without a character stay as they are.
    fn decode(self, bytes: &[u8], out: &mut Vec<u8>) {
        match self.table {
            #[cfg(feature = "encodings")]
            Table::Web(encoding) => match encoding.decode_without_bom_handling_and_without_replacement(bytes)
            {
                Some(text) => out.extend_from_slice(text.as_bytes()),
                None => out.extend_from_slice(bytes),
            },
            #[cfg(feature = "encodings")]
            Table::Dos(table) => match table.decode_string_checked(bytes) {
                Some(text) => out.extend_from_slice(text.as_bytes()),
                None => out.extend_from_slice(bytes),
            },
            _ => out.extend_from_slice(bytes),
        }
    }

    /// Whether each byte is a character, so that words can be decoded alone.
    fn is_single_byte(self) -> bool {
        match self.table {
            #[cfg(feature = "encodings")]
            Table::Web(encoding) => encoding.is_single_byte(),
            _ => true,
        }
    }

    fn decode_line(self, line: &[u8], out: &mut Vec<u8>) {
        if std::str::from_utf8(line).is_ok() {
            out.extend_from_slice(line);
        } else if self.is_single_byte() {
            // A word is UTF-8 whole or not at all: some letters of a DOS word may look like one of UTF-8.
            for run in line.chunk_by(|one, other| one.is_ascii() == other.is_ascii()) {
                if std::str::from_utf8(run).is_ok() {
                    out.extend_from_slice(run);
                } else {
                    run.iter().for_each(|byte| self.decode(&[*byte], out));
                }
            }
        } else {
            self.decode(line, out);
        }
    }
}

impl FromStr for Charset {
    type Err = UnknownCharset;

    fn from_str(name: &str) -> Result<Self, UnknownCharset> {
        let label = name.trim().to_ascii_lowercase();
        let plain = match label.as_str() {
            "utf-8" | "utf8" => Some(("utf-8", Table::Utf8)),
            "utf-16le" | "utf-16" | "utf16" => Some(("utf-16le", Table::Utf16(Order::Little))),
            "utf-16be" => Some(("utf-16be", Table::Utf16(Order::Big))),
            _ => None,
        };
        let found = plain.or_else(|| by_table(&label));
        found.map(|(name, table)| Self { name, table }).ok_or(UnknownCharset)
    }
}

#[cfg(feature = "encodings")]
fn by_table(label: &str) -> Option<(&'static str, Table)> {
    let digits =
        ["cp", "ibm", "dos-", "oem"].iter().find_map(|prefix| label.strip_prefix(prefix)).unwrap_or(label);
    if let Some((name, page)) = CODE_PAGES.iter().find(|(name, _)| name[2..] == *digits) {
        let table = oem_cp::code_table::DECODING_TABLE_CP_MAP.get(page)?;
        return Some((name, Table::Dos(table)));
    }
    let encoding = encoding_rs::Encoding::for_label_no_replacement(label.as_bytes())?;
    Some((encoding.name(), Table::Web(encoding)))
}

#[cfg(not(feature = "encodings"))]
fn by_table(_: &str) -> Option<(&'static str, Table)> {
    None
}

impl fmt::Debug for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Charset").field(&self.name).finish()
    }
}

/// A name that no character set has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownCharset;

impl fmt::Display for UnknownCharset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a character set: windows-1252, iso-8859-2, koi8-r, cp437, cp850, macintosh, gbk, shift_jis, utf-16le …")
    }
}

impl std::error::Error for UnknownCharset {}

/// Bytes that are asked for at a time.
const PIECE_BYTES: usize = 32 << 10;

/// Longer lines are decoded in pieces, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// A decoder that takes line by line: second bytes of a character may be braces and backslashes, but no line ends.
pub(super) struct Lines {
    charset: Charset,
    /// Bytes that are still to be decoded.
    raw: Vec<u8>,
    piece: Box<[u8]>,
    decoded: Vec<u8>,
    at: usize,
    at_end: bool,
}

impl Lines {
    pub(super) fn new(charset: Charset, head: Vec<u8>) -> Self {
        let piece = vec![0; PIECE_BYTES].into_boxed_slice();
        Self { charset, raw: head, piece, decoded: Vec::new(), at: 0, at_end: false }
    }

    pub(super) fn read(&mut self, inner: &mut BoxRead, output: &mut [u8]) -> io::Result<usize> {
        loop {
            let rest = &self.decoded[self.at..];
            if !rest.is_empty() {
                let count = rest.len().min(output.len());
                output[..count].copy_from_slice(&rest[..count]);
                self.at += count;
                return Ok(count);
            }
            if self.at_end {
                return Ok(0);
            }
            let known = self.raw.len();
            let got = match inner.read(&mut self.piece) {
                Ok(got) => got,
                Err(error) if known == 0 || error.kind() == io::ErrorKind::Interrupted => return Err(error),
                // What was read comes before the damage, which the next read reports again.
                Err(_) => {
                    self.decode(known);
                    continue;
                }
            };
            self.raw.extend_from_slice(&self.piece[..got]);
            self.at_end = got == 0;
            let end = match memchr::memrchr(b'\n', &self.raw[known..]) {
                _ if self.at_end => self.raw.len(),
                Some(at) => known + at + 1,
                None if self.raw.len() < LONGEST_LINE => 0,
                // A blank is a whole character everywhere.
                None => memchr::memrchr(b' ', &self.raw).map_or(self.raw.len(), |at| at + 1),
            };
            self.decode(end);
        }
    }

    fn decode(&mut self, end: usize) {
        self.decoded.clear();
        self.at = 0;
        for line in self.raw[..end].split_inclusive(|byte| *byte == b'\n') {
            self.charset.decode_line(line, &mut self.decoded);
        }
        self.raw.drain(..end);
    }
}

#[cfg(all(test, feature = "encodings"))]
mod tests {
    use super::*;

    fn read(bytes: &[u8], charset: &str) -> String {
        let mut inner: BoxRead = Box::new(io::Cursor::new(bytes[bytes.len().min(5)..].to_vec()));
        let mut lines = Lines::new(charset.parse().unwrap(), bytes[..bytes.len().min(5)].to_vec());
        let (mut out, mut piece) = (Vec::new(), [0; 7]);
        loop {
            match lines.read(&mut inner, &mut piece).unwrap() {
                0 => return String::from_utf8(out).unwrap(),
                count => out.extend_from_slice(&piece[..count]),
            }
        }
    }

    #[test]
    fn each_character_set_is_decoded() {
        for (bytes, charset, text) in [
            (
                &b"[White \"\xcf\xe5\xf2\xf0\xee\xf1\xff\xed\"]\n"[..],
                "windows-1251",
                "[White \"Петросян\"]\n",
            ),
            (b"[White \"\xcf\xe5\xf2\xf0\xee\xf1\xff\xed\"]\n", "CP1251", "[White \"Петросян\"]\n"),
            (b"[White \"\xf0\xc5\xd4\xd2\"]", "koi8-r", "[White \"Петр\"]"),
            (b"{M\x81ller \x84}", "cp437", "{Müller ä}"),
            (b"{M\x81ller \x9b}", "IBM850", "{Müller ø}"),
            (b"{M\x81ller}", "850", "{Müller}"),
            (b"{M\xfcller \x80}", "iso-8859-1", "{Müller €}"),
            (b"{\xa6wi\xb6ta}", "iso-8859-2", "{Świśta}"),
            (b"{M\x9fller}", "macintosh", "{Müller}"),
            // The second byte of this character is a backslash.
            (b"{\x95\x5c\x8e\xa6}\n{x}", "shift_jis", "{表示}\n{x}"),
            (b"{\xd6\xd0\xb9\xfa}", "gbk", "{中国}"),
            // UTF-8 stays, beside other bytes or alone.
            ("{Müller} {é}\n".as_bytes(), "cp437", "{Müller} {é}\n"),
            (b"{M\xc3\xbcller} {M\x81ller}\n", "cp437", "{Müller} {Müller}\n"),
            // Bytes in the middle of this word would be a letter of UTF-8.
            (b"{\x8a\xa0\xe0\xaf\xae\xa2} {M\xc3\xbcller}", "cp866", "{Карпов} {Müller}"),
            (b"\xef\xbb\xbf{M\xfcller}", "windows-1252", "\u{feff}{Müller}"),
            (b"", "cp437", ""),
        ] {
            assert_eq!(read(bytes, charset), text, "{charset}");
        }
    }

    #[test]
    fn each_code_page_has_a_table_and_names_are_found_in_any_case() {
        for (name, _) in CODE_PAGES {
            assert_eq!(name.parse::<Charset>().map(Charset::name), Ok(name));
            assert_eq!(name.to_uppercase().parse::<Charset>().map(Charset::name), Ok(name));
        }
        assert_eq!(" Latin1 ".parse::<Charset>().map(Charset::name), Ok("windows-1252"));
        for name in ["", "replacement", "iso-2022-kr", "x", "cp", "cp9999"] {
            assert!(name.parse::<Charset>().is_err(), "{name}");
        }
    }

    #[test]
    fn bytes_without_a_character_stay() {
        let mut out = Vec::new();
        "windows-1253".parse::<Charset>().unwrap().decode_line(b"a\xd2b\xe1", &mut out);
        assert_eq!(out, b"a\xd2b\xce\xb1");
    }

    #[test]
    fn long_lines_are_decoded_in_pieces() {
        let text = b"\x81 ".repeat(LONGEST_LINE);
        assert!(read(&text, "cp437") == "ü ".repeat(LONGEST_LINE));
    }
}
