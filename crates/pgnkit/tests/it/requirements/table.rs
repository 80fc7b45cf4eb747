//! `requirements.tsv`, taken apart, and reading a text as `pgn check` does.

use pgnkit::syntax::{AtLevel, Collect, Diagnostic, Level};
use pgnkit::{Checker, Replayer};

/// A text and what is said of it.
pub struct Row {
    pub id: &'static str,
    pub level: Level,
    pub text: Vec<u8>,
    /// Names, in order of the alphabet.
    pub expected: Vec<&'static str>,
    /// Not even a note is expected.
    pub is_silent: bool,
}

/// All lines, in their order; panics where one has not three columns.
fn lines() -> impl Iterator<Item = [&'static str; 3]> {
    let lines = include_str!("../requirements.tsv").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let Ok(columns) = columns.try_into() else { panic!("expected three columns, found {line:?}") };
        columns
    })
}

/// The texts, in their order.
pub fn rows() -> impl Iterator<Item = Row> {
    lines().map(|[id, text, expected]| {
        let (id, level) = id.split_once('@').unwrap_or((id, Level::Import.as_str()));
        let level = Level::ALL.into_iter().find(|known| known.as_str() == level);
        let is_silent = expected == "--";
        let mut expected: Vec<&str> =
            expected.split(' ').filter(|name| !matches!(*name, "-" | "--")).collect();
        expected.sort_unstable();
        Row { id, level: level.expect(id), text: unescape(text), expected, is_silent }
    })
}

/// The Seven Tag Roster of a game of which nothing is known.
const ROSTER: &[u8] = b"[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
[Black \"?\"]\n[Result \"*\"]\n";

/// `\n`, `\\`, `\x0C`, `\*9{ab}`, `\H` as the head of the table tells.
fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\\') {
        out.extend(before.bytes());
        let length = escape.chars().next().map_or(0, char::len_utf8);
        let (kind, after) = escape.split_at(length);
        rest = after;
        match kind {
            "n" => out.push(b'\n'),
            "r" => out.push(b'\r'),
            "t" => out.push(b'\t'),
            "\\" => out.push(b'\\'),
            "H" => out.extend(ROSTER),
            "x" => {
                out.push(u8::from_str_radix(&after[..2], 16).unwrap());
                rest = &after[2..];
            }
            "*" => {
                let (count, after) = after.split_once('{').unwrap();
                let (repeated, after) = after.split_once('}').unwrap();
                out.extend(repeated.repeat(count.parse().unwrap()).bytes());
                rest = after;
            }
            _ => panic!("expected an escape, found \\{kind} in {text:?}"),
        }
    }
    out.extend(rest.bytes());
    out
}

/// All that is wrong with a text.
pub fn check(text: &[u8], level: Level) -> Vec<Diagnostic> {
    let mut found = AtLevel { level, sink: Collect::default() };
    let (mut checker, mut replayer) = (Checker::new(), Replayer::new(text));
    while checker.check_game(&mut replayer, &mut found).is_some() {}
    found.sink
}
