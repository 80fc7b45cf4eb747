//! Databases of other programs, as inputs and as outputs.

use std::fs;
use std::io::Write as _;

use pgnkit_archive::Kind;

use crate::rig::{CANONICAL, Dir, LAX, pgn};

/// Games with tags, variations, comments and a start position.
const GAMES: &str = "[Event \"Riga\"]\n[Site \"?\"]\n[Date \"1959.10.??\"]\n[Round \"3\"]\n[White \"T\u{e1}l, Mihail\"]\n\
    [Black \"Keres, Paul\"]\n[Result \"1-0\"]\n[WhiteElo \"2700\"]\n[ECO \"B90a\"]\n[EventDate \"1959.09.07\"]\n[Note \"x\"]\n\n\
    {before} 1. e4 $1 c5 (1... e5 2. Nf3 {two (} (2. f4)) 2. Nf3 {a} 1-0\n\n\
    [Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Keres, Paul\"]\n[Black \"?\"]\n[Result \"*\"]\n\
    [FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=Q+ *\n\n";

fn games() -> Dir {
    let dir = Dir::with("a.pgn", GAMES);
    dir.pgn(&["fmt", "-i", "a.pgn"]).status(0);
    dir
}

#[test]
fn games_come_back_from_a_database_of_scid() {
    let dir = games();
    for (name, others) in [("b.si4", ["b.sg4", "b.sn4"]), ("b.si5", ["b.sg5", "b.sn5"])] {
        let ran = dir.pgn(&["convert", "a.pgn", "-o", name]).status(0);
        assert!(ran.account().ends_with("no errors; wrote 2"), "{}", ran.account());
        assert!(others.iter().all(|other| dir.path(other).is_file()));
        dir.pgn(&["convert", name, "-o", "c.pgn"]).status(0);
        // Tags of the standard come first, whatever the order was.
        dir.pgn(&["diff", "a.pgn", "c.pgn"]).status(0);
        assert!(dir.read("c.pgn").contains("(1... e5 2. Nf3 {two (} (2. f4)) 2. Nf3 {a} 1-0"));
    }
    // Any command reads and writes them.
    dir.pgn(&["sort", "--by", "white", "b.si5", "-o", "d.si4"]).status(0);
    let ran = dir.pgn(&["filter", "white = 'Keres, Paul'", "d.si4"]).status(0);
    assert!(ran.out().contains("1. a8=Q+ *") && !ran.out().contains("Riga"), "{}", ran.out());
    let ran = dir.pgn(&["filter", "--count", "elo_max > 2600", "d.si4", "b.si5"]).status(0);
    assert_eq!(ran.out().lines().last(), Some("2"), "{}", ran.out());
    assert!(dir.pgn(&["stats", "d.si4"]).status(0).out().starts_with("2 games, 2 players"));
    let json = dir.pgn(&["convert", "--to", "json", "b.si4"]).status(0);
    assert_eq!(pgn(&["fmt"], json.out()).status(0).out(), dir.read("c.pgn"));
}

#[test]
fn a_database_is_one_input_in_walks_and_archives() {
    let dir = games();
    dir.pgn(&["convert", "a.pgn", "-o", "b.si4"]).status(0);
    fs::create_dir(dir.path("d")).unwrap();
    let mut zip = zip_of(&dir, &["b.si4", "b.sn4", "b.sg4"]);
    zip.flush().unwrap();
    for name in ["b.si4", "b.sn4", "b.sg4"] {
        fs::rename(dir.path(name), dir.path(&format!("d/{name}"))).unwrap();
    }
    for input in ["d", "d.zip"] {
        let ran = dir.pgn(&["check", input]).status(0);
        assert!(ran.account().starts_with("pgn: 2 games"), "{}", ran.account());
    }
    for (args, expected) in [
        (&["check", "d/b.sn4"][..], "it is the names of a Scid database; name its index, the file .si4"),
        (&["check", "d/none.si4"], "No such file"),
        (&["fmt", "-i", "d/b.si4"], "a table or a database cannot be formatted in place; use -o"),
        (
            &["convert", "a.pgn", "--to", "scid"],
            "--to scid writes three files; name the first with -o, as games.si4",
        ),
        (&["convert", "a.pgn", "-o", "x.si4.gz"], "the name of a database of Scid ends in .si4 or .si5"),
        (&["convert", "a.pgn", "-o", "x.si4", "--rejects", "x.sg4"], "x.sg4"),
        (&["convert", "d/b.si4", "-o", "d/b.si4"], "it is an input; choose another file for -o"),
        (&["split", "a.pgn", "-o", "{white}.si4"], "databases of Scid are not divided"),
    ] {
        let ran = dir.pgn(args).status(2);
        assert!(ran.err().contains(expected), "{args:?}: {}", ran.err());
        assert!(!dir.path("x.si4").exists() && !dir.path("x.sn4").exists(), "{args:?}");
    }
    let piped = pgn(&["check"], fs::read(dir.path("d/b.si4")).unwrap()).status(2);
    assert!(
        piped.err().contains("its file .sn4 is not with it; name a file, not a stream"),
        "{}",
        piped.err()
    );
}

fn zip_of(dir: &Dir, names: &[&str]) -> fs::File {
    // Stored entries and the directory after them; no sums are needed for empty ones.
    let mut out = fs::File::create(dir.path("d.zip")).unwrap();
    let (mut directory, mut at) = (Vec::new(), 0_u32);
    for name in names {
        let bytes = fs::read(dir.path(name)).unwrap();
        let mut sum = flate2::Crc::new();
        sum.update(&bytes);
        let mut head = Vec::new();
        head.extend_from_slice(&[20, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        head.extend_from_slice(&sum.sum().to_le_bytes());
        head.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        head.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        head.extend_from_slice(&(name.len() as u16).to_le_bytes());
        head.extend_from_slice(&[0, 0]);
        let local = [b"PK\x03\x04", &head[..], name.as_bytes(), &bytes].concat();
        directory.extend_from_slice(b"PK\x01\x02\x14\0");
        directory.extend_from_slice(&head);
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&at.to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
        out.write_all(&local).unwrap();
        at += local.len() as u32;
    }
    let count = names.len() as u16;
    out.write_all(&directory).unwrap();
    out.write_all(b"PK\x05\x06\0\0\0\0").unwrap();
    out.write_all(&count.to_le_bytes()).unwrap();
    out.write_all(&count.to_le_bytes()).unwrap();
    out.write_all(&(directory.len() as u32).to_le_bytes()).unwrap();
    out.write_all(&at.to_le_bytes()).unwrap();
    out.write_all(&[0, 0]).unwrap();
    out
}

#[test]
fn damage_has_the_number_of_the_game_and_ends_nothing() {
    let dir = Dir::new();
    dir.write("a.pgn", LAX.repeat(1200));
    dir.pgn(&["convert", "-q", "a.pgn", "-o", "b.si4"]).status(0);
    let whole = fs::read(dir.path("b.sg4")).unwrap();
    let index = fs::read(dir.path("b.si4")).unwrap();
    // A game in the middle gets a move of no piece, the last ones are cut off.
    let mut damaged = whole.clone();
    let length = whole.len() / 1200;
    let begin = 699 * length;
    let e4 = damaged[begin..].iter().position(|byte| *byte == 0xcf).unwrap();
    damaged[begin + e4] = 0x0f - 3;
    damaged[begin + e4] = 0xc6;
    dir.write("b.sg4", &damaged[..1190 * length]);
    let ran = dir.pgn(&["check", "--format", "concise", "b.si4"]).status(1);
    let first = ran.out().lines().next().unwrap_or_default();
    assert!(
        first.starts_with("b.si4:") && first.contains("700") && first.contains("PGN-R001"),
        "{}",
        ran.out()
    );
    assert!(
        ran.account().starts_with("pgn: 1200 games (56.4 kB): 11 with errors; 10 left out"),
        "{}",
        ran.account()
    );
    for jobs in ["1", "3"] {
        let ran = dir.pgn(&["fmt", "-j", jobs, "--on-error", "keep", "b.si4"]).status(1);
        assert_eq!(ran.out().matches("[White").count(), 1190);
    }
    // An index that breaks off says how many games are missing.
    dir.write("b.sg4", &whole);
    dir.write("b.si4", &index[..182 + 47 * 1000 + 5]);
    let ran = dir.pgn(&["check", "b.si4"]).status(1);
    assert!(ran.out().contains("expected 200 more games in the index, found its end"), "{}", ran.out());
    assert!(ran.account().contains("1200 games"), "{}", ran.account());
}

#[test]
fn what_a_database_cannot_hold_is_left_out_and_named() {
    let text = format!("{LAX}\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[Variant \"Chess960\"]\n\n1. d4 *\n");
    let dir = Dir::with("a.pgn", text);
    let ran = dir.pgn(&["convert", "a.pgn", "-o", "b.si4", "--rejects", "r.pgn"]).status(1);
    assert_eq!(ran.err().matches("PGN-R003").count(), 2, "{}", ran.err());
    assert!(ran.account().contains("2 left out; wrote 1"), "{}", ran.account());
    assert_eq!(dir.read("r.pgn").matches("[Variant").count(), 2);
    let ran = dir.pgn(&["sort", "a.pgn", "-o", "b.si5"]).status(1);
    assert_eq!(ran.err().matches("PGN-R003").count(), 1, "{}", ran.err());
    assert_eq!(dir.pgn(&["fmt", "b.si4"]).status(0).out(), CANONICAL);
    let ran = dir.pgn(&["fmt", "b.si5"]).status(0);
    assert!(ran.out().contains("[Variant \"Chess960\"]"), "{}", ran.out());
}

/// A small base of two games, which a test of `pgnkit-formats` writes.
pub(crate) const CHESSBASE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../formats/tests/it/chessbase/base/own.cbh");

/// Whatever is read with an index is an input, and no output takes its place.
#[test]
fn a_part_of_a_database_is_no_output() {
    let dir = games();
    for name in ["base/own.si4", "base/own.si5"] {
        fs::create_dir_all(dir.path("base")).unwrap();
        dir.pgn(&["convert", "-q", "a.pgn", "-o", name]).status(0);
    }
    let home = std::path::Path::new(CHESSBASE).parent().unwrap();
    for file in fs::read_dir(home).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), dir.path("base").join(file.file_name())).unwrap();
    }
    dir.write("open/tournament.json", r#"{"name":"Open","rounds":[],"eboards":[]}"#);
    dir.write("open/round-1/index.json", r#"{"date":null,"pairings":[{"white":{},"black":{}}]}"#);
    dir.write("open/round-1/game-1.json", r#"{"live":false,"moves":["e4"]}"#);
    let index = |part: &str| match part.rsplit_once('.').unwrap() {
        (_, "json") => "open/round-1/index.json".to_owned(),
        (_, ending) if ending.starts_with("cb") => "base/own.cbh".to_owned(),
        (stem, ending) => format!("{stem}.si{}", &ending[2..]),
    };
    let of_base = fs::read_dir(dir.path("base")).unwrap();
    let mut parts: Vec<String> =
        of_base.map(|file| format!("base/{}", file.unwrap().file_name().into_string().unwrap())).collect();
    parts.extend(["open/tournament.json", "open/round-1/game-1.json"].map(str::to_owned));
    assert!(parts.len() > 15, "{parts:?}");
    for part in &parts {
        let before = fs::read(dir.path(part)).unwrap();
        for input in [&*index(part), part.split('/').next().unwrap()] {
            let ran = dir.pgn(&["convert", "--to", "pgn", input, "-o", part]).status(2);
            assert!(fs::read(dir.path(part)).unwrap() == before, "{input} -o {part}: {}", ran.err());
        }
    }
    // What only looks so is none.
    dir.pgn(&["convert", "-q", "base/own.si4", "-o", "base/own.pgn"]).status(0);
    dir.pgn(&["convert", "-q", "base/own.si4", "-o", "base/own.si5"]).status(0);
    dir.pgn(&["convert", "-q", "open", "-o", "open/round-1/game-1.pgn"]).status(2);
    dir.pgn(&["convert", "-q", "open/round-1/index.json", "-o", "open/round-1/game-x.json"]).status(0);
}

/// Parts that are read compressed, by another name of their database, or that are missing.
#[test]
fn a_part_of_a_database_is_no_output_in_other_guises() {
    let dir = games();
    dir.pgn(&["convert", "-q", "a.pgn", "-o", "b.si4"]).status(0);
    for (name, at) in
        [("b.si4", "packed/b.si4.gz"), ("b.sg4", "packed/b.SG4.gz"), ("b.sn4", "packed/b.sn4.gz")]
    {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(&fs::read(dir.path(name)).unwrap()).unwrap();
        dir.write(at, packed.finish().unwrap());
    }
    let games = dir.pgn(&["fmt", "-q", "b.si4"]).status(0).out().to_owned();
    assert_eq!(dir.pgn(&["fmt", "-q", "packed/b.si4.gz"]).status(0).out(), games);
    let refused = |input: &str, output: &str, expected: &str| {
        let before = fs::read(dir.path(output)).ok();
        let ran = dir.pgn(&["convert", "--to", "pgn", input, "-o", output]).status(2);
        assert!(ran.err().contains(expected), "{input} -o {output}: {}", ran.err());
        assert!(fs::read(dir.path(output)).ok() == before, "{input} -o {output}");
    };
    for part in ["packed/b.SG4.gz", "packed/b.sn4.gz"] {
        refused("packed/b.si4.gz", part, "it is read with packed/b.si4.gz");
        refused("packed", part, "it is an input");
    }
    // One that is not there yet would be a part of the next run.
    refused("packed/b.si4.gz", "packed/b.sn4", "it is read with packed/b.si4.gz");
    fs::copy(CHESSBASE, dir.path("c.cbh")).unwrap();
    refused("c.cbh", "c.cba", "it is read with c.cbh");
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        // The parts are those beside the name that is given, wherever their bytes are.
        fs::create_dir(dir.path("links")).unwrap();
        symlink(dir.path("b.si4"), dir.path("links/d.si4")).unwrap();
        symlink(dir.path("b.sg4"), dir.path("links/d.sg4")).unwrap();
        fs::copy(dir.path("b.sn4"), dir.path("links/d.sn4")).unwrap();
        assert_eq!(dir.pgn(&["fmt", "-q", "links/d.si4"]).status(0).out(), games);
        for part in ["links/d.sg4", "links/d.sn4", "b.sg4"] {
            refused("links/d.si4", part, "it is read with links/d.si4");
        }
        dir.pgn(&["convert", "-q", "--to", "pgn", "links/d.si4", "-o", "b.sn4"]).status(0);
    }
}

/// Only a file that is not there is missing.
#[test]
fn a_part_of_a_database_that_cannot_be_read_is_not_missing() {
    let dir = Dir::new();
    let home = std::path::Path::new(CHESSBASE).parent().unwrap();
    for file in fs::read_dir(home).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), dir.path(file.file_name().to_str().unwrap())).unwrap();
    }
    dir.pgn(&["fmt", "-q", "own.cbh"]).status(0);
    for part in ["own.cba", "own.cbj", "own.cbs", "own.cbtt"] {
        let bytes = fs::read(dir.path(part)).unwrap();
        fs::remove_file(dir.path(part)).unwrap();
        let ran = dir.pgn(&["fmt", "own.cbh"]);
        assert!(!ran.err().contains("cannot read"), "{part}: {}", ran.err());
        fs::create_dir(dir.path(part)).unwrap();
        let ran = dir.pgn(&["fmt", "own.cbh"]).status(2);
        assert!(ran.err().contains(part), "{part}: {}", ran.err());
        fs::remove_dir(dir.path(part)).unwrap();
        fs::write(dir.path(part), bytes).unwrap();
    }
    // One whose first bytes are damaged is reported too.
    dir.write("own.cbj", "short");
    let ran = dir.pgn(&["fmt", "own.cbh"]).status(1);
    assert!(ran.err().contains("damaged-record: more headers"), "{}", ran.err());
}

/// An archive of ChessBase with the files of the small base, none of them compressed.
fn archive() -> Vec<u8> {
    let names = ["cba", "cbc", "cbe", "cbg", "cbh", "cbj", "cbl", "cbp", "cbs", "cbt", "cbtt"];
    let mut list = vec![8, 0, names.len() as u8, 0, 173, 0, 0, 0];
    let mut content = Vec::new();
    let begin = list.len() + 173 * names.len();
    for name in names {
        let file = fs::read(std::path::Path::new(CHESSBASE).with_extension(name)).unwrap();
        let offset = begin + content.len();
        for part in file.chunks(30_000) {
            content.extend_from_slice(&(part.len() as u16 + 1).to_le_bytes());
            content.extend_from_slice(&[0, 0, 0]);
            content.extend_from_slice(part);
        }
        let packed = begin + content.len() - offset;
        let mut entry = format!("own.{name}").into_bytes();
        entry.resize(132, 0);
        [packed, file.len()]
            .iter()
            .for_each(|length| entry.extend_from_slice(&(*length as u32).to_le_bytes()));
        entry.extend_from_slice(&[0; 9]);
        for number in [offset, packed, file.len()] {
            entry.extend_from_slice(&(number as u64).to_le_bytes());
        }
        list.extend_from_slice(&entry);
    }
    list.extend_from_slice(&content);
    list.resize(list.len().next_multiple_of(8), 0);
    list
}

#[test]
fn an_archive_with_a_password_needs_it() {
    let dir = Dir::new();
    let mut bytes = archive();
    dir.write("own.cbv", &bytes);
    pgnkit_formats::cbv::Password::new("open sesame").encrypt(&mut bytes);
    dir.write("own.cbz", &bytes);
    let expected = dir.pgn(&["fmt", CHESSBASE]).status(0);
    assert_eq!(dir.pgn(&["fmt", "own.cbv"]).status(0).out(), expected.out());
    // A directory that is walked has both.
    for args in [&["fmt", "--password", "open sesame", "own.cbz"], &["fmt", "--password", "open sesame", "."]]
    {
        let ran = dir.pgn(args).status(0);
        assert!(ran.out().ends_with(expected.out()), "{args:?}: {}", ran.out());
    }
    for (args, message) in [
        (&["fmt", "own.cbz"][..], "own.cbz: cannot read: it has a password, which --password gives"),
        (&["fmt", "--password", "sesame", "own.cbz"], "the password is wrong"),
        (&["fmt", "--password", "", "own.cbz"], "the password is wrong"),
    ] {
        let ran = dir.pgn(args).status(2);
        assert!(ran.err().contains(message) && ran.out().is_empty(), "{args:?}: {}", ran.err());
    }
    let ran = dir.pgn(&["fmt", "--password", "not needed", "own.cbv"]).status(0);
    assert_eq!(ran.out(), expected.out());
}

/// The text of a record is in no file.
#[test]
fn nothing_in_a_database_can_be_fixed_in_place() {
    let dir = Dir::with(
        "a.pgn",
        "[Event \"E\"]\n[White \"A\"]\n[Result \"1-0\"]\n[UTCDate \"2020-01-01\"]\n\n1. e4 1-0\n",
    );
    dir.pgn(&["convert", "-q", "a.pgn", "-o", "b.si4"]);
    assert!(dir.pgn(&["check", "a.pgn"]).account().contains("can be fixed"));
    let ran = dir.pgn(&["check", "b.si4"]);
    assert!(
        ran.out().contains("PGN-T014") && !ran.account().contains("can be fixed"),
        "{} {}",
        ran.out(),
        ran.account()
    );
}

/// Files with games in a form: the options that reading them takes, and the number of games.
fn samples(dir: &Dir, form: &str) -> Vec<(&'static str, &'static [&'static str], usize)> {
    let converted = |names: &[&'static str]| {
        names.iter().for_each(|name| _ = dir.pgn(&["convert", "-q", "a.pgn", "-o", name]).status(0));
        names.iter().map(|name| (*name, &[][..], 2)).collect()
    };
    let written = |name: &'static str, text: &str, args: &'static [&'static str]| {
        dir.write(name, text);
        vec![(name, args, 1)]
    };
    match form {
        "pgn" => vec![("a.pgn", &[], 2)],
        "json" => converted(&["b.jsonl"]),
        "pgc" => {
            // It has no comments.
            dir.write("bare.pgn", "[White \"A\"]\n\n1. e4 e5 (1... c5) 2. Nf3 *\n");
            dir.pgn(&["convert", "-q", "bare.pgn", "-o", "b.pgc"]).status(0);
            vec![("b.pgc", &[], 1)]
        }
        "parquet" => converted(&["b.parquet"]),
        "arrow" => converted(&["b.arrow"]),
        "arrows" => converted(&["b.arrows"]),
        "scid" => converted(&["b.si4", "b.si5"]),
        "chessbase" => {
            let mut bytes = archive();
            dir.write("own.cbv", &bytes);
            pgnkit_formats::cbv::Password::new("open sesame").encrypt(&mut bytes);
            dir.write("own.cbz", &bytes);
            vec![(CHESSBASE, &[], 2), ("own.cbv", &[], 2), ("own.cbz", &["--password", "open sesame"], 2)]
        }
        "lines" => written("lines.txt", "e4 e5 Nf3\n", &["--from", "lines"]),
        "iccf" => written("iccf.txt", crate::notations::ICCF, &["--from", "iccf"]),
        "smith" => written("smith.txt", crate::notations::SMITH, &["--from", "smith"]),
        "descriptive" => {
            written("descriptive.txt", crate::notations::DESCRIPTIVE, &["--from", "descriptive"])
        }
        "lichess" => written("site.ndjson", crate::sites::LICHESS_GAME, &[]),
        "lichess-puzzles" => written("puzzles.csv", crate::sites::PUZZLES, &[]),
        "chesscom" => written("month.json", crate::sites::CHESS_COM_GAME, &[]),
        "livechess" => {
            dir.write("open/tournament.json", r#"{"name":"Open","rounds":[],"eboards":[]}"#);
            dir.write("open/round-1/game-1.json", r#"{"live":false,"moves":["e4 5400"]}"#);
            let index = r#"{"date":null,"pairings":[{"white":{"lname":"Berg"},"black":{},"result":"1-0"}]}"#;
            written("open/round-1/index.json", index, &[])
        }
        "index" => {
            dir.pgn(&["index", "-q", "a.pgn", "-o", "b.idx"]).status(0);
            vec![("b.idx", &[], 2)]
        }
        "ics" => written("log.txt", crate::sites::SERVER_LOG, &[]),
        other => panic!("{other}: no file of this form is tried"),
    }
}

#[test]
fn commands_of_every_kind_read_every_form() {
    let dir = games();
    let of_games = pgnkit_archive::input::INPUTS.iter().filter(|format| format.holds() == Kind::Games);
    for (input, args, games) in of_games.flat_map(|format| samples(&dir, format.name())) {
        let read = |command: &[&str], args: &[&str], input| {
            dir.pgn(&[&command[..1], &["-q"], &command[1..], args, &[input]].concat()).status(0)
        };
        let expected = read(&["convert", "--to", "pgn"], args, input);
        assert_eq!(expected.out().matches("[Event ").count(), games, "{input}");
        dir.write("expected.pgn", expected.out());
        for command in [
            &["filter", "plies > 0"][..],
            &["sort", "--by", "white,black"],
            &["dedup"],
            &["merge"],
            &["stats"],
            &["stats", "--of", "openings"],
            &["tree", "--depth", "2"],
            &["names"],
            &["convert", "--to", "csv"],
        ] {
            // A table has the name of the file.
            let found = read(command, args, input).out().replace(input, "expected.pgn");
            assert_eq!(found, read(command, &[], "expected.pgn").out(), "{command:?} {input}");
        }
    }
}
