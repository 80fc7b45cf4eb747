//! Files that are no PGN of one byte a character: UTF-16 is read, files of other programs are named and refused.

use std::fs;
use std::io::Write as _;

use crate::rig::{CANONICAL, Dir, LAX, pgn};

fn utf16(text: &str, little: bool, mark: bool) -> Vec<u8> {
    let mark = mark.then_some(0xfeff);
    let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
    mark.into_iter().chain(text.encode_utf16()).flat_map(bytes).collect()
}

#[test]
fn utf16_is_read_in_every_form_and_never_replaced() {
    let lax = LAX.replace("Tal", "Tál Ł");
    let canonical = CANONICAL.replace("Tal", "Tál Ł");
    for (little, mark) in [(true, true), (true, false), (false, true), (false, false)] {
        let bytes = utf16(&lax, little, mark);
        let dir = Dir::with("a.pgn", &bytes);
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(&bytes).unwrap();
        dir.write("b.pgn.gz", packed.finish().unwrap());
        for name in ["a.pgn", "b.pgn.gz"] {
            assert_eq!(dir.pgn(&["fmt", name]).status(0).out(), canonical, "{little} {mark}");
        }
        assert_eq!(pgn(&["fmt"], &bytes).status(0).out(), canonical);
        let ran = dir.pgn(&["fmt", "-i", "a.pgn"]).status(2);
        assert!(
            ran.err().contains("a.pgn: a file in UTF-16 cannot be formatted in place; use -o"),
            "{}",
            ran.err()
        );
        dir.pgn(&["check", "--fix", "a.pgn"]);
        assert_eq!(fs::read(dir.path("a.pgn")).unwrap(), bytes);
    }
    let dir = Dir::with("a.pgn", utf16(CANONICAL, true, true));
    assert_eq!(dir.pgn(&["fmt", "--check", "a.pgn"]).status(1).out(), "a.pgn:1: not in export format\n");
    let json = pgn(&["convert", "--to", "json"], CANONICAL).status(0);
    assert_eq!(pgn(&["fmt"], utf16(json.out(), true, true)).status(0).out(), CANONICAL);
    // Places are those of the text as it is read.
    let ran = pgn(&["check", "--format", "concise"], utf16("\n1. e4 {š} e5 2. Ke3 *", false, true)).status(1);
    assert!(ran.out().starts_with("<stdin>:2:17: error[PGN-C001]"), "{}", ran.out());
}

#[test]
fn files_of_other_programs_are_named_refused_and_left_as_they_are() {
    let mut tar = vec![0; 1024];
    tar[..9].copy_from_slice(b"games.pgn");
    tar[257..263].copy_from_slice(b"ustar\0");
    tar[512..512 + LAX.len()].copy_from_slice(LAX.as_bytes());
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&tar).unwrap();
    let noise: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let cases: [(&str, Vec<u8>, &str); 10] = [
        (
            "a.pgn",
            [b"\x7fELF\x02\x01\x01\0", &noise[..]].concat(),
            "it is a program (ELF); is it the right file?",
        ),
        (
            "b.pgn",
            [b"7z\xbc\xaf\x27\x1c\0\x04", &noise[..]].concat(),
            "it is a 7-Zip archive; unpack it first",
        ),
        ("c.pgn", [b"Rar!\x1a\x07\x01\0", &noise[..]].concat(), "it is a RAR archive; unpack it first"),
        ("d.pgn", b"%PDF-1.4\n1 0 obj\n".to_vec(), "it is a PDF document; copy the games out"),
        ("e.pgn", packed.finish().unwrap(), "it is a tar archive; unpack it first"),
        (
            "f.pgn",
            b"SQLite format 3\0\x10\0\x01\x01".to_vec(),
            "it is an SQLite database; export its games as PGN",
        ),
        ("g.sn4", b"Scid.sn\0\x01\x90\0\0".to_vec(), "it is the names of a Scid database; name its index"),
        ("h.cbg", noise.clone(), "it is a part of a database of ChessBase; name the file .cbh"),
        ("i.pgn", noise, "it is binary data, and no text; is it the right file?"),
        ("j.pgn", b"<html>404</html>\n".to_vec(), "it is a web page or XML without a game; fetch"),
    ];
    for (name, bytes, expected) in cases {
        let dir = Dir::with(name, &bytes);
        let commands: [&[&str]; 5] =
            [&["check"], &["check", "--fix"], &["fmt"], &["fmt", "-i"], &["convert", "--to", "json"]];
        for command in commands {
            let ran = dir.pgn(&[command, &["-q", name]].concat()).status(2);
            assert_eq!(ran.out(), "", "{name} {command:?}");
            assert_eq!(ran.err().lines().count(), 1, "{}", ran.err());
            let said = format!("pgn: {name}: no games can be read: {expected}");
            assert!(ran.err().starts_with(&said), "{}", ran.err());
        }
        let ran = dir.pgn(&["fmt", "-o", "out.pgn", name]).status(2);
        assert!(ran.err().contains(expected), "{}", ran.err());
        assert_eq!((fs::read(dir.path(name)).unwrap(), dir.names()), (bytes, vec![name.to_owned()]));
    }
    // A page that has games is read.
    pgn(&["check"], "<html><pre>\n[Event \"x\"]\n\n1. e4 *\n</pre>\n").status(1);
}
