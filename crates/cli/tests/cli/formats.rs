//! `pgn check --format`: the same findings in every format. The expected texts lie in `snapshots/`.

use std::io::Write as _;

use crate::rig::{BAD, Dir, LAX, pgn, snapshot};

pub const FORMATS: [&str; 5] = ["text", "concise", "json", "sarif", "github"];

/// Control characters, quotes, line breaks, bytes that are no UTF-8, wide characters: all of it in messages, names and
/// tag values.
pub const HOSTILE: &[u8] = b"[White \"A \x1b[31m\\\"B\\\", C::\xe9\"]\n[Event \"line\nbreak, 100% \xe2\x80\xae\"]\n[Result \"\x9b\x07\"]\n\n\
1. e4 e\x1b5 2. \"x\" Q\r\nx%0A::error::y *\n\n\
[White \"\xe6\xa3\x8b \xf0\x9f\x98\x80\"]\n\n1. e4\te5\t2. Ke3 {\xe6\xa3\x8b} *\n\n1. e4 e5 2. \xe6\xa3\x8b\xe6\xa3\x8b Nf3 1-0\n<stray";

/// Without what changes with every new code or version: the rules of SARIF and their indices, which its own tests hold.
pub fn normal(format: &str, text: &str) -> String {
    if format != "sarif" {
        return text.to_owned();
    }
    let start = text.find("\"rules\":[").unwrap();
    let end = text.find("},\"columnKind\"").unwrap();
    let rest = text.replace(&text[start..end], "\"rules\":[…]}");
    let mut parts = rest.split("\"ruleIndex\":");
    let mut normal = parts.next().unwrap().to_owned();
    for part in parts {
        normal.push_str("\"ruleIndex\":…");
        normal.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    normal
}

#[test]
fn the_broken_example() {
    let example = format!("{}/../../examples/broken.pgn", env!("CARGO_MANIFEST_DIR"));
    let dir = Dir::with("broken.pgn", std::fs::read(example).unwrap());
    for format in &FORMATS[2..] {
        let ran = dir.pgn(&["check", "--format", format, "broken.pgn"]).status(1);
        snapshot(&format!("broken-{format}"), &normal(format, ran.out()));
    }
}

#[test]
fn hostile_content() {
    for format in FORMATS {
        let dir = Dir::with("50%,a:b\u{e9}.pgn", HOSTILE);
        let ran = dir.pgn(&["check", "--notes", "--format", format, "50%,a:b\u{e9}.pgn"]).status(1);
        snapshot(&format!("hostile-{format}"), &normal(format, ran.out()));
        let stdin = pgn(&["check", "--notes", "--format", format], HOSTILE).status(1);
        snapshot(&format!("hostile-stdin-{format}"), &normal(format, stdin.out()));
    }
}

/// Two files, one of them compressed: places are those of the text, games are counted in each.
#[test]
fn two_files_and_compressed_input() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(format!("{LAX}\n{BAD}").as_bytes()).unwrap();
    let dir = Dir::with("a.pgn.gz", packed.finish().unwrap());
    dir.write("b.pgn", format!("{BAD}{LAX}{BAD}"));
    for format in FORMATS {
        let ran = dir.pgn(&["check", "--format", format, "a.pgn.gz", "b.pgn"]).status(1);
        snapshot(&format!("two-{format}"), &normal(format, ran.out()));
    }
}

/// Long enough for many blocks, with findings in and between games.
fn many(games: usize) -> String {
    let piece = format!("{LAX}\n{BAD}1. e2e4 0-0 *\n\n[White \"x\"]\n\n[Black \"y\"]\n\n1. e4 {{never\n\n");
    piece.repeat(games)
}

#[test]
fn threads_change_nothing() {
    let dir = Dir::with("in.pgn", many(3_000));
    dir.write("more.pgn", many(10));
    for format in FORMATS {
        for more in [&["--notes"][..], &["--max-diagnostics", "10000"], &["--max-per-game", "1"]] {
            let run = |jobs: &str| {
                let args =
                    [&["check", "--format", format, "-j", jobs], more, &["in.pgn", "more.pgn"]].concat();
                let ran = dir.pgn(&args).status(1);
                (ran.0.stdout, ran.0.stderr)
            };
            assert!(run("1") == run("4"), "{format} {more:?}");
        }
    }
}

#[test]
fn what_is_not_shown_is_said() {
    let content = format!("{}*\n{BAD}", "$ ".repeat(1_500));
    // Programs get more of a game than people.
    for (format, lines) in [("concise", 21), ("github", 22), ("json", 1_001)] {
        let ran = pgn(&["check", "--format", format], &content).status(1);
        assert_eq!(ran.out().lines().count(), lines, "{format}");
        assert!(ran.err().contains(" of 1501 diagnostics are not shown"), "{format} {}", ran.err());
    }
    let sarif = pgn(&["check", "-q", "--format", "sarif", "--max-diagnostics", "3"], &content).status(1);
    let log: serde_json::Value = serde_json::from_str(sarif.out()).unwrap();
    let run = &log["runs"][0];
    assert_eq!(run["results"].as_array().unwrap().len(), 3);
    let said = &run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
    assert_eq!(said, "1498 more diagnostics are not in this log");
    assert_eq!(sarif.err(), "");
    // The limit over all stops the showing, not the counting, nor the exit status.
    let args = ["check", "--format", "concise", "--account", "json"];
    let none = pgn(&[&args[..], &["--max-diagnostics", "0"]].concat(), &content).status(1);
    assert_eq!(none.out(), "");
    assert!(none.err().contains("1501 of 1501 diagnostics are not shown"), "{}", none.err());
    assert!(none.err().contains("\"PGN-C001\":1,\"PGN-M006\":1500"), "{}", none.err());
    // Across inputs too.
    let dir = Dir::with("a.pgn", BAD);
    let ran = dir.pgn(&["check", "--format", "concise", "--max-diagnostics", "2", "a.pgn", "a.pgn", "a.pgn"]);
    assert_eq!(ran.status(1).out().lines().count(), 2);
}

#[test]
fn no_findings_are_still_a_whole_log() {
    for format in FORMATS {
        let ran = pgn(&["check", "--format", format], "1. e4 *\n").status(0);
        assert_eq!(ran.out().is_empty(), format != "sarif", "{format}");
    }
    let log: serde_json::Value =
        serde_json::from_str(pgn(&["check", "--format", "sarif", "missing.pgn"], "").status(2).out())
            .unwrap();
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

#[test]
fn a_summary_counts_by_code_when_there_are_kinds() {
    let ran = pgn(&["check"], BAD).status(1);
    assert!(!ran.err().contains("diagnostics:"), "{}", ran.err());
    let ran = pgn(&["check"], format!("{BAD}1. e2e4 d7d5 *\n")).status(1);
    assert!(ran.err().starts_with("pgn: 3 diagnostics: 2 lax-move, 1 illegal-move\npgn: "), "{}", ran.err());
    assert_eq!(pgn(&["check", "-q"], BAD).status(1).err(), "");
}

#[test]
fn boards() {
    let ran = pgn(&["check", "-q", "--show-board"], BAD).status(1);
    snapshot("board-ascii", ran.out());
    let ran = pgn(&["check", "-q", "--show-board=unicode"], "1. Nf3 d5 2. d3 d4 3. Nd2 *\n").status(1);
    snapshot("board-unicode", ran.out());
    pgn(&["check", "--show-board=nonsense"], BAD).status(2);
}

/// A line as long as a file, with as many findings as words: each is found in its place without beginning anew.
#[test]
fn many_findings_on_one_line() {
    let line = "1. e2e4 e7e5 {\u{fc}} * ".repeat(20_000);
    let ran = pgn(&["check", "--format", "json", "-q"], &line).status(0);
    let last: serde_json::Value = serde_json::from_str(ran.out().lines().last().unwrap()).unwrap();
    assert_eq!(last["game"], 20_000);
    assert_eq!(last["column"], 19_999 * 19 + 9);
    let start = last["byte_start"].as_u64().unwrap() as usize;
    assert_eq!(&line[start..last["byte_end"].as_u64().unwrap() as usize], "e7e5");
    // All of one game.
    let game = format!("{}*", "$ ".repeat(200_000));
    let ran = pgn(&["check", "--format", "json", "-q", "--max-per-game", "0"], &game).status(1);
    assert_eq!(ran.out().lines().count(), 200_000);
}

/// What is found is written as it is found: held to the end it would need forty megabytes, and 14 are allowed beside what
/// the program takes for itself. Without tags the whole text is one block.
#[test]
#[cfg(target_os = "linux")]
fn many_findings_need_no_memory() {
    let dir = Dir::with("tags.pgn", "[Event \"x\"]\n\n1. Ke3 *\n\n".repeat(60_000));
    dir.write("none.pgn", "1. Ke3 *\n".repeat(60_000));
    let within = |megabytes: u32, rest: &str| {
        let script = format!("ulimit -c 0; ulimit -v {} && {rest}", megabytes << 10);
        let mut shell = std::process::Command::new("sh");
        shell.current_dir(dir.path("")).args(["-c", &script, env!("CARGO_BIN_EXE_pgn")]);
        shell
    };
    let starts = |megabytes: &u32| {
        let mut shell = within(*megabytes, "exec \"$0\" --version");
        shell.output().unwrap().status.success()
    };
    // The start with --version makes no options.
    let allowed = 17 + (16..256).find(starts).expect("the program starts within 256 MB");
    for (file, format) in
        [("tags.pgn", "json"), ("tags.pgn", "sarif"), ("tags.pgn", "github"), ("none.pgn", "json")]
    {
        let mut shell = within(allowed, "exec \"$0\" check -q -j1 --format \"$1\" \"$2\" | wc -l");
        shell.args([format, file]);
        let lines = String::from_utf8(shell.output().unwrap().stdout).unwrap();
        let expected = if format == "sarif" { 60_002 } else { 60_000 };
        assert_eq!(lines.trim(), expected.to_string(), "{file} {format}");
    }
}
