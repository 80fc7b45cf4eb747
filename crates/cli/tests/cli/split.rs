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
        (
            &["--by", "year, black"],
            &[("0000 _.pgn", "2"), ("1992 Fine.pgn", "0"), ("1992 Tal.pgn", "3"), ("1993 TAL.pgn", "1")],
        ),
        // Whether Tal plays where Black is not known is not known.
        (&["--by", "player('Tal')"], &[("_.pgn", "2"), ("true.pgn", "013")]),
        (&["--by", "date < '1993'"], &[("_.pgn", "2"), ("false.pgn", "1"), ("true.pgn", "03")]),
        (
            &["--by", "lower(black), date = '1992'", "-o", "{date = '1992'} {lower(black)}.pgn"],
            &[("_ _.pgn", "2"), ("false tal.pgn", "1"), ("true fine.pgn", "0"), ("true tal.pgn", "3")],
        ),
        (&["--by", "plies,WhiteTeam"], &[("1 _.pgn", "0123")]),
        (&["--max-games", "3"], &[("1.pgn", "012"), ("2.pgn", "3")]),
        (&["--max-size", "150"], &[("1.pgn", "01"), ("2.pgn", "23")]),
        (&["--max-size", "1"], &[("1.pgn", "0"), ("2.pgn", "1"), ("3.pgn", "2"), ("4.pgn", "3")]),
        (
            &["--by", "year", "--max-games", "1"],
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

/// A game with two variations, as lines.
const TREE: &str = "[White \"Tal\"]\n[Result \"1-0\"]\n[Termination \"normal\"]\n\n1. e4 {a} e5 (1... c5! 2. Nf3 ({b} 2. c3)) 2. f4 1-0\n\n";

fn lines_of_tree() -> [String; 3] {
    let tags =
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Tal\"]\n[Black \"?\"]\n";
    [
        ("1-0", "[Termination \"normal\"]\n", "1. e4 {a} 1... e5 2. f4"),
        ("*", "", "1. e4 {a} 1... c5 $1 2. Nf3"),
        ("*", "", "1. e4 {a} 1... c5 $1 {b} 2. c3"),
    ]
    .map(|(result, tag, moves)| format!("{tags}[Result \"{result}\"]\n{tag}\n{moves} {result}\n\n"))
}

#[test]
fn each_line_becomes_a_game() {
    let lines = lines_of_tree();
    let plain = game("Fine", "Tal", "1992.11.04");
    let broken = "[White \"Bad\"]\n\n1. e4 e5 (1... c5) 2. Ke3 *\n\n";
    let all = [TREE, &plain, broken].concat();
    let expected = [&lines.concat(), &*plain, broken].concat();
    let account = "games with variations: 1 divided, 3 lines of them, 1 whole";
    // On standard output, the games that have no variations with their bytes, and those with errors, too.
    let ran = pgn(&["split", "--variations"], &all).status(1);
    assert_eq!(ran.out(), expected);
    assert!(ran.account().ends_with(&format!("1 with errors; wrote 5; {account}")), "{}", ran.account());
    // Every way of splitting takes them.
    for (args, files) in [
        (&["-o", "x.pgn"][..], &[("x.pgn", expected.clone())][..]),
        (
            &["--max-games", "4"],
            &[("1.pgn", [&lines.concat(), &*plain].concat()), ("2.pgn", broken.to_owned())],
        ),
        (
            &["--by", "result"],
            &[("1-0.pgn", lines[0].clone()), ("_.pgn", [&*lines[1], &lines[2], &plain, broken].concat())],
        ),
    ] {
        let dir = Dir::with("in/a.pgn", &all);
        let ran = dir.pgn(&[&["split", "--variations", "in/a.pgn"], args].concat()).status(1);
        assert!(ran.account().contains(account), "{}", ran.account());
        for (name, content) in files {
            assert_eq!(dir.read(name), *content, "{args:?} {name}");
        }
        assert_eq!(dir.names().len(), files.len() + 1, "{args:?}");
    }
    let dir = Dir::with("in.pgn", TREE);
    dir.write("x.pgn", "mine");
    // A file that is named is replaced, as everywhere.
    dir.pgn(&["split", "--variations", "in.pgn", "-o", "x.pgn"]).status(0);
    assert_eq!(dir.read("x.pgn"), lines.concat());
    dir.pgn(&["split", "--variations", "in.pgn", "--to", "csv", "-o", "x.json"]).status(2);
    // What is in an archive already stays whole.
    dir.pgn(&["split", "in.pgn", "--archive", "PGN"]).status(0);
    let ran = dir.pgn(&["split", "--variations", "in.pgn", "--archive", "PGN"]).status(0);
    assert!(ran.account().contains("wrote 3; "), "{}", ran.account());
    assert!(dir.read("PGN/MGR/0000/0000.pgn").contains(TREE));
}

/// A text made to have lines of the square of its length.
#[test]
fn lines_out_of_proportion_stay_in_their_game() {
    let back = "Nf3 Nf6 Ng1 Ng8 ".repeat(1500);
    let wide = format!("{back}e4 {}*\n\n", "(d4) ".repeat(4000));
    let deep = format!("e4 {}{} *\n\n", "(d4 ".repeat(10_000), ")".repeat(10_000));
    for text in [wide, deep] {
        let ran = pgn(&["split", "--variations"], &text).status(0);
        assert_eq!(ran.out(), text);
        assert!(ran.account().ends_with("wrote 1; games with variations: 1 whole"), "{}", ran.account());
    }
}

#[test]
fn directories_are_made_and_files_compressed() {
    let dir = Dir::with("a.pgn", [game("Tal", "Fine", "1992.11.04"), BAD.to_owned()].concat());
    let ran =
        dir.pgn(&["split", "a.pgn", "-o", "out/{year}/{month}-{n}.pgn.zst", "--max-games", "10"]).status(1);
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
    assert!(ran.err().contains("pgn: nothing is written: the output would be incomplete\n"), "{}", ran.err());
    assert_eq!(dir.names(), ["1992.pgn", "a.pgn"]);
}

#[test]
fn what_cannot_be_done() {
    for (args, message) in [
        (&[][..], "say how to split: --by, --max-games, --max-size, or fields in -o"),
        (&["-o", "x.pgn"], "say how to split"),
        (&["--by", "yea"], "--by: `yea` is none of date,"),
        (&["--by", "year", "-o", "{white}.pgn"], "with --by the name of a file needs {year}"),
        (&["--by", "year,white", "-o", "{year}.pgn"], "with --by the name of a file needs {year} {white}"),
        (&["--by", "year,"], "--by: `` is none of date,"),
        (&["--max-games", "3", "-o", "{year}.pgn"], "needs its number, {n}"),
        (&["--max-games", "0"], "0 is not in 1.."),
        (&["-o", "{year.pgn"], "expected braces around a field"),
    ] {
        let ran = pgn(&[&["split"], args].concat(), "1. e4 *").status(2);
        assert!(ran.err().contains(message), "{}", ran.err());
    }
    let dir = Dir::new();
    dir.pgn(&["split", "--by", "year"]).status(0);
    assert_eq!(dir.names(), [""; 0]);
}

/// All files below a directory, with their content.
fn tree(dir: &Dir, root: &str) -> Vec<(String, String)> {
    let (mut found, mut open) = (Vec::new(), vec![root.to_owned()]);
    while let Some(inner) = open.pop() {
        for entry in std::fs::read_dir(dir.path(&inner)).unwrap() {
            let name = format!("{inner}/{}", entry.unwrap().file_name().to_str().unwrap());
            if dir.path(&name).is_dir() {
                open.push(name);
            } else {
                found.push((name.clone(), dir.read(&name)));
            }
        }
    }
    found.sort();
    found
}

fn files_of_games(dir: &Dir) -> Vec<(String, String)> {
    let files = tree(dir, "PGN").into_iter().filter(|(name, _)| name.ends_with(".pgn"));
    files.map(|(name, text)| (name["PGN/MGR/".len()..].to_owned(), text)).collect()
}

fn names_of_games(dir: &Dir) -> Vec<String> {
    files_of_games(dir).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn an_archive_grows() {
    let old = [game("B", "A", "1992.11.05"), game("A", "B", "1992.11.04")];
    let dir = Dir::with("a.pgn", [&*old[0], &old[1], BAD, "; end\n"].concat());
    let ran = dir.pgn(&["split", "a.pgn", "--archive", "PGN"]).status(1);
    let account = ran.account();
    assert!(account.contains("3 games") && account.contains("wrote 3; files: 2 written"), "{account}");
    assert!(account.contains("games in these files: 1 without a complete date"), "{account}");
    assert_eq!(names_of_games(&dir), ["0000/0000.pgn", "1992/1992.pgn"]);
    assert_eq!(dir.read("PGN/MGR/1992/1992.pgn"), [&*old[1], &old[0], "; end\n\n"].concat());
    assert_eq!(dir.read("PGN/MGR/0000/0000.pgn"), BAD);
    // The tree of section 11.5.
    let others: Vec<_> =
        tree(&dir, "PGN").into_iter().map(|(name, _)| name).filter(|name| !name.ends_with(".pgn")).collect();
    let mut expected: Vec<_> = ["", "Events/", "MGR/", "MGR/0000/", "MGR/1992/", "Players/"]
        .iter()
        .flat_map(|at| [format!("PGN/{at}News"), format!("PGN/{at}ReadMe")])
        .collect();
    expected.sort();
    assert_eq!(others, expected);
    assert!(dir.path("PGN/Standard").is_dir() && dir.path("PGN/Tools").is_dir());
    let read_me = dir.read("PGN/MGR/1992/ReadMe");
    let bytes = dir.read("PGN/MGR/1992/1992.pgn").len();
    assert!(read_me.contains(&format!("1992.pgn                         2{bytes:>14}\n")), "{read_me}");
    assert!(dir.read("PGN/MGR/ReadMe").contains("\n0000  1992\n"));

    // The same again changes nothing.
    let before = tree(&dir, "PGN");
    let ran = dir.pgn(&["split", "a.pgn", "--archive", "PGN"]).status(1);
    assert!(ran.account().contains("; duplicates: 3 left out; files: 2 unchanged;"), "{}", ran.account());
    assert_eq!(tree(&dir, "PGN"), before);

    // More games: years become months, months days, days numbers; texts of others stay, so do files of others.
    dir.write("PGN/MGR/ReadMe", "mine");
    dir.write("PGN/MGR/1992/Tal.pgn", "mine");
    let new = [game("A", "C", "1992.11.04"), game("A", "D", "1992.11.04"), game("A", "E", "1992.02.01")];
    dir.write("b.pgn", new.concat());
    let ran = dir.pgn(&["split", "b.pgn", "--archive", "PGN", "--max-games", "2"]).status(0);
    assert!(ran.account().contains("wrote 3; files: 4 written, 1 removed"), "{}", ran.account());
    let expected = [
        ("0000/0000.pgn", BAD.to_owned()),
        ("1992/199202.pgn", new[2].clone()),
        ("1992/199211/19921104-1.pgn", [&*old[1], &new[0]].concat()),
        ("1992/199211/19921104-2.pgn", new[1].clone()),
        ("1992/199211/19921105.pgn", [&*old[0], "; end\n\n"].concat()),
        ("1992/Tal.pgn", "mine".to_owned()),
    ];
    assert_eq!(files_of_games(&dir), expected.map(|(name, text)| (name.to_owned(), text)));
    assert_eq!(dir.read("PGN/MGR/ReadMe"), "mine");
    // And back.
    dir.pgn(&["split", "b.pgn", "--archive", "PGN", "--max-size", "1MB"]).status(0);
    assert_eq!(names_of_games(&dir), ["0000/0000.pgn", "1992/1992.pgn", "1992/Tal.pgn"]);
    assert!(!dir.path("PGN/MGR/1992/199211").exists());
}

/// A game without an end is the same game when it comes again.
#[test]
fn games_without_an_end_are_archived_once() {
    let dir = Dir::with("a.pgn", "[Date \"1992.11.04\"]\n\n1. e4 e5\n\n1. d4\n");
    dir.write("b.pgn", "[Date \"1992.11.04\"]\n[White \"Tal\"]\n\n1. e4 e5 {open\n");
    for (input, written) in [
        ("a.pgn", "wrote 1"),
        ("b.pgn", "wrote 1"),
        ("a.pgn", "duplicates: 1 left out; files: 1 unchanged"),
        ("b.pgn", "duplicates: 1 left out; files: 1 unchanged"),
    ] {
        let ran = dir.pgn(&["split", input, "--archive", "PGN"]);
        assert!(ran.account().contains(written), "{input} {}", ran.account());
    }
}

/// Games that are in the file of another year are not lost when that year is written.
#[test]
fn games_in_the_wrong_file_move() {
    let [a, b, c] = ["1992.11.04", "1993.01.01", "1993.02.02"].map(|date| game("A", "B", date));
    let dir = Dir::with("a.pgn", &a);
    dir.write("c.pgn", &c);
    dir.pgn(&["split", "c.pgn", "--archive", "PGN"]).status(0);
    std::fs::create_dir_all(dir.path("PGN/MGR/1992")).unwrap();
    dir.write("PGN/MGR/1992/199201.pgn", &b);
    dir.pgn(&["split", "a.pgn", "--archive", "PGN"]).status(0);
    let expected = [("1992/1992.pgn", a), ("1993/1993.pgn", [b, c].concat())];
    assert_eq!(files_of_games(&dir), expected.map(|(name, text)| (name.to_owned(), text)));
}

#[test]
fn an_archive_is_changed_as_a_whole() {
    let dir = Dir::with("a.pgn", game("A", "B", "1992.11.04"));
    dir.write("b.pgn", game("A", "C", "1992.11.04"));
    let add = |input: &str| dir.pgn(&["split", input, "--archive", "PGN"]);
    add("a.pgn").status(0);
    let before = tree(&dir, "PGN");
    // What cannot be read.
    let ran = dir.pgn(&["split", "b.pgn", "missing.pgn", "--archive", "PGN"]).status(2);
    assert!(ran.err().contains("pgn: nothing is written: the output would be incomplete\n"), "{}", ran.err());
    assert_eq!(tree(&dir, "PGN"), before);
    // What a run that was killed has left.
    std::fs::create_dir_all(dir.path("PGN/.pgn-archive/new/MGR")).unwrap();
    dir.write("PGN/.pgn-archive/new/MGR/1992.pgn", "half");
    let ran = add("a.pgn").status(0);
    assert!(ran.err().contains(".pgn-archive: removed: left by an interrupted run\n"), "{}", ran.err());
    assert_eq!(tree(&dir, "PGN"), before);
    std::fs::create_dir_all(dir.path("PGN/.pgn-archive/new/MGR/1993")).unwrap();
    dir.write("PGN/.pgn-archive/new/MGR/1993/1993.pgn", game("A", "B", "1993.01.01"));
    dir.write("PGN/.pgn-archive/journal", "");
    let ran = add("a.pgn").status(0);
    assert!(ran.err().contains("PGN: finished the work of an interrupted run\n"), "{}", ran.err());
    assert_eq!(dir.read("PGN/MGR/1993/1993.pgn"), game("A", "B", "1993.01.01"));
    // What is wrong to ask for.
    dir.pgn(&["split", "a.pgn", "--archive", "PGN", "--by", "year"]).status(2);
    let ran = dir.pgn(&["split", "a.pgn", "--archive", "a.pgn"]).status(2);
    assert!(ran.err().contains("a.pgn: it is an input; choose another file for --archive"), "{}", ran.err());
}
