//! Any text as records of EPD and of FEN.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::epd::check(data));
