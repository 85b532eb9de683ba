//! See `bodies/store.rs`, which the plain tests run, too.
#![no_main]

#[path = "../bodies/store.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| body::run(bytes));
