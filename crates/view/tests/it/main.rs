//! Pictures as whole texts.

#[cfg(feature = "epub")]
mod book;
mod hostile;
mod pictures;
mod sheet;
mod text;
