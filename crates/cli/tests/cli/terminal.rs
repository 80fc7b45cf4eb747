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
