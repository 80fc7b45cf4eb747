//! Pictures of pixels: a diagram as PNG, a game as GIF or APNG.

mod animation;
mod board;
mod color;
mod layout;
mod letters;
mod palette;
mod path;
mod picture;
mod png;
mod sheet;
mod squares;

pub use self::png::Png;
use crate::{PieceSet, Theme};
pub use animation::{Animation, NoPositions};

/// How a picture looks.
#[derive(Clone, Copy, Debug)]
struct Look {
    theme: Theme,
    pieces: PieceSet,
    size: u32,
}

impl Default for Look {
    fn default() -> Self {
        Self { theme: Theme::default(), pieces: PieceSet::default(), size: 400 }
    }
}
