//! Tests of tables, and of indexes.

mod groups;
mod index;
mod oe;
mod search;
mod table;
