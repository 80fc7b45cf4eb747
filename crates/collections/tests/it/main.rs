//! Jobs over many games as their users meet them.

mod accuracy;
mod condition_values;
mod crosstable;
mod dedup;
mod eco;
mod edit;
mod engine_book;
mod filter;
mod judgement;
mod select;
mod sort;
mod stats;
mod tree;
mod weights;
