//! `pgn split`.

use crate::rig::{BAD, Dir, pgn};

fn game(white: &str, black: &str, date: &str) -> String {
    format!("[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n1.e4 *\n\n")
}

#[test]
fn by_what_games_are() {
    let games = [
        game("Tal", "Fine", "1992.11.04"),
        game("Fine", "TAL", "1993.??.??"),
        game("A/B", "", "no date"),
        game("con", "Tal", "1992.01.01"),
    ];
    for (args, expected) in [
        (&["--by", "year"][..], &[("0000.pgn", "2"), ("1992.pgn", "03"), ("1993.pgn", "1")][..]),
        (&["--by", "White"], &[("A_B.pgn", "2"), ("Fine.pgn", "1"), ("Tal.pgn", "0"), ("con_.pgn", "3")]),
        (
            &["--by", "player"],
            &[
                ("A_B.pgn", "2"),
                ("Fine.pgn", "01"),
                ("TAL.pgn", "1"),
                ("Tal (2).pgn", "03"),
                ("_.pgn", "2"),
                ("con_.pgn", "3"),
            ],
        ),
        (&["--games", "3"], &[("1.pgn", "012"), ("2.pgn", "3")]),
        (&["--size", "150"], &[("1.pgn", "01"), ("2.pgn", "23")]),
        (&["--size", "1"], &[("1.pgn", "0"), ("2.pgn", "1"), ("3.pgn", "2"), ("4.pgn", "3")]),
        (
            &["--by", "year", "--games", "1"],
            &[("0000-1.pgn", "2"), ("1992-1.pgn", "0"), ("1992-2.pgn", "3"), ("1993-1.pgn", "1")],
        ),
        (
            &["-o", "y{year}.pgn", "--memory", "1M"],
            &[("y0000.pgn", "2"), ("y1992.pgn", "03"), ("y1993.pgn", "1")],
        ),
    ] {
        let dir = Dir::new();
        dir.write("in/a.pgn", games.concat());
        let ran = dir.pgn(&[&["split", "in/a.pgn"], args].concat()).status(0);
        let mut names: Vec<_> = expected.iter().map(|(name, _)| (*name).to_owned()).collect();
        names.push("in".to_owned());
        names.sort();
        assert_eq!(dir.names(), names, "{args:?}");
        for (name, which) in expected {
            let content: String = which.bytes().map(|digit| &*games[usize::from(digit - b'0')]).collect();
            assert_eq!(dir.read(name), content, "{args:?} {name}");
        }
        assert!(ran.account().ends_with(&format!("files: {} written", expected.len())), "{}", ran.account());
        if args == ["--by", "player"] {
            let told = "pgn: Tal.pgn: it becomes Tal (2).pgn, since another name differs in case alone\n";
            assert!(ran.err().contains(told), "{}", ran.err());
        }
    }
}

#[test]
fn directories_are_made_and_files_compressed() {
    let dir = Dir::with("a.pgn", [game("Tal", "Fine", "1992.11.04"), BAD.to_owned()].concat());
    let ran = dir.pgn(&["split", "a.pgn", "-o", "out/{year}/{month}-{n}.pgn.zst", "--games", "10"]).status(1);
    let read = |name: &str| {
        let bytes = std::fs::read(dir.path(name)).unwrap();
        String::from_utf8(zstd::decode_all(&*bytes).unwrap()).unwrap()
    };
    assert_eq!(read("out/1992/11-1.pgn.zst"), game("Tal", "Fine", "1992.11.04"));
    assert_eq!(read("out/0000/00-1.pgn.zst"), BAD);
    assert!(ran.account().ends_with("1 with errors; wrote 2; files: 2 written"), "{}", ran.account());
}

#[test]
fn files_that_are_there_stay() {
    let dir = Dir::with("a.pgn", game("Tal", "Fine", "1992.11.04"));
    dir.write("1992.pgn", "mine");
    let ran = dir.pgn(&["split", "a.pgn", "--by", "year"]).status(2);
    assert!(
        ran.err().contains("1992.pgn: it is there already; move it away, or use --force"),
        "{}",
        ran.err()
    );
    assert_eq!(dir.read("1992.pgn"), "mine");
    dir.pgn(&["split", "a.pgn", "--by", "year", "--force"]).status(0);
    assert_eq!(dir.read("1992.pgn"), dir.read("a.pgn"));
    // What cannot be read whole is not divided.
    let ran = dir.pgn(&["split", "a.pgn", "missing.pgn", "--by", "white"]).status(2);
    assert!(ran.err().contains("pgn: nothing is written, it would be only a part\n"), "{}", ran.err());
    assert_eq!(dir.names(), ["1992.pgn", "a.pgn"]);
}

#[test]
fn what_cannot_be_done() {
    for (args, message) in [
        (&[][..], "say how to split: --by, --games, --size, or fields in -o"),
        (&["-o", "x.pgn"], "say how to split"),
        (&["--by", "yea"], "--by: `yea` is none of date,"),
        (&["--by", "year", "-o", "{white}.pgn"], "with --by year the name of a file needs {year}"),
        (&["--games", "3", "-o", "{year}.pgn"], "needs its number, {n}"),
        (&["--games", "0"], "0 is not in 1.."),
        (&["-o", "{year.pgn"], "expected braces around a field"),
    ] {
        let ran = pgn(&[&["split"], args].concat(), "1. e4 *").status(2);
        assert!(ran.err().contains(message), "{}", ran.err());
    }
    let dir = Dir::new();
    dir.pgn(&["split", "--by", "year"]).status(0);
    assert_eq!(dir.names(), [""; 0]);
}
