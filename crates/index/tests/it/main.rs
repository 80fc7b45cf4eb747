//! Tests of tables, and of indexes.

mod index;
mod search;
mod table;
