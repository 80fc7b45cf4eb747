//! Pictures as whole texts.

mod book;
mod hostile;
mod pictures;
mod sheet;
mod text;
