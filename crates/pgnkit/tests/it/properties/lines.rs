//! Lines taken apart and put together again.

use pgnkit::syntax::Ignore;
use pgnkit::{Game, GameMerger, NodeId, Note};
use proptest::prelude::*;

use super::cases;
use super::texts::text;

/// The moves of the main line.
fn moves(game: &Game) -> Vec<pgnkit::chess::Move> {
    game.mainline().map(|node| node.mv()).collect()
}

/// Games of the usual start, whose moves can be joined.
fn tree() -> impl Strategy<Value = Game> {
    let moves =
        ["e4", "e5", "d4", "d5", "Nf3", "Nc6", "c4", "Nf6", "(", ")", "{a}", "{b  c}", "$1", "$6", "! "];
    prop::collection::vec(prop::sample::select(moves.to_vec()), 0..24).prop_map(|words| {
        let text = format!("[White \"x\"]\n\n{} *\n", words.join(" "));
        Game::read(text.as_bytes(), &mut Ignore).unwrap()
    })
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn lines_are_all_of_a_game(text in text()) {
        let Some(game) = Game::read(&text, &mut Ignore) else { return Ok(()) };
        let starts = game.nodes().filter(|node| node.starts_line()).count();
        let lines: Vec<Game> = game.lines().collect();
        prop_assert_eq!(lines.len(), starts);
        prop_assert!(lines.iter().all(|line| !line.has_variations()));
        prop_assert_eq!(game.has_variations(), lines.len() > 1);
        if lines.len() == 1 {
            prop_assert_eq!(&lines[0], &game);
        }
        let plies: usize = lines.iter().map(Game::ply_count).sum();
        prop_assert!(game.lines().weight() >= (plies + lines.len()) as u64);
        let Some(first) = lines.first().filter(|_| game.start().rules_are_known) else { return Ok(()) };
        let mut merger = GameMerger::beginning_as(first);
        for line in &lines {
            prop_assert!(game.holds(line));
            merger.add(line).unwrap();
        }
        prop_assert!(merger.game().holds(&game));
        // It goes on where a variation repeats all of it and goes on.
        prop_assert!(moves(merger.game()).starts_with(&moves(&game)));
        prop_assert_eq!(merger.missing(&game), 0);
    }

    #[test]
    fn merging_loses_nothing(games in prop::collection::vec(tree(), 1..6), joins in any::<bool>()) {
        let mut merger = match joins {
            true => GameMerger::joining_transpositions(&games[0]),
            false => GameMerger::beginning_as(&games[0]),
        };
        let mut ends = Vec::new();
        for game in &games {
            let missing = merger.missing(game);
            let merged = merger.add(game).unwrap();
            prop_assert!(merged.plies <= missing);
            ends.push(merged.end);
        }
        let plies: usize = merger.game().nodes().filter(|node| !node.starts_line()).count();
        let tree = merger.into_game();
        // What is written is read again as the same, and has its places once.
        let is_unread = |note: Note<'_>| matches!(note, Note::Unread(_));
        if !tree.nodes().any(|node| node.notes().any(is_unread)) {
            let read = Game::read(tree.to_string().as_bytes(), &mut Ignore).unwrap();
            prop_assert!(read.holds(&tree) && tree.holds(&read));
            prop_assert_eq!(read.nodes().filter(|node| !node.starts_line()).count(), plies);
        }
        for (game, end) in games.iter().zip(ends) {
            let end = tree.node(end).unwrap();
            if joins {
                prop_assert_eq!(end.position().repetition_key(), game.mainline().last().map_or(game.root().position(), |node| node.position()).repetition_key());
                continue;
            }
            prop_assert!(tree.holds(game));
            let line = moves(game);
            prop_assert_eq!(end.id() == NodeId::ROOT, line.is_empty());
            prop_assert!(tree.lines().any(|other| moves(&other).starts_with(&line)));
        }
    }
}
