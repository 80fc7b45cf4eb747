//! Edited texts: every byte outside of the changes is kept, and an edited game is read as the game with the edits made.

use pgnkit::edit::{EditableGame, TextEditError, edit_games};
use pgnkit::syntax::Ignore;
use pgnkit::{Change, Game, GameBuilder, Node, NodeId, Outcome, Replayer};

use crate::input::{self, shown};

/// Values and comments, among them some that cannot be written.
const WORDS: [&str; 16] = [
    "a",
    "Tal, M",
    "a \"b\" \\",
    "",
    "1-0",
    "*",
    "?",
    "}",
    "; {",
    "\n",
    "[Event \"x\"]",
    "x\n\n[Event \"x\"]\n",
    "\u{e9}",
    "\u{416}\u{20ac}",
    "%",
    "$1 (1. e4)",
];

const NAMES: [&str; 10] =
    ["Event", "White", "Result", "Annotator", "FEN", "SetUp", "Variant", "white", "Zz_9", "A b"];

/// Up to three edits of each game, as the input has them.
pub fn check(data: &[u8]) {
    check_with(&input::text(data), input::choice(data));
    check_main_line(&input::text(data), input::choice(data));
}

/// Many edits.
pub fn check_all(data: &[u8]) {
    (0..64).map(|seed: u32| seed.wrapping_mul(0x9e37_79b9)).for_each(|choice| {
        check_with(&input::text(data), choice);
        check_main_line(&input::text(data), choice);
    });
}

/// A line of each game becomes its main line, as in its tree.
fn check_main_line(text: &[u8], choice: u32) {
    let mut numbers = Numbers(choice);
    let mut trees = Vec::new();
    let edited = edit_games(text, |game| {
        let mut tree = game.game().clone();
        let nodes: Vec<NodeId> = tree.nodes().map(|node| node.id()).collect();
        let node = nodes[numbers.below(nodes.len())];
        tree.make_main_line(node).expect("a node of the game");
        trees.push(tree);
        game.make_main_line(node)
    });
    assert!(remade(text, &edited.text, &edited.changes) == *edited.text, "{}", shown(text));
    let after = games(&edited.text);
    assert_eq!(after.len(), trees.len(), "{}", shown(text));
    for (at, (tree, after)) in trees.iter().zip(&after).enumerate() {
        let is_refused = edited.refused.iter().any(|refused| refused.game == at as u64);
        assert!(is_refused || tree == after, "{choice}:\n{}\n{}", shown(text), shown(&edited.text));
    }
}

/// What a game must be after its edits.
struct Expected {
    tags: Vec<(String, String)>,
    result: Outcome,
    /// The tree, where every edit of it is one that [`Game`] has, too.
    tree: Option<Game>,
    /// Nodes of which a comment was removed: from then on the tree numbers the others anew, which an edit does not.
    renumbered: Vec<NodeId>,
}

fn check_with(text: &[u8], choice: u32) {
    let before = games(text);
    let mut numbers = Numbers(choice);
    // By game; none where nothing was to be edited.
    let mut expected: Vec<Option<Expected>> = Vec::new();
    let edited = edit_games(text, |game| {
        let result = before.get(expected.len()).map_or(Outcome::Unknown, Game::result);
        let tree = is_read(game).then(|| game.game().clone());
        let mut after = Expected { tags: Vec::new(), result, tree, renumbered: Vec::new() };
        let edits = numbers.below(4);
        let done = (0..edits).try_for_each(|_| edit(game, &mut numbers, &mut after));
        after.tags = sorted(game.tags());
        expected.push((edits > 0).then_some(after));
        done
    });
    assert!(remade(text, &edited.text, &edited.changes) == *edited.text, "{}", shown(text));
    assert_eq!(edited.games, before.len() as u64);
    assert_eq!(edited.edited == 0, edited.changes.is_empty());
    let after = games(&edited.text);
    let both = || format!("{choice}:\n{}\n{}", shown(text), shown(&edited.text));
    assert_eq!(after.len(), before.len(), "{}", both());
    for (at, (before, after)) in before.iter().zip(&after).enumerate() {
        let is_refused = edited.refused.iter().any(|refused| refused.game == at as u64);
        match &expected[at] {
            Some(expected) if !is_refused => {
                assert_eq!(sorted(after.tags()), expected.tags, "{}", both());
                assert_eq!(after.result(), expected.result, "{}", both());
                if let Some(tree) = &expected.tree {
                    assert_eq!(places(after), places(tree), "{}", both());
                }
            }
            _ => assert!(before == after, "game {at} was not to change, {}", both()),
        }
    }
}

/// Makes one edit in the text and, where it can, in the expected game.
fn edit(
    game: &mut EditableGame<'_>,
    numbers: &mut Numbers,
    expected: &mut Expected,
) -> Result<(), TextEditError> {
    let nodes: Vec<NodeId> = game.game().nodes().map(|node| node.id()).collect();
    let id = nodes[numbers.below(nodes.len())];
    let node = game.game().node(id).expect("a node of the game");
    let starts_line = node.starts_line();
    let (comments, nags) = (node.comments().count(), node.nags().collect::<Vec<_>>());
    let (name, word) = (NAMES[numbers.below(NAMES.len())], WORDS[numbers.below(WORDS.len())]);
    let nag = numbers.below(256) as u8;
    match numbers.below(11) {
        0 | 1 => {
            game.set_tag(name, word)?;
            if name == "Result" {
                expected.result = Outcome::from_exact(word.as_bytes()).expect("no other value is taken");
            }
            // The start may be another one now, and so the moves.
            expected.tree = expected.tree.take().filter(|_| !matches!(name, "FEN" | "SetUp" | "Variant"));
            // A result needs no tag.
            assert!(game.tag(name).map_or(name == "Result", |value| value == word));
        }
        2 => {
            game.remove_tag(name);
            expected.tree = expected.tree.take().filter(|_| !matches!(name, "FEN" | "SetUp" | "Variant"));
            assert_eq!(game.tag(name), None);
        }
        3 => {
            expected.result = [Outcome::WhiteWins, Outcome::Draw, Outcome::Unknown][numbers.below(3)];
            game.set_result(expected.result);
        }
        4 => {
            game.add_comment(id, word)?;
            expect(expected, |tree| tree.add_comment(id, word).is_ok() && is_kept(word));
        }
        5 if comments > 0 => {
            let at = numbers.below(comments);
            game.set_comment(id, at, word)?;
            let same = !expected.renumbered.contains(&id);
            expect(expected, |tree| same && tree.set_comment(id, at, word).is_ok() && is_kept(word));
        }
        6 if comments > 0 => {
            let at = numbers.below(comments);
            game.remove_comment(id, at)?;
            let same = !expected.renumbered.contains(&id);
            expect(expected, |tree| same && tree.remove_comment(id, at).is_ok());
            expected.renumbered.push(id);
        }
        7 => {
            game.add_nag(id, nag)?;
            expect(expected, |tree| tree.add_nag(id, nag).is_ok());
        }
        8 if !nags.is_empty() => {
            let nag = nags[numbers.below(nags.len())];
            game.remove_nag(id, nag)?;
            expect(expected, |tree| !starts_line && tree.remove_nag(id, nag).is_ok());
        }
        9 => {
            game.remove_variation(id)?;
            expect(expected, |tree| tree.remove_variation(id).is_ok());
        }
        10 => {
            game.truncate_after(id)?;
            // Notes after the marker stay in the text, and those after `()` before the first move go.
            let ends_in_marker = game.marker_span().is_none_or(|marker| marker.end >= game.span().end);
            let cuts_all = !starts_line && ends_in_marker;
            expect(expected, |tree| cuts_all && tree.truncate_after(id).is_ok());
        }
        _ => {}
    }
    Ok(())
}

/// Makes an edit in the expected tree, which is given up where that is not possible.
fn expect(expected: &mut Expected, edit: impl FnOnce(&mut Game) -> bool) {
    if let Some(tree) = &mut expected.tree
        && !edit(tree)
    {
        expected.tree = None;
    }
}

/// Whether a comment is the same in the text and in the tree: line breaks become those of the text.
fn is_kept(comment: &str) -> bool {
    !comment.is_empty() && !comment.contains('\n')
}

/// The old text with the changes made.
fn remade(old: &[u8], new: &[u8], changes: &[Change]) -> Vec<u8> {
    let (mut made, mut copied) = (Vec::new(), 0);
    for change in changes {
        made.extend_from_slice(&old[copied..change.old.start]);
        assert_eq!(made.len(), change.new.start);
        made.extend_from_slice(change.new.of(new));
        copied = change.old.end;
    }
    made.extend_from_slice(&old[copied..]);
    made
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

/// Whether all of the game could be read. Other text is a comment of the tree, and none of the text.
fn is_read(game: &EditableGame<'_>) -> bool {
    game.game()
        .nodes()
        .all(|node| (0..node.comments().count()).all(|index| game.comment_span(node.id(), index).is_some()))
}

/// The tags, in the order of their names: new ones may come anywhere.
fn sorted<'g>(tags: impl Iterator<Item = (&'g str, &'g str)>) -> Vec<(String, String)> {
    let mut tags: Vec<_> = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    tags.sort();
    tags
}

/// The tree, place by place. Annotations are a set: an edit does not add one that is there.
fn places(game: &Game) -> Vec<String> {
    let place = |node: Node<'_>| {
        let comments: Vec<&str> = node.comments().collect();
        let mut nags: Vec<u8> = node.nags().collect();
        nags.sort_unstable();
        nags.dedup();
        let shape = (node.starts_line(), node.variations().count(), node.next().is_some());
        format!("{:?} {shape:?} {comments:?} {nags:?}", node.mv())
    };
    game.nodes().map(place).collect()
}

/// Numbers that follow from the first one.
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % bound
    }
}
