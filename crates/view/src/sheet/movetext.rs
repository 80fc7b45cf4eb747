//! The moves in one line.

use super::{Item, Sheet};

impl Sheet<'_> {
    /// The moves in one line, as in export format, with braces around comments and parentheses around variations, but
    /// everything as it is printed for people. Boards are left out.
    ///
    /// ```
    /// let game: pgnkit::Game = "1. e4 $16 {[%clk 0:01:00] best} (1. d4) e5 1-0".parse()?;
    /// assert_eq!(pgnkit_view::Sheet::new(&game).movetext(), "1. e4 ± {best} (1. d4) 1... e5 1-0");
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn movetext(&self) -> String {
        let mut text = String::new();
        for item in self.clone().boards(super::Boards::NONE).items() {
            if !text.is_empty() && !text.ends_with('(') && !matches!(item, Item::EndVariation) {
                text.push(' ');
            }
            match item {
                Item::Move(mv) => {
                    if let Some(number) = &mv.number {
                        text.push_str(number);
                        text.push(' ');
                    }
                    text.push_str(&mv.with_signs());
                }
                Item::Comment(comment) => {
                    text.push('{');
                    text.push_str(&comment);
                    text.push('}');
                }
                Item::Unread(words) => text.push_str(words),
                Item::BeginVariation => text.push('('),
                Item::EndVariation => text.push(')'),
                Item::Result(result) => text.push_str(result.as_str()),
                Item::Board(_) => {}
            }
        }
        text
    }
}
