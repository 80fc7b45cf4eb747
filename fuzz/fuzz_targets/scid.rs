//! Any bytes as databases of Scid.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::scid::check(data));
