//! A game as it is printed: what the writers of text, pages and books have in common.

mod boards;
mod heading;
mod items;
mod movetext;
mod plain;
mod sign;

use pgnkit::chess::Color;
use pgnkit::{Game, Notation};

pub use boards::{Boards, orientation};
pub use heading::{Heading, Player};
pub use items::{Item, Items, PrintedMove};
pub use sign::Sign;

/// A game as it is printed: a heading, and moves, comments, variations and boards in order.
///
/// The options say what is printed; how it looks is the writer's business, who goes through the [`items`](Self::items).
///
/// ```
/// use pgnkit::{Game, Notation};
/// use pgnkit_view::{Item, Sheet};
///
/// let game: Game = "1. e4 e5 2. Nf3! {[%clk 0:01:40] natural} (2. Bc4) 2... Nc6 *".parse()?;
/// let sheet = Sheet::new(&game).notation(Notation::Figurine);
/// let mut moves = sheet.items().filter_map(|item| match item {
///     Item::Move(mv) => Some(mv),
///     _ => None,
/// });
/// let knight = moves.nth(2).unwrap();
/// assert_eq!((knight.number.as_deref(), knight.text.as_str()), (Some("2."), "♘f3"));
/// assert_eq!(knight.clock.unwrap().seconds(), 100);
/// assert_eq!(moves.next().unwrap().depth, 1);
/// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Sheet<'g> {
    pub(crate) game: &'g Game,
    notation: Notation,
    boards: Boards,
    pub(crate) bottom: Color,
    commands: bool,
    comments: bool,
    variations: bool,
    signs: bool,
    few_signs: bool,
    ascii: bool,
}

impl<'g> Sheet<'g> {
    /// A game in standard algebraic notation, with boards where it asks for them, and commands in comments hidden.
    pub fn new(game: &'g Game) -> Self {
        Self {
            game,
            notation: Notation::SAN,
            boards: Boards::default(),
            bottom: orientation(game),
            commands: false,
            comments: true,
            variations: true,
            signs: true,
            few_signs: false,
            ascii: false,
        }
    }

    /// The notation of moves.
    pub fn notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// The places of boards.
    pub fn boards(self, boards: Boards) -> Self {
        Self { boards, ..self }
    }

    /// The colour at the bottom of boards, in place of the one that the game has by its tag Orientation, except where the game asks for
    /// the other one (`$221`).
    pub fn bottom(self, bottom: Color) -> Self {
        Self { bottom, ..self }
    }

    /// Whether comments are printed word for word, with their commands (supplement of 2001, section 3.2.3).
    pub fn commands(self, shown: bool) -> Self {
        Self { commands: shown, ..self }
    }

    /// Whether comments are printed.
    pub fn comments(self, shown: bool) -> Self {
        Self { comments: shown, ..self }
    }

    /// Whether variations are printed.
    pub fn variations(self, shown: bool) -> Self {
        Self { variations: shown, ..self }
    }

    /// Whether annotation glyphs are printed.
    pub fn signs(self, shown: bool) -> Self {
        Self { signs: shown, ..self }
    }

    /// Whether only the signs are used that every reader of chess books knows: `! ? !! ?? !? ?! □ = ∞ ⩲ ⩱ ± ∓ +- -+`. The other
    /// glyphs of section 10 are comments then, and those from `$140` numbers.
    pub fn few_signs(self, few: bool) -> Self {
        Self { few_signs: few, ..self }
    }

    /// Whether every character outside ASCII is printed as `?` (section 4.1). Figurines become letters, signs their ASCII
    /// spellings or words.
    pub fn ascii(self, ascii: bool) -> Self {
        Self { ascii, ..self }
    }

    pub(crate) fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// The game.
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// Players, event, date and result.
    pub fn heading(&self) -> Heading {
        let heading = Heading::of(self.game);
        if self.ascii { heading.map(|text| ascii(&text)) } else { heading }
    }

    /// Moves, comments, variations and boards in the order in which they are printed, with the result at the end.
    ///
    /// Takes time in the length of the game and memory in that of its main line and the depth of its variations.
    pub fn items(&self) -> Items<'g> {
        Items::new(self.clone())
    }
}

/// A text with `?` for each character outside ASCII, and for those of it that a terminal obeys.
pub(crate) fn ascii(text: &str) -> String {
    let is_shown = |c: char| c.is_ascii() && (!c.is_control() || matches!(c, '\t' | '\n'));
    text.chars().map(|c| if is_shown(c) { c } else { '?' }).collect()
}
