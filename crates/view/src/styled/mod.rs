//! Games and positions as lines of styled text: what a terminal shows, without the terminal.

mod board;
mod fill;
mod game;
mod heading;
mod line;
mod plot;
#[cfg(feature = "epd")]
mod record;
mod safe;
mod table;

pub use game::Layout;
pub use heading::game_line;
pub use line::{Line, Role, Span, SquareRole};
#[cfg(feature = "epd")]
pub use record::{RecordLayout, record_line};
