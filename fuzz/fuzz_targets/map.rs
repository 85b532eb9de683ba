//! See `bodies/map.rs`, which the plain tests run, too.
#![no_main]

#[path = "../bodies/map.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| body::run(bytes));
