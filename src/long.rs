//! Tests with many cases run only some of them, so that all tests together take minutes. `cargo xtask test --long` runs
//! all cases, and so does CI each Monday.

/// Returns `true` if all cases are run: if `CUDA_TEST_LONG` is 1.
pub fn is_long() -> bool {
    std::env::var_os("CUDA_TEST_LONG").is_some_and(|value| value == "1")
}

/// Returns `true` if part `part` of case `case` is run. Each case has `parts` parts: one of them is run, the next one
/// for the next case, or all in a long run.
pub fn runs(case: usize, part: usize, parts: usize) -> bool {
    is_long() || case % parts == part
}
