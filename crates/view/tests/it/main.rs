//! Pictures as whole texts.

mod hostile;
mod pictures;
mod text;
