//! Whether two games mean the same, however they were written.

use std::borrow::Cow;

use crate::read::understood_result;

use super::{Game, Node, Note};

impl Game {
    /// Whether both have the same start, the same moves in the same tree with the same comments and annotations, the
    /// same result, and tags that say the same in whatever order. White space is not what a comment says.
    ///
    /// ```
    /// use pgnkit::Game;
    ///
    /// let game: Game = "1. e4! {a  b} e5 *".parse()?;
    /// let other: Game = "1.e4 $1 { a b } 1... e5 *".parse()?;
    /// assert!(game.means_the_same(&other) && game != other);
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn means_the_same(&self, other: &Self) -> bool {
        self.start() == other.start()
            && self.result == other.result
            && self.statements() == other.statements()
            && same_tree(self.root(), other.root(), same_notes)
    }

    /// Sorted content of the tags, without start and result. Unknown tags have no content.
    fn statements(&self) -> Vec<(&[u8], Cow<'_, [u8]>)> {
        let says_more = |name: &[u8], value: &[u8]| match name {
            b"SetUp" => false,
            // If they cannot be read, they are ordinary text.
            b"FEN" => !self.start().is_known,
            b"Result" => understood_result(value).is_none(),
            b"Round" => value == b"-" || !is_unknown(value),
            _ => !is_unknown(value),
        };
        let mut words: Vec<_> = self
            .raw_tags()
            .filter(|(name, value)| says_more(name, value))
            .map(|(name, value)| (name, statement(name, value)))
            .collect();
        words.sort_unstable();
        words
    }
}

/// `?`, `????.??.??`, `-` and whatever else is nothing but place holders.
pub(crate) fn is_unknown(value: &[u8]) -> bool {
    value.iter().all(|byte| b"?-./ ".contains(byte))
}

/// Content of a value: for dates, times and words of a fixed list the letters and numbers, for all others every
/// character.
fn statement<'a>(name: &[u8], value: &'a [u8]) -> Cow<'a, [u8]> {
    let kinds: [&[u8]; 7] = [b"Date", b"Time", b"Title", b"Type", b"ECO", b"Termination", b"TimeControl"];
    if !kinds.iter().any(|kind| name.ends_with(kind)) {
        return value.into();
    }
    let leaves_out_zero = name.ends_with(b"Date") || name == b"TimeControl";
    let mut words = Vec::with_capacity(value.len());
    for part in value.split(|byte| !byte.is_ascii_alphanumeric() && byte.is_ascii()) {
        let zeros = part.iter().take_while(|byte| **byte == b'0').count();
        let part = if zeros < part.len() || leaves_out_zero { &part[zeros..] } else { b"0" };
        if !part.is_empty() {
            words.extend_from_slice(part);
            words.push(b' ');
        }
    }
    words.make_ascii_lowercase();
    words.into()
}

/// Equal games have the same tags in the same order, the same start, tree and result, and comments, annotations and
/// escape lines that are the same to the letter. Ids and removed nodes do not count; [`Game::means_the_same`] is less
/// strict.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.start() == other.start()
            && self.result == other.result
            && self.raw_tags().eq(other.raw_tags())
            && self.has_tree_of(other)
    }
}

impl Eq for Game {}

impl Game {
    /// Whether the moves, variations, comments and other notes are the same, each in its place.
    pub(crate) fn has_tree_of(&self, other: &Self) -> bool {
        same_tree(self.root(), other.root(), |a, b| a.notes().eq(b.notes()))
    }
}

fn same_tree(a: Node<'_>, b: Node<'_>, same_notes: impl Fn(Node<'_>, Node<'_>) -> bool) -> bool {
    let mut lines = vec![(a, b)];
    while let Some(start) = lines.pop() {
        let mut place = Some(start);
        while let Some((a, b)) = place {
            if a.mv() != b.mv() || !same_notes(a, b) {
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

fn same_notes(a: Node<'_>, b: Node<'_>) -> bool {
    a.notes().map(Worded).eq(b.notes().map(Worded))
}

/// A note, equal to another one that says the same.
struct Worded<'a>(Note<'a>);

impl PartialEq for Worded<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Note::Comment(a), Note::Comment(b)) => a.split_ascii_whitespace().eq(b.split_ascii_whitespace()),
            (a, b) => a == b,
        }
    }
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
            ("[White \"Tal\"]\n[Black \"?\"]\n\n1. e4 $1 {\ngood } e5 (1... c5 {x}) 2. Nf3 1-0", true),
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

    #[test]
    fn values_say_the_same_in_another_form() {
        for (name, one, other, same) in [
            ("Date", "2001/2/03", "2001.02.03", true),
            ("EventDate", "2001.00.00", "2001.??.??", true),
            ("Date", "2001.02.03", "2001.03.02", false),
            ("Date", "----", "????.??.??", true),
            ("UTCTime", "7.05.00", "07:05:00", true),
            ("UTCTime", "07:05:00", "07:00:05", false),
            ("WhiteTitle", "gm", "GM", true),
            ("TimeControl", "300+0", "300", true),
            ("TimeControl", "300+1", "301", false),
            ("Round", "-", "?", false),
            ("Round", "", "?", true),
            ("White", "Tal, M", "Tal M", false),
            ("White", "", "?", true),
        ] {
            let game = |value: &str| {
                let mut game = Game::new();
                game.put_tag(name, value);
                game
            };
            assert_eq!(game(one).means_the_same(&game(other)), same, "{name}: {one} {other}");
        }
    }
}
