//! `pgn epd sort`.

use crate::rig::{Dir, pgn};

const FIRST: &str = "4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7; id \"BK.10\";\n";
const SECOND: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"BK.2\";\n";
const THIRD: &str = "8/8/8/8/8/8/4P1k1/4K3 w - -\n";
const UNREAD: &str = "8/8 w - - bm  x\n";

#[test]
fn in_order() {
    for (args, input, expected) in [
        (&[][..], &[THIRD, SECOND, FIRST][..], &[FIRST, SECOND, THIRD][..]),
        (&["--by", "position"], &[SECOND, FIRST], &[FIRST, SECOND]),
        (&["--by", "id"], &[THIRD, FIRST, SECOND], &[SECOND, FIRST, THIRD]),
        // What cannot be read is never lost.
        (&[], &[UNREAD, SECOND, "8/8\n", FIRST], &[FIRST, SECOND, UNREAD, "8/8\n"]),
        (&["--by", "id"], &[UNREAD, SECOND], &[SECOND, UNREAD]),
        (&["--on-error", "drop"], &[UNREAD, SECOND, FIRST], &[FIRST, SECOND]),
        // Nor is a part of it better than nothing.
        (&["--on-error", "stop"], &[SECOND, FIRST, UNREAD], &[]),
        (&[], &[], &[]),
        (&[], &["\n\n"], &[]),
    ] {
        let status = i32::from(input.iter().any(|line| line.starts_with("8/8 ")));
        let ran = pgn(&[&["epd", "sort"], args].concat(), input.concat()).status(status);
        assert_eq!(ran.out(), expected.concat(), "{args:?} {input:?}");
        // Nothing is said of nothing.
        let written = format!("wrote {}", expected.len());
        assert_eq!(ran.account().ends_with(&written), !expected.is_empty(), "{}", ran.account());
    }
}

#[test]
fn records_that_are_equal_in_it_stay_in_their_order() {
    let fields = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    let input: String =
        ["id \"B\";", "", "id \"A\";", "bm e4;"].map(|rest| format!("{fields} {rest}\n")).concat();
    let sorted = input.replace("- \n", "-\n");
    assert_eq!(pgn(&["epd", "sort"], &input).status(0).out(), sorted);
}

#[test]
fn records_are_written_in_their_canonical_form() {
    let dir = Dir::with("a.epd", "\u{feff}8/8/8/8/8/8/4P1k1/4K3 w - - ;bm e2e3\r\n");
    dir.write("b.fen", "4k3/8/8/8/8/8/4P3/4K3 b - - 3 4\n");
    let ran = dir.pgn(&["epd", "sort", "a.epd", "b.fen"]).status(0);
    assert_eq!(ran.out(), "4k3/8/8/8/8/8/4P3/4K3 b - - 3 4\n8/8/8/8/8/8/4P1k1/4K3 w - - bm e3;\n");
    assert_eq!(ran.account(), "pgn: 2 records (73 bytes): no errors; wrote 2");
}

#[test]
fn an_output_file() {
    let dir = Dir::with("a.epd", [SECOND, FIRST].concat());
    dir.write("b.epd.zst", zstd::encode_all(THIRD.as_bytes(), 1).unwrap());
    dir.pgn(&["epd", "sort", "b.epd.zst", "a.epd", "-o", "d.epd"]).status(0);
    std::fs::rename(dir.path("d.epd"), dir.path("a.epd")).unwrap();
    let sorted = [FIRST, SECOND, THIRD].concat();
    assert_eq!(dir.read("a.epd"), sorted);
    // One that would be only a part is not written.
    let ran = dir.pgn(&["epd", "sort", "b.epd.zst", "missing.epd", "-o", "a.epd"]).status(2);
    assert!(ran.err().contains("pgn: a.epd: not written: the output would be incomplete\n"), "{}", ran.err());
    assert!(ran.account().ends_with("wrote 0"), "{}", ran.account());
    dir.write("c.epd", UNREAD);
    dir.pgn(&["epd", "sort", "c.epd", "--on-error", "stop", "-o", "a.epd"]).status(1);
    assert_eq!(dir.read("a.epd"), sorted);
}

#[test]
fn in_place() {
    let dir = Dir::with("a.epd", [UNREAD, SECOND, FIRST].concat());
    dir.write("b.epd", [THIRD, SECOND].concat());
    let packed = zstd::encode_all(THIRD.as_bytes(), 1).unwrap();
    dir.write("c.epd", &packed);
    let ran = dir.pgn(&["epd", "sort", "-i", "a.epd", "b.epd"]).status(1);
    assert!(ran.account().ends_with("1 with errors; wrote 5"), "{}", ran.account());
    assert_eq!(dir.read("a.epd"), [FIRST, SECOND, UNREAD].concat());
    assert_eq!(dir.read("b.epd"), [SECOND, THIRD].concat());
    dir.pgn(&["epd", "sort", "-i", "c.epd"]).status(0);
    assert_eq!(zstd::decode_all(&*std::fs::read(dir.path("c.epd")).unwrap()).unwrap(), THIRD.as_bytes());
    dir.pgn(&["epd", "sort", "-i"]).status(2);
}

#[test]
fn games_are_no_records() {
    let dir = Dir::with("in/a.pgn", "1. e4 *\n");
    dir.write("in/b.epd", FIRST);
    let ran = dir.pgn(&["epd", "sort", "in"]).status(0);
    assert_eq!(ran.out(), FIRST);
    assert!(ran.err().contains("a.pgn: left out, contains games"), "{}", ran.err());
    for args in [&["in/a.pgn", "in/b.epd"][..], &["--from", "pgn", "in/b.epd"]] {
        let ran = dir.pgn(&[&["epd", "sort"], args].concat()).status(2);
        assert!(
            ran.err().contains(": left out, contains games, not positions (EPD or FEN)\n"),
            "{}",
            ran.err()
        );
    }
}

#[test]
fn many_threads_write_the_same() {
    let records: String = (0..8_000)
        .rev()
        .map(|at| format!("4k3/8/8/8/8/8/{}/4K3 w - - id \"R.{at}\";\n", ["4P3", "3P4", "8 x"][at % 3]))
        .collect();
    let once = pgn(&["epd", "sort", "-j", "1", "--by", "id"], &records).status(1);
    assert_eq!(pgn(&["epd", "sort", "-j", "2", "--by", "id"], &records).status(1).out(), once.out());
    let lines: Vec<&str> = once.out().lines().collect();
    assert_eq!(lines.len(), 8_000);
    assert!(
        lines[0].ends_with("id \"R.0\";") && lines[2].ends_with("id \"R.3\";"),
        "{} {}",
        lines[0],
        lines[2]
    );
    assert!(lines[7_999].starts_with("4k3/8/8/8/8/8/8 x"), "{}", lines[7_999]);
}

#[test]
fn whatever_comes_no_line_is_lost() {
    let fields = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for pattern in
        ["\"", ";", "/", "8/", " bm", "bm e4 ", "\\\"", "\u{1f}", "\u{e9}", "w - - ", "1 ", "id \"x\";"]
    {
        let line = pattern.repeat(8_000 / pattern.len());
        let lines =
            [line.clone(), format!("{fields} {line}"), format!("{fields} bm {line}"), fields.to_owned()];
        let input = lines.join("\n");
        let read = |command| {
            let ran = pgn(&["epd", command, "--account", "json"], &input);
            assert!(ran.0.status.code().is_some_and(|code| code < 2), "{pattern} {}", ran.err());
            let account: serde_json::Value = serde_json::from_str(ran.account()).unwrap();
            let count = |key: &str| account[key].as_u64().unwrap();
            (count("records"), count("written"), ran.out().lines().count() as u64)
        };
        let (records, written, lines) = read("sort");
        assert_eq!((written, lines), (records, records), "{pattern}");
        let (_, written, _) = read("to-pgn");
        assert_eq!(written, records, "{pattern}");
        // Of the others all are about one position.
        let (_, written, lines) = read("merge");
        assert_eq!((written, lines), (records - 2, records - 2), "{pattern}");
    }
}
