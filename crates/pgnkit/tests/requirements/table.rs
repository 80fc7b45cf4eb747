//! `requirements.tsv`, taken apart, and reading a text as `pgn check` does.

use pgnkit::syntax::{AtLevel, Collect, Diagnostic, Level};
use pgnkit::{Checker, Replayer};

/// A line of the table.
pub struct Row {
    pub id: &'static str,
    pub text: Vec<u8>,
    /// Names, in order of the alphabet.
    pub expected: Vec<&'static str>,
}

/// All lines, in their order; panics where one has not three columns.
pub fn rows() -> impl Iterator<Item = Row> {
    let lines = include_str!("../requirements.tsv").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [id, text, expected] = columns[..] else { panic!("expected three columns, found {line:?}") };
        let mut expected: Vec<&str> = expected.split(' ').filter(|name| *name != "-").collect();
        expected.sort_unstable();
        Row { id, text: unescape(text), expected }
    })
}

/// `\n`, `\\`, `\x0C`, `\*9{ab}` as the head of the table tells.
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
    while checker.read_game(&mut replayer, &mut found).is_some() {}
    found.sink
}
