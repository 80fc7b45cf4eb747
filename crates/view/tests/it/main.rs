//! Pictures as whole texts.

mod hostile;
mod pictures;
mod sheet;
mod styled;
mod text;
