//! Games made and changed by programs.

mod cursor;
mod edits;
mod losses;
mod memory;
mod random;
mod tags;
mod tree;
