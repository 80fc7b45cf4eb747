//! Any bytes as games in JSON.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::json::check(data));
