//! Properties of fixed texts, however broken they were.

use std::collections::BTreeMap;

use pgnkit::syntax::{Applicability, Area, AtLevel, Code, Collect, Diagnostic, Ignore, Level, Parser};
use pgnkit::{Checker, Export, Fixed, Fixer, GameBuilder, Replayer, TagSelection};
use proptest::prelude::*;

use super::cases;
use super::texts::{cuts, mutated, text};

fn any_text() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![text(), mutated()]
}

fn found(text: &[u8], level: Level) -> Vec<Diagnostic> {
    let mut found = AtLevel { level, sink: Collect::default() };
    let (mut checker, mut replayer) = (Checker::new(), Replayer::new(text));
    while checker.check_game(&mut replayer, &mut found).is_some() {}
    found.sink
}

fn counts(text: &[u8], level: Level) -> BTreeMap<Code, u64> {
    let mut counts = BTreeMap::new();
    for diagnostic in found(text, level) {
        *counts.entry(diagnostic.code).or_default() += 1;
    }
    counts
}

/// Everything a game is, but for the order of its tags and what its spelling is.
fn meaning(text: &[u8]) -> Vec<String> {
    let mut games = Vec::new();
    let mut builder = GameBuilder::new();
    let mut replayer = Replayer::new(text);
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {
        let game = builder.game();
        // FEN, Result and PlyCount are written from the game, and SetUp says nothing that FEN does not say.
        let derived = |name: &str| match name {
            "SetUp" | "Result" | "PlyCount" => true,
            "FEN" => game.start().is_known,
            _ => false,
        };
        let is_roster = |name| ["Event", "Site", "Date", "Round", "White", "Black"].contains(&name);
        let tags = game.tags().filter(|(name, _)| !derived(name)).map(|(name, value)| (name, essence(value)));
        let mut tags: Vec<(&str, String)> =
            tags.filter(|(name, value)| !(is_roster(name) && value.is_empty())).collect();
        tags.sort_unstable();
        let mut out = Vec::new();
        let mut export = Export::default();
        export.tags = TagSelection::Roster;
        export.write_game(game, &mut out);
        let text = String::from_utf8_lossy(&out);
        let movetext = text.split_once("\n\n").map_or("", |(_, movetext)| movetext);
        games.push(format!(
            "{tags:?} {} {} {movetext}",
            game.tag("PlyCount").is_some(),
            game.start().position
        ));
    }
    games
}

/// The words and numbers of a value: what `1992.8.31` and `1992.08.31`, `b97` and `B97`, `?` and nothing have in common.
fn essence(value: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric();
    let parts = value.split(|c| !is_part(c)).filter(|part| !part.is_empty());
    let number = |part: &str| part.parse::<u64>().map_or(part.to_lowercase(), |number| number.to_string());
    parts.map(number).collect::<Vec<_>>().join(" ")
}

fn shown(text: &[u8]) -> String {
    text.escape_ascii().to_string()
}

/// The old text with the changes made must be the new one.
fn remade(old: &[u8], fixed: &Fixed<'_>) -> Vec<u8> {
    let mut made = Vec::new();
    let mut copied = 0;
    for change in &fixed.changes {
        made.extend_from_slice(&old[copied..change.old.start]);
        assert_eq!(made.len(), change.new.start);
        made.extend_from_slice(change.new.of(&fixed.text));
        copied = change.old.end;
    }
    made.extend_from_slice(&old[copied..]);
    made
}

fn fixer(level: Level, unsafe_fixes: bool) -> Fixer {
    Fixer::at_level(level).unsafe_fixes(unsafe_fixes)
}

proptest! {
    #![proptest_config(cases(1200))]

    #[test]
    fn once_is_enough(text in any_text(), unsafe_fixes: bool, level in 0..3usize) {
        let fixer = fixer(Level::ALL[level], unsafe_fixes);
        let once = fixer.fix(&text).text;
        let twice = fixer.fix(&once);
        prop_assert_eq!(shown(&once), shown(&twice.text));
        prop_assert!(twice.changes.is_empty() && twice.applied.is_empty());
    }

    #[test]
    fn nothing_new_is_wrong(text in any_text(), unsafe_fixes: bool, level in 0..3usize) {
        let level = Level::ALL[level];
        let fixed = fixer(level, unsafe_fixes).fix(&text);
        for level in [Level::Import, level] {
            let before = counts(&text, level);
            for (code, count) in counts(&fixed.text, level).into_iter().filter(|(code, _)| code.area() != Area::Export) {
                prop_assert!(
                    before.get(&code).is_some_and(|then| *then >= count),
                    "{}: {}\n{}", code, shown(&text), shown(&fixed.text)
                );
            }
        }
    }

    #[test]
    fn a_safe_fix_keeps_the_games(text in any_text()) {
        let fixed = Fixer::new().fix(&text);
        prop_assert_eq!(meaning(&text), meaning(&fixed.text));
    }

    #[test]
    fn only_what_is_told_changes(text in any_text(), unsafe_fixes: bool) {
        let fixed = fixer(Level::Import, unsafe_fixes).fix(&text);
        prop_assert_eq!(shown(&remade(&text, &fixed)), shown(&fixed.text));
        prop_assert_eq!(fixed.consumed, text.len());
        let is_same = fixed.text == text.as_slice();
        prop_assert_eq!(fixed.changes.is_empty(), is_same);
        prop_assert_eq!(fixed.applied.is_empty(), is_same);
        let is_wanted = |fix: &pgnkit::syntax::Fix| match fix.applicability {
            Applicability::Safe => true,
            Applicability::Unsafe => unsafe_fixes,
            Applicability::DisplayOnly => false,
        };
        let offers = found(&text, Level::Import).iter().filter_map(|one| one.fix.as_ref()).filter(|fix| is_wanted(fix)).count();
        prop_assert!(offers > 0 || (is_same && fixed.left.is_empty()));
    }

    #[test]
    fn games_are_mended_apart_as_together(text in any_text(), pick in any::<prop::sample::Index>()) {
        let places = cuts(&text);
        if places.is_empty() {
            return Ok(());
        }
        let cut = places[pick.index(places.len())];
        let fixer = Fixer::new();
        let first = fixer.fix_games(Parser::block(&text[..cut]));
        let rest = fixer.fix(&text[first.consumed..]);
        let whole = fixer.fix(&text);
        let consumed = first.text.len() - (cut - first.consumed);
        let apart = [&first.text[..consumed], &rest.text].concat();
        prop_assert_eq!(shown(&whole.text), shown(&apart), "cut at {}", cut);
    }

    /// Everything that can be fixed is fixed, and the rest is reported.
    #[test]
    fn what_offers_a_safe_fix_is_mended(text in mutated()) {
        let fixed = Fixer::new().fix(&text);
        for one in found(&fixed.text, Level::Import) {
            let is_safe = one.fix.as_ref().is_some_and(|fix| fix.applicability == Applicability::Safe);
            prop_assert!(!is_safe || fixed.left.contains_key(&one.code), "{:?}\n{}", one, shown(&fixed.text));
        }
    }
}

/// A game that is proven by itself can be swallowed by the junk before it.
#[test]
fn what_mending_one_game_does_to_another_is_heeded() {
    let text = b"5%\x95[FEN\"\"d4";
    for level in Level::ALL {
        let fixed = fixer(level, true).fix(text);
        let (before, after) = (counts(text, level), counts(&fixed.text, level));
        let is_new = |(code, count): (&Code, &u64)| {
            code.area() != Area::Export && before.get(code).is_none_or(|then| then < count)
        };
        assert!(!after.iter().any(is_new), "{}", shown(&fixed.text));
    }
}

/// A game that has to stay unchanged for the sake of its neighbours can be fixed once those are.
#[test]
fn once_is_enough_where_games_are_kept() {
    let text = "f2f4 f7f6 0-1\n&nbsp;1/2-1/2\n\n1-0{ 50 % of [%csl Ra1,Gb2] [%eval -0.5,12] }1-0\u{2658}f3 \u{2658}f3 ";
    let fixer = fixer(Level::Export, true);
    let once = fixer.fix(text.as_bytes());
    assert_eq!(remade(text.as_bytes(), &once), *once.text);
    assert_eq!(once.applied[&Code::MissingRosterTag], 2, "{}", shown(&once.text));
    assert_eq!(shown(&fixer.fix(&once.text).text), shown(&once.text));
}

/// One game of ten thousand faults takes no longer than ten thousand games of one.
#[test]
fn many_faults_are_mended_in_a_few_rounds() {
    let game = "1.g1f3 g8f6 2.f3g1 f6g8 ".repeat(5_000) + "1/2";
    let started = std::time::Instant::now();
    let fixed = Fixer::new().fix(game.as_bytes());
    assert_eq!(fixed.applied[&Code::LaxMove], 20_000, "{:?}", fixed.left);
    assert!(fixed.left.is_empty());
    assert!(started.elapsed().as_secs() < 20);
}

/// A move that gets its check mark makes its line too long, which is for `fmt` to fix.
#[test]
fn selected_codes_of_style_do_not_stand_in_the_way() {
    let tags =
        r#"[Event "?"] [Site "?"] [Date "????.??.??"] [Round "?"] [White "?"] [Black "?"] [Result "*"]"#;
    let moves = "1. e4 d5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. Ng1 Ng8 6. Nf3 Nf6 7. Bb5 c6 8. a4\n*";
    let text = format!("{}\n\n{moves}\n\n", tags.replace("] ", "]\n"));
    let level = Level::Export;
    let looked_for = Code::ALL.iter().copied().filter(|code| code.severity_at(level).is_some());
    for fixer in [Fixer::at_level(level), Fixer::at_level(level).codes(looked_for.collect())] {
        let fixed = fixer.fix(text.as_bytes());
        assert_eq!(shown(&fixed.text), shown(text.replace("Bb5", "Bb5+").as_bytes()), "{:?}", fixed.left);
        assert!(counts(&fixed.text, level).contains_key(&Code::LongLine));
    }
}
