//! Any bytes as files of explorers.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::explorer::check(data));
