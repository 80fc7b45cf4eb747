//! Games from a pipe that stays open: each is there when its marker has come.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::rig::Dir;

/// Two games; the second one must not be needed for the first.
const GAMES: [&str; 2] = ["[White \"Tal\"]\n\n1. e4 {a} e5 1-0\n", "\n[White \"Fine\"]\n\n1. d4 {b} d5 *\n"];

/// The same with an illegal move each.
const ILLEGAL: [&str; 2] =
    ["[White \"Tal\"]\n\n1. e4 e5 2. Ke3 1-0\n", "\n[White \"Fine\"]\n\n1. d4 d5 2. Kd3 *\n"];

/// Each command that gives something of a game, and words of the two games in its output.
const COMMANDS: &[(&str, [&str; 2])] = &[
    ("fmt", ["1-0", "d5 *"]),
    ("fmt -j1", ["1-0", "d5 *"]),
    ("fmt --where 'true'", ["1-0", "d5 *"]),
    ("convert --to json", ["e2e4", "d2d4"]),
    ("convert --to csv --rows games", ["Tal", "Fine"]),
    ("check", ["Ke3", "Kd3"]),
    ("check --level export", ["Ke3", "Kd3"]),
    ("filter true", ["1-0", "d5 *"]),
    ("filter true --to json", ["e2e4", "d2d4"]),
    ("filter true --list", ["Tal", "Fine"]),
    ("edit --set Event=x", ["1-0", "d5 *"]),
    ("edit --set Event=x --to json", ["e2e4", "d2d4"]),
    ("eco", ["1-0", "d5 *"]),
    ("eco --explain", ["game 1", "game 2"]),
    ("clocks", ["Tal", "Fine"]),
    ("clocks --add emt", ["1-0", "d5 *"]),
];

#[test]
fn a_game_of_an_open_pipe_is_there_when_its_marker_has_come() {
    for (arguments, expected) in COMMANDS {
        let arguments: Vec<&str> = arguments.split(' ').map(|word| word.trim_matches('\'')).collect();
        let games = if arguments[0] == "check" { ILLEGAL } else { GAMES };
        let dir = Dir::new();
        let mut child = dir.command(&arguments).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let (sender, lines) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let reader = std::thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        // The pipe stays open until both are there.
        for (game, expected) in games.iter().zip(expected) {
            stdin.write_all(game.as_bytes()).unwrap();
            loop {
                let line = lines.recv_timeout(Duration::from_secs(60));
                let line = line.unwrap_or_else(|_| panic!("{arguments:?}: no {expected}"));
                if line.contains(expected) {
                    break;
                }
            }
        }
        drop(stdin);
        drop(lines);
        child.wait().unwrap();
        let _ = reader.join().unwrap();
    }
}

#[test]
fn pauses_change_nothing_in_the_output() {
    let text = "% escape\n\n{before} [White \"Tal\"]\n\n1. e4 e5 (1... c5\n\n2. Nf3) 2. Nf3 1-0 {after}\n; more\n\n{next} 1. d4 * 1. c4 *\r\n\r\n[White \"x\"]\r\n\r\n1. a3\r\n";
    let dir = Dir::new();
    dir.write("a.pgn", text);
    for arguments in [&["fmt"][..], &["convert", "--to", "json"], &["edit", "--set", "Event=x"], &["eco"]] {
        let whole = dir.pgn(&[arguments, &["a.pgn"]].concat());
        let mut child = dir.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        for line in text.split_inclusive('\n') {
            stdin.write_all(line.as_bytes()).unwrap();
            std::thread::sleep(Duration::from_millis(80));
        }
        drop(stdin);
        let paused = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(paused.stdout).unwrap(), whole.out(), "{arguments:?}");
    }
}
