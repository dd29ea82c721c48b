//! The options of tests, which `CUDA_TEST_OPTIONS` lists: `key=value`, or a key alone, separated by commas.
//!
//! | option | means |
//! |---|---|
//! | `long` | tests with many cases run all of them, as with `cargo xtask test --long` and in CI each Monday; otherwise some, so that all tests together take minutes |
//! | `rounds=N` | how often tests of random input repeat it |
//! | `seed=N` | the first of their seeds |
//! | `seconds=N` | how long tests of concurrent use last |
//! | `only=NAME+NAME` | the operations that the stress test chooses from |
//! | `faults=N` | that every `N`th call fails where calls fail in turn |
//! | `cases=FOLDER` | more folders of cases, as in `PATH`, as the variable `COMPANION_CASES` |
//! | `tier=2` | that unsupported cases of the second tier are failures, too, as with the variable `COMPANION_TIER` |
//! | `update` | a list that a test compares is written |
//!
//! Test programs of crates that can't depend on this one include this file as a module.

#![allow(dead_code, reason = "few tests have all options")]

use std::str::FromStr;

/// The variable.
const VARIABLE: &str = "CUDA_TEST_OPTIONS";

/// Returns the value of an option, which is empty for a key alone; `None` if it isn't set.
pub fn given(key: &str) -> Option<String> {
    value(&std::env::var(VARIABLE).unwrap_or_default(), key)
}

fn value(options: &str, key: &str) -> Option<String> {
    let mut options = options.split(',').map(|option| match option.split_once('=') {
        Some((key, value)) => (key.trim(), value),
        None => (option.trim(), ""),
    });
    let (_, value) = options.find(|(known, _)| *known == key)?;
    Some(value.to_owned())
}

/// Returns the number that is the value of an option, or `usual`.
///
/// # Panics
/// If it isn't a number: the test would do something else than was asked for.
#[allow(clippy::panic)]
pub fn number<T: FromStr>(key: &str, usual: T) -> T {
    given(key).map_or(usual, |text| match text.parse() {
        Ok(number) => number,
        Err(_) => panic!("{VARIABLE} has {key}={text}, which isn't a number for this test"),
    })
}

/// Returns `true` if all cases are run.
pub fn is_long() -> bool {
    given("long").is_some()
}

/// Returns `true` if part `part` of case `case` is run. Each case has `parts` parts: one of them is run, the next one
/// for the next case, or all in a long run.
pub fn runs(case: usize, part: usize, parts: usize) -> bool {
    is_long() || case % parts == part
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn an_option_is_a_key_alone_or_with_a_value() {
        let options = "long, seed=7,cases=/a:/b=c";
        assert_eq!(value(options, "long").as_deref(), Some(""));
        assert_eq!(value(options, "seed").as_deref(), Some("7"));
        assert_eq!(value(options, "cases").as_deref(), Some("/a:/b=c"));
        assert_eq!(value(options, "see"), None);
    }
}
