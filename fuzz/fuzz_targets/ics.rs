//! See `pgnkit_fuzz::ics`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::ics::check(data));
