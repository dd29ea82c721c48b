//! Tests of many cases run a part of them, so that all tests together take minutes. `cargo xtask test --long` runs all, and so
//! does CI each Monday.

/// Returns `true` if all cases are to run: if `CUDA_TEST_LONG` is 1.
pub fn is_long() -> bool {
    std::env::var_os("CUDA_TEST_LONG").is_some_and(|value| value == "1")
}

/// Returns `true` if the part `part` of `parts` of a case runs: one part of each case, in turn, or all of them in a long run.
pub fn runs(case: usize, part: usize, parts: usize) -> bool {
    is_long() || case % parts == part
}
