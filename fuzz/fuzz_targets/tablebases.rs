//! Changed bytes of tablebases.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::tablebases::check(data));
