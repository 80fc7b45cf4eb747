//! Any bytes as databases and archives of ChessBase.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::chessbase::check(data));
