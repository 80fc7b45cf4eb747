//! Pictures as whole texts.

#[cfg(feature = "epub")]
mod book;
mod cases;
mod hostile;
mod html;
mod pictures;
#[cfg(feature = "raster")]
mod raster;
mod sheet;
mod styled;
mod text;
