//! Tests of tables.

mod table;
