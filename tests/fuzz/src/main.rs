//! The program that libFuzzer drives: `cargo xtask fuzz` builds and runs it.
#![no_main]

libfuzzer_sys::fuzz_target!(init: fuzz::stop_on_panics(), |input: &[u8]| {
    fuzz::chosen().check_or_abort(input);
});
