//! Pictures as whole texts.

mod hostile;
mod html;
mod pictures;
mod sheet;
mod text;
