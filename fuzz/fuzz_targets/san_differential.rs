//! Moves, beside a resolver that only filters the legal moves.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::san_differential::check(data));
