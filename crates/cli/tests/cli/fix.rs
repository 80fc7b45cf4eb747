//! `pgn check --fix` and `--diff`.

use std::fs;
use std::io::Write as _;

use crate::blocks::tricky;
use crate::rig::{BAD, Dir, pgn};

/// A game with much to mend, in bytes that are no UTF-8, and something that stays wrong.
const FAULTY: &[u8] = b"% kept\r\n[White \"M\xfcller\"]\r\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\r\n[PlyCount \"9\"]\r\n\r\n\
1. e2e4 {K\xf6nig  } e8d7\t 2.e4e5 Ke6 $14 1/2\r\n\r\n[White \"x\"]\r\n\r\n1.e2-e4 e5 2.Ke3 *";

const MENDED: &[u8] = b"% kept\r\n[White \"M\xfcller\"]\r\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\r\n[SetUp \"1\"]\r\n[PlyCount \"9\"]\r\n\r\n\
1. e4 {K\xf6nig  } Kd7\t 2.e5 Ke6 $14 1/2-1/2\r\n\r\n[White \"x\"]\r\n\r\n1.e4 e5 2.Ke3 *";

#[track_caller]
fn assert_bytes(found: &[u8], expected: &[u8]) {
    assert_eq!(found.escape_ascii().to_string(), expected.escape_ascii().to_string());
}

/// What `patch -p1` makes of `old`: hunks are applied where they say, and every line must be as they say.
fn patched(old: &[u8], diff: &[u8]) -> Vec<u8> {
    let newline = |byte: &u8| *byte == b'\n';
    let mut lines = diff.split_inclusive(newline).peekable();
    let mut old = old.split_inclusive(newline).enumerate().peekable();
    let mut new = Vec::new();
    assert!(lines.next().is_none_or(|line| line.starts_with(b"--- a/")));
    assert!(lines.next().is_none_or(|line| line.starts_with(b"+++ b/")));
    while let Some(line) = lines.next() {
        let header = std::str::from_utf8(line).unwrap();
        let (range, _) = header.strip_prefix("@@ -").unwrap().split_once(' ').unwrap();
        let (start, count) = range.split_once(',').unwrap();
        let [start, mut count] = [start, count].map(|number| number.parse::<usize>().unwrap());
        let first = if count > 0 { start - 1 } else { start };
        while let Some((_, line)) = old.next_if(|(at, _)| *at < first) {
            new.extend_from_slice(line);
        }
        while let Some(line) = lines.next_if(|line| !line.starts_with(b"@@")) {
            let mut text = line[1..].to_vec();
            if lines.next_if(|next| next.starts_with(b"\\")).is_some() {
                text.pop();
            }
            if line[0] != b'+' {
                assert_bytes(old.next().unwrap().1, &text);
                count -= 1;
            }
            if line[0] != b'-' {
                new.extend(text);
            }
        }
        assert_eq!(count, 0, "{header}");
    }
    old.for_each(|(_, line)| new.extend_from_slice(line));
    new
}

#[test]
fn only_the_faulty_bytes_of_a_file_change() {
    let dir = Dir::with("a.pgn", FAULTY);
    dir.write("b.pgn", FAULTY);
    dir.write("clean.pgn", "1. e4 *\n");
    let ran = dir.pgn(&["check", "--fix", "a.pgn", "b.pgn", "clean.pgn"]).status(1);
    assert_bytes(&fs::read(dir.path("a.pgn")).unwrap(), MENDED);
    assert_bytes(&fs::read(dir.path("b.pgn")).unwrap(), MENDED);
    assert_eq!(dir.names(), ["a.pgn", "b.pgn", "clean.pgn"]);
    let fixed = "pgn: fixed 12 (8 lax-move, 2 lax-termination, 2 missing-setup) in 2 files\n";
    assert!(ran.err().contains(fixed), "{}", ran.err());
    assert!(ran.err().contains("; 2 more can be fixed with --unsafe-fixes\n"), "{}", ran.err());
    assert!(
        ran.account()
            == "pgn: 5 games (336 bytes): 2 with errors, 2 with warnings; wrote 4; 2 more can be fixed with --unsafe-fixes",
        "{}",
        ran.err()
    );
}

#[test]
fn what_is_shown_is_what_remains_where_it_is_now() {
    let dir = Dir::with(
        "a.pgn",
        tricky(700_000).replace("1. d4 d5 {", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e2e4 Kd7 {"),
    );
    let args = ["check", "--format", "json", "--max-per-game", "0", "a.pgn"];
    let fixed = dir.pgn(&[&args[..], &["--fix", "-j", "3"]].concat()).status(1);
    assert!(
        fixed.err().contains(" missing-setup") && fixed.err().contains(") in 1 file\n"),
        "{}",
        fixed.err()
    );
    let after = dir.pgn(&args).status(1);
    assert!(fixed.out().lines().count() > 100);
    assert_eq!(fixed.out(), after.out());
}

#[test]
fn a_file_in_which_nothing_changes_is_not_written() {
    let dir = Dir::with("a.pgn", FAULTY);
    dir.pgn(&["check", "--fix", "a.pgn"]).status(1);
    let modified = || fs::metadata(dir.path("a.pgn")).unwrap().modified().unwrap();
    let before = modified();
    std::thread::sleep(std::time::Duration::from_millis(20));
    let ran = dir.pgn(&["check", "--fix", "a.pgn"]).status(1);
    assert_eq!(modified(), before);
    assert!(!ran.err().contains("pgn: fixed") && !ran.account().contains("wrote"), "{}", ran.err());
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let dir = Dir::with("sub/real.pgn", FAULTY);
    symlink("sub/real.pgn", dir.path("link.pgn")).unwrap();
    fs::set_permissions(dir.path("sub/real.pgn"), fs::Permissions::from_mode(0o640)).unwrap();
    dir.pgn(&["check", "--fix", "-q", "link.pgn"]).status(1);
    assert!(fs::symlink_metadata(dir.path("link.pgn")).unwrap().is_symlink());
    assert_bytes(&fs::read(dir.path("sub/real.pgn")).unwrap(), MENDED);
    assert_eq!(fs::metadata(dir.path("sub/real.pgn")).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn standard_input_goes_mended_to_standard_output() {
    let ran = pgn(&["check", "--fix", "--format", "concise"], FAULTY).status(1);
    assert_bytes(ran.bytes(), MENDED);
    assert!(ran.err().starts_with("<stdin>:5:12: warning[PGN-T030]"), "{}", ran.err());
    assert!(ran.err().contains("<stdin>:11:11: error[PGN-C001]"), "{}", ran.err());
    let clean = "\n\n1. e4 *   \r\r";
    assert_eq!(pgn(&["check", "--fix", "-q"], clean).status(0).out(), clean);
    assert_eq!(pgn(&["check", "--fix", "-q"], "").status(0).out(), "");
    assert_eq!(pgn(&["check", "--fix", "-q"], BAD).status(1).out(), BAD);
}

#[test]
fn unsafe_fixes_are_asked_for() {
    let ran =
        pgn(&["check", "--fix", "--unsafe-fixes", "-q", "--select", "wrong-ply-count"], FAULTY).status(0);
    assert!(ran.bytes().windows(12).any(|bytes| bytes == b"PlyCount \"4\""));
    for args in [
        &["check", "--unsafe-fixes"][..],
        &["check", "--diff", "--statistics"],
        &["check", "--diff", "--format", "json"],
        &["check", "--fix", "--on-error", "drop"],
        &["check", "--diff", "--on-error", "stop"],
    ] {
        assert_eq!(pgn(args, FAULTY).status(2).out(), "", "{args:?}");
    }
}

#[test]
fn rejects_are_games_as_they_were() {
    let dir = Dir::with("a.pgn", FAULTY);
    dir.pgn(&["check", "-q", "--rejects", "before.pgn", "a.pgn"]).status(1);
    for option in ["--diff", "--fix"] {
        dir.pgn(&["check", "-q", option, "--rejects", "rejects.pgn", "a.pgn"]).status(1);
        assert!(!dir.read("rejects.pgn").is_empty());
        assert_eq!(dir.read("rejects.pgn"), dir.read("before.pgn"), "{option}");
    }
}

#[test]
fn what_is_not_selected_is_not_mended() {
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e2e4 e8d7 1/2";
    let setup = text.replace("]\n", "]\n[SetUp \"1\"]\n");
    let moves = text.replace("e2e4 e8d7", "e4 Kd7");
    let fix =
        |args: &[&str]| pgn(&[&["check", "--fix", "-q"], args].concat(), text).status(0).out().to_owned();
    assert_eq!(fix(&["--select", "missing-setup"]), setup);
    assert_eq!(fix(&["--ignore", "T006,S"]), moves);
    assert_eq!(fix(&["--select", "C"]), text);
    // Little is shown, all is mended.
    assert_eq!(fix(&["--select", "M", "--max-per-game", "1", "--max-diagnostics", "1"]), moves);
    assert_eq!(fix(&["--select", "M", "--statistics", "--format", "json"]), moves);
    let dir = Dir::with("a.pgn", text);
    dir.write("pgn.toml", "[check]\nignore = [\"M\", \"S\"]\n");
    dir.pgn(&["check", "--fix", "-q", "a.pgn"]).status(0);
    assert_eq!(dir.read("a.pgn"), setup);
    // A note is mended when notes are wanted.
    let note = "1. e4 e5 2. Nb1c3 *\n";
    assert_eq!(pgn(&["check", "--fix", "-q"], note).status(0).out(), note);
    assert_eq!(pgn(&["check", "--fix", "-q", "--notes"], note).status(0).out(), "1. e4 e5 2. Nc3 *\n");
    assert_eq!(
        pgn(&["check", "--fix", "-q", "--level", "export", "--select", "M"], note).status(0).out(),
        "1. e4 e5 2. Nc3 *\n"
    );
}

#[test]
fn what_is_no_file_of_its_own_stays_as_it_is() {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(FAULTY).unwrap();
    let dir = Dir::with("all/a.pgn.gz", gz.finish().unwrap());
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(b"1. e4 *\n").unwrap();
    dir.write("all/b.pgn.gz", gz.finish().unwrap());
    dir.write("all/c.pgn", FAULTY);
    let packed = fs::read(dir.path("all/a.pgn.gz")).unwrap();
    for option in ["--diff", "--fix"] {
        let ran = dir.pgn(&["check", option, "all"]).status(2);
        let reason = "pgn: all/a.pgn.gz: left as it is: it is compressed; unpack it first\n";
        assert!(ran.err().contains(reason) && !ran.err().contains("b.pgn"), "{}", ran.err());
    }
    assert_bytes(&fs::read(dir.path("all/a.pgn.gz")).unwrap(), &packed);
    assert_bytes(&fs::read(dir.path("all/c.pgn")).unwrap(), MENDED);
}

#[test]
fn a_diff_is_what_patch_understands() {
    let dir = Dir::with("a b.pgn", FAULTY);
    dir.write("clean.pgn", "1. e4 *\n");
    let ran = dir.pgn(&["check", "--diff", "a b.pgn"]).status(1);
    assert!(ran.bytes().starts_with(b"--- a/a b.pgn\t\n+++ b/a b.pgn\t\n@@ -1,10 +1,11 @@\n % kept\r\n"));
    assert!(ran.bytes().ends_with(b"*\n\\ No newline at end of file\n"));
    assert!(ran.err().starts_with("pgn: would fix 6 (4 lax-move, "), "{}", ran.err());
    assert_bytes(&patched(FAULTY, ran.bytes()), MENDED);
    assert_bytes(&fs::read(dir.path("a b.pgn")).unwrap(), FAULTY);
    assert_eq!(dir.pgn(&["check", "--diff", "clean.pgn"]).status(0).out(), "");
    dir.write("pgn.toml", "[check]\nformat = \"sarif\"\n");
    assert_eq!(dir.pgn(&["check", "--diff", "a b.pgn"]).status(1).bytes(), ran.bytes());
    // Errors that stay are no difference.
    assert_eq!(pgn(&["check", "--diff", "-q"], BAD).status(0).out(), "");
    dir.pgn(&["check", "--fix", "--diff", "missing.pgn"]).status(2);
}

#[test]
fn threads_and_blocks_change_nothing() {
    let text = tricky(1_500_000).replace("2. Nf3 Nc6", "2.g1f3 b8-c6").replace("d4 0-1", "d2d4 0:1");
    let dir = Dir::with("a.pgn", &text);
    let diffs = ["1", "4"].map(|jobs| dir.pgn(&["check", "--diff", "-q", "-j", jobs, "a.pgn"]).status(1));
    assert!(diffs[0].bytes() == diffs[1].bytes());
    let mended = pgn(&["check", "--fix", "-q", "-j", "3"], &text).status(1);
    assert!(patched(text.as_bytes(), diffs[0].bytes()) == mended.bytes());
    dir.pgn(&["check", "--fix", "-q", "-j", "1", "a.pgn"]).status(1);
    assert!(fs::read(dir.path("a.pgn")).unwrap() == mended.bytes());
    dir.pgn(&["check", "--diff", "-q", "a.pgn"]).status(0);
}

#[test]
fn it_is_said_what_can_be_fixed() {
    let hint = |text: &[u8]| {
        pgn(&["check", "--select", "ALL", "--ignore", "C"], text)
            .account()
            .split_once("; ")
            .unwrap()
            .1
            .to_owned()
    };
    assert_eq!(hint(FAULTY), "6 can be fixed with --fix, 1 more with --unsafe-fixes");
    assert_eq!(hint(b"1. e2e4 *\n"), "1 can be fixed with --fix");
    assert_eq!(hint(b"[PlyCount \"2\"]\n\n1. e4 *\n"), "1 can be fixed with --fix --unsafe-fixes");
    // What cannot be read stays word for word.
    let ran = pgn(&["check", "--fix"], "1. e4 1Ke3 *\n").status(1);
    assert!(
        ran.err().contains("; 1 left as found: fixing would change something else, too\n"),
        "{}",
        ran.err()
    );
    assert!(!pgn(&["check"], "1. e4 *\n").status(0).err().contains("fix"));
    assert!(!pgn(&["check", "--format", "concise"], FAULTY).err().contains("fix"));
}
