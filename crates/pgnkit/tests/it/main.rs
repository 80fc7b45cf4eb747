//! The tests of the public interface: one program, one module for each subject. They need the
//! default features; the pages of the diagnostics also `json`: `cargo test -p pgnkit --all-features`.
#![cfg(all(feature = "epd", feature = "pgc", feature = "openings"))]

mod check_chess;
mod check_clocks;
mod diagnostics;
mod dialects;
mod double_forfeit;
mod encodings;
mod epd;
mod export;
mod game;
mod letters;
mod notation;
mod odd_spellings;
mod other_notations;
#[cfg_attr(not(feature = "json"), expect(dead_code, reason = "without JSON only the examples are read"))]
#[path = "pages/page.rs"]
mod page;
#[cfg(feature = "json")]
mod pages;
mod pgc;
mod promote;
mod properties;
mod refusals;
mod requirements;
#[cfg(feature = "serde")]
mod serde;
mod style;
mod tag_values;
mod unchecked;
mod variants;
mod visitors;
