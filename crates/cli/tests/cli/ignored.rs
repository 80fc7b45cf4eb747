//! Which files of a directory are read, and standard input under the name of a file.

use std::fs::File;

use crate::rig::{BAD, Dir, LAX, Ran};

/// The files in which `check` finds the error that each has.
fn read(dir: &Dir, args: &[&str]) -> Vec<String> {
    let ran = dir.pgn(&[&["check", "--format", "concise", "-q"], args].concat());
    ran.out().lines().map(|line| line.split(':').next().unwrap().to_owned()).collect()
}

#[test]
fn ignore_files_are_heeded_in_walks() {
    let dir = Dir::new();
    for name in ["a.pgn", "build/b.pgn", "sub/c.pgn", "sub/keep.pgn", "sub/deep/d.pgn", "old.pgn"] {
        dir.write(name, BAD);
    }
    dir.write(".gitignore", "build/\nold.pgn\n");
    dir.write("sub/.ignore", "*.pgn\n!keep.pgn\n");
    // `.gitignore` is one of a repository.
    assert_eq!(read(&dir, &["."]), ["./a.pgn", "./build/b.pgn", "./old.pgn", "./sub/keep.pgn"]);
    std::fs::create_dir(dir.path(".git")).unwrap();
    assert_eq!(read(&dir, &["."]), ["./a.pgn", "./sub/keep.pgn"]);
    assert_eq!(read(&dir, &["sub"]), ["sub/keep.pgn"]);
    // What is above counts, too, but not for what is named.
    dir.write(".gitignore", "keep.pgn\n");
    dir.write("sub/.ignore", "");
    assert_eq!(read(&dir, &["sub"]), ["sub/c.pgn", "sub/deep/d.pgn"]);
    assert_eq!(read(&dir, &["sub/keep.pgn"]), ["sub/keep.pgn"]);
    assert_eq!(read(&dir, &["--no-ignore", "sub"]), ["sub/c.pgn", "sub/deep/d.pgn", "sub/keep.pgn"]);
}

#[test]
fn settings_exclude_files() {
    let dir = Dir::with("pgn.toml", "exclude = [\"raw/\", \"/a*.pgn\", \"!raw/good.pgn\"]\n");
    for name in ["a1.pgn", "b.pgn", "raw/c.pgn", "sub/a2.pgn", "sub/raw/d.pgn"] {
        dir.write(name, BAD);
    }
    assert_eq!(read(&dir, &["."]), ["./b.pgn", "./sub/a2.pgn"]);
    assert_eq!(read(&dir, &["sub", "a1.pgn"]), ["sub/a2.pgn", "a1.pgn"]);
    assert_eq!(read(&dir, &["--isolated", "."]).len(), 5);
    assert_eq!(read(&dir, &["--no-ignore", "."]).len(), 5);
    let ran = dir.pgn(&["fmt", "."]).status(1);
    assert!(ran.account().starts_with("pgn: 2 games ("), "{}", ran.account());
    dir.write("pgn.toml", "exclude = [\"{a\"]\n");
    let ran = dir.pgn(&["fmt", "."]).status(2);
    assert!(ran.err().contains("pgn.toml:1:"), "{}", ran.err());
}

#[test]
fn standard_input_under_the_name_of_a_file() {
    let dir = Dir::with("a.pgn", BAD);
    dir.write("sub/pgn.toml", "[check]\nignore = [\"C\"]\n");
    let run = |args: &[&str]| {
        Ran(dir.command(args).stdin(File::open(dir.path("a.pgn")).unwrap()).output().unwrap())
    };
    let check = ["check", "--format", "concise", "-q", "--stdin-filename"];
    let ran = run(&[&check[..], &["x/y.pgn", "-"]].concat()).status(1);
    assert!(ran.out().starts_with("x/y.pgn:4:13: error"), "{}", ran.out());
    assert_eq!(run(&[&check[..], &["sub/y.pgn"]].concat()).status(0).out(), "");
    // The ending tells the form, and nothing is written into that file.
    dir.write("a.pgn", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;\n");
    let ran = run(&["fmt", "-q", "--stdin-filename", "x.epd"]).status(0);
    assert_eq!(ran.out(), "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n");
    dir.write("a.pgn", LAX.replace("1.e4", "1.e2e4"));
    let ran = run(&["check", "-q", "--fix", "--stdin-filename", "x.pgn"]).status(0);
    assert!(ran.out().contains("1.e4 e5"), "{}", ran.out());
    let ran = run(&["check", "-q", "--diff", "--stdin-filename", "./x.pgn"]).status(1);
    assert!(ran.out().starts_with("--- a/x.pgn\n"), "{}", ran.out());
    assert_eq!(dir.names(), ["a.pgn", "sub"]);
}
