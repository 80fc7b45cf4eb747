//! Any bytes as opening books of engines.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::book::check(data));
