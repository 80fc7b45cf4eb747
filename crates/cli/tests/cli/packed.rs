//! `-o`: its ending says how the output is compressed, and to `convert` what is written.

use std::io::Read as _;

use crate::rig::{BAD, CANONICAL, Dir, LAX};

#[test]
fn an_ending_compresses() {
    let dir = Dir::with("in.pgn", LAX.repeat(3000));
    for (name, mark) in [
        ("out.pgn.gz", &b"\x1f\x8b"[..]),
        ("out.pgn.BZ2", b"BZh"),
        ("out.pgn.xz", b"\xfd7zXZ"),
        ("out.pgn.zst", b"\x28\xb5\x2f\xfd"),
    ] {
        dir.write(name, "old");
        dir.pgn(&["fmt", "in.pgn", "-o", name]).status(0);
        let packed = std::fs::read(dir.path(name)).unwrap();
        assert!(packed.starts_with(mark) && packed.len() < 20_000, "{name} {}", packed.len());
        assert_eq!(dir.pgn(&["fmt", name]).status(0).out(), CANONICAL.repeat(3000), "{name}");
        // Not whole, and so not written.
        let ran = dir.pgn(&["fmt", "in.pgn", "missing.pgn", "-o", name]).status(2);
        assert!(
            ran.err().contains(&format!("{name}: not written: the output would be incomplete")),
            "{}",
            ran.err()
        );
        assert_eq!(std::fs::read(dir.path(name)).unwrap(), packed);
    }
    let mut text = String::new();
    let file = std::fs::File::open(dir.path("out.pgn.gz")).unwrap();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    assert_eq!(text, CANONICAL.repeat(3000));
    dir.write("bad.pgn", BAD);
    dir.pgn(&["fmt", "bad.pgn", "-q", "-o", "x.pgn", "--rejects", "rejects.pgn.zst"]).status(1);
    let rejects = zstd::decode_all(std::fs::File::open(dir.path("rejects.pgn.zst")).unwrap()).unwrap();
    assert_eq!(rejects, BAD.as_bytes());
    let ran = dir.pgn(&["fmt", "in.pgn", "-o", "out.pgn.zip"]).status(2);
    assert!(
        ran.err().contains("out.pgn.zip: cannot write: zip archives are not written; use .gz"),
        "{}",
        ran.err()
    );
    assert!(
        !dir.names().iter().any(|name| name.ends_with(".zip") || name.ends_with(".pgn-tmp")),
        "{:?}",
        dir.names()
    );
}

#[test]
fn an_ending_says_what_to_write() {
    let dir = Dir::with("in.pgn", LAX);
    for (name, form) in [
        ("a.json", "json"),
        ("a.JSONL", "json"),
        ("a.csv", "csv"),
        ("a.epd", "epd"),
        ("a.fen", "fen"),
        ("a.pgc", "pgc"),
        ("a.pgn", "pgn"),
        ("a.json.gz", "json"),
    ] {
        let lossy: &[&str] = if form == "pgc" { &["--lossy"] } else { &[] };
        dir.pgn(&[&["convert", "in.pgn", "-o", name], lossy].concat()).status(0);
        let expected = dir.pgn(&[&["convert", "in.pgn", "--to", form], lossy].concat()).status(0);
        let mut written = std::fs::read(dir.path(name)).unwrap();
        if name.ends_with(".gz") {
            let packed = std::mem::take(&mut written);
            flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut written).unwrap();
        }
        assert!(written == expected.bytes(), "{name}");
    }
    // Forms that are PGN for other readers.
    dir.pgn(&["convert", "in.pgn", "--to", "UCI", "-o", "uci.pgn"]).status(0);
    dir.pgn(&["convert", "in.pgn", "--to", "csv", "-o", "table.txt"]).status(0);
}

#[test]
fn contradictions_are_errors() {
    let dir = Dir::with("in.pgn", LAX);
    let cases: [(&[&str], &str); 6] = [
        (
            &["convert", "--to", "csv", "-o", "x.json"],
            "x.json: --to csv and the extension of json contradict each other",
        ),
        (
            &["convert", "--to", "san", "-o", "x.csv.gz"],
            "x.csv.gz: --to san and the extension of csv contradict each other",
        ),
        (&["convert", "-o", "x.txt"], "x.txt: cannot infer the format from the extension; use --to"),
        (&["convert", "-o", "x.gz"], "x.gz: cannot infer the format from the extension; use --to"),
        (
            &["fmt", "-o", "x.json"],
            "x.json: its extension asks for json, which `pgn convert` writes; fmt writes PGN",
        ),
        (&["convert"], "--to <FORMAT>"),
    ];
    for (args, expected) in cases {
        let ran = dir.pgn(&[args, &["in.pgn"]].concat()).status(2);
        assert!(ran.err().contains(expected), "{}", ran.err());
    }
    assert_eq!(dir.names(), ["in.pgn"]);
}
