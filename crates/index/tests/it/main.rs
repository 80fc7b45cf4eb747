//! Tests of tables, and of indexes.

mod index;
mod table;
