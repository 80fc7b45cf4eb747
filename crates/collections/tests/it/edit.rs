//! Edits of games: what is asked for changes, and no other byte.

#[path = "../../../pgnkit/tests/it/properties/texts.rs"]
#[allow(dead_code)]
mod texts;

use std::ops::ControlFlow;
use std::sync::Arc;

use pgnkit::syntax::{Ignore, Severity};
use pgnkit::{Game, GameBuilder, Replayer};
use pgnkit_archive::run::run;
use pgnkit_archive::step::Step;
use pgnkit_archive::{Account, FindingFilter, FixedBlock, Input, OnError, RunEvent, RunInput, RunOptions};
use pgnkit_collections::edit::{
    BeginAt, CommentsAfterMoves, CorrectNames, DropCommands, DropComments, DropNags, DropVariations,
    EditGames, MaxPlies, OrderTags, PromoteLine, RemoveTag, RenameTag, ResultFrom, SetPlyCount, SetResult,
    SetTag, TagTable,
};
use proptest::prelude::*;

#[test]
fn a_line_to_promote_is_moves() {
    for (text, expected) in [
        ("", "expected moves, as 1. e4 c5"),
        ("1. 2...", "expected moves, as 1. e4 c5"),
        ("1. e4 sicilian", "expected a move, found sicilian"),
        ("1. e4 *", "expected a move, found *"),
    ] {
        assert_eq!(text.parse::<PromoteLine>().unwrap_err(), expected, "{text}");
    }
}

fn edited(operations: Vec<Box<dyn Step>>, text: &str) -> String {
    let block = EditGames::new(operations).keep_changes().edit_text(text.as_bytes());
    assert_eq!(block.refused, [], "{text:?}");
    check_changes(text.as_bytes(), &block.fixed);
    String::from_utf8(block.fixed.text).unwrap()
}

/// Without the changes the new text must be the old one.
fn check_changes(old: &[u8], fixed: &FixedBlock) {
    let (mut made, mut copied) = (Vec::new(), 0);
    for (new, before) in &fixed.changes {
        made.extend_from_slice(&fixed.text[copied..new.start]);
        made.extend_from_slice(before);
        copied = new.end;
    }
    made.extend_from_slice(&fixed.text[copied..]);
    assert_eq!(made.escape_ascii().to_string(), old.escape_ascii().to_string());
}

#[test]
fn each_operation_does_what_it_says() {
    let names = "kind\tfrom\tto\tfide_id\ttitle\tcount\tevidence\n\
                 player\tTal M\tTal, Mikhail\t13\tGM\t2\tx\nplayer\tFine\t\t\t\t\t\nevent\tA\tB\n\
                 site\t?\tRiga LAT\n# a line for people\n\nplayer\tLaw\tLaw\t7\n";
    let names = || Box::new(CorrectNames::read(names).unwrap());
    let table = |text: &str, keys: &[&str]| {
        let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
        Box::new(TagTable::read(text, &keys).unwrap())
    };
    let set = |name: &str, value: &str| Box::new(SetTag::new(name, value));
    let result = |from| Box::new(SetResult(from));
    let promoted = |moves: &str| Box::new(moves.parse::<PromoteLine>().unwrap());
    let cases: Vec<(Box<dyn Step>, &str, &str)> = vec![
        (set("Event", "Club"), "[Event \"?\"]\r\n\r\n1.e4  *\r\n", "[Event \"Club\"]\r\n\r\n1.e4  *\r\n"),
        (set("Round", "1"), "1. e4 *", "[Round \"1\"]\n\n1. e4 *"),
        (set("Result", "1-0"), "[Result \"*\"]\n\n1. e4 *\n", "[Result \"1-0\"]\n\n1. e4 1-0\n"),
        (
            Box::new(SetTag::new("Event", "Club").if_missing()),
            "[Event \"?\"]\n\n*\n\n[Event \"Cup\"]\n\n*\n\n[Site \"x\"]\n\n*\n",
            "[Event \"Club\"]\n\n*\n\n[Event \"Cup\"]\n\n*\n\n[Event \"Club\"]\n[Site \"x\"]\n\n*\n",
        ),
        (
            Box::new(SetTag::new("Date", "2025.01.01").if_missing()),
            "[Date \"????.??.??\"]\n\n*\n\n[Date \"2024.??.??\"]\n\n*\n",
            "[Date \"2025.01.01\"]\n\n*\n\n[Date \"2024.??.??\"]\n\n*\n",
        ),
        (Box::new(RemoveTag("B".into())), "[A \"1\"]\n[B \"2\"]\n\n*\n", "[A \"1\"]\n\n*\n"),
        (
            Box::new(RenameTag { from: "B".into(), to: "C".into() }),
            "[A \"1\"]\n[B \"2\"]\n\n*\n\n[A \"1\"]\n\n*",
            "[A \"1\"]\n[C \"2\"]\n\n*\n\n[A \"1\"]\n\n*",
        ),
        (
            Box::new(OrderTags(vec!["Z".into()])),
            "[B \"1\"]\n[Z \"2\"]\n[A \"3\"]\n[Event \"\"]\n\n*",
            "[Event \"\"]\n[Z \"2\"]\n[A \"3\"]\n[B \"1\"]\n\n*",
        ),
        (
            names(),
            "[Event \"A\"]\n[Site \"?\"]\n[White \"Tal M\"]\n[Black \"Fine\"]\n\n*\n",
            "[Event \"B\"]\n[Site \"Riga LAT\"]\n[White \"Tal, Mikhail\"]\n[Black \"Fine\"]\n[WhiteFideId \"13\"]\n[WhiteTitle \"GM\"]\n\n*\n",
        ),
        (
            names(),
            "[White \"Law\"]\n[Black \"Tal M\"]\n[BlackFideId \"1\"]\n[BlackTitle \"?\"]\n\n*\n",
            "[White \"Law\"]\n[Black \"Tal, Mikhail\"]\n[BlackFideId \"1\"]\n[BlackTitle \"GM\"]\n[WhiteFideId \"7\"]\n\n*\n",
        ),
        (
            table("White\tWhiteTeam\tWhiteElo\nTal\tRiga\t\nFine\t\t2600\n", &[]),
            "[White \"Tal\"]\n\n*\n\n[White \"Fine\"]\n[WhiteElo \"1\"]\n\n*\n\n[White \"tal\"]\n\n*\n",
            "[White \"Tal\"]\n[WhiteTeam \"Riga\"]\n\n*\n\n[White \"Fine\"]\n[WhiteElo \"2600\"]\n\n*\n\n[White \"tal\"]\n\n*\n",
        ),
        (
            table("Date\tEvent\tSite\n1960.01.01\tA\tRiga\n", &["Event", "Date"]),
            "[Event \"A\"]\n[Date \"1960.01.01\"]\n\n*\n\n[Event \"A\"]\n\n*\n",
            "[Event \"A\"]\n[Site \"Riga\"]\n[Date \"1960.01.01\"]\n\n*\n\n[Event \"A\"]\n\n*\n",
        ),
        (
            result(ResultFrom::Board),
            "[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# *\n\n1. e4 1-0\n",
            "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 1-0\n",
        ),
        (result(ResultFrom::Board), "1. f3 e5 2. g4 Qh4 1-0 {x}\n", "1. f3 e5 2. g4 Qh4 0-1 {x}\n"),
        (
            result(ResultFrom::Board),
            "[Result \"1-0\"]\n[FEN \"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Qg6 1-0\n",
            "[Result \"1/2-1/2\"]\n[FEN \"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Qg6 1/2-1/2\n",
        ),
        // A contradiction is an error, and the one that this fixes.
        (result(ResultFrom::Marker), "[Result \"1-0\"]\n\n1. e4 0-1\n", "[Result \"0-1\"]\n\n1. e4 0-1\n"),
        (result(ResultFrom::Marker), "[Result \"foo\"]\n\n1. e4 0-1\n", "[Result \"0-1\"]\n\n1. e4 0-1\n"),
        (
            result(ResultFrom::Marker),
            "[Result \"*\"]\n\n1. e4 0-1 ; *\n",
            "[Result \"0-1\"]\n\n1. e4 0-1 ; *\n",
        ),
        (result(ResultFrom::Marker), "[Result \"1-0\"]\n\n1. e4 *\n", "[Result \"1-0\"]\n\n1. e4 *\n"),
        (result(ResultFrom::Marker), "[Result \"1-0\"]\n\n1. e5 0-1\n", "[Result \"1-0\"]\n\n1. e5 0-1\n"),
        (
            Box::new(SetPlyCount::default()),
            "[PlyCount \"9\"]\n\n1. e4 (1. d4 d5) e5 *\n\n*",
            "[PlyCount \"2\"]\n\n1. e4 (1. d4 d5) e5 *\n\n[PlyCount \"0\"]\n\n*",
        ),
        (Box::new(MaxPlies(1)), "1. e4 {a} (1. d4 d5) e5 {b} 2. Nf3 *", "1. e4 {a} (1. d4 d5) *"),
        (Box::new(MaxPlies(0)), "{a} 1. e4 {b} e5 1-0", "{a} 1-0"),
        (
            Box::new(BeginAt::Plies(1)),
            "1. e4 {a} (1. d4 d5) e5 {b} 2. Nf3 *\n\n1. d4 *\n\n*\n",
            "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]\n[SetUp \"1\"]\n\n{a} 1... e5 {b} 2. Nf3 *\n\n\
             [FEN \"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1\"]\n[SetUp \"1\"]\n\n*\n\n*\n",
        ),
        (Box::new(BeginAt::Plies(0)), "1. e4 {a} e5 *", "1. e4 {a} e5 *"),
        (
            Box::new(BeginAt::Comment("a".into())),
            "1. e4 (1. d4 {a}) e5 {b} {la} 2. Nf3 {a} *\n\n1. d4 *\n",
            "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\"]\n[SetUp \"1\"]\n\n{b} {la} 2. Nf3 {a} *\n\n\
             1. d4 *\n",
        ),
        (promoted("1.e4 c5"), "1. e4 e5 (1... c5) 2. Nf3 *", "1. e4 c5 (1... e5 2. Nf3) *"),
        (
            promoted("e4 c5 2. Nf3"),
            "1. e4 e5 (1... c5) (1... c5 2. Nf3) *",
            "1. e4 c5 (1... e5) (1... c5) 2. Nf3 *",
        ),
        (promoted("1. e4 e5"), "1. e4 e5 (1... c5) 2. Nf3 *", "1. e4 e5 (1... c5) 2. Nf3 *"),
        (promoted("1. d4"), "1. e4 e5 (1... c5) 2. Nf3 *", "1. e4 e5 (1... c5) 2. Nf3 *"),
        (Box::new(MaxPlies(3)), "1. e4 e5 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
        (Box::new(DropVariations), "1. e4 (1. d4 (1. c4) d5) (1. f4) e5 (1... c5) *", "1. e4 e5 *"),
        (
            Box::new(DropComments),
            "{a} 1. e4 {b} {c} (1. d4 {d}) e5 ; e\n2. Nf3 [%clk 1] * {f}",
            "1. e4 (1. d4) e5\n2. Nf3 *",
        ),
        (Box::new(DropNags), "1. e4!? $14 {$1} (1. d4 $2) e5 *", "1. e4 {$1} (1. d4) e5 *"),
        (
            Box::new(DropCommands::all()),
            "1. e4 {[%clk 1]} e5 { a [%eval 2]  b [%x]} 2. Nf3 {c} *",
            "1. e4 e5 { a b} 2. Nf3 {c} *",
        ),
        (
            Box::new(CommentsAfterMoves),
            "{a} {b} 1. e4 {c} ({d} 1. d4) e5 *\n\n{a} *",
            "1. e4 {a} {b} {c} (1. d4 {d}) e5 *\n\n{a} *",
        ),
    ];
    for (operation, text, expected) in cases {
        let shown = format!("{operation:?}");
        assert_eq!(edited(vec![operation], text), expected, "{shown} {text:?}");
        // Games with errors stay.
        let broken = format!("[Event \"A\"]\n[B \"1\"]\n\n1. e4 e4 {{x}} (1. d4) *\n\n{text}");
        let block = EditGames::new(Vec::new()).edit_text(broken.as_bytes());
        assert_eq!((block.edited, block.fixed.text), (0, broken.into_bytes()), "{shown}");
    }
}

#[test]
fn edits_are_made_together() {
    let operations: Vec<Box<dyn Step>> = vec![
        Box::new(RemoveTag("Annotator".into())),
        Box::new(RenameTag { from: "Opening".into(), to: "Variation".into() }),
        Box::new(DropComments),
        Box::new(MaxPlies(2)),
        Box::new(SetPlyCount { max_plies: Some(2), begin: None }),
        Box::new(OrderTags(Vec::new())),
    ];
    let text = "[Opening \"x\"]\n[Annotator \"a\"]\n[White \"w\"]\n\n1. e4 {a} e5 {b} 2. Nf3 (2. f4) 1-0\n";
    let expected = "[White \"w\"]\n[PlyCount \"2\"]\n[Variation \"x\"]\n\n1. e4 e5 1-0\n";
    assert_eq!(edited(operations, text), expected);

    let begin = BeginAt::Plies(2);
    let operations: Vec<Box<dyn Step>> = vec![
        Box::new(DropNags),
        Box::new(DropVariations),
        Box::new(DropComments),
        Box::new(begin.clone()),
        Box::new(MaxPlies(3)),
        Box::new(SetPlyCount { max_plies: Some(3), begin: Some(begin) }),
    ];
    let text = "[White \"w\"]\n\n1. e4 {a} e5 $1 {b} (1... c5 {c} 2. Nf3) 2. Nf3! {d} (2. f4) Nc6 1-0\n";
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
    let expected = format!("[White \"w\"]\n[FEN \"{fen}\"]\n[PlyCount \"1\"]\n[SetUp \"1\"]\n\n2. Nf3 1-0\n");
    assert_eq!(edited(operations, text), expected);
}

#[test]
fn what_cannot_be_edited_is_named() {
    let task = EditGames::new(vec![
        Box::new(SetTag::new("Event", "\u{141}\u{f3}d\u{17a}")),
        Box::new(RenameTag { from: "A".into(), to: "B".into() }),
    ]);
    let text = b"[White \"M\xfcller\"]\n\n1. e4 *\n\n[A \"\"]\n[B \"\"]\n\n*\n\n1. d4 *\n\n1. e5 *\n";
    let block = task.edit_text(text);
    let refused: Vec<String> = block
        .refused
        .iter()
        .map(|one| format!("{}, line {}: {}", one.number, one.line, one.reason))
        .collect();
    assert_eq!(
        refused,
        [
            "1, line 1: the game is in ISO 8859-1, which does not have the character '\u{141}'",
            "2, line 5: the game already has a tag B",
        ]
    );
    assert_eq!(block.edited, 1);
    let new = String::from_utf8_lossy(&block.fixed.text).replace('\u{fffd}', "?");
    assert_eq!(
        new,
        "[White \"M?ller\"]\n\n1. e4 *\n\n[A \"\"]\n[B \"\"]\n\n*\n\n[Event \"\u{141}\u{f3}d\u{17a}\"]\n\n1. d4 *\n\n1. e5 *\n"
    );
}

#[test]
fn tables_that_cannot_be_used_say_where() {
    let names = |text: &str| CorrectNames::read(text).unwrap_err().to_string();
    let table = |text: &str, keys: &[&str]| {
        let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
        TagTable::read(text, &keys).unwrap_err().to_string()
    };
    for (found, expected) in [
        (names(""), "line 1: expected the names of the columns, found no line"),
        (names("kind\tfrom\n"), "line 1: there is no column to"),
        (names("kind\tfrom\tto\nclub\ta\tb\n"), "line 2: expected player, event or site, found \"club\""),
        (
            names("kind\tfrom\tto\nsite\ta\tb\n\nsite\ta\tc\n"),
            "line 4: there is another line for \"a\" already",
        ),
        (names("kind\tfrom\tto\nsite\ta\tb\tc\n"), "line 2: expected 3 cells, found 4"),
        (table("White\tMy Tag\n", &[]), "line 1: expected the name of a tag, found \"My Tag\""),
        (table("White\tWhite\n", &[]), "line 1: the column White is there twice"),
        (table("White\tBlack\n", &["Site"]), "line 1: there is no column Site"),
        (table("White\n", &[]), "line 1: expected a column of values besides the keys"),
        (table("White\tBlack\na\tb\na\tc\n", &[]), "line 3: there is a line for a already"),
    ] {
        assert_eq!(found, expected);
    }
}

/// An operation, and what a game must be after it.
#[derive(Clone, Debug)]
enum Op {
    Set(&'static str, &'static str),
    Remove(&'static str),
    Order,
    NoComments,
    NoNags,
    NoVariations,
    NoCommands,
    MaxPlies(usize),
    PlyCount,
}

impl Op {
    fn operation(&self) -> Box<dyn Step> {
        match *self {
            Self::Set(name, value) => Box::new(SetTag::new(name, value)),
            Self::Remove(name) => Box::new(RemoveTag(name.to_owned())),
            Self::Order => Box::new(OrderTags::default()),
            Self::NoComments => Box::new(DropComments),
            Self::NoNags => Box::new(DropNags),
            Self::NoVariations => Box::new(DropVariations),
            Self::NoCommands => Box::new(DropCommands::all()),
            Self::MaxPlies(plies) => Box::new(MaxPlies(plies)),
            Self::PlyCount => Box::new(SetPlyCount::default()),
        }
    }

    /// Makes the edit in a game.
    fn expect(&self, game: &mut Game) {
        match *self {
            Self::Set(name, value) => {
                let _ = game.set_tag(name, value);
            }
            Self::Remove(name) => {
                let _ = game.remove_tag(name);
            }
            Self::PlyCount => {
                let plies = game.ply_count().to_string();
                let _ = game.set_tag("PlyCount", &plies);
            }
            _ => {}
        }
    }

    /// The parts of a game that an edit must keep.
    fn view(&self, game: &Game) -> (Vec<(String, String)>, String) {
        let mut tags: Vec<_> = game.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        tags.sort();
        let mut text = format!("{} ", game.result());
        let most = if let Self::MaxPlies(plies) = self { *plies } else { usize::MAX };
        let mut depth = 0;
        for step in game.walk() {
            match step {
                pgnkit::Step::BeginVariation { .. } => depth += 1,
                pgnkit::Step::EndVariation { .. } => depth -= 1,
                pgnkit::Step::Move(played) => {
                    let node = played.node;
                    if depth > 0 && matches!(self, Self::NoVariations | Self::MaxPlies(_)) {
                        continue;
                    }
                    if depth == 0 && node.ply() > most {
                        break;
                    }
                    let has_nags = !matches!(self, Self::NoNags);
                    let nags: Vec<u8> = if has_nags { node.nags().collect() } else { Vec::new() };
                    let has_comments =
                        !matches!(self, Self::NoComments | Self::NoCommands | Self::MaxPlies(_));
                    let comments: Vec<&str> =
                        if has_comments { node.comments().collect() } else { Vec::new() };
                    text.push_str(&format!("{depth} {} {nags:?} {comments:?} ", node.san()));
                }
                _ => {}
            }
        }
        (tags, text)
    }
}

fn op() -> impl Strategy<Value = Op> {
    let names = ["Event", "White", "Zz", "PlyCount", "Annotator"];
    let values = ["a", "\u{416} \"b\" \\ }", "", "[White \"x\"]"];
    prop_oneof![
        3 => (prop::sample::select(names.to_vec()), prop::sample::select(values.to_vec()))
            .prop_map(|(name, value)| Op::Set(name, value)),
        1 => prop::sample::select(names.to_vec()).prop_map(Op::Remove),
        1 => Just(Op::Order),
        1 => Just(Op::NoComments),
        1 => Just(Op::NoNags),
        1 => Just(Op::NoVariations),
        1 => Just(Op::NoCommands),
        1 => (0..4usize).prop_map(Op::MaxPlies),
        1 => Just(Op::PlyCount),
    ]
}

/// The games of a text, and whether each has errors.
fn games(text: &[u8]) -> Vec<(Game, bool)> {
    let (mut replayer, mut games) = (Replayer::new(text), Vec::new());
    loop {
        let (mut builder, mut found) = (GameBuilder::new(), pgnkit::syntax::Collect::default());
        if replayer.read_into(&mut builder, &mut found).is_none() {
            return games;
        }
        let has_errors = found.into_iter().any(|one| one.severity == Severity::Error);
        games.push((builder.into_game(), has_errors));
    }
}

/// The text after a run in blocks of that size, and how many games were refused.
fn run_over(task: &EditGames, text: &[u8], block_bytes: usize, jobs: usize) -> (Vec<u8>, u64, Account) {
    let mut options = RunOptions::default().jobs(jobs);
    options.on_error = OnError::Leave;
    options.pipeline = options.pipeline.block_bytes(block_bytes);
    let input = Input::from_reader("a.pgn", std::io::Cursor::new(text.to_vec())).unwrap();
    let (mut out, mut edited, mut account) = (Vec::new(), 0, Account::default());
    let input = RunInput::new(input, Arc::new(FindingFilter::default()));
    let flow = run([Ok(input)], task, &options, |event| {
        event.count(&mut account);
        if let RunEvent::Entries(_, _, done) = event {
            out.extend_from_slice(&done.value.fixed.text);
            edited += done.value.edited;
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    (out, edited, account)
}

fn cases(usual: u32) -> ProptestConfig {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(wanted.unwrap_or(usual)) }
}

proptest! {
    #![proptest_config(cases(800))]

    #[test]
    fn no_byte_outside_the_edits_changes(text in prop_oneof![texts::text(), texts::mutated()], op in op()) {
        let task = EditGames::new(vec![op.operation()]).keep_changes();
        let block = task.edit_text(&text);
        check_changes(&text, &block.fixed);
        let (before, after) = (games(&text), games(&block.fixed.text));
        let both = || format!("{}\n{}", text.escape_ascii(), block.fixed.text.escape_ascii());
        prop_assert_eq!(before.len(), after.len(), "{}", both());
        for (at, ((before, has_errors), (after, _))) in before.into_iter().zip(after).enumerate() {
            let mut wanted = before.clone();
            if !has_errors && !block.refused.iter().any(|one| one.number == at as u64 + 1) {
                op.expect(&mut wanted);
                prop_assert_eq!(op.view(&after), op.view(&wanted), "{}", both());
                match op {
                    Op::NoVariations => prop_assert!(after.nodes().all(|node| node.variations().next().is_none())),
                    Op::NoNags => prop_assert!(after.nodes().all(|node| node.starts_line() || node.nags().next().is_none())),
                    Op::MaxPlies(plies) => prop_assert!(after.ply_count() <= plies, "{}", both()),
                    _ => {}
                }
            } else {
                prop_assert!(before == after, "{}", both());
            }
        }
    }

    #[test]
    fn threads_make_no_difference(
        text in prop_oneof![texts::text(), texts::mutated()],
        op in op(),
        block_bytes in 1..200usize,
    ) {
        let task = EditGames::new(vec![op.operation()]);
        // In junk it depends on what is read together which edits are refused; on threads it never does.
        let whole = run_over(&task, &text, block_bytes, 1);
        let parts = run_over(&task, &text, block_bytes, 3);
        let shown = |text: &[u8]| text.escape_ascii().to_string();
        prop_assert_eq!(shown(&whole.0), shown(&parts.0), "{}", shown(&text));
        prop_assert_eq!(whole.1, parts.1);
        prop_assert_eq!((whole.2.games, whole.2.written, whole.2.left), (parts.2.games, parts.2.written, parts.2.left));
    }
}

#[test]
fn an_edit_of_nothing_keeps_every_byte() {
    for text in [&b""[..], b"\xef\xbb\xbf\n\n", b"junk\n\n1. e4 *\n\n{end}  \n", b"% x\n\n*\r\n\r\n\r\n"] {
        let task = EditGames::new(Vec::new());
        assert_eq!(run_over(&task, text, 7, 2).0, text);
        let mut replayer = Replayer::new(text);
        while replayer.read_game(&mut (), &mut Ignore).is_some() {}
    }
}

#[test]
fn a_glyph_after_the_marker_is_not_given_to_another_move() {
    let text = b"1. f4 e5 2. g4 Qh4# 0-1!\n";
    let edited = EditGames::new(vec![Box::new(MaxPlies(1))]).edit_text(text);
    assert_eq!((edited.fixed.text.as_slice(), edited.refused.len()), (&text[..], 1));
    let plain = EditGames::new(vec![Box::new(MaxPlies(1))]).edit_text(b"1. f4 e5 2. g4 Qh4# 0-1 {over}\n");
    assert_eq!(plain.fixed.text, b"1. f4 0-1 {over}\n");
}
