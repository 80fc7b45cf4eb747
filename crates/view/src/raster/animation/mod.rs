//! A game as a moving picture.

mod apng;
mod bars;
mod film;
mod gif;
mod lzw;
mod times;

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use pgnkit::Game;
use pgnkit::chess::Color;

use super::Look;
use crate::{Diagram, LastMove, PieceSet, Theme, orientation};

/// A game as a moving picture, GIF or APNG: a frame for the position at its beginning, and one after each half-move of the main line, with last
/// move, check and marks. Bars above and below the board have titles, names and ratings, the clocks of the comments, and in the last frame
/// the points; a game that names nobody and has no clocks has no bars.
///
/// ```
/// use std::time::Duration;
///
/// let game: pgnkit::Game = "[White \"Greco\"]\n[Black \"NN\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0".parse()?;
/// let mut picture = Vec::new();
/// pgnkit_view::Animation::new(&game)?.size(240).delay(Duration::from_millis(500)).write_gif(&mut picture)?;
/// assert!(picture.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Animation<'g> {
    game: &'g Game,
    look: Look,
    plies: RangeInclusive<usize>,
    delay: Duration,
    last_delay: Duration,
    repeats: bool,
    bottom: Color,
    coordinates: bool,
    last_move: bool,
    check: bool,
    marks: bool,
    bars: bool,
}

/// A game has no positions that could be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoPositions {
    /// The rules of its variant are not known.
    Variant,
    /// Its FEN tag gives no position.
    Setup,
}

impl fmt::Display for NoPositions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Variant => "its variant is not known, so it has no positions",
            Self::Setup => "its FEN tag gives no position",
        })
    }
}

impl std::error::Error for NoPositions {}

impl<'g> Animation<'g> {
    /// The whole main line of a game, White at the bottom unless its tag Orientation says otherwise, with all that can be shown; 0.8 seconds for a frame and 3 for the last, again and
    /// again.
    ///
    /// # Errors
    /// When the game has no positions.
    pub fn new(game: &'g Game) -> Result<Self, NoPositions> {
        if !game.start().rules_are_known {
            return Err(NoPositions::Variant);
        }
        if !game.start().is_known {
            return Err(NoPositions::Setup);
        }
        Ok(Self {
            game,
            look: Look::default(),
            plies: 0..=usize::MAX,
            delay: Duration::from_millis(800),
            last_delay: Duration::from_secs(3),
            repeats: true,
            bottom: orientation(game),
            coordinates: true,
            last_move: true,
            check: true,
            marks: true,
            bars: true,
        })
    }

    /// The colours; [`Theme::Brown`] unless said.
    pub fn theme(self, theme: Theme) -> Self {
        Self { look: Look { theme, ..self.look }, ..self }
    }

    /// The pieces; [`PieceSet::Staunton`] unless said.
    pub fn pieces(self, pieces: PieceSet) -> Self {
        Self { look: Look { pieces, ..self.look }, ..self }
    }

    /// The height in pixels without the bars, from 16 to 16,384; 400 unless said. Other values become the nearest of these. A bar is a twelfth
    /// of it high.
    pub fn size(self, size: u32) -> Self {
        Self { look: Look { size, ..self.look }, ..self }
    }

    /// The positions that are shown, by the half-moves before them: `0..=10` is the beginning and ten half-moves. What is beyond the end is
    /// left out; without any position in the game it is the last one.
    pub fn plies(self, plies: RangeInclusive<usize>) -> Self {
        Self { plies, ..self }
    }

    /// The time for a frame, in hundredths of a second up to 655 seconds.
    pub fn delay(self, delay: Duration) -> Self {
        Self { delay, ..self }
    }

    /// The time for the last frame, as for the others.
    pub fn last_delay(self, last_delay: Duration) -> Self {
        Self { last_delay, ..self }
    }

    /// Whether it begins again after the last frame.
    pub fn repeats(self, repeats: bool) -> Self {
        Self { repeats, ..self }
    }

    /// The colour at the bottom.
    pub fn bottom(self, bottom: Color) -> Self {
        Self { bottom, ..self }
    }

    /// Whether files and ranks are named, and the side to move has a sign beside the board.
    pub fn coordinates(self, coordinates: bool) -> Self {
        Self { coordinates, ..self }
    }

    /// Whether the last move is shown by its squares.
    pub fn last_move(self, last_move: bool) -> Self {
        Self { last_move, ..self }
    }

    /// Whether a king in check is shown as such.
    pub fn check(self, check: bool) -> Self {
        Self { check, ..self }
    }

    /// Whether the squares and arrows of comments are shown.
    pub fn marks(self, marks: bool) -> Self {
        Self { marks, ..self }
    }

    /// Whether there are bars with names and clocks.
    pub fn bars(self, bars: bool) -> Self {
        Self { bars, ..self }
    }

    /// The first and the last half-move that are shown.
    fn range(&self) -> (usize, usize) {
        let length = self.game.ply_count();
        let last = (*self.plies.end()).min(length);
        ((*self.plies.start()).min(last), last)
    }

    fn shows_the_end(&self) -> bool {
        self.range().1 == self.game.ply_count()
    }

    /// What is shown, with the number of half-moves before.
    fn diagrams(&self) -> impl Iterator<Item = (usize, Diagram)> + use<'_> {
        let (first, last) = self.range();
        let played = self.game.mainline_with_positions().map(|played| Diagram {
            last_move: LastMove::of(played.node.mv()),
            marks: if self.marks { played.node.annotations().marks } else { Vec::new() },
            ..Diagram::new(played.after)
        });
        let all = std::iter::once(Diagram::of_node(&self.game.root())).chain(played);
        let shown = all.enumerate().skip(first).take(last - first + 1);
        shown.map(|(ply, diagram)| (ply, self.styled(diagram)))
    }

    fn styled(&self, diagram: Diagram) -> Diagram {
        Diagram {
            bottom: self.bottom,
            coordinates: self.coordinates,
            check: self.check,
            last_move: diagram.last_move.filter(|_| self.last_move),
            marks: if self.marks { diagram.marks } else { Vec::new() },
            ..diagram
        }
    }

    /// The time for a frame, in hundredths of a second.
    fn hundredths(&self, is_last: bool) -> u16 {
        let delay = if is_last { self.last_delay } else { self.delay };
        u16::try_from(delay.as_millis() / 10).unwrap_or(u16::MAX)
    }
}
