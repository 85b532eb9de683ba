//! See `bodies/checkpoint.rs`, which the plain tests run, too.
#![no_main]

#[path = "../bodies/checkpoint.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| body::run(bytes));
