//! Tests of tables, and of indexes.

mod index;
mod oe;
mod search;
mod table;
