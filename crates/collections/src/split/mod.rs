//! Splitting: games into many files, by what they are, by number or by size.
//!
//! [`Pattern`] has the names of the files. Games are [gathered](crate::sort::GatherGames::named) with the names of their files
//! as keys and sorted, so that one file is written after the other, however many there are; [`Parts`] says when the next
//! one begins. [`Naming`], [`chronological`] and [`tree`] have the names that section 11 of the standard suggests,
//! and [`archive`] keeps a tree of files so.

pub mod archive;
mod links;
mod parts;
mod pattern;
mod standard;

pub use links::refuse_links_out;
pub use parts::{Limits, Part, Parts};
pub use pattern::{Pattern, PatternError};
pub use standard::{Naming, chronological, tree, year_of_key};

/// The byte before the spelling of a name in a key, which is no byte of UTF-8.
const SPELLING: u8 = 0xff;

/// The key of a game in a file: names that differ in case alone follow each other, and so do those that are the same of
/// other values.
pub(crate) fn append_key(name: &pattern::Name, key: &mut Vec<u8>) {
    let pattern::Name { name, spelling } = name;
    key.extend(name.to_lowercase().replace('\0', "\u{1}").bytes());
    key.push(0);
    key.extend(name.bytes());
    if let Some(spelling) = spelling {
        key.push(SPELLING);
        key.extend(spelling.bytes());
    }
}

/// The name in a key.
pub(crate) fn name_of(key: &[u8]) -> &str {
    let name = key.iter().position(|byte| *byte == 0).map_or(key, |end| &key[end + 1..]);
    let end = name.iter().position(|byte| *byte == SPELLING).unwrap_or(name.len());
    str::from_utf8(&name[..end]).unwrap_or_default()
}
