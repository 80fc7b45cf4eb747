//! Values in two encodings in one game, through everything that writes.

use std::fs;

use crate::rig::{Dir, Ran, pgn};

/// Names in UTF-8; a comment, an escape line and an unread move in Windows-1252.
const MIXED: &[u8] =
    "[Event \"Łódź\"]\n[White \"Tal, Žofie\"]\n[Black \"Bürger\"]\n[Result \"1-0\"]\n\n".as_bytes();
const MOVES: &[u8] = b"1. e4 {\x84gro\xdf\x94 M\xfcller} 1... e5 {\xc5\x81\xc3\xb3d\xc5\xba} 2. Nf3 1-0\n\n";
const WORDS: [&str; 5] = ["Łódź", "Tal, Žofie", "Bürger", "„groß” Müller", "{Łódź}"];

fn mixed() -> Vec<u8> {
    [MIXED, MOVES].concat()
}

/// The output, each line in its own encoding.
fn shown(bytes: &[u8]) -> String {
    pgnkit::diagnostics::Encoding::read_movetext(bytes).into_owned()
}

#[track_caller]
fn holds(what: &str, text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "{what}: {word} in\n{text}");
    }
    assert!(!text.contains('Ã') && !text.contains('Å') && !text.contains('\u{fffd}'), "{what}:\n{text}");
}

#[test]
fn everything_that_writes_games() {
    for args in [
        &["fmt", "-q"][..],
        &["fmt", "-q", "--on-error", "keep"],
        &["sort", "-q", "--by", "white"],
        &["sort", "-q", "--fmt", "--by", "black"],
        &["merge", "-q"],
        &["dedup", "-q"],
        &["filter", "-q", "white = 'Tal, Žofie' AND black LIKE 'Bür%' AND event = 'Łódź'"],
        &["filter", "-q", "comment LIKE '%groß%'"],
        &["edit", "-q", "--set", "Annotator=Ťhomas"],
        &["edit", "-q", "--set", "White=Tal, Žofie"],
        &["eco", "-q"],
        &["clocks", "-q", "--add", "emt"],
        &["convert", "-q", "--to", "pgn"],
    ] {
        let ran = pgn(args, mixed());
        if ran.0.status.code() == Some(2) {
            panic!("{args:?}: {}", String::from_utf8_lossy(&ran.0.stderr));
        }
        holds(&format!("{args:?}"), &shown(ran.bytes()), &WORDS);
    }
    for (args, words) in [
        (&["convert", "-q", "--to", "json"][..], &WORDS[..4]),
        (&["convert", "-q", "--to", "csv"], &WORDS[3..4]),
        (&["show", "--plain"], &WORDS[1..4]),
        (&["html", "-q"], &WORDS[..4]),
        (&["check", "-q", "--notes", "--format", "json", "--select", "ALL"], &[]),
        (&["epd", "from-pgn", "-q"], &WORDS[1..3]),
        (&["diagram", "-"], &WORDS[1..3]),
    ] {
        holds(&format!("{args:?}"), pgn(args, mixed()).out(), words);
    }
}

#[test]
fn there_and_back_through_columns() {
    let expected = pgn(&["fmt", "-q"], mixed());
    let columns: &[&str] = if cfg!(feature = "columns") { &["parquet", "arrow"] } else { &[] };
    for &form in columns.iter().chain(&["json"]) {
        let lossless: &[&str] = if form == "json" { &[] } else { &["--lossless"] };
        let columns = pgn(&[&["convert", "-q", "--to", form], lossless].concat(), mixed());
        assert_eq!(pgn(&["fmt", "-q"], columns.bytes()).out(), expected.out(), "{form}");
    }
}

#[test]
fn in_place_only_what_is_meant_changes() {
    let dir = Dir::with("a.pgn", mixed());
    let bytes = |dir: &Dir| fs::read(dir.path("a.pgn")).unwrap();
    dir.pgn(&["edit", "-q", "-i", "--set", "Black=Ťhomas", "a.pgn"]).status(0);
    let expected = shown(&mixed()).replace("Bürger", "Ťhomas");
    assert_eq!(shown(&bytes(&dir)), expected);
    assert!(bytes(&dir).windows(5).any(|part| part == b"gro\xdf\x94"));
    dir.pgn(&["sort", "-q", "-i", "a.pgn"]).status(0);
    assert_eq!(shown(&bytes(&dir)), expected);
    let ran: Ran = dir.pgn(&["fmt", "-q", "-i", "a.pgn"]).status(0);
    assert_eq!(ran.err(), "");
    holds("fmt -i", &dir.read("a.pgn"), &["Ťhomas", "„groß” Müller", "{Łódź}"]);
}

const MARK: &[u8] = b"\xef\xbb\xbf";

/// Files with and without a mark, in either encoding, with a mark between games, with a game that has errors.
fn marked_files() -> [(&'static str, Vec<u8>); 8] {
    let utf8 = "[White \"Müller\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n".as_bytes();
    let latin1 = b"[White \"J\xfcrgen\"]\n[Result \"1-0\"]\n\n1. d4 1-0\n\n";
    let bad = b"[White \"J\xfcrgen\"]\n[Result \"1-0\"]\n\n1. d4 Ke3 1-0\n\n";
    let escape = "%é\n".as_bytes();
    [
        ("utf8.pgn", utf8.to_vec()),
        ("latin1.pgn", latin1.to_vec()),
        ("marked.pgn", [MARK, utf8].concat()),
        ("spoilt.pgn", [MARK, latin1, utf8].concat()),
        ("bad.pgn", [MARK, bad, utf8].concat()),
        ("within.pgn", [utf8, MARK, latin1].concat()),
        ("escaped.pgn", [MARK, escape, utf8, b"\n", MARK, escape, latin1].concat()),
        ("twice.pgn", [MARK, b"\n", MARK, utf8, b"\n", MARK].concat()),
    ]
}

fn with_marked_files() -> Dir {
    let dir = Dir::new();
    for (name, text) in marked_files() {
        dir.write(name, text);
    }
    dir
}

fn count(text: &[u8], part: &[u8]) -> usize {
    text.windows(part.len()).filter(|found| *found == part).count()
}

/// Of two files joined, of games that changed their places, and of games that were chosen.
#[test]
fn no_mark_stands_in_what_is_made_of_games() {
    let commands: [&[&str]; 15] = [
        &["sort"],
        &["sort", "--by", "white"],
        &["sort", "--fmt"],
        &["merge"],
        &["merge", "--as-given"],
        &["dedup"],
        &["filter", "white != 'x'"],
        &["filter", "--fmt", "white != 'x'"],
        &["edit", "--set", "Annotator=x"],
        &["eco"],
        &["clocks", "--add", "emt"],
        &["fmt"],
        &["fmt", "--on-error", "keep"],
        &["convert", "--to", "pgn"],
        &["convert", "--to", "json"],
    ];
    let dir = with_marked_files();
    let names = marked_files().map(|(name, _)| name);
    for first in names {
        for second in ["latin1.pgn", "marked.pgn", "escaped.pgn"] {
            for command in commands {
                // These keep every byte but for what they are asked for, marks between games, too.
                let keeps = matches!(command[0], "edit" | "eco");
                let has_inner = [first, second]
                    .iter()
                    .any(|name| matches!(*name, "within.pgn" | "escaped.pgn" | "twice.pgn"));
                if keeps && has_inner || first == second {
                    continue;
                }
                let ran = dir.pgn(&[command, &[first, second]].concat());
                let found = count(ran.bytes(), MARK);
                assert_eq!(found, 0, "{command:?} {first} {second}: {}", ran.bytes().escape_ascii());
                assert!(ran.bytes().len() > 40, "{command:?} {first} {second}");
            }
            let made = with_marked_files();
            made.pgn(&["split", "-q", "-o", "out-{n}.pgn", "--max-games", "1", first, second]);
            made.pgn(&[
                "fmt",
                "-q",
                "--on-error",
                "drop",
                "--rejects",
                "out-rejects",
                "-o",
                "out",
                first,
                second,
            ]);
            for name in made.names().into_iter().filter(|name| name.starts_with("out")) {
                assert_eq!(
                    count(&fs::read(made.path(&name)).unwrap(), MARK),
                    0,
                    "{name} of {first} {second}"
                );
            }
        }
    }
}

/// In place a mark is a byte like others, but games that change their places must not come to stand behind it untruly.
#[test]
fn a_mark_in_place_is_true() {
    for (name, text) in marked_files() {
        let before = count(&text, MARK);
        let all_utf8 = std::str::from_utf8(&text).is_ok();
        for command in [&["sort", "-i"][..], &["sort", "-i", "--by", "white"], &["dedup", "-i"]] {
            let dir = Dir::with(name, &text);
            let ran = dir.pgn(&[command, &[name]].concat());
            let after = fs::read(dir.path(name)).unwrap();
            let stays = text.starts_with(MARK) && all_utf8;
            assert_eq!(after.starts_with(MARK), stays, "{command:?} {name}");
            // What changes nothing but empty lines may leave the file as it is.
            if after != text {
                assert_eq!(count(&after, MARK), usize::from(stays), "{command:?} {name}");
                assert_eq!(
                    ran.err().contains("byte order mark"),
                    text.starts_with(MARK) && !all_utf8,
                    "{}",
                    ran.err()
                );
            }
        }
        for command in [&["edit", "-i", "--set", "Annotator=x"][..], &["eco", "-i"]] {
            let dir = Dir::with(name, &text);
            dir.pgn(&[command, &[name]].concat());
            assert_eq!(count(&fs::read(dir.path(name)).unwrap(), MARK), before, "{command:?} {name}");
        }
        let dir = Dir::with(name, &text);
        dir.pgn(&["fmt", "-i", name]);
        assert_eq!(count(&fs::read(dir.path(name)).unwrap(), MARK), 0, "fmt -i {name}");
    }
}

/// A name, a comment and a whole word in windows-1251, and one value that is UTF-8 already.
const CYRILLIC: &[u8] = b"[Event \"\xd0\x9c\xd0\xb8\xd1\x80\"]\n[White \"\xcf\xe5\xf2\xf0\xee\xf1\xff\xed\"]\n\n1. e4 {\xeb\xf3\xf7\xf8\xe5} *\n";
const CYRILLIC_WORDS: [&str; 3] = ["Мир", "Петросян", "{лучше}"];

#[test]
fn a_character_set_by_its_name() {
    for args in [
        &["fmt", "-q"][..],
        &["sort", "-q"],
        &["merge", "-q"],
        &["dedup", "-q"],
        &["filter", "-q", "white = 'Петросян'"],
    ] {
        for name in ["windows-1251", "CP1251", "win-1251x"] {
            let ran = pgn(&[args, &["--from-encoding", name]].concat(), CYRILLIC);
            if name == "win-1251x" {
                assert_eq!(ran.0.status.code(), Some(2), "{args:?}");
                continue;
            }
            let text = String::from_utf8(ran.bytes().to_vec()).unwrap();
            CYRILLIC_WORDS.iter().for_each(|word| assert!(text.contains(word), "{args:?}: {word} in {text}"));
        }
    }
    // Through compression, and from other forms, which stay as they are.
    let dir = Dir::with("in.pgn", CYRILLIC);
    dir.pgn(&["fmt", "-q", "--from-encoding", "windows-1251", "-o", "out.pgn.gz", "in.pgn"]);
    for form in ["x.json", "x.pgc", "x.pgn.gz"] {
        dir.pgn(&["convert", "-q", "--lossy", "-o", form, "out.pgn.gz"]);
        let plain = dir.pgn(&["fmt", "-q", form]);
        let again = dir.pgn(&["fmt", "-q", "--from-encoding", "windows-1251", form]);
        assert_eq!(plain.bytes(), again.bytes(), "{form}");
    }
    // What is decoded is not the file.
    for args in [
        &["fmt", "-i"][..],
        &["sort", "-i"],
        &["dedup", "-i"],
        &["check", "--fix"],
        &["edit", "-i", "--set", "Annotator=x"],
        &["eco", "-i"],
    ] {
        dir.pgn(&[args, &["-q", "--from-encoding", "windows-1251", "in.pgn"]].concat());
        assert!(fs::read(dir.path("in.pgn")).unwrap() == CYRILLIC, "{args:?}");
    }
}

/// Each game is in one encoding, and the file in two: a note, once, where the second one begins.
#[test]
fn a_file_of_two_encodings_is_noted_once() {
    const OLD: &[u8] = b"[White \"M\xfcller\"]\n\n1. e4 *\n\n";
    const NEW: &[u8] = "[White \"Müller\"]\n\n1. e4 *\n\n".as_bytes();
    const ASCII: &[u8] = b"[White \"Tal\"]\n\n1. e4 *\n\n";
    const BOTH: &[u8] = b"[White \"M\xfcller\"]\n[Black \"M\xc3\xbcller\"]\n\n1. e4 *\n\n";
    let filler = ASCII.repeat(60_000);
    for (parts, expected) in [
        (&[OLD, ASCII, OLD][..], None),
        (&[NEW, ASCII, NEW], None),
        (&[ASCII], None),
        (&[], None),
        (&[ASCII, OLD, NEW, OLD, NEW], Some((9, "found UTF-8, and another one from line 5 on"))),
        (&[NEW, OLD, NEW], Some((5, "found ISO 8859-1, and UTF-8 from line 1 on"))),
        // In different blocks.
        (&[NEW, &filler, OLD, &filler, NEW], Some((240_005, "found ISO 8859-1, and UTF-8 from line 1 on"))),
        (&[BOTH], Some((1, "found ISO 8859-1 beside UTF-8"))),
    ] {
        let text = parts.concat();
        let report = |level: &str| {
            let args = ["check", "--report", "json", "--level", level, "--select", "mixed-encodings"];
            pgn(&args, &text).out().to_owned()
        };
        let lines: Vec<serde_json::Value> =
            report("import").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        match expected {
            None => assert!(lines.is_empty(), "{lines:?}"),
            Some((line, message)) => {
                assert_eq!(lines.len(), 1, "{lines:?}");
                assert_eq!(lines[0]["line"], line, "{lines:?}");
                assert!(lines[0]["message"].as_str().unwrap().contains(message), "{lines:?}");
                assert_eq!(lines[0]["severity"], "note");
            }
        }
        assert_eq!(report("export").contains("\"warning\""), expected.is_some());
    }
}
