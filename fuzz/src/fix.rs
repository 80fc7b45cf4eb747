//! Fixed texts: fixing them again changes nothing, there are no new faults, and safe fixes keep the games.

use std::collections::BTreeMap;

use pgnkit::syntax::{Area, AtLevel, Code, Ignore, Level, Sink};
use pgnkit::{Checker, Export, Fixed, Fixer, GameBuilder, Replayer};

use crate::input::{self, shown};

/// One level, safe or unsafe, as the input has it.
pub fn check(data: &[u8]) {
    let choice = input::choice(data) as usize;
    check_with(&input::text(data), Level::ALL[choice % 3], choice / 3 % 2 == 1);
}

/// All levels, safe and unsafe.
pub fn check_all(data: &[u8]) {
    for level in Level::ALL {
        for unsafe_fixes in [false, true] {
            check_with(&input::text(data), level, unsafe_fixes);
        }
    }
}

fn check_with(text: &[u8], level: Level, unsafe_fixes: bool) {
    let fixer = Fixer::at_level(level).unsafe_fixes(unsafe_fixes);
    let fixed = fixer.fix(text);
    assert_eq!(fixed.consumed, text.len());
    assert!(remade(text, &fixed) == *fixed.text, "the changes told are those made: {}", shown(&fixed.text));
    let is_same = fixed.text == text;
    assert_eq!(fixed.changes.is_empty(), is_same);
    assert_eq!(fixed.applied.is_empty(), is_same);
    if is_same {
        return;
    }
    let again = fixer.fix(&fixed.text);
    assert!(
        fixed.text == again.text,
        "mended again, {level:?}, unsafe: {unsafe_fixes}:\n{}\n{}",
        shown(&fixed.text),
        shown(&again.text)
    );
    for watched in [Level::Import, level] {
        let before = counts(text, watched);
        for (code, count) in counts(&fixed.text, watched) {
            assert!(
                before.get(&code).is_some_and(|then| *then >= count),
                "{code} is new, {level:?}, unsafe: {unsafe_fixes}: {}",
                shown(&fixed.text)
            );
        }
    }
    if !unsafe_fixes {
        assert_eq!(meaning(text), meaning(&fixed.text), "{level:?}: {}", shown(&fixed.text));
    }
}

/// The old text with the changes made.
fn remade(old: &[u8], fixed: &Fixed<'_>) -> Vec<u8> {
    let (mut made, mut copied) = (Vec::new(), 0);
    for change in &fixed.changes {
        made.extend_from_slice(&old[copied..change.old.start]);
        assert_eq!(made.len(), change.new.start);
        made.extend_from_slice(change.new.of(&fixed.text));
        copied = change.old.end;
    }
    made.extend_from_slice(&old[copied..]);
    made
}

/// Number of diagnostics by code, without style: layout depends on the text beside a game.
fn counts(text: &[u8], level: Level) -> BTreeMap<Code, u64> {
    let mut found = AtLevel { level, sink: Counts::default() };
    let (mut checker, mut replayer) = (Checker::new(), Replayer::new(text));
    while checker.check_game(&mut replayer, &mut found).is_some() {}
    found.sink.0
}

#[derive(Default)]
struct Counts(BTreeMap<Code, u64>);

impl Sink for Counts {
    fn wants(&self, code: Code) -> bool {
        code.area() != Area::Export
    }

    fn report(&mut self, diagnostic: pgnkit::syntax::Diagnostic) {
        if self.wants(diagnostic.code) {
            *self.0.entry(diagnostic.code).or_default() += 1;
        }
    }
}

/// Everything a game is, but for the order of its tags and what its spelling is.
fn meaning(text: &[u8]) -> Vec<String> {
    let mut games = Vec::new();
    let mut builder = GameBuilder::new();
    let mut replayer = Replayer::new(text);
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {
        let game = builder.game();
        // FEN, Result and PlyCount are written from the game, SetUp says nothing that FEN does not say, and a tag of which
        // nothing is known says nothing.
        let is_derived = |name: &str| match name {
            "SetUp" | "Result" | "PlyCount" => true,
            "FEN" => game.start().is_known,
            _ => false,
        };
        let tags =
            game.tags().filter(|(name, _)| !is_derived(name)).map(|(name, value)| (name, essence(value)));
        let mut tags: Vec<(&str, String)> = tags.filter(|(_, value)| !value.is_empty()).collect();
        tags.sort_unstable();
        let has_count = game.tag("PlyCount").is_some_and(|value| !essence(value).is_empty());
        let mut out = format!("{tags:?} {has_count} {} ", game.start().position).into_bytes();
        let tags_end = out.len();
        let mut export = Export::default();
        export.tags = pgnkit::TagSelection::Roster;
        export.write_game(game, &mut out);
        // The roster is among the tags already.
        let text = String::from_utf8_lossy(&out[tags_end..]).into_owned();
        out.truncate(tags_end);
        out.extend_from_slice(text.split_once("\n\n").map_or("", |(_, movetext)| movetext).as_bytes());
        // White space is not what a comment says.
        games.push(String::from_utf8_lossy(&out).split_ascii_whitespace().collect::<Vec<_>>().join(" "));
    }
    games
}

/// The words and numbers of a value but for zeros: what `1992.8.31` and `1992.08.31`, `b97` and `B97`, `300+0` and
/// `300`, `?` and nothing have in common.
fn essence(value: &str) -> String {
    let parts = value.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let number = |part: &str| part.parse::<u64>().map_or(part.to_lowercase(), |number| number.to_string());
    parts.map(number).filter(|part| part != "0").collect::<Vec<_>>().join(" ")
}
