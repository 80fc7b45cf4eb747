//! Edits that keep every other byte.

use pgnkit::edit::{EditableGame, EditedGames, TextEditError, apply, edit_games};
use pgnkit::syntax::{Collect, Edit, Encoding, Ignore, Span};
use pgnkit::{Change, Game, GameBuilder, NodeId, Outcome, Replayer};
use proptest::prelude::*;

use super::cases;
use super::texts::{mutated, text};

/// One edit of a game; places are chosen among those that the game has.
#[derive(Clone, Debug)]
enum Op {
    SetTag(String, String),
    RemoveTag(String),
    RenameTag(String, String),
    SetResult(Outcome),
    SetComment(prop::sample::Index, String),
    AddComment(prop::sample::Index, String),
    InsertComment(prop::sample::Index, String),
    RemoveComment(prop::sample::Index),
    AddNag(prop::sample::Index, u8),
    RemoveNag(prop::sample::Index, u8),
    Respell(prop::sample::Index),
    RemoveVariation(prop::sample::Index),
    Truncate(prop::sample::Index),
    MainLine(prop::sample::Index),
    Order(Vec<String>),
}

fn name() -> impl Strategy<Value = String> {
    let names =
        ["Event", "White", "Result", "Annotator", "FEN", "SetUp", "white", "A", "Zz_9", "", "A b", "R\u{e9}"];
    prop::sample::select(names.to_vec()).prop_map(str::to_owned)
}

/// Text that is hard to write.
fn hostile() -> impl Strategy<Value = String> {
    let parts = [
        "a",
        " ",
        "\"",
        "\\",
        "]",
        "[",
        "{",
        "}",
        ";",
        "%",
        "\n",
        "\r\n",
        "\t",
        "\u{7}",
        "\u{e9}",
        "\u{20ac}",
        "\u{416}",
        "[Event \"x\"]",
        "1-0",
        "*",
        "$1",
        "(",
        ")",
        "\u{85}",
        "\u{feff}",
        "?",
    ];
    prop::collection::vec(prop::sample::select(parts.to_vec()), 0..6).prop_map(|parts| parts.concat())
}

fn op() -> impl Strategy<Value = Op> {
    let at = any::<prop::sample::Index>;
    prop_oneof![
        4 => (name(), hostile()).prop_map(|(name, value)| Op::SetTag(name, value)),
        2 => name().prop_map(Op::RemoveTag),
        1 => (name(), name()).prop_map(|(old, new)| Op::RenameTag(old, new)),
        1 => prop::sample::select(vec![Outcome::WhiteWins, Outcome::Draw, Outcome::Unknown]).prop_map(Op::SetResult),
        2 => (at(), hostile()).prop_map(|(at, text)| Op::SetComment(at, text)),
        2 => (at(), hostile()).prop_map(|(at, text)| Op::AddComment(at, text)),
        1 => (at(), hostile()).prop_map(|(at, text)| Op::InsertComment(at, text)),
        2 => at().prop_map(Op::RemoveComment),
        1 => (at(), any::<u8>()).prop_map(|(at, nag)| Op::AddNag(at, nag)),
        1 => (at(), 0..7u8).prop_map(|(at, nag)| Op::RemoveNag(at, nag)),
        1 => at().prop_map(Op::Respell),
        1 => at().prop_map(Op::RemoveVariation),
        1 => at().prop_map(Op::Truncate),
        1 => at().prop_map(Op::MainLine),
        1 => prop::collection::vec(name(), 0..3).prop_map(Op::Order),
    ]
}

fn node(game: &EditableGame<'_>, at: prop::sample::Index) -> NodeId {
    let ids: Vec<NodeId> = game.game().nodes().map(|node| node.id()).collect();
    ids[at.index(ids.len())]
}

fn perform(game: &mut EditableGame<'_>, op: &Op) -> Result<(), TextEditError> {
    match op {
        Op::SetTag(name, value) => game.set_tag(name, value),
        Op::RemoveTag(name) => {
            game.remove_tag(name);
            assert_eq!(game.tag(name), None);
            Ok(())
        }
        Op::RenameTag(old, new) => game.rename_tag(old, new).map(drop),
        Op::SetResult(result) => {
            game.set_result(*result);
            Ok(())
        }
        Op::SetComment(at, text) => game.set_comment(node(game, *at), at.index(2), text),
        Op::AddComment(at, text) => game.add_comment(node(game, *at), text),
        Op::InsertComment(at, text) => game.insert_comment(node(game, *at), at.index(2), text),
        Op::RemoveComment(at) => game.remove_comment(node(game, *at), 0),
        Op::AddNag(at, nag) => game.add_nag(node(game, *at), *nag),
        Op::RemoveNag(at, nag) => game.remove_nag(node(game, *at), *nag),
        Op::Respell(at) => {
            let node = node(game, *at);
            let san = game.game().node(node).unwrap().san().to_string();
            game.set_spelling(node, &san)
        }
        Op::RemoveVariation(at) => game.remove_variation(node(game, *at)),
        Op::Truncate(at) => game.truncate_after(node(game, *at)),
        Op::MainLine(at) => game.make_main_line(node(game, *at)),
        Op::Order(names) => {
            game.order_tags(&names.iter().map(String::as_str).collect::<Vec<_>>());
            Ok(())
        }
    }
}

fn games(text: &[u8]) -> Vec<Game> {
    let (mut replayer, mut games) = (Replayer::new(text), Vec::new());
    loop {
        let mut builder = GameBuilder::new();
        if replayer.read_into(&mut builder, &mut Ignore).is_none() {
            return games;
        }
        games.push(builder.into_game());
    }
}

/// All that a game is.
fn whole(game: &Game) -> String {
    let escapes: Vec<_> = game.nodes().map(|node| node.notes().collect::<Vec<_>>()).collect();
    format!("{:?} {game} {escapes:?}", game.tags().collect::<Vec<_>>())
}

/// The old text with the changes made must be the new one.
fn check_changes(old: &[u8], new: &[u8], changes: &[Change]) {
    let (mut made, mut copied) = (Vec::new(), 0);
    for change in changes {
        made.extend_from_slice(&old[copied..change.old.start]);
        assert_eq!(made.len(), change.new.start);
        made.extend_from_slice(change.new.of(new));
        copied = change.old.end;
    }
    made.extend_from_slice(&old[copied..]);
    assert_eq!(made.escape_ascii().to_string(), new.escape_ascii().to_string());
}

fn shown(text: &[u8]) -> String {
    text.escape_ascii().to_string()
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn what_was_set_is_read_back(
        text in prop_oneof![text(), mutated()],
        ops in prop::collection::vec(prop::collection::vec(op(), 0..4), 1..4),
    ) {
        let before = games(&text);
        // By game: the tags as they are to be, where something was to be edited.
        let mut wanted: Vec<Option<Vec<(String, String)>>> = Vec::new();
        let mut results = Vec::new();
        let edited: EditedGames<'_> = edit_games(&text, |game| {
            let ops = &ops[wanted.len() % ops.len()];
            let done: Result<(), TextEditError> = ops.iter().try_for_each(|op| perform(game, op));
            wanted.push((!ops.is_empty()).then(|| {
                game.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
            }));
            let result = ops.iter().rev().find_map(|op| match op {
                Op::SetResult(result) => Some(*result),
                Op::SetTag(name, value) if name == "Result" => Outcome::from_exact(value.as_bytes()),
                _ => None,
            });
            results.push(result);
            done
        });
        check_changes(&text, &edited.text, &edited.changes);
        let after = games(&edited.text);
        prop_assert_eq!(after.len(), before.len(), "{}\n{}", shown(&text), shown(&edited.text));
        prop_assert_eq!(edited.games, before.len() as u64);
        for (at, (before, after)) in before.iter().zip(&after).enumerate() {
            let is_refused = edited.refused.iter().any(|refused| refused.game == at as u64);
            match &wanted[at] {
                Some(tags) if !is_refused => {
                    let mut tags = tags.clone();
                    let mut found: Vec<_> =
                        after.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
                    tags.sort();
                    found.sort();
                    prop_assert_eq!(tags, found, "{}\n{}", shown(&text), shown(&edited.text));
                    prop_assert_eq!(results[at].unwrap_or(before.result()), after.result());
                }
                _ => prop_assert_eq!(whole(before), whole(after), "{}\n{}", shown(&text), shown(&edited.text)),
            }
        }
    }

    #[test]
    fn places_are_those_of_the_game(text in prop_oneof![text(), mutated()]) {
        let before = games(&text);
        let mut at = 0;
        let edited = edit_games(&text, |game| {
            let tree = game.game();
            // Where it reads differently by itself nothing can be edited.
            if tree.nodes().count() > 1 || tree.tags().next().is_some() {
                assert_eq!(whole(tree), whole(&before[at]));
            }
            at += 1;
            for node in tree.nodes() {
                let length = game.node_span(node.id()).map_or(0, Span::len);
                assert!(node.starts_line() == (length < 2) || node.unchecked().is_some());
                for (number, comment) in node.comments().enumerate() {
                    let Some(span) = game.comment_span(node.id(), number) else { continue };
                    let whole = Encoding::read(span.of(game.text())).into_owned();
                    // A command outside any comment has no brace.
                    let text = whole.strip_prefix(['{', ';']).unwrap_or(&whole);
                    assert!(text == comment || text.strip_suffix('}') == Some(comment), "{text:?} {comment:?}");
                }
            }
            for (name, value) in tree.tags() {
                assert_eq!(game.tag(name), Some(value));
            }
            Ok(())
        });
        prop_assert_eq!(edited.text, &text[..]);
        prop_assert_eq!((edited.edited, edited.refused), (0, vec![]));
    }

    #[test]
    fn a_line_is_made_the_main_line_as_in_the_tree(text in prop_oneof![text(), mutated()], at: prop::sample::Index) {
        let mut trees = Vec::new();
        let edited = edit_games(&text, |game| {
            let node = node(game, at);
            let mut tree = game.game().clone();
            tree.make_main_line(node).unwrap();
            trees.push(tree);
            game.make_main_line(node)
        });
        check_changes(&text, &edited.text, &edited.changes);
        for (number, (tree, after)) in trees.iter().zip(games(&edited.text)).enumerate() {
            if edited.refused.iter().all(|refused| refused.game != number as u64) {
                prop_assert!(*tree == after, "{}\n{}\n{}", shown(&text), shown(&edited.text), tree);
            }
        }
    }

    #[test]
    fn a_game_begins_with_the_position_of_the_tree(text in prop_oneof![text(), mutated()], at: prop::sample::Index) {
        let mut trees = Vec::new();
        let edited = edit_games(&text, |game| {
            let line: Vec<_> = game.game().mainline().collect();
            let (node, rest) = match at.index(line.len() + 1) {
                0 => (game.game().root(), &line[..]),
                ply => (line[ply - 1], &line[ply..]),
            };
            let text = |nodes: &[pgnkit::Node<'_>]| format!("{:?}", nodes.iter().map(told).collect::<Vec<_>>());
            trees.push((node.position(), text(rest)));
            let node = node.id();
            game.begin_after(node)
        });
        check_changes(&text, &edited.text, &edited.changes);
        for (number, ((start, rest), after)) in trees.iter().zip(games(&edited.text)).enumerate() {
            if edited.refused.iter().all(|refused| refused.game != number as u64) {
                prop_assert_eq!(after.start().position, *start, "{}\n{}", shown(&text), shown(&edited.text));
                let line: Vec<_> = after.mainline().collect();
                let found = format!("{:?}", line.iter().map(told).collect::<Vec<_>>());
                prop_assert_eq!(&found, rest, "{}\n{}", shown(&text), shown(&edited.text));
            }
        }
    }

    #[test]
    fn a_comment_comes_back_to_the_character(comment in hostile(), at in 0..6usize, crlf: bool) {
        let text = "[Event \"x\"]\n\n{a} 1. e4 $1 {b} e5 (1... c5 ; c\n) 2. Nf3 *\n";
        let text = if crlf { text.replace('\n', "\r\n") } else { text.to_owned() };
        let mut game = EditableGame::open(text.as_bytes()).unwrap();
        let id = game.game().nodes().nth(at).unwrap().id();
        let count = game.game().node(id).unwrap().comments().count();
        let done = if count == 0 { game.add_comment(id, &comment) } else { game.set_comment(id, 0, &comment) };
        let is_wrong = |c: char| c == '}' || (c.is_control() && !"\t\r\n".contains(c));
        prop_assert_eq!(done.is_err(), comment.contains(is_wrong));
        if done.is_err() {
            return Ok(());
        }
        let Ok(edited) = game.finish() else {
            // What ends every comment.
            prop_assert!(comment.contains("[Event") && comment.contains('\n'));
            return Ok(());
        };
        let again = EditableGame::open(&edited.text).unwrap();
        let found = again.game().node(id).unwrap().comments().next().map(str::to_owned);
        let plain = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
        prop_assert_eq!(found.as_deref().map(plain), Some(plain(&comment)));
        let newlines = edited.text.iter().filter(|byte| **byte == b'\n').count();
        let returns = edited.text.iter().filter(|byte| **byte == b'\r').count();
        prop_assert_eq!(returns, if crlf { newlines } else { 0 });
    }
}

/// A move with what is beside it.
fn told(node: &pgnkit::Node<'_>) -> String {
    let variations = node.variations().count();
    let comments: Vec<&str> = node.comments().collect();
    format!("{} {:?} {comments:?} {variations}", node.san(), node.nags().collect::<Vec<_>>())
}

/// The text of one game after an edit.
fn after(
    text: &str,
    edit: impl FnOnce(&mut EditableGame<'_>) -> Result<(), TextEditError>,
) -> Result<String, TextEditError> {
    let mut game = EditableGame::open(text.as_bytes())?;
    edit(&mut game)?;
    let edited = game.finish()?;
    check_changes(text.as_bytes(), &edited.text, &edited.changes);
    Ok(String::from_utf8(edited.text.into_owned()).unwrap())
}

#[test]
fn tags_are_set_where_they_stand() {
    let set = |text: &str, name: &str, value: &str| after(text, |game| game.set_tag(name, value)).unwrap();
    for (text, name, value, expected) in [
        ("[White \"a\"]\n\n1. e4 *\n", "White", "b \"c\" \\", "[White \"b \\\"c\\\" \\\\\"]\n\n1. e4 *\n"),
        ("[ White{x}\"a\" ] 1. e4 *", "White", "b", "[ White{x}\"b\" ] 1. e4 *"),
        ("[white \"a\"]\n*", "White", "b", "[white \"b\"]\n*"),
        ("[White \"?\"]\n[White \"a\"]\n*", "White", "b", "[White \"?\"]\n[White \"b\"]\n*"),
        // New ones: the roster in its order, the others behind it.
        ("[White \"a\"]\n\n*", "Black", "b", "[White \"a\"]\n[Black \"b\"]\n\n*"),
        ("[White \"a\"]\r\n\r\n*", "Event", "b", "[Event \"b\"]\r\n[White \"a\"]\r\n\r\n*"),
        ("[White \"a\"]\n[Zz \"b\"]\n\n*", "Aa", "c", "[White \"a\"]\n[Aa \"c\"]\n[Zz \"b\"]\n\n*"),
        ("[Zz \"b\"]\n[Aa \"\"]\n\n*", "Mm", "c", "[Zz \"b\"]\n[Aa \"\"]\n[Mm \"c\"]\n\n*"),
        ("[White \"a\"] [Black \"b\"] *", "Site", "c", "[Site \"c\"]\n[White \"a\"] [Black \"b\"] *"),
        ("[White \"a\"] [Black \"b\"]\n*", "ECO", "C60", "[White \"a\"] [Black \"b\"]\n[ECO \"C60\"]\n*"),
        ("1. e4 *\n", "White", "a", "[White \"a\"]\n\n1. e4 *\n"),
        ("\n\n{x} 1. e4 *\r\n", "White", "a", "\n\n[White \"a\"]\r\n\r\n{x} 1. e4 *\r\n"),
        ("[Result \"*\"]\n\n1. e4 1/2", "Result", "1-0", "[Result \"1-0\"]\n\n1. e4 1-0"),
        ("1. e4*", "Result", "0-1", "1. e4 0-1"),
        ("1. e4", "Result", "0-1", "1. e4 0-1"),
        ("1. e4 ; so\n", "Result", "0-1", "1. e4 ; so\n0-1\n"),
        ("[White \"a\"]\n", "Result", "0-1", "[White \"a\"]\n\n0-1\n"),
    ] {
        assert_eq!(set(text, name, value), expected, "{text:?}");
    }
    let several = after("[White \"a\"]\n\n*", |game| {
        game.set_tag("Zz", "1")?;
        game.set_tag("Site", "2")?;
        game.set_tag("Aa", "3")?;
        game.set_tag("Event", "4")?;
        game.set_tag("Zz", "5")
    });
    let expected = "[Event \"4\"]\n[Site \"2\"]\n[White \"a\"]\n[Aa \"3\"]\n[Zz \"5\"]\n\n*";
    assert_eq!(several.as_deref(), Ok(expected));
}

#[test]
fn tags_are_removed_and_renamed() {
    let removed = |text: &str| {
        after(text, |game| {
            assert!(game.remove_tag("B"));
            assert!(!game.remove_tag("None"));
            Ok(())
        })
    };
    for (text, expected) in [
        ("[A \"\"]\n[B \"x\"]\n[C \"\"]\n\n*", "[A \"\"]\n[C \"\"]\n\n*"),
        ("[A \"\"]\r\n[B \"x\"]\r\n\r\n*", "[A \"\"]\r\n\r\n*"),
        ("[B \"x\"]\n\n1. e4 *", "\n1. e4 *"),
        ("[B \"x\"]\n[B \"y\"]\n[C \"\"] *", "[C \"\"] *"),
        ("[A \"\"] [B \"x\"] [C \"\"] *", "[A \"\"] [C \"\"] *"),
    ] {
        assert_eq!(removed(text).as_deref(), Ok(expected), "{text:?}");
    }
    let renamed = after("[A \"\"]\n[B \"x\"]\n*", |game| {
        assert_eq!(game.rename_tag("B", "A"), Err(TextEditError::TagExists("A".to_owned())));
        assert_eq!(game.rename_tag("B", "C"), Ok(true));
        assert_eq!((game.tag("B"), game.tag("C")), (None, Some("x")));
        assert_eq!(game.rename_tag("B", "D"), Ok(false));
        game.set_tag("C", "y")
    });
    assert_eq!(renamed.as_deref(), Ok("[A \"\"]\n[C \"y\"]\n*"));
    let replaced = after("[B \"x\"]\n\n*", |game| {
        game.remove_tag("B");
        game.set_tag("C", "y")
    });
    assert_eq!(replaced.as_deref(), Ok("[C \"y\"]\n\n*"));
}

#[test]
fn tags_are_put_in_order() {
    let ordered = |text: &str, names: &[&str]| {
        after(text, |game| {
            game.order_tags(names);
            Ok(())
        })
    };
    for (text, names, expected) in [
        (
            "[Zz \"1\"]\r\n[Black \"b\"]\r\n[Aa \"2\"]\r\n[White \"w\"]\r\n\r\n1. e4 *\r\n",
            &[][..],
            "[White \"w\"]\r\n[Black \"b\"]\r\n[Aa \"2\"]\r\n[Zz \"1\"]\r\n\r\n1. e4 *\r\n",
        ),
        ("[Zz \"1\"]\n[Mm \"2\"]\n[Aa \"3\"]\n\n*", &["Mm", "Zz"], "[Mm \"2\"]\n[Zz \"1\"]\n[Aa \"3\"]\n\n*"),
        // The spelling of each, and what is between them.
        ("[ B  \"1\" ]  ; y\n[A\"2\"] *", &[], "[A\"2\"]  ; y\n[ B  \"1\" ] *"),
        ("[A \"2\"]\n[B \"1\"]\n\n*", &[], "[A \"2\"]\n[B \"1\"]\n\n*"),
        // The first of two that are not the same counts.
        ("[B \"1\"]\n[A \"2\"]\n[B \"1\"]\n\n*", &[], "[A \"2\"]\n[B \"1\"]\n[B \"1\"]\n\n*"),
        ("1. e4 *", &[], "1. e4 *"),
    ] {
        assert_eq!(ordered(text, names).as_deref(), Ok(expected), "{text:?}");
    }
    let text = "[Zz \"1\"]\n[Bb \"2\"]\n[Cc \"3\"]\n\n1. e4 *";
    let all = after(text, |game| {
        game.order_tags(&[]);
        game.remove_tag("Bb");
        game.rename_tag("Zz", "Event")?;
        game.set_tag("Aa", "4")?;
        game.set_tag("Cc", "\"")
    });
    assert_eq!(all.as_deref(), Ok("[Event \"1\"]\n[Aa \"4\"]\n[Cc \"\\\"\"]\n\n1. e4 *"));
    let none_left = after("[Bb \"2\"]\n\n1. e4 *", |game| {
        game.order_tags(&[]);
        game.remove_tag("Bb");
        game.set_tag("Aa", "4")
    });
    assert_eq!(none_left.as_deref(), Ok("[Aa \"4\"]\n\n1. e4 *"));
}

/// Edits of tags alone are proven without reading the moves: what is not so simple must take the other way.
#[test]
fn edits_of_tags_change_no_other_game() {
    let before = "[White \"a\"]\n[Black \"b\"]\n\n1. e4 {open *\n\n";
    for (text, name, value, expected) in [
        // The name of the first pair divides two games without moves.
        ("[A \"1\"]\n\n[A \"2\"]\n\n1. e4 *", "A", None, None),
        ("[A \"1\"]\n\n[A \"2\"]\n[B \"2\"]\n\n1. e4 *", "B", Some("x}"), Some(1)),
        ("1. e4 {\n[A \"2\"]\n\n1. e4 *", "A", Some("}"), None),
        ("[A \"2\"]\n\n{[B \"3\"]}\n[B \"4\"]\n\n*", "B", Some("5"), Some(1)),
        (
            "[A \"2\"]\n\n*\n\n[WhiteA \"\"]\n[BlackA \"\"]\n[WhiteB \"\"]\n\n1A. e4 *",
            "BlackB",
            Some("x"),
            None,
        ),
    ] {
        let text = before.to_owned() + text;
        let old = games(text.as_bytes());
        let edited = edit_games(text.as_bytes(), |game| match value {
            Some(value) if game.tag(name).is_some() || name == "BlackB" => game.set_tag(name, value),
            Some(_) => Ok(()),
            None => {
                game.remove_tag(name);
                Ok(())
            }
        });
        let new = games(&edited.text);
        assert_eq!(new.len(), old.len(), "{}", shown(&edited.text));
        if let Some(count) = expected {
            assert_eq!(edited.edited, count, "{}", shown(&edited.text));
        }
        for (old, new) in old.iter().zip(&new) {
            assert_eq!(old.to_string().split("\n\n").last(), new.to_string().split("\n\n").last());
        }
    }
}

#[test]
fn movetext_is_edited_where_it_stands() {
    const TEXT: &str = "1.e2-e4! {a} e5 (1... c5 2. Nf3 {b} (2. c3 d5) d6) 2. Nf3 ; c\nNc6 1-0 {d}";
    type Do = fn(&mut EditableGame<'_>, &dyn Fn(&str) -> NodeId) -> Result<(), TextEditError>;
    let edits: [(Do, &str); 17] = [
        (
            |game, at| game.set_comment(at("e4"), 0, "x y"),
            "1.e2-e4! {x y} e5 (1... c5 2. Nf3 {b} (2. c3 d5) d6) 2. Nf3 ; c\nNc6 1-0 {d}",
        ),
        (
            |game, at| game.add_comment(at("e4"), "z"),
            "1.e2-e4! {a} {z} e5 (1... c5 2. Nf3 {b} (2. c3 d5) d6) 2. Nf3 ; c\nNc6 1-0 {d}",
        ),
        (
            |game, at| game.insert_comment(at("e4"), 0, "z"),
            "1.e2-e4! {z} {a} e5 (1... c5 2. Nf3 {b} (2. c3 d5) d6) 2. Nf3 ; c\nNc6 1-0 {d}",
        ),
        (
            |game, at| game.remove_comment(at("e4"), 0),
            "1.e2-e4! e5 (1... c5 2. Nf3 {b} (2. c3 d5) d6) 2. Nf3 ; c\nNc6 1-0 {d}",
        ),
        (
            |game, at| game.add_comment(at("e5"), "z"),
            "1.e2-e4! {a} e5 {z} (1... c5 2. Nf3 {b} (2. c3 d5) d6) 2. Nf3 ; c\nNc6 1-0 {d}",
        ),
        (
            |game, at| game.set_comment(at("Nf3!"), 0, "two\nlines"),
            "1.e2-e4! {a} e5 (1... c5 2. Nf3 {b} (2. c3 d5) d6) 2. Nf3 {two\nlines}\nNc6 1-0 {d}",
        ),
        (
            |game, at| game.add_comment(at("Nf3!"), "z"),
            "1.e2-e4! {a} e5 (1... c5 2. Nf3 {b} (2. c3 d5) d6) 2. Nf3 ; c\n{z}\nNc6 1-0 {d}",
        ),
        (
            |game, at| game.remove_comment(at("Nf3!"), 0),
            "1.e2-e4! {a} e5 (1... c5 2. Nf3 {b} (2. c3 d5) d6) 2. Nf3\nNc6 1-0 {d}",
        ),
        (
            |game, _| game.add_comment(NodeId::ROOT, "z"),
            "{z} 1.e2-e4! {a} e5 (1... c5 2. Nf3 {b} (2. c3 d5) d6) 2. Nf3 ; c\nNc6 1-0 {d}",
        ),
        (
            |game, at| game.add_nag(at("e4"), 14),
            "1.e2-e4! $14 {a} e5 (1... c5 2. Nf3 {b} (2. c3 d5) d6) 2. Nf3 ; c\nNc6 1-0 {d}",
        ),
        (
            |game, at| game.remove_nag(at("e4"), 1),
            "1.e2-e4 {a} e5 (1... c5 2. Nf3 {b} (2. c3 d5) d6) 2. Nf3 ; c\nNc6 1-0 {d}",
        ),
        (
            |game, at| game.set_spelling(at("e4"), "e4"),
            "1.e4! {a} e5 (1... c5 2. Nf3 {b} (2. c3 d5) d6) 2. Nf3 ; c\nNc6 1-0 {d}",
        ),
        (|game, at| game.remove_variation(at("(c5")), "1.e2-e4! {a} e5 2. Nf3 ; c\nNc6 1-0 {d}"),
        (
            |game, at| game.remove_variation(at("(c3")),
            "1.e2-e4! {a} e5 (1... c5 2. Nf3 {b} d6) 2. Nf3 ; c\nNc6 1-0 {d}",
        ),
        (|game, at| game.truncate_after(at("c5")), "1.e2-e4! {a} e5 (1... c5) 2. Nf3 ; c\nNc6 1-0 {d}"),
        (
            |game, at| game.truncate_after(at("e5")),
            "1.e2-e4! {a} e5 (1... c5 2. Nf3 {b} (2. c3 d5) d6) 1-0 {d}",
        ),
        (|game, _| game.truncate_after(NodeId::ROOT), "1-0 {d}"),
    ];
    for (number, (edit, expected)) in edits.into_iter().enumerate() {
        let edited = after(TEXT, |game| {
            let tree = game.game().clone();
            // The main line's knight has a mark of its own; `(` stands for the beginning of a variation.
            let find = |wanted: &str| {
                let found = tree.nodes().find(|node| {
                    let san = node.san().to_string();
                    let main = tree.mainline().any(|other| other.id() == node.id());
                    !node.starts_line()
                        && (wanted.trim_start_matches('(') == san || (main && wanted == format!("{san}!")))
                });
                let found = found.unwrap();
                if wanted.starts_with('(') { found.parent().unwrap().id() } else { found.id() }
            };
            let find = |wanted: &str| match wanted {
                // Before its first move.
                "(c5" | "(c3" => {
                    let mv = find(&wanted[1..]);
                    tree.nodes()
                        .find(|node| node.starts_line() && node.next().is_some_and(|next| next.id() == mv))
                        .unwrap()
                        .id()
                }
                other => find(other),
            };
            edit(game, &find)
        });
        assert_eq!(edited.as_deref(), Ok(expected), "{number}");
    }
}

#[test]
fn what_cannot_be_done_is_refused() {
    let text = "[White \"M\u{fc}ller\"]\n[Result \"*\"]\n\n1. e4 {x} e5 $300 2. Ke3 {unread} *\n";
    let mut latin1 = text.as_bytes().to_vec();
    pgnkit::to_latin1(&mut latin1);
    let mut game = EditableGame::open(&latin1).unwrap();
    assert_eq!(game.encoding(), Encoding::Latin1);
    let encoding = Encoding::Latin1;
    assert_eq!(
        game.set_tag("White", "\u{141}"),
        Err(TextEditError::Encoding { character: '\u{141}', encoding })
    );
    assert_eq!(
        game.set_tag("White", "\u{20ac}"),
        Err(TextEditError::Encoding { character: '\u{20ac}', encoding })
    );
    assert_eq!(game.set_tag("White", "a\nb"), Err(TextEditError::Character('\n')));
    assert_eq!(game.set_tag("My Tag", "a"), Err(TextEditError::TagName("My Tag".to_owned())));
    assert_eq!(game.rename_tag("White", "white"), Err(TextEditError::TagName("white".to_owned())));
    assert_eq!(game.set_tag("", "a"), Err(TextEditError::TagName(String::new())));
    assert_eq!(game.set_tag("Result", "2-0"), Err(TextEditError::ResultValue("2-0".to_owned())));
    let e5 = game.game().mainline().nth(1).unwrap().id();
    assert_eq!(game.set_comment(e5, 0, "y"), Err(TextEditError::Unreadable));
    assert_eq!(game.set_comment(e5, 7, "y"), Err(TextEditError::NoSuchPlace));
    assert_eq!(game.add_comment(e5, "a } b"), Err(TextEditError::Character('}')));
    assert_eq!(game.add_nag(NodeId::ROOT, 1), Err(TextEditError::NoSuchPlace));
    assert_eq!(game.remove_variation(e5), Err(TextEditError::NoSuchPlace));
    assert!(!game.is_edited());
    game.set_tag("Black", "Gr\u{fc}nfeld").unwrap();
    let edited = game.finish().unwrap().text.into_owned();
    assert!(edited.windows(18).any(|part| part == b"[Black \"Gr\xfcnfeld\"]"[..18].as_ref()));
    assert_eq!(Encoding::detect(&edited), Encoding::Latin1);

    let refused = |text: &str, edit: fn(&mut EditableGame<'_>) -> Result<(), TextEditError>| {
        assert_eq!(after(text, edit), Err(TextEditError::SideEffect), "{text}");
    };
    // The moves would be others, or none.
    refused("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", |game| {
        game.set_tag("FEN", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1")
    });
    refused("1. e4 *", |game| {
        let e4 = game.game().mainline().next().unwrap().id();
        game.set_spelling(e4, "d4")
    });
    // The tag of the roster is the one that another spelling stands for.
    refused("*", |game| game.set_tag("white", "x"));
    refused("[Result \"1-0\"]\n\n1. e4 *", |game| {
        game.remove_tag("Result");
        Ok(())
    });
    assert_eq!(EditableGame::open(b"* 1. e4 *").unwrap_err(), TextEditError::SeveralGames);
    assert_eq!(EditableGame::open(b" ").unwrap_err(), TextEditError::NoGame);
}

#[test]
fn a_start_can_be_set() {
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
    let edited = after(text, |game| game.set_tag("FEN", "4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1"));
    assert_eq!(edited.unwrap(), text.replace("4k3/8", "4k3/p7"));
}

#[test]
fn games_that_are_not_touched_are_copied() {
    let text =
        b"junk\n[White \"a\"]\n\n1. e4 *  1. d4 {x *\n\n[White \"b\"]\n\n1. e4 e5 (1... *\n\n* \r\n{end}";
    let edited =
        edit_games(
            text,
            |game| if game.tag("White") == Some("b") { game.set_tag("White", "c") } else { Ok(()) },
        );
    assert_eq!(
        edited.text.escape_ascii().to_string(),
        text.escape_ascii().to_string().replace("\\\"b", "\\\"c")
    );
    assert_eq!((edited.edited, edited.refused.len()), (1, 0));
    assert_eq!(edited.changes.len(), 1);
    let same = edit_games(text, |_| Ok(()));
    assert!(matches!(same.text, std::borrow::Cow::Borrowed(_)));
    let refused = edit_games(b"1. e4 *\n1. d4 *", |game| game.set_tag("", ""));
    assert_eq!(refused.refused.len(), 2);
    assert_eq!((refused.refused[1].game, refused.refused[1].span), (1, Span::new(8, 15)));
}

#[test]
fn many_edits_of_a_long_game_take_linear_time() {
    let mut text = String::from("1. Nf3 Nf6 ");
    text.push_str(&"2. Ng1 {x} (2. Nd4) Ng8 $1 3. Nf3 Nf6 ".repeat(5_000));
    let mut game = EditableGame::open(text.as_bytes()).unwrap();
    let tree = game.game().clone();
    for node in tree.nodes() {
        if node.starts_line() && node.id() != NodeId::ROOT {
            game.remove_variation(node.id()).unwrap();
        } else if node.comments().next().is_some() {
            game.set_comment(node.id(), 0, "y").unwrap();
        } else {
            game.add_comment(node.id(), "z").unwrap();
        }
    }
    let edited = game.finish().unwrap();
    assert!(
        edited.text.starts_with(b"{z} 1. Nf3 {z} Nf6 {z} 2. Ng1 {y} Ng8 $1 {z} 3. Nf3 {z} Nf6 {z} 2. Ng1")
    );
}

#[test]
fn edits_of_diagnostics_are_applied() {
    let edit = |start, end, replacement: &'static str| Edit {
        span: Span::new(start, end),
        replacement: replacement.into(),
    };
    let edited = apply(b"abcdef", &[edit(4, 6, "x"), edit(0, 0, "<"), edit(2, 3, "")]).unwrap();
    assert_eq!(edited.text, &b"<abdx"[..]);
    check_changes(b"abcdef", &edited.text, &edited.changes);
    for edits in
        [vec![edit(0, 3, ""), edit(2, 4, "")], vec![edit(5, 7, "")], vec![edit(1, 1, "a"), edit(1, 1, "b")]]
    {
        assert!(matches!(apply(b"abcdef", &edits), Err(TextEditError::Span(_))));
    }
    let text = b"1. e2e4 e7e5 2. Ng1f3 1/2";
    let mut found = Collect::default();
    Replayer::new(text).read_game(&mut (), &mut found);
    let edits: Vec<Edit> =
        found.into_iter().filter_map(|found| found.fix).flat_map(|fix| fix.edits).collect();
    assert_eq!(apply(text, &edits).unwrap().text, &b"1. e4 e5 2. Nf3 1/2-1/2"[..]);
}

#[test]
fn a_game_begins_later() {
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let e5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
    let begun = |text: &str, plies: usize| {
        after(text, |game| {
            let node = game.game().mainline().nth(plies - 1).unwrap().id();
            game.begin_after(node)
        })
        .unwrap()
    };
    for (text, plies, fen, expected) in [
        ("1. e4 e5 2. Nf3 *\n", 1, e4, "1... e5 2. Nf3 *\n"),
        ("1. e4 e5 2. Nf3 *\n", 2, e5, "2. Nf3 *\n"),
        ("1. e4 e5 *\n", 2, e5, "*\n"),
        ("1. e4 e5", 2, e5, ""),
        ("1.e4 e5\n2.Nf3 1-0 {d}\n", 2, e5, "2.Nf3 1-0 {d}\n"),
        ("e4 e5 Nf3 *", 2, e5, "Nf3 *"),
        // What is said of the position stays.
        ("{a} 1. e4 {b} e5 $1 {c} (1... c5 {d}) {e} 2. Nf3 {f} *", 2, e5, "{a} {c} {e} 2. Nf3 {f} *"),
        ("{a} 1. e4 {b} (1. d4) 1... e5 {c} *", 1, e4, "{a} {b} 1... e5 {c} *"),
        ("1. e4 ; b\n1... e5 (1... c5 2. Nf3) *", 1, e4, "; b\n1... e5 (1... c5 2. Nf3) *"),
        ("1. {a} e4 {b} {c} e5 *", 1, e4, "{a} {b} {c} 1... e5 *"),
        ("1. e4 e5 {c}*", 2, e5, "{c} *"),
    ] {
        // Without tags before, they come first.
        let found = begun(text, plies);
        let (tags, movetext) = found.split_once("\n\n").unwrap_or((found.trim_end(), ""));
        assert_eq!((tags, movetext), (&*format!("[FEN \"{fen}\"]\n[SetUp \"1\"]"), expected), "{text:?}");
    }
    let chess960 = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 9\"]\n\n9. Re2 Re7 *\n";
    let expected = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"rk2r3/8/8/8/8/8/4R3/RK6 b Qkq - 1 9\"]\n\n9... Re7 *\n";
    assert_eq!(begun(chess960, 1), expected);
    for text in ["[Variant \"Own\"]\n\n1. e4 e5 *\n", "[FEN \"x\"]\n\n1. e4 e5 *\n"] {
        let refused = after(text, |game| game.begin_after(game.game().nodes().last().unwrap().id()));
        assert_eq!(refused, Err(TextEditError::UnknownPosition), "{text:?}");
    }
    let refused = after("1. e4 (1. d4) *", |game| game.begin_after(game.game().nodes().last().unwrap().id()));
    assert_eq!(refused, Err(TextEditError::NoSuchPlace));
}

#[test]
fn what_was_added_to_a_move_goes_with_it() {
    for text in ["1. e4 e5 *\n", "1. e4 e5*\n", "1. e4 e5", "1. e4 e5 {x}*", "1. e4 (1. d4 d5)*"] {
        let edited = after(text, |game| {
            let last = game.game().nodes().last().unwrap().id();
            game.add_nag(last, 230)?;
            game.add_comment(last, "new")?;
            game.set_result(Outcome::Draw);
            game.truncate_after(NodeId::ROOT)
        });
        let game: Game = edited.unwrap().parse().unwrap();
        assert_eq!((game.ply_count(), game.result()), (0, Outcome::Draw), "{text}");
        assert_eq!(game.root().notes().count(), 0, "{text}");
    }
}

#[test]
fn what_was_added_after_a_comment_stays_without_it() {
    for text in
        ["1. e4 {a} e5 *\n", "1. e4 ; a\ne5 *\n", "1. e4\n; a\ne5 *", "1. e4\n{a}\ne5 *", "; a\n1. e4 *\n"]
    {
        let node = Game::read(text.as_bytes(), &mut Ignore).unwrap();
        let node = node.nodes().find(|node| node.comments().count() > 0).unwrap().id();
        let edited = after(text, |game| {
            game.add_comment(node, "new")?;
            game.remove_comment(node, 0)
        });
        let game: Game = edited.unwrap().parse().unwrap();
        assert_eq!(game.node(node).unwrap().comments().collect::<Vec<_>>(), ["new"], "{text}");
    }
}
