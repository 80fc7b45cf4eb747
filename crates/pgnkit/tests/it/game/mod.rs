//! Games made and changed by programs.

mod cursor;
mod edits;
mod random;
mod tags;
mod tree;
