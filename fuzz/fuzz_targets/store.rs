//! See `bodies/store.rs`, which the plain tests run, too.
#![no_main]

#[path = "../bodies/store.rs"]
mod body;
#[path = "../bodies/seal.rs"]
mod seal;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| body::run(bytes));
