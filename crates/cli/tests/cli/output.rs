//! Where the bytes go: files that are whole or not touched, standard output, pipes that close.

use std::fs;

use crate::rig::{BAD, CANONICAL, Dir, LAX};

#[test]
fn an_output_file_is_made_or_replaced() {
    let dir = Dir::with("in.pgn", LAX);
    for _ in 0..2 {
        let ran = dir.pgn(&["fmt", "in.pgn", "-o", "out.pgn"]).status(0);
        assert_eq!(ran.out(), "");
        assert_eq!(dir.read("out.pgn"), CANONICAL);
    }
    // The input is not the output.
    dir.pgn(&["fmt", "in.pgn", "-o", "in.pgn"]).status(2);
    assert_eq!(dir.read("in.pgn"), LAX);
    assert_eq!(dir.names(), ["in.pgn", "out.pgn"]);
    assert_eq!(dir.pgn(&["fmt", "in.pgn", "-o", "-"]).status(0).out(), CANONICAL);
}

#[test]
fn an_output_that_cannot_be_made() {
    let dir = Dir::with("in.pgn", LAX);
    let ran = dir.pgn(&["fmt", "in.pgn", "-o", "missing/out.pgn"]).status(2);
    assert!(ran.err().starts_with("pgn: missing/out.pgn: cannot "), "{}", ran.err());
    fs::create_dir(dir.path("folder")).unwrap();
    dir.pgn(&["fmt", "in.pgn", "-o", "folder"]).status(2);
    assert_eq!(dir.names(), ["folder", "in.pgn"]);
}

#[test]
fn an_input_that_fails_leaves_the_old_output() {
    let dir = Dir::with("in.pgn", LAX);
    dir.write("out.pgn", "old");
    let ran = dir.pgn(&["fmt", "in.pgn", "missing.pgn", "-o", "out.pgn"]).status(2);
    assert!(
        ran.err().contains("pgn: out.pgn: not written: the output would be incomplete\n"),
        "{}",
        ran.err()
    );
    assert!(ran.account().ends_with("wrote 0"), "{}", ran.account());
    assert_eq!(dir.read("out.pgn"), "old");
    assert_eq!(dir.names(), ["in.pgn", "out.pgn"]);
}

#[test]
fn errors_in_games_do_not_keep_the_output_from_being_written() {
    let dir = Dir::with("in.pgn", BAD);
    dir.pgn(&["fmt", "in.pgn", "-o", "out.pgn"]).status(1);
    assert!(dir.read("out.pgn").contains("2. Ke3"));
}

#[test]
fn several_files_in_place() {
    let dir = Dir::with("a.pgn", LAX);
    dir.write("b.pgn", LAX.repeat(2));
    dir.write("c/d.pgn", CANONICAL);
    let ran = dir.pgn(&["fmt", "-i", "a.pgn", "b.pgn", "c"]).status(0);
    assert_eq!(ran.out(), "");
    assert!(ran.account().ends_with("no errors; wrote 4"), "{}", ran.account());
    assert_eq!(dir.read("a.pgn"), CANONICAL);
    assert_eq!(dir.read("b.pgn"), CANONICAL.repeat(2));
    assert_eq!(dir.read("c/d.pgn"), CANONICAL);
    assert_eq!(dir.names(), ["a.pgn", "b.pgn", "c"]);
}

#[test]
fn in_place_refuses_what_it_would_change_into_something_else() {
    let dir = Dir::with("a.pgn", LAX);
    dir.write("c.pgc", "\u{5}\u{6}");
    dir.write("folder/c.pgc", "x");
    let ran = dir.pgn(&["fmt", "-i", "c.pgc", "-", "folder", "a.pgn"]).status(2);
    assert!(
        ran.err().contains("c.pgc: a file in binary coding cannot be formatted in place; use -o"),
        "{}",
        ran.err()
    );
    assert!(ran.err().contains("<stdin>: only a file of its own"), "{}", ran.err());
    assert_eq!(dir.read("c.pgc"), "\u{5}\u{6}");
    assert_eq!(dir.read("folder/c.pgc"), "x");
    assert_eq!(dir.read("a.pgn"), CANONICAL);
}

#[test]
fn in_place_keeps_a_file_that_cannot_be_read_whole() {
    let dir = Dir::with("a.pgn", LAX);
    let ran = dir.pgn(&["fmt", "-i", "missing.pgn", "a.pgn"]).status(2);
    assert!(ran.account().ends_with("wrote 1"), "{}", ran.account());
    assert_eq!(dir.read("a.pgn"), CANONICAL);
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use crate::rig::{BAD, CANONICAL, Dir, LAX, Ran};

    #[test]
    fn permissions_and_links_are_kept() {
        let dir = Dir::with("a.pgn", LAX);
        fs::set_permissions(dir.path("a.pgn"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a.pgn", dir.path("link.pgn")).unwrap();
        dir.pgn(&["fmt", "-i", "link.pgn"]).status(0);
        assert_eq!(dir.read("a.pgn"), CANONICAL);
        assert!(fs::symlink_metadata(dir.path("link.pgn")).unwrap().is_symlink());
        assert_eq!(fs::metadata(dir.path("a.pgn")).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn a_directory_that_may_not_be_written() {
        let dir = Dir::with("locked/out.pgn", "old");
        dir.write("in.pgn", LAX);
        fs::set_permissions(dir.path("locked"), fs::Permissions::from_mode(0o555)).unwrap();
        // Root may write everywhere; then there is nothing to see.
        if fs::write(dir.path("locked/probe"), "").is_err() {
            dir.pgn(&["fmt", "in.pgn", "-o", "locked/out.pgn"]).status(2);
            assert_eq!(dir.read("locked/out.pgn"), "old");
        }
        fs::set_permissions(dir.path("locked"), fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_an_error() {
        let dir = Dir::with("in.pgn", LAX);
        let ran = dir.pgn(&["fmt", "in.pgn", "-o", "/dev/full"]).status(2);
        assert!(ran.err().starts_with("pgn: /dev/full: cannot write: "), "{}", ran.err());
        assert!(ran.account().ends_with("wrote 0"), "{}", ran.account());
        for command in ["fmt", "check"] {
            let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
            dir.write("in.pgn", BAD);
            let output = dir.command(&[command, "in.pgn"]).stdout(full).output().unwrap();
            let ran = Ran(output).status(2);
            assert!(ran.err().contains("pgn: <stdout>: cannot write: "), "{}", ran.err());
        }
        dir.pgn(&["fmt", "in.pgn", "--rejects", "/dev/full"]).status(2);
    }

    #[test]
    fn an_interrupted_run_leaves_the_old_files_and_nothing_else() {
        let dir = Dir::with("out.pgn", "old");
        dir.write("bad.pgn", "old");
        let args = ["fmt", "-o", "out.pgn", "--rejects", "bad.pgn"];
        let mut child = dir.command(&args).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(BAD.as_bytes()).unwrap();
        stdin.flush().unwrap();
        let patience = Instant::now() + Duration::from_secs(20);
        while dir.names().len() < 4 {
            assert!(Instant::now() < patience, "no temporary files: {:?}", dir.names());
            std::thread::sleep(Duration::from_millis(5));
        }
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(dir.names(), ["bad.pgn", "out.pgn"]);
        assert_eq!((dir.read("out.pgn"), dir.read("bad.pgn")), ("old".to_owned(), "old".to_owned()));
    }

    /// Starts writing `out.pgn`, and waits for its temporary file.
    fn begin(dir: &Dir) -> std::process::Child {
        let before = dir.names();
        let is_new = |name: &String| name.ends_with(".pgn-tmp") && !before.contains(name);
        let mut child = dir.command(&["fmt", "-o", "out.pgn"]).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.as_mut().unwrap().write_all(LAX.as_bytes()).unwrap();
        let patience = Instant::now() + Duration::from_secs(20);
        while !dir.names().iter().any(is_new) {
            assert!(Instant::now() < patience, "no temporary file: {:?}", dir.names());
            std::thread::sleep(Duration::from_millis(5));
        }
        child
    }

    #[test]
    fn what_a_killed_run_has_left_is_removed_and_what_is_in_use_is_not() {
        let dir = Dir::with("in.pgn", LAX);
        let mut killed = begin(&dir);
        killed.kill().unwrap();
        killed.wait().unwrap();
        let left = dir.names().into_iter().find(|name| name.ends_with(".pgn-tmp")).unwrap();
        assert!(left.starts_with(".out.pgn."), "{left}");
        // Another target, and a directory, have nothing to do with it.
        let ran = dir.pgn(&["fmt", "-o", "other.pgn", "in.pgn"]).status(0);
        assert!(!ran.err().contains("killed") && dir.names().contains(&left), "{}", ran.err());
        let mut live = begin(&dir);
        assert!(!dir.names().contains(&left), "{:?}", dir.names());
        let ran = dir.pgn(&["fmt", "-o", "out.pgn", "in.pgn"]).status(0);
        assert!(!ran.err().contains("killed"), "{}", ran.err());
        drop(live.stdin.take());
        let live = Ran(live.wait_with_output().unwrap()).status(0);
        let said = format!("pgn: {left}: removed: left by an interrupted run\n");
        assert!(live.err().replace("./", "").starts_with(&said), "{}", live.err());
        assert_eq!(dir.names(), ["in.pgn", "other.pgn", "out.pgn"]);
        assert_eq!(dir.read("out.pgn"), CANONICAL);
    }

    #[test]
    fn a_run_that_is_to_end_says_by_which_signal() {
        for (signal, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
            let dir = Dir::with("in.pgn", LAX);
            let mut child = begin(&dir);
            // Waiting would close it, and the run might end before it knows of the signal.
            let _input = child.stdin.take();
            assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
            assert_eq!(child.wait().unwrap().code(), Some(status));
            assert_eq!(dir.names(), ["in.pgn"]);
        }
    }

    #[test]
    fn outputs_of_a_run_get_their_places_together() {
        let dir = Dir::with("in.pgn", LAX);
        dir.write("out.pgn", "old");
        let ran = dir.pgn(&["filter", "TRUE", "in.pgn", "-o", "out.pgn", "--rejects", "/dev/full"]).status(0);
        assert!(ran.account().ends_with("wrote 1"), "{}", ran.account());
        dir.write("out.pgn", "old");
        let ran = dir.pgn(&["filter", "FALSE", "in.pgn", "-o", "out.pgn", "--not-to", "/dev/full"]).status(2);
        assert!(ran.err().contains("out.pgn: not written"), "{}", ran.err());
        assert_eq!(dir.read("out.pgn"), "old");
        assert_eq!(dir.names(), ["in.pgn", "out.pgn"]);
    }

    #[test]
    fn what_leaves_a_file_is_in_its_place_before_the_file_is_replaced() {
        let dir = Dir::with("a.pgn", [LAX, BAD].concat());
        // It cannot be written: the file stays.
        for command in [&["fmt"][..], &["sort"]] {
            let args = [command, &["-i", "--on-error", "drop", "--rejects", "/dev/full", "a.pgn"]].concat();
            dir.pgn(&args).status(2);
            assert_eq!(dir.read("a.pgn"), [LAX, BAD].concat(), "{args:?}");
        }
        // A kill between two files loses nothing of the first.
        dir.write("b.pgn", LAX.repeat(100_000));
        for rejects in ["r.pgn", "r.pgn.gz", "r.pgn.zst"] {
            dir.write("a.pgn", [LAX, BAD].concat());
            let args = ["fmt", "-i", "--on-error", "drop", "--rejects", rejects, "a.pgn", "b.pgn"];
            let mut child = dir.command(&args).spawn().unwrap();
            let patience = Instant::now() + Duration::from_secs(60);
            while dir.read("a.pgn").contains("Bad") {
                assert!(Instant::now() < patience);
                std::thread::sleep(Duration::from_millis(1));
            }
            child.kill().unwrap();
            child.wait().unwrap();
            let kept = dir.pgn(&["edit", "--set", "Site=x", rejects]);
            assert!(kept.out().contains("2. Ke3 {why}"), "{rejects} {}", kept.err());
        }
        dir.write("c.pgn", BAD);
        dir.pgn(&["fmt", "-i", "--on-error", "drop", "--rejects", "s.pgn.gz", "a.pgn", "c.pgn"]);
    }

    #[test]
    fn of_two_that_write_one_file_in_place_none_loses_what_the_other_did() {
        for _ in 0..4 {
            let dir = Dir::with("a.pgn", LAX.repeat(3000));
            let run = |set| dir.command(&["edit", "-i", "--set", set, "a.pgn"]).spawn().unwrap();
            let both = [run("Site=Riga"), run("Round=7")];
            let ended = both.map(|child| Ran(child.wait_with_output().unwrap()));
            let text = dir.read("a.pgn");
            for (ran, tag) in ended.iter().zip(["[Site \"Riga\"]", "[Round \"7\"]"]) {
                match ran.0.status.code() {
                    Some(0) => assert_eq!(text.matches(tag).count(), 3000),
                    Some(2) => {
                        assert!(
                            ran.err().contains("a.pgn: changed while it was read; left as it is"),
                            "{}",
                            ran.err()
                        );
                        assert!(!text.contains(tag));
                    }
                    other => panic!("{other:?} {}", ran.err()),
                }
            }
        }
    }

    #[test]
    fn a_pipe_is_not_written_in_place() {
        let dir = Dir::new();
        if !Command::new("mkfifo").arg(dir.path("a.pgn")).status().is_ok_and(|status| status.success()) {
            return;
        }
        // Opened for both, so that nobody waits.
        let mut pipe = fs::OpenOptions::new().read(true).write(true).open(dir.path("a.pgn")).unwrap();
        pipe.write_all(LAX.as_bytes()).unwrap();
        let ran = dir.pgn(&["fmt", "-i", "a.pgn"]).status(2);
        assert!(ran.err().contains("only a regular file can be formatted in place"), "{}", ran.err());
    }

    #[test]
    fn a_closed_pipe_ends_quietly() {
        let dir = Dir::with("in.pgn", LAX.repeat(20_000));
        dir.write("bad.pgn", BAD.repeat(20_000));
        let cases: [&[&str]; 4] = [
            &["fmt", "in.pgn"],
            &["fmt", "-j", "1", "in.pgn"],
            &["check", "bad.pgn"],
            &["fmt", "-q", "bad.pgn"],
        ];
        for args in cases {
            let mut child = dir.command(args).spawn().unwrap();
            let mut line = String::new();
            BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
            assert!(!line.is_empty());
            let ran = Ran(child.wait_with_output().unwrap());
            assert!(ran.0.status.code().is_some_and(|code| code < 2), "{args:?} {:?}", ran.0.status);
            let said =
                ran.err().lines().filter(|line| !line.contains("illegal-move") && !line.starts_with('…'));
            assert_eq!(said.count(), 0, "{args:?} {}", ran.err());
        }
        // A writer that is cut off before it begins.
        for args in [&["completions", "zsh"][..], &["man"], &["--help"], &["fmt", "in.pgn"]] {
            let mut child = dir.command(args).spawn().unwrap();
            drop(child.stdout.take());
            let ran = Ran(child.wait_with_output().unwrap()).status(0);
            assert_eq!(ran.err(), "", "{args:?}");
        }
    }
}
