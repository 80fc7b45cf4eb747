//! Whether two games mean the same, however they were written.

use pgnkit_syntax::Outcome;

use super::{Game, Node};

impl Game {
    /// Whether both have the same start, the same moves in the same tree with the same comments and annotations, the
    /// same result, and the same tags with the same values in whatever order. FEN, SetUp and Result may be written
    /// differently, or be left out, as long as start and result are the same.
    pub(crate) fn means_the_same(&self, other: &Self) -> bool {
        self.start == other.start
            && self.result == other.result
            && self.free_tags() == other.free_tags()
            && same_tree(self.root(), other.root())
    }

    /// The tags that the game itself does not answer for, sorted.
    fn free_tags(&self) -> Vec<(&[u8], &[u8])> {
        let is_free = |name: &[u8], value: &[u8]| match name {
            b"SetUp" => false,
            // Where they say nothing that can be read, they are text as any other.
            b"FEN" => !self.start.playable,
            b"Result" => !matches!(value, b"" | b"?") && Outcome::from_lax(value).is_none(),
            _ => true,
        };
        let mut tags: Vec<_> = self.raw_tags().filter(|(name, value)| is_free(name, value)).collect();
        tags.sort_unstable();
        tags
    }
}

fn same_tree(a: Node<'_>, b: Node<'_>) -> bool {
    let mut lines = vec![(a, b)];
    while let Some(start) = lines.pop() {
        let mut place = Some(start);
        while let Some((a, b)) = place {
            if a.mv() != b.mv() || !a.notes().eq(b.notes()) {
                return false;
            }
            let (mut of_a, mut of_b) = (a.variations(), b.variations());
            loop {
                match (of_a.next(), of_b.next()) {
                    (Some(a), Some(b)) => lines.push((a, b)),
                    (None, None) => break,
                    _ => return false,
                }
            }
            place = match (a.next(), b.next()) {
                (Some(a), Some(b)) => Some((a, b)),
                (None, None) => None,
                _ => return false,
            };
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use pgnkit_syntax::Ignore;

    use super::*;

    #[test]
    fn spelling_is_no_meaning_but_everything_else_is() {
        let game = |text: &str| Game::read(text.as_bytes(), &mut Ignore).unwrap();
        let base = game("[White \"Tal\"]\n[Result \"1-0\"]\n\n1. e4 $1 {good} e5 (1... c5 {x}) 2. Nf3 1-0");
        for (text, same) in [
            ("[Result \"1-0\"]\n[White \"Tal\"]\n\n1.e2-e4! {good} e5 (c5 {x}) () Ng1f3", true),
            ("[white \"Tal\"]\n\ne4! {good} e5 (c5 {x}) Nf3 1:0", true),
            ("[White \"Tal\"]\n\n1. e4 $1 {good} e5 (1... c5 {x}) 2. Nf3 0-1", false),
            ("[White \"Tal\"]\n\n1. e4 $2 {good} e5 (1... c5 {x}) 2. Nf3 1-0", false),
            ("[White \"Tal\"]\n\n1. e4 $1 {bad} e5 (1... c5 {x}) 2. Nf3 1-0", false),
            ("[White \"Tal\"]\n\n1. e4 $1 {good} e5 (1... c5) 2. Nf3 1-0", false),
            ("[White \"Tal\"]\n\n1. e4 $1 {good} e5 (1... c5 {x} 2. d4) 2. Nf3 1-0", false),
            ("[White \"Tal\"]\n\n1. e4 $1 {good} e5 (1... c5 {x}) 2. Nc3 1-0", false),
            ("[White \"Tal\"]\n\n1. e4 $1 {good} e5 2. Nf3 1-0", false),
            ("[White \"Fine\"]\n\n1. e4 $1 {good} e5 (1... c5 {x}) 2. Nf3 1-0", false),
        ] {
            assert_eq!(base.means_the_same(&game(text)), same, "{text}");
        }
        let set_up = game("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n*");
        for (text, same) in [
            ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n*", true),
            ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n*", false),
            ("*", false),
        ] {
            assert_eq!(set_up.means_the_same(&game(text)), same, "{text}");
        }
        assert!(!game("[FEN \"x\"]\n*").means_the_same(&game("[FEN \"y\"]\n*")));
    }
}
