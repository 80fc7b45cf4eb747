//! What reaches a terminal: colours only when asked for, and no control sequence out of a file.

use crate::rig::{BAD, Dir, pgn};

#[test]
fn colours_only_when_asked_for() {
    let dir = Dir::with("a.pgn", BAD);
    let plain = dir.pgn(&["check", "a.pgn"]).status(1);
    assert!(!plain.out().contains('\x1b') && !plain.err().contains('\x1b'));
    let coloured = dir.pgn(&["check", "--color", "always", "a.pgn"]).status(1);
    assert!(coloured.out().contains("\x1b["));
    let never = dir.pgn(&["check", "--color", "never", "a.pgn"]).status(1);
    assert_eq!(never.out(), plain.out());
    let output = dir.command(&["check", "a.pgn"]).env("NO_COLOR", "1").output().unwrap();
    assert_eq!(output.stdout, plain.0.stdout);
}

/// Escape, the one-byte control sequence introducer in Latin-1 and UTF-8, bell, backspace, right-to-left override.
const HOSTILE: &str = "\x1b[31m\x1b]0;title\x07\u{8}\u{9b}31m\u{202e}\u{2066}\x7f";

#[track_caller]
fn is_safe(text: &[u8]) {
    let text = std::str::from_utf8(text).unwrap();
    let bad = text.chars().find(|&c| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    });
    assert_eq!(bad, None, "{text:?}");
}

#[test]
fn texts_of_a_game_are_made_safe() {
    let texts = [
        format!("[White \"{HOSTILE}\"]\n[Event \"{HOSTILE}\"]\n\n1. e4 e4 *\n"),
        format!("[{HOSTILE} \"x\"]\n\n1. {HOSTILE} e4 *\n"),
        format!("1. e4 {{{HOSTILE}}} {HOSTILE} Q{HOSTILE} *\n"),
        format!("[Result \"{HOSTILE}\"]\n[FEN \"{HOSTILE}\"]\n[Variant \"{HOSTILE}\"]\n\n1. e4 {HOSTILE}"),
        format!("[Event \"{HOSTILE}\n\n[x{HOSTILE}\n\n$ ${HOSTILE} (( {HOSTILE} "),
    ];
    for text in &texts {
        let latin1: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
        for bytes in [text.as_bytes(), &latin1] {
            for format in ["text", "concise", "json", "sarif", "github"] {
                let ran = pgn(&["check", "--notes", "--show-board", "--format", format], bytes);
                is_safe(ran.bytes());
                is_safe(&ran.0.stderr);
            }
            is_safe(&pgn(&["fmt"], bytes).0.stderr);
            for args in [&["show"][..], &["show", "--all", "--commands"], &["show", "--plain"]] {
                let ran = pgn(args, bytes);
                is_safe(ran.bytes());
                is_safe(&ran.0.stderr);
            }
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn file_names_are_made_safe() {
    let name = format!("{}.pgn", HOSTILE);
    let dir = Dir::with(&name, BAD);
    for args in [
        &["check"][..],
        &["check", "--format", "concise"],
        &["check", "--format", "json"],
        &["check", "--format", "sarif"],
        &["check", "--format", "github"],
        &["fmt", "--check"],
        &["fmt", "-q", "-o", "x"],
    ] {
        for file in [&name[..], "./", &format!("{name}missing")] {
            let ran = dir.pgn(&[args, &[file]].concat());
            is_safe(ran.bytes());
            is_safe(&ran.0.stderr);
        }
    }
    let unreadable = format!("{name}/x");
    is_safe(&dir.pgn(&["fmt", &name, "-o", &unreadable]).status(2).0.stderr);
}

/// Columns of a text of ordinary characters, and of Chinese ones.
fn columns(line: &str) -> usize {
    line.chars().map(|c| if ('\u{4e00}'..'\u{9fff}').contains(&c) { 2 } else { 1 }).sum()
}

#[test]
fn lines_of_the_text_are_not_wider_than_the_terminal() {
    let moves =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Ke4 10. d4";
    for text in [
        format!("{moves} *\n"),
        format!("{{\u{4e2d}\u{6587} {}}} {moves} {} *\n", "\u{4e2d}".repeat(40), "{x} ".repeat(90)),
        "1. e4 e5 2. Ke3 *\n".to_owned(),
        format!("1. e4 {}Ke4{} *\n", "x".repeat(30), "y".repeat(300)),
    ] {
        let dir = Dir::with("a.pgn", &text);
        for width in [12, 20, 40, 59, 60, 80, 100, 200] {
            let output = dir.command(&["check", "a.pgn"]).env("COLUMNS", width.to_string()).output().unwrap();
            let shown = String::from_utf8(output.stdout).unwrap();
            let lines: Vec<&str> = shown.lines().collect();
            let mut seen = 0;
            for (at, line) in lines.iter().enumerate() {
                let Some(excerpt) = line.strip_prefix("1 | ") else { continue };
                seen += 1;
                assert!(columns(line) <= width.max(18), "{width}: {line}");
                // The caret is below the word.
                let marks = &lines[at + 1][4..];
                let start = columns(&marks[..marks.find('^').unwrap()]);
                let mut column = 0;
                let word: String = excerpt
                    .chars()
                    .skip_while(|c| {
                        let before = column < start;
                        column += if before { columns(&c.to_string()) } else { 0 };
                        before
                    })
                    .collect();
                if text.contains("Ke4 10.") {
                    assert!(word.starts_with("Ke4"), "{width}: {shown}");
                }
            }
            assert!(seen > 0, "{shown}");
            // Places are those in the file.
            if text.starts_with(moves) {
                assert!(shown.contains(" --> a.pgn:1:89\n"), "{shown}");
            }
        }
    }
}
