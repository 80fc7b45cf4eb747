//! Any games in columns, and any bytes as columns.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::columns::check(data));
