//! Joining duplicates.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;

use pgnkit::{Game, Note};
use pgnkit_archive::{FindingFilter, Input, OnError, RunEvent, RunInput, RunOptions, run};
use pgnkit_collections::dedup::{DedupOptions, DedupResult, Duplicate, Games, Keep, Survey};
use proptest::prelude::*;

/// The duplicates among the games of a text, joined, with so much memory.
fn joined(text: &str, memory: usize) -> DedupResult {
    let mut options = DedupOptions::default();
    options.keep = Keep::Merge;
    options.sort.memory = memory;
    found(text, options)
}

fn found(text: &str, options: DedupOptions) -> DedupResult {
    let input = Input::from_reader("games", Cursor::new(text.to_owned())).unwrap();
    let input = RunInput::new(input, Arc::new(FindingFilter::default()));
    let task = Survey::default();
    let mut games = Games::new(&task, options);
    let mut run_options = RunOptions::default();
    run_options.on_error = OnError::Leave;
    let flow = run::run([Ok(input)], &task, &run_options, |event| match event {
        RunEvent::Entries(open, numbers, done) => {
            games.push(&open.name, numbers, done.value).map_or_else(ControlFlow::Break, ControlFlow::Continue)
        }
        _ => ControlFlow::Continue(()),
    });
    assert!(flow.unwrap().is_continue());
    games.find().unwrap()
}

fn written(found: &DedupResult) -> String {
    let mut text = Vec::new();
    found.write(|part| std::io::Write::write_all(&mut text, part)).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn near_twins_are_listed_and_stay() {
    const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7";
    let game = |white: &str, moves: &str| {
        format!(
            "[Event \"Open\"]\n[Site \"Bonn\"]\n[Date \"1990.??.??\"]\n[Round \"3\"]\n[White \"{white}\"]\n[Black \"Fine, R\"]\n\
             [Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    let twin = MOVES.replace("Nbd7", "Nfd7");
    // A game, its twin, a copy of the twin, a copy of the game.
    let text = [game("Tal, M", MOVES), game("Tal, M", &twin), game("Tal, M", &twin), game("Tal, M", MOVES)];
    for keep in [Keep::First, Keep::Last, Keep::Best, Keep::Merge] {
        let with = |near: bool| {
            let mut options = DedupOptions::default();
            (options.keep, options.near) = (keep, near);
            found(&text.concat(), options)
        };
        let (without, with) = (with(false), with(true));
        assert_eq!(written(&with), written(&without), "{keep:?}");
        let removed = |found: &DedupResult| {
            let mut text = Vec::new();
            found.write_duplicates(|part| std::io::Write::write_all(&mut text, part)).unwrap();
            String::from_utf8(text).unwrap()
        };
        assert_eq!(removed(&with), removed(&without), "{keep:?}");
        let (of_one, near): (Vec<&Duplicate>, Vec<&Duplicate>) =
            with.duplicates().iter().partition(|found| found.verdict.reason.is_of_one_game());
        assert_eq!(of_one.len(), 2, "{keep:?}");
        let [near] = near[..] else { panic!("{keep:?}: {near:?}") };
        assert!(of_one.iter().all(|found| ![near.game, near.kept].contains(&found.game)), "{keep:?}");
        assert_eq!(without.duplicates(), of_one.into_iter().copied().collect::<Vec<_>>(), "{keep:?}");
    }
}

#[test]
fn threads_change_nothing() {
    const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7";
    let game = |number: usize, comment: &str| {
        let (day, player) = (1 + number % 28, number / 28);
        format!(
            "[Event \"Open\"]\n[Site \"Bonn\"]\n[Date \"1990.01.{day:02}\"]\n[Round \"{number}\"]\n[White \"Tal{player}, M\"]\n\
             [Black \"Fine, R\"]\n[Result \"1-0\"]\n\n{MOVES} {comment}1-0\n\n"
        )
    };
    // Copies far from their games, some of them with a comment, so that there are more bytes of them than are read together.
    let comments = ["", "{one} ", "", "{two} "];
    let text: String =
        comments.iter().flat_map(|comment| (0..600).map(move |number| game(number, comment))).collect();
    assert!(text.len() > 3 << 17);
    let with = |memory: usize, jobs: Option<usize>| {
        let mut options = DedupOptions::default();
        options.sort.memory = memory;
        options.titles = true;
        options.jobs = jobs.and_then(std::num::NonZeroUsize::new);
        let found = found(&text, options);
        let titles: Vec<_> = (0..found.games()).map(|game| found.title(game).map(str::to_owned)).collect();
        (found.duplicates().to_vec(), titles, written(&found))
    };
    let expected = with(1 << 28, None);
    assert!(expected.0.len() > 1_500);
    for (memory, jobs) in [(1 << 28, Some(3)), (1 << 18, None), (1 << 18, Some(2)), (1 << 20, Some(8))] {
        assert!(with(memory, jobs) == expected, "{memory} {jobs:?}");
    }
}

/// Everything that a game says, each with the moves that lead to it.
fn facts(game: &Game) -> BTreeSet<(String, String)> {
    let mut facts = BTreeSet::new();
    let mut paths: Vec<(pgnkit::NodeId, String)> = Vec::new();
    for node in game.nodes() {
        let before = node.parent().map(|parent| {
            paths.iter().find(|(id, _)| *id == parent.id()).map(|(_, path)| path.clone()).unwrap()
        });
        let mut path = before.unwrap_or_default();
        if !node.starts_line() {
            path += &format!("{} ", node.san());
            facts.insert((path.clone(), String::new()));
        }
        for note in node.notes() {
            let text = match note {
                Note::Nag(nag) => format!("${nag}"),
                Note::Comment(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
                _ => unreachable!(),
            };
            facts.insert((path.clone(), text));
        }
        paths.push((node.id(), path));
    }
    facts.extend(
        game.tags()
            .filter(|(_, value)| !value.contains('?') && *value != "*")
            .map(|(name, value)| (String::new(), format!("also {name} \"{}\"", value.replace('"', "\\\"")))),
    );
    facts
}

fn all_facts(text: &str) -> BTreeSet<(String, String)> {
    pgnkit::parse_games(text.as_bytes()).flat_map(|parsed| facts(&parsed.game)).collect()
}

/// A version of one game, with its moves up to some of them.
fn version() -> impl Strategy<Value = String> {
    const MOVES: [&str; 24] = [
        "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6", "c3",
        "O-O", "h3", "Nb8", "d4", "Nbd7", "Nbd2", "Bb7", "Bc2", "Re8",
    ];
    let tags = prop::sample::subsequence(
        vec![
            ("Round", "3"),
            ("ECO", "C95"),
            ("WhiteElo", "2785"),
            ("Annotator", "x"),
            ("Annotator", "y \\\"z\\\""),
            ("Source", "b"),
        ],
        0..4,
    );
    let beside =
        prop::sample::select(vec!["", "", "", "{a}", "{b  c}", "$1", "$14 {a}", "{[%eval 0.3]}", "{x} {y}"]);
    let variation = prop::sample::select(vec!["", "", "", "(0) ", "(0 {v}) ", "({w} 0 $2) (0) "]);
    let places = prop::collection::vec((beside, variation), 24);
    let result = prop::sample::select(vec!["1-0", "1-0", "*"]);
    (tags, places, 20..=24_usize, result).prop_map(|(mut tags, places, count, result)| {
        tags.dedup_by_key(|(name, _)| *name);
        let mut text = String::from(
            "[Event \"Reykjavik\"]\n[Date \"1972.07.11\"]\n[White \"Fischer, R\"]\n[Black \"Spassky, B\"]\n",
        );
        text += &format!("[Result \"{result}\"]\n");
        for (name, value) in tags {
            text += &format!("[{name} \"{value}\"]\n");
        }
        text += "\n";
        for ((mv, (beside, variation)), number) in MOVES.iter().zip(places).take(count).zip(0..) {
            // A variation that repeats the move, and one with another one.
            let other = if number % 3 == 0 { *mv } else { "--" };
            text += &format!("{mv} {beside} {} ", variation.replace('0', other));
        }
        text + result + "\n\n"
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn joining_loses_nothing(versions in prop::collection::vec(version(), 1..6), memory in prop::sample::select(vec![1, 1 << 20])) {
        let text = versions.concat();
        let found = joined(&text, memory);
        let out = written(&found);
        let left: Vec<_> = all_facts(&text).difference(&all_facts(&out)).cloned().collect();
        prop_assert!(left.is_empty(), "{left:?}\n{text}\n{out}");
        let counts = found.joined();
        let games = pgnkit::parse_games(out.as_bytes()).count();
        prop_assert_eq!(games + found.duplicates().len(), versions.len());
        prop_assert_eq!(games, 1 + counts.apart as usize);
        // Once more changes nothing.
        prop_assert_eq!(written(&joined(&out, memory)), out);
    }
}
