//! A fix, applied alone, removes its diagnostic and brings none. A safe one changes nothing that is read.

use std::collections::BTreeMap;
use std::fmt::Write;

use pgnkit::syntax::{Applicability, Area, Code, Collect, Diagnostic, Fix, Level, Span};
use pgnkit::{EndOfGame, Flow, Ply, Replayer, Text, Variation, Visitor};

use super::table;
use crate::page;

fn apply(text: &[u8], fix: &Fix) -> Vec<u8> {
    let mut repaired = text.to_vec();
    for edit in fix.edits.iter().rev() {
        repaired.splice(edit.span.start..edit.span.end, edit.replacement.bytes());
    }
    repaired
}

/// How often each code is given.
fn counts(found: &[Diagnostic]) -> BTreeMap<Code, usize> {
    let mut counts = BTreeMap::new();
    for diagnostic in found {
        *counts.entry(diagnostic.code).or_default() += 1;
    }
    counts
}

/// Everything that is read, as text.
#[derive(Default)]
struct Transcript {
    out: String,
}

impl Visitor for Transcript {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        let _ = writeln!(self.out, "[{name} {value}]");
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        let _ = writeln!(self.out, "{}", ply.before.san_with_next(ply.mv, ply.after));
        Flow::Continue
    }

    fn nag(&mut self, value: u32, _span: Span) {
        let _ = writeln!(self.out, "${value}");
    }

    fn comment(&mut self, text: Text<'_>) {
        let _ = writeln!(self.out, "{{{}}}", text.as_bytes().trim_ascii().escape_ascii());
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        self.out.push_str("(\n");
        Flow::Continue
    }

    fn end_variation(&mut self, _span: Span, has_move: bool) {
        // One without a move is none.
        if !has_move && self.out.ends_with("(\n") {
            self.out.truncate(self.out.len() - 2);
        } else {
            self.out.push_str(")\n");
        }
    }

    fn end(&mut self, end: &EndOfGame) {
        let _ = writeln!(self.out, "{}", end.result);
    }
}

fn transcript(text: &[u8]) -> String {
    let mut transcript = Transcript::default();
    let mut replayer = Replayer::new(text);
    while replayer.read_game(&mut transcript, &mut Collect::default()).is_some() {}
    transcript.out
}

/// Tries each fix of a text; returns how many there are. What goes wrong is noted in `wrong`.
fn check_fixes(text: &[u8], wrong: &mut Vec<String>) -> usize {
    let found = table::check(text, Level::Import);
    let before = counts(&found);
    let mut tried = 0;
    for diagnostic in &found {
        let code = diagnostic.code;
        let own = matches!(code.area(), Area::Lexical | Area::Syntax | Area::Movetext | Area::Chess);
        let Some(fix) = diagnostic.fix.as_ref().filter(|_| own || code == Code::ResultMismatch) else {
            continue;
        };
        tried += 1;
        let repaired = apply(text, fix);
        let after = counts(&table::check(&repaired, Level::Import));
        let is_left = after.get(&code).is_some_and(|count| *count >= before[&code]);
        // Without what stood between them, a mark follows its move.
        let is_more =
            |(other, count): &(&Code, &usize)| before.get(other).is_none_or(|before| *count > before);
        let new = after.iter().find(|entry| is_more(entry) && *entry.0 != Code::StrayMark);
        let reads_otherwise = || transcript(text) != transcript(&repaired);
        let fault = match (is_left, new) {
            (true, _) => "it is still there".to_owned(),
            (_, Some((other, _))) => format!("{other} is new"),
            _ if fix.applicability == Applicability::Safe && reads_otherwise() => {
                "it is read otherwise".to_owned()
            }
            _ => continue,
        };
        wrong.push(format!("{code}, {fault}:\n    {}\n    {}", text.escape_ascii(), repaired.escape_ascii()));
    }
    tried
}

#[track_caller]
fn check_all(texts: impl Iterator<Item = Vec<u8>>) -> usize {
    let mut wrong = Vec::new();
    let tried = texts.map(|text| check_fixes(&text, &mut wrong)).sum();
    // The shortest of each kind is enough to see what is wrong.
    wrong.sort_by_key(|fault| (fault.split_once(':').map(|(kind, _)| kind.to_owned()), fault.len()));
    let all = wrong.len();
    wrong.dedup_by_key(|fault| fault.split_once(':').map(|(kind, _)| kind.to_owned()));
    assert!(wrong.is_empty(), "{all} of {tried}:\n{}", wrong.join("\n"));
    tried
}

#[test]
fn fixes_of_examples_and_requirements() {
    let pages = page::Page::all().map(|page| page.bad);
    let tried = check_all(pages.chain(table::rows().map(|row| row.text)));
    assert!(tried > 60, "{tried}");
}

/// What may stand side by side; each text below is a game of three of them.
const PARTS: &[&str] = &[
    " ", "\n", "{c}", ";c\n", " e5 ", "(d4)", "()", " ( ) ", "!", " ?", "!!!", "$1", " $256", " 2.", " 7. ",
    "...", " . ", "}", " + ", " e.p. ", "*", " 1/2", "\u{a0}", "&nbsp;", "\u{feff}", "\u{c}", "(", "{o",
    " 2Nf3", "+/-", " Z0",
];

/// The same inside a tag value, and between tag pairs.
const IN_VALUES: &[&str] = &["a", " ", "\"", "\\", "\n", "\t", "]", "[B \"", "{", "\r\n"];
const BETWEEN_TAGS: &[&str] = &[
    "[A \"x\"]",
    "[B \"x\"]",
    "\n",
    " ",
    "{c}",
    "\u{feff}",
    "\u{a0}",
    "<br>",
    "[pgn]",
    "\u{c}",
    "%",
    "e4",
    "*",
];

/// All texts of three parts between a beginning and an end.
fn texts(begin: &'static str, parts: &'static [&str], end: &'static str) -> impl Iterator<Item = Vec<u8>> {
    parts.iter().flat_map(move |first| {
        parts.iter().flat_map(move |second| {
            parts.iter().map(move |third| [begin, first, second, third, end].concat().into_bytes())
        })
    })
}

#[test]
fn fixes_where_everything_stands_side_by_side() {
    let tried = check_all(
        texts("1. e4", PARTS, "*\n")
            .chain(texts("[Result \"1-0\"]\n\n1. e4", PARTS, ""))
            .chain(texts("[A \"a", IN_VALUES, "b\"]\n\n1. e4 *\n"))
            .chain(texts("", BETWEEN_TAGS, "\n[B \"\"]\n\n1. e4 *\n"))
            .chain(texts("1. e4 *", BETWEEN_TAGS, "{c}\n"))
            .chain(texts("\n[A \"\"]", BETWEEN_TAGS, "\n[A \"y\"] *\n")),
    );
    assert!(tried > 10_000, "{tried}");
}
