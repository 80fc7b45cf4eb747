//! What holds for every comment, whatever stands in it.

use pgnkit::annotations::{AnnotationValue, Annotations, Dialect, parse_comment, rewrite};
use pgnkit::clocks::{ClockKind, Clocks, IfPresent, write_clocks};
use pgnkit::command::{Commands, remove_command, set_command};
use pgnkit::{Game, NodeId};
use proptest::prelude::*;

/// Comments of people and programs, and what lies between them.
fn comment() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        prop::sample::select(vec![
            "[%clk 0:05:00]",
            "[%clk 0:04:58.7]",
            "[%emt 0:00:05]",
            "[%egt 0:00:09]",
            "[%mct 12:00:01]",
            "[%timestamp 14]",
            "[%eval 0.31,14]",
            "[%eval -34,19]",
            "[%eval #-3]",
            "[%csl Cd4]",
            "[%c_highlight d4;keyPressed;shift;square;d4]",
            "[%c_arrow d2d4;keyPressed;none]",
            "[%csl Gd4,Re5]",
            "[%draw full,e4,red]",
            "[%evp 0,1,3,4]",
            "[%tqu \"a]b\",1]",
            "[%",
            "[%clk",
            "[%clk ",
            "]",
            "\"",
            ",",
            " ",
            "\n",
            "\u{e9}",
            "d=24",
            "mt=1500",
            "tl=58500",
            "wv=0.27",
            "n=88",
            "book",
            "+0.31/14 2.1s",
            "-M5/20 0.5s",
            "+1000.03/9 1:36",
            "+0.27/24, 0.004s, tl=9.5s",
            "=",
            "/",
            "text",
        ])
        .prop_map(str::to_owned),
        "[ -z]{0,4}",
    ];
    prop::collection::vec(pieces, 0..8).prop_map(|pieces| pieces.concat())
}

/// The commands of a comment as they stand.
fn commands(comment: &str) -> Vec<(&str, &str)> {
    let found = Commands::new(comment.as_bytes()).flatten();
    found.map(|command| (command.name(), command.span.text(comment.as_bytes()))).collect()
}

/// A comment without the commands of some names.
fn without(comment: &str, is_meant: impl Fn(&str) -> bool) -> String {
    let mut text = comment.to_owned();
    let found: Vec<_> = Commands::new(comment.as_bytes()).flatten().collect();
    for command in found.iter().rev().filter(|command| is_meant(command.name())) {
        text.replace_range(command.span.start..command.span.end, "");
    }
    text
}

fn game(comments: &[String]) -> Game {
    let mut game: Game = "[TimeControl \"40/300+2:60\"]\n\n1. e4 e5 2. Nf3 Nc6 *".parse().unwrap();
    let nodes: Vec<NodeId> = game.mainline().map(|node| node.id()).collect();
    for (comment, node) in comments.iter().zip(nodes.into_iter().cycle()) {
        game.add_comment(node, comment).unwrap();
    }
    game
}

proptest! {
    #[test]
    fn a_command_is_set_and_every_other_byte_stays(
        comment in comment(),
        operands in prop::collection::vec("[^\"}]{0,6}", 1..4),
    ) {
        // White space at the ends of a line is what comments are wrapped by.
        let operands: Vec<&str> = operands.iter().map(String::as_str).collect();
        let set = set_command(&comment, "clk", &operands).unwrap();
        let found = Commands::new(set.as_bytes()).flatten().find(|command| command.name() == "clk").unwrap();
        let read: Vec<&str> = found.operands().map(|operand| operand.value.text(set.as_bytes())).collect();
        prop_assert_eq!(read, operands);
        let span = found.span;
        let (before, following) = (&set[..span.start], &set[span.end..]);
        match Commands::new(comment.as_bytes()).flatten().find(|command| command.name() == "clk") {
            Some(old) => {
                prop_assert_eq!(before, &comment[..old.span.start]);
                prop_assert_eq!(following, &comment[old.span.end..]);
            }
            // A space at most is added.
            None => {
                let (bare, rest) = (before.strip_suffix(' ').unwrap_or(before), following.strip_prefix(' ').unwrap_or(following));
                let possible = [[before, following], [before, rest], [bare, following], [bare, rest]].map(|parts| parts.concat());
                prop_assert!(possible.contains(&comment), "{}", set);
            }
        }
        let others = |text: &'_ str| -> Vec<String> {
            commands(text).into_iter().filter(|(name, _)| *name != "clk").map(|(_, text)| text.to_owned()).collect()
        };
        prop_assert_eq!(others(&set), others(&comment), "other commands pass through");
        let removed = remove_command(&set, "clk");
        prop_assert_eq!(&removed, &without(&set, |name| name == "clk"), "every other byte stays");
        // Text around a command may begin one itself when that is gone, and take in what follows: `[%[%clk 0:05:00]a]`,
        // `[%clk[%clk 0:05:00] [%emt 0:00:05]`.
        if !without(&comment, |_| true).contains("[%") {
            prop_assert_eq!(others(&removed), others(&comment));
        }
    }

    #[test]
    fn items_lie_in_order_between_characters(comment in comment()) {
        let mut end = 0;
        for item in parse_comment(&comment) {
            prop_assert!(item.range.start >= end && item.range.end > item.range.start);
            prop_assert!(comment.get(item.range.clone()).is_some());
            end = item.range.end;
        }
        let _ = Annotations::read([comment.as_str()]);
    }

    #[test]
    fn rewriting_once_is_enough_and_loses_no_unknown_command(comments in prop::collection::vec(comment(), 0..8)) {
        for dialect in Dialect::ALL {
            let mut game = game(&comments);
            rewrite(&mut game, dialect);
            let once = game.to_string();
            let unknown = |comment: &str| parse_comment(comment).into_iter().filter(|item| matches!(item.value, AnnotationValue::Command(_))).count();
            let left: usize = game.nodes().flat_map(|node| node.comments()).map(unknown).sum();
            let before: usize = comments.iter().map(|comment| unknown(comment)).sum();
            if dialect != Dialect::Plain {
                prop_assert!(left >= before, "{}", once);
            }
            rewrite(&mut game, dialect);
            prop_assert_eq!(game.to_string(), once, "{}", dialect.name());
        }
    }

    #[test]
    fn times_are_added_once(comments in prop::collection::vec(comment(), 0..8)) {
        for quantity in [ClockKind::Emt, ClockKind::Clk, ClockKind::Egt] {
            for existing in [IfPresent::Keep, IfPresent::Replace] {
                let mut game = game(&comments);
                let added = write_clocks(&mut game, quantity, existing);
                prop_assert_eq!(added.written + added.kept + added.unknown, 4);
                prop_assert_eq!(Clocks::of(&game).rows.len(), 4);
                let once = game.to_string();
                write_clocks(&mut game, quantity, existing);
                prop_assert_eq!(game.to_string(), once, "{:?} {:?}", quantity, existing);
            }
        }
    }
}
