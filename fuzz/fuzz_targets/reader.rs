//! Whole files, read in pieces of random sizes.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::reader::check(data));
