//! See `pgnkit_fuzz::notations`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::notations::check(data));
