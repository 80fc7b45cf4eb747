//! Edits of any text that keep its other bytes.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::edit::check(data));
