//! A game in the fewest lines.

use std::fmt::Write as _;

use super::{Sheet, ascii};

impl Sheet<'_> {
    /// The tag pairs that the game has, one a line in the order of export format, and the [moves](Self::movetext) in one
    /// line; an empty line after each of the two. Characters are as the game has them.
    ///
    /// ```
    /// let game: pgnkit::Game = "[Result \"*\"]\n[White \"Tal\"]\n\n1. e4 *".parse()?;
    /// assert_eq!(pgnkit_view::Sheet::new(&game).plain(), "[White \"Tal\"]\n[Result \"*\"]\n\n1. e4 *\n\n");
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn plain(&self) -> String {
        let mut text = String::new();
        let exported = self.game.to_string();
        for line in exported.lines().take_while(|line| line.starts_with('[')) {
            let name = line[1..].split(' ').next().unwrap_or_default();
            if self.game.tag(name).is_some() {
                text.push_str(line);
                text.push('\n');
            }
        }
        if self.ascii {
            text = ascii(&text);
        }
        if !text.is_empty() {
            text.push('\n');
        }
        let _ = write!(text, "{}\n\n", self.movetext());
        text
    }
}
