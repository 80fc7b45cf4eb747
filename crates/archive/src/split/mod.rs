//! Splitting: games into many files, by what they are, by number or by size.
//!
//! [`Pattern`] has the names of the files. Games are [gathered](crate::sort::GatherGames::named) with the names of their files
//! as keys and sorted, so that one file is written after the other, however many there are; [`Parts`] says when the next
//! one begins. [`Naming`], [`chronological`] and [`tree`] have the names that section 11 of the standard suggests,
//! and [`archive`] keeps a tree of files so.

pub mod archive;
mod names;
mod parts;
mod pattern;
mod standard;

pub use parts::{Limits, Part, Parts};
pub use pattern::{Pattern, PatternError};
pub use standard::{Naming, chronological, tree, year_of_key};

/// The key of a game in a file: names that differ in case alone follow each other.
pub(crate) fn append_key(name: &str, key: &mut Vec<u8>) {
    key.extend(name.to_lowercase().replace('\0', "\u{1}").bytes());
    key.push(0);
    key.extend(name.bytes());
}

/// The name in a key.
pub(crate) fn name_of(key: &[u8]) -> &str {
    let name = key.iter().position(|byte| *byte == 0).map_or(key, |end| &key[end + 1..]);
    str::from_utf8(name).unwrap_or_default()
}
