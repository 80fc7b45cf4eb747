//! Tag values, written and read, and the types of them.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::tags::check(data));
