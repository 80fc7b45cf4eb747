//! Comments, annotation glyphs and the commands in comments.

use pgnkit::command::{Command, Commands};
use pgnkit::edit::{EditableGame, TextEditError};
use pgnkit::{Game, NodeId};

use super::Operation;

/// Removes all comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropComments;

/// Removes annotation glyphs, `$1` and `!`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropNags;

/// Removes commands such as `[%clk 1:05:23]`, with the white space beside them; comments of nothing else go, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropCommands {
    names: Vec<String>,
    /// Whether those of these names go, or all others.
    goes: bool,
}

impl DropCommands {
    /// All commands.
    pub fn all() -> Self {
        Self { names: Vec::new(), goes: false }
    }

    /// Those of these names.
    pub fn named(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { names: names.into_iter().map(Into::into).collect(), goes: true }
    }

    /// All but those of these names.
    pub fn except(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { names: names.into_iter().map(Into::into).collect(), goes: false }
    }

    fn drops(&self, command: &Command<'_>) -> bool {
        self.names.iter().any(|name| name == command.name()) == self.goes
    }

    /// A comment without the commands that go; `None` where none does.
    fn left_of(&self, comment: &str) -> Option<String> {
        let mut left = String::with_capacity(comment.len());
        let mut copied = 0;
        for command in Commands::new(comment.as_bytes()).flatten().filter(|command| self.drops(command)) {
            left.push_str(&comment[copied..command.span.start]);
            copied = command.span.end;
            if left.is_empty() || left.ends_with(char::is_whitespace) {
                copied += comment[copied..].len() - comment[copied..].trim_start().len();
            }
        }
        if copied == 0 {
            return None;
        }
        if copied == comment.len() {
            left.truncate(left.trim_end().len());
        }
        left.push_str(&comment[copied..]);
        Some(left)
    }
}

/// Puts comments before the first move of a line after that move, where programs that expect comments after moves find them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommentsAfterMoves;

/// The comments of a game: beside which place, and which one there.
fn comments(text: &EditableGame<'_>) -> Vec<(NodeId, usize, String)> {
    let nodes = text.game().nodes();
    let of = |node: pgnkit::Node<'_>| {
        let id = node.id();
        let comments: Vec<_> =
            node.comments().enumerate().map(|(at, comment)| (id, at, comment.to_owned())).collect();
        comments
    };
    nodes.flat_map(of).collect()
}

fn has_comments(game: &Game) -> bool {
    game.nodes().any(|node| node.comments().next().is_some())
}

/// Text that could not be read is among the comments of a game, and none.
fn unless_unreadable(done: Result<(), TextEditError>) -> Result<(), TextEditError> {
    if done == Err(TextEditError::Unreadable) { Ok(()) } else { done }
}

impl Operation for DropComments {
    fn apply(&self, game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        if !has_comments(game) {
            return Ok(());
        }
        let mut comments = comments(text).into_iter();
        comments.try_for_each(|(node, at, _)| unless_unreadable(text.remove_comment(node, at)))
    }
}

impl Operation for DropNags {
    fn apply(&self, game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        if game.nodes().all(|node| node.nags().next().is_none()) {
            return Ok(());
        }
        let nags: Vec<(NodeId, u8)> =
            text.game().nodes().flat_map(|node| node.nags().map(move |nag| (node.id(), nag))).collect();
        nags.into_iter().try_for_each(|(node, nag)| match text.remove_nag(node, nag) {
            // Those before a move are comments, and annotate nothing.
            Err(TextEditError::NoSuchPlace) => Ok(()),
            done => done,
        })
    }
}

impl Operation for DropCommands {
    fn apply(&self, game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        let has_command =
            |comment: &str| Commands::new(comment.as_bytes()).flatten().any(|command| self.drops(&command));
        if !game.nodes().any(|node| node.comments().any(has_command)) {
            return Ok(());
        }
        for (node, at, comment) in comments(text) {
            let Some(left) = self.left_of(&comment) else { continue };
            let done = if left.trim().is_empty() {
                text.remove_comment(node, at)
            } else {
                text.set_comment(node, at, &left)
            };
            unless_unreadable(done)?;
        }
        Ok(())
    }
}

impl Operation for CommentsAfterMoves {
    fn apply(&self, game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        let begins = |node: &pgnkit::Node<'_>| node.starts_line() && node.next().is_some();
        if !game.nodes().any(|node| begins(&node) && node.comments().next().is_some()) {
            return Ok(());
        }
        let beginnings = text.game().nodes().filter(begins);
        let beginnings: Vec<(NodeId, NodeId, Vec<String>)> = beginnings
            .filter_map(|node| {
                Some((node.id(), node.next()?.id(), node.comments().map(str::to_owned).collect()))
            })
            .collect();
        for (before, after, comments) in beginnings {
            for (at, comment) in comments.iter().enumerate() {
                match text.remove_comment(before, at) {
                    Ok(()) => text.insert_comment(after, 0, comment)?,
                    done => unless_unreadable(done)?,
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_go_with_the_white_space_beside_them() {
        for (comment, expected) in [
            ("text", None),
            ("[%clk 1", None),
            ("[%clk 1]", Some("")),
            (" [%clk 1] ", Some("")),
            ("[%clk 1] [%eval 2] text", Some("text")),
            ("a [%clk 1] b", Some("a b")),
            ("a[%clk 1]b", Some("ab")),
            ("a [%clk 1][%eval 2]", Some("a")),
            ("a  [%clk 1]\n[%eval 2] b [%clk 2] ", Some("a  b")),
        ] {
            assert_eq!(DropCommands::all().left_of(comment).as_deref(), expected, "{comment:?}");
        }
    }

    #[test]
    fn commands_go_by_name() {
        let comment = "[%eval 0.3] [%clk 0:01:00] [%c_effect e4] x";
        for (drop, expected) in [
            (DropCommands::named(["eval"]), Some("[%clk 0:01:00] [%c_effect e4] x")),
            (DropCommands::named(["eval", "c_effect"]), Some("[%clk 0:01:00] x")),
            (DropCommands::named(["c"]), None),
            (DropCommands::except(["clk", "emt"]), Some("[%clk 0:01:00] x")),
            (DropCommands::except(["clk", "eval", "c_effect"]), None),
        ] {
            assert_eq!(drop.left_of(comment).as_deref(), expected, "{drop:?}");
        }
    }
}
