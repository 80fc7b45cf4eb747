//! Any bytes as records of PGC.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::pgc::check(data));
