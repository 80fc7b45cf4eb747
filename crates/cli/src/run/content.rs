//! What an input holds: games or positions, told by option, by name or by its first line.

use std::io::{self, Cursor, Read};

use pgnkit::epd::RecordFormat;
use pgnkit::pgc;

use crate::args::{CommonArgs, InputFormat};

/// As much as is looked at where the name says nothing.
const HEAD: usize = 4096;

/// What an input holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Games,
    /// One position a line.
    Records(RecordFormat),
    /// One game a line.
    Json,
    /// Games in binary coding.
    Pgc,
}

impl Content {
    /// What the format asked for holds, or else what the name says; `None` where neither does.
    pub(crate) fn named(name: &str, format: Option<InputFormat>) -> Option<Self> {
        Some(match format {
            Some(InputFormat::Pgn) => Self::Games,
            Some(InputFormat::Epd) => Self::Records(RecordFormat::Epd),
            Some(InputFormat::Fen) => Self::Records(RecordFormat::Fen),
            Some(InputFormat::Pgc) => Self::Pgc,
            Some(InputFormat::Json) => Self::Json,
            None => match ending(name) {
                "epd" => Self::Records(RecordFormat::Epd),
                "fen" => Self::Records(RecordFormat::Fen),
                "pgn" => Self::Games,
                "pgc" => Self::Pgc,
                "json" | "jsonl" | "ndjson" => Self::Json,
                _ => return None,
            },
        })
    }

    /// Why games cannot take the place of what is there, or be compared with it.
    pub(crate) fn not_in_export_format(self) -> Option<&'static str> {
        match self {
            Self::Json => Some("it holds games as JSON, which are in no export format"),
            Self::Pgc => Some("it holds games in binary coding, which are in no export format"),
            Self::Games | Self::Records(_) => None,
        }
    }

    /// What a text that begins so holds.
    fn of_text(head: &[u8]) -> Self {
        if pgc::begins_file(head) {
            return Self::Pgc;
        }
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let lines = head.split(|byte| matches!(byte, b'\n' | b'\r'));
        let Some(line) = lines.map(<[u8]>::trim_ascii).find(|line| !line.is_empty()) else {
            return Self::Games;
        };
        if super::json::begins_object(line) {
            return Self::Json;
        }
        let words: Vec<&[u8]> = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
        let is_board = |word: &[u8]| {
            word.iter().filter(|byte| **byte == b'/').count() == 7
                && word.iter().all(|byte| b"pnbrqkPNBRQK12345678/".contains(byte))
        };
        match words.as_slice() {
            [board, b"w" | b"b", rest @ ..] if is_board(board) => {
                let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
                let is_fen = matches!(rest, [_, _, clock, number] if is_number(clock) && is_number(number));
                Self::Records(if is_fen { RecordFormat::Fen } else { RecordFormat::Epd })
            }
            _ => Self::Games,
        }
    }

    /// What an input holds that is called `name`, and all of its bytes.
    pub(super) fn of<R: Read>(
        name: &str,
        common: &CommonArgs,
        mut reader: R,
    ) -> io::Result<(Self, impl Read + use<R>)> {
        let mut head = Vec::new();
        let content = match Self::named(name, common.from) {
            Some(content) => content,
            None => {
                (&mut reader).take(HEAD as u64).read_to_end(&mut head)?;
                match Self::of_text(&head) {
                    found @ (Self::Json | Self::Pgc) => found,
                    found => Self::named(name, common.usual).unwrap_or(found),
                }
            }
        };
        Ok((content, Cursor::new(head).chain(reader)))
    }
}

/// The ending of a file's name, without that of a compressed form.
pub(crate) fn ending(name: &str) -> &'static str {
    let name = name.to_ascii_lowercase();
    let packed = [".gz", ".bz2", ".xz", ".zst", ".zip"];
    let stem = packed.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    let endings = ["pgn", "epd", "fen", "pgc", "json", "jsonl", "ndjson"];
    endings
        .into_iter()
        .find(|ending| stem.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.')))
        .unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_the_first_line() {
        let (epd, fen) = (Content::Records(RecordFormat::Epd), Content::Records(RecordFormat::Fen));
        for (text, expected) in [
            ("", Content::Games),
            ("\n\n1. e4 *", Content::Games),
            ("[Event \"8/8/8/8/8/8/8/8 w\"]", Content::Games),
            ("\u{feff}\r\n4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;", epd),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ; bm Kd2", epd),
            ("4k3/8/8/8/8/8/8/4K3 w - -", epd),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1\nrest", fen),
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", Content::Games),
            ("\n {\"tags\" : []}", Content::Json),
            ("{ }", Content::Json),
            ("{\"quoted\" and no member} 1. e4 *", Content::Games),
            ("{comment} 1. e4 *", Content::Games),
            ("{\"", Content::Games),
            ("\u{5}\u{3}\u{1}\r\u{6}", Content::Pgc),
            ("\0\n\u{1}\0x\u{5}", Content::Pgc),
            ("\n\u{1}\0x[A \"\"]", Content::Games),
            ("\0", Content::Games),
        ] {
            assert_eq!(Content::of_text(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn by_name() {
        for (name, expected) in [
            ("a.epd", "epd"),
            ("A.EPD.zst", "epd"),
            ("x.fen.gz", "fen"),
            ("epd", ""),
            ("a.txt", ""),
            ("a.pgn", "pgn"),
            ("a.jsonl.gz", "jsonl"),
            ("a.json", "json"),
        ] {
            assert_eq!(ending(name), expected, "{name}");
        }
    }
}
