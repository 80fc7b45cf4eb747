//! See `pgnkit_fuzz::sites`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::sites::check(data));
