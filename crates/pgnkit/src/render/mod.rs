//! Diagnostics shown to people: with the line, a caret, and on request the position. The [`Renderer`] needs the feature
//! `render`; places and safe text are always there.

#[cfg(feature = "render")]
mod board;
mod place;
#[cfg(feature = "render")]
mod renderer;
mod safe;

pub use crate::terminal::is_unsafe;
#[cfg(feature = "render")]
pub use board::BoardForm;
pub use place::Place;
#[cfg(feature = "render")]
pub use renderer::Renderer;
pub use safe::safe;
