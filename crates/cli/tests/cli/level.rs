//! `pgn check --level export` and `--level archive`: whether a text is export format.

use crate::rig::pgn;

fn check(level: &str, text: impl AsRef<[u8]>) -> String {
    let ran = pgn(&["check", "-q", "--format", "concise", "--level", level], text).status(0);
    let name = |line: &str| line.split("] ").nth(1).unwrap().split(':').next().unwrap().to_owned();
    ran.out().lines().map(name).collect::<Vec<_>>().join(" ")
}

fn example(name: &str) -> String {
    let path = format!("{}/../../examples/{name}.pgn", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn what_fmt_writes_is_export_format() {
    for name in ["games", "clocks"] {
        let text = pgn(&["fmt", "-q"], example(name)).status(0).out().to_owned();
        assert_eq!(check("archive", &text), "", "{name}");
        let crlf = pgn(&["fmt", "-q", "--newline", "crlf"], example(name)).status(0).out().to_owned();
        assert_eq!(check("export", &crlf), "", "{name}");
        assert!(check("archive", &crlf).split(' ').all(|name| name == "line-ends"), "{name}");
    }
}

#[test]
fn what_one_byte_more_or_less_does() {
    let text = pgn(&["fmt", "-q"], example("games")).status(0).out().to_owned();
    assert_eq!(check("import", text.trim_end()), "");
    assert_eq!(check("export", text.trim_end()), "empty-lines");
    assert_eq!(check("export", format!("\n{text}")), "empty-lines");
    assert_eq!(check("export", text.replacen("1. e4", "1.  e4", 1)), "white-space");
    assert_eq!(check("export", text.replacen("1. e4", "1.e4", 1)), "move-number-form");
}
