//! Files of other programs, which are no games: recognised by their first bytes, and named.

use super::Compression;
use memchr::memmem;

/// Bytes of the content that are looked at. The mark of a tar archive is at byte 257.
pub(crate) const HEAD_BYTES: usize = 4096;

/// Advice by kind of file.
const EXTRACT: &str = "unpack it first";
const EXPORT: &str = "export its games as PGN with the program it belongs to";
const COPY: &str = "copy the games out of it into a text file";
const CONVERT: &str = "convert it to UTF-8 first";
#[cfg(not(feature = "columns"))]
const COLUMNS: &str = "this build is without the feature `columns`, which reads it";
const OTHER: &str = "is it the right file?";
const COUNTS: &str = "pgn tree --index and pgn serve read them";
const HEADERS: &str = "name the file .cbh of the database";
const INDEX: &str = "name its index, the file .si4, .si3 or .si5";

/// Marks at the beginning of a file.
const MARKS: &[(&[u8], &str, &str)] = &[
    (b"\x7fELF", "a program (ELF)", OTHER),
    (b"\xcf\xfa\xed\xfe", "a program (Mach-O)", OTHER),
    (b"\xca\xfe\xba\xbe", "a program (Mach-O, or Java classes)", OTHER),
    (b"\0asm", "a program (WebAssembly)", OTHER),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", EXTRACT),
    (b"Rar!\x1a\x07", "a RAR archive", EXTRACT),
    (b"MSCF\0\0\0\0", "a cabinet archive", EXTRACT),
    (b"\x04\x22\x4d\x18", "an lz4 file", EXTRACT),
    (b"LZIP\x01", "an lzip file", EXTRACT),
    (b"\x1f\x9d", "a file of compress (.Z)", EXTRACT),
    (b"%PDF-", "a PDF document", COPY),
    (b"{\\rtf", "a rich text document", COPY),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of Microsoft Office", COPY),
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)", OTHER),
    (b"\xff\xd8\xff", "a picture (JPEG)", OTHER),
    (b"GIF87a", "a picture (GIF)", OTHER),
    (b"GIF89a", "a picture (GIF)", OTHER),
    (b"FCOE", "counts of moves for the Free Chess Club (.oe), without games", COUNTS),
    (b"SQLite format 3\0", "an SQLite database", EXPORT),
    #[cfg(not(feature = "databases"))]
    (b"Scid.si\0", "the index of a Scid database", EXPORT),
    (b"Scid.sn\0", "the names of a Scid database", INDEX),
    #[cfg(not(feature = "databases"))]
    (b"\0\0\x2c\0\x2e\x01", "a ChessBase database (.cbh)", EXPORT),
    #[cfg(not(feature = "databases"))]
    (b"\0\0\x24\0\x2e\x01", "a ChessBase database (.cbh)", EXPORT),
    #[cfg(not(feature = "columns"))]
    (b"PAR1", "a file of Parquet", COLUMNS),
    #[cfg(not(feature = "columns"))]
    (b"ARROW1\0\0", "a file of Arrow", COLUMNS),
    (b"\xff\xfe\0\0", "text in UTF-32", CONVERT),
    (b"\0\0\xfe\xff", "text in UTF-32", CONVERT),
];

/// Endings of binary files that have no mark of their own.
const ENDINGS: &[(&[&str], &str, &str)] = &[
    (
        &["cbg", "cba", "cbp", "cbt", "cbc", "cbs", "cbe", "cbj", "cbl", "cbtt"],
        "a part of a database of ChessBase",
        HEADERS,
    ),
    #[cfg(not(feature = "databases"))]
    (&["cbz"], "an archive of ChessBase with a password", "unpack it with ChessBase first"),
    (&["cbh", "cbv", "cbf", "cbi", "2cbh", "2cbg"], "a file of ChessBase", EXPORT),
    (&["sg3", "sn3", "sg4", "sn4", "sg5", "sn5"], "a part of a Scid database", INDEX),
    (&["si3", "si4", "si5"], "a part of a Scid database", EXPORT),
    (&["ctg", "cto", "ctb", "bin", "abk"], "an opening book", OTHER),
];

/// What a content is that begins so, and what to do about it, when it is of another program for certain.
pub(crate) fn recognise(head: &[u8]) -> Option<String> {
    let marked = MARKS.iter().find(|(mark, ..)| head.starts_with(mark));
    let (what, advice) = match marked {
        Some((_, what, advice)) => (*what, *advice),
        None if is_executable(head) => ("a program for Windows", OTHER),
        None if is_tar(head) => ("a tar archive", EXTRACT),
        None if is_markup(head) => ("a web page or XML without a game", "fetch the file of games itself"),
        None => return None,
    };
    Some(format!("it is {what}; {advice}"))
}

/// The same for what was compressed and is so once more.
pub(crate) fn nested(head: &[u8]) -> Option<String> {
    match Compression::detect(head) {
        Compression::Plain => None,
        form => Some(format!("it is a {form} file that was compressed again; {EXTRACT}")),
    }
}

/// The same for what is binary and of a form that has no mark; `name` may tell.
pub(crate) fn binary(name: &str, head: &[u8]) -> Option<String> {
    // NULs in number are in no text of one byte a character; a few slips are reported one by one.
    memchr::memchr(0, head)?;
    let is_control = |byte: &&u8| matches!(byte, 0..=8 | 0x0e..=0x1f | 0x7f);
    let controls = head.iter().filter(is_control).count();
    if controls < 8 || controls * 20 < head.len() {
        return None;
    }
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    let named =
        |(endings, ..): &&(&[&str], &str, &str)| extension.as_deref().is_some_and(|e| endings.contains(&e));
    let (what, advice) = match ENDINGS.iter().find(named) {
        Some((_, what, advice)) => (*what, *advice),
        None => ("binary data, and no text", OTHER),
    };
    Some(format!("it is {what}; {advice}"))
}

fn is_executable(head: &[u8]) -> bool {
    head.starts_with(b"MZ") && head.iter().take(64).filter(|byte| **byte == 0).count() > 8
}

fn is_tar(head: &[u8]) -> bool {
    matches!(head.get(257..263), Some(b"ustar\0" | b"ustar ")) && head[..100].contains(&0)
}

/// Markup in which no line begins like a tag pair: games are found in web pages too.
fn is_markup(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let begins = |mark: &[u8]| text.get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark));
    let is_markup =
        [&b"<!doctype"[..], b"<html", b"<?xml", b"<head", b"<!--", b"<svg"].into_iter().any(begins);
    is_markup && memmem::find(text, b"[Event ").is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_known_and_texts_are_not_taken_for_them() {
        for (head, expected) in [
            (&b"\x7fELF\x02\x01\x01\0"[..], "a program (ELF)"),
            (b"7z\xbc\xaf\x27\x1c\0\x04", "a 7-Zip archive"),
            (b"Rar!\x1a\x07\x01\0", "a RAR archive"),
            (b"%PDF-1.7\n", "a PDF document"),
            (b"SQLite format 3\0\x10", "an SQLite database"),
            (b"Scid.sn\0\0", "the names of a Scid database"),
            #[cfg(not(feature = "databases"))]
            (b"Scid.si\0\x01", "the index of a Scid database"),
            #[cfg(not(feature = "databases"))]
            (b"\0\0\x2c\0\x2e\x01\0", "a ChessBase database"),
            (b"\r\n<!DOCTYPE HTML><title>404</title>", "a web page"),
            (b"<html>404</html>\n", "a web page"),
            (b"\xff\xfe\0\0[\0\0\0", "text in UTF-32"),
        ] {
            let found = recognise(head).unwrap_or_default();
            assert!(found.starts_with(&format!("it is {expected}")), "{found}");
        }
        let texts: [&[u8]; 7] = [
            b"",
            b"%PDF is an escape line\n1. e4 *",
            b"MZ\n[Event \"x\"]",
            b"<html><pre>\n[Event \"x\"]\n\n1. e4 *",
            b"<e4> 1. e4 *",
            b"7z 1. e4 *",
            b"Rar! 1. e4",
        ];
        for text in texts {
            assert_eq!(recognise(text), None, "{}", text.escape_ascii());
            assert_eq!(binary("a.cbh", text), None, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn an_archive_of_tapes_is_known_at_its_place() {
        let mut head = vec![0; 512];
        head[..9].copy_from_slice(b"games.pgn");
        head[257..263].copy_from_slice(b"ustar\0");
        assert!(recognise(&head).unwrap_or_default().contains("a tar archive"));
        let text = [&[b'x'; 257][..], b"ustar\0"].concat();
        assert_eq!(recognise(&text), None);
    }

    #[test]
    fn binary_data_are_told_from_slips() {
        let bytes: Vec<u8> = (0..=255).cycle().take(1024).collect();
        assert!(binary("x.cbg", &bytes).is_some_and(|text| text.contains("ChessBase")));
        assert!(binary("x.pgn", &bytes).is_some_and(|text| text.contains("binary data")));
        assert_eq!(binary("x.pgn", b"[Ev\0ent \"x\"]\n\n1. e4 *"), None);
        assert_eq!(binary("x.pgn", &[0x1a; 100]), None);
    }
}
